"""The toy game through the kernel: what every game of the house can rely on."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from elric import games
from elric.app.cli import main
from elric.kernel.chance import SeededChance
from elric.kernel.game import Game, IllegalAction, SeatError, UndoError
from elric.kernel.notation import ActionError
from elric.kernel.record import SaveError
from elric.lab.definition import compare
from elric.opponents.at_random import play_out

TOY = games.game_class("tests.toy")
GAME = games.definition("tests.toy")

FACE_TO_FACE: dict[str, Any] = {
    "phase": "fight",
    "stacks": {"0403": ["red-4", "red-1"], "0503": ["blue-3", "blue-2"], "0702": ["blue-4"]},
}


def random_game(seed: int, until: int = 10_000) -> Game:
    """A random game in which the seat asked last answers first where several may."""
    g, rng = TOY("hill", seed=seed), Random(seed)
    while g.seat is not None and until:
        seat = g.waiting[-1]
        g.push(rng.choice(g.legal_actions(seat)), seat)
        until -= 1
    return g


def test_a_save_holds_who_chose_what_when_several_may() -> None:
    """The record names the seat where it was not the one that was asked, and loads to the same game."""
    games_ = [random_game(seed) for seed in range(40)]
    assert any(e.action.startswith("1: ") or e.action.startswith("0: ") for g in games_ for e in g.record)
    for g in games_:
        again = TOY.load(g.save())
        assert again.save() == g.save()
        assert again.events == g.events
        assert again.view() == g.view()


def test_a_sealed_choice_is_seen_by_its_owner_alone() -> None:
    g = TOY.at(FACE_TO_FACE)
    g.push("attack 0403 0503")
    assert g.waiting == (0, 1)
    g.push("hold", 1)
    assert g.waiting == (0,)
    assert g.view(1)["sealed"] == {"chosen": [1], "waiting": [0], "own": "hold"}
    assert g.view(0)["sealed"] == {"chosen": [1], "waiting": [0], "own": None}
    assert "hold" not in json.dumps([g.view(0), g.view(), g.story(0), g.story()])
    with pytest.raises(SeatError, match="nothing to decide"):
        g.push("press", 1)
    g.push("press")
    assert "stances" in g.story()[-1]


def test_what_is_hidden_is_dealt_anew() -> None:
    """The order of the other side's stacks and its sealed choice may be anything; all that is seen stays."""
    g = TOY.at(FACE_TO_FACE)
    g.push("attack 0403 0503")
    g.push("press", 0)
    tops, chosen = set(), set()
    for seed in range(40):
        h = g.resampled(1, seed)
        assert h.view(1) == g.view(1)
        tops.add(h.state.piles[g.state.agenda[-1][2]])
        chosen.add(h.state.agenda[-1][1][0][1].verb)
    assert chosen == {"press", "hold"}
    # red-1, or one of those that may have been lost face down as well as it
    assert tops == {(3, 0), (3, 1), (3, 2)}


def test_a_refusal_names_its_clause_and_what_would_help() -> None:
    g = TOY("hill")
    said = g.verdict("march 0102 0702")
    assert not said
    assert [r.clause for r in said.reasons] == [("2",), ("2",)]
    assert all(r.fix for r in said.reasons)
    assert g.verdict("press").reasons[0].clause == ("1",)
    with pytest.raises(IllegalAction, match="march 0102 0702"):
        g.push("march 0102 0702")


def test_a_march_stops_beside_an_enemy_where_the_switch_says_so() -> None:
    position = {"stacks": {"0303": ["red-1"], "0503": ["blue-1"]}}
    g = TOY.at(position)
    g.push("march 0303 0403")
    assert not g.verdict("march 0403 0404")
    free = TOY.at({**position, "rules": "first, zones=false"})
    free.push("march 0303 0403")
    assert free.verdict("march 0403 0404")


def test_undo_goes_back_to_the_last_luck_and_no_further() -> None:
    for seed in range(20):
        g = random_game(seed, until=9)
        while g.can_undo:
            before = TOY.load(g.save())
            text = g.pop()
            assert before.verdict(text) is not None
            again = g.copy()
            again.push(text)
            assert again.view(0) == before.view(0)
            assert again.events == before.events
        with pytest.raises(UndoError):
            g.pop()


def test_the_story_is_the_same_whenever_it_is_first_read() -> None:
    early, late = TOY("hill", seed=5), TOY("hill", seed=5)
    rng = Random(5)
    assert early.events == []
    while early.seat is not None:
        a = rng.choice(early.legal_actions())
        early.push(a)
        late.push(a)
    assert late.events == early.events
    assert len(early.events) > 5


def test_random_games_stand_and_end() -> None:
    for seed in range(200):
        p = play_out(GAME, GAME.scenarios()["hill"], GAME.ruleset("first"), seed, by_verb=bool(seed % 2))
        assert p.fault == ""


def test_list_and_verdict_agree() -> None:
    for seed in range(30):
        g = random_game(seed, until=seed)
        if g.seat is None:
            continue
        listed = set(g.legal_actions())
        for a in listed:
            assert g.verdict(a), a
        for here in range(35):
            for there in range(35):
                for verb in ("march", "attack"):
                    text = (
                        f"{verb} {GAME.notation.kinds['hex'].names()[here]} {GAME.notation.kinds['hex'].names()[there]}"
                    )
                    assert bool(g.verdict(text)) == (GAME.notation.parse(text) in listed)


