"""A battle to ask questions of: its title, its text, its answer, and itself with one thing changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import NOBODY
from elric.dragon_pass.lab import suggest, tell
from elric.dragon_pass.lab.odds import Odds, with_cover
from elric.dragon_pass.lab.text import read, write
from elric.dragon_pass.lab.unseen import deals, unseen_in
from elric.dragon_pass.lab.walk import Plan
from elric.dragon_pass.position.state import Segment, State
from elric.lab.definition import Answer, Fight
from elric.lab.say import often

MOST: Final = 12  # battles with one thing changed that are shown


@dataclass(frozen=True, repr=False)
class Clash(Fight):
    """One battle.

    Attributes:
        state: the position in which it is fought.
        battle: who fights whom.
        plan: how its decisions are made; None: the defender covers when that is best for him.
        note: what was changed, where it is a battle with one thing changed.
        way: who would have to march where first, in words.
        hidden: the counters that lie face down on the board, as bits: any of a side may lie in any place of its side.
    """

    state: State
    battle: Segment
    plan: Plan | None = None
    note: str = ""
    hidden: int = 0
    way: str = ""

    @classmethod
    def parse(cls, text: str) -> Clash:
        """A battle that was written down. Raises ValueError with every fault."""
        state, battle, plan, hidden = read(text)
        return cls(state, battle, plan, "", hidden)

    @cached_property
    def areas(self) -> Sequence[str]:  # type: ignore[override]
        """The hexes of those who fight."""
        stacks = [*self.battle.attackers, *self.battle.defenders]
        hexes = [h for h, _ in stacks] + [h for h, *_ in self.battle.casters]
        return list(dict.fromkeys(HEXES.names[h] for h in hexes))

    @cached_property
    def seats(self) -> tuple[int | None, int | None]:  # type: ignore[override]
        """Whose colours both sides bear."""
        owner = self.state.owner[self.battle.defenders[0][1][0]]
        return self.battle.attacker, owner if owner != NOBODY else None

    @cached_property
    def guessed(self) -> bool:
        """Whether counters take part that cannot be seen."""
        return bool(unseen_in(self.battle, self.hidden))

    @cached_property
    def deals(self) -> tuple[tuple[Fraction, Odds], ...]:
        """The exact odds, once for each way in which what is hidden may lie, with the chance of each."""
        if not self.guessed:
            return ((Fraction(1), Odds(self.state, self.battle, self.plan)),)
        # which deals come to the same column rests on who covers, whether it is done or planned
        covered = with_cover(self.state, self.battle, self.plan or Plan())
        found = [
            (x.chance, x.state, x.battle._replace(covers=self.battle.covers))
            for x in deals(self.state, covered, self.hidden)
        ]
        return tuple((chance, Odds(s, battle, self.plan)) for chance, s, battle in found)

    @property
    def odds(self) -> Odds:
        """The exact odds; where something is hidden, of the likeliest deal."""
        return max(self.deals, key=lambda deal: deal[0])[1]

    @cached_property
    def gain(self) -> Fraction:
        """What the attacker can expect to win on balance, in factors."""
        return sum((p * odds.gain for p, odds in self.deals), Fraction(0))

    @cached_property
    def title(self) -> str:
        said = " or ".join(dict.fromkeys(odds.odds for _, odds in self.deals))
        if not self.note:
            return f"{tell.title(self.battle, self.hidden)}{' after a march' if self.way else ''}, {said}"
        cleared = sum((p * odds.cleared for p, odds in self.deals), Fraction(0))
        return f"{self.note[0].upper()}{self.note[1:]}: {said}, beaten {often(cleared)}"

    def __repr__(self) -> str:
        return f"<Battle: {self.title}>"

    @cached_property
    def text(self) -> str:
        return write(self.state, self.battle, self.plan, self.hidden)

    @cached_property
    def _answer(self) -> Answer:
        found = tell.guess(self.deals, self.hidden) if self.guessed else tell.answer(self.odds)
        return replace(found, left_out=(self.way, *found.left_out)) if self.way else found

    def answer(self) -> Answer:
        return self._answer

    @cached_property
    def _variants(self) -> tuple[Clash, ...]:
        base = Odds(self.state, self.battle, self.plan) if self.guessed else self.odds
        found = [
            Clash(x.state, x.battle, x.plan, x.words, self.hidden, self.way) for x in suggest.changes(base, self.hidden)
        ]
        found = [x for x in found if x.gain != self.gain or x.answer().rows != self.answer().rows]
        found.sort(key=lambda other: -other.gain)
        return tuple(found[:MOST])

    def variants(self) -> Sequence[Clash]:
        return self._variants


__all__ = ["Clash"]
