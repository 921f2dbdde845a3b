"""The bridge: one widget between Python, which knows the game, and the browser, which shows it.

Python gives named regions of plain HTML, counters, marks for areas, names for screen readers. The browser's half
(static/*.js) puts them in place and says in small messages what the person did. All of it is data that may be seen by
whoever sits at the page: nothing hidden may ever be given to the bridge.
"""

from __future__ import annotations

import json
import logging
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import anywidget
import traitlets

from elric.widgets.bridge import sources
from elric.widgets.messages import Message, read
from elric.widgets.screen import Region, Screen

__all__ = ["SLOTS", "Bridge", "Message"]

_log = logging.getLogger(__name__)
SLOTS: Final = ("top", "map", "side", "below", "foot", "over")
"""Where a region may stand: the bar on top, over the map, the panel, under the map, the action bar, over everything."""

_BY_KEY: Final = frozenset({"regions", "pieces", "marks", "badges", "names"})
"""Traits that travel entry by entry: a click that changes one region sends that one."""

_WORTH_PACKING: Final = 2000  # bytes

_OOPS: Final = (
    '<div class="toast oops" role="alert"><p><b>Something broke on our side.</b> Nothing has changed: '
    "your game stands as it stood before. You can go on, or try another way.</p></div>"
)


class _InOrder(traitlets.Dict):
    """A dictionary whose order shows: the same entries in another order are a change."""

    def set(self, obj: Any, value: Any) -> None:
        old = obj._trait_values.get(self.name)
        super().set(obj, value)
        new = obj._trait_values[self.name]
        if old is not None and old == new and list(old) != list(new):
            obj._notify_trait(self.name, old, new)


