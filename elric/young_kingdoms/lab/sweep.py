"""A sweep: the attacker's chance over the strengths of both sides, for a heat map."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from elric.young_kingdoms.combat.battle import Battle as Fight
from elric.young_kingdoms.combat.battle import defenders_worth
from elric.young_kingdoms.combat.resolution import falls
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
    for x in attack or range(-6, 7):
        for y in defend or range(-6, 7):
            win = fell = Fraction(0)
            for k, o in enumerate(openings):
                b: Fight = o.state.battle
                walled = bool(b.wall or b.base)
                # more defenders count for the wall to overcome; fewer than none there cannot be
                more = max(y, -worth[k]) if walled else 0
                key = (k, x - y if not walled else (x - y) * 1000 + more, x > 0, y > 0)
                if key not in known:
                    known[key] = _chances(o, x, y, more)
                win += known[key][0]
                fell += known[key][1]
            out[x, y] = Cell(x, y, win, fell)
    return out


def _chances(opening: Opening, x: int, y: int, more: int) -> tuple[Fraction, Fraction]:
    """(attacker wins, city falls) with x more strength on one side and y on the other."""
    b: Fight = opening.state.battle
    c = b._replace(base=b.base + more)
    bare = not (c.wall or c.base)  # an open city with nobody left in it falls to whoever wins
    won = fell = 0
    # a side with nothing left does not even throw; any strength more, and it does
    walkover = ({} if x > 0 else opening.walkover[0], {} if y > 0 else opening.walkover[1])
    won += dice.WHOLE * sum(walkover[1].values())
    gaps: dict[int, int] = {}
    for (a, d), w in opening.totals.items():
        gaps[a - d] = gaps.get(a - d, 0) + w
    thrown: dict[int, int] = {}
    for gap, w in gaps.items():
        w -= walkover[0].get(gap, 0) + walkover[1].get(gap, 0)
        for d, v in dice.differences(gap + x - y) if w else ():
            thrown[d] = thrown.get(d, 0) + w * v
    for d, w in thrown.items():
        if d > 0:
            won += w
            if (b.wall or b.base) and (bare or falls(opening.state, c, d)):
                fell += w
    return opening.share * Fraction(won, dice.WHOLE), opening.share * Fraction(fell, dice.WHOLE)
