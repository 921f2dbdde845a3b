"""A learner's progress by clause: how well each is known and when it is due for review; saved as text.

One card for each clause and edition, scheduled by the `fsrs` package (Free Spaced Repetition Scheduler), which is
imported when it is first needed. The text is JSON with a schema number and a checksum: {"<game>-progress": 2,
"checksum": "...", "cards": {edition: {number: [state, step, stability, difficulty, due, last, right, asked]}}, "kinds":
{key: [right, asked]}, "solved": ["lesson/step", ...]} with times in whole seconds since 1970. Version 1 had no lesson
steps; it can still be read.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from math import isfinite
from random import Random
from typing import Any, Final

from ..kernel.clauses import chapter_of, did_you_mean
from ..kernel.definition import GameDef
from ..kernel.failure import ElricError
from .asked_again import PREFIX, first_taught, solved_clauses
from .books import KEY as WHICH_RULE
from .definition import Teaching
from .lessons import lessons
from .question import Question
from .questions import about, ask, clauses_asked, kinds, kinds_by_clause

SCHEMA: Final = 2
LONGEST: Final = 200_000
QUICK: Final = 10.0  # seconds: a right answer given faster than this was easy
SLOW: Final = 45.0  # a right answer that took longer was hard
KNOWN: Final = 21.0  # days a clause keeps in mind when it counts as wholly known
_LONGEST_ROUND: Final = 20
_ASKED: Final = re.compile(r"[a-z0-9-]+ [a-z0-9-]+(\.[\w.]+)+ -?\d")
AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
_UNSEEN_SHARE: Final = 0.15  # how often a clause never asked about comes next, in the order of the course
_LEARNT_SHARE: Final = 0.75  # how often what was learnt in the course, and never asked about, comes before anything new
_BEGINNING: Final = 2  # number of lessons whose content may be asked before they are taken
_NEXT: Final = 6  # kinds of question, or clauses, from which the next is drawn
_NEW_SHARE: Final = 0.35  # how often something never asked comes before what is due


class ProgressError(ElricError, ValueError):
    """A progress text cannot be used, or progress cannot be kept: says what is wrong and where."""


@dataclass(frozen=True, slots=True)
class ClauseCard:
    """What is known of one clause.

    Attributes:
        state: 1 learning, 2 review, 3 relearning.  step: the learning step, -1 after the last.
        stability: days after which the chance of recall is 90 %.  difficulty: 1 to 10.
        due, last: seconds since 1970.  right, asked: how often.
    """

    state: int
    step: int
    stability: float
    difficulty: float
    due: int
    last: int
    right: int
    asked: int


@cache
def _fsrs() -> Any:
    try:
        import fsrs
    except ImportError:
        raise ProgressError(
            "what is learnt cannot be scheduled without the package fsrs: install elric with its extra “app”"
        ) from None
    return fsrs


@cache
def _scheduler() -> Any:
    return _fsrs().Scheduler(enable_fuzzing=False)


def _seconds(now: datetime | None) -> int:
    return int((now or datetime.now(UTC)).timestamp())


def _time(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _to_fsrs(c: ClauseCard) -> Any:
    f = _fsrs()
    return f.Card(
        card_id=1,
        state=f.State(c.state),
        step=c.step if c.step >= 0 else None,
        stability=c.stability,
        difficulty=c.difficulty,
        due=_time(c.due),
        last_review=_time(c.last),
    )


def rating(right: bool, seconds: float) -> int:
    """How well a question was answered: AGAIN, HARD, GOOD or EASY, from right or wrong and the time it took."""
    if not right:
        return AGAIN
    return EASY if seconds <= QUICK else HARD if seconds > SLOW else GOOD


class Progress:
    """Everything learnt so far of one game.

    Attributes:
        teaching: what is learnt.
        cards: by (edition, clause number).  kinds: right answers and questions asked, by kind.
        solved: steps of the course that have been solved, as "lesson/step".
        round: the questions of the round that has been begun, as "edition kind.seed.clause answer", the answer counted from
            0 and -1 where it is still to come.
    """

    def __init__(self, teaching: Teaching) -> None:
        self.teaching = teaching
        self.solved: set[str] = set()
        self.cards: dict[tuple[str, str], ClauseCard] = {}
        self.kinds: dict[str, tuple[int, int]] = {}
        self.round: list[str] = []

    # ---- learning ---------------------------------------------------------------------------------------------------

    def review(self, edition: str, number: str, how: int, now: datetime | None = None) -> ClauseCard:
        """Note that a clause was asked about and how it went; returns its new card.

        Raises:
            ProgressError: the fsrs package is missing.  UnknownClause: there is no such clause.
        """
        self.teaching.definition.register().get(edition, number)
        at = _seconds(now)
        old = self.cards.get((edition, number))
        f = _fsrs()
        card = _to_fsrs(old) if old else f.Card(card_id=1, due=_time(at))
        card, _ = _scheduler().review_card(card, f.Rating(how), _time(at))
        new = ClauseCard(
            int(card.state),
            -1 if card.step is None else int(card.step),
            round(float(card.stability), 4),
            round(float(card.difficulty), 4),
            int(card.due.timestamp()),
            at,
            (old.right if old else 0) + (how != AGAIN),
            (old.asked if old else 0) + 1,
        )
        self.cards[edition, number] = new
        return new

    def answer(self, q: Question, chosen: int, seconds: float, now: datetime | None = None) -> bool:
        """Note an answer to a question; returns whether it was right.

        A right answer counts for every clause the question rests on, a wrong one against the first only.
        """
        right = chosen == q.right
        how = rating(right, seconds)
        numbers = q.numbers if right else q.numbers[:1]
        for k, number in enumerate(numbers):
            self.review(q.edition, number, how if k == 0 else min(how, GOOD), now)
        done, asked = self.kinds.get(q.kind, (0, 0))
        self.kinds[q.kind] = (done + right, asked + 1)
        return right

    def learnt(self, solved: Iterable[str], edition: str, now: datetime | None = None) -> None:
        """Record steps solved in the course. Each clause that they teach and that has no card yet gets one rated as
        answered well, with no question asked. Unknown steps are ignored.

        Raises:
            ProgressError: the fsrs package is missing.
        """
        teaching = self.teaching
        self.solved |= {teaching.moved_steps.get(place, place) for place in solved} & _steps(teaching)
        for number in solved_clauses(teaching, edition, self.solved):
            if (edition, number) not in self.cards:
                card = self.review(edition, number, GOOD, now)
                self.cards[edition, number] = replace(card, right=0, asked=0)

    # ---- looking ----------------------------------------------------------------------------------------------------

    def due(self, edition: str, now: datetime | None = None) -> list[str]:
        """Clauses to be asked again by now, the longest overdue first."""
        at = _seconds(now)
        found = [(c.due, number) for (e, number), c in self.cards.items() if e == edition and c.due <= at]
        return [number for _, number in sorted(found)]

    def mastery(self, edition: str, number: str, now: datetime | None = None) -> float:
        """How well a clause is known, 0 to 1: the chance of recalling it, times how much of KNOWN it will last."""
        c = self.cards.get((edition, number))
        if c is None:
            return 0.0
        recall = float(_scheduler().get_card_retrievability(_to_fsrs(c), _time(max(_seconds(now), c.last))))
        return recall * min(1.0, c.stability / KNOWN)

    def chapters(self, edition: str, now: datetime | None = None) -> list[Chapter]:
        """Mastery by chapter of the rule book, in its order."""
        rows: dict[str, list[str]] = {}
        for number in clauses_asked(self.teaching)[edition]:
            rows.setdefault(chapter_of(number), []).append(number)
        return [
            Chapter(
                chapter,
                chapter_title(self.teaching.definition, edition, chapter),
                tuple((n, self.mastery(edition, n, now) if (edition, n) in self.cards else -1.0) for n in numbers),
            )
            for chapter, numbers in rows.items()
        ]

    def next_question(
        self,
        edition: str,
        seed: int,
        now: datetime | None = None,
        avoid: Sequence[str] = (),
        recent: Sequence[str] = (),
    ) -> Question:
        """The question to ask next: about a clause that is due, else of a kind little asked so far.

        Args:
            seed: the same progress, seed and time give the same question.
            avoid: clauses asked about just now.  recent: kinds asked just now.
        """
        rng, teaching = Random(seed), self.teaching
        taught = first_taught(teaching, edition)
        new = [n for (e, n), c in self.cards.items() if e == edition and not c.asked and n not in avoid]
        ripe = [n for n in self.due(edition, now) if n not in avoid and self.cards[edition, n].asked]
        if ripe and rng.random() >= _NEW_SHARE:
            number = ripe[0]
        elif new and rng.random() < _LEARNT_SHARE:
            number = rng.choice(sorted(new, key=lambda n: taught.get(n, 0))[:_NEXT])
        else:
            number = ""
        reached = self._reached(edition)
        stages = {k: _stage(teaching, edition, k) for k in kinds(teaching)}
        if number:
            able = [k for k in kinds_by_clause(teaching, edition).get(number, ()) if k not in recent]
            able = [k for k in able if stages[k] <= reached]
            made = None
            if able and rng.random() < 0.5:
                made = ask(teaching, rng.choice(able), edition, rng.randrange(1 << 30))
                made = made if made is not None and number in made.numbers else None
            made = made or about(teaching, edition, number, seed)
            if made is not None and (made.kind not in recent or number in ripe):
                return made
        unseen = [n for n in clauses_asked(teaching)[edition] if (edition, n) not in self.cards]
        if unseen and self.cards and WHICH_RULE not in recent[-4:] and rng.random() < _UNSEEN_SHARE:
            unseen.sort(key=lambda n: taught.get(n, len(taught)))
            made = about(teaching, edition, rng.choice(unseen[:_NEXT]), seed)
            if made is not None and made.kind not in recent:
                return made
        keys = [k for k in kinds(teaching) if k not in recent] or list(kinds(teaching))
        fewest = min(self.kinds.get(k, (0, 0))[1] for k in keys)
        fresh = sorted((k for k in keys if self.kinds.get(k, (0, 0))[1] <= fewest), key=stages.__getitem__)
        near = [k for k in fresh if stages[k] <= reached] or fresh[:_NEXT]
        if not self.cards:  # a new learner is asked only about the first lessons
            near = [k for k in near if k.startswith(PREFIX)] or near
        rng.shuffle(near)
        for key in (*near, *fresh, WHICH_RULE):
            made = ask(teaching, key, edition, rng.randrange(1 << 30))
            if made is not None:
                return made
        raise ProgressError("no kind of question had anything to ask about")

    def _reached(self, edition: str) -> int:
        """The number (from 0) of the last lesson of which any clause has a card."""
        order = {key: k for k, key in enumerate(lessons(self.teaching))}
        done = [order[place.partition("/")[0]] for place in self.solved]
        return max([_BEGINNING, *done])

    # ---- as text ----------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The progress as one line of JSON, for `read`."""
        cards: dict[str, dict[str, list[Any]]] = {}
        for (e, number), c in sorted(self.cards.items()):
            cards.setdefault(e, {})[number] = [
                c.state, c.step, c.stability, c.difficulty, c.due, c.last, c.right, c.asked
            ]  # fmt: skip
        body = {
            "cards": cards,
            "kinds": {k: list(v) for k, v in sorted(self.kinds.items())},
            "solved": sorted(self.solved),
        }
        more = {"round": self.round} if self.round else {}
        whole = {mark(self.teaching): SCHEMA, "checksum": checksum(body), **body, **more}
        return json.dumps(whole, separators=(",", ":"))

    @classmethod
    def read(cls, teaching: Teaching, text: str) -> Progress:
        """Progress in a game from its text; "" is nothing learnt yet.

        Raises:
            ProgressError: says what is wrong with the text.
        """
        new = cls(teaching)
        if not text.strip():
            return new
        data = _parse(text, mark(teaching))
        editions, register = teaching.definition.editions, teaching.definition.register()
        for e, rows in _table(data, "cards").items():
            if e not in editions:
                raise ProgressError(_unknown("edition", e, editions))
            for number, row in _table({"cards": rows}, "cards", e).items():
                if (e, number) not in register:
                    raise ProgressError(_unknown(f"clause in {e}", number, [c.number for c in register.of(e)]))
                new.cards[e, number] = _card(f"{e} {number}", row)
        for k, row in _table(data, "kinds").items():
            if k not in kinds(teaching):
                raise ProgressError(_unknown("kind of question", k, kinds(teaching)))
            if not (isinstance(row, list) and len(row) == 2 and all(_whole(x) for x in row) and row[0] <= row[1]):
                raise ProgressError(f"kind “{k}” should say how many were right and how many asked, not {row!r}")
            new.kinds[k] = (row[0], row[1])
        for place in data.get("solved", ()):
            place = teaching.moved_steps.get(place, place) if isinstance(place, str) else place
            if not isinstance(place, str) or place not in _steps(teaching):
                raise ProgressError(_unknown("step of the course", str(place), _steps(teaching)))
            new.solved.add(place)
        going = data.get("round", [])
        # a stored round that cannot be read is dropped, and a new one begins
        if isinstance(going, list) and len(going) <= _LONGEST_ROUND and all(_asked(x) for x in going):
            new.round = list(going)
        return new

    def merge(self, other: Progress) -> None:
        """Merge another progress into this one: for each clause the card with the later answer is kept."""
        self.solved |= other.solved
        for key, c in other.cards.items():
            mine = self.cards.get(key)
            if mine is None or c.last > mine.last:
                self.cards[key] = replace(c)
        for k, row in other.kinds.items():
            if row[1] > self.kinds.get(k, (0, 0))[1]:
                self.kinds[k] = row


