"""What a game supplies to the what-if lab: its battles and their exact odds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from ..kernel.game import Game
from .say import percent, points


@dataclass(frozen=True, slots=True)
class Row:
    """One possible result of a battle, with its exact probability. `good` says for whom: 1 attacker, -1 defender, 0
    neither."""

    words: str
    chance: Fraction
    good: int = 0


@dataclass(frozen=True, slots=True)
class Because:
    """One line of the derivation: what counts, its value, the clause (a citation), and its parts."""

    words: str
    value: str = ""
    clause: tuple[str, ...] = ()
    parts: tuple[Because, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The lab's answer about a battle: a summary, every result with its probability, and the derivation of the figures."""

    says: str
    rows: tuple[Row, ...]
    because: tuple[Because, ...] = ()
    left_out: tuple[str, ...] = field(default=())

    @property
    def won(self) -> Fraction:
        """The chance of a result that is good for the attacker."""
        return sum((row.chance for row in self.rows if row.good > 0), Fraction(0))

    def chance(self, words: str) -> Fraction:
        """The chance of a result by its words; 0 where it cannot be."""
        return sum((row.chance for row in self.rows if row.words == words), Fraction(0))


class Fight(Protocol):
    """A battle to ask questions of."""

    @property
    def title(self) -> str:
        """What it is: who attacks whom, where."""
        ...

    @property
    def text(self) -> str:
        """The battle written down: `LabDef.parse` reads it back."""
        ...

    def answer(self) -> Answer:
        """The exact odds."""
        ...

    def variants(self) -> Sequence[Fight]:
        """The battle with one thing changed that a player could change."""
        ...


class Reckoned(NamedTuple):
    """The odds of a battle for somebody who asked outside the page.

    Attributes:
        data: as JSON-able data; chances are exact, as text "n/d".
        says: what comes of it, in a sentence.
        lines: (what, which, chance) of every result.
    """

    data: dict[str, Any]
    says: str
    lines: Sequence[tuple[str, str, Fraction]]


class LabDef(ABC):
    """The what-if lab of one game."""

    @abstractmethod
    def battles(self, game: Game, viewer: int | None = None) -> Sequence[Any]:
        """Every battle that could be fought now, with what a viewer may know (by default the seat that decides)."""

    def groups(self, game: Game, viewer: int | None = None) -> Sequence[tuple[str, Sequence[Any]]]:
        """The entries of the lab's list, under headings: the battles, and anything else whose odds the game can
        compute."""
        return [("Battles that could be fought", self.battles(game, viewer))]

    @abstractmethod
    def parse(self, text: str) -> Any:
        """A battle that was written down. Raises ValueError with every fault."""

    def reckon(self, text: str, edition: str = "") -> Reckoned:
        """The odds of a battle that was written down, by the rules of an edition ("": as it says itself, else the game's own).

        Raises:
            ValueError: with every fault.
        """
        if edition:
            raise ValueError("A battle of this game is asked about by the rules of its own edition.")
        fight: Fight = self.parse(text)
        found = fight.answer()
        rows = [{"result": row.words, "chance": str(row.chance), "good": row.good} for row in found.rows]
        data = {
            "title": fight.title,
            "battle": fight.text,
            "says": found.says,
            "rows": rows,
            "left_out": list(found.left_out),
        }
        return Reckoned(data, found.says, [("", row.words, row.chance) for row in found.rows])

    def totals(self, attack: int, defend: int, wall: int, worth: int | None, edition: str) -> Reckoned | None:
        """The odds of two bare totals, the defender's behind a wall; None in a game whose battles are more than two totals.

        Args:
            worth: the combat value of the defenders, their total when None.  edition: "" for the game's own.

        Raises:
            ValueError: a number that cannot be, or no such edition.
        """
        return None


def compare(one: Answer, other: Answer) -> list[str]:
    """The difference between two answers in words, the greatest first; empty where they are the same."""
    words = list(dict.fromkeys(row.words for row in (*one.rows, *other.rows)))
    moved = [(other.chance(word) - one.chance(word), word) for word in words]
    moved.sort(key=lambda row: -abs(row[0]))
    return [f"{word}: {percent(one.chance(word))} becomes {percent(other.chance(word))} ({points(gap)})."
            for gap, word in moved if gap]  # fmt: skip
