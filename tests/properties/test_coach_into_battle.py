"""No advised march leads into a battle that must follow, unless the advice says how it stands with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from elric.kernel.bits import ones
from elric.opponents.at_random import any_action
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.planning.memory import Memory
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.teaching import tips
from elric.young_kingdoms.teaching.coach import advice
from tests.properties.test_coach_figures import wins
from tests.properties.walks import PAIRS

_LOOKS = 10  # decisions looked at in one game
_TURNS = 4
_EVEN = Fraction(1, 2)
_RANDOM_ACTS = 600
EDITIONS = sorted({edition for _, edition in PAIRS})
SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.siege) for seed in range(2, 6))]


def computers(scenario: str, edition: str, seed: int) -> Iterator[Game]:
    """Decisions of movement spread over a game of a Captain against a Novice, who comes to places where no plan leads."""
    game, rng = Game(scenario, edition, seed), Random(f"{scenario} {edition} {seed}")
    players = [opponent(("captain", "novice")[(seat + seed) % 2]) for seat in range(game.scenario.seats)]
    while game.seat is not None and game.turn <= _TURNS:
        if game.step in ("movement", "stack") and rng.random() < 0.4:
            yield game
        list(follow(game, players[game.seat].decide(sight(game, game.seat, seed))))


def chance(scenario: str, edition: str, seed: int) -> Iterator[Game]:
    """The same of a game in which nobody knows what he does."""
    game, rng = Game(scenario, edition, seed), Random(f"{scenario} {edition} {seed}")
    for _ in range(_RANDOM_ACTS):
        if game.seat is None:
            return
        if game.step in ("movement", "stack") and rng.random() < 0.05:
            yield game
        game.push(any_action(rng, game.legal_actions()))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("walked", [computers, chance])
@pytest.mark.parametrize("hand_open", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_march_ends_in_a_battle_of_which_nothing_was_said(
    edition: str, hand_open: bool, walked: Callable[[str, str, int], Iterator[Game]], seed: int
) -> None:
    """[10.1] / 9.1: where those who have done what was advised must fight, the advice says how often they win; and where that is
    less than half, by the lab, it says so."""
    fought = 0
    for scenario in (key for key, rules in PAIRS if rules == edition and key != "founding"):
        memory = Memory()
        for game in islice(walked(scenario, edition, seed), _LOOKS):
            told = advice(game, hand_open, memory)
            gone = game.copy()
            for action in told.actions:
                gone.push(action)
            for area in ones(gone.state.assaults & ~game.state.assaults):
                fought += 1
                assert "win" in told.tip, told.tip
                odds = tips.odds(gone, area, hand_open) if gone.seat == game.seat else None
                if odds is not None and odds.win < _EVEN and "the odds count on them" not in told.tip:
                    assert wins(told.tip) < _EVEN, (told.tip, float(odds.win))
    assert fought
