"""Kernels that belong to nobody: found and ended within a minute, with the files they leave.

A kernel that dies is started anew by Jupyter, and a tab that closes at that very moment ends only what there was before.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from elric.app.clock import CLOCK
from elric.app.forkserver import Child
from elric.app.journal import note

__all__ = ["ORPHAN_SECONDS", "Orphans"]

ORPHAN_SECONDS: Final = 50.0
"""A kernel is handed to its visitor before that, or its page has ended with a card."""


class Orphans:
    """Remembers since when a thing has been nobody's.

    Args:
        folder: where connection files are.
    """

    def __init__(self, folder: Path, now: Callable[[], float] = CLOCK.steady) -> None:
        self._folder = folder
        self._now = now
        self._since: dict[object, float] = {}
        self._left: dict[str, float] = {}  # ids of kernels that have ended, and when
        self._known: set[str] = set()

    def of(self, things: Iterable[object]) -> list[object]:
        """Those of things that are nobody's that were so all the time, for long enough."""
        now, things = self._now(), list(things)
        self._since = {thing: self._since.get(thing, now) for thing in things}
        return [thing for thing in things if now - self._since[thing] > ORPHAN_SECONDS]

    def end(self, kernels: Iterable[object]) -> None:
        """End kernels that nobody knows."""
        for kernel in kernels:
            if isinstance(kernel, Child):
                note("orphan", level=logging.WARNING, process=kernel.pid)
                kernel.kill()

    def sweep(self, ids: Iterable[str]) -> None:
        """Remove the files of kernels that have ended a while ago. `ids`: of those there are."""
        here, now = set(ids), self._now()
        self._left |= dict.fromkeys(self._known - here, now)
        self._known = here
        for one, since in list(self._left.items()):
            if now - since > ORPHAN_SECONDS / 2:
                del self._left[one]
                for file in self._folder.glob(f"kernel-{one}*"):
                    with contextlib.suppress(OSError):
                        file.unlink()
