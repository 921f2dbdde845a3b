"""The toy game through the tutor: what every game that hands over a `Teaching` can rely on."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import Random

import pytest

from elric import games
from elric.app.cli import main
from elric.kernel.game import Game
from elric.tutor.classroom import Classroom
from elric.tutor.definition import Teaching
from elric.tutor.facts import Vocabulary
from elric.tutor.lessons import LessonError, chapters, clauses_taught, lessons, read_course
from elric.tutor.progress import Progress, ProgressError
from elric.tutor.questions import about, ask, clauses_asked, kinds
from elric.tutor.rehearsal import rehearse
from tests.hilltop.test_rules import FACE_TO_FACE, TOY, random_game
from tests.toy.definition import HEXES

TEACHING: Teaching = games.teaching("tests.toy")
LESSON = lessons(TEACHING)["hill"]
E = "first"


def room(at: int) -> Classroom:
    return Classroom(LESSON, E, at)


def test_the_lesson_plays_as_it_says() -> None:
    """Solutions, hints, mistakes with their punishment, and being shown: the neutral rehearsal finds nothing wrong."""
    assert [s.kind for s in LESSON.steps[E]] == ["look", "do", "do"]
    assert [fault for at in range(3) for fault in rehearse(LESSON, E, at)] == []
    assert chapters(TEACHING) == {"All there is": [LESSON]}
    assert clauses_taught(TEACHING)[E]["4"] == ["hill/fight"]


def test_the_lesson_is_taken_from_end_to_end() -> None:
    one = room(0)
    for step in one.steps:
        for text in step.solution:
            one.try_(text)
        assert one.done, one.feedback
        one.next()
    assert one.finished


def test_a_mistake_is_shown_to_its_end_and_taken_back() -> None:
    one = room(1)
    before = one.own.position()
    said = one.try_("end")
    assert (said.kind, said.words, said.clauses) == ("mistake", "Blue goes there first.", ("6",))
    assert one.showing is not None
    one.showing.to_the_end()
    assert one.showing.shown[-1].did == "March from 0503 to the hill"
    assert one.game.state.piles != one.own.state.piles
    one.take_back()
    assert one.game.position() == before
    one.try_("march 0303 0403")
    assert one.done


def test_a_refusal_gives_the_rules_reasons() -> None:
    one = room(1)
    said = one.try_("march 0303 0503")
    assert said.kind == "refused"
    assert said.words == "Too far, and somebody is there."
    assert {r.clause for r in said.reasons} == {("2",)}
    assert one.seen.refused == [("march 0303 0503", (("2",), ("2",)))]
    for nonsense in ("fly 0303", "7: press", "1: press", "", "look nowhere", "answer 3"):
        assert room(1).try_(nonsense).kind in ("not now", "", "refused")


def test_hints_climb_and_what_is_shown_goes_aside() -> None:
    one = room(2)
    assert [one.hint() for _ in range(4)] == [*one.step.hints, one.step.hints[2]]
    one.show()
    assert one.set_aside
    assert one.showing is not None
    one.showing.to_the_end()
    assert [x.did for x in one.showing.shown] == ["From the hill attack 0503", "Press", "Hold"]
    assert one.own.state.piles != one.game.state.piles
    assert not one.done


def test_what_is_spoilt_is_begun_again() -> None:
    """Blue presses while Red holds and so falls back, which the step does not want: it is shown aside, and begins again."""
    one = room(2)
    for text in ("attack 0403 0503", "hold", "1: press"):
        assert one.try_(text).kind == ""
    assert not one.done
    said = one.try_(one.own.definition.notation.text(one.own.legal_actions()[0]))
    assert (said.kind, said.words) == ("mistake", one.step.failed)
    assert one.set_aside
    one.take_back()
    for text in one.step.solution:
        one.try_(text)
    assert one.done


def test_the_coach_recommends_what_is_legal() -> None:
    for seed in range(12):
        g = random_game(seed, until=4 * seed)
        said = TEACHING.advice(g)
        if g.seat is None:
            assert said is None
            continue
        assert said is not None
        (action,) = said.actions
        assert said.tip == f"Try this: {TEACHING.phrase(action)}."
        assert action in g.legal_actions()
        assert set(said.clauses) <= {c.number for c in g.definition.register()}
        before = g.save()
        for scene in TEACHING.example(g, seed):
            assert scene.words
        for doubt in TEACHING.doubts(g):
            assert doubt.reasons
        assert g.save() == before


def test_the_coach_gives_the_odds_of_the_lab_and_the_best_first() -> None:
    """A line is the lab's own sentence; where somebody takes part who lies below another, the lab would guess and the coach
    is silent."""
    assert TEACHING.advice(TOY.at(FACE_TO_FACE)).risks == ()  # type: ignore[union-attr]
    piles = {"0403": ["red-4", "red-1"], "0503": ["blue-1"], "0404": ["blue-4"]}
    g = TOY.at({"phase": "fight", "stacks": piles})
    said = TEACHING.advice(g)
    assert said is not None
    assert [risk.area for risk in said.risks] == ["0503", "0404"]
    lab = {HEXES.names[f.opens.args[1]]: f for f in games.lab("tests.toy").battles(g, 0)}
    for risk in said.risks:
        assert risk.words == f"{lab[risk.area].title}: {lab[risk.area].answer().says}"
    assert [g.definition.notation.text(a) for a in said.actions] == ["attack 0403 0503"]


def test_a_card_tells_what_the_view_may_know() -> None:
    view = TOY.at(FACE_TO_FACE).view(0)
    assert TEACHING.what("unit:red-1", view) is not None
    assert TEACHING.what("unit:blue-3", view) is not None
    assert TEACHING.what("unit:blue-2", view) is None  # below another one


def test_questions_and_progress() -> None:
    """Its own kind, its lesson asked again, and what the rules say, which every rule book can be asked; what is learnt is
    kept as text."""
    assert list(kinds(TEACHING)) == ["stack-strength", "lesson-hill", "which-rule"]
    able = clauses_asked(TEACHING)[E]
    assert set(able) == {c.number for c in TEACHING.definition.register().of(E)}
    assert {kind for kinds_ in able.values() for kind in kinds_} <= set(kinds(TEACHING))
    own, rule = ask(TEACHING, "stack-strength", E, 1), about(TEACHING, E, "2", 1)
    assert own is not None
    assert rule is not None
    assert own.answers[own.right] == "5"
    assert rule.kind == "lesson-hill"
    assert rule.numbers[0] == "2"
    p, now = Progress(TEACHING), datetime(2030, 1, 1, tzinfo=UTC)
    for k in range(6):
        q = p.next_question(E, k, now)
        p.answer(q, q.right, 5, now)
    p.solved = {"hill/see"}
    kept = p.text()
    assert "toy-progress" in kept
    again = Progress.read(TEACHING, kept)
    assert (again.cards, again.solved) == (p.cards, p.solved)
    with pytest.raises(ProgressError, match="elric-progress"):
        Progress.read(games.teaching("elric"), kept)


def test_faults_of_a_lesson_file_are_told_at_once() -> None:
    folder = TEACHING.lessons_folder
    assert folder is not None
    text = (folder / "01-hill.toml").read_text(encoding="utf-8")
    for old, new in (('"red-1", "0403"', '"red-9", "0403"'), ('luck = ["5"]', 'luck = ["six"]'), ('"2 3"', '"2 33"'),
                     ("to_hex", "to_hill"), ("press", "pres"), ("0303 = [", "0399 = [")):  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(LessonError) as caught:
        read_course(TEACHING, [("01-hill.toml", text)])
    said = "\n".join(caught.value.problems)
    for fault in (
        "no counter “red-9”",
        "not 'six'",
        "no clause “33”",
        "“to_hill” is nothing",
        "no action “pres”",
        "0399",
    ):
        assert fault in said, said


class Bare(Teaching):
    """A game that hands over nothing to teach with."""

    game = TOY
    vocabulary = Vocabulary(TOY.definition)


def test_what_is_missing_closes_its_own_door_only() -> None:
    bare, g = Bare(), TOY("hill")
    assert lessons(bare) == {}
    assert bare.advice(g) is None
    assert bare.example(g, 1) == []
    assert bare.doubts(g) == []
    assert bare.what("unit:red-1", g.view()) is None
    assert list(bare.glossary.marked("A stack.", set())) == [("A stack.", None)]
    assert bare.quick_reference(E) == ""
    assert list(kinds(bare)) == ["which-rule"]
    assert Progress(bare).next_question(E, 3).kind == "which-rule"
    assert bare.phrase(g.legal_actions()[0]) == "March from 0102 to 0101"  # in the words of the rules


def test_random_learners_always_find_back() -> None:
    for seed in range(30):
        rng = Random(seed)
        one = room(rng.randrange(1, 3))
        for _ in range(6):
            g: Game = one.own
            legal = [g.definition.notation.text(a) for a in g.legal_actions()]
            one.try_(rng.choice([*legal, *one.step.solution, "march 0102 0103"]))
        for _ in range(12):
            one.take_back()
        for text in one.step.solution:
            one.try_(text)
        assert one.done


def test_the_command_line_verifies_its_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "--game", "tests.toy", "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"lessons": 1, "steps": 3, "mistakes": 2, "ok": True}
    assert main(["lessons", "--game", "elrik"]) == 2
    assert "did you mean" in capsys.readouterr().err
