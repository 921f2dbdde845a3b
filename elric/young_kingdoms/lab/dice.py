"""Two dice against each other in whole numbers: no sampling, no rounding. Sources: Chaosium [10.5], [10.6];
Avalon Hill 9.5, 9.6.

Each side adds one die to its total, and even totals are thrown again. So what counts is the difference of two dice, and
an even result is left out: with `gap` the lead of the attacker before the dice, a difference d other than 0 comes up in
6 - |d - gap| of the 36 throws that are not even.
"""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from typing import Final

from elric.lab.chances import tally
from elric.young_kingdoms.combat.battle import row

WHOLE: Final = lcm(*(36 - n for n in range(7)))
"""A number of throws that every count of uneven throws (30 to 36) divides: weights of different gaps add up."""


_ROWS: Final = tuple(row(d) for d in range(26))


def row_of(difference: int) -> int:
    """Row of the results table for a difference, whoever has won."""
    d = difference if difference >= 0 else -difference
    return _ROWS[d if d < 25 else 25]


@lru_cache(maxsize=512)
def differences(gap: int) -> tuple[tuple[int, int], ...]:
    """(difference after the dice, weight) with weights out of WHOLE; above 0 the attacker wins."""
    uneven = [(gap + d, 6 - abs(d)) for d in range(-5, 6) if gap + d]
    scale = WHOLE // sum(w for _, w in uneven)
    return tuple((d, w * scale) for d, w in uneven)


@lru_cache(maxsize=512)
def rows(gap: int) -> tuple[tuple[int, int, int], ...]:
    """(loser, index into the results table, weight out of WHOLE); loser 0 is the attacker. Worst for the attacker first."""
    found = tally(((0 if d < 0 else 1, row_of(d)), w) for d, w in differences(gap))
    return tuple((loser, r, w) for (loser, r), w in found.items())
