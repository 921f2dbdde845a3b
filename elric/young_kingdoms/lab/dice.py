"""Two dice against each other in whole numbers: no sampling, no rounding. Sources: Chaosium [10.5], [10.6], [10.8];
Avalon Hill 9.5, 9.6, 9.8.

Each side adds one die to its total, and even totals are thrown again. So what counts is the difference of two dice, and
an even result is left out: with `gap` the lead of the attacker before the dice, a difference d other than 0 comes up in
6 - |d - gap| of the 36 throws that are not even.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb, lcm
from typing import Final

from elric.young_kingdoms.combat.battle import TABLE, row

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
    out: dict[tuple[int, int], int] = {}
    for d, w in differences(gap):
        key = (0 if d < 0 else 1, row_of(d))
        out[key] = out.get(key, 0) + w
    return tuple((loser, r, w) for (loser, r), w in out.items())


@lru_cache(maxsize=256)
def killed(values: tuple[int, ...]) -> tuple[int, ...]:
    """Of heroes who must roll at or below these values: the weight, out of 6 to the power of their number, that 0, 1, 2
    ... of them do not escape."""
    out = [1]
    for v in values:
        v = max(0, min(6, v))
        new = [0] * (len(out) + 1)
        for k, w in enumerate(out):
            new[k] += w * v
            new[k + 1] += w * (6 - v)
        out = new
    return tuple(out)


@lru_cache(maxsize=256)
def _fallen(heroes: int, value: int, of: int) -> tuple[tuple[int, int], ...]:
    v = max(0, min(6, value))
    scale = 6 ** (of - heroes)
    found = ((n, comb(heroes, n) * (6 - v) ** n * v ** (heroes - n) * scale) for n in range(heroes + 1))
    return tuple((n, w) for n, w in found if w)


def joint(
    gap: int, danger: Sequence[tuple[int, int]], row_of: Callable[[int], int], most: int
) -> dict[tuple[int, int], int]:
    """The small battle whole: how likely each row is together with how many heroes fall in it.

    Args:
        gap: the attacker's lead before the dice.
        danger: by row, how many heroes must try to escape and the value they roll against.
        row_of: row by the signed difference; called for an even throw too, which some tables do not throw again.
        most: the most heroes any row puts in danger.

    Returns:
        (row, heroes fallen) -> weight out of 36 * 6**most.
    """
    out: dict[tuple[int, int], int] = {}
    weights: dict[int, int] = {}
    for d in range(-5, 6):
        r = row_of(gap + d)
        weights[r] = weights.get(r, 0) + 6 - abs(d)
    for r, w in weights.items():
        k, v = danger[r]
        for n, b in _fallen(k, v, most):
            out[r, n] = w * b
    return out


def losses_of(r: int) -> int:
    """Losses a row of the table inflicts; -1 when everything is lost."""
    return TABLE[r].losses
