"""What is killed, stopped or starved comes back by itself; health and figures tell the truth meanwhile."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
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

from elric.app import forkserver
from elric.app.forkserver import Forks, ForkServer
from elric.app.orphans import ORPHAN_SECONDS, Orphans
from elric.app.server import POOL_LOOK_SECONDS
from elric.app.store import SaveStore
from elric.app.store.service import LentStore, Service

pytestmark = pytest.mark.slow
PAGE = "a" * 32

# A server that looks more often, waits less before it calls a kernel nobody's, and longer before it replaces a fork server
# that says nothing, which may only have had no turn on a loaded machine.
_BRISK = """
from elric.app import forkserver, orphans, server
forkserver.SILENT_SECONDS = 10.0
server.POOL_LOOK_SECONDS = server.FORK_LOOK_SECONDS = 0.5
orphans.ORPHAN_SECONDS = 15.0
"""


@pytest.fixture(autouse=True, scope="module")
def brisk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(harness, "_SERVER", _BRISK + harness._SERVER)
        yield


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[str]]]:
    """The files of all kernels of a server that is started here. Their folder has a short name: a socket's may not be long."""
    with tempfile.TemporaryDirectory(prefix="elric-") as folder:
        monkeypatch.setenv("TMPDIR", folder)
        yield lambda: [file.name for file in Path(folder).glob("voila_*/kernel-*")]


@pytest.fixture(scope="module")
def house(brisk: None) -> Iterator[Any]:
    with serving("--port", "9805", "--ready", "0") as server:
        yield server


def health(server: Any) -> str:
    return str(json.loads(ask(server.address, "health").text)["status"])


def fork_servers(server: Any) -> set[int]:
    return {pid for pid, words in started_by(server.process.pid).items() if "elric.app.forkserver" in words}


async def is_well(server: Any, seconds: float = 40) -> bool:
    return bool(await until(lambda: health(server) == "well", seconds))


def test_a_fork_server_that_was_killed_is_started_anew_and_so_is_the_pool() -> None:
    """A game goes on where it was, in a fork again; the warm kernel that died with it is replaced before anybody asks. The
    figures name each part and tell what happened."""

    async def meet() -> None:
        with serving("--port", "9800", "--ready", "1", "--log", "text") as server:
            assert await is_well(server)
            told = figures(server.address)
            assert {
                "elric_fork_server_up", "elric_fork_servers_total", "elric_kernels_warm", "elric_kernels_warm_wanted",
                "elric_store_up", "elric_database_up", "elric_database_seconds",
            } <= told.keys()  # fmt: skip
            assert told["elric_store_up"] == told["elric_database_up"] == told["elric_kernels_warm_wanted"] == 1
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
            assert await until(lambda: "unfit" in "".join(server.output), 30), "before anybody asks"
            warm = await until(lambda: figures(server.address)["elric_kernels_warm"] == 1, 60)
            assert warm, (figures(server.address), "".join(server.output)[-2000:])
            assert await until(lambda: len(server.kernels()) == 2, 60), "the warm one, and the player's, empty"
            again = Player(server.address, player.game, seed=8)
            await again.come()
            assert SaveStore(server.saves).get(again.game, "game") == text
            await again.play()
            assert again.faults == []
            assert set(server.kernels()) <= set(started_by(fork_server(server)))

    asyncio.run(meet())


def test_a_fork_server_that_is_stopped_is_continued_in_seconds(house: Any) -> None:
    """And not replaced: who comes meanwhile gets a fork of it, or a program."""

    async def meet() -> None:
        assert await is_well(house)
        before = fork_server(house)
        os.kill(before, signal.SIGSTOP)
        await Player(house.address, seed=7).come()
        assert await is_well(house)
        assert fork_servers(house) == {before}

    asyncio.run(meet())


