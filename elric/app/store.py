"""Where games and progress are kept: one SQLite file that outlives tabs, kernels and servers.

A page has an id (the `g` of its address). Under an id there are a few named slots of text ("game", "progress", ...).
Several kernels write at once, so the file runs in write-ahead mode and each write is one short transaction.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from elric.app.places import saves_folder
from elric.kernel.record import KeepError

__all__ = ["MOST_CHARACTERS", "SaveStore", "StoreError", "is_page_id"]

MOST_CHARACTERS = 4_000_000
_ID = re.compile(r"[0-9A-Za-z-]{8,40}")
_SLOT = re.compile(r"[a-z][a-z0-9-]{0,23}")


class StoreError(KeepError):
    """A save could not be kept or read; the message says what to do, in words for a player."""


def is_page_id(text: str) -> bool:
    """Whether `text` may be the id of a page: 8 to 40 letters, digits and hyphens."""
    return _ID.fullmatch(text) is not None


class SaveStore:
    """Text by (page id, slot).

    `folder` is made when missing; without one, the folder is `elric.app.places.saves_folder()`.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or saves_folder()) / "saves.sqlite"
        self._ready = False

    def put(self, page: str, slot: str, text: str) -> None:
        """Keep `text`, replacing what stood there. ValueError on a malformed id or slot, StoreError when it is
        longer than MOST_CHARACTERS or cannot be written."""
        self._check(page, slot)
        if len(text) > MOST_CHARACTERS:
            raise StoreError(f"This is too long to keep ({len(text):,} characters; {MOST_CHARACTERS:,} at most).")
        with self._open() as base:
            base.execute("INSERT OR REPLACE INTO saves VALUES (?, ?, ?, ?)", (page, slot, text, time.time()))

    def get(self, page: str, slot: str) -> str | None:
        """The text kept there, or None. Errors as `put`."""
        self._check(page, slot)
        with self._open() as base:
            row = base.execute("SELECT text FROM saves WHERE page = ? AND slot = ?", (page, slot)).fetchone()
        return None if row is None else str(row[0])

    def drop(self, page: str, slot: str | None = None) -> None:
        """Forget one slot of a page, or all of them."""
        self._check(page, slot or "game")
        with self._open() as base:
            if slot is None:
                base.execute("DELETE FROM saves WHERE page = ?", (page,))
            else:
                base.execute("DELETE FROM saves WHERE page = ? AND slot = ?", (page, slot))

    def prune(self, days: float) -> int:
        """Forget what nobody wrote to for so many days; returns how many slots went."""
        with self._open() as base:
            return base.execute("DELETE FROM saves WHERE kept < ?", (time.time() - days * 86_400,)).rowcount

    @staticmethod
    def _check(page: str, slot: str) -> None:
        if not is_page_id(page):
            raise ValueError(f"not the id of a page: {page[:60]!r}")
        if not _SLOT.fullmatch(slot):
            raise ValueError(f"not the name of a slot: {slot[:60]!r}")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            if not self._ready:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            base = sqlite3.connect(self.path, timeout=5)
            try:
                if not self._ready:
                    base.execute("PRAGMA journal_mode = WAL")
                    base.execute(
                        "CREATE TABLE IF NOT EXISTS saves (page TEXT, slot TEXT, text TEXT NOT NULL,"
                        " kept REAL NOT NULL, PRIMARY KEY (page, slot)) WITHOUT ROWID"
                    )
                    self._ready = True
                with base:
                    yield base
            finally:
                base.close()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"The saves in {self.path.parent} cannot be used: {error}.") from error
