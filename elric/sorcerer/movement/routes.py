"""Where those in hand can get: the cheapest way to each hex, by the prices of the rules."""

from __future__ import annotations

from heapq import heappop, heappush

from elric.sorcerer.components.board import BOARD
from elric.sorcerer.movement.prices import base_prices, goes_alone, ways
from elric.sorcerer.position.state import State, foes, here_of, move

__all__ = ["routes"]


def routes(s: State) -> dict[int, tuple[int, ...]]:
    """For each hex that those in hand can walk to, the hexes of the cheapest way there. A way ends where a vortex or an enemy is seen;
    what nobody sees is not looked at."""
    if not s.hand:
        return {}
    start = here_of(s, s.hand[0])
    closed = (s.vortex | foes(s, s.owner[s.hand[0]])) & ~(1 << start)
    found: dict[int, tuple[int, ...]] = {}
    todo: list[tuple[int, int, int, State, tuple[int, ...]]] = [(0, 0, start, s, ())]
    count = 0
    while todo:
        _, _, here, t, way = heappop(todo)
        if here in found:
            continue
        found[here] = way
        if closed >> here & 1:
            continue
        for action in ways(t, t.hand):
            (there,) = action.args
            if there not in found:
                after = _after(t, here, there)
                count += 1
                paid = sum(after.spent.values())
                heappush(todo, (paid, count, there, after, (*way, there)))
    del found[start]
    return found


def _after(s: State, here: int, there: int) -> State:
    """The position after one step, as far as prices ask for it."""
    t = s.copy()
    hand = t.hand
    kind = next(k for n, k in BOARD.exits[here] if n == there)
    for u, (price, sides, times, _) in zip(hand, base_prices(s, hand), strict=True):
        t.spent[u] = t.spent.get(u, 0) + (price + sides[kind]) * times
        t.inside &= ~(1 << u)
        if goes_alone(s, u, here, hand):
            t.alone |= 1 << u
    if hand[0] in t.hidden:
        t.hidden |= dict.fromkeys(hand, there)
    else:
        move(t, hand, there)
    return t
