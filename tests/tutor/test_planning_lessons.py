"""The figures that the lessons in planning say are those of the rules' own tables."""

from __future__ import annotations

import pytest

from elric.lab.say import percent
from elric.tutor.lessons import lessons
from elric.young_kingdoms.planning.aims import force, take
from elric.young_kingdoms.teaching import TEACHING

CHAPTER = "Planning"
WON = [("aim", 11, 8), ("gather", 7, 9), ("when", 10, 14), ("spend", 10, 9), ("spend", 12, 9)]
FALLS = [("gather", 20, 6, 3), ("gather", 24, 6, 3), ("home", 14, 0, 5)]
NEVER = [("gather", 14, 6, 3), ("home", 14, 1, 5), ("when", 10, 9, 5)]


def told(key: str) -> str:
    return " ".join(
        text
        for step in lessons(TEACHING)[key].steps["chaosium"]
        for text in (step.tell, step.goal, *step.answers, *step.replies, *step.hints, step.after, step.failed)
    )


def figure(chance: float) -> str:
    return percent(chance).replace("%", " %")


@pytest.mark.parametrize(("key", "mine", "theirs"), WON)
def test_how_often_a_battle_is_won_is_said_as_it_is(key: str, mine: int, theirs: int) -> None:
    """[10.4], [10.6] / 9.4, 9.6: two dice, the higher total wins."""
    assert figure(force(mine - theirs)).removesuffix(" %") in told(key)


@pytest.mark.parametrize(("key", "mine", "theirs", "wall"), FALLS)
def test_how_often_a_city_falls_is_said_as_it_is(key: str, mine: int, theirs: int, wall: int) -> None:
    """[7.5.2] / 6.52: when the losses eat up its defenders and the wall."""
    assert figure(take(mine, theirs, wall)) in told(key)


@pytest.mark.parametrize(("key", "mine", "theirs", "wall"), NEVER)
def test_what_never_falls_at_one_blow(key: str, mine: int, theirs: int, wall: int) -> None:
    """[7.5.2] / 6.52."""
    assert take(mine, theirs, wall) == 0
    assert "never" in told(key).lower()


def test_there_are_five() -> None:
    assert sum(one.chapter == CHAPTER for one in lessons(TEACHING).values()) == 5
