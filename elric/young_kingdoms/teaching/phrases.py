"""What an action says in plain words: for buttons, for "show me", for a player who explains a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from elric.kernel.steps import Action
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS
from elric.young_kingdoms.position import words

_SOUGHT: Final = ("hidden magic", "friends", "the enemy", "the place")


def phrase(a: Action) -> str:
    """An action as a short sentence: "March to Sequa". {0}, {1} ... in the words of its verb are its objects, {at} is where:
    its area with the preposition."""
    verb = VERBS[a.verb]
    objects = list(zip(verb.takes, a.args, strict=True))
    parts = [_called(a) if kind == "call" else _WORD.get(kind, _plain(kind))(x) for kind, x in objects]
    area = next((x for kind, x in objects if kind == "area"), -1)
    # a ship rises at sea, and Elric comes to a city
    who = "it" if area >= 0 and BOARD.kind[area] == SEA else "Elric"
    return words.cap(verb.says.format(*parts, at=words.inside(area) if area >= 0 else "", who=who))


def _called(a: Action) -> words.Noun:
    """Whom a spell musters, in words."""
    return words.called(spells.MUSTERS[a.args[1]][a.args[2]])


def _plain(kind: str) -> Callable[[int], str]:
    return lambda x: {"sought": _SOUGHT, "alignment": ("Law", "Chaos"), "defence": ("the ships", "the armies")}.get(
        kind, tuple(str(n + 1) for n in range(9))
    )[x]


_WORD: Final[dict[str, Callable[[int], str]]] = {"piece": words.unit, "area": words.area, "spell": words.spell}
