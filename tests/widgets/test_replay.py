"""Replay without a browser: moments and positions, jumps, what each may see, the files to take away, the doors that lead there."""

from __future__ import annotations

import base64
import json
import re
import sys
import tracemalloc
import zlib
from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest

from elric import games
from elric.app.cli import main
from elric.kernel.replay import Past, Replay
from elric.opponents.at_random import any_action
from elric.widgets.messages import Message
from elric.widgets.panels import replay
from elric.widgets.rooms import replay_file
from elric.widgets.rooms.replay import ReplayRoom
from elric.widgets.rooms.replay_reel import Reel
from elric.widgets.rooms.table import TableRoom
from elric.widgets.session import Session
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.definition import GAME
from tests.widgets.test_rooms import Tab

KITS = ("elric", "tests.toy")


def played(name: str, seed: int = 3, most: int = 10_000) -> Any:
    """A game played at random, to its end or so far."""
    return _played(name, seed, most).copy()


@cache
def _played(name: str, seed: int, most: int) -> Any:
    g, rng = games.table(name).first(seed), Random(seed)
    while g.seat is not None and most:
        g.push(any_action(rng, g.legal_actions()))
        most -= 1
    return g


def opened(name: str = "elric", seed: int = 3, most: int = 10_000) -> tuple[Session, ReplayRoom]:
    page = Session(played(name, seed, most), kit=games.table(name))
    page.take(Message("do", name="replay"))
    assert isinstance(page.room, ReplayRoom)
    return page, page.room


def do(page: Session, name: str, value: str = "") -> str:
    """A message, and all that a browser would get."""
    page.take(Message("do", name=name, value=value))
    screen = page.draw()
    sent = [screen.regions, screen.pieces, screen.marks, screen.names, screen.said, screen.query, screen.badges]
    return json.dumps(sent)


# ---- the past of a game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KITS)
def test_every_moment_is_the_position_that_was_played(name: str) -> None:
    """Positions from checkpoints are those that the game stood in, and those that its save gives."""
    kit = games.table(name)
    g, rng, stood = kit.first(7), Random(7), []
    start = len(g.record) - 1
    stood.append(g.state.copy())
    while g.seat is not None and len(stood) < 150:
        g.push(any_action(rng, g.legal_actions()))
        stood.append(g.state.copy())
    past = Past(g)
    saved = Replay(type(g), g.save())
    assert len(past) == len(g.record) - 1 == len(saved)
    for n in Random(1).sample(range(len(stood)), 30):
        h = past.at(start + n)
        for seat in (None, *range(g.scenario.seats)):
            assert h.view(seat) == kit.game.view(stood[n], seat) == saved.at(start + n).view(seat)
        assert h.story(None) == saved.at(start + n).story(None)
    with pytest.raises(IndexError):
        past.at(len(past) + 1)


def test_the_past_stays_when_the_game_goes_on() -> None:
    g = played("elric", most=60)
    past = Past(g)
    before = past.at(40).view()
    rng = Random(9)
    for _ in range(40):
        g.push(any_action(rng, g.legal_actions()))
    assert len(past) == len(g.record) - 1 - 40
    assert past.at(40).view() == before


# ---- going through it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KITS)
def test_the_map_goes_along_forwards_and_backwards(name: str) -> None:
    page, room = opened(name, most=90)
    kit = games.table(name)
    seen = []
    for _ in range(len(room.reel)):
        screen = page.draw()
        seen.append(screen.pieces)
        assert screen.pieces == kit.pieces(kit.view(room.reel.game_then(room.index), None))
        page.take(Message("do", name="replay-step", value="1"))
    assert room.index == len(room.reel) - 1
    assert seen[0] != seen[-1]
    for pieces in reversed(seen):
        assert page.draw().pieces == pieces
        page.take(Message("do", name="replay-step", value="-1"))
    assert room.index == 0


