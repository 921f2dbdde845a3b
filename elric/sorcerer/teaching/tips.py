"""What the coach recommends: what the Captain would do, said to whom it is advised, with the actions that do it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.planning.definition import Arrow
from elric.planning.words import yours
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.notation import NOTATION
from elric.sorcerer.components.units import BY_ID
from elric.sorcerer.movement.phase import HALT
from elric.sorcerer.planning import advised
from elric.sorcerer.position.state import State, here_of
from elric.sorcerer.teaching.phrases import hexes

DEALT: Final = 1  # for what hides in the position that is looked at: wherever it is, the advice is the same


class Tip(NamedTuple):
    """What to do, and why, in words; the actions; the hex to look at; the same on the map."""

    words: str
    actions: tuple[Action, ...]
    look: str = ""
    arrows: tuple[Arrow, ...] = ()


def tip(g: Game) -> Tip | None:
    """What to do now, from what the seat that decides knows; None where it can do nothing."""
    if g.seat is None:
        return None
    known = g.resampled(g.seat, DEALT)
    s: State = known.state
    s.seat = g.seat
    plan = advised.with_odds(s, advised.plans(s, g.step)[0])
    arrows = tuple(_arrows(s, plan.actions))
    actions = tuple(_legal(known, plan.actions))
    if not actions:
        return None
    first = "Halt here first. " if actions[0] == HALT and len(actions) > 1 else ""
    return Tip(first + yours(plan.why), actions, _look(g.state, plan.actions), arrows)


def _legal(g: Game, actions: tuple[Action, ...]) -> Iterator[Action]:
    """Of actions those that the same seat can carry out one after another, up to the first result of chance; in place."""
    seat = g.seat
    for a in actions:
        if g.seat != seat or not g.verdict(a):
            return
        g.push(a)
        yield a
        if g.record[-1].results:
            return


def _look(s: State, actions: tuple[Action, ...]) -> str:
    """The hex to look at: the last that is named, or where the first counter stands."""
    named = [h for a in actions for h in hexes(a)]
    if named:
        return named[-1]
    counters = [BY_ID[word] for a in actions for word in NOTATION.text(a).split()[1:] if word in BY_ID]
    there = here_of(s, counters[0]) if counters else here_of(s, s.hand[0]) if s.hand else -1
    return HEXES.names[there] if there >= 0 else ""


def _arrows(s: State, actions: tuple[Action, ...]) -> Iterator[Arrow]:
    """Ways and Bolts on the map."""
    moved = s.hand[:1]
    for a in actions:
        if a.verb == "take" and not moved:
            moved = a.args
    if not moved or here_of(s, moved[0]) < 0:
        return
    here = HEXES.names[here_of(s, moved[0])]
    for a in actions:
        if a.verb == "bolt":
            yield Arrow(here, HEXES.names[a.args[0]], 0, "strike")
    ends = [a.args[0] for a in actions if a.verb in ("step", "teleport")]
    if ends:
        yield Arrow(here, HEXES.names[ends[-1]], 0, "march")


__all__ = ["DEALT", "Tip", "tip"]
