"""The sandbox without a browser: into it from a game, positions bent in every way, and out again; nothing hidden goes along."""

from __future__ import annotations

import json
from typing import Any

import pytest

from elric import games
from elric.kernel.chance import EvenChance
from elric.widgets.messages import Message
from elric.widgets.rooms.sandbox import SandboxRoom
from elric.widgets.session import Session

ELRIC, TOY = "elric", "tests.toy"


def do(name: str, value: str = "", /, **fields: str) -> Message:
    return Message("do", name=name, value=value, fields=fields)


def bench(game: str = ELRIC, seed: int = 3) -> tuple[Session, SandboxRoom]:
    """A page with the moment on its table on the bench."""
    kit = games.table(game)
    page = Session(kit.first(seed), kit=kit)
    page.take(Message("hello"))
    page.take(do("sandbox", "here"))
    assert isinstance(page.room, SandboxRoom), page.table.note
    return page, page.room


def shown(page: Session) -> dict[str, str]:
    return {name: str(markup) for name, _, markup in page.draw().regions}


@pytest.mark.parametrize("game", [ELRIC, TOY])
def test_what_comes_in_stands_and_goes_out_as_it_came(game: str) -> None:
    """Nothing edited: no fault, and the game played on from it stands at the very position."""
    page, room = bench(game)
    before = dict(room.tree.position)
    assert room.made.faults == []
    page.take(do("sand-play"))
    assert page.room is page.table
    assert room.sandbox.tidy(page.game.position()) == before
    assert page.table.curtain is None


def test_a_counter_goes_where_it_is_put_by_drag_by_click_and_by_key() -> None:
    page, room = bench(TOY)
    page.take(do("sand-drop", "red-4 0403"))
    assert room.tree.position["stacks"]["0403"] == ["red-4"]
    page.take(Message("area", id="0403", unit="red-4"))
    assert room.hand == ("red-4",)
    page.take(Message("area", id="0503"))
    assert room.tree.position["stacks"]["0503"] == ["red-4"]
    page.take(do("sand-take", "red-4"))
    page.take(do("sand-put", "box"))
    assert all("red-4" not in pile for pile in room.tree.position["stacks"].values())


def test_a_fault_names_place_and_piece_and_cannot_be_played_on() -> None:
    """[7.3] / 6.3: a king at sea without a ship is a fault that has his name and leads to him."""
    page, room = bench()
    page.take(do("sand-drop", "yishana boiling_sea"))
    (fault,) = room.made.faults
    assert (fault.thing, fault.area) == ("yishana", "boiling_sea")
    assert "Yishana is at sea without a ship" in shown(page)["sand-status"]
    page.take(do("sand-play"))
    assert page.room is room
    assert "cannot be" in shown(page)["note"]


def test_every_fault_is_told_at_once() -> None:
    page, room = bench()
    page.take(do("sand-drop", "yishana boiling_sea"))
    page.take(do("sand-drop", "jharkor-fleet-1 xanyaw"))
    assert {fault.thing for fault in room.made.faults} == {"yishana", "jharkor-fleet-1"}


def test_undo_redo_and_a_branch_keep_each_position() -> None:
    page, room = bench(TOY)
    start = room.tree.position
    page.take(do("sand-set", "turn=3"))
    page.take(do("sand-undo"))
    assert room.tree.position == start
    page.take(do("sand-redo"))
    assert room.tree.position["turn"] == 3
    page.take(do("sand-fork"))
    page.take(do("sand-named", "", number="1", name="Late"))
    page.take(do("sand-set", "turn=4"))
    assert [(b.name, b.now.position["turn"]) for b in room.tree.branches][1] == ("Late", 4)
    page.take(do("sand-go", "0"))
    assert room.tree.position["turn"] == 3
    assert [deep for deep, _ in room.tree.rows()] == [0, 1]


def test_two_branches_are_compared_in_words_and_odds() -> None:
    """What differs is told by name; the battle at hand has its odds in both, and they differ."""
    page, room = bench(TOY)
    position = {"phase": "fight", "stacks": {"0403": ["red-4", "red-1"], "0503": ["blue-3", "blue-2"]}}
    page.take(do("sand-open", "", text=json.dumps(position)))
    page.take(do("sand-fork"))
    page.take(do("sand-drop", "red-1 0102"))
    page.take(do("sand-compare", str(len(room.tree.branches) - 2)))
    told = room.beside()
    assert told is not None
    assert [line.what for line in told[1].lines] == ["red-1"]
    (battle,) = told[1].battles
    assert battle.one != battle.other
    assert battle.shift
    assert "red-1" in shown(page)["sand-compare"]


def test_a_bent_game_says_so_and_its_luck_stays_as_it_was_asked_for() -> None:
    page, _ = bench(TOY)
    assert "bent" not in shown(Session(games.table(TOY).first(3), kit=games.table(TOY)))
    page.take(do("sand-luck", "even"))
    page.take(do("sand-play"))
    assert isinstance(page.game.chance, EvenChance)
    again = type(page.game).load(page.game.save())
    assert isinstance(again.chance, EvenChance)
    assert "no fair record" in shown(page)["bent"]


