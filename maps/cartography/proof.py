"""Verifies the map: derives the adjacencies from the drawn shapes alone and compares them with those of the rules."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry import Polygon

from .source import Board, Pair

#: A common border shorter than this (drawing units) is not visible, and does not count as an adjacency. The check
#: requires that no border is that short, so the exact value does not matter.
SEEN = 6.0


def contacts(shapes: Sequence[Polygon]) -> dict[Pair, float]:
    """The length of the common border of every two shapes that have one, however short."""
    tree = shapely.STRtree(list(shapes))
    found: dict[Pair, float] = {}
    for i, j in tree.query(list(shapes), predicate="intersects").T.tolist():
        if i < j and (length := float(shapes[i].intersection(shapes[j]).length)) > 0:
            found[(i, j)] = length
    return found


def faults(board: Board, shapes: Sequence[Polygon]) -> list[str]:
    """All differences between the drawing and the board, in words; empty when they agree. Each adjacency of the rules
    must be drawn as a visible border, each drawn border must be in the rules, and the shapes must be valid and tile the
    frame without gaps or overlaps.
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
