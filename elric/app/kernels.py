"""Management of Voilà's kernels: a limit on their number, a check before one is handed over, and a timeout for their
start."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final

import voila.app
import voila.handler
import voila.voila_kernel_manager
from jinja2.bccache import Bucket, BytecodeCache
from jupyter_core.utils import ensure_async
from voila import notebook_renderer
from voila.execute import VoilaExecutor
from voila.notebook_renderer import NotebookRenderer
from voila.utils import ENV_VARIABLE

from elric.app import measures, memory
from elric.app.journal import note
from elric.app.lobby import Lobby, Visit
from elric.app.orphans import Orphans

__all__ = ["CODE", "NONCE", "START_SECONDS", "VISIT", "install", "report"]

START_SECONDS: Final = 45.0
"""A page whose kernel has not done its part by then gets a card instead."""

NONCE: Final = "@visit-nonce@"
CODE: Final = "@visit-code@"
"""Stand in a page until it is sent: a warm kernel's page is drawn before anybody knows for whom."""

VISIT: ContextVar[Visit | None] = ContextVar("visit", default=None)
_BROKEN: Final = f'<script nonce="{NONCE}">window.elricCard && window.elricCard("start");</script>'
_QUIET_SECONDS: Final = 30.0


def report(what: str, *, kernel: str | None = None) -> None:
    """Log the current exception, under the code that the visitor was shown."""
    visit = VISIT.get()
    if visit is not None and visit.gone:
        return
    measures.ERRORS.labels("page").inc()
    note(
        "page failed", level=logging.ERROR, trace=True, visit=visit.code if visit else "none", what=what, kernel=kernel
    )


def overheard(lines: str, *, wrong: bool, visit: str = "none", kernel: str | None = None) -> None:
    """Send what a kernel printed, and its errors, to the host's log and never to a browser."""
    measures.ERRORS.labels("kernel").inc(int(wrong))
    text = re.sub(r"\x1b\[[0-9;]*m", "", lines)
    note("kernel says", level=logging.ERROR if wrong else logging.WARNING, visit=visit, kernel=kernel, text=text)


class Executor(VoilaExecutor):
    """Runs a notebook as Voilà does, and logs the output that is not shown on the page."""

    failed = False

    def strip_code_cell_errors(self, cell: Any) -> Any:
        for output in cell.get("outputs", ()):
            if output["output_type"] == "error":
                self.failed = True
                visit = VISIT.get()
                overheard("\n".join(output["traceback"]), wrong=True, visit=visit.code if visit else "none")
        return super().strip_code_cell_errors(cell)


