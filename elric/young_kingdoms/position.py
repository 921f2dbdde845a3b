"""Positions as plain data: for lessons, what-if questions, the sandbox and tests. Every fault is named at once.

A position is a dict that JSON can carry; every key but "scenario" may be left out:

    {"scenario": "successor", "rules": "avalon-hill", "turn": 3, "player": 0, "order": [0, 1], "phase": "movement",
     "nations": {"jharkor": 0, "pan-tang": 1},          who commands a nation (its cities follow, unless in "control")
     "units": {"jharkor_dhakos": ["yishana", "jharkor-army*3"], ...},     area -> pieces, owned by their nation's commander
     "owners": {"theleb-kaarna": 1},                     pieces whose commander is not their nation's
     "aboard": {"yishana": "jharkor-fleet-1"},           ship or bearer
     "control": {"dharijor_gromoorva": 0, "ilmiora_ilmar": null},
     "hands": {"ohada": ["arkyn", "sleep"]}, "hidden": {"xanyaw": ["dispel-magic-a"]}, "discards": ["fileet"],
     "face_up": {"xanyaw": ["arioch"]}, "maintained": {"jagreen-lern": "arioch"},
     "lost": ["jharkor-army-8", "hilran"], "balance": -4, "tipped": "law", "ends": 6,
     "assaults": ["dharijor_cape"], "stacks": {"rackhir": 2}, "met_elric": true, "groups": [0, 1],
     "seeking": ["kelmain-host"], "found": ["oin"]}     hordes still looking for their place; where enemies were found

"jharkor-army*3" means the next three armies of Jharkor not yet placed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .position_build import Builder
from .position_describe import describe
from .position_words import KEYS, PositionError
from .state import State


def build(spec: Mapping[str, Any]) -> State:
    """A state from a position.

    Raises:
        PositionError: with every fault found.
    """
    if not isinstance(spec, Mapping):
        raise PositionError(["a position is a table of names and values"])
    return Builder(spec).build()


__all__ = ["KEYS", "PositionError", "build", "describe"]
