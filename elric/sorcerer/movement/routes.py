"""Where those in hand can walk: the cheapest way to each hex, by the prices of the rules [6.0, 6.1].

It reads what the side that moves sees: a way ends where a vortex or an enemy is seen, and what hides is not looked at.
"""

from __future__ import annotations

from heapq import heappop, heappush

from elric.sorcerer.components.board import BOARD
from elric.sorcerer.movement.prices import base_prices, goes_alone, shut, why_barred
from elric.sorcerer.position.state import State, foes, here_of

__all__ = ["routes"]


def routes(s: State) -> dict[int, tuple[int, ...]]:
    """For each hex that those in hand can walk to, the hexes of the cheapest way there, that one last."""
    hand = s.hand
    if not hand or why_barred(s, hand):
        return {}
    start = here_of(s, hand[0])
    closed = (s.vortex | foes(s, s.owner[hand[0]])) & ~(1 << start)
    before: dict[int, int] = {}
    there = s.copy()  # the same position, with those in hand wherever they have come to
    todo = [(0, start, start, tuple([s.spent.get(u, 0) for u in hand]), s.alone)]
    while todo:
        paid, here, came, spent, alone = heappop(todo)
        if here in before:
            continue
        before[here] = came
        if closed >> here & 1:
            continue
        _stand(there, here, spent, alone)
        rows = base_prices(there, hand)
        for u in hand:
            if goes_alone(there, u, here, hand):
                alone |= 1 << u
        for n, kind in BOARD.exits[here]:
            if n in before or (s.load and shut(there, hand, n)):
                continue
            costs = [(price + sides[kind]) * times for price, sides, times, _ in rows]
            if all(cost <= have for cost, (_, _, _, have) in zip(costs, rows, strict=True)):
                after = tuple([was + cost for was, cost in zip(spent, costs, strict=True)])
                heappush(todo, (paid + sum(costs), n, here, after, alone))
    return {h: _way(before, start, h) for h in before if h != start}


def _stand(s: State, here: int, spent: tuple[int, ...], alone: int) -> None:
    """Those in hand stand in a hex, having paid so much: as far as prices ask."""
    for u, points in zip(s.hand, spent, strict=True):
        s.spent[u] = points
        if u in s.hidden:
            s.hidden[u] = here
        else:
            s.place[u] = here
    s.alone = alone


def _way(before: dict[int, int], start: int, end: int) -> tuple[int, ...]:
    way = []
    while end != start:
        way.append(end)
        end = before[end]
    return tuple(reversed(way))
