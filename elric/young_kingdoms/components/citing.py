"""How the sources of this game cite its two books: "([7.5.7] / 6.571)" in words, pairs of numbers in code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from elric.kernel.citing import Citing, Key
from elric.kernel.steps import Action as AnyAction
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action

__all__ = ["TwoBooks"]

# What brackets may contain besides numbers for their content to count as a citation.
_PLAIN: Final = re.compile(
    r"[\[\]\d.,/\s-]|(?<![\w'])[A-H](?!\w)|\b(?:and|Chaosium|Avalon Hill)\b|\brulings?\b|“[\w-]+”|\"[\w-]+\""
)


class TwoBooks(Citing):
    """Citations of both books; a case says in its name whose it is: "test_ah_...", "test_ch_...", "test_both_..."."""

    optional = ("random_balance",)

    def words(self, text: str) -> Iterator[Key]:
        """Brackets that contain nothing but clause numbers."""
        for remark in re.findall(r"\(([^()\"]*\d[^()\"]*)\)", text):
            if re.search(r"\d\.\d|\[\d", remark) and not _PLAIN.sub("", remark):
                yield from law.citations(remark, law.EDITIONS[1])

    def sources(self, text: str) -> Iterator[Key]:
        """What the module says of its sources."""
        _, _, found = text.partition("Sources:")
        yield from law.citations(found.partition("\n\n")[0].partition('"""')[0])

    def code(self, node: ast.AST) -> Iterator[Key]:
        for one in ast.walk(node):
            if isinstance(one, ast.Tuple) and len(one.elts) == 2 and all(isinstance(x, ast.Constant) for x in one.elts):
                for edition, x in zip(law.EDITIONS, one.elts, strict=True):
                    number = x.value if isinstance(x, ast.Constant) else ""
                    if isinstance(number, str) and (edition, number) in law.register():
                        yield (edition, number)

    def case(self, name: str, told: str) -> list[Key] | None:
        """A case for one edition may leave the other out."""
        if not re.match(r"test_(ah|ch|both)_", name):
            return None
        head = re.sub(r"rulings? [\w-]+", "", " ".join(told.split()).partition(":")[0])
        edition = {"test_ah": law.EDITIONS[1], "test_ch": law.EDITIONS[0]}.get(name[:7], "")
        return law.citations(head, edition)

    def near(self, rng: Random, state: Any, action: AnyAction, legal: list[AnyAction]) -> AnyAction:
        """An action with one of its objects changed for another: an area beside it, a piece in the same place, any spell."""
        kinds = VERBS[action.verb].takes
        able = [k for k, kind in enumerate(kinds) if kind in ("area", "piece", "spell")]
        if not able or kinds[-1] == "call":
            return action
        k = rng.choice(able)
        args = list(action.args)
        if kinds[k] == "area":
            args[k] = rng.choice(BOARD.near[args[k]] if rng.random() < 0.7 else range(BOARD.size))
        elif kinds[k] == "spell":
            args[k] = rng.randrange(spells.SIZE)
        else:
            args[k] = rng.choice([u for u in range(pieces.SIZE) if state.place[u] == state.place[args[k]]])
        return Action(action.verb, tuple(args))
