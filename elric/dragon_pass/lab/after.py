"""What may come of any single action: the game's own steps with every result of chance. For the powers that are no battle."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from elric.dragon_pass.components.notation import Action
from elric.dragon_pass.position.state import State
from elric.kernel import running
from elric.kernel.chance import Chance, enumerate_chance
from elric.kernel.context import Context
from elric.lab.chances import tally

R = TypeVar("R", bound=Hashable)

MOST: int = 20  # forced decisions that may follow one action


def after(s: State, action: Action, result: Callable[[State, list[dict[str, Any]]], R]) -> dict[R, Fraction]:
    """How likely each result of an action is.

    Args:
        s: the position; it is not changed.
        action: what is done, legal there. An enemy who is asked for an answer lets it happen.
        result: what has come of it, from the position and the events told.

    Returns:
        Each result with its exact chance.
    """

    def play(chance: Chance) -> R:
        t = s.copy()
        told: list[dict[str, Any]] = []
        cx = Context(chance, told)
        running.apply(t, action, cx)
        for _ in range(MOST):
            verbs = {a.verb for a in running.legal(t)} if t.agenda and t.agenda[-1][0].name != "combat" else set()
            quiet = next((verb for verb in ("let", "bare") if verb in verbs), "")
            if not quiet:
                break
            running.apply(t, Action(quiet), cx)
        return result(t, told)

    return tally((found, weight) for weight, _, found in enumerate_chance(play))
