"""Notes: what a position remembers, by kind, and how it is told as plain data."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from elric.kernel.notes import (
    NoteBook,
    forget,
    note_instead,
    noted,
    remember,
    set_note,
    strike_out,
    the_note,
    unnote,
)

BOOK = NoteBook()


@BOOK.many("allies")
class Ally(NamedTuple):
    people: int
    seat: int


@BOOK.many("asleep")
class Asleep(NamedTuple):
    unit: int


@BOOK.one("held")
class Held(NamedTuple):
    hex: int = -1
    units: tuple[int, ...] = ()


@BOOK.one("dark")
class Dark(NamedTuple):
    pass


class Meal(NamedTuple):
    turn: int
    eaten: int


@BOOK.many("meals", lambda giant, meal: Fed(giant, Meal(*meal)))
class Fed(NamedTuple):
    giant: int
    meal: Meal


def state() -> Any:
    return SimpleNamespace(notes={})


def test_notes_stand_by_kind_in_the_order_in_which_they_were_made() -> None:
    s = state()
    assert noted(s, Ally) == ()
    remember(s, Ally(3, 0), Asleep(7), Ally(1, 1))
    assert noted(s, Ally) == (Ally(3, 0), Ally(1, 1))
    assert noted(s, Asleep) == (Asleep(7),)


def test_the_one_note_of_a_kind_is_what_was_set_last_or_its_defaults() -> None:
    s = state()
    assert the_note(s, Held) == Held(-1, ())
    assert Held not in s.notes
    set_note(s, Held(4, (1,)))
    set_note(s, Held(5))
    assert the_note(s, Held) == Held(5, ())
    assert noted(s, Held) == (Held(5),)


def test_what_is_struck_out_is_gone_and_an_empty_kind_with_it() -> None:
    s = state()
    remember(s, Ally(3, 0), Ally(3, 1), Ally(1, 1))
    strike_out(s, Ally, 3, 1)
    assert noted(s, Ally) == (Ally(3, 0), Ally(1, 1))
    strike_out(s, Ally, 3)
    assert noted(s, Ally) == (Ally(1, 1),)
    unnote(s, Ally(1, 1))
    assert Ally not in s.notes
    remember(s, Ally(1, 1), Asleep(2))
    strike_out(s, Ally)
    assert s.notes == {Asleep: (Asleep(2),)}
    note_instead(s, Asleep, [])
    assert s.notes == {}
    remember(s, Asleep(2), Ally(1, 1))
    forget(s, (Asleep, Held))
    assert s.notes == {Ally: (Ally(1, 1),)}


def test_a_copy_of_the_notes_is_its_own() -> None:
    s, t = state(), state()
    remember(s, Ally(1, 1))
    t.notes = s.notes.copy()
    remember(t, Ally(2, 0))
    strike_out(t, Ally, 1)
    assert noted(s, Ally) == (Ally(1, 1),)


def test_notes_are_told_as_plain_data_and_read_again() -> None:
    s = state()
    remember(s, Ally(3, 0), Asleep(7), Asleep(8), Dark(), Fed(7, Meal(2, 5)))
    set_note(s, Held(4, (1, 2)))
    said = BOOK.tell(s.notes)
    assert said == {
        "allies": [[3, 0]], "asleep": [7, 8], "dark": True, "meals": [[7, [2, 5]]], "held": [4, [1, 2]],
    }  # fmt: skip
    read = BOOK.read(json.loads(json.dumps(said)))
    assert read == s.notes
    assert read[Fed][0].meal.eaten == 5


def test_what_no_rule_knows_is_left_out_and_so_is_a_kind_without_any() -> None:
    assert BOOK.read({"longer": [1, 2], "allies": []}) == {}


@pytest.mark.parametrize("said", [{"allies": [[1, 2, 3]]}, {"allies": 5}, {"held": 3}])
def test_what_has_not_the_fields_of_its_kind_is_no_note(said: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        BOOK.read(said)


def test_a_key_tells_one_kind_only() -> None:
    with pytest.raises(ValueError, match="allies"):
        BOOK.one("allies")(Held)
