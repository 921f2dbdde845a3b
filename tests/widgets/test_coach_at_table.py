"""The coach at the table without a browser: examples, doubts, cards, the way to the lab, "try it" in the rule book."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("ipyleaflet")

from elric.widgets.bridge.table import Table
from elric.widgets.messages import read
from elric.widgets.rooms.rulebook import RulebookRoom
from elric.widgets.rooms.table import TableRoom
from elric.widgets.session import Session
from elric.young_kingdoms.components import law
from elric.young_kingdoms.game import Game
from tests.widgets.test_session import WAR


def say(it: Any, **message: Any) -> None:
    m = read(dict(message))
    assert m is not None
    if isinstance(it, Table):
        assert it.wire.receive(message)
    else:
        it.take(m)
        it.draw()


@pytest.fixture
def table() -> Table:
    return Table(Game.at(WAR, seed=5, leaderless=True))


def sit(table: Table) -> TableRoom:
    return table.session.table


# ---- show me --------------------------------------------------------------------------------------------------------


def test_an_example_is_shown_and_taken_back(table: Table) -> None:
    """Show me, on, on, stop: the map shows other positions meanwhile, the game's record never changes."""
    before = table.game.save()
    start = table.wire.values["pieces"]["ohada"]["at"]
    say(table, kind="do", name="show", value="")
    assert "example" in table.wire.values["regions"]
    assert "coach" not in table.wire.values["regions"]
    assert "Example, step 1 of 4" in table.wire.values["announce"]
    assert 'data-after="' in table.wire.values["regions"]["foot"]
    say(table, kind="do", name="scene", value="next")
    assert table.wire.values["pieces"]["ohada"]["at"] != start
    assert "target" in table.wire.values["marks"]["shazaar_plains"]
    assert table.game.save() == before
    say(table, kind="do", name="escape", value="")
    assert table.wire.values["pieces"]["ohada"]["at"] == start
    assert "example" not in table.wire.values["regions"]
    assert table.game.save() == before


def test_an_example_waits_while_it_is_paused_and_ends_by_itself(table: Table) -> None:
    """Paused, nothing runs; back pauses too; after the last step the game is there again."""
    say(table, kind="do", name="show", value="")
    say(table, kind="do", name="scene", value="pause")
    assert "data-after" not in table.wire.values["regions"]["foot"]
    say(table, kind="do", name="scene", value="pause")
    assert "data-after" in table.wire.values["regions"]["foot"]
    for _ in range(3):
        say(table, kind="do", name="scene", value="next")
    assert "data-after" not in table.wire.values["regions"]["foot"]
    say(table, kind="do", name="scene", value="back")
    assert "Step 3 of 4, paused" in table.wire.values["regions"]["example"]
    for _ in range(3):
        say(table, kind="do", name="scene", value="next")
    assert "example" not in table.wire.values["regions"]
    assert "everything stands as it stood" in table.wire.values["regions"]["note"]


@pytest.mark.parametrize("message", [{"kind": "area", "id": "jharkor_sequa"}, {"kind": "act", "text": "end"}])
def test_whatever_is_done_in_an_example_only_ends_it(table: Table, message: dict[str, str]) -> None:
    """A click on the map or a late button is never played in the real game by mistake."""
    say(table, kind="do", name="show", value="")
    before = table.game.save()
    say(table, **message)
    assert table.game.save() == before
    assert not sit(table).scenes


def test_examples_with_spells_in_them_open_the_hand_of_who_asks(table: Table) -> None:
    """In the Magic phase an example shows what one's own hand holds, and nothing of the other side's."""
    while table.game.phase != "magic":
        table.game.push("end")
    say(table, kind="do", name="show", value="")
    page = "".join(table.wire.values["regions"].values())
    assert sit(table).hand_open
    for secret in ("Arioch", "Chardros", "Balan"):
        assert f"<b>{secret}</b>" not in page


def test_nothing_is_shown_behind_the_curtain(table: Table) -> None:
    """Until the next player sits down there is no example, and no list of what cannot be done."""
    s = sit(table)
    while table.game.seat == 0:
        say(table, kind="act", text="done" if table.game.phase == "magic" else "end")
    assert s.curtain == 1
    say(table, kind="do", name="show", value="")
    say(table, kind="do", name="whynot", value="")
    assert not s.scenes
    assert s.doubts is None


# ---- why not --------------------------------------------------------------------------------------------------------


def test_doubts_are_listed_answered_and_drawn(table: Table) -> None:
    """The list opens, a line of it is answered with reason, clause and way out, and the map shows where."""
    say(table, kind="do", name="whynot", value="")
    assert "March an army of Jharkor" in table.wire.values["regions"]["whynot"]
    say(table, kind="do", name="whynot", value="0")
    refusal = table.wire.values["regions"]["refusal"]
    assert "6.21" in refusal
    assert 'class="fix"' in refusal
    assert any("forbids" in mark for mark in table.wire.values["marks"].values())
    say(table, kind="do", name="escape", value="")
    say(table, kind="do", name="escape", value="")
    assert "refusal" not in table.wire.values["regions"]
    assert "whynot" not in table.wire.values["regions"]


