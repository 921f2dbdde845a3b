"""Exact odds of any game: its own steps are played with every result of chance, and equal positions are merged.

Independent of any game. A game whose battles branch too much for this (hidden hands of spells) uses its own arithmetic,
which tests compare with this.
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

# Limit on positions: a battle never needs more, so a search that exceeds it has left the battle.
MOST_POSITIONS = 200_000


class TooLarge(ValueError):
    """There are too many positions to enumerate."""


def chances(
    definition: GameDef,
    state: Any,
    choose: Callable[[Any], Action],
    result: Callable[[Any], R | None],
    key: Callable[[Any], Hashable],
    most: int = MOST_POSITIONS,
) -> dict[R, Fraction]:
    """The probability of each result when a policy makes the decisions.

    Args:
        definition: the game.
        state: the position to begin with; it is not changed.
        choose: the policy: the action that is chosen in a position, whichever seat decides.
        result: the result in a position, or None while the battle continues. The result of a game that is over may be
            None.
        key: what makes two positions the same for all that follows.
        most: the limit on positions.

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
    """Every outcome of an action: (chance, results, position)."""

    def play(chance: Chance) -> Any:
        after = state.copy()
        running.apply(after, a, definition.context(chance, None))
        return after

    return enumerate_chance(play)
