"""A page as a widget: map and bridge, the messages handed to a session, its Screen shown."""

from __future__ import annotations

from typing import Protocol

import ipywidgets

from elric.widgets.bridge.board import BoardMap
from elric.widgets.definition import TableDef
from elric.widgets.messages import Message
from elric.widgets.screen import Screen

__all__ = ["Page"]


class Shown(Protocol):
    """What a page shows: a session, or a single room."""

    def take(self, m: Message) -> object: ...

    def draw(self) -> Screen: ...


class Page(ipywidgets.VBox):
    """The map and the bridge to the browser, before a session that takes messages and draws Screens."""

    def __init__(self, session: Shown, kit: TableDef | None = None) -> None:
        self.session = session
        self.map = BoardMap(kit)
        self.bridge = self.map.bridge()
        self.bridge.on(self._take)
        grid = ipywidgets.HBox([self.map, self.bridge])
        grid.add_class("elric-grid")
        super().__init__([grid])
        self.add_class("elric-root")
        self.bridge.display(self.session.draw())

    def _take(self, message: Message) -> None:
        self.session.take(message)
        self.bridge.display(self.session.draw())
