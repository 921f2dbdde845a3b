"""The bridge, the counters and the save store, without a browser."""

from __future__ import annotations

import json
import logging
import re
import zlib
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sample import view

from elric.app.store import MOST_CHARACTERS, SaveStore, StoreError
from elric.widgets.bridge.board import Board
from elric.widgets.bridge.bridge import Bridge
from elric.widgets.bridge.wire import Wire
from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names, inspector, twin
from elric.widgets.markup import Markup
from elric.widgets.messages import LONGEST, Message, read
from elric.widgets.screen import Screen
from elric.young_kingdoms.components.pieces import NATIONS
from elric.young_kingdoms.table import TABLE, counters
from elric.young_kingdoms.table.geometry import geometry

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
kinds = st.sampled_from(["area", "act", "do", "hello", "ping", "resync", "", "AREA"])
shaped = st.fixed_dictionaries(
    {"kind": kinds | json_values},
    optional=dict.fromkeys(("id", "unit", "text", "name", "value", "search", "stored", "n"), json_values),
)


class Sayings:
    """A session that shows what it is told to, and hears what comes."""

    def __init__(self) -> None:
        self.screen = Screen([], {})
        self.heard: list[Message] = []
        self.breaks = ""

    def take(self, m: Message) -> None:
        self.heard.append(m)
        if self.breaks:
            self.screen.regions.clear()
            raise RuntimeError(self.breaks)

    def draw(self) -> Screen:
        return replace(self.screen, regions=[*self.screen.regions])


Line = list[tuple[dict[str, Any], list[bytes]]]


def line() -> tuple[Wire, Sayings, Line]:
    """A wire, the session at its one end, and all that comes out at the other."""
    session = Sayings()
    wire, sent = Wire(session), []
    wire.start(lambda content, buffers: sent.append((content, buffers)))
    return wire, session, sent


def regions(**shown: str) -> Screen:
    return Screen([(name, "side", Markup(text)) for name, text in shown.items()], {})


@pytest.mark.parametrize("inflates", [True, False])
def test_a_large_change_travels_packed_to_a_browser_that_can_unpack_it(inflates: bool) -> None:
    wire, _, sent = line()
    wire.receive({"kind": "hello", "version": 0, "inflates": inflates})
    html = "<p>A province of Jharkor.</p>" * 200
    wire.display(regions(coach=html))
    content, buffers = sent[-1]
    if inflates:
        assert len(buffers[0]) < len(html) / 4
        content = {**content, **json.loads(zlib.decompress(buffers[0]))}
    else:
        assert not buffers
    assert content["patches"]["regions"]["set"] == {"coach": html}


@settings(deadline=None)
@given(shaped | json_values)
def test_whatever_a_browser_says_nothing_is_raised_and_only_messages_arrive(content: Any) -> None:
    wire, session, _ = line()
    wire.receive(content)
    for message in session.heard:
        assert message == read(content)
        assert max(map(len, (message.id, message.unit, message.text, message.value))) <= LONGEST


@pytest.mark.parametrize(
    "content",
    [
        {"kind": "area", "id": "x" * 81},
        {"kind": "area", "id": "<script>"},
        {"kind": "area", "id": "melnibone", "unit": ["elric"]},
        {"kind": "act", "text": "x" * (LONGEST + 1)},
        {"kind": "act", "text": ""},
        {"kind": "do", "name": "Bad Name"},
        {"kind": "do", "name": "echo", "value": 7},
        {"kind": "do", "name": "form", "value": {str(n): "" for n in range(121)}},
        {"kind": "hello", "search": 3},
        {"kind": "hello", "stored": {"progress": "x" * 50_001}},
        {"kind": "area", "id": "melnibone", **{str(n): 1 for n in range(8)}},
    ],
)
def test_a_malformed_message_is_dropped_and_counted(content: Any) -> None:
    wire, session, _ = line()
    assert not wire.receive(content)
    assert wire.dropped == 1
    assert session.heard == []


def test_messages_that_are_meant_arrive_whole() -> None:
    wire, session, _ = line()
    assert wire.receive({"kind": "area", "id": "jharkor_dhakos", "unit": "yishana"})
    wire.receive({"kind": "act", "text": "step jharkor_sequa"})
    wire.receive({"kind": "do", "name": "setup", "value": {"scenario": "successor"}})
    wire.receive({"kind": "hello", "search": "?g=abcdef0123&x=1", "dark": True, "version": 0})
    heard = session.heard
    assert [message.kind for message in heard] == ["area", "act", "do", "hello"]
    assert heard[0].unit == "yishana"
    assert heard[2].fields == {"scenario": "successor"}
    assert heard[3].query == {"g": "abcdef0123", "x": "1"}
    assert heard[3].dark
    assert wire.search == "?g=abcdef0123&x=1"


