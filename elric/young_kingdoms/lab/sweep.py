"""A sweep: the attacker's chance over the strengths of both sides, for a heat map."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from elric.young_kingdoms.combat.battle import BattleState as Fight
from elric.young_kingdoms.combat.battle import defenders_worth
from elric.young_kingdoms.combat_phase.resolution import falls
from elric.young_kingdoms.lab import dice
from elric.young_kingdoms.lab.odds import Opening

if TYPE_CHECKING:
    from elric.young_kingdoms.lab.battle import Battle


@dataclass(frozen=True, slots=True)
class Cell:
    """One pair of strengths: how much more or less each side brings, who wins, whether the city falls."""

    attack: int
    defend: int
    win: Fraction
    falls: Fraction


def sweep(battle: Battle, attack: range | None = None, defend: range | None = None) -> dict[tuple[int, int], Cell]:
    """The chance that the attacker wins, and that the city falls, when each side brings so many armies more or fewer.

    Args:
        battle: the battle as it stands, spells and all.
        attack, defend: changes of strength, -6 to +6 when not given. Defenders more or fewer also count for the losses
            it takes to clear the city ([7.5.7] / 6.571).
    """
    out: dict[tuple[int, int], Cell] = {}
    openings = battle.odds().openings
    worth = [defenders_worth(o.state, o.state.battle) for o in openings]
    known: dict[tuple[int, int, bool, bool], tuple[Fraction, Fraction]] = {}
    for attackers in attack or range(-6, 7):
        for defenders in defend or range(-6, 7):
            win = fell = Fraction(0)
            for k, opening in enumerate(openings):
                battle_: Fight = opening.state.battle
                walled = bool(battle_.wall or battle_.base)
                # more defenders count for the wall to overcome; fewer than none there cannot be
                more = max(defenders, -worth[k]) if walled else 0
                key = (
                    k,
                    attackers - defenders if not walled else (attackers - defenders) * 1000 + more,
                    attackers > 0,
                    defenders > 0,
                )
                if key not in known:
                    known[key] = _chances(opening, attackers, defenders, more)
                win += known[key][0]
                fell += known[key][1]
            out[attackers, defenders] = Cell(attackers, defenders, win, fell)
    return out


def _chances(opening: Opening, attackers: int, defenders: int, more: int) -> tuple[Fraction, Fraction]:
    """(attacker wins, city falls) with x more strength on one side and y on the other."""
    battle: Fight = opening.state.battle
    held = battle._replace(base=battle.base + more)
    bare = not (held.wall or held.base)  # an open city with nobody left in it falls to whoever wins
    won = fell = 0
    won += dice.WHOLE * sum(opening.walkovers(attackers, defenders)[1].values())
    for difference, weight in opening.thrown(attackers, defenders).items():
        if difference > 0:
            won += weight
            if (battle.wall or battle.base) and (bare or falls(opening.state, held, difference)):
                fell += weight
    return opening.share * Fraction(won, dice.WHOLE), opening.share * Fraction(fell, dice.WHOLE)
