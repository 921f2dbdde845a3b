"""Request handlers: the page, the queue for it, the kernel's web socket, and the notice that a tab was closed."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Mapping
from typing import Any, ClassVar, Final
from weakref import WeakSet

import tornado.web
from jupyter_core.utils import ensure_async
from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RequestHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from elric.app import frames, kernels, measures, preview, stills
from elric.app.gate import page_policy
from elric.app.journal import note
from elric.app.lobby import Lobby, Visit, one_visitor
from elric.app.nowhere import Small, nowhere

__all__ = ["Anybody", "Channels", "Closing", "Door", "KernelSocket", "PageHandler", "Trouble", "calm"]

TICKET: Final = "elric-place"
MOST_UNSENT: Final = 8_000_000
"""Bytes on their way to one browser: the whole of a page is 400 kB."""

SEND_SECONDS: Final = 45.0
"""A page that has been made is sent within so long, or its visitor has gone."""

MOST_SOCKETS: Final = 4
"""At one kernel: a page has one, and for a moment two while it comes back."""


class Anybody(IdentityProvider):
    """Everybody has the same identity, without a cookie."""

    def get_user(self, handler: Any) -> User:
        return User("player")


class Channels(ZMQChannelsWebsocketConnection):
    """The connection between a browser and its kernel: passes on only messages that the page needs, within its rate
    limit. What a kernel prints, tracebacks included, goes to the host's log and never to a browser.

    Attributes:
        here: every open connection.
        closing: no new message is accepted; those accepted are still answered.
        acts: messages that the kernel has not finished, by id, with the time of their arrival.
    """

    here: ClassVar[WeakSet[Any]] = WeakSet()
    closing = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._opened = 0
        self._refused = False
        self.acts: dict[str, float] = {}
        Channels.here.add(self)

    async def prepare(self) -> None:
        """Wait until the kernel is alive and has said what it is.

        The library's own version sets a timer of one minute and never removes it. The timer keeps the connection and all that
        belongs to it in memory, so opening and closing connections again and again would fill the memory.
        """
        await self._register_session()
        kernel = self.kernel_manager
        async with asyncio.timeout(self.kernel_info_timeout):
            while not await ensure_async(kernel.is_alive()):
                await asyncio.sleep(0.1)
        self.session.key = kernel.session.key
        # If the kernel does not answer in time, the connection is opened anyway.
        await asyncio.wait([self.request_kernel_info()], timeout=self.kernel_info_timeout)

    def disconnect(self) -> Any:
        Channels.here.discard(self)
        return super().disconnect()

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        lobby: Lobby = self.websocket_handler.settings["elric_lobby"]
        guest = lobby.guests.get(self.kernel_id)
        if Channels.closing or self._refused or guest is None:
            return
        try:
            if self.subprotocol != frames.PROTOCOL:
                raise frames.FrameError("of another protocol")
            if not guest.budget.spend(len(incoming_msg)):
                raise frames.FrameError("more than a page sends")
            kind, number = frames.checked(incoming_msg)
            self._opened += kind == "comm_open"
            if self._opened > frames.MOST_OPENED:
                raise frames.FrameError("opens more than a page opens")
        except frames.FrameError as error:
            # Our pages never send such a message, so closing the socket loses nothing. What was sent after it is
            # ignored.
            self._refused = True
            measures.ERRORS.labels("frame").inc()
            note("refused", level=logging.WARNING, kernel=self.kernel_id, what=str(error))
            self.websocket_handler.close(1008)
        else:
            lobby.hear(self.kernel_id)
            if kind == "comm_msg" and number and len(self.acts) < frames.MESSAGES_AT_ONCE:
                self.acts[number] = time.monotonic()
            super().handle_incoming_message(incoming_msg)

    def handle_outgoing_message(self, stream: str, outgoing_msg: list[Any]) -> None:
        _, parts = self.session.feed_identities(outgoing_msg)
        header, content = parts[1], parts[4]
        kind = self.session.unpack(header)["msg_type"]
        if kind == "stream":
            text = self.session.unpack(content)["text"].rstrip()
            # A page that closes releases one comm more than it opened, and the kernel logs a warning each time.
            if not text.startswith("No such comm"):
                self._overhear(text, wrong=False)
            return
        if kind == "error":
            self._overhear("\n".join(self.session.unpack(content)["traceback"]), wrong=True)
            return
        super().handle_outgoing_message(stream, outgoing_msg)
        self._time(kind, parts, content)

    def _overhear(self, text: str, *, wrong: bool) -> None:
        """Log what the kernel printed, within a rate limit, as a browser can make it print a hundred times a second."""
        guest = self.websocket_handler.settings["elric_lobby"].guests.get(self.kernel_id)
        if guest is None or guest.told_host.spend(len(text)):
            kernels.overheard(text, wrong=wrong, kernel=self.kernel_id)

    def _time(self, kind: str, parts: list[Any], content: Any) -> None:
        """Note how long an act has taken."""
        if kind == "status" and self.acts and self.session.unpack(content).get("execution_state") == "idle":
            began = self.acts.pop(self.session.unpack(parts[2]).get("msg_id"), None)
            if began is not None:
                measures.ACT.observe(time.monotonic() - began)


class KernelSocket(VoilaKernelWebsocketHandler):
    """A browser's web socket to its own kernel."""

    write_error = nowhere
    _unsent = 0

    async def get(self, kernel_id: str) -> None:
        lobby: Lobby = self.settings["elric_lobby"]
        guest = lobby.guests.get(kernel_id)
        if guest is None:
            raise HTTPError(404)
        spoken = self.request.headers.get("Sec-WebSocket-Protocol", "").split(",")
        if frames.PROTOCOL not in (name.strip() for name in spoken):
            raise HTTPError(400)
        # The name becomes part of the address of a kernel's socket, where not every name is valid.
        if not re.fullmatch(r"[\w-]{1,64}", self.get_query_argument("session_id", ""), re.ASCII):
            raise HTTPError(400)
        if guest.sockets >= MOST_SOCKETS or not lobby.may_open(kernel_id):
            raise HTTPError(429)
        lobby.connect(kernel_id)
        try:
            await super().get(kernel_id)
        finally:
            lobby.disconnect(kernel_id)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message of the kernel; a browser that does not read is disconnected, as unsent messages stay in
        memory."""
        if self.ws_connection is None or self.ws_connection.is_closing():
            return None
        size = len(message)
        if self._unsent + size > MOST_UNSENT:
            measures.ERRORS.labels("unread").inc()
            note("refused", level=logging.WARNING, kernel=self.kernel_id, what="takes nothing of what it asked for")
            self.close(1008)
            return None
        sent = super().write_message(message, binary)
        if sent is not None:
            self._unsent += size
            sent.add_done_callback(lambda done: self._sent(done, size))
        return sent

    def _sent(self, done: Any, size: int) -> None:
        self._unsent -= size
        if not done.cancelled():
            done.exception()  # a connection that was closed meanwhile needs no error message

    def on_ping(self, data: bytes) -> None:
        """No browser sends pings; each would be answered, so each counts against the rate limit."""
        guest = self.settings["elric_lobby"].guests.get(self.kernel_id)
        if guest is None or not guest.budget.spend(len(data)):
            self.close(1008)

    def on_pong(self, data: bytes) -> None:
        super().on_pong(data)
        self.on_ping(data)

    def on_close(self) -> None:
        # The library stops this timer only when it fires next, up to half a minute later.
        if self.ping_callback is not None:
            self.ping_callback.stop()
        # A socket that closes while its kernel is still being asked has no connection yet.
        if getattr(self, "connection", None) is not None:
            super().on_close()


class Closing(VoilaShutdownKernelHandler):
    """Receives the notice that a tab was closed. It is ignored for a kernel that belongs to no visitor or has ended."""

    @tornado.web.authenticated
    async def post(self, kernel_id: str) -> None:
        lobby: Lobby = self.settings["elric_lobby"]
        if kernel_id in lobby.guests and kernel_id in self.kernel_manager:
            lobby.doom(kernel_id, "closed")
            await ensure_async(self.kernel_manager.shutdown_kernel(kernel_id))
        self.set_status(204)
        await self.finish()


class Door(Small):
    """The place in the queue, for the waiting page; 0 means that a table is free, -1 that the address has reached its
    limit."""

    def get(self) -> None:
        known = self.get_cookie(TICKET)
        ticket, place = self.settings["elric_lobby"].wait(known, one_visitor(self.request.remote_ip or ""))
        if ticket:
            if ticket != known:
                note("waits", place=place)
            self.set_cookie(
                TICKET, ticket, path=self.settings["base_url"], max_age=600, httponly=True, samesite="Strict"
            )
        self.set_header("Cache-Control", "no-store")
        self.write({"place": place})


class Trouble(RequestHandler):
    """Receives the report of a page that failed to start, once, so that the code shown to the visitor is in the host's
    log."""

    write_error = nowhere
    KINDS: Final = {"late", "model", "script", "start"}

    def post(self) -> None:
        found = re.fullmatch(rb"([A-Z2-9]{4}-[A-Z2-9]{4}) ([a-z]{1,8})", self.request.body)
        if found and found[2].decode() in self.KINDS:
            code, kind = found[1].decode(), found[2].decode()
            for kernel_id, guest in self.settings["elric_lobby"].guests.items():
                if guest.code == code and kind not in guest.told:
                    guest.told.add(kind)
                    measures.ERRORS.labels("not ready").inc()
                    note("not ready", level=logging.WARNING, visit=code, why=kind, kernel=kernel_id)
        self.set_status(204)


class PageHandler(TornadoVoilaHandler):
    """The page itself; the queue while every table is taken; or an error card."""

    visit: Visit | None = None
    asked = ""
    told: Mapping[str, str] = {}

    @tornado.web.authenticated
    async def get(self, path: str | None = None) -> None:
        if path:
            raise HTTPError(404)
        if not _for_eyes(self.request.headers):
            raise HTTPError(403)
        self.asked = self.get_query_argument("game", "")  # 400 when it is no text
        self.told = await preview.laid(self)
        if preview.fetches(self):
            self.finish(preview.card(self, self.told))
            return
        lobby: Lobby = self.settings["elric_lobby"]
        began = time.monotonic()
        address = one_visitor(self.request.remote_ip or "")
        visit = lobby.admit(self.get_cookie(TICKET), address)
        if visit is None:
            kind = "many" if lobby.has_enough(address) else "crowded" if lobby.free > 0 else "full"
            measures.STARTED.labels(kind).inc()
            self._notice(Visit(), kind)
            return
        self.visit = visit
        note("let in", visit=visit.code, sessions=len(lobby.guests))
        kernels.VISIT.set(visit)
        if self.get_cookie(TICKET):
            self.clear_cookie(TICKET, path=self.base_url)
        self._policy(visit)
        pieces: asyncio.Queue[str | None] = asyncio.Queue()
        line = asyncio.create_task(self._send(pieces))
        try:
            answer = await self._make(visit, pieces, line)
            # The kernel has been started: how long sending takes depends only on the visitor's connection.
            lobby.served(visit)
            async with asyncio.timeout(SEND_SECONDS):
                await line
            measures.STARTED.labels(answer).inc()
            if answer == "sent":
                took = time.monotonic() - began
                measures.PAGE.observe(took)
                note("page sent", visit=visit.code, seconds=took)
        except (StreamClosedError, TimeoutError):
            visit.gone = True
            measures.STARTED.labels("left").inc()
            note("left", visit=visit.code)
            self.request.connection.close()
        finally:
            line.cancel()
            lobby.served(visit)
            if visit.gone and visit.kernel in self.kernel_manager:
                lobby.doom(visit.kernel or "", "closed")
                await ensure_async(self.kernel_manager.shutdown_kernel(visit.kernel))

    async def _make(self, visit: Visit, pieces: asyncio.Queue[str | None], line: asyncio.Task[None]) -> str:
        """Render the page piece by piece, as soon as its kernel may start; returns the outcome."""
        begun = False
        try:
            async with self.settings["elric_doors"]:
                await self.kernel_manager.look_over(self.notebook_path)
                async for piece in self.get_generator():
                    if line.done():
                        break  # the visitor has disconnected
                    begun = True
                    pieces.put_nowait(self._laid(_with_visit(piece, visit)))
        except Exception:
            kernels.report("the page could not be made")
            if begun:
                pieces.put_nowait(_with_visit(f'<script nonce="{kernels.NONCE}">elricCard("start");</script>', visit))
            else:
                self._notice(visit, "broken")
            return "failed"
        finally:
            pieces.put_nowait(None)
        return "sent"

    async def _send(self, pieces: asyncio.Queue[str | None]) -> None:
        """Send the pieces as they come and as fast as the visitor reads them."""
        while (piece := await pieces.get()) is not None:
            self.write(piece)
            await self.flush()

    def get_argument(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """None: the query must not choose another template or theme, which would need a kernel that is not prestarted."""
        return None

    def on_connection_close(self) -> None:
        if self.visit is not None:
            self.visit.gone = True
        super().on_connection_close()

    write_error = nowhere

    def _laid(self, piece: str) -> str:
        """The part of the page that preloads the files of its own board, and of no other."""
        if "@visit-" in piece:
            own = stills.asked_for(self.base_url, self.settings["elric_game"], self.asked)
            for name, address in (*own.items(), *self.told.items()):
                piece = piece.replace(f"@visit-{name}@", address)
        return piece

    def _policy(self, visit: Visit) -> None:
        self.set_header("Content-Security-Policy", page_policy(visit.nonce, self.request.headers.get("Host", "")))

    def _notice(self, visit: Visit, kind: str) -> None:
        self.clear()
        self._policy(visit)
        self.set_status(503)
        self.set_header("Retry-After", "10")
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "text/html; charset=utf-8")
        page = self.settings["voila_jinja2_env"].get_template("notice.html")
        house = self.settings["elric_theme"]
        self.finish(page.render(base_url=self.base_url, kind=kind, code=visit.code, nonce=visit.nonce, house=house))


def _with_visit(piece: str, visit: Visit) -> str:
    return piece.replace(kernels.NONCE, visit.nonce).replace(kernels.CODE, visit.code)


def _for_eyes(headers: Any) -> bool:
    """Whether the request is for a page that will be shown: not for an image, and not a prefetch."""
    if "prefetch" in headers.get("Sec-Purpose", "") + headers.get("Purpose", ""):
        return False
    meant = headers.get("Sec-Fetch-Dest")
    if meant is not None and meant != "empty":
        return meant in {"document", "iframe"}
    if headers.get("Sec-Fetch-Site", "none") not in {"none", "same-origin"}:
        return False
    accepted = headers.get("Accept", "*/*")
    return "text/html" in accepted or accepted.strip() == "*/*"


def calm(handler: type) -> type:
    """A handler of files that answers malformed addresses with 404."""

    async def get(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            await ensure_async(handler.get(self, *args, **kwargs))  # type: ignore[attr-defined]
        except (AssertionError, LookupError, OSError, ValueError) as error:
            if isinstance(error, StreamClosedError | asyncio.CancelledError):
                raise
            raise HTTPError(404) from error

    return type(f"Calm{handler.__name__}", (handler,), {"get": get, "write_error": nowhere})
