"""Who may stand together [7.6, 17.2]: three that count."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.units import COUNTS
from elric.dragon_pass.position.state import State

LIMIT: Final = 3


def limit(s: State) -> int:
    """How many units that count may stand on a hex."""
    return LIMIT if s.rules.stacking else 1


def counted(units: tuple[int, ...]) -> int:
    """How many of these count."""
    return sum([COUNTS[u] for u in units])


def fits(s: State, units: tuple[int, ...], h: int) -> bool:
    """Whether units may stand on a hex with the friends there; those of them that stand there already count once."""
    here = s.piles.get(h)
    if not here:
        return len(units) <= limit(s) or counted(units) <= limit(s)
    return counted(units) + sum([COUNTS[u] for u in here if u not in units]) <= limit(s)


def too_many(s: State, h: int) -> bool:
    """Whether more stand on a hex than may."""
    return len(s.piles[h]) > 1 and counted(s.piles[h]) > limit(s)
