"""Why not? What one might expect to be able to do in the decision that waits, and cannot: each with the rules' own reasons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from ..kernel import running
from ..kernel.game import Game
from ..kernel.steps import Action

if TYPE_CHECKING:
    from collections.abc import Callable

    from .definition import Doubt

MOST: Final = 6
_TRIED: Final = 30  # refused actions of one verb that are looked at


def refused(
    g: Game, doubt: Callable[[Action], Doubt], wanted: Sequence[str] = (), skipped: Collection[str] = ()
) -> list[Doubt]:
    """Actions that the step knows and the rules refuse now: for each verb and clause the one with the fewest reasons, and each
    verb once before any verb again.

    Args:
        doubt: an action in words, with the reasons against it.
        wanted: the verbs that are asked about, the likeliest first; none for all of the step's.
        skipped: verbs that are not asked about: what they name is hidden.
    """
    if g.seat is None:
        return []
    step, frame = running.top(g.state)
    legal = set(g.legal_actions())
    verbs = [verb for verb in wanted or step.verbs if verb not in skipped]
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


__all__ = ["MOST", "refused"]
