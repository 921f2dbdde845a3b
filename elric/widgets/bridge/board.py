"""A whole board for a notebook: map, counters, and the same in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elric.widgets.bridge.page import Page
from elric.widgets.rooms.board import BoardRoom

__all__ = ["Board"]


class Board(Page):
    """A board to look at in a notebook: `Board(game)` or `Board(view)`; `update` shows another position.

    Choosing an area shows who stands there and what there is to know of it; below the map a place can be sought by name.
    `chosen`, when given, is called with the area's id as well.
    """

    session: BoardRoom

    def __init__(self, game_or_view: Any, seat: int | None = None, chosen: Callable[[str], None] | None = None) -> None:
        super().__init__(BoardRoom(game_or_view, seat, chosen))

    def update(self, game_or_view: Any, seat: int | None = None) -> None:
        """Show a view (a dictionary), or what `seat` of a game may see (without one: who decides now)."""
        self.session.update(game_or_view, seat)
        self.wire.display(self.session.draw())
