"""Where a stack in hand can go, worked out once for a position: coach, example and table all ask, and a search costs
about a millisecond. Positions are told apart by everything in them, so that nothing has to be thrown away when one changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.kernel.verdict import Reason
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement import routes
from elric.young_kingdoms.movement.routes import Route
from elric.young_kingdoms.position.state import State

__all__ = ["Route", "forget", "reach", "refusal", "within_reach"]

_MOST: Final = 32
_KEPT: dict[tuple[Any, ...], Mapping[int, Route]] = {}


def reach(s: State) -> Mapping[int, Route]:
    """As `routes.reach`, kept for the positions asked about last."""
    key = s.key()
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        found = _KEPT[key] = routes.reach(s)
    return found


def forget() -> None:
    """Forget every position asked about, for whoever measures."""
    _KEPT.clear()


def within_reach(g: Game) -> Mapping[int, Route]:
    """Where the stack in hand of a game can go, by area."""
    return reach(g.state)


def refusal(g: Game, area: str) -> list[Reason]:
    """Why the stack in hand cannot go to an area."""
    return routes.refusal(g.state, BOARD.index[area])
