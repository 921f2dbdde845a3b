"""What a flood closes to those who march, are driven or move in [26.4]."""

from __future__ import annotations

from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import SUPERHEROES
from elric.dragon_pass.position.effects import under
from elric.dragon_pass.position.state import State


def closed(s: State, units: tuple[int, ...]) -> int:
    """The hexes that a flood keeps a company out of: all it strikes but walled places; none for a Superhero and his stack."""
    if not s.effects:
        return 0
    wet = under(s, "flood")
    if not wet or any(SUPERHEROES >> u & 1 for u in units):
        return 0
    return wet & ~BOARD.walls
