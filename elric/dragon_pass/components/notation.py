"""Actions as text: verbs, counters by id, hexes by number."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import UNITS
from elric.kernel import steps
from elric.kernel.notation import ActionError, Kind, Notation

VERBS: Final[dict[str, tuple[str, ...]]] = {
    # setting up
    "take": ("unit",),
    "place": ("hex",),
    "exchange": ("unit",),
    # movement
    "lead": ("unit",),
    "join": ("unit",),
    "leave": ("unit",),
    "step": ("hex",),
    "drift": ("hex",),
    "halt": (),
    "skip": ("hex",),
    "over": ("hex",),
    "settle": ("hex",),
    "top": ("unit",),
    "force": (),
    # sallies
    "out": ("unit",),
    "strike": (),
    "pass": (),
    # combat
    "assign": ("hex", "hex"),
    "part": ("hex",),
    "roll": ("hex",),
    "back": ("hex",),
    "lose": ("unit",),
    "advance": ("unit", "hex"),
    "stay": (),
    "blame": ("unit",),
    # magic
    "day": ("day",),
    "first": (),
    "second": (),
    "aim": ("hex", "hex"),
    "stretch": ("hex", "hex"),
    "assist": ("hex", "hex"),
    "withdraw": ("hex",),
    "cast": ("hex",),
    "cover": ("hex",),
    "bare": (),
    # powers of exotics and Independents
    "feed": ("unit",),
    "call": ("unit", "hex"),
    "storm": ("hex",),
    "tempest": (),
    "ask": ("unit",),
    "halt-horse": (),
    "pillar": ("hex", "hex", "hex"),
    "sacrifice": ("unit", "unit"),
    "summon": (),
    "loose": ("direction",),
    "cloak": (),
    "quake": ("hex",),
    "rift": ("hex",),
    "crack": ("hex",),
    "hire": (),
    "murder": ("hex", "depth"),
    "dragonfight": ("unit", "hex"),
    "dragonduel": ("unit", "hex"),
    "cancel": ("unit",),
    "let": (),
    "shield": ("unit", "hex"),
    "appear": ("unit", "hex"),
    "vanish": ("unit",),
    "swap": ("unit",),
    "give": ("unit",),
    "send": ("unit", "people"),
    "befriend": ("unit",),
    "capital": ("hex",),
    "exit": ("unit",),
    "return": ("unit", "hex"),
    "hail": ("unit", "people"),
    "done": (),
}
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


NOTATION: Final = Notation(
    VERBS,
    {
        "day": Kind("day", DAY_NAMES),
        "depth": Kind("depth", DEPTHS),
        "people": Kind("Independent", PEOPLE_KEYS),
        "direction": Kind("direction", ("west", "north-west", "north-east", "east", "south-east", "south-west")),
        "unit": Kind("counter", tuple(unit.id for unit in UNITS)),
        "hex": Kind("hex", HEXES.names),
    },
    Action,
)
