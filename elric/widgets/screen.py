"""What a room shows, and what the page asks of a room. A message is taken, then the room is drawn: once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol, TypeVar, cast

from elric.widgets.markup import Markup
from elric.widgets.messages import Message

__all__ = ["Address", "Region", "Room", "Screen", "Seen", "View", "shown", "spoken"]

T = TypeVar("T")
View = Mapping[str, Any]
"""A position as somebody may see it: what `Game.view` gives."""

Region = tuple[str, str, Markup]
"""Name, slot ("top", "map", "side", "below", "foot", "over") and HTML."""


class Address(NamedTuple):
    """Where one is, as the query of the page's address says it.

    Attributes:
        query: what opens this place again.
        entry: the step of the browser's history that it belongs to: while this stays, the address is only corrected.
    """

    query: Mapping[str, str] = {}
    entry: str = ""


NOWHERE: Final = Address()
"""At the table: the game's own id is all there is to say."""


@dataclass(slots=True)
class Screen:
    """All a browser gets of a room.

    Attributes:
        regions: in the order they stand.
        seen: the position on the map as anybody may see it. It stays here; a card about a thing is drawn from it.
        marks, badges, names: for the map, by area, as `Bridge` wants them.
        pieces: what lies on the map.
        said: what a screen reader says.
        look: an area to bring into sight.
        stage: the areas that the decision is about, or None where there is none: what a small screen should show.
        frame: areas to show now where the map is small; `close`: where it is large, too.
        focus: the control that gets the keyboard.
        query: what to change in the page's address; None takes a name away.
        push: whether that is a new place, to which the browser's Back returns.
        layout: how map and words share the page: "" the map large, the words beside it; "small" the words, and a small
            map beside them; "folded" the words in two columns, the map when it is asked for.
        remember: what this browser should keep, by key.
    """

    regions: list[Region]
    seen: View
    marks: dict[str, str] = field(default_factory=dict)
    badges: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    said: str = ""
    look: str = ""
    stage: tuple[str, ...] | None = None
    frame: tuple[str, ...] | None = None
    close: bool = False
    focus: str = ""
    query: dict[str, str | None] = field(default_factory=dict)
    push: bool = False
    layout: str = ""
    remember: dict[str, str] = field(default_factory=dict)


class Room(Protocol):
    """A room of the page: the game itself, the course, practice, the rule book, the lab."""

    closed: bool
    """Whether the person has left the room by a control of its own."""

    def take(self, m: Message) -> bool:
        """Do what a message asks; False when it is nothing of this room's, for the page to handle."""
        ...

    def draw(self) -> Screen:
        """What the room shows now. What was to be said or looked at once is not there the next time."""
        ...

    @property
    def address(self) -> Address:
        """Where in the room one is."""
        ...


class Looked(Protocol):
    """What can be looked at: a game."""

    @property
    def record(self) -> Sequence[object]: ...


class Viewing(Protocol):
    """Who puts a view into the words the page reads: see `definition.TableDef.view`."""

    def view(self, g: Any, seat: int | None) -> dict[str, Any]: ...


class Seen:
    """A position as each seat sees it (None: as anybody does), each view worked out once."""

    def __init__(self, game: Any, kit: Viewing) -> None:
        self._kit = kit
        self._game: Looked = game
        self._last = _last(self._game)
        self._views: dict[int | None, dict[str, Any]] = {}
        self._drawn: dict[tuple[str, int | None], object] = {}

    def holds(self, game: Any) -> bool:
        """Whether that game still stands where it stood: every action makes an entry of its own in the record."""
        return self._game is game and self._last is _last(self._game)

    def __getitem__(self, seat: int | None) -> dict[str, Any]:
        if seat not in self._views:
            self._views[seat] = self._kit.view(self._game, seat)
        return self._views[seat]

    def once(self, what: str, seat: int | None, drawn: Callable[[dict[str, Any]], T]) -> T:
        """What is drawn from the view of a seat, worked out once for a position: most clicks only look at it."""
        key = what, seat
        if key not in self._drawn:
            self._drawn[key] = drawn(self[seat])
        return cast(T, self._drawn[key])


def _last(game: Looked) -> object:
    return game.record[-1] if game.record else None


def shown(regions: list[Region]) -> list[Region]:
    """The regions that have something in them."""
    return [region for region in regions if region[2]]


def spoken(lines: Iterable[str], most: int = 600) -> str:
    """Lines for a screen reader, said at once: where they are more than one can listen to, the last ones, whole; what came
    before stands in the story.

    Args:
        lines: sentences, in order; empty ones are left out.  most: letters.
    """
    told = [line for line in lines if line]
    kept: list[str] = []
    room = most
    for line in reversed(told):
        room -= len(line) + 1
        if room < 0 and kept:
            return " ".join(["More came before; the story has it.", *kept])
        kept.insert(0, line)
    return " ".join(kept)
