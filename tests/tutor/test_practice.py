"""Practice starts from what was learnt, asks by doing, leads from a mistake to its lesson, and goes on after a reload."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from elric.tutor.asked_again import first_taught
from elric.tutor.lessons import lessons
from elric.tutor.progress import Progress, _stage
from elric.widgets.messages import Message
from elric.widgets.rooms.practice import ROUND, PracticeRoom
from elric.widgets.session import Session
from elric.young_kingdoms.components import law
from elric.young_kingdoms.teaching import TEACHING

START = datetime(2030, 1, 1, tzinfo=UTC)
E = "avalon-hill"


def room(seed: int = 5, **more: object) -> PracticeRoom:
    return PracticeRoom(E, seed=seed, clock=lambda: 0.0, now=lambda: START, **more)


def page(s: PracticeRoom) -> str:
    return unescape("\n".join(html for _, _, html in s.draw().regions))


def do(s: PracticeRoom, name: str, value: str = "") -> bool:
    return s.take(Message("do", name=name, value=value))


def at(place: str) -> PracticeRoom:
    s = room()
    assert s.linked({"practice": place, "edition": E}) == ""
    return s


def task(step: str) -> PracticeRoom:
    """Practice at the question that a step of the course makes."""
    key = step.partition("/")[0]
    return next(s for seed in range(200) if (s := at(f"lesson-{key}.{seed}")).question.facts["step"] == step)


# ---- what is asked --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_a_newcomer_is_asked_what_the_course_begins_with(edition: str) -> None:
    """Whatever the seed: the first question is of the first lessons, never an expert's."""
    for seed in range(80):
        q = Progress(TEACHING).next_question(edition, seed, START)
        assert _stage(TEACHING, edition, q.kind) <= 2, q.kind


def test_the_first_ten_stay_near_the_beginning() -> None:
    for seed in range(4):
        s = room(seed)
        for _ in range(ROUND):
            assert _stage(TEACHING, E, s.question.kind) <= 6, s.question.kind
            do(s, "answer", str(s.question.right + 1))
            do(s, "next")


def test_what_was_done_in_the_course_is_asked_first() -> None:
    """Three steps of one lesson solved: most of what comes first is about the clauses they teach."""
    solved = ["march/lead", "march/four", "march/alone"]
    taught = {n for s in lessons(TEACHING)["march"].steps[E] if f"march/{s.id}" in solved for n in s.clauses}
    asked = 0
    for seed in range(40):
        p = Progress(TEACHING)
        p.learnt(solved, E, START)
        q = p.next_question(E, seed, START)
        asked += bool(taught & set(q.numbers))
        assert _stage(TEACHING, E, q.kind) <= 3
    assert asked >= 26


def test_solved_steps_are_the_first_evidence() -> None:
    """A clause of a solved step is met, and comes back in time; it was not asked for, and counting again changes nothing."""
    p = Progress(TEACHING)
    p.learnt(["march/lead", "nothing/known", "march/once-avalon"], E, START)
    assert p.solved == {"march/lead", "editions/once-avalon"}
    assert {n for _, n in p.cards} >= {"6", "6.2", "6.21"}
    card = p.cards[E, "6.2"]
    assert (card.right, card.asked) == (0, 0)
    assert p.mastery(E, "6.2", START) > 0
    assert "6.2" in p.due(E, START + timedelta(days=2))
    p.learnt(["march/lead"], E, START + timedelta(days=1))
    assert p.cards[E, "6.2"] == card
    assert Progress.read(TEACHING, p.text()).cards == p.cards
    known = room(solved=["march/lead"])
    assert (E, "6.2") in known.progress.cards
    assert (E, "6.2") not in room().progress.cards


def test_a_clause_is_first_asked_by_the_lesson_that_comes_first() -> None:
    for edition in law.EDITIONS:
        taught = first_taught(TEACHING, edition)
        assert set(taught) == {c.number for c in law.register().of(edition)}
        assert taught["7.2" if edition == "chaosium" else "6.2"] == list(lessons(TEACHING)).index("march")


# ---- doing ----------------------------------------------------------------------------------------------------------


def test_a_task_is_done_on_the_board() -> None:
    """Yishana is to march to Sequa: done by the map it is right, and the next question can be asked for."""
    s = task("march/lead")
    assert "march with her armies" in page(s)
    assert 'data-do="answer"' not in page(s)
    s.take(Message("area", id="jharkor_dhakos"))
    assert s.chosen < 0
    assert "Show me how" in page(s)
    s.take(Message("area", id="jharkor_sequa"))
    assert s.results == [True]
    assert "Right." in page(s)
    assert 'data-do="next"' in page(s)