@dataclass(frozen=True, slots=True)
class Chapter:
    """What is known of one chapter: its number, its title, and its clauses with the mastery of each from 0 to 1, or -1
    where nothing has been asked yet."""

    number: str
    title: str
    clauses: tuple[tuple[str, float], ...]

    @property
    def mastery(self) -> float:
        """The mean over its clauses, 0 to 1."""
        return sum(max(0.0, m) for _, m in self.clauses) / len(self.clauses)

    @property
    def asked(self) -> int:
        """Clauses that have been asked about."""
        return sum(m >= 0 for _, m in self.clauses)


def _asked(entry: object) -> bool:
    """Whether this may be a question of a round, as `Progress.round` has it."""
    return isinstance(entry, str) and len(entry) < 120 and _ASKED.fullmatch(entry) is not None


@cache
def _stage(teaching: Teaching, edition: str, kind: str) -> int:
    """The number (from 0) of the lesson after which a learner should be able to answer a kind of question; kinds that
    no lesson prepares come last."""
    order = list(lessons(teaching))
    if kind.startswith(PREFIX):
        return order.index(kind.removeprefix(PREFIX))
    at = teaching.definition.editions.index(edition)
    taught = first_taught(teaching, edition)
    return max((taught.get(c[at], len(order)) for c in kinds(teaching)[kind].clauses if c[at]), default=len(order))


