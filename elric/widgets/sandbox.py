"""What a game says of its positions to the sandbox: the things that can be moved, and the values that can be chosen.

A position is plain data, as `GameDef.describe` writes it. Every answer here is worked out from that data alone, so a position
that cannot be is edited like any other; what is wrong with it the game's own reader says (`GameDef.draft`). A game fills in
what it wants to show better; what it says nothing of can still be written as data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from elric.kernel.hexgame import HexGame

__all__ = ["NOWHERE", "Field", "FieldOption", "Position", "SandboxDef", "StackSandbox", "Thing", "numbers"]

Position = Mapping[str, Any]
NOWHERE: Final = "box"
"""The place of a thing that is out of the game."""


class FieldOption(NamedTuple):
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
    options: Sequence[FieldOption]
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


def numbers(low: int, high: int) -> tuple[FieldOption, ...]:
    """Whole numbers to choose from."""
    return tuple(FieldOption(str(n), str(n)) for n in range(low, high + 1))


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


class StackSandbox(SandboxDef):
    """A game of stacks on hexes: its counters, each where it stands, and turn, phase and whose turn it is.

    Args:
        game: the rules.
    """

    keys: ClassVar = {"turn": "Turn", "player": "Whose turn", "phase": "Phase", "stacks": "Stacks"}

    def __init__(self, game: HexGame) -> None:
        self.game = game

    def things(self, position: Position) -> Sequence[Thing]:
        at = {u: h for h, pile in _stacks(position).items() for u in pile}
        return [
            Thing(u, u, "Counters", at.get(u, NOWHERE), at.get(u, "not on the board"), self._seat(k))
            for k, u in enumerate(self.game.counters)
        ]

    def _seat(self, counter: int) -> int | None:
        owner = self.game.owners[counter]
        return owner if owner >= 0 else None

    def fields(self, position: Position) -> Sequence[Field]:
        said = {"turn": 1, "player": 0, "phase": self.game.phases[0], **position}
        scenario = next(iter(self.game.scenarios().values()))
        sides = self.game.names(self.game.scenarios().get(str(said.get("scenario")), scenario), ())
        phases = [FieldOption(name, name.capitalize()) for name in self.game.phases]
        return [
            Field("turn", "Turn", str(said["turn"]), numbers(1, self.game.turns or 20)),
            Field(
                "player",
                "Whose turn",
                str(said["player"]),
                [FieldOption(str(seat), name) for seat, name in sides.items()],
            ),
            Field("phase", "Phase", str(said["phase"]), phases),
        ]

    def put(self, position: Position, key: str, place: str) -> dict[str, Any]:
        stacks = {h: [u for u in pile if u != key] for h, pile in _stacks(position).items()}
        if place != NOWHERE:
            stacks[place] = [key, *stacks.get(place, [])]
        return {**position, "stacks": {h: pile for h, pile in stacks.items() if pile}}

    def set(self, position: Position, key: str, value: str) -> dict[str, Any]:
        if key not in ("turn", "player", "phase"):
            return super().set(position, key, value)
        return {**position, key: value if key == "phase" else int(value)}


def _stacks(position: Position) -> dict[str, list[str]]:
    """The stacks of a position that somebody is still writing: whatever may stand there."""
    found = position.get("stacks")
    rows = found.items() if isinstance(found, Mapping) else ()
    return {str(h): [u for u in pile if isinstance(u, str)] for h, pile in rows if isinstance(pile, (list, tuple))}
