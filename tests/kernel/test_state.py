"""A position is copied field by field, by what its class declares."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import pytest

from elric import games
from elric.kernel.state import copier


@dataclass(slots=True, eq=False)
class Cards:
    turn: int = 0
    hand: list[int] = field(default_factory=lambda: [7])
    known: dict[int, int] = field(default_factory=dict)


def test_what_changes_in_place_is_copied_and_the_rest_is_shared() -> None:
    cards = Cards(turn=3)
    other = copier(Cards)(cards)
    other.hand.append(8)
    other.known[1] = 2
    other.turn = 4
    assert (cards.turn, cards.hand, cards.known) == (3, [7], {})
    assert (other.turn, other.hand, other.known) == (4, [7, 8], {1: 2})


@pytest.mark.parametrize("game", games.GAMES)
def test_a_position_shares_nothing_with_its_copy_that_can_change(game: str) -> None:
    found = games.definition(game)
    scenario = next(iter(found.scenarios().values()))
    state = found.new_state(scenario, found.ruleset(scenario.editions[0]))
    other = state.copy()
    for one in fields(state):
        value = getattr(state, one.name)
        assert type(getattr(other, one.name)) is type(value)
        assert getattr(other, one.name) == value
        if isinstance(value, list | dict | bytearray | set):
            assert getattr(other, one.name) is not value, one.name
