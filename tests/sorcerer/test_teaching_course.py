"""The course of Sorcerer: every step by its own solution, every wrong move, every rule taught, every figure the rules' own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elric.sorcerer.combat.joint import clash_in
from elric.sorcerer.combat.strength import attack, defence, total
from elric.sorcerer.components import law
from elric.sorcerer.components.board import BOARD, INDEX
from elric.sorcerer.components.colors import LINE_NAMES, NAMES, VALUE, dominated_colors, line
from elric.sorcerer.components.table import FIRST, LAST, column, result
from elric.sorcerer.components.units import ALLOWANCE, BY_ID, DEMON, DRAGON, KIND, SORCERER, STRENGTH, TROLL
from elric.sorcerer.magic import bolts, conversion
from elric.sorcerer.magic.conjuring import PRICE
from elric.sorcerer.movement.prices import exit_price, points_to_spend
from elric.sorcerer.position.state import force
from elric.sorcerer.teaching import TEACHING
from elric.sorcerer.turn.points import holder, score
from elric.tutor.classroom import Classroom, stage
from elric.tutor.lessons import WrittenLesson, chapters, clauses_taught, lessons
from elric.tutor.rehearsal import rehearse

from .field import COLOR, at, name, ones
from .field import one as a_hex

EDITION = law.EDITION
COURSE = lessons(TEACHING)
BY_KEY = pytest.mark.parametrize("lesson", COURSE.values(), ids=COURSE)
BLUE, GREEN, YELLOW, ORANGE, RED = (COLOR[word] for word in ("blue", "green", "yellow", "orange", "red"))


@BY_KEY
def test_every_step_plays_as_it_says(lesson: WrittenLesson) -> None:
    """By its solution, with its hints, each listed mistake and its punishment; and again after it has been shown."""
    assert [fault for at in range(len(lesson.steps[EDITION])) for fault in rehearse(lesson, EDITION, at)] == []


@BY_KEY
def test_a_wrong_move_is_answered_and_the_step_can_still_be_solved(lesson: WrittenLesson) -> None:
    """Whatever else is tried: a wrong answer, a wrong place, an action that is not in the solution."""
    rng = Random(lesson.key)
    for k, step in enumerate(lesson.steps[EDITION]):
        room = Classroom(lesson, EDITION, k)
        if step.kind == "question":
            wrong = [f"answer {n}" for n in range(1, len(step.answers) + 1) if n != step.right]
        elif step.kind == "look":
            wrong = [f"look {h}" for h in ("0101", "2325") if h not in step.find]
        else:
            others = [str(a) for a in room.own.legal_actions() if str(a) not in step.solution]
            wrong = [*rng.sample(others, min(3, len(others))), "step 0101", "bolt 2325 blue side-2"]
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
    assert len(COURSE) >= 30
    assert sum(len(one.steps[EDITION]) for one in COURSE.values()) >= 140
    assert all(one.minutes <= 10 for one in COURSE.values())
    order = list(COURSE)
    assert order[:3] == ["land", "circle", "value"]
    assert order.index("tour") < order.index("tide") < order.index("bolts") < order.index("rivalry")
    assert sum(map(len, chapters(TEACHING).values())) == len(COURSE)
    assert next(iter(chapters(TEACHING))) == "The land"


def test_every_rule_has_a_lesson_step() -> None:
    """Rules, optional ones and parts of the game; only stories, examples and notes have none."""
    untaught = [n for n, steps in clauses_taught(TEACHING)[EDITION].items() if not steps]
    assert {law.register().get(EDITION, n).kind for n in untaught} <= {"background"}


def test_hints_climb_and_do_not_repeat() -> None:
    for one in COURSE.values():
        for step in one.steps[EDITION]:
            assert len(set(step.hints)) == 3, f"{one.key}/{step.id}"


# ---- the figures that answers name -------------------------------------------------------------------------------------


def game(place: str) -> Any:
    """The position of a step ("land/number")."""
    key, _, name_ = place.partition("/")
    lesson = COURSE[key]
    return stage(lesson, EDITION, next(k for k, step in enumerate(lesson.steps[EDITION]) if step.id == name_))


def right(place: str) -> str:
    key, _, name_ = place.partition("/")
    step = next(step for step in COURSE[key].steps[EDITION] if step.id == name_)
    return step.answers[step.right - 1]


def worth(g: Any, where: str, side: int, lead: int = -2) -> int:
    """What a side defends with in a hex."""
    h = INDEX[where]
    found = [u for u in force(g.state, side, h) if u in ones_of(SORCERER)]
    return defence(g.state, side, h, lead if lead > -2 else next(iter(found), -1)).sum


def ones_of(kind: int) -> set[int]:
    """The counters of a kind."""
    return {u for u, k in enumerate(KIND) if k == kind}


def lone(word: str, ground: str, *with_: str) -> int:
    """What some counters are worth on a ground, the first of them leading."""
    g = at({a_hex(ground): [f"{w}@1" for w in (word, *with_)]})
    units = tuple(BY_ID[w.rstrip("-")] for w in (word, *with_))
    return total(g.state, units, INDEX[a_hex(ground)], units[0] if KIND[units[0]] == SORCERER else -1).sum


def price(word: str, ground: str) -> int:
    g = game("value/leave")
    u = BY_ID[word]
    h = next(k for k in range(len(g.state.ground)) if NAMES[g.state.ground[k]] == ground)
    return exit_price(g.state, u, h, (u,))


FIGURES = {
    "value/home": lambda: VALUE[BLUE][BLUE],
    "value/down": lambda: VALUE[BLUE][ORANGE],
    "points/purse": lambda: ALLOWANCE[BY_ID["sorcerer-blue-1"]][0] - PRICE[TROLL] - bolts.PRICE,
    "first-fight/theirs": lambda: worth(game("first-fight/theirs"), "0615", 3),
    "first-fight/ours": lambda: worth(game("first-fight/ours"), "0615", 0),
    "first-fight/neutral": lambda: clash_in(game("first-fight/neutral").state, 0, INDEX["0615"], 3, ()).differential,
    "gray/troll": lambda: worth(game("gray/troll"), "1016", 5),
    "gray/sorcerer": lambda: worth(game("gray/sorcerer"), "1016", 0),
    "color-once/once": lambda: worth(game("color-once/once"), "0607", 1),
    "color-once/alone": lambda: worth(game("color-once/alone"), "0611", 1),
    "color-once/white": lambda: worth(game("color-once/white"), "0810", 1),
    "color-once/people": lambda: lone("blue-infantry-1", "blue"),
    "lines/column": lambda: column(4, LINE_NAMES.index("Poor")),
    "ground/theirs": lambda: column(*_column("ground/theirs", "0813")),
    "ground/better-than-best": lambda: column(VALUE[BLUE][GREEN] - VALUE[YELLOW][GREEN], line(BLUE, YELLOW)),
    "stack/cap": lambda: _added("stack/cap", "1413"),
    "stack/alone": lambda: worth(game("stack/alone"), "1413", 0),
    "stack/people": lambda: worth(game("stack/people"), "1413", 0),
    "stack/wrong-color": lambda: worth(game("stack/wrong-color"), "1413", 0),
    "joined/sum": lambda: 5 + STRENGTH[BY_ID["sorcerer-blue-green-yellow"]][0] + STRENGTH[BY_ID["sorcerer-blue-1"]][0],
    "fortress/strike": lambda: attack(game("fortress/strike").state, 0, INDEX["2016"], -1).sum,
    "victory/white-city": lambda: 5 * score(game("victory/white-city").state, 0).white_cities + 5,
    "flux/gray-hex": lambda: total(game("flux/gray-hex").state, (BY_ID["blue-troll-1"],), INDEX["0611"], -1).sum,
    "shir/fight": lambda: lone("sorcerer-black", "red"),
}


def _column(place: str, where: str) -> tuple[int, int]:
    clash = clash_in(game(place).state, 0, INDEX[where], 1, ())
    return clash.differential, clash.line


def _added(place: str, where: str) -> int:
    g = game(place)
    h = INDEX[where]
    units = force(g.state, 0, h)
    lead = next(u for u in units if u in ones_of(SORCERER))
    return next(row.adds for row in total(g.state, units, h, lead).lines if row.clause == "12.11")


@pytest.mark.parametrize("place", FIGURES)
def test_a_figure_that_is_the_answer_is_the_rules_own(place: str) -> None:
    """Reckoned on the very position of the step."""
    assert right(place).rstrip(".") == str(FIGURES[place]())


def test_every_answer_that_is_a_number_is_reckoned() -> None:
    """No step with a number for its answer is left out above."""
    numbers = {
        f"{one.key}/{step.id}" for one in COURSE.values() for step in one.steps[EDITION]
        if step.kind == "question" and step.answers[step.right - 1].rstrip(".").lstrip("-").isdigit()
    }  # fmt: skip
    assert numbers == set(FIGURES)


def test_answers_in_words_are_the_rules_own() -> None:
    """What the other questions say of colors, prices and the table."""
    assert dominated_colors(1 << BLUE) == 1 << GREEN
    assert dominated_colors(1 << COLOR["purple"]) == 1 << BLUE
    assert (LINE_NAMES[line(BLUE, YELLOW)], LINE_NAMES[line(RED, GREEN)]) == ("Good", "Inferior")
    assert [price("blue-troll-1", ground) for ground in ("orange", "purple", "blue")] == [3, 1, 6]
    assert ALLOWANCE[BY_ID["blue-troll-1"]][0] == 3
    assert column(12, LINE_NAMES.index("Best")) == LAST == 13
    assert ALLOWANCE[BY_ID["yellow-dragon-1"]][0] - VALUE[YELLOW][YELLOW] + 1 == 10
    assert ALLOWANCE[BY_ID["sorcerer-blue-1"]][0] // bolts.PRICE == 3
    assert conversion.PRICE == ALLOWANCE[BY_ID["sorcerer-blue-1"]][0] == 15
    assert (PRICE[DRAGON], PRICE[DEMON], PRICE[TROLL]) == (3, 5, 7)
    assert holder(game("victory/control").state, INDEX["0711"]) == 0
    assert [result(-1, 0, die) > 0 for die in (1, 2)] == [True, False]
    assert [result(1, 0, die) > 0 for die in (1, 2, 3)] == [True, True, False]
    best = LINE_NAMES.index("Best")
    assert [result(0, best, die) for die in range(1, 7)] == [2, 2, 2, 1, 1, 1]  # a Seal without points
    assert [result(-1, best, die) for die in range(1, 7)] == [2, 1, 1, 1, -1, -1]  # a spell of the first order
    assert {result(-8, best, die) for die in range(1, 7)} == {0}
    assert column(-8, best) == FIRST
    assert BOARD.printed_white.bit_count() == 24


def test_a_look_at_a_white_hex_finds_each_of_them() -> None:
    step = next(step for step in COURSE["land"].steps[EDITION] if step.id == "white")
    assert set(step.find) == {name(h) for h in ones(BOARD.printed_white)}
    assert points_to_spend(game("walk/leave").state, BY_ID["blue-infantry-1"]) == 3
