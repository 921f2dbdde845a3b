"""How the board lies in its picture: west at the top, so that a wide page shows it largest; a key at the right."""

from __future__ import annotations

from typing import Final

from elric.kernel.hexes import Point
from elric.sorcerer.components.board import HEXES

WIDTH: Final = 1600.0
HEIGHT: Final = 1040.0
EDGE: Final = 20.0  # of the drawn frame
_WIDE, _HIGH = (max(axis) for axis in zip(*(p for h in range(HEXES.size) for p in HEXES.corners(h)), strict=True))
SCALE: Final = (HEIGHT - 2 * EDGE) / _WIDE
"""The side of a hex in units of the picture."""
BOARD_WIDE: Final = _HIGH * SCALE
KEY: Final = (EDGE + BOARD_WIDE + 12.0, EDGE, WIDTH - EDGE, HEIGHT - EDGE)
"""Where the key stands: left, top, right, bottom."""
FOLDED: Final = KEY[0] - 6.0
"""How far the picture reaches when the key is folded away."""


def at(point: Point) -> tuple[float, float]:
    """A point of the board in the picture, y down: north is right, west is up."""
    return round((_HIGH - point[1]) * SCALE + EDGE, 1), round(point[0] * SCALE + EDGE, 1)


def middle(h: int) -> tuple[float, float]:
    """The middle of a hex in the picture."""
    return at(HEXES.centre(h))


def outline(h: int) -> str:
    """A hex as SVG path data."""
    return f"M{' '.join(f'{x:g} {y:g}' for x, y in map(at, HEXES.corners(h)))}z"
