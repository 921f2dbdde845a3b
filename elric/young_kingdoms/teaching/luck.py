"""Luck written down for a lesson or a question: faces for dice, spells by name for draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from elric.kernel.chance import ScriptedThenSeeded, Source
from elric.kernel.game import Game
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.position.state import container


class Luck(NamedTuple):
    """What chance gives next: faces from 1 to 6, and spells to be drawn."""

    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.dice or self.draws)


class Script(ScriptedThenSeeded):
    """Faces for dice and spells for draws, each in its order, and another source after."""

    __slots__ = ("draws", "game")

    def __init__(self, game: Game, dice: Sequence[int], draws: Sequence[str], then: Source) -> None:
        super().__init__([d - 1 for d in dice], then)
        self.game = game
        self.draws = [spells.INDEX[d] for d in draws]

    def pick(self, n: int) -> int:
        left = container(self.game.state)
        if self.draws and len(left) == n and self.draws[0] in left:
            k = left.index(self.draws.pop(0))
            self.results.append(k)
            return k
        if self.script and n == 6:
            return super().pick(n)
        k = self.then.pick(n)
        self.then.results.clear()
        self.results.append(k)
        return k


def set_luck(g: Game, dice: Sequence[int], draws: Sequence[str] = ()) -> None:
    """Write down what chance gives next."""
    g.chance = Script(g, dice, draws, g.chance.then if isinstance(g.chance, ScriptedThenSeeded) else g.chance)
