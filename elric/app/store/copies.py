"""A copy of all games in one file, taken while they are played, and its way back: from either kind of database into either."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, func, insert, inspect, select

from elric.app.store.database import Database, FileDatabase
from elric.app.store.tables import games, links, migrate, saves, shelves, trash
from elric.app.store.words import StoreError

__all__ = ["backup", "restore"]

_TABLES: Final = (saves, games, links, shelves, trash)
_ROWS: Final = 200  # at once
_LATER: Final = 1000  # versions that a restored game is ahead, so that an open page notices


def backup(source: Database, copy: Path) -> int:
    """Copy everything, as of one moment, into an SQLite file that only its owner may read; returns how many games there are.

    Raises:
        StoreError: it cannot be read or written, or there is nothing; then what stood at the copy's place stands there still.
    """
    if isinstance(source, FileDatabase) and not source.path.is_file():
        raise StoreError(f"There are no games in {source.path.parent}.")
    half = copy.with_name(copy.name + ".part")
    try:
        half.unlink(missing_ok=True)
        os.close(os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        made = FileDatabase(half)
        number = made.write(lambda into: source.snapshot(lambda base: _copy(base, into)))
        made.engine.dispose()
        with closing(sqlite3.connect(half)) as whole:
            whole.execute("PRAGMA journal_mode = DELETE")  # one file, without others beside it
        half.replace(copy)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"The copy cannot be written: {error}.") from error
    finally:
        for beside in (half, *(half.with_name(half.name + end) for end in ("-wal", "-shm", "-journal"))):
            beside.unlink(missing_ok=True)
    return number


def restore(copy: Path, into: Database, *, replace: bool = False) -> int:
    """Put a copy in the place of all games, at once or not at all; returns how many there are. Open pages notice it.

    Raises:
        StoreError: it is no copy; or games are there, and `replace` was not said.
    """
    if not _is_copy(copy):
        raise StoreError(f"{copy} is no copy of games.")

    def work(base: Connection) -> int:
        if not replace and base.execute(select(func.count()).select_from(saves)).scalar():
            raise StoreError(
                "There are games already: --replace puts the copy in their place (take a copy of them first)."
            )
        newest = base.execute(select(func.coalesce(func.max(games.c.version), 0))).scalar() or 0
        for table in _TABLES:
            base.execute(delete(table))
        return FileDatabase(copy).snapshot(lambda source: _copy(source, base, later=newest + _LATER))

    return into.write(work)


def _is_copy(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as found:
            (sound,) = found.execute("PRAGMA integrity_check").fetchone()
            found.execute("SELECT count(*) FROM saves").fetchone()
            return bool(sound == "ok")
    except sqlite3.Error:
        return False


def _copy(source: Connection, into: Connection, later: int = 0) -> int:
    there = set(inspect(source).get_table_names())
    for table in _TABLES:
        if table.name not in there:
            continue  # of an earlier version
        for rows in source.execute(select(table)).mappings().partitions(_ROWS):
            said = [dict(row) for row in rows]
            if table is games:
                said = [row | {"version": row["version"] + later} for row in said]
            into.execute(insert(table), said)
    migrate(into)
    return int(source.execute(select(func.count()).where(saves.c.slot == "game")).scalar() or 0)
