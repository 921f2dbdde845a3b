"""What lesson data may name: the words of a game, the learner's deeds, and the facts that a goal can ask for.

A fact is a function that reads its value from the data, reports every fault, and returns a test of the game and of what
the learner has done. Facts for any game are in `goals`; a game adds its own (`Teaching.vocabulary`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final

from ..kernel.clauses import did_you_mean
from ..kernel.definition import GameDef
from ..kernel.faults import Faults
from ..kernel.game import Game
from ..kernel.hexgame import HexGame
from ..kernel.notation import ActionError

POINTING: Final = "look"  # "look <place or counter>": the learner points at something
ANSWERING: Final = "answer"  # "answer 2": the learner answers a question
_SEATED: Final = re.compile(r"(\d): (.*)")


@dataclass(slots=True)
class GoalSituation:
    """What a goal is tested against: the game, and what the learner has done since the step began.

    Attributes:
        game: the position.  told: number of events when the step began.
        did: actions carried out, as text.  refused: (action, citations) of those the rules forbade.
        chosen: places and counters pointed at.  answer: number of the answer given, -1 before.
    """

    game: Game
    told: int = 0
    did: list[str] = field(default_factory=list)
    refused: list[tuple[str, tuple[tuple[str, ...], ...]]] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    answer: int = -1

    @property
    def events(self) -> list[dict[str, Any]]:
        """The story since the step began, nothing hidden."""
        return self.game.events[self.told :]


Test = Callable[[GoalSituation], bool]
Fact = Callable[[str, object, "Reading"], Test]
Numbers = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that the lesson files of a game may use, beside its verbs and clauses.

    Attributes:
        definition: the game.
        places: places on the map, to look at and to point at.  counters: what stands there.
        cards: what else can be shown large.
        facts: the game's own facts for goals, by name.
        pointed: what a place or a counter is called in an error.
    """

    definition: GameDef
    places: Collection[str] = ()
    counters: Collection[str] = ()
    cards: Collection[str] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    pointed: str = "place or counter"