def test_a_fork_server_that_stays_silent_is_replaced_and_its_kernels_live_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing wakes it: the next kernel comes from another, an end of its kernels is noticed, and with the last it goes."""
    monkeypatch.setattr(ForkServer, "rouse", lambda self: None)
    monkeypatch.setattr(forkserver, "SILENT_SECONDS", 2.5)
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


def test_the_store_of_a_server_without_files_to_open_is_there_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
            lowest = os.dup(0)
            os.close(lowest)
            resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, free[1]))
            with pytest.raises(OSError, match="Too many open files"):
                os.dup(0)
            for line in lines:
                line.connect(address)
            time.sleep(0.5)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, free)
            for line in lines:
                line.close()
        # and where it is the next line that cannot be taken
        accept, starved = service._listener.accept, [OSError(errno.EMFILE, "Too many open files")] * 2

        def accepts() -> Any:
            if starved:
                raise starved.pop()
            return accept()

        monkeypatch.setattr(service._listener, "accept", accepts)
        answers: list[Any] = []

        def ask_twice() -> None:
            answers.extend(LentStore(service.told).get(PAGE, "game") for _ in range(2))

        asking = threading.Thread(target=ask_twice, daemon=True)
        asking.start()
        asking.join(30)
        assert answers == ["one", "one"]
        assert starved == []
    finally:
        service.close()


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


def test_a_kernel_listens_on_no_port_of_this_machine(house: Any) -> None:
    """Whoever is on the machine could push lines into the host's log by it."""

    async def meet() -> None:
        await Player(house.address, seed=1).come()
        own = {os.readlink(link) for kernel in house.kernels() for link in Path(f"/proc/{kernel}/fd").iterdir()}
        listening = {
            f"socket:[{row.split()[9]}]"
            for name in ("tcp", "tcp6")
            for row in Path(f"/proc/net/{name}").read_text().splitlines()[1:]
            if row.split()[3] == "0A"
        }
        assert own
        assert not own & listening

    asyncio.run(meet())


@pytest.mark.siege  # `make test` ends a kernel that is nobody's, with its files
def test_a_kernel_whose_tab_closes_as_it_dies_leaves_neither_a_kernel_nor_files(
    files: Callable[[], list[str]],
) -> None:
    """Killed, and the tab closed at each moment around its being started anew: soon nothing is left."""
    assert ORPHAN_SECONDS + POOL_LOOK_SECONDS < 60

    async def meet() -> None:
        with serving("--port", "9840", "--ready", "0", "--log", "text") as server:
            assert await is_well(server)
            for pause in (0.5, 1.5, 2.5, 3.2):
                player = Player(server.address, seed=1)
                await player.come()
                assert files()
                os.kill(max(server.kernels()), signal.SIGKILL)
                await asyncio.sleep(pause)
                player.line.close()
                path = f"voila/api/shutdown/{player.kernel}"
                await asyncio.to_thread(ask, server.address, path, method="POST", body=b"")
            assert await until(lambda: server.kernels() == [] == files(), 75), files()
            assert health(server) == "well"

    asyncio.run(meet())


# A server that forgets whose a kernel was when a tab closes, and ends nothing.
_FORGETFUL = """
from elric.app import visits
async def post(self, kernel_id):
    self.settings["elric_lobby"].leave(kernel_id)
    self.set_status(204)
visits.Closing.post = post
"""


def test_a_kernel_that_is_nobodys_is_ended_and_one_that_is_somebodys_is_not(
    files: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it came about that nobody knows of it; its files go with it."""
    monkeypatch.setattr(harness, "_SERVER", _FORGETFUL + harness._SERVER)

    async def meet() -> None:
        with serving("--port", "9845", "--ready", "0", "--log", "text") as server:
            stays, goes = Player(server.address, seed=1), Player(server.address, seed=2)
            await stays.come()
            (kept,) = server.kernels()
            await goes.come()
            assert len(server.kernels()) == 2
            goes.leave()
            assert await until(lambda: server.kernels() == [kept], 60)
            assert await until(lambda: {name[:15] for name in files()} == {f"kernel-{stays.kernel[:8]}"}, 60), files()
            await stays.play()
            assert stays.faults == []

    asyncio.run(meet())


def test_files_of_a_kernel_that_has_ended_are_removed_and_no_others(tmp_path: Path) -> None:
    now = [0.0]
    orphans = Orphans(tmp_path, lambda: now[0])
    for name in ("kernel-one.json", "kernel-one-ipc-1", "kernel-two.json", "other"):
        (tmp_path / name).touch()
    orphans.sweep(["one", "two"])
    now[0] = 1000.0
    orphans.sweep(["two"])
    assert len(list(tmp_path.iterdir())) == 4, "it may be on its way out"
    now[0] += ORPHAN_SECONDS
    orphans.sweep(["two"])
    assert {file.name for file in tmp_path.iterdir()} == {"kernel-two.json", "other"}


def test_only_what_was_nobodys_all_the_time_is_an_orphan(tmp_path: Path) -> None:
    now = [0.0]
    orphans = Orphans(tmp_path, lambda: now[0])
    assert orphans.of(["a", "b"]) == []
    now[0] = 40.0
    assert orphans.of(["a"]) == []
    now[0] = ORPHAN_SECONDS + 1
    assert orphans.of(["a", "b"]) == ["a"]
