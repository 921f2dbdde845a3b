"""The page that is served; its game is kept between visits."""

from __future__ import annotations

import os

from elric.widgets.bridge.table import HouseTable
from elric.widgets.rooms.kept import Keeper

__all__ = ["page"]


def page() -> HouseTable:
    """The whole page, for the one cell of notebooks/elric.ipynb. Which game it shows where the address names none is a
    setting of the host (`serve --game`)."""
    return HouseTable(keeper=_keeper(), name=os.environ.get("ELRIC_GAME", ""))


def _keeper() -> Keeper:
    """The store of the server that started this kernel; a store of its own in a notebook that was started otherwise."""
    told = os.environ.get("ELRIC_STORE")
    if told:
        from elric.app.store.service import LentStore

        return LentStore(told)
    from elric.app.store.saves import SaveStore

    return SaveStore()
