"""A board of hexes: who lies beside whom, distances, discs, straight lines, and the outlines to draw.

Hexes stand in columns, flat sides up and down, and every other column lies half a hex lower. They are numbered column by
column from the top left; a set of hexes is a number whose bits are hexes (see bits.py), so a zone or a disc is one `&`
away from any other. Directions go round from north, clockwise: 0 north, 1 north-east ... 5 north-west.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import sqrt
from typing import Final

from .bits import ones

DIRECTIONS: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
# Steps in cube coordinates (q, r, s with q + r + s = 0), by direction.
_STEPS: Final = ((0, -1, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1))
_MOST_DISCS: Final = 40_000
_TALL: Final = sqrt(3.0)  # the height of a hex whose sides are 1 long

Point = tuple[float, float]


class Hexes:
    """A rectangle of hexes.

    Args:
        columns, rows: how many.
        low: whether the odd columns (the second, the fourth ...) lie half a hex lower, or else the even ones.

    Attributes:
        size: number of hexes.
        names: "CCRR", column and row from 01, by hex.
        beside: for each hex its six neighbours by direction, -1 off the board; `neighbours` has only those on it.
        around: for each hex its neighbours as bits.
    """

    def __init__(self, columns: int, rows: int, low: bool = True) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"a board of {columns} by {rows} hexes has no room")
        self.columns = columns
        self.rows = rows
        self.low = low
        self.size = columns * rows
        self.names = tuple(f"{h // rows + 1:02}{h % rows + 1:02}" for h in range(self.size))
        self._cube = tuple(self._to_cube(h) for h in range(self.size))
        index = {cube: h for h, cube in enumerate(self._cube)}
        self.beside: tuple[tuple[int, ...], ...] = tuple(
            tuple(index.get((q + dq, r + dr, s + ds), -1) for dq, dr, ds in _STEPS) for q, r, s in self._cube
        )
        self.neighbours = tuple(tuple(n for n in row if n >= 0) for row in self.beside)
        self.around = tuple(sum(1 << n for n in row if n >= 0) for row in self.beside)
        self._discs: dict[tuple[int, int], int] = {}

    def _to_cube(self, h: int) -> tuple[int, int, int]:
        column, row = divmod(h, self.rows)
        shifted = (column - (column & 1)) // 2 if self.low else (column + (column & 1)) // 2
        r = row - shifted
        return column, r, -column - r

    def distance(self, a: int, b: int) -> int:
        """How many steps lead from one hex to another over open ground."""
        (q, r, s), (x, y, z) = self._cube[a], self._cube[b]
        return max(abs(q - x), abs(r - y), abs(s - z))

    def disc(self, centre: int, radius: int) -> int:
        """Every hex at most so far from a centre, as bits; the centre is in it. Kept, as ranges are asked for again and again."""
        if radius <= 0:
            return 1 << centre
        found = self._discs.get((centre, radius))
        if found is None:
            found = self.spread(self.disc(centre, radius - 1))
            if len(self._discs) >= _MOST_DISCS:
                self._discs.clear()
            self._discs[centre, radius] = found
        return found

    def ring(self, centre: int, radius: int) -> int:
        """Every hex just so far from a centre, as bits."""
        return self.disc(centre, radius) & ~self.disc(centre, radius - 1) if radius else 1 << centre

    def spread(self, these: int) -> int:
        """Some hexes and every hex beside one of them, as bits."""
        found = these
        for h in ones(these):
            found |= self.around[h]
        return found

    def ray(self, start: int, direction: int) -> tuple[int, ...]:
        """The hexes in a straight line from a start (not in it) to the edge of the board."""
        out = []
        at = self.beside[start][direction]
        while at >= 0:
            out.append(at)
            at = self.beside[at][direction]
        return tuple(out)

    def direction(self, a: int, b: int) -> int:
        """The direction in which b lies beside a.

        Raises:
            ValueError: it does not lie beside it.
        """
        return self.beside[a].index(b)

    def routes(
        self, start: int, costs: Callable[[int], Sequence[int]], budget: int, closed: int = 0
    ) -> dict[int, tuple[int, int]]:
        """The cheapest ways from a hex (Dijkstra).

        Args:
            costs: what the six steps from a hex cost, by direction, in whole points; below 0 where one cannot be made.
            budget: points that may be spent.
            closed: hexes that cannot be entered, as bits.

        Returns:
            For each hex within reach, the nearest first: (points spent, the hex before it; the start has itself).
        """
        found: dict[int, tuple[int, int]] = {}
        todo = [(0, start, start)]
        while todo:
            spent, here, before = heappop(todo)
            if here in found:
                continue
            found[here] = (spent, before)
            left = budget - spent
            for there, points in zip(self.beside[here], costs(here), strict=True):
                if 0 <= points <= left and there >= 0 and there not in found and not closed >> there & 1:
                    heappush(todo, (spent + points, there, here))
        return found

    def centre(self, h: int) -> Point:
        """Where the middle of a hex is drawn: x to the right, y down, sides 1 long."""
        column, row = divmod(h, self.rows)
        lower = (column & 1) == (1 if self.low else 0)
        return 1.0 + 1.5 * column, _TALL * (row + (1.0 if lower else 0.5))

    def corners(self, h: int) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise; the side towards direction k runs from corner k to corner k + 1."""
        x, y = self.centre(h)
        half = _TALL / 2
        return (
            (x - 0.5, y - half),
            (x + 0.5, y - half),
            (x + 1.0, y),
            (x + 0.5, y + half),
            (x - 0.5, y + half),
            (x - 1.0, y),
        )

    def side(self, h: int, direction: int) -> tuple[Point, Point]:
        """The two ends of one side of a hex."""
        corners = self.corners(h)
        return corners[direction], corners[(direction + 1) % 6]
