"""Names by which the server may be called, and the path below which it stands."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerConnectionDelegate, RequestStartLine
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from elric.app import gate
from elric.app.gate import Gate, Hosts, Listener, base_path, page_policy


@pytest.mark.parametrize(
    "name", ["localhost", "localhost:8866", "127.0.0.1:8866", "[::1]:8866", "LOCALHOST:1", "localhost."]
)
def test_this_machine_may_call_itself_by_its_own_names(name: str) -> None:
    assert Hosts("localhost").allow(name)
    assert Hosts("0.0.0.0").allow(name)


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        "evil.example",
        "evil.example:8866",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.0.2.7",
        "localhost:x",
        "localhost:8866:1",
        "user@localhost",
        "[::1",
        "localhost localhost",
    ],
)
def test_a_name_that_only_points_here_is_turned_away(name: str | None) -> None:
    assert not Hosts("localhost").allow(name)


def test_in_a_club_bare_addresses_and_the_names_given_count() -> None:
    club = Hosts("0.0.0.0", ["elric.club.example"])
    assert club.allow("192.0.2.7:8866")
    assert club.allow("[2001:db8::7]")
    assert club.allow("Elric.Club.Example")
    assert not club.allow("evil.example")
    assert Hosts("127.0.0.1", ["elric.club.example"]).allow("elric.club.example")


@pytest.mark.parametrize(
    ("given", "meant"),
    [("/", "/"), ("", "/"), ("elric", "/elric/"), ("/games/elric/", "/games/elric/"), ("a.b~c-d", "/a.b~c-d/")],
)
def test_a_base_path_has_a_slash_at_both_ends(given: str, meant: str) -> None:
    assert base_path(given) == meant


@pytest.mark.parametrize("given", ["a b", "/a/../b", "a//b", "http://x/", "(.*)", "ä", "a?b"])
def test_what_is_no_path_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match="not a path"):
        base_path(given)


def test_a_host_header_cannot_write_the_policy() -> None:
    assert "evil" not in page_policy("n", "evil.example; script-src *")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Length": "9" * 5000}, 413),
        ({"Content-Length": "+5"}, 413),
        ({"Content-Length": "\u0665"}, 413),
        ({"Content-Length": "16384"}, 0),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://localhost:1@evil.example"}, 403),
        ({"Origin": "http://localhost:1/x"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "x" * 9000}, 403),
        ({"Origin": "http://localhost:1"}, 0),
        ({"Origin": "https://LOCALHOST:1"}, 0),
    ],
)
def test_lengths_and_origins_that_nobody_can_read_are_refused_and_not_stumbled_over(
    headers: dict[str, str], status: int
) -> None:
    asked = HTTPHeaders({"Host": "localhost:1", **headers})
    line = RequestStartLine("POST", "/x", "HTTP/1.1")
    assert Gate(HTTPServerConnectionDelegate(), Hosts("localhost")).fault(line, asked) == status


def test_a_page_of_another_origin_may_ask_but_not_with_an_origin_that_is_none() -> None:
    look = Gate(HTTPServerConnectionDelegate(), Hosts("localhost"))
    for origin, status in (("null", 0), ("http://[::1]:1", 0), ("moz-extension://0ab-1", 0), ("http://[", 403)):
        headers = HTTPHeaders({"Host": "localhost:1", "Origin": origin})
        assert look.fault(RequestStartLine("GET", "/x", "HTTP/1.1"), headers) == status


@pytest.mark.parametrize("shared", [True, False])
def test_one_address_has_its_share_of_connections(shared: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy, or where only this machine can ask, all come from one address: there they are not counted apart."""
    monkeypatch.setattr(gate, "MOST_CONNECTIONS_EACH", 3)

    async def meet() -> None:
        sockets = bind_sockets(0, "127.0.0.1")
        listener = Listener(Application())
        listener.shared = shared
        listener.add_sockets(sockets)
        lines = [await asyncio.open_connection(*sockets[0].getsockname()) for _ in range(5)]
        await asyncio.sleep(0.1)
        assert [reader.at_eof() for reader, _ in lines].count(True) == (2 if shared else 0)
        lines[0][1].close()
        await asyncio.sleep(0.1)
        reader, _ = await asyncio.open_connection(*sockets[0].getsockname())
        await asyncio.sleep(0.1)
        assert not reader.at_eof()
        listener.stop()

    asyncio.run(meet())


class Long(RequestHandler):
    def get(self) -> None:
        self.write(b"x" * 300_000_000)


def test_who_takes_nothing_of_what_is_sent_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Much for somebody who does not read, and for somebody who reads slowly: the first is hung up on."""
    monkeypatch.setattr(gate, "STALLED_SECONDS", 1.0)

    async def meet() -> None:
        sockets = bind_sockets(0, "127.0.0.1")
        listener = Listener(Application([("/", Long)]))
        listener.add_sockets(sockets)
        lines = []
        for _ in range(2):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 100_000)
            line.setblocking(False)
            await asyncio.get_running_loop().sock_connect(line, sockets[0].getsockname())
            line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            lines.append(line)
        for _ in range(20):
            await asyncio.sleep(0.1)
            with suppress(BlockingIOError):
                for _ in range(10):
                    lines[1].recv(300_000)
            await listener.close_stalled()
        assert len(listener._connections) == 1
        listener.stop()
        for line in lines:
            line.close()

    asyncio.run(meet())