def test_even_luck_shows_each_face_once_in_six_throws_and_goes_on_at_its_place() -> None:
    luck = EvenChance(5)
    rows = [[luck.pick(6) for _ in range(6)] for _ in range(20)]
    assert all(sorted(row) == list(range(6)) for row in rows)
    assert len({tuple(row) for row in rows}) > 10
    assert EvenChance(5, 7).pick(6) == rows[1][1]


def test_chosen_luck_falls_first_and_luck_that_does_not_fit_is_put_aside() -> None:
    page, room = bench(TOY)
    position = {"phase": "fight", "stacks": {"0403": ["red-4"], "0503": ["blue-3"]}}
    for script, rolled in (("5", 6), ("60", None)):
        page.take(do("sand-open", "", text=json.dumps(position)))
        page.take(do("sand-luck", "chosen"))
        page.take(do("sand-script", "", text=script))
        page.take(do("sand-play"))
        for action in ("attack 0403 0503", "press"):
            page.take(Message("act", text=action))
        page.take(do("ready"))
        page.take(Message("act", text="press"))
        fought = [e for e in page.game.events if e["kind"] == "fight"]
        assert len(fought) == 1
        if rolled is None:
            assert "does not fit" in page.table.note
        else:
            assert fought[0]["roll"] == rolled
        page.take(do("sandbox"))
    assert room is page.room


@pytest.mark.parametrize("game", [ELRIC, TOY])
def test_the_line_of_text_and_the_link_open_the_same_position(game: str) -> None:
    page, room = bench(game)
    text = room.text()
    other = Session(games.table(game).first(9), kit=games.table(game))
    other.take(Message("hello", search="?sandbox=" + text))
    assert isinstance(other.room, SandboxRoom)
    assert other.room.tree.position == room.tree.position
    page.take(do("sand-tab", "share"))
    assert text[:40] in shown(page)["sand-leaf"]


@pytest.mark.parametrize("game", [ELRIC, TOY])
@pytest.mark.parametrize("harm", ["cut", "change", "foreign", "empty", "junk"])
def test_damaged_text_gets_a_clear_word_and_the_bench_stays(game: str, harm: str) -> None:
    page, room = bench(game)
    text = room.text()
    middle = len(text) // 2
    changed = "A" if text[middle] != "A" else "B"
    bad = {
        "cut": text[:-12],
        "change": text[:middle] + changed + text[middle + 1 :],
        "foreign": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "empty": "",
        "junk": "{[[[",
    }[harm]
    before = room.tree.position
    page.take(do("sand-open", "", text=bad))
    page.take(do("sand-tab", "share"))
    assert room.tree.position is before
    assert "sand-wrong" in shown(page)["sand-leaf"]
    if bad:
        follower = Session(games.table(game).first(1), kit=games.table(game))
        follower.take(Message("hello", search=f"?sandbox={bad}"))
        assert "cannot be followed" in follower.table.note


def test_a_part_written_as_data_is_taken_or_told_why_not() -> None:
    page, room = bench()
    page.take(do("sand-data", "", part="balance", text="-4"))
    assert room.tree.position["balance"] == -4
    page.take(do("sand-data", "", part="balance", text="{"))
    page.take(do("sand-tab", "values"))
    assert "That is not data" in shown(page)["sand-leaf"]
    page.take(do("sand-data", "", part="flights", text='[{"spell": "none"}]'))
    assert room.made.faults


def test_the_game_that_was_bent_stays_where_it_was() -> None:
    page, _ = bench(TOY)
    first = page.game
    page.take(do("sand-set", "turn=2"))
    page.take(do("sand-play"))
    assert page.game is not first
    page.take(do("sandbox"))
    page.take(do("sand-original"))
    assert page.game is first


def test_an_earlier_moment_is_taken_from_the_game() -> None:
    page, room = bench(TOY)
    page.take(do("leave"))
    page.take(Message("act", text="end"))
    page.take(do("sandbox", "here"))
    assert room.tree.position["phase"] == "fight"
    page.take(do("sand-moments"))
    assert room.moments[-1][0] == 0
    page.take(do("sand-moment", "0"))
    assert room.tree.position["phase"] == "march"


def test_what_the_seat_at_this_page_cannot_see_is_dealt_anew() -> None:
    """The toy hides what lies below: over many entries the others' counters below lie in more than one way, the own ones never."""
    kit = games.table(TOY)
    seen: set[str] = set()
    for _ in range(30):
        page = Session(kit.first(3), kit=kit)
        page.table.humans = frozenset({0})
        page.take(Message("hello"))
        page.take(do("sandbox", "here"))
        assert isinstance(page.room, SandboxRoom)
        piles = page.room.tree.position["stacks"]
        assert {"red-4", "red-1"} <= set(piles["0102"])
        seen.add(piles["0702"][1])
    assert len(seen) > 1


def test_junk_on_the_bench_does_no_harm() -> None:
    page, room = bench()
    junk: list[Any] = [
        "",
        "x",
        "-1",
        "99999",
        "yishana nowhere",
        "nobody dharijor_cape",
        "turn=x",
        "scenario=",
        "owner:yishana=x",
        "=",
        "²",
    ]
    names = (
        "take",
        "all",
        "put",
        "drop",
        "set",
        "step",
        "go",
        "compare",
        "rename",
        "cut",
        "luck",
        "show",
        "moment",
        "tab",
        "part",
        "heap",
    )
    for name in names:
        for value in junk:
            page.take(do(f"sand-{name}", value))
            page.draw()
    assert room.tree.branches
