"""The page that is served: a table whose game is kept between visits."""

from __future__ import annotations

import os

from elric.app.store import SaveStore
from elric.widgets.bridge.table import Table

__all__ = ["page"]


def page() -> Table:
    """The whole page, for the one cell of notebooks/elric.ipynb. Which game it shows, the host has said (`serve --game`)."""
    return Table(keeper=SaveStore(), name=os.environ.get("ELRIC_GAME", ""))
