"""What a game supplies to the what-if lab: its battles and their exact odds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final, NamedTuple

from ..kernel.game import Game
from ..kernel.verdict import Reason
from .form import Part, Problem
from .say import percent, points

FELT: Final = Fraction(1, 1000)
"""A smaller difference is not worth a word."""
_MOVED: Final = 2  # results that have moved most are told in a sentence; the table has them all
LIST: Final = "list"
"""The battle of an address that names the battles at hand."""


@dataclass(frozen=True, slots=True)
class Row:
    """One possible result of a battle, with its exact probability. `good` says for whom: 1 attacker, -1 defender, 0
    neither. `big`: what one looks at first. `span`: the lowest and the highest that the chance can be, where a game's printed
    table is lost in part; () where it stands fast."""

    words: str
    chance: Fraction
    good: int = 0
    big: bool = False
    span: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Because:
    """One line of the derivation: what counts, its value, the clause (a citation), its parts, and a chance as a fraction."""

    words: str
    value: str = ""
    clause: tuple[str, ...] = ()
    parts: tuple[Because, ...] = ()
    exactly: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The lab's answer about a battle: a summary, every result with its probability, and the derivation of the figures.

    Attributes:
        told: the summary in stretches, each with the clause it rests on.
        bars: what a page shows of it, where that is not every result once.
    """

    says: str
    rows: tuple[Row, ...]
    because: tuple[Because, ...] = ()
    left_out: tuple[str, ...] = field(default=())
    told: tuple[tuple[str, tuple[str, ...]], ...] = ()
    bars: tuple[Row, ...] = ()

    @property
    def won(self) -> Fraction:
        """The chance of a result that is good for the attacker."""
        return sum((row.chance for row in self.rows if row.good > 0), Fraction(0))

    def chance(self, words: str) -> Fraction:
        """The chance of a result by its words; 0 where it cannot be."""
        return sum((row.chance for row in self.rows if row.words == words), Fraction(0))


def problems_of(error: ValueError) -> tuple[Problem, ...]:
    """Why a battle cannot be, from what was raised: its `problems`, where it has any, else what it says."""
    found: tuple[Problem, ...] = getattr(error, "problems", ())
    return found or (Problem("text", "", Reason((), str(error))),)


class Picture(NamedTuple):
    """A drawing of the odds: its title, the clause it rests on, what it says in a sentence, and HTML that the lab escaped."""

    title: str
    html: str
    clause: tuple[str, ...] = ()
    says: str = ""


class Compared(NamedTuple):
    """Two battles side by side: the difference in a sentence, and every figure, of the one and of the other.

    Attributes:
        rows: what, the chance in the one, the chance in the other, and for whom it is good (`Row.good`).
        lasting: the same of what is counted and no chance: what, and both numbers.
    """

    says: str
    rows: Sequence[tuple[str, Fraction, Fraction, int]]
    lasting: Sequence[tuple[str, Fraction, Fraction]] = ()


class Helped(NamedTuple):
    """A battle with one thing changed: what that is, what it brings, the battle."""

    words: str
    gains: str
    fight: Fight


