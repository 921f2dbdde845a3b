"""The toy's lab: a stack against a stack, with both stances chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from elric.kernel.steps import Action
from elric.lab.played import PlayedFight, PlayedLab

from .definition import GAME, HEXES, RESULTS, STANCE, STANCES, State, strength


@dataclass(frozen=True)
class Clash(PlayedFight):
    """One battle; its choices are the stances of attacker and defender."""

    definition: ClassVar = GAME
    options: ClassVar = (STANCES, STANCES)
    good: ClassVar = {RESULTS["DE"]: 1, RESULTS["DB"]: 1, RESULTS["AE"]: -1, RESULTS["AB"]: -1}
    headline: ClassVar = "The defender is driven away {}."

    def decide(self, s: State) -> Action | None:
        return Action(self.choices[s.seat != s.player]) if s.agenda[-1][0] is STANCE else None

    def result(self, events: Sequence[Mapping[str, Any]]) -> str:
        return str(next(e["came"] for e in events if e["kind"] == "fight"))

    def sums(self, s: State) -> Sequence[tuple[str, int, str]]:
        attack, defence = (strength(s, h) + (c == "press") for h, c in zip(self.opens.args, self.choices, strict=True))
        return (("Attackers", attack, "4"), ("Defenders", defence, "4"))


class HilltopLab(PlayedLab):
    """Every stack of the side whose turn it is against every enemy beside it."""

    fight: ClassVar = Clash

    def openings(self, state: State) -> Iterable[Action]:
        own = (h for h in sorted(state.piles) if GAME.owner(state, h) == state.player)
        return [
            Action("attack", (h, n))
            for h in own
            for n in HEXES.neighbours[h]
            if GAME.owner(state, n) == 1 - state.player
        ]


LAB: Final = HilltopLab()
