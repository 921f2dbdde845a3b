"""What spells on the ground do to those who march: a flood closes hexes [26.4], the dark holds whoever comes into it [45.1]."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import DRAGONS, HEROES, MAGICIANS, SUPERHEROES, corps, units_named
from elric.dragon_pass.position.effects import under
from elric.dragon_pass.position.state import State, spread
from elric.kernel.bits import bits, ones

# [45.1] those whom the darkness does not hold; Superheroes' stacks are found where they stand
AT_EASE: Final = (
    bits(
        (
            *corps("Ethilrist"),
            *units_named("tusk-riders", "delecti-the-necromancer", "zombie", "dragon", "giant", "troll-gang"),
        )
    )
    | MAGICIANS
    | HEROES
)


def closed_hexes(s: State, units: tuple[int, ...]) -> int:
    """The hexes that a flood keeps a company out of: all it strikes but walled places; none for a Superhero and his stack."""
    if not s.effects:
        return 0
    wet = under(s, "flood")
    if not wet or any(SUPERHEROES >> u & 1 for u in units):
        return 0
    return wet & ~BOARD.walls


def dark(s: State, units: tuple[int, ...]) -> int:
    """The hexes in which the dark would hold somebody of a company: none who goes with a Dragon, or beside one [38.5]."""
    found = under(s, "dark") if s.effects else 0
    if not found or any((SUPERHEROES | DRAGONS) >> u & 1 for u in units) or all(AT_EASE >> u & 1 for u in units):
        return 0
    dragons = bits(s.place[u] for u in ones(s.of[s.owner[units[0]]] & DRAGONS))
    return found & ~(dragons | spread(dragons))
