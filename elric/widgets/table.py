"""The table: map, panel and game as one widget. `Table()` in a notebook cell is the whole page."""

from __future__ import annotations

import ipywidgets

from elric.widgets.board import BoardMap
from elric.widgets.messages import Message
from elric.widgets.session import Keeper, Session
from elric.young_kingdoms.game import Game

__all__ = ["Table"]


class Table(ipywidgets.VBox):
    """A game to play, with the coach beside it.

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

    def _take(self, message: Message) -> None:
        if message.kind == "hello":
            self.map.dark = message.dark
        self.session.take(message)
        self._show()

    def _show(self) -> None:
        s = self.session
        s.show()
        with self.bridge.together():
            if list(self.bridge.regions) != [name for name, _, _ in s.regions]:
                # another order or other regions: lay them out anew, the bridge keeps what has not changed
                self.bridge.slots = {name: slot for name, slot, _ in s.regions}
                self.bridge.regions = {name: html for name, _, html in s.regions}
            else:
                for name, slot, html in s.regions:
                    self.bridge.show(name, html, slot)
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
