"""Practice questions, made from positions and graded by the engine.

`ask(teaching, kind, edition, seed)` gives the same question every time. No kind contains a rule: each computes the
right answer with the engine, and its wrong answers are those that a typical misunderstanding leads to. Besides a game's
own kinds there is one for each lesson, which asks its steps again, and one about any rule book, "what do the rules
say?".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final
from zlib import crc32

from ..kernel.clauses import with_hint
from ..kernel.failure import ElricError
from . import asked_again, books
from .definition import Teaching
from .question import Kind, Question, finish

TRIES: Final = 12


class UnknownKind(ElricError, LookupError):
    """There is no such kind of question; the message says which was probably meant."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


@cache
def kinds(teaching: Teaching) -> Mapping[str, Kind]:
    """Every kind of question of a game by its key, in the order in which they are taught."""
    return {**teaching.kinds(), **asked_again.again(teaching), books.KEY: books.which_rule(teaching)}


def ask(teaching: Teaching, kind: str, edition: str, seed: int, tries: int = TRIES) -> Question | None:
    """Make a question.

    Args:
        kind: key of a kind.  edition: name of an edition.
        seed: whole number; the same kind, edition and seed give the same question.
        tries: positions to look at before giving up.

    Returns None when none of the positions had anything to ask about: try another seed.

    Raises:
        UnknownKind, RulesetError: with what was probably meant.
    """
    known = kinds(teaching)
    if kind not in known:
        raise UnknownKind(with_hint(f"there is no kind of question “{kind}”", kind, known))
    k = known[kind]
    teaching.definition.ruleset(edition)
    for attempt in range(tries):
        rng = Random(crc32(f"{kind}/{edition}/{seed}/{attempt}".encode()))
        draft = k.make(rng, edition)
        if draft is not None:
            made = finish(k, edition, seed, draft, rng)
            if made is not None:
                return made
    return None


def about(teaching: Teaching, edition: str, number: str, seed: int) -> Question | None:
    """A question about one clause: a step of the course that teaches it, to be done or judged, else what the rules say.

    Raises:
        UnknownClause: there is no such clause.
    """
    clause = teaching.definition.register().get(edition, number)
    rng = Random(crc32(f"{edition}/{clause.number}/{seed}".encode()))
    made = asked_again.about_step(teaching, edition, clause.number, rng)
    if made is not None:
        return finish(made[0], edition, seed, made[1], rng)
    k = kinds(teaching)[books.KEY]
    return finish(k, edition, seed, books.which_rule_of(teaching, rng, clause), rng)


@cache
def kinds_by_clause(teaching: Teaching, edition: str) -> Mapping[str, tuple[str, ...]]:
    """For each clause of an edition the kinds of question that always rest on it."""
    at = teaching.definition.editions.index(edition)
    out: dict[str, list[str]] = {}
    for k in kinds(teaching).values():
        for cited in k.clauses:
            if cited[at] and k.key not in out.setdefault(cited[at], []):
                out[cited[at]].append(k.key)
    return {n: tuple(keys) for n, keys in out.items()}


@cache
def clauses_asked(teaching: Teaching) -> Mapping[str, Mapping[str, list[str]]]:
    """For each edition and clause the kinds of question that can ask about it: those that rest on it, the lessons that teach
    it, and, where there are neither, what the rules say."""
    out: dict[str, dict[str, list[str]]] = {}
    for e in teaching.definition.editions:
        found = kinds_by_clause(teaching, e)
        out[e] = {}
        for c in teaching.definition.register().of(e):
            places = asked_again.steps_of(teaching, e, c.number)
            taught = dict.fromkeys(f"{asked_again.PREFIX}{place.partition('/')[0]}" for place in places)
            able = [*found.get(c.number, ()), *taught]
            if able or books.askable(c):
                out[e][c.number] = able or [books.KEY]
    return out


__all__ = ["UnknownKind", "about", "ask", "clauses_asked", "kinds", "kinds_by_clause"]
