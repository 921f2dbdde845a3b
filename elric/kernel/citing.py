"""How a game's own sources cite its rule book: in words, in the names of its cases, in code. For tracing clauses, not for play."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Final

from .steps import Action

if TYPE_CHECKING:
    from .definition import GameDef

__all__ = ["Citing", "Key"]

Key = tuple[str, str]
"""(edition, number) of a clause."""

_REMARK: Final = re.compile(r"[\[(]([\d., pand-]+)[\])]")
_RANGE: Final = re.compile(r"(\d+)\.(\d+)-\1\.(\d+)")
_NUMBER: Final = re.compile(r"\d+\.\d+")


class Citing:
    """The way of a game with one edition: "[12.6]" or "(12.6, 12.8-12.9)" in words, "12.6" in code.

    Args:
        game: the rules that are cited.

    Attributes:
        optional: names of switches that stand for optional rules, which every second game of `reach` plays by.
    """

    optional: tuple[str, ...] = ()

    def __init__(self, game: GameDef) -> None:
        self.game = game

    def words(self, text: str) -> Iterator[Key]:
        """Clauses cited in a text of words, or of code with its comments."""
        edition = self.game.editions[0]
        for remark in _REMARK.findall(text):
            for page, first, last in _RANGE.findall(remark):
                yield from ((edition, f"{page}.{n}") for n in range(int(first), int(last) + 1))
            yield from ((edition, number) for number in _NUMBER.findall(remark))

    def sources(self, text: str) -> Iterator[Key]:
        """Clauses that a whole module rests on, by the text outside its functions and classes."""
        yield from self.words(text)

    def code(self, node: ast.AST) -> Iterator[Key]:
        """Clauses cited in code, as each reason does."""
        edition, known = self.game.editions[0], self.game.register()
        for one in ast.walk(node):
            if isinstance(one, ast.Constant) and (edition, one.value) in known:
                yield edition, str(one.value)

    def case(self, name: str, told: str) -> list[Key] | None:
        """The clauses that a case is about, by its name and its docstring: those before the first colon. None for a test
        that is no case of a clause."""
        return list(self.words(" ".join(told.split()).partition(":")[0]))

    def near(self, rng: Random, state: Any, action: Action, legal: list[Action]) -> Action:
        """An action much like a legal one, to be judged: by default one of its objects is that of another of its verb."""
        others = [a for a in legal if a.verb == action.verb and len(a.args) == len(action.args)]
        if not action.args or len(others) < 2:
            return action
        args = list(action.args)
        place = rng.randrange(len(args))
        args[place] = rng.choice(others).args[place]
        return Action(action.verb, tuple(args))
