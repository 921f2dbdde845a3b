"""A plan with its worth."""

from __future__ import annotations

from typing import NamedTuple

from elric.kernel.steps import Action
from elric.planning.definition import Campaign
from elric.young_kingdoms.planning.plans import Plan

__all__ = ["Weighed"]


class Weighed(NamedTuple):
    """A plan with its worth; the better of two is the one to carry out, and one worth nothing is not.

    Attributes:
        said: why, as a sentence; "" where the coach's words for the plan say it.
        public: the same for everybody, where that must say less: what is held in the hand is not told.
        together: how many hosts the odds of its attack count on, this one included.
        purpose: what a march is for, as the end of a sentence: ", to strike at Sequaloris next turn with 14 against 8".
        campaign: the one that the host is in.
    """

    plan: Plan
    worth: float
    said: str = ""
    public: str = ""
    together: int = 1
    purpose: str = ""
    campaign: Campaign | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """All of it, in order."""
        return self.plan.actions
