"""Why not? What one might expect a Sorcerer to be able to do where he stands, and he cannot: each with the rules' own reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from elric.kernel.bits import ones
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.colors import WHEEL
from elric.sorcerer.components.units import SORCERERS
from elric.sorcerer.magic.conjuring import KINDS
from elric.sorcerer.position.state import State, foes, here_of, powers_of
from elric.sorcerer.teaching.phrases import phrase
from elric.tutor.definition import Doubt
from elric.tutor.doubts import MOST

_PLAIN: Final = ("mend", "unpin", "vortex", "quench")


def wishes(s: State) -> Iterator[Action]:
    """What somebody might want of those in hand, the likeliest first: no more than some dozens."""
    leader = s.hand[0]
    here = here_of(s, leader)
    if SORCERERS >> leader & 1:
        colors = ones(powers_of(s, leader) & WHEEL)
        near = ones(foes(s, s.owner[leader]))
        yield from (Action("convert", (c,)) for c in colors)
        yield from (
            Action("bolt", (h, c, side))
            for h in near
            for c in colors
            for side in range(s.scenario.seats)
            if s.at[side] >> h & 1
        )
        yield from (Action("conjure", (k, c)) for k in reversed(range(len(KINDS))) for c in colors)
        yield from (Action("teleport", (h,)) for h in near)
        yield from (Action(verb) for verb in _PLAIN)
        yield from (Action("restore", (u,)) for u in s.piles.get(here, ()) if s.depleted >> u & 1)
    yield from (Action("step", (n,)) for n, _ in BOARD.exits[here])


def doubts(g: Game) -> list[Doubt]:
    """What those in hand cannot do now, and why: of each deed the one with the fewest reasons; or why the phase cannot end."""
    s: State = g.state
    if g.step == "movement":
        verdict = g.verdict(Action("end"))
        return [] if verdict else [Doubt("End the movement", verdict.reasons)]
    if g.step != "march" or not s.hand or here_of(s, s.hand[0]) < 0:
        return []
    found: dict[str, Doubt] = {}
    for a in wishes(s):
        reasons = g.verdict(a).reasons
        if reasons and (a.verb not in found or len(reasons) < len(found[a.verb].reasons)):
            found[a.verb] = Doubt(phrase(a, s), reasons)
    return list(found.values())[:MOST]


__all__ = ["doubts", "wishes"]