def test_positions_go_out_and_come_back() -> None:
    for seed in range(20):
        g = random_game(seed, until=seed)
        if g.step in ("march", "fight") and not g.state.spent and not g.state.fought:
            again = TOY.at(GAME.describe(g.state))
            assert again.view(0) == g.view(0)
            assert set(again.legal_actions()) == set(g.legal_actions())
    with pytest.raises(ValueError, match=r"no “0909”.*red-2 stands in 0101 already"):
        TOY.at({"stacks": {"0909": ["red-1"], "0101": ["red-2"], "0102": ["red-2"]}})


def test_the_lab_agrees_with_play() -> None:
    """Exact odds of a battle against the battle fought six times six hundred times."""
    lab = games.lab("tests.toy")
    fight = lab.parse(f"attack 0403 0503; press; hold; open; {GAME.position_text(FACE_TO_FACE)}")
    answer = fight.answer()
    assert sum(row.chance for row in answer.rows) == 1
    fought = {row.words: 0 for row in answer.rows}
    for seed in range(600):
        g = TOY.from_state(fight.state.copy(), seed)
        g.begin()
        for text in ("attack 0403 0503", "press", "hold"):
            g.push(text)
        fought[g.events[-1]["came"]] += 1
    for row in answer.rows:
        assert abs(fought[row.words] / 600 - float(row.chance)) < 0.08
    assert answer.chance("the defender is destroyed") == Fraction(1, 6)
    assert compare(answer, fight.variants()[0].answer())


@pytest.mark.parametrize("bad", [None, 17, b"end", "", "march", "march 0101 elsewhere", "fly 0101", "x" * 500])
def test_what_is_no_action_is_named(bad: Any) -> None:
    with pytest.raises(ActionError):
        TOY("hill").push(bad)


def test_seats_that_are_not_there_are_named() -> None:
    g = TOY("hill")
    for bad in (17, -1, True, "0"):
        with pytest.raises(SeatError, match="there is no seat"):
            g.view(bad)  # type: ignore[arg-type]


def test_a_damaged_save_says_where() -> None:
    text = random_game(3).save()
    with pytest.raises(SaveError, match="checksum"):
        TOY.load(text.replace("end", "done", 1))
    with pytest.raises(SaveError, match="not a save of toy"):
        TOY.load(text.replace("toy", "toi", 1))


def test_its_own_luck_is_left_alone_by_looking() -> None:
    g = random_game(4, until=6)
    assert isinstance(g.chance, SeededChance)
    before = g.chance.state
    for seat in (None, 0, 1):
        g.view(seat)
        g.story(seat)
        g.resampled(seat, 3)
    assert g.chance.state == before


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(games.UnknownGame, match="elric"):
        games.definition("elrik")
    assert main(["scenarios", "--json"]) == 0
    assert "successor" in capsys.readouterr().out


def test_the_command_line_plays_it_at_random(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playout", "--game", "tests.toy", "--games", "20", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["scenario"] == "hill"
    assert sum(e["games"] for e in row["endings"]) == 20
    assert row["broken"] == []
    assert main(["playout", "--game", "elrik"]) == 2
    assert "did you mean" in capsys.readouterr().err


def test_the_lab_deals_what_lies_face_down_in_every_way() -> None:
    """The odds are the mean over all counters that may lie there, and the same whichever of them does."""
    lab = games.lab("tests.toy")

    def position(below: str) -> dict[str, Any]:
        return {"phase": "fight", "player": 1, "stacks": {"0403": ["red-4", below], "0503": ["blue-3", "blue-2"]}}

    answers, texts = [], set()
    for below in ("red-1", "red-2", "red-3"):
        g = TOY.at(position(below))
        (fight,) = lab.battles(g, 1)
        assert lab.parse(fight.text).answer() == fight.answer()
        texts.add(fight.text)
        answers.append(fight.answer())
        assert [e.value for e in answers[-1].because] == ["6", "6 or 7 or 8"]
        # who sees what lies there is told of that alone
        (own,) = lab.battles(g, 0)
        assert [e.value for e in own.answer().because] == ["5 or 6 or 8", str(5 + int(below[-1]))]
        # and a lab whose viewer sees no hand, as on a screen that two players share, knows of neither
        (closed,) = lab.battles(g, -1)
        assert [e.value for e in closed.answer().because] == ["5 or 6 or 8", "6 or 7 or 8"]
        assert lab.parse(closed.text).answer() == closed.answer()
        texts.add(closed.text)
    assert len(texts) == 2
    with pytest.raises(ValueError, match="no seat"):
        lab.parse(f"attack 0503 0403; press; press; 7; {GAME.position_text(position('red-1'))}")
    assert answers[0] == answers[1] == answers[2]
    known = [
        lab.parse(f"attack 0503 0403; press; press; open; {GAME.position_text(position(below))}").answer()
        for below in ("red-1", "red-2", "red-3")
    ]
    for row in answers[0].rows:
        assert row.chance == sum(one.chance(row.words) for one in known) / 3


@pytest.mark.parametrize("seat", [0, 1])
def test_the_coach_says_nothing_by_what_lies_face_down(seat: int) -> None:
    """Every counter that may lie there leaves the coach's words, tips and examples as they are."""
    teaching = games.teaching("tests.toy")
    said = set()
    own, other = ("red", "blue") if seat == 0 else ("blue", "red")
    for below in (1, 2, 3):
        piles = {"0403": [f"{own}-4", f"{own}-1"], "0503": [f"{other}-4", f"{other}-{below}"]}
        g = TOY.at({"phase": "fight", "player": seat, "stacks": piles}, seed=5)
        scenes = [scene.words for scene in teaching.example(g, 3)]
        said.add(repr((teaching.advice(g), teaching.doubts(g), scenes[:1])))
    assert len(said) == 1
