"""The practice room: ten questions about positions on the map, answered at once. No widgets in here.

Like a lesson it is given the table's messages while it is open, and says what to show.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Final

from elric import games
from elric.kernel.game import Game
from elric.tutor.asked_again import steps_of
from elric.tutor.definition import Teaching
from elric.tutor.lessons import lessons
from elric.tutor.progress import Progress, ProgressError
from elric.tutor.question import Question
from elric.tutor.questions import about, ask, kinds, kinds_by_clause
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.geometry import Geometry
from elric.widgets.map.inspector import area_names, inspector, where
from elric.widgets.markup import Markup, html, join
from elric.widgets.messages import Message
from elric.widgets.panels import clauses, controls
from elric.widgets.panels import lesson as lesson_panels
from elric.widgets.panels import practice as practice_panels
from elric.widgets.panels.lesson import LETTERS
from elric.widgets.rooms.lesson import LessonRoom
from elric.widgets.screen import Address, Region, Screen, Seen, View, shown

ROUND: Final = 10
# the question is about the track itself, so it stays hidden until the answer is given
_COVERS_TRACKS: Final = ("balance-bonus", "spell-strength")
# what a lesson shows of the board
_BOARD: Final = ("seat", "choice", "battle", "hand", "area", "finder", "phases")
# what a lesson does where a task is to be done, and what only turns its pages
_DEEDS: Final = ("lead", "play", "several", "aim", "find", "goto", "area", "hand", "undo", "takeback", "show")
_TELLING: Final = ("show-on", "show-pause")


class PracticeRoom:
    """What a page shows and does while somebody practises.

    Args:
        edition: an edition of the game; "" for its usual one.
        progress_text: what was learnt before, as `progress_text` gave it; a damaged text is refused in words, on the page.
        seed: for the questions; None takes a new one.
        damaged: a text that could not be read earlier and has not been thrown away.
        solved: steps of the course that have been solved.
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
        solved: Iterable[str] = (),
    ) -> None:
        self._kit: TableDef = kit or games.table()
        if self._kit.teaching is None:
            raise ValueError(f"there is no practice for {self._kit.game.title}")
        self._teaching: Teaching = self._kit.teaching
        self.edition = edition = edition or self._kit.game.edition
        self._kit.game.ruleset(edition)
        self.said = ""
        self.problem = ""
        self.chosen = -1
        self._asked_so_far: list[tuple[Question, int]] = []
        self._kinds: list[str] = []
        self._clauses: list[str] = []
        self.progress = Progress(self._teaching)
        self.damaged = damaged
        self._rng = Random(secrets.randbits(64) if seed is None else seed)
        self._clock, self.now = clock, now
        self._chart = self._kit.chart()
        try:
            self.progress = Progress.read(self._teaching, progress_text)
        except ProgressError as e:
            self.damaged = progress_text
            self.problem = f"What this browser had kept cannot be read: {e}. It is still there, under “Save or load”."
        going = self.progress.round
        self.learnt(solved)
        self._begin()
        if going:
            self._resume(going)

    def learnt(self, solved: Iterable[str]) -> None:
        """Count what was solved in the course."""
        try:
            self.progress.learnt(solved, self.edition, self.now())
        except ProgressError as e:
            self.problem = f"What was solved in the course is not counted: {e}."

    def _resume(self, going: Sequence[str]) -> None:
        """Go on with the round that was being answered; where that cannot be, with the new one."""
        made: list[tuple[Question, int]] = []
        for entry in going[:ROUND]:
            edition, place, given = entry.split()
            q = self._placed(edition, place) if edition == self.edition else None
            if q is None or not -1 <= int(given) < len(q.answers):
                return
            made.append((q, int(given)))
        if not made or any(chosen < 0 for _, chosen in made[:-1]):
            return
        self._asked_so_far, self._kinds, self._clauses = made, [], []
        for q, chosen in made:
            self._kinds.append(q.kind)
            self._clauses += q.numbers[:1]
            if chosen >= 0:
                self._count(q, chosen)
        last, chosen = made[-1]
        self._put(last)
        self.chosen = chosen
        self._note_round()

    def _count(self, q: Question, chosen: int) -> None:
        self.results.append(chosen == q.right)
        if chosen != q.right:
            self.missed.append(q)

    def _note_round(self) -> None:
        """Keep the round with what was learnt, so that a reload goes on with it."""
        self.progress.round = [f"{q.edition} {_place(q)} {chosen}" for q, chosen in self._asked_so_far]

    def _begin(self) -> None:
        self._asked_so_far = []
        self.results: list[bool] = []
        self.missed: list[Question] = []
        self._kinds = []
        self._clauses = []
        self._started = self._clock()
        self.open_clause: tuple[str, str] | None = None
        self.show_mastery = self.show_keep = False
        self._ask()

    def _ask(self) -> None:
        made = self.progress.next_question(
            self.edition, self._rng.randrange(1 << 30), self.now(), self._clauses[-6:], self._kinds[-ROUND:]
        )
        self._kinds.append(made.kind)
        self._clauses += made.numbers[:1]
        self._asked_so_far.append((made, -1))
        self._put(made)
        self._note_round()

    def _replace(self, made: Question) -> None:
        """Ask another question in the place of the one that is asked."""
        self._kinds[-1:] = [made.kind]
        self._clauses[-1:] = made.numbers[:1]
        if self.chosen >= 0:  # it has been answered, and counts
            self._asked_so_far.append((made, -1))
        self._asked_so_far[-1:] = [(made, -1)]
        self._put(made)
        self._note_round()

    def _put(self, q: Question) -> None:
        self.question = q
        self.chosen = -1
        self.mistaken = ""
        self.task = LessonRoom(q.task, q.edition, (), self._kit) if q.task else None
        if self.task is not None:
            self.task.selected = None
        self.selected: str | None = None
        self._asked = self._clock()
        self.said = " ".join(
            [q.text, *(f"{LETTERS[k]}: {a.rstrip('.')}." for k, a in enumerate(q.answers) if not q.task)]
        )

    def ask_about(self, number: str) -> None:
        """Put a question about one clause of this edition; a number there is not changes nothing."""
        if (self.edition, number) not in self._kit.game.register():
            return
        found = kinds_by_clause(self._teaching, self.edition).get(number, ())
        seed = self._rng.randrange(1 << 30)
        if found:
            made = ask(self._teaching, self._rng.choice(found), self.edition, seed)
        else:
            made = about(self._teaching, self.edition, number, seed)
        if made is not None:
            self._replace(made)

    def linked(self, query: Mapping[str, str]) -> str:
        """Put the question that an address names; returns what is wrong with it."""
        edition = query.get("edition", self.edition)
        if edition not in self._kit.game.editions:
            return f"there is no edition “{edition[:40]}”"
        if query == self.address.query:
            return ""
        place = query.get("practice", "")
        _, _, number = _parts(self._teaching, place)
        if number and not self._kit.has_clause(edition, number):
            return f"the rule book has no clause “{number[:20]}”"
        made = self._placed(edition, place)
        if made is None:
            return f"there is no question “{place[:40]}”"
        if edition != self.edition:
            self.edition = edition
            self._begin()
        self._replace(made)
        return ""

    def _placed(self, edition: str, place: str) -> Question | None:
        """The question at a place of an address; None where there is none."""
        key, seed, number = _parts(self._teaching, place)
        if (edition, number) in self._kit.game.register():
            return about(self._teaching, edition, number, seed)
        return ask(self._teaching, key, edition, seed) if key and not number else None

    @property
    def address(self) -> Address:
        """The question; the whole round is one step of the browser's history, so that nothing is answered twice."""
        return Address({"practice": _place(self.question), "edition": self.question.edition}, "practice")

    # ---- what is open -----------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The position the question is about: `game.view(session.viewer)`."""
        return self.task.game if self.task is not None else self.question.game

    @property
    def viewer(self) -> int | None:
        """Whose hands may be seen in `game.view`."""
        if self.task is not None:
            return self.task.viewer
        return self.game.seat if self.question.open_hand else None

    @property
    def finished(self) -> bool:
        """Whether the round is over."""
        return len(self.results) >= ROUND and self.chosen < 0

    @property
    def last(self) -> bool:
        """Whether the question is the last of the round."""
        return len(self.results) >= ROUND

    @property
    def progress_text(self) -> str:
        """What has been learnt, to be kept between visits."""
        return self.progress.text()

    # ---- messages ---------------------------------------------------------------------------------------------------

    closed = False
    count: Final = ROUND
    onward = "Next question"

    def take(self, m: Message) -> bool:
        """Do what a message asks; False when it is nothing of this room's ("leave", "new" ...), for the page to handle."""
        if self.task is not None and not self.finished and self._tried(m):
            return True
        if m.kind == "area":
            self._select(m.id)
            return True
        if m.kind == "act":
            self.said = "This position is only to be looked at."
            return True
        return m.kind == "do" and self._do(m.name, m.value, m.fields)

    def _tried(self, m: Message) -> bool:
        """Do something on the board where a task is to be done; False when the message is about something else."""
        task = self.task
        assert task is not None
        told = m.kind == "do" and m.name in _TELLING
        if self.chosen >= 0 or not (m.kind in ("area", "act") or told or (m.kind == "do" and m.name in _DEEDS)):
            return told and task.take(m)
        task.take(m)
        self.said, task.said = task.said, ""
        came = task.classroom.feedback
        if m.kind == "do" and m.name == "show":
            self.mistaken = practice_panels.SHOWN
            self._answer_task(False)
        elif task.classroom.done:
            self._answer_task(True)
        elif came.kind in ("mistake", "wrong", "strayed"):
            self.mistaken = came.words
            self._answer_task(False)
        return True

    def _answer_task(self, well: bool) -> None:
        q = self.question
        self._answer(str(1 + (q.right if well else 1 - q.right)))

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
        self._remember(q, self.chosen)
        self._count(q, self.chosen)
        self._asked_so_far[-1] = (q, self.chosen)
        self._note_round()
        if right or self.mistaken == practice_panels.SHOWN:
            words = ["Right." if right else self.mistaken]
        else:
            words = [f"Not quite. {self.mistaken or q.misconceptions[self.chosen]}"]
        if not right and not q.task:
            words.append(f"The answer is: {q.answers[q.right]}.")
        self.said = " ".join([*words, q.why])

    def _remember(self, q: Question, chosen: int) -> None:
        """Count the answer among what is known of the learner."""
        try:
            self.progress.answer(q, chosen, self._clock() - self._asked, self.now())
        except ProgressError as e:
            self.problem = f"This answer is not remembered: {e}."

    def _next(self) -> None:
        if self.finished:
            self._begin()
        elif self.chosen >= 0 and len(self.results) >= ROUND:
            self.chosen = -1
            self.progress.round = []
            self.said = f"{sum(self.results)} of {ROUND} right."
            self.took = (self._clock() - self._started) / 60
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
        if self.chosen < 0 and not self.finished and (k := self._answered_by(area)) >= 0:
            self._answer(str(k + 1))
        elif area in self._chart.areas:
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

    def _answered_by(self, area: str) -> int:
        """The answer that a click on an area gives, from 0; -1 where the answers are no places."""
        named = [self.named(a) for a in self.question.answers]
        return named.index(area) if all(named) and area in named else -1

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """The question, and the position that it is about."""
        said, self.said = self.said, ""
        return replace(_drawn(self, self._kit, self._chart), said=said)

    def head(self) -> Markup:
        """What stands on top."""
        at = len(self.results) - (self.chosen >= 0)
        return practice_panels.head(self._kit, self.edition, at, self.count, self.results)

    def lesson_of(self, q: Question) -> tuple[str, str]:
        """The step of the course that teaches what a question is about, for a link, and the title of its lesson."""
        place = str(q.facts.get("step", ""))
        if not place:
            places = [x for n in q.numbers[:1] for x in steps_of(self._teaching, q.edition, n)]
            if not places:
                return "", ""
            place = places[0]
        return f"{place}@{q.edition}", lessons(self._teaching)[place.partition("/")[0]].title

    def named(self, text: str) -> str:
        """The area of that name, to show an answer on the map; "" when an answer is none."""
        return next((key for key, area in self._chart.areas.items() if area["name"] == text), "")