@pytest.mark.parametrize("name", KITS)
def test_it_is_played_at_a_pace_both_ways(name: str) -> None:
    page, room = opened(name, most=90)
    last = len(room.reel) - 1
    for way, start, end in (("1", 0, last), ("-1", last, 0)):
        do(page, "replay-at", str(start))
        html = do(page, "replay-play", way)
        passed = [room.index]
        while room.playing:
            found = re.search(
                r'data-do=\\"replay-tick\\" data-value=\\"(\d+)\\" data-key=\\"([\w-]+)\\" data-after=\\"(\d+)', html
            )
            assert found
            assert int(found[1]) == room.index
            assert 100 < int(found[3]) <= 9000
            html = do(page, "replay-tick", found[1])
            passed.append(room.index)
        assert room.index == end
        assert passed == sorted(passed, reverse=way == "-1")
        assert all(room.reel.moments[n].telling for n in passed[1:-1])
        assert "replay-tick" not in html


def test_a_tick_that_comes_late_moves_nothing() -> None:
    page, room = opened()
    do(page, "replay-play", "1")
    do(page, "replay-tick", "0")
    here = room.index
    do(page, "replay-tick", "0")
    assert room.index == here
    do(page, "replay-step", "1")
    do(page, "replay-tick", str(room.index))
    assert room.index == here + 1  # a step by hand has stopped it


def test_jumps_to_battles_turning_points_pieces_and_clauses() -> None:
    page, room = opened()
    reel = room.reel
    battles = [e for e in page.game.events if e["kind"] == "battle"]
    assert len(reel.fights) == len(battles) > 5
    for at, fight in reel.fights.items():
        html = do(page, "replay-at", str(at))
        assert room.index == at
        assert any(line.words.startswith("Battle") for line in reel.moments[at].lines)
        assert "the average" in html
        assert sum(map(len, fight.dice)) >= 2
    do(page, "replay-at", "0")
    for at in sorted(reel.fights)[:3]:
        do(page, "replay-step", "battle")
        assert room.index == at
    for turning in reel.ledger.turnings:
        assert turning.turn == reel.moments[reel.when(turning.at)].turn
    assert "elric" in reel.things
    for n in reel.things["elric"]:
        assert "elric" in reel.moments[n].named
    do(page, "replay-thing", "elric")
    do(page, "replay-part", "find")
    html = do(page, "clause", "9.6")
    assert "Where 9.6 applied" in html
    assert reel.clauses["9.6"]
    assert all(any(line.clause == "9.6" for line in reel.moments[n].lines) for n in reel.clauses["9.6"])
    assert "Where 9.6" not in do(page, "escape")


def test_a_counter_on_the_map_leads_to_its_moments() -> None:
    page, room = opened()
    index = max(room.reel.things["elric"])
    do(page, "replay-at", str(index))
    page.take(Message("area", id="melnibone", unit="elric"))
    assert (room.part, room.thing) == ("find", "elric")
    page.take(Message("area", id="nowhere", unit="elric"))
    assert page.room is room


def test_luck_is_that_of_the_score_sheet() -> None:
    page, room = opened()
    g, kit = page.game, games.table("elric")
    sheet = kit.score(g, kit.view(g, None), room.reel.names)
    assert sheet is not None
    ledger = room.reel.ledger
    assert (ledger.luck, ledger.turnings, ledger.measure) == (sheet.luck, sheet.turnings, sheet.measure)
    for luck in ledger.luck:
        dice = [
            d
            for f in ledger.fights
            for (seat, _), side in zip(f.sides, f.dice, strict=True)
            if seat == luck.seat
            for d in side
        ]
        assert (len(dice), sum(dice)) == (luck.thrown, luck.points)
        assert str(luck.points) in do(page, "replay-part", "luck")


def test_what_the_browser_says_is_checked() -> None:
    page, room = opened("tests.toy")
    for name in (
        "replay-at",
        "replay-step",
        "replay-play",
        "replay-pace",
        "replay-part",
        "replay-thing",
        "replay-make",
        "replay-tick",
        "clause",
    ):
        for value in ("", "x", "-5", "99999999", "1e3", "٣", "<b>", "constructor"):
            assert "constructor" not in do(page, name, value)
            assert 0 <= room.index < len(room.reel)
    assert page.room is room


