"""Where games and progress are kept: one SQLite file that outlives tabs, kernels and servers.

A page has an id (the `g` of its address). Under an id there are a few named slots of text ("game", "progress", ...).
Several kernels write at once, so the file runs in write-ahead mode and each write is one short transaction. Whoever
writes names the text that his own was made from: what somebody else kept meanwhile is never written over.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TypeVar

from elric.app.places import saves_folder
from elric.kernel.record import BehindError, KeepError

__all__ = ["MOST_CHARACTERS", "SaveStore", "StoreError", "is_page_id"]

MOST_CHARACTERS = 4_000_000
KEEP_DAYS: Final = 365.0
KEEP_PAGES: Final = 20_000
UNTOUCHED_DAYS: Final = 7.0
"""After so many days a page goes that was opened and never played on: its game is as good as any new one."""

_log = logging.getLogger("elric.saves")
_ID = re.compile(r"[0-9A-Za-z-]{8,40}")
_SLOT = re.compile(r"[a-z][a-z0-9-]{0,23}")
_DAY: Final = 86_400.0
_WAIT: Final = 5.0  # seconds for another kernel's write to end
_OURS: Final = ("saves.sqlite", "saves.sqlite-wal", "saves.sqlite-shm", "saves.sqlite-journal")
_TABLE: Final = """CREATE TABLE IF NOT EXISTS saves (page TEXT, slot TEXT, text TEXT NOT NULL, kept REAL NOT NULL,
    changes INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (page, slot)) WITHOUT ROWID"""

T = TypeVar("T")


class StoreError(KeepError):
    """A save could not be kept or read; the message says why, in words for a player. The host's log has the details."""


def is_page_id(text: str) -> bool:
    """Whether `text` may be the id of a page: 8 to 40 letters, digits and hyphens."""
    return _ID.fullmatch(text) is not None


