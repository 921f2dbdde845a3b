"""One sitting at the page: the rooms behind its doors, and the one Screen that a message leads to. No widgets in here.

The table stands open; the course, practice, the rule book and the lab are built when they are first entered. A message goes
to the room that is open, then to the doors, then to the table; afterwards the open room is drawn, once.

Every place has an address: a room says where in it one is (`Room.address`), and the names in the query say which room it is.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

from elric import games
from elric.kernel.game import Game
from elric.widgets.definition import TableDef
from elric.widgets.messages import Message
from elric.widgets.panels.first import home
from elric.widgets.rooms.kept import Keeper
from elric.widgets.rooms.table import TableRoom
from elric.widgets.rooms.table_screen import masthead
from elric.widgets.screen import Address, Room, Screen

__all__ = ["Keeper", "Session"]

# What the browser keeps: solved steps of the course, what practice knows of the learner, solved puzzles.
_SOLVED: Final = "solved"
_PRACTISED: Final = "practised"
_DAMAGED: Final = "practised-damaged"  # what could not be read, until it is thrown away
_PUZZLED: Final = "puzzled"
_KEPT: Final = (_SOLVED, _PRACTISED, _DAMAGED, _PUZZLED)
_MOST_SOLVED: Final = 2000
_MOST_NAMES: Final = 60
# Controls that open a room under another name.
_BEHIND: Final = {"lesson": "learn"}
# The name in an address that says which room it opens.
_ROOMS: Final = {
    "lesson": "learn",
    "battle": "whatif",
    "rules": "rules",
    "practice": "practice",
    "puzzle": "puzzles",
    "games": "games",
    "sandbox": "sandbox",
    "replay": "replay",
    "page": "home",
}
_NO_PLACE: Final = ("g", "game")
_ARRIVING: Final = "arriving"  # state while the address is being applied
_FIRST: Final = Address({"page": "first"}, "first")


class _Card(NamedTuple):
    """A card over the page: what it tells about, and whether it has just been asked for."""

    thing: str
    fresh: bool = False


class Session:
    """The whole page without a browser: it takes messages and draws Screens.

    Args:
        game: the game to sit down to; without one a new game of the first scenario is set.
        keeper: where the game is kept between visits (see elric.app.store.SaveStore); without one it is not kept.
        kit: the game's half of the page; without one, that of the game given, or of the first game of the house. Nothing
            that a browser says changes it.

    Attributes:
        table: the game being played.  room: the room that is open.
    """

    def __init__(self, game: Game | None = None, keeper: Keeper | None = None, kit: TableDef | None = None) -> None:
        self.table = TableRoom(game, keeper, kit)
        # the first game of the house keeps its words under their bare names, every other under its own
        key = self.table.kit.key
        self._mine = "" if games.package(key) == games.package() else f"{key}:"
        self.room: Room = self.table
        self._course: Any = None  # kept while other rooms are open, so that they continue where they were left
        self._practice: Any = None
        self._puzzles: Any = None
        self._bench: Any = None
        self._card = _Card("")
        self._narrow = False  # a small screen, which shows the part of the map that matters
        self._stage: tuple[str, ...] | None = ()
        self._framed: tuple[Room | None, tuple[str, ...]] = (None, ())  # the last room that framed places, and these
        self._drawn: Room = self.table  # the room that was drawn last
        self._kept = dict.fromkeys(_KEPT, "")
        self._remembered: dict[str, str] = {}
        self._looked_for = 0.0  # seconds that the last look at what others do has taken
        self._met = False  # whether a browser has said where it is
        self._there = Address({}, _ARRIVING)  # what its address says

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.table.game

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> None:
        """Do what a message asks."""
        if self._pointed_at(m):
            return
        if m.kind == "hello":
            self._hello(m)
        elif m.kind == "do" and m.name == "address":
            self._go(_query(m.value))
        elif m.kind == "do" and m.name == "home":
            self._home()
        elif self.room is not self.table and self.room.take(m):
            self._remember()
            if self.room.closed:
                self.room = self.table
        elif self.room is not self.table and m.kind == "do" and self._through(m.name, m.value):
            pass
        elif not self.table.take(m):
            self._through(m.name, m.value)

    def _pointed_at(self, m: Message) -> bool:
        """Open, turn or close the card on what was pointed at; True when that was all the message wanted."""
        open_, self._card = self._card.thing, _Card("")
        if m.kind != "do":
            return False
        if m.name == "what":
            self._card = _Card(m.value, fresh=True)
        elif m.name == "clause" and self.room is self.table:
            self._card = _Card(f"clause:{m.value}", fresh=True)
        elif m.name in ("escape", "close") and m.value in ("", "about"):
            return bool(open_)
        else:
            return False
        return True

    def _hello(self, m: Message) -> None:
        self._narrow = m.narrow
        self._kept = {key: m.stored.get(self._mine + key, "") for key in _KEPT}
        self.table.learnt = _words(self._kept[_SOLVED])
        self.table.take(m)
        found = _place(_query(m.search))
        if not self._met:
            self._met, self._there = True, Address({}, _ARRIVING)
        if found != self._there.query:  # a page restored by the browser stays where it was
            self._go(found)

    def left_behind(self) -> tuple[str, ...]:
        """The names that this session's place has in the address, for whoever puts another session there."""
        return tuple(self._there.query)

    def come_back(self) -> None:
        """Another session stood in the address meanwhile, and has left it."""
        self._there = Address({}, _ARRIVING)

    def _home(self) -> None:
        """To the first page."""
        self.room = self.table
        self.table.welcome = True

    def _go(self, query: Mapping[str, str]) -> None:
        """To the place that an address names; to the first page, with a word, where it names none."""
        query = _place(query)
        # its result replaces the current entry of the browser's history
        self._there = Address(query, _ARRIVING)
        self.room = self.table
        if not query:
            self.table.welcome = False
            return
        name = next(name for name in _ROOMS if name in query)
        wrong = self._open(_ROOMS[name], query)
        if wrong:
            self._home()
            self.table.note = (
                f"The address of this page cannot be followed: {wrong}. From here every room can be reached."
            )

    def _open(self, door: str, query: Mapping[str, str]) -> str:
        """Enter a room at the place that an address names; returns what is wrong with it."""
        if door == "home":
            self._home()
            return ""
        if door not in self.table.kit.doors:
            return "this game has no such room"
        room: Any = {
            "learn": self._lessons, "practice": self._questions, "rules": self._rulebook, "whatif": self._lab,
            "games": self._games, "sandbox": self._sandbox, "replay": self._replay, "puzzles": self._puzzling,
        }[door]()  # fmt: skip
        wrong: str = room.linked(query)
        if not wrong:
            self.room = room
        return wrong

    def _through(self, door: str, value: str) -> bool:
        """Go through a door; False when there is none of that name."""
        if door == "play-on" and self._is_open(self._course) and self._course.plays:
            self.table.play_on(self._course.game.copy())
            self.room = self.table
            return True
        if door != "leave" and _BEHIND.get(door, door) not in self.table.kit.doors:
            return False
        if door == "leave":
            self.room = self.table
        elif door == "new":
            self.room = self.table
            self.table.take(Message("do", name="new"))
        elif door == "learn":
            self.room = self._lessons()
        elif door == "lesson":
            self.room = self._lessons()
            self.room.take(Message("do", name="lesson", value=value))
        elif door == "practice":
            practice = self._questions()
            self.room = practice
            if value:
                practice.ask_about(value)
        elif door == "puzzles":
            self.room = self._puzzling()
        elif door == "rules":
            self.room = self._rulebook(value)
        elif door == "whatif":
            self.room = self._lab(value)
        elif door == "games":
            self.room = self._games()
        elif door == "sandbox":
            bench = self._sandbox()
            self.table.note = bench.enter(value)
            self.room = self.table if self.table.note else bench
        elif door == "replay":
            self.room = self._replay(value)
        else:
            return False
        return True

    def follow(self) -> bool:
        """Go along with what happened elsewhere to the game at the table; True when the page shows something else now."""
        began = time.monotonic()
        self.table.attended = self.room is self.table
        changed = self.table.follow() and self.room is self.table
        self._looked_for = time.monotonic() - began
        look = getattr(self.room, "follow", None) if self.room is not self.table else None
        return bool(look is not None and look()) or changed

    @property
    def patience(self) -> float:
        """Seconds from one `follow` to the next: few where others play the same game from elsewhere. A slow store is asked less often; a
        computer that thinks goes on at once."""
        k = self.table.keeping
        if self.table.computer.busy and self.room is self.table:
            return self.table.computer.patience
        return max(0.4 if k.ticket.away or not k.owner else 1.5, 4 * self._looked_for)

    # ---- rooms ------------------------------------------------------------------------------------------------------

    @property
    def _edition(self) -> str:
        return self.game.rules.edition

    def _rulebook(self, number: str = "") -> Any:
        module = import_module("elric.widgets.rooms.rulebook")
        return module.RulebookRoom(self._edition, self.game, number, self.table.kit)

    def _lab(self, area: str = "") -> Any:
        """The lab, with the battle in an area on its table when there is one."""
        lab = games.lab(self.table.kit.key)
        if lab is None:
            return None
        module = import_module("elric.widgets.rooms.lab")
        room = module.LabRoom(self.table.kit, lab, self.game, self.table.looker)
        room.bring(area)
        return room

    def _lessons(self) -> Any:
        if self._course is None:
            module = import_module("elric.widgets.rooms.lesson")
            self._course = module.LessonRoom("", self._edition, _words(self._kept[_SOLVED]), self.table.kit)
        return self._course

    def _games(self) -> Any:
        return import_module("elric.widgets.rooms.games").GamesRoom(self.table)

    def _sandbox(self) -> Any:
        if self._bench is None:
            self._bench = import_module("elric.widgets.rooms.sandbox").SandboxRoom(self.table)
        return self._bench

    def _replay(self, moment: str = "") -> Any:
        room = import_module("elric.widgets.rooms.replay").ReplayRoom(self.table)
        room.bring(moment)
        return room

    def _questions(self) -> Any:
        if self._practice is None:
            module = import_module("elric.widgets.rooms.practice")
            self._practice = module.PracticeRoom(
                self._edition, self._kept[_PRACTISED], damaged=self._kept[_DAMAGED], kit=self.table.kit,
                solved=_words(self._kept[_SOLVED]),
            )  # fmt: skip
        else:
            self._practice.learnt(_words(self._kept[_SOLVED]))
        return self._practice

    def _puzzling(self) -> Any:
        if self._puzzles is None:
            module = import_module("elric.widgets.rooms.puzzles")
            self._puzzles = module.PuzzleRoom(self.table.kit, _words(self._kept[_PUZZLED]))
        return self._puzzles

    def _is_open(self, room: object) -> bool:
        return room is not None and room is self.room

    def _remember(self) -> None:
        """Keep in this browser what was learnt."""
        if self._is_open(self._course):
            self._keep(_SOLVED, json.dumps(sorted(self._course.solved)))
        elif self._is_open(self._puzzles):
            self._keep(_PUZZLED, json.dumps(sorted(self._puzzles.solved)))
        elif self._is_open(self._practice):
            self._keep(_DAMAGED, self._practice.damaged)
            self._keep(_PRACTISED, self._practice.progress_text)
            solved = self._practice.progress.solved  # with what was brought in as text
            if solved:
                self._keep(_SOLVED, json.dumps(sorted(solved)))
                if self._course is not None:
                    self._course.all_solved |= solved

    def _keep(self, key: str, text: str) -> None:
        if text != self._kept[key]:
            self._kept[key] = self._remembered[self._mine + key] = text
            self.table.learnt = _words(self._kept[_SOLVED])

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """What the page shows now. What was to be said or looked at once is not there the next time."""
        screen = self.room.draw()
        if not any(slot == "top" for _, slot, _ in screen.regions):
            screen.regions.insert(0, ("masthead", "top", masthead(self.table)))
        self._lay_card(screen)
        self._frame(screen)
        screen.regions.insert(0, ("home", "top", home(self.table.kit, self._at_home)))
        query, remembered = self.table.keeping.news()
        changes, screen.push = self._moved()
        screen.query = query | changes
        screen.remember, self._remembered = self._remembered | remembered, {}
        return screen

    def _lay_card(self, screen: Screen) -> None:
        """The card over the page, drawn from what anybody may know of the position on the map."""
        thing, fresh = self._card
        card = self.table.kit.about(thing, screen.seen, self._edition) if thing else None
        self._card = _Card(thing if card else "")
        if card:
            screen.regions.append(("about", "over", card))
        if fresh and not screen.said:
            screen.said = self.table.kit.spoken(thing, screen.seen) if card else "There is nothing to tell about that."

    def _frame(self, screen: Screen) -> None:
        """On a small screen the map goes to where the decision is, when that is elsewhere than before. What a lesson or a puzzle
        has brought into sight stays in sight as long as it is open, and is in sight again when it is entered again."""
        room, places = self._framed
        if screen.frame is not None:
            self._framed, self._stage = (self.room, screen.frame), None
        elif self._narrow and screen.stage is not None and screen.stage != self._stage:
            self._stage = screen.frame = screen.stage
        elif self.room is not self._drawn and room in (self.room, self._drawn):
            screen.frame = places if room is self.room else ()
        self._drawn = self.room

    @property
    def _at_home(self) -> bool:
        return self.room is self.table and self.table.welcome

    def _moved(self) -> tuple[dict[str, str | None], bool]:
        """What has to change in the page's address, and whether that is a step which Back undoes."""
        if not self._met:
            return {}, False
        there = self._there
        self._there = here = _FIRST if self._at_home else self.room.address
        if here.query == there.query:
            return {}, False
        gone: dict[str, str | None] = dict.fromkeys(there.query)
        return gone | dict(here.query), there.entry not in (here.entry, _ARRIVING)


def _query(text: str) -> dict[str, str]:
    """The query of an address, the first value of each name."""
    found: dict[str, str] = {}
    for name, value in parse_qsl(text.lstrip("?"))[:_MOST_NAMES]:
        found.setdefault(name, value)
    return found


def _place(query: Mapping[str, str]) -> dict[str, str]:
    """The part of a query that names a place; nothing at the table. The game's own id and which game it is are no part of it."""
    return (
        {name: value for name, value in query.items() if name not in _NO_PLACE} if query.keys() & _ROOMS.keys() else {}
    )


def _words(text: str) -> list[str]:
    """What the browser kept of the course; whatever is not a list of short words is nothing."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return []
    if not isinstance(found, list):
        return []
    return sorted({x for x in found[:_MOST_SOLVED] if isinstance(x, str) and len(x) < 100})
