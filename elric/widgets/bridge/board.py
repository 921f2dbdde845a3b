"""The map as a widget, and a whole board for a notebook: map, counters, and the same in words.

The outlines never change while a game runs: what changes are CSS classes that the bridge puts on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import ipywidgets
from ipyleaflet import Map, projections

from elric import games
from elric.widgets.bridge import sources
from elric.widgets.bridge.bridge import Bridge, Message
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names, inspector, twin
from elric.widgets.markup import Markup, html
from elric.widgets.panels import clauses
from elric.widgets.panels import frame as page_panels

__all__ = ["Board", "BoardMap"]

_USUAL_WIDTH: Final = 1000


class BoardMap(Map):
    """The map as a thing to move and zoom. Display it beside the `Bridge` that `bridge()` makes, which draws what lies in
    it: picture, areas, counters.

    Attributes: `frame` (width, height) in map units; `anchors` [x, y] by area; `areas` the properties by area;
    `drawn` the geometry all of it comes from.
    """

    def __init__(self, kit: TableDef | None = None, **kwargs: Any) -> None:
        self._of(kit or games.table())
        width, height = self.frame
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

    def _of(self, kit: TableDef) -> None:
        self.kit: TableDef = kit
        self.drawn = kit.chart()
        self.frame = self.drawn.frame
        self.areas, self.anchors = self.drawn.areas, self.drawn.anchors

    def pieces(self, view: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """All that lies on the map: the counters of a view, and the Turn Track and the Balance at its edge."""
        return self.kit.pieces(view)

    def bridge(self, **traits: Any) -> Bridge:
        """A bridge that tends this map: picture, areas, counters, keyboard, names. `traits` are the bridge's own."""
        made = Bridge(**{"map_id": self.model_id, **self._board(), **traits})
        made.drawings = self._drawings()
        return made

    def lay(self, kit: TableDef, bridge: Bridge) -> None:
        """Lay the board of another game: whatever the bridge shows from now on is of that."""
        self._of(kit)
        for name, value in self._board().items():
            setattr(bridge, name, value)
        bridge.drawings = self._drawings()
        bridge.lay(kit.game.title)

    def _drawings(self) -> dict[str, str]:
        day, night = self.drawn.pictures
        return {"light": day, "dark": night}

    def _board(self) -> dict[str, Any]:
        """What the bridge has to know of the board."""
        return {
            "frame": list(self.frame),
            "names": {key: area["name"] for key, area in self.areas.items()},
            "label": self.kit.map_label,
            "game": self.kit.key,
            **_held(self.kit),
        }


def _held(kit: TableDef) -> dict[str, Any]:
    """What never changes of a board: all of it, or where a server keeps it."""
    kept = sources.served(kit)
    if not kept:
        return {"still": "", "pictures": {}, **sources.board(kit)}
    nothing = {"outlines": {}, "anchors": {}, "sprite": ""}
    return {"still": kept["board"], "pictures": {"light": kept["light"], "dark": kept["dark"]}, **nothing}


class Board(ipywidgets.VBox):
    """A board to look at in a notebook: `Board(game)` or `Board(view)`; `update` shows another position.

    Choosing an area shows who stands there and what there is to know of it; below the map a place can be sought by name.
    `chosen`, when given, is called with the area's id as well.
    """

    def __init__(self, game_or_view: Any, seat: int | None = None, chosen: Callable[[str], None] | None = None) -> None:
        of = getattr(game_or_view, "definition", None)
        self.map = BoardMap(games.table(games.name_of(of)) if of is not None else None)
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
        self.view = _view(self.map.kit, game_or_view, seat)
        with self.bridge.together():
            self.bridge.pieces = self.map.pieces(self.view)
            self.bridge.names = area_names(self.view, self.map.areas, self.map.kit)
            self.bridge.show("title", _title(self.map.kit, self.view), slot="top")
            self._draw_area()
            self._draw_finder()
            self.bridge.show("twin", twin(self.view, self.map.areas, self.map.kit), slot="below")

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
            self.bridge.show("clause", _clause(self.map.kit, self._edition, value))
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
        rules = self.map.kit.game
        return told if told in rules.editions else rules.editions[-1]

    def _draw_area(self) -> None:
        marks = piles.marks_of_control(self.view)
        if self._sure:
            for area in self.map.areas:
                marks[area] = f"{marks.get(area, '')} sure-{self.map.kit.confidence(area)}".strip()
        if self._area is None:
            self.bridge.show("area", html('<div class="card"><p>Choose an area to see who is there.</p></div>'))
        else:
            marks[self._area] = f"{marks.get(self._area, '')} sel".strip()
            about = self.map.kit.place(self._area, self._edition)
            self.bridge.show("area", inspector(self.view, self._area, self.map.areas, self.map.kit) + about)
        self.bridge.marks = marks

    def _draw_finder(self) -> None:
        found = [(area, str(self.map.areas[area]["name"])) for area in self.map.kit.find(self._sought)]
        self.bridge.show(
            "finder",
            page_panels.finder(self._sought, found, self._sure if self.map.kit.sure_of_map else None),
            slot="below",
        )


def _clause(kit: TableDef, edition: str, number: str) -> str:
    """A clause of the books as a card; nothing when there is none of that number."""
    return clauses.clause(kit, edition, number) if kit.has_clause(edition, number) else ""


def _view(kit: TableDef, game_or_view: Any, seat: int | None) -> Mapping[str, Any]:
    if isinstance(game_or_view, Mapping):
        return game_or_view
    if seat is None:
        seat = game_or_view.seat if game_or_view.seat is not None else 0
    return kit.view(game_or_view, seat)


def _title(kit: TableDef, view: Mapping[str, Any]) -> Markup:
    turn = f"turn {view['turn']} of {view['turns']}" if view.get("turns") else f"turn {view.get('turn', 1)}"
    phase = str(view.get("phase", "")).replace("-", " ").replace("_", " ")
    name = str(view.get("scenario", kit.name)).title()
    return html('<div class="masthead"><h2>{}</h2><p>{}, {}</p></div>', name, turn, phase)
