"""The notation of this game: `str(action)` and `parse_action(text)` are inverse to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel import steps
from elric.kernel.notation import ActionError, Notation, ObjectKind
from elric.kernel.verbs import VerbBook
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD

_SOUGHT: Final = ("magic", "friends", "enemies", "place")
_ALIGNMENTS: Final = ("law", "chaos")
_DEFENCES: Final = ("ships", "armies")


class Action(steps.Action):
    """What a player wants, as a verb and indices. `str(action)` is its notation, and so is what the prompt shows.

    >>> parse_action("attack dharijor_sequaloris")
    <Action attack dharijor_sequaloris>
    """

    __slots__ = ()

    def __str__(self) -> str:
        return action_text(self)

    def __repr__(self) -> str:
        try:
            return f"<Action {action_text(self)}>"
        except ActionError:  # made by hand, and no action of this game
            return super().__repr__()


# The verbs, each declared beside the step that asks for it.
VERBS: Final[VerbBook[Action]] = VerbBook(action=Action)


def _calls(before: Sequence[int]) -> Sequence[str]:
    """The musters that a spell offers: the spell is the second object of `muster`."""
    return spells.MUSTERS[before[1]]


NOTATION: Final = Notation(
    VERBS,
    {
        "piece": ObjectKind("piece", pieces.IDS),
        "area": ObjectKind("area", BOARD.ids),
        "spell": ObjectKind("spell", spells.IDS),
        "side": ObjectKind("side", [str(n) for n in range(1, 10)]),
        "sought": ObjectKind("sought", _SOUGHT),
        "alignment": ObjectKind("alignment", _ALIGNMENTS),
        "defence": ObjectKind("defence", _DEFENCES),
        "call": ObjectKind("muster on that spell", _calls),
    },
    Action,
)


def action_text(action: steps.Action) -> str:
    """An action in the notation, such as "step jharkor_sequa" or "muster yishana arioch pan-tang".

    Raises:
        ActionError: not an Action of this game.

    >>> action_text(parse_action("  step   jharkor_sequa "))
    'step jharkor_sequa'
    """
    return NOTATION.text(action)


def as_action(thing: object) -> Action:
    """An action from its text, or one made before if it is well formed.

    Raises:
        ActionError: neither a text nor an action, a text that names none, or objects that are not of this game.
    """
    found = NOTATION.read(thing)
    assert isinstance(found, Action)
    return found


def parse_action(text: str) -> Action:
    """Read an action.

    Raises:
        ActionError: not a text, unknown verb, wrong number of words, or a name the game does not know.

    >>> parse_action("step jharkor_sequa").args == parse_action("sail jharkor_sequa").args
    True
    """
    found = NOTATION.parse(text)
    assert isinstance(found, Action)
    return found


__all__ = ["NOTATION", "VERBS", "Action", "ActionError", "action_text", "as_action", "parse_action"]
