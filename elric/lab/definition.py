"""What a game hands over to the lab: its battles, and what can be asked of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from ..kernel.game import Game
from .say import percent, points


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that may come of a battle, and its exact chance. `good` says for whom: 1 attacker, -1 defender, 0 neither."""

    words: str
    chance: Fraction
    good: int = 0


@dataclass(frozen=True, slots=True)
class Because:
    """One line of the derivation: what counts, how much, by which clause (a citation), and what it is made of."""

    words: str
    value: str = ""
    clause: tuple[str, ...] = ()
    parts: tuple[Because, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the lab says of a battle: a sentence, every result with its chance, and where the figures come from."""

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
        """The battle with one thing changed, as a player could really change it."""
        ...


class LabDef(ABC):
    """The what-if lab of one game."""

    @abstractmethod
    def battles(self, game: Game, viewer: int | None = None) -> Sequence[Any]:
        """Every battle that could be fought now, with what a viewer may know (by default the seat that decides)."""

    def groups(self, game: Game, viewer: int | None = None) -> Sequence[tuple[str, Sequence[Any]]]:
        """What the lab's list offers, under headings: the battles, and whatever else a game can ask the same questions of."""
        return [("Battles that could be fought", self.battles(game, viewer))]

    @abstractmethod
    def parse(self, text: str) -> Any:
        """A battle that was written down. Raises ValueError with every fault."""


def compare(one: Answer, other: Answer) -> list[str]:
    """The difference between two answers in words, the greatest first; empty where they are the same."""
    words = list(dict.fromkeys(row.words for row in (*one.rows, *other.rows)))
    moved = [(other.chance(word) - one.chance(word), word) for word in words]
    moved.sort(key=lambda row: -abs(row[0]))
    return [f"{word}: {percent(one.chance(word))} becomes {percent(other.chance(word))} ({points(gap)})."
            for gap, word in moved if gap]  # fmt: skip
