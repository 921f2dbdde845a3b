"""How well a seat stands, in one number: points, what it can still win with, and how its Prime Sorcerer fares.

The measure is ours; what wins is read from the rules.
"""

from __future__ import annotations

from math import exp
from typing import Final

from elric.kernel.bits import ones
from elric.sorcerer.components.board import BOARD, CITIES
from elric.sorcerer.components.scenarios import TIDE, TOUR
from elric.sorcerer.components.units import FORTRESSES, KIND, SORCERER
from elric.sorcerer.lab.worth import worth
from elric.sorcerer.position.notes import Toured, noted
from elric.sorcerer.position.state import NOBODY, State
from elric.sorcerer.stories.endings import CITIES as CITY_STATES
from elric.sorcerer.stories.endings import FALN, TOWNS, holds
from elric.sorcerer.stories.madness import MAD
from elric.sorcerer.stories.stones import NEEDED, controlled_stones
from elric.sorcerer.stories.tide import ENOUGH
from elric.sorcerer.stories.tide import standing_cities as standing_cities
from elric.sorcerer.turn.points import converted_hexes, score

_SPREAD: Final = 14.0  # points of a lead that is worth three games in four, about
_DRAWN: Final = 0.4
_TO_COME: Final = 0.25  # what an army is worth in points while the game goes on
_HURT: Final = 6.0  # points that a depleted Prime Sorcerer is behind
_TOWN, _HALF, _STONE = 12.0, 1.0, 6.0
_GOAL: Final = 4.0


def standing(s: State, seat: int) -> float:
    """From 0 (lost) to 1 (won)."""
    if s.outcome is not None:
        winner = s.outcome[0]
        return _DRAWN if winner == NOBODY else float(winner == seat)
    if s.scenario.alone:
        return 1 / (1 + exp(-_alone(s) / _GOAL))
    if not s.alive >> seat & 1:
        return 0.0
    values = {k: ahead(s, k) for k in ones(s.alive)}
    others = max((v for k, v in values.items() if k != seat), default=0.0)
    return 1 / (1 + exp(-(values[seat] - others) / _SPREAD))


def ahead(s: State, seat: int) -> float:
    """What a seat has: its points, by its scenario, and what its counters may still bring."""
    turns = s.scenario.turns or s.turn + 4
    left = max(0.0, (turns - s.turn + 1) / turns) if turns else 1.0
    army = sum([worth(s, u) for u in ones(s.of[seat]) if u not in s.primes and not FORTRESSES >> u & 1])
    found = _points(s, seat) + _TO_COME * army * left
    prime = s.primes[seat]
    if prime != NOBODY and (s.depleted | s.pinned) >> prime & 1:
        found -= _HURT
    return found


def _points(s: State, seat: int) -> float:
    """What counts in the scenario, in points."""
    story = s.scenario.story
    if story == "uprising":
        forts = (s.of[seat] & FORTRESSES).bit_count() * _TOWN
        taken = sum(holds(s, town) for town in TOWNS) * _TOWN
        return forts + (taken if seat == CITY_STATES else -taken if seat == FALN else 0)
    if story == "madness":
        lost = sum(len(converted_hexes(s, k)) for k in range(MAD))
        half = BOARD.printed_white.bit_count() / 2
        return _HALF * (half - lost) if seat == MAD else _HALF * len(converted_hexes(s, seat)) * 2
    if story == "stones":
        return _STONE * min(NEEDED, sum(controlled_stones(s, seat).values()))
    return float(score(s, seat).sum)


def _alone(s: State) -> float:
    """How near the one player is to what he plays for, above or below even."""
    him = sum(worth(s, u) for u in ones(s.of[0]) if KIND[u] == SORCERER) / 20
    if s.scenario.story == TOUR:
        return len(noted(s, Toured)) - len(CITIES) / 2 + him
    if s.scenario.story == TIDE:
        return len(standing_cities(s)) + s.of[0].bit_count() - 2 - ENOUGH + him
    return him


__all__ = ["ahead", "standing"]