def test_a_heartbeat_is_answered() -> None:
    wire, _, sent = line()
    assert not wire.receive({"kind": "ping", "n": 3})
    assert sent == [({"kind": "pong", "n": 3}, [])]


def test_the_browser_cannot_set_state() -> None:
    wire, _, _ = line()
    bridge = Bridge(wire)
    wire.display(regions(coach="<p>Welcome</p>"))
    bridge.set_state({"regions": {"coach": "<p>Pay here</p>"}})
    assert bridge.get_state()["regions"] == {"coach": "<p>Welcome</p>"}
    assert wire.dropped == 1


def test_a_failing_session_leaves_everything_as_it_was(caplog: pytest.LogCaptureFixture) -> None:
    wire, session, sent = line()
    session.screen = regions(coach="<p>Welcome</p>")
    wire.display(session.draw())
    session.breaks = "the secret hand is Arkyn"
    with caplog.at_level(logging.ERROR):
        wire.receive({"kind": "do", "name": "go", "value": "together"})
    assert wire.values["regions"]["coach"] == "<p>Welcome</p>"
    assert "oops" in wire.values["regions"]
    assert "Arkyn" not in json.dumps([content for content, _ in sent])
    assert "Arkyn" in caplog.text
    session.breaks = ""
    wire.receive({"kind": "do", "name": "go", "value": "together"})
    assert "oops" not in wire.values["regions"]


def test_only_what_changed_travels() -> None:
    wire, _, sent = line()
    wire.display(regions(a="1", b="2"))
    sent.clear()
    wire.display(replace(regions(a="1", b="3"), marks={"melnibone": "sel"}))
    ((patch, _),) = sent
    assert patch["patches"] == {"regions": {"set": {"b": "3"}}, "marks": {"set": {"melnibone": "sel"}}}
    wire.display(replace(regions(b="3"), marks={"melnibone": "sel"}))
    assert sent[-1][0]["patches"] == {"regions": {"drop": ["a"]}}
    assert sent[-1][0]["version"] == patch["version"] + 1


@example([dict.fromkeys("ab", "x"), dict.fromkeys("ba", "x")])
@given(st.lists(st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("xyz"), max_size=6), max_size=6))
def test_patches_add_up_to_the_state(states: list[dict[str, str]]) -> None:
    wire, _, sent = line()
    there: dict[str, str] = {}
    for state in states:
        sent.clear()
        wire.display(regions(**state))
        for content, _ in sent:
            if content["kind"] == "patch":
                patch = content["patches"]["regions"]
                there = {key: value for key, value in there.items() if key not in patch.get("drop", ())}
                there.update(patch.get("set", {}))
                if "order" in patch:
                    there = {key: there[key] for key in patch["order"]}
        assert list(there.items()) == list(state.items())


def test_a_counter_that_moves_is_not_drawn_anew() -> None:
    wire, _, sent = line()
    first = {"at": [1, 2], "html": "<svg>" + "x" * 700, "area": "oin", "name": "Yishana"}
    wire.display(Screen([], {}, pieces={"yishana": first}))
    moved = {"at": [3, 4], "html": first["html"], "area": "yu"}
    wire.display(Screen([], {}, pieces={"yishana": moved, "flag:yu": {"at": [3, 4]}}))
    patch = sent[-1][0]["patches"]["pieces"]
    assert patch["change"] == {"yishana": {"at": [3, 4], "area": "yu", "name": None}}
    assert patch["set"] == {"flag:yu": {"at": [3, 4]}}


def test_a_browser_that_missed_something_gets_everything() -> None:
    wire, session, sent = line()
    session.screen = regions(a="1")
    wire.display(session.draw())
    sent.clear()
    answered = ({"kind": "pong", "n": 0}, [])  # all that the address names has been sent
    wire.receive({"kind": "hello", "version": wire.values["version"]})
    assert sent == [answered]
    sent.clear()
    wire.receive({"kind": "hello", "version": wire.values["version"] - 1})
    (again, _), last = sent
    assert last == answered
    assert {"regions", "marks", "pieces", "version"} <= again["state"].keys()
    assert again["state"]["regions"] == {"a": "1"}


def test_an_unknown_slot_is_refused() -> None:
    wire, _, _ = line()
    with pytest.raises(ValueError, match="no slot 'left'"):
        wire.display(Screen([("a", "left", Markup("1"))], {}))


