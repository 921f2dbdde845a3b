"""The toy's lab: a stack against a stack, with both stances chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.lab.definition import Answer, Because, LabDef, Row
from elric.lab.exact import chances
from elric.lab.say import often

from .definition import BACK, FIGHT, GAME, HEXES, RESULTS, STANCE, STANCES, UNITS, State, free, side, strength


@dataclass(frozen=True)
class Clash:
    """One battle: the position before it, where from and where to, and the stances of attacker and defender."""

    state: State
    here: int
    there: int
    stances: tuple[str, str] = ("press", "press")
    guessed: bool = False  # whether counters that the viewer cannot see take part, dealt by chance

    @property
    def title(self) -> str:
        return (
            f"{HEXES.names[self.here]} attacks {HEXES.names[self.there]}, {self.stances[0]} against {self.stances[1]}"
        )

    @property
    def text(self) -> str:
        piles = [" ".join(UNITS[u] for u in self.state.piles[h]) for h in (self.here, self.there)]
        return "; ".join((HEXES.names[self.here], piles[0], HEXES.names[self.there], piles[1], *self.stances))

    def answer(self) -> Answer:
        found = chances(GAME, self._begun(), self._choose, self._result, lambda s: (s.agenda, tuple(s.piles.items())))
        rows = tuple(Row(words, p) for words, p in sorted(found.items(), key=lambda row: -row[1]))
        attack, defence = (strength(self.state, h) for h in (self.here, self.there))
        won = sum((r.chance for r in rows if r.words in (RESULTS["DE"], RESULTS["DB"])), Fraction(0))
        why = (
            Because("Attackers", str(attack + (self.stances[0] == "press")), ("4",)),
            Because("Defenders", str(defence + (self.stances[1] == "press")), ("4",)),
        )
        return Answer(f"The defender is driven away {often(won)}.", rows, why, GUESSED if self.guessed else ())

    def variants(self) -> Sequence[Clash]:
        return [replace(self, stances=(a, b)) for a in STANCES for b in STANCES if (a, b) != self.stances]

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


GUESSED = ("What lies face down has been guessed.",)


class ToyLab(LabDef):
    def battles(self, game: Game, viewer: int | None = None) -> Sequence[Clash]:
        s = game.state
        seat = s.player if viewer is None else viewer
        seen = GAME.resample(s, seat, game.chance.copy())
        unseen = {h for h, pile in s.piles.items() if len(pile) > 1 and side(s, h) != seat}
        return [Clash(seen, h, n, guessed=not unseen.isdisjoint((h, n))) for h in sorted(s.piles) if side(s, h) == s.player
                for n in HEXES.beside[h] if n >= 0 and side(s, n) == 1 - s.player]  # fmt: skip

    def parse(self, text: str) -> Clash:
        parts = [part.strip() for part in text.split(";")]
        if len(parts) != 6 or parts[4] not in STANCES or parts[5] not in STANCES:
            raise ValueError("a battle reads: hex; counters; hex; counters; stance; stance")
        position: dict[str, Any] = {"piles": {parts[0]: parts[1].split(), parts[2]: parts[3].split()}, "phase": "fight"}
        here, there = (HEXES.names.index(parts[k]) for k in (0, 2))
        return Clash(GAME.build(position), here, there, (parts[4], parts[5]))


LAB = ToyLab()
