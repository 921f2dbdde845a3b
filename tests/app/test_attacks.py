"""Attacks on a running server. Each ends with a neighbour who still gets answers.

What a report to the library would say of the first (jupyter_server 2.21.1): `deserialize_msg_from_ws_v1` takes the number of
offsets from the first eight bytes of a frame and counts up to it, without looking at the frame's length. A client that is
allowed to open a kernel's web socket and sends `b"\\xff" * 8` makes the event loop count to 2**64 and keep each number.
`deserialize_binary_message`, which any client gets by naming no subprotocol, makes a format of as many "I" as four bytes
say: `b"\\x7f" * 100` asks for two thousand million. Both should refuse a number whose offsets the frame cannot hold.

And one of lines that are opened and closed, for the same version: `ZMQChannelsWebsocketConnection.prepare` calls
`loop.add_timeout(loop.time() + self.kernel_info_timeout, give_up)` and never removes it, and `give_up` holds the connection,
its session and its handler: some 20 kB a line for a minute after it was closed, so a client that opens a hundred lines a
second holds 120 MB. `WebSocketMixin.open` starts a `PeriodicCallback` that only its next tick, up to half a minute later, stops.
`prepare` should remove its timeout once the future is done, and `on_close` should stop the callback.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import harness
import pytest
from client import V1, ask, closed, frame, kernel_answers, kernel_of, line_to, packed, raw
from harness import serving
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClosedError, websocket_connect


class Attacker(NamedTuple):
    address: str
    kernel: str
    line: Any


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tables(running: Any) -> Iterator[tuple[str, str]]:
    """The kernels of an attacker and of a neighbour."""
    own, other = (kernel_of(ask(running.address).text) for _ in range(2))
    yield own, other
    for kernel in (own, other):
        ask(running.address, f"voila/api/shutdown/{kernel}", method="POST", body=b"")


Attack = Callable[[Callable[[Attacker], Awaitable[None]]], None]


@pytest.fixture
def with_neighbour(running: Any, tables: tuple[str, str]) -> Attack:
    """Runs an attack; afterwards the neighbour is answered within a second."""

    def run(attack: Callable[[Attacker], Awaitable[None]]) -> None:
        async def meet() -> None:
            own, other = [await line_to(running.address, kernel) for kernel in tables]
            try:
                await kernel_answers(other, seconds=20)
                await attack(Attacker(running.address, tables[0], own))
                assert await kernel_answers(other) < 1
            finally:
                own.close()
                other.close()

        asyncio.run(meet())

    return run


@pytest.mark.parametrize("data", [b"\xff" * 8, b"\x7f" * 100, b"\xff" * 4096, b"", packed([b"shell"] + [b"{}"] * 4)])
def test_hostile_frames_close_their_own_line_and_hurt_nobody(with_neighbour: Attack, data: bytes) -> None:
    async def attack(by: Attacker) -> None:
        await by.line.write_message(data, binary=True)
        assert await closed(by.line)

    with_neighbour(attack)


def test_text_on_the_line_closes_it(with_neighbour: Attack) -> None:
    async def attack(by: Attacker) -> None:
        await by.line.write_message('{"channel": "shell", "header": {"msg_type": "comm_msg"}, "content": {}}')
        assert await closed(by.line)

    with_neighbour(attack)


@pytest.mark.parametrize("protocol", [None, "v0.kernel.websocket.jupyter.org"])
def test_the_older_protocol_is_not_spoken(with_neighbour: Attack, protocol: str | None) -> None:
    async def attack(by: Attacker) -> None:
        with pytest.raises(HTTPClientError, match="400"):
            await line_to(by.address, by.kernel, protocol=protocol)

    with_neighbour(attack)


@pytest.mark.parametrize(
    "kind", ["execute_request", "shutdown_request", "input_reply", "interrupt_request", "debug_request"]
)
def test_a_kernel_is_told_nothing_but_what_the_page_says(with_neighbour: Attack, kind: str) -> None:
    async def attack(by: Attacker) -> None:
        await kernel_answers(by.line, seconds=20)
        await by.line.write_message(frame(kind, {"code": "import os; os._exit(1)"}), binary=True)
        assert await closed(by.line)
        again = await line_to(by.address, by.kernel)
        assert await kernel_answers(again) < 5, "the kernel is the same and well"
        again.close()

    with_neighbour(attack)


@pytest.mark.parametrize("name", ["", "a" * 65, "%c3%a4", "a%20b", "a/b", "%ff"])
def test_a_line_has_a_name_that_can_be_one(with_neighbour: Attack, running: Any, name: str) -> None:
    """It names a socket of the kernel's: letters outside of ASCII, or too many, broke it open with a trace."""
    before = len(running.output)

    async def attack(by: Attacker) -> None:
        address = by.address.replace("http", "ws", 1) + f"api/kernels/{by.kernel}/channels?session_id={name}"
        with pytest.raises(HTTPClientError, match="400"):
            await websocket_connect(address, subprotocols=[V1])

    with_neighbour(attack)
    assert "Traceback" not in "".join(running.output[before:])


