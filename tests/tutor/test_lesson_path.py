"""The path of a step: leaving it is told with the way back, nothing points at nothing, every place named can be found."""

from __future__ import annotations

import re
from html import unescape

import pytest

from elric.tutor.classroom import Classroom
from elric.tutor.lesson import LessonStep
from elric.tutor.lessons import lessons
from elric.tutor.progress import Progress, checksum
from elric.widgets.map.inspector import place_named
from elric.widgets.messages import Message
from elric.widgets.rooms.lesson import LessonRoom
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.table import TABLE
from elric.young_kingdoms.teaching import TEACHING

STEPS = [
    pytest.param(one.key, e, k, id=f"{one.key}-{s.id}-{e}")
    for one in lessons(TEACHING).values()
    for e, steps in one.steps.items()
    for k, s in enumerate(steps)
]
FIRST_FOUR = list(lessons(TEACHING))[:4]


def region(s: LessonRoom, name: str) -> str:
    return next((unescape(str(html)) for key, _, html in s.draw().regions if key == name), "")


def do(s: LessonRoom, name: str, value: str = "") -> bool:
    return s.take(Message("do", name=name, value=value))


def test_ending_the_phase_does_not_make_one_the_enemy() -> None:
    """Lesson 4: the end of the phase is shown aside and told, with the goal and the way back; nothing is decided for the
    enemy. Only who asks to go on plays the other side, under its banner."""
    s = LessonRoom("march/lead")
    s.take(Message("act", text="end"))
    assert s.classroom.feedback.kind == "strayed"
    assert s.classroom.step.goal in s.classroom.feedback.words
    assert s.classroom.own.seat == 0
    assert "Back to the step" in region(s, "foot")
    assert "data-act" not in region(s, "foot") + region(s, "choice")
    do(s, "takeback")
    assert (s.game.seat, s.classroom.seen.did, region(s, "seat")) == (0, [], "")
    s.take(Message("act", text="end"))
    do(s, "go-on")
    assert s.game.seat == 1
    assert "The Theocrat" in region(s, "seat")
    assert "the other side" in region(s, "seat")
    do(s, "restart")
    assert s.game.seat == 0
    assert region(s, "seat") == ""


def test_a_click_on_the_map_leads_back_to_the_step() -> None:
    s = LessonRoom("march/lead")
    s.take(Message("act", text="end"))
    s.take(Message("area", id="jharkor_dhakos"))
    assert not s.classroom.strayed
    assert s.game.seat == 0


@pytest.mark.parametrize(("key", "edition", "at"), STEPS)
def test_ending_everything_is_told_or_is_the_way(key: str, edition: str, at: int) -> None:
    """In every step: ending whatever can be ended either is what the step asks for, or is refused or told before another
    player's turn could begin unseen."""
    room = Classroom(lessons(TEACHING)[key], edition, at)
    asked = {at.player for at in room._trail}
    for _ in range(6):
        ends = [a for a in room.own.legal_actions() if a.verb in ("end", "done", "halt")]
        if not ends or room.done or room.set_aside:
            break
        room.try_(str(ends[0]))
        assert room.own.player in asked
        if room.strayed:
            assert room.step.goal in room.feedback.words
            assert room.take_back().kind == ""
            assert not room.strayed
            break


@pytest.mark.parametrize(("key", "edition", "at"), STEPS)
def test_the_solution_never_strays(key: str, edition: str, at: int) -> None:
    room = Classroom(lessons(TEACHING)[key], edition, at)
    for text in room.step.solution:
        assert room.try_(text).kind != "strayed"


def test_the_banner_tells_who_decides_where_two_seats_act() -> None:
    """In a step of one side there is no banner; where the other side decides in it too, there is one in its colour."""
    assert region(LessonRoom("march/lead"), "seat") == ""
    told = 0
    for key, one in lessons(TEACHING).items():
        for k, step in enumerate(one.steps["avalon-hill"]):
            room = Classroom(one, "avalon-hill", k)
            if step.kind == "do" and len(room.seats) > 1:
                s = LessonRoom(f"{key}/{step.id}@avalon-hill")
                bar = region(s, "seat")
                who = next(p for p in s.seen[None]["players"] if p["seat"] == s.game.seat)
                assert f"seatbar s{who['hue']}" in bar
                assert who["name"] in bar
                told += 1
    assert told >= 3


