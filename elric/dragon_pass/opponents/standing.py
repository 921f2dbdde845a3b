"""How well a seat stands, in one number: the army that it has, and how near each side is to what it wins by [64-70].

The measure is ours; what wins is read from the rules. Where weights were learned (data/learned.toml) they say it.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from elric.dragon_pass.components.board import SARTAR_FORTS
from elric.dragon_pass.components.scenarios import Goal
from elric.dragon_pass.components.units import HEROES, MAGICIANS, NOBODY, SIDES, SUPERHEROES
from elric.dragon_pass.lab.walk import WORTH
from elric.dragon_pass.planning.aims import place_hexes
from elric.dragon_pass.planning.fields import far
from elric.dragon_pass.position.state import State
from elric.dragon_pass.turn.victory import FORTS_NEEDED, holds, is_reached
from elric.kernel.bits import ones
from elric.opponents.learned import chance, weights_of

_SPREAD: Final = 60.0  # factors of a lead that is worth three games in four, about
_GOAL: Final = 45.0  # what it is worth to hold all that wins, half of the time that is asked for
_DRAWN: Final = 0.5
_SCAR: Final = 5
_PLACED: Final = ("hold", "temple")


def standing(s: State, seat: int) -> float:
    """From 0 (lost) to 1 (won)."""
    if s.outcome is not None:
        winner = s.outcome[0]
        return _DRAWN if winner == NOBODY else float(winner == seat)
    weights = weights_of("elric.dragon_pass").get(s.scenario.key)
    if weights is not None and len(s.order) == 2 and s.player in s.order:
        moves = chance(learned(s, s.player), weights)
        return moves if seat == s.player else 1 - moves
    values = {k: _worth(s, k) for k in s.order}
    others = max((v for k, v in values.items() if k != seat), default=0.0)
    return 1 / (1 + exp(-(values.get(seat, 0.0) - others) / _SPREAD))


def _worth(s: State, seat: int) -> float:
    army = float(sum([WORTH[u] for u in ones(s.of[seat])]))
    army -= sum([WORTH[u] * n / _SCAR for u, n in s.wounds.items() if s.of[seat] >> u & 1 and SUPERHEROES >> u & 1])
    near = [_near(s, k, goal) for k, goal in enumerate(s.scenario.goals) if goal.side == seat]
    return army + _GOAL * max(near, default=0.0)


def learned(s: State, seat: int) -> dict[str, float]:
    """What the learned standing of the seat that moves is made of: what it has more than the best of the others, how late it
    is, and which side it plays. A name that ends in `_late` counts the same times how late it is, from 0 to 1."""
    late = s.turn / (s.turn + _LATE)
    mine, theirs = _forces(s, seat), [_forces(s, k) for k in s.order if k != seat]
    found = {name: has - max([count[name] for count in theirs], default=0.0) for name, has in mine.items()}
    found |= {f"{name}_late": has * late for name, has in found.items()}
    side = f"side_{SIDES[seat]}"
    return found | {side: 1.0, f"{side}_late": late}


_LATE: Final = 10  # turns, about what a game takes: half late
_CLOSE: Final = 14  # half points from a place that counts, about two Moves on foot


def _forces(s: State, seat: int) -> dict[str, float]:
    """What is counted of a seat by itself."""
    found = dict.fromkeys(("troops", "heroes", "superheroes", "magic", "wounds", "close", "close_magic"), 0.0)
    goals = [(k, goal) for k, goal in enumerate(s.scenario.goals) if goal.side == seat]
    places = [
        next(iter(ones(place_hexes(s, place)))) for _, goal in goals if goal.kind in _PLACED for place in goal.places
    ]
    for u in ones(s.of[seat]):
        at = s.place[u]
        if SUPERHEROES >> u & 1:
            found["superheroes"] += 1
        elif HEROES >> u & 1:
            found["heroes"] += 1
        elif MAGICIANS >> u & 1:
            found["magic"] += WORTH[u]
        else:
            found["troops"] += WORTH[u]
        if at >= 0 and places and min([far(h, at) for h in places]) <= _CLOSE:
            found["close_magic" if MAGICIANS >> u & 1 else "close"] += WORTH[u]
    found["wounds"] = -float(sum([n for u, n in s.wounds.items() if s.of[seat] >> u & 1]))
    found["army_log"] = log(1.0 + sum([WORTH[u] for u in ones(s.of[seat])]))
    found["units"] = float(s.of[seat].bit_count())
    found["goal"] = max([_near(s, k, goal) for k, goal in goals], default=0.0)
    found["reached"] = float(any(is_reached(s, goal) for _, goal in goals))
    found["held"] = max([(s.tenure[k][0] if s.tenure else 0) / max(1, goal.turns) for k, goal in goals], default=0.0)
    return found


def _near(s: State, number: int, goal: Goal) -> float:
    """How near a goal is: 0 far away, 0.5 reached now, 1 and more the longer it has held."""
    held = s.tenure[number][0] if s.tenure else 0
    if is_reached(s, goal):
        return 0.5 + (held + 0.5) / max(1, goal.turns)
    if goal.kind in _PLACED:
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
