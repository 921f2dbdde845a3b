"""What is worth doing in the game of Elric: the coach's plans with the lab's odds, weighed by what the scenario asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from elric.kernel.definition import GameDef
from elric.kernel.game import Game as AnyGame
from elric.opponents.definition import Judgement, Plan
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.teaching.sense import sensible
from tests.rivals.elric_captain import fighting, marching, tips
from tests.rivals.elric_captain.temper import EVEN, Temper

__all__ = ["JUDGEMENT", "YoungKingdomsJudgement"]

_PUBLIC: Final = frozenset(("movement", "stack", "combat", "losses", "retreat", "reappear", "shelter", "escape",
                            "port", "replacement", "appearance", "harbour", "choose"))  # fmt: skip
"""Steps in which what is done lies on the table, and so may be told to everybody."""
_OTHERS: Final = 6  # actions looked into where the coach has one only
_MINE: Final = (
    ("Try this: ", ""), (r"\byou win\b", "I win"), (r"\byou lose\b", "I lose"), (r"\byou have\b", "I have"),
    (r"\byou cannot\b", "I cannot"), (r"\byou always\b", "I always"), (r"\bYour\b", "My"), (r"\byour\b", "my"),
    (r"\byours\b", "mine"), (r"\bYou\b", "I"), (r"\bto you\b", "to me"), (r"\bmakes you\b", "makes me"), (r"\byou\b", "I"),
)  # fmt: skip


class YoungKingdomsJudgement(Judgement):
    """Judgement in the game of Elric."""

    def __init__(self, definition: GameDef, temper: Temper = EVEN) -> None:
        super().__init__(definition)
        self.temper = temper

    def plans(self, game: AnyGame, rng: Random) -> Sequence[Plan]:
        assert isinstance(game, Game)
        maker = _STEPS.get(game.step)
        solo = game.scenario.solo and game.step not in ("movement", "stack")
        found = list(maker(game, self.temper)) if maker is not None and not solo else []
        found.sort(key=lambda p: -p.worth)
        if not found:
            found = _advised(game)
        return found


# ---- what the coach says, in the player's own mouth -----------------------------------------------------------------


def _own(text: str) -> str:
    """The coach's sentence as the player's own."""
    for was, now in _MINE:
        text = re.sub(was, now, text)
    return words.cap(text)


def _told(g: Game, text: str) -> str:
    """What of a reason may be told to everybody: no odds, for they count what is in the hand, and nothing of hidden things."""
    if g.step not in _PUBLIC:
        return ""
    return re.split(r"[:;] |\. It costs| Its spells", text)[0].rstrip(".") + "."


def _advised(g: Game) -> list[Plan]:
    """The coach's tip first, then what else there is."""
    found = []
    tip = tips.tip(g, True)
    if tip is not None and tip.actions:
        why = _own(tip.words)
        found.append(Plan(tip.actions, why, _told(g, why), 1.0))
    usual = sensible(g)
    rest = [usual, *(a for a in g.legal_actions() if a != usual)]
    first = found[0].actions[0] if found else None
    for a in rest[:_OTHERS]:
        if a != first:
            found.append(Plan((a,), f"{phrase(a)}.", _told(g, f"{phrase(a)}.")))
    return found


# ---- movement -------------------------------------------------------------------------------------------------------


def _movement(g: Game, temper: Temper) -> Iterator[Plan]:
    """Every stack's attacks and its best march, weighed; and to leave it at that."""
    seat = g.seat if g.seat is not None else -1
    if g.step == "stack":
        more = marching.pick_up(g, temper)
        if more:
            text = f"{words.cap(words.units([a.args[0] for a in more])):comes|come} along."
            yield Plan(tuple(more), text, text, 99.0)
            return
    for p in marching.plans_of(g, seat, temper=temper):
        why = p.said or _own(words.cap(_goes(g, p)))
        yield Plan(p.actions, why, p.public or _told(g, why), p.worth)
    for a in g.legal_actions():
        if a.verb == "home":
            text = f"{phrase(a)}: there is nobody to command it."
            yield Plan((a,), text, text, 0.05)
    for verb in ("end", "halt"):
        for a in g.legal_actions():
            if a.verb == verb:
                text = "Nothing more is worth moving." if verb == "end" else "This is a good place to stand."
                yield Plan((a,), text, text, 0.0)
                return


def _goes(g: Game, p: marching.Weighed) -> str:
    """The coach's words; of a host that is taken up for an attack the same as where several go together."""
    plan = p.plan
    if not plan.take or plan.risk is None:
        return tips.said_of(g, plan).words
    who = words.units([plan.leader, *(a.args[0] for a in plan.take[1:] if a.args)])
    aboard = f" aboard {words.unit(plan.ship)}" if plan.ship >= 0 else ""
    wins = tips.won(plan.risk.win).removeprefix("you ")
    return f"{words.cap(who):goes|go}{aboard} against {words.area(plan.area)}: I {wins}."


_STEPS: Final[dict[str, Callable[[Game, Temper], Iterator[Plan]]]] = {
    "choose": fighting.side,
    "movement": _movement,
    "stack": _movement,
    "magic": fighting.spells_to_lay,
    "combat": fighting.choice_of_battle,
    "muster": fighting.musters,
}


JUDGEMENT: Final = YoungKingdomsJudgement(GAME)
