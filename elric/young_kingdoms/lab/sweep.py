"""A sweep: the attacker's chance over the strengths of both sides, for a heat map."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
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
    openings = battle.odds().openings
    worth = [defenders_worth(o.state, o.state.battle) for o in openings]

    @cache
    def chances(k: int, gap: int, more: int, stronger: tuple[bool, bool]) -> tuple[Fraction, Fraction]:
        return _chances(openings[k], gap, more, stronger)

    out: dict[tuple[int, int], Cell] = {}
    for attackers, defenders in product(attack or range(-6, 7), defend or range(-6, 7)):
        win = fell = Fraction(0)
        for k, opening in enumerate(openings):
            walled = opening.state.battle.wall or opening.state.battle.base
            # more defenders count for the wall to overcome; fewer than none there cannot be
            more = max(defenders, -worth[k]) if walled else 0
            p, q = chances(k, attackers - defenders, more, (attackers > 0, defenders > 0))
            win, fell = win + p, fell + q
        out[attackers, defenders] = Cell(attackers, defenders, win, fell)
    return out


def _chances(opening: Opening, gap: int, more: int, stronger: tuple[bool, bool]) -> tuple[Fraction, Fraction]:
    """(attacker wins, city falls) when the attackers gain so much on the defenders; `more`: strength of the defenders to
    be overcome besides; `stronger`: who brings any strength more."""
    battle: Fight = opening.state.battle
    held = battle._replace(base=battle.base + more)
    bare = not (held.wall or held.base)  # an open city with nobody left in it falls to whoever wins
    won = {d: weight for d, weight in opening.thrown(gap, stronger).items() if d > 0}
    fell = sum(w for d, w in won.items() if (battle.wall or battle.base) and (bare or falls(opening.state, held, d)))
    all_ = sum(won.values()) + dice.WHOLE * sum(opening.walkovers(stronger)[1].values())
    return opening.share * Fraction(all_, dice.WHOLE), opening.share * Fraction(fell, dice.WHOLE)
