"""The clock of a server: one object, `CLOCK`, that all of it asks, so that a night's test can move the time."""

from __future__ import annotations

import threading
import time

__all__ = ["CLOCK", "Clock"]


class Clock:
    """The machine's clocks. `ahead`: seconds that are added to the time of day; `passed`: to the time that has gone by."""

    def __init__(self) -> None:
        self.ahead = self.passed = 0.0
        self._moved = threading.Condition()

    def now(self) -> float:
        """Seconds since 1970. The machine may set it forward or back at any moment."""
        return time.time() + self.ahead

    def steady(self) -> float:
        """Seconds that have gone by: nobody sets them."""
        return time.monotonic() + self.passed

    def wait(self, seconds: float) -> None:
        """Return when so many steady seconds have gone by. For threads."""
        until = self.steady() + seconds
        with self._moved:
            while (left := until - self.steady()) > 0:
                self._moved.wait(left)

    def move(self, *, ahead: float | None = None, passed: float = 0.0) -> None:
        """Set how far the time of day is ahead, or let time go by. For tests."""
        with self._moved:
            self.passed += passed
            self.ahead = self.ahead + passed if ahead is None else ahead
            self._moved.notify_all()


CLOCK = Clock()
