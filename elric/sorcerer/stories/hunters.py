"""What both solitaire games share [17.0]: counters in a cup, and automatic colors that go somewhere by the rules of movement."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import ones
from elric.kernel.context import Context
from elric.kernel.memo import kept
from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.units import DRAGON, KIND, SORCERERS
from elric.sorcerer.movement.phase import arrive
from elric.sorcerer.movement.prices import (
    CROSS,
    ENEMY,
    NEVER,
    TIRED_DRAGON,
    exit_price,
    goes_alone,
    points_to_spend,
    prices_of_sides,
)
from elric.sorcerer.position.state import State, foes
from elric.sorcerer.position.state import move as go

FAR: Final = 999


def quarry(s: State) -> int:
    """The hex of the Sorcerer who is hunted; -1 where he is lost."""
    return next((s.place[u] for u in ones(s.of[0] & SORCERERS)), -1)


def price(s: State, u: int, there: int) -> int:
    """What a unit of an automatic color pays to go to a hex beside it."""
    here = s.place[u]
    kind = next(k for n, k in BOARD.exits[here] if n == there)
    extra = ENEMY if foes(s, s.owner[u]) >> here & 1 else 0
    return exit_price(s, u, here, (u,)) + prices_of_sides(s, u)[kind] + extra


def advance(s: State, unit: int, there: int, cx: Context) -> bool:
    """Go a hex if the points last, and whether it went and is still there [6.34]."""
    here, cost = s.place[unit], price(s, unit, there)
    if s.pinned >> unit & 1 or cost > points_to_spend(s, unit):
        return False
    s.spent[unit] = s.spent.get(unit, 0) + cost
    if goes_alone(s, unit, here, (unit,)):
        s.alone |= 1 << unit
    go(s, (unit,), there)
    cx.tell("walks", seat=s.owner[unit], hex=here, to_hex=there, units=(unit,))
    arrive(s, (unit,), here, cx)
    return s.place[unit] == there


@kept(512)
def _ways(question: tuple[int, int, bool]) -> tuple[int, ...]:
    """For each hex the points from it to a target, exit prices apart: by kind of unit."""
    target, kind, tired = question
    sides = TIRED_DRAGON if tired and kind == DRAGON else CROSS[kind]

    def costs(here: int) -> list[int]:
        into = [next((sides[k] for n, k in BOARD.exits[there] if n == here), NEVER) for there in HEXES.beside[here]]
        return [-1 if side == NEVER else 1 + side for side in into]

    found = HEXES.routes(target, costs, FAR)
    return tuple(found[h][0] if h in found else FAR for h in range(HEXES.size))


def nearer(s: State, u: int, target: int) -> list[int]:
    """The hexes beside a unit on a way to a target that costs fewest points [17.16]."""
    ways = _ways((target, KIND[u], bool(s.depleted >> u & 1)))
    here = s.place[u]
    sides = prices_of_sides(s, u)
    able = [(1 + sides[kind] + ways[n], n) for n, kind in BOARD.exits[here] if sides[kind] != NEVER]
    best = min(able, default=(FAR, -1))[0]
    return [n for cost, n in able if cost == best < FAR]


def draw(things: list[int], cx: Context) -> int:
    """One of some things at random; what there is one of is no question."""
    found: int = things[cx.chance.pick(len(things))] if len(things) > 1 else things[0]
    return found
