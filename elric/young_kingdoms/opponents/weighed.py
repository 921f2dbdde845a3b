"""A plan with its worth."""

from __future__ import annotations

from typing import NamedTuple

from elric.kernel.steps import Action
from elric.young_kingdoms.teaching.plans import Plan

__all__ = ["Weighed"]


class Weighed(NamedTuple):
    """A plan with its worth; the better of two is the one to carry out, and one worth nothing is not.

    Attributes:
        said: why, as a sentence; "" where the coach's words for the plan say it.
        together: how many hosts the odds of its attack count on, this one included.
    """

    plan: Plan
    worth: float
    said: str = ""
    together: int = 1

    @property
    def actions(self) -> tuple[Action, ...]:
        """All of it, in order."""
        return self.plan.actions
