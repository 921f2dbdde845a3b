"""A plan with its worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from elric.kernel.steps import Action
from tests.rivals.elric_captain.plans import Plan

__all__ = ["Guess", "Weighed"]


class Weighed(NamedTuple):
    """A plan with its worth; the better of two is the one to carry out, and one worth nothing is not.

    Attributes:
        said: why, as a sentence; "" where the coach's words for the plan say it.
        public: the same for everybody, where that must say less: what is held in the hand is not told.
        together: how many hosts the odds of its attack count on, this one included.
    """

    plan: Plan
    worth: float
    said: str = ""
    public: str = ""
    together: int = 1

    @property
    def actions(self) -> tuple[Action, ...]:
        """All of it, in order."""
        return self.plan.actions


class Guess(NamedTuple):
    """A battle's odds as the map shows them, without the lab: for looking ahead. The fields are those of the lab's `Risk`."""

    win: float
    falls: float | None
    attacks: bool = True
    trapped: Fraction = Fraction(0)
    heroes: Mapping[str, Fraction] = {}
    theirs: Mapping[str, Fraction] = {}
