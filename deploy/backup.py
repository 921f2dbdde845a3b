"""A copy of the games while they are played: python deploy/backup.py /var/lib/elric copies/elric.sqlite

Only for games in a folder (SQLite); for PostgreSQL take pg_dump. To restore: stop the server, put the copy in the folder's
place as saves.sqlite, remove saves.sqlite-wal and saves.sqlite-shm, start the server.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path


def backup(folder: Path, copy: Path) -> int:
    """Copy the games of a folder into one file, whole as of one moment; returns how many there are.

    Raises:
        FileNotFoundError: there are no games in the folder.
        sqlite3.Error: the copy is not sound; then what stood at its place stands there still.
    """
    kept = folder / "saves.sqlite"
    if not kept.is_file():
        raise FileNotFoundError(f"no games in {folder}")
    half = copy.with_name(copy.name + ".part")
    os.close(os.open(half, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as base, closing(sqlite3.connect(half)) as made:
        base.backup(made)
        (sound,) = made.execute("PRAGMA integrity_check").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
        (games,) = made.execute("SELECT count(*) FROM saves WHERE slot = 'game'").fetchone()
        made.execute("PRAGMA journal_mode = DELETE")
    half.replace(copy)
    return int(games)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(backup(Path(sys.argv[1]), Path(sys.argv[2])), "games")