class SaveStore:
    """Text by (page id, slot).

    `folder` is made when missing, also when it goes away later; without one, the folder is
    `elric.app.places.saves_folder()`. What is made here only its owner can read.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or saves_folder()) / "saves.sqlite"
        self._ready: tuple[int, int] | None = None  # the file that has been made ready, as the file system knows it

    def put(self, page: str, slot: str, text: str, over: str | None = None, *, fresh: bool = False) -> None:
        """Keep `text`.

        Args:
            page, slot: where.
            text: what.
            over: the text that stands there, as far as the caller knows; "" for nothing, None for whatever it is. Where
                nothing stands any more, nothing can be lost, and the text is kept.
            fresh: it is a game that nobody has played yet: `prune` may forget it sooner.

        Raises:
            ValueError: a malformed id or slot.
            BehindError: another text stands there; it stays.
            StoreError: the text is longer than MOST_CHARACTERS or cannot be written.
        """
        self._check(page, slot)
        if len(text) > MOST_CHARACTERS:
            raise StoreError(f"This is too long to keep ({len(text):,} characters; {MOST_CHARACTERS:,} at most).")

        values = {"page": page, "slot": slot, "text": text, "now": time.time(), "over": over, "changes": int(not fresh)}
        # one statement, so that nobody writes between the look and the deed
        written = self._do(
            lambda base: (
                base.execute(
                    "INSERT INTO saves (page, slot, text, kept, changes) VALUES (:page, :slot, :text, :now, :changes)"
                    " ON CONFLICT (page, slot) DO UPDATE SET text = :text, kept = :now, changes = changes + 1"
                    " WHERE :over IS NULL OR text = :over OR text = :text",
                    values,
                ).rowcount
            )
        )
        if written < 1:
            raise BehindError("Another text has been kept here meanwhile.")

    def get(self, page: str, slot: str) -> str | None:
        """The text kept there, or None. Errors as `put`."""
        self._check(page, slot)
        row = self._do(
            lambda base: base.execute("SELECT text FROM saves WHERE page = ? AND slot = ?", (page, slot)).fetchone()
        )
        return None if row is None else str(row[0])

    def drop(self, page: str, slot: str | None = None) -> None:
        """Forget one slot of a page, or all of them."""
        self._check(page, slot or "game")
        self._do(
            lambda base: base.execute(
                "DELETE FROM saves WHERE page = :page AND (:slot IS NULL OR slot = :slot)", {"page": page, "slot": slot}
            )
        )

    def prune(self, days: float = KEEP_DAYS, most: int = 0, untouched: float | None = None) -> int:
        """Forget old pages.

        Args:
            days: pages that nobody wrote to for so long go; 0 for none.
            most: so many pages stay at most, 0 for all: first those go that were never played on, then the oldest.
            untouched: pages that were never played on go after so many days; None as the others.

        Returns:
            how many slots went.
        """
        ends = [
            time.time() - (n * _DAY if n else float("inf")) for n in (days, days if untouched is None else untouched)
        ]

        def forget(base: sqlite3.Connection) -> int:
            pages = base.execute("SELECT page, MAX(kept), SUM(changes) > 0 FROM saves GROUP BY page").fetchall()
            pages.sort(key=lambda row: (row[2], row[1]))
            old = [(page, kept) for page, kept, played in pages if kept < (ends[0] if played else max(ends))]
            if most and len(pages) - len(old) > most:
                left = set(old)
                stay = [(page, kept) for page, kept, _ in pages if (page, kept) not in left]
                old += stay[: len(stay) - most]
            # whoever wrote since we looked keeps his page
            forgotten = "DELETE FROM saves WHERE page = ? AND kept <= ?"
            return sum(base.execute(forgotten, (page, kept)).rowcount for page, kept in old)

        return self._do(forget)

    def prune_daily(self, days: float, most: int) -> threading.Thread:
        """Prune now and every day from now on, in the background, as long as this process lives."""

        def work() -> None:
            while True:
                try:
                    gone = self.prune(days, most, UNTOUCHED_DAYS if days else None)
                    if gone:
                        _log.info("%d old saves were thrown away", gone)
                except StoreError:
                    pass  # it stands in the log; tomorrow is another day
                time.sleep(_DAY)

        worker = threading.Thread(target=work, name="elric-prune", daemon=True)
        worker.start()
        return worker

    @staticmethod
    def _check(page: str, slot: str) -> None:
        if not is_page_id(page):
            raise ValueError(f"not the id of a page: {page[:60]!r}")
        if not _SLOT.fullmatch(slot):
            raise ValueError(f"not the name of a slot: {slot[:60]!r}")

    # ---- the file ---------------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """One transaction. Whatever goes wrong is a StoreError, and the next one begins from the ground."""
        try:
            try:
                return self._once(work)
            except sqlite3.OperationalError as error:
                if self._ready == self._file() and "no such table" not in str(error):
                    raise
                # the folder was taken away or emptied under our hands: once more, with a new one
                self._ready = None
                return self._once(work)
        except (OSError, sqlite3.Error) as error:
            self._ready = None
            _log.error("the saves in %s cannot be used: %s", self.path.parent, error)
            raise StoreError(f"The place where games are kept cannot be used just now: {_why(error)}.") from error

    def _once(self, work: Callable[[sqlite3.Connection], T]) -> T:
        file = self._file()
        if file is None:
            self._make()
        with closing(sqlite3.connect(self.path, timeout=_WAIT)) as base:
            if self._ready is None or file != self._ready:
                self._prepare(base)
            with base:
                return work(base)

    def _file(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def _make(self) -> None:
        """Folder and file, for their owner alone. SQLite gives the files it puts beside it the same rights."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))

    def _prepare(self, base: sqlite3.Connection) -> None:
        """Make the file ready for use, one of an earlier version too."""
        # another user's folder, or a file system without rights, stays as it is
        with suppress(OSError):
            for name in _OURS:
                if (beside := self.path.with_name(name)).exists():
                    beside.chmod(0o600)
        with suppress(OSError):
            if {entry.name for entry in self.path.parent.iterdir()} <= {*_OURS}:
                self.path.parent.chmod(0o700)
        base.execute("PRAGMA journal_mode = WAL")
        with base:
            base.execute(_TABLE)
            if "changes" not in {row[1] for row in base.execute("PRAGMA table_info(saves)")}:
                base.execute("ALTER TABLE saves ADD COLUMN changes INTEGER NOT NULL DEFAULT 1")
        self._ready = self._file()


def _why(error: OSError | sqlite3.Error) -> str:
    """What is wrong, in words for a player: nothing of the host's folders."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    number = getattr(error, "errno", None)
    if code == sqlite3.SQLITE_FULL or number in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH) or number in (
        errno.EACCES,
        errno.EPERM,
        errno.EROFS,
    ):
        return "nothing may be written there"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "it is busy"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return "its file is damaged"
    return "it cannot be reached"
