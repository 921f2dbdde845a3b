"""Admission control: who has a table (a kernel), who is being admitted and who waits; the number of kernels is limited,
first come first served.

Independent of Voilà and of the network; the clock can be replaced in tests.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from elric.app import memory
from elric.app.clock import CLOCK
from elric.app.frames import Budget

__all__ = ["Guest", "Lobby", "Visit", "default_each", "default_most", "one_visitor"]

UNSEEN_SECONDS: Final = 60.0
"""A page that was fetched but never connected (a robot, a preview, an image tag) loses its kernel after so long."""

AWAY_SECONDS: Final = 120.0
"""And one whose tab vanished without a word after so long: a phone that changes networks is back before."""

WAITING_SECONDS: Final = 20.0
"""A page in the queue asks every few seconds; who has not asked for so long has gone."""

LINES_AT_ONCE: Final = 60
LINES_A_SECOND: Final = 5
"""Connections of one page: it opens one, and a few more while its network comes and goes; each costs 10 ms of a core."""

LOGGED: Final = (20.0, 0.2)
"""Words of one kernel in the host's log: at once, and then a second."""

MOST_WAITING: Final = 1000
MOST_WAITING_EACH: Final = 20
MOST_FATES: Final = 500
BYTES_A_KERNEL: Final = 80_000_000
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def default_most() -> int:
    """As many kernels as fit into half of the memory that there is for this server, from 4 to 200."""
    return max(4, min(200, memory.total() // 2 // BYTES_A_KERNEL))


def default_each(most: int, *, local: bool) -> int:
    """How many tables one address may have: all of them when the server is only reachable from this machine, else half,
    so that a club behind one router can play and nobody takes every table alone."""
    return 0 if local else max(6, most // 2)


def one_visitor(address: str) -> str:
    """By what an address counts: one line to the net has as many of the newer addresses as it wants, so their network counts."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), 64), strict=False))


def _code() -> str:
    """Eight letters that can be read out over the telephone."""
    text = "".join(secrets.choice(_LETTERS) for _ in range(8))
    return f"{text[:4]}-{text[4:]}"


@dataclass(eq=False)
class Visit:
    """One page that is being sent to a browser. `code`: identifies it in reports and in the host's log. `nonce`: for
    its scripts. `gone`: whether the browser disconnected before it had all of it. `address`: the client's address."""

    code: str = field(default_factory=_code)
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    kernel: str | None = None
    gone: bool = False
    address: str = ""


@dataclass
class Guest:
    """A kernel that belongs to a visitor. `since`: when it was admitted or its last socket closed. `heard`: when its
    page last sent anything. `budget`: the rate limit over all its connections. `told_host`: the rate limit of what its kernel
    writes into the log. `opened`: recently opened connections, counted at `last`. `process`: the kernel's."""

    code: str
    since: float
    address: str = ""
    heard: float = 0.0
    sockets: int = 0
    seen: bool = False
    told: set[str] = field(default_factory=set)
    budget: Budget = field(default_factory=Budget)
    told_host: Budget = field(default_factory=lambda: Budget(messages=LOGGED, bytes=(100_000, 1000)))
    opened: float = 0.0
    last: float = 0.0
    process: int | None = None


class Lobby:
    """Counts tables. `most`: how many at once. `each`: how many for one address, 0 for any number. `doors`: how many
    kernels may be starting at the same time. `idle`: seconds without a message after which an open page loses its
    kernel, 0 for never; all times are of the monotonic clock. `short`: memory is short; `closing`: the server is
    shutting down. In both cases nobody is admitted."""

    def __init__(
        self,
        most: int,
        *,
        each: int = 0,
        doors: int = 2,
        away: float = AWAY_SECONDS,
        idle: float = 0.0,
        now: Callable[[], float] = CLOCK.steady,
    ) -> None:
        self.most = most
        self.each = each
        self.doors = doors
        self.away = away
        self.idle = idle
        self.short = False
        self.closing = False
        self._now = now
        self.guests: dict[str, Guest] = {}
        self.visits: set[Visit] = set()
        self.fates: dict[str, str] = {}
        self._waiting: dict[str, tuple[float, str]] = {}

    @property
    def waiting(self) -> int:
        """Visitors in the queue."""
        self._forget_gone()
        return len(self._waiting)

    def has_enough(self, address: str) -> bool:
        """Whether an address has reached its limit of tables."""
        if not self.each or not address:
            return False
        seated = sum(1 for guest in self.guests.values() if guest.address == address)
        return (
            seated + sum(1 for visit in self.visits if visit.kernel is None and visit.address == address) >= self.each
        )

    @property
    def free(self) -> int:
        """The number of free tables. Prestarted kernels count as taken only once a visitor gets them."""
        return self.most - len(self.guests) - self.entering

    @property
    def entering(self) -> int:
        """Visitors who are admitted and have no kernel yet."""
        return sum(1 for visit in self.visits if visit.kernel is None)

    def wait(self, ticket: str | None, address: str = "") -> tuple[str, int]:
        """Join the queue, or stay in it: the ticket and the place, counted from 1; 0 means that the visitor may enter.
        An address that has reached its limit is not queued, and gets -1."""
        self._forget_gone()
        if self.has_enough(address):
            self._waiting.pop(ticket or "", None)
            return "", -1
        if ticket is None or ticket not in self._waiting:
            if self._may_enter(len(self._waiting)):
                return "", 0
            theirs = sum(1 for _, other in self._waiting.values() if other == address) if self.each and address else 0
            if len(self._waiting) >= MOST_WAITING or theirs >= MOST_WAITING_EACH:
                return "", MOST_WAITING + 1
            ticket = secrets.token_urlsafe(12)
        self._waiting[ticket] = self._now(), address
        ahead = list(self._waiting).index(ticket)
        return ticket, 0 if self._may_enter(ahead) else ahead + 1

    def admit(self, ticket: str | None, address: str = "") -> Visit | None:
        """A visit, when there is a free table and nobody is ahead in the queue; None otherwise."""
        self._forget_gone()
        ahead = list(self._waiting).index(ticket) if ticket in self._waiting else len(self._waiting)
        if self.has_enough(address) or not self._may_enter(ahead):
            return None
        self._waiting.pop(ticket or "", None)
        visit = Visit(address=address)
        self.visits.add(visit)
        return visit

    def _may_enter(self, ahead: int) -> bool:
        """Whether there is a table for everybody ahead and for this one, and not so many kernels are starting that the
        page would stay blank for long."""
        if self.short or self.closing:
            return False
        return ahead < self.free and len(self.visits) + ahead < 2 * self.doors

    def seat(self, visit: Visit, kernel: str, process: int | None = None) -> None:
        """The visit has got its kernel, which is this process."""
        visit.kernel = kernel
        self.guests[kernel] = Guest(visit.code, self._now(), visit.address, self._now(), process=process)

    def address_of(self, process: int) -> str:
        """The address of the visitor whose kernel a process is, "" when it is nobody's. From any thread."""
        return next((guest.address for guest in list(self.guests.values()) if guest.process == process), "")

    def served(self, visit: Visit) -> None:
        """The page of the visit has been sent, or will not be."""
        self.visits.discard(visit)
        guest = self.guests.get(visit.kernel or "")
        if guest is not None and not guest.sockets:
            guest.since = self._now()

    def may_open(self, kernel: str) -> bool:
        """Whether its page may open one more connection; if so it is counted."""
        guest = self.guests.get(kernel)
        if guest is None:
            return False
        now = self._now()
        guest.opened = max(0.0, guest.opened - LINES_A_SECOND * (now - guest.last))
        guest.last = now
        if guest.opened > LINES_AT_ONCE - 1:
            return False
        guest.opened += 1
        return True

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

    def hear(self, kernel: str) -> None:
        """Note that its page has sent a message."""
        guest = self.guests.get(kernel)
        if guest is not None:
            guest.heard = self._now()

    def silent(self) -> list[str]:
        """Kernels whose pages are open but have sent nothing for the idle time."""
        late = self._now() - self.idle
        return (
            [kernel for kernel, guest in self.guests.items() if guest.sockets > 0 and guest.heard < late]
            if self.idle
            else []
        )

    def doom(self, kernel: str, why: str) -> None:
        """Record why a kernel is about to be ended, for its page to ask."""
        guest = self.guests.get(kernel)
        if guest is not None:
            self.fates.setdefault(guest.code, why)
            while len(self.fates) > MOST_FATES:
                del self.fates[next(iter(self.fates))]

    def leave(self, kernel: str) -> Guest | None:
        """Remove a kernel that has ended; returns the visitor it belonged to, if any."""
        return self.guests.pop(kernel, None)

    def vanished(self) -> list[str]:
        """Kernels whose visitors disconnected without closing the page, or never connected."""
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
        for ticket in [ticket for ticket, (asked, _) in self._waiting.items() if asked < late]:
            del self._waiting[ticket]
