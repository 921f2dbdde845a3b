"""Hordes that must first find a place. Sources: Chaosium [11.0], Avalon Hill 10.31, 10.32; ruling "horde-road"."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from elric.kernel.bits import bits, ones
from elric.kernel.rules import no
from elric.kernel.verdict import Offer, Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.fixes import act, each, later
from elric.young_kingdoms.position.notes import Seeks, noted
from elric.young_kingdoms.position.state import SEARCH, State, ids
from elric.young_kingdoms.world.terrain import is_guarded

# The special place each of them must find first.
SEEK: Final = {"flamebringers": "mordaga", "kelmain-host": "kaneloon"}
_A_PLACE: Final = 3  # what a search may be for (`wilderness.SOUGHT`)
_OF_HORDES: Final = frozenset(ones(pieces.HORDE_BITS))
_CLAUSE: Final = {"flamebringers": "10.31", "kelmain-host": "10.32"}


def sought_by(s: State, u: int) -> int:
    """The area a piece of a horde must find before it can be used, -1 when there is none."""
    n = pieces.NATION[u]
    return next((BOARD.special_area(note.place) for note in noted(s, Seeks) if note.horde == n), -1)


def bound(s: State, units: Collection[int]) -> int:
    """The first of these pieces that is still looking for its place, or -1."""
    if _OF_HORDES.isdisjoint(units):
        return -1
    if not noted(s, Seeks):
        return -1
    return next((u for u in units if sought_by(s, u) >= 0), -1)


def at_leisure(s: State, units: Collection[int], why: Why) -> bool:
    """Whether these may do something besides looking for their place, where the edition forbids it (10.31, 10.32)."""
    u = bound(s, units) if s.rules.horde_only_seeks else -1
    return u < 0 or refusal(s, u, why)


def on_the_way(s: State, here: int, area: int, goal: int) -> bool:
    """Whether a step lies on a shortest way over land that no enemy bars."""
    far = {goal: 0}
    ring = [goal]
    while ring and here not in far:
        out = []
        for i in ring:
            for j in BOARD.near[i]:
                if j not in far and BOARD.kind[j] == LAND and (j == here or not is_guarded(s, j, s.player)):
                    far[j] = far[i] + 1
                    out.append(j)
        ring = out
    return here in far and area in far and far[area] == far[here] - 1


_SOUTHERN_WILDS: Final = bits(a for a in BOARD.lands if BOARD.wild[a] and BOARD.continent[a] == "south")


def where_to_wander(s: State, u: int) -> int:
    """Where a horde that is still looking may go about freely, as bits: the Kelmain Host in the wilderness that it may not
    leave yet (`kelmain_wander`; [11.0] / 10.32)."""
    kelmain = pieces.NATIONS[pieces.NATION[u]].id == "kelmain-host"
    return _SOUTHERN_WILDS if kelmain and s.rules.kelmain_wander else 0


def _road(s: State, u: int, goal: int) -> tuple[Offer, ...]:
    """What a horde that is looking for its place can do: go on, or search where the place must be."""
    here = s.place[u]
    way = (a for a in BOARD.near[here] if on_the_way(s, here, a, goal)) if u in s.moving else ()
    search = later("search", act("search", goal, _A_PLACE)) if here == goal and s.phase < SEARCH else ()
    out: list[Offer] = [("Go on by a shortest way.", each("step", way))] if u in s.moving else []
    if search:
        out.append(("Search for the place in the Search phase.", search))
    return (*out, "A shortest way leads there, and a search finds the place.")


def refusal(s: State, unit: int, why: Why) -> bool:
    """Why a horde that is still looking may not do what it likes."""
    nation = pieces.NATIONS[pieces.NATION[unit]]
    goal = sought_by(s, unit)
    if where_to_wander(s, unit):
        return why is not None and no(
            why,
            ("11.0", _CLAUSE["kelmain-host"]),
            f"{words.nation(nation.index)} must find {words.area(goal)} before it can leave the wilderness of the southern "
            "continent.",
            _road(s, unit, goal),
            (*ids((unit,)), BOARD.ids[goal]),
        )
    return why is not None and no(
        why,
        ("11.0", _CLAUSE.get(nation.id, "10.3")),
        f"{words.nation(nation.index)} must find {words.area(goal)} before doing anything else.",
        _road(s, unit, goal),
        (*ids((unit,)), BOARD.ids[goal]),
    )
