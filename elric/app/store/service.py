"""Remote access to the server's store for its kernels, over a local socket: one process uses the database for all of
them.

A kernel with its own database access would need 15 MB more for SQLAlchemy, and 12 MB for the PostgreSQL driver, and
each would hold connections of its own. Requests and responses are JSON: a method's name with its arguments, and its
result or error.
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import secrets
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from typing import TYPE_CHECKING, Any, Final

from elric.app.frames import Budget
from elric.app.store.words import StoreError
from elric.kernel.record import BehindError
from elric.widgets.rooms.kept import GAME, Keeper, KeptGame, Link, Ticket

if TYPE_CHECKING:
    from elric.app.store.saves import SaveStore

__all__ = ["LENT", "LentStore", "Service"]

LENT: Final = "ELRIC_STORE"
"""In a kernel's environment: where the store of its server is, and the word that opens it."""

_METHODS: Final = frozenset(dict(inspect.getmembers(Keeper, inspect.isfunction))) - {
    *dir(object),
    "_no_init_or_replace_init",
}
_LONGEST: Final = 20_000_000
NEW_GAMES: Final = (40.0, 0.1)
"""New games of one kernel, at once and then a second: a person begins a few, a program would fill the disk."""
NEW_BYTES: Final = (2_000_000, 2000)
"""And bytes that one kernel adds to what is kept: a long game has a hundred thousand."""
VISITOR_BYTES: Final = (20_000_000, 2000)
"""And all kernels of one visitor: who comes again gets another kernel, and a club behind one router is one visitor."""
_MOST_VISITORS: Final = 1000  # remembered; the one who has kept nothing for longest is forgotten
_STARVED: Final = 0.2  # seconds until it is tried again
_WAIT: Final = 20.0  # seconds; a single database operation has a timeout of five
_FAILED: Final = {"behind": BehindError, "store": StoreError, "value": ValueError}
_AWAY: Final = "The place where games are kept cannot be used just now: it cannot be reached."

_log = logging.getLogger("elric.saves")


class Service:
    """Serves kernels, each in its own thread, as long as this process lives.

    Attributes:
        told: in a kernel's environment it opens the store, see `LENT`.
        visitor: whose kernel a process is, "" where nobody knows.
    """

    def __init__(self, store: SaveStore) -> None:
        self._store = store
        self.visitor: Callable[[int], str] = lambda process: ""
        self._visitors: dict[str, Budget] = {}
        self._counting = threading.Lock()
        self._word = secrets.token_bytes(16)
        self._closed = False
        # on Linux an abstract socket name: no file, and released with the process however that ends
        address = f"\0elric-{secrets.token_hex(16)}" if sys.platform == "linux" else None
        # the answer is awaited in the caller's thread, so that no caller can delay the others
        self._listener = Listener(address, backlog=64)
        self.told = f"{self._word.hex()} {address or self._listener.address}".replace("\0", "@")
        threading.Thread(target=self._welcome, name="elric-store", daemon=True).start()

    def close(self) -> None:
        """Stop accepting connections."""
        self._closed = True
        self._listener.close()

    def _welcome(self) -> None:
        while True:
            try:
                guest = self._listener.accept()
            except (OSError, EOFError):
                if self._closed:
                    return
                time.sleep(_STARVED)  # no more files may be opened just now
                continue
            try:
                process, user = _peer(guest)
                if user != os.getuid():
                    guest.close()
                    continue
                threading.Thread(
                    target=self._serve, args=(guest, process), name="elric-store-guest", daemon=True
                ).start()
            except (OSError, RuntimeError):  # nor more threads be started
                guest.close()
                time.sleep(_STARVED)

    def _serve(self, guest: Any, process: int) -> None:
        from multiprocessing.connection import answer_challenge, deliver_challenge

        new_games, texts = Budget(messages=NEW_GAMES), _bytes(NEW_BYTES)

        def grow(game: bool, size: int) -> None:
            if game and not new_games.spend(0):
                raise StoreError("So many new games were begun here that the next can only be kept in a little while.")
            if not (texts.spend(size) and self._spend(self.visitor(process), size)):
                raise StoreError("So much was kept here that more can only be kept in a little while.")

        try:
            deliver_challenge(guest, self._word)
            answer_challenge(guest, self._word)
            while True:
                guest.send_bytes(self._answer(guest.recv_bytes(_LONGEST), grow))
        except (EOFError, OSError, AuthenticationError):
            pass
        finally:
            guest.close()

    def _spend(self, visitor: str, size: int) -> bool:
        """Whether a visitor may add so many bytes."""
        if not visitor:
            return True
        with self._counting:
            budget = self._visitors.pop(visitor, None) or _bytes(VISITOR_BYTES)
            self._visitors[visitor] = budget  # the last now
            if len(self._visitors) > _MOST_VISITORS:
                del self._visitors[next(iter(self._visitors))]
            return budget.spend(size)

    def _answer(self, asked: bytes, grow: Callable[[bool, int], None]) -> bytes:
        answer: dict[str, Any]
        try:
            name, given, named = json.loads(asked)
            if name == "ping":
                return _encode({"gave": True})
            if name not in _METHODS:
                raise ValueError(f"no method {name!r:.40}")
            if name == "put":
                # what it is longer than what stood there: acts of games that stand cost next to nothing
                over = given[3] if len(given) > 3 else None
                grow(given[1] == GAME and not over, max(0, _size(given[2]) - _size(over or "")))
            return _encode({"gave": getattr(self._store, name)(*given, **named)})
        except BehindError as error:
            answer = {"failed": "behind", "words": str(error)}
        except StoreError as error:
            answer = {"failed": "store", "words": str(error)}
        except ValueError as error:
            answer = {"failed": "value", "words": str(error)}
        except Exception:
            _log.exception("the store failed")
            answer = {"failed": "store", "words": _AWAY}
        return _encode(answer)


