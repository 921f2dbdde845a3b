"""A lesson being taken: the step's game, what may be touched, what each try is answered with, hints, and the way on.

Whatever is tried, the step can still be solved: a move that spoils it is shown to its end and taken back, and a step can
be begun again at any time. No widgets in here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from elric.young_kingdoms.components import law, pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action, ActionError, parse_action
from elric.young_kingdoms.position.state import container

from ..kernel.chance import ScriptedThenSeeded
from ..kernel.verdict import Reason
from ..young_kingdoms.game import Game
from .goals import Seen, matches
from .lessons import Lesson, Mistake, Step
from .showing import Showing, tell


class Script(ScriptedThenSeeded):
    """Chance for a lesson: faces for dice, spells by name for draws, each in its order, and a seeded source after."""

    __slots__ = ("draws", "game")

    def __init__(self, game: Game, dice: Sequence[int], draws: Sequence[str]) -> None:
        super().__init__([d - 1 for d in dice], game.chance)
        self.game = game
        self.draws = [spells.INDEX[d] for d in draws]

    def pick(self, n: int) -> int:
        left = container(self.game.state)
        if self.draws and len(left) == n and self.draws[0] in left:
            k = left.index(self.draws.pop(0))
            self.results.append(k)
            return k
        if self.script and n == 6:
            return super().pick(n)
        k = self.then.pick(n)
        self.then.results.clear()
        self.results.append(k)
        return k


def copy_game(g: Game) -> Game:
    """An independent copy whose luck runs on by itself."""
    other = g.copy()
    if isinstance(g.chance, Script):
        luck = Script(other, (), ())
        luck.script, luck.draws, luck.then = g.chance.script[:], g.chance.draws[:], g.chance.then.copy()
        other.chance = luck
    return other


def set_luck(g: Game, dice: Sequence[int], draws: Sequence[str]) -> None:
    """Write down what chance gives next."""
    if isinstance(g.chance, Script):
        g.chance = g.chance.then
    g.chance = Script(g, dice, draws)


def stage(lesson: Lesson, edition: str, k: int) -> Game:
    """The game as step `k` finds it."""
    step = lesson.steps[edition][k]
    if step.continues:
        g = stage(lesson, edition, k - 1)
        for text in lesson.steps[edition][k - 1].solution:
            if text.split()[0] not in ("look", "answer") and g.verdict(a := parse_action(text)):
                g.push(a)
    elif step.scenario:
        g = Game(step.scenario, step.rules, step.seed)
    else:
        assert step.position is not None
        g = Game.at(step.position, step.seed, luck=lambda g: Script(g, step.dice, step.draws), leaderless=True)
    if step.position is None:
        set_luck(g, step.dice, step.draws)
    for text in step.before:
        g.push(text)
    return g


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a try is answered with.

    Attributes:
        kind: "" (carried out), "solved", "refused" (the rules forbid it), "not now" (the step is about something else),
            "mistake", "wrong" (answer or place), "shown".
        words: to the learner.  reasons: of the rules.  clauses: numbers in the edition in force.
        look: areas to draw.  story: what happened, as sentences.
    """

    kind: str
    words: str = ""
    reasons: tuple[Reason, ...] = ()
    clauses: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    story: tuple[str, ...] = ()

    @property
    def carried_out(self) -> bool:
        """Whether the game has gone on."""
        return self.kind in ("", "solved")


