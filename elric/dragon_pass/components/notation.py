"""Actions as text: verbs, counters by id, hexes by number."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import UNITS
from elric.kernel.notation import Kind, Notation

VERBS: Final[dict[str, tuple[str, ...]]] = {
    # setting up
    "take": ("unit",),
    "place": ("hex",),
    # movement
    "lead": ("unit",),
    "join": ("unit",),
    "leave": ("unit",),
    "step": ("hex",),
    "drift": ("hex",),
    "halt": (),
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
    "done": (),
}
DAY_NAMES: Final = ("black", "crescent-come", "empty-half", "full", "full-half", "crescent-go", "dying")
NOTATION: Final = Notation(
    VERBS,
    {
        "day": Kind("day", DAY_NAMES),
        "direction": Kind("direction", ("west", "north-west", "north-east", "east", "south-east", "south-west")),
        "unit": Kind("counter", tuple(unit.id for unit in UNITS)),
        "hex": Kind("hex", HEXES.names),
    },
)
