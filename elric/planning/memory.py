"""What a seat went for last, kept beside the game and not in its record: a plan is no fact, and can be made anew."""

from __future__ import annotations

from collections.abc import Hashable

from .definition import TurnPlan

__all__ = ["Memory"]


class Memory:
    """The last plan of each seat that somebody plans for."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[Hashable, TurnPlan, TurnPlan]] = {}

    def last(self, seat: int, at: Hashable = None) -> TurnPlan:
        """What a seat went for; an empty plan where nothing is known.

        Args:
            at: the position thought about. Asked again in the same one it is what the seat went for before it, so that the
                answer is the same, with the reasons why something was dropped.
        """
        there, before, now = self._last.get(seat, (None, TurnPlan(), TurnPlan()))
        return before if at is not None and at == there else now

    def knows(self, seat: int, at: Hashable) -> bool:
        """Whether what is kept was planned in that position."""
        return seat in self._last and self._last[seat][0] == at

    def keep(self, seat: int, plan: TurnPlan, at: Hashable = None) -> None:
        """What it goes for now."""
        self._last[seat] = at, self.last(seat, at), plan

    def copy(self) -> Memory:
        """The same to think ahead with."""
        other = Memory()
        other._last = dict(self._last)
        return other
