"""Lesson files (data/lessons/*.toml): what may stand in them, read with every fault put down.

A lesson file has key, title, chapter, says, minutes, optionally editions and `[place.<name>]` positions that steps share,
and then its steps in order. A step:

    [[step]]
    id = "over-land"                      tell = "what to know first"        goal = "one sentence: what to do"
    position = "border"                   or a table; or `continues = true` to go on where the step before ended
    also = { phase = "combat" }           changes to the position            rules = "chaosium"  whatever is being learnt
    scenario = "founding"; seed = 3       a whole scenario instead of a position
    before = ["lead yishana"]             played before the learner comes in
    dice = [4, 2]; draws = ["arkyn"]      what chance gives first, faces and spells
    find = "jharkor_sequa"                a step of looking: the area or piece to point at (or a list: any of them)
    answers = ["..."]; right = 1; replies = ["..."]       a step of asking
    offer = [["join yishana", "Take Yishana along"]]      buttons for what the page would not offer by itself
    allow = ["step *"]                    what may be touched (left out: anything legal)
    success = [...]; failure = {...}; failed = "..."      goals, see goals.py
    hints = ["the rule", "the piece or place", "the move"]
    solution = ["step jharkor_sequa"]     after = "what to say when it is done"
    clauses = { chaosium = "7.2", avalon-hill = "6.2 6.21" }          look = ["jharkor_sequa"]
    show = ["yishana", "arkyn"]           counters and spells to draw large
    [[step.mistake]]
    when = "step mt_*"                    a pattern over actions, or a goal
    actions = ["step mt_xanyaw"]          an example, for the tests and for the coach
    say = "..."; clause = ["7.5.3", "6.53"]; look = [...]; punish = ["fight ..."]; dice = [1, 6]; draws = [...]
    [step.chaosium] / [step.avalon-hill]  what is different in one edition
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import ActionError, parse_action
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.position.plain import PositionError, build

from ..kernel.clauses import did_you_mean
from .goals import Test, check_clause, check_pair, check_pattern, read_goal
from .lesson import Lesson, LessonError, Mistake, Step

_LESSON: Final = ("key", "title", "chapter", "says", "minutes", "editions", "place", "step")
_STEP: Final = (
    *("id", "tell", "goal", "position", "continues", "also", "rules", "scenario", "seed", "before", "dice", "draws"),
    *("find", "answers", "right", "replies", "allow", "success", "failure", "failed", "hints", "solution", "after"),
    *("clauses", "look", "show", "offer", "mistake", "editions", *law.EDITIONS),
)
_MISTAKE: Final = ("when", "actions", "say", "clause", "look", "punish", "dice", "draws", "before")


class _Reader:
    """Reads one file, putting down every fault."""

    def __init__(self, file: str, data: Mapping[str, Any]) -> None:
        self.file = file
        self.data = data
        self.bad: list[str] = []

    def text(self, where: str, table: Mapping[str, Any], key: str, need: bool = True) -> str:
        v = table.get(key, "")
        if not isinstance(v, str) or (need and not v.strip()):
            self.bad.append(f"{where}, {key}: must be a text")
            return ""
        return " ".join(v.split())

    def texts(self, where: str, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        v = table.get(key, [])
        if not isinstance(v, list) or not all(isinstance(x, str) and x.strip() for x in v):
            self.bad.append(f"{where}, {key}: must be a list of texts")
            return ()
        return tuple(v)

    def names(self, where: str, table: Mapping[str, Any], key: str, known: Mapping[str, int]) -> tuple[str, ...]:
        for x in (out := self.texts(where, table, key)):
            if x not in known:
                hint = did_you_mean(x, known)
                self.bad.append(f"{where}, {key}: there is no “{x}”" + (f"; {hint}" if hint else ""))
        return out

    def dice(self, where: str, table: Mapping[str, Any]) -> tuple[int, ...]:
        v = table.get("dice", [])
        if not isinstance(v, list) or not all(isinstance(x, int) and 1 <= x <= 6 for x in v):
            self.bad.append(f"{where}, dice: must be faces from 1 to 6")
            return ()
        return tuple(v)

    def moves(self, where: str, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """A list of actions, with `look <id>` and `answer <n>` besides."""
        out = self.texts(where, table, key)
        for text in out:
            verb, _, rest = text.partition(" ")
            if verb == "look":
                if rest not in BOARD.index and rest not in pieces.INDEX:
                    hint = did_you_mean(rest, [*BOARD.index, *pieces.INDEX])
                    self.bad.append(
                        f"{where}, {key}: there is no area or unit “{rest}”" + (f"; {hint}" if hint else "")
                    )
            elif verb != "answer":
                try:
                    parse_action(text)
                except ActionError as e:
                    self.bad.append(f"{where}, {key}, “{text}”: {e}")
        return out

    def keys(self, where: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
        for k in table:
            if k not in known:
                hint = did_you_mean(k, known)
                self.bad.append(f"{where}: “{k}” is not known here" + (f"; {hint}" if hint else ""))

    # ---- the parts --------------------------------------------------------------------------------------------------

    def lesson(self) -> Lesson | None:
        d, where = self.data, self.file
        self.keys(where, d, _LESSON)
        editions = self._editions(where, d)
        steps = d.get("step", [])
        if not isinstance(steps, list) or not 3 <= len(steps) <= 10:
            self.bad.append(f"{where}: a lesson has 3 to 8 steps in each edition")
            steps = steps[:10] if isinstance(steps, list) else []
        ids = [str(t.get("id")) for t in steps]
        for twice in sorted({i for i in ids if ids.count(i) > 1}):
            self.bad.append(f"{where}: two steps are called “{twice}”")
        by_edition: dict[str, tuple[Step, ...]] = {}
        for e in editions:
            taken = [t for t in steps if e in self._editions(f"{where}, step {t.get('id')}", t)]
            made: list[Step] = []
            for t in taken:
                made.append(self.step(e, t, made[-1] if made else None))
            by_edition[e] = tuple(made)
            if not 3 <= len(taken) <= 8:
                self.bad.append(f"{where}: {len(taken)} steps in {e}, it should be 3 to 8")
        minutes = d.get("minutes")
        if not isinstance(minutes, int) or not 1 <= minutes <= 15:
            self.bad.append(f"{where}, minutes: must be a whole number from 1 to 15")
            minutes = 5
        text = {k: self.text(where, d, k) for k in ("key", "title", "chapter", "says")}
        return Lesson(**text, minutes=minutes, file=self.file, steps=by_edition)

    def _editions(self, where: str, table: Mapping[str, Any]) -> tuple[str, ...]:
        v = table.get("editions", list(law.EDITIONS))
        if not isinstance(v, list) or not v or any(e not in law.EDITIONS for e in v):
            self.bad.append(f"{where}, editions: must name chaosium or avalon-hill, not {v!r}")
            return law.EDITIONS
        return tuple(v)

    def step(self, edition: str, raw: Mapping[str, Any], last: Step | None) -> Step:
        where = f"{self.file}, step {raw.get('id', '(without id)')}"
        self.keys(where, raw, _STEP)
        own = raw.get(edition, {})
        self.keys(f"{where}, {edition}", own, _STEP)
        t = {k: v for k, v in {**raw, **own}.items() if k not in law.EDITIONS}
        where = f"{where}, {edition}"
        rules = t.get("rules", last.rules if last is not None and t.get("continues") else edition)
        if rules not in law.EDITIONS:
            self.bad.append(f"{where}, rules: is chaosium or avalon-hill, not {rules!r}")
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
                self.bad.append(f"{where}, right: must be the number of an answer, from 1 to {len(answers)}")
            if len(t.get("replies", ())) != len(answers):
                self.bad.append(f"{where}, replies: one for each of the {len(answers)} answers")
            spec, solution = {"answered": right}, (f"answer {right}",)
        if spec is None:
            self.bad.append(f"{where}, success: is missing")
        elif not solution:
            self.bad.append(f"{where}, solution: is missing")
        hints = self.texts(where, t, "hints")
        if len(hints) != 3:
            self.bad.append(f"{where}, hints: three rungs are wanted (rule, piece or place, move), not {len(hints)}")
            hints = ("", "", "")
        position, scenario = self._stage(where, t, rules, last)
        for k, pattern in enumerate(self.texts(where, t, "allow")):
            check_pattern(f"{where}, allow {k + 1}", pattern, self.bad)
        return Step(
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
            success=read_goal(f"{where}, success", spec, self.bad) if spec is not None else lambda _: False,
            failure=read_goal(f"{where}, failure", t["failure"], self.bad) if "failure" in t else None,
            failed=self.text(where, t, "failed", need="failure" in t),
            position=position,
            scenario=scenario,
            seed=int(t.get("seed", 0)),
            continues=bool(t.get("continues")),
            before=self.moves(where, t, "before"),
            dice=self.dice(where, t),
            draws=self.names(where, t, "draws", spells.INDEX),
            find=find,
            answers=answers,
            right=right if isinstance(right, int) else 0,
            replies=self.texts(where, t, "replies"),
            allow=self.texts(where, t, "allow"),
            look=self.names(where, t, "look", BOARD.index),
            show=self.names(where, t, "show", {**pieces.INDEX, **spells.INDEX}),
            offer=self._offer(where, t),
            mistakes=tuple(self.mistake(f"{where}, mistake {k + 1}", m) for k, m in enumerate(t.get("mistake", []))),
        )

    def _offer(self, where: str, t: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        rows = t.get("offer", [])
        if not isinstance(rows, list) or any(not isinstance(r, list) or len(r) != 2 for r in rows):
            self.bad.append(f"{where}, offer: must be a list of [action, label]")
            return ()
        self.moves(where, {"offer": [r[0] for r in rows]}, "offer")
        return tuple((str(r[0]), str(r[1])) for r in rows)

    def _find(self, where: str, t: Mapping[str, Any]) -> tuple[str, ...]:
        v = t.get("find", [])
        return self.names(where, {"find": [v] if isinstance(v, str) else v}, "find", {**BOARD.index, **pieces.INDEX})

    def _stage(
        self, where: str, t: Mapping[str, Any], rules: str, last: Step | None
    ) -> tuple[Mapping[str, Any] | None, str]:
        """Where the step is played: a position, a scenario, or where the step before ended."""
        ways = [k for k in ("position", "continues", "scenario") if t.get(k)]
        if len(ways) != 1:
            self.bad.append(f"{where}: needs one of position, continues or scenario, not {len(ways)}")
            return None, ""
        if ways == ["continues"]:
            if last is None:
                self.bad.append(f"{where}, continues: there is no step before")
            elif last.rules != rules:
                self.bad.append(f"{where}, rules: a step that continues keeps the rules of the one before")
            return None, ""
        if ways == ["scenario"]:
            if t["scenario"] not in scenarios():
                self.bad.append(f"{where}, scenario: there is no “{t['scenario']}”")
                return None, ""
            return None, str(t["scenario"])
        spec = t["position"]
        if isinstance(spec, str):
            shared = self.data.get("place", {})
            if spec not in shared:
                hint = did_you_mean(spec, shared)
                self.bad.append(f"{where}, position: no place is called “{spec}”" + (f"; {hint}" if hint else ""))
                return None, ""
            spec = shared[spec]
        whole = {"scenario": "successor", **spec, **t.get("also", {}), "rules": rules}
        try:
            build(whole)
        except PositionError as e:
            self.bad.extend(f"{where}, position, {p}" for p in e.problems)
        return whole, ""

    def _clauses(self, where: str, t: Mapping[str, Any], edition: str) -> tuple[str, ...]:
        table = t.get("clauses", {})
        if not isinstance(table, dict):
            self.bad.append(f"{where}, clauses: must be a table by edition")
            return ()
        self.keys(f"{where}, clauses", table, law.EDITIONS)
        numbers = tuple(str(table.get(edition, "")).split())
        for n in numbers:
            check_clause(f"{where}, clauses", edition, n, self.bad)
        return numbers

    def mistake(self, where: str, m: Mapping[str, Any]) -> Mistake:
        self.keys(where, m, _MISTAKE)
        when = m.get("when")
        test: Test | None = None
        if isinstance(when, str):
            check_pattern(f"{where}, when", when, self.bad)
        else:
            test = read_goal(f"{where}, when", when, self.bad)
            when = ""
        pair = tuple(m.get("clause", ()))
        check_pair(f"{where}, clause", pair, self.bad)
        actions = self.moves(where, m, "actions")
        if not actions:
            self.bad.append(f"{where}, actions: an example that triggers it is missing")
        return Mistake(
            when=when,
            test=test,
            actions=actions,
            say=self.text(where, m, "say"),
            clause=(str(pair[0]), str(pair[1])) if len(pair) == 2 else ("", ""),
            look=self.names(where, m, "look", BOARD.index),
            punish=self.moves(where, m, "punish"),
            dice=self.dice(where, m),
            draws=self.names(where, m, "draws", spells.INDEX),
        )


def read_lesson(text: str, file: str) -> Lesson:
    """A lesson from the text of a file.

    Raises:
        LessonError: with every fault, each naming file, step and edition.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise LessonError([f"{file}: {e}"]) from None
    reader = _Reader(file, data)
    lesson = reader.lesson()
    if reader.bad or lesson is None:
        raise LessonError(list(dict.fromkeys(reader.bad)))
    return lesson


__all__ = ["read_lesson"]
