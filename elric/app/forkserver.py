"""Kernels from a fork server: one process imports everything that a kernel needs, once, and each kernel is a fork of
it.

A kernel that is started as a new process imports ipykernel, ipyleaflet, the rules and the board again: more than a
second of work, and 60 MB of memory that is not shared. A fork starts with all of it imported. The fork server itself
runs no event loop, no thread and no code of a visitor; it ends with the web server, and its kernels end with it; when it
ends before, it is started anew. Where it is not available (systems other than Linux, or while it is started anew and
takes too long) kernels are started as new processes, as Jupyter does it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Final

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from elric.app import measures, places, quiet_ipykernel
from elric.app.journal import note

__all__ = ["NAME", "Child", "ForkServer", "Forks", "Provisioner", "can_fork"]

NAME: Final = "elric-fork-server"
"""As a provisioner of Jupyter's."""

REPLY_SECONDS: Final = 30.0
"""So long the fork server may take to read everything; then kernels start as programs."""

SILENT_SECONDS: Final = 5.0
"""So long it may say nothing when it has; then another takes its place."""

LOOK_SECONDS: Final = 0.5
"""How often a kernel that is to end is looked at."""

ALONE: Final = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""numpy would start threads as it is imported, and they are not forked."""


def can_fork() -> bool:
    """Whether a process that has imported our libraries can be forked on this system."""
    return sys.platform == "linux"


class Child:
    """A forked kernel, with the methods of `Popen` that Jupyter uses."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = threading.Event()

    def end(self, code: int) -> None:
        """Note that it has ended, as the fork server reports."""
        self.returncode = code
        self._ended.set()

    def poll(self) -> int | None:
        # a fork server that is stopped reports nothing: then the system is asked
        if self.returncode is None and _has_ended(self.pid):
            self.end(-signal.SIGKILL)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        until = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            left = LOOK_SECONDS if until is None else min(LOOK_SECONDS, until - time.monotonic())
            if left <= 0:
                raise subprocess.TimeoutExpired("kernel", timeout or 0.0)
            self._ended.wait(left)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _has_ended(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def _safe_path() -> str:
    """Our own module path, without the folder that we were started in: whoever may write there would have his files run.
    The folder of this package stays, wherever we were started."""
    root, here = places.import_root(), Path.cwd()
    folders = [folder for folder in sys.path if folder and (Path(folder) != here or Path(folder) == root)]
    return os.pathsep.join(folders)


class ForkServer:
    """The client side, in the web server: starts the fork server for one game, and requests kernels from it.

    Attributes:
        ready: whether it has read everything.
        gone: whether it has ended.
    """

    def __init__(self, game: str) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            # In our own process group, so that a signal to the group ends it too. -P: the current folder is on no path.
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "elric.app.forkserver", str(theirs.fileno()), game],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **ALONE, "PYTHONPATH": _safe_path()},
            )
        self.ready = self.gone = False
        self._began = time.monotonic()
        self._asked_at = 0.0  # when it was asked whether it is there; 0 for answered
        self._lock = threading.Lock()
        self._asked: list[Future[Child]] = []
        self._children: dict[int, Child] = {}
        threading.Thread(target=self._listen, daemon=True, name="fork server").start()

    def fork(self, arguments: list[str], env: dict[str, str], cwd: str) -> Future[Child]:
        """A future for a new kernel with these arguments for ipykernel. It fails with OSError when no kernel can be
        made."""
        future: Future[Child] = Future()
        with self._lock:
            self._asked.append(future)
            if not self._tell({"arguments": arguments, "env": env, "cwd": cwd}):
                self._asked.remove(future)
                future.set_exception(ConnectionError("the fork server has ended"))
        return future

    def _tell(self, asked: dict[str, Any]) -> bool:
        try:
            self._socket.sendall(json.dumps(asked).encode() + b"\n")
        except OSError:
            return False
        return not self.gone

    @property
    def silent(self) -> float:
        """So many seconds it has owed an answer; 0 while it reads everything, which may take REPLY_SECONDS."""
        now = time.monotonic()
        if not self.ready:
            return max(0.0, now - self._began - REPLY_SECONDS)
        return now - self._asked_at if self._asked_at else 0.0

    @property
    def kernels(self) -> list[Child]:
        """Its kernels that have not ended."""
        return [child for child in list(self._children.values()) if child.poll() is None]

    def look(self) -> None:
        """Ask whether it is there; `silent` tells of the answer."""
        with self._lock:
            if self.ready and not self._asked_at:
                self._asked_at = time.monotonic()
                self._tell({})

    def rouse(self) -> None:
        """Continue it, in case that somebody has stopped it."""
        with contextlib.suppress(OSError):
            self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End it, and its kernels."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self.process.terminate()
        self.rouse()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def _listen(self) -> None:
        with self._socket.makefile("rb") as lines, contextlib.suppress(OSError, ValueError):
            for line in lines:
                self._hear(json.loads(line))
        with self._lock:
            self.gone = True
            asked, self._asked = self._asked, []
        for future in asked:
            future.set_exception(ConnectionError("the fork server has ended"))
        for child in self._children.values():
            child.end(-signal.SIGKILL)  # they do not outlive it
        self.process.poll()

    def _hear(self, told: dict[str, int]) -> None:
        if "forked" in told:
            child = self._children[told["forked"]] = Child(told["forked"])
            with self._lock:
                future = self._asked.pop(0)
            if future.set_running_or_notify_cancel():
                future.set_result(child)
            else:
                child.kill()
        elif "ended" in told:
            child = self._children.pop(told["ended"], Child(0))
            child.end(told["code"])
        else:
            self.ready, self._asked_at = True, 0.0


