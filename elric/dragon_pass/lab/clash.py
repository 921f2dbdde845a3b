"""A battle to ask questions of: its title, its text, its answer, and itself with one thing changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from elric.dragon_pass.lab import suggest, tell
from elric.dragon_pass.lab.odds import Odds
from elric.dragon_pass.lab.text import read, written
from elric.dragon_pass.lab.walk import Plan
from elric.dragon_pass.position.state import Segment, State
from elric.lab.definition import Answer


@dataclass(frozen=True)
class Clash:
    """One battle.

    Attributes:
        state: the position in which it is fought.
        battle: who fights whom.
        plan: how its decisions are made; None: the defender covers when that is best for him.
        note: what was changed, where it is a battle with one thing changed.
    """

    state: State
    battle: Segment
    plan: Plan | None = None
    note: str = ""

    @classmethod
    def parse(cls, text: str) -> Clash:
        """A battle that was written down. Raises ValueError with every fault."""
        return cls(*read(text))

    @cached_property
    def odds(self) -> Odds:
        """The exact odds."""
        return Odds(self.state, self.battle, self.plan)

    @cached_property
    def title(self) -> str:
        return suggest.title(self.battle) + f", {self.odds.odds}" + (f" ({self.note})" if self.note else "")

    @cached_property
    def text(self) -> str:
        return written(self.state, self.battle, self.plan)

    @cached_property
    def _answer(self) -> Answer:
        found = self.odds
        return Answer(tell.sentence(found), tell.rows(found), tell.because(found), tell.left_out(found))

    def answer(self) -> Answer:
        return self._answer

    @cached_property
    def _variants(self) -> tuple[Clash, ...]:
        found = [Clash(change.state, change.battle, change.plan, change.words) for change in suggest.changes(self.odds)]
        was = self.odds
        found = [x for x in found if x.odds.results != was.results or x.odds.gain != was.gain]
        found.sort(key=lambda other: -other.odds.gain)
        return tuple(found)

    def variants(self) -> Sequence[Clash]:
        return self._variants


__all__ = ["Clash"]
