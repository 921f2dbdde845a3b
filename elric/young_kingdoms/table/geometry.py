"""Where the areas lie on the page: the outlines that belong to the board that is played on, and its picture.

Our own board has its drawn map. A board of somebody else's is a drawing itself, or data with an areas.geojson beside it;
its picture is made here, plainly, when none lies beside it. Nothing is ever taken from our map for another board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import Any, Final

from elric.widgets.map.geometry import Geometry, Ring
from elric.young_kingdoms.components.board import BOARD, BoardError, board_file, maps_folder
from elric.young_kingdoms.components.board_file import feature_id, is_drawn, read_json
from elric.young_kingdoms.table.plain_picture import plain_picture

__all__ = ["geometry"]

_WIDTH: Final = 1600.0
_EDGE: Final = 20.0  # of the frame that is printed around our own map
_KINDS: Final = ("land", "sea", "mountain")
_MAP: Final = "areas.geojson"


@cache
def geometry() -> Geometry:
    """What the map of this process shows, read once.

    Raises:
        BoardError: when nothing that was drawn fits the board, with all that is missing.
    """
    file = board_file()
    ours = maps_folder() / _MAP
    drawn = read_json(file) if file != maps_folder() / "board.json" else {}
    source = file if is_drawn(drawn) else file.with_name(_MAP)
    if not source.is_file():
        raise BoardError(
            [f"{file.name} says nothing of where its areas lie: put {_MAP} beside it, with an `id` on each area"]
        )
    if source.resolve() == ours.resolve():
        data = read_json(source)
        _fits(data, source.name)
    else:
        data = _made(read_json(source), source.name)
    day, night = source.with_name("background.svg"), source.with_name("background-dark.svg")
    if not is_drawn(drawn) and day.is_file() and night.is_file():
        pictures, edge = (day.read_text(encoding="utf-8"), night.read_text(encoding="utf-8")), _EDGE
    else:
        pictures, edge = (plain_picture(data, False), plain_picture(data, True)), 0.0
    return Geometry(data, pictures, edge=edge if source.resolve() == ours.resolve() else 0.0)


def _fits(data: dict[str, Any], name: str) -> None:
    features = data.get("features")
    if not isinstance(features, list):
        raise BoardError([f"{name} holds no features"])
    found = [feature_id(f) for f in features]
    faults = [
        f"{key!r} ({BOARD.names[n]}) is not drawn in {name}" for n, key in enumerate(BOARD.ids) if key not in found
    ]
    faults += [f"{key!r} is drawn in {name}, but no area has this id" for key in sorted({*found} - {*BOARD.index})]
    faults += [f"{key!r} is drawn twice in {name}" for key in sorted({k for k in found if found.count(k) > 1} - {""})]
    if faults:
        raise BoardError(faults)


def _made(given: dict[str, Any], name: str) -> dict[str, Any]:
    """Somebody's drawing in our frame: from (0, 0), 1600 wide, with the properties that the page needs."""
    _fits(given, name)
    faults: list[str] = []
    shapes: dict[str, list[list[Ring]]] = {}
    for feature in given["features"]:
        key = feature_id(feature)
        try:
            shapes[key] = _polygons(feature["geometry"])
        except (KeyError, TypeError, ValueError, IndexError):
            faults.append(f"{key}: {name} must draw it as a Polygon or MultiPolygon of [x, y] points")
    if faults:
        raise BoardError(faults)
    x0, y0, x1, y1 = _frame(given, shapes)
    if not (x1 > x0 and y1 > y0):
        raise BoardError([f"{name}: its areas have no extent"])
    scale = _WIDTH / (x1 - x0)

    def put(point: Sequence[float]) -> list[float]:
        return [round((point[0] - x0) * scale, 1), round((point[1] - y0) * scale, 1)]

    features = []
    for feature in given["features"]:
        key = feature_id(feature)
        told = feature.get("properties") or {}
        polygons = [[[put(point) for point in ring] for ring in polygon] for polygon in shapes[key]]
        middle = _middle(polygons)
        label = put(told["label"]) if _is_point(told.get("label")) else middle
        anchor = put(told["anchor"]) if _is_point(told.get("anchor")) else label
        area = BOARD.index[key]
        kind = _KINDS[BOARD.kind[area]]
        one = len(polygons) == 1
        features.append(
            {
                "type": "Feature",
                "id": key,
                "properties": {
                    "id": key,
                    "name": BOARD.names[area],
                    "kind": kind,
                    "label": label,
                    "anchor": anchor,
                },
                "geometry": {
                    "type": "Polygon" if one else "MultiPolygon",
                    "coordinates": polygons[0] if one else polygons,
                },
            }
        )
    calm = given.get("calm")
    boxes = [b for b in calm if isinstance(b, list) and len(b) == 4] if isinstance(calm, list) else []
    return {
        "type": "FeatureCollection",
        "bounds": [[0, 0], [round((y1 - y0) * scale, 1), _WIDTH]],
        "calm": [put(b[:2]) + put(b[2:]) for b in boxes],
        "features": features,
    }


def _polygons(raw: dict[str, Any]) -> list[list[Ring]]:
    """The polygons of a geometry, each a list of rings of pairs of numbers."""
    found = {"Polygon": lambda c: [c], "MultiPolygon": list}[raw["type"]](raw["coordinates"])
    polygons = [[[[float(p[0]), float(p[1])] for p in ring] for ring in polygon] for polygon in found]
    if not polygons or any(not polygon or any(len(ring) < 4 for ring in polygon) for polygon in polygons):
        raise ValueError("a ring of fewer than four points")
    if not all(map(math.isfinite, chain.from_iterable(_points([polygons])))):
        raise ValueError("a point that is nowhere")
    return polygons


def _points(shapes: Iterable[list[list[Ring]]]) -> Iterator[Sequence[float]]:
    for polygons in shapes:
        for polygon in polygons:
            yield from polygon[0]


def _frame(given: dict[str, Any], shapes: dict[str, list[list[Ring]]]) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1: the bounds that the file names ([[y0, x0], [y1, x1]]), else those of what is drawn."""
    bounds = given.get("bounds")
    if isinstance(bounds, list) and len(bounds) == 2 and all(map(_is_point, bounds)):
        (y0, x0), (y1, x1) = bounds
        return x0, y0, x1, y1
    xs, ys = zip(*((p[0], p[1]) for p in _points(shapes.values())), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(x, int | float) for x in value)


def _middle(polygons: list[list[Ring]]) -> list[float]:
    """A point well inside: the middle of the widest stretch that a few level lines cut out of the area."""
    ys = [p[1] for p in _points([polygons])]
    low, high = min(ys), max(ys)
    best = (-1.0, 0.0, 0.0)
    for step in range(1, 16):
        y = low + (high - low) * step / 16
        cuts = sorted(
            a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            for polygon in polygons
            for ring in polygon
            for a, b in pairwise(ring)
            if (a[1] > y) != (b[1] > y)
        )
        for left, right in zip(cuts[::2], cuts[1::2], strict=False):
            # Near the top or the bottom of an area there is less room than the line tells.
            worth = min(right - left, 2 * (y - low), 2 * (high - y))
            best = max(best, (worth, (left + right) / 2, y))
    return [round(best[1], 1), round(best[2], 1)]