def _place(q: Question) -> str:
    """Where a question stands in an address."""
    number = q.facts.get("number", "")
    return f"{q.kind}.{q.seed}" + (f".{number}" if number else "")


def _parts(teaching: Teaching, place: str) -> tuple[str, int, str]:
    """The kind, the seed and the clause ("" for none) of a question's place in an address, "kind.seed" or "kind.seed.clause"; no
    kind ("") where it is none. A kind may have points in its name, as those about one clause have."""
    key = max((key for key in kinds(teaching) if place.startswith(f"{key}.")), key=len, default="")
    seed, _, number = place[len(key) + 1 :].partition(".")
    known = key and seed.isascii() and seed.isdigit() and len(seed) < 12
    return (key, int(seed), number) if known else ("", 0, "")


__all__ = ["ROUND", "PracticeRoom"]


# ---- what is shown, from the room alone ---------------------------------------------------------------------------------


def _drawn(r: PracticeRoom, kit: TableDef, chart: Geometry) -> Screen:
    """The question, and the position that it is about."""
    if r.task is not None and not r.finished:
        screen = r.task.draw()
        view = r.task.seen[r.viewer]
        return replace(screen, regions=shown(_regions(r, kit, chart, view, screen.regions)), layout="")
    seen = Seen(r.game, kit)
    view = seen[r.viewer]
    return Screen(
        regions=shown(_regions(r, kit, chart, view)),
        seen=seen[None],
        marks=_marks(r, chart, view),
        pieces=kit.pieces(view),
        names=area_names(view, chart.areas, kit),
    )


