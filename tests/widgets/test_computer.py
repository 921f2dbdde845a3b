"""Seats that a computer plays, at the table: who is asked, what is shown, how fast, what is kept, what stays hidden."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from elric import games
from elric.app.store import SaveStore, StoreError
from elric.kernel.chance import SeededChance
from elric.opponents.definition import Plan
from elric.widgets.messages import Message
from elric.widgets.rooms import computer as rooms
from elric.widgets.rooms import keeping
from elric.widgets.session import Session
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from tests.toy.table import TABLE as TOY
from tests.widgets.test_session import Sitter, html, say, sit

TOYS = games.game_class("tests.toy")


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


def test_the_story_tells_why_beside_what_was_done() -> None:
    """Where a person plays against the computer, its reasons stand in the story, each before what came of it, and only there
    until something of it is taken back; nobody else's deeds get one."""
    s = begin(sit(Game("successor", seed=3)), s0="captain")
    while s.game.seat != 0:
        begin(s, s0="captain")
    s.computer.pace = "quick"
    go_on(s)
    assert s.deciding
    story = html(s, "log")
    reasons = s.computer.reasons
    assert len(reasons) > 2
    assert {reason.player for reason in reasons} == {"Captain"}
    assert {reason.seat for reason in reasons} == {0}
    shown = [reason for reason in reasons if escape(reason.text) in story]
    assert shown
    assert reasons[-1] in shown
    assert story.count("<b>Captain:</b>") <= len(reasons)
    assert story.rindex("<b>Captain:</b>") < story.rindex(escape(reasons[-1].text))
    s.computer.sit({})
    s.show()
    assert "<b>Captain:</b>" not in html(s, "log")


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


def test_a_computer_that_thinks_goes_on_at_once_and_a_slow_store_is_asked_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long a slice of thinking takes: between two of them the page waits a hundredth of a second. Where nobody thinks, a
    look at what others do that took two seconds is followed by a wait of eight."""
    now = [100.0]
    monkeypatch.setattr(rooms.time, "monotonic", lambda: now[0])
    s = Session(Game("successor", seed=3))
    monkeypatch.setattr(s.table, "steers", lambda at_once=False: True)
    s.table.computer.sit({0: "sorcerer-king", 1: "sorcerer-king"})
    usual = s.table.follow

    def slowly() -> bool:
        now[0] += 2
        return usual()

    monkeypatch.setattr(s.table, "follow", slowly)
    for _ in range(3):
        s.follow()
        assert s.table.computer.busy
        assert s.patience < 0.1
    s.table.computer.sit({})
    s.follow()
    assert not s.table.computer.busy
    assert s.patience == 8


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
        if len(s.game.record) == before:
            s.follow()
    after = [str(entry.action).split()[0] for entry in s.game.record[before:]]
    assert after
    # what is planned of a march is one beat; a plan may end on the way
    assert not s.computer._next or not s.kit.in_hand(s.game.step)
    for _ in range(50):
        s.follow()
    # nothing of another plan has followed it
    assert len(s.game.record) == before + len(after)
    assert after.count("lead") <= 1


def test_marches_in_a_row_come_sooner_and_the_next_turn_begins_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first plan of a turn is told as ever, each that follows sooner, none in less than .65 of that time."""
    now = [100.0]
    monkeypatch.setattr(rooms.time, "monotonic", lambda: now[0])
    kit = games.table("dragon-pass")
    s = Sitter(kit.first(3), None, kit)
    s.show()
    s.computer.sit(dict.fromkeys(range(2), "captain"))
    waits: list[tuple[tuple[int, int | None], float]] = []
    while len({turn for (turn, _), _ in waits}) < 2 or len(waits) < 40:
        whose, before = (s.game.turn, s.game.seat), len(s.game.record)
        s.follow()
        if len(s.game.record) > before and not s.beats:
            waits.append((whose, s.computer._ready_at - now[0]))
        now[0] += 0.05
    first = pytest.approx(0.9)
    assert {round(seconds, 3) for _, seconds in waits} == {round(0.9 * (1 - 0.05 * k), 3) for k in range(8)}
    for (one, before_it), (other, seconds) in pairwise(waits):
        assert seconds == first if one != other else seconds == first or seconds <= before_it