# ---- its address and its doors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KITS)
def test_a_moment_has_an_address(name: str) -> None:
    g = played(name)
    tab = Tab(session=Session(g, kit=games.table(name)))
    tab.do("replay")
    tab.do("replay-at", "12")
    room = tab.page.room
    assert isinstance(room, ReplayRoom)
    told = tab.query["replay"]
    assert len(tab.past) <= 1  # going through a game makes no steps for Back
    again = Tab(f"?replay={told}", Session(g, kit=games.table(name)))
    other = again.page.room
    assert isinstance(other, ReplayRoom)
    assert other.reel.moments[other.index].told == room.reel.moments[room.index].told
    assert again.query == {"replay": told}
    end = Tab("?replay=end", Session(g, kit=games.table(name)))
    assert end.query == {"replay": "end"}
    assert "cannot be followed" in Tab("?replay=<b>", Session(g, kit=games.table(name))).html


def test_the_doors_to_the_replay() -> None:
    """The end leaf, the story beside the table, the whole story."""
    page = Session(played("elric"))
    assert "replay" in page.table.kit.doors
    regions = {name: str(html) for name, _, html in page.draw().regions}
    assert 'data-do="replay"' in regions["end"]
    assert 'data-do="replay"' in regions["log"]
    page.take(Message("do", name="more", value="log"))
    assert 'data-do="replay"' in {name: str(html) for name, _, html in page.draw().regions}["chronicle"]
    page.take(Message("do", name="replay"))
    do(page, "leave")
    assert page.room is page.table


@pytest.mark.parametrize("name", KITS)
def test_a_moment_can_be_bent(name: str) -> None:
    """Where there is a sandbox: with the position of that moment on its bench."""
    page, room = opened(name)
    number = room.reel.moments[9].number
    assert f'data-do=\\"sandbox\\" data-value=\\"{number}\\"' in do(page, "replay-at", "9")
    there = page.draw().pieces
    do(page, "sandbox", str(number))
    assert type(page.room).__name__ == "SandboxRoom"
    places = {key: piece["at"] for key, piece in page.draw().pieces.items() if "unit" in piece}
    assert len(places) > 3
    assert {tuple(piece["at"]) for piece in there.values() if "unit" in piece} == {tuple(at) for at in places.values()}


def test_no_sandbox_no_bending(monkeypatch: pytest.MonkeyPatch) -> None:
    page, _ = opened()
    doors = tuple(door for door in page.table.kit.doors if door != "sandbox")
    monkeypatch.setitem(page.table.kit.__dict__, "doors", doors)
    assert 'data-do=\\"sandbox' not in do(page, "replay-at", "9")


# ---- what each may see ----------------------------------------------------------------------------------------------


def names_held(g: Any, seat: int) -> set[str]:
    """The names of the spells that a seat holds unseen by all others."""
    s = g.state
    held = {name for _, names in games.table("elric").hands(g.view(seat)) for name in names}
    shown = " ".join(games.table("elric").sentence(e, {0: "", 1: ""}) for e in g.story(None))
    return {name for name in held if name not in shown and s is not None}


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.siege)])
def test_no_hidden_spell_reaches_a_browser_before_the_end(seed: int) -> None:
    """Every screen, every part, both files, of a game that goes on: for an onlooker, and for the seat with its hand open."""
    page, room = opened(seed=seed, most=150)
    g = page.game
    assert g.seat is not None
    hidden = {seat: names_held(g, seat) for seat in range(2)}
    assert all(hidden.values())
    page.take(Message("do", name="replay-open"))
    assert not room.reel.everything

    def all_shown() -> str:
        sent = [do(page, "replay-at", str(n)) for n in range(len(room.reel))]
        sent += [do(page, "replay-part", part) for part in ("story", "battles", "luck", "find")]
        sent += [do(page, "replay-thing", thing) for thing in list(room.reel.things)[:12]]
        do(page, "replay-part", "keep")
        sent += [do(page, "replay-make", what) for what in ("record", "page")]
        file = next(html for name, _, html in json.loads(sent[-1])[0] if name == "replay-part")
        moves = re.search(r'id="data">([^<]+)<', unescape(file))
        assert moves
        return " ".join(sent) + zlib.decompress(base64.b64decode(moves[1])).decode()

    shown = all_shown()
    for name in hidden[0] | hidden[1]:
        key = spells.IDS[spells.NAMES.index(name)]
        assert name not in shown, name
        assert key not in shown.split(), name
        assert not re.search(rf"[ >]{key}[<&]", shown), name
    do(page, "hand")
    assert room.viewer == g.seat
    # what a seat drew itself, before its holder went over to the other side, it may remember
    mine = " ".join(g.story_text(g.seat))
    own, other = hidden[g.seat], {name for name in hidden[1 - g.seat] if name not in mine}
    assert other
    sent = " ".join(do(page, "replay-at", str(n)) for n in range(len(room.reel)))
    assert any(name in sent for name in own)
    for name in other - own:
        assert name not in sent, name
        assert f" {spells.IDS[spells.NAMES.index(name)]}<" not in sent, name


