"""Every step of the course: its solution, its hints, each listed mistake and its punishment, in each edition."""

from __future__ import annotations

from random import Random

import pytest

from elric.app.cli import main
from elric.tutor.classroom import Classroom
from elric.tutor.lessons import WrittenLesson, chapters, clauses_taught, lessons
from elric.tutor.rehearsal import rehearse
from elric.young_kingdoms.components import law
from elric.young_kingdoms.teaching import TEACHING

STEPS = [
    pytest.param(one, e, k, id=f"{one.key}-{s.id}-{e}")
    for one in lessons(TEACHING).values()
    for e, steps in one.steps.items()
    for k, s in enumerate(steps)
]
MISTAKES = [p for p in STEPS if p.values[0].steps[p.values[1]][p.values[2]].mistakes]


@pytest.mark.parametrize(("lesson", "edition", "at"), STEPS)
def test_step_plays_as_it_says(lesson: WrittenLesson, edition: str, at: int) -> None:
    assert rehearse(lesson, edition, at) == []


@pytest.mark.parametrize(("lesson", "edition", "at"), STEPS)
def test_a_step_can_always_be_begun_again_and_solved(lesson: WrittenLesson, edition: str, at: int) -> None:
    """Whatever legal moves are made first, the step can be begun again and then solved."""
    room = Classroom(lesson, edition, at)
    for _ in range(12):
        legal = room.own.legal_actions()
        if not legal or room.done:
            break
        room.try_(str(legal[len(legal) // 2]))
    room.begin()
    for text in room.step.solution:
        room.try_(text)
    assert room.done, room.feedback


@pytest.mark.parametrize(("lesson", "edition", "at"), STEPS)
def test_there_is_a_way_back_from_everywhere(lesson: WrittenLesson, edition: str, at: int) -> None:
    """Whatever has been tried (moves, nonsense, hints, what is shown), taking back move by move leads to where the step
    began, and from there it is solved."""
    rng = Random(f"{lesson.key}/{edition}/{at}")
    room = Classroom(lesson, edition, at)
    start = room.own.state.key()
    for _ in range(10):
        legal = [str(a) for a in room.own.legal_actions()]
        deeds = [
            *rng.sample(legal, min(6, len(legal))),
            *room.step.solution,
            *(m.actions[0] for m in room.step.mistakes),
        ]
        room.try_(rng.choice([*deeds, "look pan_tang", "answer 9", "step nowhere"]))
        if rng.random() < 0.2:
            room.show()
        if rng.random() < 0.3:
            room.show_on()
    for _ in range(14):
        if room.own.state.key() == start and not room.set_aside and not room.seen.did and not room.done:
            break
        room.take_back()
    assert room.own.state.key() == start
    for text in room.step.solution:
        room.try_(text)
    assert room.done, room.feedback


@pytest.mark.parametrize(("lesson", "edition", "at"), MISTAKES)
def test_a_mistake_leaves_the_learners_game_alone(lesson: WrittenLesson, edition: str, at: int) -> None:
    """What is played out to its punishment is shown aside, and taking it back shows the learner's own game again."""
    for m in lesson.steps[edition][at].mistakes:
        room = Classroom(lesson, edition, at)
        for text in m.actions[:-1]:
            room.try_(text)
        own = room.own.state.key()
        said = room.try_(m.actions[-1])
        assert said.words
        if m.punish or (m.luck.dice and said.kind == "mistake"):
            assert room.showing is not None
            room.showing.to_the_end()
            assert any(x.came for x in room.showing.shown)
            assert room.game.state.key() != own
            room.take_back()
        assert room.game.state.key() == own


@pytest.mark.parametrize(("lesson", "edition", "at"), STEPS)
def test_nothing_happens_beside_the_point(lesson: WrittenLesson, edition: str, at: int) -> None:
    """No nation without a hero falls apart in a step that is about something else, before a hero is lost."""
    room = Classroom(lesson, edition, at)
    rooms = [room]
    room.show()
    for m in room.step.mistakes:
        rooms.append(Classroom(lesson, edition, at))
        for text in m.actions:
            rooms[-1].try_(text)
    for one in rooms:
        if one.showing is not None:
            one.showing.to_the_end()
            told = [line for x in one.showing.shown for line in x.came]
            assert "lost all its leaders" not in " ".join(told).partition(" is lost.")[0]


def test_the_course_is_as_large_as_it_is_meant_to_be() -> None:
    course = lessons(TEACHING)
    for e in law.EDITIONS:
        assert sum(len(one.steps.get(e, ())) for one in course.values()) >= 120
    assert 24 <= len(course) <= 37
    assert all(one.minutes <= 10 for one in course.values())
    assert next(iter(course)) == "map"
    assert list(course)[-2:] == ["solo", "whole-turn"]
    assert sum(map(len, chapters(TEACHING).values())) == len(course)


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_every_clause_is_taught(edition: str) -> None:
    untaught = [n for n, steps in clauses_taught(TEACHING)[edition].items() if not steps]
    assert untaught == []


def test_where_the_books_differ_both_are_tried() -> None:
    """Some differences are played in both editions by everybody, whichever he learns."""
    for e in law.EDITIONS:
        other = {s.rules for one in lessons(TEACHING).values() for s in one.steps[e] if s.rules != e}
        assert other == {x for x in law.EDITIONS if x != e}


def test_hints_climb_and_do_not_repeat() -> None:
    for one in lessons(TEACHING).values():
        for steps in one.steps.values():
            for s in steps:
                assert len(set(s.hints)) == 3, f"{one.key}/{s.id}"


def test_the_command_lists_and_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "--json"]) == 0
    assert '"key": "march"' in capsys.readouterr().out
    assert main(["lessons", "--verify", "--lesson", "map"]) == 0
    assert main(["lessons", "--lesson", "marsh"]) == 2
    assert "march" in capsys.readouterr().err


def test_verify_stops_at_the_first_step_that_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def faulty(lesson: WrittenLesson, edition: str, at: int) -> list[str]:
        asked.append(lesson.steps[edition][at].id)
        return ["04-march.toml, step four: it does not play"] if asked[-1] == "four" else []

    monkeypatch.setattr("elric.app.commands.lessons.rehearse", faulty)
    assert main(["lessons", "--verify"]) == 1
    assert asked[-1] == "four"
    assert "step four" in capsys.readouterr().err
