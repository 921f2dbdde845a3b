"""How far counters come in a movement phase, and by which way: on foot, by the prices of the rules [6.1, 6.6], and by teleport [6.2]."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, NamedTuple

from elric.kernel.bits import ones
from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.units import SEVERAL
from elric.sorcerer.magic.vortexes import safe
from elric.sorcerer.movement.prices import ENEMY, NEVER, TAKE, crossing, exit_price, left
from elric.sorcerer.movement.teleport import doors
from elric.sorcerer.position.state import State, foes, here_of
from elric.sorcerer.position.steps import Action

FAR: Final = 99


class Way(NamedTuple):
    """How those in hand come to a hex.

    Attributes:
        cost: what the first of them has spent by then.
        before: the hex before it, -1 for the one where they stand.  by: "step" or "teleport".
    """

    cost: int
    before: int
    by: str


def ways(s: State, hand: tuple[int, ...], most: int = FAR) -> dict[int, Way]:
    """Every hex that those in hand reach together, with the cheapest way; the first leads. Vortexes are gone round, but by those
    whom they do not strike."""
    here = here_of(s, hand[0])
    have = [min(left(s, u), most) for u in hand]
    enemies = foes(s, s.owner[hand[0]])
    sturdy = any(SEVERAL >> u & 1 for u in hand)
    sides = [crossing(s, u) for u in hand]
    first = [exit_price(s, u, here, hand) for u in hand]
    paid_alone = [price > 1 for price in first]
    out = {here: Way(0, -1, "")}
    todo: list[tuple[int, int, tuple[int, ...]]] = [(0, here, (0,) * len(hand))]
    gates, jump = 0, 0
    if len(hand) == 1 and s.scenario.teleporters >> hand[0] & 1 and not s.pinned >> hand[0] & 1 and not s.load:
        for c in ones(doors(s, hand[0])):
            gates |= s.cells[c]
        jump = 1
    flown = False
    while todo:
        cost, h, spent = heappop(todo)
        if cost > out[h].cost:
            continue
        extra = ENEMY if enemies >> h & 1 else 0
        base = first if h == here else [1 if alone or price == 1 else price for alone, price in zip(paid_alone, first, strict=True)]
        for n, kind in BOARD.exits[h]:
            if s.vortex >> n & 1 and not sturdy and not safe(s, s.owner[hand[0]], n, hand):
                continue
            then = tuple([x + price + extra + row[kind] for x, price, row in zip(spent, base, sides, strict=True)])
            if all(a <= b for a, b in zip(then, have, strict=True)) and then[0] < NEVER and then[0] < out.get(n, _NONE).cost:
                out[n] = Way(then[0], h, "step")
                heappush(todo, (then[0], n, then))
        if jump and not flown and gates >> h & 1 and cost + jump + extra <= have[0]:
            flown = True  # from the first gate every other one is as near
            there = cost + jump + extra
            for n in ones(gates & ~enemies & ~s.vortex):
                if there < out.get(n, _NONE).cost:
                    out[n] = Way(there, h, "teleport")
                    heappush(todo, (there, n, (there,)))
    return out


_NONE: Final = Way(FAR, -1, "")


def actions(s: State, hand: tuple[int, ...], found: dict[int, Way], h: int) -> tuple[Action, ...]:
    """Taking them up, and the way to a hex; they are still in hand then."""
    steps: list[Action] = []
    while found[h].before >= 0:
        steps.append(Action(found[h].by, (h,)))
        h = found[h].before
    up = [TAKE[u] for u in hand if u not in s.hand]
    return (*up, *reversed(steps))


__all__ = ["FAR", "Way", "actions", "ways"]
