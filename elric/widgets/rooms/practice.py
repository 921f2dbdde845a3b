"""The practice room: ten questions about positions on the map, answered at once. No widgets in here.

Like a lesson it is given the table's messages while it is open, and says what to show.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from random import Random
from typing import Final

from elric import games
from elric.kernel.game import Game
from elric.tutor.definition import Teaching
from elric.tutor.progress import Progress, ProgressError
from elric.tutor.question import Question
from elric.tutor.questions import about, ask, kinds, kinds_by_clause
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names, inspector, where
from elric.widgets.markup import Markup, html
from elric.widgets.messages import Message
from elric.widgets.panels import clauses, controls
from elric.widgets.panels import practice as practice_panels
from elric.widgets.panels.lesson import LETTERS
from elric.widgets.screen import Address, Region, Screen, Seen, View, shown

ROUND: Final = 10
# these are asked about the track itself, so it stays covered until the answer is given
_COVERS_TRACKS: Final = ("balance-bonus", "spell-strength")


class PracticeRoom:
    """What a page shows and does while somebody practises.

    Args:
        edition: an edition of the game; "" for its usual one.
        progress_text: what was learnt before, as `progress_text` gave it; a damaged text is refused in words, on the page.
        seed: for the questions; None takes a new one.
        damaged: a text that could not be read earlier and has not been thrown away.
        clock, now: seconds for timing an answer, and the time of day, for tests.

    Attributes:
        progress: what is known.  said: what a screen reader should say next; the page clears it.
        results: right or wrong, one for each question answered in this round.
        damaged: what was kept and cannot be read; it is kept beside what is learnt from now on.
    """

    def __init__(
        self,
        edition: str = "",
        progress_text: str = "",
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        damaged: str = "",
        kit: TableDef | None = None,
    ) -> None:
        self._kit: TableDef = kit or games.table()
        if self._kit.teaching is None:
            raise ValueError(f"there is no practice for {self._kit.game.title}")
        self._teaching: Teaching = self._kit.teaching
        self.edition = edition = edition or self._kit.game.edition
        self._kit.game.ruleset(edition)
        self.said = ""
        self.problem = ""
        self.progress = Progress(self._teaching)
        self.damaged = damaged
        self._rng = Random(secrets.randbits(64) if seed is None else seed)
        self._clock, self._now = clock, now
        self._chart = self._kit.chart()
        try:
            self.progress = Progress.read(self._teaching, progress_text)
        except ProgressError as e:
            self.damaged = progress_text
            self.problem = f"What this browser had kept cannot be read: {e}. It is still there, under “Save or load”."
        self._begin()

    def _begin(self) -> None:
        self.results: list[bool] = []
        self.missed: list[Question] = []
        self._kinds: list[str] = []
        self._clauses: list[str] = []
        self._started = self._clock()
        self.open_clause: tuple[str, str] | None = None
        self.show_mastery = self.show_keep = False
        self._ask()

    def _ask(self) -> None:
        made = self.progress.next_question(
            self.edition, self._rng.randrange(1 << 30), self._now(), self._clauses[-6:], self._kinds[-ROUND:]
        )
        self._kinds.append(made.kind)
        self._clauses += made.numbers[:1]
        self._put(made)

    def _put(self, q: Question) -> None:
        self.question = q
        self.chosen = -1
        self.selected: str | None = None
        self._asked = self._clock()
        self.said = " ".join(
            [self.question.text, *(f"{LETTERS[k]}: {a}." for k, a in enumerate(self.question.answers))]
        )

    def ask_about(self, number: str) -> None:
        """Put a question about one clause of this edition; a number there is not changes nothing."""
        if (self.edition, number) not in self._kit.game.register():
            return
        found = kinds_by_clause(self._teaching, self.edition).get(number, ())
        seed = self._rng.randrange(1 << 30)
        made = (
            ask(self._teaching, self._rng.choice(found), self.edition, seed)
            if found
            else about(self._teaching, self.edition, number, seed)
        )
        if made is not None:
            self._kinds[-1:] = [made.kind]
            self._clauses[-1:] = [number]
            self._put(made)

    def linked(self, query: Mapping[str, str]) -> str:
        """Put the question that an address names; returns what is wrong with it."""
        edition = query.get("edition", self.edition)
        if edition not in self._kit.game.editions:
            return f"there is no edition “{edition[:40]}”"
        if query == self.address.query:
            return ""
        key, _, rest = query.get("practice", "").partition(".")
        seed, _, number = rest.partition(".")
        if not (seed.isascii() and seed.isdigit() and len(seed) < 12) or key not in kinds(self._teaching):
            return f"there is no question “{query.get('practice', '')[:40]}”"
        if number and not self._kit.has_clause(edition, number):
            return f"the rule book has no clause “{number[:20]}”"
        made = (
            about(self._teaching, edition, number, int(seed))
            if number
            else ask(self._teaching, key, edition, int(seed))
        )
        if made is None:
            return f"there is no question “{query['practice'][:40]}”"
        if edition != self.edition:
            self.edition = edition
            self._begin()
        self._kinds[-1:] = [made.kind]
        self._clauses[-1:] = made.numbers[:1]
        self._put(made)
        return ""

    @property
    def address(self) -> Address:
        """The question; the whole round is one step of the browser's history, so that nothing is answered twice."""
        q = self.question
        about_one = q.facts.get("number", "")
        place = f"{q.kind}.{q.seed}" + (f".{about_one}" if about_one else "")
        return Address({"practice": place, "edition": q.edition}, "practice")

    # ---- what is open -----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The position the question is about: `game.view(session.viewer)`."""
        return self.question.game

    @property
    def viewer(self) -> int | None:
        """Whose hands may be seen in `game.view`."""
        return self.game.seat if self.question.open_hand else None

    @property
    def finished(self) -> bool:
        """Whether the round is over."""
        return len(self.results) == ROUND and self.chosen < 0

    @property
    def progress_text(self) -> str:
        """What has been learnt, to be kept between visits."""
        return self.progress.text()

    # ---- messages ---------------------------------------------------------------------------------------------------

    closed = False

    def take(self, m: Message) -> bool:
        """Do what a message asks; False when it is nothing of this room's ("leave", "new" ...), for the page to handle."""
        if m.kind == "area":
            self._select(m.id)
            return True
        if m.kind == "act":
            self.said = "This position is only to be looked at."
            return True
        return m.kind == "do" and self._do(m.name, m.value, m.fields)

    def _do(self, name: str, value: str, fields: Mapping[str, str]) -> bool:
        if name == "answer":
            self._answer(value)
        elif name == "next":
            self._next()
        elif name == "practice":
            self._begin()
            if value:
                self.ask_about(value)
        elif name == "edition" and value in self._kit.game.editions:
            self.edition = value
            self._begin()
        elif name == "mastery":
            self.show_mastery = not self.show_mastery
        elif name == "keep":
            self.show_keep = not self.show_keep
        elif name == "forget":
            self.damaged = ""
        elif name == "import":
            self._import(fields.get("text", value))
        elif name == "clause":
            self._clause(value)
        elif name == "area":
            self._select(value)
        elif name in ("hand", "spell"):
            return True
        elif name in ("close", "escape"):
            self._close(value)
        else:
            return False
        return True

    def _answer(self, value: str) -> None:
        q = self.question
        if self.chosen >= 0 or self.finished or value not in [str(k + 1) for k in range(len(q.answers))]:
            return
        self.chosen = int(value) - 1
        right = self.chosen == q.right
        try:
            self.progress.answer(q, self.chosen, self._clock() - self._asked, self._now())
        except ProgressError as e:
            self.problem = f"This answer is not remembered: {e}."
        self.results.append(right)
        if not right:
            self.missed.append(q)
        words = ["Right." if right else f"Not quite. {q.misconceptions[self.chosen]}"]
        if not right:
            words.append(f"The answer is: {q.answers[q.right]}.")
        self.said = " ".join([*words, q.why])

    def _next(self) -> None:
        if self.finished:
            self._begin()
        elif self.chosen >= 0 and len(self.results) == ROUND:
            self.chosen = -1
            self.said = f"{sum(self.results)} of {ROUND} right."
            self._took = (self._clock() - self._started) / 60
        elif self.chosen >= 0:
            self._ask()

    def _import(self, text: str) -> None:
        self.show_keep = True
        if not text.strip():
            self.problem = "There is no text to add."
            return
        try:
            other = Progress.read(self._teaching, text)
        except ProgressError as e:
            self.problem = f"This text cannot be used: {e}. Nothing you have learnt is lost."
            return
        self.progress.merge(other)
        self.problem = ""
        self.said = f"Brought in: {len(other.cards)} clauses, and {len(other.solved)} steps of the course."

    def _clause(self, number: str) -> None:
        register = self._kit.game.register()
        for e in (self.edition, *(x for x in self._kit.game.editions if x != self.edition)):
            if (e, number) in register:
                self.open_clause = (e, number)
                return

    def _select(self, area: str) -> None:
        if area in self._chart.areas:
            self.selected = None if area == self.selected else area

    def _close(self, what: str) -> None:
        if what == "clause" or (not what and self.open_clause):
            self.open_clause = None
        elif what == "mastery" or (not what and self.show_mastery):
            self.show_mastery = False
        elif what == "keep" or (not what and self.show_keep):
            self.show_keep = False
            self.problem = ""
        elif what == "notice" or (not what and self.problem):
            self.problem = ""
        else:
            self.selected = None

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """The question, and the position that it is about."""
        seen = Seen(self.game, self._kit)
        view, chart = seen[self.viewer], self._chart
        said, self.said = self.said, ""
        return Screen(
            regions=shown(self._regions(view)),
            seen=seen[None],
            marks=self._marks(view),
            pieces=self._kit.pieces(view),
            names=area_names(view, chart.areas, self._kit),
            said=said,
        )

    def _regions(self, view: View) -> list[Region]:
        q = self.question
        at = len(self.results) - (self.chosen >= 0)
        out: list[Region] = [
            ("practice-head", "top", practice_panels.head(self._kit, self.edition, at, ROUND, self.results))
        ]
        if self.problem and not self.show_keep:
            out.append(("notice", "side", practice_panels.notice(self.problem)))
        if self.show_keep:
            out.append(("keep", "side", practice_panels.keep(self.progress_text, self.problem, self.damaged)))
        if self.show_mastery:
            out.append(("mastery", "side", self._mastery()))
        if self.open_clause:
            out.append(("clause", "side", clauses.clause(self._kit, *self.open_clause)))
        if self.finished:
            out.append(("score", "side", practice_panels.score(self._kit, self.results, self.missed, self._took)))
            if not self.show_mastery:
                out.append(("mastery", "side", self._mastery()))
            return out
        out.append(("question", "side", practice_panels.question(q, self.chosen)))
        if self.chosen >= 0:
            out.append(("feedback", "side", practice_panels.feedback(q, self.chosen)))
        if q.open_hand:
            out.append(("hand", "side", self._kit.hand(view, True)))
        if self.selected:
            out.append(("area", "side", inspector(view, self.selected, self._chart.areas, self._kit)))
        if self.chosen >= 0 or q.kind not in _COVERS_TRACKS:
            out.append(("tracks", "below", self._kit.tracks(view)))
        if self.chosen >= 0:
            last = len(self.results) == ROUND
            button = controls.do("next", "How it went" if last else "Next question", kind="primary", hotkey="n")
            out.append(("foot", "foot", html('<div class="btns">{}</div>', button)))
        return out

    def _mastery(self) -> Markup:
        try:
            rows = self.progress.chapters(self.edition, self._now())
        except ProgressError as e:
            return practice_panels.notice(str(e))
        return practice_panels.mastery(self._kit, rows, self.edition, len(self.progress.due(self.edition, self._now())))

    def _marks(self, view: View) -> dict[str, str]:
        """CSS classes of areas: who holds them, and what the question is about."""
        marks = piles.marks_of_control(view)
        q = self.question
        about = [where(view, self._chart.areas, x) for x in q.look] if not self.finished else []
        told = []
        if self.chosen >= 0 and not self.finished:
            told = [(self._named(q.answers[self.chosen]), "forbids"), (self._named(q.answers[q.right]), "reach")]
        for area, mark in [
            *((a, "ready") for a in about),
            *told[self.chosen == q.right :],
            (self.selected or "", "sel"),
        ]:
            if area:
                marks[area] = f"{marks.get(area, '')} {mark}".strip()
        return marks

    def _named(self, text: str) -> str:
        """The area of that name, to show an answer on the map; "" when an answer is none."""
        return next((key for key, area in self._chart.areas.items() if area["name"] == text), "")


__all__ = ["ROUND", "PracticeRoom"]