# --- counters


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("nation", [*(nation.id for nation in NATIONS), None, "nobody"])
def test_figures_stand_out_from_their_ground(nation: str | None) -> None:
    high, low = sorted(map(_luminance, counters.colours(nation)), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_a_counter_shows_the_printed_values() -> None:
    units = view()["units"]
    texts = {key: re.findall(r'<text class="([\w ]+)"[^>]*>([^<]*)', counters.counter(units[key])) for key in units}
    assert texts["jharkor-army-1"] == [("tl", "1"), ("code", "Jh")]
    assert texts["yishana"] == [("tl", "2"), ("tr", "2"), ("code", "Jh")]
    assert texts["king-hozel"][0] == ("tl paren", "(4)")
    assert texts["pan-tang-fleet-1"] == [("tl", "4"), ("bl", "6"), ("br", "2"), ("code", "Pa")]
    assert 'class="mark"' not in counters.counter(units["elric"])
    assert "#er-seat-mark-2" in counters.counter(units["king-hozel"])


def test_every_drawing_a_counter_asks_for_exists() -> None:
    drawn = set(re.findall(r'id="([\w-]+)"', TABLE.sprite()))
    asked = {
        name for unit in view()["units"].values() for name in re.findall(r'href="#([\w-]+)"', counters.counter(unit))
    }
    asked |= {
        name
        for piece in piles.layout(view(), geometry().anchors, counters).values()
        for name in re.findall(r'href="#([\w-]+)"', piece["html"])
    }
    assert asked <= drawn


def test_stacks_are_kept_apart_by_owner_and_cargo_goes_with_its_ship() -> None:
    stacks = piles.stacks(view())
    assert stacks["argimiliar_cadsandria"] == [["king-hozel", "argimiliar-army-1"], ["vilmir-army-1", "vilmir-army-2"]]
    assert stacks["pale_sea_west"] == [["pan-tang-fleet-1"]]


def test_a_pile_has_one_counter_for_units_that_are_alike_and_counts_everybody() -> None:
    pieces = piles.layout(view(), geometry().anchors, counters)
    at_dhakos = {key: piece for key, piece in pieces.items() if piece.get("unit") and piece["area"] == "jharkor_dhakos"}
    assert list(at_dhakos) == ["yishana", "jharkor-army-1"]
    assert "×3" in at_dhakos["jharkor-army-1"]["html"]
    assert "×" not in at_dhakos["yishana"]["html"]
    assert pieces["count:jharkor_dhakos:0"]["html"] == "<b>4</b>"
    assert pieces["count:pale_sea_west:0"]["html"] == "<b>2</b>"
    assert pieces["yishana"]["label"] == "Yishana, 3 armies of Jharkor; combat 5; Player one"
    assert at_dhakos["jharkor-army-1"]["name"].startswith("3 armies of Jharkor, combat 1")
    assert "card:sorcerers_isle:0" in pieces
    json.dumps(pieces)


def test_a_pile_keeps_to_the_place_that_the_map_keeps_free_for_it() -> None:
    """Whatever stands there: the pile of one owner lies in the free square, so it covers no name and no sign."""
    drawn = geometry().data
    anchors = geometry().anchors
    width = 0.031 * 1600  # of a counter in map units where the whole map is seen, see .er-piece in board.css
    position = view()
    for key in position["units"]:
        position["units"][key] |= {"at": "dharijor_sequaloris", "owner": 0}
    pieces = [
        p for p in piles.layout(position, anchors, counters).values() if p.get("unit") and "under" not in p["class"]
    ]
    assert len(pieces) == 3
    for area, (x, y) in anchors.items():
        for piece in pieces:
            middle_x, middle_y = x + piece["dx"] * width, y - piece["dy"] * width
            box = (middle_x - width / 2, middle_y - width / 2, middle_x + width / 2, middle_y + width / 2)
            side = drawn["counter"] / 2 + 1
            assert x - side <= box[0] <= box[2] <= x + side + 2, area
            assert y - side <= box[1] <= box[3] <= y + side + 2, area


def test_a_pile_laid_open_shows_every_counter_beside_the_others() -> None:
    position = view()
    for unit in position["units"].values():
        unit |= {"at": "melnibone", "owner": 0 if unit["kind"] == "hero" else 1, "aboard": None}
    opened = [tuple(p["open"]) for p in piles.layout(position, geometry().anchors, counters).values() if "open" in p]
    assert len(opened) > 6
    for one, other in combinations(opened, 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= 1, "two counters lie over each other"


def test_a_flag_stands_where_the_holder_does_not() -> None:
    position = view()
    position["areas"]["oin"] = {"control": 2}
    position["areas"]["jharkor_dhakos"] = {"control": 0, "siege": True}
    pieces = piles.layout(position, geometry().anchors, counters)
    assert "#er-seat-mark-2" in pieces["flag:oin"]["html"]
    assert pieces["flag:oin"]["label"].startswith("Held by ")
    assert "flag:jharkor_dhakos" not in pieces
    assert pieces["siege:jharkor_dhakos"]["label"] == "Under siege"


def test_whoever_moves_lies_on_top() -> None:
    position = view()
    position["moving"] = ["jharkor-army-3"]
    pieces = piles.layout(position, geometry().anchors, counters)
    assert "moving" in pieces["jharkor-army-3"]["class"].split()
    assert "×2" in pieces["jharkor-army-1"]["html"]
    assert pieces["jharkor-army-3"]["z"] > pieces["yishana"]["z"]


# --- the board in words


def test_names_say_who_stands_there() -> None:
    areas = geometry().areas
    names = area_names(view(), areas, TABLE)
    assert set(names) == set(areas)
    assert names["jharkor_dhakos"].startswith("Dhakos; land; held by Player one; Yishana, hero, combat 2")
    assert "a spell lies face down" in names["sorcerers_isle"]


def test_words_from_a_game_are_escaped() -> None:
    areas = geometry().areas
    position = view()
    position["players"][0]["name"] = "<img src=x>"
    position["units"]["yishana"]["name"] = "<b>Y</b>"
    html = inspector(position, "jharkor_dhakos", areas, TABLE) + twin(position, areas, TABLE)
    assert "<img" not in html
    assert "&lt;b&gt;Y&lt;/b&gt;" in html


def test_a_board_shows_an_area_and_another_position() -> None:
    chosen: list[str] = []
    board = Board(view(), chosen=chosen.append)
    board.wire.receive({"kind": "area", "id": "jharkor_dhakos"})
    assert chosen == ["jharkor_dhakos"]
    assert board.wire.values["marks"]["jharkor_dhakos"] == "own-0 sel"
    assert "3 armies of Jharkor" in board.wire.values["regions"]["area"]
    board.wire.receive({"kind": "area", "id": "nowhere"})
    assert chosen == ["jharkor_dhakos"]
    board.update({**view(), "units": {}})
    assert "Nobody is here" in board.wire.values["regions"]["area"]
    assert not any("unit" in piece for piece in board.wire.values["pieces"].values())


def test_a_board_tells_what_there_is_to_know_of_a_place_and_finds_it() -> None:
    board = Board(view())
    board.wire.receive({"kind": "do", "name": "find", "value": "mordag"})
    assert "Mordaga" in board.wire.values["regions"]["finder"]
    board.wire.receive({"kind": "do", "name": "goto", "value": "jharkor_dhakos"})
    shown = board.wire.values["regions"]["area"]
    for words in ("wall 5", "Harbour", "Touches", "How sure", "6.52"):
        assert words in shown, words
    board.wire.receive({"kind": "do", "name": "sure"})
    assert all("sure-" in board.wire.values["marks"][area] for area in board.session.areas)
    board.wire.receive({"kind": "do", "name": "clause", "value": "6.52"})
    assert "6.52" in board.wire.values["regions"]["clause"]
    board.wire.receive({"kind": "do", "name": "escape"})
    assert "clause" not in board.wire.values["regions"]
    board.wire.receive({"kind": "do", "name": "escape"})
    assert "Choose an area" in board.wire.values["regions"]["area"]
    for name, value in (("goto", "nowhere"), ("clause", "99.9"), ("find", "x" * 500)):
        board.wire.receive({"kind": "do", "name": name, "value": value})
    assert board.wire.dropped == 0
    assert "oops" not in board.wire.values["regions"]


# --- saves


def test_saves_outlive_the_store(tmp_path: Any) -> None:
    SaveStore(tmp_path).put("abcdef012345", "game", "one")
    SaveStore(tmp_path).put("abcdef012345", "progress", "two")
    store = SaveStore(tmp_path)
    assert (store.get("abcdef012345", "game"), store.get("abcdef012345", "progress")) == ("one", "two")
    store.put("abcdef012345", "game", "three")
    assert store.get("abcdef012345", "game") == "three"
    store.drop("abcdef012345", "game")
    assert store.get("abcdef012345", "game") is None
    assert store.prune(-1) == {"old": 1}
    assert store.get("abcdef012345", "progress") is None


@pytest.mark.parametrize("page", ["", "short", "../../../etc/passwd", "x" * 41, "abcdef01'; drop table saves"])
def test_an_id_that_is_none_is_refused(tmp_path: Any, page: str) -> None:
    with pytest.raises(ValueError, match="not the id of a page"):
        SaveStore(tmp_path).get(page, "game")


def test_a_save_that_is_too_long_or_a_folder_that_is_none_says_so(tmp_path: Any) -> None:
    with pytest.raises(StoreError, match="too long to keep"):
        SaveStore(tmp_path).put("abcdef012345", "game", "x" * (MOST_CHARACTERS + 1))
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        SaveStore(tmp_path / "file").get("abcdef012345", "game")