def test_a_counter_face_down_stays_so_until_the_end() -> None:
    """The toy's stacks: an onlooker sees no counter below another one, a seat its own, everybody all of it at the end."""
    page, room = opened("tests.toy", most=12)
    assert page.game.seat is not None
    below = [unit for pile in page.game.position()["stacks"].values() for unit in pile[1:]]
    assert below
    for n in range(len(room.reel)):
        html = do(page, "replay-at", str(n))
        hidden = {u for pile in room.reel.game_then(n).position()["stacks"].values() for u in pile[1:]}
        tops = {pile[0] for pile in room.reel.game_then(n).position()["stacks"].values()}
        assert all(f'"{unit}' not in html for unit in hidden - tops)
    assert not any(moment.action.startswith(("top", "press", "hold")) for moment in room.reel.moments)
    page, room = opened("tests.toy")
    do(page, "replay-open")
    assert any(moment.action.startswith("top") for moment in room.reel.moments)
    first = room.reel.view(0)["units"]
    assert set(first) == {"red-1", "red-2", "red-3", "red-4", "blue-1", "blue-2", "blue-3", "blue-4"}


def test_everything_lies_open_only_at_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        Reel(played("elric", most=40), games.table("elric"), everything=True)
    page, room = opened()
    closed = len(room.reel)
    shown = do(page, "replay-open")
    assert room.reel.everything
    assert len(room.reel) == len(page.game.record) >= closed
    assert "Cover what was hidden" in shown
    assert any(room.reel.hands(n) for n in range(len(room.reel)))


def test_a_hand_is_put_away_when_another_sits_down() -> None:
    page, room = opened(most=150)
    do(page, "hand")
    assert room.viewer is not None
    page.table.curtain = 1 - room.viewer
    assert room.viewer is None
    assert not room.reel.hands(room.index)


def test_an_act_that_shows_nothing_makes_no_moment() -> None:
    """So the number of moments tells nobody how often another has looked at, or changed, what lies face down."""
    g = played("tests.toy", most=12)
    while g.step == "march" and not any(a.verb == "top" for a in g.legal_actions()):
        g.push("end")
    top = next(a for a in g.legal_actions() if a.verb == "top")
    kit = games.table("tests.toy")
    before = Reel(g, kit)
    g.push(top)
    after = Reel(g, kit)
    assert len(after) == len(before)
    assert [m._replace(number=0) for m in after.moments[:-1]] == [m._replace(number=0) for m in before.moments[:-1]]


def test_open_verbs_name_no_spell() -> None:
    from elric.young_kingdoms.components.notation import VERBS

    shown = [verb for verb in VERBS.values() if verb.shown]
    assert len(shown) > 20
    assert not any({"spell", "call"} & set(verb.takes) for verb in shown)


def test_clauses_of_events_stand_in_both_books() -> None:
    game = games.table("elric").game
    for kind, clause in ((kind, e.clause) for kind, e in GAME.events.items() if e.clause):
        for edition, number in zip(game.editions, clause, strict=True):
            assert game.register().get(edition, number), (kind, number)


def test_it_goes_along_with_a_game_that_is_played_elsewhere() -> None:
    page, room = opened(most=50)
    do(page, "replay-step", "last")
    length = len(room.reel)
    assert not room.follow()
    rng = Random(1)
    for _ in range(12):
        page.game.push(any_action(rng, page.game.legal_actions()))
    assert room.follow()
    assert len(room.reel) > length
    assert room.index == len(room.reel) - 1


# ---- files ----------------------------------------------------------------------------------------------------------


def moves_of(page: str) -> dict[str, Any]:
    found = re.search(r'id="data">([^<]+)<', page)
    assert found
    moves: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return moves


