"""The wire between a session, which takes messages and draws Screens, and a browser, which shows them. No Jupyter in here.

What a browser says goes in by `Wire.receive`; what it is to show comes out through a carrier, as small messages: plain values,
what changed in dictionaries, and short orders. Jupyter's comm is one carrier (`bridge.Bridge`); whatever hands JSON both ways
is another. All of it is data that may be seen by whoever sits at the page: a Screen holds nothing hidden.
"""

from __future__ import annotations

import json
import logging
import time
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, cast

from elric import games
from elric.widgets.bridge import sources
from elric.widgets.definition import TableDef
from elric.widgets.messages import Message, read
from elric.widgets.screen import Screen

__all__ = ["SLOTS", "Carrier", "Following", "Shown", "Wire"]

_log = logging.getLogger(__name__)

SLOTS: Final = ("top", "map", "side", "below", "foot", "over")
"""Where a region may stand: the bar on top, over the map, the panel, under the map, the action bar, over everything."""

Carrier = Callable[[dict[str, Any], list[bytes]], None]
"""Takes one message for the browser, JSON apart from the buffers. Its `kind`:

- "state": `state` are values to set, whole; "patch": what changed in the values that travel entry by entry
- "look", "frame", "focus", "board": orders about what has been sent before them
- "remember", "query": for the browser's memory and the page's address; "pong": a heartbeat's answer
"""

_BY_KEY: Final = ("regions", "pieces", "marks", "badges", "names")
"""Values that travel entry by entry: a click that changes one region sends that one.

regions: HTML by region name, shown in this order.  pieces: counters by key, see `piles.layout`.  marks: space-separated marks
by area; board.css says how each looks.  badges: short text by area, shown on it.  names: what a screen reader says, by area.
"""

_CHANGING: Final = (*_BY_KEY, "slots", "version")
_WORTH_PACKING: Final = 2000  # bytes

_OOPS: Final = (
    '<div class="toast oops" role="alert"><p><b>Something broke on our side.</b> Nothing has changed: '
    "your game stands as it stood before. You can go on, or try another way.</p></div>"
)


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


