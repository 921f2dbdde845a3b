"""Turns mesh cells into drawn shapes: one shared line per border, irregular like a hand-drawn one, and polygons cut
from exactly those lines."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, Polygon, box
from shapely.ops import linemerge, polygonize, unary_union

from .mesh import Array, Mesh
from .source import Board, Pair

_ROUGH_COAST, _ROUGH_LAND = 0.5, 0.36
_DEPTH = 2  # recursive subdivisions of each border segment

#: How often a line is smoothed and rounded, by the number of seas it borders.
_EASE = {0: (3, 2), 1: (2, 2), 2: (2, 3)}
_FINE = 0.6  # a vertex whose triangle with its neighbours is smaller than the square of this (units) is dropped

_SMALLEST_FACE = 40.0  # square units below which a leftover face is merged into its neighbour


def _displaced(p: Array, q: Array, a: Array, b: Array, rng: random.Random, depth: int, rough: float) -> list[Array]:
    """Points after ``p`` up to ``q``, displaced at random within the quadrilateral p-a-q-b, so that no two borders
    cross."""
    if depth == 0:
        return [q]
    t = 0.5 + (rng.random() - 0.5) * rough
    m = a * (1 - t) + b * t
    first = _displaced(p, m, (a + p) / 2, (b + p) / 2, rng, depth - 1, rough)
    return first + _displaced(m, q, (a + q) / 2, (b + q) / 2, rng, depth - 1, rough)


def _rounded(line: Array, times: int, closed: bool) -> Array:
    """Chaikin's corner cutting; the ends of an open line stay."""
    for _ in range(times):
        ring = line[:-1] if closed else line
        if len(ring) < 3:
            return line
        nxt = np.roll(ring, -1, axis=0) if closed else ring[1:]
        cur = ring if closed else ring[:-1]
        cut = np.stack([cur * 0.75 + nxt * 0.25, cur * 0.25 + nxt * 0.75], axis=1).reshape(-1, 2)
        line = np.vstack([cut, cut[:1]]) if closed else np.vstack([ring[:1], cut[1:-1], ring[-1:]])
    return line


def _smoothed(line: Array, times: int, closed: bool) -> Array:
    """The same line smoothed: each point moves towards its two neighbours; the ends of an open line stay."""
    for _ in range(times):
        ring = line[:-1] if closed else line
        if len(ring) < 4:
            return line
        mean = (np.roll(ring, 1, axis=0) + 2 * ring + np.roll(ring, -1, axis=0)) / 4
        line = np.vstack([mean, mean[:1]]) if closed else np.vstack([ring[:1], mean[1:-1], ring[-1:]])
    return line


def _lines(geometry: LineString | MultiLineString) -> list[LineString]:
    return [geometry] if isinstance(geometry, LineString) else list(geometry.geoms)


def draw_borders(mesh: Mesh, board: Board, owner: Array) -> dict[Pair, list[Array]]:
    """All borders as polylines, (k, 2) each, keyed by the two areas; the two sides of a border share one line.

    Coasts are rough, land borders less so, sea borders smooth. The random generator of each segment is seeded with the
    numbers of its two corners, so a change elsewhere does not affect it.
    """
    pieces: dict[Pair, list[LineString]] = defaultdict(list)
    for (a, b), (p, q) in zip(mesh.pairs.tolist(), mesh.ends.tolist(), strict=True):
        i, j = int(owner[a]), int(owner[b])
        if i == j:
            continue
        p, q = min(p, q), max(p, q)
        seas = board.areas[i].sea + board.areas[j].sea
        start, end = mesh.corners[p], mesh.corners[q]
        if seas == 2:
            line = [start, end]
        else:
            rough = _ROUGH_COAST if seas else _ROUGH_LAND
            rng = random.Random(p * 1_000_003 + q)
            line = [start, *_displaced(start, end, mesh.points[a], mesh.points[b], rng, _DEPTH, rough)]
        pieces[(min(i, j), max(i, j))].append(LineString(line))
    borders: dict[Pair, list[Array]] = {}
    for pair, parts in sorted(pieces.items()):
        calm, round_off = _EASE[board.areas[pair[0]].sea + board.areas[pair[1]].sea]
        merged = linemerge(parts) if len(parts) > 1 else parts[0]
        borders[pair] = [
            _rounded(_smoothed(np.array(g.coords), calm, g.is_ring), round_off, g.is_ring) for g in _lines(merged)
        ]
    return borders


def cut_areas(mesh: Mesh, board: Board, owner: Array, borders: dict[Pair, list[Array]]) -> list[Polygon]:
    """One polygon for each area, cut out of the frame by the borders; neighbours share every vertex of their border.

    :raises ValueError: when an area consists of several parts, or is missing.
    """
    frame = box(0, 0, board.width, board.height)
    lines = [LineString(line) for group in borders.values() for line in group if len(line) > 1]
    faces = [f for f in polygonize(unary_union([*lines, frame.exterior])) if frame.contains(f.representative_point())]
    tree = shapely.STRtree([shapely.Point(p) for p in mesh.points])
    parts: dict[int, list[Polygon]] = defaultdict(list)
    leftovers: list[Polygon] = []
    for face in faces:
        cells = tree.query(face, predicate="contains")
        if face.area < _SMALLEST_FACE or len(cells) == 0:
            leftovers.append(face)
            continue
        votes = Counter(int(owner[c]) for c in cells)
        parts[max(sorted(votes), key=votes.__getitem__)].append(face)
    for crumb in leftovers:
        shared = {
            k: sum(crumb.intersection(f).length for f in group if f.intersects(crumb)) for k, group in parts.items()
        }
        parts[max(sorted(shared), key=shared.__getitem__)].append(crumb)
    whole = [unary_union(parts[k]) for k in range(len(board.areas))]
    return _checked(board, _settle(whole))


def _settle(shapes: Sequence[Polygon]) -> list[Polygon]:
    """Drop insignificant vertices, and snap the rest to the output grid; shared lines stay shared."""
    simple = shapely.coverage_simplify(list(shapes), _FINE)
    return [shapely.transform(s, lambda c: np.round(c * 10) / 10) for s in simple]


def _checked(board: Board, shapes: list[Polygon]) -> list[Polygon]:
    for area, shape in zip(board.areas, shapes, strict=True):
        if shape.geom_type != "Polygon" or shape.is_empty or not shape.is_valid:
            raise ValueError(f"{area.key} came out as {shape.geom_type}, valid: {shape.is_valid}")
    return shapes
