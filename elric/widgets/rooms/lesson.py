"""A lesson on the page: what each message does, and what is shown of it. No widgets in here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from elric import games
from elric.kernel.clauses import UnknownClause, did_you_mean
from elric.kernel.failure import ElricError
from elric.kernel.game import Game
from elric.tutor.classroom import Classroom
from elric.tutor.definition import Teaching
from elric.tutor.lessons import Lesson, lessons
from elric.widgets.choice import Choice
from elric.widgets.definition import TableDef
from elric.widgets.map.inspector import area_names, place_named
from elric.widgets.messages import Message
from elric.widgets.rooms import lesson_screen
from elric.widgets.rooms.table_screen import offered
from elric.widgets.screen import Address, Screen, Seen, shown, spoken

_MOST_AT_ONCE: Final = 40  # actions of one click


class UnknownLesson(ElricError, LookupError):
    """No lesson has that key; the message says which was probably meant."""


class LessonRoom:
    """What a page shows and does while a lesson is taken.

    Args:
        place: a lesson or a step of it ("march", "march/enemy"); "" is the first that is not solved yet.
        edition: an edition of the game, "" for its usual one; where a lesson is not taught in it, its own.
        solved: what is known to be solved, as "lesson/step".
        kit: the game's half of the page; without one, that of the first game of the house.

    Attributes:
        classroom: where the step is taken.  said: what a screen reader should say next; the page clears it.

    Raises:
        UnknownLesson: with "did you mean".
    """

    def __init__(
        self, place: str = "", edition: str = "", solved: Iterable[str] = (), kit: TableDef | None = None
    ) -> None:
        self._kit: TableDef = kit or games.table()
        self.all_solved: set[str] = set()
        self.edition = edition or self._kit.game.edition
        self.said = ""
        self.listing = False
        self._arrived = False
        self._chart = self._kit.chart()
        if self._kit.teaching is None:
            raise UnknownLesson(f"there are no lessons about {self._kit.game.title}")
        self._teaching: Teaching = self._kit.teaching
        self.all_solved |= {self._teaching.moved_steps.get(place, place) for place in solved}
        self._seen: Seen | None = None
        self._offer: tuple[object, Choice] | None = None
        self.open(place or self._where_left())

    # ---- what is open -----------------------------------------------------------------------------------------------

    def open(self, place: str, at: int = -1) -> None:
        """Open a lesson: at the step that `place` names ("march/enemy", "march/3", "march/enemy@chaosium"), at step `at`
        from 0, or at the first step not solved yet.

        Raises:
            UnknownLesson: with "did you mean".
        """
        place, _, edition = place.partition("@")
        if edition in self._kit.game.editions:
            self.edition = edition
        key, _, named = place.partition("/")
        course = lessons(self._teaching)
        if key not in course:
            hint = did_you_mean(key, course)
            raise UnknownLesson(f"there is no lesson “{key}”" + (f"; {hint}" if hint else ""))
        lesson = course[key]
        edition = self.edition if self.edition in lesson.steps else lesson.editions[0]
        steps = lesson.steps[edition]
        known = {s.id for s in steps if f"{key}/{s.id}" in self.all_solved}
        ids = [s.id for s in steps]
        if named:
            at = ids.index(named) if named in ids else int(named) - 1 if _small(named) else at
        if at < 0:
            at = next((k for k, s in enumerate(steps) if s.id not in known), 0)
        self.classroom = Classroom(lesson, edition, at, known)
        self._fresh()

    def _fresh(self) -> None:
        self.sought = self.look = ""
        self._framed = False
        self.selected: str | None = None
        self.hand_open = False
        self.aim = self.sought = ""
        self.paused = False
        self.open_clause: tuple[str, str] | None = None
        self.listing = False

    def _where_left(self) -> str:
        """The first lesson with a step still to solve; the first of all when there is none."""
        for key, one in lessons(self._teaching).items():
            steps = one.steps.get(self.edition, ())
            if any(f"{key}/{s.id}" not in self.all_solved for s in steps):
                return key
        return next(iter(lessons(self._teaching)))

    @property
    def lesson(self) -> Lesson:
        """The lesson that is open."""
        return self.classroom.lesson

    @property
    def address(self) -> Address:
        """The step, for a link that opens it; over it the list of all lessons."""
        step = {"lesson": f"{self.lesson.key}/{self.classroom.step.id}", "edition": self.classroom.edition}
        return Address({**step, "list": "1"} if self.listing else step, f"{step} {self.listing}")

    @property
    def game(self) -> Game:
        """The game to draw the map and counters from: `game.view(session.viewer)`."""
        return self.classroom.game

    @property
    def viewer(self) -> int | None:
        """Whose hands may be seen in `game.view`."""
        return self.game.seat if self.hand_open or self._kit.own_open else None

    @property
    def done(self) -> bool:
        """Whether every step of the lesson is solved."""
        return self.classroom.finished

    @property
    def progress(self) -> tuple[int, int]:
        """Steps solved, and steps there are, in this lesson."""
        steps = self.classroom.steps
        return sum(s.id in self.classroom.solved for s in steps), len(steps)

    @property
    def solved(self) -> frozenset[str]:
        """Everything solved so far, as "lesson/step": what to keep between visits."""
        return frozenset(self.all_solved | {f"{self.lesson.key}/{i}" for i in self.classroom.solved})

    # ---- messages ---------------------------------------------------------------------------------------------------

    closed = False

    def take(self, m: Message) -> bool:
        """Do what a message asks; False when it is nothing of a lesson's, for the page to handle."""
        if m.kind == "area":
            self._area(m.id, m.unit)
            return True
        if m.kind == "act":
            self._try((m.text,))
            return True
        if m.kind == "do":
            return self._do(m.name, m.value)
        if m.kind != "hello" or self._arrived or self.linked(m.query):
            return False
        self._arrived = True
        return True

    def linked(self, query: Mapping[str, str]) -> str:
        """Go where an address says: ?lesson=march, perhaps with &step= (its name or number) and &edition=. Returns what is
        wrong with it."""
        place = query.get("lesson", "")
        known = lessons(self._teaching)
        if _key(place) not in known:
            hint = did_you_mean(_key(place), known)
            return f"there is no lesson “{_key(place)[:40]}”" + (f"; {hint}" if hint else "")
        if "step" in query:
            place = f"{_key(place)}/{query['step']}"
        place = f"{place}@{query['edition']}" if "edition" in query else place
        if query != self.address.query:
            self._remember()
            self.open(place)
        self.listing = query.get("list") == "1"
        return ""

    def _do(self, name: str, value: str) -> bool:
        room = self.classroom
        if name == "hint":
            self.said = room.hint()
        elif name == "show":
            self.selected = None
            room.show()
            self._shown()
        elif name in ("show-on", "show-pause") and room.showing is not None:
            self.paused = name == "show-pause" or value == "step"
            if name == "show-on":
                room.show_on()
                self._shown()
        elif name in ("show-on", "show-pause"):
            return True
        elif name == "takeback" or name == "undo":
            self.said = room.take_back().words
        elif name == "go-on":
            self.said = room.go_on().words
        elif name == "restart":
            room.begin()
            self._fresh()
        elif name == "next":
            self._next()
        elif name == "back":
            room.back()
            self._fresh()
        elif name == "step" and _small(value):
            room.go(int(value) - 1)
            self._fresh()
        elif name == "answer":
            self._try((f"answer {value}",))
        elif name == "lessons":
            self.listing = not self.listing
        elif name == "lesson" and _key(value) in lessons(self._teaching):
            self._remember()
            self.open(value)
        elif name == "edition" and value in self._kit.game.editions:
            self._remember()
            self.edition = value
            self.open(self.lesson.key, self.classroom.at)
        elif name == "clause":
            self._clause(value)
        elif name == "hand":
            self.hand_open = not self.hand_open
        elif name == "area":
            self._area(value, "")
        elif name == "goto":
            area = place_named(self._kit, value)
            self.sought = "" if area else value[:60]
            self.look = area
            self.selected = area or self.selected
        elif name == "lead":
            self._lead(value)
        elif name in ("play", "several") and value:
            self._try(tuple(value.split(";")[:_MOST_AT_ONCE]))
        elif name in ("aim", "find"):
            self._aim(name, value)
        elif name == "spell":
            return True
        elif name in ("close", "escape"):
            self._close(value)
        else:
            return False
        return True

    def _aim(self, name: str, value: str) -> None:
        """Aim something at the map, as at the table, or seek where it may go."""
        if name == "aim":
            self.aim, self.sought = value, ""
        else:
            self.sought = value[:60]

    def _remember(self) -> None:
        self.all_solved = set(self.solved)

    def _next(self) -> None:
        if not self.classroom.next():
            self._remember()
            keys = list(lessons(self._teaching))
            at = keys.index(self.lesson.key) + 1
            if at >= len(keys):
                self.listing = True
                return
            self.open(keys[at])
        self._fresh()
        self.said = self.classroom.step.goal

    def _close(self, what: str) -> None:
        if what == "clause" or (not what and self.open_clause):
            self.open_clause = None
        elif what == "lessons" or (not what and self.listing):
            self.listing = False
        else:
            self.selected = None

    def _clause(self, number: str) -> None:
        rules = self.classroom.step.rules
        for e in (rules, *(x for x in self._kit.game.editions if x != rules)):
            try:
                self._kit.game.register().get(e, number)
            except UnknownClause:
                continue
            self.open_clause = (e, number)
            return

    def _area(self, area: str, unit: str) -> None:
        """A click on the map: looking, or what the decision makes of it."""
        if area not in self._chart.areas:
            return
        room = self.classroom
        if room.set_aside:
            self.said = room.take_back().words
            return
        if room.step.kind == "look":
            found = (
                unit
                if unit in room.step.find or (unit in self.seen[None]["units"] and area not in room.step.find)
                else area
            )
            self._say(room.try_(f"look {found}").words)
            self.selected = area
            return
        if room.step.kind == "question" or room.done:
            self.selected = area
            return
        g = room.own
        c = self.choice()
        if area in c.areas:
            self._try(c.areas[area])
        elif self._kit.in_hand(g.step):
            self._out_of_reach(area)
        elif self._kit.can_take_up(g.step) and area != self.selected:
            leader = self._kit.leader_at(g, self.seen[None], area, unit)
            self.selected = area
            if leader:
                self._lead(leader)
        else:
            self.selected = area

    def _out_of_reach(self, area: str) -> None:
        """Somewhere the stack in hand cannot go: try the step that was meant, so that the rules say why not."""
        self.selected = area
        view = self.seen[None]
        action = self._kit.goes_to(view, area)
        if not action:
            return
        click = self._kit.clicked(self.classroom.own, view, area, "", self.selected)
        said = self.classroom.try_(action)
        if said.kind == "refused" and click.far:
            # how far it is says more than that it does not touch
            self.classroom.feedback = said = replace(said, reasons=tuple(click.reasons) or said.reasons)
        self._say(" ".join([said.words, *(r.words for r in said.reasons)]))

    def _lead(self, unit: str) -> None:
        """Take up a leader with every army that stands with him, as at the table."""
        actions = self._kit.taken_up(self.classroom.own, unit)
        if not actions:
            return
        if self.classroom.step.allow:
            actions = actions[:1]
        first = self.classroom.try_(actions[0])
        self._say(first.words)
        for text in actions[1:]:
            if self.classroom.done or not self._kit.in_hand(self.classroom.own.step):
                break
            if self.classroom.own.verdict(text):
                self.classroom.try_(text)
        self.selected = None

    def _try(self, actions: tuple[str, ...]) -> None:
        """Play actions in order, as far as they are carried out."""
        story: list[str] = []
        self.aim = ""
        for text in actions:
            said = self.classroom.try_(text)
            story += said.story
            if not said.carried_out or said.kind == "solved":
                break
        self._say(" ".join(x for x in (self.classroom.feedback.words, spoken(story)) if x))
        if not self._kit.can_take_up(self.classroom.own.step):
            self.selected = None

    def _say(self, words: str) -> None:
        self.said = words

    def _shown(self) -> None:
        """Read out the move just shown."""
        showing = self.classroom.showing
        if showing is not None:
            last = showing.shown[-1]
            self._say(spoken([f"{last.did}.", *last.came]))

    # ---- showing ----------------------------------------------------------------------------------------------------

    @property
    def seen(self) -> Seen:
        """The position on the map as each seat sees it, worked out once."""
        if self._seen is None or not self._seen.holds(self.game):
            self._seen = Seen(self.game, self._kit)
        return self._seen

    def choice(self) -> Choice:
        """What can be done now, worked out once for a position; nothing while something is shown."""
        room, g = self.classroom, self.game
        if g.seat is None or room.done or room.set_aside or room.step.kind != "do":
            return Choice()
        asked = (self.seen, self.selected, self.hand_open, self.aim, self.sought)
        if self._offer is None or self._offer[0] != asked:
            view = self.seen[g.seat]
            c = (
                self._kit.aimed(g, view, self.aim, self.sought)
                if self.aim and (self.hand_open or self._kit.own_open)
                else None
            )
            if c is None:
                c = self._kit.choice(g, view, self.selected, hand_open=self.hand_open)
            self._offer = (asked, self._kit.completed(g, c))
        return self._offer[1]

    def draw(self) -> Screen:
        """The step, what came of the last try, and the position on the map."""
        seen, chart, c = self.seen, self._chart, self.choice()
        view = seen[self.viewer]
        said, look, framed = self.said, self.look, self._framed
        self.said, self.look, self._framed = "", "", True
        stage = lesson_screen.stage(self.classroom, view, chart, c.marks)
        return Screen(
            regions=shown(lesson_screen.regions(self, self._kit, seen, c)),
            seen=seen[None],
            marks=lesson_screen.marks(self.classroom, view, chart.areas, c.marks, self.selected),
            badges=c.badges,
            pieces=self._kit.pieces(view),
            names=offered(area_names(seen[None], chart.areas, self._kit), c),
            said=said,
            look=look,
            frame=None if framed else stage,
            close=chart.fine,
            layout="folded" if self.listing else "beside",
        )


def _key(place: str) -> str:
    """The lesson in "march/enemy@chaosium"."""
    return place.partition("@")[0].partition("/")[0]


def _small(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 3


__all__ = ["LessonRoom", "UnknownLesson"]
