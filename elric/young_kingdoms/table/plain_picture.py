"""A picture for a board that brings none: tints by nation, names that keep out of each other's way, signs for cities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any, Final

from elric.widgets.markup import Markup, html, join
from elric.young_kingdoms.components.board import BOARD, LAND, SEA

__all__ = ["plain_picture"]

Box = tuple[float, float, float, float]

# Sea, wilderness, mountains, lines, letters, and the letters' halo; then tints for the nations, neighbours apart.
_DAY: Final = ("#b3d0d6", "#efe4c8", "#c9b592", "#3a2a1a", "#241a10", "#fff8e6")
_NIGHT: Final = ("#1f3138", "#4a4030", "#5d4f3b", "#e8d9b4", "#f6ecd2", "#1a2428")
_TINTS_DAY: Final = ("#eeaa96", "#86adea", "#f1e287", "#a588a2", "#d77b43", "#cde4e9")
_TINTS_NIGHT: Final = ("#835d54", "#4a5f82", "#827a4c", "#5b4b5a", "#774529", "#707c7f")

_SIZES: Final = (17.0, 15.0, 13.0, 11.5)
_PER_LETTER: Final = 0.53  # width of a letter as a share of its size
_PIECE: Final = 17.0  # half of what a counter takes at its place
# Where a name may stand about the place of its area's counters.
_BELOW: Final = (34, -22, 46, -34, 60, -48, 76, -64)
_ASIDE: Final = (0, 18, -18, 36, -36, 60, -60)
_DEAR: Final = 105.0  # a name that lies mostly over other areas is left out


def plain_picture(data: Mapping[str, Any], dark: bool) -> Markup:
    """The map as SVG text, drawn from outlines alone.

    Args:
        data: a FeatureCollection as `Geometry.data` has it.
    """
    (_, _), (height, width) = data["bounds"]
    sea, wild, mountain, line, ink, halo = _NIGHT if dark else _DAY
    tints = _TINTS_NIGHT if dark else _TINTS_DAY
    nations = {nation: tints[n] for nation, n in _tint_numbers().items()}
    shapes = []
    for feature in data["features"]:
        area = BOARD.index[feature["properties"]["id"]]
        kind = BOARD.kind[area]
        path = join(
            "M" + "L".join((html("{:g} {:g}", x, height - y) for x, y, *_ in ring)) + "Z"
            for polygon in _polygons(feature)
            for ring in polygon
        )
        dash = html(' stroke-dasharray="3 5" stroke-opacity=".5"') if kind == SEA else ""
        fill = (nations.get(BOARD.nation[area], wild), sea, mountain)[kind]
        shapes.append(html('<path d="{}" fill="{}"{}/>', path, fill, dash))
    return html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        'height="{height:g}"><rect width="100%" height="100%" fill="{}"/>'
        '<g fill-rule="evenodd" stroke="{}" stroke-width="1.6" stroke-linejoin="round">{}</g>'
        '<g font-family="Georgia, serif" fill="{}" stroke="{}" stroke-width="3" stroke-linejoin="round" '
        'paint-order="stroke" text-anchor="middle">{}</g></svg>',
        sea,
        line,
        join(shapes),
        ink,
        halo,
        join(_names(data["features"], width, height)),
        width=width,
        height=height,
    )


def _tint_numbers() -> dict[str, int]:
    """A tint for each nation, another than its neighbours' where six are enough for that."""
    beside: dict[str, set[str]] = {nation: set() for nation in BOARD.home}
    for area, nation in enumerate(BOARD.nation):
        if nation and BOARD.kind[area] == LAND:
            beside[nation] |= {BOARD.nation[other] for other in BOARD.near[area]} - {nation, ""}
    chosen: dict[str, int] = {}
    for nation in sorted(beside, key=lambda n: -len(beside[n])):
        used = [chosen[other] for other in beside[nation] if other in chosen]
        loads = list(chosen.values())
        chosen[nation] = min(range(len(_TINTS_DAY)), key=lambda n: (used.count(n), loads.count(n), n))
    return chosen


def _names(features: Sequence[Mapping[str, Any]], width: float, height: float) -> list[Markup]:
    """What can be written without a name over another or over a counter's place; cities first, the rest by the mouse."""
    places = {
        f["properties"]["id"]: (f["properties"]["anchor"][0], height - f["properties"]["anchor"][1]) for f in features
    }
    rings = {f["properties"]["id"]: [ring for polygon in _polygons(f) for ring in polygon] for f in features}
    taken: list[Box] = [(x - _PIECE, y - _PIECE, x + _PIECE, y + _PIECE) for x, y in places.values()]
    out = []
    for key in sorted(places, key=lambda k: _rank(BOARD.index[k])):
        area = BOARD.index[key]
        sign = ("★ " if BOARD.capital[area] else "■ " if BOARD.wall[area] else "• ") if BOARD.city[area] else ""
        text = sign + (" and ".join(BOARD.cities[area]) if BOARD.cities[area] else BOARD.names[area])
        best: tuple[float, float, float, float, Box] | None = None
        for dy in _BELOW:
            level = places[key][1] + dy
            cuts = _cuts(rings[key], height - level + _SIZES[1] * 0.3)
            for dx, size in product(_ASIDE, _SIZES):
                x, half = places[key][0] + dx, len(text) * size * _PER_LETTER / 2
                box = (x - half, level - size * 0.8, x + half, level + size * 0.3)
                price = (
                    4 * (_SIZES[0] - size)
                    + abs(dx) * 0.3
                    + abs(dy) * 0.4
                    + 120 * (1 - _share(cuts, x - half, x + half))
                )
                if (best is None or price < best[0]) and _inside(box, width, height) and not _hits(box, taken):
                    best = (price, x, level, size, box)
        if best and best[0] < _DEAR:
            _, x, y, size, box = best
            taken.append(box)
            style = html(' font-style="italic" opacity=".85"') if BOARD.kind[area] == SEA else ""
            out.append(html('<text x="{:g}" y="{:g}" font-size="{:g}"{}>{}</text>', x, y, size, style, text))
    return out


def _polygons(feature: Mapping[str, Any]) -> list[Any]:
    drawn = feature["geometry"]
    return list(drawn["coordinates"]) if drawn["type"] == "MultiPolygon" else [drawn["coordinates"]]


def _cuts(rings: Sequence[Sequence[Sequence[float]]], y: float) -> list[float]:
    """Where a level line enters and leaves the rings, from left to right."""
    return sorted(
        a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for ring in rings
        for a, b in pairwise(ring)
        if (a[1] > y) != (b[1] > y)
    )


def _share(cuts: Sequence[float], left: float, right: float) -> float:
    """How much of a stretch lies inside."""
    inside = sum(max(0.0, min(b, right) - max(a, left)) for a, b in zip(cuts[::2], cuts[1::2], strict=False))
    return inside / (right - left)


def _rank(area: int) -> int:
    if BOARD.city[area]:
        return 0 if BOARD.capital[area] else 1
    return 2 if BOARD.kind[area] == SEA else 3


def _inside(box: Box, width: float, height: float) -> bool:
    return box[0] > 4 and box[1] > 4 and box[2] < width - 4 and box[3] < height - 4


def _hits(a: Box, taken: Sequence[Box]) -> bool:
    return any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for b in taken)
