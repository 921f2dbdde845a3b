"""A night of eight hours by a clock that is moved: forty play, and what can go wrong goes wrong at random times."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import harness
import postgres
import pytest
from client import ask
from harness import Served, serving
from player import Player
from test_forkserver import started_by

from elric import games
from elric.app.store import SaveStore, StoreError

CROWD = int(os.environ.get("ELRIC_SIEGE_SESSIONS", "40"))
MINUTES = float(os.environ.get("ELRIC_SIEGE_MINUTES", "10"))
HOURS = 8
FLAT_BYTES = 60e6
"""So much the server itself may grow from the first quarter of the night to its end."""

# A server whose clock a file moves: each line says how many seconds go by, and how far the time of day is ahead.
_MOVED = """
import os, sys, threading, time
from elric.app.clock import CLOCK
from elric.app.cli import main
def follow():
    done = 0
    while True:
        with open(os.environ["ELRIC_TEST_CLOCK"]) as file:
            lines = file.read().splitlines()
        for line in lines[done:]:
            passed, ahead = map(float, line.split())
            CLOCK.move(ahead=ahead, passed=passed)
        done = len(lines)
        time.sleep(0.2)
threading.Thread(target=follow, daemon=True).start()
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
sys.exit(main())
"""


class Night:
    """What the test knows of the night: how far each game was when it was last seen kept, and what happened."""

    def __init__(self, server: Served, store: SaveStore) -> None:
        self.server, self.store = server, store
        self.known: dict[str, list[str]] = {}
        self.told: Counter[str] = Counter()
        self.over = False

    def look(self, game: str) -> None:
        """No game is ever behind what was seen of it."""
        text = self.store.get(game, "game")
        record = [] if text is None else [entry.action for entry in games.table("").load(text).record]
        before = self.known.get(game, [])
        assert record[: len(before)] == before, f"{game} has lost acts: {len(before)} before, {len(record)} now"
        self.known[game] = record

    async def sleeper(self, number: int) -> None:
        """One who plays all night, and comes again at the same address whenever his page is lost."""
        game = ""
        while not self.over:
            player = Player(self.server.address, game, seed=number + self.told["came"])
            try:
                await player.come(120)
                self.told["came"] += 1
                game = player.game
                while not self.over:
                    await player.play()
                    self.told["acts"] += 1
                    self.told["faults"] += len(player.faults)
                    player.faults.clear()
                    if not await beats(player):
                        raise ConnectionError("its kernel is another")
                    await asyncio.sleep(player.rng.uniform(1, 5))
            except Exception:  # the page is lost, as it would be in a browser
                self.told["lost pages"] += 1
                await asyncio.sleep(1)
            finally:
                if hasattr(player, "line"):
                    player.line.close()

    async def looker(self) -> None:
        """Reads games from the store, one after the other."""
        while not self.over:
            for kept in await asyncio.to_thread(self._every):
                try:
                    await asyncio.to_thread(self.look, kept)
                except StoreError:  # the database is away
                    break
                await asyncio.sleep(0.1)
            await asyncio.sleep(1)

    def _every(self) -> list[str]:
        try:
            return [kept.key for kept in self.store.every()]
        except Exception:  # the database is away
            return []


async def beats(player: Player) -> bool:
    """Whether the page's own kernel is there, as its heartbeat asks: one that was started anew knows nothing of the page."""
    pongs: list[Any] = []

    def take(said: Any) -> None:
        if said.kind == "comm_msg" and said.content["data"].get("content", {}).get("kind") == "pong":
            pongs.append(said)
        else:
            player._take(said)

    ping = {"comm_id": player.bridge, "data": {"method": "custom", "content": {"kind": "ping", "n": 1}}}
    await player._until(await player._send("comm_msg", ping), take, 20)
    return bool(pongs)


def memory_of(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def fork_servers(server: Served) -> list[int]:
    return [pid for pid, words in started_by(server.process.pid).items() if "elric.app.forkserver" in words]


def faults(server: Served, base: postgres.PostgreSQL | None, rng: Random) -> dict[str, Callable[[], Any]]:
    """What may go wrong; each is over when it returns."""

    def one(processes: list[int], number: int) -> None:
        if processes:
            os.kill(rng.choice(processes), number)

    def away() -> None:
        assert base is not None
        base.stop()
        time.sleep(5)
        base.start()

    def full() -> None:
        free = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, free[1]))
        time.sleep(5)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, free)

    return {
        "a fork server is killed": lambda: one(fork_servers(server), signal.SIGKILL),
        "a fork server is stopped": lambda: one(fork_servers(server), signal.SIGSTOP),
        "a kernel is killed": lambda: one(server.kernels(), signal.SIGKILL),
        "a kernel is stopped and killed": lambda: one(server.kernels(), signal.SIGTERM),
        "the database is away" if base else "the disk is full": away if base else full,
    }


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_night(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is lost, nothing is thrown away, memory is flat, and in the morning all is well."""
    monkeypatch.setattr(harness, "_SERVER", _MOVED)
    clock = tmp_path / "clock"
    clock.write_text("")
    monkeypatch.setenv("ELRIC_TEST_CLOCK", str(clock))
    rng = Random(8)

    async def night(base: postgres.PostgreSQL | None) -> None:
        place = ["--database", base.database()] if base else []
        more = [*place, "--most", str(CROWD + 5), "--ready", "2", "--idle", "600", "--log", "json"]
        with serving("--port", "9850", *more) as server:
            here = Night(server, SaveStore(place[1] if place else server.saves))
            crowd = [asyncio.create_task(here.sleeper(n)) for n in range(CROWD)]
            looking = asyncio.create_task(here.looker())
            may_go_wrong = faults(server, base, rng)
            rounds = 32
            sizes: list[int] = []
            for _ in range(rounds):
                await asyncio.sleep(60 * MINUTES / 2 / rounds * rng.uniform(0.5, 1.5))
                with clock.open("a") as file:  # time goes by, and now and then the time of day is set
                    file.write(f"{3600 * HOURS / rounds} {rng.choice([0, 0, 0, 86_400, -86_400, 400 * 86_400])}\n")
                name = rng.choice(list(may_go_wrong))
                here.told[name] += 1
                await asyncio.to_thread(may_go_wrong[name])
                sizes.append(memory_of(server.process.pid))
                assert not looking.done(), looking.exception()
            with clock.open("a") as file:
                file.write("0 0\n")
            here.over = True
            await asyncio.wait(crowd, timeout=60)
            looking.cancel()
            until = time.monotonic() + 90
            while (await asyncio.to_thread(ask, server.address, "health")).text.find('"well"') < 0:
                assert time.monotonic() < until, "it is not well in the morning"
                await asyncio.sleep(1)
            for game in list(here.known):
                here.look(game)
            print(
                kind, dict(here.told), f"{len(here.known)} games, {min(sizes) / 1e6:.0f} to {max(sizes) / 1e6:.0f} MB"
            )
            assert here.store.thrown() == []
            assert len(here.known) >= CROWD
            assert here.told["faults"] == 0
            assert here.told["acts"] > 20 * CROWD * MINUTES / 10
            assert max(sizes[-rounds // 4 :]) - max(sizes[: rounds // 4]) < FLAT_BYTES
            # of all kernels that were lost none is left a minute later: those who play have one, and the warm ones
            assert len(server.kernels()) <= CROWD + 5 + 2

    if kind == "sqlite":
        asyncio.run(night(None))
    else:
        with postgres.running() as base:
            asyncio.run(night(base))
