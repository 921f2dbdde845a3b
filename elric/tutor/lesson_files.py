"""Lesson files (a folder of TOML files for each game): their format, and a reader that reports every fault.

A lesson file has key, title, chapter, says, minutes, optionally editions and `[place.<name>]` positions that steps share,
and then its steps in order. A step:

    [[step]]
    id = "up-the-hill"                    tell = "what to know first"        goal = "one sentence: what to do"
    position = "border"                   or a table; or `continues = true` to go on where the step before ended
    switches = ["fog=true"]               what is played otherwise than in those rules
    also = { phase = "fight" }            changes to the position            rules = "first"  whatever is being learnt
    scenario = "hill"; seed = 3           a whole scenario instead of a position
    before = ["march 0102 0202"]          played before the learner comes in
    luck = ["die 4"]                      what chance gives first, in the game's words (a game may have keys of its own)
    find = "0403"                         a step of looking: the place or counter to point at (or a list: any of them)
    answers = ["..."]; right = 1; replies = ["..."]       a step of asking
    offer = [["top red-2", "Turn it up"]]                 buttons for what the page would not offer by itself
    allow = ["march *"]                   what may be touched (left out: anything legal)
    success = [...]; failure = {...}; failed = "..."      goals, see goals.py
    hints = ["the rule", "the counter or place", "the move"]
    solution = ["march 0303 0403"]        after = "what to say when it is done"
    clauses = { first = "2 3" }           look = ["0403"]
    show = ["red-1"]                      counters and cards to draw large
    [[step.mistake]]
    when = "march * 05*"                  a pattern over actions, or a goal
    actions = ["march 0303 0503"]         an example, for the tests and for the coach
    say = "..."; clause = ["2"]; look = [...]; punish = ["1: press"]; luck = [...]
    [step.<edition>]                      what is different in one edition

Moves are actions in the game's notation; "look <place or counter>" points, "answer <n>" answers, "1: press" is seat 1's.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from ..kernel.clauses import did_you_mean
from .definition import Teaching
from .facts import Reading, Test
from .goals import read_goal
from .lesson import LessonError, LessonStep, Mistake, WrittenLesson

_LESSON: Final = ("key", "title", "chapter", "says", "minutes", "editions", "place", "step")
_STEP: Final = (
    *("id", "tell", "goal", "position", "continues", "also", "rules", "switches", "scenario", "seed", "before"),
    *("find", "answers", "right", "replies", "allow", "success", "failure", "failed", "hints", "solution", "after"),
    *("clauses", "look", "show", "offer", "mistake", "editions"),
)
_MISTAKE: Final = ("when", "actions", "say", "clause", "look", "punish", "before")


class _Reader(Reading):
    """Reads one file, putting down every fault."""

    def __init__(self, teaching: Teaching, file: str, data: Mapping[str, Any]) -> None:
        super().__init__(teaching.vocabulary)
        self.teaching = teaching
        self.editions = teaching.definition.editions
        self.file = file
        self.data = data
        self._either = " or ".join(self.editions)
        self._step_keys = (*_STEP, *teaching.luck_keys, *self.editions)

    # ---- the parts --------------------------------------------------------------------------------------------------

    def lesson(self) -> WrittenLesson | None:
        d, where = self.data, self.file
        self.keys(where, d, _LESSON)
        editions = self._editions(where, d)
        steps = d.get("step", [])
        if not isinstance(steps, list) or not 3 <= len(steps) <= 10:
            self.add(where, "a lesson has 3 to 8 steps in each edition")
            steps = steps[:10] if isinstance(steps, list) else []
        ids = [str(t.get("id")) for t in steps]
        for twice in sorted({i for i in ids if ids.count(i) > 1}):
            self.add(where, f"two steps are called “{twice}”")
        by_edition: dict[str, tuple[LessonStep, ...]] = {}
        for e in editions:
            taken = [t for t in steps if e in self._editions(f"{where}, step {t.get('id')}", t)]
            made: list[LessonStep] = []
            for t in taken:
                made.append(self.step(e, t, made[-1] if made else None))
            by_edition[e] = tuple(made)
            if not 3 <= len(taken) <= 8:
                self.add(where, f"{len(taken)} steps in {e}, it should be 3 to 8")
        minutes = d.get("minutes")
        if not isinstance(minutes, int) or not 1 <= minutes <= 15:
            self.add(f"{where}, minutes", "must be a whole number from 1 to 15")
            minutes = 5
        text = {k: self.text(where, d, k) for k in ("key", "title", "chapter", "says")}
        return WrittenLesson(self.teaching, **text, minutes=minutes, file=self.file, steps=by_edition)

    def _editions(self, where: str, table: Mapping[str, Any]) -> tuple[str, ...]:
        v = table.get("editions", list(self.editions))
        if not isinstance(v, list) or not v or any(e not in self.editions for e in v):
            self.add(f"{where}, editions", f"must name {self._either}, not {v!r}")
            return self.editions
        return tuple(v)

    def step(self, edition: str, raw: Mapping[str, Any], last: LessonStep | None) -> LessonStep:
        where = f"{self.file}, step {raw.get('id', '(without id)')}"
        self.keys(where, raw, self._step_keys)
        own = raw.get(edition, {})
        self.keys(f"{where}, {edition}", own, self._step_keys)
        t = {k: v for k, v in {**raw, **own}.items() if k not in self.editions}
        where = f"{where}, {edition}"
        rules = t.get("rules", last.rules if last is not None and t.get("continues") else edition)
        if rules not in self.editions:
            self.add(f"{where}, rules", f"is {self._either}, not {rules!r}")
            rules = edition
        find = self._find(where, t)
        answers = self.texts(where, t, "answers")
        kind = "look" if find else "question" if answers else "do"
        solution = self.moves(where, t, "solution")
        spec = t.get("success")
        if find:
            spec = spec or {"any": [{"chosen": x} for x in find]}
            solution = solution or (f"look {find[0]}",)
        right = t.get("right", 0)
        if answers:
            if not isinstance(right, int) or not 1 <= right <= len(answers):
                self.add(f"{where}, right", f"must be the number of an answer, from 1 to {len(answers)}")
            if len(t.get("replies", ())) != len(answers):
                self.add(f"{where}, replies", f"one for each of the {len(answers)} answers")
            spec, solution = {"answered": right}, (f"answer {right}",)
        if spec is None:
            self.add(f"{where}, success", "is missing")
        elif not solution:
            self.add(f"{where}, solution", "is missing")
        hints = self.texts(where, t, "hints")
        if len(hints) != 3:
            self.add(f"{where}, hints", f"three rungs are wanted (rule, piece or place, move), not {len(hints)}")
            hints = ("", "", "")
        position, scenario = self._stage(where, t, rules, last)
        for k, pattern in enumerate(self.texts(where, t, "allow")):
            self.pattern(f"{where}, allow {k + 1}", pattern)
        return LessonStep(
            id=self.text(where, t, "id"),
            edition=edition,
            rules=rules,
            kind=kind,
            tell=self.text(where, t, "tell", need=False),
            goal=self.text(where, t, "goal"),
            hints=(hints[0], hints[1], hints[2]),
            solution=solution,
            after=self.text(where, t, "after"),
            clauses=self._clauses(where, t, edition),
            success=read_goal(f"{where}, success", spec, self) if spec is not None else lambda _: False,
            failure=read_goal(f"{where}, failure", t["failure"], self) if "failure" in t else None,
            failed=self.text(where, t, "failed", need="failure" in t),
            position=position,
            scenario=scenario,
            seed=int(t.get("seed", 0)),
            switches=self.texts(where, t, "switches"),
            continues=bool(t.get("continues")),
            before=self.moves(where, t, "before"),
            luck=self.teaching.read_luck(where, t, self),
            find=find,
            answers=answers,
            right=right if isinstance(right, int) else 0,
            replies=self.texts(where, t, "replies"),
            allow=self.texts(where, t, "allow"),
            look=self.listed(where, t, "look", self.words.places),
            show=self.listed(where, t, "show", [*self.words.counters, *self.words.cards]),
            offer=self._offer(where, t),
            mistakes=tuple(self.mistake(f"{where}, mistake {k + 1}", m) for k, m in enumerate(t.get("mistake", []))),
        )

    def _offer(self, where: str, t: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        rows = t.get("offer", [])
        if not isinstance(rows, list) or any(not isinstance(r, list) or len(r) != 2 for r in rows):
            self.add(f"{where}, offer", "must be a list of [action, label]")
            return ()
        self.moves(where, {"offer": [r[0] for r in rows]}, "offer")
        return tuple((str(r[0]), str(r[1])) for r in rows)

    def _find(self, where: str, t: Mapping[str, Any]) -> tuple[str, ...]:
        v = t.get("find", [])
        found = {"find": [v] if isinstance(v, str) else v}
        return self.listed(where, found, "find", [*self.words.places, *self.words.counters])

    def _stage(
        self, where: str, t: Mapping[str, Any], rules: str, last: LessonStep | None
    ) -> tuple[Mapping[str, Any] | None, str]:
        """Where the step is played: a position, a scenario, or where the step before ended."""
        ways = [k for k in ("position", "continues", "scenario") if t.get(k)]
        if len(ways) != 1:
            self.add(where, f"needs one of position, continues or scenario, not {len(ways)}")
            return None, ""
        if ways == ["continues"]:
            if last is None:
                self.add(f"{where}, continues", "there is no step before")
            elif last.rules != rules:
                self.add(f"{where}, rules", "a step that continues keeps the rules of the one before")
            return None, ""
        if ways == ["scenario"]:
            if t["scenario"] not in self.teaching.definition.scenarios():
                self.add(f"{where}, scenario", f"there is no “{t['scenario']}”")
                return None, ""
            return None, str(t["scenario"])
        spec = t["position"]
        if isinstance(spec, str):
            shared = self.data.get("place", {})
            if spec not in shared:
                hint = did_you_mean(spec, shared)
                self.add(f"{where}, position", f"no place is called “{spec}”" + (f"; {hint}" if hint else ""))
                return None, ""
            spec = shared[spec]
        in_force = ", ".join((rules, *self.texts(where, t, "switches")))
        whole = {**self.teaching.position_defaults, **spec, **t.get("also", {}), "rules": in_force}
        try:
            self.teaching.definition.build(whole, **self.teaching.build_options)
        except ValueError as e:
            for problem in getattr(e, "problems", [str(e)]):
                self.add("", f"{where}, position, {problem}")
        return whole, ""

    def _clauses(self, where: str, t: Mapping[str, Any], edition: str) -> tuple[str, ...]:
        table = t.get("clauses", {})
        if not isinstance(table, dict):
            self.add(f"{where}, clauses", "must be a table by edition")
            return ()
        self.keys(f"{where}, clauses", table, self.editions)
        numbers = tuple(str(table.get(edition, "")).split())
        for n in numbers:
            self.clause(f"{where}, clauses", edition, n)
        return numbers

    def mistake(self, where: str, m: Mapping[str, Any]) -> Mistake:
        self.keys(where, m, (*_MISTAKE, *self.teaching.luck_keys))
        when = m.get("when")
        test: Test | None = None
        if isinstance(when, str):
            self.pattern(f"{where}, when", when)
        else:
            test = read_goal(f"{where}, when", when, self)
            when = ""
        clause = self.citation(f"{where}, clause", tuple(m.get("clause", ())))
        actions = self.moves(where, m, "actions")
        if not actions:
            self.add(f"{where}, actions", "an example that triggers it is missing")
        return Mistake(
            when=when,
            test=test,
            actions=actions,
            say=self.text(where, m, "say"),
            clause=clause,
            look=self.listed(where, m, "look", self.words.places),
            punish=self.moves(where, m, "punish"),
            luck=self.teaching.read_luck(where, m, self),
        )


def read_lesson(teaching: Teaching, text: str, file: str) -> WrittenLesson:
    """A lesson of a game from the text of a file.

    Raises:
        LessonError: with every fault, each naming file, step and edition.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise LessonError([f"{file}: {e}"]) from None
    reader = _Reader(teaching, file, data)
    lesson = reader.lesson()
    if reader or lesson is None:
        raise LessonError(list(dict.fromkeys(reader.found)))
    return lesson


__all__ = ["read_lesson"]
