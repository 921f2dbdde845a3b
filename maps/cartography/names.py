"""Names of nations and regions: set along a slight arc over their land, clear of everything else."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from .boxes import Box, clash, grid
from .mesh import Array
from .typeface import Typeface


@dataclass(frozen=True)
class Arc:
    """A name on an arc.

    :ivar path: (3, 2) start, control and end point of the quadratic curve the baseline follows.
    :ivar boxes: one box a letter.
    """

    text: str
    kind: str
    size: float
    spacing: float
    path: Array
    boxes: tuple[Box, ...]
    cost: float = field(compare=False, default=0.0)


def axis(shape: BaseGeometry) -> tuple[float, float, float]:
    """Angle (radians, -pi/2..pi/2) of the long axis of a shape, and its extent along and across it."""
    points = grid(shape, max(4.0, math.sqrt(shape.area) / 28))
    centred = points - points.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(centred.T) if len(points) > 2 else np.eye(2))
    long = vectors[:, 1] if vectors[0, 1] >= 0 else -vectors[:, 1]
    along, across = centred @ long, centred @ vectors[:, 0]
    angle = math.atan2(long[1], long[0])
    if values[1] < values[0] * 1.25:  # nearly round: set the name horizontally
        angle = 0.0
    return angle, float(np.ptp(along)), float(np.ptp(across))


def _letters(face: Typeface, text: str, size: float, spacing: float) -> Array:
    """Centres of the letters along the baseline, from the middle of the word, and their half widths: (n, 2)."""
    steps = np.array(face.advances("caps", text, size, spacing))
    ends = np.cumsum(steps)
    width = ends[-1] - spacing * size
    centres = ends - steps / 2 - spacing * size / 2 - width / 2
    return np.column_stack([centres, (steps - spacing * size) / 2])


def _place(letters: Array, size: float, middle: Array, angle: float, bend: float) -> tuple[Array, Array]:
    """Boxes (n, 4) of letters on an arc of curvature ``bend`` (1/units, positive sags), and centres (n, 2)."""
    t = letters[:, 0]
    turn = angle + 2 * bend * t
    c, s = math.cos(angle), math.sin(angle)
    dip = bend * t * t
    base = middle + np.column_stack([t * c - dip * s, t * s + dip * c])
    up = size * 0.34  # from the baseline to the middle of a small capital
    mid = base + up * np.column_stack([np.sin(turn), -np.cos(turn)])
    half_w = np.abs(np.cos(turn)) * (letters[:, 1] + 1) + np.abs(np.sin(turn)) * size * 0.36
    half_h = np.abs(np.sin(turn)) * (letters[:, 1] + 1) + np.abs(np.cos(turn)) * size * 0.36
    return np.column_stack([mid[:, 0] - half_w, mid[:, 1] - half_h, mid[:, 0] + half_w, mid[:, 1] + half_h]), mid


def _curve(middle: Array, angle: float, bend: float, half: float) -> Array:
    """The quadratic curve of an arc from -half to +half about its middle."""
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array([[c, s], [-s, c]])
    flat = np.array([[-half, bend * half * half], [0.0, -bend * half * half], [half, bend * half * half]])
    curve: Array = middle + flat @ turn
    return curve


def set_name(
    face: Typeface,
    text: str,
    kind: str,
    shape: BaseGeometry,
    obstacles: Array,
    sizes: tuple[float, ...],
    limit: Polygon,
    ideal: float | None = None,
    lean: float = 1.0,
    spacings: tuple[float, ...] = (0.34, 0.2, 0.1, 0.04),
) -> Arc:
    """Find the best arc for a name.

    :param shape: the land to stay on.
    :param obstacles: (n, 4) boxes to stay clear of.
    :param sizes: font sizes to try, largest first.
    :param limit: nothing may leave this polygon.
    :param ideal: the preferred size, when it is not among ``sizes``.
    :param lean: how far the name may follow the slant of the land, 0 to 1.
    """
    largest = max(getattr(shape, "geoms", [shape]), key=lambda g: g.area)
    angle, along, _ = axis(largest)
    tilts = sorted({round(max(-0.9, min(0.9, angle * f * lean)), 3) for f in (1.0, 0.7, 0.35, 0.0)})
    centre = np.array(largest.centroid.coords[0])
    spots = grid(largest, max(7.0, along / 30))
    shape = shape.simplify(1.5)
    shapely.prepare(shape)
    shapely.prepare(limit)
    wish = max(sizes) if ideal is None else ideal
    best: tuple[float, Array, float, float, float, float, Array] | None = None
    for size in sizes:
        for spacing in spacings:
            letters = _letters(face, text, size, spacing)
            half = float(-letters[0, 0] + letters[0, 1])
            if half * 2 > along * 0.96 and size > min(sizes):
                continue
            taste = 2.6 * (wish - size) + 0.10 * abs(half * 2 - along * 0.66) + 60 * max(0.0, 0.1 - spacing)
            if best is not None and taste > best[0]:
                continue
            for tilt in tilts:
                for bend in (0.0, -0.0008, 0.0008, -0.0016, 0.0016):
                    base = (
                        taste
                        + abs(tilt - angle * lean) * 9
                        + tilt * tilt * 16
                        + (0.9 if bend == 0 else abs(bend) * 900)
                    )
                    if best is not None and base > best[0]:
                        continue
                    boxes, mid = _place(letters, size, np.zeros(2), tilt, bend)
                    n = len(letters)
                    moved = (boxes[None] + np.tile(spots, 2)[:, None, :]).reshape(-1, 4)
                    mids = (mid[None] + spots[:, None, :]).reshape(-1, 2)
                    price = clash(moved, obstacles, 3.0) * 0.6
                    inside = np.ones(len(moved), dtype=bool)
                    for cx, cy in ((0, 1), (2, 1), (0, 3), (2, 3)):
                        inside &= shapely.contains_xy(shape, moved[:, cx], moved[:, cy])
                    inside &= shapely.contains_xy(limit, mids[:, 0], mids[:, 1])
                    price += np.where(inside, 0.0, 34.0)
                    total = price.reshape(-1, n).sum(axis=1) + base + 0.10 * np.hypot(*(spots - centre).T)
                    k = int(total.argmin())
                    if best is None or total[k] < best[0]:
                        best = (float(total[k]), spots[k], size, spacing, tilt, bend, letters)
    assert best is not None
    cost, spot, size, spacing, tilt, bend, letters = best
    boxes, _ = _place(letters, size, spot, tilt, bend)
    half = float(-letters[0, 0] + letters[0, 1]) + size
    listed = tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in boxes)
    return Arc(text, kind, size, spacing, _curve(spot, tilt, bend, half), listed, cost)
