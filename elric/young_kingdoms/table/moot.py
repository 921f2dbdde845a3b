"""Questions with a single answer, which nobody has to be asked.

Only what everybody can see decides whether a question is one: whoever is not asked in the Magic phase would tell by it that
he holds nothing to lay. And only where nothing is learnt by answering: a roll of dice, a spell to look at, the end of one's
own movement, combat or muster are still asked for.
"""

from __future__ import annotations

from elric.young_kingdoms.components.notation import VERBS
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.phrases import phrase

__all__ = ["moot"]


def moot(g: Game) -> str:
    """Why the decision that waits is none, as a sentence; "" where somebody has to be asked."""
    legal = g.legal_actions()
    if len(legal) != 1:
        return ""
    (a,) = legal
    seat = g.seat
    if seat is None:
        return ""
    name = words.cap(str(g.view(None)["players"][seat]["name"]))
    verb = VERBS[a.verb]
    if verb.obvious:
        return f"{name} had one answer: {words.within(phrase(a))}."
    step = g.waits
    if not step.idle or not verb.closes or (step.secrets and _holds(g, seat)):
        return ""
    return f"{name} had {step.idle}."


def _holds(g: Game, seat: int) -> bool:
    """Whether a seat holds a spell at all: everybody sees how many."""
    return bool(g.view(None)["players"][seat]["hand"])
