"""Puzzles: positions of played games in which one of a few choices is worth far more than the others, by the exact odds of the lab.

A puzzle asks for one aim (a place falls, a host is beaten, a place holds, a host stands next turn) and offers two to four ways to it. What a way is worth
is the lab's exact chance, in hundredths, that the aim comes about when it is done and nothing else. A position is kept as the seat
that decides knows it: what it may not see has been dealt anew, and counts in the odds as what may lie there.

Puzzles of a game are a file of its data, one JSON object a line (`elric puzzles mine` writes them):

    {"key": "3fa09c", "theme": "siege", "asks": "who", "level": 3, "found": 2, "asked": 9, "position": "elric1:...",
     "ways": [["dharijor_sequaloris", 72, "lead yishana", "attack dharijor_sequaloris"], ...]}

The ways stand in the order of their worth, the solution first. Sentences are made from the position when it is shown.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import ClassVar, Final, NamedTuple
from zlib import crc32

from ..kernel.game import Game
from ..kernel.steps import Action
from .definition import Teaching
from .question import Citation, Question, cap

KIND: Final = "puzzle"
LEVELS: Final = 5
LEAST: Final = 40
"""What the best way must be worth, in hundredths."""
MARGIN: Final = 15
"""By how much it must be worth more than any other, in hundredths."""
RETREAT: Final = "stand"
"""What is asked of those who give way to an enemy: where they stand best when he comes."""
REAL: Final = 8
"""What the second best must be worth at least: where nothing else can do it there is nothing to find."""
_MOST: Final = 4
_LEVELS: Final = ("very easy", "easy", "of middling difficulty", "hard", "very hard")


class Way(NamedTuple):
    """One of the choices: its actions in order, and the place at which its battle is asked about."""

    actions: tuple[Action, ...]
    place: str


class Asking(NamedTuple):
    """What could be asked in a position: the sort of question, and the ways among which to choose."""

    asks: str
    ways: tuple[Way, ...]


class Puzzle(NamedTuple):
    """A puzzle as data.

    Attributes:
        key: names it, for its address.  theme, asks: keys of the game's own.
        level: 1 to `LEVELS`: of so many players of the house that were `asked`, so many `found` it.
        position: one line of text.  ways: place, worth in hundredths, and the actions, the solution first.
    """

    key: str
    theme: str
    asks: str
    level: int
    found: int
    asked: int
    position: str
    ways: tuple[tuple[str, int, tuple[str, ...]], ...]

    @property
    def worth(self) -> tuple[int, ...]:
        """What each way is worth, in hundredths."""
        return tuple(worth for _, worth, _ in self.ways)

    def line(self) -> str:
        """The puzzle as a line of its file."""
        ways = [[place, worth, *actions] for place, worth, actions in self.ways]
        return json.dumps(self._asdict() | {"ways": ways}, separators=(",", ":"))


class Puzzles(ABC):
    """The puzzles of one game: `Teaching.puzzles`.

    Attributes:
        teaching: of the game.  path: the file.  themes: title of each theme by its key, in the order of a list.
        clauses: what each theme rests on most.
    """

    teaching: Teaching
    path: ClassVar[Path]
    themes: ClassVar[Mapping[str, str]]
    clauses: ClassVar[Mapping[str, tuple[Citation, ...]]]

    def __init__(self, teaching: Teaching) -> None:
        self.teaching = teaching

    @property
    def orders(self) -> Path:
        """The file of orders judged by playing on (`orders`)."""
        return self.path.with_name("orders.jsonl")

    @abstractmethod
    def askings(self, game: Game) -> Iterator[Asking]:
        """What could be asked of the seat that decides."""

    @abstractmethod
    def chance(self, game: Game, way: Way, asks: str) -> Fraction | None:
        """The exact chance that the aim comes about at a way's place when its actions are done and nothing else, from what the seat
        that decides may know; None where there is then no battle. `asks`: which aim."""

    def sound(self, game: Game, asking: Asking) -> bool:
        """Whether the first of its ways, the best, is neither folly, for all that it serves the aim, nor seen at a glance."""
        return True

    @abstractmethod
    def theme(self, game: Game, asking: Asking) -> str:
        """The theme of what is asked; the best way stands first."""

    @abstractmethod
    def says(self, game: Game, puzzle: Puzzle) -> tuple[str, list[str]]:
        """The question in words, and the ways in words, in their order."""

    @abstractmethod
    def outcome_in_words(self, game: Game, way: Way, asks: str) -> str:
        """What comes of a way, in a sentence with the lab's figures. `asks`: which aim."""

    @abstractmethod
    def start(self, game: Game, way: Way) -> str:
        """The place from which a way begins."""

    # ---- reading

    def every(self, path: Path | None = None) -> Mapping[str, Puzzle]:
        """The puzzles by their keys, in the order of the file; `path`: another file than the game's own."""
        return _read(self.path) if path is None else read(path)

    def run(self, theme: str = "") -> list[Puzzle]:
        """Those of a theme, or all, the easiest first."""
        found = [p for p in self.every().values() if theme in ("", p.theme)]
        return sorted(found, key=lambda p: (p.level, p.key))

    def of_the_day(self, day: date) -> Puzzle:
        """The puzzle of a day, the same for everybody; every one has its turn before the first comes again."""
        keys = sorted(self.every(), key=lambda key: crc32(key.encode()))
        return self.every()[keys[day.toordinal() % len(keys)]]

    # ---- judging

    def game_of(self, puzzle: Puzzle) -> Game:
        """The position on the board."""
        game = self.teaching.definition
        return self.teaching.game.at(game.parse_position(puzzle.position))

    def ways(self, puzzle: Puzzle) -> list[Way]:
        """Its ways as actions."""
        parse = self.teaching.definition.notation.parse
        return [Way(tuple(map(parse, actions)), place) for place, _, actions in puzzle.ways]

    def about(self, game: Game, puzzle: Puzzle) -> tuple[str, ...]:
        """The places that it is about: where the ways lead, and where they begin."""
        ways = self.ways(puzzle)
        return tuple(dict.fromkeys(place for way in ways for place in (way.place, self.start(game, way)) if place))

    def weigh(self, game: Game, way: Way, asks: str) -> int:
        """What a way is worth by the lab, in hundredths; -1 where there is no battle."""
        chance = self.chance(game, way, asks)
        return -1 if chance is None else round(100 * chance)

    def faults(self, puzzle: Puzzle) -> list[str]:
        """What is wrong with a puzzle, in words: a way that is not legal, a figure that is not the lab's, another way that comes too
        near. Raises ValueError where its position cannot be read."""
        game, found = self.game_of(puzzle), []
        if puzzle.theme not in self.themes:
            found.append(f"there is no theme “{puzzle.theme}”")
        for way, worth in zip(self.ways(puzzle), puzzle.worth, strict=True):
            text = "; ".join(map(self.teaching.definition.notation.text, way.actions))
            if not legal(game, way.actions):
                found.append(f"“{text}” cannot be done")
            elif (weighed := self.weigh(game, way, puzzle.asks)) != worth:
                found.append(f"“{text}” is said to be worth {worth}, and the lab says {weighed}")
        if not fair(puzzle.worth):
            found.append(f"no way is clearly the best: {puzzle.worth}")
        return found

    def question(self, puzzle: Puzzle) -> Question:
        """The puzzle as a question of the practice room, its answers in an order of its own."""
        game = self.game_of(puzzle)
        text, ways = self.says(game, puzzle)
        order = list(range(len(ways)))
        Random(crc32(puzzle.key.encode())).shuffle(order)
        best, second = puzzle.worth[:2]
        told = self.outcome_in_words(game, self.ways(puzzle)[0], puzzle.asks)
        why = f"{told} This is worth {best} of a hundred, the next best {second}. {_rating(puzzle)}"
        return Question(
            KIND, game.rules.edition, 0, cap(text), game, tuple(cap(ways[k]) for k in order), order.index(0), why,
            self.clauses[puzzle.theme], tuple("" if not k else _less(puzzle.worth[k], best) for k in order),
            self.about(game, puzzle), True, {"puzzle": puzzle.key},
            f"{self.themes[puzzle.theme]}, {_LEVELS[puzzle.level - 1]}",
        )  # fmt: skip


