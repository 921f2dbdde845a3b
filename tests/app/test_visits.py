"""Tables: how many, who waits for one, who loses one, and what is seen when one cannot be had."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from client import ask, frame, kernel_answers, kernel_of, line_to
from harness import serving
from player import Player

from elric import games
from elric.app.store import SaveStore

pytestmark = pytest.mark.slow


def place(address: str, ticket: str = "") -> tuple[int, str]:
    """The place in the queue, and the ticket for the next question."""
    answer = ask(address, "elric/door", Cookie=f"elric-place={ticket}") if ticket else ask(address, "elric/door")
    given = re.search(r"elric-place=([\w-]+)", answer.headers.get("Set-Cookie", ""))
    if given:
        assert "HttpOnly" in answer.headers["Set-Cookie"]
        assert "SameSite=Strict" in answer.headers["Set-Cookie"]
    return json.loads(answer.text)["place"], given[1] if given else ticket


async def until(true: Any, seconds: float = 15) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        await asyncio.sleep(0.2)
    return bool(true())


def test_so_many_tables_a_queue_and_tabs_that_vanish() -> None:
    """Two tables: the third visitor waits with a number, gets the table that is freed, and nobody overtakes. A tab that
    vanishes, and a page that was fetched and never opened, free theirs."""

    async def meet() -> None:
        with serving("--port", "9240", "--ready", "0", "--most", "2", "--away", "3") as server:
            first = kernel_of(ask(server.address).text)
            line = await line_to(server.address, first)
            await kernel_answers(line, seconds=20)
            second = kernel_of(ask(server.address).text)
            other = await line_to(server.address, second)
            full = ask(server.address)
            assert full.status == 503
            assert full.headers["Retry-After"]
            assert "Every table is taken" in full.text
            assert "script-src" in full.headers["Content-Security-Policy"]
            assert len(server.kernels()) == 2
            at, ticket = place(server.address)
            assert at == 1
            at, later = place(server.address)
            assert at == 2
            ask(server.address, f"voila/api/shutdown/{first}", method="POST", body=b"")
            assert place(server.address, ticket)[0] == 0
            assert place(server.address, later)[0] == 1 + 1
            assert ask(server.address).status == 503, "the table is held for who waited"
            assert ask(server.address, Cookie=f"elric-place={later}").status == 503
            third = ask(server.address, Cookie=f"elric-place={ticket}")
            assert third.status == 200
            assert third.headers["Set-Cookie"].startswith('elric-place=""'), "a ticket is good for one table"
            assert await until(lambda: len(server.kernels()) == 1), "a page that nobody opened keeps no kernel"
            other.close()
            assert await until(lambda: not server.kernels()), "nor does a tab that vanished"
            assert await until(lambda: place(server.address)[0] == 0, 25)

    asyncio.run(meet())


def warm(server: Any) -> int:
    """The warm kernel, once it has drawn its page."""
    end = time.monotonic() + 20
    while not server.kernels() and time.monotonic() < end:
        time.sleep(0.2)
    time.sleep(4)
    (kernel,) = server.kernels()
    return int(kernel)


@pytest.mark.parametrize(
    "seconds", [0.5, pytest.param(7, marks=pytest.mark.siege)], ids=["just now", "and was started anew"]
)
def test_a_warm_kernel_that_died_is_not_handed_over(seconds: float) -> None:
    async def meet() -> None:
        with serving("--port", "9250", "--ready", "1") as server:
            os.kill(warm(server), signal.SIGKILL)
            time.sleep(seconds)
            page = ask(server.address)
            (model,) = re.findall(r'"model_id": "([0-9a-f]+)"', page.text)
            line = await line_to(server.address, kernel_of(page.text))
            await kernel_answers(line, seconds=20)
            await line.write_message(frame("comm_info_request"), binary=True)
            while True:
                found = await asyncio.wait_for(line.read_message(), 10)
                assert found is not None
                if b"comm_info_reply" in found:
                    break
            assert model.encode() in found, "the kernel has the page that was sent"
            assert "unfit" in "".join(server.output)
            line.close()

    asyncio.run(meet())


def test_a_warm_kernel_shows_the_game_that_the_address_asks_for(running: Any) -> None:
    """Whichever game of the house it is, and the first where the address names none of them; what is kept is of that game."""

    async def meet() -> None:
        first = next(iter(games.GAMES))
        for asked in (*games.GAMES, "tests.toy"):
            shown = asked if asked in games.GAMES else first
            player = Player(running.address, seed=1, asked=asked)
            await player.come()
            text = ""
            for _ in range(12):
                await player.play()
                text = SaveStore(running.saves).get(player.game, "game") or text
            assert text.startswith(f"{shown} ")
            assert player.faults == []
            player.leave()

    asyncio.run(meet())


def broken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A notebook whose kernel ends as it starts."""
    spec = folder / "kernels" / "broken"
    spec.mkdir(parents=True)
    words = ["/bin/sh", "-c", "exit 3", "{connection_file}"]
    (spec / "kernel.json").write_text(json.dumps({"argv": words, "display_name": "Broken", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(folder))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    notebook.metadata["kernelspec"] = {"name": "broken", "display_name": "Broken", "language": "python"}
    notebook.metadata["elric"] = {"board": True}
    nbformat.write(notebook, folder / "page.ipynb")
    return folder / "page.ipynb"


@pytest.mark.parametrize("ready", [pytest.param("0", marks=pytest.mark.siege), "1"])
def test_a_kernel_that_cannot_start_is_said_with_a_code(tmp_path: Path, monkeypatch: Any, ready: str) -> None:
    """The page ends with a card, in time; the host finds the reason under the card's code; nothing of it is in the page."""
    with serving("--port", "9260", "--ready", ready, notebook=broken(tmp_path, monkeypatch)) as server:
        time.sleep(3 * int(ready))
        for _ in range(2):
            started = time.monotonic()
            page = ask(server.address)
            assert time.monotonic() - started < 40
            assert 'elricCard("start")' in page.text
            (code,) = re.findall(r'data-frame="code">([A-Z2-9-]{9})<', page.text)
            assert "Traceback" not in page.text
            assert "RuntimeError" not in page.text
            end = time.monotonic() + 5
            while f"visit={code}" not in "".join(server.output) and time.monotonic() < end:
                time.sleep(0.1)
            assert f"visit={code}" in "".join(server.output)
        assert "Traceback" in "".join(server.output)


def test_trouble_is_written_down_once_and_only_for_pages_there_are() -> None:
    with serving("--port", "9270", "--ready", "0") as server:
        page = ask(server.address).text
        (code,) = re.findall(r'data-frame="code">([A-Z2-9-]{9})<', page)
        for body in (
            f"{code} late",
            f"{code} late",
            "AAAA-AAAA late",
            f"{code} \x1b[2J",
            f"{code} evil",
            "x" * 9000,
            "",
        ):
            assert ask(server.address, "elric/trouble", method="POST", body=body.encode()).status == 204
        time.sleep(0.5)
        said = "".join(server.output)
        assert said.count("not ready") == 1
        assert "\x1b" not in said
