"""What computer players do in *Sorcerer*: what is planned, and what a search compares with it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Judgement, Plan
from elric.sorcerer.definition import GAME
from elric.sorcerer.opponents import casual
from elric.sorcerer.opponents import standing as stands
from elric.sorcerer.planning import advised, answers
from elric.sorcerer.position.state import State

_OTHERS: Final = 3


class SorcererJudgement(Judgement):
    """Judgement in *Sorcerer*."""

    def standing(self, state: Any, seat: int) -> float:
        return stands.standing(state, seat)

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        s: State = game.state
        first, *others = advised.plans(s, game.step)
        found = [advised.with_odds(s, first), *others]
        return [p._replace(said="") for p in found] if s.hidden else found

    def casual(self, game: Game, rng: Random) -> Plan:
        s: State = game.state
        found = casual.casual(s, answers.legal(s), game.step, rng)
        return found._replace(said="") if s.hidden else found

    def ahead(self, game: Game, rng: Random) -> Plan:
        return advised.plans(game.state, game.step)[0]

    def alternatives(self, game: Game, plans: Sequence[Plan]) -> Sequence[Plan]:
        """In a movement phase the best few, and to end it; all else is done as the Captain does it."""
        if game.step not in advised.MOVES or plans[0].worth <= 0:
            return plans[:1]
        quiet = next((p for p in plans if p.worth <= 0), None)
        return [*plans[:_OTHERS], *([quiet] if quiet is not None else [])]

    def quick(self, state: Any, rng: Random) -> Action:
        return answers.usual(state, answers.legal(state)).actions[0]


JUDGEMENT: Final = SorcererJudgement(GAME)

__all__ = ["JUDGEMENT", "SorcererJudgement"]
