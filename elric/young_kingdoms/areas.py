"""Areas as bits: one long number says something about all of them at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .board import BOARD

BIT: Final = tuple(1 << a for a in range(BOARD.size))
ALL: Final = (1 << BOARD.size) - 1


def bits(areas: Iterable[int]) -> int:
    """Areas as bits."""
    out = 0
    for a in areas:
        out |= BIT[a]
    return out


def areas_in(these: int) -> list[int]:
    """The areas of some bits, in index order."""
    out = []
    while these:
        first = these & -these
        these ^= first
        out.append(first.bit_length() - 1)
    return out


LANDS: Final = bits(BOARD.lands)
SEAS: Final = bits(BOARD.seas)
WILDS: Final = bits(a for a in range(BOARD.size) if BOARD.wild[a])
CITIES: Final = bits(a for a in BOARD.lands if BOARD.city[a])
BESIDE: Final = tuple(bits(near) for near in BOARD.near)
