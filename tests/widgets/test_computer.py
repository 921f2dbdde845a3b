"""Seats that a computer plays, at the table: who is asked, what is shown, how fast, what is kept, what stays hidden."""

from __future__ import annotations

import json

import pytest

from elric.app.store import SaveStore
from elric.kernel.chance import SeededChance
from elric.widgets.messages import Message
from elric.widgets.rooms import computer as rooms
from elric.widgets.session import Session
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from tests.toy.table import TABLE as TOY
from tests.widgets.test_session import Sitter, html, say, sit


def begin(s: Sitter, scenario: str = "successor", **seats: str) -> Sitter:
    fields = {"scenario": scenario, "edition": "avalon-hill"}
    return say(s, kind="do", name="start", value=fields | {f"seat-{k[1:]}": v for k, v in seats.items()})


def go_on(s: Sitter, most: int = 6000) -> int:
    """Let the computer play until a person is asked; how many times the page was drawn anew."""
    shown = 0
    for _ in range(most):
        if not s.computer.playing:
            return shown
        if s.follow():
            s.show()
            shown += 1
    raise AssertionError("the computer comes to no end")


def test_a_computer_plays_its_seat_and_hands_over() -> None:
    s = begin(sit(Game("successor", seed=3)), s0="captain")
    while s.game.seat != 0:  # who begins is a matter of luck
        begin(s, s0="captain")
    assert s.computer.seats == {0: "captain"}
    assert s.persons == {1}
    assert s.computer.playing
    assert "Captain" in html(s, "computer")
    assert not s.screen.marks.get("reach")
    s.computer.pace = "quick"
    assert go_on(s) > 1
    assert s.game.seat == 1
    assert s.deciding
    assert s.curtain is None
    assert "It is your turn" in s.screen.said or s.said == ""
    assert "Why the computer did that" in html(s, "said")


def test_a_whole_game_between_computers_is_played_out() -> None:
    s = begin(sit(Game("duel", "chaosium", seed=3)), "upstart", s0="novice", s1="novice")
    s.computer.pace = "quick"
    go_on(s)
    assert s.game.outcome
    assert "computer" not in [name for name, _, _ in s.screen.regions]


def test_nobody_acts_for_a_computer() -> None:
    """What a browser sends for the computer's decision is not done."""
    s = begin(sit(Game("successor", seed=3)), s0="novice", s1="novice")
    before = s.game.save()
    for a in s.game.legal_actions()[:5]:
        say(s, kind="act", text=str(a))
    say(s, kind="do", name="undo", value="")
    say(s, kind="do", name="advised", value="")
    assert s.game.save() == before


def test_step_by_step_it_waits_for_a_press() -> None:
    s = begin(sit(Game("successor", seed=3)), s0="captain", s1="novice")
    say(s, kind="do", name="pace", value="step")
    for _ in range(50):
        s.follow()
    before = len(s.game.record)
    for _ in range(50):
        s.follow()
    assert len(s.game.record) == before
    assert 'data-do="next-act"' in html(s, "computer")
    for n in range(1, 4):
        say(s, kind="do", name="next-act", value="")
        for _ in range(50):
            s.follow()
        assert len(s.game.record) == before + n


def test_at_a_pace_that_one_can_follow_it_waits_between_two_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(rooms.time, "monotonic", lambda: now[0])
    s = begin(sit(Game("successor", seed=3)), s0="captain", s1="novice")
    for _ in range(50):
        s.follow()
    before = len(s.game.record)
    for _ in range(50):
        s.follow()
    assert len(s.game.record) == before
    assert 0 < s.computer.patience <= 1
    now[0] += 1
    for _ in range(50):
        s.follow()
    assert len(s.game.record) == before + 1


def test_thinking_goes_in_slices() -> None:
    """The Sorcerer-King thinks for long; no slice keeps the page for as long."""
    s = begin(sit(Game("successor", seed=3)), s0="sorcerer-king")
    s.computer.pace = "quick"
    before, slices = len(s.game.record), 0
    while len(s.game.record) == before and slices < 3000:
        s.follow()
        slices += 1
    assert slices > 2


