"""Notes: what a position remembers besides who is where. Each kind is a named tuple, told apart by its last field; `NOTES` says
how a position tells it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple, TypeVar

from elric.young_kingdoms.position import fields
from elric.young_kingdoms.position.fields import Word
from elric.young_kingdoms.position.state import State


class MetElric(NamedTuple):
    """Somebody has met Elric."""

    kind: str = "met elric"


class Friends(NamedTuple):
    """Elric and Moonglum have met."""

    kind: str = "friends"


class WithBrut(NamedTuple):
    """Brut is with Elric when he comes back."""

    kind: str = "with brut"


class Away(NamedTuple):
    """When Elric comes back, and to whom (-1: to nobody)."""

    turn: int
    to: int
    kind: str = "away"


class Captured(NamedTuple):
    """Whose conquest a city is."""

    city: int
    seat: int
    kind: str = "captured"


class Reduced(NamedTuple):
    """When a city was last attacked."""

    city: int
    turn: int
    kind: str = "reduced"


class SpentHorde(NamedTuple):
    """When a horde was destroyed."""

    horde: int
    turn: int
    kind: str = "spent horde"


class Arrives(NamedTuple):
    """A nation that was mustered, and the turn in which it stands ready."""

    nation: int
    seat: int
    turn: int
    kind: str = "arrives"


class Seeks(NamedTuple):
    """A horde that has not found its place yet, and which place that is."""

    horde: int
    place: str
    kind: str = "seek"


class Opened(NamedTuple):
    """A spell that lies open in a tipped world, and since when."""

    spell: int
    turn: int
    kind: str = "open"


class Prowls(NamedTuple):
    """An open spell that has attacked and was not beaten."""

    spell: int
    kind: str = "prowls"


class Trail(NamedTuple):
    """By which areas a leader has come to where he is."""

    through: tuple[int, ...]
    to: int
    leader: int
    kind: str = "trail"


class Met(NamedTuple):
    """What waits in an area has been met by a piece this turn."""

    area: int
    piece: int
    kind: str = "met"


class Braved(NamedTuple):
    """Who has braved a perilous sea this turn."""

    sea: int
    personality: int
    kind: str = "braved"


class Leapt(NamedTuple):
    """Who has got off the Chaos Fleet, and where."""

    personality: int
    area: int
    kind: str = "ashore"


class Sways(NamedTuple):
    """Who goes to win Elric over."""

    leader: int
    kind: str = "sway"


class Searched(NamedTuple):
    """Where a search has been made this turn."""

    area: int
    kind: str = "searched"


class Stormed(NamedTuple):
    """Which city has been attacked this turn."""

    area: int
    kind: str = "stormed"


class Kept(NamedTuple):
    """Who keeps the capital of a nation that was his."""

    city: int
    seat: int
    kind: str = "kept"


class Waits(NamedTuple):
    """Pieces that come when their city is free."""

    nation: int
    seat: int
    city: int
    pieces: tuple[int, ...]
    kind: str = "waits"


class Faced(NamedTuple):
    """One of several enemies that has been fought in an area."""

    area: int
    enemy: int
    kind: str = "faced"


class Searching(NamedTuple):
    """Which stack has found the enemies of an area."""

    area: int
    stack: int
    kind: str = "seekers"


class Conjures(NamedTuple):
    """Who draws a spell in his battle."""

    personality: int
    kind: str = "conjure"


class Fought(NamedTuple):
    """Where a battle has been fought this turn."""

    area: int
    kind: str = "fought"


class Dispelled(NamedTuple):
    """Which Dispel Magic has been used in this battle."""

    spell: int
    kind: str = "dispelled"


class Told(NamedTuple):
    """How a kind of note is said in a position: under which key, in what form, and its fields but the kind (and but the place
    that a horde seeks, which follows).

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

N = TypeVar("N")


def noted(s: State, kind: type[N]) -> list[N]:
    """The notes of a kind, in the order in which they were made."""
    out: list[N] = []
    for note in s.notes:  # two or three; a comprehension would cost more than they do
        if type(note) is kind:
            out.append(note)
    return out


def forget(s: State, kinds: Collection[type]) -> None:
    """Strike out every note of some kinds."""
    for note in s.notes:
        if type(note) in kinds:
            s.notes = tuple([n for n in s.notes if type(n) not in kinds])
            return


def strike_out(s: State, kind: type, *beginning: Any) -> None:
    """Strike out every note of a kind that begins so, with as many of its fields as are given."""
    size = len(beginning)
    s.notes = tuple([note for note in s.notes if type(note) is not kind or note[:size] != beginning])


def unnote(s: State, note: Any) -> None:
    """Strike out one note."""
    s.notes = tuple([n for n in s.notes if n != note])