def _regions(r: PracticeRoom, kit: TableDef, chart: Geometry, view: View, board: Sequence[Region] = ()) -> list[Region]:
    q = r.question
    out: list[Region] = [("practice-head", "top", r.head())]
    if r.problem and not r.show_keep:
        out.append(("notice", "side", practice_panels.notice(r.problem)))
    if r.show_keep:
        out.append(("keep", "side", practice_panels.keep(r.progress_text, r.problem, r.damaged)))
    if r.show_mastery:
        out.append(("mastery", "side", _mastery(r, kit)))
    if r.open_clause:
        out.append(("clause", "side", clauses.clause(kit, *r.open_clause)))
    if r.finished:
        out.append(("score", "side", _score(r)))
        if not r.show_mastery:
            out.append(("mastery", "side", _mastery(r, kit)))
        return out
    large = kit.enlarged(q.show, view)
    on_map = r.chosen < 0 and all(r.named(a) for a in q.answers)
    out.append(("question", "side", practice_panels.question(q, r.chosen, large, on_map)))
    if r.chosen >= 0:
        out.append(("feedback", "side", practice_panels.feedback(q, r.chosen, r.mistaken, *r.lesson_of(q))))
    if r.task is not None:
        out += _board(r, kit, chart, r.task, board)
    elif q.open_hand:
        out.append(("hand", "side", kit.hand(view, True)))
    if r.selected and r.task is None:
        out.append(("area", "side", inspector(view, r.selected, chart.areas, kit)))
    if r.task is None and (r.chosen >= 0 or q.kind not in _COVERS_TRACKS):
        out.append(("tracks", "below", kit.tracks(view)))
    foot = [] if r.task is None else _deeds(r, r.task)
    if r.chosen >= 0:
        last = r.last
        foot.insert(0, controls.do("next", "How it went" if last else r.onward, kind="primary", hotkey="n"))
    if foot:
        out.append(("foot", "foot", html('<div class="btns">{}</div>', join(foot))))
    return out


