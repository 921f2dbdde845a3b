"""What draws views and sends actions. It holds no rule.

`Board(game_or_view)` is a board to look at, `Table(game)` a board to play on, `Lesson(key)` a lesson to take; each displays
itself in a notebook. Only `bridge` needs Jupyter's widgets: rooms, panels and map are plain Python.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from elric.widgets.bridge.board import Board
    from elric.widgets.bridge.lesson import Lesson
    from elric.widgets.bridge.table import Table

__all__ = ["Board", "Lesson", "Table"]

_WIDGETS: Final = {"Board": "board", "Lesson": "lesson", "Table": "table"}


def __getattr__(name: str) -> Any:
    # imported when asked for: the panels and rooms work without ipyleaflet
    if name in _WIDGETS:
        return getattr(import_module(f"elric.widgets.bridge.{_WIDGETS[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
