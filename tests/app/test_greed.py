"""Who asks for much and takes little: what he leaves lying is not kept for him, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import harness
import pytest
from client import V1, ask, frame
from harness import serving
from player import Player

import elric
from elric.app.store import SaveStore
from elric.opponents.at_random import any_action

pytestmark = pytest.mark.slow


def held(address: str, request: str) -> socket.socket:
    """A connection that asks for something and takes next to nothing of it."""
    parts = urlsplit(address)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(10)
    line.connect(("127.0.0.1", parts.port))
    line.sendall(f"GET /{request}\r\n\r\n".encode())
    return line


def test_who_asks_again_and_again_for_what_he_does_not_take_is_hung_up_on(running: Any) -> None:
    """The whole of his page, hundreds of times: what is not sent stands in the server's memory, 14 MB more each second."""

    async def meet() -> None:
        player = Player(running.address, seed=1)
        await player.come()
        before, memory = len(running.output), memory_of(running)
        port = urlsplit(running.address).port
        line = held(
            running.address,
            f"api/kernels/{player.kernel}/channels?session_id=b HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {'a' * 22}==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {V1}",
        )
        assert b" 101 " in line.recv(30)
        asked = {"comm_id": player.bridge, "data": {"method": "custom", "content": {"kind": "resync"}}}
        until = time.monotonic() + 20
        while "takes nothing" not in "".join(running.output[before:]) and time.monotonic() < until:
            data = frame("comm_msg", asked)
            with suppress(OSError):
                line.sendall(b"\x82\xfe" + len(data).to_bytes(2, "big") + bytes(4) + data)
            await asyncio.sleep(1 / 140)
        assert "takes nothing" in "".join(running.output[before:])
        # a line may keep 8 MB; the rest is what a busy server takes besides (10 MB quiet, 62 MB seen under load)
        assert memory_of(running) - memory < 100e6
        line.close()
        player.leave()

    asyncio.run(meet())


def memory_of(server: Any) -> int:
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


# A server whose connections keep little of what is sent, as over a slow network.
_NARROW = """
import socket, tornado.netutil
plain = tornado.netutil.bind_sockets
def bind(*args, **kwargs):
    found = plain(*args, **kwargs)
    for one in found:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
    return found
tornado.netutil.bind_sockets = bind
"""


def test_visitors_who_do_not_take_their_page_hold_no_door(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there are doors, and as many again, ask for the page and read nothing: the next one is let in all the same,
    at once, and they lose their tables."""
    monkeypatch.setattr(harness, "_SERVER", _NARROW + harness._SERVER)
    doors = max(2, min(8, os.cpu_count() or 2))
    with serving("--port", "9228", "--ready", "0", "--most", "40", "--log", "json") as server:
        port = urlsplit(server.address).port
        head = f" HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: text/html"
        lines = [held(server.address, head) for _ in range(2 * doors)]
        until = time.monotonic() + 30
        while len(server.kernels()) < 2 * doors and time.monotonic() < until:
            time.sleep(0.1)
        began = time.monotonic()
        page = ask(server.address)
        assert page.status == 200
        assert "</html>" in page.text
        assert time.monotonic() - began < 10
        for line in lines:
            line.close()


# A server that allows a page and a visitor little.
_MEAN = """
from elric.app.store import service
service.NEW_BYTES, service.VISITOR_BYTES = ({}, 10), ({}, 10)
"""


def test_a_visitor_fills_no_disk_however_often_he_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are brought in one after the other, on page after page; his page says that it has to wait, and what is kept stays
    within what one visitor may add."""
    g, rng = elric.new_game("successor", "avalon-hill", 1), Random(1)
    while g.seat is not None:
        g.push(any_action(rng, g.legal_actions()))
    text = g.save()
    page, visitor = 8 * len(text), 12 * len(text)
    monkeypatch.setattr(harness, "_SERVER", _MEAN.format(page, visitor) + harness._SERVER)

    async def meet() -> None:
        with serving("--port", "9235", "--ready", "0") as server:
            sizes = [0]
            for n in range(2):
                player = Player(server.address, seed=n)
                await player.come()
                for _ in range(10):
                    await player.say({"kind": "do", "name": "load", "value": {"text": text}})
                assert "in a little while" in "".join(player.regions.values())
                sizes.append(SaveStore(server.saves).size())
                player.leave()
            assert page - 2 * len(text) < sizes[1] <= page + 1000
            assert visitor - 2 * len(text) < sizes[2] <= visitor + 1000

    asyncio.run(meet())
