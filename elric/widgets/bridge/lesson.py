"""A lesson as one widget, for a notebook: `Lesson("march")` in a cell is the whole lesson, map and all."""

from __future__ import annotations

from collections.abc import Iterable

import ipywidgets

from elric.widgets.bridge.board import BoardMap
from elric.widgets.messages import Message
from elric.widgets.rooms.lesson import LessonSession

__all__ = ["Lesson"]


class Lesson(ipywidgets.VBox):
    """A lesson to take, with the list of all others.

    Args:
        key: of the lesson ("march"); without one, the first.
        edition: "avalon-hill" or "chaosium".
        solved: steps known to be solved, as "lesson/step" (see `LessonSession.solved`).

    Raises:
        UnknownLesson: with "did you mean".
    """

    def __init__(self, key: str = "", edition: str = "avalon-hill", solved: Iterable[str] = ()) -> None:
        self.session = LessonSession(key, edition, solved)
        self.map = BoardMap()
        self.bridge = self.map.bridge()
        self.bridge.on(self._take)
        grid = ipywidgets.HBox([self.map, self.bridge])
        grid.add_class("elric-grid")
        super().__init__([grid])
        self.add_class("elric-root")
        self._show()

    def _take(self, message: Message) -> None:
        self.session.take(message)
        self._show()

    def _show(self) -> None:
        s = self.session
        regions = s.regions()
        with self.bridge.together():
            if list(self.bridge.regions) != [name for name, _, _ in regions]:
                self.bridge.slots = {name: slot for name, slot, _ in regions}
                self.bridge.regions = {name: html for name, _, html in regions}
            else:
                for name, slot, html in regions:
                    self.bridge.show(name, html, slot)
            self.bridge.marks = s.marks()
            self.bridge.badges = s.badges()
            self.bridge.pieces = self.map.pieces(s.game.view(s.viewer))
            self.bridge.names = s.names()
        if s.said:
            self.bridge.say(s.said)
            s.said = ""
