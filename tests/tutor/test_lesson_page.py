"""A lesson on the page: every step can be solved with what the page offers, and nothing sent to it does harm."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from elric import games
from elric.kernel.scripts import left_over
from elric.tutor.lessons import lessons
from elric.widgets.messages import Message
from elric.widgets.rooms.lesson import LessonRoom, UnknownLesson
from elric.widgets.session import Session
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.state import NEUTRAL
from elric.young_kingdoms.teaching import TEACHING

STEPS = [
    pytest.param(one.key, e, k, id=f"{one.key}-{s.id}-{e}")
    for one in lessons(TEACHING).values()
    for e, steps in one.steps.items()
    for k, s in enumerate(steps)
]


def page(s: LessonRoom) -> str:
    return unescape("\n".join(html for _, _, html in s.draw().regions))


def words(html: str) -> str:
    """A page without its tags."""
    return re.sub(r"<[^>]*>", "", html)


def do(s: LessonRoom, name: str, value: str = "") -> bool:
    return s.take(Message("do", name=name, value=value))


def lit(s: LessonRoom) -> dict[str, tuple[str, ...]]:
    """What a click on each lit area plays."""
    return s.choice().areas


def press(s: LessonRoom, text: str) -> bool:
    """Do one action of a solution by a control that stands on the page."""
    verb, _, rest = text.partition(" ")
    last = rest.split()[-1] if rest else ""
    if verb == "look":
        return s.take(Message("area", id=rest))
    if verb == "answer":
        assert f'data-do="answer" data-value="{rest}"' in page(s)
        return do(s, "answer", rest)
    for _ in (1, 2):
        html = page(s)
        if f'data-act="{text}"' in html:
            return s.take(Message("act", text=text))
        if f'<option value="{text}"' in html:
            return do(s, "play", text)
        if f'data-do="several" data-value="{text}"' in html:
            return do(s, "several", text)
        if verb == "fly" and f'data-value="fly {rest.split()[0]}"' in html:
            do(s, "aim", f"fly {rest.split()[0]}")
        for area, actions in lit(s).items():
            if actions[-1] == text or actions[0] == text:
                return s.take(Message("area", id=area))
        if verb in ("step", "sail", "land"):
            return s.take(Message("area", id=last))
        if verb in ("lead", "march"):
            unit = pieces.INDEX[rest.split()[0]]
            s.take(Message("area", id=BOARD.ids[s.game.state.place[unit]], unit=pieces.IDS[unit]))
            return verb == "lead" or s.take(Message("area", id=last))
        if 'data-do="hand"' not in html or s.hand_open:
            break
        do(s, "hand")
    return False


@pytest.mark.parametrize(("key", "edition", "at"), STEPS)
def test_a_step_is_solved_by_clicks(key: str, edition: str, at: int) -> None:
    s = LessonRoom(key, edition)
    do(s, "step", str(at + 1))
    for text in s.classroom.step.solution:
        if s.classroom.done or (text.startswith("join ") and pieces.INDEX[text[5:]] in s.game.state.moving):
            continue
        assert press(s, text), f"nothing on the page does “{text}”"
    assert s.classroom.done, s.classroom.feedback
    assert s.progress[0] == 1
    assert f"{key}/{s.classroom.step.id}" in s.solved


@pytest.mark.parametrize(("key", "edition", "at"), STEPS)
def test_goal_feedback_and_hints_are_live_and_secrets_stay_home(key: str, edition: str, at: int) -> None:
    s = LessonRoom(key, edition)
    do(s, "step", str(at + 1))
    html = page(s)
    assert s.classroom.step.goal in words(html)
    assert html.count('aria-live="polite"') >= 2
    for n in (1, 2, 3):
        do(s, "hint")
        assert s.classroom.step.hints[n - 1] in page(s)
    do(s, "show")
    for n in range(s.classroom.showing.count):
        assert s.classroom.showing.shown[n].did in page(s)
        do(s, "show-on")
    assert s.classroom.showing.over
    do(s, "takeback")
    assert s.classroom.showing is None
    assert not s.classroom.done
    # what the other side holds is nowhere on the page
    g = s.game
    theirs = {
        pieces.IDS[u]
        for u in pieces.HEROES
        if g.state.owner[u] < NEUTRAL and g.seat is not None and g.state.owner[u] != g.seat
    }
    assert not theirs & set(g.view(g.seat)["hands"])


def test_a_whole_lesson_with_next_and_back() -> None:
    s = LessonRoom("map", "chaosium")
    for _ in range(len(s.classroom.steps)):
        press(s, s.classroom.step.solution[0])
        do(s, "next")
    assert s.lesson.key == "counters"
    assert "map/province" in s.solved
    do(s, "lesson", "map")
    assert s.done
    assert s.progress == (7, 7)
    do(s, "back")
    do(s, "lessons")
    assert "The course" in page(s)
    assert "7 of 7 steps" in page(s)


def test_what_was_solved_is_known_again() -> None:
    s = LessonRoom("map", "avalon-hill", solved=["map/province", "map/sea"])
    assert s.classroom.step.id == "mountain"
    assert s.progress[0] == 2
    whole = {f"map/{x.id}" for x in lessons(TEACHING)["map"].steps["avalon-hill"]}
    assert LessonRoom(solved=whole).lesson.key == "counters"
    assert LessonRoom(solved=["nothing/known"]).lesson.key == "map"


def test_the_edition_can_be_changed_in_the_middle() -> None:
    s = LessonRoom("march", "avalon-hill")
    do(s, "step", "3")
    do(s, "edition", "chaosium")
    assert (s.classroom.edition, s.classroom.at, s.game.rules.edition) == ("chaosium", 2, "chaosium")


def test_a_refusal_is_drawn_on_the_map() -> None:
    s = LessonRoom("map")
    do(s, "step", "3")
    s.take(Message("area", id="jharkor_sequa"))
    s.take(Message("area", id="mt_xanyaw"))
    assert s.classroom.done
    assert "mt_xanyaw" in s.draw().marks


def test_a_far_place_is_refused_by_its_distance() -> None:
    s = LessonRoom("march")
    s.take(Message("area", id="jharkor_dhakos"))
    s.take(Message("area", id="tanelorn"))
    assert s.classroom.feedback.kind == "refused"
    assert re.search(r"it is (two|three|four|five|six|seven|eight) areas to Tanelorn", page(s))


def test_the_map_and_counters_follow_what_is_shown() -> None:
    s = LessonRoom("march")
    do(s, "show")
    assert s.game.view(None)["units"]["yishana"]["at"] == "jharkor_dhakos"
    do(s, "show-on")
    assert s.game.view(None)["units"]["yishana"]["at"] == "jharkor_sequa"
    do(s, "takeback")
    assert s.game.view(None)["units"]["yishana"]["at"] == "jharkor_dhakos"


def test_what_is_shown_goes_on_by_itself_until_it_is_stopped() -> None:
    """The page presses the control with data-after; stopped, it waits for a hand; the end has only the way back."""
    s = LessonRoom("waters/brave")
    do(s, "lesson", "walls/storm")
    do(s, "show")
    assert 'data-do="show-on"' in page(s)
    assert "data-after=" in page(s)
    do(s, "show-pause")
    assert "data-after=" not in page(s)
    do(s, "show-on", "step")
    assert "Yishana" in s.said or "battle" in s.said
    assert "data-after=" not in page(s)
    assert len(s.classroom.showing.shown) == 2
    do(s, "show-on")
    assert "show-on" not in page(s)
    assert 'data-do="takeback"' in page(s)
    do(s, "takeback")
    assert not do(LessonRoom(), "leave")
    assert do(s, "show-on")
    assert s.classroom.showing is None


def test_a_punishment_is_shown_move_by_move() -> None:
    s = LessonRoom("march/enemy")
    s.take(Message("act", text="attack dharijor_sequaloris"))
    assert s.classroom.feedback.kind == "mistake"
    assert len(s.classroom.showing.shown) == 1
    assert "data-after=" in page(s)
    while not s.classroom.showing.over:
        do(s, "show-on")
    assert "Battle in Sequaloris" in page(s)
    do(s, "takeback")
    assert s.game.view(None)["units"]["yishana"]["at"] == "jharkor_sequa"


def test_a_lesson_can_be_linked_to() -> None:
    s = LessonRoom()
    assert s.take(Message("hello", search="?lesson=march&step=3&edition=chaosium"))
    assert (s.lesson.key, s.classroom.at, s.classroom.edition) == ("march", 2, "chaosium")
    do(s, "lesson", "map")
    assert not s.take(Message("hello", search="?lesson=march"))
    assert s.lesson.key == "map"
    assert not LessonRoom().take(Message("hello", search="?lesson=nothing"))


@pytest.mark.parametrize(
    ("place", "at", "edition"),
    [
        ("march/enemy", 4, "avalon-hill"),
        ("march/enemy@chaosium", 4, "chaosium"),
        ("march/5", 4, "avalon-hill"),
        ("march/99", 5, "avalon-hill"),
        ("march/nowhere", 0, "avalon-hill"),
        ("march@nobody", 0, "avalon-hill"),
    ],
)
def test_an_exact_step_can_be_opened(place: str, at: int, edition: str) -> None:
    """By a control of any room, by an address and by a notebook; what is not understood opens the lesson's beginning."""
    s = LessonRoom()
    assert do(s, "lesson", place)
    linked = LessonRoom()
    assert linked.take(Message("hello", search=f"?lesson={place}"))
    for x in (s, linked, LessonRoom(place)):
        assert (x.lesson.key, x.classroom.at, x.classroom.edition) == ("march", at, edition)
    spelt = LessonRoom()
    name, _, e = place.partition("@")
    assert spelt.take(Message("hello", search=f"?lesson=march&step={name.partition('/')[2]}&edition={e}"))
    assert (spelt.classroom.at, spelt.classroom.edition) == (at, edition)


