"""In what temper a player plays: what it dares, and what it cares for most. The Captain's is the one that stands here; a player who
looks ahead compares a whole Move in several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["EVEN", "Temper"]


class Temper(NamedTuple):
    """How things are weighed against each other.

    Attributes:
        column: the lowest column of the table at which it attacks where it need not.
        least: factors that such an attack must promise.  care: how much own losses count beside the usual.
        weights: how many times more posts of a kind ("take", "keep", "hunt", "ask") are wanted, or one post by its key.
        wary: half points of way that a march goes farther to escape a sure loss.
        caution: how much of what the enemy's answer takes counts against an attack.
        goal: which of its goals with places it goes for, the easiest first.
        spared: enemies that no march goes against, as hexes in bits.  dared: enemies that may be attacked at any odds.
        stays: hexes that nobody leaves.
    """

    column: int = 3
    least: float = 0.6
    care: float = 1.0
    weights: Mapping[str, float] = {}
    goal: int = 0
    wary: float = 30.0
    caution: float = 0.5
    spared: int = 0
    dared: int = 0
    stays: int = 0


EVEN: Final = Temper()
