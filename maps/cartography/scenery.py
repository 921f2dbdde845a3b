"""Scenery: small drawings (trees, mountains, swells) scattered clear of names and symbols."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from .boxes import Box, clash, stack
from .glyphs import REACH, VERSIONS
from .labels import Plan
from .mesh import Array
from .source import Board, Sketch

#: By kind of ground: the drawings with their shares, and their minimum distance in drawing units.
GROUND: dict[str, tuple[tuple[tuple[str, float], ...], float]] = {
    "desert": ((("dune", 1.0),), 27.0),
    "waste": ((("tuft", 0.75), ("stone", 0.25)), 24.0),
    "forest": ((("tree", 0.6), ("pine", 0.4)), 14.5),
    "jungle": ((("palm", 0.45), ("tree", 0.55)), 18.0),
    "marsh": ((("reed", 1.0),), 20.0),
    "crags": ((("crag", 0.7), ("stone", 0.3)), 25.0),
    "hills": ((("hill", 1.0),), 24.0),
    "stones": ((("stone", 0.6), ("tuft", 0.4)), 23.0),
    "scrub": ((("tree", 0.35), ("tuft", 0.65)), 25.0),
    "steam": ((("steam", 1.0),), 30.0),
    "teeth": ((("tooth", 1.0),), 21.0),
    "open sea": ((("wave", 1.0),), 60.0),
}
_COAST_DISTANCE = 28.0  # minimum distance of a swell from the coast
_SIZE = {
    "wave": (24.0, 9.0),
    "tooth": (17.0, 24.0),
    "steam": (16.0, 16.0),
    "crag": (18.0, 15.0),
    "hill": (20.0, 9.0),
    "dune": (19.0, 8.0),
}


@dataclass(frozen=True)
class Thing:
    """One small drawing: the name of its group, the position of its foot, and its scale."""

    group: str
    x: float
    y: float
    scale: float


def _free(x: float, y: float, scale: float, kind: str, taken: Array) -> bool:
    w, h = _SIZE.get(kind, (12.0, 15.0))
    own: Box = (x - w * scale / 2, y - h * scale, x + w * scale / 2, y + 3.0 * scale)
    return not clash(stack([own]), taken, 2.0).any()


def _scatter(rng: random.Random, room: BaseGeometry, ground: str, taken: Array) -> list[Thing]:
    """Drawings at least the ground's distance apart, by dart throwing; fewer where counters will stand."""
    kinds, apart = GROUND[ground]
    if room.is_empty:
        return []
    shapely.prepare(room)
    x0, y0, x1, y1 = room.bounds
    out: list[Thing] = []
    names = [k for k, _ in kinds]
    shares = [s for _, s in kinds]
    for _ in range(int(room.area / apart / apart * 14) + 40):
        x, y = rng.uniform(x0, x1), rng.uniform(y0, y1)
        kind = rng.choices(names, shares)[0]
        scale = rng.uniform(0.82, 1.08)
        version = rng.randrange(VERSIONS[kind])
        if not shapely.contains_xy(room, x, y) or any((t.x - x) ** 2 + (t.y - y) ** 2 < apart * apart for t in out):
            continue
        if _free(x, y, scale, kind, taken):
            out.append(Thing(f"{kind}{version}", round(x, 1), round(y, 1), round(scale, 2)))
    return out


def _range(rng: random.Random, shape: Polygon, taken: Array) -> list[Thing]:
    """A mountain range: rows of overlapping peaks, highest along its middle."""
    out: list[Thing] = []
    x0, y0, x1, y1 = shape.bounds
    y = y0 + 7.0
    row = 0
    while y < y1:
        x = x0 + (row % 2) * 8.0
        while x < x1:
            px, py = x + rng.uniform(-3.5, 3.5), y + rng.uniform(-2.5, 2.5)
            version = rng.randrange(VERSIONS["peak"])
            jitter = rng.uniform(0.9, 1.08)
            if shapely.contains_xy(shape, px, py):
                depth = shape.boundary.distance(shapely.Point(px, py))
                scale = min(1.1, 0.58 + 0.032 * depth) * jitter
                if depth > 0.5 and _free(px, py, scale * 0.9, "peak", taken):
                    out.append(Thing(f"peak{version}", round(px, 1), round(py, 1), round(scale, 2)))
            x += 15.0
        y += 10.0
        row += 1
    return out


def scenery(board: Board, sketch: Sketch, shapes: list[Polygon], plan: Plan, seed: int = 7) -> list[Thing]:
    """All scenery on land and sea, sorted from back to front."""
    rng = random.Random(seed)
    taken = np.vstack([plan.fixed(), stack(sketch.calm), stack([w.box for w in plan.minor])])
    out: list[Thing] = []
    frame = shapely.box(26, 26, board.width - 26, board.height - 26)
    for k, area in enumerate(board.areas):
        if area.kind == "mountain":
            out += _range(rng, shapes[k], plan.fixed())
        elif (ground := sketch.ground.get(area.key)) in GROUND:
            room = shapes[k].buffer(-9 if area.sea else -7).intersection(frame)
            counter = shapely.box(*plan.spots[k].counter) if area.sea else Polygon()
            out += _scatter(rng, room.difference(counter), ground, taken)
    out += _swells(board, shapes, plan, taken)
    return sorted(out, key=lambda t: (t.y, t.x, t.group))


