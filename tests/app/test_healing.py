"""What is killed, stopped or starved comes back by itself; health and figures tell the truth meanwhile."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import harness
import pytest
from client import ask
from harness import Served, serving
from player import Player
from test_forkserver import fork_server, started_by
from test_host import figures
from test_visits import until

from elric.app.forkserver import Forks, ForkServer
from elric.app.store import SaveStore
from elric.app.store.service import LentStore, Service

pytestmark = pytest.mark.slow
PAGE = "a" * 32


def health(server: Any) -> str:
    return str(json.loads(ask(server.address, "health").text)["status"])


def fork_servers(server: Any) -> set[int]:
    return {pid for pid, words in started_by(server.process.pid).items() if "elric.app.forkserver" in words}


async def is_well(server: Any, seconds: float = 40) -> bool:
    return bool(await until(lambda: health(server) == "well", seconds))


def test_a_fork_server_that_was_killed_is_started_anew_and_so_is_the_pool() -> None:
    """A game goes on where it was, in a fork again; the warm kernel that died with it is replaced before anybody asks."""

    async def meet() -> None:
        with serving("--port", "9800", "--ready", "1", "--log", "text") as server:
            assert await is_well(server)
            player = Player(server.address, seed=7)
            await player.come()
            for _ in range(4):
                await player.play()
            text = SaveStore(server.saves).get(player.game, "game")
            old = fork_server(server)
            os.kill(old, signal.SIGKILL)
            assert await until(lambda: health(server) == "no fork server", 5)
            assert figures(server.address)["elric_fork_server_up"] == 0
            assert await is_well(server)
            told = figures(server.address)
            assert (told["elric_fork_server_up"], told["elric_fork_servers_total"]) == (1, 2)
            assert fork_server(server) != old
            warm = await until(lambda: figures(server.address)["elric_kernels_warm"] >= 1, 60)
            assert warm, (figures(server.address), "".join(server.output)[-2000:])
            assert await until(lambda: len(server.kernels()) == 2, 60), "the warm one, and the player's, empty"
            again = Player(server.address, player.game, seed=8)
            await again.come()
            assert SaveStore(server.saves).get(again.game, "game") == text
            await again.play()
            assert again.faults == []
            assert set(server.kernels()) <= set(started_by(fork_server(server)))

    asyncio.run(meet())


def test_a_fork_server_that_is_stopped_is_continued_in_seconds() -> None:
    async def meet() -> None:
        with serving("--port", "9805", "--ready", "0") as server:
            assert await is_well(server)
            os.kill(fork_server(server), signal.SIGSTOP)
            began = time.monotonic()
            await Player(server.address, seed=7).come()
            assert time.monotonic() - began < 15
            assert await is_well(server, 10)
            assert len(fork_servers(server)) == 1

    asyncio.run(meet())


def test_a_fork_server_that_stays_silent_is_replaced_and_its_kernels_live_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing wakes it: the next kernel comes from another, an end of its kernels is noticed, and with the last it goes."""
    monkeypatch.setattr(ForkServer, "rouse", lambda self: None)
    forks = Forks("")

    def looked(done: Any, seconds: float = 40) -> None:
        end = time.monotonic() + seconds
        while not done():
            forks.look()
            assert time.monotonic() < end
            time.sleep(0.1)

    def kernel(name: str) -> Any:
        return forks.fork(["-f", str(tmp_path / name)], dict(os.environ), str(tmp_path)).result(30)

    try:
        looked(lambda: forks.well)
        old, first = forks.now, kernel("one.json")
        os.kill(old.process.pid, signal.SIGSTOP)
        looked(lambda: not forks.well, 10)
        looked(lambda: forks.now is not old and forks.well)
        second = kernel("two.json")
        assert first.poll() is None
        assert second.poll() is None
        first.kill()
        assert first.wait(10) == -signal.SIGKILL
        monkeypatch.undo()
        looked(lambda: old.process.poll() is not None, 20)
        assert second.poll() is None
    finally:
        forks.close()


