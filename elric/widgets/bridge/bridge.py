"""Jupyter's comm as the carrier of a `Wire`: one widget, whose browser half (static/*.js) shows what the wire says."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from elric.widgets.bridge import sources
from elric.widgets.bridge.wire import Wire

__all__ = ["Bridge"]


class Bridge(anywidget.AnyWidget):
    """Shows what a wire sends. Who makes it hands the wire what the browser says (`on_msg`).

    Args:
        wire: see `Wire`; its values are this widget's state in the browser.
        map_id: model id of the Leaflet map that the board is drawn on; empty for none.
    """

    _esm = sources.script_here()
    _css = sources.style_here()

    layout = traitlets.Any(None)
    """Not sent: every widget has a model of this name for its own size and place, which page.css gives to ours."""
    map_id = traitlets.Unicode("").tag(sync=True)

    def __init__(self, wire: Wire, map_id: str = "") -> None:
        self.wire = wire
        super().__init__(map_id=map_id)
        self.add_class("elric-bridge")
        wire.start(self.carry)

    def carry(self, content: dict[str, Any], buffers: list[bytes]) -> None:
        """Send one message of the wire; values are the widget's state."""
        if content["kind"] == "state":
            self._send({"method": "update", "state": content["state"], "buffer_paths": []})
        else:
            self.send(content, buffers or None)

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        state: dict[str, Any] = super().get_state(key=key, drop_defaults=drop_defaults)
        return state | self.wire.values if key is None else state

    def set_state(self, sync_data: Any) -> None:
        """A browser has nothing to set here: what it has to say comes as messages."""
        self.wire.dropped += 1
