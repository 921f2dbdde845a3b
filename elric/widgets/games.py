"""Which game a page is about: the one place where the page's neutral half names a game."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from elric import games
from elric.tutor.definition import Teaching
from elric.widgets.table_def import TableDef

__all__ = ["table_of", "teaching_of"]


def table_of(game: object = None) -> TableDef:
    """What a game hands the page."""
    return cast(TableDef, import_module("elric.young_kingdoms.table.definition"))


def teaching_of(game: object = None) -> Teaching:
    """What a game hands the tutor."""
    found = games.teaching()
    assert isinstance(found, Teaching)
    return found
