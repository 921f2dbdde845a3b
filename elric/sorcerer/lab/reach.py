"""How far counters come in a movement phase, and by which way: on foot, by the prices of the rules [6.1, 6.6], and by teleport [6.2]."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import bits, ones
from elric.sorcerer.components.board import BOARD, HEXES, MOUNTAIN, PLAIN, RIVER
from elric.sorcerer.components.units import SEVERAL
from elric.sorcerer.magic.vortexes import safe
from elric.sorcerer.movement.prices import (
    ENEMY,
    NEVER,
    STEP,
    TAKE,
    exit_price,
    points_to_spend,
    prices_of_sides,
    why_barred,
)
from elric.sorcerer.movement.teleport import doors
from elric.sorcerer.position.state import State, foes, here_of
from elric.sorcerer.position.steps import Action

_BEHIND: Final = tuple(
    tuple(bits(n for n, k in BOARD.exits[h] if k == kind) for kind in (PLAIN, RIVER, MOUNTAIN))
    for h in range(HEXES.size)
)  # the neighbours of each hex by what lies between
_ON_FOOT: Final = 1
JUMP: Final = 1


class Reach:
    """The hexes to which some counters of one hex come together in this phase; the first one leads.

    They go as one: as far as whoever has the fewest points, by the dearest price of each side. Hexes with a vortex are left out
    where it would strike them.

    Attributes:
        cost: by hex what it takes, NEVER where they do not come.
        hexes: those where they come, the one in which they stand among them, as bits.
    """

    def __init__(self, s: State, hand: tuple[int, ...]) -> None:
        self.hand = hand
        self.start = here_of(s, hand[0])
        self._gate = -1
        have = max(0, min([points_to_spend(s, u) for u in hand]))
        prices = max([exit_price(s, u, self.start, hand) for u in hand])
        rows = [prices_of_sides(s, u) for u in hand]
        self._sides = tuple([max([row[k] for row in rows]) for k in (PLAIN, RIVER, MOUNTAIN)])
        self._first = prices
        self._foes = foes(s, s.owner[hand[0]])
        closed = self._closed(s)
        self.cost = [NEVER] * HEXES.size
        self.hexes = 0
        gates = self._gates(s) if not why_barred(s, hand) else 0
        cost = self.cost
        rings = [0] * (have + 1)
        rings[0] = 1 << self.start
        if why_barred(s, hand):
            have = 0
        for spent in range(have + 1):
            fresh = rings[spent] & ~self.hexes
            self.hexes |= fresh
            for h in ones(fresh):
                cost[h] = spent
                price = spent + (prices if h == self.start else _ON_FOOT) + (ENEMY if self._foes >> h & 1 else 0)
                for more, beside in zip(self._sides, _BEHIND[h], strict=True):
                    if beside and price + more <= have:
                        rings[price + more] |= beside & ~closed
            if gates & fresh and self._gate < 0:
                self._fly(gates & fresh, gates, spent, rings, closed)

    def _closed(self, s: State) -> int:
        """The hexes with a vortex that would strike them."""
        if not s.vortex or any(SEVERAL >> u & 1 for u in self.hand):
            return 0
        side = s.owner[self.hand[0]]
        return bits(h for h in ones(s.vortex) if not safe(s, side, h, self.hand))

    def _gates(self, s: State) -> int:
        """The hexes between which a lone Sorcerer teleports."""
        u = self.hand[0]
        if len(self.hand) > 1 or not s.scenario.teleporters >> u & 1 or s.pinned >> u & 1 or s.load:
            return 0
        found = 0
        for c in ones(doors(s, u)):
            found |= s.cells[c]
        return found

    def _fly(self, here: int, gates: int, spent: int, rings: list[int], closed: int) -> None:
        """From the first gate all others are one point away; enemies at it cost more."""
        free = here & ~self._foes or here
        extra = 0 if here & ~self._foes else ENEMY
        if spent + JUMP + extra < len(rings):
            self._gate = ones(free)[0]
            rings[spent + JUMP + extra] |= gates & ~self._foes & ~closed

    def way(self, s: State, h: int) -> tuple[Action, ...]:
        """Taking them up, and the way to a hex; they are in hand then."""
        steps: list[Action] = []
        while h != self.start:
            before = next((n for n, kind in BOARD.exits[h] if self._leads(n, kind, h)), -1)
            if before < 0:
                steps.append(Action("teleport", (h,)))
                before = self._gate
            else:
                steps.append(STEP[h])
            h = before
        up = [TAKE[u] for u in self.hand if u not in s.hand]
        return (*up, *reversed(steps))

    def _leads(self, n: int, kind: int, h: int) -> bool:
        price = (self._first if n == self.start else _ON_FOOT) + (ENEMY if self._foes >> n & 1 else 0)
        return self.cost[n] + price + self._sides[kind] == self.cost[h]


__all__ = ["Reach"]