class Fight(ABC):
    """A battle to ask questions of.

    Attributes:
        areas: ids of the areas it is about.
        seats: whose colours attackers and defenders bear (None is nobody's); None where they are nobody's on the board.
        question: how a list asks about it, "" where its title does.
        edition: the edition whose clauses it names, "" for the game's.
    """

    areas: Sequence[str] = ()
    seats: tuple[int | None, int | None] | None = None
    question: str = ""
    edition: str = ""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is: who attacks whom, where."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The battle written down: `LabDef.parse` reads it back."""

    @property
    def entry(self) -> Any:
        """The battle as it was entered (`LabDef.enter`): by default its text."""
        return self.text

    @abstractmethod
    def answer(self) -> Answer:
        """The exact odds."""

    def variants(self) -> Sequence[Fight]:
        """The battle with one thing changed that a player could change."""
        return ()

    def helps(self, side: int) -> Sequence[Helped]:
        """What one change would help the attackers (0) or the defenders (1), the best first."""
        return [Helped(fight.title, "", fight) for fight in self.variants()]

    def glance(self) -> Sequence[tuple[Fraction, str]]:
        """The chances that one looks at first, each with what it is the chance of."""
        return ()

    def pictures(self, tab: str) -> Sequence[Picture]:
        """What is drawn of it: beside the answer (""), or when it is asked for (`LabDef.tabs`)."""
        return ()

    def compare(self, other: Fight) -> Compared:
        """This battle beside another."""
        one, two = self.answer(), other.answer()
        good = {row.words: row.good for row in (*one.rows, *two.rows)}
        said = " ".join(compare(one, two)[:_MOVED]) or "No result has another chance."
        return Compared(said, [(word, one.chance(word), two.chance(word), good[word]) for word in good])

    def otherwise(self) -> tuple[str, Callable[[], Any]] | None:
        """The same by other rules: what its button says, and the entry; None where there are no others."""
        return None

    def csv(self) -> str:
        """The odds for a spreadsheet."""
        return ""


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
    """The what-if lab of one game.

    Attributes:
        tabs: (key, title) of what is unfolded below the answer: "why" and "help", which stand open where they are no tabs,
            "share", and what `Fight.pictures` draws.
        sided: whether what would help is asked for either side.
        example: how a battle as text begins.
        by_stacks: whether a battle can be put together from stacks of the board (`with_stack`).
    """

    tabs: ClassVar[Sequence[tuple[str, str]]] = ()
    sided: ClassVar[bool] = False
    example: ClassVar[str] = ""
    by_stacks: ClassVar[bool] = False

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

    # ---- putting one together

    def first(self, edition: str) -> Any:
        """The entry with which a battle is put together from nothing; None in a game that offers no form."""
        return None

    def enter(self, entry: Any, ground: Any = None) -> Any:
        """The battle that was entered; `ground`: the one around which it was, for who else stands where.

        Raises:
            ValueError: with every fault.
        """
        return self.parse(entry)

    def form(self, entry: Any, problems: Sequence[Problem], edition: str, ground: Any = None) -> Sequence[Part]:
        """The controls by which an entry is changed; none in a game that offers no form."""
        return ()

    def with_stack(self, entry: Any, game: Game, area: str, viewer: int) -> Any:
        """The entry with whoever stands in an area, or without those who are in it already; "" begins a new one."""
        return entry

    def at(self, game: Game, area: str, viewer: int, in_hand: bool) -> Any:
        """The battle that could be fought in an area, with what is in hand or with who is there; None where there is none."""
        return next((fight for fight in self.battles(game, viewer) if area in fight.areas), None)

    def asked(self, query: Mapping[str, str]) -> tuple[Any, str]:
        """What an address names: the entry, and the area of the board where it is fought, "" for a battle built from nothing.

        Raises:
            ValueError: it names no battle.
        """
        return self.parse(query.get("battle", "")).entry, ""

    def query(self, entry: Any, fight: Any, ground: Any, secret: bool) -> dict[str, str]:
        """The address that opens an entry again. `fight`: the battle, None where it cannot be fought; `ground`: as for `enter`;
        `secret`: somebody's hidden hand is known here, which no address may tell."""
        return {"battle": str(entry)}

    def query_text(self, query: Mapping[str, str]) -> str:
        """The battle of an address as text, for whoever mends it."""
        return query.get("battle", "")

    def reckon(self, text: str, edition: str = "") -> Reckoned:
        """The odds of a battle that was written down, by the rules of an edition ("": as it says itself, else the game's own).

        Raises:
            ValueError: with every fault.
        """
        if edition:
            raise ValueError("A battle of this game is asked about by the rules of its own edition.")
        fight: Fight = self.parse(text)
        found = fight.answer()
        rows = [
            {"result": row.words, "chance": str(row.chance), "good": row.good}
            | ({"span": [str(p) for p in row.span]} if row.span else {})
            for row in found.rows
        ]
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
