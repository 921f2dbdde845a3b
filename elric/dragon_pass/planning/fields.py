"""How far it is: what a march from any hex to a goal costs over the bare board, in half points. Kept, as ground never changes."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from elric.dragon_pass.components.board import BESIDE, HEXES
from elric.dragon_pass.movement.going import FREE, GOING, OFF, PLAIN, POINT, row
from elric.kernel.memo import kept

_FAR: Final = 10_000
_AS_INFANTRY: Final = 1 << PLAIN
_MARCHES: Final = 8192  # marches: from wherever somebody stood, at his pace
_KEPT: Final = 512  # goals: every place of the board, and some more


@kept(_KEPT)
def field(goal: int) -> tuple[int, ...]:
    """By hex: what a plain unit pays from there to a goal, enemies left aside (Dijkstra, from the goal outwards)."""
    found = [_FAR] * HEXES.size
    todo = [(0, goal)]
    while todo:
        spent, here = heappop(todo)
        if spent >= found[here]:
            continue
        found[here] = spent
        for n in BESIDE[here]:
            if n >= 0:
                cost = row(_AS_INFANTRY, n, True)[BESIDE[n].index(here)]
                if cost != OFF and spent + cost < found[n]:
                    heappush(todo, (spent + cost, n))
    return tuple(found)


@kept(_MARCHES)
def reach(march: tuple[int, int, bool]) -> int:
    """The hexes that a march can end in over the bare board, as bits: from a hex, with so many half points, over ground that is
    all alike or not."""
    start, budget, free = march
    if free:
        return HEXES.disc(start, budget // POINT)
    spent = {start: 0}
    todo = [(0, start)]
    found = 1 << start
    while todo:
        cost, here = heappop(todo)
        if cost > spent[here]:
            continue
        for n, step in zip(BESIDE[here], row(_AS_INFANTRY, here, here != start), strict=True):
            if n >= 0 and step != OFF and (more := cost + step) <= budget and more < spent.get(n, budget + 1):
                spent[n] = more
                found |= 1 << n
                heappush(todo, (more, n))
    return found


def roams(units: tuple[int, ...]) -> bool:
    """Whether all ground is alike to these: they fly, or go as heroes do."""
    return all(GOING[u] & FREE for u in units)


@kept(_KEPT)
def straight_field(goal: int) -> tuple[int, ...]:
    """By hex: what the way from there to a goal costs as the crow flies, in half points."""
    return tuple(HEXES.distance(goal, h) * POINT for h in range(HEXES.size))


def field_of(goal: int, straight: bool) -> tuple[int, ...]:
    """By hex: what the way from there to a goal costs, in half points; `straight`: as the crow flies."""
    return straight_field(goal) if straight else field(goal)


@kept(_KEPT)
def nearest(goals: tuple[tuple[int, ...], bool]) -> tuple[int, ...]:
    """By hex: what the way to the nearest of some goals costs.

    Args:
        goals: these, and whether as the crow flies.
    """
    return tuple(map(min, zip(*(field_of(goal, goals[1]) for goal in goals[0]), strict=True)))


def far(goal: int, h: int, straight: bool = False) -> int:
    """What the way from one hex to a goal costs, in half points; `straight`: as the crow flies."""
    return field_of(goal, straight)[h]


__all__ = ["far", "field", "field_of", "nearest", "reach", "roams"]
