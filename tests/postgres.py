"""Debian's PostgreSQL for tests: a server of our own in a temporary folder, on a socket that nobody else can reach."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

START_SECONDS = 30
# the server keeps what it is told only as long as the test lives: no need to wait for the disk
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=60")


def program(name: str) -> str:
    """Where a program of PostgreSQL is: on the path, or where Debian puts it. RuntimeError when it is not there."""
    found = shutil.which(name)
    if found:
        return found
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / name).is_file():
            return str(folder / name)
    raise RuntimeError(f"no {name} found: `make test` installs PostgreSQL (Debian: apt-get install postgresql)")


def _somebody() -> dict[str, Any]:
    """PostgreSQL does not run as root: then it runs as the user that Debian made for it."""
    return {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}


class PostgreSQL:
    """A server that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self._made = 0
        initdb = program("initdb")
        who = _somebody()
        if who:
            shutil.chown(folder, **who)
        subprocess.run(
            [initdb, "-D", str(folder / "data"), "-U", "elric", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"],
            check=True, capture_output=True, cwd="/", **who,
        )  # fmt: skip

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = [word for line in QUICK for word in ("-c", line)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [program("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), "-h", "", *settings],
                stdout=log, stderr=log, cwd="/", **_somebody(),
            )  # fmt: skip
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                self._do("SELECT 1")
                return
            except Exception:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop at once, whoever is connected."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(20)

    def database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        self._do(f"CREATE DATABASE t{self._made} TEMPLATE template0")
        return f"postgresql+psycopg://elric@/t{self._made}?host={self.folder}"

    def _do(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(host=str(self.folder), user="elric", dbname="postgres", autocommit=True) as base:
            base.execute(statement)


@contextmanager
def running() -> Iterator[PostgreSQL]:
    """A server that is surely gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="elric-pg-", ignore_cleanup_errors=True) as folder:
        server = PostgreSQL(Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.stop()
