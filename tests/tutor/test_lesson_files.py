"""Lesson files that are wrong are refused, each fault with its file, step and what was probably meant."""

from __future__ import annotations

import pytest

from elric.tutor.facts import GoalSituation, Reading
from elric.tutor.goals import FACTS, read_goal
from elric.tutor.lessons import LessonError, read_course, read_lesson
from elric.tutor.rehearsal import rehearse
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.teaching import TEACHING

FOLDER = TEACHING.lessons_folder

STEP = """
[[step]]
id = "{id}"
position = "west"
goal = "Take up Yishana."
success = {{ moving = "yishana" }}
solution = ["lead yishana"]
hints = ["one", "two", "three"]
after = "Done."
clauses = {{ chaosium = "7.2", avalon-hill = "6.2" }}
"""
GOOD = (
    """
key = "try"
title = "A try"
chapter = "Tries"
says = "Nothing much."
minutes = 3
[place.west]
nations = { jharkor = 0, pan-tang = 1 }
units = { jharkor_dhakos = ["yishana", "jharkor-army*2"] }
"""
    + STEP.format(id="one")
    + STEP.format(id="two")
    + STEP.format(id="three")
)


def problems(text: str) -> str:
    with pytest.raises(LessonError) as caught:
        read_lesson(TEACHING, text, "99-try.toml")
    return "\n".join(caught.value.problems)


def test_the_good_one_is_read() -> None:
    one = read_lesson(TEACHING, GOOD, "99-try.toml")
    assert [s.id for s in one.steps["chaosium"]] == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"yishana", "jharkor-army*2"', '"yishanna", "jharkor-army*2"', "there is no “yishanna”"),
        ("jharkor_dhakos", "jharkor_dakhos", "jharkor_dhakos"),
        ('"jharkor-army*2"', '"jharkor-army*20"', "asks for more"),
        ('chaosium = "7.2"', 'chaosium = "7.22"', "there is no clause “7.22” in Chaosium"),
        ('avalon-hill = "6.2"', 'avalon-hill = "6.999"', "there is no clause “6.999” in Avalon Hill"),
        ('moving = "yishana"', 'moving = "yishanna"', 'did you mean "yishana"'),
        ('moving = "yishana"', 'movin = "yishana"', "there is no fact “movin”"),
        ('moving = "yishana"', 'holds = ["yishana", "arkin"]', "there is no spell “arkin”"),
        ('"lead yishana"', '"leed yishana"', "there is no action “leed”"),
        ('"lead yishana"', '"lead yishanna"', "there is no piece “yishanna”"),
        ('["one", "two", "three"]', '["one", "two"]', "three rungs are wanted"),
        ('position = "west"', 'position = "west"\ncontinues = true', "needs one of position, continues or scenario"),
        ('position = "west"', "continues = true", "there is no step before"),
        ('position = "west"', 'position = "east"', "no place is called “east”"),
        ('position = "west"', 'position = "west"\nrules = "atari"', "rules: is chaosium or avalon-hill"),
        ('position = "west"', 'position = "west"\nallow = ["stepp *"]', "there is no action “stepp”"),
        ('position = "west"', 'position = "west"\ndraws = ["arkin"]', "there is no “arkin”"),
        ('position = "west"', 'position = "west"\ndice = [7]', "faces from 1 to 6"),
        ('position = "west"', 'position = "west"\nlook = ["dhakos"]', "there is no “dhakos”"),
        ('position = "west"', 'position = "west"\ncolour = "red"', "colour: is not known here"),
        ('id = "two"', 'id = "one"', "two steps are called “one”"),
        ("minutes = 3", "minutes = 90", "minutes"),
        ('title = "A try"', 'title = ""', "title: must be a text"),
        ('after = "Done."', 'after = ""', "after: must be a text"),
        ('key = "try"', 'key = "try', "99-try.toml"),
    ],
)
def test_a_fault_is_named(old: str, new: str, said: str) -> None:
    assert old in GOOD
    text = problems(GOOD.replace(old, new))
    assert said in text
    assert "99-try.toml" in text


