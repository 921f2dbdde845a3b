"""The map as a widget, and a whole board for a notebook: map, counters, and the same in words.

The outlines never change while a game runs: what changes are CSS classes that the bridge puts on them.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final

import ipywidgets
from ipyleaflet import Map, projections

from elric.kernel.clauses import UnknownClause
from elric.widgets import counters, gazetteer, page_panels, panels
from elric.widgets.bridge import Bridge, Message
from elric.widgets.geometry import geometry
from elric.widgets.tracks import drawn_tracks
from elric.young_kingdoms import law
from elric.young_kingdoms.words import cap

__all__ = ["Board", "BoardMap", "area_names", "inspector", "load_areas", "twin"]

_KINDS: Final = {"land": "land", "sea": "sea", "mountain": "mountains, no unit may enter"}
_USUAL_WIDTH: Final = 1000


def load_areas() -> dict[str, Any]:
    """The areas of the board that is played on: "bounds" [[0, 0], [height, width]], "features" with id, name, kind, anchor.

    Raises:
        BoardError: when nothing that was drawn fits the board.
    """
    return geometry().data


def _served() -> dict[str, str]:
    """Where the server keeps the pictures, by day and by night; nothing in a notebook of one's own."""
    place = os.environ.get("ELRIC_MAPS_URL", "")
    return {"light": f"{place}background.svg", "dark": f"{place}background-dark.svg"} if place else {}


class BoardMap(Map):
    """The map as a thing to move and zoom. Display it beside the `Bridge` that `bridge()` makes, which draws what lies in
    it: picture, areas, counters.

    Attributes: `frame` (width, height) in map units; `anchors` [x, y] by area; `areas` the properties by area;
    `drawn` the geometry all of it comes from.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.drawn = geometry()
        data = self.drawn.data
        (_, _), (height, width) = data["bounds"]
        self.frame: tuple[float, float] = (width, height)
        self.areas: dict[str, dict[str, Any]] = {f["properties"]["id"]: f["properties"] for f in data["features"]}
        self.anchors: dict[str, list[float]] = {key: list(area["anchor"]) for key, area in self.areas.items()}
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
            **kwargs,
        )
        self.add_class("elric-map")

    def pieces(self, view: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """All that lies on the map: the counters of a view, and the Turn Track and the Balance at its edge."""
        return {**counters.layout(view, self.anchors), **drawn_tracks(view, self.drawn.calm, self.frame[0])}

    def bridge(self, **traits: Any) -> Bridge:
        """A bridge that tends this map: picture, areas, counters, keyboard, names. `traits` are the bridge's own."""
        ready: dict[str, Any] = {
            "map_id": self.model_id,
            "frame": list(self.frame),
            "anchors": self.anchors,
            "outlines": self.drawn.outlines,
            "names": {key: area["name"] for key, area in self.areas.items()},
            "sprite": counters.sprite(),
            "pictures": _served(),
        }
        made = Bridge(**{**ready, **traits})
        day, night = self.drawn.pictures
        made.drawings = {"light": day, "dark": night}
        return made


