"""Practice questions, made from positions and graded by the engine.

`ask(kind, edition, seed)` gives the same question every time. No kind knows a rule: each asks the engine for the right
answer, and its wrong answers are what somebody would say who has misunderstood something.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final
from zlib import crc32

from elric.kernel.clauses import with_hint
from elric.young_kingdoms.teaching.question_kinds import (
    allowed,
    battles,
    books,
    cards,
    fates,
    fields,
    magic,
    marching,
    opening,
    powers,
    realms,
    ships,
)
from elric.tutor.question import KINDS, Draft, Kind, Pair, Question, finish
from elric.young_kingdoms.components import law

TRIES: Final = 12
_ROOMS: Final = (
    marching,
    ships,
    fields,
    battles,
    magic,
    realms,
    cards,
    powers,
    fates,
    opening,
    allowed,
    books,
)  # importing them adds their kinds


class UnknownKind(LookupError):
    """There is no such kind of question; the message says which was probably meant."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


def kinds() -> Mapping[str, Kind]:
    """Every kind of question by its key, in the order in which they are taught."""
    return KINDS


def ask(kind: str, edition: str, seed: int, tries: int = TRIES) -> Question | None:
    """Make a question.

    Args:
        kind: key of a kind.  edition: "chaosium" or "avalon-hill".
        seed: whole number; the same three give the same question.
        tries: positions to look at before giving up.

    Returns None when none of the positions had anything to ask about: try another seed.

    Raises:
        UnknownKind, RulesetError: with what was probably meant.
    """
    if kind not in KINDS:
        raise UnknownKind(with_hint(f"there is no kind of question “{kind}”", kind, KINDS))
    k = KINDS[kind]
    law.ruleset(edition)
    for attempt in range(tries):
        rng = Random(crc32(f"{kind}/{edition}/{seed}/{attempt}".encode()))
        draft = k.make(rng, edition)
        if draft is not None:
            made = finish(k, edition, seed, draft, rng)
            if made is not None:
                return made
    return None


def about(edition: str, number: str, seed: int) -> Question | None:
    """A question about one clause of the rule book: which rule says this?"""
    clause = law.register().get(edition, number)
    k = KINDS["which-rule"]
    rng = Random(crc32(f"{edition}/{clause.number}/{seed}".encode()))
    return finish(k, edition, seed, books.which_rule_of(rng, clause), rng)


@cache
def kinds_by_clause(edition: str) -> Mapping[str, tuple[str, ...]]:
    """For each clause of an edition the kinds of question that always rest on it."""
    at = law.EDITIONS.index(edition)
    out: dict[str, list[str]] = {}
    for k in KINDS.values():
        for pair in k.clauses:
            if pair[at] and k.key not in out.setdefault(pair[at], []):
                out[pair[at]].append(k.key)
    return {n: tuple(keys) for n, keys in out.items()}


def clauses_asked() -> dict[str, dict[str, list[str]]]:
    """For each edition and clause the kinds of question that can ask about it. Every rule can be asked for by name."""
    out: dict[str, dict[str, list[str]]] = {}
    for e in law.EDITIONS:
        found = kinds_by_clause(e)
        out[e] = {
            c.number: [*found.get(c.number, ()), "which-rule"]
            for c in law.register().of(e)
            if c.number in found or books.askable(c)
        }
    return out


__all__ = [
    "Draft",
    "Kind",
    "Pair",
    "Question",
    "UnknownKind",
    "about",
    "ask",
    "clauses_asked",
    "kinds",
    "kinds_by_clause",
]
