"""A coach that cannot lie, over any game of the house: what it advises is legal step by step, and tells no secret."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from elric import games
from elric.kernel.game import Game
from elric.opponents.at_random import any_action, any_verb
from elric.tutor.definition import Teaching

TAUGHT = ("elric", "tests.toy")
KINDS = [
    (name, key, edition)
    for name in TAUGHT
    for key, scenario in games.teaching(name).definition.scenarios().items()
    for edition in scenario.editions
]
_LONG = 700  # actions of one game
_LOOKS = 45  # decisions at which the coach is asked, besides the first three of every kind
_FEW_LOOKS = 15


def decisions(teaching: Teaching, scenario: str, edition: str, seed: int, looks: int = _LOOKS) -> Iterator[Game]:
    """Decisions spread over a random game, those of rare kinds before all others."""
    rng = Random(f"{scenario} {edition} {seed}")
    choose = any_verb if seed % 2 else any_action
    game = teaching.game(scenario, edition, seed)
    seen: dict[str, int] = {}
    for _ in range(_LONG):
        if game.seat is None:
            return
        seen[game.step] = seen.get(game.step, 0) + 1
        if seen[game.step] <= 3 or rng.random() < looks / _LONG:
            yield game
        game.push(choose(rng, game.legal_actions()))


@pytest.mark.parametrize(
    ("seed", "looks"), [(0, _FEW_LOOKS), *(pytest.param(seed, _LOOKS, marks=pytest.mark.siege) for seed in (0, 1))]
)
@pytest.mark.parametrize(("name", "scenario", "edition"), KINDS)
def test_what_the_coach_advises_can_be_done_and_tells_nothing_hidden(
    name: str, scenario: str, edition: str, seed: int, looks: int
) -> None:
    """Whatever seat decides, hand open or closed: beside a tip stand actions, each of which is legal when those before it
    have been carried out; and the advice is the same in every position that this seat cannot tell from the real one."""
    teaching = games.teaching(name)
    asked = advised = 0
    for game in decisions(teaching, scenario, edition, seed, looks):
        for hand_open in (False, True):
            told = teaching.advice(game, hand_open)
            assert told is not None
            asked += 1
            assert bool(told.tip) == bool(told.actions), told
            advised += bool(told.tip)
            carried_out = game.copy()
            for action in told.actions:
                assert carried_out.seat == game.seat, (told.tip, str(action))
                assert carried_out.verdict(action), (told.tip, str(action), carried_out.verdict(action).reasons)
                carried_out.push(action)
            assert teaching.advice(game.resampled(game.seat, seed + 1), hand_open) == told
            places = {told.look, *(risk.area for risk in told.risks)} - {""}
            assert places <= set(teaching.vocabulary.places)
    assert asked > 5
    assert advised


@pytest.mark.parametrize("name", TAUGHT)
def test_asking_the_coach_changes_nothing(name: str) -> None:
    """A game that the coach has looked at is the game it was, luck and all."""
    teaching = games.teaching(name)
    key, scenario = next(iter(teaching.definition.scenarios().items()))
    for game in decisions(teaching, key, scenario.editions[0], 4):
        before, luck = game.save(), game.chance.copy().pick(1000)
        teaching.advice(game, True)
        assert (game.save(), game.chance.copy().pick(1000)) == (before, luck)
