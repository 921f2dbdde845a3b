"""The law of Dragon Pass: the book by page and section, the rulings, the switches. The words stand in data/*.toml."""

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
# What the book leaves to the players (it gives no set-up, aims or rules for it): a ruling says so.
LEFT_TO_PLAYERS: Final = frozenset({"70.4"})

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
        clause = Clause(
            edition=EDITION,
            number=number,
            title=row["title"],
            says=row["says"],
            kind=row["kind"],
            switches=of_switch.get(number, ()),
            ruling=reading.get(number, ""),
        )
        clauses[clause.key] = clause
    return Register(clauses=clauses, switches=switches(), rulings=rulings())
