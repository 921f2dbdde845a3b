"""How well a seat stands, in one number: the army that it has, and how near each side is to what it wins by [64-70].

The measure is ours; what wins is read from the rules.
"""

from __future__ import annotations

from math import exp
from typing import Final

from elric.dragon_pass.components.board import SARTAR_FORTS
from elric.dragon_pass.components.scenarios import Goal
from elric.dragon_pass.components.units import HEROES, NOBODY, SUPERHEROES
from elric.dragon_pass.lab.walk import WORTH
from elric.dragon_pass.position.state import State
from elric.dragon_pass.turn.victory import FORTS_NEEDED, holds, is_reached
from elric.kernel.bits import ones
from tests.rivals.dragon_captain.aims import place_hexes
from tests.rivals.dragon_captain.fields import far

_SPREAD: Final = 30.0  # factors of a lead that is worth three games in four, about
_GOAL: Final = 45.0  # what it is worth to hold all that wins, half of the time that is asked for
_DRAWN: Final = 0.35
_SCAR: Final = 5


def standing(s: State, seat: int) -> float:
    """From 0 (lost) to 1 (won)."""
    if s.outcome is not None:
        winner = s.outcome[0]
        return _DRAWN if winner == NOBODY else float(winner == seat)
    values = {k: _worth(s, k) for k in s.order}
    others = max((v for k, v in values.items() if k != seat), default=0.0)
    return 1 / (1 + exp(-(values.get(seat, 0.0) - others) / _SPREAD))


def _worth(s: State, seat: int) -> float:
    army = float(sum([WORTH[u] for u in ones(s.of[seat])]))
    army -= sum([WORTH[u] * n / _SCAR for u, n in s.wounds.items() if s.of[seat] >> u & 1 and SUPERHEROES >> u & 1])
    near = [_near(s, k, goal) for k, goal in enumerate(s.scenario.goals) if goal.side == seat]
    return army + _GOAL * max(near, default=0.0)


def _near(s: State, number: int, goal: Goal) -> float:
    """How near a goal is: 0 far away, 0.5 reached now, 1 and more the longer it has held."""
    held = s.tenure[number][0] if s.tenure else 0
    if is_reached(s, goal):
        return 0.5 + (held + 0.5) / max(1, goal.turns)
    if goal.kind in ("hold", "temple"):
        part = 0.0
        for place in goal.places:
            if holds(s, goal.side, place):
                part += 0.4
            else:
                h = next(iter(ones(place_hexes(s, place))))
                near = sorted(far(h, own) for own in ones(s.at[goal.side]))[:4]
                part += 0.3 / (1 + sum(near) / (10 * len(near))) if near else 0.0
        return part / len(goal.places)
    if goal.kind == "forts":
        return 0.4 * sum(holds(s, goal.side, f) for f in SARTAR_FORTS) / FORTS_NEEDED
    if goal.kind == "heroes":
        left = sum((s.of[k] & HEROES).bit_count() for k in s.order if k != goal.side)
        return 0.4 / (1 + left)
    return 0.0


__all__ = ["standing"]
