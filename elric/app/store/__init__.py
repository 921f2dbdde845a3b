"""The store of games: SQLite or PostgreSQL, through SQLAlchemy; it survives tabs, kernels and servers.

A game has an id (the `g` of its owner's address). Under an id there are a few named slots of text, a name, a version
that grows with all that happens to it, and the addresses that were given to others: one seat's, or a watcher's. A
writer states the text that its own is based on, so that a save made by somebody else meanwhile is never overwritten
(optimistic locking).

- `SaveStore` speaks to the database. `service` lends the store of a server to its kernels, which then need no database
  layer of their own (15 MB each).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elric.app.store.words import KEEP_DAYS, KEEP_PAGES, MOST_BYTES, MOST_CHARACTERS, StoreError, is_page_id

if TYPE_CHECKING:
    from elric.app.store.saves import SaveStore

__all__ = ["KEEP_DAYS", "KEEP_PAGES", "MOST_BYTES", "MOST_CHARACTERS", "SaveStore", "StoreError", "is_page_id"]


def __getattr__(name: str) -> Any:
    if name == "SaveStore":
        from elric.app.store.saves import SaveStore

        return SaveStore
    raise AttributeError(name)
