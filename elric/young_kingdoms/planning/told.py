"""Chances and distances in the words of the coach."""

from __future__ import annotations

from fractions import Fraction

from elric.lab.say import percent
from elric.young_kingdoms.planning import aims
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State

__all__ = ["away", "fall", "halted", "times", "won"]


def won(win: Fraction) -> str:
    """How often a battle is won, for the seat it is told to."""
    return "you cannot win" if not win else "you always win" if win == 1 else f"you win {times(win)}"


def times(p: Fraction) -> str:
    """How often: "every time", "in 16.7% of battles"."""
    return "every time" if p == 1 else f"in {percent(p)} of battles"


def fall(falls: Fraction | None) -> str:
    """Beside how often a battle is won, how often the city falls by it; "" where there is none."""
    if falls is None:
        return ""
    return f", and the city falls {times(falls)}" if falls else ", but the city cannot fall yet"


def away(n: int) -> str:
    return "one area" if n == 1 else f"{words.number(n)} areas"


def halted(s: State, seat: int, a: int) -> str:
    """Why a stack that can go on stays where it is, with nothing better to do."""
    if aims.guard(s, seat, a) > 0:
        return f"it guards {words.area(a)}, and nothing within its reach is worth more"
    return "nothing within its reach is worth more than to stand here"
