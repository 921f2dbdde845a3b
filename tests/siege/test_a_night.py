"""A night of eight hours by a clock that is moved: forty play, and what can go wrong goes wrong at random times."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
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
from test_visits import until

from elric import games
from elric.app import memory
from elric.app.store import SaveStore, StoreError

CROWD = int(os.environ.get("ELRIC_SIEGE_SESSIONS", "40"))
MINUTES = float(os.environ.get("ELRIC_SIEGE_MINUTES", "10"))
HOURS, ROUNDS = 8, 32
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
    """What the test knows of the night: how far each game was when it was last seen kept, and what happened.

    Attributes:
        told: counts: faults by name, acts, "pages lost" and "pages brought back", "games lost".
        causes: why pages were lost, as their players noticed it.
    """

    def __init__(self, server: Served, store: SaveStore) -> None:
        self.server, self.store = server, store
        self.known: dict[str, list[str]] = {}
        self.told: Counter[str] = Counter()
        self.causes: Counter[str] = Counter()
        self.oops: list[str] = []
        self.over = False

    def look(self, game: str) -> None:
        """No game is ever behind what was seen of it."""
        text = self.store.get(game, "game")
        record = [] if text is None else [entry.action for entry in games.table("").load(text).record]
        before = self.known.get(game, [])
        self.told["games lost"] += record[: len(before)] != before
        self.known[game] = record

    async def sleeper(self, number: int) -> None:
        """One who plays all night, and comes again at the same address whenever his page is lost."""
        game, came = "", 0
        while not self.over:
            player = Player(self.server.address, game, seed=number + 100 * came)
            try:
                await player.come(120)
                assert game in ("", player.game), "another game came"
                self.told["pages brought back"] += came > 0
                came, game = came + 1, player.game
                self.known.setdefault(game, [])
                while not self.over:
                    await player.play()
                    self.told["acts"] += 1
                    self.oops += player.faults
                    player.faults.clear()
                    if not await beats(player):
                        raise ConnectionError("its kernel is another")
                    await asyncio.sleep(player.rng.uniform(1, 5))
            except Exception as error:  # the page is lost, as it would be in a browser, or could not come
                self.told["pages lost" if came and hasattr(player, "bridge") and player.bridge else "not let in"] += 1
                self.causes[f"{type(error).__name__} {error}"[:60]] += 1
                await asyncio.sleep(1)
            finally:  # a page that is closed or loaded anew says so
                if hasattr(player, "line"):
                    player.line.close()
                    path = f"voila/api/shutdown/{player.kernel}"
                    with suppress(OSError):
                        await asyncio.to_thread(ask, self.server.address, path, method="POST", body=b"")

    async def looker(self) -> None:
        """Reads games from the store, one after the other."""
        while not self.over:
            for game in list(self.known):
                with suppress(StoreError):  # the database is away
                    await asyncio.to_thread(self.look, game)
                await asyncio.sleep(0.1)
            await asyncio.sleep(1)


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
        "a kernel is ended": lambda: one(server.kernels(), signal.SIGTERM),
        "a kernel is stopped": lambda: one(server.kernels(), signal.SIGSTOP),
        "the database is away" if base else "the disk is full": away if base else full,
    }


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], set[str]]]:
    """The kernels that have files. Their folder has a short name: a socket's may not be long."""
    with tempfile.TemporaryDirectory(prefix="elric-") as folder:
        monkeypatch.setenv("TMPDIR", folder)
        yield lambda: {file.name[:43] for file in Path(folder).glob("voila_*/kernel-*")}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_night(kind: str, tmp_path: Path, files: Callable[[], set[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is lost, nothing is thrown away, every lost page comes back, memory is flat, and in the morning all is well:
    when everybody has gone nothing of theirs is left."""
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
            assert await until(lambda: len(here.known) == CROWD, 300), here.causes
            may_go_wrong = faults(server, base, rng)
            # each of them at least once, at random
            names = [*may_go_wrong, *rng.choices(list(may_go_wrong), k=ROUNDS - len(may_go_wrong))]
            rng.shuffle(names)
            sizes, everything = [], []
            for n, name in enumerate(names):
                await asyncio.sleep(60 * MINUTES / 2 / ROUNDS * rng.uniform(0.5, 1.5))
                # time goes by, and now and then the time of day is set
                step, set_ = 3600 * HOURS / ROUNDS, rng.choice([0, 0, 0, 86_400, -86_400, 400 * 86_400])
                with clock.open("a") as file:
                    file.write(f"{step} {step * (n + 1) + set_}\n")
                here.told["clock jumps"] += set_ != 0
                here.told[name] += 1
                await asyncio.to_thread(may_go_wrong[name])
                sizes.append(memory_of(server.process.pid))
                if n in (0, ROUNDS // 2, ROUNDS - 1):
                    found = await asyncio.to_thread(memory.sizes, [*server.kernels(), *fork_servers(server)])
                    everything.append((len(found), sum(found.values()) + sizes[-1]))
                assert not looking.done(), looking.exception()
            with clock.open("a") as file:
                file.write(f"0 {3600 * HOURS}\n")
            # who has lost his page comes back before the night is over
            await until(lambda: here.told["pages brought back"] >= here.told["pages lost"], 120)
            here.over = True
            await asyncio.wait([*crowd, looking], timeout=120)
            well = await until(lambda: '"well"' in ask(server.address, "health").text, 90)
            for game in list(here.known):
                here.look(game)
            # of all kernels none is left a minute later but the warm ones, and no file of theirs
            gone = await until(lambda: len(server.kernels()) <= 2 and len(files()) <= 2, 90)
            forks = fork_servers(server)
            print("\n", kind, dict(sorted(here.told.items())), dict(here.causes), f"{len(here.known)} games", sep="\n")
            print("server MB", [round(sizes[n] / 1e6) for n in (0, ROUNDS // 2, -1)])
            print("all of it", [f"{number} kernels {size / 1e6:.0f} MB" for number, size in everything])
            assert here.told["games lost"] == 0
            assert here.store.thrown() == []
            assert len(here.known) == CROWD
            assert here.oops == []
            assert here.told["acts"] > 20 * CROWD * MINUTES / 10
            # a fork server takes its kernels with it: whoever counts no lost page does not look
            assert here.told["pages lost"] >= CROWD / 2
            assert here.told["pages brought back"] == here.told["pages lost"]
            assert max(sizes[-ROUNDS // 4 :]) - max(sizes[: ROUNDS // 4]) < FLAT_BYTES
            assert well, "it is not well in the morning"
            assert gone, (server.kernels(), files())
            assert len(forks) == 1

    if kind == "sqlite":
        asyncio.run(night(None))
    else:
        with postgres.running() as base:
            asyncio.run(night(base))
