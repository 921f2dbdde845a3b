"""What rulers are to each other: where each has his capital, who is at peace with whom, and who leads a beaten army [69.2]."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import LUNAR, SARTAR
from elric.dragon_pass.position.notes import Caught, Conquered, TarshCapital, noted, the_note
from elric.dragon_pass.position.state import State, enemies

EYE: Final = "eye-1"  # by this hex the Dragon's Eye is chosen, a city of three
CITY: Final = {EYE: (EYE, "eye-2", "eye-3")}


def capital_place(s: State, seat: int) -> str:
    """The id of the place that is a ruler's capital."""
    return {LUNAR: "furthest", SARTAR: "boldhome"}.get(seat) or the_note(s, TarshCapital).place


def city(place: str) -> int:
    """All hexes of a place, as bits; the Dragon's Eye is one city of three hexes."""
    found = 0
    for part in CITY.get(place, (place,)):
        found |= BOARD.places[part].bits
    return found


def capital(s: State, seat: int) -> int:
    """The hexes of a ruler's capital, as bits."""
    return city(capital_place(s, seat))


def presence(s: State, seat: int) -> int:
    """The hexes where a ruler has units, as bits; whom the Sylphs hold is bound there, and no less in the place [25.3]."""
    held = the_note(s, Caught)
    return s.at[seat] | (1 << held.hex if held.units and s.owner[held.units[0]] == seat else 0)


def is_disputed(s: State, seat: int, hexes: int) -> bool:
    """Whether an enemy of a ruler is in one of some hexes [64.2]."""
    return any(presence(s, k) & hexes for k in enemies(s, seat))


def leader(s: State, seat: int) -> int:
    """Who commands what was a ruler's: himself, or whoever has taken his army over, and in turn that one's victor."""
    taken = dict(noted(s, Conquered))
    while seat in taken:
        seat = taken[seat]
    return seat
