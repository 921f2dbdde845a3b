"""A map of hexes, drawn from the board alone: outlines to click, and a tint where one is asked for.

The numbers of the hexes are drawn by the page (`numbers.js`), as large as it has room for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from elric.kernel.hexes import Hexes, Point
from elric.widgets.map.geometry import Geometry
from elric.widgets.markup import NOTHING, Markup, html, join

__all__ = ["Ground", "hex_chart"]

Put = Callable[[Point], list[float]]
_WIDTH: Final = 1600.0
_EDGE: Final = 0.5  # around the board, in sides of a hex
_PIECE: Final = 0.92  # of the side of a hex

# Table, ground, lines, numbers: day and night.
_DAY: Final = ("#cfc2a2", "#efe6cf", "#8a7550", "#5f4d30")
_NIGHT: Final = ("#221d17", "#3a332a", "#7d6c50", "#c9b68e")


class Ground(NamedTuple):
    """What a hex is: its name, its kind in one word, and its tint by day and by night."""

    name: str
    kind: str
    day: str = ""
    night: str = ""


def hex_chart(hexes: Hexes, ground: Mapping[int, Ground] | None = None, kind: str = "open ground") -> Geometry:
    """The map of a board of hexes.

    Args:
        hexes: the board; ids of areas are its names ("0403").
        ground: hexes that are more than open ground.
        kind: what all others are.
    """
    ground = ground or {}
    corners = [point for h in range(hexes.size) for point in hexes.corners(h)]
    wide, high = (max(axis) + 2 * _EDGE for axis in zip(*corners, strict=True))
    scale = _WIDTH / wide
    height = round(high * scale, 1)

    def put(point: Point) -> list[float]:
        return [round((point[0] + _EDGE) * scale, 1), round(height - (point[1] + _EDGE) * scale, 1)]

    features = []
    for h, name in enumerate(hexes.names):
        told = ground.get(h, Ground(name, kind))
        ring = [put(point) for point in hexes.corners(h)]
        middle = put(hexes.centre(h))
        features.append(
            {
                "type": "Feature",
                "id": name,
                "properties": {"id": name, "name": told.name, "kind": told.kind, "label": middle, "anchor": middle},
                "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
            }
        )
    data = {"type": "FeatureCollection", "bounds": [[0, 0], [height, _WIDTH]], "features": features}
    day, night = (_picture(hexes, put, ground, height, scale, dark) for dark in (False, True))
    return Geometry(data, (day, night), round(100 * _PIECE * scale / _WIDTH, 2), (_DAY[0], _NIGHT[0]))


def _picture(hexes: Hexes, put: Put, ground: Mapping[int, Ground], height: float, scale: float, dark: bool) -> Markup:
    table, open_, line, ink = _NIGHT if dark else _DAY
    shapes, words = [], []
    for h, number in enumerate(hexes.names):
        told = ground.get(h)
        fill = (told.night if dark else told.day) if told else ""
        ring = " ".join(f"{x:g},{height - y:g}" for x, y in map(put, hexes.corners(h)))
        shapes.append(html('<polygon points="{}" fill="{}"/>', ring, fill or open_))
        if told and told.name != number:
            x, y = put(hexes.centre(h))
            words.append(_word(told.name, x, height - y + 0.74 * scale, 0.22 * scale))
    return html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        'height="{height:g}"><rect width="100%" height="100%" fill="{}"/>'
        '<g stroke="{}" stroke-width="2.500" stroke-linejoin="round">{}</g>'
        '<g font-family="Georgia, serif" fill="{}" text-anchor="middle">{}</g></svg>',
        table,
        line,
        join(shapes),
        ink,
        join(words),
        width=_WIDTH,
        height=height,
    )


def _word(text: str, x: float, y: float, size: float) -> Markup:
    return html('<text x="{:g}" y="{:g}" font-size="{:g}">{}</text>', x, y, round(size, 1), text) if text else NOTHING
