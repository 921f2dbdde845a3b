"""A position as a player looks at it: who can be attacked where, by whom, and in which hexes a Sorcerer is in danger."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from elric.kernel.bits import bits, ones
from elric.sorcerer.combat.strength import IN_GRAY, Line, Total, printed_strength, sorcerers
from elric.sorcerer.components.board import BOARD, CITIES, HEXES
from elric.sorcerer.components.colors import GRAY, NO_COLOR, VALUE, WHEEL, WHITE
from elric.sorcerer.components.units import FORTRESSES, HUMANS, KIND, MAGICAL, SORCERER, SORCERERS
from elric.sorcerer.lab.battle import reaches
from elric.sorcerer.lab.reach import Reach
from elric.sorcerer.lab.worth import whole
from elric.sorcerer.magic import bolts
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.planning.prey import Prey
from elric.sorcerer.position.state import State, color_of, enemies_in, foes, force, powers_of

_BOLTS: Final = 3
_DEMON: Final = 5
_FLIGHT: Final = 14  # hexes within which an enemy can come in one phase, or send a dragon
_COMES, _FAR_OFF = 0.7, 0.15  # how often he does, when he can, and when he is further away
_HURT: Final = 0.12  # the part of a Sorcerer that a step costs, where he lives to restore himself
_ANY: Final = Line("", 0, "")


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
        self._dangers: dict[tuple[Any, ...], float] = {}

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
    def bolted(self) -> tuple[tuple[Total, ...], ...]:
        """By color of ground, the Bolts that enemies may fling there [7.0]; none at White and Gray."""
        rows: list[tuple[Total, ...]] = []
        for ground in range(GRAY + 1):
            found: list[Total] = []
            for u in self.enemy_sorcerers if not bolts.has_no_bolts(self.s) else ():
                if reaches(u, ground):
                    strength = printed_strength(self.s, u)
                    found += [_total(strength + VALUE[c][ground], c) for c in ones(powers_of(self.s, u) & WHEEL)]
            rows.append(tuple(dict.fromkeys(found)))
        return tuple(rows)

    @cached_property
    def comers(self) -> tuple[tuple[Total, ...], ...]:
        """By color of ground, what an enemy could bring there in one phase: a Sorcerer with demonic infantry that he conjures, or
        what he has."""
        s = self.s
        mobile = {
            (color_of(s, u), printed_strength(s, u))
            for h in self.targets
            for u in s.piles[h]
            if MAGICAL >> u & 1 and s.owner[u] != self.seat
        }
        rows = []
        for ground in range(GRAY + 1):
            found = [_total(_in(ground, n) + _color(c, ground), c) for c, n in mobile]
            for u in self.enemy_sorcerers:
                strength = printed_strength(s, u)
                if s.scenario.story == "dominance":
                    found.append(_total(strength // 2, NO_COLOR))
                    continue
                for c in ones(powers_of(s, u) & WHEEL):
                    with_him = _in(ground, _DEMON) + min(strength, _in(ground, _DEMON)) if ground < GRAY else 2
                    found.append(_total(with_him + _color(c, ground), c))
            rows.append(tuple(dict.fromkeys(found)))
        return tuple(rows)

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
        """What Sorcerers who end the phase in a hex may lose there before their next one, in worth: by Bolts first, and by whoever
        may come then. One who is whole dies only where two phases strike him [12.17]."""
        s = self.s
        if s.scenario.alone or not any(KIND[u] == SORCERER for u in company):
            return 0.0
        stay = force(s, self.seat, h)
        near = nearest(self.foes, h) <= _FLIGHT
        key = s.ground[h], near, company, stay
        if key not in self._dangers:
            units = (*stay, *[u for u in company if s.place[u] != h])
            self._dangers[key] = self._in_danger(Prey(s, units, h), s.ground[h], near)
        return self._dangers[key]

    def _in_danger(self, prey: Prey, ground: int, near: bool) -> float:
        s, lead = self.s, prey.lead
        if lead not in prey.falls:
            return 0.0
        steps = prey.falls[lead]
        bolted = max((1 - (1 - prey.hit(x, steps)) ** _BOLTS for x in self.bolted[ground]), default=0.0)
        comes = max((prey.hit(x, steps) for x in self.comers[ground]), default=0.0) * (_COMES if near else _FAR_OFF)
        either, both = 1 - (1 - bolted) * (1 - comes), bolted * comes
        dies = either if s.depleted >> lead & 1 else both
        return whole(s, lead) * (dies + _HURT * (either - dies))

    # ---- places worth going to

    @cached_property
    def cities(self) -> int:
        """Gray cities that it does not hold with infantry, as bits."""
        s = self.s
        held = bits(h for h in CITIES if any(HUMANS >> u & 1 for u in force(s, self.seat, h)))
        return BOARD.gray & ~held

    def free(self, u: int) -> bool:
        """Whether a counter can still do something in this phase."""
        s = self.s
        return (
            points_to_spend(s, u) > 0 and not FORTRESSES >> u & 1 and not (s.pinned >> u & 1 and not SORCERERS >> u & 1)
        )

    def mates(self, h: int) -> tuple[int, ...]:
        """Its magical units in a hex."""
        return tuple(u for u in force(self.s, self.seat, h) if MAGICAL >> u & 1)


def _total(sum_: int, color: int) -> Total:
    return Total(sum_, color, (_ANY,))


def _in(ground: int, strength: int) -> int:
    """The strength of a magical unit on a ground [13.3]."""
    return IN_GRAY if ground == GRAY else strength


def _color(color: int, ground: int) -> int:
    return VALUE[color][ground] if color < WHITE else 0


def nearest(these: int, h: int) -> int:
    """The distance to the nearest of some hexes; a long way where there is none."""
    return min((HEXES.distance(h, k) for k in ones(these)), default=HEXES.size)


__all__ = ["Look", "nearest"]
