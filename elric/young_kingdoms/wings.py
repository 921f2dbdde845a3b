"""Those who fly themselves: what they pass over, and where they may come down. Sources: Chaosium [7.4.1], Avalon Hill 6.41."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from . import pieces
from .board import BOARD, LAND
from .ground import IMRRYR, guarded, room
from .pieces import FLEET, FLIES, KIND
from .state import NEUTRAL, State, cargo, foes_at, own_in, units_in

_AIRBORNE: Final = frozenset(u for u in range(pieces.SIZE) if FLIES[u] or KIND[u] == pieces.ARTIFACT)


def flying(moving: Sequence[int]) -> bool:
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


def may_rest(s: State, a: int, moving: Sequence[int]) -> bool:
    """Whether flyers may end their move here: on land where nobody bars it, or on friendly ships with room."""
    if BOARD.kind[a] != LAND:
        return len(decks(s, a, s.player)) >= flyers(moving)
    if a == IMRRYR and s.control[a] != s.player:
        return False
    return not guarded(s, a, s.player) or bool(s.assaults >> a & 1)


def sky_enemy(s: State, a: int, seat: int) -> bool:
    """Whether enemies who fly bar the sky of an area, where the edition lets them (6.41)."""
    if s.rules.fly_over != "grounded" or not foes_at(s, a, seat):
        return False
    return any(FLIES[u] and s.owner[u] != seat and s.owner[u] < NEUTRAL for u in units_in(s, a))


def may_pass_over(s: State, a: int) -> bool:
    """Whether flyers of the active player may cross an area without stopping."""
    return not (a == IMRRYR and s.control[a] != s.player) and not sky_enemy(s, a, s.player)


def can_come_down(s: State, a: int, left: int, moving: Sequence[int]) -> bool:
    """Whether flyers who are over an area with so many points left can still end their move lawfully."""
    if left < 0:
        return False
    if may_rest(s, a, moving):
        return True
    seen = ring = {a}
    for _ in range(left):
        ring = {j for i in ring for j in BOARD.near[i] if j not in seen and may_pass_over(s, j)}
        if any(may_rest(s, i, moving) for i in ring):
            return True
        seen = seen | ring
    return False
