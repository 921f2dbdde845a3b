"""Which game a page is about: the one place where the page's neutral half names a game."""

from __future__ import annotations

from elric import games
from elric.tutor.definition import Teaching
from elric.widgets.table_def import TableDef
from elric.young_kingdoms.table import definition

__all__ = ["table_of", "teaching_of"]


def table_of(game: object = None) -> TableDef:
    """What a game hands the page."""
    return definition


def teaching_of(game: object = None) -> Teaching:
    """What a game hands the tutor."""
    found = games.teaching()
    assert isinstance(found, Teaching)
    return found
