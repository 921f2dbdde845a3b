"""Questions about the ground: wilderness, who holds what, sieges, room aboard. Sources: Chaosium [7.1], [7.5], [10.9.4];
Avalon Hill 6.1, 6.5, 9.94.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.memo import kept
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.areas import BIT, CITIES, LANDS, WALLS, WILDS
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import ARMIES, FLEET, KIND, LAND_MOVES, MOVE
from elric.young_kingdoms.components.spells import ALIGN, CHAOS
from elric.young_kingdoms.position.state import FACE_UP, HELD_OPEN, NEUTRAL, OWNERS, WALKED, State, cargo, foes_at

BOILING: Final = BOARD.special_area("boiling_sea")


TEETH: Final = BOARD.special_area("serpents_teeth")


STRAITS: Final = BOARD.special_area("straits_of_chaos")


IMRRYR: Final = BOARD.special_area("imrryr")
IMRRYR_BIT: Final = BIT[IMRRYR] if IMRRYR >= 0 else 0  # another board may have no Imrryr


def wild_for(s: State, a: int) -> bool:
    """Whether enemies may stand side by side here unnoticed: wilderness land, or a wild sea where that is played."""
    if BOARD.wild[a] and (s.rules.wild_seas or BOARD.kind[a] != SEA):
        return True
    return turned_wild(s, a)


def wilds(s: State) -> int:
    """Every area in which enemies may stand side by side unnoticed (`wild_for`), as bits."""
    out = WILDS if s.rules.wild_seas else _WILD_LANDS
    if s.tipped == CHAOS and s.rules.chaos_wilds:
        out |= bits(a for a in range(BOARD.size) if turned_wild(s, a))
    return out


_WILD_LANDS: Final = WILDS & LANDS


def draws_attacks(s: State, a: int) -> bool:
    """Whether passing here may call up a random attack: wilderness, and the Straits of Chaos."""
    return (BOARD.wild[a] or turned_wild(s, a)) and wilderness_strikes(s)


def wilderness_strikes(s: State) -> bool:
    """Whether there are random attacks at all: never in a world of Law ([13.4] C / 12.43)."""
    return s.tipped != spells.LAW and not s.scenario.solo


def enemy_city(s: State, a: int, seat: int) -> bool:
    """Whether another seat holds a city here."""
    c = s.control[a]
    return c < NEUTRAL and c != seat


def others_cities(s: State, seat: int) -> int:
    """The areas with a city that this seat does not hold, be it another's or nobody's, as bits."""
    return cities_of(bytes(s.control))[seat].foreign


def free_cities(s: State) -> int:
    """The areas with a city that no seat holds, as bits."""
    return cities_of(bytes(s.control))[0].free


class Cities(NamedTuple):
    """The cities as an owner sees them, as bits: all that he does not hold, all that no seat holds, and those that he may storm
    though nobody stands there: what no seat holds, and another seat's walls."""

    foreign: int
    free: int
    storm: int


@kept(1024)
def cities_of(control: bytes) -> tuple[Cities, ...]:
    """The cities as each owner sees them, on a map of who holds each."""
    return tuple(
        Cities(
            bits(a for a in ones(CITIES) if control[a] != owner),
            bits(a for a in ones(CITIES) if control[a] == NEUTRAL),
            bits(
                a
                for a in ones(WALLS | CITIES)
                if (control[a] == NEUTRAL and CITIES >> a & 1)
                or (WALLS >> a & 1 and control[a] < NEUTRAL and control[a] != owner)
            ),
        )
        for owner in range(OWNERS)
    )


def is_besieged(s: State, a: int, seat: int) -> bool:
    """Whether this seat's pieces in an area are shut up in their city by an enemy around it."""
    return s.control[a] == seat and BOARD.wall[a] > 0 and foes_at(s, a, seat) and not wild_for(s, a)


def carriers(s: State, moving: Sequence[int]) -> list[int]:
    """The ships in a moving stack."""
    return [u for u in moving if KIND[u] == FLEET]


def most_spent(s: State, units: Iterable[int]) -> int:
    spent = s.spent
    most = 0
    for u in units:
        if spent[u] > most:
            most = spent[u]
    return most


def is_guarded(s: State, a: int, seat: int) -> bool:
    """Whether an area may be entered only to fight: enemies stand there. Walls alone bar nobody ([7.3], [7.5.2], [7.5.7] /
    6.33, 6.52, 6.57)."""
    return foes_at(s, a, seat) and not wild_for(s, a)


def company(s: State, moving: Sequence[int]) -> list[int]:
    """A moving stack with everybody aboard its ships, in hand or not: they go where the ship goes."""
    out = list(moving)
    for x in moving:
        if KIND[x] == FLEET:
            out.extend(u for u in cargo(s, x) if u not in moving)
    return out


def sail_left(s: State, ship: int) -> int:
    """What a ship may still use this turn: its rate, less the seas it has crossed and the landings it has made, and less
    what the most tired of its passengers had spent before they sailed ([7.3] / 6.31)."""
    burden = 0
    for u in cargo(s, ship):
        if s.flags[u] // WALKED > burden:
            burden = s.flags[u] // WALKED
    return int(MOVE[ship]) - s.spent[ship] - burden


def fleet_left(s: State, ships: Iterable[int]) -> int:
    """What ships that sail together may still use: as much as the one that has least."""
    return min((sail_left(s, x) for x in ships), default=0)


def points_left(s: State) -> int:
    """Movement points the stack now moving can still use, on land or with its ships."""
    ships = carriers(s, s.moving)
    return fleet_left(s, ships) if ships else LAND_MOVES - most_spent(s, s.moving)


def room(s: State, ship: int) -> int:
    """How many more armies a ship can carry."""
    # armies are numbered one after another: a search from the first of them to the last passes by whoever else is aboard
    aboard, left = s.aboard, int(pieces.CARRY[ship])
    u = aboard.find(ship, _FIRST_ARMY, _LAST_ARMY)
    while u >= 0:
        left -= 1
        u = aboard.find(ship, u + 1, _LAST_ARMY)
    return left


_FIRST_ARMY: Final = ARMIES[0]
_LAST_ARMY: Final = ARMIES[-1] + 1


def turned_wild(s: State, a: int) -> bool:
    """With the world tipped to Chaos, an open Chaos spell makes its area wilderness (Chaosium [13.4] D)."""
    if s.tipped != CHAOS or not s.rules.chaos_wilds:
        return False
    for i, at in enumerate(s.spell_at):
        if ALIGN[i] == CHAOS and (at == FACE_UP + a or (at >= HELD_OPEN and s.place[at - HELD_OPEN] == a)):
            return True
    return False
