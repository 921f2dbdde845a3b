"""Questions with a single answer, which nobody has to be asked.

Only what everybody can see decides whether a question is one: whoever is not asked in the Magic phase would tell by it that
he holds nothing to lay. And only where nothing is learnt by answering: a roll of dice, a spell to look at, the end of one's
own movement, combat or muster are still asked for.
"""

from __future__ import annotations

from typing import Final

from elric.young_kingdoms.components import words
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.teaching.phrases import phrase

__all__ = ["moot"]

_PLAIN: Final = frozenset(("choose", "harbour", "appear", "lose", "retreat", "stay", "reappear", "defend", "fight"))
"""Verbs whose single answer anybody could give, seeing the board."""
_OPEN: Final = frozenset((("end", "search"), ("ready", "withhold")))
"""Ends of steps in which nothing hangs on a hand."""


def moot(g: Game) -> str:
    """Why the decision that waits is none, as a sentence; "" where somebody has to be asked."""
    legal = g.legal_actions()
    if len(legal) != 1:
        return ""
    (a,) = legal
    seat = g.seat
    if seat is None:
        return ""
    open_ = a.verb in _PLAIN or (a.verb, g.step) in _OPEN
    if not open_ and not (a.verb == "done" and not _holds(g, seat)):
        return ""
    name = g.view(None)["players"][seat]["name"]
    if a.verb not in _PLAIN:
        return _quiet(str(name), a.verb)
    text = phrase(a)
    return f"{words.cap(str(name))} had one answer: {text[:1].lower()}{text[1:]}."


def _holds(g: Game, seat: int) -> bool:
    """Whether a seat holds a spell at all: everybody sees how many."""
    return bool(g.view(None)["players"][seat]["hand"])


def _quiet(name: str, verb: str) -> str:
    what = {"done": "no spell to lay", "ready": "nothing to decide before the battle", "end": "nothing to search for"}[
        verb
    ]
    return f"{words.cap(name)} had {what}."
