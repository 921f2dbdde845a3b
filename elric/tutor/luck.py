"""Chance for a lesson: results fixed in advance, for a learner who may do something other than the lesson expects."""

from __future__ import annotations

from ..kernel.chance import ScriptedThenSeeded


class LessonChance(ScriptedThenSeeded):
    """As `ScriptedThenSeeded`, but a result that does not fit the current request is kept for the next one that it
    fits."""

    __slots__ = ()

    def pick(self, n: int) -> int:
        first = self.script[0] if self.script else -1
        if isinstance(first, int) and 0 <= first < n:
            return super().pick(n)
        k = self.then.pick(n)
        self.then.results = []
        self.results.append(k)
        return k

    def copy(self) -> LessonChance:
        other = LessonChance(self.script, self.then.copy(), self.given)
        other.results = self.results[:]
        return other
