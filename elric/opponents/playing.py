"""Games between computer players, and carrying out a plan action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..kernel.game import Game
from ..kernel.steps import Action
from .definition import Opponent, Plan, Sight

LIMIT: Final = 20_000
_GOLDEN: Final = 0x9E3779B97F4A7C15


def sight(game: Game, seat: int, seed: int) -> Sight:
    """What a player sees at this moment of a game. Its seed is derived from the game's; each decision gets another."""
    return Sight(game, seat, (seed ^ (len(game.record) + 1) * _GOLDEN) & ((1 << 62) - 1))


def follow(game: Game, plan: Plan) -> Iterator[Action]:
    """Carry a plan out, action by action, as long as its actions are legal and the same seat decides; stops after a
    result of chance, which may call for another plan. Yields each action after it has been carried out."""
    seat = game.seat
    for k, action in enumerate(plan.actions):
        if game.seat != seat or (k and not game.verdict(action)):
            return
        game.push(action)
        yield action
        if game.record[-1].results:
            return


class Match(NamedTuple):
    """How a game between players went.

    Attributes:
        outcome: winner (seat or None), how, clause, words; None when it was broken off.
        acts: how many actions.  turn: the last turn.
        verbs: how often each seat did what, by (seat, verb).
    """

    outcome: dict[str, Any] | None
    acts: int
    turn: int
    verbs: Counter[tuple[int, str]]


def play(game: Game, players: Sequence[Opponent], seed: int, limit: int = LIMIT) -> Match:
    """Play a game to its end.

    Args:
        game: it is played on in place.
        players: one for each seat.
        seed: for the players' own choices.
        limit: acts after which it is broken off.
    """
    verbs: Counter[tuple[int, str]] = Counter()
    acts = 0
    while game.seat is not None and acts < limit:
        seat = game.seat
        plan = players[seat].decide(sight(game, seat, seed))
        for action in follow(game, plan):
            verbs[seat, action.verb] += 1
            acts += 1
    return Match(game.outcome, acts, game.turn, verbs)


__all__ = ["LIMIT", "Match", "follow", "play", "sight"]
