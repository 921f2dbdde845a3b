"""The law of Dragon Pass: the book by page and section, the rulings, the switches. The words stand in data/*.toml.

A clause that is not built yet says so at its end, wherever it is shown (`NOT_YET`); `built` names those that are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from elric.kernel.clauses import Clause, Register, Ruleset, Ruling, Switch

EDITION: Final = "1976"
EDITIONS: Final = (EDITION,)
TITLES: Final = {EDITION: "Chaosium 1976"}
MARKS: Final = {EDITION: "1976"}
NOT_YET: Final = " (Not yet in this program.)"

# What stands on each page of the book, as the numbers of clauses begin with the page.
PAGES: Final = {
    "4": "How to learn", "5": "About this printing", "7": "Time and stacking", "8": "Counters", "9": "Signs on counters", "10": "The board",
    "11": "Marching", "12": "Combat", "13": "Ground and walls", "14": "Advancing, dividing", "16": "Heroes of Sartar", "17": "Heroes and friends",
    "18": "Superheroes", "19": "Magic", "20": "The moon", "21": "Six uses of magic", "22": "Odds", "23": "Heroes of the Empire",
    "24": "The Empire's exotics", "25": "Sartar's exotics", "26": "Storms and floods", "28": "Emissaries", "29": "The Dwarf",
    "30": "Cannons, Transformer, Ironhoof", "31": "The Pony Breeders", "32": "Dinosaurs", "33": "Dragonewts", "34": "King, priests, soldiers",
    "35": "Dragons at rest", "38": "What Dragons do", "39": "Cragspider and Tusk Riders", "40": "Giants", "41": "The Tarsh Exiles",
    "42": "Earthquakes", "43": "Delecti", "44": "Sir Ethilrist", "45": "The Cloak of Darkness", "46": "Hound and Assassins", "47": "Androgeus",
    "48": "The Puppeteers", "51": "Before history", "52": "The Lunar Empire", "53": "Lunar battalia", "54": "The Lunar army", "55": "The world around",
    "56": "Dragon Pass", "58": "Sartar's army", "59": "Sartar's battalia", "60": "Independents", "61": "Territories", "62": "Reinforcements",
    "63": "Who is who", "64": "Scenario 1", "65": "Scenario 2", "66": "Scenario 3", "67": "Scenario 4", "68": "Scenario 5",
    "69": "Scenarios 6 and 7", "70": "Scenario 8 and notes", "71": "Before you play", "72": "Footnotes",
}  # fmt: skip

DATA: Final = Path(__file__).parents[1] / "data"


def read(name: str) -> dict[str, Any]:
    """One file of the game's data."""
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


@cache
def chapters() -> Mapping[str, str]:
    """What the book treats on each of its pages, by page."""
    return MappingProxyType(dict(read("chapters.toml")))


@cache
def switches() -> Mapping[str, Switch]:
    """Every switch by its key."""
    return MappingProxyType(
        {
            row["key"]: Switch(
                key=row["key"],
                values={EDITION: row["first"]},
                choices=tuple(row["choices"]),
                clauses=tuple((number,) for number in row["clauses"]),
                says=row["says"],
            )
            for row in read("switches.toml")["switch"]
        }
    )


@cache
def _preset(spec: str) -> Ruleset:
    return Ruleset.from_spec(spec, switches())


def ruleset(spec: str | Mapping[str, object] | Ruleset = EDITION) -> Ruleset:
    """The ruleset a spec describes: "1976", "1976, odds_rounding=up".

    Raises:
        RulesetError: with a hint.
    """
    return _preset(spec) if isinstance(spec, str) else Ruleset.from_spec(spec, switches())


@cache
def rulings() -> Mapping[str, Ruling]:
    """Every ruling by its id, in the order of the book."""
    return MappingProxyType(
        {
            row["id"]: Ruling(row["id"], row["title"], row["says"], row["why"], tuple((n,) for n in row["clauses"]))
            for row in read("rulings.toml")["ruling"]
        }
    )


@cache
def built() -> frozenset[str]:
    """The numbers of the rules that the program carries out."""
    return frozenset(read("built.toml")["built"])


@cache
def register() -> Register:
    """The clauses in reading order, with switches and rulings."""
    reading = {number: ruling.id for ruling in reversed(tuple(rulings().values())) for (number,) in ruling.clauses}
    of_switch: dict[str, tuple[str, ...]] = {}
    for switch in switches().values():
        for (number,) in switch.clauses:
            of_switch[number] = (*of_switch.get(number, ()), switch.key)
    clauses = {}
    for row in read("clauses.toml")["clause"]:
        number = row["number"]
        waits = row["kind"] in ("rule", "optional") and number not in built()
        clause = Clause(
            edition=EDITION,
            number=number,
            title=row["title"],
            says=row["says"] + (NOT_YET if waits else ""),
            kind=row["kind"],
            switches=of_switch.get(number, ()),
            ruling=reading.get(number, ""),
        )
        clauses[clause.key] = clause
    return Register(clauses=clauses, switches=switches(), rulings=rulings())
