"""Small helpers that turn shapes into compact SVG text."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from .mesh import Array


def number(tenths: int) -> str:
    """A multiple of one tenth as text, as short as SVG allows."""
    sign, v = ("-" if tenths < 0 else ""), abs(tenths)
    whole, part = divmod(v, 10)
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{part}"


def trace(points: Iterable[tuple[float, ...]], close: bool = False) -> str:
    """A polyline in relative steps of a tenth of a unit."""
    fixed = [(round(p[0] * 10), round(p[1] * 10)) for p in points]
    if close and len(fixed) > 1 and fixed[0] == fixed[-1]:
        fixed.pop()
    out = [f"M{number(fixed[0][0])} {number(fixed[0][1])}l"]
    for (a, b), (c, d) in itertools.pairwise(fixed):
        for step in (c - a, d - b):
            text = number(step)
            out.append(text if text[0] == "-" or out[-1][-1] == "l" else " " + text)
    return "".join(out) + ("z" if close else "")


def path(shape: BaseGeometry) -> str:
    """Path data of any area or line."""
    if shape.is_empty:
        return ""
    if isinstance(shape, Polygon):
        return "".join(trace(r.coords, True) for r in (shape.exterior, *shape.interiors))
    if isinstance(shape, LineString):
        return trace(shape.coords, shape.is_ring)
    parts: Iterable[BaseGeometry] = getattr(shape, "geoms", ())
    return "".join(path(g) for g in parts if g.length > 0)


def soft(shape: BaseGeometry) -> str:
    """Path data of closed lines with rounded corners: quadratic curves between the midpoints of the segments,
    controlled by the vertices."""
    out = []
    for ring in getattr(shape, "geoms", [shape]):
        points = np.round(np.array(ring.coords)[:-1] * 10).astype(int)
        middles = np.round((points + np.roll(points, -1, axis=0)) / 2).astype(int)
        here = middles[-1]
        out.append(f"M{number(int(here[0]))} {number(int(here[1]))}q")
        for bend, there in zip(points, middles, strict=True):
            for step in (*(bend - here), *(there - here)):
                text = number(int(step))
                out.append(text if text[0] == "-" or out[-1][-1] == "q" else " " + text)
            here = there
        out.append("z")
    return "".join(out)


def lines_of(shape: BaseGeometry) -> BaseGeometry:
    """The lines of a shape, joined end to end; points are dropped."""
    parts = [g for g in getattr(shape, "geoms", [shape]) if isinstance(g, LineString)]
    merged: BaseGeometry = linemerge(parts) if len(parts) > 1 else (parts[0] if parts else LineString())
    return merged


def curve(points: Array, closed: bool = False) -> Array:
    """Points smoothed by two rounds of corner cutting, for rivers and islets."""
    for _ in range(3):
        nxt = np.roll(points, -1, axis=0) if closed else points[1:]
        cur = points if closed else points[:-1]
        cut = np.stack([cur * 0.75 + nxt * 0.25, cur * 0.25 + nxt * 0.75], axis=1).reshape(-1, 2)
        points = cut if closed else np.vstack([points[:1], cut, points[-1:]])
    return points
