"""What a question is, and how its answers are set out. For kinds of question see `question_kinds`: they compute the
answer with the rules and contain no rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from ..kernel.game import Game

Citation = tuple[str, ...]  # one clause number for each edition, "" where an edition is silent
MOST_ANSWERS: Final = 4


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its answers.

    Attributes:
        kind, title: key of the kind, and what it is about in a few words.
        edition, seed: with the kind they give the same question again.
        text: what is asked, in plain words.  game: the position to show.
        answers: two to four, all different.  right: index of the right one.
        why: the explanation.  clauses: citations it rests on, the first one most.
        misconceptions: for each answer what somebody who gives it has got wrong; "" for the right one.
        look: places and counters to look at.  open_hand: whether what `game.seat` holds hidden has to be seen.
        facts: the inputs from which the engine computed the answer, for tests.
        task: the step of the course ("march/lead@chaosium") that is to be done on the board; "" where answers are
            given.
        show: counters and cards to show large.
    """

    kind: str
    edition: str
    seed: int
    text: str
    game: Game = field(repr=False)
    answers: tuple[str, ...]
    right: int
    why: str
    clauses: tuple[Citation, ...]
    misconceptions: tuple[str, ...]
    look: tuple[str, ...] = ()
    open_hand: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    title: str = ""
    task: str = ""
    show: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The clauses as they are numbered in this edition; what only the other edition says is left out."""
        at = self.game.definition.editions.index(self.edition)
        return tuple(dict.fromkeys(p[at] for p in self.clauses if p[at]))

    def cites(self) -> tuple[str, ...]:
        """The clauses as a reader is shown them, with another edition's number where this one is silent."""
        return tuple(dict.fromkeys(self.game.definition.cite(p, self.edition) for p in self.clauses if any(p)))


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before its answers are shuffled: the right answer, wrong ones with what is mistaken about each.

    Sentences may begin with a small letter: `finish` capitalises them.
    """

    text: str
    game: Game
    right: str
    wrong: tuple[tuple[str, str], ...]
    why: str
    clauses: tuple[Citation, ...] = ()
    look: tuple[str, ...] = ()
    open_hand: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)
    ordered: bool = False
    task: str = ""
    show: tuple[str, ...] = ()


Maker = Callable[[Random, str], "Draft | None"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question: key, what it is about in a few words, the clauses it always rests on, how one is made."""

    key: str
    title: str
    clauses: tuple[Citation, ...]
    make: Maker


def cap(text: str) -> str:
    """A text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def finish(k: Kind, edition: str, seed: int, draft: Draft, rng: Random) -> Question | None:
    """Shuffle the answers of a draft; None when no wrong answer is left that differs from the right one."""
    wrong: list[tuple[str, str]] = []
    for text, mistaken in draft.wrong:
        if text != draft.right and text not in [w for w, _ in wrong]:
            wrong.append((text, mistaken))
    wrong = wrong[: MOST_ANSWERS - 1]
    if not wrong:
        return None
    rows = [(draft.right, ""), *wrong]
    if draft.ordered:
        rows.sort(key=_order)
    else:
        rng.shuffle(rows)
    return Question(
        kind=k.key,
        edition=edition,
        seed=seed,
        text=cap(draft.text),
        game=draft.game,
        answers=tuple(t for t, _ in rows),
        right=next(i for i, (t, _) in enumerate(rows) if t == draft.right),
        why=cap(draft.why),
        clauses=draft.clauses or k.clauses,
        misconceptions=tuple(cap(m) for _, m in rows),
        look=draft.look,
        open_hand=draft.open_hand,
        facts=draft.facts,
        title=k.title,
        task=draft.task,
        show=draft.show,
    )


def _order(row: tuple[str, str]) -> tuple[int, int, str]:
    """Sorting key of answers: yes before no, numbers by value, anything else alphabetically."""
    text = row[0]
    head = text.split()[0].rstrip(",.")
    if head.lstrip("-").isdigit():
        return (1, int(head), text)
    return (0, 0 if text.startswith("Yes") else 1, text)


def near(
    rng: Random,
    right: int,
    slips: Iterable[tuple[int, str]] = (),
    low: int = 0,
    high: int = 99,
    other: str = "Close, but not it: see how it is reckoned below.",
) -> tuple[tuple[str, str], ...]:
    """Wrong answers to a question for a number: first those that a known misunderstanding leads to, then numbers close
    by."""
    out: dict[int, str] = {}
    for n, says in slips:
        if n != right and low <= n <= high:
            out.setdefault(n, says)
    spots = [right + d for d in (-3, -2, -1, 1, 2, 3)]
    rng.shuffle(spots)
    for n in spots:
        if low <= n <= high:
            out.setdefault(n, other)
    return tuple((str(n), says) for n, says in list(out.items())[: MOST_ANSWERS - 1])


__all__ = ["Citation", "Draft", "Kind", "Maker", "Question", "finish", "near"]
