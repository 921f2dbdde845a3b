"""Those who fly themselves: what they pass over, and where they may come down. Sources: Chaosium [7.4.1], Avalon Hill 6.41."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel.bits import bits, ones
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import ALL, BESIDE, BIT, LANDS, SEAS
from elric.young_kingdoms.components.pieces import FLEET, FLIES, FLYER_BITS, KIND
from elric.young_kingdoms.position.state import NEUTRAL, State, cargo, enemies, own_in
from elric.young_kingdoms.world.imrryr import may_enter_imrryr
from elric.young_kingdoms.world.terrain import IMRRYR, IMRRYR_BIT, room, wilds

_AIRBORNE: Final = frozenset(u for u in range(pieces.SIZE) if FLIES[u] or KIND[u] == pieces.ARTIFACT)


def all_fly(moving: Sequence[int]) -> bool:
    """Whether a stack goes on its own wings: everybody in it flies."""
    return _AIRBORNE.issuperset(moving)


def flyers(moving: Sequence[int]) -> int:
    """How many of a stack need room when they come down on a ship."""
    return sum(FLIES[u] for u in moving)


def deck_room(s: State, ship: int) -> int:
    """How many more flyers a ship can take: any number, or what its armies and other flyers leave (6.41)."""
    if not s.rules.fly_needs_room:
        return 99
    return room(s, ship) - sum(FLIES[u] for u in cargo(s, ship))


def decks(s: State, a: int, seat: int) -> list[int]:
    """Ships of a seat in an area that can take a flyer, once for each they can take."""
    return [x for x in own_in(s, a, seat) if KIND[x] == FLEET for _ in range(min(3, deck_room(s, x)))]


def where_to_rest(s: State, moving: Sequence[int], areas: int) -> int:
    """Where of some areas, as bits, flyers may end their move: on land where nobody bars it, or on friendly ships with
    room."""
    me = s.player
    barred = enemies(s, me) & ~wilds(s) & ~s.assaults
    if not may_enter_imrryr(s, moving, IMRRYR):
        barred |= IMRRYR_BIT
    out = areas & LANDS & ~barred
    for a in ones(areas & SEAS & s.stands[me]):
        if len(decks(s, a, me)) >= flyers(moving):
            out |= BIT[a]
    return out


def may_rest(s: State, a: int, moving: Sequence[int]) -> bool:
    """Whether flyers may end their move here; those who have stormed Imrryr with Elric stand there already."""
    return where_to_rest(s, moving, BIT[a]) > 0 or (a == IMRRYR and s.assaults & IMRRYR_BIT > 0)


def barred_skies(s: State, seat: int) -> int:
    """The areas, as bits, over which enemies who fly bar the sky, where the edition lets them (6.41)."""
    if s.rules.fly_over != "grounded":
        return 0
    hostile = FLYER_BITS & ~(s.of[seat] | s.of[NEUTRAL])
    return bits(a for a in ones(enemies(s, seat)) if s.at[a] & hostile)


def past_return(s: State, moving: Sequence[int], near: int, left: int) -> int:
    """From which of these areas, as bits, flyers with so many points left could not end their move lawfully any more."""
    if left < 0:
        return near
    rest = where_to_rest(s, moving, ALL)
    out = near & ~rest
    if out and left:
        closed = barred_skies(s, s.player)
        if not may_enter_imrryr(s, moving, IMRRYR):
            closed |= IMRRYR_BIT
        out = bits(a for a in ones(out) if not _within(a, left, rest, closed))
    return out


def _within(a: int, left: int, rest: int, closed: int) -> bool:
    """Whether one of these areas lies so many steps or fewer away, past others that are closed."""
    seen = ring = BIT[a]
    for _ in range(left):
        out = 0
        for i in ones(ring):
            out |= BESIDE[i]
        ring = out & ~seen & ~closed
        if ring & rest:
            return True
        seen |= ring
    return False
