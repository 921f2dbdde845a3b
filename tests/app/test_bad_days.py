"""Bad days on a small scale: what breaks is one table's, the neighbour plays on, and the game is there afterwards."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import time
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

import harness
import postgres
import pytest
from client import ask, closed, frame, kernel_of, line_to
from harness import serving
from player import Player
from test_visits import until
from tornado.httpclient import HTTPClientError

from elric import games
from elric.app.cli import main
from elric.app.store import SaveStore

pytestmark = pytest.mark.slow


async def seated(server: Any, *seeds: int) -> list[Player]:
    """Players who have each begun a game."""
    players = [Player(server.address, seed=seed) for seed in seeds]
    for player in players:
        await player.come()
        for _ in range(4):
            await player.play()
    return players


def kept(server: Any, player: Player) -> str:
    return SaveStore(server.saves).get(player.game, "game") or ""


async def plays_on(player: Player) -> None:
    for _ in range(3):
        await player.play()
    assert player.faults == []
    assert max(player.took[-3:]) < 5


def test_a_killed_kernel_and_its_neighbour() -> None:
    """Killed in mid-game: the neighbour notices nothing, and the same address opens the game as it was."""

    async def meet() -> None:
        with serving("--port", "9600", "--ready", "0") as server:
            one, other = await seated(server, 1, 2)
            text = kept(server, one)
            assert text
            # the kernels' ids stand in the log alone: the one that ends is the first that was started
            os.kill(min(server.kernels()), signal.SIGKILL)
            await plays_on(other)
            again = Player(server.address, one.game, seed=3)
            await again.come()
            assert kept(server, again) == text
            await plays_on(again)

    asyncio.run(meet())


def test_a_killed_server_and_the_game_after_it() -> None:
    async def meet() -> None:
        with serving("--port", "9610", "--ready", "0") as server:
            (one,) = await seated(server, 4)
            text = kept(server, one)
            os.killpg(server.process.pid, signal.SIGKILL)
            server.process.wait(5)
            with serving("--port", "9615", "--ready", "0", "--saves", str(server.saves)) as anew:
                again = Player(anew.address, one.game, seed=5)
                await again.come()
                assert kept(server, again) == text
                await plays_on(again)
            assert len(kept(server, one)) >= len(text)

    asyncio.run(meet())


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.siege)])
def test_games_are_restored_under_a_running_server(kind: str, tmp_path: Path) -> None:
    """Refused unless it is said that games may go; then the page that is open notices by itself, and goes on from where the copy
    has the game."""

    async def meet(place: list[str]) -> None:
        with serving("--port", "9665", "--ready", "0", *place) as server:
            there = place or ["--saves", str(server.saves)]
            store, copy = SaveStore(there[1] if place else server.saves), str(tmp_path / "copy.sqlite")
            (one,) = await seated(server, 7)
            assert main(["backup", copy, *there]) == 0
            then = store.get(one.game, "game") or ""
            while (now := store.get(one.game, "game") or "") == then:
                await one.play()
            assert main(["restore", copy, *there]) == 1
            assert store.get(one.game, "game") == now
            assert main(["restore", copy, "--replace", *there]) == 0
            assert store.get(one.game, "game") == then
            end = time.monotonic() + 30
            while "this is how the game stands now" not in "".join(one.regions.values()):
                assert time.monotonic() < end, "the page does not notice"
                await one.say({"kind": "ping", "n": 1})
                await asyncio.sleep(0.2)
            while store.get(one.game, "game") == then:
                await one.play()
            known = len(actions(then))
            assert actions(store.get(one.game, "game") or "")[:known] == actions(then)
            assert one.faults == []

    with postgres.running() if kind == "postgresql" else nullcontext() as base:
        asyncio.run(meet(["--database", base.database()] if base is not None else []))


def actions(text: str) -> list[str]:
    return [entry.action for entry in games.table("").load(text).record]


def test_a_folder_that_is_removed_and_made_again() -> None:
    """While it is away an act is not shown as done, and says why; afterwards the game goes on and is all there."""

    async def meet() -> None:
        with serving("--port", "9620", "--ready", "0") as server:
            (one,) = await seated(server, 6)
            text = kept(server, one)
            aside = server.saves.with_name(server.saves.name + "-aside")
            server.saves.rename(aside)
            server.saves.write_text("something else")
            try:
                for _ in range(8):
                    await one.play()
                said = "".join(one.regions.values())
                assert "could not be kept" in said or "cannot be kept" in said
                assert str(server.saves) not in said
                assert one.faults == []
            finally:
                server.saves.unlink()
                aside.rename(server.saves)
            assert kept(server, one) == text
            await asyncio.sleep(1)
            for _ in range(6):
                await one.play()
            assert len(kept(server, one)) > len(text)
            shutil.rmtree(server.saves)
            for _ in range(4):
                await one.play()
            assert len(kept(server, one)) > len(text), "made again from what the page holds"

    asyncio.run(meet())


# A server that may not write into its folder. Who is root may write everywhere, so that right is given up first, and for good
# (PR_CAPBSET_DROP of CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, which counts from the next program on).
_UNPRIVILEGED = """
import ctypes, os, sys
if os.getuid() == 0:
    for right in (1, 2):
        assert ctypes.CDLL(None).prctl(24, right, 0, 0, 0) == 0
