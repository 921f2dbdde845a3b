"""Zones of control [12.1, 13.8]: one hex every way. They stop marches, bar retreats, and make stacks fight."""

from __future__ import annotations

from elric.dragon_pass.components.board import AROUND, BOARD
from elric.dragon_pass.components.units import BY_ID, DRAGONS
from elric.dragon_pass.movement.spellbound import dark
from elric.dragon_pass.position.state import State, foes, spread
from elric.kernel.bits import bits, ones

_WALKERS = (BY_ID["stormwalkers-cult"],)
# the hexes of each walled city that has several, as bits: within it no wall stands between two stacks
_CITIES = tuple(place.bits for place in BOARD.places.values() if len(place.hexes) > 1 and place.bits & BOARD.walls)


def stopping_hexes(s: State, seat: int) -> int:
    """The hexes in which a march of this seat stops. Who holds a fort lets others pass, but not through his own streets [13.8]."""
    enemy = foes(s, seat)
    return spread(enemy & ~BOARD.walls) | in_the_streets(enemy)


def in_the_streets(hexes: int) -> int:
    """The hexes of walled cities that lie beside one of these in the same city, as bits."""
    found = 0
    for city in _CITIES:
        if hexes & city:
            found |= spread(hexes & city) & city
    return found


def halting_hexes(s: State, units: tuple[int, ...]) -> int:
    """The hexes in which the march of a company stops: enemy zones, and the dark [45.1]; none for the Stormwalkers by themselves,
    who fly over troops [26.1]."""
    return 0 if units == _WALKERS else stopping_hexes(s, s.player) | dark(s, units)


def barring_hexes(s: State, seat: int) -> int:
    """The hexes to which this seat cannot fall back: every enemy zone, forts' too."""
    return spread(foes(s, seat))


def guards(s: State, seat: int) -> int:
    """The hexes beside which an enemy's garrison could sally at this seat's march [13.9]."""
    return spread(foes(s, seat) & BOARD.walls)


def unable(s: State) -> int:
    """Units that can attack nobody: immobilised, or spent by early magic [7.2]."""
    return s.still | s.early


def able(s: State, seat: int) -> int:
    """The hexes of this seat with somebody who can attack."""
    bound = (unable(s) | DRAGONS) & s.of[seat]
    if not bound:
        return s.at[seat]
    out = 0
    for h in ones(s.at[seat]):
        if any(not bound >> u & 1 for u in s.piles[h]):
            out |= 1 << h
    return out


def restless(s: State, seat: int) -> int:
    """The hexes from which a Dragon of this seat must make a Dragonfight: beside an enemy, and its column is the only way in which
    it attacks [12.1, 38.6]."""
    free = s.of[seat] & DRAGONS & ~(unable(s) | s.fought)
    if not free:
        return 0
    return bits(s.place[u] for u in ones(free)) & spread(foes(s, seat)) & ~BOARD.walls


def prey(s: State, units: tuple[int, ...]) -> int:
    """The Scapegoat that one of these units hunts [18.1]; -1 where none does."""
    if s.goats:
        for hunter, goat in s.goats:
            if hunter in units:
                return goat
    return -1


def targets_of(s: State, a: int) -> int:
    """The enemy stacks that a stack may attack: beside it, and for an avenger only the Scapegoat's."""
    found = foes(s, s.owner[s.piles[a][0]]) & AROUND[a]
    if s.goats and (goat := prey(s, s.piles[a])) >= 0:
        found &= 1 << s.place[goat] if s.place[goat] >= 0 else 0  # nobody reaches him under the Sylphs [25.3]
    return found


def must_fight(s: State, seat: int) -> int:
    """This seat's stacks that have to attack: beside an enemy, and from behind walls who stands in the same city [12.1, 13.7]."""
    return may_fight(s, seat) & (~BOARD.walls | in_the_streets(foes(s, seat)))


def may_fight(s: State, seat: int) -> int:
    """This seat's stacks that stand beside an enemy whom they may attack."""
    near = able(s, seat) & spread(foes(s, seat))
    if s.goats and near:
        near &= ~bits(h for h in ones(near) if not targets_of(s, h))
    return near
