"""The vocabulary of positions: every member of a battle and every slot of a state, in names. What a step's
frame holds is declared beside the step (`Step.holds`, `Step.words`); a test holds all of it against the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.kernel.errors import PositionError as PositionError
from elric.young_kingdoms.combat.battle import TABLE, Battle
from elric.young_kingdoms.position.fields import (
    AREA,
    COUNT,
    DIE,
    OWNER,
    PIECE,
    PIECES,
    SEAT,
    SIDE,
    SOUGHT,
    SPELL,
    SPELLS,
    TEXT,
    TURN,
    YES,
    Fields,
    group,
    many,
    maybe,
    named,
    number,
)
from elric.young_kingdoms.position.notes import NOTES as NOTES
from elric.young_kingdoms.position.state import ATTACHED, CAST_NOW, HALTED, STEPPED, USED

RESULT: Final = named(tuple(name for _, _, name in TABLE))


_SIDES: Final = group(PIECES, PIECES)
_LAID: Final = many(group(SPELL, PIECE))
# Every member of a battle; the one it interrupts ("outer") is said in the same way.
BATTLE: Final[Fields] = {
    "area": AREA,
    "attacker": OWNER,
    "defender": OWNER,
    "units": _SIDES,
    "wall": COUNT,
    "base": COUNT,
    "sortie": YES,
    "sally": maybe(AREA),
    "held": PIECES,
    "laid": group(_LAID, _LAID),
    "void": SPELLS,
    "undone": SPELLS,
    "turned": SPELLS,
    "conjured": PIECES,
    "monster": maybe(SPELL),
    "eaten": PIECES,
    "sums": group(number(-999, 999), number(-999, 999)),
    "rolls": many(group(DIE, DIE)),
    "difference": number(-999, 999),
    "row": maybe(RESULT),
    "loser": maybe(SIDE),
    "fell": YES,
    "out": PIECES,
    "fates": many(group(PIECE, YES)),
}

# Bits of a piece's flags.
MARKS: Final = {"joined": ATTACHED, "stepped": STEPPED, "halted": HALTED, "cast": CAST_NOW, "used": USED}

FLIGHT: Final[Fields] = {"spell": SPELL, "flown": COUNT, "since": TURN}
SEARCH: Final[Fields] = {"seat": SEAT, "area": AREA, "sought": SOUGHT, "turn": TURN}
OUTCOME: Final[Fields] = {"winner": maybe(SEAT), "how": TEXT, "clause": group(TEXT, TEXT), "words": TEXT}

# Which keys of a position say a slot of a state; what is counted from other slots says so.
SLOTS: Final[Mapping[str, tuple[str, ...]]] = {
    "scenario": ("scenario",),
    "rules": ("rules",),
    "turn": ("turn",),
    "player": ("player",),
    "order": ("order",),
    "phase": ("phase",),
    "sides": ("groups",),
    "nation_owner": ("nations",),
    "control": ("control",),
    "place": ("units", "lost", "away"),
    "owner": ("owners",),
    "aboard": ("aboard",),
    "band": ("stacks",),
    "spent": ("spent",),
    "flags": ("marks", "walked"),
    "spell_at": (
        "hands", "hidden", "face_up", "cast", "maintained", "discards", "gone", "sacrificed", "drawn",
    ),
    "balance": ("balance",),
    "tipped": ("tipped",),
    "ends": ("ends",),
    "horn": ("horn",),
    "assaults": ("assaults",),
    "found": ("found",),
    "flights": ("flights",),
    "tries": ("searches",),
    "notes": tuple(told.key for told in NOTES.values()),
    "moving": ("moving",),
    "battle": ("battle",),
    "agenda": ("waits",),
    "outcome": ("outcome",),
    # counted from the others
    "at": (), "of": (), "who": (), "stands": (), "seat": (),
}  # fmt: skip
KEYS: Final = tuple(key for keys in SLOTS.values() for key in keys)


# What a battle is before anything has happened in it: members that are as here are not said.
BATTLE_PLAIN: Final[Mapping[str, Any]] = Battle._field_defaults

__all__ = [n for n in globals() if not n.startswith("_")]