# ---- words and marks ------------------------------------------------------------------------------------------------


def told(step: LessonStep) -> list[str]:
    return [step.tell, step.goal, *step.hints, step.after, *step.replies, *step.answers]


def test_the_first_lessons_do_not_speak_of_another_book() -> None:
    """Where the editions differ is a lesson of its own; nobody has to know of two books while he learns to march."""
    for key in FIRST_FOUR:
        for e, steps in lessons(TEACHING)[key].steps.items():
            for s in steps:
                assert s.rules == e
                said = " ".join([*told(s), *(m.say for m in s.mistakes)])
                assert not re.search("Chaosium|Avalon|edition|rule book", said), f"{key}/{s.id}: {said}"
    own = lessons(TEACHING)["editions"]
    for e in law.EDITIONS:
        assert {"Chaosium", "Avalon Hill"} <= {
            w for s in own.steps[e] for w in re.findall("Chaosium|Avalon Hill", s.goal)
        }


def test_steps_that_moved_stay_solved() -> None:
    body = {"cards": {}, "kinds": {}, "solved": ["march/once-avalon"]}
    text = __import__("json").dumps({"elric-progress": 2, "checksum": checksum(body), **body})
    assert Progress.read(TEACHING, text).solved == {"editions/once-avalon"}
    assert "editions/once-avalon" in LessonRoom(solved=["march/once-avalon"]).solved
    steps = {f"{key}/{s.id}" for key, one in lessons(TEACHING).items() for x in one.steps.values() for s in x}
    assert set(TEACHING.moved_steps.values()) <= steps
    assert not set(TEACHING.moved_steps) & steps


@pytest.mark.parametrize(("key", "edition", "at"), STEPS)
def test_every_place_that_a_step_names_can_be_found(key: str, edition: str, at: int) -> None:
    """By the search field of the lesson: typed as the step spells it, it is found, and shown on the map."""
    s = LessonRoom(key, edition)
    do(s, "step", str(at + 1))
    step = s.classroom.step
    words = " ".join(told(step))
    named = {k for k, name in zip(BOARD.ids, BOARD.names, strict=True) if re.search(rf"\b{re.escape(name)}\b", words)}
    named |= {x for x in (*step.find, *step.look) if x in BOARD.index}
    named |= {x for text in step.solution for x in text.split() if x in BOARD.index}
    assert 'data-live="find"' in region(s, "finder")
    for area in named:
        name = BOARD.names[BOARD.index[area]]
        assert place_named(TABLE, name) == area
        do(s, "goto", name)
        screen = s.draw()
        assert screen.look == area
        assert "sel" in screen.marks[area]


@pytest.mark.parametrize(("key", "edition", "at"), STEPS)
def test_nothing_points_at_nothing(key: str, edition: str, at: int) -> None:
    """A name that shows its place is the place's own, not part of a people's or a spell's; what a step or a mistake wants
    looked at is on the map; and where a track is spoken of, it is there."""
    s = LessonRoom(key, edition)
    do(s, "step", str(at + 1))
    step, goal = s.classroom.step, region(s, "goal")
    plain = re.sub(r"<[^>]*>", "", goal)
    longer = [x for x in (*pieces.NAMES, *spells.NAMES) if x in plain]
    for button in re.finditer(r'data-look="([^"]+)"[^>]*>([^<]+)</button>', goal):
        area, name = button[1], button[2]
        assert BOARD.names[BOARD.index[area]] == name
        before = re.sub(r"<[^>]*>", "", goal[: button.start()].rpartition("<button")[0])
        after = re.sub(r"<[^>]*>", "", goal[button.end() :])
        for x in longer:
            head, found, tail = x.partition(name)
            assert not (found and x != name and before.endswith(head) and after.startswith(tail)), f"{name} in {x}"
    view = s.game.view(None)
    for x in (*step.look, *step.find, *(a for m in step.mistakes for a in m.look)):
        assert x in BOARD.index or view["units"].get(x, {}).get("at"), x
    if "the marker stands" in plain.lower():
        assert 'class="tracks' in region(s, "tracks") or "Balance" in region(s, "tracks")
    if re.search(r"stands on turn \d", plain):
        assert f"turn {view['turn']}" in plain
