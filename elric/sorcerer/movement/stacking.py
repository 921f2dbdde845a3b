"""How many may end a movement phase together [10.0]."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import ones
from elric.sorcerer.components.units import FORTRESS, KIND, MAGICAL
from elric.sorcerer.position.state import State, color_of, force, stackers

LIMIT: Final = 2


def is_crowded(s: State, side: int, h: int) -> bool:
    """Whether a stack is more than may stay when movement ends [10.5]: over two [10.1], or of two colors, the fortress counted in [10.2, 10.4]."""
    units = stackers(s, side, h)
    if len(units) > LIMIT:
        return True
    colors = {color_of(s, u) for u in units if MAGICAL >> u & 1}
    if not colors:
        return False
    colors.update(color_of(s, u) for u in force(s, side, h) if KIND[u] == FORTRESS)
    return len(colors) > 1


def fits(s: State, side: int, u: int, h: int) -> bool:
    """Whether one more counter could stay in a hex: for setting up, and for automatic colors."""
    units = stackers(s, side, h)
    if len(units) >= LIMIT:
        return False
    if not MAGICAL >> u & 1:
        return True
    others = [v for v in (*units, *force(s, side, h)) if MAGICAL >> v & 1 or KIND[v] == FORTRESS]
    return all(color_of(s, v) == color_of(s, u) for v in others)


def crowds(s: State, side: int) -> list[int]:
    """The hexes where a side has more than may stay."""
    hexes = s.at[side]
    piles = s.piles
    found = [h for h in ones(hexes) if len(piles[h]) > 1 and is_crowded(s, side, h)]
    if s.hidden:
        found += [h for h in sorted(set(s.hidden.values())) if h not in found and is_crowded(s, side, h)]
    return found
