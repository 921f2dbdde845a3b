"""Label placement on the hex board: the name of a place beside its hexes, that of a land across it, without overlaps.

A counter covers the middle of a hex, so names avoid the hexes of places and the roads that lead to them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon

from elric.dragon_pass.components.board import BOARD, HEXES, Place
from elric.dragon_pass.table.frame import BOARD_WIDE, EDGE, HEIGHT, SCALE, at, middle
from elric.kernel.bits import ones

from ..boxes import Box, clash, squares, stack
from ..mesh import Array
from ..names import Arc, set_name
from ..typeface import ABOVE, BELOW, Typeface, block, broken

#: Size of a place's name by kind, drawing units; those below SMALL are only shown on a larger picture.
SIZES = {"walled city": 21.0, "fort": 17.5, "temple": 16.0, "town": 14.5, "home": 15.0, "dragonewt city": 14.0}
OTHER = 13.0
CITY = 20.0
SMALL = 14.2
LANDS = (34.0, 29.0, 25.0, 22.0, 19.0, 17.0)
_LEAST_LAND = 12  # smallest number of hexes of a land with a name across it
_CROSSED = ("river", "primary")
_TWICE = 20  # the same where its name also serves for a place of that name
_APART = 1.5


@dataclass(frozen=True)
class Name:
    """A place's name: its lines with the centre of each baseline, and its size."""

    text: str
    kind: str
    size: float
    lines: tuple[tuple[str, float, float], ...]
    box: Box
    cost: float


def short(place: Place) -> str:
    """A place's name on the board, without the word that its symbol already expresses."""
    name = place.name.split(" (")[0].split(": ")[0].split(" of ")[-1 if place.kind == "temple" else 0]
    name = name.removeprefix("Dragonewt town ").removeprefix("Dragon's Eye ").removeprefix("The ").split(" amid")[0]
    return name.removeprefix("the ").strip()


def _told(words: str) -> str:
    """A land's name on the board."""
    return words.split(" within")[0].split(" and its")[0].removeprefix("The ")


def named_twice() -> set[str]:
    """Names shared by a land and a place of one hex in it: only the land's label, which is larger, is drawn."""
    return {_told(words) for letter, words in BOARD.land_names.items() if BOARD.lands[letter].bit_count() >= _TWICE}


def frame() -> Polygon:
    """The rectangle that contains all names."""
    return shapely.box(EDGE + 3, EDGE + 3, EDGE + BOARD_WIDE - 3, HEIGHT - EDGE - 3)


def outline(hexes: int) -> shapely.Geometry:
    """The union of some hexes as one shape."""
    return shapely.union_all([Polygon([at(p) for p in HEXES.corners(h)]).buffer(0.05) for h in ones(hexes)])


def _obstacles() -> Array:
    """Boxes around the middles of places' hexes, with the counters there."""
    hexes = [middle(h) for place in BOARD.places.values() for h in place.hexes]
    return squares(np.array(hexes), 0.72 * SCALE)


def _roads() -> Array:
    every = {h for road in BOARD.roads for h in road.hexes}
    return squares(np.array([middle(h) for h in sorted(every)]), 0.42 * SCALE)


def _candidates(
    face: Typeface, place: Place, size: float
) -> list[tuple[float, tuple[tuple[str, float, float], ...], Box]]:
    """Candidate positions of a name around the hexes of its place: (penalty, lines, box)."""
    points = np.array([middle(h) for h in place.hexes])
    x0, y0 = points.min(axis=0)
    x1, y1 = points.max(axis=0)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    reach = 0.92 * SCALE
    out = []
    for number in (1, 2):
        lines = broken(short(place), number)
        if lines is None:
            continue
        wide, high = block(face, "caps" if size >= CITY else "text", lines, size)
        spots = [
            (0.0, cx, y1 + reach + high / 2), (0.6, cx, y0 - reach - high / 2), (0.8, x1 + reach + wide / 2 + 1, cy),
            (1.0, x0 - reach - wide / 2 - 1, cy),
        ]  # fmt: skip
        for dx in (-1, 1):
            for dy, penalty in ((1, 1.2), (-1, 1.4)):
                spots.append(
                    (penalty, cx + dx * (wide / 2 + 0.3 * SCALE), (y1 if dy > 0 else y0) + dy * (reach + high / 2))
                )
                spots.append(
                    (
                        penalty + 0.4,
                        cx + dx * (reach + wide / 2),
                        (y1 if dy > 0 else y0) + dy * (0.6 * SCALE + high / 2),
                    )
                )
        for penalty, x, y in spots:
            top = y - high / 2
            placed = tuple((line, x, top + size * (ABOVE + k * (ABOVE + BELOW))) for k, line in enumerate(lines))
            box = (x - wide / 2, top, x + wide / 2, top + high)
            out.append((penalty + (0.7 if number == 2 else 0.0), placed, box))
    return out