def _swells(board: Board, shapes: list[Polygon], plan: Plan, taken: Array) -> list[Thing]:
    """Swells on open water, clear of coasts, sea borders and labels."""
    land = shapely.union_all([s for a, s in zip(board.areas, shapes, strict=True) if not a.sea])
    frame = shapely.box(34, 34, board.width - 34, board.height - 34)
    calm = [s.buffer(-9) for a, s in zip(board.areas, shapes, strict=True) if a.sea and not a.special]
    room = shapely.union_all(calm).intersection(frame).difference(land.buffer(_COAST_DISTANCE))
    return _scatter(random.Random(11), room, "open sea", np.vstack([taken, stack([s.counter for s in plan.spots])]))


@dataclass(frozen=True)
class Figure:
    """A sea creature, ship or compass rose with its position."""

    kind: str
    x: float
    y: float
    scale: float
    flip: bool


def islets(
    board: Board, sketch: Sketch, shapes: list[Polygon], plan: Plan, count: int = 3
) -> list[list[tuple[float, float]]]:
    """Outlines of a few islets near the island that the sketch names; they are decoration within the sea area."""
    if sketch.islets not in board.number:
        return []
    shape = shapes[board.number[sketch.islets]]
    taken = np.vstack([plan.fixed(), stack([s.counter for s in plan.spots])])
    others = shapely.union_all([s for a, s in zip(board.areas, shapes, strict=True) if not a.sea])
    for off, size in ((19.0, 1.0), (16.0, 0.8), (24.0, 0.9), (13.0, 0.65)):
        ring = shape.buffer(off).exterior
        rng = random.Random(3)
        for first in range(0, int(ring.length), 6):
            out: list[list[tuple[float, float]]] = []
            at = float(first)
            for i in range(count):
                r = (6.4, 4.4, 5.4)[i % 3] * size
                p = ring.interpolate(at % ring.length)
                at += 19.0 + 5.0 * (i % 2)
                own: Box = (p.x - r, p.y - r, p.x + r, p.y + r)
                if clash(stack([own]), taken, 2.0).any() or others.distance(p) < r + 5.0:
                    break
                outline = []
                for t in (2 * math.pi * j / 7 for j in range(7)):
                    wide, high = r * rng.uniform(0.8, 1.25), r * rng.uniform(0.7, 1.0)
                    outline.append((p.x + wide * math.cos(t), p.y + high * math.sin(t)))
                out.append(outline)
            if len(out) == count:
                return out
    return []


def figures(board: Board, sketch: Sketch, shapes: list[Polygon], plan: Plan) -> list[Figure]:
    """Place each figure of the sketch in its sea, as large as fits between the names, or leave it out. A figure may be
    covered by counters, as it has no meaning in the rules, but open water is preferred.
    """
    out: list[Figure] = []
    rocks = [shapely.MultiPoint(r).bounds for r in islets(board, sketch, shapes, plan)]
    taken = np.vstack([plan.fixed(), stack(sketch.calm), stack(rocks)])
    piles = stack([s.counter for s in plan.spots])
    done: list[Box] = []
    frame = shapely.box(30, 30, board.width - 30, board.height - 30)
    for wish in sketch.figures:
        shape = shapely.union_all([shapes[board.number[k]] for k in wish["in"]]).buffer(-6).intersection(frame)
        half_w, half_h = REACH[wish["kind"]]
        near = wish.get("near")
        best: tuple[float, Figure, Box] | None = None
        for scale in wish.get("scales", [1.0, 0.85, 0.72, 0.6]):
            w, h = half_w * scale, half_h * scale
            x0, y0, x1, y1 = shape.bounds
            for y in np.arange(y0 + h, y1 - h + 0.1, 5.0):
                for x in np.arange(x0 + w, x1 - w + 0.1, 5.0):
                    own: Box = (float(x - w), float(y - h), float(x + w), float(y + h))
                    if clash(stack([own]), np.vstack([taken, stack(done)]), 3.0).any():
                        continue
                    if not shape.contains(shapely.box(*own)):
                        continue
                    price = float(clash(stack([own]), piles)[0]) / (4 * w * h) * 4 - 26 * scale
                    price += 0.02 * ((x - near[0]) ** 2 + (y - near[1]) ** 2) ** 0.5 if near else 0.0
                    if best is None or price < best[0]:
                        spot = Figure(wish["kind"], float(x), float(y), float(scale), bool(wish.get("flip")))
                        best = (price, spot, own)
        if best is not None:
            out.append(best[1])
            done.append(best[2])
    return out
