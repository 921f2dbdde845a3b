"""Where the areas of a map lie on the page, and the picture below them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

__all__ = ["PIECE", "Geometry", "Ring", "rings"]

Ring = list[list[float]]
PIECE: Final = 3.1
"""How wide a counter is, in hundredths of the map's width."""


@dataclass(frozen=True)
class Geometry:
    """The areas as drawn. `data` is a FeatureCollection with bounds [[0, 0], [height, width]], y up, and for each area
    the properties id, name, kind, label, anchor; `calm` holds boxes of empty sea for the tracks."""

    data: dict[str, Any]
    pictures: tuple[str, str]
    """Day and night as SVG text."""
    piece: float = PIECE
    """How wide a counter is, in hundredths of the map's width: as large as the areas allow."""
    around: tuple[str, ...] = ()
    """Colours of what lies around the picture, by day and by night; none for sea."""
    board: float = 0.0
    """How far the board reaches from the left where a key stands beside it, which can be folded away; 0 for all of the frame."""
    edge: float = 0.0
    """How wide a frame is that the picture prints over the ends of the areas: no light falls on it."""

    @property
    def frame(self) -> tuple[float, float]:
        """Width and height in map units."""
        (_, _), (height, width) = self.data["bounds"]
        return width, height

    @cached_property
    def areas(self) -> dict[str, dict[str, Any]]:
        """What is told of each area: id, name, kind, label, anchor."""
        return {feature["properties"]["id"]: feature["properties"] for feature in self.data["features"]}

    @cached_property
    def anchors(self) -> dict[str, list[float]]:
        """[x, y] by area: where its counters stand."""
        return {key: list(area["anchor"]) for key, area in self.areas.items()}

    @property
    def fine(self) -> bool:
        """Whether counters are so small on the whole map that a task is better seen close."""
        return self.piece < PIECE * 2 / 3

    @property
    def calm(self) -> list[list[float]]:
        """Boxes [x0, y0, x1, y1] of sea where nothing stands, or none."""
        return list(self.data.get("calm") or ())

    @cached_property
    def outlines(self) -> dict[str, str]:
        """The areas as SVG path data: whole tenths of a map unit, y down, each point by its step from the last."""
        height = self.data["bounds"][1][0]
        return {
            feature["properties"]["id"]: "".join(
                _trace(ring, height) for polygon in rings(feature["geometry"]) for ring in polygon
            )
            for feature in self.data["features"]
        }


def rings(geometry: Mapping[str, Any]) -> list[list[Ring]]:
    """The polygons of a drawn area, each a list of rings."""
    drawn: Any = geometry["coordinates"]
    return list(drawn) if geometry["type"] == "MultiPolygon" else [drawn]


def _trace(ring: Ring, height: float) -> str:
    tenths = [(round(x * 10), round((height - y) * 10)) for x, y, *_ in ring]
    steps = [f"{u - x} {v - y}" for (x, y), (u, v) in pairwise(tenths)][:-1]
    return f"M{tenths[0][0]} {tenths[0][1]}l{' '.join(steps).replace(' -', '-')}z"
