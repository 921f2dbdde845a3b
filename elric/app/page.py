"""The page that is served: a table whose game is kept between visits."""

from __future__ import annotations

from elric.app.store import SaveStore
from elric.widgets.bridge.table import Table

__all__ = ["page"]


def page() -> Table:
    """The whole page, for the one cell of notebooks/elric.ipynb."""
    return Table(keeper=SaveStore())