def area_names(view: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """What a screen reader says of each area: its name, its kind, who holds it and what stands there."""
    players = view.get("players", ())
    stacks = counters.stacks(view)
    names = {}
    for key, area in areas.items():
        words = [str(area["name"]), _KINDS.get(area["kind"], area["kind"])]
        words += _facts(view, key)
        for stack in stacks.get(key, ()):
            alike = Counter(counters.label(view["units"][unit], players) for unit in stack)
            words += [label if n == 1 else f"{n} times {label}" for label, n in alike.items()]
        names[key] = "; ".join(words)
    return names


def _facts(view: Mapping[str, Any], area: str) -> list[str]:
    facts = view.get("areas", {}).get(area, {})
    words = []
    if facts.get("control") is not None:
        words.append(f"held by {_player(view, facts['control'])}")
    if facts.get("siege"):
        words.append("under siege")
    if facts.get("spell"):
        words.append("a spell lies face down")
    words += [f"{spell} lies face up" for spell in facts.get("face_up") or ()]
    return words


def _player(view: Mapping[str, Any], seat: int | None) -> str:
    if seat is None:
        return "neutral"
    return next((str(p["name"]) for p in view.get("players", ()) if p["seat"] == seat), f"player {seat + 1}")


def inspector(view: Mapping[str, Any], area: str, areas: Mapping[str, Mapping[str, Any]]) -> str:
    """HTML: what stands in one area, counter by counter."""
    units = view["units"]
    rows = []
    for stack in counters.stacks(view).get(area, ()):
        everyone = [(key, "") for key in stack]
        for carrier in stack:
            how = "aboard" if units[carrier]["kind"] == "fleet" else "with"
            load = [key for key in units if units[key].get("aboard") == carrier]
            everyone += [(key, f"{how} {units[carrier]['name']}") for key in load]
        alike: dict[tuple[object, ...], list[str]] = {}
        for key, note in everyone:
            unit = units[key]
            # Armies of one nation are all the same: one row for all of them.
            same = (unit["name"], note) if unit["kind"] == "army" else (key,)
            alike.setdefault((*same, note), []).append(key)
        rows += [_unit_row(view, keys, str(kind[-1])) for kind, keys in alike.items()]
    about = ", ".join([_KINDS.get(areas[area]["kind"], ""), *_facts(view, area)])
    inside = f'<ul class="units">{"".join(rows)}</ul>' if rows else '<p class="quiet-words">Nobody is here.</p>'
    name = escape(str(areas[area]["name"]))
    return f'<div class="card inspector"><h3>{name}</h3><p class="quiet-words">{escape(about)}</p>{inside}</div>'


def _unit_row(view: Mapping[str, Any], keys: list[str], note: str) -> str:
    unit = view["units"][keys[0]]
    name, _, about = counters.label(unit, view.get("players", ())).partition(", ")
    if len(keys) > 1:
        name = counters.several(len(keys), name)
    extra = f" <i>{escape(note)}</i>" if note else ""
    return (
        f'<li data-key="unit-{escape(keys[0])}">{counters.counter(unit)}'
        f"<span><b>{escape(cap(name))}</b>{extra}<small>{escape(about)}</small></span></li>"
    )


def twin(view: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]]) -> str:
    """HTML: the map in words, as two folded tables: who is where, and which areas are held or special."""
    units = view["units"]
    rows = [
        f"<tr><th scope=row>{escape(str(unit['name']))}</th><td>{escape(str(unit['kind']))}</td>"
        f"<td>{_combat(unit)}</td>"
        f"<td>{escape(str(areas.get(unit['at'], {}).get('name', unit['at'])))}</td>"
        f"<td>{escape(_player(view, unit.get('owner')))}</td></tr>"
        for unit in sorted(units.values(), key=lambda u: (u.get("owner") is None, u.get("owner") or 0, u["at"]))
    ]
    held = [
        f"<tr><th scope=row>{escape(str(area['name']))}</th><td>{escape('; '.join(_facts(view, key)))}</td></tr>"
        for key, area in areas.items()
        if _facts(view, key)
    ]
    return (
        '<div class="twin">'
        + _table("units", "Units on the board", ("Unit", "Kind", "Combat", "Where", "Whose"), rows)
        + _table("areas", "Areas held, besieged or with spells", ("Area", "What is known"), held)
        + "</div>"
    )


def _combat(unit: Mapping[str, Any]) -> str:
    return f"({unit['combat']})" if unit.get("paren") else str(unit["combat"])


def _table(key: str, title: str, heads: tuple[str, ...], rows: list[str]) -> str:
    head = "".join(f"<th scope=col>{name}</th>" for name in heads)
    return (
        f'<details data-key="twin-{key}"><summary>{title} ({len(rows)})</summary>'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{title}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></details>"
    )


