"""Notes: what a position remembers besides who is where. Here are the kinds that several chapters read; what one chapter alone
reads is declared in it, beside its rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from elric.kernel.notes import NoteBook, forget, note_instead, noted, remember, set_note, strike_out, the_note, unnote
from elric.sorcerer.components.colors import NO_COLOR

if TYPE_CHECKING:
    from elric.sorcerer.position.state import State

NOTES: Final = NoteBook()


@NOTES.one("flux")
class Flux(NamedTuple):
    """The color whose magic is gone for a Game-Turn [24.0]."""

    color: int = NO_COLOR


@NOTES.many("clones")
class Clones(NamedTuple):
    """A Sorcerer who has split, and the counters that stand for him [22.0]."""

    whole: int
    parts: tuple[int, ...]


@NOTES.many("cloaks")
class Cloak(NamedTuple):
    """A Sorcerer who casts the Cloak, and the units under it, himself perhaps among them [20.1]."""

    caster: int
    units: tuple[int, ...]


@NOTES.many("kept")
class Kept(NamedTuple):
    """A Sorcerer who has paid in this phase for the Cloak that he keeps: all else costs him double [20.2]."""

    caster: int


@NOTES.many("halted")
class Halted(NamedTuple):
    """A Sorcerer upon whom somebody fell in this phase: he must stop [23.2]."""

    sorcerer: int


@NOTES.many("revealed")
class Revealed(NamedTuple):
    """Infantry that has been in hiding and came out: it may hide again [23.4]."""

    unit: int


@NOTES.many("dead")
class Dead(NamedTuple):
    """Infantry lost in combat, whom the Black Sorcerer may raise [21.5]."""

    unit: int


@NOTES.one("conjured")
class Conjured(NamedTuple):
    """Periandrenn has called his demons, once in his life [17.15]."""


@NOTES.many("toured")
class Toured(NamedTuple):
    """A city that he has seen [17.12]."""

    city: int


@NOTES.many("fallen")
class Fallen(NamedTuple):
    """A city that the Tide has taken [17.26]."""

    city: int


@NOTES.many("stones")
class Seals(NamedTuple):
    """A city of the Stones, and those that still lie under Seals there, the top one last [19.23]."""

    city: int
    stones: tuple[int, ...]


@NOTES.many("lying")
class Lying(NamedTuple):
    """A hex, and the free Stones that lie in it, by color [19.26]."""

    hex: int
    stones: tuple[int, ...]


@NOTES.many("freed")
class Freed(NamedTuple):
    """A hex, and the color of a Stone that was freed from its Seal there in this phase [19.25]."""

    hex: int
    color: int


@NOTES.many("spoiled")
class Spoiled(NamedTuple):
    """An assassin who surprises in this combat phase, but not at double strength: another came out against it [23.6]."""

    unit: int


def flux(s: State) -> int:
    """The color whose magic is gone in this Game-Turn [24.0]; NO_COLOR for none."""
    return the_note(s, Flux).color if s.notes else NO_COLOR


def who_is_cloaked(s: State) -> tuple[int, ...]:
    """Everybody under a Cloak [20.1]."""
    return tuple([u for cloak in noted(s, Cloak) for u in cloak.units])


def sealed_stones(s: State, h: int) -> tuple[int, ...]:
    """The Stones that still lie under Seals in a hex [19.23]."""
    return next((one.stones for one in noted(s, Seals) if one.city == h), ())


def free_stones(s: State, h: int) -> tuple[int, ...]:
    """The free Stones in a hex [19.26]."""
    return next((one.stones for one in noted(s, Lying) if one.hex == h), ())


def lie_down(s: State, h: int, stones: tuple[int, ...]) -> None:
    """These and no other free Stones lie in a hex."""
    strike_out(s, Lying, h)
    if stones:
        remember(s, Lying(h, tuple(sorted(stones))))


__all__ = [
    "NOTES",
    "flux",
    "forget",
    "free_stones",
    "lie_down",
    "note_instead",
    "noted",
    "remember",
    "sealed_stones",
    "set_note",
    "strike_out",
    "the_note",
    "unnote",
    "who_is_cloaked",
]
