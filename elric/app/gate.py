"""Middleware around all handlers: which requests are accepted, and the headers of every response.

In one place, because the handlers come from four libraries, each with headers of its own or none.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from collections.abc import Awaitable, Iterable
from typing import Any, Final
from urllib.parse import unquote_to_bytes, urlsplit
from weakref import WeakKeyDictionary

from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPHeaders,
    HTTPMessageDelegate,
    HTTPServerConnectionDelegate,
    RequestStartLine,
    ResponseStartLine,
)

__all__ = ["LIMITS", "QUIET", "STALLED_SECONDS", "Gate", "Hosts", "Listener", "base_path", "page_policy"]

LIMITS: Final = {
    "max_body_size": 16_384,  # the only POST request is the notice that a tab was closed
    "max_header_size": 32_768,
    "body_timeout": 10.0,
    "idle_connection_timeout": 30.0,
}
"""For the HTTP server: requests that are too big, or never come to an end, end here."""

MOST_CONNECTIONS: Final = 1024
MOST_CONNECTIONS_EACH: Final = 256
"""From one address of a network: what a club behind one router needs, and nobody can take all of them alone."""

STALLED_SECONDS: Final = 30.0
"""Who takes nothing of what was sent for so long has gone, or holds memory on purpose."""

LONGEST_ADDRESS: Final = 4000
LONGEST_PATH: Final = 1000
# A valid Origin header; the libraries behind us fail on unclosed brackets.
_ORIGIN: Final = re.compile(r"null|[a-z][a-z0-9+.-]*://(?:\[[0-9A-Fa-f:.]+\]|[\w.-]*)(?::\d{1,5})?", re.ASCII)

QUIET: Final = (
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'self'"
)
"""The content policy of all that is no page: nothing in it may run."""

ALWAYS: Final = {
    "Content-Security-Policy": QUIET,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def page_policy(nonce: str, host: str = "") -> str:
    """The content policy of a page: scripts from this server and those with the nonce; widgets load theirs as blobs.
    Leaflet and the widgets set inline styles, so those are allowed; and the map widgets evaluate a few functions from
    text when they are loaded, without which there is no map. `host`: for web sockets, which older browsers do not treat
    as the same origin.
    """
    sockets = f" ws://{host} wss://{host}" if re.fullmatch(r"[\w.:\[\]-]+", host) else ""
    return (
        f"default-src 'none'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline';"
        f" img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'{sockets}; worker-src 'self' blob:;"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )


def base_path(text: str) -> str:
    """The path below which the page is served, with a slash at both ends. ValueError when it is none."""
    bare = text.strip("/")
    if not re.fullmatch(r"([\w.~-]+(/[\w.~-]+)*)?", bare, re.ASCII) or ".." in bare.split("/"):
        raise ValueError(f"not a path for a page: {text[:80]!r} (letters, digits, “-”, “_”, “.” and “/”)")
    return f"/{bare}/" if bare else "/"


class Hosts:
    """The host names that requests may use: a foreign name that resolves to this server is rejected (DNS rebinding).

    `listens`: the address it listens on. When only this machine can reach it: its own names. Otherwise also any literal
    IP address, which cannot be rebound, and the machine's name. `names`: what else the host has named.
    """

    def __init__(self, listens: str, names: Iterable[str] = ()) -> None:
        self.local = listens in {"localhost", "127.0.0.1", "::1"}
        self.names = {"localhost", *(name.lower().rstrip(".") for name in names)}
        if not self.local:
            own = socket.gethostname().lower()
            self.names |= {own, own.partition(".")[0], own.partition(".")[0] + ".local", listens.lower()}

    def allow(self, header: str | None) -> bool:
        """Whether a request with this Host header is meant for us."""
        found = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[^:\[\]]+)(:\d{1,5})?", header or "")
        if found is None:
            return False
        name = found[1].strip("[]").lower().rstrip(".")
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self.names
        return name in self.names or address.is_loopback or not self.local


class Gate(HTTPServerConnectionDelegate):
    """Checks the headers of each request before `app` gets it, and adds headers to each response."""

    def __init__(self, app: HTTPServerConnectionDelegate, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    def start_request(self, server_conn: object, request_conn: Any) -> HTTPMessageDelegate:
        _dress(request_conn)
        return _Look(self, server_conn, request_conn)

    def on_close(self, server_conn: object) -> None:
        self.app.on_close(server_conn)

    def fault(self, line: RequestStartLine, headers: HTTPHeaders) -> int:
        """0, or the status with which the request is rejected."""
        if len(headers.get_list("Host")) != 1 or not self.hosts.allow(headers.get("Host")):
            return 421
        if line.method not in {"GET", "HEAD", "POST"}:
            return 405
        origin = headers.get("Origin")
        if origin is not None and not _ORIGIN.fullmatch(origin):
            return 403
        if line.method == "POST" and origin is not None and urlsplit(origin).netloc.lower() != headers["Host"].lower():
            return 403
        length = headers.get("Content-Length", "0")
        if line.method != "POST" and (length != "0" or "Transfer-Encoding" in headers):
            return 400
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > LIMITS["max_body_size"]:
            return 413
        return 0 if _plain(line.path) else 404


def _plain(address: str) -> bool:
    """Whether an address can be one of ours: its path has no suspicious parts such as control characters or `..`."""
    if len(address) > LONGEST_ADDRESS or not address.startswith("/"):
        return False
    path = unquote_to_bytes(address.partition("?")[0])
    if len(path) > LONGEST_PATH or re.search(rb"[\x00-\x1f\x7f\\]", path) or max(map(len, path.split(b"/"))) > 255:
        return False
    try:
        path.decode()
    except UnicodeDecodeError:
        return False
    return b".." not in path.split(b"/")


class _Look(HTTPMessageDelegate):
    def __init__(self, gate: Gate, server_conn: object, request_conn: Any) -> None:
        self.gate = gate
        self.server_conn = server_conn
        self.conn = request_conn
        self.inner: HTTPMessageDelegate | None = None

    def headers_received(self, start_line: Any, headers: HTTPHeaders) -> Awaitable[None] | None:
        status = self.gate.fault(start_line, headers)
        if not status:
            self.inner = self.gate.app.start_request(self.server_conn, self.conn)
            return self.inner.headers_received(start_line, headers)
        text = _WORDS[status].encode()
        head = HTTPHeaders(
            {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(text)), "Connection": "close"}
        )
        body = b"" if start_line.method == "HEAD" else text
        self.conn.write_headers(ResponseStartLine("HTTP/1.1", status, "Refused"), head, body)
        self.conn.finish()
        return None

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        return self.inner.data_received(chunk) if self.inner else None

    def finish(self) -> None:
        if self.inner:
            self.inner.finish()

    def on_connection_close(self) -> None:
        if self.inner:
            self.inner.on_connection_close()


_WORDS: Final = {
    400: "This request is not understood.",
    403: "This request comes from another site.",
    404: "There is no such place on this map.",
    405: "This is not done here.",
    413: "This is too long.",
    421: "This server is not known by that name. Whoever serves the page can allow it: elric serve --host-name NAME",
}


def _dress(conn: Any) -> None:
    plain = conn.write_headers

    def write_headers(line: ResponseStartLine, headers: HTTPHeaders, chunk: bytes | None = None) -> Any:
        if "Server" in headers:
            del headers["Server"]
        for name, value in ALWAYS.items():
            if name not in headers:
                headers[name] = value
        return plain(line, headers, chunk)

    conn.write_headers = write_headers


class Listener(HTTPServer):
    """An HTTP server with a limit on open connections, and on those from one address; web sockets are limited per kernel.
    Connections whose client does not read are closed."""

    shared = True
    """Whether addresses are told apart: not where all come from this machine, or from a proxy that looks after that."""

    def handle_stream(self, stream: Any, address: Any) -> None:
        if len(self._connections) >= MOST_CONNECTIONS or (self.shared and self._has_enough(address)):
            stream.close()
            return
        self._sent[stream] = (0, time.monotonic())
        super().handle_stream(stream, address)

    def initialize(self, *args: Any, **kwargs: Any) -> None:
        super().initialize(*args, **kwargs)
        # for each connection how much the client has read, and since when it has read nothing more
        self._sent: WeakKeyDictionary[Any, tuple[int, float]] = WeakKeyDictionary()

    def _has_enough(self, address: Any) -> bool:
        addresses: list[str] = [one.context.address[0] for one in self._connections]  # type: ignore[attr-defined]
        return addresses.count(address[0]) >= MOST_CONNECTIONS_EACH

    async def close_stalled(self) -> None:
        """Close the connections whose client has read nothing of the waiting data for STALLED_SECONDS."""
        now = time.monotonic()
        for stream in list(self._sent):
            taken = stream._total_write_done_index
            before, since = self._sent[stream]
            if not stream.writing() or taken != before:
                self._sent[stream] = (taken, now)
            elif now - since > STALLED_SECONDS:
                stream.close()