def test_an_army_is_set_up_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a pace that one can follow: dozens of counters stand within seconds, though each takes its time."""
    now = [100.0]

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    monkeypatch.setattr(rooms.time, "monotonic", clock)
    s = Sitter(games.game_class("dragon-pass")("tax-collectors", "", 3), None, games.table("dragon-pass"))
    s.show()
    s.computer.sit(dict.fromkeys(range(2), "captain"))
    while not s.game.turn:
        s.follow()
        now[0] += 0.01
    assert len(s.game.record) > 50
    assert now[0] < 105


def test_thinking_goes_in_slices() -> None:
    """The Sorcerer-King thinks for long; no slice keeps the page for as long. (Where there is little to choose it is quick.)"""
    s = begin(sit(Game("successor", seed=3)), s0="sorcerer-king", s1="sorcerer-king")
    s.computer.pace = "quick"
    most = 0
    for _ in range(60):
        before, slices = len(s.game.record), 0
        while len(s.game.record) == before and slices < 3000:
            s.follow()
            slices += 1
        most = max(most, slices)
        if most > 2:
            break
    assert most > 2


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


def seated(store: SaveStore, **seats: str) -> Session:
    """A page at which a game against computers has begun, in which the first seat has drawn the first side."""
    fields = {"scenario": "successor", "edition": "avalon-hill"}
    while True:
        one = Session(None, store)
        one.take(Message("hello"))
        one.take(Message("do", name="start", fields=fields | {f"seat-{k[1:]}": v for k, v in seats.items()}))
        if one.table.players()[0] == "The Western League":
            break
    one.table.computer.pace = "quick"
    return one


def opened(store: SaveStore, key: str) -> Session:
    """The same game at another device: nothing of the first browser's is known there."""
    page = Session(None, store)
    page.take(Message("hello", search=f"?g={key}"))
    page.table.computer.pace = "quick"
    return page


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path)


def test_the_seats_are_the_computers_wherever_the_game_is_opened(store: SaveStore, tmp_path: Path) -> None:
    """In another browser, on another server (a store of its own on the same database), and through links. The form asks of
    the sides by name, in the order of the book; which seat plays which is a matter of luck."""
    one = seated(store, s0="captain")
    key = one.table.keeping.key
    (seat,) = one.table.computer.seats
    assert one.table.players()[seat] == "The Western League"
    for other in (store, SaveStore(tmp_path)):
        two = opened(other, key)
        assert two.table.computer.seats == {seat: "captain"}
        assert two.table.persons == {1 - seat}
    for link in (store.share(key, 1 - seat), store.share(key)):
        guest = opened(store, link)
        assert guest.table.computer.seats == {seat: "captain"}
        assert guest.table.persons <= {1 - seat}


def test_who_only_watches_sees_that_a_computer_plays_and_has_no_say_in_it(store: SaveStore) -> None:
    one = seated(store, s0="captain", s1="captain")
    key = one.table.keeping.key
    watcher, second = opened(store, store.share(key)), opened(store, key)
    one.follow()
    told = store.get(key, "wheel")
    assert told
    for page, pace in ((watcher, False), (second, True)):
        shown = html_of(page)
        assert "Captain decides" in shown
        assert ("pace-quick" in shown) == pace
    watcher.take(Message("do", name="pace", value="step"))
    watcher.take(Message("do", name="next-act"))
    watcher.follow()
    assert store.get(key, "wheel") == told


def html_of(page: Session) -> str:
    return "".join(str(part) for _, _, part in page.draw().regions)


def test_a_computers_seat_that_is_given_to_somebody_is_his(store: SaveStore) -> None:
    one = seated(store, s0="captain", s1="novice")
    key = one.table.keeping.key
    link = store.share(key, 0)
    one.follow()
    guest = opened(store, link)
    assert guest.table.persons == {0}
    assert one.table.computer.seats == guest.table.computer.seats == {1: "novice"}
    store.revoke(key, link)
    one.follow()
    assert one.table.computer.seats == {0: "captain", 1: "novice"}