def test_a_fault_names_its_step_and_edition() -> None:
    text = problems(GOOD.replace('chaosium = "7.2"', 'chaosium = "77"', 1))
    assert text == "99-try.toml, step one, chaosium, clauses: there is no clause “77” in Chaosium 1981"


def test_all_faults_are_told_at_once() -> None:
    text = problems(GOOD.replace('"lead yishana"', '"lead nobody"').replace('"7.2"', '"77"'))
    assert text.count("there is no clause “77”") == 3
    assert text.count("there is no piece “nobody”") == 6


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ('when = "stepp *"\nactions = ["halt"]\nsay = "No."\nclause = ["7.2", "6.2"]', "there is no action “stepp”"),
        ('when = "step *"\nactions = []\nsay = "No."\nclause = ["7.2", "6.2"]', "an example that triggers it"),
        ('when = "step *"\nactions = ["halt"]\nsay = ""\nclause = ["7.2", "6.2"]', "say: must be a text"),
        ('when = "step *"\nactions = ["halt"]\nsay = "No."\nclause = ["7.2"]', "a clause is a pair"),
        ('when = "step *"\nactions = ["halt"]\nsay = "No."\nclause = ["7.2", "6.2"]\nlook = ["x"]', "there is no “x”"),
        ('when = { did = 3 }\nactions = ["halt"]\nsay = "No."\nclause = ["7.2", "6.2"]', "a pattern is a text"),
    ],
)
def test_a_faulty_mistake_is_named(mistake: str, said: str) -> None:
    text = problems(GOOD + f"[[step.mistake]]\n{mistake}\n")
    assert said in text
    assert "mistake 1" in text


def test_a_question_needs_a_reply_for_each_answer() -> None:
    text = problems(GOOD + 'answers = ["a", "b"]\nright = 3\nreplies = ["x"]\n')
    assert "right: must be the number of an answer" in text
    assert "replies: one for each of the 2 answers" in text


def test_two_lessons_with_one_key() -> None:
    with pytest.raises(LessonError, match=r"“try” is taken by a\.toml"):
        read_course(TEACHING, [("a.toml", GOOD), ("b.toml", GOOD)])


def test_every_file_of_the_course_has_its_own_key() -> None:
    names = sorted(f.name for f in FOLDER.glob("*.toml"))
    texts = [(n, (FOLDER / n).read_text(encoding="utf-8")) for n in names]
    assert len(read_course(TEACHING, texts)) == len(names)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('success = { moving = "yishana" }', "success = { turn = 2 }", "the solution does not solve it"),
        ('success = { moving = "yishana" }', "success = { turn = 1 }", "solved before anything is done"),
        ('["lead yishana"]', '["lead yishana", "halt"]', "solved before the solution ends"),
        ('["lead yishana"]', '["halt", "lead yishana"]', "the solution is stopped at “halt”"),
        ('["lead yishana"]', '["lead yishana"]\nallow = ["end"]', "is answered 'not now'"),
        ('["lead yishana"]', '["lead yishana"]\nbefore = ["halt"]', "the position cannot be set up"),
    ],
)
def test_a_step_that_does_not_play_is_found(old: str, new: str, said: str) -> None:
    one = read_lesson(TEACHING, GOOD.replace(old, new, 1), "99-try.toml")
    faults = rehearse(one, "chaosium", 0)
    assert said in "\n".join(faults)
    assert all(line.startswith("99-try.toml, step one, chaosium") for line in faults)


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ('when = "end"\nactions = ["lead yishana"]\nsay = "No."\nclause = ["7.2", "6.2"]', "is answered"),
        (
            'when = "lead jagreen-lern"\nactions = ["lead jagreen-lern"]\nsay = "No."\nclause = ["10.6", "9.6"]',
            "cites 10.6, but the rules say",
        ),
        (
            'when = "end"\nactions = ["end"]\nsay = "No."\nclause = ["7.2", "6.2"]\npunish = ["halt"]',
            "the punishment cannot be played",
        ),
    ],
)
def test_a_mistake_that_does_not_play_is_found(mistake: str, said: str) -> None:
    one = read_lesson(TEACHING, GOOD + f"[[step.mistake]]\n{mistake}\n", "99-try.toml")
    assert said in "\n".join(rehearse(one, "chaosium", 2))