def test_a_mistake_on_the_board_counts_and_leads_to_its_lesson() -> None:
    """An attack where none was asked for: what it comes to can be watched, it is wrong, and its step is one click away."""
    s = task("march/enemy")
    s.take(Message("act", text="attack dharijor_sequaloris"))
    assert s.results == [False]
    assert "a poor one" in page(s)
    assert f'data-value="march/enemy@{E}"' in page(s)
    assert "show-on" in page(s)
    do(s, "show-on")
    assert len(s.task.classroom.showing.shown) == 2
    assert not do(s, "lesson", f"march/enemy@{E}")  # the page opens it
    session = Session()
    session.take(Message("do", name="practice"))
    session.take(Message("do", name="lesson", value=f"march/enemy@{E}"))
    assert session.room.address.query == {"lesson": "march/enemy", "edition": E}


def test_a_refusal_is_no_answer() -> None:
    """What the rules forbid is explained and may be tried another way; leaving the path, and asking to be shown, are wrong."""
    s = task("march/lead")
    s.take(Message("act", text="step mt_xanyaw"))
    assert s.results == []
    s.take(Message("act", text="end"))
    assert s.results == [False]
    other = task("march/lead")
    do(other, "show")
    assert other.results == [False]
    assert "Learn it in the lesson" in page(other)


def test_places_are_answered_on_the_map() -> None:
    found = (at(f"retreat.{seed}") for seed in range(30))
    s = next(x for x in found if all(x.named(a) for a in x.question.answers))
    goal = s.named(s.question.answers[s.question.right])
    assert "target" in s.draw().marks[goal]
    assert "click it on the map" in page(s)
    s.take(Message("area", id=goal))
    assert s.results == [True]


def test_every_mistake_leads_to_a_lesson() -> None:
    """Whatever is asked, a wrong answer has a step of the course behind it that can be opened, and the end lists them."""
    s = room(3)
    course = lessons(TEACHING)
    for _ in range(ROUND):
        q = s.question
        do(s, "show") if q.task else do(s, "answer", str((q.right + 1) % len(q.answers) + 1))
        step, title = s.lesson_of(q)
        key, _, rest = step.partition("/")
        if q.numbers:
            assert course[key].title == title
            assert rest.partition("@")[0] in [x.id for x in course[key].steps[E]]
            assert step in page(s)
        do(s, "next")
    assert s.finished
    assert page(s).count('data-do="lesson"') >= 6


# ---- kept -----------------------------------------------------------------------------------------------------------


def test_a_round_goes_on_after_a_reload() -> None:
    """Four answers, the fifth question open: a new page with what was kept stands at the fifth, with the four marks."""
    s = room()
    for k in range(4):
        q = s.question
        do(s, "answer", str((q.right if k else (q.right + 1) % len(q.answers)) + 1))
        do(s, "next")
    again = room(seed=99, progress_text=s.progress_text)
    assert again.results == s.results == [False, True, True, True]
    assert (again.question.text, again.question.answers) == (s.question.text, s.question.answers)
    assert again.address == s.address
    assert again.linked(s.address.query) == ""
    assert again.results == s.results
    do(again, "answer", str(again.question.right + 1))
    answered = room(seed=98, progress_text=again.progress_text)
    assert answered.chosen == again.chosen
    assert answered.results == [False, True, True, True, True]
    assert "Right." in page(answered)
    for _ in range(5):
        do(answered, "next")
        do(answered, "answer", str(answered.question.right + 1))
    do(answered, "next")
    assert answered.finished
    assert "9 of 10 right" in page(answered)
    assert room(progress_text=answered.progress_text).results == []


@pytest.mark.parametrize(
    "going", [["x"], ["avalon-hill reach.1 0", "avalon-hill nothing.1 -1"], ["avalon-hill reach.1 9"], [3], "reach", [[]], ["a b 0"] * 50]
)  # fmt: skip
def test_a_round_that_cannot_be_gone_on_with_is_begun_anew(going: object) -> None:
    data = json.loads(room().progress_text)
    data["round"] = going
    s = room(progress_text=json.dumps(data))
    assert s.problem == ""
    assert s.results == []
    assert s.question.text in page(s)
