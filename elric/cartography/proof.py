"""What the drawn map says, read back from its shapes alone, and whether that is what the rules say."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry import Polygon

from .source import Board, Pair

#: A shared line shorter than this (drawing units) would not be seen, and does not count as a contact. The proof
#: demands that no drawn contact is that short, so nothing hangs on the number.
SEEN = 6.0


def contacts(shapes: Sequence[Polygon]) -> dict[Pair, float]:
    """Length of the shared line of every two shapes that share one, however short."""
    tree = shapely.STRtree(list(shapes))
    found: dict[Pair, float] = {}
    for i, j in tree.query(list(shapes), predicate="intersects").T.tolist():
        if i < j and (length := float(shapes[i].intersection(shapes[j]).length)) > 0:
            found[(i, j)] = length
    return found


def faults(board: Board, shapes: Sequence[Polygon]) -> list[str]:
    """Everything in which the drawing and the board disagree, in words; empty when they agree.

    Checks both ways: each rule contact is drawn long enough to see, each drawn contact is in the rules, the shapes
    are valid and tile the frame without gap or overlap.
    """
    out: list[str] = []
    name = [a.key for a in board.areas]
    for k, shape in enumerate(shapes):
        if shape.geom_type != "Polygon" or not shape.is_valid:
            out.append(f"{name[k]} is not one valid polygon")
    if not shapely.coverage_is_valid(list(shapes)):
        out.append("the shapes do not tile: a gap or an overlap")
    if abs(sum(s.area for s in shapes) - board.width * board.height) > 1:
        out.append("the shapes do not fill the frame")
    drawn = contacts(shapes)
    for pair in sorted(board.touching - drawn.keys()):
        out.append(f"the rules join {name[pair[0]]} and {name[pair[1]]}, the map does not")
    for pair in sorted(drawn.keys() - board.touching):
        out.append(f"the map joins {name[pair[0]]} and {name[pair[1]]} ({drawn[pair]:.1f}), the rules do not")
    for pair in sorted(board.touching & drawn.keys()):
        if drawn[pair] < SEEN:
            out.append(f"the border of {name[pair[0]]} and {name[pair[1]]} is too short to see ({drawn[pair]:.1f})")
    return out
