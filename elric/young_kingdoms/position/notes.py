"""Notes: what a position remembers besides who is where. Each kind is a named tuple; `NOTES` says how a position tells it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from elric.kernel.notes import forget, noted, remember, strike_out, unnote
from elric.young_kingdoms.position import fields
from elric.young_kingdoms.position.fields import Word


class MetElric(NamedTuple):
    """Somebody has met Elric."""


class Friends(NamedTuple):
    """Elric and Moonglum have met."""


class WithBrut(NamedTuple):
    """Brut is with Elric when he comes back."""


class Away(NamedTuple):
    """When Elric comes back, and to whom (-1: to nobody)."""

    turn: int
    to: int


class Captured(NamedTuple):
    """Whose conquest a city is."""

    city: int
    seat: int


class Reduced(NamedTuple):
    """When a city was last attacked."""

    city: int
    turn: int


class SpentHorde(NamedTuple):
    """When a horde was destroyed."""

    horde: int
    turn: int


class Arrives(NamedTuple):
    """A nation that was mustered, and the turn in which it stands ready."""

    nation: int
    seat: int
    turn: int


class Seeks(NamedTuple):
    """A horde that has not found its place yet, and which place that is."""

    horde: int
    place: str


class Opened(NamedTuple):
    """A spell that lies open in a tipped world, and since when."""

    spell: int
    turn: int


class Prowls(NamedTuple):
    """An open spell that has attacked and was not beaten."""

    spell: int


class Trail(NamedTuple):
    """By which areas a leader has come to where he is."""

    through: tuple[int, ...]
    to: int
    leader: int


class Met(NamedTuple):
    """What waits in an area has been met by a piece this turn."""

    area: int
    piece: int


class Braved(NamedTuple):
    """Who has braved a perilous sea this turn."""

    sea: int
    personality: int


class Leapt(NamedTuple):
    """Who has got off the Chaos Fleet, and where."""

    personality: int
    area: int


class Sways(NamedTuple):
    """Who goes to win Elric over."""

    leader: int


class Searched(NamedTuple):
    """Where a search has been made this turn."""

    area: int


class Stormed(NamedTuple):
    """Which city has been attacked this turn."""

    area: int


class Kept(NamedTuple):
    """Who keeps the capital of a nation that was his."""

    city: int
    seat: int


class Waits(NamedTuple):
    """Pieces that come when their city is free."""

    nation: int
    seat: int
    city: int
    pieces: tuple[int, ...]


class Faced(NamedTuple):
    """One of several enemies that has been fought in an area."""

    area: int
    enemy: int


class Searching(NamedTuple):
    """Which stack has found the enemies of an area."""

    area: int
    stack: int


class Conjures(NamedTuple):
    """Who draws a spell in his battle."""

    personality: int


class Fought(NamedTuple):
    """Where a battle has been fought this turn."""

    area: int


class Dispelled(NamedTuple):
    """Which Dispel Magic has been used in this battle."""

    spell: int


class Told(NamedTuple):
    """How a kind of note is said in a position: under which key, in what form, and its fields (but the place that a horde
    seeks, which follows).

    A "flag" is there or not; a "list" has one value for each note; a "table" has a key and a value; "rows" have names.
    """

    key: str
    form: str
    words: tuple[Word, ...] = ()


NOTES: Final[dict[Any, Told]] = {
    MetElric: Told("met_elric", "flag"),
    Friends: Told("friends", "flag"),
    WithBrut: Told("with_brut", "flag"),
    Away: Told("elric_returns", "rows", (fields.TURN, fields.maybe(fields.PIECE))),
    Captured: Told("captured", "table", (fields.AREA, fields.SEAT)),
    Reduced: Told("reduced", "table", (fields.AREA, fields.TURN)),
    SpentHorde: Told("spent_hordes", "table", (fields.NATION, fields.TURN)),
    Arrives: Told("arriving", "rows", (fields.NATION, fields.SEAT, fields.TURN)),
    Seeks: Told("seeking", "list", (fields.NATION,)),
    Opened: Told("opened", "table", (fields.SPELL, fields.TURN)),
    Prowls: Told("prowling", "list", (fields.SPELL,)),
    Trail: Told("trails", "rows", (fields.AREAS, fields.AREA, fields.PIECE)),
    Met: Told("met", "rows", (fields.AREA, fields.PIECE)),
    Braved: Told("braved", "rows", (fields.AREA, fields.PIECE)),
    Leapt: Told("leaping", "table", (fields.PIECE, fields.AREA)),
    Sways: Told("swaying", "list", (fields.PIECE,)),
    Searched: Told("searched", "list", (fields.AREA,)),
    Stormed: Told("stormed", "list", (fields.AREA,)),
    Kept: Told("kept_capitals", "table", (fields.AREA, fields.SEAT)),
    Waits: Told("waiting", "rows", (fields.NATION, fields.SEAT, fields.AREA, fields.PIECES)),
    Faced: Told("faced", "rows", (fields.AREA, fields.SEAT)),
    Searching: Told("seekers", "table", (fields.AREA, fields.STACK)),
    Conjures: Told("conjuring", "list", (fields.PIECE,)),
    Fought: Told("fought", "list", (fields.AREA,)),
    Dispelled: Told("dispelling", "list", (fields.SPELL,)),
}

__all__ = ["NOTES", "forget", "noted", "remember", "strike_out", "unnote"]
