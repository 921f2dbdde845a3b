"""Kinds of question as data. A row of a table holds the sentences of a kind; a generator computes what they tell.

A table is a TOML file, one for each file of generators. A key that begins with "_" is a pattern for others, which say
what they have of their own (`like = "_total"`):

    [wall]
    title = "What does the wall add?"        # a few words for lists
    clauses = ["7.5.7 6.571"]                # what it may rest on: one number an edition, "-" where one is silent
    make = "wall"                            # the generator; by default the key, with "_" for "-"; a pattern names it
    text = "{side} defends {city}. How much does its wall add?"
    why = "{city:is|are} {sort}: its wall adds {n}."
    ordered = true                           # answers in order, where neither yes and no nor numbers
    with = { strong = true }                 # what the generator is given besides
    [wall.say.sort]                          # phrases that a field chooses among: a field "sort" of value "capital"
    capital = "a capital"
    [wall.answers]                           # answers that are always the same, by the keys the generator gives
    [wall.wrong]                             # what somebody has got wrong, by the slip, by the answer, or "else"
    open = "This city has walls; look at its sign on the map."

A sentence is a template with named fields and nothing else: `{units}`, a list with "and" (`{units:or}` with "or",
`{units:;}` with semicolons), a noun or a number with its word (`{city:is|are}`, `{n:point|points}`), or the word alone
(`{city:|is|are}`). Where a table stands in place of a sentence, the case that the generator names chooses, else the
answer ("yes", "no"), else "else". `{answer}` is the right answer; `{other}`, for yes and no, what is mistaken about the
other.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from string import Formatter
from types import ModuleType
from typing import Any, Final, NamedTuple

from ..kernel.game import Game
from .question import Citation, Draft, Kind, near

Sentence = str | Mapping[str, str]
_BEGINS: Final = re.compile(r"(^|[.?!]”? )([a-z])")


class Slip(NamedTuple):
    """A wrong answer: the key of what is mistaken about it, and fields for that sentence alone."""

    answer: str
    key: str = "else"
    fields: Mapping[str, object] = {}


@dataclass(frozen=True, slots=True)
class Found:
    """What a generator has computed. No sentence stands here, but names of things, and reasons that the rules give.

    Attributes:
        game: the position to show.
        answer: yes or no; a number; the key of one of the row's answers; or the answer itself.
        fields: for the templates.
        wrong: for a number what slips lead to, by their keys; else wrong answers, or keys of them (by default all).
        case: which of several sentences.
        clauses: what decides this one; without them all that the row names.
        least, most: bounds of numbers.
        look, open_hand, facts, show: as in `Question`.
    """

    game: Game
    answer: bool | int | str
    fields: Mapping[str, object] = field(default_factory=dict)
    wrong: Mapping[str, int] | Sequence[Slip | str] = ()
    case: str = ""
    clauses: Sequence[Citation] = ()
    look: tuple[str, ...] = ()
    open_hand: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)
    show: tuple[str, ...] = ()
    least: int = 0
    most: int = 99


Generator = Callable[..., Found | None]


@dataclass(frozen=True, slots=True)
class KindRow:
    """A row of a table, see above."""

    title: str = ""
    clauses: tuple[Citation, ...] = ()
    make: str = ""
    text: Sentence = ""
    why: Sentence = ""
    ordered: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    say: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, Sentence] = field(default_factory=dict)

    def draft(self, found: Found, rng: Random) -> Draft:
        """The question that a generator's facts make.

        Raises:
            KeyError: a template asks for a field, or the facts for a sentence, that is not there.
        """
        answer = _key(found.answer)
        fields = {**found.fields, "answer": answer}
        for name, ways in self.say.items():
            if name in fields:
                fields[name] = fill(ways[_key(fields[name])], fields, begin=False)

        def sentence(one: Sentence, more: Mapping[str, object] | None = None) -> str:
            chosen = one if isinstance(one, str) else next(one[k] for k in (found.case, answer, "else") if k in one)
            return fill(chosen, {**fields, **more} if more else fields)

        def slip(key: str, more: Mapping[str, object] | None = None) -> str:
            return sentence(self.wrong.get(key) or self.wrong["else"], more)

        right, wrong = answer, list[tuple[str, str]]()
        if isinstance(found.answer, bool):
            other = _key(not found.answer)
            fields["other"] = slip(other)
            right, wrong = answer.capitalize(), [(other.capitalize(), slip(other))]
        elif isinstance(found.answer, int):
            assert isinstance(found.wrong, Mapping)
            slips = [(n, slip(key)) for key, n in found.wrong.items()]
            wrong = list(near(rng, found.answer, slips, found.least, found.most))
        elif answer in self.answers:
            right = fill(self.answers[answer], fields)
            others = list(found.wrong) or rng.sample(list(self.answers), len(self.answers))
            wrong = [(fill(self.answers[str(k)], fields), slip(str(k))) for k in others if k != answer]
        else:
            wrong = [(fill(x.answer, {}), slip(x.key, x.fields)) for x in found.wrong if isinstance(x, Slip)]
            right = fill(answer, {})
        return Draft(
            text=sentence(self.text),
            game=found.game,
            right=right,
            wrong=tuple(wrong),
            why=sentence(self.why),
            clauses=tuple(dict.fromkeys(found.clauses or self.clauses)),
            look=found.look,
            open_hand=found.open_hand,
            facts=found.facts,
            ordered=self.ordered or isinstance(found.answer, int),
            show=found.show,
        )


class Kinds(dict[str, Kind]):
    """The kinds of question of one game, in the order in which they are taught.

    Attributes:
        patterns: rows by their keys, those that are only followed (`like`) too, with their generators.
    """

    def __init__(self) -> None:
        super().__init__()
        self.patterns: dict[str, tuple[KindRow, Generator]] = {}

    def read(self, table: Mapping[str, Any], generators: Mapping[str, Generator]) -> None:
        """Add the rows of a table.

        Raises:
            TypeError, KeyError: a row has an unknown part, follows an unknown row, or names no generator.
        """
        for key, parts in table.items():
            said = {{"with": "given"}.get(name, name): value for name, value in parts.items() if name != "like"}
            if "clauses" in said:
                said["clauses"] = tuple(citation(text) for text in said["clauses"])
            base = self.patterns[parts["like"]][0] if "like" in parts else KindRow()
            row = replace(
                base, **said | {p: {**getattr(base, p), **said[p]} for p in ("say", "wrong", "answers") if p in said}
            )
            self.patterns[key] = row, generators[row.make or key.replace("-", "_")]
            if not key.startswith("_"):
                self._add(key, *self.patterns[key])

    def follow(self, pattern: str, key: str, title: str, clauses: Iterable[Citation], **given: Any) -> None:
        """Add a kind with the sentences of a pattern."""
        row, make = self.patterns[pattern]
        self._add(key, replace(row, title=title, clauses=tuple(clauses), given={**row.given, **given}), make)

    def _add(self, key: str, row: KindRow, make: Generator) -> None:
        self[key] = Kind(key, row.title, row.clauses, partial(_make, row, make))


def _make(row: KindRow, make: Generator, rng: Random, edition: str) -> Draft | None:
    found = make(rng, edition, **row.given)
    return None if found is None else row.draft(found, rng)


def read_kinds(folder: Path, modules: Iterable[ModuleType]) -> Kinds:
    """The kinds of question of a game: for each file of generators the table of the same name.

    Args:
        folder: with the tables (`battles.toml`).  modules: with the generators, in the order of teaching.
    """
    kinds = Kinds()
    for module in modules:
        path = folder / f"{module.__name__.rpartition('.')[2]}.toml"
        kinds.read(tomllib.loads(path.read_text(encoding="utf-8")), vars(module))
    return kinds


def citation(text: str) -> Citation:
    """ "7.5.7 6.571" or "- 3.61" as one number for each edition."""
    return tuple("" if number == "-" else number for number in text.split())


# ---- templates ------------------------------------------------------------------------------------------------------


class _Template(Formatter):
    """Named fields; lists with "and", and words that agree with a number."""

    def format_field(self, value: Any, spec: str) -> str:
        several = isinstance(value, (list, tuple))
        *before, one, many = spec.split("|") if "|" in spec else ("", spec, "")
        text = row_of(value, one if several and not many and one else "and") if several else str(value)
        if not many:
            return text
        word = many if (len(value) if several else value if isinstance(value, int) else 1 + value.many) != 1 else one
        return word if before else f"{text} {word}"


def fill(template: str, fields: Mapping[str, object], begin: bool = True) -> str:
    """A template with its fields. Each of its sentences begins with a capital, but for a part of one (not `begin`).

    >>> fill("{who:attacks|attack} with {n:point|points}.", {"who": ["the Bat", "Jar-eel"], "n": 1})
    'The Bat and Jar-eel attack with 1 point.'
    """
    text = _Template().vformat(template, (), fields) if fields else template
    return _BEGINS.sub(lambda m: m[1] + m[2].upper(), text.strip()) if begin else text


def row_of(things: Sequence[object], link: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    said = [str(x) for x in things]
    if link == ";":
        return "; ".join(said)
    return f"{', '.join(said[:-1])} {link} {said[-1]}" if len(said) > 1 else said[0] if said else "nothing"


def _key(answer: object) -> str:
    return ("no", "yes")[answer] if isinstance(answer, bool) else str(answer)


__all__ = ["Found", "Generator", "KindRow", "Kinds", "Slip", "citation", "fill", "read_kinds", "row_of"]
