"""A lesson on the page: what each message does, and the regions, marks and badges to show. No widgets in here.

It stands beside `Session`: the table gives it the messages while a lesson is open and draws what it returns. The map and
the counters are those of `game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from elric.kernel.clauses import UnknownClause, did_you_mean
from elric.tutor.classroom import Classroom
from elric.tutor.lessons import Lesson, chapters, lessons
from elric.tutor.sense import best_leader
from elric.widgets.map.geometry import load_areas
from elric.widgets.map.inspector import inspector
from elric.widgets.markup import html, join
from elric.widgets.messages import Message
from elric.widgets.panels import clauses, controls
from elric.widgets.panels import lesson as lesson_panels
from elric.widgets.rooms import lesson_screen as lesson_map
from elric.widgets.young_kingdoms import cards, choices
from elric.widgets.young_kingdoms.lesson_controls import completed
from elric.young_kingdoms import law, pieces, routes
from elric.young_kingdoms.actions import parse_action
from elric.young_kingdoms.board import BOARD, MOUNTAIN
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.pieces import ARMY, KIND
from elric.young_kingdoms.state import ASHORE, own_in

Regions = list[tuple[str, str, str]]
_TURNS: Final = "turn"  # the lesson that explains phases and tracks


class UnknownLesson(LookupError):
    """No lesson has that key; the message says which was probably meant."""


class LessonSession:
    """What a page shows and does while a lesson is taken.

    Args:
        place: a lesson or a step of it ("march", "march/enemy"); "" is the first that is not solved yet.
        edition: "chaosium" or "avalon-hill"; where a lesson is not taught in it, its own.
        solved: what is known to be solved, as "lesson/step".

    Attributes:
        room: the classroom.  said: what a screen reader should say next; the page clears it.

    Raises:
        UnknownLesson: with "did you mean".
    """

    def __init__(self, place: str = "", edition: str = "avalon-hill", solved: Iterable[str] = ()) -> None:
        self.all_solved: set[str] = set(solved)
        self.edition = edition
        self.said = ""
        self.listing = False
        self._arrived = False
        self._areas: Mapping[str, Mapping[str, Any]] = {
            f["properties"]["id"]: f["properties"] for f in load_areas()["features"]
        }
        self.open(place or self._where_left())

    # ---- what is open -----------------------------------------------------------------------------------------------

    def open(self, place: str, at: int = -1) -> None:
        """Open a lesson: at the step that `place` names ("march/enemy", "march/3", "march/enemy@chaosium"), at step `at`
        from 0, or at the first step not solved yet.

        Raises:
            UnknownLesson: with "did you mean".
        """
        place, _, edition = place.partition("@")
        if edition in law.EDITIONS:
            self.edition = edition
        key, _, named = place.partition("/")
        course = lessons()
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
        self.room = Classroom(lesson, edition, at, known)
        self._fresh()

    def _fresh(self) -> None:
        self.selected: str | None = None
        self.hand_open = False
        self.paused = False
        self.open_clause: tuple[str, str] | None = None
        self.listing = False

    def _where_left(self) -> str:
        """The first lesson with a step still to solve; the first of all when there is none."""
        for key, one in lessons().items():
            steps = one.steps.get(self.edition, ())
            if any(f"{key}/{s.id}" not in self.all_solved for s in steps):
                return key
        return next(iter(lessons()))

    @property
    def lesson(self) -> Lesson:
        """The lesson that is open."""
        return self.room.lesson

    @property
    def address(self) -> dict[str, str]:
        """What the query of the page's address says of this step, for a link that opens it."""
        return {"lesson": f"{self.lesson.key}/{self.room.step.id}", "edition": self.room.edition}

    @property
    def game(self) -> Game:
        """The game to draw the map and counters from: `game.view(session.viewer)`."""
        return self.room.game

    @property
    def viewer(self) -> int | None:
        """Whose hands may be seen in `game.view`."""
        return self.game.seat if self.hand_open else None

    @property
    def done(self) -> bool:
        """Whether every step of the lesson is solved."""
        return self.room.finished

    @property
    def progress(self) -> tuple[int, int]:
        """Steps solved, and steps there are, in this lesson."""
        steps = self.room.steps
        return sum(s.id in self.room.solved for s in steps), len(steps)

    @property
    def solved(self) -> frozenset[str]:
        """Everything solved so far, as "lesson/step": what to keep between visits."""
        return frozenset(self.all_solved | {f"{self.lesson.key}/{i}" for i in self.room.solved})

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> bool:
        """Do what a message asks; False when it is nothing of a lesson's ("leave", "new" ...), for the page to handle."""
        if m.kind == "area":
            self._area(m.id, m.unit)
            return True
        if m.kind == "act":
            self._try((m.text,))
            return True
        if m.kind == "do":
            return self._do(m.name, m.value)
        return m.kind == "hello" and self._linked(m.query)

    def _linked(self, query: Mapping[str, str]) -> bool:
        """A page opened with ?lesson=march, perhaps with &step= (its name or number) and &edition=: go there, once."""
        place = query.get("lesson", "")
        if _key(place) not in lessons() or self._arrived:
            return False
        self._arrived = True
        if "step" in query:
            place = f"{_key(place)}/{query['step']}"
        self.open(f"{place}@{query['edition']}" if "edition" in query else place)
        return True

    def _do(self, name: str, value: str) -> bool:
        room = self.room
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
        elif name == "lesson" and _key(value) in lessons():
            self._remember()
            self.open(value)
        elif name == "edition" and value in law.EDITIONS:
            self._remember()
            self.edition = value
            self.open(self.lesson.key, self.room.at)
        elif name == "clause":
            self._clause(value)
        elif name == "hand":
            self.hand_open = not self.hand_open
        elif name == "area":
            self._area(value, "")
        elif name == "lead":
            self._lead(value)
        elif name == "play" and value:
            self._try((value,))
        elif name == "spell":
            return True
        elif name in ("close", "escape"):
            self._close(value)
        else:
            return False
        return True

    def _remember(self) -> None:
        self.all_solved = set(self.solved)

    def _next(self) -> None:
        if not self.room.next():
            self._remember()
            keys = list(lessons())
            at = keys.index(self.lesson.key) + 1
            if at >= len(keys):
                self.listing = True
                return
            self.open(keys[at])
        self._fresh()
        self.said = self.room.step.goal

    def _close(self, what: str) -> None:
        if what == "clause" or (not what and self.open_clause):
            self.open_clause = None
        elif what == "lessons" or (not what and self.listing):
            self.listing = False
        else:
            self.selected = None

    def _clause(self, number: str) -> None:
        rules = self.room.step.rules
        for e in (rules, *(x for x in law.EDITIONS if x != rules)):
            try:
                law.register().get(e, number)
            except UnknownClause:
                continue
            self.open_clause = (e, number)
            return

    def _area(self, area: str, unit: str) -> None:
        """A click on the map: looking, or what the decision makes of it."""
        if area not in BOARD.index:
            return
        room = self.room
        if room.set_aside:
            self.said = room.take_back().words
            return
        if room.step.kind == "look":
            found = (
                unit
                if unit in room.step.find or (unit and unit in pieces.INDEX and area not in room.step.find)
                else area
            )
            self._say(room.try_(f"look {found}").words)
            self.selected = area
            return
        if room.step.kind == "question" or room.done:
            self.selected = area
            return
        g = room.own
        c = self._choice()
        if area in c.areas:
            self._try(c.areas[area])
        elif g.step == "stack":
            self._out_of_reach(g, area)
        elif g.step == "movement" and area != self.selected:
            at = BOARD.index[area]
            chosen = pieces.INDEX.get(unit, -1)
            ready = {a.args[0] for a in g.legal_actions() if a.verb == "lead"}
            leader = chosen if chosen in ready and g.state.place[chosen] == at else best_leader(g, at)
            self.selected = area
            if leader >= 0:
                self._lead(pieces.IDS[leader])
        else:
            self.selected = area

    def _out_of_reach(self, g: Game, area: str) -> None:
        """Somewhere the stack in hand cannot go: try the step that was meant, so that the rules say why not."""
        leader = g.state.agenda[-1][1]
        here, a = g.state.place[leader], BOARD.index[area]
        self.selected = area
        if a == here:
            return
        verb = "step" if g.state.aboard[leader] == ASHORE else "land" if BOARD.kind[a] == 0 else "sail"
        said = self.room.try_(f"{verb} {area}")
        if said.kind == "refused" and a not in BOARD.touch[here] and BOARD.kind[a] != MOUNTAIN:
            # not a neighbour: how far it is says more than that it does not touch
            reasons = tuple(routes.refusal(g.state, a)) or said.reasons
            self.room.feedback = said = replace(said, reasons=reasons)
        self._say(" ".join([said.words, *(r.words for r in said.reasons)]))

    def _lead(self, unit: str) -> None:
        """Take up a leader with every army that stands with him, as at the table."""
        if unit not in pieces.INDEX:
            return
        g, u = self.room.own, pieces.INDEX[unit]
        actions = [f"lead {unit}"]
        if g.step == "movement" and g.verdict(parse_action(actions[0])) and not self.room.step.allow:
            actions += [
                f"join {pieces.IDS[x]}"
                for x in own_in(g.state, g.state.place[u], g.state.player)
                if KIND[x] == ARMY and g.state.aboard[x] == ASHORE and g.state.spent[x] <= g.state.spent[u]
            ]
        first = self.room.try_(actions[0])
        self._say(first.words)
        for text in actions[1:]:
            if self.room.done or self.room.own.step != "stack":
                break
            if self.room.own.verdict(parse_action(text)):
                self.room.try_(text)
        self.selected = None

    def _try(self, actions: tuple[str, ...]) -> None:
        """Play actions in order, as far as they are carried out."""
        story: list[str] = []
        for text in actions:
            said = self.room.try_(text)
            story += said.story
            if not said.carried_out or said.kind == "solved":
                break
        self._say(" ".join([self.room.feedback.words, *story])[:600])
        if self.room.own.step != "movement":
            self.selected = None

    def _say(self, words: str) -> None:
        self.said = words

    def _shown(self) -> None:
        """Read out the move just shown."""
        showing = self.room.showing
        if showing is not None:
            last = showing.shown[-1]
            self._say(" ".join([f"{last.did}.", *last.came])[:600])

    # ---- showing ----------------------------------------------------------------------------------------------------

    def _choice(self) -> choices.Choice:
        room, g = self.room, self.game
        if g.seat is None or room.done or room.set_aside or room.step.kind != "do":
            return choices.Choice()
        c = choices.choice(g, g.view(g.seat), self.selected, hand_open=self.hand_open)
        return completed(g, c)

    def regions(self) -> Regions:
        """(name, slot, html) in the order they stand."""
        room, g = self.room, self.game
        step = room.step
        view = g.view(self.viewer)
        names = lesson_map.players(g)
        c = self._choice()
        out: Regions = [("lesson-head", "top", lesson_panels.head(self.lesson, room.edition, room.at, room.solved))]
        if self.listing:
            out.append(("course", "side", lesson_panels.course(chapters(), room.edition, self.solved, self.lesson.key)))
        if self.open_clause:
            out.append(("clause", "side", clauses.clause(*self.open_clause)))
        large = lesson_panels.enlarged(step.show, view)
        out.append(("goal", "side", lesson_panels.goal(self.lesson, step, room.at, room.seen.answer, room.done, large)))
        out.append(("feedback", "side", lesson_panels.feedback(room.feedback, step, room.showing)))
        if not room.done and not room.set_aside:
            out.append(("help", "side", lesson_panels.help_(step, room.hints, self._begun)))
        out.append(("choice", "side", c.html))
        out.append(("battle", "side", lesson_map.battle(room, view, names)))
        if self._wants_hand(g) and 'data-do="hand"' not in c.html:
            out.append(("hand", "side", cards.hand(g.view(g.seat if g.seat is not None else 0), self.hand_open)))
        if self.selected and g.step != "stack":
            out.append(("area", "side", inspector(view, self.selected, self._areas)))
        if self._knows_turns:
            if step.kind == "do" and g.outcome is None:
                turn = f"Turn {view['turn']}, {names.get(g.player, '')}"
                out.append(("phases", "below", lesson_panels.phases(g.phase, turn)))
            out.append(("tracks", "below", cards.tracks(view)))
        last = self.lesson.key == list(lessons())[-1]
        # what the game offers stands back here: the goal, not the next phase, is what one is here for
        buttons = [] if room.done else [x.replace("btn primary", "btn") for x in c.foot if x]
        if room.set_aside:
            buttons += lesson_panels.foot_of_showing(room.showing, self.paused)
        else:
            if room.seen.did and not room.done:
                buttons.append(controls.do("undo", "Take back", kind="quiet", hotkey="u"))
            buttons += lesson_panels.foot(room.at, len(room.steps), room.done, last)
        out.append(("foot", "foot", html('<div class="btns">{}</div>', join(buttons))))
        return [r for r in out if r[2]]

    @property
    def _begun(self) -> bool:
        """Whether anything has been tried in this step."""
        seen = self.room.seen
        return bool(seen.did or seen.refused or seen.chosen or seen.answer >= 0)

    @property
    def _knows_turns(self) -> bool:
        """Whether phases and tracks have been explained by now."""
        keys = list(lessons())
        return keys.index(self.lesson.key) >= keys.index(_TURNS)

    def _wants_hand(self, g: Game) -> bool:
        """Whether the learner's spells matter in this step: its words speak of them."""
        step = self.room.step
        if step.kind == "do" and (g.seat is None or g.step in ("magic", "muster", "align")):
            return False
        return any(words in text for words in ("our spells", "our hand") for text in (step.tell, *step.hints))

    def marks(self) -> dict[str, str]:
        """CSS classes of areas: who holds them, what can be reached, what to look at, what forbids."""
        return lesson_map.marks(self.room, self._choice().marks, self.selected)

    def badges(self) -> dict[str, str]:
        """What it costs to go there, by area."""
        return self._choice().badges

    def names(self) -> dict[str, str]:
        """What a screen reader says of each area, with what a click there would do."""
        return lesson_map.names(self.game, self._areas, self._choice())


def _key(place: str) -> str:
    """The lesson in "march/enemy@chaosium"."""
    return place.partition("@")[0].partition("/")[0]


def _small(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 3


__all__ = ["LessonSession", "UnknownLesson"]
