"""Kernels that are forked: each its own, gone when they should be, and to be had when there is no fork server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from client import ask
from harness import serving
from player import Player
from slow_act import notebook

from elric.app import memory
from elric.app.forkserver import ForkServer
from elric.app.store import SaveStore

pytestmark = pytest.mark.slow
SEED = re.compile(r"^seed: (\S+)$", re.MULTILINE)


def started_by(parent: int) -> dict[int, str]:
    found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True).stdout
    return {int(line.split(None, 1)[0]): line.split(None, 1)[1] for line in found.splitlines()}


def fork_server(server: Any) -> int:
    (found,) = [pid for pid, words in started_by(server.process.pid).items() if "elric.app.forkserver" in words]
    return found


def test_forked_kernels_share_what_they_have_read_and_no_luck() -> None:
    """Each has games and ids of its own, and most of its memory with the others."""

    async def meet() -> None:
        with serving("--port", "9650", "--ready", "0") as server:
            players = [Player(server.address, seed=n) for n in range(3)]
            for player in players:
                await player.come()
                for _ in range(4):
                    await player.play()
            assert set(server.kernels()) == set(started_by(fork_server(server)))
            texts = [SaveStore(server.saves).get(player.game, "game") or "" for player in players]
            assert len({SEED.findall(text)[0] for text in texts}) == 3
            assert len({player.bridge for player in players}) == 3
            for kernel in server.kernels():
                resident = int(Path(f"/proc/{kernel}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
                assert memory.sizes([kernel])[kernel] < 0.7 * resident
                # of a session of its own: a signal meant for it reaches nobody else
                assert os.getsid(kernel) == kernel

    asyncio.run(meet())


@pytest.mark.parametrize("forked", [True, False], ids=["forked", "alone"])
def test_a_hosts_own_notebook_has_such_kernels_and_what_lies_beside_it(tmp_path: Path, forked: bool) -> None:
    """A kernel of a notebook that is not ours is forked too, and reads a module from the notebook's folder either way."""
    (tmp_path / "beside.py").write_text("HERE = 'what lies beside it'\n")
    page = notebook(tmp_path, "pass")
    page.write_text(
        page.read_text().replace("import ipywidgets", "import beside; print(beside.HERE); import ipywidgets")
    )
    with serving("--port", "9670", "--ready", "0", notebook=page, alone=not forked) as server:
        assert "what lies beside it" in ask(server.address).text
        (kernel,) = server.kernels() if forked else quiet(server)
        assert (kernel in started_by(fork_server(server))) is forked


def quiet(server: Any) -> list[int]:
    """Kernels that are programs of their own."""
    return [pid for pid, words in started_by(server.process.pid).items() if "quiet_ipykernel" in words]


def test_where_nothing_can_be_forked_a_house_goes_on() -> None:
    """Whoever comes gets a kernel that is a program of its own, as quiet as a fork, and the game as it was."""

    async def meet() -> None:
        with serving("--port", "9655", "--ready", "0", "--log", "text", alone=True) as server:
            player = Player(server.address, seed=7)
            await player.come()
            for _ in range(4):
                await player.play()
            text = SaveStore(server.saves).get(player.game, "game")
            assert text
            assert quiet(server)
            again = Player(server.address, player.game, seed=8)
            await again.come()
            assert SaveStore(server.saves).get(again.game, "game") == text
            await again.play()
            assert again.faults == []
            assert "no fork" in "".join(server.output)

    asyncio.run(meet())


def test_nothing_is_left_of_a_server_that_was_killed() -> None:
    with serving("--port", "9660", "--ready", "1") as server:
        until_ = time.monotonic() + 20
        while not server.kernels() and time.monotonic() < until_:
            time.sleep(0.2)
        left = [fork_server(server), *server.kernels()]
        assert len(left) > 1
        os.kill(server.process.pid, signal.SIGKILL)
        until_ = time.monotonic() + 10
        while any(Path(f"/proc/{one}").exists() for one in left) and time.monotonic() < until_:
            time.sleep(0.2)
        assert not [one for one in left if Path(f"/proc/{one}").exists()]


def test_a_fork_tells_how_it_ended(tmp_path: Path) -> None:
    """One that cannot start has a code, one that is killed the signal, and who asks a fork server that is gone is told so."""
    server = ForkServer("")
    try:
        broken = server.fork(["-f", str(tmp_path / "kernel.json")], dict(os.environ), str(tmp_path / "nowhere"))
        assert broken.result(30).wait(20) == 1
        killed = server.fork(["-f", str(tmp_path / "kernel.json")], dict(os.environ), str(tmp_path)).result(30)
        assert killed.poll() is None
        killed.kill()
        assert killed.wait(10) == -signal.SIGKILL
        killed.terminate()
    finally:
        server.close()
    time.sleep(0.2)
    with pytest.raises(OSError, match="fork server"):
        server.fork([], {}, "/").result(5)
