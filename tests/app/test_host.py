"""What a host gets to see and to set: health, figures, a log, a stop that lets acts end, a bound on memory, a share for each."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from client import V1, ask, closed, frame, kernel_answers, kernel_of, line_to, press
from harness import serving
from player import Player
from prometheus_client.parser import text_string_to_metric_families
from slow_act import notebook
from test_visits import until
from tornado.websocket import websocket_connect

pytestmark = pytest.mark.slow


def figures(address: str) -> dict[str, float]:
    """The samples of /metrics by name; with the one label's value behind a colon, where there is one."""
    found = {}
    for family in text_string_to_metric_families(ask(address, "metrics").text):
        for sample in family.samples:
            found[":".join([sample.name, *sample.labels.values()])] = sample.value
    return found


def logged(server: Any, event: str, seconds: float = 10) -> list[dict[str, Any]]:
    """The events of that name in a log of JSON lines, once there is one."""
    end = time.monotonic() + seconds
    while True:
        lines = [json.loads(line) for line in list(server.output) if line.startswith("{")]
        found = [line for line in lines if line["event"] == event]
        if found or time.monotonic() > end:
            return found
        time.sleep(0.1)


def test_health_figures_and_log_follow_a_visit() -> None:
    """Let in, one act, closed: each is counted and has its line; a proxy's visitor gets no figures."""

    async def meet() -> None:
        with serving("--port", "9400", "--ready", "0", "--most", "3", "--log", "json") as server:
            end = time.monotonic() + 30
            while (
                json.loads(ask(server.address, "health").text)["status"] == "no fork server" and time.monotonic() < end
            ):
                time.sleep(0.2)  # it comes up a moment after the page does
            assert json.loads(ask(server.address, "health").text) == {
                "status": "well", "sessions": 0, "most": 3, "waiting": 0,
            }  # fmt: skip
            page = ask(server.address, "?g=" + "5ecret00" * 4).text
            (code,) = re.findall(r'data-frame="code">([A-Z2-9-]{9})<', page)
            line = await line_to(server.address, kernel_of(page))
            await kernel_answers(line, seconds=20)
            await press(line, page)
            await kernel_answers(line)
            assert await until(lambda: figures(server.address)["elric_kernel_memory_bytes"] > 0, 30)
            now = figures(server.address)
            assert now["elric_sessions"] == now["elric_kernels"] == 1
            assert now["elric_sessions_most"] == 3
            assert now["elric_pages_total:sent"] == 1
            assert now["elric_page_seconds_count"] == 1
            assert now["elric_act_seconds_count"] >= 1
            assert 20e6 < now["elric_kernel_memory_bytes"] < 200e6
            for header in ({"X-Forwarded-For": "192.0.2.1"}, {"X-Real-Ip": "192.0.2.1"}, {"Via": "1.1 x"}):
                assert ask(server.address, "metrics", **header).status == 404
            ask(server.address, f"voila/api/shutdown/{kernel_of(page)}", method="POST", body=b"")
            assert figures(server.address)["elric_sessions_ended_total:closed"] == 1
            assert json.loads(ask(server.address, f"elric/fate?visit={code}").text) == {"why": "closed"}
            assert json.loads(ask(server.address, "elric/fate?visit=AAAA-AAAA").text) == {"why": ""}
            for event in ("let in", "seated", "page sent", "ended"):
                assert [one["visit"] for one in logged(server, event)] == [code], event
            assert "5ecret00" not in "".join(server.output)

    asyncio.run(meet())


def test_the_log_holds_events_alone_and_no_address_and_nobody_fills_it() -> None:
    """What libraries say comes in the same form and without what an address asked for; a page that makes its kernel stumble
    two hundred times is heard of a few times."""

    async def meet() -> None:
        with serving("--port", "9405", "--ready", "0", "--log", "json") as server:
            assert ask(server.address, "nowhere?g=5ecret01").status == 404
            assert ask(server.address, "elric/fate?visit=%ff&g=5ecret01").status == 400
            # a kernel that is a program, because nothing can be forked yet, speaks for itself
            assert await until(lambda: '"well"' in ask(server.address, "health").text, 60)
            player = Player(server.address, seed=1)
            await player.come()
            before = len("".join(server.output))
            for n in range(200):
                number = await player._send("comm_msg", {"comm_id": player.bridge, "data": {"method": n}})
                await player._send("comm_msg", {"comm_id": player.bridge, "data": {}})
                if n % 40 == 39:
                    await player._until(number, player._take, 20)
                    await asyncio.sleep(0.4)
            await player.play()
            assert player.faults == []
            assert await until(lambda: "KeyError" in "".join(server.output)[before:], 30), "it is heard of"
            said = "".join(server.output)
            assert len(said) - before < 30_000
            assert "5ecret01" not in said
            lines = [line for line in said.splitlines() if line and not line.startswith("elric is open")]
            assert [line for line in lines if not line.startswith("{")] == []
            assert {json.loads(line)["event"] for line in lines} >= {"open", "seated", "kernel says"}

    asyncio.run(meet())