class Classroom:
    """One learner in one lesson of one edition.

    Attributes:
        step, at: the step and its number from 0.  seen: what the learner has done in it.
        solved: ids of the steps solved here.  feedback: the last answer.  hints: how many rungs are shown.
        showing: moves being shown one by one (the solution, a punishment) until they are taken back.
        aside: a game that went wrong, to be looked at until it is taken back.
    """

    def __init__(self, lesson: Lesson, edition: str, at: int = 0, solved: Iterable[str] = ()) -> None:
        if edition not in lesson.steps:
            edition = lesson.editions[0]
        self.lesson = lesson
        self.edition = edition
        self.solved: set[str] = set(solved)
        self.go(at)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the lesson in this edition."""
        return self.lesson.steps[self.edition]

    @property
    def step(self) -> Step:
        """The step being taken."""
        return self.steps[self.at]

    @property
    def game(self) -> Game:
        """The game to draw: what is being shown aside, or the learner's own."""
        return self.showing.game if self.showing else self.aside or self.own

    @property
    def set_aside(self) -> bool:
        """Whether `game` only shows something and waits to be taken back."""
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
        self.seen = Seen(self.own, told=len(self.own.events))
        self._clear()
        self.feedback = Feedback("")

    def _clear(self) -> None:
        self.aside: Game | None = None
        self.showing: Showing | None = None

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
        """Put away what is shown aside; else take back the last move, and where the game says no, begin again."""
        if self.set_aside:
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

    # ---- trying -----------------------------------------------------------------------------------------------------

    def try_(self, text: str) -> Feedback:
        """Try an action of the game, "look <area or unit>" or "answer <n>"; never raises, whatever the text."""
        self._clear()
        verb, _, rest = text.strip().partition(" ")
        if verb == "look":
            self.feedback = self._look(rest)
        elif verb == "answer":
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
        return Feedback("wrong", "That is another place. Look again, or ask for a hint.")

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
        try:
            a = parse_action(text)
        except ActionError as e:
            return Feedback("not now", f"That is not an action of the game: {e}.")
        said = self.own.verdict(a)
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
            return self._punish(found, a)
        if self.step.allow and not any(matches(p, text) for p in self.step.allow):
            return Feedback("not now", f"The rules allow that, but it is not what this step is about. {self.step.goal}")
        told = len(self.own.events)
        self.own.push(a)
        self.seen.did.append(text)
        if self.step.success(self.seen):
            done = self._solved()
            return Feedback("solved", done.words, clauses=done.clauses, story=tuple(tell(self.own, told)))
        if self.step.failure is not None and self.step.failure(self.seen):
            story = tuple(tell(self.own, told))
            self.aside = self.own
            self.own = stage(self.lesson, self.edition, self.at)
            self.seen = Seen(self.own, told=len(self.own.events))
            return Feedback("mistake", self.step.failed, clauses=self.step.clauses, story=story)
        return Feedback("", story=tuple(tell(self.own, told)))

    def _mistake(self, text: str) -> Mistake | None:
        for m in self.step.mistakes:
            if m.test is not None:
                seen = Seen(self.own, self.seen.told, [*self.seen.did, text], self.seen.refused, self.seen.chosen)
                if m.test(seen):
                    return m
            elif matches(m.when, text):
                return m
        return None

    def _punish(self, m: Mistake, a: Action) -> Feedback:
        """Carry a legal blunder out aside, with its dice, and show move by move what comes of it; the learner's own game
        stands."""
        g = copy_game(self.own)
        set_luck(g, m.dice, m.draws)
        showing = Showing(g, (str(a), *m.punish))
        came = showing.on().came
        if m.punish or m.dice:
            self.showing = showing
        return Feedback("mistake", m.say, clauses=self._cited(m), look=m.look, story=came)

    def _cited(self, m: Mistake | None) -> tuple[str, ...]:
        number = law.cite(m.clause, self.step.rules) if m else ""
        return (number,) if number else ()

    def _solved(self, words: str = "") -> Feedback:
        self.solved.add(self.step.id)
        text = self.step.after if not words else f"{words} {self.step.after}" if self.step.after else words
        return Feedback("solved", text, clauses=self.step.clauses)

    # ---- help -------------------------------------------------------------------------------------------------------

    def hint(self) -> str:
        """One more rung: the rule, the piece or place, the move."""
        self.hints = min(3, self.hints + 1)
        return self.step.hints[self.hints - 1]

    def show(self) -> Feedback:
        """Show the solution aside, its first move first; `take_back` puts it away. The step is not counted as solved."""
        self.begin()
        self.showing = Showing(stage(self.lesson, self.edition, self.at), self.step.solution, self._word)
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
        if verb == "answer":
            return f"The answer is: {self.step.answers[self.step.right - 1]}"
        return f"Click {words.area(BOARD.index[rest]) if rest in BOARD.index else words.unit(pieces.INDEX[rest])}"


def _looks(reasons: Sequence[Reason]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x for r in reasons for x in r.look))


__all__ = ["Classroom", "Feedback", "Script", "stage"]
