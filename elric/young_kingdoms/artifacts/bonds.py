"""Who is bound to whom: Elric to the personality he follows, Moonglum to Elric, the black swords to their bearers. Sources:
Chaosium [12.1.2], [12.1.6], [14.7], [16.8]; Avalon Hill 11.12, 11.16, 14.8.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel.bits import ones
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import COMBAT, ELRIC, HERO_BITS, INFLUENCE, MOONGLUM, ONE
from elric.young_kingdoms.position.notes import Friends
from elric.young_kingdoms.position.state import NEUTRAL, State


def friends(s: State) -> bool:
    """Whether Moonglum has met Elric and goes wherever he goes ([12.1.6] / 11.16)."""
    return Friends in s.notes


def elrics_player(s: State) -> int:
    """Who plays Elric himself: a seat in the duel ([14.7]), nobody otherwise."""
    if s.scenario.goal != "duel":
        return NEUTRAL
    return s.sides.index(0) if 0 in s.sides else NEUTRAL


def influence(s: State, u: int) -> tuple[int, int]:
    """What a personality weighs in winning Elric: the value, and between equals influence before strength."""
    v = sword_value(s, u)
    return (COMBAT[u], 1) if INFLUENCE[u] and COMBAT[u] >= v else (v, 0)


def controller(s: State) -> int:
    """The personality in control of Elric, or -1; never Moonglum ([12.1.2], [12.1.6] / 11.12, 11.161)."""
    who = voices(s)
    if len(who) < 2:
        return who[0] if who else -1
    return max(who, key=lambda u: (*influence(s, u), -u))


def voices(s: State) -> Sequence[int]:
    """The personalities whom Elric could follow where he is, when he is anybody's."""
    if s.owner[ELRIC] >= NEUTRAL or s.place[ELRIC] >= BOARD.size:
        return ()
    here = s.place[ELRIC]
    who = ones(s.at[here] & s.of[s.owner[ELRIC]] & _LEADERS)
    return [u for u in who if s.band[u] == s.band[ELRIC]] if BOARD.wild[here] else who


_LEADERS: Final = HERO_BITS & ~ONE[ELRIC] & ~ONE[MOONGLUM]
