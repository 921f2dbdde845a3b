"""Chances in words and figures, the same everywhere."""

from __future__ import annotations

from fractions import Fraction


def percent(p: Fraction) -> str:
    """ "37.5%"; what is not quite nothing or everything says so."""
    if p in (0, 1):
        return "100%" if p else "0%"
    f = float(100 * p)
    if f < 0.1:
        return "under 0.1%"
    if f > 99.9:
        return "over 99.9%"
    return f"{f:.1f}%"


def exact(p: Fraction) -> str:
    """The fraction, when a person can read it: "10/11"; else about one in so many."""
    if p in (0, 1) or p.denominator < 10_000:
        return str(p)
    return f"about 1 in {float(1 / p):.3g}" if p < Fraction(1, 2) else f"about {float(p):.6f}"


def often(p: Fraction) -> str:
    """How often, as a sentence says it: "never", "every time", "in 5 battles of 6", "in 37.5% of battles"."""
    if p == 0:
        return "never"
    if p == 1:
        return "every time"
    if p.denominator <= 36:
        return f"in {p.numerator} battle{'' if p.numerator == 1 else 's'} of {p.denominator}"
    return f"in {percent(p)} of battles"


def points(d: Fraction) -> str:
    """A difference of chances in percentage points, with its sign."""
    f = float(100 * d)
    if d and abs(f) < 0.1:
        return "less than 0.1 points"
    return f"{f:+.1f} points"
