"""What a game says of its positions to the sandbox: the things that can be moved, and the values that can be chosen.

A position is plain data, as `GameDef.describe` writes it. Every answer here is worked out from that data alone, so a position
that cannot be is edited like any other; what is wrong with it the game's own reader says (`GameDef.draft`). A game fills in
what it wants to show better; what it says nothing of can still be written as data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

__all__ = ["NOWHERE", "Field", "Option", "Position", "SandboxDef", "Thing", "numbers"]

Position = Mapping[str, Any]
NOWHERE: Final = "box"
"""The place of a thing that is out of the game."""


class Option(NamedTuple):
    """One value of a field, and what it is called; `group`: under which heading it stands."""

    value: str
    label: str
    group: str = ""


class Field(NamedTuple):
    """A value of the position that can be chosen.

    Attributes:
        key: what `SandboxDef.set` is asked for.  label: what it is called.  value: the one of `options` that holds.
        group: the heading it stands under.  look: the area it is about, "" for none.
    """

    key: str
    label: str
    value: str
    options: Sequence[Option]
    group: str = ""
    look: str = ""

    @property
    def shown(self) -> str:
        """The value in words."""
        return next((option.label for option in self.options if option.value == self.value), self.value)


class Thing(NamedTuple):
    """Something that lies somewhere: a piece, a card.

    Attributes:
        key: its name in positions.  name: in words.  group: the heading it stands under.
        place: the area it stands in, or where else it is.  where: that in words.
        owner: the seat it belongs to, None for nobody's.  on_map: whether it can be put on an area.
        card: whether it stands on the leaf of cards, by where it is, rather than among what is not on the board.
    """

    key: str
    name: str
    group: str
    place: str
    where: str
    owner: int | None = None
    on_map: bool = True
    card: bool = False


def numbers(low: int, high: int) -> tuple[Option, ...]:
    """Whole numbers to choose from."""
    return tuple(Option(str(n), str(n)) for n in range(low, high + 1))


class SandboxDef:
    """A game's half of the sandbox. What is not filled in offers nothing: then the position is written as data."""

    keys: ClassVar[Mapping[str, str]] = {}
    """Every part of a position and what it is, for the form that takes it as data."""
    luck: ClassVar[str] = "3, 5"
    """An example of luck written down beforehand."""

    def things(self, position: Position) -> Sequence[Thing]:
        """Everything that can lie in one place or another."""
        return ()

    def fields(self, position: Position) -> Sequence[Field]:
        """Values of the whole position: turn, phase, who commands what."""
        return ()

    def of_thing(self, position: Position, key: str) -> Sequence[Field]:
        """Values of one thing: where it is, whose it is."""
        return ()

    def of_area(self, position: Position, area: str) -> Sequence[Field]:
        """Values of one area: who holds it."""
        return ()

    def put(self, position: Position, key: str, place: str) -> dict[str, Any]:
        """The position with a thing in another place; `place`: an area, or `NOWHERE`."""
        return dict(position)

    def set(self, position: Position, key: str, value: str) -> dict[str, Any]:
        """The position with another value of a field. Raises ValueError where there is no such field or value."""
        raise ValueError(f"there is nothing here called “{key[:60]}”")

    def empty(self, position: Position) -> dict[str, Any]:
        """The same scenario with nothing on the board."""
        return {key: position[key] for key in ("scenario", "rules") if key in position}

    def anew(self, position: Position) -> dict[str, Any]:
        """The position with its phase at the beginning: what was going on in it is forgotten."""
        return dict(position)

    def tidy(self, position: dict[str, Any]) -> dict[str, Any]:
        """A position as the game describes it, without what goes without saying."""
        return position

    def closed(self, game: Any, seat: int | None) -> str:
        """Why a seat (None: an onlooker) may not take the position of a game away now, in words, though what it cannot see is dealt
        anew: because what waits holds something that only another may see. "" where it may."""
        return ""

    def whole(self, position: Position) -> Mapping[str, str]:
        """The position part by part, each as data in one line."""
        known = {**dict.fromkeys(self.keys), **position}
        return {key: json.dumps(position[key], ensure_ascii=False) if key in position else "" for key in known}
