"""Games that are set and waiting."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from elric.kernel.chance import Seed
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.teaching.sense import sensible

__all__ = ["first_game", "ready_game"]

_DEALS: Final = 24  # deals tried for a game that begins as a newcomer should see one
_LEAGUE: Final = 1
_ENTICING: Final = "vilmir_jadmar"  # where the League had better win Elric over than fight


def ready_game(scenario: str, edition: str, seed: Seed, whole: bool = False) -> Game:
    """A game of a scenario; unless `whole`, sensible decisions are taken until the first player can move his first stack."""
    g = Game(scenario, edition, seed)
    while not whole and g.phase in ("setup", "appearance") and g.seat is not None:
        g.push(sensible(g))
    return g


def first_game(scenario: str, edition: str, seed: Seed) -> Game:
    """The game that is set for whoever comes first: dealt until the League has won the roll for the first turn, since it
    stands beside its enemy and can fight at once, and Elric stands with nobody yet: beside him the enemy is too strong for
    that; nor does he stand where the League would rather go for him. A game that begins so is taken as it is; of another
    seed the next one is made, so that the same seed gives the same game."""
    g = ready_game(scenario, edition, seed)
    for _ in range(_DEALS):
        elric = g.view()["units"]["elric"]
        if g.seat == _LEAGUE and g.step == "movement" and elric["owner"] is None and elric["at"] != _ENTICING:
            break
        g = ready_game(scenario, edition, _next(g.seed))
    return g


def _next(seed: Seed) -> Seed:
    """Another seed, found from this one and as hard to guess."""
    return seed + 1 if isinstance(seed, int) else f"b2-{sha256(seed.encode()).hexdigest()[:32]}"
