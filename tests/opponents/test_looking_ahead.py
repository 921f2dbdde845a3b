"""Looking ahead: nothing but what is clearly better than the first plan is done instead of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from elric import games
from elric.kernel.game import Game
from elric.opponents.definition import Judgement, Plan
from elric.opponents.players import SorcererKing
from elric.opponents.playing import sight
from elric.opponents.search import Search

TOYS = games.game_class("tests.toy")


class Rigged(Judgement):
    """A judgement whose plans have known worths, seen through luck.

    Args:
        worths: what each plan is really worth.  luck: how far a line may lead off, either way.
    """

    def __init__(self, worths: Sequence[float], luck: float) -> None:
        super().__init__(games.definition("tests.toy"))
        self.worths, self.luck = worths, luck
        self.rng, self.lines = Random(4), 0
        self.found: list[Plan] = []

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        actions = game.legal_actions()
        self.found = [Plan((actions[k % len(actions)],), str(k)) for k in range(len(self.worths))]
        return self.found

    def far_enough(self, game: Game, seat: int, turn: int) -> bool:
        return True

    def standing(self, state: Any, seat: int) -> float:
        self.lines += 1
        return self.worths[self.search.looks_at] + self.rng.uniform(-self.luck, self.luck)


class Watched(Search):
    """A search that tells its judgement which plan is played."""

    looks_at = 0

    def _plan(self) -> int:
        self.looks_at = super()._plan()
        return self.looks_at


def thought(worths: Sequence[float], luck: float, lines: int, seed: int = 1) -> tuple[Watched, Rigged]:
    judgement = Rigged(worths, luck)
    judgement.rng = Random(seed)
    search = Watched(judgement, sight(TOYS("hill", "first", 3), 0, 1), lines)
    judgement.search = search  # type: ignore[attr-defined]
    while search.widen():
        pass
    for _ in range(lines):
        if search.settled:
            break
        search.iterate()
    return search, judgement


def test_what_is_no_better_is_seldom_done() -> None:
    """Plans of the same worth, seen through much luck: the first is carried out nearly always."""
    kept = sum(thought([0.5, 0.5], 0.2, 24, seed)[0].best().why == "0" for seed in range(100))
    assert kept >= 88


def test_what_is_clearly_better_is_found_through_luck() -> None:
    """The third of four plans is much better: it is carried out, and most lines are spent on it and on the first."""
    found = 0
    for seed in range(30):
        search, _ = thought([0.4, 0.35, 0.6, 0.4], 0.12, 32, seed)
        found += search.best().why == "2"
        assert len(search.results[0]) >= max(map(len, search.results)) - 1
    assert found >= 27


def test_nothing_is_preferred_before_it_has_been_tried() -> None:
    search, _ = thought([0.1, 0.9], 0.0, 3)
    assert search.best().why == "0"
    search, _ = thought([0.1, 0.9], 0.0, 16)
    assert search.best().why == "1"


def test_thinking_ends_when_nothing_is_ahead() -> None:
    search, judgement = thought([0.6, 0.4, 0.3], 0.0, 60)
    assert search.settled
    assert judgement.lines < 20
    assert search.best().why == "0"


@pytest.mark.parametrize("worths", [[0.5], [0.5, 0.2]])
def test_the_player_thinks_no_longer_than_is_asked(worths: list[float]) -> None:
    judgement = Rigged(worths, 0.0)
    judgement.search = type("Nothing", (), {"looks_at": 0})()  # type: ignore[attr-defined]
    thoughts = list(SorcererKing(judgement, 10).thinking(sight(TOYS("hill", "first", 3), 0, 1)))
    assert len(thoughts) == len(worths) + judgement.lines <= len(worths) + 10
    assert (judgement.lines > 0) == (len(worths) > 1)
