"""One database: the SQLite file in a folder, or PostgreSQL by its address. Each piece of work is one short transaction."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from elric.app.store.tables import migrate
from elric.app.store.words import StoreError, why

__all__ = ["Database", "FileDatabase", "ServerDatabase"]

T = TypeVar("T")
Work = Callable[[Connection], T]

_log = logging.getLogger("elric.saves")
_WAIT: Final = 5.0  # seconds to wait for a lock, and for the server's response
_OURS: Final = ("saves.sqlite", "saves.sqlite-wal", "saves.sqlite-shm", "saves.sqlite-journal")
_WRITES: Final = "elric_writes"
_WRITING: Final[Mapping[str, Any]] = {_WRITES: True}


class Database(ABC):
    """Common base of the two kinds: every failure is raised as StoreError, and the next transaction starts with a new
    connection."""

    engine: Engine
    place: str
    """Where it is, for the host's log."""
    frozen: ClassVar[Mapping[str, Any]] = {}
    """What a transaction needs that sees one moment alone."""

    def read(self, work: Work[T]) -> T:
        """Run a read-only transaction."""
        return self._guarded(work, writes=False)

    def write(self, work: Work[T]) -> T:
        """Run a transaction that writes: it is carried out completely or not at all."""
        return self._guarded(work, writes=True)

    def snapshot(self, work: Work[T]) -> T:
        """Run a read-only transaction that sees the database as of one moment, however long it takes."""
        return self._guarded(work, writes=False, options=self.frozen)

    def _guarded(self, work: Work[T], *, writes: bool, options: Mapping[str, Any] | None = None) -> T:
        try:
            return self._do(work, {_WRITES: writes, **(options or {})})
        except (OSError, SQLAlchemyError, sqlite3.Error) as error:
            self._lost()
            _log.error("the saves in %s cannot be used: %s", self.place, getattr(error, "orig", None) or error)
            raise StoreError(f"The place where games are kept cannot be used just now: {why(error)}.") from error

    @abstractmethod
    def _do(self, work: Work[T], options: Mapping[str, Any]) -> T:
        """Run a transaction."""

    @abstractmethod
    def _lost(self) -> None:
        """Called after a failure: forget everything that is cached about the database."""

    def _once(self, work: Work[T], options: Mapping[str, Any] = _WRITING) -> T:
        with self.engine.connect().execution_options(**options) as base, base.begin():
            return work(base)


class FileDatabase(Database):
    """An SQLite file. Its folder is created when missing, also when it was removed later; files are readable by their
    owner only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.place = str(path.parent)
        self._ready: tuple[int, int] | None = None  # device and inode of the file that has been prepared
        # each transaction opens the file again: it may have been replaced
        self.engine = create_engine("sqlite://", creator=self._connect, poolclass=NullPool)
        event.listen(self.engine, "begin", _begin)

    def _do(self, work: Work[T], options: Mapping[str, Any]) -> T:
        try:
            return self._prepared(work, options)
        except OperationalError as error:
            if self._ready == self._file() and "no such table" not in str(error.orig):
                raise
            # the folder was removed or emptied meanwhile: try once more with a new one
            self._ready = None
            return self._prepared(work, options)

    def _prepared(self, work: Work[T], options: Mapping[str, Any]) -> T:
        file = self._file()
        if file is None:
            self._make()
        if self._ready is None or file != self._ready:
            self._prepare()
        return self._once(work, options)

    def _lost(self) -> None:
        self._ready = None

    def _file(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return (found.st_dev, found.st_ino)

    def _make(self) -> None:
        """Folder and file, for their owner alone. SQLite gives the files it puts beside it the same rights."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))

    def _prepare(self) -> None:
        """Prepare the file for use; an older schema is migrated."""
        # permissions of another user's folder, or on a file system without permissions, stay as they are
        with suppress(OSError):
            for name in _OURS:
                if (beside := self.path.with_name(name)).exists():
                    beside.chmod(0o600)
        with suppress(OSError):
            if {entry.name for entry in self.path.parent.iterdir()} <= {*_OURS}:
                self.path.parent.chmod(0o700)
        raw = self._connect()
        try:
            raw.execute("PRAGMA journal_mode = WAL")
        finally:
            raw.close()
        self._once(migrate)
        self._ready = self._file()

    def _connect(self) -> sqlite3.Connection:
        # transactions are begun by `_begin` alone; a commit returns only after the data is on the disk
        raw = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
        raw.execute("PRAGMA synchronous = FULL")
        return raw


def _begin(base: Connection) -> None:
    writes = base.get_execution_options().get(_WRITES)
    base.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class ServerDatabase(Database):
    """PostgreSQL.

    Raises: ValueError: the address is malformed, or of an unsupported kind of database.
    """

    frozen: ClassVar[Mapping[str, Any]] = {"isolation_level": "REPEATABLE READ"}

    def __init__(self, address: str) -> None:
        try:
            url = make_url(address)
            if url.get_backend_name() == "postgresql":
                url = url.set(drivername="postgresql+psycopg")
            else:
                raise ValueError(f"games are kept in SQLite or PostgreSQL, not in {url.get_backend_name()!r:.40}")
            self.engine = create_engine(
                url,
                pool_size=4,
                max_overflow=8,
                pool_timeout=_WAIT,
                pool_pre_ping=True,  # the server may have been restarted since
                connect_args={
                    "connect_timeout": int(_WAIT),
                    "options": f"-c statement_timeout={int(1000 * _WAIT)} -c lock_timeout={int(1000 * _WAIT)}",
                },
            )
        except (ArgumentError, NoSuchModuleError) as error:
            raise ValueError(f"this is no address of a database ({error.__class__.__name__})") from None
        except ModuleNotFoundError as error:
            raise ValueError(f"PostgreSQL needs {error.name}: pip install 'elric[app]'") from None
        self.place = url.render_as_string(hide_password=True)
        self._ready = False
        self._lock = threading.Lock()

    def _lost(self) -> None:
        """Nothing is cached: each connection is tested before it is used."""

    def _do(self, work: Work[T], options: Mapping[str, Any]) -> T:
        if not self._ready:
            with self._lock:
                if not self._ready:
                    self._once(migrate)
                    self._ready = True
        try:
            return self._once(work, options)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != "42P01":  # no such table: the database was recreated
                raise
            self._once(migrate)
            return self._once(work, options)


def database(place: Path | str) -> Database:
    """The database in a folder, or at an address."""
    return FileDatabase(place / "saves.sqlite") if isinstance(place, Path) else ServerDatabase(place)