def place_names(face: Typeface) -> tuple[list[Name], float]:
    """The names of all places, the most important first, then improved by moves until nothing gets better; and their
    total cost."""
    twice = named_twice()
    sizes = [(SIZES.get(place.kind, OTHER), place) for place in BOARD.places.values() if short(place) not in twice]
    sizes.sort(key=lambda pair: (-pair[0], pair[1].id))
    limit = frame().bounds
    hexes, roads = _obstacles(), _roads()
    wishes = [_candidates(face, place, size) for size, place in sizes]
    fixed = []
    for options in wishes:
        boxes = stack([box for _, _, box in options])
        over = np.clip(np.array([limit[0], limit[1]]) - boxes[:, :2], 0, None).sum(axis=1)
        over += np.clip(boxes[:, 2:] - np.array([limit[2], limit[3]]), 0, None).sum(axis=1)
        penalty = np.array([wish for wish, _, _ in options])
        fixed.append(penalty * 4 + clash(boxes, hexes, _APART) * 0.6 + clash(boxes, roads) * 0.07 + over * 40)
    chosen = [int(costs.argmin()) for costs in fixed]
    for _ in range(12):
        before = list(chosen)
        for k, options in enumerate(wishes):
            others = stack([wishes[j][chosen[j]][2] for j in range(len(wishes)) if j != k])
            costs = fixed[k] + clash(stack([box for _, _, box in options]), others, _APART) * 2.0
            chosen[k] = int(costs.argmin())
        if chosen == before:
            break
    boxes = stack([wishes[k][chosen[k]][2] for k in range(len(wishes))])
    names = []
    for k, (size, place) in enumerate(sizes):
        _, lines, box = wishes[k][chosen[k]]
        shared = float(clash(stack([box]), np.delete(boxes, k, axis=0))[0])
        names.append(Name(short(place), place.kind, size, lines, box, shared))
    return names, sum(name.cost for name in names)


def land_names(face: Typeface, names: list[Name]) -> list[Arc]:
    """The names of the lands, the widest first, clear of the names and symbols of places."""
    lands = [(letter, BOARD.land_names[letter]) for letter in BOARD.land_names]
    lands = [(letter, words) for letter, words in lands if BOARD.lands[letter].bit_count() >= _LEAST_LAND]
    lands.sort(key=lambda land: -BOARD.lands[land[0]].bit_count())
    courses = np.array(
        [middle(h) for line in (*BOARD.rivers, *BOARD.roads) if line.kind in _CROSSED for h in line.hexes]
    )
    taken = np.vstack([stack([name.box for name in names]), _obstacles(), squares(courses, 0.3 * SCALE)])
    written = {name.text for name in names}
    out: list[Arc] = []
    for letter, told in lands:
        words = _told(told)
        if words in written:
            continue
        count = BOARD.lands[letter].bit_count()
        sizes = tuple(size for size in LANDS if size <= (34 if count > 150 else 25 if count > 60 else 19)) or LANDS[-1:]
        arc = set_name(face, words, "land", outline(BOARD.lands[letter]), taken, sizes, frame(), None, 0.5)
        out.append(arc)
        taken = np.vstack([taken, stack(arc.boxes) + np.array([-14.0, -6.0, 14.0, 6.0])])
    return out
