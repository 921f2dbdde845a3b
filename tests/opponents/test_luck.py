"""Luck in lines played ahead, told from play: what chance has brought beside what could be expected."""

from __future__ import annotations

from functools import cache
from statistics import pvariance
from typing import Any

import pytest

from elric.dragon_pass.opponents import JUDGEMENT
from elric.opponents.definition import carry_out
from elric.opponents.luck import CommonLuck
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.opponents.search import Search
from tests.dragon_pass.field import Game


@cache
def _until(step: str, verb: str) -> Any:
    """A game of Captains up to a decision where they would do something."""
    g = Game("tax-collectors", seed=4)
    captains = [opponent("captain", "dragon-pass") for _ in range(2)]
    while True:
        plan = captains[g.seat or 0].decide(sight(g, g.seat or 0, 1))
        if g.step == step and plan.actions[-1].verb == verb:
            return g, plan.actions
        list(follow(g, plan))


def until(step: str, verb: str) -> Any:
    """The same, to be played on."""
    g, actions = _until(step, verb)
    return g.copy(), actions


def fortunes(worth: Any) -> dict[int, tuple[float, float]]:
    """By face of one battle's die: the fortune that is noted, and what the position is worth afterwards."""
    g, actions = until("combat", "roll")
    found: dict[int, tuple[float, float]] = {}
    for seed in range(60):
        t = g.copy()
        t.chance = luck = CommonLuck(seed, lambda: (1,), value=worth)
        assert carry_out(t, actions)
        found[luck.results[0]] = luck.fortune, worth(t.state)
    return found


def test_over_the_six_faces_of_a_die_fortune_is_none_on_the_mean() -> None:
    found = fortunes(lambda state: JUDGEMENT.standing(state, 0))
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    mean = sum(worth for _, worth in found.values()) / 6
    for fortune, worth in found.values():
        assert fortune == pytest.approx(worth - mean)
    assert max(fortune for fortune, _ in found.values()) > 0.001


def test_where_every_result_is_worth_the_same_there_is_no_fortune() -> None:
    assert all(fortune == 0 for fortune, _ in fortunes(lambda state: 0.5).values())


def test_who_does_not_ask_for_the_worth_of_positions_has_no_fortune() -> None:
    g, actions = until("combat", "roll")
    g.chance = luck = CommonLuck(3, lambda: (1,))
    assert carry_out(g, actions)
    assert luck.results
    assert luck.fortune == 0


def test_of_many_results_some_others_are_looked_at() -> None:
    """Where a result is one of hundreds the others are samples; with enough of them the fortune is none on the mean, too."""

    class Drawn:
        """A position in which one of a hundred cards was drawn."""

        def __init__(self, card: int = 50) -> None:
            self.card = card

        def copy(self) -> Drawn:
            return Drawn(self.card)

    class Cards:
        def context(self, chance: Any, events: None) -> Any:
            return chance

    def draw(state: Drawn, action: object, chance: Any) -> None:
        state.card = chance.pick(100)

    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("elric.kernel.running.apply", draw)
        for seed in range(400):
            before, luck = Drawn(), CommonLuck(seed, lambda: (2,), value=lambda state: state.card / 100)
            after = before.copy()
            draw(after, None, luck)
            luck.weigh(Cards(), before, None, after)  # type: ignore[arg-type]
            found.append((luck.fortune, after.card / 100))
    assert abs(sum(fortune for fortune, _ in found) / 400) < 0.05
    assert all(before < after for (before, _), (after, _) in [(min(found), max(found))])
    # what is left of a result without its fortune differs less than the result
    assert pvariance([worth - fortune for fortune, worth in found]) < pvariance([worth for _, worth in found]) / 2


def test_a_copy_has_the_fortune_so_far() -> None:
    luck = CommonLuck(3, lambda: (1,), value=lambda state: 0.0)
    luck.fortune = 0.25
    assert luck.copy().fortune == 0.25


def test_lines_of_white_bear_differ_less_without_their_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same Move played on twelve times."""
    g, _ = until("movement", "halt")

    def lines() -> list[float]:
        search = Search(JUDGEMENT, sight(g, g.seat or 0, 1), 12)
        search.widen()
        while len(search.results[0]) < 12:
            search.iterate()
        return search.results[0]

    less = pvariance(lines())
    monkeypatch.setattr(type(JUDGEMENT), "luck_lasts", 0.0)
    assert less < 0.7 * pvariance(lines())


def test_what_is_noted_does_not_change_what_falls() -> None:
    """The dice of a line are the same whether or not anybody asks how lucky it was."""
    g, actions = until("combat", "roll")
    ends = []
    for value in (None, lambda state: JUDGEMENT.standing(state, 0)):
        t = g.copy()
        t.chance = CommonLuck(9, lambda: (1,), value=value)
        carry_out(t, actions)
        ends.append(t.position())
    assert ends[0] == ends[1]
