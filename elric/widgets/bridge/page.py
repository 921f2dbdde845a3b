"""A page as a widget: map and bridge, the messages handed to a session, its Screen shown."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final, Protocol, cast

import ipywidgets

from elric.widgets.bridge.board import BoardMap
from elric.widgets.definition import TableDef
from elric.widgets.messages import Message
from elric.widgets.screen import Screen

__all__ = ["Page"]

_AWAY: Final = 20.0  # seconds without a sign of life after which the page counts as closed

_log = logging.getLogger(__name__)


class Shown(Protocol):
    """What a page shows: a session, or a single room."""

    def take(self, m: Message) -> object: ...

    def draw(self) -> Screen: ...


class Following(Shown, Protocol):
    """What a page shows that may change by itself."""

    def follow(self) -> bool: ...

    @property
    def patience(self) -> float:
        """Seconds from one look at what others do to the next."""
        ...


class Page(ipywidgets.VBox):
    """The map and the bridge to the browser, before a session that takes messages and draws Screens."""

    def __init__(self, session: Shown, kit: TableDef | None = None) -> None:
        self.session = session
        self._follower: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self.map = BoardMap(kit)
        self.bridge = self.map.bridge()
        self.bridge.on(self._take)
        grid = ipywidgets.HBox([self.map, self.bridge])
        grid.add_class("elric-grid")
        super().__init__([grid])
        self.add_class("elric-root")
        self.bridge.display(self.session.draw())

    def _take(self, message: Message) -> None:
        self.session.take(message)
        screen = self.session.draw()
        kit = getattr(self.session, "kit", self.map.kit)
        if kit is not self.map.kit:
            self.map.lay(kit, self.bridge)
        elif message.kind == "hello" and "game" in message.query:
            self.bridge.lay("")  # no other board is being loaded
        self.bridge.display(screen)
        if self._follower is None and hasattr(self.session, "follow"):
            with suppress(RuntimeError):  # no event loop: nothing can be sent later
                self._follower = asyncio.get_running_loop().create_task(self._follow(cast(Following, self.session)))
        self._wake.set()  # process pending acts at once

    async def _follow(self, session: Following) -> None:
        """Show what happens elsewhere, as long as there is somebody to see it."""
        wait = session.patience
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)
                self._wake.clear()
                wait = session.patience
                continue
            if self.bridge.silence > _AWAY:
                continue
            began = asyncio.get_running_loop().time()
            try:
                if session.follow():
                    self.bridge.display(session.draw())
            except Exception:
                _log.exception("following failed")
            # a slow store is asked less often
            wait = max(session.patience, 4 * (asyncio.get_running_loop().time() - began))
