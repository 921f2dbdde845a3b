"""Victory Points [15.0]: kept as fractions, since shared ones are divided [15.24], and counted on the ground as it lies."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from elric.kernel.bits import ones
from elric.sorcerer.combat.strength import printed_strength
from elric.sorcerer.components.board import BOARD, CITIES
from elric.sorcerer.components.colors import WHEEL, WHITE
from elric.sorcerer.components.units import HUMAN, KIND
from elric.sorcerer.position.state import State, force

CONVERTED, GRAY_CITY, WHITE_CITY = 5, 3, 5  # [15.1]


class Score(NamedTuple):
    """One seat's points: what it has destroyed, converted, and holds."""

    destroyed: Fraction
    converted: int
    gray_cities: int
    white_cities: int

    @property
    def sum(self) -> Fraction:
        """All of them."""
        return (
            self.destroyed + CONVERTED * self.converted + GRAY_CITY * self.gray_cities + WHITE_CITY * self.white_cities
        )


def converted_hexes(s: State, seat: int) -> list[int]:
    """The hexes that count as converted for a seat, as they lie now: printed White in one of its colors, and for the White Sorcerer's
    the other way round [15.1, 9.21]."""
    powers = s.powers[seat]
    found = [h for h in ones(BOARD.printed_white) if powers & WHEEL & (1 << s.paint[h])]
    if powers >> WHITE & 1:
        found += [h for h in range(len(s.paint)) if s.paint[h] == WHITE and not BOARD.printed_white >> h & 1]
    return found


def holder(s: State, h: int) -> int:
    """Who controls a Gray city [15.22]: the stronger human force; -1 for equal ones, and where there is none."""
    strength = {
        seat: sum(printed_strength(s, u) for u in force(s, seat, h) if KIND[u] == HUMAN) for seat in range(s.scenario.seats) if s.at[seat] >> h & 1
    }  # fmt: skip
    most = max(strength.values(), default=0)
    first = [seat for seat, sum_ in strength.items() if sum_ == most]
    return first[0] if most and len(first) == 1 else -1


def score(s: State, seat: int) -> Score:
    """The points of a seat, if the game ended now [15.2]."""
    gray = 0 if s.scenario.story == "dominance" else sum(holder(s, h) == seat for h in CITIES)
    hexes = converted_hexes(s, seat)
    return Score(s.points[seat], len(hexes), gray, sum(BOARD.white >> h & 1 for h in hexes if s.paint[h] != WHITE))
