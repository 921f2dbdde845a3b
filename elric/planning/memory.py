"""What a seat went for last, kept beside the game and not in its record: a plan is no fact, and can be made anew."""

from __future__ import annotations

from .definition import TurnPlan

__all__ = ["Memory"]


class Memory:
    """The last plan of each seat that somebody plans for."""

    def __init__(self) -> None:
        self._last: dict[int, TurnPlan] = {}

    def last(self, seat: int) -> TurnPlan:
        """What a seat went for; an empty plan where nothing is known."""
        return self._last.get(seat, TurnPlan())

    def keep(self, seat: int, plan: TurnPlan) -> None:
        """What it goes for now."""
        self._last[seat] = plan

    def copy(self) -> Memory:
        """The same to think ahead with."""
        other = Memory()
        other._last = dict(self._last)
        return other
