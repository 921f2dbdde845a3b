"""How the board lies in its picture: the hexes at the left, a key at the right, as wide as the page has room for."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import HEXES
from elric.kernel.hexes import Point

WIDTH: Final = 1600.0
HEIGHT: Final = 1040.0
EDGE: Final = 20.0  # of the drawn frame
_WIDE, _HIGH = (max(axis) for axis in zip(*(p for h in range(HEXES.size) for p in HEXES.corners(h)), strict=True))
SCALE: Final = (HEIGHT - 2 * EDGE) / _HIGH
"""The side of a hex in units of the picture."""
BOARD_WIDE: Final = _WIDE * SCALE
KEY: Final = (EDGE + BOARD_WIDE + 14.0, EDGE, WIDTH - EDGE, HEIGHT - EDGE)
"""Where the key stands: left, top, right, bottom."""
FOLDED: Final = KEY[0] - 7.0
"""How far the picture reaches when the key is folded away."""
DAYS: Final = tuple((KEY[0] + 38.0 + k * (KEY[2] - KEY[0] - 76.0) / 6, KEY[1] + 158.0) for k in range(7))
"""The seven days of the moon, where the key draws them."""


def at(point: Point) -> tuple[float, float]:
    """A point of the board in the picture, y down."""
    return round(point[0] * SCALE + EDGE, 1), round(point[1] * SCALE + EDGE, 1)


def middle(h: int) -> tuple[float, float]:
    """The middle of a hex in the picture."""
    return at(HEXES.centre(h))