@cache
def _steps(teaching: Teaching) -> frozenset[str]:
    """Every step of the course as "lesson/step"."""
    return frozenset(
        f"{key}/{s.id}" for key, one in lessons(teaching).items() for steps in one.steps.values() for s in steps
    )


def chapter_title(game: GameDef, edition: str, chapter: str) -> str:
    """Title of a chapter in an edition."""
    clauses = game.register().clauses
    found = clauses.get((edition, f"{chapter}.0")) or clauses.get((edition, chapter))
    return found.title if found else f"Chapter {chapter}"


def mark(teaching: Teaching) -> str:
    """The first key of a progress text; it names the game."""
    return f"{teaching.definition.key}-progress"


def checksum(body: Mapping[str, Any]) -> str:
    """Twelve letters that change when anything in the body does."""
    kept = {k: body[k] for k in ("cards", "kinds", "solved") if k in body}
    plain = json.dumps(kept, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:12]


def _parse(text: str, mark: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise ProgressError(f"a progress text has at most {LONGEST} characters, this one {len(text)}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ProgressError("this is no progress text: it is not JSON, or its end is missing") from None
    if not isinstance(data, dict) or mark not in data:
        raise ProgressError(f"this is no progress text: “{mark}” is not in it")
    if data[mark] not in (1, SCHEMA) or isinstance(data[mark], bool):
        raise ProgressError(f"this progress was kept in form {data[mark]!r}; this program reads form {SCHEMA}")
    if not isinstance(data.get("solved", []), list):
        raise ProgressError("the part “solved” is no list")
    for key in ("cards", "kinds"):
        if not isinstance(data.get(key), dict):
            raise ProgressError(f"the part “{key}” is missing or is no table")
    if data.get("checksum") != checksum(data):
        raise ProgressError("the checksum does not fit: part of the text was lost or changed on the way")
    return data


def _table(data: Mapping[str, Any], key: str, where: str = "") -> Mapping[str, Any]:
    found = data[key]
    if not isinstance(found, dict):
        raise ProgressError(f"{where or key} should be a table, not {found!r}")
    return found


def _unknown(what: str, word: str, known: Any) -> str:
    hint = did_you_mean(word, known)
    return f"there is no {what} “{word}”" + (f"; {hint}" if hint else "")


def _whole(x: object) -> bool:
    return isinstance(x, int) and not isinstance(x, bool) and 0 <= x < 1 << 40


def _card(where: str, row: object) -> ClauseCard:
    if not isinstance(row, list) or len(row) != 8:
        raise ProgressError(f"{where} should have eight numbers, not {row!r}")
    state, step, stability, difficulty, due, last, right, asked = row
    if not (_whole(state) and 1 <= state <= 3 and isinstance(step, int) and -1 <= step <= 9):
        raise ProgressError(f"{where}: its state cannot be {state!r}, {step!r}")
    for x in (stability, difficulty):
        if isinstance(x, bool) or not isinstance(x, (int, float)) or not isfinite(x) or not 0 < x < 1e6:
            raise ProgressError(f"{where}: stability and difficulty are numbers above 0, not {x!r}")
    if not all(_whole(x) for x in (due, last, right, asked)) or right > asked or max(due, last) > 1 << 37:
        raise ProgressError(f"{where}: times and counts are whole numbers, not {row[4:]!r}")
    return ClauseCard(state, step, float(stability), float(difficulty), due, last, right, asked)


__all__ = [
    "AGAIN",
    "EASY",
    "GOOD",
    "HARD",
    "SCHEMA",
    "Chapter",
    "ClauseCard",
    "Progress",
    "ProgressError",
    "chapter_title",
    "checksum",
    "rating",
]