def test_an_area_that_is_not_lit_says_why(table: Table) -> None:
    """Where areas are chosen, a click on another one is refused with the rule's reason."""
    g = table.game
    for text in (
        "lead yishana",
        *(f"join jharkor-army-{n}" for n in range(1, 5)),
        "attack dharijor_sequaloris",
        "halt",
        "end",
    ):
        g.push(text)
    while g.phase == "magic":
        g.push("done")
    say(table, kind="area", id="jharkor_dhakos")
    assert "Not Dhakos" in table.wire.values["regions"]["refusal"]
    say(table, kind="area", id="vilmir_jadmar")
    assert "refusal" not in table.wire.values["regions"]  # nobody of ours is there: only looked at


def test_reasons_are_the_first_thing_a_screen_reader_says(table: Table) -> None:
    """A refusal is spoken, reason and way out."""
    say(table, kind="area", id="jharkor_sequa")
    say(table, kind="area", id="vilmir_jadmar")
    assert "cannot be reached" in table.wire.values["announce"]
    assert "A lit area" in table.wire.values["announce"]


# ---- what is this ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("thing", "says"),
    [
        ("unit:yishana", "Combat value"),
        ("area:pan_tang", "Jagreen Lern"),
        ("spell:arkyn", "pulls the Balance to Law"),
        ("term:siege", "enemies stand before a wall"),
        ("clause:9.4", "Open the rule book"),
        ("balance", "Cosmic Balance"),
        ("phase:muster", "Muster"),
    ],
)
def test_a_card_on_anything(table: Table, thing: str, says: str) -> None:
    """Asking opens one card over the page and says it; Escape, and anything else that is done, takes it away."""
    say(table, kind="do", name="what", value=thing)
    card = re.sub(r"<[^>]+>", "", table.wire.values["regions"]["about"])
    assert says in card
    assert table.wire.values["announce"]
    say(table, kind="do", name="escape", value="")
    assert "about" not in table.wire.values["regions"]
    say(table, kind="do", name="what", value=thing)
    say(table, kind="area", id="jharkor_sequa")
    assert "about" not in table.wire.values["regions"]


@pytest.mark.parametrize("thing", ["", "unit:merlin", "area:atlantis", "clause:99.99", "<script>", "x" * 2000])
def test_no_card_on_nothing(table: Table, thing: str) -> None:
    """What there is not has no card; the page stands and says so."""
    before = dict(table.wire.values["regions"])
    say(table, kind="do", name="what", value=thing)
    assert table.wire.values["regions"] == before


def test_a_card_on_a_magician_does_not_name_his_spells(table: Table) -> None:
    """That Jagreen Lern holds two spells everybody may see; which, only their owner."""
    say(table, kind="do", name="what", value="unit:jagreen-lern")
    card = table.wire.values["regions"]["about"]
    assert "two spells" in card
    assert "Arioch" not in card


def test_clause_numbers_open_over_the_page_and_lead_to_the_book(table: Table) -> None:
    """A clause is read where one is; its button opens the rule book there."""
    say(table, kind="do", name="clause", value="6.21")
    assert "Armies without a leader" in table.wire.values["regions"]["about"]
    say(table, kind="do", name="rules", value="6.21")
    assert "rulebook-head" in table.wire.values["regions"]
    assert 'data-key="at-6.21"' in table.wire.values["regions"]["reading"]


# ---- doors ----------------------------------------------------------------------------------------------------------


def test_see_it_in_the_lab_opens_that_very_battle(table: Table) -> None:
    """The attack one is about to make lies on the lab's table, with those who would make it; the game goes on afterwards."""
    say(table, kind="area", id="jharkor_sequa")
    coach = table.wire.values["regions"]["coach"]
    assert "you win in 90.9% of battles" in coach
    say(table, kind="do", name="whatif", value="dharijor_sequaloris")
    lab = "".join(table.wire.values["regions"].values())
    assert "Yishana and four armies of Jharkor attack Sequaloris" in lab
    say(table, kind="do", name="lab-close", value="")
    assert table.game.step == "stack"
    assert "coach" in table.wire.values["regions"]


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_try_it_opens_the_step_that_teaches_the_clause(table: Table, edition: str) -> None:
    """Every "try it" of every clause leads to a step of a lesson in which that clause is taught, in that edition."""
    tried = 0
    for c in law.register().of(edition):
        book = RulebookRoom(edition, table.game, c.number)
        html = next(h for name, _, h in book.draw().regions if name == "reading")
        for place in re.findall(r'data-do="lesson" data-value="([^"]+)"', html):
            table.session.room = book
            say(table, kind="do", name="lesson", value=place)
            assert c.number in table.session.room.classroom.step.clauses
            tried += 1
    assert tried > 100


