"""A board to look at: map, counters, and the same in words; no game is played on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from elric import games
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names, inspector, twin
from elric.widgets.markup import Markup, html
from elric.widgets.messages import Message
from elric.widgets.panels import clauses, frame
from elric.widgets.screen import Screen, shown

__all__ = ["BoardRoom"]


class BoardRoom:
    """Shows a view (a dictionary), or what a seat of a game may see.

    Choosing an area shows who stands there and what there is to know of it; below the map a place can be sought by name.

    Args:
        game_or_view, seat: see `update`. A game also says whose board it is; a view is of the first game of the house.
        chosen: called with the id of an area that was chosen.
    """

    def __init__(self, game_or_view: Any, seat: int | None = None, chosen: Callable[[str], None] | None = None) -> None:
        of = getattr(game_or_view, "definition", None)
        self.kit: TableDef = games.table(games.name_of(of) if of is not None else "")
        self.areas = self.kit.chart().areas
        self._chosen = chosen
        self._area: str | None = None
        self._clause = html("")
        self._sought = self._look = self._said = ""
        self._sure = False
        self.update(game_or_view, seat)

    def update(self, game_or_view: Any, seat: int | None = None) -> None:
        """Show a view, or what `seat` of a game may see (without one: who decides now)."""
        self.view = _view(self.kit, game_or_view, seat)

    def take(self, m: Message) -> None:
        """Do what a message asks."""
        if m.kind == "area":
            self._choose(m.id)
        elif m.kind != "do":
            return
        elif m.name == "find":
            self._sought = m.value[:60]
        elif m.name == "goto" and m.value in self.areas:
            self._sought = ""
            self._choose(m.value)
            self._look = m.value
        elif m.name == "sure":
            self._sure = not self._sure
        elif m.name == "clause":
            known = self.kit.has_clause(self._edition, m.value)
            self._clause = clauses.clause(self.kit, self._edition, m.value) if known else html("")
        elif m.name in ("close", "escape"):
            if self._clause:
                self._clause = html("")
            else:
                self._area = None

    def _choose(self, area: str) -> None:
        if area not in self.areas:
            return
        self._area = area
        self._said = area_names(self.view, self.areas, self.kit)[area]
        if self._chosen is not None:
            self._chosen(area)

    @property
    def _edition(self) -> str:
        """The edition by which the books are cited."""
        told = str(self.view.get("edition", "")).partition(",")[0]
        rules = self.kit.game
        return told if told in rules.editions else rules.editions[-1]

    def draw(self) -> Screen:
        """What the board shows now. What was to be said or looked at once is not there the next time."""
        kit, view = self.kit, self.view
        found = [(area, str(self.areas[area]["name"])) for area in kit.find(self._sought)]
        finder = frame.finder(self._sought, found, self._sure if kit.sure_of_map else None)
        screen = Screen(
            shown([
                ("title", "top", _title(kit, view)),
                ("area", "side", self._about()),
                ("finder", "below", finder),
                ("twin", "below", twin(view, self.areas, kit)),
                ("clause", "side", self._clause),
            ]),
            view,
            marks=self._marks(),
            pieces=kit.pieces(view),
            names=area_names(view, self.areas, kit),
            said=self._said,
            look=self._look,
        )  # fmt: skip
        self._said = self._look = ""
        return screen

    def _about(self) -> Markup:
        if self._area is None:
            return html('<div class="card"><p>Choose an area to see who is there.</p></div>')
        return inspector(self.view, self._area, self.areas, self.kit) + self.kit.place(self._area, self._edition)

    def _marks(self) -> dict[str, str]:
        marks = piles.marks_of_control(self.view)
        if self._sure:
            for area in self.areas:
                marks[area] = f"{marks.get(area, '')} sure-{self.kit.confidence(area)}".strip()
        if self._area is not None:
            marks[self._area] = f"{marks.get(self._area, '')} sel".strip()
        return marks


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