os.chmod(sys.argv[sys.argv.index("--saves") + 1], 0o500)
os.execv(sys.executable, [sys.executable, "-c", {server!r}, *sys.argv[1:]])
"""


def test_a_folder_that_may_not_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes is told at once that games cannot be had, without the folder's name; health says it; when it may be written
    again the same page plays on, and is kept."""
    monkeypatch.setattr(harness, "_SERVER", _UNPRIVILEGED.format(server=harness._SERVER))

    async def meet() -> None:
        with serving("--port", "9645", "--ready", "0") as server:
            player = Player(server.address, seed=10)
            await player.come()
            for _ in range(6):
                await player.play()
            said = "".join(player.regions.values())
            assert "cannot be fetched just now" in said
            assert str(server.saves) not in said
            assert (await asyncio.to_thread(ask, server.address, "health")).status == 503
            server.saves.chmod(0o700)
            assert await until(lambda: ask(server.address, "health").status == 200, 30)
            for _ in range(6):
                await player.play()
            assert kept(server, player)
            assert player.faults == []

    asyncio.run(meet())


def test_a_client_that_sends_garbage_hurts_its_own_line_alone() -> None:
    """Five seconds of bytes by lot, whole messages with nonsense in them, and half requests, in turn."""

    async def meet() -> None:
        with serving("--port", "9630", "--ready", "0") as server:
            (neighbour,) = await seated(server, 7)
            own = kernel_of(ask(server.address).text)
            rng = Random(15)
            until = time.monotonic() + 5
            lines = 0
            while time.monotonic() < until:
                try:
                    line = await line_to(server.address, own)
                except HTTPClientError as error:  # a page opens only so many lines a second
                    if error.code != 429:
                        raise
                    await neighbour.play()
                    continue
                lines += 1
                for _ in range(20):
                    odd = {
                        "comm_id": rng.choice(["", "x", None, [], neighbour.bridge]),
                        "data": rng.choice([None, 1, [], {"method": 7}]),
                    }
                    data = rng.choice(
                        [rng.randbytes(rng.randrange(300)), frame("comm_msg", odd), frame("comm_close", odd)]
                    )
                    try:
                        await line.write_message(data, binary=True)
                    except Exception:
                        break
                assert await closed(line)
                await neighbour.play()
            assert lines > 3
            await plays_on(neighbour)
            assert "Traceback" not in "".join(server.output)

    asyncio.run(meet())


def test_two_tabs_on_one_game_do_not_overwrite_each_other() -> None:
    async def meet() -> None:
        with serving("--port", "9640", "--ready", "0") as server:
            (one,) = await seated(server, 8)
            two = Player(server.address, one.game, seed=9)
            await two.come()
            longest = len(kept(server, one))
            for player in (two, one, two, one):
                await player.play()
                await asyncio.sleep(0.3)
                assert len(kept(server, one)) >= longest
                longest = len(kept(server, one))
            assert one.faults == two.faults == []

    asyncio.run(meet())
