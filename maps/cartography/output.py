"""The output file: shapes, label boxes and counter places as GeoJSON, y upwards as in Leaflet's ``CRS.Simple``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from shapely.geometry import Polygon, shape

from .boxes import Box, hull
from .labels import Plan
from .names import Arc
from .source import Board
from .spots import HALF


def _one(v: float) -> float | int:
    """A number with one decimal, or without where that is 0."""
    r = round(float(v), 1)
    return int(r) if r == int(r) else r


class _Up:
    """Converts drawing coordinates (y down) to map coordinates (y up)."""

    def __init__(self, height: float):
        self.height = height

    def point(self, x: float, y: float) -> list[float | int]:
        return [_one(x), _one(self.height - y)]

    def box(self, b: Box) -> list[float | int]:
        return [_one(b[0]), _one(self.height - b[3]), _one(b[2]), _one(self.height - b[1])]


def _labels(board: Board, plan: Plan, up: _Up) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for area, spot in zip(board.areas, plan.spots, strict=True):
        if spot.words:
            at = {
                "text": spot.words.text,
                "kind": spot.words.kind,
                "area": area.key,
                "shown": "opening",
                "size": spot.words.size,
            }
            out.append(at | {"box": up.box(spot.words.box)})
        for s in spot.symbols:
            out.append({"text": "", "kind": s.kind, "area": area.key, "shown": "always", "box": up.box(s.box)})
    for s in plan.ports:
        out.append({"text": "", "kind": s.kind, "shown": "always", "box": up.box(s.box)})
    for shield in plan.shields:
        out.append(
            {"text": "", "kind": "shield", "nation": shield.nation, "shown": "opening", "size": round(shield.high, 1)}
            | {"box": up.box(shield.box)}
        )
    out += [
        {"text": w.text, "kind": w.kind, "shown": "large", "size": w.size, "box": up.box(w.box)} for w in plan.minor
    ]
    curved: list[tuple[Arc, str]] = [(a, "opening") for a in (*plan.nations, *plan.regions)]
    curved += [(a, "phone") for a in plan.phone]
    for a, shown in curved:
        letters = [up.box(b) for b in a.boxes]
        curve = {"text": a.text, "kind": a.kind, "shown": shown, "size": a.size}
        out.append(curve | {"box": up.box(hull(a.boxes)), "letters": letters})
    return out


def to_geojson(board: Board, shapes: list[Polygon], plan: Plan) -> str:
    """The file ``areas.geojson``: one feature per line, for readable diffs.

    Top-level members beside the features: ``bounds`` ([[0, 0], [height, width]], y first as Leaflet has it),
    ``counter`` (side of the square an ``anchor`` keeps free), ``calm`` (boxes of empty sea for overlays) and ``labels``
    (text, kind, area, box [x0, y0, x1, y1], font size; curved names carry one box a letter in ``letters``; ``shown``
    says in which layouts).
    """
    up = _Up(board.height)
    rows: list[str] = []
    for area, ring, spot, room in zip(board.areas, shapes, plan.spots, plan.rooms, strict=True):
        words = spot.words.box if spot.words else spot.counter
        middle = ((words[0] + words[2]) / 2, (words[1] + words[3]) / 2)
        inner = ring.representative_point() if not ring.contains(_dot(middle)) else _dot(middle)
        properties: dict[str, Any] = {
            "id": area.key,
            "name": area.name,
            "kind": area.kind,
            "label": up.point(inner.x, inner.y),
            "anchor": up.point(*spot.anchor),
            "room": up.box(room),
        }
        rings = [[up.point(x, y) for x, y in r.coords] for r in (ring.exterior, *ring.interiors)]
        geometry = {"type": "Polygon", "coordinates": rings}
        feature = {"type": "Feature", "id": area.key, "properties": properties, "geometry": geometry}
        rows.append(json.dumps(feature, separators=(",", ":"), ensure_ascii=False))
    head = {
        "bounds": [[0, 0], [board.height, board.width]],
        "counter": 2 * HALF,
        "calm": [up.box(b) for b in plan.calm],
    }
    opening = json.dumps({"type": "FeatureCollection", **head}, separators=(",", ":"))[:-1]
    labels = ",\n".join(
        json.dumps(label, separators=(",", ":"), ensure_ascii=False) for label in _labels(board, plan, up)
    )
    return opening + ',\n"labels":[\n' + labels + '\n],\n"features":[\n' + ",\n".join(rows) + "\n]}\n"


def _dot(p: tuple[float, float]) -> Any:
    return shape({"type": "Point", "coordinates": p})


def read_shapes(path: Path, board: Board) -> list[Polygon]:
    """The shapes of a written file, in the order of the board and with y down again.

    :raises ValueError: when the file lacks an area of the board.
    """
    raw = json.loads(path.read_text(encoding="utf-8"))
    found = {f["id"]: f["geometry"]["coordinates"] for f in raw["features"]}
    missing = [a.key for a in board.areas if a.key not in found]
    if missing:
        raise ValueError(f"{path.name} has no shape for {', '.join(missing)}")
    height = board.height
    out = []
    for area in board.areas:
        shell, *holes = [[(x, round(height - y, 1)) for x, y in ring] for ring in found[area.key]]
        out.append(Polygon(shell, holes))
    return out
