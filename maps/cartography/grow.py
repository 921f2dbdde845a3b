"""Grows every area from its home point over the mesh until the plane is filled (multi-source Dijkstra).

Where there is a sketch, land areas grow on land and seas on sea. In several rounds areas that became too small get a
head start, so that every province has room for its counters.
"""

from __future__ import annotations

import heapq
import math

import numpy as np
import shapely

from .mesh import Array, Mesh, Noise
from .source import Board, Sketch

_ROUNDS = 14  # rounds of balancing the sizes
_ROUGH = 0.35  # how strongly noise distorts the growth fronts


def land_mask(mesh: Mesh, board: Board, sketch: Sketch, seed: int) -> Array | None:
    """(n,) true where a cell is land, with the sketched coasts slightly distorted; None without a sketch."""
    if not sketch.land:
        return None
    bend = [Noise.make(mesh.width, mesh.height, seed + s, 55).at(mesh.points) for s in (101, 102)]
    bent = mesh.points + np.stack(bend, axis=1) * 7.0
    mask = np.zeros(mesh.size, dtype=bool)
    for coast in sketch.land:
        mask |= shapely.contains_xy(shapely.Polygon(coast), bent[:, 0], bent[:, 1])
    homes = {(k, not a.sea): _nearest(mesh, p) for k, a in enumerate(board.areas) for p in a.seeds[:1]}
    for (_, dry), cell in homes.items():
        mask[cell] = dry
    for dry in (True, False):
        wanted = {c for (_, d), c in homes.items() if d == dry}
        for piece in _pieces(mesh, mask == dry):
            if not wanted.intersection(piece):
                mask[piece] = not dry
    return mask


def _nearest(mesh: Mesh, point: tuple[float, float]) -> int:
    return int(((mesh.points - np.array(point)) ** 2).sum(axis=1).argmin())


def _pieces(mesh: Mesh, chosen: Array) -> list[list[int]]:
    """Connected components of the chosen cells."""
    left = set(np.flatnonzero(chosen).tolist())
    out: list[list[int]] = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        piece = [start]
        for c in piece:
            for d in mesh.near[c]:
                if d in left:
                    left.discard(d)
                    piece.append(d)
        out.append(piece)
    return out


def seed_cells(mesh: Mesh, board: Board, mask: Array | None) -> list[list[int]]:
    """The cells each area starts from; each cell belongs to at most one area."""
    taken: set[int] = set()
    out: list[list[int]] = []
    for area in board.areas:
        cells = []
        for point in area.seeds:
            far = ((mesh.points - np.array(point)) ** 2).sum(axis=1)
            if mask is not None:
                far = np.where(mask != (not area.sea), np.inf, far)
            cell = next(int(c) for c in np.argsort(far, kind="stable") if int(c) not in taken)
            taken.add(cell)
            cells.append(cell)
        out.append(cells)
    return out


def _flood(
    mesh: Mesh, seeds: list[list[int]], mask: Array | None, cost: list[float], start: list[float], given: Array
) -> Array:
    """One growth of all areas at the same time, cheapest cell first; ``start`` is the initial cost of each area, a
    handicap."""
    owner = given.copy()
    queue: list[tuple[float, int, int]] = []
    for k, cells in enumerate(seeds):
        for n, cell in enumerate(cells):
            if given[cell] < 0:
                heapq.heappush(queue, (0.0 if n == 0 else start[k], cell, k))
    points = mesh.points.tolist()
    while queue:
        d, cell, k = heapq.heappop(queue)
        if owner[cell] >= 0:
            continue
        owner[cell] = k
        head = start[k] if d == 0.0 else 0.0
        for other in mesh.near[cell]:
            if owner[other] < 0 and (mask is None or mask[other] == mask[cell]):
                step = math.dist(points[cell], points[other]) * (cost[cell] + cost[other]) / 2
                heapq.heappush(queue, (d + head + step, other, k))
    for cell in np.flatnonzero(owner < 0).tolist():  # a cell that no area of its kind could reach
        owner[cell] = next((int(owner[j]) for j in mesh.near[cell] if owner[j] >= 0), 0)
    return owner


def grow(mesh: Mesh, board: Board, sketch: Sketch, mask: Array | None, seed: int) -> tuple[Array, list[list[int]]]:
    """Grow all areas.

    :returns: (n,) area number of each cell, and the seed cells of each area.
    """
    seeds = seed_cells(mesh, board, mask)
    noise = Noise.make(mesh.width, mesh.height, seed + 103, 60).at(mesh.points)
    cost = np.exp(_ROUGH * noise).tolist()
    given = np.full(mesh.size, -1)
    homes = {c: k for k, cells in enumerate(seeds) for c in cells}
    for key, shape in sketch.ranges.items():  # mountain ranges stay where they are sketched
        if (k := board.number.get(key)) is not None:
            hit = shapely.contains_xy(shapely.Polygon(shape), mesh.points[:, 0], mesh.points[:, 1])
            given[[c for c in np.flatnonzero(hit).tolist() if homes.get(c, k) == k]] = k
    start = [60.0] * len(board.areas)
    shares = np.array([a.share for a in board.areas])
    sketched = {board.number[k] for k in sketch.ranges if k in board.number}
    block = [[k for k in m if k not in sketched] for m in _masses(mesh, board, seeds, mask)]
    owner = _flood(mesh, seeds, mask, cost, start, given)
    for _ in range(_ROUNDS):
        size = np.bincount(owner[mesh.inside], minlength=len(board.areas)).astype(float)
        for members in block:
            goal = shares[members] / shares[members].sum() * size[members].sum()
            for k, want in zip(members, goal, strict=True):
                start[k] = float(np.clip(start[k] + 55.0 * (math.sqrt(size[k] + 1) / math.sqrt(want + 1) - 1), 0, 120))
        owner = _flood(mesh, seeds, mask, cost, start, given)
    return owner, seeds


def _masses(mesh: Mesh, board: Board, seeds: list[list[int]], mask: Array | None) -> list[list[int]]:
    """Areas grouped by land mass (the seas form one group): sizes are balanced within a group."""
    seas = [k for k, a in enumerate(board.areas) if a.sea]
    if mask is None:
        return [seas, [k for k, a in enumerate(board.areas) if not a.sea]]
    out = [seas]
    for piece in _pieces(mesh, mask):
        cells = set(piece)
        members = [k for k, s in enumerate(seeds) if s[0] in cells]
        if members:
            out.append(members)
    return out
