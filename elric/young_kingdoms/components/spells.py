"""The 69 spell counters by index, loaded from data/spells.toml.

Sources: Chaosium [16.0]-[16.7], Avalon Hill 2.24, 14-14.71.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

LAW: Final = -1
NEUTRAL: Final = 0
CHAOS: Final = 1
OTHER: Final = 9
_ALIGN: Final = {"law": LAW, "neutral": NEUTRAL, "chaos": CHAOS}

_rows = tomllib.loads(files("elric.young_kingdoms").joinpath("data/spells.toml").read_text(encoding="utf-8"))["spell"]

SIZE: Final = len(_rows)
IDS: Final = tuple(r["id"] for r in _rows)
NAMES: Final = tuple(r["name"] for r in _rows)
INDEX: Final = {r["id"]: i for i, r in enumerate(_rows)}
ALIGNMENT_NAMES: Final = tuple(r["alignment"] for r in _rows)
ALIGN: Final = tuple(_ALIGN.get(r["alignment"], OTHER) for r in _rows)
VALUE: Final = tuple(int(r.get("value", 0)) for r in _rows)
BRACKETED: Final = tuple(bool(r.get("bracketed")) for r in _rows)
EATS_ARMIES: Final = tuple(r.get("eats") in ("armies", "both") for r in _rows)
EATS_FLEETS: Final = tuple(r.get("eats") in ("fleets", "both") for r in _rows)
EATER: Final = tuple("eats" in r for r in _rows)
EATS_ON_LAND: Final = tuple(r.get("where") in ("land", "any") for r in _rows)
EATS_AT_SEA: Final = tuple(r.get("where") in ("sea", "any") for r in _rows)
FLIES: Final = tuple(int(r.get("flies", 0)) for r in _rows)
FLIES_ARMIES: Final = tuple(int(r.get("flies_armies", 0)) for r in _rows)
ACTS: Final = tuple(str(r.get("acts", "")) for r in _rows)
MUSTERS: Final = tuple(tuple(r.get("musters", ())) for r in _rows)
IMMEDIATE: Final = tuple(r["alignment"] == "immediate" for r in _rows)

RUNESTAFF: Final = INDEX["runestaff"]
HORN: Final = INDEX["horn-of-fate"]
DRAGONS: Final = INDEX["dragons"]

# What is added to a total in battle: the value, unless bracketed or a counter with no strength of its own.
STRENGTH: Final = tuple(0 if BRACKETED[i] or ALIGN[i] == OTHER else VALUE[i] for i in range(SIZE))
# How far a spell moves the Balance when used as magic.
PULL: Final = tuple(VALUE[i] if ALIGN[i] != OTHER else 0 for i in range(SIZE))
