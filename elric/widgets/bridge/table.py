"""The table: map, panel and game as one widget. `Table()` in a notebook cell is the whole page.

It has rooms behind its doors: the game itself, the course, the lab. A room takes messages and says what to show; the
table hands both on. The rooms behind doors are built when they are first opened.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import ipywidgets

from elric.lab import BattleError
from elric.lab.prospects import battle_at
from elric.widgets.bridge.board import BoardMap
from elric.widgets.map.inspector import area_names
from elric.widgets.messages import Message
from elric.widgets.panels import about as about_panels
from elric.widgets.rooms.table import Keeper, Session
from elric.young_kingdoms import pieces
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game

__all__ = ["Table"]

# What the browser keeps: solved steps of the course, and what practice knows of the learner.
_SOLVED: Final = "solved"
_PRACTISED: Final = "practised"
_DAMAGED: Final = "practised-damaged"  # what could not be read, until it is thrown away
_KEPT: Final = (_SOLVED, _PRACTISED, _DAMAGED)
_MOST_SOLVED: Final = 2000


class Table(ipywidgets.VBox):
    """A game to play, with the coach beside it, the course and the lab behind their doors.

    Args:
        game: the game to sit down to; without one a new game of the first scenario is set.
        keeper: where the game is kept between visits (see elric.app.store.SaveStore); without one it is not kept.
    """

    def __init__(self, game: Game | None = None, keeper: Keeper | None = None) -> None:
        self.map = BoardMap()
        self.bridge = self.map.bridge()
        self.session = Session(game, keeper)
        self.session.areas = self.map.areas
        self.session.anchors = self.map.anchors
        self.session.calm = self.map.drawn.calm
        self._thing = ""  # what a card over the page tells about
        self._narrow = False  # a small screen, which shows the part of the map that matters
        self._stage: tuple[str, ...] = ()
        self._room: Any = None  # the room behind a door while it is open
        self._rooms: dict[str, Any] = {}  # those that go on where they were left
        self._kept = dict.fromkeys(_KEPT, "")
        self._linked: dict[str, str] = {}  # the lesson that the address names
        self.bridge.on(self._take)
        grid = ipywidgets.HBox([self.map, self.bridge])
        grid.add_class("elric-grid")
        super().__init__([grid])
        self.add_class("elric-root")
        self._show()

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game

    # ---- messages ---------------------------------------------------------------------------------------------------

    def _take(self, message: Message) -> None:
        if self._asks(message):
            self._show()
            return
        if message.kind == "hello":
            self._hello(message)
        elif self._room is not None and self._room.take(message):
            self._remember()
            if getattr(self._room, "closed", False):
                self._room = None
        elif self._room is not None and message.kind == "do" and self._through(message.name, message.value):
            pass
        else:
            self.session.take(message)
            self._through(self.session.door, message.value)
            self.session.door = ""
        self._show()

    def _asks(self, message: Message) -> bool:
        """Open, turn or close the card on what was pointed at; True when that was all the message wanted."""
        open_, self._thing = self._thing, ""
        if message.kind != "do":
            return False
        if message.name == "what":
            self._thing = message.value
        elif message.name == "clause" and self._room is None:
            self._thing = f"clause:{message.value}"
        elif message.name in ("escape", "close") and message.value in ("", "about"):
            return bool(open_)
        else:
            return False
        view = self._view()
        if not about_panels.about(self._thing, view, self._edition):
            self._thing = ""
        self.bridge.say(
            about_panels.spoken(self._thing, view) if self._thing else "There is nothing to tell about that."
        )
        return True

    def _view(self) -> Mapping[str, Any]:
        """What anybody may know of the position on the map."""
        room = self._room
        game = self.session.shown if room is None else room.game if room.game is not None else self.session.game
        return game.view(None)

    def _about(self) -> list[tuple[str, str, str]]:
        """The card, as a region over the page."""
        if not self._thing:
            return []
        return [("about", "over", about_panels.about(self._thing, self._view(), self._edition))]

    def _hello(self, message: Message) -> None:
        self._narrow = message.narrow
        self._kept = {key: message.stored.get(key, "") for key in _KEPT}
        self.session.take(message)
        if message.query.get("lesson"):
            course = self._course()
            if course.take(message):
                self._room = course
        elif message.query.get("battle"):
            self._room = self._lab("")
            self._room.linked(message.query)

    def _through(self, door: str, value: str) -> bool:
        """Go through a door; False when there is none of that name."""
        if door == "leave":
            self._room = None
        elif door == "new":
            self._room = None
            self.session.take(Message("do", name="new"))
        elif door == "learn":
            self._room = self._course()
        elif door == "lesson":
            self._room = self._course()
            self._room.take(Message("do", name="lesson", value=value))
        elif door == "practice":
            self._room = self._practice()
            if value:
                self._room.ask_about(value)
        elif door == "rules":
            module = import_module("elric.widgets.rooms.rulebook")
            self._room = module.RulebookSession(self._edition, self.session.game, value)
        elif door == "whatif":
            self._room = self._lab(value)
        else:
            return False
        return True

    def _lab(self, area: str) -> Any:
        """The lab, with the battle in an area on its table when there is one."""
        game = self.session.game
        looker = game.seat if self.session.hand_open else None
        room = import_module("elric.widgets.rooms.lab").LabSession(game, looker)
        if area in BOARD.index:
            coming = [u for u in game.state.moving if pieces.KIND[u] != pieces.FLEET]
            # without such a battle the lab opens on those it found itself
            with suppress(BattleError):
                room.ask(battle_at(game, area, -1 if looker is None else looker, coming))
        return room

    @property
    def _edition(self) -> str:
        return self.session.game.rules.edition

    def _course(self) -> Any:
        if "course" not in self._rooms:
            module = import_module("elric.widgets.rooms.lesson")
            self._rooms["course"] = module.LessonSession(edition=self._edition, solved=_words(self._kept[_SOLVED]))
        return self._rooms["course"]

    def _practice(self) -> Any:
        if "practice" not in self._rooms:
            module = import_module("elric.widgets.rooms.practice")
            self._rooms["practice"] = module.PracticeSession(
                self._edition, self._kept[_PRACTISED], damaged=self._kept[_DAMAGED]
            )
        self._rooms["practice"].progress.solved |= set(_words(self._kept[_SOLVED]))
        return self._rooms["practice"]

    def _remember(self) -> None:
        """Keep in this browser what was learnt."""
        course, practice = self._rooms.get("course"), self._rooms.get("practice")
        if course is not None and self._room is course:
            self._keep(_SOLVED, json.dumps(sorted(course.solved)))
        elif practice is not None and self._room is practice:
            self._keep(_DAMAGED, practice.damaged)
            self._keep(_PRACTISED, practice.progress_text)
            solved = practice.progress.solved  # with what was brought in as text
            if solved:
                self._keep(_SOLVED, json.dumps(sorted(solved)))
                if course is not None:
                    course.all_solved |= solved

    def _keep(self, key: str, text: str) -> None:
        if text != self._kept[key]:
            self._kept[key] = text
            self.bridge.remember(key, text)

    def _address(self) -> None:
        """While a lesson is open the page's address opens it again; elsewhere it does not speak of lessons."""
        course = self._rooms.get("course")
        place = course.address if course is not None and self._room is course else {}
        if place != self._linked:
            self._linked = place
            self.bridge.set_query(**{"lesson": None, "edition": None, "step": None, **place})

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        self._address()
        if self._room is not None:
            self._show_room()
            return
        s = self.session
        s.show()
        with self.bridge.together():
            self._lay([*s.regions, *self._about()])
            self.bridge.marks = s.marks
            self.bridge.badges = s.badges
            self.bridge.pieces = s.pieces
            self.bridge.names = s.names
        if self._narrow and s.stage != self._stage:
            self._stage = s.stage
            self.bridge.frame_areas(s.stage)
        elif s.look:
            self.bridge.look(s.look)
        s.look = ""
        if s.said:
            self.bridge.say(s.said)
            s.said = ""

    def _show_room(self) -> None:
        room = self._room
        game = room.game if room.game is not None else self.session.game
        view = game.view(room.viewer)
        with self.bridge.together():
            regions = list(room.regions())
            if not any(slot == "top" for _, slot, _ in regions):
                regions.insert(0, ("masthead", "top", self.session.masthead()))
            self._lay([*regions, *self._about()])
            self.bridge.marks = room.marks()
            self.bridge.badges = room.badges() if hasattr(room, "badges") else {}
            self.bridge.pieces = self.map.pieces(view)
            self.bridge.names = room.names() if hasattr(room, "names") else area_names(view, self.map.areas)
        if room.said:
            self.bridge.say(room.said)
            room.said = ""
        if getattr(room, "focus", ""):
            self.bridge.focus(room.focus)
            room.focus = ""

    def _lay(self, regions: list[tuple[str, str, str]]) -> None:
        """Put regions in place; the bridge sends only what has changed."""
        if list(self.bridge.regions) != [name for name, _, _ in regions]:
            self.bridge.slots = {name: slot for name, slot, _ in regions}
            self.bridge.regions = {name: html for name, _, html in regions}
        else:
            for name, slot, html in regions:
                self.bridge.show(name, html, slot)


def _words(text: str) -> list[str]:
    """What the browser kept of the course; whatever is not a list of short words is nothing."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return []
    if not isinstance(found, list):
        return []
    return sorted({x for x in found[:_MOST_SOLVED] if isinstance(x, str) and len(x) < 100})
