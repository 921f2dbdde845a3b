"""Two bare totals and a wall, without any pieces: what a player with a pencil would like to know."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

from elric.kernel.clauses import Ruleset
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.combat_phase.resolution import falls
from elric.young_kingdoms.components import law
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.lab import dice
from elric.young_kingdoms.lab.odds import both, rows_as_data
from elric.young_kingdoms.position.state import State

MOST = 999


class Totals:
    """The odds of two totals.

    Args:
        attack, defend: what each side adds up to before the dice, 0 to 999; the wall not counted.
        wall: value of the wall, added to the defence ([7.5.7] / 6.571).
        worth: combat value of the defenders, which has to be overcome with the wall; `defend` when not given (it is
            less when part of the total comes from spells).
        edition: an edition, or one with changes.

    Raises:
        ValueError: a number that cannot be.  RulesetError: no such edition or switch.
    """

    def __init__(
        self, attack: int, defend: int, wall: int = 0, worth: int | None = None, edition: str | Ruleset = "avalon-hill"
    ) -> None:
        for name, n in (("attack", attack), ("defend", defend), ("wall", wall), ("worth", worth or 0)):
            if not isinstance(n, int) or not 0 <= n <= MOST:
                raise ValueError(f"{name} is a whole number from 0 to {MOST}, not {n!r}")
        self.rules = law.ruleset(edition)
        self.attack, self.defend, self.wall = attack, defend, wall
        self.worth = defend if worth is None else worth

    @cached_property
    def rows(self) -> list[tuple[int, int, Fraction]]:
        """(loser, row of the results table, chance); loser 0 is the attacker."""
        return [(loser, r, Fraction(w, dice.WHOLE)) for loser, r, w in dice.rows(self.attack - self.defend - self.wall)]

    @cached_property
    def win(self) -> tuple[Fraction, Fraction]:
        """The chance that the attacker, that the defender wins."""
        p = sum((p for loser, _, p in self.rows if loser == 1), Fraction(0))
        return p, 1 - p

    @cached_property
    def falls(self) -> Fraction:
        """The chance that the city falls; 0 without a wall."""
        if not self.wall:
            return Fraction(0)
        s = State(scenarios()["successor"], self.rules)
        b = BattleState(0, 0, 1, ((), ()), wall=self.wall, base=self.worth)
        won = dice.differences(self.attack - self.defend - self.wall)
        return Fraction(sum(w for d, w in won if d > 0 and falls(s, b, d)), dice.WHOLE)

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data; chances are exact, as text "n/d"."""
        return {
            "edition": self.rules.edition,
            "attacker": self.attack,
            "defender": self.defend,
            "wall": self.wall,
            "defends_with": self.defend + self.wall,
            "worth": self.worth,
            "win": both(map(str, self.win)),
            "rows": rows_as_data(self.rows),
            "city": {"falls": str(self.falls), "needs": self.worth + self.wall} if self.wall else None,
        }
