"""Formats probabilities in words and figures, and as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from fractions import Fraction
from typing import Any


def percent(p: Fraction) -> str:
    """ "37.5%"; values close to 0 or 1 as "under 0.1%" and "over 99.9%"."""
    if p in (0, 1):
        return "100%" if p else "0%"
    f = float(100 * p)
    if f < 0.1:
        return "under 0.1%"
    if f > 99.9:
        return "over 99.9%"
    return f"{f:.1f}%"


def exact(p: Fraction) -> str:
    """The same as a fraction, however long: "10/11"."""
    return str(p)


def as_data(value: Any) -> Any:
    """Plain values, tables, lists and records as JSON-able data: chances as text "n/d", and names are text."""
    if isinstance(value, Fraction):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return as_data(asdict(value))
    if isinstance(value, Mapping):
        return {str(name): as_data(x) for name, x in value.items()}
    return [as_data(x) for x in value] if isinstance(value, (list, tuple)) else value


def often(p: Fraction) -> str:
    """How often, as a sentence says it: "never", "every time", "in 37.5% of battles"."""
    return "never" if p == 0 else "every time" if p == 1 else f"in {percent(p)} of battles"


def surely(p: Fraction) -> str:
    """A chance behind what it is the chance of: "for certain", "in no case", "with a chance of 37.5%"."""
    return "in no case" if p == 0 else "for certain" if p == 1 else f"with a chance of {percent(p)}"


def points(d: Fraction) -> str:
    """A difference of chances in percentage points, with its sign."""
    f = float(100 * d)
    if d and abs(f) < 0.1:
        return "less than 0.1 points"
    return f"{f:+.1f} points"


def span(between: tuple[Fraction, ...], exactly: bool = False) -> str:
    """The lowest and the highest that a chance can be: "16.7% to 50.0%"."""
    said = exact if exactly else percent
    return " to ".join(said(p) for p in between)
