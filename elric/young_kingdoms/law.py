"""The law of the Young Kingdoms: both rule books by number, the rulings, and the switches between the editions.

The words stand in data/*.toml. Each file is read when it is first asked for, and once: a game that only needs a ruleset
never reads the clauses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from elric.kernel.clauses import (
    Clause,
    Register,
    Ruleset,
    RulesetError,
    Ruling,
    Switch,
    UnknownClause,
    did_you_mean,
    with_hint,
)

__all__ = [
    "EDITIONS",
    "TITLES",
    "Clause",
    "Register",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Switch",
    "UnknownClause",
    "cite",
    "clause_words",
    "did_you_mean",
    "register",
    "ruleset",
    "rulings",
    "switches",
]

EDITIONS = ("chaosium", "avalon-hill")
TITLES = {"chaosium": "Chaosium 1981", "avalon-hill": "Avalon Hill 1984"}
MARKS = {"chaosium": "Chaosium", "avalon-hill": "Avalon Hill"}

DATA = Path(__file__).parent / "data"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


@cache
def switches() -> Mapping[str, Switch]:
    """Every switch by its key, in the order of the data. Pairs of clause numbers are (chaosium, avalon-hill)."""
    table = {
        row["key"]: Switch(
            key=row["key"],
            values={edition: row[edition.replace("-", "_")] for edition in EDITIONS},
            choices=tuple(row["choices"]),
            clauses=tuple(tuple(pair) for pair in row["clauses"]),
            says=row["says"],
        )
        for row in _read("switches.toml")["switch"]
    }
    return MappingProxyType(table)


@cache
def _preset(spec: str) -> Ruleset:
    return Ruleset.from_spec(spec, switches())


def ruleset(spec: str | Mapping[str, object] | Ruleset = "avalon-hill") -> Ruleset:
    """The ruleset a spec describes: an edition, "avalon-hill, overrun_ratio=1", or {"edition": ..., switch: value}.

    Raises RulesetError, with a hint, for unknown editions, switches and values.
    """
    if isinstance(spec, str):
        return _preset(spec)
    return Ruleset.from_spec(spec, switches())


@cache
def rulings() -> Mapping[str, Ruling]:
    """Every ruling by its id."""
    rows = _read("rulings.toml")["ruling"]
    table = {
        row["id"]: Ruling(
            id=row["id"],
            title=row["title"],
            says=row["says"],
            why=row["why"],
            clauses=tuple(tuple(pair) for pair in row["clauses"]),
        )
        for row in rows
    }
    return MappingProxyType(table)


@cache
def _clauses(edition: str) -> Mapping[tuple[str, str], Clause]:
    table = {}
    for row in _read(f"clauses-{edition}.toml")["clause"]:
        clause = Clause(
            edition=edition,
            number=row["number"],
            title=row["title"],
            says=row["says"],
            kind=row["kind"],
            twins=tuple(row["twin"]),
            switches=tuple(row["switches"]),
            ruling=row["ruling"],
        )
        table[clause.key] = clause
    return table


@cache
def register() -> Register:
    """The clause register of both editions, in reading order."""
    clauses: dict[tuple[str, str], Clause] = {}
    for edition in EDITIONS:
        clauses.update(_clauses(edition))
    return Register(clauses=clauses, switches=switches(), rulings=rulings())


def cite(pair: tuple[str, str], edition: str) -> str:
    """The clause number to show to players of `edition` for a citation (chaosium number, avalon-hill number).

    When that edition is silent the other one's number stands in, marked: "12.1 (Chaosium)". Empty for an empty pair.
    """
    if edition not in EDITIONS:
        raise UnknownClause(with_hint(f'there is no edition "{edition}"', edition, EDITIONS))
    here = EDITIONS.index(edition)
    if pair[here]:
        return pair[here]
    other = pair[1 - here]
    return f"{other} ({MARKS[EDITIONS[1 - here]]})" if other else ""


def clause_words(edition: str, number: str) -> str:
    """What a clause says, in our words. Raises UnknownClause, with a hint, when nothing stands under that number."""
    return register().get(edition, number).says
