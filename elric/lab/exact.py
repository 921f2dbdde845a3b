"""Exact odds of any game: its own steps are played with every result of chance, and equal positions are merged.

Nothing here knows a rule or a game. A game whose battles have too many ways for this (Elric's hands of unseen spells) brings
arithmetic of its own and is measured against this.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from ..kernel import running
from ..kernel.chance import Chance, enumerate_chance
from ..kernel.definition import GameDef
from ..kernel.steps import Action

R = TypeVar("R", bound=Hashable)

# Limit on positions: a battle never needs more; beyond it the search has left the battle.
MOST_POSITIONS = 200_000


class TooLarge(ValueError):
    """There are too many ways to go through one by one."""


def chances(
    definition: GameDef,
    state: Any,
    choose: Callable[[Any], Action],
    result: Callable[[Any], R | None],
    key: Callable[[Any], Hashable],
    most: int = MOST_POSITIONS,
) -> dict[R, Fraction]:
    """How likely each result is when decisions are made by a policy.

    Args:
        definition: the game.
        state: the position to begin with; it is not changed.
        choose: the action chosen in a position, for whoever decides there.
        result: what has come of it, or None while it goes on. A game that is over has a result in any case: None.
        key: what makes two positions the same for all that follows.
        most: positions after which it is given up.

    Returns:
        Each result with its exact chance; the chances add up to 1.

    Raises:
        TooLarge: there are more positions than that.
    """
    out: dict[Any, Fraction] = {}
    level: dict[Hashable, tuple[Any, Fraction]] = {key(state): (state, Fraction(1))}
    seen = 0
    while level:
        after: dict[Hashable, tuple[Any, Fraction]] = {}
        for here, weight in level.values():
            end = result(here)
            if end is not None or not here.agenda:
                out[end] = out.get(end, Fraction(0)) + weight
                continue
            for share, _, there in _ways(definition, here, choose(here)):
                name = key(there)
                before = after.get(name)
                after[name] = (there, weight * share + (before[1] if before else 0))
            seen += 1
            if seen > most:
                raise TooLarge(f"more than {most} positions: ask about less at a time")
        level = after
    return out


def _ways(definition: GameDef, state: Any, a: Action) -> Any:
    """Every way an action can fall out: (chance, results, position)."""

    def play(chance: Chance) -> Any:
        after = state.copy()
        running.apply(after, a, definition.context(chance, None))
        return after

    return enumerate_chance(play)