class _Compiled(BytecodeCache):
    """A cache of compiled templates: Voilà creates a new environment for each page, and would compile all of them
    again."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED: Final = _Compiled()


class Renderer(NotebookRenderer):
    """Renders a page as Voilà does; but when its kernel fails or takes too long, the page ends with an error card."""

    failed = False

    async def initialize(self, **kwargs: Any) -> None:
        await super().initialize(**kwargs)
        self.exporter.environment.bytecode_cache = _COMPILED

    @property
    def usable(self) -> bool:
        return not self.failed and not getattr(getattr(self, "executor", None), "failed", False)

    def generate_content_generator(self, kernel_id: Any = None, kernel_future: Any = None) -> Any:
        return self._guarded(super().generate_content_generator(kernel_id, kernel_future), kernel_id)

    async def _guarded(self, pieces: AsyncGenerator[Any, None], kernel_id: str) -> AsyncGenerator[Any, None]:
        until = asyncio.get_running_loop().time() + START_SECONDS
        while True:
            left = until - asyncio.get_running_loop().time()
            try:
                piece = await asyncio.wait_for(anext(pieces), max(0.01, left))
            except StopAsyncIteration:
                return
            except Exception:
                self.failed = True
                report("its kernel did not set the page", kernel=kernel_id)
                yield _BROKEN, {}
                return
            yield piece


class _PrivateQuery:
    """Keeps the query of a visitor's address private; Voilà would disclose it to anybody who knows the kernel's id."""

    @classmethod
    def send_updates(cls, msg: dict[str, Any]) -> None:
        """Disclose nothing."""


# Voilà chooses the class of the manager when it starts.
_Manager: Any = object


class Kernels(_Manager):
    """Mixin for the kernel manager that Voilà creates. `lobby` is set before the first visitor comes. `bytes_a_kernel`:
    the memory limit of one kernel, 0 for none."""

    lobby: Lobby
    bytes_a_kernel = memory.TABLE_BYTES
    bytes_left = memory.SHORT_BYTES
    forks: Any = None
    _orphans: Orphans | None = None

    async def start_kernel(self: Any, **kwargs: Any) -> str:
        """A visitor's own kernel; its environment does not contain the requested address."""
        env = dict(kwargs.pop("env", {}))
        for name in (ENV_VARIABLE.QUERY_STRING, ENV_VARIABLE.VOILA_REQUEST_URL):
            env.pop(str(name.value if hasattr(name, "value") else name), None)
        kernel_id: str = await asyncio.wait_for(
            ensure_async(super().start_kernel(env=env, **kwargs)),
            START_SECONDS,
        )
        self._given(kernel_id)
        return kernel_id

    async def get_rendered_notebook(
        self: Any, notebook_name: str, extra_kernel_env_variables: Any = None, **kwargs: Any
    ) -> Any:
        """A prestarted kernel; the environment of the next one does not contain this visitor's address."""
        result = await super().get_rendered_notebook(notebook_name, {}, **kwargs)
        self._given(result[2])
        return result

    def _given(self: Any, kernel_id: str) -> None:
        visit = VISIT.get()
        process = _process(self.get_kernel(kernel_id))
        if process is not None and self.bytes_a_kernel:
            memory.cap(process, self.bytes_a_kernel)
        if visit is not None:
            self.lobby.seat(visit, kernel_id, process)
            note("seated", visit=visit.code, kernel=kernel_id, process=process)
            self.add_restart_callback(kernel_id, lambda: self._died(kernel_id), "restart")

    def _died(self, kernel_id: str) -> None:
        """A visitor's kernel ended or was killed; it is restarted, empty, and the visitor can reload the page with a
        button."""
        guest = self.lobby.guests.get(kernel_id)
        if guest is not None:
            self.lobby.doom(kernel_id, "died")
            measures.ERRORS.labels("kernel died").inc()
            note("ended", level=logging.WARNING, visit=guest.code, why="died")

    def get_pool_size(self: Any, notebook_name: str) -> int:
        """How many prestarted kernels can be handed over now, without those still starting."""
        return sum(1 for item in self._pools.get(notebook_name, ()) if item.done())

    @property
    def warm(self: Any) -> set[str]:
        """The prestarted kernels that can be handed over, as far as is known."""
        return {
            item.result()["kernel_id"]
            for pool in getattr(self, "_pools", {}).values()
            for item in pool
            if item.done() and not item.cancelled() and item.exception() is None
        }

    async def look_over(self: Any, notebook_name: str) -> None:
        """Discard prestarted kernels that died, were restarted or never rendered their page; the usable ones come
        first."""
        for item in list(self._pools.get(notebook_name, ())):
            if item.done() and not await self._fit(item):
                pool = self._pools[notebook_name]
                if item in pool:
                    pool.remove(item)
                measures.ERRORS.labels("unfit").inc()
                note("unfit", level=logging.WARNING, what="a warm kernel is replaced")
                if not item.cancelled() and item.exception() is None:
                    await self._end(item.result()["kernel_id"])
                self.fill_if_needed(delay=None, notebook_name=notebook_name)
        pool = self._pools.get(notebook_name)
        if pool:
            pool.sort(key=lambda item: not item.done())

    async def _fit(self: Any, item: asyncio.Task[Any]) -> bool:
        if item.cancelled() or item.exception() is not None:
            return False
        warm = item.result()
        kernel_id, drawn = warm["kernel_id"], warm["task"]
        if kernel_id not in self or not warm["renderer"].usable:
            return False
        if drawn.done() and (drawn.cancelled() or drawn.exception() is not None):
            return False
        kernel = self.get_kernel(kernel_id)
        if not await ensure_async(kernel.is_alive()):
            return False
        # A kernel that died is restarted under its old id, without the page it had rendered.
        return not (drawn.done() and warm.get("process") != _process(kernel))

    async def _initialize(self: Any, notebook_path: str, kernel_id: Any = None, **kwargs: Any) -> Any:
        """Prestart a kernel, unless visitors are waiting: their kernels come first."""
        VISIT.set(None)
        until = asyncio.get_running_loop().time() + _QUIET_SECONDS
        lobby = getattr(self, "lobby", None)
        while lobby is not None and (lobby.entering or lobby.short) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.2)
        made = await super()._initialize(notebook_path, kernel_id, **kwargs)
        made["task"].add_done_callback(lambda _: made.update(process=self._process_of(made["kernel_id"])))
        return made

    def _process_of(self: Any, kernel_id: str) -> int | None:
        return _process(self.get_kernel(kernel_id)) if kernel_id in self else None

    async def shutdown_kernel(self: Any, kernel_id: str, *args: Any, **kwargs: Any) -> Any:
        guest = self.lobby.leave(kernel_id)
        if guest is not None:
            why = self.lobby.fates.setdefault(guest.code, "idle")
            measures.ENDED.labels(why).inc()
            note("ended", visit=guest.code, why=why)
        for pool in getattr(self, "_pools", {}).values():
            # Voilà asks each for its result; one that could not be started has none.
            pool[:] = [item for item in pool if not item.done() or (not item.cancelled() and item.exception() is None)]
        return await super().shutdown_kernel(kernel_id, *args, **kwargs)

    async def end_vanished(self: Any) -> None:
        """End the kernels whose visitors have left or are idle."""
        for why, kernel_ids in (("away", self.lobby.vanished()), ("idle", self.lobby.silent())):
            for kernel_id in kernel_ids:
                self.lobby.doom(kernel_id, why)
                await self._end(kernel_id)

    async def look_at_pools(self: Any) -> None:
        """Replace the prestarted kernels that have died, before a visitor comes."""
        for notebook_name in list(getattr(self, "_pools", {})):
            await self.look_over(notebook_name)

    async def look_for_orphans(self: Any) -> None:
        """End the kernels that belong to no visitor and wait for none, and remove the files of those that have ended."""
        if self._orphans is None:
            self._orphans = Orphans(Path(self.connection_dir))
        ids = set(self.list_kernel_ids())
        processes = {_process(self.get_kernel(kernel_id)) for kernel_id in ids}
        unknown = [child for child in (self.forks.kernels if self.forks else ()) if child.pid not in processes]
        for one in self._orphans.of([*(ids - self.warm - set(self.lobby.guests)), *unknown]):
            if isinstance(one, str):
                note("orphan", level=logging.WARNING, kernel=one)
                await self._end(one)
            else:
                self._orphans.end([one])
        self._orphans.sweep(self.list_kernel_ids())

    async def look_at_memory(self: Any) -> None:
        """End the kernels above the memory limit, and admit nobody while the machine is short of memory."""
        loop = asyncio.get_running_loop()
        started = ((_process(self.get_kernel(kernel_id)), kernel_id) for kernel_id in self.list_kernel_ids())
        processes = {process: kernel_id for process, kernel_id in started if process is not None}
        # Not on the event loop: the memory of each kernel is read page by page.
        found = await loop.run_in_executor(None, memory.sizes, list(processes))
        measures.MEMORY.set(sum(found.values()))
        for process, size in found.items():
            kernel_id = processes[process]
            if self.bytes_a_kernel and size > self.bytes_a_kernel:
                guest = self.lobby.guests.get(kernel_id)
                measures.ERRORS.labels("over memory").inc()
                note("over memory", level=logging.WARNING, visit=guest.code if guest else "none", bytes=size)
                self.lobby.doom(kernel_id, "memory")
                await self._end(kernel_id)
        left = await loop.run_in_executor(None, memory.left)
        short = left is not None and left < self.bytes_left
        if short != self.lobby.short:
            self.lobby.short = short
            note("memory short" if short else "memory again", level=logging.WARNING, left=left)

    async def _end(self: Any, kernel_id: str) -> None:
        try:
            if kernel_id in self:
                await self.shutdown_kernel(kernel_id, now=True)
        except Exception:
            report("a kernel does not end", kernel=kernel_id)
        finally:
            self.lobby.leave(kernel_id)


def _process(kernel: Any) -> int | None:
    return getattr(getattr(kernel, "provisioner", None), "pid", None)


def install() -> None:
    """Replace Voilà's classes by our own; it has no settings for that."""
    made_by_voila = voila.app.voila_kernel_manager_factory
    if getattr(made_by_voila, "counts", False):
        return

    def factory(*args: Any, **kwargs: Any) -> type:
        made = made_by_voila(*args, **kwargs)
        return type("CountedKernels", (Kernels if hasattr(made, "get_rendered_notebook") else _Cold, made), {})

    factory.counts = True  # type: ignore[attr-defined]
    voila.app.voila_kernel_manager_factory = factory
    notebook_renderer.VoilaExecutor = Executor
    voila.handler.NotebookRenderer = Renderer
    voila.voila_kernel_manager.NotebookRenderer = Renderer
    voila.handler.RequestInfoSocketHandler = _PrivateQuery


class _Cold(Kernels):
    """The same without prestarted kernels."""

    def get_pool_size(self, notebook_name: str) -> int:
        return 0

    async def look_over(self, notebook_name: str) -> None:
        """Does nothing: there are none."""
