"""In what temper a player plays: what it dares, and what it cares for most. The Captain's is the one that stands here; a player who
looks ahead compares a whole Move in several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from elric.kernel.bits import bits

__all__ = ["EVEN", "Temper", "varied"]


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
        hunts: whether the enemy's army is hunted where places are asked for as well.
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
    hunts: bool = False


EVEN: Final = Temper()


def varied(rng: Random, own: Sequence[int], enemies: Sequence[int]) -> Temper:
    """Any temper: each of what it weighs often half or twice as much, and now and then it stays or attacks where no other would.

    Args:
        own, enemies: hexes where they stand.
    """

    def about(value: float, doublings: float = 1.0) -> float:
        return value * 2 ** rng.gauss(0, doublings)

    found = EVEN._replace(
        column=rng.choice((2, 3, 3, 3, 4)), least=about(EVEN.least), care=about(EVEN.care, 0.7),
        weights={kind: about(1.0, 0.7) for kind in ("take", "keep", "hunt", "ask")},
        wary=rng.choice((0.0, 10.0, 30.0, 30.0, 60.0)), caution=about(EVEN.caution),
        goal=rng.choice((0, 0, 0, 0, 1, 2)),
    )  # fmt: skip
    if own and rng.random() < _SOME_STAY:
        found = found._replace(stays=bits(rng.sample(own, min(len(own), rng.choice((1, 1, 2, 3))))))
    if enemies and rng.random() < _ONE_ENEMY:
        found = found._replace(spared=1 << rng.choice(enemies))
    if enemies and rng.random() < _ONE_ENEMY:
        found = found._replace(dared=1 << rng.choice(enemies))
    return found


_SOME_STAY: Final = 0.35  # how often
_ONE_ENEMY: Final = 0.25
