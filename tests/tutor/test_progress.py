"""What is learnt: scheduled, kept as text, and never lost to a damaged one. And the practice room itself."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from elric.tutor.progress import AGAIN, EASY, GOOD, HARD, Progress, ProgressError, checksum, rating
from elric.tutor.questions import ask, kinds
from elric.widgets.messages import Message
from elric.widgets.rooms.practice import ROUND, PracticeRoom
from elric.widgets.rooms.rulebook import PAGES, RulebookRoom
from elric.young_kingdoms.components import law
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.teaching import TEACHING

START = datetime(2030, 1, 1, tzinfo=UTC)
E = "avalon-hill"


def learnt(n: int = 12) -> Progress:
    p = Progress(TEACHING)
    for k in range(n):
        q = p.next_question(E, k, START + timedelta(minutes=k))
        p.answer(q, q.right if k % 3 else (q.right + 1) % len(q.answers), 12, START + timedelta(minutes=k))
    return p


def test_a_right_answer_comes_back_later_than_a_wrong_one() -> None:
    p = Progress(TEACHING)
    good, bad = p.review(E, "6.2", GOOD, START), p.review(E, "9.7", AGAIN, START)
    assert good.due > bad.due
    assert (good.right, good.asked, bad.right, bad.asked) == (1, 1, 0, 1)
    assert p.due(E, START) == []
    assert p.due(E, START + timedelta(days=1)) == ["9.7", "6.2"]


def test_mastery_grows_with_practice_and_fades_with_time() -> None:
    p, now, seen = Progress(TEACHING), START, []
    for days in (0, 1, 4, 15, 40):
        now += timedelta(days=days)
        p.review(E, "6.2", GOOD, now)
        seen.append(p.mastery(E, "6.2", now))
    assert seen == sorted(seen)
    assert seen[-1] > 0.9
    assert p.mastery(E, "6.2", now + timedelta(days=400)) < seen[-1]
    assert p.mastery(E, "6.3", now) == 0
    six = next(c for c in p.chapters(E, now) if c.number == "6")
    assert (six.asked, six.title) == (1, law.register().get(E, "6").title)
    assert 0 < six.mastery < 1


def test_time_tells_how_hard_it_was() -> None:
    assert [rating(True, 5), rating(True, 20), rating(True, 90), rating(False, 5)] == [EASY, GOOD, HARD, AGAIN]


def test_what_is_due_is_asked() -> None:
    p = Progress(TEACHING)
    p.review(E, "9.961", AGAIN, START)
    later = START + timedelta(days=1)
    asked = [p.next_question(E, seed, later) for seed in range(20)]
    assert sum("9.961" in q.numbers for q in asked) >= 8
    assert len({q.kind for q in asked}) > 3


def test_text_there_and_back() -> None:
    p = learnt()
    back = Progress.read(TEACHING, p.text())
    assert back.cards == p.cards
    assert back.kinds == p.kinds
    assert back.text() == p.text()
    assert Progress.read(TEACHING, "").cards == {}


def test_merging_keeps_the_later_answer() -> None:
    one, two = Progress(TEACHING), Progress(TEACHING)
    one.review(E, "6.2", GOOD, START)
    two.review(E, "6.2", AGAIN, START + timedelta(days=1))
    two.review(E, "9.7", GOOD, START)
    old = one.cards[E, "6.2"]
    two.merge(one)
    assert two.cards[E, "6.2"] != old
    one.merge(two)
    assert one.cards == two.cards


def broken(change: str) -> str:
    data = json.loads(learnt().text())
    number = next(iter(data["cards"][E]))
    if change == "clause":
        data["cards"][E]["6.2x"] = data["cards"][E].pop(number)
    elif change == "edition":
        data["cards"]["avalon-hil"] = data["cards"].pop(E)
    elif change == "kind":
        data["kinds"]["reech"] = [1, 2]
    elif change == "card":
        data["cards"][E][number] = [1, 2]
    elif change == "stability":
        data["cards"][E][number][2] = -1
    elif change == "schema":
        data["elric-progress"] = 9
    elif change == "part":
        del data["kinds"]
        return json.dumps(data)
    data["checksum"] = checksum(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "no progress text"),
        ('{"a": 1}', "no progress text"),
        (learnt().text()[:-20], "not JSON"),
        (learnt().text().replace("1893", "1894", 1), "checksum"),
        (broken("clause"), "there is no clause in avalon-hill “6.2x”"),
        (broken("edition"), 'did you mean "avalon-hill"'),
        (broken("kind"), 'did you mean "reach"'),
        (broken("card"), "eight numbers"),
        (broken("stability"), "above 0"),
        (broken("schema"), "form 9"),
        (broken("part"), "“kinds” is missing"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_damaged_text_is_refused_by_name(text: str, says: str) -> None:
    with pytest.raises(ProgressError, match=says):
        Progress.read(TEACHING, text)


def test_without_the_package_questions_still_come() -> None:
    code = (
        "import sys; sys.modules['fsrs'] = None\n"
        "from elric.tutor.progress import Progress, ProgressError\n"
        "from elric.young_kingdoms.teaching import TEACHING\n"
        "p = Progress(TEACHING); q = p.next_question('chaosium', 1)\n"
        "try:\n p.answer(q, q.right, 1)\n"
        "except ProgressError as e:\n print(e)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "install elric with its extra" in done.stdout


# ---- the rooms ------------------------------------------------------------------------------------------------------


def page(s: PracticeRoom | RulebookRoom) -> str:
    return unescape("\n".join(html for _, _, html in s.draw().regions))


def room(**more: str) -> PracticeRoom:
    return PracticeRoom(E, seed=5, clock=lambda: 0.0, now=lambda: START, **more)


def do(s: PracticeRoom | RulebookRoom, name: str, value: str = "", **fields: str) -> bool:
    return s.take(Message("do", name=name, value=value, fields=fields))


def test_a_round_of_ten() -> None:
    s = room()
    for k in range(ROUND):
        q = s.question
        assert q.text in page(s)
        right = q.right if k else (q.right + 1) % len(q.answers)
        assert do(s, "answer", str(right + 1))
        assert do(s, "answer", "1")
        assert len(s.results) == k + 1
        assert q.why in page(s)
        if not k:
            assert q.misconceptions[right] in page(s)
        assert do(s, "next")
    assert s.finished
    assert "9 of 10 right" in page(s)
    assert "met so far" in page(s)
    assert Progress.read(TEACHING, s.progress_text).cards == s.progress.cards != {}
    do(s, "next")
    assert not s.finished
    assert s.results == []


def test_kinds_do_not_repeat_in_a_round() -> None:
    s = room()
    seen = []
    for _ in range(ROUND):
        seen.append(s.question.kind)
        do(s, "answer", "1")
        do(s, "next")
    assert len(set(seen)) >= 8


def test_importing_adds_and_a_damaged_text_takes_nothing() -> None:
    s = room(progress_text=learnt(4).text())
    before = dict(s.progress.cards)
    assert before
    do(s, "import", text="{broken")
    assert s.progress.cards == before
    assert "Nothing you have learnt is lost" in page(s)
    do(s, "import", text=learnt(12).text())
    assert len(s.progress.cards) > len(before)


def test_a_damaged_store_is_told_and_kept() -> None:
    s = room(progress_text="{broken")
    assert "cannot be read" in page(s)
    assert s.damaged == "{broken"
    do(s, "answer", "1")
    assert Progress.read(TEACHING, s.progress_text).kinds
    assert s.damaged == "{broken"
    later = room(progress_text=s.progress_text, damaged=s.damaged)
    do(later, "keep")
    assert "{broken" in page(later)
    assert do(later, "forget")
    assert "{broken" not in page(later)


def test_the_page_decides_what_is_not_of_the_room() -> None:
    s = room()
    assert not do(s, "leave")
    assert not do(s, "new")
    assert not s.take(Message("hello"))
    for name, value in (("answer", "9"), ("answer", "x"), ("clause", "99"), ("edition", "z"), ("area", "nowhere")):
        do(s, name, value)
    assert s.results == []
    assert set(s.draw().marks) <= set(BOARD.index)
    assert set(s.draw().names) == set(BOARD.index)
    assert s.draw().badges == {}


def test_a_clause_can_be_asked_for() -> None:
    s = room()
    do(s, "practice", "9.961")
    assert "9.961" in s.question.numbers


def test_no_question_shows_its_answer_before_time() -> None:
    """What the panels say while a question is open has none of the explanation in it."""
    for kind in kinds(TEACHING):
        q = ask(TEACHING, kind, E, 2)
        assert q is not None
        s = room()
        s._put(q)
        assert q.why not in page(s)
        assert 'class="btn wide right"' not in page(s)


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_the_rule_book_opens_every_clause(edition: str) -> None:
    s = RulebookRoom(edition)
    for c in law.register().of(edition):
        do(s, "clause", c.number)
        shown = page(s)
        assert c.says in shown
        for twin in law.register().twins(c):
            assert twin.says in shown
        for key in c.switches:
            assert law.switches()[key].says in shown


def test_the_rule_book_finds_and_turns() -> None:
    s = RulebookRoom("chaosium")
    do(s, "lookup", "retreat")
    assert "10.7" in page(s)
    do(s, "lookup", "qqq")
    assert "Nothing found" in page(s)
    do(s, "clause", "10.7")
    assert 'data-do="lesson"' in page(s)
    do(s, "edition", E)
    assert s.open_clause is not None
    assert s.open_clause.edition == E
    for name in PAGES:
        do(s, "page", name)
        assert page(s)
    assert not do(s, "lesson", "map")
    assert not do(s, "leave")


def test_solved_steps_travel_with_what_was_practised() -> None:
    """A text holds the solved steps of the course; form 1, which had none, is still read; an unknown step is named."""
    p = Progress(TEACHING)
    p.solved = {"map/sea", "march/enemy"}
    assert Progress.read(TEACHING, p.text()).solved == p.solved
    other = Progress(TEACHING)
    other.solved = {"map/province"}
    other.merge(Progress.read(TEACHING, p.text()))
    assert other.solved == {"map/province", "map/sea", "march/enemy"}
    old = {"cards": {}, "kinds": {"reach": [1, 2]}}
    assert Progress.read(TEACHING, json.dumps({"elric-progress": 1, "checksum": checksum(old), **old})).kinds == {
        "reach": (1, 2)
    }
    bad = {"cards": {}, "kinds": {}, "solved": ["map/see"]}
    with pytest.raises(ProgressError, match="map/sea"):
        Progress.read(TEACHING, json.dumps({"elric-progress": 2, "checksum": checksum(bad), **bad}))


def test_every_clause_stands_in_what_you_know() -> None:
    """A tile for each clause of a chapter; those that were asked about are told from those that were not."""
    p = Progress(TEACHING)
    p.review("avalon-hill", "6.2", 3)
    chapter = next(c for c in p.chapters("avalon-hill") if c.number == "6")
    assert (chapter.asked, dict(chapter.clauses)["6.21"]) == (1, -1.0)
    assert 0 < dict(chapter.clauses)["6.2"] <= 1
    assert 0 < chapter.mastery < dict(chapter.clauses)["6.2"]
