"""One sitting at the page: the rooms behind its doors, and the one Screen that a message leads to. No widgets in here.

The table stands open; the course, practice, the rule book and the lab are built when they are first entered. A message goes
to the room that is open, then to the doors, then to the table; afterwards the open room is drawn, once.
"""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, Final, NamedTuple

from elric import games
from elric.kernel.game import Game
from elric.widgets.definition import TableDef
from elric.widgets.messages import Message
from elric.widgets.rooms.sitting import Keeper
from elric.widgets.rooms.table import TableRoom
from elric.widgets.rooms.table_screen import masthead
from elric.widgets.screen import Room, Screen

__all__ = ["Keeper", "Session"]

# What the browser keeps: solved steps of the course, and what practice knows of the learner.
_SOLVED: Final = "solved"
_PRACTISED: Final = "practised"
_DAMAGED: Final = "practised-damaged"  # what could not be read, until it is thrown away
_KEPT: Final = (_SOLVED, _PRACTISED, _DAMAGED)
_MOST_SOLVED: Final = 2000
# Controls that lead through a door of another name.
_BEHIND: Final = {"lesson": "learn"}


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
        self._course: Any = None  # these two go on where they were left
        self._practice: Any = None
        self._card = _Card("")
        self._narrow = False  # a small screen, which shows the part of the map that matters
        self._stage: tuple[str, ...] | None = ()
        self._kept = dict.fromkeys(_KEPT, "")
        self._remembered: dict[str, str] = {}
        self._linked: dict[str, str] = {}  # the lesson that the address names

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
        self.table.take(m)
        doors = self.table.kit.doors
        if m.query.get("lesson") and "learn" in doors:
            course = self._lessons()
            if course.take(m):
                self.room = course
        elif m.query.get("battle") and "whatif" in doors:
            lab = self._lab("")
            lab.linked(m.query)
            self.room = lab

    def _through(self, door: str, value: str) -> bool:
        """Go through a door; False when there is none of that name."""
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
        elif door == "rules":
            self.room = import_module("elric.widgets.rooms.rulebook").RulebookRoom(
                self._edition, self.game, value, self.table.kit
            )
        elif door == "whatif":
            self.room = self._lab(value)
        else:
            return False
        return True

    # ---- rooms ------------------------------------------------------------------------------------------------------

    @property
    def _edition(self) -> str:
        return self.game.rules.edition

    def _lab(self, area: str) -> Any:
        """The lab, with the battle in an area on its table when there is one."""
        looker = self.game.seat if self.table.hand_open else None
        lab = self.table.kit.lab_room(self.game, looker)
        if lab is not None:
            lab.bring(area)
        return lab

    def _lessons(self) -> Any:
        if self._course is None:
            module = import_module("elric.widgets.rooms.lesson")
            self._course = module.LessonRoom("", self._edition, _words(self._kept[_SOLVED]), self.table.kit)
        return self._course

    def _questions(self) -> Any:
        if self._practice is None:
            module = import_module("elric.widgets.rooms.practice")
            self._practice = module.PracticeRoom(
                self._edition, self._kept[_PRACTISED], damaged=self._kept[_DAMAGED], kit=self.table.kit
            )
        self._practice.progress.solved |= set(_words(self._kept[_SOLVED]))
        return self._practice

    def _is_open(self, room: object) -> bool:
        return room is not None and room is self.room

    def _remember(self) -> None:
        """Keep in this browser what was learnt."""
        if self._is_open(self._course):
            self._keep(_SOLVED, json.dumps(sorted(self._course.solved)))
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

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """What the page shows now. What was to be said or looked at once is not there the next time."""
        screen = self.room.draw()
        if not any(slot == "top" for _, slot, _ in screen.regions):
            screen.regions.insert(0, ("masthead", "top", masthead(self.table)))
        self._lay_card(screen)
        self._frame(screen)
        query, remembered = self.table.keeping.news()
        screen.query = query | self._address()
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
        """On a small screen the map goes to where the decision is, when that is elsewhere than before."""
        if self._narrow and screen.stage is not None and screen.stage != self._stage:
            self._stage = screen.frame = screen.stage
            screen.look = ""

    def _address(self) -> dict[str, str | None]:
        """While a lesson is open the page's address opens it again; elsewhere it does not speak of lessons."""
        place = self._course.address if self._is_open(self._course) else {}
        if place == self._linked:
            return {}
        self._linked = place
        return {"lesson": None, "edition": None, "step": None, **place}


def _words(text: str) -> list[str]:
    """What the browser kept of the course; whatever is not a list of short words is nothing."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return []
    if not isinstance(found, list):
        return []
    return sorted({x for x in found[:_MOST_SOLVED] if isinstance(x, str) and len(x) < 100})
