"""The law of the Young Kingdoms: both rule books by number, the rulings, and the switches between the editions.

The words stand in data/*.toml. Each file is read when it is first asked for, and once: a game that only needs a ruleset
never reads the clauses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

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
from elric.kernel.lawbook import LawBook

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
    "citations",
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

DATA = Path(__file__).parents[1] / "data"


BOOK = LawBook(DATA, EDITIONS, "avalon-hill")
switches, rulings, register, ruleset = BOOK.switches, BOOK.rulings, BOOK.register, BOOK.ruleset


def cite(clause: Sequence[str], edition: str) -> str:
    """The clause number to show to players of `edition` for a citation (chaosium number, avalon-hill number).

    When that edition is silent the other one's number stands in, marked: "12.1 (Chaosium)". Empty for an empty pair.
    """
    return clauses.cite(clause, edition, MARKS)


_SIGN = re.compile(r"(\[)?(\d+(?:\.\d+)*)\]?(?: ?([A-H](?:(?:-|, | and )[A-H])*)(?![\w']))?|/|-")


def citations(text: str, edition: str = "") -> list[tuple[str, str]]:
    """The clauses that a citation names, as (edition, number), in its order; unknown numbers are named as they stand.

    Chaosium's numbers are in square brackets or before a slash, Avalon Hill's after it: "[7.5.1], [16.3] / 6.51",
    "13.4 A, B / 12.41-12.42". Where neither tells, they are of `edition`.

    >>> citations("[7.5.1], [16.3] / 6.51")
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
            out.extend((where, n) for n in _numbers_between(where, out[-1][1], number))
        else:
            parts = [number + x for x in _letters(letters or "")]
            out.extend((where, n) for n in (parts if parts and (where, parts[0]) in register() else [number]))
        span = False
    return list(dict.fromkeys(out))


def _letters(letters: str) -> list[str]:
    """The letters of "A, B" and of "A-D"."""
    whole = re.sub("([A-H])-([A-H])", lambda m: "ABCDEFGH"[ord(m[1]) - 65 : ord(m[2]) - 64], letters)
    return re.findall("[A-H]", whole)


def _numbers_between(edition: str, first: str, last: str) -> list[str]:
    """The numbers after the first of two, up to the last, as printed; only the last when they are not in order."""
    numbers = [c.number for c in register().of(edition)]
    if first in numbers and last in numbers[numbers.index(first) :]:
        return numbers[numbers.index(first) + 1 : numbers.index(last) + 1]
    return [last]


def clause_words(edition: str, number: str) -> str:
    """What a clause says, in our words. Raises UnknownClause, with a hint, when nothing stands under that number."""
    return register().get(edition, number).says
