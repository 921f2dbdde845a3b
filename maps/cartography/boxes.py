"""Arrays of axis-parallel boxes, (n, 4) with x0, y0, x1, y1 in drawing units, and their overlaps."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from .mesh import Array

Box = tuple[float, float, float, float]


def stack(boxes: Iterable[Box]) -> Array:
    """An (n, 4) array of the boxes, also for n = 0."""
    out = np.array(list(boxes), dtype=float)
    return out.reshape(-1, 4)


def clash(boxes: Array, others: Array, gap: float = 0.0) -> Array:
    """The area (square units) in which each box overlaps the others, when those are enlarged by ``gap``."""
    if not len(boxes) or not len(others):
        return np.zeros(len(boxes))
    wide = np.minimum(boxes[:, None, 2], others[None, :, 2] + gap) - np.maximum(
        boxes[:, None, 0], others[None, :, 0] - gap
    )
    high = np.minimum(boxes[:, None, 3], others[None, :, 3] + gap) - np.maximum(
        boxes[:, None, 1], others[None, :, 1] - gap
    )
    total: Array = (np.clip(wide, 0, None) * np.clip(high, 0, None)).sum(axis=1)
    return total


class Cover:
    """A shape as a summed-area table, so that its overlap with a box takes four look-ups."""

    def __init__(self, shape: BaseGeometry, step: float = 2.0):
        x0, y0, x1, y1 = shape.bounds if not shape.is_empty else (0.0, 0.0, 1.0, 1.0)
        self.origin = np.array([x0, y0])
        self.step = step
        xs = np.arange(x0 + step / 2, x1 + step, step)
        ys = np.arange(y0 + step / 2, y1 + step, step)
        gx, gy = np.meshgrid(xs, ys)
        shapely.prepare(shape)
        hit = shapely.contains_xy(shape, gx.ravel(), gy.ravel()).reshape(gx.shape)
        self.sums = np.zeros((len(ys) + 1, len(xs) + 1), dtype=np.int64)
        self.sums[1:, 1:] = hit.cumsum(axis=0).cumsum(axis=1)

    def outside(self, boxes: Array) -> Array:
        """Share of each box (n, 4) that lies outside the shape, 0 to 1."""
        low = np.round((boxes[:, :2] - self.origin) / self.step).astype(int)
        high = np.maximum(low + 1, np.round((boxes[:, 2:] - self.origin) / self.step).astype(int))
        total = (high - low).prod(axis=1)
        top = np.array([self.sums.shape[1] - 1, self.sums.shape[0] - 1])
        a, b = np.clip(low, 0, top), np.clip(high, 0, top)
        s = self.sums
        inside = s[b[:, 1], b[:, 0]] - s[a[:, 1], b[:, 0]] - s[b[:, 1], a[:, 0]] + s[a[:, 1], a[:, 0]]
        share: Array = 1.0 - inside / total
        return share


def grid(shape: BaseGeometry, step: float, margin: float = 0.0) -> Array:
    """(n, 2) grid points inside the shape, at least ``margin`` from its edge; the innermost point when none is."""
    room = shape.buffer(-margin) if margin else shape
    if room.is_empty:
        point = shapely.maximum_inscribed_circle(shape).coords[0]
        return np.array([point])
    x0, y0, x1, y1 = room.bounds
    xs, ys = np.meshgrid(np.arange(x0 + step / 2, x1, step), np.arange(y0 + step / 2, y1, step))
    points = np.column_stack([xs.ravel(), ys.ravel()])
    shapely.prepare(room)
    kept: Array = points[shapely.contains_xy(room, points[:, 0], points[:, 1])]
    if not len(kept):
        p = room.representative_point()
        kept = np.array([[p.x, p.y]])
    return kept


def squares(centres: Array, half: float, wide: float = 1.0) -> Array:
    """(n, 4) squares about the centres, or ``wide`` of them side by side."""
    reach = np.array([half * wide, half])
    return np.hstack([centres - reach, centres + reach])


def hull(boxes: Iterable[Box]) -> Box:
    """Their bounding box."""
    b = stack(boxes)
    return float(b[:, 0].min()), float(b[:, 1].min()), float(b[:, 2].max()), float(b[:, 3].max())
