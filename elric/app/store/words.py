"""Error messages of the store in words for a player, and the format of page ids."""

from __future__ import annotations

import errno
import re
import sqlite3
from typing import Final

from elric.kernel.record import KeepError

__all__ = [
    "DELETED_DAYS",
    "KEEP_DAYS",
    "KEEP_PAGES",
    "MOST_BYTES",
    "MOST_CHARACTERS",
    "UNTOUCHED_DAYS",
    "StoreError",
    "is_page_id",
]

MOST_CHARACTERS: Final = 4_000_000
KEEP_DAYS: Final = 365.0
KEEP_PAGES: Final = 20_000
MOST_BYTES: Final = 2_000_000_000
"""Of all games that are kept; each has 20 to 100 kB."""
UNTOUCHED_DAYS: Final = 7.0
"""After so many days a page goes that was opened and never played on: its game is as good as any new one."""
DELETED_DAYS: Final = 30.0
"""So long a deleted game can be brought back."""

_ID: Final = re.compile(r"[0-9A-Za-z-]{8,40}")
_SLOT: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")


class StoreError(KeepError):
    """A save could not be written or read; the message says why, in words for a player. The host's log has the details."""


def is_page_id(text: str) -> bool:
    """Whether `text` may be the id of a page: 8 to 40 letters, digits and hyphens."""
    return _ID.fullmatch(text) is not None


def check(page: str, slot: str = "game") -> None:
    """Raises ValueError for a malformed page id or slot name."""
    if not is_page_id(page):
        raise ValueError(f"not the id of a page: {page[:60]!r}")
    if not _SLOT.fullmatch(slot):
        raise ValueError(f"not the name of a slot: {slot[:60]!r}")


def check_text(*texts: str) -> None:
    """Raises StoreError for a text that no database can keep."""
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise StoreError("This holds half a character, which no text may hold.") from None
        if "\0" in text:
            raise StoreError("This holds a sign without a letter, which no text may hold.")


def why(error: BaseException) -> str:
    """An error in words for a player, without folders, names or addresses of the host."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    number = getattr(cause, "errno", None)
    state = str(getattr(cause, "sqlstate", None) or "")
    if code == sqlite3.SQLITE_FULL or number in (errno.ENOSPC, errno.EDQUOT) or state.startswith("53"):
        return "too many are playing" if state == "53300" else "the disk is full"
    if (
        code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)
        or number in (errno.EACCES, errno.EPERM, errno.EROFS)
        or state in ("25006", "42501")
    ):
        return "nothing may be written there"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or state in ("55P03", "57014"):
        return "it is busy"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or state.startswith("XX"):
        return "its file is damaged"
    return "it cannot be reached"
