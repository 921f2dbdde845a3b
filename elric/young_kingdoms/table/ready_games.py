"""Games that are set and waiting."""

from __future__ import annotations

from elric.young_kingdoms.game import Game
from elric.young_kingdoms.teaching.sense import sensible

__all__ = ["ready_game"]


def ready_game(scenario: str, edition: str, seed: int, whole: bool = False) -> Game:
    """A game of a scenario; unless `whole`, sensible decisions are taken until the first player can move his first stack."""
    g = Game(scenario, edition, seed)
    while not whole and g.phase in ("setup", "appearance") and g.seat is not None:
        g.push(sensible(g))
    return g
