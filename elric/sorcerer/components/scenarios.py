"""The scenarios: who plays, with what, from where. Read from data/scenarios.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from elric.kernel.bits import bits
from elric.kernel.clauses import Ruleset
from elric.sorcerer.components import law
from elric.sorcerer.components.board import INDEX
from elric.sorcerer.components.colors import INDEX as COLOR
from elric.sorcerer.components.colors import NAMES, NO_COLOR, ON_THE_WHEEL
from elric.sorcerer.components.units import BY_ID, SEVERAL, SHIR, SORCERERS, UNITS

MOST_SIDES: Final = 7  # six players, or one and six automatic colors
TOUR, TIDE = "tour", "tide"


@dataclass(frozen=True)
class Castle:
    """A fortress that a side begins with: its color (NO_COLOR where it is chosen), its strength, and near which hex it is put."""

    color: int
    value: int
    near: int
    within: int


@dataclass(frozen=True)
class Side:
    """What a player begins with [17.11, 17.21, 18.11, 18.21, 18.31, 18.41, 19.11, 19.21, 19.31]. `drawn`: of so many colors, by lot [18.44]. `seeks`: the color of his Stones [19.21, 19.29]."""

    name: str
    sorcerers: tuple[int, ...]
    infantry: int
    fortresses: tuple[Castle, ...]
    demons: int
    sorcerers_at: str
    infantry_at: str
    prime: int
    prime_in: int
    drawn: int
    seeks: int

    @property
    def powers(self) -> int:
        """The colors of its Sorcerers, as bits."""
        found = 0
        for u in self.sorcerers:
            found |= UNITS[u].powers
        return found


@dataclass(frozen=True)
class Scenario:
    """One scenario [17.0, 18.0, 19.0]. `seats` and `editions` are asked by the house; the rest is this game's."""

    key: str
    clause: str
    title: str
    says: str
    seats: int
    turns: int  # 0: no last one
    teleporters: int  # the Sorcerers who may, as bits [18.13, 18.24, 18.33, 18.43, 19.27]
    rolled: bool  # whether the first player is rolled for
    order: tuple[int, ...]  # in which they set up
    story: str
    early_end: int  # the turn from which a die may end it [18.23]
    on_foot: str  # the section by which others than those do not teleport
    sides: tuple[Side, ...]
    editions: tuple[str, ...] = law.EDITIONS

    @property
    def alone(self) -> bool:
        """Whether the enemies move by rule."""
        return self.story in (TOUR, TIDE)

    @property
    def forces(self) -> str:
        """The section that tells who begins with what, and where: the first of its own [17.11, 18.41, 19.21]."""
        return f"{self.clause[:4]}1"

    def name(self, side: int) -> str:
        """What a side is called: a player's, or an automatic color."""
        if side < len(self.sides):
            return self.sides[side].name
        return NAMES[side - 1].capitalize() if 1 <= side <= ON_THE_WHEEL else ""


def _castle(row: Mapping[str, Any]) -> Castle:
    color = COLOR[row["color"]] if "color" in row else NO_COLOR
    return Castle(color, row["value"], INDEX[row["near"]] if "near" in row else -1, row.get("within", 3))


def _side(row: Mapping[str, Any]) -> Side:
    return Side(
        name=row["name"],
        sorcerers=tuple(BY_ID[word] for word in row.get("sorcerers", ())),
        infantry=row["infantry"],
        fortresses=tuple(_castle(one) for one in row.get("fortresses", ())),
        demons=row.get("demons", 0),
        sorcerers_at=row["sorcerers_at"],
        infantry_at=row["infantry_at"],
        prime=BY_ID[row["prime"]] if "prime" in row else -1,
        prime_in=COLOR[row["prime_in"]] if "prime_in" in row else NO_COLOR,
        drawn=row.get("drawn", 0),
        seeks=COLOR[row["seeks"]] if "seeks" in row else NO_COLOR,
    )


def _brother(row: Mapping[str, Any]) -> dict[str, Any]:
    at = {"sorcerers_at": "near 0711 2", "infantry_at": "stones"}
    return {
        "name": row["name"],
        "sorcerers": [f"sorcerer-{row['color']}-1"],
        "infantry": 5,
        "seeks": row["seeks"],
        **at,
    }


def _teleporters(said: str | list[str]) -> int:
    if isinstance(said, list):
        return bits(BY_ID[word] for word in said)
    return {"all": SORCERERS, "several": SEVERAL, "none": 0}[said]


@cache
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario by key, in the order of the book."""
    data = law.read("scenarios.toml")
    brothers = {row["name"]: _brother(row) for row in data["brother"]}
    out = {}
    for row in data["scenario"]:
        rows = row["side"] if "side" in row else [brothers[name] for name in row["like"]]
        out[row["key"]] = Scenario(
            key=row["key"],
            clause=row["clause"],
            title=row["title"],
            says=row["says"],
            seats=row["seats"],
            turns=row["turns"],
            teleporters=_teleporters(row["teleport"]),
            rolled=row.get("first") == "die",
            order=tuple(row.get("order", range(row["seats"]))),
            story=row.get("story", ""),
            early_end=row.get("early_end", 0),
            on_foot=row.get("on_foot", ""),
            sides=tuple(_side(one) for one in rows),
        )
    return MappingProxyType(out)


@cache
def vary(scenario: Scenario, rules: Ruleset) -> Scenario:
    """A scenario as some switches change it: general deployment [16.0], and a seat more for the Black Sorcerer [21.0]."""
    if rules.general_deployment and scenario.key in ("ussa", "triumvirate"):
        sides = tuple(
            replace(
                side,
                infantry_at="castle or city",
                prime_in=NO_COLOR,
                fortresses=tuple(replace(c, near=-1) for c in side.fortresses),
            )
            for side in scenario.sides
        )
        scenario = replace(scenario, sides=sides)
    if rules.shir and scenario.story in ("", "dominance"):  # those that points decide
        black = Side("Shir", (SHIR,), 0, (), 0, "gray", "", SHIR, NO_COLOR, 0, NO_COLOR)
        scenario = replace(
            scenario, seats=scenario.seats + 1, sides=(*scenario.sides, black), order=(*scenario.order, scenario.seats),
            teleporters=scenario.teleporters | 1 << SHIR,
        )  # fmt: skip
    return scenario
