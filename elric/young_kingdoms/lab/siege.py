"""The same assault turn after turn: a chain of positions, each step reckoned exactly ([10.9.4] / 9.94)."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from elric.kernel.steps import Frame
from elric.lab.chances import merged
from elric.lab.say import percent
from elric.young_kingdoms.combat.battle import BattleState as Fight
from elric.young_kingdoms.combat.ports import PORT
from elric.young_kingdoms.combat_phase.phase import WITHHOLD, begin
from elric.young_kingdoms.components.pieces import ARTIFACT, HERO, KIND
from elric.young_kingdoms.lab.leaf import Leaf
from elric.young_kingdoms.lab.policy import Policy, policy
from elric.young_kingdoms.lab.reckon import ReckonError, reckon
from elric.young_kingdoms.lab.walk import STILL
from elric.young_kingdoms.position.notes import Conjures, Dispelled, Fought, Trail, forget
from elric.young_kingdoms.position.state import CAST, CAST_NOW, DISCARD, HELD_OPEN, State, own_in

if TYPE_CHECKING:
    from elric.young_kingdoms.lab.battle import Battle


class Siege:
    """What becomes of a city assaulted every turn.

    Spells are used in the first assault only; nobody is relieved or replaced; heroes who had to escape do not come back.

    Attributes:
        turns: how many turns are looked ahead.
    """

    def __init__(self, battle: Battle, turns: int = 10) -> None:
        if not 1 <= turns <= 20:
            raise ValueError(f"a siege is looked at for 1 to 20 turns, not {turns}")
        self.battle = battle
        self.turns = turns

    @cached_property
    def _chain(self) -> list[tuple[Fraction, Fraction]]:
        """For each turn: (fallen by then, driven off by then)."""
        battle = self.battle
        sides = (policy(battle.spec.policy[0]), policy(battle.spec.policy[1]))
        now = [(Fraction(1), battle.start)]
        fallen = gone = Fraction(0)
        out = []
        known: dict[tuple[Any, ...], tuple[Fraction, Fraction, list[tuple[Fraction, State]]]] = {}
        for turn in range(self.turns):
            after = []
            for weight, s in now:
                key = (turn == 0, *_who(s, battle.area))
                if key not in known:
                    known[key] = self._assault(s, sides, (0, 0) if turn else battle.spec.unseen)
                fell, off, held = known[key]
                fallen, gone = fallen + weight * fell, gone + weight * off
                after += [(_who(t, battle.area), weight * chance, t) for chance, t in held]
            now = merged(after)
            out.append((fallen, gone))
        return out

    def _assault(
        self, s: State, sides: tuple[Policy, Policy], draws: tuple[int, int]
    ) -> tuple[Fraction, Fraction, list[tuple[Fraction, State]]]:
        """The chance that the city falls, that the besiegers are driven off, and how the siege may stand a turn later."""
        try:
            odds = reckon(s, sides, draws)
        except ReckonError:
            return Fraction(0), Fraction(1), []
        area, walled = self.battle.area, s.battle.wall or s.battle.base

        def fallen(x: Leaf) -> bool:
            # in the open the losers are gone, whoever holds the place
            return bool(x.fell or x.taken or (x.loser == 1 and not walled))

        def off(x: Leaf) -> bool:
            return not fallen(x) and x.loser == 0 and (x.retreat >= 0 or x.trapped or not _has_hero(x.state, area))

        held = [(Fraction(w, odds.whole), _next(x.state, area)) for w, x in odds.leaves if not fallen(x) and not off(x)]
        return odds.chance(fallen), odds.chance(off), held

    @property
    def fallen(self) -> list[Fraction]:
        """The chance that the city has fallen by the end of turn 1, 2, ..."""
        return [f for f, _ in self._chain]

    @property
    def beaten(self) -> list[Fraction]:
        """The chance that the besiegers have been driven off by the end of turn 1, 2, ..."""
        return [g for _, g in self._chain]

    @property
    def sentence(self) -> str:
        """The siege in one sentence."""
        n = next((k for k, p in enumerate(self.fallen, 1) if p * 2 >= 1), None)
        end = (
            f"the chance that it has fallen by turn {self.turns} is {percent(self.fallen[-1])}, and that the besiegers have "
            f"been driven off {percent(self.beaten[-1])}"
        )
        if n is None:
            return f"The city more often holds than falls: {end}."
        return (
            f"By the end of turn {n} the city has more likely fallen than not ({percent(self.fallen[n - 1])}): {end}."
        )

    def __repr__(self) -> str:
        return self.sentence


def _has_hero(s: State, a: int) -> bool:
    return any(KIND[u] == HERO for u in own_in(s, a, s.player))


def _next(s: State, area: int) -> State:
    """The same siege a turn later: spells used up, the assault begun again with everybody who is left."""
    trial = s.copy()
    trial.battle = None
    trial.agenda = ()
    forget(trial, {Fought, Conjures, Trail, Dispelled})
    for i, at in enumerate(trial.spell_at):
        if CAST <= at < HELD_OPEN:
            trial.spell_at[i] = DISCARD
    for u in range(len(trial.flags)):
        trial.flags[u] &= ~CAST_NOW
    trial.assaults |= 1 << area
    begin(trial, area, STILL)
    frames: tuple[Frame, ...] = trial.agenda
    trial.agenda = tuple(frame for frame in frames if frame.step not in (WITHHOLD, PORT))
    return trial


def _who(s: State, a: int) -> tuple[Any, ...]:
    """What makes two positions of a siege the same: who stands there, and the Balance."""
    b: Fight = s.battle
    kinds = tuple(tuple(sorted(u for u in side if KIND[u] != ARTIFACT)) for side in b.units)
    return (kinds, s.balance, s.tipped)
