"""Endpoints for the host: health and metrics; and for a page whose kernel has ended: the reason."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import time
from collections.abc import Callable
from typing import Any, Final

from tornado.web import HTTPError

from elric.app import measures
from elric.app.journal import note
from elric.app.lobby import Lobby
from elric.app.nowhere import Small
from elric.widgets.rooms.thinking import thinking

__all__ = ["Fate", "Health", "Metrics", "StoreWatch"]

STORE_SECONDS: Final = 3.0


class StoreWatch:
    """Checks whether the database of games responds, and the store that kernels reach it by; outside the event loop.
    `well`: the last result.

    Args:
        database: asks the database.  store: asks the store as a kernel does. Each raises when it fails.
    """

    def __init__(self, database: Callable[[], object], store: Callable[[], object] = lambda: True) -> None:
        self._asks = ((database, measures.DATABASE), (store, measures.STORE))
        self._asking: dict[Any, asyncio.Future[Any]] = {}
        self.well = True

    async def look(self) -> bool:
        """Whether both respond within three seconds; while a check hangs no other is started."""
        answers = [await self._responds(*one) for one in self._asks]
        well = all(answers)
        if well != self.well:
            measures.ERRORS.labels("store").inc(int(not well))
            note("store back" if well else "store away", level=logging.WARNING)
        self.well = well
        return well

    async def _responds(self, ask: Callable[[], object], gauge: Any) -> bool:
        if ask not in self._asking or self._asking[ask].done():
            self._asking[ask] = asyncio.get_running_loop().run_in_executor(None, ask)
        began = time.monotonic()
        try:
            await asyncio.wait_for(asyncio.shield(self._asking[ask]), STORE_SECONDS)
            well = True
        except Exception:
            # Any error here means that it does not answer: players see a message, the host a line in the log.
            well = False
        gauge.set(int(well))
        if gauge is measures.DATABASE:
            measures.DATABASE_SECONDS.set(time.monotonic() - began)
        return well


class Health(Small):
    """For load balancers: 200 while visitors are accepted, 503 while the server shuts down or cannot save games. Without a
    fork server they are accepted, and each costs more."""

    async def get(self) -> None:
        lobby: Lobby = self.settings["elric_lobby"]
        well = await self.settings["elric_store"].look()
        status = "closing" if lobby.closing else "no store" if not well else "full" if lobby.free <= 0 else "well"
        if status == "well":
            forks = self.settings["elric_forks"]
            status = (
                "short of memory"
                if lobby.short
                else "no fork server"
                if forks is not None and not forks.well
                else "well"
            )
        self.set_status(503 if status in {"closing", "no store"} else 200)
        self.set_header("Cache-Control", "no-store")
        self.write({"status": status, "sessions": len(lobby.guests), "most": lobby.most, "waiting": lobby.waiting})


class Metrics(Small):
    """The metrics, only for a collector on this machine; a request through a proxy counts as a visitor's."""

    async def get(self) -> None:
        if _relayed(self.request):
            raise HTTPError(404)
        await self.settings["elric_store"].look()
        lobby: Lobby = self.settings["elric_lobby"]
        manager = self.settings["kernel_manager"]
        forks = self.settings["elric_forks"]
        measures.FORKING.set(int(forks is not None and forks.well))
        measures.POOL.set(self.settings["elric_ready"])
        measures.THINKING.set(thinking())
        measures.SESSIONS.set(len(lobby.guests))
        measures.MOST.set(lobby.most)
        measures.WAITING.set(lobby.waiting)
        measures.KERNELS.set(len(manager.list_kernel_ids()))
        measures.WARM.set(len(manager.warm))
        self.set_header("Content-Type", measures.TYPE)
        self.set_header("Cache-Control", "no-store")
        self.write(measures.printed())


def _relayed(request: Any) -> bool:
    names = ("X-Forwarded-For", "X-Real-Ip", "Forwarded", "X-Forwarded-Host", "Via")
    return any(name in request.headers for name in names) or not ipaddress.ip_address(request.remote_ip).is_loopback


class Fate(Small):
    """Why a page has lost its kernel, for the page that knows its visit's code."""

    def get(self) -> None:
        code = self.get_query_argument("visit", "")
        fates: dict[str, str] = self.settings["elric_lobby"].fates
        why = fates.get(code, "") if re.fullmatch(r"[A-Z2-9]{4}-[A-Z2-9]{4}", code) else ""
        self.set_header("Cache-Control", "no-store")
        self.write({"why": why})
