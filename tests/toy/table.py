"""The toy's page: what is on its map, how counters are told, what the buttons hide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from elric.widgets.definition import TableDef
from elric.widgets.map.hex_chart import Ground

from .definition import GAME, HEXES, HILL, HILL_RACE, STRENGTH, UNITS

_RED: Final = ("#e6c3b4", "#54372f")
_BLUE: Final = ("#bccbe4", "#303e54")


class HilltopTable(TableDef):
    """Map, counters and words of Hilltop."""

    game: ClassVar = GAME
    map_label: ClassVar = "The field and its hill"
    grounds: ClassVar = {
        HILL: Ground("The hill", "a hill", "#d9bf86", "#6a5733"),
        **{HEXES.names.index(home): Ground(home, "a home hex", *(_RED if units[0] in UNITS[:4] else _BLUE))
           for home, units in HILL_RACE.stacks.items()},
    }  # fmt: skip
    holds: ClassVar = "Look under my stacks"
    fight: ClassVar = "fight"
    after_fight: ClassVar = ("back", "perish")

    def mark(self, verb: str) -> str:
        return "fight" if verb == "attack" else "reach"

    def unit(self, key: str) -> Mapping[str, Any]:
        return {**super().unit(key), "combat": STRENGTH[UNITS.index(key)]}

    def hands(self, view: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
        below = [str(u["name"]) for u in view["units"].values() if u["depth"] and u["kind"] == "stack"]
        return [("Face down", tuple(below))] if below else []


TABLE: Final = HilltopTable()
