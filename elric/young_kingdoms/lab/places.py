"""Kinds of place a battle may be asked about, and an area that stands for each."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND, SEA

PLACES: Final = MappingProxyType(
    {
        "open": "open country",
        "unwalled": "a city without walls",
        "walled": "a walled city",
        "capital": "a capital",
        "nadsokor": "Nadsokor",
        "imrryr": "Imrryr",
        "sea": "the sea",
        "wilderness": "wilderness",
    }
)
"""Kinds of place that may stand for an area."""


def area_of(place: str, defend: tuple[str, ...] = ()) -> int:
    """The area a place means; a kind of place takes one that fits, if possible of the defender's nation. -1: none."""
    if place in BOARD.index and place not in PLACES:
        return BOARD.index[place]
    nations = [pieces.NATION[pieces.INDEX[u]] for u in defend if u in pieces.INDEX]
    home = [pieces.NATIONS[n].id for n in nations if n >= 0]
    fit = [a for a in range(BOARD.size) if _is(place, a)]
    return next((a for n in home for a in fit if BOARD.nation[a] == n), fit[0] if fit else -1)


def _is(place: str, area: int) -> bool:
    plain = BOARD.kind[area] == LAND and not BOARD.wild[area] and not BOARD.special[area]
    return {
        "open": plain and not BOARD.city[area],
        "unwalled": BOARD.kind[area] == LAND and BOARD.city[area] and not BOARD.wall[area],
        "walled": plain and BOARD.wall[area] == 3,
        "capital": plain and BOARD.wall[area] == 5,
        "nadsokor": BOARD.nation[area] == "nadsokor" and BOARD.city[area],
        "imrryr": BOARD.special[area] == "imrryr",
        "sea": BOARD.kind[area] == SEA and not BOARD.wild[area] and not BOARD.special[area],
        "wilderness": BOARD.kind[area] == LAND
        and BOARD.wild[area]
        and not BOARD.city[area]
        and not BOARD.special[area],
    }.get(place, False)
