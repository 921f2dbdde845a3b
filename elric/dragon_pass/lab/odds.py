"""The exact odds of one battle: `odds(state, battle)`. What the coach, the page and the studies read."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from elric.dragon_pass.combat.reckoning import SCALE, Reckoning, reckon
from elric.dragon_pass.combat.table import CERTAIN, COLUMNS, column
from elric.dragon_pass.lab.walk import WORTH, Ending, Plan, endings
from elric.dragon_pass.magic.spells import coverers, who_may_cover
from elric.dragon_pass.position.state import Segment, State
from elric.lab.chances import tally

NONE = Fraction(0)


class Odds:
    """What a battle comes to, exactly.

    Args:
        s: the position. It is not changed.
        battle: who fights whom.
        plan: how its decisions are made; where it is None the defender covers when that is best for him [21.5].

    Attributes:
        endings: everything that may come of it, with its chance.
        plan: how decisions are made.
    """

    def __init__(self, s: State, battle: Segment, plan: Plan | None = None) -> None:
        self.state = s
        self.battle = battle
        self.plan = best_cover(s, battle) if plan is None else plan
        self.endings: dict[Ending, Fraction] = endings(s, battle, self.plan)

    @cached_property
    def reckoning(self) -> Reckoning:
        """The strengths line by line, with the magic that covers."""
        return reckon(self.state, with_cover(self.state, self.battle, self.plan), tell=True)

    @cached_property
    def odds(self) -> str:
        """The odds at which it is rolled, in words: "3:1"; several where a die before it changes them, the likeliest first."""
        found = tally((ending.odds, p) for ending, p in self.endings.items())
        return " or ".join(sorted(found, key=lambda words: (-found[words], words)))

    @cached_property
    def attackers(self) -> tuple[int, ...]:
        """Who attacks, with swords or magic."""
        groups = [units for _, units in self.battle.attackers] + [units for _, units, *_ in self.battle.casters]
        return tuple(dict.fromkeys(u for units in groups for u in units))

    @cached_property
    def defenders(self) -> tuple[int, ...]:
        """Who is attacked."""
        return tuple(u for _, units in self.battle.defenders for u in units)

    @cached_property
    def results(self) -> dict[str, Fraction]:
        """The chance of each result of the table."""
        return tally((ending.result, p) for ending, p in self.endings.items())

    @cached_property
    def dies(self) -> dict[int, Fraction]:
        """The chance of each fighter to die."""
        there = dict.fromkeys((*self.attackers, *self.defenders), NONE)
        return there | tally((u, p) for ending, p in self.endings.items() for u in ending.dead)

    def lost(self, units: tuple[int, ...]) -> Fraction:
        """What these can expect to lose, in factors (`walk.WORTH`)."""
        return sum((self.dies[u] * WORTH[u] for u in units), NONE)

    def destroyed(self, units: tuple[int, ...]) -> Fraction:
        """The chance that all of these die."""
        return sum((p for ending, p in self.endings.items() if set(units) <= set(ending.dead)), NONE)

    def taken(self, h: int) -> Fraction:
        """The chance that an attacker stands in a hex afterwards [14.1]."""
        sent = self.attackers
        return sum((p for e, p in self.endings.items() if any(u in sent and at == h for u, at in e.places)), NONE)

    @cached_property
    def cleared(self) -> Fraction:
        """The chance that no defender stands where he stood."""
        was = {u: d for d, units in self.battle.defenders for u in units}
        return sum((p for e, p in self.endings.items() if not any(was.get(u) == at for u, at in e.places)), NONE)

    @cached_property
    def gone(self) -> Fraction:
        """The chance that all defenders die."""
        return self.destroyed(self.defenders)

    def wounded(self, hero: int) -> Fraction:
        """The chance that a Superhero takes a Wound more [18.5]."""
        before = self.state.wounds.get(hero, 0)
        return sum((p for e, p in self.endings.items() if hero in e.dead or dict(e.wounds).get(hero, 0) > before), NONE)

    @cached_property
    def gain(self) -> Fraction:
        """What the attacker can expect to win on balance, in factors; a Wound counts as a fifth of its Superhero."""
        cost = {u: WORTH[u] * p / 5 for u, p in self.scars.items()}
        mine, yours = (sum((cost.get(u, NONE) for u in units), NONE) for units in (self.attackers, self.defenders))
        return self.lost(self.defenders) + yours - self.lost(self.attackers) - mine

    @cached_property
    def scars(self) -> dict[int, Fraction]:
        """The chance of each Superhero to take a Wound more [18.5], attackers first; those who can take none are left out."""
        there = {u for e in self.endings for u, _ in e.wounds}
        return {u: p for u in (*self.attackers, *self.defenders) if u in there and (p := self.wounded(u))}

    def to_next(self) -> int:
        """How many more attacking factors bring the next column of the table; 0 in the last."""
        found = self.reckoning
        if found.column == CERTAIN or found.column >= len(COLUMNS):
            return 0
        rules = self.state.rules
        return next(
            (more for more in range(1, 400)
             if column(found.attack + more * SCALE, found.defence, rules.odds_rounding, rules.below_table) > found.column),
            0,
        )  # fmt: skip


def odds(s: State, battle: Segment, plan: Plan | None = None) -> Odds:
    """The exact odds of a battle in a position: see `Odds`."""
    return Odds(s, battle, plan)


def with_cover(s: State, battle: Segment, plan: Plan) -> Segment:
    """The battle with the magic that covers its target."""
    units = [u for h in plan.covers for u in who_may_cover(s, h)]
    return battle._replace(covers=tuple(sorted({*battle.covers, *units})))


def best_cover(s: State, battle: Segment) -> Plan:
    """The plan by which the defender covers where that serves him [21.5], with no more stacks than are needed for the column
    that all of them together would make."""
    bare = Plan()
    able = coverers(s, battle) if battle.casters else []
    if not able:
        return bare
    strong = sorted(able, key=lambda h: -reckon(s, with_cover(s, battle, Plan((h,)))).defence)
    least = reckon(s, with_cover(s, battle, Plan(tuple(strong)))).column
    few = next(n for n in range(1, len(strong) + 1)
               if reckon(s, with_cover(s, battle, Plan(tuple(strong[:n])))).column <= least)  # fmt: skip
    covering = Plan(tuple(strong[:few]))
    return min((covering, bare), key=lambda plan: Odds(s, battle, plan).gain)