class Board(ipywidgets.VBox):
    """A board to look at in a notebook: `Board(game)` or `Board(view)`; `update` shows another position.

    Choosing an area shows who stands there and what there is to know of it; below the map a place can be sought by name.
    `chosen`, when given, is called with the area's id as well.
    """

    def __init__(self, game_or_view: Any, seat: int | None = None, chosen: Callable[[str], None] | None = None) -> None:
        self.map = BoardMap()
        self.bridge = self.map.bridge()
        self.bridge.on(self._take)
        self._chosen = chosen
        self._area: str | None = None
        self._sought = ""
        self._sure = False
        grid = ipywidgets.HBox([self.map, self.bridge])
        grid.add_class("elric-grid")
        super().__init__([grid])
        self.add_class("elric-root")
        self.update(game_or_view, seat)

    def update(self, game_or_view: Any, seat: int | None = None) -> None:
        """Show a view (a dictionary), or what `seat` of a game may see (without one: who decides now)."""
        self.view = _view(game_or_view, seat)
        with self.bridge.together():
            self.bridge.pieces = self.map.pieces(self.view)
            self.bridge.names = area_names(self.view, self.map.areas)
            self.bridge.show("title", _title(self.view), slot="top")
            self._draw_area()
            self._draw_finder()
            self.bridge.show("twin", twin(self.view, self.map.areas), slot="below")

    def _take(self, message: Message) -> None:
        if message.kind == "area":
            self._choose(message.id)
        elif message.kind == "do":
            self._do(message.name, message.value)

    def _do(self, name: str, value: str) -> None:
        if name == "find":
            self._sought = value[:60]
        elif name == "goto" and value in self.map.areas:
            self._sought = ""
            self._choose(value)
            self.bridge.look(value)
        elif name == "sure":
            self._sure = not self._sure
        elif name == "clause":
            self.bridge.show("clause", _clause(self._edition, value))
        elif name == "close" or name == "escape":
            if "clause" in self.bridge.regions:
                self.bridge.hide("clause")
            else:
                self._area = None
        self._draw_area()
        self._draw_finder()

    def _choose(self, area: str) -> None:
        if area not in self.map.areas:
            return
        self._area = area
        self._draw_area()
        self.bridge.say(self.bridge.names[area])
        if self._chosen is not None:
            self._chosen(area)

    @property
    def _edition(self) -> str:
        """The edition by which the books are cited."""
        told = str(self.view.get("edition", "")).partition(",")[0]
        return told if told in law.EDITIONS else law.EDITIONS[-1]

    def _draw_area(self) -> None:
        marks = counters.marks_of_control(self.view)
        if self._sure:
            for area in self.map.areas:
                marks[area] = f"{marks.get(area, '')} sure-{gazetteer.confidence(area)}".strip()
        if self._area is None:
            self.bridge.show("area", '<div class="card"><p>Choose an area to see who is there.</p></div>')
        else:
            marks[self._area] = f"{marks.get(self._area, '')} sel".strip()
            about = gazetteer.entry(self._area, self._edition)
            self.bridge.show("area", inspector(self.view, self._area, self.map.areas) + about)
        self.bridge.marks = marks

    def _draw_finder(self) -> None:
        found = [(area, str(self.map.areas[area]["name"])) for area in gazetteer.find(self._sought)]
        self.bridge.show("finder", page_panels.finder(self._sought, found, self._sure), slot="below")


def _clause(edition: str, number: str) -> str:
    """A clause of the books as a card; nothing when there is none of that number."""
    try:
        law.register().get(edition, number)
    except UnknownClause:
        return ""
    return panels.clause(edition, number)


def _view(game_or_view: Any, seat: int | None) -> Mapping[str, Any]:
    if isinstance(game_or_view, Mapping):
        return game_or_view
    if seat is None:
        seat = game_or_view.seat if game_or_view.seat is not None else 0
    view: Mapping[str, Any] = game_or_view.view(seat)
    return view


def _title(view: Mapping[str, Any]) -> str:
    turn = f"turn {view['turn']} of {view['turns']}" if view.get("turns") else f"turn {view.get('turn', 1)}"
    phase = str(view.get("phase", "")).replace("-", " ").replace("_", " ")
    name = escape(str(view.get("scenario", "elric")).title())
    return f'<div class="masthead"><h2>{name}</h2><p>{escape(turn)}, {escape(phase)}</p></div>'