def _board(r: PracticeRoom, kit: TableDef, chart: Geometry, task: LessonRoom, board: Sequence[Region]) -> list[Region]:
    """What can be done on the board, and what came of the last try."""
    out = [region for region in board if region[0] in _BOARD]
    came = task.classroom.feedback
    showing = task.classroom.showing
    if showing is not None or (r.chosen < 0 and (came.kind in ("refused", "not now") or came.story)):
        at = chart.areas
        said = came if r.chosen < 0 else replace(came, kind="", words="", reasons=())
        out.insert(0, ("try", "side", lesson_panels.feedback(kit, said, task.classroom.step, at, showing)))
    return out


def _deeds(r: PracticeRoom, task: LessonRoom) -> list[Markup]:
    """The buttons of a task: what the decision offers, the way back, and how it is done."""
    if r.chosen < 0:
        more = [controls.do("show", "Show me how", kind="quiet")]
        return [*task.deeds(task.choice()), *more]
    showing = task.classroom.showing
    if showing is None or showing.over:
        return []
    # without the link back to the board, which is not needed any more
    return [x for x in lesson_panels.foot_of_showing(showing, task.paused) if 'data-do="takeback"' not in x]


def _score(r: PracticeRoom) -> Markup:
    missed = [(q, *r.lesson_of(q)) for q in r.missed]
    return practice_panels.score(r.results, missed, r.took)


def _mastery(r: PracticeRoom, kit: TableDef) -> Markup:
    try:
        rows = r.progress.chapters(r.edition, r.now())
    except ProgressError as e:
        return practice_panels.notice(str(e))
    return practice_panels.mastery(kit, rows, r.edition, len(r.progress.due(r.edition, r.now())))


def _marks(r: PracticeRoom, chart: Geometry, view: View) -> dict[str, str]:
    """CSS classes of areas: who holds them, and what the question is about."""
    marks = piles.marks_of_control(view)
    q = r.question
    about = [where(view, chart.areas, x) for x in q.look] if not r.finished else []
    named = [r.named(a) for a in q.answers]
    if all(named) and r.chosen < 0 and not r.finished:
        for area in named:
            marks[area] = f"{marks.get(area, '')} target".strip()
    told = []
    if r.chosen >= 0 and not r.finished:
        told = [(r.named(q.answers[r.chosen]), "forbids"), (r.named(q.answers[q.right]), "reach")]
    for area, mark in [
        *((a, "ready") for a in about),
        *told[r.chosen == q.right :],
        (r.selected or "", "sel"),
    ]:
        if area:
            marks[area] = f"{marks.get(area, '')} {mark}".strip()
    return marks