def test_told_to_stop_a_server_ends_what_was_asked_and_takes_nothing_more(tmp_path: Path) -> None:
    """An act of two seconds is under way: it is done and answered, whoever comes now is sent on, and the exit is clean."""
    deed = "(folder / 'began').touch()\ntime.sleep(2)\n(folder / 'done').touch()"

    async def meet() -> None:
        page_file = notebook(tmp_path, deed)
        with serving("--port", "9410", "--ready", "0", "--log", "text", notebook=page_file) as server:
            page = ask(server.address).text
            line = await line_to(server.address, kernel_of(page))
            await kernel_answers(line, seconds=20)
            await press(line, page)
            while not (tmp_path / "began").exists():
                await asyncio.sleep(0.05)
            server.process.send_signal(signal.SIGTERM)
            code = await asyncio.to_thread(server.process.wait, 15)
            assert code == 0
            assert (tmp_path / "done").exists()
            while await asyncio.wait_for(line.read_message(), 5) is not None:
                pass
            assert line.close_code == 1012
            said = "".join(server.output)
            assert re.search(r"stopping sessions=1 acts=1", said), said
            assert re.search(r"stopped undone=0", said)
            assert server.kernels() == []

    asyncio.run(meet())


def test_a_server_told_twice_stops_at_once(tmp_path: Path) -> None:
    async def meet() -> None:
        page_file = notebook(tmp_path, "(folder / 'began').touch()\ntime.sleep(30)")
        with serving("--port", "9420", "--ready", "0", notebook=page_file) as server:
            page = ask(server.address).text
            line = await line_to(server.address, kernel_of(page))
            await kernel_answers(line, seconds=20)
            await press(line, page)
            while not (tmp_path / "began").exists():
                await asyncio.sleep(0.05)
            server.process.send_signal(signal.SIGTERM)
            await asyncio.sleep(0.5)
            assert server.process.poll() is None
            server.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(server.process.wait, 8)
            assert server.kernels() == []

    asyncio.run(meet())


def test_a_table_that_takes_too_much_memory_is_cleared_and_its_neighbour_plays_on(tmp_path: Path) -> None:
    async def meet() -> None:
        page_file = notebook(tmp_path, "kept.append(bytearray(130_000_000))\nkept[0][::4096] = kept[0][1::4096]")
        with serving(
            "--port", "9430", "--ready", "0", "--memory", "150", "--log", "json", notebook=page_file
        ) as server:
            pages = [ask(server.address).text for _ in range(2)]
            lines = [await line_to(server.address, kernel_of(page)) for page in pages]
            for line in lines:
                await kernel_answers(line, seconds=20)
            (code,) = re.findall(r'data-frame="code">([A-Z2-9-]{9})<', pages[0])
            await press(lines[0], pages[0])
            (over,) = await asyncio.to_thread(logged, server, "over memory", 20)
            assert over["visit"] == code
            assert over["bytes"] > 150e6
            await asyncio.sleep(1)
            assert json.loads(ask(server.address, f"elric/fate?visit={code}").text) == {"why": "memory"}
            assert len(server.kernels()) == 1
            assert await kernel_answers(lines[1]) < 2

    asyncio.run(meet())


def test_a_burst_of_memory_is_refused_to_the_kernel_that_asks_for_it(tmp_path: Path) -> None:
    """Between two looks at memory a kernel could take all there is: it gets a part of it and no more."""
    deed = "try:\n    kept.append(bytearray(2_000_000_000))\nexcept MemoryError:\n    (folder / 'refused').touch()"

    async def meet() -> None:
        with serving("--port", "9440", "--ready", "1", notebook=notebook(tmp_path, deed)) as server:
            assert await until(lambda: figures(server.address)["elric_kernels_warm"] == 1, 60)
            page = ask(server.address).text
            line = await line_to(server.address, kernel_of(page))
            await kernel_answers(line, seconds=20)
            await press(line, page)
            await kernel_answers(line)
            assert (tmp_path / "refused").exists()

    asyncio.run(meet())


