"""Practice of White Bear and Red Moon: every kind makes questions, the engine grades them, every rule is asked about."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from random import Random

import pytest

from elric.dragon_pass.combat.table import COLUMNS, column, result
from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.teaching import TEACHING
from elric.dragon_pass.teaching.question_kinds import battles
from elric.dragon_pass.teaching.question_kinds.judged import plain_title
from elric.tutor.progress import Progress
from elric.tutor.questions import ask, clauses_asked, kinds_by_clause

EDITION = law.EDITION
OWN = TEACHING.kinds()
SEEDS = range(5)
NOTES = {"70.1", "70.2", "70.3", "70.4", "28.7"}  # suggestions to the players, and a gift before the game


@pytest.mark.parametrize("key", OWN)
def test_a_kind_asks_and_knows_the_answer(key: str) -> None:
    """Answers differ, one is right, each wrong one says what is mistaken; the same seed asks the same again."""
    asked = [q for seed in SEEDS if (q := ask(TEACHING, key, EDITION, seed)) is not None]
    assert asked
    for q in asked:
        assert 2 <= len(q.answers) == len(set(q.answers)) <= 4
        assert q.misconceptions[q.right] == ""
        assert all(m for k, m in enumerate(q.misconceptions) if k != q.right)
        assert q.text
        assert q.why
        assert all(number in {c.number for c in law.register()} for number in q.numbers)
    again = ask(TEACHING, key, EDITION, asked[0].seed)
    assert again is not None
    assert (again.text, again.answers, again.right) == (asked[0].text, asked[0].answers, asked[0].right)


def test_every_rule_is_asked_about_by_judging() -> None:
    """A kind of the game's own rests on every rule; the course asks for it to be done besides."""
    judged, able = kinds_by_clause(TEACHING, EDITION), clauses_asked(TEACHING)[EDITION]
    rules = {c.number for c in law.register() if c.kind in ("rule", "optional")}
    assert rules - set(judged) == NOTES
    assert rules <= set(able)


def test_odds_and_results_are_the_engines() -> None:
    for seed in range(20):
        q = ask(TEACHING, "odds", EDITION, seed)
        if q is not None:
            which = column(q.facts["attack"], q.facts["defence"])
            assert q.answers[q.right].startswith(COLUMNS[which])
            assert Fraction(q.facts["attack"], q.facts["defence"]) > 0
        q = ask(TEACHING, "table", EDITION, seed)
        if q is not None:
            assert result(q.facts["column"], q.facts["die"]) in q.why


def test_lands_are_the_boards() -> None:
    for seed in range(10):
        q = ask(TEACHING, "lands", EDITION, seed)
        assert q is not None
        assert q.answers[q.right] == BOARD.land_names[BOARD.land[q.facts["hex"]]]


def test_what_was_missed_comes_back_sooner() -> None:
    """Spaced repetition works on these clauses as on any: a wrong answer is due before a right one."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    progress = Progress(TEACHING)
    right, wrong = ask(TEACHING, "odds", EDITION, 1), ask(TEACHING, "sally", EDITION, 1)
    assert right is not None
    assert wrong is not None
    assert progress.answer(right, right.right, 5.0, now)
    assert not progress.answer(wrong, (wrong.right + 1) % len(wrong.answers), 5.0, now)
    due = progress.due(EDITION, now + timedelta(minutes=30))
    assert set(wrong.numbers[:1]) <= set(due)
    assert not set(right.numbers[:1]) & set(due)
    assert Progress.read(TEACHING, progress.text()).text() == progress.text()


def test_what_becomes_of_somebody_is_explained_by_what_happened() -> None:
    """The explanation begins with the story of the deed, and the rule follows."""
    made = [q for seed in range(1, 12) if (q := ask(TEACHING, "rule-25.3", "1976", seed)) is not None]
    fates = [q for q in made if "What becomes of" in q.text]
    assert fates
    for q in fates:
        told, _, rule = q.why.partition(" The rule “")
        assert rule
        assert told
        assert not told.startswith("The rule")


@pytest.mark.parametrize(
    ("clause", "fates"),
    [
        ("42.5", {"halved", "nothing"}),
        ("42.6", {"bound", "nothing"}),
        ("42.7", {"lost"}),
        ("42.8", set()),
        ("46.1", set()),
    ],
)
def test_nobody_is_asked_what_another_clause_decides(clause: str, fates: set[str]) -> None:
    """One earthquake halves, binds and kills, each by a clause of its own, and what it does to rivers becomes of nobody."""
    said = {
        "It is halved, and can still march.": "halved",
        "It is bound: it neither marches nor attacks.": "bound",
        "It is lost.": "lost",
        "Nothing.": "nothing",
    }
    made = [q for seed in range(25) if (q := ask(TEACHING, f"rule-{clause}", EDITION, seed)) is not None]
    assert made
    assert {said[q.answers[q.right]] for q in made if "What becomes of" in q.text} <= fates
    for q in made:
        if q.answers[q.right] == "Yes":
            assert q.numbers == (clause,)


def test_what_a_rule_says_is_said_in_whole_sentences() -> None:
    """Clauses spell factors out, and each begins with a capital and ends with a full stop."""
    for c in law.register():
        assert not re.search(r"\b(MF|CF|MgF|RF)\b", c.says), c
        assert re.match(r"[A-Z].*[.]$", c.says), c


def test_ground_is_asked_about_whoever_stands_there() -> None:
    """The counter that stands idle far away is none of those in the battle."""
    for seed in range(400):
        assert battles.ground(Random(seed), EDITION) is not None


@pytest.mark.parametrize(
    ("clause", "units", "told"),
    [
        ("25.3", ("Whipstock", "Starkin"), "It is caught"),
        ("28.6", ("Scouts 1",), "It leaves the board for a time"),
        ("38.7", ("Dragon 1", "Dragon 2"), "It leaves the board, and does not lie among the dead"),
    ],
)
def test_who_is_off_the_board_but_not_dead_is_not_lost(clause: str, units: tuple[str, ...], told: str) -> None:
    """Under the Sylphs, on the way as an emissary, gone home from a cancelled Dragonfight: practice calls none of these lost."""
    asked = set()
    for seed in range(1, 60):
        q = ask(TEACHING, f"rule-{clause}", EDITION, seed)
        for unit in units:
            if q is not None and f"What becomes of {unit}, in " in q.text:
                assert q.answers[q.right].startswith(told)
                asked.add(unit)
    assert asked == set(units)


def test_a_heading_is_told_apart_from_every_other() -> None:
    """Of a heading such as “Flood: others” both halves are told: the second alone stands in more than one chapter."""
    titles = {c.title for c in law.register()}
    assert len({plain_title(title) for title in titles}) == len(titles)