def test_a_small_screen_is_shown_where_something_happens() -> None:
    """On a phone the map is framed on what can be reached; a wide page is left alone."""
    for narrow in (True, False):
        table = Table(Game.at(WAR, seed=5, leaderless=True))
        sent: list[dict[str, Any]] = []
        table.wire.start(lambda content, _buffers, sent=sent: sent.append(content))
        say(table, kind="hello", narrow=narrow)
        say(table, kind="area", id="jharkor_sequa")
        framed = [m for m in sent if m.get("kind") == "frame"]
        assert bool(framed) == narrow
        if narrow:
            assert "dharijor_sequaloris" in framed[-1]["ids"]


@pytest.mark.parametrize("narrow", [False, True])
def test_what_a_lesson_shows_of_the_map_ends_with_it(narrow: bool) -> None:
    """Back at the table the map is whole or, on a phone, where the table's decision is; a lesson that is entered again has its
    places in sight again, and the rule book leaves the map alone."""
    session = Session(Game.at(WAR, seed=5, leaderless=True))

    def frame(**message: Any) -> tuple[str, ...] | None:
        found = read(message)
        assert found
        session.take(found)
        return session.draw().frame

    def do(name: str, value: str = "") -> tuple[str, ...] | None:
        return frame(kind="do", name=name, value=value)

    at_table = frame(kind="hello", narrow=narrow)
    assert bool(at_table) == narrow
    shown = do("lesson", "waters/find")
    assert shown
    assert "boiling_sea" in shown
    assert do("hint") is None
    assert do("leave") == (at_table or ())
    assert do("rules") is do("leave") is None
    assert do("learn") == shown


def test_do_it_does_what_the_coach_says(table: Table) -> None:
    """The button beside the advice plays its actions at one go, worked out anew whatever a browser sends along; one click
    takes all of it back. Where there is no advice there is no button."""
    told = table.session.table.kit.teaching.advice(table.game)  # type: ignore[union-attr]
    assert told is not None
    assert 'data-do="advised"' in table.wire.values["regions"]["coach"]
    assert "90.9%" in table.wire.values["regions"]["coach"]
    before = table.game.save()
    say(table, kind="do", name="advised", value="end")
    assert [entry.action for entry in table.game.record][-len(told.actions) :] == [str(a) for a in told.actions]
    assert table.game.step == "movement", "the stack has been put down before the enemy"
    say(table, kind="do", name="undo", value="")
    assert table.game.position() == Game.load(before).position()
    quiet = Table(Game("empire", "avalon-hill", 3))
    assert 'data-do="advised"' not in quiet.wire.values["regions"].get("coach", "")
    length = len(quiet.game.record)
    say(quiet, kind="do", name="advised", value="")
    assert len(quiet.game.record) == length


# ---- arrows ---------------------------------------------------------------------------------------------------------


def test_the_map_has_the_coach_s_arrows_and_a_screen_reader_hears_them(table: Table) -> None:
    """What is advised, and what threatens, as arrows between places of the map; the same in words, by the places' names; none
    while an example is shown."""
    coach = table.wire.values["regions"]["coach"]
    (told,) = re.findall(r'data-arrows="([^"]+)"', coach)
    arrows = [one.split() for one in told.split(";")]
    places = sit(table).chart.areas
    assert {kind for kind, *_ in arrows} <= {"march", "sail", "strike", "threat"}
    assert {place for _, start, to, _ in arrows for place in (start, to)} <= set(places)
    (words,) = re.findall(r'<p class="unseen">On the map: ([^<]+)</p>', coach)
    assert words.count(" from ") == len(arrows)
    assert places[arrows[0][2]]["name"] in words.replace("&#39;", "'")
    say(table, kind="do", name="show", value="")
    assert "data-arrows" not in table.wire.values["regions"].get("coach", "")


def test_the_last_move_of_a_side_is_an_arrow_from_where_it_began(table: Table) -> None:
    """Several steps of one march are one arrow; it is the story's, in the side's own colour."""
    say(table, kind="do", name="advised", value="")
    moved = [e for e in table.game.story(None) if "to_area" in e]
    assert moved
    (told,) = re.findall(r'data-arrows="([^"]+)"', table.wire.values["regions"]["log"])
    kind, start, to, _, hue = told.split(";")[0].split()
    named = table.game.definition.named
    assert (kind, to) == ("last", named("area", moved[-1]["to_area"]))
    assert start == named("area", moved[0]["area"])
    assert hue in "0123"
