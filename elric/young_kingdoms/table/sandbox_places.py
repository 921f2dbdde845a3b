"""Where everything is in a position that is being written, and how it goes elsewhere: in the state that the position makes,
as far as it can be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from elric.kernel.bits import ones
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.description import parts
from elric.young_kingdoms.description.schema import Builder
from elric.young_kingdoms.position.state import (
    ASHORE,
    AWAY,
    BOX,
    LOST,
    NOBODY,
    State,
    cargo,
    give,
    own,
    put,
)

__all__ = ["edit", "make", "move", "owner_of", "place_of"]

_OFF: Final = {BOX: "box", LOST: "lost", AWAY: "away"}
PLACES: Final = {**BOARD.index, **{name: place for place, name in _OFF.items()}}
"""Every place of a piece by its name: areas, and what is no area."""
# What moving a piece or a spell changes of a position.
_TOLD: Final = (parts.units_said, parts.marks_said, parts.spells_said)


def make(position: Mapping[str, Any]) -> State:
    """The state of a position as far as it goes; of one that cannot be read at all, the first scenario's."""
    for spec in (position, {}):
        builder = Builder(spec)
        with suppress(AttributeError, LookupError, TypeError, ArithmeticError, ValueError):
            builder.build()
        if builder.made is not None:
            return builder.made
    raise AssertionError("an empty position can be read")


def edit(position: Mapping[str, Any], deed: Callable[[State], None]) -> dict[str, Any]:
    """A position after something was done to its pieces or spells. Only the parts that this changes are written anew; what else
    is in it stays as it was written, whether it can be read or not."""
    s = make(position).copy()
    before = _described(s)
    deed(s)
    after = _described(s)
    changed = {key for key in (*before, *after) if before.get(key) != after.get(key)}
    kept = {key: said for key, said in position.items() if key not in changed}
    return kept | {key: said for key, said in after.items() if key in changed}


def _described(s: State) -> dict[str, Any]:
    return {key: said for say in _TOLD for key, said in say(s).items() if said}


def place_of(s: State, u: int) -> str:
    """Where a piece is: the name of an area, "box", "lost" or "away"."""
    return _OFF.get(s.place[u]) or BOARD.ids[s.place[u]]


def owner_of(s: State, u: int) -> int:
    """Whose a piece is, or would be if it were put up: a seat, NEUTRAL or NOBODY."""
    nation = pieces.NATION[u]
    off = s.owner[u] == NOBODY and s.place[u] >= BOARD.size
    return s.nation_owner[nation] if off and nation >= 0 else s.owner[u]


def move(s: State, u: int, place: int) -> None:
    """Put a piece elsewhere, and with it what it carries. At sea it goes aboard a ship of its owner's that has room; a piece of no
    nation belongs to whoever plays."""
    whose = owner_of(s, u)
    for x in (u, *cargo(s, u)):
        s.band[x] = s.spent[x] = s.flags[x] = 0
        if place >= BOARD.size:
            s.aboard[x] = ASHORE
        put(s, x, place)
    s.aboard[u] = ASHORE
    if place < BOARD.size:
        give(s, u, s.player if whose == NOBODY else whose)
        s.aboard[u] = _ship(s, u, place)
    elif place == BOX:
        own(s, u, NOBODY)
    else:
        own(s, u, whose)


def _ship(s: State, u: int, area: int) -> int:
    """The ship that takes a piece up which is put on the sea, ASHORE where it needs none or there is none."""
    kind = pieces.KIND[u]
    if BOARD.kind[area] != SEA or pieces.WALKS_SEA[u] or kind not in (pieces.HERO, pieces.ARMY):
        return ASHORE
    for ship in ones(s.at[area] & s.of[s.owner[u]]):
        load = sum(pieces.KIND[x] == pieces.ARMY for x in cargo(s, ship))
        if pieces.KIND[ship] == pieces.FLEET and (kind == pieces.HERO or load < pieces.CARRY[ship]):
            return ship
    return ASHORE
