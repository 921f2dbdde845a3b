"""A position as a player looks at it: who can be attacked where, by whom, and in which hexes a Sorcerer is in danger."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from elric.kernel.bits import bits, ones
from elric.sorcerer.combat.strength import bolt, sorcerers
from elric.sorcerer.components.board import BOARD, CITIES, HEXES
from elric.sorcerer.components.colors import GRAY, ON_THE_WHEEL, WHEEL, WHITE
from elric.sorcerer.components.units import FORTRESSES, HUMANS, KIND, MAGICAL, SORCERER, SORCERERS
from elric.sorcerer.lab.reach import Reach
from elric.sorcerer.lab.worth import worth
from elric.sorcerer.magic import bolts
from elric.sorcerer.magic.conversion import choices
from elric.sorcerer.movement.prices import left
from elric.sorcerer.opponents.prey import Prey
from elric.sorcerer.position.state import State, enemies_in, foes, force, powers_of

_BOLTS: Final = 3
_CAUGHT: Final = 0.35  # how often an enemy who has wounded a Sorcerer with Bolts also comes to him
_OPEN: Final = 0.06  # how often a Sorcerer is caught where no Bolt reaches him
_HIDDEN_TROUBLE: Final = 0.3  # of that, for one who is whole: two phases have to strike him


class Look:
    """What a seat sees in a position, found once.

    Attributes:
        foes: hexes with enemies, as bits.  mine: its own.
    """

    def __init__(self, s: State, seat: int) -> None:
        self.s, self.seat = s, seat
        self.foes = foes(s, seat)
        self.mine = s.at[seat]
        self._reaches: dict[tuple[int, ...], Reach] = {}
        self._prey: dict[tuple[int, int], Prey] = {}
        self._now: dict[int, float] = {}

    # ---- what is on the map

    @cached_property
    def sorcerers(self) -> list[int]:
        """Its Sorcerers on the map, the Prime Sorcerer last."""
        s = self.s
        return sorted(ones(s.of[self.seat] & SORCERERS), key=lambda u: (u in s.primes, u))

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The hexes with enemies."""
        return ones(self.foes)

    @cached_property
    def enemy_sorcerers(self) -> list[int]:
        """The Sorcerers of enemies who can act."""
        s = self.s
        return [u for h in self.targets for u in s.piles[h] if KIND[u] == SORCERER and s.owner[u] != self.seat]

    @cached_property
    def bolted(self) -> tuple[tuple[int, ...], ...]:
        """By color of ground, the enemies whose Bolts reach it [7.0]."""
        rows: list[list[int]] = [[] for _ in range(GRAY + 1)]
        if not bolts.closed(self.s):
            for u in self.enemy_sorcerers:
                for c in ones(bolts.reach(self.s, u)):
                    rows[c].append(u)
        return tuple(tuple(row) for row in rows)

    def reach(self, *hand: int) -> Reach:
        """How far some counters come together."""
        if hand not in self._reaches:
            self._reaches[hand] = Reach(self.s, hand)
        return self._reaches[hand]

    def prey(self, h: int, side: int) -> Prey:
        """An enemy's force in a hex."""
        if (h, side) not in self._prey:
            self._prey[h, side] = Prey(self.s, force(self.s, side, h), h)
        return self._prey[h, side]

    def enemies(self, h: int) -> list[int]:
        """The sides that it may fight in a hex; brothers are not fought face to face [19.27]."""
        return enemies_in(self.s, self.seat, h)

    # ---- what a fight there brings

    def clash(self, h: int, comers: tuple[int, ...]) -> tuple[float, int]:
        """What a joint combat in a hex brings on balance with those who come, and the side that is best attacked."""
        s = self.s
        units = (*force(s, self.seat, h), *[u for u in comers if s.place[u] != h])
        ours = Prey(s, units, h)
        attack = ours.attack()
        brother = s.scenario.story == "stones" and any(KIND[u] == SORCERER for u in units)
        best, whom, pain = 0.0, -1, 0.0
        for side in self.enemies(h):
            if brother and sorcerers(s, side, h):
                continue
            theirs = self.prey(h, side)
            gain = theirs.loses(attack)
            pain += ours.loses(theirs.attack())
            if gain >= best:
                best, whom = gain, side
        return best - pain, whom

    def now(self, h: int) -> float:
        """What the joint combat in a hex brings as things stand."""
        if not self.mine >> h & 1:
            return 0.0
        if h not in self._now:
            self._now[h] = self.clash(h, ())[0]
        return self._now[h]

    # ---- danger

    def danger(self, h: int, company: tuple[int, ...]) -> float:
        """What a stack that ends the phase in a hex may lose there before its next one, in worth: Sorcerers above all."""
        s = self.s
        wizards = [u for u in company if KIND[u] == SORCERER]
        if not wizards or s.scenario.alone:
            return 0.0
        ground = s.ground[h]
        throwers = self.bolted[ground] if ground < WHITE else ()
        stake = sum(worth(s, u) for u in wizards)
        if not throwers:
            tired = any(s.depleted >> u & 1 for u in wizards)
            return stake * _OPEN * (1.0 if tired else _HIDDEN_TROUBLE)
        force_ = (*force(s, self.seat, h), *[u for u in company if s.place[u] != h])
        prey = Prey(s, force_, h)
        hit = 0.0
        for u in throwers:
            for c in ones(bolts.reach(s, u) & WHEEL):
                if _power(s, u) >> c & 1 and strikes(c, ground):
                    chance = prey.hit(bolt(s, (u,), h, c), prey.falls.get(prey.lead, 9))
                    hit = max(hit, 1 - (1 - chance) ** _BOLTS)
        tired = any(s.depleted >> u & 1 for u in wizards)
        return stake * (hit * (0.9 if tired else _CAUGHT) + _OPEN * _HIDDEN_TROUBLE)

    # ---- places worth going to

    @cached_property
    def realms(self) -> int:
        """White hexes that some Sorcerer of ours could convert, as bits, without those that one is in or that an enemy holds."""
        s = self.s
        if (
            not any(choices(s, u, next(iter(ones(s.cells[WHITE])), 0)) for u in self.sorcerers)
            if s.cells[WHITE]
            else True
        ):
            return 0
        return s.cells[WHITE] & ~self.foes

    @cached_property
    def cities(self) -> int:
        """Gray cities that it does not hold with infantry, as bits."""
        s = self.s
        held = bits(h for h in CITIES if any(HUMANS >> u & 1 for u in force(s, self.seat, h)))
        return BOARD.gray & ~held

    def free(self, u: int) -> bool:
        """Whether a counter can still do something in this phase."""
        s = self.s
        return left(s, u) > 0 and not FORTRESSES >> u & 1 and not (s.pinned >> u & 1 and not SORCERERS >> u & 1)

    def mates(self, h: int) -> tuple[int, ...]:
        """Its magical units in a hex."""
        return tuple(u for u in force(self.s, self.seat, h) if MAGICAL >> u & 1)


def _power(s: State, u: int) -> int:
    return powers_of(s, u) & WHEEL


def strikes(color: int, ground: int) -> bool:
    """Whether a Bolt of a color may be flung at a ground: its own, or the one that it dominates."""
    return ground in (color, (color + 1) % ON_THE_WHEEL)


def nearest(these: int, h: int) -> int:
    """The distance to the nearest of some hexes; a long way where there is none."""
    return min((HEXES.distance(h, k) for k in ones(these)), default=HEXES.size)


__all__ = ["Look", "nearest", "strikes"]
