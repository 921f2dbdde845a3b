"""A lesson in progress: the game of the current step, the moves it allows, the feedback on each attempt, hints, and the
next step.

Whatever the learner tries, the step can still be solved: a move that makes its goal impossible is played out to show
why and then taken back, and a step can be restarted at any time. Imports no widgets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ..kernel.chance import ScriptedThenSeeded
from ..kernel.game import Game, SeatError
from ..kernel.notation import ActionError
from ..kernel.verdict import Reason
from .definition import Teaching
from .facts import ANSWERING, POINTING, GoalSituation, matches, seated
from .lesson import LessonStep, Mistake, WrittenLesson
from .showing import Showing, tell

ANOTHER_PLACE: Final = "That is another place. Look again."
"""To somebody who pointed at the wrong one."""


def set_luck(g: Game, teaching: Teaching, luck: Any) -> None:
    """Fix the next results of chance."""
    g.chance = teaching.script(g, luck, g.chance.then if isinstance(g.chance, ScriptedThenSeeded) else g.chance)


def push(g: Game, text: str) -> None:
    """Carry out a move of a lesson file, which may say whose it is: "1: press"."""
    action, seat = seated(text)
    g.push(action, seat)


def stage(lesson: WrittenLesson, edition: str, k: int) -> Game:
    """The game at the beginning of step `k`."""
    step, teaching = lesson.steps[edition][k], lesson.teaching
    if step.continues:
        g = stage(lesson, edition, k - 1)
        for text in lesson.steps[edition][k - 1].solution:
            if text.split()[0] not in (POINTING, ANSWERING) and g.verdict(*seated(text)):
                push(g, text)
    elif step.scenario:
        g = teaching.game(step.scenario, ", ".join((step.rules, *step.switches)), step.seed)
    else:
        assert step.position is not None
        g = teaching.game.at(
            step.position,
            step.seed,
            luck=lambda g: teaching.script(g, step.luck, g.chance),
            **teaching.build_options,
        )
    if step.position is None:
        set_luck(g, teaching, step.luck)
    for text in step.before:
        push(g, text)
    return g


@dataclass(frozen=True, slots=True)
class Feedback:
    """The answer to one attempt.

    Attributes:
        kind: "" (carried out), "solved", "refused" (the rules forbid it), "not now" (the step is about something else),
            "mistake", "wrong" (answer or place), "strayed" (carried out, but away from what the step is about),
            "shown".
        words: to the learner.  reasons: of the rules.  clauses: numbers in the edition in force.
        look: places to draw.  story: what happened, as sentences.
    """

    kind: str
    words: str = ""
    reasons: tuple[Reason, ...] = ()
    clauses: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    story: tuple[str, ...] = ()

    @property
    def carried_out(self) -> bool:
        """Whether the learner's game has gone on."""
        return self.kind in ("", "solved")


class _Standing(NamedTuple):
    """The parts of a game's position that show whether the learner has moved away from the step."""

    turn: int
    player: int
    phase: str
    seat: int | None

    @classmethod
    def of(cls, g: Game) -> _Standing:
        return cls(g.turn, g.player, g.phase, g.seat)

    def same_phase(self, other: _Standing) -> bool:
        return self[:3] == other[:3]


