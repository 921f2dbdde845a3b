"""What a counter is worth: by what its loss costs, in Victory Points or as near to them as one can say. The measure is ours.

An infantry costs three points and the city that it might have held [15.1], a fortress fifteen; a Sorcerer is worth what he can
still convert, and with a Prime Sorcerer the game is lost [15.25]. Magical units cost points of movement, and count for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from elric.sorcerer.components.units import DEMON, DRAGON, FORTRESS, HUMAN, KIND, SORCERER, TROLL, UNITS
from elric.sorcerer.position.state import State

PRIME: Final = 60.0
_SORCERER, _COLOR = 12.0, 4.0
_WHOLE: Final = {HUMAN: 6.0, DRAGON: 1.6, DEMON: 2.6, TROLL: 3.4, FORTRESS: 17.0}
_TIRED: Final = {HUMAN: 5.0, DRAGON: 1.2, DEMON: 1.4, TROLL: 1.8, FORTRESS: 13.0}
_LAST_STEP: Final = 0.7  # the part of a Sorcerer that is left when one step is lost
PINNED: Final = 0.08
"""The part of a force that is lost for a turn with a pin."""


def whole(s: State, u: int) -> float:
    """What a counter at full strength is worth."""
    if KIND[u] != SORCERER:
        return _WHOLE[KIND[u]]
    if u in s.primes:
        return PRIME
    return _SORCERER + _COLOR * UNITS[u].powers.bit_count()


def worth(s: State, u: int, steps: int = -1) -> float:
    """What a counter is worth with so many steps left, by default those that it has."""
    left = steps if steps >= 0 else (1 if s.depleted >> u & 1 else 2)
    if not left:
        return 0.0
    if left > 1:
        return whole(s, u)
    return whole(s, u) * _LAST_STEP if KIND[u] == SORCERER else _TIRED[KIND[u]]


def all_worth(s: State, units: Iterable[int]) -> float:
    """What some counters are worth together."""
    return sum(worth(s, u) for u in units)


def step_costs(s: State, u: int) -> float:
    """What it costs that a counter loses its next step."""
    return worth(s, u) - (0.0 if s.depleted >> u & 1 else worth(s, u, 1))


__all__ = ["PINNED", "PRIME", "all_worth", "step_costs", "whole", "worth"]
