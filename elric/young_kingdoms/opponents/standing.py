"""How well a seat stands, in one number: what the scenario asks for, then cities, armies and personalities.

The measure is ours; what wins is read from the rules ([5.0], [14.1]-[14.7] / 4.91, 13).
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final

from elric.kernel.bits import ones
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, FLEET, HERO, KIND, MAGIC
from elric.young_kingdoms.opponents.aims import CAPITAL, CITY, GOAL, TAKEN, prize
from elric.young_kingdoms.position.state import TURNS, State, on_board
from elric.young_kingdoms.turn import victory

__all__ = ["standing", "strength"]

_SPREAD: Final = 12.0  # a lead of so much is worth three games in four, about
_FAR: Final = 12


def standing(s: State, seat: int) -> float:
    """From 0 (lost) to 1 (won); the same for positions that differ only in what nobody can see."""
    if s.outcome is not None:
        winner = s.outcome[0]
        return (1.0 if winner == seat else 0.0) if winner >= 0 else 0.35
    seats = range(s.scenario.seats)
    mine = worth(s, seat)
    others = max((worth(s, o) for o in seats if o != seat), default=0.0)
    return 1 / (1 + exp(-(mine - others) / _SPREAD))


def worth(s: State, seat: int) -> float:
    """What a seat has, the later the more by what decides."""
    late = 0.5 + s.turn / TURNS
    found = strength(s, seat) + late * (aims(s, seat) + near(s, seat))
    for a in BOARD.lands:
        if s.control[a] == seat:
            found += (CAPITAL if BOARD.capital[a] else CITY) if BOARD.city[a] else 0
    return found


def strength(s: State, seat: int) -> float:
    """Armies, fleets and personalities on the board."""
    found = 0.0
    for u in ones(on_board(s, seat)):
        kind = KIND[u]
        if kind == ARMY:
            found += FIGHT[u]
        elif kind == HERO:
            found += 1.2 * FIGHT[u] + 0.7 * MAGIC[u]
        elif kind == FLEET:
            found += 0.5
    return found


def aims(s: State, seat: int) -> float:
    """How much of what wins the scenario a seat has."""
    goal = s.scenario.goal
    found = 0.0
    if victory.imrryr_counts(s) and not s.scenario.solo and victory.imrryr_holder(s) == seat:
        found += 3 * GOAL
    if goal == "imrryr":
        return found
    if goal == "capitals":
        k = 0 if victory.group_of(s, 0) == seat else 1
        theirs = s.scenario.groups[1 - k].nations
        held = sum(victory.holds(s, seat, n) for n in theirs)
        return found + GOAL * held + (GOAL if k == 0 else 0)
    if goal == "duel":
        return found + TAKEN * len(victory.capitals(s, seat))
    return found + TAKEN * len(victory.capitals(s, seat))


def near(s: State, seat: int) -> float:
    """How near the strongest personalities are to what they should take."""
    wanted = [a for a in BOARD.lands if BOARD.city[a] and prize(s, seat, a) > CAPITAL + 1]
    if not wanted:
        return 0.0
    far = _FAR
    for u in pieces.HEROES:
        if s.owner[u] == seat and s.place[u] < BOARD.size and FIGHT[u] > 1:
            steps = _from(s.place[u])
            far = min(far, min((steps[a] for a in wanted if steps[a] >= 0), default=_FAR))
    return (_FAR - far) * 0.25


@cache
def _from(area: int) -> tuple[int, ...]:
    return tuple(BOARD.distances(area))
