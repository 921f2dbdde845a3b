"""What draws views and sends actions. It holds no rule.

`Board(game_or_view)` is a board to look at; `Table(game)` is a board to play on. Both display themselves in a notebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from elric.widgets.board import Board
    from elric.widgets.table import Table

__all__ = ["Board", "Table"]


def __getattr__(name: str) -> Any:
    # imported when asked for: the panels and sessions work without ipyleaflet
    if name == "Board":
        from elric.widgets.board import Board

        return Board
    if name == "Table":
        from elric.widgets.table import Table

        return Table
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
