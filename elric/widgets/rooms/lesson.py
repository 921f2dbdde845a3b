"""A lesson on the page: what each message does, and what is shown of it. No widgets in here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from elric import games
from elric.kernel.clauses import UnknownClause, did_you_mean
from elric.kernel.failure import ElricError
from elric.kernel.game import Game
from elric.tutor.classroom import Classroom
from elric.tutor.definition import Teaching
from elric.tutor.lessons import WrittenLesson, chapters, lessons
from elric.widgets.choice import Choice
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.geometry import Geometry
from elric.widgets.map.inspector import area_names, inspector, place_named, where
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.messages import Message
from elric.widgets.panels import clauses, controls
from elric.widgets.panels import frame as page_panels
from elric.widgets.panels import lesson as lesson_panels
from elric.widgets.rooms.table_screen import offered
from elric.widgets.screen import Address, Region, Screen, Seen, View, shown, spoken

_MOST_AT_ONCE: Final = 40  # actions of one click
_FEW: Final = 12
_TURNS: Final = "turn"  # the lesson that explains phases and tracks


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
        self._begin_anew()

    def _begin_anew(self) -> None:
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
    def lesson(self) -> WrittenLesson:
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
    def plays(self) -> bool:
        """Whether a game goes on where the step has led."""
        room = self.classroom
        return room.done and room.step.kind == "do" and not room.set_aside and room.own.seat is not None

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
            self._begin_anew()
        elif name == "next":
            self._next()
        elif name == "back":
            room.back()
            self._begin_anew()
        elif name == "step" and _small(value):
            room.go(int(value) - 1)
            self._begin_anew()
        elif name == "answer":
            self._try((f"answer {value}",))
        elif name == "lessons":
            self.listing, self.sought = not self.listing, ""
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
        self._begin_anew()
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

    def deeds(self, c: Choice) -> list[Markup]:
        """The buttons of what is decided, and the way back from the last move."""
        room = self.classroom
        # the button for the next phase is not emphasised: in a lesson the goal comes first
        buttons = [] if room.done else [x.replace("btn primary", "btn") for x in c.foot if x]
        if room.seen.did and not room.done and not room.set_aside:
            buttons.append(controls.do("undo", "Take back", kind="quiet", hotkey="u"))
        return buttons

    def draw(self) -> Screen:
        """The step, what came of the last try, and the position on the map."""
        seen, chart, c = self.seen, self._chart, self.choice()
        view = seen[self.viewer]
        said, look, framed = self.said, self.look, self._framed
        self.said, self.look, self._framed = "", "", True
        stage = _stage(self.classroom, view, chart, c.marks)
        return Screen(
            regions=shown(_regions(self, self._kit, seen, c)),
            seen=seen[None],
            marks=_marks(self.classroom, view, chart.areas, c.marks, self.selected),
            badges=c.badges,
            pieces=self._kit.pieces(view),
            names=offered(area_names(seen[None], chart.areas, self._kit), c),
            said=said,
            look=look,
            frame=None if framed else stage,
            close=chart.fine,
            layout="folded" if self.listing else "",
        )


def _key(place: str) -> str:
    """The lesson in "march/enemy@chaosium"."""
    return place.partition("@")[0].partition("/")[0]


def _small(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 3


__all__ = ["LessonRoom", "UnknownLesson"]


# ---- what is shown, from the room alone ---------------------------------------------------------------------------------


def _regions(r: LessonRoom, kit: TableDef, seen: Seen, c: Choice) -> list[Region]:
    """The panels of a lesson, or the list of all lessons."""
    room, g, teaching = r.classroom, r.game, r.lesson.teaching
    areas = kit.chart().areas
    step, view = room.step, seen[r.viewer]
    names = {player["seat"]: player["name"] for player in view["players"]}
    if r.listing:
        rows = (kit, chapters(teaching), room.edition, r.solved)
        out: list[Region] = [("lesson-head", "top", lesson_panels.course_head(kit, r.lesson, room.edition))]
        out.append(("standing", "side", lesson_panels.course_progress(*rows, r.lesson.title, r.sought)))
        out.append(("course", "below", lesson_panels.course(*rows, r.lesson.key, r.sought)))
        return out
    out = [("lesson-head", "top", lesson_panels.head(kit, r.lesson, room.edition, room.at, room.solved))]
    if r.open_clause:
        out.append(("clause", "side", clauses.clause(kit, *r.open_clause)))
    out.append(("seat", "side", _banner(room, g, view, names)))
    large = kit.enlarged(step.show, view)
    goal = lesson_panels.goal(kit, r.lesson, step, room.at, room.seen.answer, room.done, large, areas)
    said: Region = ("feedback", "side", lesson_panels.feedback(kit, room.feedback, step, areas, room.showing))
    # a step that was left is announced first
    out += [said, ("goal", "side", goal)] if room.strayed else [("goal", "side", goal), said]
    if not room.done and not room.set_aside:
        out.append(("help", "side", lesson_panels.help_(step, room.hints, _begun(room))))
    out.append(("choice", "side", c.html))
    out.append(("battle", "side", kit.battle(g, view, names, 0 if room.set_aside else room.seen.told)))
    if _wants_hand(room, kit, g) and 'data-do="hand"' not in c.html:
        out.append(("hand", "side", kit.hand(seen[g.seat if g.seat is not None else 0], r.hand_open)))
    if r.selected and not kit.in_hand(g.step):
        out.append(("area", "side", inspector(view, r.selected, areas, kit)))
    found = [(a, str(areas[a]["name"])) for a in kit.find(r.sought)]
    out.append(("finder", "below", page_panels.finder(r.sought, found, None)))
    out.append(("outline", "below", lesson_panels.outline(r.lesson, room.edition, room.at, room.solved)))
    if _knows_turns(r):
        if step.kind == "do" and g.outcome is None:
            turn = f"Turn {view['turn']}, {names.get(g.player, '')}"
            out.append(("phases", "below", lesson_panels.phases(kit.phases, g.phase, turn)))
        out.append(("tracks", "below", kit.tracks(view)))
    out.append(("foot", "foot", html('<div class="btns">{}</div>', join(_foot(r, c)))))
    return out


def _foot(r: LessonRoom, c: Choice) -> list[Markup]:
    room = r.classroom
    if room.strayed:
        return lesson_panels.foot_of_straying()
    buttons = r.deeds(c)
    if room.set_aside:
        return buttons + lesson_panels.foot_of_showing(room.showing, r.paused)
    last = r.lesson.key == list(lessons(r.lesson.teaching))[-1]
    return buttons + lesson_panels.foot(room.at, len(room.steps), room.done, last, r.plays)


def _banner(room: Classroom, g: Game, view: View, names: Mapping[int, str]) -> Markup:
    """Whose decision it is, where more than one side decides in a step."""
    if room.step.kind != "do" or room.done or g.seat is None or (room.seats | {g.seat}) <= {room.own_seat}:
        return NOTHING
    does = "decides" if g.seat == room.own_seat else "decides: you play the other side too"
    if room.strayed:
        does = "would decide"
    return controls.banner(piles.hue(g.seat, view["players"]), names.get(g.seat, ""), does)


def _begun(room: Classroom) -> bool:
    """Whether anything has been tried in this step."""
    seen = room.seen
    return bool(seen.did or seen.refused or seen.chosen or seen.answer >= 0)


def _knows_turns(r: LessonRoom) -> bool:
    """Whether phases and tracks have been explained by now."""
    keys = list(lessons(r.lesson.teaching))
    return _TURNS not in keys or keys.index(r.lesson.key) >= keys.index(_TURNS)


def _wants_hand(room: Classroom, kit: TableDef, g: Game) -> bool:
    """Whether the learner's spells matter in this step: its words speak of them."""
    step = room.step
    if step.kind == "do" and (g.seat is None or kit.secrets(g.step) == "all"):
        return False
    return any(words in text for words in ("our spells", "our hand") for text in (step.tell, *step.hints))


