"""Dragonewts on their own roads [33.2]: from stop to stop, each a single movement point."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.movement.going import POINT, pace
from elric.dragon_pass.movement.spellbound import closed_hexes
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.zones import stopping_hexes
from elric.dragon_pass.position.state import State, move, strangers
from elric.dragon_pass.position.steps import Context, Why, no

if TYPE_CHECKING:
    from elric.dragon_pass.movement.march import MarchFrame

TO_SKIP: Final = VERBS.add("skip", "hex", "Ride the dragonewt road to {0}")

SKIP: Final = tuple(TO_SKIP(h) for h in range(HEXES.size))
STOPS: Final = frozenset(
    h
    for place in BOARD.places.values()
    if place.kind == "dragonewt city" or place.id == "wintertop"
    for h in place.hexes
)
NEWTS: Final = frozenset(u for u, unit in enumerate(UNITS) if unit.corps == "Dragonewts")

Stretch = tuple[int, ...]  # the road hexes from one stop or junction to the next, that one included


def _stretches() -> dict[int, tuple[Stretch, ...]]:
    """The stretches of dragonewt road that begin at each town, at the Temple and at each junction."""
    out: dict[int, list[Stretch]] = {}
    for road in BOARD.roads:
        if road.kind != "dragonewt":
            continue
        ends = [k for k, h in enumerate(road.hexes) if h in STOPS or BOARD.junctions >> h & 1]
        for i, j in pairwise(ends):
            out.setdefault(road.hexes[i], []).append(road.hexes[i + 1 : j + 1])
            out.setdefault(road.hexes[j], []).append(tuple(reversed(road.hexes[i:j])))
    for place in ("eye-1", "eye-2", "eye-3"):  # the city's hexes lie side by side
        for h in BOARD.places[place].hexes:
            for other in ("eye-1", "eye-2", "eye-3"):
                n = BOARD.places[other].hexes[0]
                if n != h and HEXES.distance(h, n) == 1:
                    out.setdefault(h, []).append((n,))
    return {h: tuple(rows) for h, rows in out.items()}


STRETCHES: Final = _stretches()


def reachable(s: State) -> dict[int, int]:
    """Where the Dragonewts in hand may ride to, with what they have left there in halves: towns and the Temple; where an enemy
    stands on the road, the hex before him, and no farther."""
    units = s.hand
    if not s.scenario.exotic or not NEWTS.issuperset(units) or s.place[units[0]] not in STOPS:
        return {}
    start, enemy = s.place[units[0]], strangers(s, s.player)
    left = {start: pace(s, units)}
    found: dict[int, int] = {}
    todo = [start]
    while todo:
        here = todo.pop(0)
        rest = left[here] - POINT
        if rest < 0:
            continue
        for stretch in STRETCHES.get(here, ()):
            clear = next((k for k, h in enumerate(stretch) if enemy >> h & 1), len(stretch))
            end = stretch[clear - 1] if clear else -1
            if clear < len(stretch):
                if end >= 0:
                    found.setdefault(end, 0)
            elif rest > left.get(end, -1):
                left[end] = rest
                todo.append(end)
                if end in STOPS:
                    found[end] = rest
    found.pop(start, None)
    wet = closed_hexes(s, units)
    return {h: rest for h, rest in found.items() if not wet >> h & 1 and fits(s, units, h)}


def may_skip(s: State, f: MarchFrame, args: tuple[int, ...], why: Why) -> bool:
    """[33.2]"""
    if args[0] in reachable(s):
        return True
    return no(why, "33.2", "Only Dragonewts ride their roads so: from a town or the Temple to another that they can reach.",
              "March on foot.")  # fmt: skip


def skips(s: State) -> list[Any]:
    """Every ride of the company in hand."""
    return [SKIP[h] for h in sorted(reachable(s))]


def skip(s: State, there: int, cx: Context) -> None:
    """The company rides. In an enemy's zone its march ends, as everybody's does."""
    units, here = s.hand, s.place[s.hand[0]]
    rest = reachable(s)[there]
    for u in units:
        s.left[u] = 0 if stopping_hexes(s, s.player) >> there & 1 else rest
    move(s, units, there)
    cx.tell("march", seat=s.player, hex=here, to_hex=there, units=units, count=len(units), top=units[0], drift=False)