def test_pings_without_end_close_their_line(with_neighbour: Attack) -> None:
    async def attack(by: Attacker) -> None:
        with suppress(WebSocketClosedError):
            for _ in range(3000):
                by.line.ping(b"")
        assert await closed(by.line, seconds=10)

    with_neighbour(attack)


def test_widgets_are_not_opened_from_outside(with_neighbour: Attack) -> None:
    """300 widgets of a megabyte each stayed in the kernel; now the first closes the line."""

    async def attack(by: Attacker) -> None:
        opened = {"comm_id": "a" * 32, "target_name": "jupyter.widget", "data": {"state": {"x": "a" * 1_000_000}}}
        await by.line.write_message(frame("comm_open", opened), binary=True)
        assert await closed(by.line)

    with_neighbour(attack)


def test_the_page_may_open_a_few_channels_and_no_more(with_neighbour: Attack) -> None:
    async def attack(by: Attacker) -> None:
        for n in range(5):
            opened = {"comm_id": f"{n:032}", "target_name": "jupyter.widget.control", "data": {}}
            await by.line.write_message(frame("comm_open", opened), binary=True)
        assert await closed(by.line)

    with_neighbour(attack)


def test_a_flood_closes_its_own_line(with_neighbour: Attack) -> None:
    async def attack(by: Attacker) -> None:
        data = frame("comm_info_request")
        for _ in range(3000):
            with suppress(WebSocketClosedError):
                await by.line.write_message(data, binary=True)
        assert await closed(by.line)

    with_neighbour(attack)


def test_a_frame_without_end_closes_its_line(with_neighbour: Attack) -> None:
    async def attack(by: Attacker) -> None:
        with suppress(WebSocketClosedError):
            await by.line.write_message(frame("comm_msg", {"x": "a" * 6_000_000}), binary=True)
        assert await closed(by.line)

    with_neighbour(attack)


def test_a_kernel_has_four_lines_and_not_thirty(with_neighbour: Attack) -> None:
    async def attack(by: Attacker) -> None:
        lines, refused = [], 0
        for _ in range(8):
            try:
                lines.append(await line_to(by.address, by.kernel))
            except HTTPClientError as error:
                refused += error.code == 429
        assert len(lines) <= 3
        assert refused >= 5
        for one in lines:
            one.close()
        await asyncio.sleep(0.5)
        (await line_to(by.address, by.kernel)).close()

    with_neighbour(attack)


