"""Show me: what could be done from here, step by step, on a copy in which all that is hidden is dealt anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from elric.dragon_pass.description.phrases import hexes, phrase, taken_up
from elric.dragon_pass.position.story import sentence
from elric.dragon_pass.teaching import tips
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.planning.memory import Memory
from elric.tutor.definition import Scene

MOST: Final = 10
_UNTOLD: Final = ("turn", "move", "march", "placed", "top")


def example(g: Game, seed: int, names: Mapping[int, str] | None = None, told: Sequence[Action] = ()) -> list[Scene]:
    """What the coach would do, one action after another, as long as the same seat decides in the same phase.

    Args:
        g: the game; it is not changed.
        seed: for what is made up: hidden counters, dice.
        names: the players by seat, for the sentences.
        told: what the coach has just said to do, which is shown first.
    """
    if g.seat is None:
        return []
    copy, scenes = g.resampled(g.seat, seed), list[Scene]()
    seat, phase, memory = g.seat, g.phase, Memory()
    while copy.seat == seat and copy.phase == phase and len(scenes) < MOST:
        found = tips.tip(copy, memory) if scenes or not told else None
        actions = found.actions if found is not None else () if scenes else tuple(told)
        for group in _groups(actions):
            before, step = len(copy.events), copy.step
            if copy.seat != seat or len(scenes) >= MOST or not all(_push(copy, a) for a in group):
                break
            says = taken_up(group) if group[0].verb == "lead" else phrase(group[-1], step)
            came = [sentence(e, names or {}) for e in copy.story(seat, before) if e["kind"] not in _UNTOLD]
            scenes.append(Scene(copy.copy(), " ".join([f"{says}.", *filter(None, came)]), hexes(group[-1])))
        if not actions or actions[-1].verb == "done" or (scenes and actions[-1].verb in ("step", "halt")):
            break
    return scenes


def _groups(actions: tuple[Action, ...]) -> list[list[Action]]:
    """A company is taken up in one scene, everything else is a scene of its own."""
    out: list[list[Action]] = []
    for a in actions:
        if a.verb == "join" and out:
            out[-1].append(a)
        else:
            out.append([a])
    return out


def _push(copy: Game, a: Action) -> bool:
    if not copy.verdict(a):
        return False
    copy.push(a)
    return True


__all__ = ["MOST", "example"]
