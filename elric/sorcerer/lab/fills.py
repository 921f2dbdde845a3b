"""What the lost results table may have been [13.4]: the result of each cell that is ours, and the others that the text allows there.

A span tells how much rests on that: the lowest and the highest that a figure can be, each such cell within its bounds.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from elric.sorcerer.components.table import COLUMNS, FIRST, PIN, Cell

WEAK_TO_STRONG: Final = (0, PIN, 1, 2, 3, 4, 5, 6)
"""Every result, from nothing to six steps."""
OURS: Final = "filled"
"""How a cell is known that is neither told nor follows from what is told."""


class Face(NamedTuple):
    """One side of the die in a column: the result that stands in our table, and all that may have stood there."""

    result: int
    may_be: tuple[int, ...]


def may_be(cell: Cell) -> tuple[int, ...]:
    """What may have stood in a cell; a cell that is not ours stands fast."""
    if cell.known_by != OURS:
        return (cell.result,)
    low, high = WEAK_TO_STRONG.index(cell.low), WEAK_TO_STRONG.index(cell.high)
    return WEAK_TO_STRONG[low : high + 1]


@cache
def faces(column: int) -> tuple[Face, ...]:
    """The six sides of the die in a column of the table."""
    return tuple(Face(cell.result, may_be(cell)) for cell in COLUMNS[column - FIRST])


def results(column: int) -> tuple[int, ...]:
    """Every result that a column has or may have had, the weakest first."""
    found = {result for face in faces(column) for result in face.may_be}
    return tuple(result for result in WEAK_TO_STRONG if result in found)


__all__ = ["OURS", "WEAK_TO_STRONG", "Face", "faces", "may_be", "results"]
