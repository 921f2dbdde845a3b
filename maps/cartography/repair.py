"""Changes the grown regions so that they touch exactly where the rules say, by reassigning single cells.

A local search over the mesh: a cell at a border is reassigned when that lowers a cost: high for an adjacency that the
rules forbid, higher for one that is missing, low for ragged borders, and a little more for a coast that departs from
the sketch. Missing adjacencies that single steps cannot create are made by a corridor first. Regions always stay
connected.
"""

from __future__ import annotations

import heapq
import math
import random
from collections import Counter
from dataclasses import dataclass

import numpy as np

from .mesh import Array, Mesh
from .source import Board, Pair

_FORBIDDEN = 8.0  # a border segment between areas that must not touch
_LOST = 30.0  # the last border segment of a required adjacency
_THIN = 6.0  # a required adjacency with fewer than _WANTED segments
_WANTED = 4
_COAST = 2.5  # a cell that changes between land and sea against the sketch
_RANGE = 4.0  # a cell that leaves, or joins, a sketched mountain range
_SIZE = 5.0  # penalty for an area that is smaller than it grew, per share of its size


@dataclass
class Report:
    """The result of the search: superfluous adjacencies, missing ones, rounds used."""

    false: list[Pair]
    missing: list[Pair]
    rounds: int

    @property
    def clean(self) -> bool:
        return not self.false and not self.missing