class Classroom:
    """One learner in one lesson of one edition.

    Attributes:
        step, at: the step and its number from 0.  seen: what the learner has done in it.
        solved: ids of the steps solved here.  feedback: the last answer.  hints: how many hints are shown.
        showing: moves being shown one by one (the solution, a punishment) until they are taken back.
        aside: a copy of the game in which something went wrong, shown until it is taken back. strayed: whether that
            copy only left the step, so that it may be continued.
    """

    def __init__(self, lesson: WrittenLesson, edition: str, at: int = 0, solved: Iterable[str] = ()) -> None:
        if edition not in lesson.steps:
            edition = lesson.editions[0]
        self.lesson = lesson
        self.teaching = lesson.teaching
        self.edition = edition
        self.solved: set[str] = set(solved)
        self.go(at)

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """The steps of the lesson in this edition."""
        return self.lesson.steps[self.edition]

    @property
    def step(self) -> LessonStep:
        """The step being taken."""
        return self.steps[self.at]

    @property
    def game(self) -> Game:
        """The game to draw: what is being shown aside, or the learner's own."""
        return self.showing.game if self.showing else self.aside or self.own

    @property
    def set_aside(self) -> bool:
        """Whether `game` is such a copy, shown until it is taken back."""
        return self.game is not self.own

    @property
    def done(self) -> bool:
        """Whether this step has been solved just now."""
        return self.feedback.kind == "solved"

    @property
    def finished(self) -> bool:
        """Whether every step of the lesson has been solved."""
        return all(s.id in self.solved for s in self.steps)

    def go(self, at: int) -> None:
        """Begin a step, from 0."""
        self.at = max(0, min(at, len(self.steps) - 1))
        self.hints = 0
        self.begin()

    def begin(self) -> None:
        """Begin this step again."""
        self.own = stage(self.lesson, self.edition, self.at)
        self.seen = GoalSituation(self.own, told=len(self.own.events))
        self._trod: tuple[_Standing, ...] | None = None
        self._roaming = False
        self._away = ""
        self._clear()
        self.feedback = Feedback("")

    def _clear(self) -> None:
        self.aside: Game | None = None
        self.showing: Showing | None = None
        self.strayed = False

    def next(self) -> bool:
        """On to the next step; False when this was the last."""
        if self.at + 1 >= len(self.steps):
            return False
        self.go(self.at + 1)
        return True

    def back(self) -> bool:
        """Back to the step before; False when this is the first."""
        if self.at == 0:
            return False
        self.go(self.at - 1)
        return True

    def take_back(self) -> Feedback:
        """Close the copy that is shown; if there is none take back the last move, and where the game does not allow
        that, restart the step."""
        if self.strayed:
            self._clear()
            self.feedback = Feedback("", "Back at the step: it is as it was.")
        elif self.set_aside:
            self._clear()
            self.feedback = Feedback("", "Taken back: it is as it was.")
        elif self.done or not self.own.can_undo or not self.seen.did:
            self.begin()
            self.feedback = Feedback("", "The step begins again.")
        else:
            self.own.pop()
            self.seen.did.pop()
            self.feedback = Feedback("", "Taken back.")
        return self.feedback

    def go_on(self) -> Feedback:
        """Continue in the copy in which the step was left; without such a copy nothing changes."""
        if self.strayed and self.aside is not None:
            self.own = self.seen.game = self.aside
            self.seen.did.append(self._away)
            self._clear()
            self._roaming = True
            self.feedback = Feedback("", f"You have left the step. It was about this: {self.step.goal}")
        return self.feedback

    @property
    def own_seat(self) -> int | None:
        """The seat that the learner has in this step: who decides when it begins."""
        return self._trail[0].seat

    @property
    def seats(self) -> frozenset[int]:
        """The seats that decide while the step's solution is played."""
        return frozenset(at.seat for at in self._trail[:-1] if at.seat is not None)

    @property
    def _trail(self) -> tuple[_Standing, ...]:
        """Where the game stands when the step begins, and after each move of its solution."""
        if self._trod is None:
            g = stage(self.lesson, self.edition, self.at)
            trail = [_Standing.of(g)]
            for text in self.step.solution:
                if text.split()[0] not in (POINTING, ANSWERING) and g.verdict(*seated(text)):
                    push(g, text)
                    trail.append(_Standing.of(g))
            self._trod = tuple(trail)
        return self._trod

    # ---- trying -----------------------------------------------------------------------------------------------------

    def try_(self, text: str) -> Feedback:
        """Try an action of the game, "look <place or counter>" or "answer <n>"; never raises, whatever the text."""
        self._clear()
        verb, _, rest = text.strip().partition(" ")
        if verb == POINTING:
            self.feedback = self._look(rest)
        elif verb == ANSWERING:
            self.feedback = self._answer(rest)
        else:
            self.feedback = self._act(text.strip())
        return self.feedback

    def _look(self, what: str) -> Feedback:
        if self.done:
            return self.feedback
        self.seen.chosen.append(what)
        text = f"look {what}"
        if self.step.success(self.seen):
            return self._solved()
        found = self._mistake(text)
        if found is not None:
            return Feedback("mistake", found.say, clauses=self._cited(found), look=found.look)
        if self.step.kind != "look":
            return Feedback("")
        return Feedback("wrong", f"{ANOTHER_PLACE[:-1]}, or ask for a hint.")

    def _answer(self, which: str) -> Feedback:
        s = self.step
        if s.kind != "question" or not which.isdigit() or not 1 <= int(which) <= len(s.answers):
            return Feedback("not now", "That is not one of the answers.")
        self.seen.answer = int(which)
        if self.seen.answer == s.right:
            return self._solved(s.replies[s.right - 1])
        return Feedback("wrong", s.replies[self.seen.answer - 1], clauses=s.clauses)

    def _act(self, text: str) -> Feedback:
        if self.done:
            return Feedback("solved", "This step is solved. Go on, or begin it again.")
        move = text
        text, seat = seated(move)
        try:
            a = self.teaching.definition.notation.parse(text)
            said = self.own.verdict(a, seat)
        except ActionError as e:
            return Feedback("not now", f"That is not an action of the game: {e}.")
        except SeatError as e:
            return Feedback("not now", f"That cannot be done now: {e}.")
        found = self._mistake(text)
        if not said:
            pairs = tuple(r.clause for r in said.reasons)
            self.seen.refused.append((text, pairs))
            if self.step.success(self.seen):
                done = self._solved()
                return Feedback("solved", done.words, said.reasons, done.clauses, _looks(said.reasons))
            words = found.say if found else ""
            look = (*_looks(said.reasons), *(found.look if found else ()))
            return Feedback("refused", words, said.reasons, self._cited(found), look)
        if found is not None:
            return self._punish(found, move)
        if self.step.allow and not any(matches(p, text) for p in self.step.allow):
            return Feedback("not now", f"The rules allow that, but it is not what this step is about. {self.step.goal}")
        told = len(self.own.events)
        before, stood = self.own.copy(), _Standing.of(self.own)
        self.own.push(a, seat)
        self.seen.did.append(text)
        if self.step.success(self.seen):
            done = self._solved()
            return Feedback("solved", done.words, clauses=done.clauses, story=tuple(tell(self.own, told)))
        if self.step.failure is not None and self.step.failure(self.seen):
            story = tuple(tell(self.own, told))
            self.aside = self.own
            self.own = stage(self.lesson, self.edition, self.at)
            self.seen = GoalSituation(self.own, told=len(self.own.events))
            return Feedback("mistake", self.step.failed, clauses=self.step.clauses, story=story)
        if not self._roaming and not self._on_the_way(stood):
            return self._stray(text, before, told, stood)
        return Feedback("", story=tuple(tell(self.own, told)))

    def _on_the_way(self, stood: _Standing) -> bool:
        """Whether the step can still be solved, as far as that can be told: the game has not moved past its phases, and
        some move of its solution is still legal."""
        now = _Standing.of(self.own)
        if now.same_phase(stood):
            return True
        if not any(now.same_phase(at) for at in self._trail):
            return False
        verbs = {seated(text)[0].split()[0] for text in self.step.solution}
        return self.own.outcome is None and any(a.verb in verbs for a in self.own.legal_actions())

    def _stray(self, text: str, before: Game, told: int, stood: _Standing) -> Feedback:
        """Show the game that has left the step as a copy, and say so; the learner's own game is restored to what it was
        before."""
        said = self.teaching.phrase(self.teaching.definition.notation.parse(text))
        g, now = self.own, _Standing.of(self.own)
        if g.outcome is not None:
            came = "ends the game"
        elif (now.turn, now.player) != (stood.turn, stood.player):
            names = {player["seat"]: player["name"] for player in g.view(None).get("players", ())}
            came = f"ends your turn. Next to decide: {names.get(g.seat, 'another player')}"
        else:
            came = "ends the phase that this step is about"
        story = tuple(tell(g, told))
        self.aside, self.own, self._away = g, before, text
        self.seen.game = before
        self.seen.did.pop()
        self.strayed = True
        return Feedback("strayed", f"“{said}” {came}. The step is about this: {self.step.goal}", story=story)

    def _mistake(self, text: str) -> Mistake | None:
        for m in self.step.mistakes:
            if m.test is not None:
                seen = GoalSituation(
                    self.own, self.seen.told, [*self.seen.did, text], self.seen.refused, self.seen.chosen
                )
                if m.test(seen):
                    return m
            elif matches(m.when, text):
                return m
        return None

    def _punish(self, m: Mistake, move: str) -> Feedback:
        """Play a legal mistake on a copy, with the dice that the lesson fixes, and show its consequences move by move;
        the learner's own game is unchanged."""
        g = self.own.copy()
        set_luck(g, self.teaching, m.luck)
        showing = Showing(g, (move, *m.punish), self.teaching)
        came = showing.on().came
        if m.punish or m.luck:
            self.showing = showing
        return Feedback("mistake", m.say, clauses=self._cited(m), look=m.look, story=came)

    def _cited(self, m: Mistake | None) -> tuple[str, ...]:
        number = self.teaching.definition.cite(m.clause, self.step.rules) if m else ""
        return (number,) if number else ()

    def _solved(self, words: str = "") -> Feedback:
        self.solved.add(self.step.id)
        text = self.step.after if not words else f"{words} {self.step.after}" if self.step.after else words
        return Feedback("solved", text, clauses=self.step.clauses)

    # ---- help -------------------------------------------------------------------------------------------------------

    def hint(self) -> str:
        """Show one more hint: first the rule, then the piece or place, then the move."""
        self.hints = min(3, self.hints + 1)
        return self.step.hints[self.hints - 1]

    def show(self) -> Feedback:
        """Show the solution on a copy, one move at a time; `take_back` closes it. The step does not count as solved."""
        self.begin()
        self.showing = Showing(stage(self.lesson, self.edition, self.at), self.step.solution, self.teaching, self._word)
        self.feedback = Feedback("shown")
        return self.show_on()

    def show_on(self) -> Feedback:
        """Show the next move of what is being shown."""
        if self.showing is not None:
            self.showing.on()
            if self.showing.over and self.feedback.kind == "shown":
                s = self.step
                self.feedback = Feedback("shown", s.replies[s.right - 1] if s.kind == "question" else s.hints[2])
        return self.feedback

    def _word(self, move: str) -> str:
        """What is said of pointing at something, or of answering."""
        verb, _, rest = move.partition(" ")
        if verb == ANSWERING:
            return f"The answer is: {self.step.answers[self.step.right - 1]}"
        return f"Click {self.teaching.called(rest)}"


def _looks(reasons: Sequence[Reason]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x for r in reasons for x in r.look))


__all__ = ["ANOTHER_PLACE", "Classroom", "Feedback", "set_luck", "stage"]