def test_two_devices_play_nothing_twice_and_say_nothing_of_it(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both show a game between computers: every act is done once, by one of them, and when that falls silent by the other."""
    now = [100.0]
    monkeypatch.setattr(keeping.time, "monotonic", lambda: now[0])
    one = seated(store, s0="captain", s1="novice")
    key = one.table.keeping.key
    two = opened(store, key)
    acts = {id(one): 0, id(two): 0}
    for page in (one, two):
        act = page.table.computer._act
        monkeypatch.setattr(
            page.table.computer, "_act", lambda act=act, page=page: (acts.update({id(page): acts[id(page)] + 1}), act())
        )
    for _ in range(60):
        now[0] += 0.1
        one.follow(), two.follow()
        assert "gone on" not in one.table.note + two.table.note
    assert acts[id(one)] > 10
    assert acts[id(two)] == 0
    assert two.game.save() == one.game.save() == store.get(key, "game")
    for _ in range(80):  # the first page is closed
        now[0] += 0.1
        two.follow()
    assert acts[id(two)] > 5
    one.follow()
    assert one.game.save() == two.game.save()


def test_why_a_computer_acts_is_read_at_the_other_devices_too(store: SaveStore) -> None:
    """The owner's second device, a watcher's and one that opens the game later show the sentences of the page that acts."""
    one = seated(store, s0="captain", s1="captain")
    key = one.table.keeping.key
    second, watcher = opened(store, key), opened(store, store.share(key))
    for _ in range(400):
        one.follow()
        if len(one.table.computer.reasons) > 8:
            break
    reasons = one.table.computer.reasons
    assert len(reasons) > 8
    late = opened(store, store.share(key))
    for page in (second, watcher, late):
        page.follow()
        heard = page.table.computer.reasons
        assert heard[-5:] == reasons[-5:]
        assert escape(heard[-1].text) in html_of(page)


@pytest.mark.parametrize(
    "kept", ["", "nothing", "[]", "7", '["no"]', "[[1, 2, 3, 4]]", '[[true, 0, "a", "b"]]', '[{"at": 1}]']
)
def test_what_is_no_reason_is_left_out(store: SaveStore, kept: str) -> None:
    one = seated(store, s0="captain")
    store.put(one.table.keeping.page, "said", kept)
    two = opened(store, one.table.keeping.key)
    assert two.table.computer.reasons == []


def test_two_that_act_at_the_same_moment_lose_nothing_and_no_word_is_said(store: SaveStore) -> None:
    """Where both believe that they act for the computer, one act is kept; the other page shows it."""
    one = seated(store, s0="captain", s1="novice")
    two = opened(store, one.table.keeping.key)
    for page in (one, two):
        page.table.keeping.steers = lambda at_once=False: True  # type: ignore[method-assign]
    for _ in range(40):
        one.follow(), two.follow()
    assert len(one.game.record) > 20
    two.follow(), one.follow()
    assert one.game.record[: len(two.game.record)] == two.game.record[: len(one.game.record)]
    assert "gone on" not in one.table.note + two.table.note


def test_the_game_goes_on_at_a_guests_page_when_the_owners_is_closed(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(keeping.time, "monotonic", lambda: now[0])
    one = seated(store, s0="captain")
    key = one.table.keeping.key
    guest, watcher = opened(store, store.share(key, 1)), opened(store, store.share(key))
    del one
    for _ in range(400):
        now[0] += 0.1
        watcher.follow()
        assert not watcher.table.computer.playing
        guest.follow()
        if guest.table.deciding:
            guest.take(Message("act", text=guest.game.definition.notation.text(guest.game.legal_actions()[-1])))
        if len(guest.game.record) > 40:
            break
    seats = {event.get("seat") for event in guest.game.events}
    assert len(guest.game.record) > 40
    assert {0, 1} <= seats


@pytest.mark.parametrize("seats", [{0: "captain"}, {1: "novice"}, {0: "novice", 1: "captain"}, {}])
def test_choices_in_secret_wait_for_nobody_for_ever(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch, seats: dict[int, str]
) -> None:
    """The toy's stances, which both sides choose sealed: with computers on either side or both, and the seats on two devices."""
    now = [100.0]
    monkeypatch.setattr(keeping.time, "monotonic", lambda: now[0])
    piles = {"0303": ["red-4"], "0402": ["blue-4"], "0102": ["red-1"], "0702": ["blue-1"]}
    fields = {f"seat-{seat}": key for seat, key in seats.items()}
    one = Session(TOYS.at({"stacks": piles, "phase": "fight"}), store, TOY)
    one.take(Message("hello"))
    one.table._begin(one.game, fields)
    key = one.table.keeping.key
    pages = [one, *(Session(None, store, TOY) for _ in range(1 if 1 in seats else 2))]
    for page, link in zip(pages[1:], [key, store.share(key, 1)][-len(pages[1:]) :], strict=True):
        page.take(Message("hello", search=f"?g={link}"))
    sealed = 0
    for n in range(900):
        now[0] += 0.3
        page = pages[n % len(pages)]
        page.table.computer.pace = "quick"
        page.follow()
        g = page.game
        if g.seat is None:
            break
        if page.table.curtain is not None:
            page.take(Message("do", name="ready"))
        if page.table.deciding:
            sealed += g.step == "stance"
            attacks = [a for a in g.legal_actions() if a.verb in ("attack", "press")]
            a = (attacks or g.legal_actions())[-1 if g.step != "back" else 0]
            page.take(Message("act", text=g.definition.notation.text(a)))
            if page.table.leaving is not None:
                page.take(Message("do", name="leave-table"))
    assert store.get(key, "game") == max((page.game.save() for page in pages), key=len)
    assert max(pages, key=lambda page: len(page.game.record)).game.seat is None
    assert sealed or len(seats) == 2


@pytest.mark.parametrize(
    "kept",
    ["", "[]", "{", '{"x": "captain"}', '{"0": "god"}', '{"-1": "captain"}', "null", '{"0": 3}', '{"7": "captain"}'],
)
def test_what_makes_no_sense_seats_nobody(kept: str) -> None:
    s = sit()
    s.computer.sit_as_kept(kept)
    assert s.computer.seats == {}
    assert s.persons == {0, 1}


def test_a_store_that_cannot_keep_the_seats_is_told_of(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    put = store.put

    def fails(page: str, slot: str, *given: Any, **named: Any) -> None:
        if slot == "computers":
            raise StoreError("the disk is full")
        put(page, slot, *given, **named)

    monkeypatch.setattr(store, "put", fails)
    one = seated(store, s0="captain")
    assert "could not be kept" in one.table.note
    assert list(one.table.computer.seats.values()) == ["captain"]


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


def test_a_plan_without_a_reason_is_told_in_words() -> None:
    """Not in the notation of a save: what the button of its first act says."""
    s = sit(Game("successor", seed=3))
    while s.game.phase != "movement":
        s.game.push(s.game.legal_actions()[0])
    s.at = s.game.seat
    say(s, kind="do", name="hint", value="captain")
    a = next(a for a in s.game.legal_actions() if a.verb == "lead")
    s.computer._thought = iter([Plan((a,))])
    for _ in range(3):
        s.follow()
    s.show()
    assert f"Captain: {s.kit.says(s.game, a)}." in html(s, "hint")
    assert str(a) not in html(s, "hint")


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
                assert not re.search(rf"\b{re.escape(name)}\b", page), name
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


def test_a_thought_that_the_game_has_overtaken_is_not_lost_without_a_word() -> None:
    s = sit(Game("successor", seed=3))
    while s.game.phase != "movement":
        s.game.push(s.game.legal_actions()[0])
    s.at = s.game.seat
    say(s, kind="do", name="hint", value="sorcerer-king")
    say(s, kind="act", text=str(s.game.legal_actions()[0]))
    s.follow()
    s.show()
    assert "Sorcerer-King: the game went on" in html(s, "hint")