def test_while_memory_is_short_nobody_is_let_in_and_who_plays_plays_on() -> None:
    """A machine that should keep more than it has: the page says that every table is taken, health says why."""
    with serving("--port", "9450", "--ready", "0", "--spare", "99999999") as server:
        short = '"short of memory"'
        assert asyncio.run(until(lambda: short in ask(server.address, "health").text))
        page = ask(server.address)
        assert page.status == 503
        assert "queue" in page.text
        assert asyncio.run(until(lambda: "memory short" in "".join(server.output))), "the log comes a moment later"


@pytest.fixture(scope="module")
def proxied() -> Iterator[Any]:
    """A server as it stands behind a proxy, which wears dark; each test comes from addresses of its own."""
    told = ("--each", "2", "--proxy", "--theme", "dark")
    with serving("--port", "9460", "--ready", "0", "--most", "12", *told) as server:
        yield server


def test_one_address_has_its_share_and_another_gets_in(proxied: Any) -> None:
    for _ in range(2):
        assert ask(proxied.address, X_Real_IP="192.0.2.1").status == 200
    third = ask(proxied.address, X_Real_IP="192.0.2.1")
    assert third.status == 503
    assert "as one may have" in third.text
    assert json.loads(ask(proxied.address, "elric/door", X_Real_IP="192.0.2.1").text)["place"] == -1
    other = ask(proxied.address, X_Real_IP="192.0.2.2")
    assert other.status == 200


def test_without_a_proxy_nobody_chooses_an_address() -> None:
    with serving("--port", "9470", "--ready", "0", "--most", "4", "--each", "1") as server:
        assert ask(server.address, X_Real_IP="192.0.2.1").status == 200
        assert ask(server.address, X_Real_IP="192.0.2.2").status == 503


def test_a_store_that_is_away_is_told_by_health_and_the_log() -> None:
    with serving("--port", "9480", "--ready", "0") as server:
        assert ask(server.address, "health").status == 200
        kept = sorted(server.saves.iterdir())
        for file in kept:
            file.unlink()
        server.saves.rmdir()
        server.saves.write_text("in the way")
        answer = ask(server.address, "health")
        assert (answer.status, json.loads(answer.text)["status"]) == (503, "no store")
        server.saves.unlink()
        server.saves.mkdir()
        assert ask(server.address, "health").status == 200
        end = time.monotonic() + 10  # what was printed takes a moment to arrive here
        while "store back" not in "".join(server.output) and time.monotonic() < end:
            time.sleep(0.1)
        said = "".join(server.output)
        assert said.count("store away") == said.count("store back") == 1


def test_the_house_chooses_what_a_browser_wears_that_was_not_told(proxied: Any) -> None:
    page, _, queue = (ask(proxied.address, X_Real_IP="192.0.2.3") for _ in range(3))
    assert 'dataset.house = "dark"' in page.text
    assert queue.status == 503
    assert 'data-house="dark"' in queue.text


def test_over_a_network_the_line_is_packed_and_a_packed_flood_is_still_a_flood(proxied: Any) -> None:
    """A frame that unpacks to more than a page may send closes its line; a neighbour plays on."""

    async def meet() -> None:
        own, other = (kernel_of(ask(proxied.address, X_Real_IP="192.0.2.4").text) for _ in range(2))
        neighbour = await line_to(proxied.address, other)
        await kernel_answers(neighbour, seconds=20)
        url = proxied.address.replace("http", "ws", 1) + f"api/kernels/{own}/channels?session_id=x"
        line = await websocket_connect(url, subprotocols=[V1], compression_options={})
        assert "permessage-deflate" in line.headers.get("Sec-WebSocket-Extensions", "")
        await line.write_message(frame("comm_msg", {"comm_id": "a", "data": {"x": "a" * 50_000_000}}), binary=True)
        assert await closed(line, seconds=10)
        assert await kernel_answers(neighbour) < 2

    asyncio.run(meet())


def test_a_proxy_finds_the_server_at_the_port_it_knows_or_not_at_all(proxied: Any) -> None:
    port = str(urlsplit(proxied.address).port)
    with pytest.raises(RuntimeError, match=f"Port {port} is taken"), serving("--port", port, "--ready", "0", "--proxy"):
        pass