def _marks(
    room: Classroom, view: View, areas: Mapping[str, Any], offered: Mapping[str, str], selected: str | None
) -> dict[str, str]:
    """CSS classes of areas: who holds them, what is `offered`, what is selected, what to look at, what forbids."""
    out = piles.marks_of_control(view)

    def add(area: str, mark: str) -> None:
        if area in areas:
            out[area] = f"{out.get(area, '')} {mark}".strip()

    for area, mark in offered.items():
        add(area, mark)
    if selected:
        add(selected, "sel")
    forbids = room.feedback.kind in ("refused", "mistake")
    shown = room.showing.shown[-1].look if room.showing else ()
    for x in (*room.feedback.look, *shown):
        add(where(view, areas, x), "forbids" if forbids else "sel")
    for x in room.step.look:
        if not room.done:
            add(where(view, areas, x), "ready")
    if room.hints >= 3 and room.step.kind == "look":
        add(where(view, areas, room.step.find[0]), "ready")
    return out


def _stage(room: Classroom, view: View, chart: Geometry, lit: Collection[str]) -> tuple[str, ...]:
    """The areas that a step is about, so that a small map shows them: what is to be looked at or found, what is lit, who
    moves; none where it is about no place. What is to be found stands among its neighbours, which does not give it away."""
    step = room.step
    there = {where(view, chart.areas, x) for x in (*step.look, *view.get("moving", ()))}
    # a flight can reach most of the map
    there |= set(lit) if len(lit) <= _FEW else set()
    sought = {where(view, chart.areas, x) for x in step.find}
    there |= sought | {y for x in sought for y in _near(chart, x)}
    for text in (*step.solution, *step.allow):
        there |= {word for word in text.split() if word in chart.areas}
    return tuple(sorted(there & chart.areas.keys()))


def _near(chart: Geometry, area: str, count: int = 8) -> list[str]:
    """The areas whose anchors lie nearest to one."""
    if area not in chart.anchors:
        return []
    x, y = chart.anchors[area]
    return sorted(chart.anchors, key=lambda a: (chart.anchors[a][0] - x) ** 2 + (chart.anchors[a][1] - y) ** 2)[:count]
