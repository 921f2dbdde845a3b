"""The table: map, panel and game as one widget. `Table()` in a notebook cell is the whole page.

It has rooms behind its doors: the game itself, the course, the lab. A room takes messages and says what to show; the
table hands both on. The rooms behind doors are built when they are first opened.
"""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, Final

import ipywidgets

from elric.widgets.board import BoardMap
from elric.widgets.messages import Message
from elric.widgets.session import Keeper, Session
from elric.young_kingdoms.game import Game

__all__ = ["Table"]

_SOLVED: Final = "solved"  # what the browser keeps of the course
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
        self._course: Any = None
        self._lab: Any = None
        self._room: Any = None  # the course or the lab while it is open
        self._solved: list[str] = []
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
        if message.kind == "hello":
            self._hello(message)
        elif self._room is not None and self._room.take(message):
            self._progress()
        elif message.kind == "do" and message.name == "leave":
            self._room = None
        else:
            if self._room is not None and message.kind == "do" and message.name == "new":
                self._room = None
            self.session.take(message)
        self._doors()
        self._show()

    def _hello(self, message: Message) -> None:
        self.map.dark = message.dark
        self._solved = _read_solved(message.stored.get(_SOLVED, ""))
        self.session.take(message)
        if message.query.get("lesson"):
            course = self._open_course()
            if course.take(message):
                self._room = course

    def _doors(self) -> None:
        door, self.session.door = self.session.door, ""
        if door == "learn":
            self._room = self._open_course()
        elif door == "whatif":
            self._lab = import_module("elric.widgets.lab_session").LabSession(self.session.game)
            self._room = self._lab

    def _open_course(self) -> Any:
        if self._course is None:
            self._course = import_module("elric.widgets.lesson_session").LessonSession(
                edition=self.session.game.rules.edition, solved=self._solved
            )
        return self._course

    def _progress(self) -> None:
        if self._room is not self._course or self._course is None:
            return
        solved = sorted(self._course.solved)
        if solved != self._solved:
            self._solved = solved
            self.bridge.remember(_SOLVED, json.dumps(solved))

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        if self._room is not None:
            self._show_room()
            return
        s = self.session
        s.show()
        with self.bridge.together():
            self._lay(s.regions)
            self.bridge.marks = s.marks
            self.bridge.badges = s.badges
            self.bridge.pieces = s.pieces
            self.bridge.names = s.names
        if s.look:
            self.bridge.look(s.look)
            s.look = ""
        if s.said:
            self.bridge.say(s.said)
            s.said = ""

    def _show_room(self) -> None:
        room = self._room
        with self.bridge.together():
            self._lay(room.regions())
            self.bridge.marks = room.marks()
            self.bridge.badges = room.badges()
            self.bridge.pieces = self.map.pieces(room.game.view(room.viewer))
            self.bridge.names = room.names()
        if room.said:
            self.bridge.say(room.said)
            room.said = ""

    def _lay(self, regions: list[tuple[str, str, str]]) -> None:
        """Put regions in place; the bridge sends only what has changed."""
        if list(self.bridge.regions) != [name for name, _, _ in regions]:
            self.bridge.slots = {name: slot for name, slot, _ in regions}
            self.bridge.regions = {name: html for name, _, html in regions}
        else:
            for name, slot, html in regions:
                self.bridge.show(name, html, slot)


def _read_solved(text: str) -> list[str]:
    """What the browser kept of the course; whatever is not a list of short words is nothing."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return []
    if not isinstance(found, list):
        return []
    return sorted({x for x in found[:_MOST_SOLVED] if isinstance(x, str) and len(x) < 100})
