"""Areas as bits: one long number says something about all of them at once."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import bits
from elric.young_kingdoms.components.board import BOARD

BIT: Final = tuple(1 << a for a in range(BOARD.size))
ALL: Final = (1 << BOARD.size) - 1
LANDS: Final = bits(BOARD.lands)
SEAS: Final = bits(BOARD.seas)
WILDS: Final = bits(a for a in range(BOARD.size) if BOARD.wild[a])
CITIES: Final = bits(a for a in BOARD.lands if BOARD.city[a])
WALLS: Final = bits(a for a in BOARD.lands if BOARD.wall[a])
BESIDE: Final = tuple(bits(near) for near in BOARD.near)
