"""Elric's battles as the house asks about them (`lab.definition`). The rich answers are `Battle`'s own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from elric.lab.definition import Answer, Because, LabDef, Reckoned, Row
from elric.young_kingdoms.combat.battle import TABLE
from elric.young_kingdoms.components import law
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.prospects import battles
from elric.young_kingdoms.lab.story import Step
from elric.young_kingdoms.lab.totals import Totals

_WINNER = ("the defenders win", "the attackers win")


@dataclass(frozen=True)
class Asked:
    """A battle as any game's lab shows one."""

    battle: Battle

    @property
    def title(self) -> str:
        return self.battle.title

    @property
    def text(self) -> str:
        return self.battle.text()

    def answer(self) -> Answer:
        rows = tuple(
            Row(f"{_WINNER[loser]}: {TABLE[row].name}", chance, 1 if loser else -1)
            for loser, row, chance in self.battle.odds().rows
        )
        story = self.battle.story()
        because = tuple(self._because(step) for step in story.derivation)
        return Answer(story.sentence, rows, because, tuple(self.battle.odds().notes))

    def _because(self, step: Step) -> Because:
        numbers = [""] * len(law.EDITIONS)
        numbers[law.EDITIONS.index(self.battle.edition)] = step.clause
        clause = tuple(numbers) if step.clause else ()
        return Because(step.what, step.value, clause, tuple(self._because(part) for part in step.steps))

    def variants(self) -> Sequence[Asked]:
        return [Asked(change.battle) for side in (0, 1) for change in self.battle.changes(side)]


class YoungKingdomsLab(LabDef):
    """The lab of *Elric: Battle at the End of Time*."""

    def battles(self, game: Any, viewer: int | None = None) -> Sequence[Asked]:
        return [Asked(battle) for battle in battles(game, viewer)]

    def parse(self, text: str) -> Asked:
        return Asked(Battle.parse(text))

    def reckon(self, text: str, edition: str = "") -> Reckoned:
        battle = Battle.parse(text)
        if edition:
            battle = battle.but(edition=edition)
        return Reckoned(battle.to_dict(), battle.story().sentence, list(battle.odds().lines()))

    def totals(self, attack: int, defend: int, wall: int, worth: int | None, edition: str) -> Reckoned:
        t = Totals(attack, defend, wall, worth, edition or "avalon-hill")
        behind = f" and a wall of {wall}, {defend + wall} in all" if wall else ""
        lines = [("attacker" if k == 0 else "defender", "wins", p) for k, p in enumerate(t.win)]
        lines += [(("attacker", "defender")[1 - loser] + " wins", TABLE[row].name, p) for loser, row, p in t.rows]
        if wall:
            lines.append(("city", f"falls ({t.worth + wall} losses needed)", t.falls))
        return Reckoned(t.to_dict(), f"{attack} attack {defend}{behind}.", lines)


LAB = YoungKingdomsLab()