class Forks:
    """The fork server that kernels come from. One that has ended is started anew; one that says nothing is continued, in case
    it was stopped, and then another takes its place while its kernels live on. `look` is to be called every second or so.

    Args:
        game: as for `ForkServer`.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._retired: list[ForkServer] = []
        self._waits, self._again_at = 1.0, 0.0
        self._begin()

    def _begin(self) -> None:
        self.now = ForkServer(self._game)
        measures.FORK_SERVERS.inc()
        # one that ends as soon as it is started is not started all the time
        self._again_at = time.monotonic() + self._waits
        self._waits = min(60.0, 2 * self._waits)

    @property
    def well(self) -> bool:
        """Whether kernels can be forked now."""
        return self.now.ready and not self.now.gone and self.now.silent < SILENT_SECONDS / 2

    def fork(self, arguments: list[str], env: dict[str, str], cwd: str) -> Future[Child]:
        """As `ForkServer.fork`."""
        self.look()
        return self.now.fork(arguments, env, cwd)

    def look(self) -> None:
        """See whether it is there, and do what there is to be done."""
        if self.well:
            self._waits = 1.0
        elif time.monotonic() >= self._again_at and (self.now.gone or self.now.silent > SILENT_SECONDS):
            note("fork server", level=logging.WARNING, what="ended" if self.now.gone else "says nothing")
            measures.ERRORS.labels("fork server").inc()
            if not self.now.gone:
                self._retired.append(self.now)
            self._begin()
        elif self.now.silent > SILENT_SECONDS / 2:
            self.now.rouse()
        self.now.look()
        for old in [old for old in self._retired if old.gone or not old.kernels]:
            self._retired.remove(old)
            threading.Thread(target=old.close, daemon=True, name="fork server ends").start()

    @property
    def kernels(self) -> list[Child]:
        """All kernels that were forked and have not ended."""
        return [child for one in (self.now, *self._retired) for child in one.kernels]

    def close(self) -> None:
        """End all of them, and their kernels."""
        for one in (self.now, *self._retired):
            one.close()


class Provisioner(LocalProvisioner):
    """Starts a kernel by forking; as a new process where that fails. `server` is set before the first kernel."""

    server: Forks | None = None

    @classmethod
    def install(cls, server: Forks) -> None:
        """Register this provisioner with Jupyter under `NAME`."""
        cls.server = server
        entry = EntryPoint(NAME, f"{cls.__module__}:{cls.__name__}", KernelProvisionerFactory.GROUP_NAME)
        KernelProvisionerFactory.provisioners[NAME] = entry

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """As in Jupyter, which starts `python -m ipykernel_launcher` with its arguments."""
        arguments = cmd[cmd.index("ipykernel_launcher") + 1 :] if "ipykernel_launcher" in cmd else None
        if self.server is None or arguments is None:
            return await super().launch_kernel(cmd, **kwargs)
        env, cwd = kwargs.get("env") or dict(os.environ), str(kwargs.get("cwd") or Path.cwd())
        try:
            future = self.server.fork(arguments, env, cwd)
            # one that was asked while it reads everything answers when it has
            child = await asyncio.wait_for(
                asyncio.wrap_future(future), SILENT_SECONDS if self.server.now.ready else REPLY_SECONDS
            )
        except (OSError, TimeoutError):
            note("no fork", level=logging.WARNING, what="a kernel starts as a program of its own")
            alone = [sys.executable, "-m", "elric.app.quiet_ipykernel", *arguments]
            return await super().launch_kernel(alone, **kwargs)
        self.process = child  # type: ignore[assignment]  # all of Popen that is asked for
        self.pid = self.pgid = child.pid  # it leads a session of its own
        self.cwd = cwd
        return self.connection_info


def main() -> None:
    """The fork server: `python -m elric.app.forkserver SOCKET GAME`. In a fork this function runs the kernel."""
    line = socket.socket(fileno=int(sys.argv[1]))
    _read_everything(sys.argv[2])
    line.sendall(b"{}\n")
    asked = _serve(line)
    if asked is not None:
        _be_kernel(asked)


def _read_everything(game: str) -> None:
    """Import and compute what every kernel of this game needs, and exclude it from garbage collection: memory pages
    that are never written to stay shared."""
    from ipykernel import ipkernel, kernelapp  # noqa: F401  # before the widgets, whose comms are a kernel's

    import ipywidgets  # isort: skip

    from elric import games
    from elric.app import page  # noqa: F401
    from elric.app.store import service  # noqa: F401
    from elric.widgets.bridge.table import Table

    for room in (games.lab, games.teaching, games.judgement):
        room(game)
    ipywidgets.register_comm_target()  # it registers itself only where a kernel exists already
    Table(name=game)  # draws one page so that all modules and caches are loaded before the fork
    ipywidgets.Widget.close_all()
    gc.collect()
    gc.freeze()


def _serve(line: socket.socket) -> dict[str, Any] | None:
    """Fork on request. Returns None in the server itself, when the client has gone; in a fork the request."""
    wake, waker = os.pipe()
    for end in (wake, waker):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    text = b""
    watched: list[Any] = [line, wake]
    while True:
        ready, _, _ = select.select(watched, [], [])
        if wake in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(wake, 4096)
            _reap(line)
        if line in ready:
            try:
                more = line.recv(65536)
            except OSError:
                more = b""
            if not more:
                return None
            *whole, text = (text + more).split(b"\n")
            for one in whole:
                if one == b"{}":  # is anybody there?
                    line.sendall(b"{}\n")
                    continue
                child = os.fork()
                if not child:
                    signal.set_wakeup_fd(-1)
                    line.close()
                    os.close(wake)
                    os.close(waker)
                    return dict(json.loads(one))
                line.sendall(json.dumps({"forked": child}).encode() + b"\n")


def _reap(line: socket.socket) -> None:
    """Report the kernels that have ended."""
    while True:
        try:
            child, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not child:
            return
        told = {"ended": child, "code": os.waitstatus_to_exitcode(status)}
        with contextlib.suppress(OSError):
            line.sendall(json.dumps(told).encode() + b"\n")


def _be_kernel(asked: dict[str, Any]) -> None:
    os.setsid()
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    if "PYTHONSAFEPATH" not in os.environ:
        sys.path.insert(0, "")  # a host's own notebook imports what lies beside it
    sys.modules["__main__"].__dict__.pop("__spec__", None)
    quiet_ipykernel.launch([*asked["arguments"], f"--IPKernelApp.parent_handle={os.getppid()}"])


if __name__ == "__main__":
    main()