def _less(worth: int, best: int) -> str:
    """What is mistaken about a way that is not the best."""
    return f"This is worth {worth} of a hundred: it costs you {best - worth}."


def _rating(puzzle: Puzzle) -> str:
    if not puzzle.found:
        return f"None of the {puzzle.asked} players of the house that were asked found it."
    return f"Of {puzzle.asked} players of the house {puzzle.found} found it."


def level(found: int, asked: int) -> int:
    """How hard a puzzle is that so many of those who were asked have found: 1 for half of them and more."""
    return 1 + sum(found * n < asked for n in (2, 3, 5, 9))


def fair(worth: Sequence[int]) -> bool:
    """Whether what the ways are worth makes a puzzle: one is clearly the best, and not the only one that can do it."""
    if len(worth) < 3:
        return False
    best, second = worth[:2]
    return best >= LEAST and best - second >= MARGIN and second >= REAL and best == max(worth)


def legal(game: Game, actions: Sequence[Action]) -> bool:
    """Whether the same seat can do these one after another."""
    copy = game.copy()
    for action in actions:
        if copy.seat != game.seat or not copy.verdict(action).ok:
            return False
        copy.push(action)
    return True


def chosen(asking: Asking, worth: Sequence[int]) -> list[tuple[Way, int]]:
    """Of the ways those to offer, the best first: the best few, those that differ in worth before those that do not. Of the places
    to which somebody may give way, which are many, only one of each worth."""
    rows = sorted(((n, way) for way, n in zip(asking.ways, worth, strict=True) if n >= 0), key=lambda row: -row[0])
    first = [rows[k] for k in range(len(rows)) if not k or rows[k][0] != rows[k - 1][0]]
    rest = [row for row in rows if row not in first and asking.asks != RETREAT]
    best = rows[:1] + rest if rows and rest and rest[0][0] == rows[0][0] else [*first[:_MOST], *rest]
    return sorted(((way, n) for n, way in best[:_MOST]), key=lambda row: -row[1])


@cache
def _read(path: Path) -> Mapping[str, Puzzle]:
    return read(path)


def read(path: Path) -> dict[str, Puzzle]:
    """The puzzles of a file by their keys; none where there is no such file."""
    found: dict[str, Puzzle] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        data = json.loads(line)
        ways = tuple((place, worth, tuple(actions)) for place, worth, *actions in data["ways"])
        found[data["key"]] = Puzzle(**data | {"ways": ways})
    return found


__all__ = [
    "KIND",
    "LEAST",
    "LEVELS",
    "MARGIN",
    "REAL",
    "RETREAT",
    "Asking",
    "Puzzle",
    "Puzzles",
    "Way",
    "chosen",
    "fair",
    "legal",
    "level",
]
