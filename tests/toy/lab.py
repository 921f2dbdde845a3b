"""The toy's lab: a stack against a stack, with both stances chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from elric.kernel.steps import Action
from elric.lab.played import PlayedFight, PlayedLab

from .definition import GAME, HEXES, RESULTS, STANCES, State, strength


@dataclass(frozen=True)
class Clash(PlayedFight):
    """One battle; its choices are the stances of attacker and defender."""

    definition: ClassVar = GAME
    options: ClassVar = (STANCES, STANCES)
    good: ClassVar = {RESULTS["DE"]: 1, RESULTS["DB"]: 1, RESULTS["AE"]: -1, RESULTS["AB"]: -1}
    headline: ClassVar = "The defender is driven away {}."

    def sums(self, s: State) -> Sequence[tuple[str, int, str]]:
        attack, defence = (strength(s, h) + (c == "press") for h, c in zip(self.opens.args, self.choices, strict=True))
        return (("Attackers", attack, "4"), ("Defenders", defence, "4"))


class HilltopLab(PlayedLab):
    """Every stack of the side whose turn it is against every enemy beside it."""

    fight: ClassVar = Clash

    def openings(self, state: State) -> Iterable[Action]:
        own, foes = (GAME.stacks_of(state, seat) for seat in (state.player, 1 - state.player))
        return [Action("attack", (h, n)) for h in own for n in HEXES.neighbours[h] if n in foes]


LAB: Final = HilltopLab()