class Bridge(anywidget.AnyWidget):
    """Give it content by `show`, `hide` and the traits; hear from it through `on`.

    All traits are plain JSON and are replaced, never changed in place. Units: map units, y up, as in areas.geojson.
    """

    _esm = sources.script_here()
    _css = sources.style_here()

    regions = _InOrder().tag(sync=True)
    """HTML by region name, shown in this order."""
    slots = traitlets.Dict().tag(sync=True)
    """Slot by region name; "side" when not named."""
    pieces = traitlets.Dict().tag(sync=True)
    """Counters by key; see `piles.layout`."""
    marks = traitlets.Dict().tag(sync=True)
    """Space-separated marks by area; page.css says how each looks (reach, sel, from, enemy, own-0, ...)."""
    badges = traitlets.Dict().tag(sync=True)
    """Short text by area, shown on it (the cost of a move)."""
    names = traitlets.Dict().tag(sync=True)
    """What a screen reader says, by area; begins with the area's name."""
    anchors = traitlets.Dict().tag(sync=True)
    """[x, y] by area: where its counters stand."""
    frame = traitlets.List([1600, 1040]).tag(sync=True)
    """[width, height] of the map."""
    outlines = traitlets.Dict().tag(sync=True)
    """SVG path data by area, in whole tenths of a map unit, y down."""
    announce = traitlets.Unicode("").tag(sync=True)
    """Said once, politely, by a screen reader."""
    theme = traitlets.Enum(["auto", "light", "dark"], "auto").tag(sync=True)
    sprite = traitlets.Unicode("").tag(sync=True)
    """SVG symbols that counters refer to."""
    layout = traitlets.Any(None)
    """Not sent: every widget has a model of this name for its own size and place, which page.css gives to ours."""
    arrangement = traitlets.Unicode("").tag(sync=True)
    """How map and words share the page: see `Screen.layout`."""
    map_id = traitlets.Unicode("").tag(sync=True)
    """Model id of the Leaflet map this bridge tends; empty for none."""
    label = traitlets.Unicode("The map").tag(sync=True)
    pictures = traitlets.Dict().tag(sync=True)
    """The drawn map, "light" and "dark": its address, or the SVG itself. What is not there the browser asks for."""
    game = traitlets.Unicode("").tag(sync=True)
    """The name of the game whose board this is."""
    still = traitlets.Unicode("").tag(sync=True)
    """Where a server keeps outlines, anchors and sprite, which are empty then."""
    version = traitlets.Int(0).tag(sync=True)
    """Counts the patches, so that a browser notices when it missed one."""

    search = traitlets.Unicode("")
    """The query of the page's address, once a page has said hello."""

    def __init__(self, **kwargs: Any) -> None:
        self._known: dict[str, dict[str, Any]] = {}
        self._handler: Callable[[Message], None] | None = None
        self._heard = time.monotonic()
        self._inflates = False  # whether the browser can unpack what is sent packed
        self.drawings: Mapping[str, str] = {}
        """The pictures to give when a browser asks for one."""
        self.dropped = 0
        """How many messages were none."""
        self._later: list[dict[str, Any]] | None = None  # messages that must follow the state they refer to
        super().__init__(**kwargs)
        self.add_class("elric-bridge")
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    # --- what the page calls

    def on(self, handler: Callable[[Message], None]) -> None:
        """Send every message to `handler`, and only to it.

        When it raises, the person sees a calm note, the log has the details, and the traits are as they were before.
        """
        self._handler = handler

    def show(self, region: str, html: str, slot: str = "side") -> None:
        """Show `html` in `region`; empty takes the region away. `slot` is one of SLOTS (ValueError)."""
        if slot not in SLOTS:
            raise ValueError(f"no slot {slot!r}; there are {', '.join(SLOTS)}")
        if not html:
            self.hide(region)
            return
        if self.slots.get(region, "side") != slot:
            self.slots = {**self.slots, region: slot}
        if self.regions.get(region) != html:
            self.regions = {**self.regions, region: html}

    def hide(self, *regions: str) -> None:
        """Take regions away; those that are not there are no mistake."""
        if any(region in self.regions for region in regions):
            self.regions = {name: html for name, html in self.regions.items() if name not in regions}

    def display(self, screen: Screen) -> None:
        """Show a Screen; only what has changed is sent."""
        for key, text in screen.remember.items():
            self.remember(key, text)
        if screen.query:
            self.set_query(push=screen.push, **screen.query)
        with self.together():
            self.arrangement = screen.layout
            self._lay(screen.regions)
            self.marks = screen.marks
            self.badges = screen.badges
            self.pieces = screen.pieces
            self.names = screen.names
        if screen.frame is not None:
            self.frame_areas(screen.frame, screen.close)
        elif screen.look:
            self.look(screen.look)
        if screen.said:
            self.say(screen.said)
        if screen.focus:
            self.focus(screen.focus)

    def _lay(self, regions: list[Region]) -> None:
        """Put regions in place; where the same ones stand in the same order, one by one."""
        if list(self.regions) != [name for name, _, _ in regions]:
            self.slots = {name: slot for name, slot, _ in regions}
            self.regions = {name: html for name, _, html in regions}
        else:
            for name, slot, html in regions:
                self.show(name, html, slot)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What changes inside goes to the browser in one message, afterwards."""
        with self.hold_sync():
            yield

    def say(self, words: str) -> None:
        """Have a screen reader say `words`, also when it just said the same."""
        self.announce = words + ("\u200b" if self.announce == words else "")

    def look(self, area: str) -> None:
        """Bring an area into sight and let it shine for a moment."""
        self._afterwards({"kind": "look", "id": area})

    def frame_areas(self, areas: Iterable[str], close: bool = False) -> None:
        """Where the map is small (or anywhere, where it is to be seen `close`), show the part of it where these areas are."""
        self._afterwards({"kind": "frame", "ids": list(areas), "close": close})

    def lay(self, title: str) -> None:
        """Another board has been given (frame, outlines, anchors, pictures, sprite): the browser lays it, once it has all of
        it, and the page is called `title`."""
        self._afterwards({"kind": "board", "title": title})

    def focus(self, key: str) -> None:
        """Put the keyboard's focus on an area, or on the element with that id or data-key: once it stands there."""
        self._afterwards({"kind": "focus", "key": key})

    def _afterwards(self, content: dict[str, Any]) -> None:
        """Send a message once that which it is about has been sent."""
        if self._later is None:
            self.send(content)
        else:
            self._later.append(content)

    def remember(self, key: str, text: str) -> None:
        """Keep `text` in this browser under `key`; it comes back in the next hello's `stored`. Empty forgets it."""
        self.send({"kind": "remember", "key": key, "text": text})

    def set_query(self, *, push: bool = False, **values: str | None) -> None:
        """Change the query of the page's address without loading it; None takes a name away. With `push` the browser's Back
        leads from here to where it was."""
        self.send({"kind": "query", "values": values, "push": push})

    @property
    def silence(self) -> float:
        """Seconds since the browser last said anything; while its page is in sight it does so every five."""
        return time.monotonic() - self._heard

    # --- what the browser says

    def receive(self, content: Any) -> None:
        """Take one decoded message from the browser; whatever it is, nothing is raised."""
        self._heard = time.monotonic()
        kind = content.get("kind") if isinstance(content, dict) else None
        if kind == "ping":
            number = content.get("n")
            self.send({"kind": "pong", "n": number if isinstance(number, int) else 0})
            return
        if kind == "picture":
            name = content.get("name")
            if isinstance(name, str) and name in self.drawings:
                self.pictures = {**self.pictures, name: self.drawings[name]}
            return
        if kind == "resync":
            super().send_state(_BY_KEY | {"version", "slots"})
            return
        message = read(content)
        if message is None:
            self.dropped += 1
            return
        if message.kind == "hello":
            self.search = message.search
            self._inflates = content.get("inflates") is True
            if content.get("version") != self.version:
                super().send_state(_BY_KEY | {"version", "slots"})
        self._handle(message)

    def _handle(self, message: Message) -> None:
        if self._handler is None:
            return
        later: list[dict[str, Any]] = []
        self._later = later
        before: dict[str, Any] = {name: getattr(self, name) for name in (*_BY_KEY, "slots", "announce", "arrangement")}
        with self.hold_sync():
            try:
                self._handler(message)
            except Exception:
                _log.exception("the handler of %r failed", message.kind)
                for name, value in before.items():
                    setattr(self, name, value)
                self.show("oops", _OOPS, slot="over")
            else:
                if before["regions"].get("oops") == self.regions.get("oops"):
                    self.hide("oops")
        # screens shown by a handler are sent when the handler has ended
        self._later = None
        for content in later:
            self.send(content)

    # --- how state travels

    def set_state(self, sync_data: Any) -> None:
        """A browser has nothing to set here: what it has to say comes as messages."""
        self.dropped += 1

    def _should_send_property(self, key: str, value: Any) -> bool:
        return key != "version" and bool(super()._should_send_property(key, value))

    def send_state(self, key: Any = None) -> None:
        """As in ipywidgets, but changes to dictionaries travel as what changed in them."""
        if key is None:
            super().send_state()
            return
        asked = {key} if isinstance(key, str) else set(key)
        patches = {name: self._difference(name) for name in sorted(asked & _BY_KEY)}
        patches = {name: patch for name, patch in patches.items() if patch}
        if plain := asked - _BY_KEY:
            super().send_state(plain)
        if patches and self.comm is not None:
            self.version += 1
            self._send_patches(patches)

    def _send_patches(self, patches: dict[str, Any]) -> None:
        """What changed, packed where that is worth it: panels shrink to a quarter."""
        text = json.dumps({"patches": patches}, separators=(",", ":"), ensure_ascii=False).encode()
        if self._inflates and len(text) > _WORTH_PACKING:
            self.send({"kind": "patch", "version": self.version, "packed": True}, [zlib.compress(text)])
        else:
            self.send({"kind": "patch", "version": self.version, "patches": patches})

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        state: dict[str, Any] = super().get_state(key=key, drop_defaults=drop_defaults)
        for name in _BY_KEY & state.keys():
            self._known[name] = dict(getattr(self, name))
        return state

    def _difference(self, name: str) -> dict[str, Any]:
        old, new = self._known.get(name, {}), getattr(self, name)
        self._known[name] = dict(new)
        patch: dict[str, Any] = {}
        changed = {key: value for key, value in new.items() if key not in old or old[key] != value}
        if name == "pieces" and (known := changed.keys() & old.keys()):
            # A counter that moves keeps its picture: only its position is sent.
            patch["change"] = {key: _fields(old[key], changed.pop(key)) for key in sorted(known)}
        if changed:
            patch["set"] = changed
        if gone := [key for key in old if key not in new]:
            patch["drop"] = gone
        # Only the order of regions matters.
        if name == "regions" and [key for key in old if key in new] != list(new)[: len(old) - len(gone)]:
            patch["order"] = list(new)
        return patch

    def as_json(self) -> Mapping[str, Any]:
        """Everything a browser can see of this widget: for tests that nothing hidden leaks."""
        return {name: getattr(self, name) for name in (*_BY_KEY, "slots", "announce", "anchors", "label")}


def _fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What differs; None for what is there no more."""
    gone: dict[str, Any] = dict.fromkeys(old.keys() - new.keys())
    return {name: value for name, value in new.items() if name not in old or old[name] != value} | gone
