"""Who is at a table, who is being let in, and who waits: so many kernels and no more, first come first served.

Nothing here knows of Voilà or of the network; times come from a clock that a test can set.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Guest", "Lobby", "Visit", "default_most"]

UNSEEN_SECONDS: Final = 60.0
"""A page that was fetched but never connected (a robot, a preview, an image tag) loses its kernel after so long."""

AWAY_SECONDS: Final = 120.0
"""And one whose tab vanished without a word after so long: a phone that changes networks is back before."""

WAITING_SECONDS: Final = 20.0
"""A page in the queue asks every few seconds; who has not asked for so long has gone."""

MOST_WAITING: Final = 1000
BYTES_A_KERNEL: Final = 80_000_000
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def default_most() -> int:
    """As many kernels as fit into half of this machine's memory, from 4 to 200."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        memory = 8_000_000_000
    return max(4, min(200, memory // 2 // BYTES_A_KERNEL))


def _code() -> str:
    """Eight letters that can be read out over the telephone."""
    text = "".join(secrets.choice(_LETTERS) for _ in range(8))
    return f"{text[:4]}-{text[4:]}"


@dataclass(eq=False)
class Visit:
    """One page on its way to a browser. `code`: names it in reports and in the host's log. `nonce`: for its scripts.
    `gone`: whether the browser hung up before it had all of it."""

    code: str = field(default_factory=_code)
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    kernel: str | None = None
    gone: bool = False


@dataclass
class Guest:
    """A kernel that belongs to a visitor. `since`: when it was let in or its last socket closed."""

    code: str
    since: float
    sockets: int = 0
    seen: bool = False
    told: set[str] = field(default_factory=set)


class Lobby:
    """Counts tables. `most`: how many at once. `doors`: how many kernels may be starting at the same time."""

    def __init__(
        self, most: int, *, doors: int = 2, away: float = AWAY_SECONDS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.doors = doors
        self.away = away
        self._now = now
        self.guests: dict[str, Guest] = {}
        self.visits: set[Visit] = set()
        self._waiting: dict[str, float] = {}

    @property
    def free(self) -> int:
        """Tables that nobody has. Warm kernels count once somebody gets them."""
        return self.most - len(self.guests) - self.entering

    @property
    def entering(self) -> int:
        """Visitors who are let in and have no kernel yet."""
        return sum(1 for visit in self.visits if visit.kernel is None)

    def wait(self, ticket: str | None) -> tuple[str, int]:
        """Stand in line, or go on standing there: the ticket and the place, counted from 1; 0 means come in."""
        self._forget_gone()
        if ticket is None or ticket not in self._waiting:
            if self._may_enter(len(self._waiting)):
                return "", 0
            if len(self._waiting) >= MOST_WAITING:
                return "", MOST_WAITING + 1
            ticket = secrets.token_urlsafe(12)
        self._waiting[ticket] = self._now()
        ahead = list(self._waiting).index(ticket)
        return ticket, 0 if self._may_enter(ahead) else ahead + 1

    def admit(self, ticket: str | None) -> Visit | None:
        """A visit, when there is a table and nobody stands before this one; None otherwise."""
        self._forget_gone()
        ahead = list(self._waiting).index(ticket) if ticket in self._waiting else len(self._waiting)
        if not self._may_enter(ahead):
            return None
        self._waiting.pop(ticket or "", None)
        visit = Visit()
        self.visits.add(visit)
        return visit

    def _may_enter(self, ahead: int) -> bool:
        """A table is left for each one ahead, and the door is not so crowded that a page would stay white for long."""
        return ahead < self.free and len(self.visits) + ahead < 2 * self.doors

    def seat(self, visit: Visit, kernel: str) -> None:
        """The visit has got its kernel."""
        visit.kernel = kernel
        self.guests[kernel] = Guest(visit.code, self._now())

    def served(self, visit: Visit) -> None:
        """The page of the visit has been sent, or will not be."""
        self.visits.discard(visit)
        guest = self.guests.get(visit.kernel or "")
        if guest is not None and not guest.sockets:
            guest.since = self._now()

    def connect(self, kernel: str) -> None:
        guest = self.guests.get(kernel)
        if guest is not None:
            guest.sockets += 1
            guest.seen = True

    def disconnect(self, kernel: str) -> None:
        guest = self.guests.get(kernel)
        if guest is not None:
            guest.sockets -= 1
            guest.since = self._now()

    def leave(self, kernel: str) -> None:
        """The kernel is gone."""
        self.guests.pop(kernel, None)

    def vanished(self) -> list[str]:
        """Kernels whose visitors have gone without a word, or never came."""
        now = self._now()
        on_the_way = {visit.kernel for visit in self.visits}
        return [
            kernel
            for kernel, guest in self.guests.items()
            if guest.sockets <= 0
            and kernel not in on_the_way
            and now - guest.since > (self.away if guest.seen else min(self.away, UNSEEN_SECONDS))
        ]

    def _forget_gone(self) -> None:
        late = self._now() - WAITING_SECONDS
        for ticket in [ticket for ticket, asked in self._waiting.items() if asked < late]:
            del self._waiting[ticket]
