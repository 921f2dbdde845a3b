"""A position that is being written: the state it makes as far as it goes, its view, and its faults in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from elric import games
from elric.kernel.game import Game
from elric.widgets.definition import TableDef
from elric.widgets.sandbox import Position, SandboxDef

__all__ = ["Fault", "FaultNames", "Made", "make"]

# Exceptions that reading or drawing an impossible position may raise.
_ODD: Final = (AttributeError, LookupError, TypeError, ArithmeticError, ValueError, AssertionError)
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9]")
_CLAUSE: Final = re.compile(r"\s*\(clause ([^\s/)]+)(?: / ([^\s)]+))?\)")


class Fault(NamedTuple):
    """What cannot be.

    Attributes:
        where: the place or the part of the position, in words.  words: what is wrong there.
        clause: the number in the edition being played, "" for none.
        area: an area to look at, thing: a thing to take up; "" for none.
    """

    where: str
    words: str
    clause: str = ""
    area: str = ""
    thing: str = ""


class Made(NamedTuple):
    """What a position comes to.

    Attributes:
        game: it as a game, begun where the position stands; as far as it goes where it has faults; None for nothing at all.
        view: everything on it, as whoever holds all hands sees it; None where it cannot be looked at.
        faults: what cannot be; empty for a position that stands.
    """

    game: Game | None
    view: dict[str, Any] | None
    faults: Sequence[Fault]


class FaultNames:
    """Names of a position's words, to say faults in."""

    def __init__(self, kit: TableDef, sandbox: SandboxDef, position: Position) -> None:
        self.areas = {key: str(area["name"]) for key, area in kit.chart().areas.items()}
        self.things = {thing.key: thing for thing in sandbox.things(position)}
        self.parts = sandbox.keys

    def with_names(self, text: str) -> str:
        """A text with names in place of the words of data."""
        return _ID.sub(lambda found: self._name(found.group()), text)

    def _name(self, word: str) -> str:
        if word in self.things:
            return self.things[word].name
        return self.areas.get(word, word)

    def fault(self, text: str, kit: TableDef, edition: str) -> Fault:
        """A fault as the game's reader tells it ("where: what"), in words."""
        found = _CLAUSE.search(text)
        number = ""
        if found:
            known = kit.game.editions
            numbers = (found[1], found[2] or found[1])
            number = numbers[min(known.index(edition) if edition in known else 0, 1)]
        plain = _CLAUSE.sub("", text)
        where, colon, what = plain.partition(": ")
        if not colon:
            where, what = "", plain
        words = _ID.findall(plain)
        thing = next((word for word in words if word in self.things), "")
        area = next((word for word in words if word in self.areas), "")
        if not area and thing and self.things[thing].place in self.areas:
            area = self.things[thing].place
        parts = [self.parts.get(part, self.with_names(part)) for part in where.split(", ")] if where else []
        return Fault(", ".join(parts), self.with_names(what), number, area, thing)


def make(kit: TableDef, sandbox: SandboxDef, position: Position) -> Made:
    """Make what can be made of a position, and say all that is wrong with it."""
    kind = games.game_class(kit.key)
    state, told = _drafted(kit, position)
    names = FaultNames(kit, sandbox, position)
    game = kind.from_state(state) if state is not None else None
    if game is not None and not told:
        try:
            begun = kind.at(position)
        except ValueError as error:
            told = list(getattr(error, "problems", ())) or [str(error)]
        else:
            if begun.seat is None and begun.outcome is None:
                told = ["nobody can do anything in it"]
    edition = game.rules.edition if game is not None else kit.game.edition
    return Made(game, _view(kit, game), [names.fault(text, kit, edition) for text in dict.fromkeys(told)])


def _drafted(kit: TableDef, position: Position) -> tuple[Any, list[str]]:
    try:
        return kit.game.draft(position)
    except _ODD as error:
        # at least name the part of the text that could not be read
        return None, [f"it cannot be read: {error}"]


def _view(kit: TableDef, game: Game | None) -> dict[str, Any] | None:
    """The position with every piece as its owner sees it."""
    if game is None:
        return None
    try:
        view = kit.view(game, None)
        units: dict[str, Mapping[str, Any]] = dict(view["units"])
        for seat in range(game.scenario.seats):
            own = {key: unit for key, unit in kit.view(game, seat)["units"].items() if unit.get("owner") == seat}
            units = {key: unit for key, unit in units.items() if unit.get("owner") != seat} | own
        return {**view, "units": units}
    except _ODD:
        return None