@pytest.mark.parametrize("name", KITS)
def test_the_page_holds_every_position(name: str) -> None:
    """What changes from moment to moment adds up to the counters that the room shows."""
    kit = games.table(name)
    reel = Reel(played(name), kit, everything=True)
    page = replay_file.page(reel)
    assert len(page.encode()) < 1_500_000
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//|url\((?!data:|#|["']?data:)""", page)
    assert "default-src 'none'" in unescape(page[:1000])
    moves = moves_of(page)
    assert len(moves["moments"]) == len(reel)
    pieces: dict[str, Any] = {}
    for n, (_, down, gone, *_rest) in enumerate(moves["moments"]):
        pieces |= down
        for key in gone:
            del pieces[key]
        if n % 10 == 0:
            wanted = kit.pieces(reel.view(n))
            assert set(pieces) == set(wanted)
            for key, row in pieces.items():
                assert row[:2] == wanted[key]["at"]
                assert moves["texts"][row[5]] == str(wanted[key]["html"])
                assert moves["texts"][row[6]] == wanted[key]["class"]


def test_what_stands_in_the_page_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = games.table("tests.toy")
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    monkeypatch.setattr(type(kit), "sentence", lambda self, event, names: evil)
    monkeypatch.setattr(type(kit), "named", lambda self, event: (evil,))
    page = replay_file.page(Reel(played("tests.toy"), kit))
    assert "<img src=x" not in page
    assert "alert(1)</script>" not in page
    assert page.count("<script") == 4


@pytest.mark.parametrize("name", KITS)
def test_the_record_tells_every_action_once(name: str) -> None:
    g = played(name)
    reel = Reel(g, games.table(name), everything=True)
    text = replay_file.record(reel)
    told = re.findall(r"^- `([^`]+)`", text, re.M)
    assert told == [entry.action.rpartition(": ")[2] for entry in g.record[1:]]
    assert g.outcome["words"] in text
    for line in (line.words for moment in reel.moments for line in moment.lines):
        assert line in text


@pytest.mark.parametrize("seed", [2, 5])
def test_the_record_and_the_page_of_a_game_that_goes_on_hold_no_hands(seed: int) -> None:
    g = played("elric", seed, 150)
    reel = Reel(g, games.table("elric"))
    text = replay_file.record(reel) + json.dumps(moves_of(replay_file.page(reel)))
    assert "Unfinished" in text
    for seat in range(2):
        for name in names_held(g, seat):
            assert name not in text


def test_the_commands_write_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from elric.app.store.saves import SaveStore
    from elric.widgets.rooms.kept import GAME

    g = played("elric")
    save, page, record = tmp_path / "g.txt", tmp_path / "g.html", tmp_path / "g.md"
    save.write_text(g.save(), encoding="utf-8")
    assert main(["replay", str(save), "--html", str(page), "--record", str(record)]) == 0
    assert len(moves_of(page.read_text("utf-8"))["moments"]) == len(g.record)
    assert record.read_text("utf-8").startswith(f"# {g.scenario.title}")
    assert main(["replay", str(save), "--closed"]) == 0
    assert "`give " not in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "none.txt")]) == 1
    page.write_text("no game", encoding="utf-8")
    assert main(["replay", str(page)]) == 2
    SaveStore(tmp_path).put("a" * 32, GAME, g.save(), "")
    other = tmp_path / "h.html"
    assert main(["games", "export", "a" * 32, "--html", str(other), "--saves", str(tmp_path)]) == 0
    assert len(moves_of(other.read_text("utf-8"))["moments"]) == len(g.record)


# ---- what it costs --------------------------------------------------------------------------------------------------


def test_going_to_and_fro_adds_nothing_to_memory() -> None:
    """Once a whole game has been gone through."""
    page, room = opened()
    for n in range(0, len(room.reel) - 1, 4):
        do(page, "replay-at", str(n))
    for way in ("first", "last"):  # everything that is worked out once is there now
        do(page, "replay-step", way)
        for part in ("battles", "luck", "find", "story"):
            do(page, "replay-part", part)
    tracemalloc.start()
    try:
        rng = Random(1)
        for _ in range(60):
            do(page, "replay-at", str(rng.randrange(len(room.reel))))
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(120):
            do(page, "replay-at", str(rng.randrange(len(room.reel))))
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 1_000_000, f"{grown:,} bytes"