# A server that tells on SIGUSR1 how many there are of what a line is made of.
_COUNTING = """
import collections, gc, json, signal
def tell(*_):
    gc.collect()
    kinds = collections.Counter(type(one).__name__ for one in gc.get_objects())
    names = ("Channels", "KernelSocket", "HTTP1ServerConnection", "IOStream", "ZMQStream", "PeriodicCallback", "Task")
    print(json.dumps({"count": [kinds[name] for name in names]}), flush=True)
signal.signal(signal.SIGUSR1, tell)
"""


def test_lines_that_were_closed_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections opened and closed one after the other, half of them with a hostile frame. An event loop keeps up to a
    hundred cancelled timers and what they refer to: some twenty connections, however many there were."""
    monkeypatch.setattr(harness, "_SERVER", _COUNTING + harness._SERVER)

    def counts(server: Any) -> list[int]:
        before = len(server.output)
        os.kill(server.process.pid, signal.SIGUSR1)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            for line in server.output[before:]:
                if line.startswith('{"count"'):
                    found: list[int] = json.loads(line)["count"]
                    return found
            time.sleep(0.05)
        raise AssertionError("the server does not tell")

    async def meet() -> None:
        with serving("--port", "9238", "--ready", "0") as server:
            own = kernel_of(ask(server.address).text)
            line = await line_to(server.address, own)
            await kernel_answers(line, seconds=20)
            start = counts(server)
            for n in range(56):
                other = await line_to(server.address, own)
                if n % 2:
                    await other.write_message(b"\xff" * 8, binary=True)
                    assert await closed(other)
                other.close()
            assert await kernel_answers(line) < 2
            until = time.monotonic() + 8
            while any(now > then + 28 for now, then in zip(counts(server), start, strict=True)):
                assert time.monotonic() < until, (start, counts(server))
                await asyncio.sleep(0.5)

    asyncio.run(meet())


def test_other_sites_get_no_line_and_no_word_in(with_neighbour: Attack) -> None:
    async def attack(by: Attacker) -> None:
        with pytest.raises(HTTPClientError, match="403"):
            await line_to(by.address, by.kernel, Origin="http://evil.example")
        port = by.address.rstrip("/").rsplit(":", 1)[1]
        with pytest.raises(HTTPClientError, match="421"):
            await line_to(by.address, by.kernel, Origin=f"http://evil.example:{port}", Host=f"evil.example:{port}")
        gone = ask(by.address, f"voila/api/shutdown/{by.kernel}", method="POST", body=b"", Origin="http://evil.example")
        assert gone.status == 403
        assert await kernel_answers(by.line) < 5

    with_neighbour(attack)


def test_a_foreign_name_is_turned_away_and_a_known_one_let_in(running: Any) -> None:
    assert ask(running.address, Host="evil.example").status == 421
    assert ask(running.address, "elric/page.css", Host="evil.example:80").status == 421
    assert ask(running.address, "elric/page.css", Host="elric.club.example").status == 200
    assert b" 421 " in raw(running.address, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
    assert raw(running.address, b"GET / HTTP/1.0\r\n\r\n").split(b"\r\n")[0].split()[1] in {b"400", b"421"}


def test_bodies_and_headers_have_an_end(running: Any) -> None:
    shut = "voila/api/shutdown/00000000-0000-0000-0000-000000000000"
    assert ask(running.address, shut, method="POST", body=b"").status == 204
    head = f"POST /{shut} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000\r\n\r\n".encode()
    assert raw(running.address, head, seconds=5).split()[1] in {b"413", b"400"}
    assert b" 200 " not in raw(
        running.address, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n", seconds=5
    )
    assert b" 400 " in raw(
        running.address, b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", seconds=5
    )
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert ask(running.address, method=method).status == 405


def test_requests_that_make_no_sense_are_answered_and_the_console_stays_quiet(running: Any) -> None:
    """Numbers of five thousand digits, brackets that are not closed, bytes that are no text: each gets an answer."""
    before, kernels = len(running.output), running.kernels()
    shut = "voila/api/shutdown/00000000-0000-0000-0000-000000000000"
    for line, header, status in (
        (f"POST /{shut}", "Content-Length: " + "9" * 5000, b"413"),
        (f"POST /{shut}", "Origin: http://[\r\nContent-Length: 0", b"403"),
        ("GET /elric/page.css", "Origin: http://[", b"403"),
        ("GET /?game=%ff", "Accept: text/html", b"400"),
        ("GET /elric/fate?visit=%ff", "X: y", b"400"),
        ("GET /elric/bridge.js?v=%ff", "X: y", b"400"),
        (
            "POST /elric/trouble",
            'Content-Type: multipart/form-data; boundary="\r\nContent-Length: 5\r\n\r\nabcde',
            b"400",
        ),
    ):
        data = raw(running.address, f"{line} HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n".encode(), seconds=1)
        assert data.split()[1:2] == [status], (line, header[:30], data[:60])
        assert b"There is no such place" in data or b"Refused" in data, data[-200:]
    said = "".join(running.output[before:])
    assert "Traceback" not in said, said[-2000:]
    assert set(running.kernels()) <= set(kernels), "nobody was let in"


def test_what_lies_beside_the_scripts_is_not_shown(running: Any) -> None:
    """The packages of the widgets say which versions they are in files that no page asks for."""
    page = ask(running.address)
    ask(running.address, f"voila/api/shutdown/{kernel_of(page.text)}", method="POST", body=b"")
    scripts = re.findall(r'"/(voila/labextensions/[^"]+?)/(?:./)?static/[^"]+\.js"', page.text)
    assert scripts
    for folder in scripts:
        for name in ("package.json", "install.json", "static/../package.json", "schemas/x.json"):
            assert ask(running.address, f"{folder}/{name}").status == 404


def test_health_has_a_head(running: Any) -> None:
    answer = ask(running.address, "health", method="HEAD")
    assert (answer.status, answer.text) == (200, "")


def test_half_a_request_is_not_waited_for(running: Any) -> None:
    """A body that does not come is given up after ten seconds, a head after thirty."""
    shut = "voila/api/shutdown/00000000-0000-0000-0000-000000000000"
    head = f"POST /{shut} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf".encode()
    started = time.monotonic()
    raw(running.address, head, seconds=25)
    assert 5 < time.monotonic() - started < 20


ODD = [
    "nowhere", "elric", "elric/", "elric/maps/", "elric/maps/../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "%00", "a%00b", "%ff", "a" * 3000,
    "/".join(["a" * 200] * 15), "voila/templates/", "voila/templates/elric", "voila/templates/elric/static", "voila/templates/elric/static/",
    "voila/templates/elric/dynamic/x", "voila/templates/a/b", "voila/templates/elric/static/%5c", "voila/static/", "voila/static/%00",
    "voila/static/..%2f..%2fapp.py", "voila/files/x", "voila/files/elric.ipynb", "voila/labextensions/", "voila/labextensions/x", "voila/query/x",
    "voila/query/00000000-0000-0000-0000-000000000000", "voila/api/shutdown/x", "voila/api/themes/x", "voila/execution/x", "api/kernels",
    "api/kernels/x", "api/kernels/00000000-0000-0000-0000-000000000000", "api/kernels/00000000-0000-0000-0000-000000000000/channels",
    "api/contents", "login", "logout", "api/security/csp-report", "favicon.ico", "robots.txt", ".git/config", "elric.ipynb", "%0d%0aX:%20y",
]  # fmt: skip


def test_odd_addresses_are_not_found_and_the_console_stays_quiet(running: Any) -> None:
    before = len(running.output)
    for path in ODD:
        for method in ("GET", "HEAD"):
            answer = ask(running.address, path, method=method)
            assert answer.status in {400, 403, 404, 405}, (path, answer.status)
            assert "Traceback" not in answer.text
            assert 'File "' not in answer.text
    said = "".join(running.output[before:])
    assert "Traceback" not in said, said[-2000:]


def test_every_answer_is_dressed(running: Any) -> None:
    page = ask(running.address)
    kernel = kernel_of(page.text)
    ask(running.address, f"voila/api/shutdown/{kernel}", method="POST", body=b"")
    for path in (
        "elric/page.css",
        "elric/bridge.js",
        "elric/maps/background.svg",
        "voila/static/voila.js",
        "voila/templates/elric/static/frame.js",
        "nowhere",
    ):
        headers = ask(running.address, path).headers
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["Referrer-Policy"] == "no-referrer", path
        assert "Server" not in headers, path
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert "Set-Cookie" not in headers, path
    policy = page.headers["Content-Security-Policy"]
    (scripts,) = re.findall(r"script-src ([^;]*)", policy)
    assert "unsafe-inline" not in scripts
    (nonce,) = re.findall(r"'nonce-([^']+)'", scripts)
    inline = re.findall(r"<script(?![^>]*(?:src=|application/))([^>]*)>", page.text)
    assert inline
    assert all(f'nonce="{nonce}"' in attributes for attributes in inline)
    assert not re.search(r"<[^>]* on[a-z]+=", page.text)
    assert "@visit-" not in page.text
    assert "Set-Cookie" not in page.headers
    assert "0.5.13" not in page.text


def test_a_picture_and_a_page_fetched_in_advance_start_no_kernel(running: Any) -> None:
    before: set[int] = set()
    while (
        now := set(running.kernels())
    ) != before or not now:  # after a visit the one kept warm is still being started
        before = now
        time.sleep(1)
    for headers in (
        {"Accept": "image/avif,image/webp,*/*;q=0.8"}, {"Sec-Fetch-Dest": "image"}, {"Sec-Fetch-Dest": "script"},
        {"Sec-Purpose": "prefetch", "Accept": "text/html"}, {"Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "cross-site"},
    ):  # fmt: skip
        assert ask(running.address, **headers).status == 403
    assert set(running.kernels()) <= before


def test_an_address_is_nobody_elses_business() -> None:
    """What a visitor asked for stands neither in the visitor's kernel, nor in the next one's, nor behind an address. Asked of
    kernels that are programs of their own, whose environment can be read from outside."""
    with serving("--port", "9225", "--ready", "1", alone=True) as server:
        page = ask(server.address, "?g=secret-number-one&theme=dark")
        end = time.monotonic() + 60
        while len(server.kernels()) < 2:
            assert time.monotonic() < end, "no other kernel is made warm"
            time.sleep(0.2)
        for kernel in server.kernels():
            with open(f"/proc/{kernel}/environ", "rb") as environ:
                told = environ.read()
            assert b"JPY_PARENT_PID" in told
            assert b"secret-number-one" not in told
        assert ask(server.address, f"voila/query/{kernel_of(page.text)}").status == 404


def test_below_a_path_everything_is_there_and_nothing_outside_it() -> None:
    with serving("--port", "9230", "--ready", "0", "--base-url", "games/elric") as server:
        assert server.address.endswith("/games/elric/")
        page = ask(server.address)
        assert page.status == 200
        for address in set(re.findall(r'(?:src|href)="(/[^"]*)"', page.text)):
            assert address.startswith("/games/elric/"), address
            assert ask(server.address, address.removeprefix("/games/elric/")).status == 200, address
        root = server.address.removesuffix("games/elric/")
        assert ask(root, "elric/page.css").status == 404
        assert ask(root).text[:15] == page.text[:15], "the root leads there"

        async def meet() -> None:
            line = await line_to(server.address, kernel_of(page.text))
            assert await kernel_answers(line, seconds=20) < 20

        asyncio.run(meet())


def test_what_is_no_path_is_said_in_words() -> None:
    with pytest.raises(RuntimeError, match="--base-url"), serving("--port", "9235", "--base-url", "a b"):
        pass
