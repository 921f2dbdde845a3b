"""Luck in words: "die 4" for a throw, "draw arioch" for a spell out of the container, "pick arioch" for one of several.

What chance gives is a number for the engine. Here numbers are put into words (`Naming`) and words are taken for numbers
(`Named`) while the very rules run that ask, so a word always means what the game asks for at that moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.kernel.bits import ones
from elric.kernel.chance import Chance, ChanceError
from elric.kernel.clauses import did_you_mean
from elric.kernel.scripts import Result
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import CONTAINER, State

_ASKS: Final = {"die": "for a die", "draw": "for a spell drawn", "pick": "for one of several spells"}
_DICE: Final = {str(n + 1): n for n in range(6)}


def parse_results(script: str | Sequence[Result]) -> list[Result]:
    """A script of results, each a whole number from 0 (a die showing 4 is 3) or in words.

    Args:
        script: "die 4, draw arioch" or a sequence such as ["die 4", "draw arioch", 3].

    Raises:
        ChanceError: words that name no result, with what was probably meant.

    >>> parse_results("die 4,  draw arioch")
    ['die 4', 'draw arioch']
    """
    if not isinstance(script, Sequence):
        raise ChanceError(
            f"a script is a text such as “die 4, draw arioch” or a sequence of results, not {script!r:.60}"
        )
    parts = [x for x in script.split(",") if x.strip()] if isinstance(script, str) else script
    return [_result(x) for x in parts]


def _result(result: object) -> Result:
    if isinstance(result, int) and not isinstance(result, bool):
        return result
    if not isinstance(result, str):
        raise ChanceError(f"a result is a whole number or a text such as “die 4”, not {result!r:.60}")
    kind, _, name = " ".join(result.split()).partition(" ")
    if kind not in _ASKS:
        raise ChanceError(f"there is no result “{result:.60}”; results are “die 4”, “draw arioch” and “pick arioch”")
    known: Mapping[str, int] = _DICE if kind == "die" else spells.INDEX
    if name not in known:
        hint = did_you_mean(name, known)
        what = "a die shows 1 to 6" if kind == "die" else f"there is no spell “{name:.60}”"
        raise ChanceError(f"“{result:.60}”: {what}" + (f"; {hint}" if hint and kind != "die" else ""))
    return f"{kind} {name}"


def context(chance: Chance, events: list[dict[str, Any]] | None) -> Context:
    """What steps are given: chance as it is, or one that reads words where the script holds any."""
    script = getattr(chance, "script", None)
    if script and any(isinstance(x, str) for x in script):
        return Named(chance, events)
    return Context(chance, events)


class _Asking(Context):
    """Each question to chance with the words for its answers."""

    __slots__ = ()

    def ask(self, kind: str, answers: Sequence[str]) -> None:
        """Called before chance is asked for one of `answers`."""

    def answered(self, kind: str, answer: str) -> None:
        """Called with what chance gave."""

    def die(self) -> int:
        self.ask("die", tuple(_DICE))
        shown = super().die()
        self.answered("die", str(shown))
        return shown

    def contest(self, gap: int) -> list[tuple[int, int]]:
        rolls = [(self.die(), self.die())]
        while gap + rolls[-1][0] == rolls[-1][1]:
            rolls.append((self.die(), self.die()))
        return rolls

    def one_of(self, things: Sequence[int]) -> int:
        self.ask("pick", [spells.IDS[i] for i in things])
        one = super().one_of(things)
        self.answered("pick", spells.IDS[one])
        return one

    def draw(self, s: State) -> int:
        left = s.spell_at.there.get(CONTAINER) or self._refill(s)
        if left:
            self.ask("draw", [spells.IDS[i] for i in ones(left)])
        drawn = super().draw(s)
        if drawn >= 0:
            self.answered("draw", spells.IDS[drawn])
        return drawn


class Named(_Asking):
    """Takes words at the head of the script for the number they mean here.

    Raises:
        ChanceError: the words do not fit what the game asks for.
    """

    __slots__ = ()

    def ask(self, kind: str, answers: Sequence[str]) -> None:
        script = getattr(self.chance, "script", None)
        if not script or not isinstance(script[0], str):
            return
        said, _, name = script[0].partition(" ")
        if said != kind:
            raise ChanceError(f"the script says “{script[0]}”, but the game asks {_ASKS[kind]}")
        if name not in answers:
            raise ChanceError(f"the script says “{script[0]}”, but {name} cannot be drawn now")
        script[0] = list(answers).index(name)


class Naming(_Asking):
    """Writes down in words what chance gives."""

    __slots__ = ("luck_as_text",)

    def __init__(self, chance: Chance, events: list[dict[str, Any]] | None = None) -> None:
        super().__init__(chance, events)
        self.luck_as_text: list[str] = []

    def answered(self, kind: str, answer: str) -> None:
        self.luck_as_text.append(f"{kind} {answer}")
