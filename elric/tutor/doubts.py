"""Why not? What one might expect to be able to do in the decision that waits, and cannot: each with the rules' own reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..kernel import running
from ..kernel.game import Game
from ..kernel.steps import Action
from ..kernel.verbs import VerbBook

if TYPE_CHECKING:
    from collections.abc import Callable

    from .definition import Doubt

MOST: Final = 6
_TRIED: Final = 30  # refused actions of one verb that are looked at


def refusals(g: Game, doubt: Callable[[Action], Doubt], book: VerbBook[Any], hidden: bool = False) -> list[Doubt]:
    """Actions that the step knows and the rules refuse now: for each verb and clause the one with the fewest reasons, and each
    verb once before any verb again.

    Args:
        doubt: an action in words, with the reasons against it.
        book: the game's verbs: those that one may wish for are asked about, all of the step's where none is told apart.
        hidden: whether what only the seat that decides may see is left out.
    """
    if g.seat is None:
        return []
    step, frame = running.top(g.state)
    legal = set(g.legal_actions())
    some = any(verb.wished for verb in book.values())
    verbs = [key for key in step.verbs if (book[key].wished or not some) and not (hidden and book[key].secret)]
    tried: dict[str, int] = {}
    found: dict[tuple[str, tuple[str, ...]], Doubt] = {}
    for a in step.candidates(g.state, step.facts(g.state, frame)):
        if a in legal or a.verb not in verbs or tried.get(a.verb, 0) >= _TRIED:
            continue
        tried[a.verb] = tried.get(a.verb, 0) + 1
        one = doubt(a)
        if not one.reasons:
            continue
        key = (a.verb, one.reasons[0].clause)
        if key not in found or len(one.reasons) < len(found[key].reasons):
            found[key] = one
    rows = sorted(found.items(), key=lambda row: verbs.index(row[0][0]))
    seen: dict[str, int] = {}
    picked: list[tuple[int, int, Doubt]] = []
    for (verb, _), one in rows:
        seen[verb] = seen.get(verb, 0) + 1
        picked.append((seen[verb], len(picked), one))
    return [one for _, _, one in sorted(picked, key=lambda x: x[:2])]


__all__ = ["MOST", "refusals"]