class Reading(Faults):
    """Reads the data of lessons. Each fault is recorded with its place, and reading continues."""

    def __init__(self, words: Vocabulary) -> None:
        super().__init__()
        self.words = words

    @property
    def definition(self) -> GameDef:
        """The game that the lessons are about."""
        return self.words.definition

    # ---- names ------------------------------------------------------------------------------------------------------

    def known(self, where: str, word: object, known: Numbers, kind: str) -> int:
        """The number that a name stands for; -1 where there is none."""
        self.one_of(where, word, known, kind)
        return known.get(word, -1) if isinstance(word, str) else -1

    def one_of(self, where: str, word: object, known: Collection[str], kind: str = "") -> None:
        """A name that must be known."""
        if not isinstance(word, str) or word not in known:
            hint = did_you_mean(str(word), known)
            self.add(where, " ".join(filter(None, ("there is no", kind, f"“{word}”"))) + (f"; {hint}" if hint else ""))

    def pointed(self, where: str, word: object) -> None:
        """Something that can be pointed at: a place or a counter."""
        self.one_of(where, word, [*self.words.places, *self.words.counters], self.words.pointed)

    def parts(self, where: str, value: object, n: int, what: str) -> list[Any] | None:
        """A list of a certain length; None where it is none."""
        if isinstance(value, list) and len(value) == n:
            return value
        self.add(where, f"takes [{what}], not {value!r}")
        return None

    # ---- texts ------------------------------------------------------------------------------------------------------

    def text(self, where: str, table: Mapping[str, Any], key: str, need: bool = True) -> str:
        """A text; its line breaks become single spaces."""
        v = table.get(key, "")
        if not isinstance(v, str) or (need and not v.strip()):
            self.add(f"{where}, {key}", "must be a text")
            return ""
        return " ".join(v.split())

    def texts(self, where: str, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """A list of texts."""
        v = table.get(key, [])
        if not isinstance(v, list) or not all(isinstance(x, str) and x.strip() for x in v):
            self.add(f"{where}, {key}", "must be a list of texts")
            return ()
        return tuple(v)

    def listed(self, where: str, table: Mapping[str, Any], key: str, known: Collection[str]) -> tuple[str, ...]:
        """A list of names that must be known."""
        for x in (out := self.texts(where, table, key)):
            self.one_of(f"{where}, {key}", x, known)
        return out

    # ---- actions ----------------------------------------------------------------------------------------------------

    def moves(self, where: str, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """A list of actions, with `look <place or counter>` and `answer <n>` besides. "1: press" is seat 1's."""
        for text in (out := self.texts(where, table, key)):
            verb, _, rest = text.partition(" ")
            if verb == POINTING:
                self.pointed(f"{where}, {key}", rest)
            elif verb != ANSWERING:
                try:
                    self.definition.notation.parse(seated(text)[0])
                except ActionError as e:
                    self.add(f"{where}, {key}, “{text}”", str(e))
        return out

    def pattern(self, where: str, pattern: object) -> str:
        """A pattern over action texts ("march 04*", "look *"): its verb and every whole name must exist."""
        if not isinstance(pattern, str) or not pattern.strip():
            self.add(where, f"a pattern is a text such as “step *”, not {pattern!r}")
            return "*"
        verb, *rest = pattern.split()
        notation = self.definition.notation
        if verb == POINTING:
            wanted = [(self.words.pointed, [*self.words.places, *self.words.counters])]
        elif verb == ANSWERING or "*" in verb:
            return pattern
        elif verb in notation.verbs:
            kinds = [notation.kinds[kind] for kind in notation.verbs[verb].takes]
            wanted = [(kind.title, list(kind.names()) if kind.fixed else []) for kind in kinds]
        else:
            self.one_of(where, verb, notation.verbs, "action")
            return pattern
        for (title, known), word in zip(wanted, rest, strict=False):
            if "*" not in word and known:
                self.one_of(where, word, known, title)
            elif known and not any(fnmatchcase(k, word) for k in known):
                self.add(where, f"nothing is called “{word}”")
        return pattern

    # ---- clauses ----------------------------------------------------------------------------------------------------

    def citation(self, where: str, cited: Sequence[Any]) -> tuple[str, ...]:
        """A citation, one clause number for each edition: each must stand in its register, or be empty."""
        editions = self.definition.editions
        if len(cited) != len(editions) or not all(isinstance(n, str) for n in cited) or not any(cited):
            a = "a pair" if len(editions) == 2 else "a list"
            self.add(where, f"a clause is {a} [{', '.join(editions)}], not {list(cited)!r}")
            return ("",) * len(editions)
        for edition, number in zip(editions, cited, strict=True):
            if number:
                self.clause(where, edition, number)
        return tuple(cited)

    def clause(self, where: str, edition: str, number: str) -> None:
        """One clause number of one edition."""
        book = self.definition.register()
        if (edition, number) not in book:
            hint = did_you_mean(number, [c.number for c in book.of(edition)])
            title = self.definition.titles[edition]
            self.add(where, f"there is no clause “{number}” in {title}" + (f"; {hint}" if hint else ""))


def seated(text: str) -> tuple[str, int | None]:
    """An action and the seat that does it, where the text says so: "1: press", as in a record."""
    found = _SEATED.fullmatch(text)
    return (found[2], int(found[1])) if found else (text, None)


def matches(pattern: str, text: str) -> bool:
    """Whether an action's text fits a pattern; a pattern may stop early ("step" fits every step)."""
    return fnmatchcase(text, pattern) or fnmatchcase(text, f"{pattern} *")


# ---- facts that games make theirs ------------------------------------------------------------------------------------


def never(_: GoalSituation) -> bool:
    """A test that always fails: it stands in for a goal whose data was faulty."""
    return False


def whole(get: Callable[[Game], int | None]) -> Fact:
    """A fact that compares a number of the game: `{turn = 2}`."""

    def make(where: str, value: object, reading: Reading) -> Test:
        if not isinstance(value, int) or isinstance(value, bool):
            reading.add(where, f"is a whole number, not {value!r}")
        return lambda s: get(s.game) == value

    return make


@dataclass(frozen=True, slots=True)
class NamedThings:
    """What a fact names: what such a thing is called in an error, and all of them with their numbers.

    Attributes:
        several: whether a list of names may stand there too; the test then gets a list of numbers.
    """

    title: str
    known: Numbers
    several: bool = False

    def read(self, where: str, value: object, reading: Reading) -> Any:
        """The number of a name, or their list."""
        if not self.several:
            return reading.known(where, value, self.known, self.title)
        words = value if isinstance(value, list) else [value]
        return [reading.known(where, word, self.known, self.title) for word in words]


def named(holds: Callable[..., bool], *wanted: NamedThings) -> Fact:
    """A fact about things that are named: `{lost = "yishana"}`, `{unit_at = ["red-1", "0403"]}`.

    Args:
        holds: whether it is so: it gets the state, and what was read for each of `wanted`.
    """

    def make(where: str, value: object, reading: Reading) -> Test:
        parts: list[Any] | None = [value]
        if len(wanted) > 1:
            parts = reading.parts(where, value, len(wanted), ", ".join(one.title for one in wanted))
        if parts is None:
            return never
        found = [one.read(where, part, reading) for one, part in zip(wanted, parts, strict=True)]
        return lambda s: bool(holds(s.game.state, *found))

    return make


def event(
    names: Mapping[str, tuple[str, Numbers]] | None = None,
    plain: Collection[str] | None = None,
    lists: Mapping[str, tuple[tuple[str, ...], str, Numbers]] | None = None,
) -> Fact:
    """A fact about the story: `{event = "battle"}`, or a table of what the event must say.

    Args:
        names: fields that hold numbers and are asked for by name: what they name, and the numbers.
        plain: other fields that may be asked for, compared as they are; None allows any.
        lists: keys that test whether a name is in one of several list fields of the event: those fields, what they
            name, the numbers.
    """
    names, lists = names or {}, lists or {}

    def make(where: str, value: object, reading: Reading) -> Test:
        want = dict(value) if isinstance(value, dict) else {"kind": value}
        if not isinstance(want.get("kind"), str):
            reading.add(where, f"names the kind of an event, not {value!r}")
            return never
        for key, v in want.items():
            if key in names:
                want[key] = reading.known(where, v, names[key][1], names[key][0])
            elif key in lists:
                want[key] = reading.known(where, v, lists[key][2], lists[key][1])
            elif key != "kind" and plain is not None and key not in plain:
                reading.add(where, f"“{key}” is nothing an event can be asked for")

        def fits(e: Mapping[str, Any]) -> bool:
            return all(
                any(v in e.get(f, ()) for f in lists[key][0]) if key in lists else key in e and e[key] == v
                for key, v in want.items()
            )

        return lambda s: any(fits(e) for e in s.events)

    return make


def of_hexes(game: HexGame) -> dict[str, Fact]:
    """The facts of any game of stacks on hexes: where counters stand, and what is told (`GameDef.events`)."""
    kinds = {
        "hex": NamedThings("hex", _numbered(game.board.names)),
        "unit": NamedThings("counter", _numbered(game.counters), True),
    }
    fields = {field for kind in game.events.values() for field in f"{kind.everybody} {kind.concerned}".split()}
    by_name = {field: kind for field in fields if (kind := kinds.get(field.rpartition("_")[2]))}
    return {
        "unit_at": named(lambda s, units, h: all(u in s.piles.get(h, ()) for u in units), kinds["unit"], kinds["hex"]),
        "event": event({field: (kind.title, kind.known) for field, kind in by_name.items()}, fields - set(by_name)),
    }


def _numbered(names: Sequence[str]) -> Numbers:
    return {name: k for k, name in enumerate(names)}


__all__ = ["ANSWERING", "POINTING", "Fact", "GoalSituation", "Reading", "Test", "Vocabulary"]
__all__ += ["NamedThings", "event", "matches", "named", "never", "of_hexes", "seated", "whole"]