# ---- goals ----------------------------------------------------------------------------------------------------------

WEST = {
    "nations": {"jharkor": 0, "pan-tang": 1},
    "units": {"jharkor_dhakos": ["yishana", "jharkor-army*2", "jharkor-wizard"], "jharkor_gulf": ["jharkor-fleet-1"]},
    "hands": {"jharkor-wizard": ["arkyn"]},
    "lost": ["dharmit"],
    "balance": -3,
    "control": {"dharijor_gromoorva": 0},
}


@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        ({"unit_at": ["yishana", "jharkor_dhakos"]}, True),
        ({"unit_at": [["yishana", "jharkor-wizard"], "jharkor_dhakos"]}, True),
        ({"unit_at": ["yishana", "jharkor_sequa"]}, False),
        ({"armies_at": ["jharkor", "jharkor_dhakos", 2]}, True),
        ({"armies_at": ["jharkor", "jharkor_dhakos", 3]}, False),
        ({"aboard": ["yishana", "jharkor-fleet-1"]}, False),
        ({"ashore": "yishana"}, True),
        ({"moving": "yishana"}, False),
        ({"lost": "dharmit"}, True),
        ({"on_board": "dharmit"}, False),
        ({"owner": ["yishana", 0]}, True),
        ({"control": ["dharijor_gromoorva", 0]}, True),
        ({"control": ["vilmir_jadmar", "neutral"]}, True),
        ({"nation": ["pan-tang", 1]}, True),
        ({"holds": ["jharkor-wizard", "arkyn"]}, True),
        ({"phase": "movement"}, True),
        ({"step": "stack"}, False),
        ({"turn": 1}, True),
        ({"player": 0}, True),
        ({"seat": 1}, False),
        ({"balance": -3}, True),
        ({"balance": [-5, 0]}, True),
        ({"tipped": "no"}, True),
        ({"outcome": "any"}, False),
        ({"outcome": 0}, False),
        ({"event": "battle"}, False),
        ({"event": {"kind": "phase"}}, True),
        ({"did": "lead yishana"}, True),
        ({"did": "lead"}, True),
        ({"did": "halt"}, False),
        ({"refused": "step mt_*"}, True),
        ({"refused": {"action": "step mt_*", "clause": ["7.5.3", "6.53"]}}, True),
        ({"refused": {"action": "step mt_*", "clause": ["7.2", "6.2"]}}, False),
        ({"chosen": "jharkor_sequa"}, True),
        ({"answered": 2}, True),
        ([{"turn": 1}, {"player": 0}], True),
        ({"all": [{"turn": 1}, {"player": 1}]}, False),
        ({"any": [{"turn": 2}, {"player": 0}]}, True),
        ({"not": {"turn": 2}}, True),
    ],
)
def test_facts_are_looked_up_in_the_engine(goal: object, holds: bool) -> None:
    reading = Reading(TEACHING.vocabulary)
    test = read_goal("here", goal, reading)
    assert reading.found == []
    seen = GoalSituation(
        Game.at(WEST, leaderless=True),
        did=["lead yishana"],
        refused=[("step mt_xanyaw", (("7.5.3", "6.53"),))],
        chosen=["jharkor_sequa"],
        answer=2,
    )
    assert test(seen) is holds


def test_every_fact_refuses_what_it_cannot_read() -> None:
    for fact in {**FACTS, **TEACHING.vocabulary.facts}:
        reading = Reading(TEACHING.vocabulary)
        read_goal("here", {fact: [None, None, None, None]}, reading)
        assert reading.found, fact
        assert all(line.startswith(f"here, {fact}") for line in reading.found), reading.found


@pytest.mark.parametrize("goal", [[], {}, {"turn": 1, "player": 0}, "turn", 3, None])
def test_a_goal_has_one_key(goal: object) -> None:
    reading = Reading(TEACHING.vocabulary)
    read_goal("here", goal, reading)
    assert reading.found
