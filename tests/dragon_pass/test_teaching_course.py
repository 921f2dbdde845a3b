"""The course of White Bear and Red Moon: every step by its own solution, every wrong move, every rule taught."""

from __future__ import annotations

from random import Random

import pytest

from elric.app.cli import main
from elric.dragon_pass.components import law
from elric.dragon_pass.teaching import TEACHING
from elric.tutor.classroom import Classroom
from elric.tutor.lessons import WrittenLesson, chapters, clauses_taught, lessons
from elric.tutor.rehearsal import rehearse

EDITION = law.EDITION
COURSE = lessons(TEACHING)
BY_KEY = pytest.mark.parametrize("lesson", COURSE.values(), ids=COURSE)


@BY_KEY
def test_every_step_plays_as_it_says(lesson: WrittenLesson) -> None:
    """By its solution, with its hints, each listed mistake and its punishment; and again after it has been shown."""
    assert [fault for at in range(len(lesson.steps[EDITION])) for fault in rehearse(lesson, EDITION, at)] == []


@BY_KEY
def test_a_wrong_move_is_answered_and_the_step_can_still_be_solved(lesson: WrittenLesson) -> None:
    """Whatever else is tried: a wrong answer, a wrong place, an action that is not in the solution."""
    rng = Random(lesson.key)
    for at, step in enumerate(lesson.steps[EDITION]):
        room = Classroom(lesson, EDITION, at)
        if step.kind == "question":
            wrong = [f"answer {n}" for n in range(1, len(step.answers) + 1) if n != step.right]
        elif step.kind == "look":
            wrong = [f"look {h}" for h in ("0101", "4836") if h not in step.find]
        else:
            others = [str(a) for a in room.own.legal_actions() if str(a) not in step.solution]
            wrong = [*rng.sample(others, min(3, len(others))), "step 0101", "cast 4836"]
        for text in wrong:
            said = room.try_(text)
            if said.kind == "solved":  # another way to the same goal
                assert step.kind == "do", f"{lesson.key}/{step.id}: {text}"
            elif said.kind:
                assert said.words or said.reasons, f"{lesson.key}/{step.id}: {text}"
            room.begin()
        for text in step.solution:
            room.try_(text)
        assert room.done, f"{lesson.key}/{step.id}: {room.feedback}"


def test_the_course_is_as_large_as_it_is_meant_to_be() -> None:
    assert len(COURSE) >= 20
    assert sum(len(one.steps[EDITION]) for one in COURSE.values()) >= 100
    assert all(one.minutes <= 10 for one in COURSE.values())
    assert list(COURSE)[:3] == ["board", "counters", "day"]
    assert sum(map(len, chapters(TEACHING).values())) == len(COURSE)
    assert next(iter(chapters(TEACHING))) == "The basic game"


def test_every_rule_has_a_lesson_step() -> None:
    """Rules, optional ones and parts of the game; only stories and histories have none."""
    untaught = [n for n, steps in clauses_taught(TEACHING)[EDITION].items() if not steps]
    assert {law.register().get(EDITION, n).kind for n in untaught} == {"background"}


def test_hints_climb_and_do_not_repeat() -> None:
    for one in COURSE.values():
        for step in one.steps[EDITION]:
            assert len(set(step.hints)) == 3, f"{one.key}/{step.id}"


def test_the_command_line_lists_and_verifies_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "--game", "dragon-pass", "--json"]) == 0
    assert '"key": "delecti"' in capsys.readouterr().out
    assert main(["lessons", "--game", "dragon-pass", "--verify", "--lesson", "walls"]) == 0
    capsys.readouterr()
    assert main(["clauses", "--game", "dragon-pass", "13.9"]) == 0
    assert "walls/sally" in capsys.readouterr().out
