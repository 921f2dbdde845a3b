"""Chances added up: what comes out alike is one, with the chances of all its ways together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

__all__ = ["merged", "tally"]

K = TypeVar("K", bound=Hashable)
W = TypeVar("W", int, Fraction)
T = TypeVar("T")


def tally(ways: Iterable[tuple[K, W]]) -> dict[K, W]:
    """The chance of each result, or its weight as a whole number, in the order in which results come up first."""
    out: dict[K, W] = {}
    for result, weight in ways:
        out[result] = out[result] + weight if result in out else weight
    return out


def merged(ways: Iterable[tuple[Hashable, W, T]]) -> list[tuple[W, T]]:
    """One of each likeness, with the weight of all that are as good as the same.

    Args:
        ways: (what they share who are alike, weight, what came of it). The first of them stands for all.
    """
    out: dict[Hashable, tuple[W, T]] = {}
    for likeness, weight, what in ways:
        out[likeness] = (out[likeness][0] + weight, out[likeness][1]) if likeness in out else (weight, what)
    return list(out.values())