def test_the_room_is_read_only_when_it_is_entered() -> None:
    code = "import sys; from elric.widgets.session import Session; Session(); print('elric.widgets.rooms.replay' in sys.modules)"
    import subprocess

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
    assert isinstance(Session().table, TableRoom)


# ---- games that are kept --------------------------------------------------------------------------------------------


def test_a_game_of_the_list_is_gone_through_again(tmp_path: Path) -> None:
    """From the list of games: it is on the table then, and an address with its id opens the replay."""
    from elric.app.store.saves import SaveStore
    from tests.widgets.test_keeping import PAGE
    from tests.widgets.test_keeping import Tab as KeptTab

    store = SaveStore(tmp_path)
    tab = KeptTab(store)
    tab.play(4)
    text = tab.text
    tab.do("load", {"text": played("elric", most=30).save()})
    assert tab.page != PAGE
    tab.do("games")
    assert f'data-do="replay" data-value="{PAGE}"' in tab.regions["games"]
    tab.do("replay", PAGE)
    assert isinstance(tab.session.room, ReplayRoom)
    assert tab.page == PAGE
    assert tab.session.game.save() == text
    assert tab.session.room.index == 0
    assert "rp-bar" in tab.regions["foot"]


@pytest.mark.parametrize("role", ["seat", "watch"])
def test_by_a_link_a_replay_shows_what_that_link_may_know(tmp_path: Path, role: str) -> None:
    """Two-device play: neither a watcher nor a seat reads a spell of the other side, whatever is asked for."""
    from elric.app.store.saves import SaveStore
    from elric.widgets.rooms.kept import GAME

    g = played("elric", 2, 150)
    assert g.seat is not None
    store, key = SaveStore(tmp_path), "b" * 32
    store.put(key, GAME, g.save(), "")
    seat = g.seat if role == "seat" else -1
    page = Session(keeper=store)
    page.take(Message("hello", search=f"?g={store.share(key, seat)}&replay=5"))
    room = page.room
    assert isinstance(room, ReplayRoom)
    sent = do(page, "hand") + do(page, "replay-open")
    assert (room.viewer is not None) == (role == "seat")
    sent += " ".join(do(page, "replay-at", str(n)) for n in range(len(room.reel)))
    do(page, "replay-part", "keep")
    sent += do(page, "replay-make", "record")
    mine = " ".join(g.story_text(seat)) if role == "seat" else ""
    others = {name for o in (0, 1) if o != seat for name in names_held(g, o)}
    others = {name for name in others if name not in mine}
    assert others
    for name in others:
        assert name not in sent, name
        assert not re.search(rf"[ >]{spells.IDS[spells.NAMES.index(name)]}[<&]", sent), name


def test_a_set_up_is_folded() -> None:
    """Where a moment tells of many things, its first lines are read and the rest lies behind one that says how much it is."""
    _, room = opened(most=400)
    n, moment = max(enumerate(room.reel.moments), key=lambda row: len(row[1].lines))
    assert len(moment.lines) > replay._LINES + 3
    for shown in (replay.now(room.reel, n, ""), replay.story(room.reel, n)):
        first, _, rest = unescape(str(shown)).partition(
            f"<summary>and {len(moment.lines) - replay._LINES} more lines</summary>"
        )
        assert moment.lines[3].words in first
        assert moment.lines[-1].words in rest


def test_the_story_leaves_out_what_tells_nothing() -> None:
    """Taking up a counter and putting it down come before a sentence about it: the story has the sentences, and of the others
    only the moment that is shown."""
    reel = Reel(played("elric", most=60), games.table("elric"), 0, everything=False)
    silent = [n for n, moment in enumerate(reel.moments) if not moment.telling]
    assert len(silent) > 3
    for shown in (silent[0], silent[-1], len(reel) - 1):
        story = replay.story(reel, shown)
        listed = {int(n) for n in re.findall(r'data-do="replay-at" data-value="(\d+)" data-key="rp-\d', str(story))}
        assert shown in listed
        assert listed & set(silent) <= {shown}
        assert len(listed) > 3
    assert min(listed) > silent[0], "at the end the last lines are in sight, not the first"