def test_the_store_of_a_server_without_files_to_open_is_there_afterwards(tmp_path: Path) -> None:
    """The thread that lets kernels in must not end when nothing can be opened."""
    service = Service(SaveStore(tmp_path))
    try:
        lent = LentStore(service.told)
        lent.put(PAGE, "game", "one")
        free = resource.getrlimit(resource.RLIMIT_NOFILE)
        lines = []
        address = service.told.partition(" ")[2].replace("@", "\0")
        try:
            for _ in range(3):
                lines.append(socket.socket(socket.AF_UNIX))
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(map(int, os.listdir("/proc/self/fd"))) + 1, free[1]))
            for line in lines:
                line.connect(address)
            time.sleep(0.5)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, free)
            for line in lines:
                line.close()
        assert LentStore(service.told).get(PAGE, "game") == "one"
        assert LentStore(service.told).ping()
    finally:
        service.close()


def test_figures_name_each_part() -> None:
    with serving("--port", "9815", "--ready", "1") as server:
        told = figures(server.address)
        assert {
            "elric_fork_server_up", "elric_fork_servers_total", "elric_kernels_warm", "elric_kernels_warm_wanted",
            "elric_store_up", "elric_database_up", "elric_database_seconds",
        } <= told.keys()  # fmt: skip
        assert told["elric_store_up"] == told["elric_database_up"] == 1
        assert told["elric_kernels_warm_wanted"] == 1


def test_no_file_of_the_folder_it_is_started_in_is_run(tmp_path: Path) -> None:
    """Names of the standard library, of ours and of the libraries, in the folder where somebody starts the server: none is
    run by the server, the fork server, or a kernel."""
    trap = f"open({str(tmp_path / 'sprung')!r}, 'a').write(__name__ + chr(10))\n"
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in (
        "json",
        "elric",
        "ipykernel",
        "logging",
        "ipywidgets",
        "random",
        "fsrs",
        "this",
        "colorsys",
        "sitecustomize",
    ):
        (folder / f"{name}.py").write_text(trap)

    command = [str(Path(sys.executable).with_name("elric")), "serve", "--no-browser", "--port", "9820", "--ready", "0"]
    server = Served("", tmp_path / "saves", harness.subprocess.Popen(
        [*command, "--saves", str(tmp_path / "saves")], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, cwd=folder, start_new_session=True,
    ))  # fmt: skip
    threading.Thread(target=harness._collect, args=(server,), daemon=True).start()

    async def meet() -> None:
        server.address = harness._await_address(server, 60)
        assert await is_well(server)
        await Player(server.address, seed=1).come()
        assert len(started_by(fork_server(server))) == 1
        # and what is started anew
        os.kill(fork_server(server), signal.SIGKILL)
        await Player(server.address, seed=2).come()
        assert await is_well(server)

    try:
        asyncio.run(meet())
    finally:
        harness._stop(server.process)
    assert not (tmp_path / "sprung").exists(), (tmp_path / "sprung").read_text()


def test_a_kernel_listens_on_no_port_of_this_machine() -> None:
    """Whoever is on the machine could push lines into the host's log by it."""

    async def meet() -> None:
        with serving("--port", "9825", "--ready", "0") as server:
            await Player(server.address, seed=1).come()
            (kernel,) = server.kernels()
            own = {os.readlink(link) for link in Path(f"/proc/{kernel}/fd").iterdir()}
            listening = {
                f"socket:[{row.split()[9]}]"
                for name in ("tcp", "tcp6")
                for row in Path(f"/proc/net/{name}").read_text().splitlines()[1:]
                if row.split()[3] == "0A"
            }
            assert not own & listening

    asyncio.run(meet())


def test_a_kernel_whose_tab_closes_as_it_dies_leaves_neither_a_kernel_nor_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed, and the tab closed at each moment around its being started anew: within a minute nothing is left."""
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))

    async def meet() -> None:
        with serving("--port", "9840", "--ready", "0", "--log", "text") as server:
            assert await is_well(server)
            for pause in (0.5, 1.5, 2.5, 3.2):
                player = Player(server.address, seed=1)
                await player.come()
                os.kill(max(server.kernels()), signal.SIGKILL)
                await asyncio.sleep(pause)
                player.line.close()
                path = f"voila/api/shutdown/{player.kernel}"
                await asyncio.to_thread(ask, server.address, path, method="POST", body=b"")
            assert await until(lambda: server.kernels() == [] and not list(tmp_path.glob("kernel-*")), 75)
            assert health(server) == "well"

    asyncio.run(meet())
