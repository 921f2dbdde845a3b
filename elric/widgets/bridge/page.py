"""A page as widgets: the map, and the bridge to the browser over which a wire speaks."""

from __future__ import annotations

import asyncio
import logging
import math
from contextlib import suppress
from typing import Any, Final, cast

import ipywidgets
from ipyleaflet import Map, projections

from elric.widgets.bridge.bridge import Bridge
from elric.widgets.bridge.wire import Following, Shown, Wire
from elric.widgets.definition import TableDef

__all__ = ["BoardMap", "Page"]

_AWAY: Final = 20.0  # seconds without a sign of life after which the page counts as closed
_USUAL_WIDTH: Final = 1000

_log = logging.getLogger(__name__)


class BoardMap(Map):
    """A map to move and zoom, of a frame (width, height in map units). The bridge draws what lies in it: picture, areas,
    counters. The outlines never change while a game runs: what changes are CSS classes that the browser puts on them."""

    def __init__(self, frame: tuple[float, float]) -> None:
        width, height = frame
        super().__init__(
            crs=projections.Simple,
            layers=[],
            center=(height / 2, width / 2),
            # About right; the browser fits the frame into its pane as soon as it knows it.
            zoom=math.log2(_USUAL_WIDTH / width),
            zoom_snap=0,
            zoom_delta=0.6,
            attribution_control=False,
            double_click_zoom=False,
            scroll_wheel_zoom=True,
            keyboard=False,
            box_zoom=False,
        )
        self.add_class("elric-map")


class Page(ipywidgets.VBox):
    """The map and the bridge, before a session that takes messages and draws Screens; `wire` joins them."""

    def __init__(self, session: Shown, kit: TableDef | None = None) -> None:
        self.session: Shown = session
        self._follower: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self.wire = Wire(session, kit)
        self.map = BoardMap(self.wire.kit.chart().frame)
        self.bridge = Bridge(self.wire, self.map.model_id)
        self.bridge.on_msg(lambda _widget, content, _buffers: self._hear(content))
        grid = ipywidgets.HBox([self.map, self.bridge])
        grid.add_class("elric-grid")
        super().__init__([grid])
        self.add_class("elric-root")

    def _hear(self, content: Any) -> None:
        """What the browser says. Where a person has done something, what happens elsewhere is waited for anew."""
        if not self.wire.receive(content):
            return
        if self._follower is None and hasattr(self.session, "follow"):
            with suppress(RuntimeError):  # no event loop: nothing can be sent later
                self._follower = asyncio.get_running_loop().create_task(self._follow(cast(Following, self.session)))
        self._wake.set()  # pending acts are carried out at once

    async def _follow(self, session: Following) -> None:
        """Show what happens elsewhere, as long as there is somebody to see it."""
        wait = session.patience
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)
                self._wake.clear()
                wait = session.patience
                continue
            if self.wire.silence > _AWAY:
                continue
            try:
                self.wire.follow()
            except Exception:
                _log.exception("following failed")
            wait = session.patience
