"""The notation of this game: `str(action)` and `parse_action(text)` are inverse to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import steps
from ..kernel.notation import ActionError, Kind, Notation
from . import pieces, spells
from .board import BOARD

# The objects each verb takes.
VERBS: Final[dict[str, tuple[str, ...]]] = {
    "choose": ("side",),
    "harbour": ("area",),
    "keep": ("alignment",),
    "take": ("piece",),
    "leave": (),
    "appear": ("area",),
    "raise": ("piece",),
    "lead": ("piece",),
    "join": ("piece",),
    "drop": ("piece",),
    "step": ("area",),
    "sail": ("area",),
    "land": ("area",),
    "attack": ("area",),
    "sway": ("area",),
    "board": ("piece",),
    "ashore": (),
    "fly": ("spell", "area"),
    "halt": (),
    "march": ("piece", "area"),
    "home": ("piece",),
    "search": ("area", "sought"),
    "hunt": ("area",),
    "cast": ("piece", "spell"),
    "conjure": ("piece",),
    "give": ("piece", "piece", "spell"),
    "discard": ("piece", "spell"),
    "sacrifice": ("piece", "spell"),
    "blow": (),
    "send": ("piece", "piece"),
    "done": (),
    "fight": ("area",),
    "defend": ("defence",),
    "withhold": ("piece",),
    "withdraw": ("area",),
    "ready": (),
    "dispel": ("spell",),
    "maintain": ("piece",),
    "release": ("piece",),
    "wield": ("spell",),
    "face": (),
    "lose": ("piece",),
    "roll": (),
    "charm": ("spell",),
    "save": (),
    "fall": (),
    "reappear": ("area",),
    "retreat": ("area",),
    "stay": (),
    "muster": ("piece", "spell", "call"),
    "end": (),
}

_SOUGHT: Final = ("magic", "friends", "enemies", "place")
_ALIGNMENTS: Final = ("law", "chaos")
_DEFENCES: Final = ("ships", "armies")


class Action(steps.Action):
    """What a player wants, as a verb and indices. `str(action)` is its notation."""

    __slots__ = ()

    def __str__(self) -> str:
        return action_text(self)


def _calls(before: Sequence[int]) -> Sequence[str]:
    """The musters that a spell offers: the spell is the second object of `muster`."""
    return spells.MUSTERS[before[1]]


NOTATION: Final = Notation(
    VERBS,
    {
        "piece": Kind("piece", pieces.IDS),
        "area": Kind("area", BOARD.ids),
        "spell": Kind("spell", spells.IDS),
        "side": Kind("side", [str(n) for n in range(1, 10)]),
        "sought": Kind("sought", _SOUGHT),
        "alignment": Kind("alignment", _ALIGNMENTS),
        "defence": Kind("defence", _DEFENCES),
        "call": Kind("muster on that spell", _calls),
    },
    Action,
)
action_text = NOTATION.text


def parse_action(text: str) -> Action:
    """Read an action.

    Raises:
        ActionError: not a text, unknown verb, wrong number of words, or a name the game does not know.
    """
    found = NOTATION.parse(text)
    assert isinstance(found, Action)
    return found


__all__ = ["NOTATION", "VERBS", "Action", "ActionError", "action_text", "parse_action"]