def test_an_unknown_lesson_says_which_was_meant() -> None:
    with pytest.raises(UnknownLesson, match="march"):
        LessonRoom("marsh")


def test_what_is_not_the_lessons_is_left_to_the_page() -> None:
    s = LessonRoom()
    assert not do(s, "leave")
    assert not do(s, "new")
    assert not s.take(Message("hello"))


@pytest.mark.parametrize("key", list(lessons(TEACHING)))
def test_nonsense_does_no_harm(key: str) -> None:
    s = LessonRoom(key)
    before = s.game.state.key()
    for m in (
        Message("act", text="x" * 300),
        Message("act", text="lead"),
        Message("act", text="answer 99"),
        Message("area", id="atlantis"),
        Message("do", name="step", value="9" * 50),
        Message("do", name="step", value="1"),
        Message("do", name="answer", value="-1"),
        Message("do", name="lead", value="nobody"),
        Message("do", name="lesson", value="nothing"),
        Message("do", name="clause", value="999"),
        Message("do", name="edition", value="third"),
        Message("do", name="play", value="fly me"),
    ):
        s.take(m)
        screen = s.draw()
        json.dumps([screen.regions, screen.marks, screen.badges])
    assert s.game.state.key() == before
    assert s.classroom.edition in law.EDITIONS


