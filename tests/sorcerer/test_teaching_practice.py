"""Practice of Sorcerer: every kind makes questions, the rules grade them, every rule is asked about."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from elric.sorcerer.components import law
from elric.sorcerer.components.colors import LINE_NAMES, NAMES, VALUE, dominated_colors, line
from elric.sorcerer.teaching import TEACHING
from elric.tutor.progress import Progress
from elric.tutor.question import Question
from elric.tutor.questions import ask, clauses_asked, kinds_by_clause

EDITION = law.EDITION
OWN = TEACHING.kinds()
SEEDS = range(8)
CHAPTERS = ("5.", "6.", "7.", "8.", "9.", "10.", "11.", "12.", "13.", "14.", "15.", "17.", "18.", "19.")


def asked(key: str, seeds: range = SEEDS) -> list[Question]:
    return [q for seed in seeds if (q := ask(TEACHING, key, EDITION, seed)) is not None]


@pytest.mark.parametrize("key", OWN)
def test_a_kind_asks_and_knows_the_answer(key: str) -> None:
    """Answers differ, one is right, each wrong one says what is mistaken; the same seed asks the same again."""
    found = asked(key)
    assert len(found) >= len(SEEDS) - 2
    for q in found:
        assert 2 <= len(q.answers) == len(set(q.answers)) <= 4
        assert q.misconceptions[q.right] == ""
        assert all(m for k, m in enumerate(q.misconceptions) if k != q.right)
        assert "{" not in q.text + q.why + "".join(q.misconceptions)
        for text in (q.text, q.why, *filter(None, q.misconceptions)):
            assert re.search(r"[.?!]”?$", text), text
            assert text[0].isupper() or text[0] in "“0123456789-+", text
            assert not re.search(r"  |\.\.| [,.;]|,,|\bthe the\b|\ba [AEIO]|\b[Pp]layer \d|\bnowhere\b", text), text
        assert q.numbers
        assert all(number in {c.number for c in law.register()} for number in q.numbers)
    again = ask(TEACHING, key, EDITION, 0)
    assert again is not None
    first = ask(TEACHING, key, EDITION, 0)
    assert first is not None
    assert (again.text, again.answers, again.right) == (first.text, first.answers, first.right)


@pytest.mark.parametrize("key", [key for key in OWN if key.startswith(("may-", "judge-"))])
def test_yes_and_no_both_come_up_and_are_the_verdict(key: str) -> None:
    """A no is one that the rules refuse, with their own reasons."""
    found = asked(key, range(60))
    assert {q.answers[q.right] for q in found} == {"Yes", "No"}


def test_every_chapter_is_asked_about_by_a_kind_of_its_own() -> None:
    known = set(kinds_by_clause(TEACHING, EDITION))
    assert all(any(number.startswith(chapter) for number in known) for chapter in CHAPTERS)
    rules = {c.number for c in law.register() if c.kind in ("rule", "optional")}
    assert rules <= set(clauses_asked(TEACHING)[EDITION])


# ---- reckoned again by hand ----------------------------------------------------------------------------------------------


def colors_in(text: str) -> list[int]:
    return [
        NAMES.index(word.lower()) for word in re.findall(r"\b(Blue|Green|Yellow|Orange|Red|Purple|White|Gray)\b", text)
    ]


def test_colors_are_the_circle() -> None:
    """The color value, the line and dominance, from the sentence of the question alone."""
    for q in asked("value", range(20)):
        unit, there = colors_in(q.text)
        assert q.answers[q.right] == str(VALUE[unit][there])
    for q in asked("the-line", range(20)):
        assert q.answers[q.right] == LINE_NAMES[line(*colors_in(q.text))]
    for q in asked("dominates", range(20)):
        (color,), (answer,) = colors_in(q.text), colors_in(q.answers[q.right])
        pair = (color, answer) if "does" in q.text else (answer, color)
        assert dominated_colors(1 << pair[0]) == 1 << pair[1]


def test_points_left_are_what_the_deeds_cost() -> None:
    cost = {
        "air dragon": 3,
        "demonic": 5,
        "troll": 7,
        "Bolt": 5,
        "vortex": 5,
        "walks": 2,
        "restores": 2,
        "takes off": 3,
        "teleports": 1,
    }
    for q in asked("purse", range(20)):
        spent = sum(points for word, points in cost.items() if word in q.text)
        assert q.answers[q.right] == str(15 - spent)


def test_points_at_the_end_add_up() -> None:
    for q in asked("points", range(20)):
        worth = {"converted": 5, "Gray cit": 3, "infantry": 3, "fortress": 15}
        found = sum(
            int(n) * points for word, points in worth.items() for n in re.findall(rf"(\d+) \S* ?{word}", q.text)
        )
        assert q.answers[q.right] == str(found + 5 * ("a White city" in q.text)), q.text


def test_the_first_player_has_the_color_of_the_die() -> None:
    players = {"Cire": "Blue Orange", "Lume": "Green Red", "Gorm": "Yellow Purple"}
    for q in asked("order", range(30)):
        if "moves first" in q.text:
            color = re.search(r"shows \d, (\w+)\.", q.text)
            assert color is not None
            assert color[1] in players[q.answers[q.right].rstrip(".")]


def test_what_was_missed_comes_back_sooner() -> None:
    """A wrong answer is due before a right one, on these clauses as on any."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    progress = Progress(TEACHING)
    right, wrong = ask(TEACHING, "value", EDITION, 1), ask(TEACHING, "struck", EDITION, 1)
    assert right is not None
    assert wrong is not None
    assert progress.answer(right, right.right, 5.0, now)
    assert not progress.answer(wrong, (wrong.right + 1) % len(wrong.answers), 5.0, now)
    due = progress.due(EDITION, now + timedelta(minutes=30))
    assert set(wrong.numbers[:1]) <= set(due)
    assert not set(right.numbers[:1]) & set(due)
    assert Progress.read(TEACHING, progress.text()).text() == progress.text()


def test_what_a_rule_says_is_said_in_whole_sentences() -> None:
    """Each begins with a capital and ends with a full stop."""
    for c in law.register():
        assert re.match(r"[A-Z].*[.]$", c.says), c
