"""Computer players of *White Bear and Red Moon* at the table: playing by itself, step by step and quickly, hints, nothing hidden told."""

from __future__ import annotations

import json

import pytest

from elric.app.studies.report import text
from elric.app.studies.runs import jobs, run
from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.position.state import sees
from elric.dragon_pass.table import TABLE
from tests.widgets.test_session import Sitter, html, say

from .field import Game


def table(scenario: str = "tax-collectors", seed: int = 3, **seats: str) -> Sitter:
    """A new game begun by the form of the page."""
    s = Sitter(Game(scenario, seed=seed), None, TABLE)
    s.show()
    fields = {"scenario": scenario, "edition": "1976"} | {f"seat-{k[1:]}": player for k, player in seats.items()}
    return say(s, kind="do", name="start", value=fields)


def go_on(s: Sitter, most: int = 8000) -> int:
    """Let the computer play until a person is asked or the game is over; how many times the page was changed."""
    changed = 0
    for _ in range(most):
        if not s.computer.playing:
            return changed
        changed += s.follow()
    raise AssertionError("the computer comes to no end")


def test_a_whole_game_between_computers_is_played_quickly() -> None:
    s = table(s0="captain", s1="novice")
    s.computer.pace = "quick"
    changes = go_on(s)
    assert 0 < changes < len(s.game.record), "several acts stand in one change of the page"
    assert s.game.outcome
    s.show()
    assert "wins" in html(s)


def test_a_person_plays_against_the_captain_who_says_why() -> None:
    """The person ends each of his phases; what the Captain did stands beside it in sentences."""
    s = table(s0="captain")
    s.computer.pace = "quick"
    turns, told = set(), ""
    for _ in range(60):
        go_on(s)
        s.show()
        if s.game.outcome or s.game.turn > 3:
            break
        turns.add(s.game.turn)
        told += html(s, "said")
        legal = s.game.legal_actions()
        act = next((a for a in legal if a.verb in ("done", "pass", "bare", "stay", "roll")), legal[0])
        say(s, kind="act", text=s.game.definition.notation.text(act))
    assert turns >= {1, 2}
    assert "Why the computer did that" in told
    assert "I march" in told or "Nothing more is worth moving." in told


def test_step_by_step_each_act_waits_for_a_press() -> None:
    s = table(s0="captain", s1="captain")
    say(s, kind="do", name="pace", value="step")
    for n in range(4):
        for _ in range(80):
            s.follow()
        s.show()
        assert 'data-do="next-act"' in html(s, "computer")
        before = len(s.game.record)
        say(s, kind="do", name="next-act", value="")
        for _ in range(80):
            s.follow()
        assert len(s.game.record) == before + 1, n


@pytest.mark.parametrize("key", ["captain", "sorcerer-king"])
def test_a_hint_is_a_sentence_of_this_game(key: str) -> None:
    s = table("invasion-of-the-empire")
    s.at = s.game.seat
    for _ in range(400):
        if s.game.phase == "movement":
            break
        s.game.push(s.game.legal_actions()[0])
    s.at = s.game.seat
    say(s, kind="do", name="hint", value=key)
    for _ in range(3000):
        if not s.computer.hinting:
            break
        s.follow()
    s.show()
    name = {"captain": "Captain:", "sorcerer-king": "Sorcerer-King:"}[key]
    assert f"{name} I " in html(s, "hint")


def test_while_computers_play_no_page_names_who_lies_face_down() -> None:
    """Both seats are computers': nobody at the page may see a counter under another."""
    s = table("coming-of-the-heroes", s0="captain", s1="captain")
    s.computer.pace = "quick"
    places, looked = {place.name for place in BOARD.places.values()}, 0
    shown = 0
    for _ in range(900):
        if not s.follow() or s.game.seat is None or not s.game.turn:
            continue
        shown += 1
        if shown % 12:
            continue
        s.show()
        page = html(s) + json.dumps([s.screen.marks, s.screen.names, s.screen.said])
        state = s.game.state
        lying = {u for u in range(len(UNITS)) if state.place[u] >= 0 and not sees(state, u, None)}
        told = " ".join(s.computer.last_sentences)
        for place in places:
            told = told.replace(place, "")
        for u in lying:
            title = UNITS[u].name
            if title not in places and not title[-1].isdigit():
                # who moves in after a battle, or is blamed, has fought in it, and lay open when it was said
                assert title not in told.replace(f"I move {title} into", "").replace(f"I blame {title}.", "")
                looked += 1
        assert page
    assert looked > 50


def test_the_form_says_what_players_of_this_game_are_like() -> None:
    s = Sitter(Game("tax-collectors", seed=1), None, TABLE)
    s.show()
    say(s, kind="do", name="new", value="")
    page = html(s)
    assert all(says in page for says in TABLE.opponents.values())
    assert set(TABLE.opponents) == {"novice", "captain", "sorcerer-king"}


def test_a_study_of_this_game_has_its_report() -> None:
    """`elric simulate --game dragon-pass`: who wins, how games end, how long they are."""
    rows = [run(job) for job in jobs("dragon-pass", ["tax-collectors"], ["1976"], ["captain", "novice"], 1)]
    said = text(rows)
    assert "| tax-collectors | 1976 | Sartar |" in said
    assert "captain against novice" in said
    assert "[64.2]" in said
