"""The toy's lab: a stack against a stack, with both stances chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from elric.kernel.chance import SeededChance
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.lab.definition import Answer, Because, LabDef, Row
from elric.lab.exact import chances
from elric.lab.say import often

from .definition import BACK, FIGHT, GAME, HEXES, RESULTS, STANCE, STANCES, UNITS, State, free, side, strength, unseen


@dataclass(frozen=True)
class Clash:
    """One battle: the position before it, where from and where to, and the stances of attacker and defender."""

    state: State
    here: int
    there: int
    stances: tuple[str, str] = ("press", "press")
    # what may lie face down in each of the two stacks, one as likely as the other; nothing where the viewer sees it
    below: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @property
    def title(self) -> str:
        return (
            f"{HEXES.names[self.here]} attacks {HEXES.names[self.there]}, {self.stances[0]} against {self.stances[1]}"
        )

    @property
    def text(self) -> str:
        stacks = zip((self.here, self.there), self.below, strict=True)
        piles = [
            " ".join((UNITS[top], *("|".join(UNITS[u] for u in hidden or (seen,)) for seen in rest)))
            for h, hidden in stacks for top, *rest in [self.state.piles[h]]
        ]  # fmt: skip
        return "; ".join((HEXES.names[self.here], piles[0], HEXES.names[self.there], piles[1], *self.stances))

    @property
    def guessed(self) -> bool:
        """Whether counters take part that the viewer cannot see."""
        return any(self.below)

    def answer(self) -> Answer:
        deals = self._deals()
        merged: dict[str, Fraction] = {}
        for deal in deals:
            key = lambda s: (s.agenda, tuple(s.piles.items()))  # noqa: E731
            for words, p in chances(GAME, deal._begun(), deal._choose, deal._result, key).items():
                merged[words] = merged.get(words, Fraction(0)) + p / len(deals)
        rows = tuple(Row(words, p) for words, p in sorted(merged.items(), key=lambda row: -row[1]))
        attack, defence = (
            " or ".join(map(str, sorted({strength(deal.state, h) + (stance == "press") for deal in deals})))
            for h, stance in zip((self.here, self.there), self.stances, strict=True)
        )
        won = sum((r.chance for r in rows if r.words in (RESULTS["DE"], RESULTS["DB"])), Fraction(0))
        why = (
            Because("Attackers", attack, ("4",)),
            Because("Defenders", defence, ("4",)),
        )
        return Answer(f"The defender is driven away {often(won)}.", rows, why, GUESSED if self.guessed else ())

    def variants(self) -> Sequence[Clash]:
        return [replace(self, stances=(a, b)) for a in STANCES for b in STANCES if (a, b) != self.stances]

    def _deals(self) -> list[Clash]:
        """The battle once for each way in which the hidden counters may lie."""
        out = [self]
        for h, hidden in zip((self.here, self.there), self.below, strict=True):
            out = [one._with(h, u) for one in out for u in hidden] if hidden else out
        return out

    def _with(self, h: int, unit: int) -> Clash:
        s = self.state.copy()
        s.piles[h] = (s.piles[h][0], unit)
        return replace(self, state=s, below=((), ()))

    def _begun(self) -> State:
        s = self.state.copy()
        s.player = s.seat = side(s, self.here)
        s.agenda = ((FIGHT,), (STANCE, (), self.here, self.there))
        return s

    def _choose(self, s: State) -> Action:
        if s.agenda[-1][0] is BACK:
            ways = free(s, s.agenda[-1][1])
            return Action("back", (ways[0],)) if ways else Action("perish")
        return Action(self.stances[s.seat != s.player])

    def _result(self, s: State) -> str | None:
        """What the battle has come to, told from what is left; a beaten stack still stands while it may choose its way."""
        if s.agenda and s.agenda[-1][0] is BACK:
            return RESULTS["AB"] if s.agenda[-1][1] == self.here else RESULTS["DB"]
        if s.agenda and s.agenda[-1][0] is STANCE:
            return None
        lost = [len(self.state.piles[h]) - len(s.piles.get(h, ())) for h in (self.here, self.there)]
        return (
            RESULTS["EX"] if all(lost) else RESULTS["AE"] if lost[0] else RESULTS["DE"] if lost[1] else "nobody moves"
        )


GUESSED = ("What lies face down may be any counter that lies on no top.",)


class ToyLab(LabDef):
    def battles(self, game: Game, viewer: int | None = None) -> Sequence[Clash]:
        s = game.state
        seat = s.player if viewer is None else viewer
        # one deal stands for all: which is of no account, as what lies face down is dealt in every way
        dealt = GAME.resample(s, seat, SeededChance(0))

        def below(h: int) -> tuple[int, ...]:
            return tuple(unseen(s, side(s, h))) if len(s.piles[h]) > 1 and side(s, h) != seat else ()

        return [Clash(dealt, h, n, below=(below(h), below(n))) for h in sorted(s.piles) if side(s, h) == s.player
                for n in HEXES.beside[h] if n >= 0 and side(s, n) == 1 - s.player]  # fmt: skip

    def parse(self, text: str) -> Clash:
        parts = [part.strip() for part in text.split(";")]
        if len(parts) != 6 or parts[4] not in STANCES or parts[5] not in STANCES:
            raise ValueError("a battle reads: hex; counters; hex; counters; stance; stance")
        said = [[pile.split("|") for pile in parts[k].split()] for k in (1, 3)]
        piles = {parts[k]: [names[0] for names in pile] for k, pile in zip((0, 2), said, strict=True)}
        position: dict[str, Any] = {"piles": piles, "phase": "fight"}
        here, there = (HEXES.names.index(parts[k]) for k in (0, 2))
        unknown = {name for pile in said for names in pile for name in names} - set(UNITS)
        if unknown:
            raise ValueError(f"there is no counter {sorted(unknown)[0]!r}")
        below = [tuple(UNITS.index(u) for u in names) for pile in said for names in [pile[-1]]]
        hidden = [found if len(found) > 1 else () for found in below]
        return Clash(GAME.build(position), here, there, (parts[4], parts[5]), (hidden[0], hidden[1]))


LAB = ToyLab()
