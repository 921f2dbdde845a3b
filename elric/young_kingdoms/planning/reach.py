"""How far it is for hosts by their own ways: on foot, over the sea by the ships that lie ready, or both; as if nobody stood in
the way ([7.2], [7.3] / 6.2, 6.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from heapq import heappop, heappush
from math import ceil
from typing import Final

from elric.kernel.bits import ones
from elric.young_kingdoms.artifacts.bonds import influence
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.pieces import (
    ELRIC,
    FLEET_BITS,
    HERO,
    HERO_BITS,
    HEROES,
    KIND,
    LAND_MOVES,
    MOONGLUM,
    MOVE,
    WALKS_SEA,
)
from elric.young_kingdoms.planning import aims
from elric.young_kingdoms.planning.marches import overland
from elric.young_kingdoms.position.state import NEUTRAL, State, on_board
from elric.young_kingdoms.world.terrain import BOILING, TEETH, room

__all__ = ["EMBARK", "docks", "on_foot", "piers", "points", "sailed", "stranded", "swayed", "voyage", "within"]

_WRECKS: Final = (BOILING, TEETH)
EMBARK: Final = 1  # points that going aboard takes in a port; elsewhere it takes all of them ([7.3] / 6.31)


def docks(s: State, seat: int) -> dict[int, int]:
    """Where units of a seat could go aboard a ship, with the room for armies there: personalities need none ([7.1], [7.3] / 6.1,
    6.31)."""
    found: dict[int, int] = {}
    for x in ones(on_board(s, seat) & FLEET_BITS):
        for a in _shores(s.place[x]):
            found[a] = found.get(a, 0) + room(s, x)
    return dict(sorted(found.items()))


def _shores(at: int) -> list[int]:
    """The land from which a ship in an area is boarded."""
    return [at] if BOARD.kind[at] == LAND else [a for a in BOARD.near[at] if BOARD.kind[a] == LAND]


def points(s: State, ship: int) -> int:
    """Points for a march to a ship, the voyage and the landing: the ship's own, or where those who land pay for it theirs ([7.3] /
    6.31)."""
    return MOVE[ship] if s.rules.landing_by == "ship" else LAND_MOVES


def piers(s: State, seat: int) -> tuple[tuple[int, int, int], ...]:
    """The same places, each with the points that going aboard takes there, and how many of them all one has to land with the fastest
    ship that lies there."""
    lying = tuple([(x, s.place[x]) for x in ones(on_board(s, seat) & FLEET_BITS)])
    return _piers(lying, s.rules.landing_by == "ship")


@lru_cache(8192)
def _piers(lying: tuple[tuple[int, int], ...], by_ship: bool) -> tuple[tuple[int, int, int], ...]:
    """Of ships, each with the area where it lies."""
    in_ports: dict[int, int] = {}
    off_shores: dict[int, int] = {}
    for x, at in lying:
        points = MOVE[x] if by_ship else LAND_MOVES
        for a in _shores(at):
            there = in_ports if at == a or at in BOARD.ports[a] else off_shores
            there[a] = max(points, there.get(a, 0))
    return tuple(
        (a, EMBARK, in_ports[a]) if a in in_ports else (a, LAND_MOVES, off_shores[a])
        for a in sorted(in_ports.keys() | off_shores.keys())
    )


def _spent(start: int, cost: Callable[[int, int], int]) -> tuple[int, ...]:
    """Movement points to everywhere, by what the step from one area to the next costs: 0 where it cannot be made. -1 where no way
    leads."""
    far = [-1] * BOARD.size
    ring = [(0, start)]
    while ring:
        spent, a = heappop(ring)
        if far[a] < 0:
            far[a] = spent
            for b in BOARD.near[a]:
                if far[b] < 0 and (points := cost(a, b)):
                    heappush(ring, (spent + points, b))
    return tuple(far)


@cache
def _walked(start: int) -> tuple[int, ...]:
    """The same for those who walk over the sea: two for each area of it ([12.0], [7.3] / 11, 6.3)."""
    return _spent(start, lambda a, b: 1 if BOARD.kind[b] == LAND else 2)


@cache
def sailed(start: int) -> tuple[int, ...]:
    """The same for those who sail from a sea, round the waters that wreck ships, and march on where they land ([7.5.1], [7.5.4] / 6.51,
    6.54)."""
    return _spent(start, lambda a, b: int(b not in _WRECKS and (BOARD.kind[a] != LAND or BOARD.kind[b] == LAND)))


@cache
def voyage(port: int, embark: int) -> tuple[int, ...]:
    """Areas to everywhere of those who go aboard at a place: a fleet leaves a port by the sea of its anchor only (6.59)."""
    by_port = embark == EMBARK
    seas = BOARD.ports[port] if by_port else [x for x in BOARD.near[port] if BOARD.kind[x] != LAND]
    ways = [sailed(x) for x in seas if BOARD.kind[x] != LAND]
    least = (min((far[a] for far in ways if far[a] >= 0), default=-1) for a in range(BOARD.size))
    first = 1 if by_port else 0  # a ship off the coast is at sea already
    return tuple(first + far if far >= 0 else -1 for far in least)


@lru_cache(8192)
def within(
    start: int, ports: tuple[tuple[int, int, int], ...], over_sea: bool, points: int, walks: bool = False
) -> int:
    """The places within so many areas of one, as bits: over land, and with ships of these ports; or over the sea at once, by ship
    or on foot."""
    if over_sea:
        crossed = _walked(start) if walks else sailed(start)
        return sum(1 << a for a, far in enumerate(crossed) if 0 <= far <= points)
    land = overland(start)
    found = sum(1 << a for a, far in enumerate(land) if 0 <= far <= points)
    for port, embark, rate in ports:
        ashore = land[port] + embark
        if embark != EMBARK:  # off the coast it takes a whole turn, and what is left of this one goes by
            today = points % LAND_MOVES
            ashore = today + LAND_MOVES * (1 + ceil(max(0, land[port] - today) / LAND_MOVES))
        # a ship goes as far as it can, less what was walked to it ([7.3] / 6.31)
        left = points - ashore + rate - LAND_MOVES
        if land[port] >= 0 and ashore <= points:
            found |= sum(1 << a for a, far in enumerate(voyage(port, embark)) if 0 <= far <= left)
    return found


def stranded(s: State, seat: int, a: int) -> bool:
    """Whether armies in an area can come, on foot or by a ship of theirs, neither to what is most worth taking nor to what is
    most worth holding."""
    if any(berths and overland(port)[a] >= 0 for port, berths in docks(s, seat).items()):
        return False
    worth = ((b, aims.prize(s, seat, b), aims.guard(s, seat, b)) for b in BOARD.lands if BOARD.city[b])
    return not any(max(prize, guard) > aims.CAPITAL and overland(b)[a] >= 0 for b, prize, guard in worth)


@lru_cache(512)
def on_foot(start: int) -> int:
    """The places that one can march to, as bits."""
    return sum(1 << a for a, far in enumerate(overland(start)) if far >= 0)


def swayed(t: State, seat: int) -> int:
    """Places, as bits, where Elric could be won over in the enemy's turn: by somebody who comes beside him, and whose voice is
    stronger than those of his side who are with him or stand there ([12.1.2] / 11.12)."""
    mine = max((influence(t, u) for u in t.moving if KIND[u] == HERO and u not in (ELRIC, MOONGLUM)), default=(0, 0))
    friends = [(influence(t, u), t.place[u]) for u in ones(on_board(t, seat) & HERO_BITS) if u not in (ELRIC, MOONGLUM)]
    found = 0
    for u in HEROES:
        at = t.place[u]
        if t.owner[u] < NEUTRAL and t.owner[u] != seat and at < BOARD.size and influence(t, u) > mine:
            held = {a for voice, a in friends if voice >= influence(t, u)}
            found |= within(at, (), bool(WALKS_SEA[u]), LAND_MOVES, walks=True) & ~sum(1 << a for a in held)
    return found