class Repair:
    """The state of one search. ``owner`` (n,) is changed in place by :meth:`run`."""

    def __init__(self, mesh: Mesh, board: Board, owner: Array, seeds: list[list[int]], mask: Array | None, seed: int):
        self.mesh, self.board, self.seeds = mesh, board, seeds
        self.owner: list[int] = owner.tolist()
        self.near = mesh.near
        self.inside: list[bool] = mesh.inside.tolist()
        self.sea = [a.sea for a in board.areas]
        self.dry: list[bool] | None = None if mask is None else mask.tolist()
        self.random = random.Random(seed)
        self.range = {c: o for c, o in enumerate(self.owner) if board.areas[o].kind == "mountain"}
        self.core = {c for cells in seeds for c in cells}
        for cells in seeds:
            self.core.update(j for j in self.near[cells[0]] if self.owner[j] == self.owner[cells[0]])
        self.size: Counter[int] = Counter(o for o, here in zip(self.owner, self.inside, strict=True) if here)
        self.goal = [float(max(1, self.size[k])) for k in range(len(board.areas))]
        self.contact: Counter[Pair] = Counter()
        self._count()

    def _count(self) -> None:
        self.contact.clear()
        for a, b in self.mesh.pairs.tolist():
            i, j = self.owner[a], self.owner[b]
            if i != j and self.inside[a] and self.inside[b]:
                self.contact[(i, j) if i < j else (j, i)] += 1

    def _allowed(self, a: int, b: int) -> bool:
        return a == b or ((a, b) if a < b else (b, a)) in self.board.touching

    def _give(self, cell: int, k: int) -> None:
        old = self.owner[cell]
        if self.inside[cell]:
            for j in self.near[cell]:
                r = self.owner[j]
                if not self.inside[j]:
                    continue
                if r != old:
                    self.contact[(old, r) if old < r else (r, old)] -= 1
                if r != k:
                    self.contact[(k, r) if k < r else (r, k)] += 1
            self.size[old] -= 1
            self.size[k] += 1
        self.owner[cell] = k

    def _is_cut_cell(self, cell: int) -> bool:
        """Whether the cell's region could become disconnected without it, judging by the cell's neighbours only."""
        own = self.owner[cell]
        same = [j for j in self.near[cell] if self.owner[j] == own]
        if not same:
            return True
        seen, todo, rest = {same[0]}, [same[0]], set(same)
        while todo:
            for j in self.near[todo.pop()]:
                if j in rest and j not in seen:
                    seen.add(j)
                    todo.append(j)
        return len(seen) != len(rest)

    def _deficit(self, k: int) -> float:
        """How much smaller an area is than when it had grown, as a share; negative when it is larger."""
        share: float = self.size[k] / self.goal[k]
        return max(-1.0, 1.0 - share)

    def _change(self, cell: int, k: int) -> float:
        """The change of the cost when the cell is assigned to area ``k``; negative is an improvement."""
        old = self.owner[cell]
        cost: float = _SIZE * (self._deficit(old) - self._deficit(k))
        if self.dry is not None:
            cost += _COAST * ((self.dry[cell] == self.sea[k]) - (self.dry[cell] == self.sea[old]))
        given = self.range.get(cell, -1)
        cost += _RANGE * ((given == old) - (given == k))
        if given != k and self.board.areas[k].kind == "mountain":
            cost += _RANGE
        loss: Counter[int] = Counter()
        for j in self.near[cell]:
            r = self.owner[j]
            if r != old:
                cost -= 1.0 + (0.0 if self._allowed(old, r) else _FORBIDDEN)
                loss[r] += 1
            if r != k:
                cost += 1.0
                if not self._allowed(k, r):
                    cost += _FORBIDDEN
                elif r != old and self.contact[(k, r) if k < r else (r, k)] < _WANTED:
                    cost -= 5.0
        for r, n in loss.items():
            e = (old, r) if old < r else (r, old)
            if e in self.board.touching and (left := self.contact[e] - n) < _WANTED:
                kept = sum(1 for j in self.near[cell] if self.owner[j] == old) if r == k else 0
                if left + kept < _WANTED:
                    cost += _LOST if left + kept <= 0 else _THIN
        return cost

    def _sweep(self, heat: float) -> None:
        edge = [
            c
            for c in range(self.mesh.size)
            if self.inside[c] and c not in self.core and any(self.owner[j] != self.owner[c] for j in self.near[c])
        ]
        self.random.shuffle(edge)
        for cell in edge:
            own = self.owner[cell]
            choices = sorted({self.owner[j] for j in self.near[cell]} - {own})
            if not choices or self._is_cut_cell(cell):
                continue
            best, k = min((self._change(cell, k), k) for k in choices)
            if best < 0 or self.random.random() < 0.3 * math.exp(-best / (1.5 * heat)):
                self._give(cell, k)

    def _corridor(self, a: int, b: int) -> None:
        """Extend area ``a`` to area ``b`` along the cheapest path of cells."""
        goal = {c for c in range(self.mesh.size) if self.owner[c] == b and self.inside[c]}
        cost = {c: 0.0 for c in range(self.mesh.size) if self.owner[c] == a and self.inside[c]}
        queue = [(0.0, c) for c in sorted(cost)]
        before: dict[int, int] = {}
        heapq.heapify(queue)
        while queue:
            d, c = heapq.heappop(queue)
            if d > cost[c]:
                continue
            if any(j in goal for j in self.near[c]):
                while c in before:
                    self._give(c, a)
                    c = before[c]
                return
            for j in self.near[c]:
                if not self.inside[j] or j in self.core or j in goal:
                    continue
                step = 1.0 if self._allowed(a, self.owner[j]) else 2.2
                step += 3.0 * (self.sea[self.owner[j]] != self.sea[a])
                step += sum(1.5 for m in self.near[j] if not self._allowed(a, self.owner[m]))
                if d + step < cost.get(j, math.inf):
                    cost[j], before[j] = d + step, c
                    heapq.heappush(queue, (d + step, j))

    def _rejoin(self) -> None:
        """Assign every part that is disconnected from its area's home to a neighbour."""
        for k in range(len(self.board.areas)):
            cells = {c for c in range(self.mesh.size) if self.owner[c] == k}
            todo = [self.seeds[k][0]]
            cells.discard(todo[0])
            while todo:
                for j in self.near[todo.pop()]:
                    if j in cells:
                        cells.discard(j)
                        todo.append(j)
            while cells:
                freed = []
                for c in sorted(cells):
                    around = [self.owner[j] for j in self.near[c] if self.owner[j] != k]
                    if around:
                        like = [r for r in around if self.sea[r] == self.sea[k]] or around
                        self._give(c, max(sorted(set(like)), key=like.count))
                        freed.append(c)
                if not freed:
                    break
                cells.difference_update(freed)

    def _outer(self) -> None:
        """Assign each cell beyond the frame like the nearest cell inside it, so that no adjacency exists only outside
        the frame."""
        for _ in range(8):
            for c in range(self.mesh.size):
                if not self.inside[c]:
                    around = [j for j in self.near[c] if self.inside[j]] or self.near[c]
                    p = self.mesh.points
                    self.owner[c] = self.owner[min(around, key=lambda j: float(((p[j] - p[c]) ** 2).sum()))]

    def report(self, rounds: int = 0) -> Report:
        false = sorted(e for e, n in self.contact.items() if n > 0 and e not in self.board.touching)
        missing = sorted(e for e in self.board.touching if self.contact[e] <= 0)
        return Report(false, missing, rounds)

    def run(self, rounds: int = 9, sweeps: int = 26) -> tuple[Array, Report]:
        """Search until the adjacencies are right, or for ``rounds``.

        :returns: (n,) area of each cell, and the report.
        """
        home = [self.board.areas[k].seeds[0] for k in range(len(self.board.areas))]
        report = self.report()
        for turn in range(rounds):
            for a, b in sorted(report.missing, key=lambda e: (math.dist(home[e[0]], home[e[1]]), e)):
                x, y = (b, a) if self.sea[b] and not self.sea[a] else (a, b)
                self._corridor(x, y)
            for s in range(sweeps):
                self._sweep(0.05 if turn == rounds - 1 else max(0.05, 1.1 * (1 - s / (sweeps - 4))))
            self._rejoin()
            self._count()
            report = self.report(turn + 1)
            if report.clean and turn:
                break
        self._outer()
        return np.array(self.owner), report
