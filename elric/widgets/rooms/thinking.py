"""Computers take turns at thinking: so many tables of one machine think at the same time, and the others wait.

A turn is a file that is locked, in a folder of all servers on the machine: whoever ends, however that came about, gives it
back by ending. Where no folder is named, as in a notebook, everybody may think.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

try:
    import fcntl
except ImportError:  # pragma: no cover  # not on Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["THINKING", "Turns", "thinking"]

THINKING: Final = "ELRIC_THINKING"
"""In the environment of a kernel: how many may think at once, and the folder of the turns: "2 /run/elric"."""

_TURN: Final = 1.0  # seconds; then another may think who waits
_PAUSE: Final = 0.15  # seconds between two attempts, so that one who waits gets the turn before who has just had it


class Turns:
    """One table's turns at thinking.

    Args:
        told: as `THINKING`; None for what the environment says, "" for no bound.

    Attributes:
        most: how many may think at once, 0 for any number.  folder: where the turns are.
        waits: whether it was refused a turn when it last asked.
    """

    def __init__(self, told: str | None = None) -> None:
        number, _, folder = (os.environ.get(THINKING, "") if told is None else told).partition(" ")
        self.most = int(number) if number.isdecimal() and folder and fcntl is not None else 0
        self.folder = Path(folder)
        self._held: int | None = None
        self._since = self._again = 0.0
        self._late: threading.Timer | None = None
        self._at_ease = False
        self._lock = threading.Lock()
        self.waits = False

    def take(self) -> bool:
        """Whether this table may think now; then it has a turn, until `give_back`, or until somebody else may have it."""
        if not self.most:
            return True
        now = time.monotonic()
        if self._held is not None:
            if now - self._since < _TURN:
                return True
            self.give_back()
            self._again = now + _PAUSE
        self._held = self._find() if now >= self._again else None
        self._since = now
        if self._held is not None:
            # a page that was left in mid-thought asks no more
            self._late = threading.Timer(2 * _TURN, self._let_go, (self._held,))
            self._late.daemon = True
            self._late.start()
        # between two turns of its own nobody is told that it waits
        self.waits = self._held is None and now >= self._again
        if self._held is not None:
            self._ease(True)
        return self._held is not None

    def give_back(self) -> None:
        """It does not think any more, or not for now."""
        self.waits = False
        if self._held is not None:
            if self._late is not None:
                self._late.cancel()
            self._let_go(self._held)
        self._ease(False)

    def _ease(self, thinks: bool) -> None:
        """Let whoever answers a click go first: the system's class for work that nobody waits for. It can be left again without
        a right, which a lower priority could not."""
        if thinks != self._at_ease:
            self._at_ease, system = thinks, cast(Any, os)
            with suppress(AttributeError, OSError):
                system.sched_setscheduler(
                    0, system.SCHED_BATCH if thinks else system.SCHED_OTHER, system.sched_param(0)
                )

    def _let_go(self, turn: int) -> None:
        with self._lock:
            if self._held == turn:
                self._held = None
                os.close(turn)  # which unlocks it

    def _find(self) -> int | None:
        for n in range(self.most):
            try:
                file = os.open(
                    self.folder / f"thinks-{n}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600
                )
            except OSError:
                return None
            if locked(file):
                return file
            os.close(file)
        return None


def thinking() -> int:
    """At how many tables a computer thinks now, of all servers on this machine."""
    held = 0
    for n in range((turns := Turns()).most):
        with suppress(OSError):
            file = os.open(turns.folder / f"thinks-{n}", os.O_RDWR | os.O_NOFOLLOW)
            held += not locked(file)
            os.close(file)
    return held


def locked(file: int) -> bool:
    """Whether an open file could be locked at once."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
