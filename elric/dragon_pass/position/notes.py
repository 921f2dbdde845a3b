"""Notes: what a position remembers besides who is where. Here are the kinds that several chapters read; what one chapter alone
reads is declared in it, beside its rule.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.kernel.notes import (
    NoteBook,
    Remembers,
    forget,
    note_instead,
    noted,
    remember,
    set_note,
    strike_out,
    the_note,
)

NOTES: Final = NoteBook()


@NOTES.many("allies")
class Ally(NamedTuple):
    """With which seat a people is allied [28.5]."""

    people: int
    seat: int


@NOTES.many("envoys")
class Envoy(NamedTuple):
    """An emissary on the way before the game, to whom, and who has sent it [28.6]."""

    unit: int
    people: int
    sender: int


@NOTES.many("away")
class Away(NamedTuple):
    """A unit beyond the edge of the board, the hex that it left from, and the Move it left in [61.2]."""

    unit: int
    hex: int
    move: int


@NOTES.one("caught")
class Caught(NamedTuple):
    """The stack that the Sylphs hold, and where [25.3]."""

    hex: int = -1
    units: tuple[int, ...] = ()


@NOTES.many("stranded")
class Stranded(NamedTuple):
    """Who waits to be put back on the board after a flood or the Sylphs' grip, and the hexes where it may come, as bits [26.6]."""

    unit: int
    hexes: int


@NOTES.many("expected")
class Expected(NamedTuple):
    """Who comes back from the dead pile when there is room, and the hexes where it may come, as bits [62.3]."""

    unit: int
    hexes: int


@NOTES.many("lairs")
class Lair(NamedTuple):
    """Where a dinosaur lies that nobody has won [32.1]."""

    unit: int
    hex: int


@NOTES.many("giants")
class Prowling(NamedTuple):
    """Where a giant is that nobody has won [40.1]."""

    unit: int
    hex: int


@NOTES.many("asleep")
class Asleep(NamedTuple):
    """A giant that has eaten its fill [40.5]."""

    unit: int


@NOTES.many("risen")
class Risen(NamedTuple):
    """Whose counter is out of the game, as it is a zombie now [43.5]."""

    unit: int


@NOTES.many("peace")
class Word(NamedTuple):
    """Who has given whom his word; two who have given it to each other are at peace [69.2]."""

    giver: int
    other: int


@NOTES.one("capital")
class TarshCapital(NamedTuple):
    """The place that Old Tarsh has chosen for its capital [69.2]."""

    place: str = "wintertop"


@NOTES.many("conquered")
class Conquered(NamedTuple):
    """Whose army is whose now [69.2]."""

    victim: int
    victor: int


@NOTES.one("friend")
class BestFriend(NamedTuple):
    """Whom Old Tarsh has chosen for Androgeus' Best Friend [47.1]."""

    unit: int = -1


@NOTES.one("craters")
class Cratered(NamedTuple):
    """On which Turn the Crater Makers last cast a spell from which no bad roll came back [24.4]."""

    turn: int = -9


@NOTES.many("crowded")
class Crowded(NamedTuple):
    """A hex where more stand than may, and nobody could march [7.6]."""

    hex: int


@NOTES.one("carried")
class Carried(NamedTuple):
    """Who has been carried in this Move, as bits [7.7]."""

    units: int = 0


@NOTES.one("beaten")
class BeatenBack(NamedTuple):
    """Who has been driven back by a sally in this Move, as bits [13.9]."""

    units: int = 0


@NOTES.one("hound")
class HoundLoosed(NamedTuple):
    """On which Turn the Hound has run, or was lost with its master [46.2]."""

    turn: int


@NOTES.one("unseen")
class Unseen(NamedTuple):
    """In a position that is only weighed: the counters that nobody may know, as bits (`lab.unseen`)."""

    units: int = 0


@NOTES.one("unseen bat")
class UnseenBat(NamedTuple):
    """In a position that is only weighed: nobody knows where the Bat is [24.2]."""


def on_the_way(s: Remembers) -> list[int]:
    """Who is off the board for a while, and comes back by himself: the emissaries, and those beyond its edge."""
    return [*(envoy.unit for envoy in noted(s, Envoy)), *(left.unit for left in noted(s, Away))]


__all__ = ["NOTES", "forget", "note_instead", "noted", "on_the_way", "remember", "set_note", "strike_out", "the_note"]
