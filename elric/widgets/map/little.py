"""A small picture of a position: the map's lands in a few strokes, who holds what, who stands where."""

from __future__ import annotations

from itertools import chain
from typing import Final

from elric.widgets.map.geometry import Geometry
from elric.widgets.map.piles import hue, marks_of_control, stacks
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.screen import View

__all__ = ["bare", "ground", "picture"]

_WIDE: Final = 320  # the picture's own units
_POINTS: Final = 14  # of an outline at most: more cannot be seen so small
_SYMBOL: Final = "er-little-map"
_MOST: Final = 300  # areas: of a board with more (of hexes) only the edge is drawn


def ground(chart: Geometry, name: str) -> Markup:
    """The map below all pictures of one game, as a symbol: it is drawn and travels once. `name`: of the game, in the page."""
    height, scale = _size(chart)
    lines = []
    features = chart.data["features"]
    if len(features) > _MOST:
        lines.append(html("M0 0H{}V{:.0f}H0Z", _WIDE, height))
        features = []
    for feature in features:
        if feature["properties"]["kind"] == "sea":
            continue
        shape = feature["geometry"]
        polygons = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
        for ring in chain.from_iterable(polygons):
            step = max(1, len(ring) // _POINTS)
            points = (f"{x * scale:.0f} {height - y * scale:.0f}" for x, y, *_ in ring[:-1:step])
            lines.append(html("M{}Z", "L".join(points)))
    return html(
        '<svg class="little-ground" aria-hidden="true"><symbol id="{}-{}" viewBox="0 0 {} {:.0f}"><path d="{}"/></symbol></svg>',
        _SYMBOL,
        name,
        _WIDE,
        height,
        join(lines),
    )


def bare(chart: Geometry, name: str) -> Markup:
    """The map with nothing on it, for a position that has still to be read."""
    return _framed(chart, name, NOTHING)


def picture(chart: Geometry, name: str, view: View) -> Markup:
    """A position as `view` shows it, for a page that has the `ground` of that game."""
    height, scale = _size(chart)

    def at(area: str) -> tuple[float, float]:
        x, y = chart.anchors[area]
        return x * scale, height - y * scale

    marks = [
        html('<circle class="s{}" cx="{:.0f}" cy="{:.0f}" r="12"/>', mark.removeprefix("own-"), *at(area))
        for area, mark in marks_of_control(view).items()
        if area in chart.anchors
    ]
    for area, piles in stacks(view).items():
        if area not in chart.anchors:
            continue
        x, y = at(area)
        for n, pile in enumerate(piles):
            owner = view["units"][pile[0]].get("owner")
            marks.append(
                html(
                    '<rect class="s{}" x="{:.0f}" y="{:.0f}" width="11" height="11"/>',
                    "none" if owner is None else hue(owner, view.get("players", ())),
                    x - 5 + 12 * n,
                    y - 5,
                )
            )
    return _framed(chart, name, join(marks))


def _framed(chart: Geometry, name: str, marks: Markup) -> Markup:
    height, _ = _size(chart)
    return html(
        '<svg class="little" viewBox="0 0 {} {:.0f}" aria-hidden="true"><use href="#{}-{}"/>{}</svg>',
        _WIDE,
        height,
        _SYMBOL,
        name,
        marks,
    )


def _size(chart: Geometry) -> tuple[float, float]:
    """The height of a picture, and how small it is."""
    width, height = chart.frame
    scale = _WIDE / width
    return height * scale, scale
