"""Luck in lines that are played ahead: the same for all courses of a comparison, and told from play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..kernel import running
from ..kernel.chance import ScriptedThenSeeded, SeededChance, Source
from ..kernel.definition import GameDef
from ..kernel.steps import Action

__all__ = ["CommonLuck"]

_FACES: Final = 6  # of a single die whose other faces are all looked at
_OTHERS: Final = 4  # other results that are looked at where there are more
_GOLDEN: Final = 0x9E3779B97F4A7C15
_STRIDE: Final = 0xD1B54A32D192ED03


class CommonLuck:
    """Luck that falls the same on the same occasion, whatever was rolled elsewhere before it.

    The playouts of two courses differ from the first battle that one of them does not fight: with one stream of dice all later
    luck would differ with it, and hide what the courses are worth.

    Args:
        seed: of the playout.  occasion: what luck is called for, as a few whole numbers (`Judgement.occasion`).
        counts: how often it was called for on each occasion.
        value: what a position is worth, for good luck to be told from bad; None where nobody asks.

    Attributes:
        fortune: by how much more than could be expected the positions were worth that chance has led to, added up. Its mean is 0
            whatever is played, so that a result less its fortune has the same mean and falls less far apart (Zinkevich, Bowling, Bard,
            Kan, Billings 2006).
    """

    __slots__ = ("_asked", "_counts", "_occasion", "_seed", "fortune", "results", "value")

    def __init__(
        self,
        seed: int,
        occasion: Callable[[], tuple[int, ...]],
        counts: Mapping[int, int] = {},
        value: Callable[[Any], float] | None = None,
    ) -> None:
        self._seed = seed
        self._occasion = occasion
        self._counts = dict(counts)
        self._asked: list[int] = []
        self.value = value
        self.fortune = 0.0
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        key = hash(self._occasion())
        count = self._counts[key] = self._counts.get(key, 0) + 1
        k = SeededChance(self._seed ^ key * _GOLDEN ^ count * _STRIDE).pick(n)
        self._asked.append(n)
        self.results.append(k)
        return k

    def copy(self) -> CommonLuck:
        other = CommonLuck(self._seed, self._occasion, self._counts, self.value)
        other.fortune = self.fortune
        other.results = self.results[:]
        return other

    def weigh(self, definition: GameDef, before: Any, action: Action, after: Any) -> None:
        """Add to the fortune what the results of an action have brought beside the others that they could have been: all faces of
        a single die, else some at random.

        Args:
            before, after: the positions that the action was done in and has led to.
        """
        if self.value is None:
            return
        one_die = len(self.results) == 1 and self._asked[-1] <= _FACES
        others: list[Source]
        if one_die:
            others = [ScriptedThenSeeded((k,), SeededChance(k)) for k in range(self._asked[-1]) if k != self.results[0]]
        else:
            others = [
                SeededChance(self._seed ^ len(self._asked) * _STRIDE ^ k * _GOLDEN) for k in range(1, _OTHERS + 1)
            ]
        came = self.value(after)
        worths = [came] if one_die else []
        for chance in others:
            t = before.copy()
            running.apply(t, action, definition.context(chance, None))
            worths.append(self.value(t))
        self.fortune += came - sum(worths) / len(worths)
