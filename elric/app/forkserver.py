"""Kernels from a fork server: one process imports everything that a kernel needs, once, and each kernel is a fork of
it.

A kernel that is started as a new process imports ipykernel, ipyleaflet, the rules and the board again: more than a
second of work, and 60 MB of memory that is not shared. A fork starts with all of it imported. The fork server itself
runs no event loop, no thread and no code of a visitor; it ends with the web server, and its kernels end with it. Where
it is not available (systems other than Linux, another notebook, or after it has ended) kernels are started as new
processes, as Jupyter does it.
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
from collections.abc import Callable
from concurrent.futures import Future
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Final

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from elric.app.journal import note

__all__ = ["NAME", "Child", "ForkServer", "Provisioner", "Seldom", "can_fork"]

NAME: Final = "elric-fork-server"
"""As a provisioner of Jupyter's."""

REPLY_SECONDS: Final = 30.0
"""So long the fork server may take to read everything; then kernels start as programs."""

QUIETLY: Final = ["--HistoryManager.enabled=False"]
"""What a kernel that nobody types into can do without: a file of what was typed, and a thread that writes it."""


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
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        if not self._ended.wait(timeout):
            raise subprocess.TimeoutExpired("kernel", timeout or 0.0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """The client side, in the web server: starts the fork server for one game, and requests kernels from it."""

    def __init__(self, game: str) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            # In our own process group, so that a signal to the group ends it too.
            self.process = subprocess.Popen(
                [sys.executable, "-m", "elric.app.forkserver", str(theirs.fileno()), game],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **ALONE, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        self._lock = threading.Lock()
        self._asked: list[Future[Child]] = []
        self._children: dict[int, Child] = {}
        self._gone = False
        threading.Thread(target=self._listen, daemon=True, name="fork server").start()

    def fork(self, arguments: list[str], env: dict[str, str], cwd: str) -> Future[Child]:
        """A future for a new kernel with these arguments for ipykernel. It fails with OSError when no kernel can be
        made."""
        future: Future[Child] = Future()
        line = json.dumps({"arguments": arguments, "env": env, "cwd": cwd}).encode() + b"\n"
        with self._lock:
            if self._gone:
                future.set_exception(ConnectionError("the fork server has ended"))
                return future
            self._asked.append(future)
            try:
                self._socket.sendall(line)
            except OSError as error:
                self._asked.remove(future)
                future.set_exception(error)
        return future

    def close(self) -> None:
        """End it, and its kernels."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)

    def _listen(self) -> None:
        with self._socket.makefile("rb") as lines, contextlib.suppress(OSError, ValueError):
            for line in lines:
                self._hear(json.loads(line))
        with self._lock:
            self._gone = True
            asked, self._asked = self._asked, []
        for future in asked:
            future.set_exception(ConnectionError("the fork server has ended"))
        for child in self._children.values():
            child.end(-signal.SIGKILL)  # they do not outlive it

    def _hear(self, told: dict[str, int]) -> None:
        if "forked" in told:
            child = self._children[told["forked"]] = Child(told["forked"])
            with self._lock:
                future = self._asked.pop(0)
            if future.set_running_or_notify_cancel():
                future.set_result(child)
            else:
                child.kill()
        else:
            child = self._children.pop(told["ended"], Child(0))
            child.end(told["code"])


class Provisioner(LocalProvisioner):
    """Starts a kernel by forking; as a new process where that fails. `server` is set before the first kernel."""

    server: ForkServer | None = None

    @classmethod
    def install(cls, server: ForkServer) -> None:
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
            child = await asyncio.wait_for(asyncio.wrap_future(future), REPLY_SECONDS)
        except (OSError, TimeoutError):
            note("no fork", level=logging.WARNING, what="a kernel starts as a program of its own")
            return await super().launch_kernel(cmd, **kwargs)
        self.process = child  # type: ignore[assignment]  # all of Popen that is asked for
        self.pid = self.pgid = child.pid  # it leads a session of its own
        self.cwd = cwd
        return self.connection_info


def main() -> None:
    """The fork server: `python -m elric.app.forkserver SOCKET GAME`. In a fork this function runs the kernel."""
    line = socket.socket(fileno=int(sys.argv[1]))
    _read_everything(sys.argv[2])
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


class Seldom(logging.Filter):
    """Lets `most` lines of a log through in a minute: what a browser sends again and again does not fill the host's."""

    def __init__(self, most: int = 10, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._now = most, now
        self._minute, self._lines = 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        minute = int(self._now() // 60)
        self._lines = self._lines + 1 if minute == self._minute else 1
        self._minute = minute
        return self._lines <= self._most


def _be_kernel(asked: dict[str, Any]) -> None:
    os.setsid()
    for name in ("IPKernelApp", "Comm"):
        logging.getLogger(name).addFilter(Seldom())
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    arguments = [*asked["arguments"], f"--IPKernelApp.parent_handle={os.getppid()}", *QUIETLY]
    sys.argv = ["ipykernel_launcher", *arguments]
    sys.modules["__main__"].__dict__.pop("__spec__", None)

    from ipykernel import kernelapp

    kernelapp.launch_new_instance(argv=arguments)


if __name__ == "__main__":
    main()
