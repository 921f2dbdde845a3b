"""Heroes in danger: the chance of each to escape, and of several together ([10.8] / 9.8-9.82)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from elric.lab.chances import tally

SURE: Final = 6  # escapes are counted in sixths


@dataclass(frozen=True, slots=True)
class Fate:
    """A hero who is lost and may escape.

    Attributes:
        unit: index.  sixths: faces of the die that save him, 6 when a spell does.
        tied: the hero whose escape saves him too, or -1; `sixths` then counts only when that one is caught.
        where: area in which he comes to light, or -1.  spell: what he uses, or -1.
    """

    unit: int
    sixths: int
    tied: int = -1
    where: int = -1
    spell: int = -1


def chance36(x: Fate, fates: Sequence[Fate]) -> int:
    """The chance that a hero in danger gets away, in 36ths."""
    if x.tied < 0:
        return 6 * x.sixths
    with_ = next(y.sixths for y in fates if y.unit == x.tied)
    return with_ * 6 + (6 - with_) * x.sixths


def chance_of(x: Fate, fates: Sequence[Fate]) -> Fraction:
    """The chance that a hero in danger gets away."""
    return Fraction(chance36(x, fates), 36)


def deaths_among(some: Sequence[Fate], fates: Sequence[Fate]) -> dict[int, Fraction]:
    """How many of these are lost for good; those tied to another share his luck."""
    out = {0: Fraction(1)}
    names = [f.unit for f in some]
    leads = [f for f in fates if f.tied < 0 and (f.unit in names or any(g.tied == f.unit for g in some))]
    for lead in leads:
        saved = Fraction(lead.sixths, 6)
        tied = [g for g in some if g.tied == lead.unit]
        caught = {1 if lead.unit in names else 0: Fraction(1)}
        for g in tied:
            spared = Fraction(g.sixths, 6)
            caught = _sum(caught, {0: spared, 1: 1 - spared})
        fall = tally([(0, saved), *((dead, (1 - saved) * share) for dead, share in caught.items())])
        out = _sum(out, fall)
    return out


def _sum(some: Mapping[int, Fraction], others: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """How many they are together."""
    return tally((a + b, p * q) for a, p in some.items() for b, q in others.items())