def _encode(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, ensure_ascii=True).encode()


def _bytes(bounds: tuple[float, float]) -> Budget:
    return Budget(messages=(1e9, 1e9), bytes=bounds)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _peer(line: Any) -> tuple[int, int]:
    """Process and user at the other end of a line: another user of this machine can find the address in a list of the system,
    and each connection takes a thread. Where the system does not tell, it is nobody's process, and ours."""
    if sys.platform != "linux":
        return 0, os.getuid()
    with socket.socket(fileno=os.dup(line.fileno())) as end:
        process, user, _ = struct.unpack(
            "3i", end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        )
    return process, user


class LentStore:
    """The client side in a kernel: the store of its server, as `elric.widgets.rooms.kept.Keeper`.

    Args:
        told: what `Service.told` says.
    """

    alone: str = ""

    def __init__(self, told: str) -> None:
        word, _, address = told.partition(" ")
        self._address = address.replace("@", "\0")
        self._word = bytes.fromhex(word)
        self._line: Connection[Any, Any] | None = None

    def put(
        self, page: str, slot: str, text: str, over: str | None = None, *, fresh: bool = False, about: str = ""
    ) -> None:
        self._ask("put", page, slot, text, over, fresh=fresh, about=about)

    def get(self, page: str, slot: str) -> str | None:
        found = self._ask("get", page, slot)
        return None if found is None else str(found)

    def tail(self, page: str, slot: str, start: int) -> str | None:
        found = self._ask("tail", page, slot, start)
        return None if found is None else str(found)

    def find(self, key: str) -> Ticket:
        ticket = Ticket(*self._ask("find", key))
        return ticket._replace(away=tuple(ticket.away))

    def share(self, page: str, seat: int = -1) -> str:
        return str(self._ask("share", page, seat))

    def links(self, page: str) -> list[Link]:
        return [Link(*row) for row in self._ask("links", page)]

    def revoke(self, page: str, key: str) -> None:
        self._ask("revoke", page, key)

    def shelve(self, shelf: str, key: str) -> None:
        self._ask("shelve", shelf, key)

    def shelf(self, shelf: str) -> list[KeptGame]:
        return [KeptGame(*row) for row in self._ask("shelf", shelf)]

    def rename(self, page: str, name: str) -> None:
        self._ask("rename", page, name)

    def delete(self, page: str) -> None:
        self._ask("delete", page)

    def restore(self, page: str) -> None:
        self._ask("restore", page)

    def ping(self) -> bool:
        """Whether the server's side answers; StoreError where it does not."""
        return bool(self._ask("ping"))

    def _ask(self, name: str, *given: Any, **named: Any) -> Any:
        asked = json.dumps([name, given, named], ensure_ascii=True).encode()
        try:
            if self._line is None:
                self._line = Client(self._address, authkey=self._word)
            self._line.send_bytes(asked)
            if not self._line.poll(_WAIT):
                raise TimeoutError
            answer = json.loads(self._line.recv_bytes())
        except (OSError, EOFError, AuthenticationError) as error:
            # it is unknown whether the call was carried out: the caller has to read the store again
            if self._line is not None:
                self._line.close()
            self._line = None
            raise StoreError(_AWAY) from error
        if "failed" in answer:
            raise _FAILED[answer["failed"]](answer["words"])
        return answer["gave"]
