"""Bad days that take minutes: a crowd that plays, a minute of garbage, a database away, a full disk, a clock that jumps."""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import time
from pathlib import Path
from random import Random

import harness
import postgres
import pytest
from client import ask, frame, kernel_of, line_to
from harness import Served, serving
from player import Player

from elric.app.store import SaveStore

CROWD = int(os.environ.get("ELRIC_SIEGE_SESSIONS", "40"))
MINUTES = float(os.environ.get("ELRIC_SIEGE_MINUTES", "10"))


async def plays(player: Player, until: float, pause: float) -> None:
    """Press a key every `pause` seconds or so."""
    while time.monotonic() < until:
        await player.play()
        await asyncio.sleep(pause * player.rng.uniform(0.5, 1.5))


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def test_a_crowd_plays_without_an_error() -> None:
    """Forty tables, a press every three seconds at each, ten minutes; what one table is alone, on the same server, before."""

    async def meet() -> None:
        with serving("--port", "9520", "--ready", "2", "--most", str(CROWD + 1), "--log", "json") as server:
            alone = Player(server.address, seed=99)
            await alone.come()
            await plays(alone, time.monotonic() + 30, 0.5)
            crowd = [Player(server.address, seed=n) for n in range(CROWD)]
            await asyncio.gather(*(player.come(300) for player in crowd))
            for player in crowd:
                player.took.clear()
            await asyncio.gather(*(plays(player, time.monotonic() + 60 * MINUTES, 3) for player in crowd))
            took = [seconds for player in crowd for seconds in player.took]
            print(
                f"{CROWD} tables, {MINUTES:g} minutes, {len(took)} presses: median {1000 * statistics.median(took):.0f} ms "
                f"(one table {1000 * statistics.median(alone.took):.0f}), p95 {1000 * p95(took):.0f} ms "
                f"(one table {1000 * p95(alone.took):.0f})"
            )
            assert [fault for player in crowd for fault in player.faults] == []
            said = "".join(server.output)
            assert "Traceback" not in said, said[-3000:]
            assert len(server.kernels()) >= CROWD
            assert statistics.median(took) < 3 * statistics.median(alone.took) + 0.1

    asyncio.run(meet())


def test_a_minute_of_garbage() -> None:
    async def meet() -> None:
        with serving("--port", "9530", "--ready", "0") as server:
            neighbour = Player(server.address, seed=1)
            await neighbour.come()
            own = kernel_of(ask(server.address).text)
            rng = Random(15)
            until = time.monotonic() + 60
            memory = memory_of(server)

            async def attack() -> int:
                lines = 0
                while time.monotonic() < until:
                    try:
                        line = await line_to(server.address, own)
                    except Exception:  # four lines are open already
                        await asyncio.sleep(0.1)
                        continue
                    lines += 1
                    for _ in range(50):
                        data = rng.choice([
                            rng.randbytes(rng.randrange(2000)), b"\xff" * 8, frame("comm_msg", {"comm_id": "x", "data": {}}),
                            frame("execute_request", {"code": "1"}), frame("comm_msg", {"comm_id": rng.choice(["", None])}),
                        ])  # fmt: skip
                        try:
                            await line.write_message(data, binary=True)
                        except Exception:  # it was closed, as it should be
                            break
                    line.close()
                return lines

            done = await asyncio.gather(attack(), attack(), plays(neighbour, until, 0.3))
            assert sum(done[:2]) > 100
            assert neighbour.faults == []
            assert p95(neighbour.took) < 1.5
            grown = memory_of(server) - memory
            print(
                f"{sum(done[:2])} lines, {grown / 1e6:.0f} MB more, neighbour's p95 {1000 * p95(neighbour.took):.0f} ms"
            )
            assert grown < 30e6

    asyncio.run(meet())


def memory_of(server: Served) -> int:
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_a_database_that_is_away_for_a_minute() -> None:
    """An act meanwhile is not shown as done; health says why; afterwards it is done by itself, and nothing is lost."""

    async def meet() -> None:
        with postgres.running() as base:
            place = base.database()
            with serving("--port", "9540", "--ready", "0", "--database", place) as server:
                player = Player(server.address, seed=3)
                await player.come()
                for _ in range(6):
                    await player.play()
                before = SaveStore(place).get(player.game, "game") or ""
                assert before
                base.stop()
                away = time.monotonic()
                for _ in range(6):
                    await player.play()
                said = "".join(player.regions.values())
                assert "could not be kept" in said or "cannot be kept" in said
                assert (await asyncio.to_thread(ask, server.address, "health")).status == 503
                await asyncio.sleep(max(0.0, 60 - (time.monotonic() - away)))
                base.start()
                await asyncio.sleep(6)
                assert (await asyncio.to_thread(ask, server.address, "health")).status == 200
                for _ in range(8):
                    await player.play()
                after = SaveStore(place).get(player.game, "game") or ""
                assert len(after) > len(before)
                assert player.faults == []

    asyncio.run(meet())


def test_a_full_disk() -> None:
    """The server's files may not grow: acts are held back with a word, and done when there is room again."""

    async def meet() -> None:
        with serving("--port", "9550", "--ready", "0") as server:
            player = Player(server.address, seed=4)
            await player.come()
            for _ in range(6):
                await player.play()
            before = SaveStore(server.saves).get(player.game, "game") or ""
            assert before
            free = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, free[1]))
            for _ in range(6):
                await player.play()
            said = "".join(player.regions.values())
            assert "could not be kept" in said or "cannot be kept" in said
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, free)
            await asyncio.sleep(6)
            for _ in range(8):
                await player.play()
            assert len(SaveStore(server.saves).get(player.game, "game") or "") > len(before)
            assert player.faults == []

    asyncio.run(meet())


# A server whose clock (not the steady one) is put forward and back by a day, again and again.
_JUMPING = """
import datetime, sys, threading, time
plain, began = time.time, time.monotonic()
off = lambda: (0, 86400, -86400)[int((time.monotonic() - began) / 4) % 3]
time.time = lambda: plain() + off()
import jupyter_server.services.kernels.kernelmanager as manager
manager.utcnow = lambda: datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=off())
from elric.app.cli import main
threading.Thread(target=lambda: (sys.stdin.read(), __import__("os")._exit(0)), daemon=True).start()
sys.exit(main())
"""


def test_a_clock_that_jumps_again_and_again_throws_nobody_out_and_stops_no_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who plays plays on, and so does who thinks for half a minute; a page that nobody opened is still cleared."""
    monkeypatch.setattr(harness, "_SERVER", _JUMPING)

    async def meet() -> None:
        with serving("--port", "9560", "--ready", "1", "--away", "5", "--idle", "1") as server:
            player, thinker = Player(server.address, seed=5), Player(server.address, seed=6)
            await player.come()
            await thinker.come()
            await plays(player, time.monotonic() + 15, 0.5)
            await asyncio.to_thread(ask, server.address)
            assert len(server.kernels()) >= 3
            await plays(player, time.monotonic() + 20, 0.5)
            await thinker.play()
            assert [*player.faults, *thinker.faults] == []
            assert len(server.kernels()) == 3, "two who play, and a warm one"
            assert SaveStore(server.saves).get(player.game, "game")
            # and a page that says nothing for a whole minute is cleared, whatever the clock says
            await plays(player, time.monotonic() + 75, 2)
            assert len(server.kernels()) == 2

    asyncio.run(meet())
