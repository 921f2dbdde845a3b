"""The Python half of the page in a browser's worker: what worker.js calls. Everything goes in and out as JSON text."""

from __future__ import annotations

import json
from typing import Any, Final

from elric import games
from elric.site.keeper import BrowserKeeper
from elric.widgets.bridge.wire import Wire
from elric.widgets.house import House

__all__ = ["Worker", "rehearse"]

_FIRST_DEEDS: Final = ("go", "advised")  # to a game's table, and what its coach advises there


class Worker:
    """One tab: a house of games, its keeper, and the wire between them and the page.

    Args:
        told: JSON: "rows" (what the browser has kept, see `BrowserKeeper`), "name" (of this tab), "hello" (what the browser
            says of itself, see `messages.read`), "game" (the first of the house where it is empty).
    """

    def __init__(self, told: str) -> None:
        known = json.loads(told)
        self.keeper = BrowserKeeper(known["rows"], known["name"])
        self._house = House(self.keeper, known.get("game", ""))
        self._out: list[dict[str, Any]] = []
        self.wire = Wire(
            self._house, hello={**known["hello"], "inflates": False}
        )  # within one machine nothing is packed

    def first(self) -> str:
        """All that the page shows first: its title and values, and the messages after them."""
        values = dict(self.wire.values)
        self.wire.start(lambda content, _buffers: self._out.append(content))
        begun = {"kind": "state", "state": values, "title": self.wire.kit.game.title}
        return json.dumps([begun, *self._taken()], ensure_ascii=False)

    def take(self, text: str) -> str:
        """Take a message of the page; the messages that it is to show, once the changes are written."""
        self.wire.receive(json.loads(text))
        return self._outgoing()

    def follow(self) -> str:
        """What happens by itself: a computer's act, another tab's."""
        self.wire.follow()
        return self._outgoing()

    @property
    def patience(self) -> float:
        """Seconds until `follow` is to be asked again."""
        return self._house.patience

    def changes(self) -> str:
        """What the browser has to write before it shows anything, "" for nothing."""
        changed = self.keeper.changes()
        return json.dumps(changed, ensure_ascii=False) if changed else ""

    def read_again(self, rows: str) -> None:
        """Another tab has written these rows."""
        self.keeper.read_again(json.loads(rows))

    def _taken(self) -> list[dict[str, Any]]:
        out, self._out = self._out, []
        return out

    def _outgoing(self) -> str:
        out = self._taken()
        return json.dumps(out, ensure_ascii=False, separators=(",", ":")) if out else ""


def rehearse() -> None:
    """Do what a page does first, at a page of nobody's: whoever starts from this memory finds it read and drawn."""
    for game in games.GAMES:
        page = Worker(json.dumps({"rows": {}, "name": "", "hello": {"search": f"?game={game}", "stored": {}}}))
        page.first()
        for name in _FIRST_DEEDS:
            page.take(json.dumps({"kind": "do", "name": name, "value": ""}))
