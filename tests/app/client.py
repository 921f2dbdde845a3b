"""A visitor without a browser: pages by plain sockets, kernels by web sockets, frames of any shape."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
import urllib.error
import urllib.request
import uuid
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

V1 = "v1.kernel.websocket.jupyter.org"


class Answer(NamedTuple):
    status: int
    headers: Any
    text: str


def ask(
    address: str, path: str = "", *, method: str = "GET", body: bytes | None = None, seconds: float = 60, **headers: str
) -> Answer:
    """One request; header names as keywords with underscores for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(address.rstrip("/") + "/" + path, data=body, method=method, headers=named)
    try:
        with urllib.request.urlopen(request, timeout=seconds) as found:
            return Answer(found.status, found.headers, found.read().decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers, error.read().decode("utf-8", "replace"))


def raw(address: str, data: bytes, *, seconds: float = 10) -> bytes:
    """What the server answers to bytes, up to 64 kB, until it closes or `seconds` are over."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=seconds) as line:
        line.sendall(data)
        found = b""
        until = time.monotonic() + seconds
        while len(found) < 65_536 and time.monotonic() < until:
            try:
                piece = line.recv(65_536)
            except (TimeoutError, ConnectionResetError):
                break
            if not piece:
                break
            found += piece
        return found


def kernel_of(page: str) -> str:
    found = re.search(r'"kernelId": "([0-9a-f-]+)"', page)
    assert found, page[-500:]
    return found[1]


async def line_to(address: str, kernel: str, *, protocol: str | None = V1, **headers: str) -> WebSocketClientConnection:
    url = address.replace("http", "ws", 1).rstrip("/") + f"/api/kernels/{kernel}/channels?session_id={uuid.uuid4().hex}"
    request = HTTPRequest(url, headers=headers, connect_timeout=20, request_timeout=20)
    return await websocket_connect(request, subprotocols=[protocol] if protocol else None)


def frame(
    kind: str, content: dict[str, Any] | None = None, *, channel: str = "shell", buffers: int = 0, **header: Any
) -> bytes:
    """A whole and honest message."""
    head = {
        "msg_id": uuid.uuid4().hex, "msg_type": kind, "session": "s", "username": "", "version": "5.3", "date": "2024-01-01T00:00:00Z",
    }  # fmt: skip
    body = [json.dumps(part).encode() for part in ({**head, **header}, {}, {}, content or {})]
    return packed([channel.encode(), *body, *[b"x"] * buffers])


def packed(parts: list[bytes]) -> bytes:
    at = [8 * (len(parts) + 2)]
    for part in parts:
        at.append(at[-1] + len(part))
    return b"".join([len(at).to_bytes(8, "little"), *(n.to_bytes(8, "little") for n in at), *parts])


async def kernel_answers(line: WebSocketClientConnection, *, seconds: float = 5) -> float:
    """Seconds until a kernel has answered a question."""
    started = time.monotonic()
    await line.write_message(frame("kernel_info_request"), binary=True)
    while True:
        found = await asyncio.wait_for(line.read_message(), seconds)
        assert found is not None, "the line was closed"
        if b"kernel_info_reply" in found:
            return time.monotonic() - started


async def closed(line: WebSocketClientConnection, *, seconds: float = 5) -> bool:
    """Whether the server closes the line."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if await asyncio.wait_for(line.read_message(), max(0.05, until - time.monotonic())) is None:
                return True
        except TimeoutError:
            return False
    return False


async def press(line: WebSocketClientConnection, page: str) -> None:
    """Press the page's one button, without waiting for what it does."""
    (model,) = re.findall(r'"model_id": "([0-9a-f]+)"', page)
    click = {"comm_id": model, "data": {"method": "custom", "content": {"event": "click"}}}
    await line.write_message(frame("comm_msg", click), binary=True)