@pytest.mark.parametrize("game", sorted(name for name in games.GAMES if games.has(name, "teaching")))
def test_every_lesson_ends_in_a_game(game: str) -> None:
    """The last step offers to play on where it led, against a computer and with luck of its own, or to begin a game; what is
    played on can be saved and read again."""
    went_on = 0
    kit = games.table(game)
    for key, one in lessons(kit.teaching).items():
        session = Session(kit=kit)
        edition, steps = next(iter(one.steps.items()))
        session.take(Message("hello"))
        session.take(Message("do", name="learn"))
        session.take(Message("do", name="lesson", value=f"{key}/{steps[-1].id}@{edition}"))
        room = session.room
        assert isinstance(room, LessonRoom)
        for text in room.classroom.step.solution:
            room.classroom.try_(text)
        assert room.classroom.done, key
        foot = str({name: html for name, _, html in session.draw().regions}["foot"])
        assert ('data-do="play-on"' in foot) == room.plays
        assert room.plays or 'data-do="new"' in foot
        if not room.plays:
            continue
        went_on += 1
        stands = kit.view(room.game, None)["units"]
        session.take(Message("do", name="play-on"))
        assert session.room is session.table
        assert kit.view(session.game, None)["units"] == stands
        assert kit.view(kit.load(session.game.save()), None)["units"] == stands
        assert not left_over(session.game.chance)
        seats = session.game.scenario.seats
        assert len(session.table.computer.seats) == seats - 1
    assert went_on > 5


def test_the_list_of_lessons_has_a_head_of_its_own() -> None:
    """Over the list stand neither the title nor the steps of the lesson that one came from."""
    s = LessonRoom("map", "chaosium")
    assert 'aria-label="Steps of the lesson"' in page(s)
    do(s, "lessons")
    assert 'aria-label="Steps of the lesson"' not in page(s)
    assert "<h1>All lessons</h1>" in page(s)


def test_a_lesson_is_found_by_a_word_it_speaks_of() -> None:
    session = Session()
    session.take(Message("hello"))
    for name, value in (("learn", ""), ("lessons", ""), ("find", "Runestaff")):
        session.take(Message("do", name=name, value=value))
    course = str({name: html for name, _, html in session.draw().regions}["course"])
    assert "The end of the world" in course
    assert "The map and its places" not in course
    session.take(Message("do", name="find", value="zzz"))
    assert "No lesson speaks of that" in str([html for _, _, html in session.draw().regions])
