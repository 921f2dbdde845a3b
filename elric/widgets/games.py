"""Which game a page is about: the one place where the page's neutral half names a game."""

from __future__ import annotations

from elric.widgets.table_def import TableDef
from elric.young_kingdoms.table import definition

__all__ = ["table_of"]


def table_of(game: object = None) -> TableDef:
    """What a game hands the page."""
    return definition
