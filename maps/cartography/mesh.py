"""A Voronoi mesh of small cells of similar size, and smooth noise.

Every corner of a Voronoi mesh joins three cells, so two regions made of its cells never touch in a single point: they
share a line or nothing. So adjacency in the drawing is unambiguous, as in the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.ndimage import gaussian_filter
from scipy.spatial import Voronoi

Array = np.ndarray[Any, np.dtype[Any]]

#: How far the mesh extends beyond the frame, in drawing units, so that all cells at the frame are complete.
MARGIN = 36.0
_STEP = 4.0  # units between two samples of the noise


@dataclass(frozen=True)
class Mesh:
    """Cells, their corners, and their adjacency.

    :ivar points: (n, 2) cell centres, drawing units.
    :ivar corners: (m, 2) Voronoi vertices.
    :ivar pairs: (e, 2) cells on both sides of each border piece; ``ends`` (e, 2) its two corners.
    :ivar near: neighbours of each cell.
    :ivar inside: (n,) whether the centre lies inside the frame.
    """

    width: int
    height: int
    points: Array
    corners: Array
    pairs: Array
    ends: Array
    near: list[list[int]]
    inside: Array

    @property
    def size(self) -> int:
        return len(self.points)


def _mirrored(points: Array, width: float, height: float) -> Voronoi:
    """Voronoi cells of the points; mirror images beyond the margin keep the outer cells bounded."""
    left, top, right, bottom = -MARGIN, -MARGIN, width + MARGIN, height + MARGIN
    flip_x, flip_y = np.array([-1, 1]), np.array([1, -1])
    return Voronoi(
        np.vstack(
            [
                points,
                points * flip_x + [2 * left, 0],
                points * flip_x + [2 * right, 0],
                points * flip_y + [0, 2 * top],
                points * flip_y + [0, 2 * bottom],
            ]
        )
    )


def build_mesh(width: int, height: int, cells: int, seed: int, rounds: int = 2) -> Mesh:
    """Scatter ``cells`` random points, apply ``rounds`` steps of Lloyd's relaxation, and return the mesh."""
    rng = np.random.default_rng(seed)
    points: Array = rng.random((cells, 2)) * [width + 2 * MARGIN, height + 2 * MARGIN] - MARGIN
    for _ in range(rounds):
        v = _mirrored(points, width, height)
        points = np.array([v.vertices[v.regions[v.point_region[i]]].mean(axis=0) for i in range(cells)])
    v = _mirrored(points, width, height)
    keep = [k for k, (a, b) in enumerate(v.ridge_points) if a < cells and b < cells and min(v.ridge_vertices[k]) >= 0]
    pairs = np.array([v.ridge_points[k] for k in keep])
    ends = np.array([v.ridge_vertices[k] for k in keep])
    near: list[list[int]] = [[] for _ in range(cells)]
    for a, b in pairs.tolist():
        near[a].append(b)
        near[b].append(a)
    inside = (points[:, 0] > 0) & (points[:, 0] < width) & (points[:, 1] > 0) & (points[:, 1] < height)
    return Mesh(width, height, points, v.vertices, pairs, ends, near, inside)


@dataclass(frozen=True)
class Noise:
    """Smooth noise with standard deviation 1; ``at`` samples it at drawing coordinates."""

    field: Array

    @classmethod
    def make(cls, width: int, height: int, seed: int, scale: float, octaves: int = 4) -> Noise:
        """:param scale: wavelength of the lowest octave, in drawing units."""
        rng = np.random.default_rng(seed)
        shape = (int((height + 2 * MARGIN) / _STEP) + 2, int((width + 2 * MARGIN) / _STEP) + 2)
        total = np.zeros(shape)
        for o in range(octaves):
            layer = gaussian_filter(rng.standard_normal(shape), scale / _STEP / 2**o, mode="wrap")
            total += layer / layer.std() / 2**o
        return cls(total / total.std())

    def at(self, points: Array | Sequence[tuple[float, float]]) -> Array:
        p = np.asarray(points, dtype=float)
        rows = np.clip(((p[:, 1] + MARGIN) / _STEP).astype(int), 0, self.field.shape[0] - 1)
        columns = np.clip(((p[:, 0] + MARGIN) / _STEP).astype(int), 0, self.field.shape[1] - 1)
        picked: Array = self.field[rows, columns]
        return picked
