"""The defaults of a game of stacks on hexes, where the toy itself does not use them: shared hexes, several choices in secret."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar

import pytest

from elric.kernel.chance import SeededChance
from elric.kernel.clauses import RulesetError
from elric.kernel.context import Context
from elric.kernel.lawbook import ShortBook
from elric.kernel.rules import always
from elric.kernel.running import apply, legal, settle, waiting
from elric.kernel.sealed import Sealed, choices_of, deal_sealed, sealed_view
from elric.kernel.steps import Action, Frame
from elric.widgets.map.piles import of_stacks
from tests.toy.definition import GAME, Hilltop


class Shared(Hilltop):
    """Hilltop in which enemies may stand in one hex, and everything lies open."""

    shared: ClassVar = True

    def sees(self, state: Any, u: int, h: int, seat: int | None) -> bool:
        return True


def test_counters_of_two_sides_share_a_hex_where_the_game_says_so() -> None:
    position = {"stacks": {"0403": ["red-4", "blue-1"]}}
    state, faults = GAME.draft(position)
    assert state is None
    assert faults == ["counters of two sides in 0403"]
    game = Shared()
    state = game.build(position)
    assert game.describe(state)["stacks"] == position["stacks"]
    hill = game.board.names.index("0403")
    assert game.stacks_of(state, 0) == game.stacks_of(state, 1) == [hill]
    units = of_stacks(game.view(state, None)["stacks"], lambda key: {"name": key})
    assert {key: unit["owner"] for key, unit in units.items()} == {"red-4": 0, "blue-1": 1}


class Orders(Sealed):
    """Each seat writes orders until it says that it is done; they are shown together."""

    name = "orders"
    verbs: ClassVar = {"press": always, "hold": always, "end": always}
    shown: ClassVar[list[Any]] = []

    def seats(self, s: Any, f: Frame) -> tuple[int, ...]:
        return (0, 1)

    def finished(self, s: Any, f: Frame, seat: int) -> bool:
        return Action("end") in choices_of(f, seat)

    def reveal(self, s: Any, f: Frame, choices: dict[int, Action], cx: Any) -> None:
        self.shown[:] = [[a.verb for a in choices_of(f, seat)] for seat in (0, 1)]


def test_a_seat_may_make_several_choices_in_secret_before_any_is_shown() -> None:
    """Others see that it has finished, not how many orders it has written; who has not finished is dealt with none."""
    s = GAME.build({})
    events: list[dict[str, Any]] = []
    cx = Context(SeededChance(1), events)
    s.agenda = (*s.agenda, (Orders(), ()))
    settle(s, cx)
    apply(s, Action("press"), cx)
    apply(s, Action("hold"), cx)
    assert waiting(s) == (0, 1)
    assert sealed_view(s, 1) == sealed_view(s, None) == {"chosen": [], "waiting": [0, 1], "own": None}
    assert events == []
    dealt = s.copy()
    deal_sealed(dealt, 1, SeededChance(2))
    assert dealt.agenda[-1][1] == ()
    deal_sealed(dealt := s.copy(), 0, SeededChance(2))
    assert choices_of(dealt.agenda[-1], 0) == (Action("press"), Action("hold"))
    apply(s, Action("end"), cx)
    assert sealed_view(s, 1) == {"chosen": [0], "waiting": [1], "own": None}
    for seed in range(20):
        dealt = s.copy()
        deal_sealed(dealt, 1, SeededChance(seed))
        assert sealed_view(dealt, 1) == sealed_view(s, 1)
    assert s.seat == 1
    assert set(legal(s)) == {Action("press"), Action("hold"), Action("end")}
    apply(s, Action("end"), cx)
    assert Orders.shown == [["press", "hold", "end"], ["end"]]
    assert s.agenda[-1][0].name == "march"


def test_a_book_without_switches_has_its_edition_and_no_other() -> None:
    book = ShortBook("first", [("1", "Going", "A runner goes one hex.")])
    rules = book.ruleset("first")
    assert (rules.edition, rules.name, rules.settings()) == ("first", "first", {})
    assert book.ruleset({"edition": "first"}) == rules == pickle.loads(pickle.dumps(rules))
    for wrong in ("furst", "first, zones=false", {"edition": "second"}):
        with pytest.raises(RulesetError):
            book.ruleset(wrong)
