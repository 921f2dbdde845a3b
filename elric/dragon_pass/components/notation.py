"""Actions as text: verbs, counters by id, hexes by number."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import IDS, SIDES
from elric.kernel import steps
from elric.kernel.notation import ActionError, Notation, ObjectKind
from elric.kernel.verbs import VerbBook

DAY_NAMES: Final = ("black", "crescent-come", "empty-half", "full", "full-half", "crescent-go", "dying")
DEPTHS: Final = (
    "top",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
PEOPLE_KEYS: Final = (
    "ironhoof", "grazelanders", "exiles", "newts", "ethilrist", "cragspider", "androgeus", "dwarf", "dragon-1", "dragon-2",
    "dragon-3", "puppeteers", "delecti",
)  # fmt: skip


class Action(steps.Action):
    """What a player wants, as a verb and indices. `str(action)` is its notation, and so is what the prompt shows."""

    __slots__ = ()

    def __str__(self) -> str:
        return NOTATION.text(self)

    def __repr__(self) -> str:
        try:
            return f"<Action {self}>"
        except ActionError:  # made by hand, and no action of this game
            return super().__repr__()


# The verbs, each declared beside the step that asks for it or with the power that it is.
VERBS: Final[VerbBook[Action]] = VerbBook(action=Action)

NOTATION: Final = Notation(
    VERBS,
    {
        "day": ObjectKind("day", DAY_NAMES),
        "depth": ObjectKind("depth", DEPTHS),
        "people": ObjectKind("Independent", PEOPLE_KEYS),
        "direction": ObjectKind("direction", ("west", "north-west", "north-east", "east", "south-east", "south-west")),
        "side": ObjectKind("side", SIDES),
        "unit": ObjectKind("counter", IDS),
        "hex": ObjectKind("hex", HEXES.names),
    },
    Action,
)