def test_an_act_of_a_computers_is_kept_before_it_is_shown(tmp_path: object) -> None:
    store = SaveStore(tmp_path)  # type: ignore[arg-type]
    s = sit(Game("successor", seed=3), store)
    say(s, kind="hello", search="", stored={})
    begin(s, s0="captain", s1="novice")
    s.computer.pace = "quick"
    before = len(s.game.record)
    for _ in range(60):
        if s.follow():
            assert store.get(s.keeping.page, "game") == s.game.save()
    assert len(s.game.record) > before + 5


def test_the_seats_are_taken_again_when_the_page_is_opened_anew(tmp_path: object) -> None:
    store = SaveStore(tmp_path)  # type: ignore[arg-type]
    one = Session(None, store)
    one.take(Message("hello"))
    one.draw()
    fields = {"scenario": "successor", "edition": "avalon-hill", "seat-0": "captain"}
    one.take(Message("do", name="start", fields=fields))
    kept = one.draw().remember[rooms.SEATS]
    two = Session(None, store)
    two.take(Message("hello", search=f"?g={one.table.keeping.key}", stored={rooms.SEATS: kept}))
    assert two.table.computer.seats == {0: "captain"}
    assert two.table.persons == {1}


@pytest.mark.parametrize(
    "stored", ["", "[]", "{", '{"x": 3}', '{"x": {"0": "god"}}', '{"x": {"-1": "captain"}}', "null"]
)
def test_what_a_browser_made_up_seats_nobody(stored: str) -> None:
    s = sit()
    s.computer.recall(stored)
    s.computer.resume()
    assert s.computer.seats == {}
    assert s.persons == {0, 1}


def test_the_form_asks_who_plays() -> None:
    s = say(sit(), kind="do", name="new", value="")
    form = html(s, "new")
    assert form.count("<select") == 4
    for name in ("Novice", "Captain", "Sorcerer-King"):
        assert name in form


@pytest.mark.parametrize("key", ["captain", "sorcerer-king"])
def test_a_hint_is_given_in_a_sentence(key: str) -> None:
    s = sit(Game("successor", seed=3))
    while s.game.phase != "movement":
        s.game.push(s.game.legal_actions()[0])
    s.at = s.game.seat
    say(s, kind="do", name="hint", value=key)
    assert "Thinking" in html(s, "hint")
    for _ in range(500):
        s.follow()
    s.show()
    assert "Thinking" not in html(s, "hint")
    assert ("Captain:", "Sorcerer-King:")[key != "captain"] in html(s, "hint")


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_nothing_that_a_computer_holds_comes_to_the_page(seed: int) -> None:
    """While computers play, no page names a spell that one of them holds and nobody else has seen."""
    s = sit(Game("successor", seed=seed))
    s.computer.sit({0: "captain", 1: "novice"})
    s.computer.pace = "quick"
    looked = 0
    for n in range(300):
        if not s.follow() or s.game.seat is None or n % 5:
            continue
        s.show()
        page = html(s) + json.dumps([s.screen.marks, s.screen.names, s.screen.said])
        secret = {spells.NAMES[i] for o in (0, 1) for i in _held(s.game, o)} - _open(s.game)
        told = " ".join(s.game.story_text(None))
        for name in secret:
            if name not in told and name.split()[0] not in told:
                assert name not in page
                looked += 1
    assert looked > 100


def _held(g: Game, seat: int) -> list[int]:
    hands = g.view(seat)["hands"]
    return [spells.INDEX[i] for cards in hands.values() for i in cards]


def _open(g: Game) -> set[str]:
    """Names that stand on the public table for other reasons (a discarded card of the same name)."""
    view = json.dumps(g.view(None))
    return {spells.NAMES[i] for i in range(len(spells.NAMES)) if f'"{spells.IDS[i]}"' in view}


def test_the_toy_is_played_by_computers_too() -> None:
    s = Sitter(TOY.first(1), None, TOY)
    s.show()
    say(
        s,
        kind="do",
        name="start",
        value={"scenario": "hill", "edition": "first", "seat-0": "sorcerer-king", "seat-1": "captain"},
    )
    s.computer.pace = "quick"
    go_on(s, 20000)
    assert s.game.outcome
    assert len(s.game.record) < 300


def test_what_is_dealt_to_a_player_depends_on_nothing_hidden() -> None:
    g = Game("successor", seed=5)
    for n in range(60):
        other = GAME.resample(g.state, 0, SeededChance(n))
        assert GAME.resample(other, 0, SeededChance(7)).key() == GAME.resample(g.state, 0, SeededChance(7)).key()
        g.push(g.legal_actions()[0])
