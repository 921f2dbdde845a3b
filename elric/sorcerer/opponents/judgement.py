"""What is worth doing in *Sorcerer*: attacks, conversions and cities, weighed by what they bring and what they risk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from elric.kernel import running
from elric.kernel.chance import ScriptedChance
from elric.kernel.context import Context
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Judgement, Plan
from elric.sorcerer.definition import GAME
from elric.sorcerer.opponents import answers, assaults, casual, errands, tales, words
from elric.sorcerer.opponents import standing as stands
from elric.sorcerer.opponents.look import Look
from elric.sorcerer.opponents.words import Legal
from elric.sorcerer.position.state import State

HALT: Final = Action("halt")
_OTHERS: Final = 3
_MOVES: Final = ("movement", "march")
_IDLE: Final = ("take", "halt")
_NO_LUCK: Final = ScriptedChance()


class SorcererJudgement(Judgement):
    """Judgement in *Sorcerer*."""

    def standing(self, state: Any, seat: int) -> float:
        return stands.standing(state, seat)

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        s: State = game.state
        look, may = Look(s, s.seat), answers.legal(s)
        found = list(_found(look, may, game.step))
        found.sort(key=lambda p: -p.worth)
        while found and not _works(s, found[0].actions):
            found = found[1:]
        if not found:
            return [answers.usual(s, may)]
        return [p._replace(said="") for p in found] if s.hidden else found

    def casual(self, game: Game, rng: Random) -> Plan:
        s: State = game.state
        found = casual.casual(s, answers.legal(s), game.step, rng)
        return found._replace(said="") if s.hidden else found

    def ahead(self, game: Game, rng: Random) -> Plan:
        return self.plans(game, rng)[0]

    def alternatives(self, game: Game, plans: Sequence[Plan]) -> Sequence[Plan]:
        """In a movement phase the best few, and to end it; all else is done as the Captain does it."""
        if game.step not in _MOVES or plans[0].worth <= 0:
            return plans[:1]
        quiet = next((p for p in plans if p.worth <= 0), None)
        return [*plans[:_OTHERS], *([quiet] if quiet is not None else [])]

    def quick(self, state: Any, rng: Random) -> Action:
        return answers.usual(state, answers.legal(state)).actions[0]


def _found(look: Look, may: Legal, step: str) -> Iterator[Plan]:
    """What could be done in any decision."""
    if step in _MOVES:
        yield from _moving(look, may, step)
    elif step in _STEPS:
        yield from _STEPS[step](look, may)


def _moving(look: Look, may: Legal, step: str) -> Iterator[Plan]:
    """A movement phase: what is best of everything. Who is in hand after a Bolt is put down first."""
    first = (HALT,) if step == "march" else ()
    story = list(tales.all_of(look))
    plans = story if story else [*assaults.all_of(look), *errands.all_of(look), *tales.relief(look)]
    if "end" not in may and step == "movement":
        plans += answers.crowd(look, may)
    for p in plans:
        acts = first + (p.actions if step == "movement" else _again(look, p.actions))
        if p.worth > 0:
            yield p._replace(actions=acts)
    if step == "march":
        yield words.plan(first, "I halt here.", 0.0)
    elif "end" in may:
        yield words.plan((may["end"][0],), "Nothing more is worth moving.", 0.0)


def _works(s: State, actions: tuple[Action, ...]) -> bool:
    """Whether the first thing that is really done is legal: to take somebody up and put him down again is nothing."""
    t = s
    for a in actions:
        if not running.allowed(t, a):
            return False
        if a.verb not in _IDLE or len(actions) == 1:
            return True
        t = s.copy() if t is s else t
        running.apply(t, a, Context(_NO_LUCK, None))
    return False


def _again(look: Look, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Actions of somebody who was in hand, and has to be taken up again."""
    hand = look.s.hand
    if actions and actions[0].verb != "take" and hand:
        return (Action("take", (hand[0],)), *actions)
    return actions


_STEPS: Final[dict[str, Callable[[Look, Legal], Iterator[Plan]]]] = {
    "deploy": answers.deploy,
    "declare": answers.declares,
    "shield": answers.shield,
    "losses": answers.loses,
    "excess": answers.loses,
    "volley": answers.volley,
    "whirl": answers.whirls,
}


JUDGEMENT: Final = SorcererJudgement(GAME)

__all__ = ["JUDGEMENT", "SorcererJudgement"]
