"""What draws views and sends actions. It holds no rule.

`Board(game_or_view)` is a board to look at, `Table(game)` a board to play on, `Lesson(key)` a lesson to take; each displays
itself in a notebook. `LessonRoom` is a lesson without a page, to try its steps in Python. Only `bridge` needs Jupyter's widgets: rooms, panels and map are plain Python.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from elric.widgets.bridge.board import Board
    from elric.widgets.bridge.lesson import Lesson
    from elric.widgets.bridge.table import Table
    from elric.widgets.rooms.lesson import LessonRoom

__all__ = ["Board", "Lesson", "LessonRoom", "Table"]

_WIDGETS: Final = {
    "Board": "bridge.board",
    "Lesson": "bridge.lesson",
    "LessonRoom": "rooms.lesson",
    "Table": "bridge.table",
}


def __getattr__(name: str) -> Any:
    # imported when asked for: the panels and rooms work without ipyleaflet
    if name in _WIDGETS:
        return getattr(import_module(f"elric.widgets.{_WIDGETS[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
