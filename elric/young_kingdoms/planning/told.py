"""Chances and distances in the words of the coach."""

from __future__ import annotations

from fractions import Fraction

from elric.lab.say import percent
from elric.young_kingdoms.components import words

__all__ = ["away", "times", "won"]


def won(win: Fraction) -> str:
    """How often a battle is won, for the seat it is told to."""
    return "you cannot win" if not win else "you always win" if win == 1 else f"you win {times(win)}"


def times(p: Fraction) -> str:
    """How often: "every time", "in 16.7% of battles"."""
    return "every time" if p == 1 else f"in {percent(p)} of battles"


def away(n: int) -> str:
    return "one area" if n == 1 else f"{words.number(n)} areas"
