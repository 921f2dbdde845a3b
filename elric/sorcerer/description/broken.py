"""What cannot be in a position, counted again from the ground up: for built positions, and after each action of a tried game."""

from __future__ import annotations

from elric.kernel.bits import ones
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.colors import GRAY
from elric.sorcerer.components.scenarios import MOST_SIDES
from elric.sorcerer.components.units import COUNT, DEMON, FORTRESS, HUMAN, IDS, KIND, MAGICAL, SORCERERS
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.position.notes import flux
from elric.sorcerer.position.state import HIDDEN, MOVEMENT, SETUP, State, color_of


def broken(s: State) -> list[str]:
    """Every fault, in words; empty when the position stands."""
    return [*_places(s), *_bits(s), *_ground(s), *_units(s)]


def _places(s: State) -> list[str]:
    found = []
    seen: dict[int, int] = {}
    for h, pile in s.piles.items():
        if not pile:
            found.append(f"{HEXES.names[h]}: an empty stack")
        for u in pile:
            if u in seen:
                found.append(f"{IDS[u]} stands in two places")
            seen[u] = h
    for u in range(COUNT):
        where = s.place[u]
        if where != seen.get(u, where) or (where >= 0) != (u in seen):
            found.append(f"{IDS[u]}: its place is told twice, and not alike")
        if (where == HIDDEN) != (u in s.hidden):
            found.append(f"{IDS[u]} hides nowhere")
        if (where >= 0 or where == HIDDEN) and s.owner[u] < 0:
            found.append(f"{IDS[u]} stands on the map and is nobody's")
    return found


def _bits(s: State) -> list[str]:
    found = []
    for side in range(MOST_SIDES):
        of = sum(1 << u for pile in s.piles.values() for u in pile if s.owner[u] == side)
        at = sum(1 << h for h, pile in s.piles.items() if any(s.owner[u] == side for u in pile))
        if of != s.of[side] or at != s.at[side]:
            found.append(f"side {side}: what is kept of its counters is not so")
    on = sum(s.of) | sum(1 << u for u in s.hidden)
    for name in ("depleted", "pinned", "inside"):
        for u in ones(getattr(s, name) & ~on):
            found.append(f"{IDS[u]} is {name}, and not on the map")
    return found


def _ground(s: State) -> list[str]:
    found = []
    for h in range(HEXES.size):
        for color in range(GRAY + 1):
            if (s.cells[color] >> h & 1) != (s.ground[h] == color):
                found.append(f"{HEXES.names[h]}: its color is told twice, and not alike")
    found += [f"{HEXES.names[h]}: a vortex in Gray" for h in ones(s.vortex & s.cells[GRAY])] if flux(s) < 0 else []
    return found


def _units(s: State) -> list[str]:
    found = []
    for h, pile in s.piles.items():
        castles = [u for u in pile if KIND[u] == FORTRESS]
        if len(castles) > 1:
            found.append(f"{HEXES.names[h]}: two fortresses")
        for u in castles:
            if color_of(s, u) not in (s.paint[h], s.fane):
                found.append(f"{IDS[u]} does not stand on its color")
    for u in ones(s.inside):
        if KIND[u] != DEMON:
            found.append(f"{IDS[u]} is no garrison")
    for u in s.spent:
        if points_to_spend(s, u) < 0 and not s.depleted >> u & 1:
            found.append(f"{IDS[u]} has spent more than it had")
    for seat in range(s.scenario.seats):
        if not s.alive >> seat & 1 and s.of[seat]:
            found.append(f"{s.scenario.name(seat)} is out of the game, and has counters")
    if s.hand and s.phase not in (MOVEMENT, SETUP):
        found.append("somebody is in hand outside a movement phase")
    if any(not (MAGICAL | SORCERERS) >> u & 1 and KIND[u] != HUMAN for u in s.hand):
        found.append("a fortress is in hand")
    return found
