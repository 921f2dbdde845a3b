"""Why not? What one might expect to be able to do now, and cannot: each with the rules' own reasons.

What is tried is what the step itself knows; what belongs to another phase is answered by the order of play.
"""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.description.phrases import phrase
from elric.dragon_pass.position.state import COMBAT, EARLY, MOVEMENT, PHASES
from elric.kernel.game import Game
from elric.kernel.verdict import Reason
from elric.tutor.definition import Doubt
from elric.tutor.doubts import MOST, refusals

_PHASES: Final = (
    (MOVEMENT, "March", "Armies march", "7.3"),
    (COMBAT, "Fight, cast or send an emissary", "Battles, spells and emissaries have their place", "7.4"),
)


def doubts(g: Game) -> list[Doubt]:
    """What one might expect now, and why not: at most MOST, the likeliest first."""
    here = refusals(g, lambda a: Doubt(phrase(a, g.step), g.verdict(a).reasons), VERBS)
    later = _later(g)
    return [*here[: MOST - len(later)], *later]


def _later(g: Game) -> list[Doubt]:
    """What belongs to another phase of the Move."""
    now = g.state.phase
    if now not in (EARLY, MOVEMENT, COMBAT) or g.seat != g.state.player:
        return []
    out = []
    for phase, what, says, clause in _PHASES:
        if phase == now:
            continue
        when = f"{says} in the {PHASES[phase]} phase, and this is the {PHASES[now]} phase."
        ends = phase > now and bool(g.verdict("done"))
        fix = "End this phase first." if phase > now else "It comes again in your next Move."
        out.append(Doubt(what, (Reason((clause,), when, fix, do=("done",) if ends else ()),)))
    return out


__all__ = ["MOST", "doubts"]