class Wire:
    """One page: messages in, Screens out, of which only what differs from the last one travels.

    Args:
        session: takes the messages and draws the Screens.
        kit: whose board is laid first; without one, the first game's of the house.
        hello: what the browser says of itself, as its hello, where that is known before anything is shown: the first Screen is
            then the one that its address asks for.

    Attributes:
        values: all that a browser shows, plain JSON, by name. Apart from those that travel by key: slots (by region name; "side"
            when not named), announce (said once by a screen reader), arrangement (see `Screen.layout`), theme ("auto", "light",
            "dark"), version (counts the patches, so that a browser notices when it missed one); and of the board: frame
            ([width, height] of the map), outlines (SVG path data by area, in whole tenths of a map unit, y down), anchors
            ([x, y] by area, y up: where its counters stand), sprite (SVG symbols that counters refer to), pictures (the drawn
            map, "light" and "dark": its address, or the SVG itself; what is not there the browser asks for), still (where a
            server keeps outlines, anchors and sprite, which are empty then), label, game (its name).
        search: the query of the page's address, once a page has said hello.
        dropped: how many messages were none.
    """

    def __init__(self, session: Shown, kit: TableDef | None = None, hello: Mapping[str, Any] | None = None) -> None:
        self.session = session
        self.search = ""
        self.dropped = 0
        self._heard = time.monotonic()
        self._inflates = False  # whether the browser can unpack what is sent packed
        self._carrier: Carrier | None = None
        self._before: list[dict[str, Any]] = []  # messages that do not depend on what is shown
        self._after: list[dict[str, Any]] = []  # messages about what is shown
        self.values: dict[str, Any] = {name: {} for name in _BY_KEY}
        self.values |= {"slots": {}, "announce": "", "arrangement": "", "theme": "auto", "version": 0}
        message = read({**hello, "kind": "hello"}) if hello is not None else None
        if message is not None and hello is not None:
            self._greeted(message, hello)
            session.take(message)
        screen = session.draw()
        self.kit: TableDef = getattr(session, "kit", kit) or games.table()
        self._lay_board()
        self._show(screen)
        self._known = dict(self.values)

    def start(self, carrier: Carrier) -> None:
        """Send through `carrier` from now on; its browser has been given `values`."""
        self._carrier = carrier
        self._flush()

    # ---- what the browser says --------------------------------------------------------------------------------------

    @property
    def silence(self) -> float:
        """Seconds since the browser last said anything; while its page is in sight it does so every five."""
        return time.monotonic() - self._heard

    def receive(self, content: Any) -> bool:
        """Take one decoded message from the browser; whatever it is, nothing is raised. Where the session fails, the person
        sees a calm note, the log has the details, and the page stays as it was. True when it was for the session."""
        self._heard = time.monotonic()
        kind = content.get("kind") if isinstance(content, dict) else None
        if kind == "ping":
            number = content.get("n")
            self._send({"kind": "pong", "n": number if isinstance(number, int) else 0})
        elif kind == "picture":
            self._give_picture(content.get("name"))
        elif kind == "resync":
            self._send_again()
        elif (message := read(content)) is None:
            self.dropped += 1
        else:
            if message.kind == "hello":
                self._greeted(message, content)
                if content.get("version") != self.values["version"]:
                    self._send_again()
            self._take(message)
            if message.kind == "hello":
                self._send({"kind": "pong", "n": 0})  # all that the address names has been sent
            return True
        return False

    def _greeted(self, message: Message, content: Mapping[str, Any]) -> None:
        self.search = message.search
        self._inflates = content.get("inflates") is True

    def _give_picture(self, name: object) -> None:
        drawn = dict(zip(("light", "dark"), self.kit.chart().pictures, strict=True))
        if isinstance(name, str) and name in drawn:
            self.values["pictures"] = {**self.values["pictures"], name: drawn[name]}
            self._flush()

    def _take(self, message: Message) -> None:
        try:
            self.session.take(message)
            screen = self.session.draw()
            kit = getattr(self.session, "kit", self.kit)
            if kit is not self.kit:
                self.kit = kit
                self._lay_board()
                self._after.append({"kind": "board", "title": kit.game.title})
            elif message.kind == "hello" and "game" in message.query:
                self._after.append({"kind": "board", "title": ""})  # no other board is being loaded
            self._show(screen)
        except Exception:
            _log.exception("the handler of %r failed", message.kind)
            self._before, self._after = [], []
            self.values["slots"] = {**self.values["slots"], "oops": "over"}
            self.values["regions"] = {**self.values["regions"], "oops": _OOPS}
        self._flush()

    # ---- what it is to show -----------------------------------------------------------------------------------------

    def display(self, screen: Screen) -> None:
        """Show a Screen; only what has changed is sent.

        Raises:
            ValueError: a region wants to stand in no slot.
        """
        self._show(screen)
        self._flush()

    def follow(self) -> bool:
        """Show what has happened elsewhere; whether there was anything."""
        changed = cast(Following, self.session).follow()
        if changed:
            self.display(self.session.draw())
        return changed

    def _show(self, screen: Screen) -> None:
        regions = [(name, slot, str(html)) for name, slot, html in screen.regions if html]
        if wrong := {slot for _, slot, _ in regions} - set(SLOTS):
            raise ValueError(f"no slot {wrong.pop()!r}; there are {', '.join(SLOTS)}")
        self.values |= {
            "arrangement": screen.layout,
            "slots": {name: slot for name, slot, _ in regions},
            "regions": {name: html for name, _, html in regions},
            "marks": screen.marks,
            "badges": screen.badges,
            "pieces": screen.pieces,
            "names": screen.names,
        }
        if screen.said:
            # the same words once more are a change, too
            self.values["announce"] = screen.said + ("\u200b" if self.values["announce"] == screen.said else "")
        self._before += [{"kind": "remember", "key": key, "text": text} for key, text in screen.remember.items()]
        if screen.query:
            self._before.append({"kind": "query", "values": screen.query, "push": screen.push})
        if screen.frame is not None:
            self._after.append({"kind": "frame", "ids": list(screen.frame), "close": screen.close})
        elif screen.look:
            self._after.append({"kind": "look", "id": screen.look})
        if screen.focus:
            self._after.append({"kind": "focus", "key": screen.focus})

    def _lay_board(self) -> None:
        """What never changes of a board: all of it, or where a server keeps it."""
        kit, chart = self.kit, self.kit.chart()
        frame = [*chart.frame, chart.board, chart.edge]
        board: dict[str, Any] = {"frame": frame, "label": kit.map_label, "game": kit.key}
        if kept := sources.served(kit):
            board |= {"still": kept["board"], "pictures": {"light": kept["light"], "dark": kept["dark"]}}
            board |= {"outlines": {}, "anchors": {}, "sprite": ""}
        else:
            board |= {"still": "", "pictures": {}, **sources.board(kit)}
        self.values |= board

    # ---- how it travels ---------------------------------------------------------------------------------------------

    def _send(self, content: dict[str, Any], *buffers: bytes) -> None:
        if self._carrier is not None:
            self._carrier(content, list(buffers))

    def _send_again(self) -> None:
        """All that changes, for a browser that missed something."""
        self._send({"kind": "state", "state": {name: self.values[name] for name in _CHANGING}})

    def _flush(self) -> None:
        """Send what differs from what was sent last, and the messages beside it, each at its place."""
        before, self._before = self._before, []
        after, self._after = self._after, []
        for content in before:
            self._send(content)
        plain = {name: new for name, new in self.values.items() if name not in _BY_KEY and self._known[name] != new}
        if plain:
            self._send({"kind": "state", "state": plain})
        patches = {name: _difference(name, self._known[name], self.values[name]) for name in _BY_KEY}
        patches = {name: patch for name, patch in patches.items() if patch}
        if patches:
            self.values["version"] += 1
            self._send_patches(patches)
        self._known = dict(self.values)
        for content in after:
            self._send(content)

    def _send_patches(self, patches: dict[str, Any]) -> None:
        """What changed, packed where that is worth it: panels shrink to a quarter."""
        version = self.values["version"]
        text = json.dumps({"patches": patches}, separators=(",", ":"), ensure_ascii=False).encode()
        if self._inflates and len(text) > _WORTH_PACKING:
            self._send({"kind": "patch", "version": version, "packed": True}, zlib.compress(text))
        else:
            self._send({"kind": "patch", "version": version, "patches": patches})


def _difference(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What makes the new entries of the old ones: "set" and "change" them, "drop" some, the "order" of regions."""
    patch: dict[str, Any] = {}
    changed = {key: value for key, value in new.items() if key not in old or old[key] != value}
    if name == "pieces" and (known := changed.keys() & old.keys()):
        # A counter that moves keeps its picture: only its position is sent.
        patch["change"] = {key: _fields(old[key], changed.pop(key)) for key in sorted(known)}
    if changed:
        patch["set"] = changed
    if gone := [key for key in old if key not in new]:
        patch["drop"] = gone
    if name == "regions" and [key for key in old if key in new] != list(new)[: len(old) - len(gone)]:
        patch["order"] = list(new)
    return patch


def _fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What differs; None for what is there no more."""
    gone: dict[str, Any] = dict.fromkeys(old.keys() - new.keys())
    return {name: value for name, value in new.items() if name not in old or old[name] != value} | gone
