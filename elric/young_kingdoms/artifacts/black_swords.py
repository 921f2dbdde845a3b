"""The black swords in hand: who wields one, and what a personality is worth with it. Sources: Chaosium [12.1.4], [16.8];
Avalon Hill 11.14, 14.8.
"""

from __future__ import annotations

from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ELRIC, FIGHT, INFLUENCE, MELNIBONEAN, MOURNBLADE
from elric.young_kingdoms.position.state import State


def sword_value(s: State, u: int) -> int:
    """What a piece is worth in combat, as a loss and in an escape: the value printed on it, or Mournblade's 6 for its
    bearer in the Avalon Hill edition (14.8)."""
    v = FIGHT[u]
    if s.aboard[MOURNBLADE] == u and MELNIBONEAN[u]:
        return max(v, int(s.rules.mournblade_value))
    return v


def is_bracketed(s: State, u: int) -> bool:
    """Whether a personality's value stands in brackets, so that it neither fights nor escapes by it: Mournblade's 6 takes
    its bearer out of them (14.8)."""
    return INFLUENCE[u] and not sword_value(s, u)


def blades(s: State, u: int) -> int:
    """How many black swords a personality wields: Elric has Stormbringer, and Mournblade a bearer who is a Melnibonean."""
    return (u == ELRIC) + (s.aboard[MOURNBLADE] == u and MELNIBONEAN[u] and s.place[MOURNBLADE] < BOARD.size)


def struck_with_swords(s: State, u: int) -> list[tuple[int, int]]:
    """How a personality's own combat value in a fight pulls the Balance, where using a black sword is enough (12.3)."""
    return [(spells.CHAOS, 1)] * blades(s, u) if s.rules.sword_shift == "using" else []
