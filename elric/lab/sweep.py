"""A sweep: the attacker's chance over the strengths of both sides, for a heat map."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ..young_kingdoms.battle import defenders_worth
from ..young_kingdoms.clash import falls
from . import dice

if TYPE_CHECKING:
    from .battle import Battle


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
    o = battle.odds()
    s, b = o.shown, o.shown.battle
    out: dict[tuple[int, int], Cell] = {}
    found: dict[int, Fraction] = {}
    walled = bool(b.wall or b.base)
    worth = defenders_worth(s, b)
    for x in attack or range(-6, 7):
        for y in defend or range(-6, 7):
            if walled and worth + y < 0:
                continue
            shift = x - y
            if shift not in found:
                found[shift] = _wins(o.ahead, shift)
            fell = Fraction(0)
            if walled:
                # a larger garrison is the same as one more point of wall to overcome
                c = b._replace(wall=b.wall + y)
                for gap, p in o.ahead.items():
                    won = sum(w for d, w in dice.differences(gap + shift) if d > 0 and falls(s, c, d))
                    fell += p * Fraction(won, dice.WHOLE)
            out[x, y] = Cell(x, y, found[shift], fell)
    return out


def _wins(ahead: dict[int, Fraction], shift: int) -> Fraction:
    out = Fraction(0)
    for gap, p in ahead.items():
        out += p * Fraction(sum(w for d, w in dice.differences(gap + shift) if d > 0), dice.WHOLE)
    return out
