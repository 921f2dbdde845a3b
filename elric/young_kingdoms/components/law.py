"""The law of the Young Kingdoms: both rule books by number, the rulings, and the switches between the editions.

The words stand in data/*.toml. Each file is read when it is first asked for, and once: a game that only needs a ruleset
never reads the clauses.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from elric.kernel import clauses
from elric.kernel.clauses import (
    Clause,
    Register,
    Ruleset,
    RulesetError,
    Ruling,
    Switch,
    UnknownClause,
    did_you_mean,
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
    "cited",
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

DATA = Path(__file__).parents[1] / "data"


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
            was=tuple(row.get("was", ())),
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


def cite(clause: Sequence[str], edition: str) -> str:
    """The clause number to show to players of `edition` for a citation (chaosium number, avalon-hill number).

    When that edition is silent the other one's number stands in, marked: "12.1 (Chaosium)". Empty for an empty pair.
    """
    return clauses.cite(clause, edition, MARKS)


_SIGN = re.compile(r"(\[)?(\d+(?:\.\d+)*)\]?(?: ?([A-H](?:(?:-|, | and )[A-H])*)(?![\w']))?|/|-")


def cited(text: str, edition: str = "") -> list[tuple[str, str]]:
    """The clauses that a citation names, as (edition, number), in its order; unknown numbers are named as they stand.

    Chaosium's numbers are in square brackets or before a slash, Avalon Hill's after it: "[7.5.1], [16.3] / 6.51",
    "13.4 A, B / 12.41-12.42". Where neither tells, they are of `edition`.

    >>> cited("[7.5.1], [16.3] / 6.51")
    [('chaosium', '7.5.1'), ('chaosium', '16.3'), ('avalon-hill', '6.51')]
    """
    out: list[tuple[str, str]] = []
    sided = "[" in text or "/" in text or not edition
    side = 0
    span = False
    for sign in _SIGN.finditer(text):
        bracket, number, letters = sign.groups()
        if not number:
            side += sign[0] == "/"
            span = sign[0] == "-"
            continue
        where = edition
        if sided:
            where = EDITIONS[0] if bracket or ("[" not in text and side == 0) else EDITIONS[1]
        if span and out and out[-1][0] == where:
            out.extend((where, n) for n in _between(where, out[-1][1], number))
        else:
            parts = [number + x for x in _spelled(letters or "")]
            out.extend((where, n) for n in (parts if parts and (where, parts[0]) in register() else [number]))
        span = False
    return list(dict.fromkeys(out))


def _spelled(letters: str) -> list[str]:
    """The letters of "A, B" and of "A-D"."""
    whole = re.sub("([A-H])-([A-H])", lambda m: "ABCDEFGH"[ord(m[1]) - 65 : ord(m[2]) - 64], letters)
    return re.findall("[A-H]", whole)


def _between(edition: str, first: str, last: str) -> list[str]:
    """The numbers after the first of two, up to the last, as printed; only the last when they are not in order."""
    numbers = [c.number for c in register().of(edition)]
    if first in numbers and last in numbers[numbers.index(first) :]:
        return numbers[numbers.index(first) + 1 : numbers.index(last) + 1]
    return [last]


def clause_words(edition: str, number: str) -> str:
    """What a clause says, in our words. Raises UnknownClause, with a hint, when nothing stands under that number."""
    return register().get(edition, number).says
