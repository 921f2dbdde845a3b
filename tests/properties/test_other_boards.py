"""Another board than ours: checked with every fault by name, and played on as it is drawn."""

from __future__ import annotations

import html
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from elric.young_kingdoms.components.board import BoardError, load_board, maps_folder
from elric.young_kingdoms.table.board_report import examine

MAPS = maps_folder()
ROOT = Path(__file__).resolve().parents[2]

PLAY = """
import random, sys
from elric.widgets.bridge.board import Board
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game

touch = BOARD.index[sys.argv[2]] in BOARD.touch[BOARD.index[sys.argv[1]]]
game = Game("successor", "avalon-hill", 3)
rng = random.Random(3)
while game.seat is not None and game.state.turn < 3:
    game.push(rng.choice(game.legal_actions()))
board = Board(game.view(0))
print(touch, game.state.turn >= 3 or game.seat is None, len(board.wire.values['anchors']), board.session.kit.chart().pictures[1][:4], len(board.wire.values['pieces']) > 20)
assert not {"shapely", "numpy", "scipy"} & set(sys.modules)
"""


def drawing(change: Callable[[dict[str, Any], dict[str, dict[str, Any]]], None] | None = None) -> dict[str, Any]:
    """Our map as somebody would draw it: an id on each area and nothing else."""
    ours = json.loads((MAPS / "areas.geojson").read_text(encoding="utf-8"))
    features = [{"type": "Feature", "properties": {"id": f["id"]}, "geometry": f["geometry"]} for f in ours["features"]]
    data = {"type": "FeatureCollection", "features": features}
    if change:
        change(data, {f["properties"]["id"]: f for f in features})
    return data


def kept(file: Path, data: Any) -> Path:
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def other_data(change: Callable[[dict[str, Any], dict[str, dict[str, Any]]], None]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((MAPS / "board.json").read_text(encoding="utf-8"))
    change(data, {a["id"]: a for a in data["areas"]})
    return data


def run(file: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ELRIC_BOARD": str(file), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", PLAY, *words], capture_output=True, text=True, env=environment, timeout=120
    )


def test_our_board_and_our_drawing_have_no_fault(tmp_path: Path) -> None:
    for file in (MAPS / "board.json", MAPS / "areas.geojson", kept(tmp_path / "scan.geojson", drawing())):
        board, faults, unseen, contacts = examine(file)
        assert (faults, unseen) == ([], [])
        assert contacts is not None
        assert {tuple(sorted(e)) for e in board.data["edges"]} == {tuple(e) for e in contacts}


def test_a_drawing_is_told_all_its_faults_at_once_by_name(tmp_path: Path) -> None:
    def spoil(data: dict[str, Any], by: dict[str, dict[str, Any]]) -> None:
        by["oin"]["properties"]["id"] = "atlantis"
        by["yu"]["properties"] = {}
        data["features"].append(by["troos"])
        by["org"]["geometry"]["coordinates"] = [[[0, 0], [30, 30], [30, 0], [0, 20], [0, 0]]]
        by["pan_tang"]["geometry"] = None
        a, b = by["melnibone"], by["unholy_fortress"]
        a["geometry"], b["geometry"] = b["geometry"], a["geometry"]
        by["lormyr_iosaz"]["properties"].update(cities=[], port_to=["troos"])

    _, faults, _, _ = examine(kept(tmp_path / "scan.geojson", drawing(spoil)))
    for words in (
        "'atlantis' is drawn, but no area has this id",
        "'oin' (Oin) is not drawn",
        "'yu' (Yu) is not drawn",
        "no `id` property",
        "'troos' is drawn 2 times",
        "org is no valid polygon",
        "pan_tang is drawn as nothing",
        "dragon_sea_west and melnibone do not touch, and should",
        "dragon_sea_west and unholy_fortress touch, and should not",
        "lormyr_iosaz: its port opens on 'troos', which is no sea",
        "Lormyr has no capital",
    ):
        assert any(words in fault for fault in faults), (words, faults)


def test_a_meeting_in_a_point_is_no_border(tmp_path: Path) -> None:
    corners = {"a": (0, 0), "b": (1, 0), "c": (0, 1), "d": (1, 1)}
    features = [
        {
            "type": "Feature",
            "properties": {"id": key, "kind": "land"},
            "geometry": {"type": "Polygon", "coordinates": [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]]},
        }
        for key, (x, y) in corners.items()
    ]
    edges = [["a", "b"], ["a", "c"], ["b", "d"], ["a", "d"]]
    _, faults, _, contacts = examine(kept(tmp_path / "four.geojson", {"features": features, "edges": edges}))
    assert contacts == [["a", "b"], ["a", "c"], ["b", "d"], ["c", "d"]]
    assert "a and d touch in a point only, and should share a border" in faults
    assert "c and d touch, and should not" in faults


def test_a_drawing_by_hand_with_gaps_still_shows_its_contacts(tmp_path: Path) -> None:
    boxes = {"a": (0, 100.2), "b": (100, 200), "c": (200.3, 300), "d": (310, 400)}
    features = [
        {
            "type": "Feature",
            "properties": {"id": key, "kind": "sea"},
            "geometry": {"type": "Polygon", "coordinates": [[[x, 0], [w, 0], [w, 50], [x, 50], [x, 0]]]},
        }
        for key, (x, w) in boxes.items()
    ]
    _, faults, _, contacts = examine(kept(tmp_path / "hand.geojson", {"features": features, "edges": [["c", "d"]]}))
    assert contacts == [["a", "b"], ["b", "c"]]
    assert "c and d do not touch, and should share a border" in faults


def test_board_data_is_told_all_its_faults_at_once_by_name(tmp_path: Path) -> None:
    def spoil(data: dict[str, Any], by: dict[str, dict[str, Any]]) -> None:
        by["tarkesh_hornus"]["port_to"] = ["oin_gulf"]
        by["tarkesh_banarva"]["port_to"] = []
        by["silent_sea"]["cities"] = "x"
        by["filkhar_raschil"]["cities"] = []
        by["yu"]["kind"] = "swamp"
        data["areas"].append(dict(by["org"]))
        data["edges"] = [e for e in data["edges"] if "pan_tang" not in e] + [["oin"]]

    _, faults, _, _ = examine(kept(tmp_path / "board.json", other_data(spoil)))
    for words in (
        "tarkesh_hornus: its port opens on 'oin_gulf', which it does not touch",
        "Tarkesh has fleets and no port",
        "silent_sea: each of its cities",
        "Filkhar has no city",
        "yu: kind must be land, sea or mountain",
        "area ids used twice: org",
        "pan_tang cannot be reached",
        "must be a pair of area ids",
    ):
        assert any(words in fault for fault in faults), (words, faults)


def test_another_border_is_played_on(tmp_path: Path) -> None:
    file = kept(tmp_path / "other.json", other_data(lambda data, by: data["edges"].append(["oin", "sorcerers_isle"])))
    alone = run(file, "oin", "sorcerers_isle")
    assert alone.returncode
    assert "put areas.geojson beside it" in alone.stderr.splitlines()[-1]
    shutil.copy(MAPS / "areas.geojson", tmp_path)
    done = run(file, "oin", "sorcerers_isle")
    assert done.stdout.split() == ["True", "True", "111", "<svg", "True"], done.stderr
    assert "oin and sorcerers_isle do not touch, and should share a border" in examine(file)[1]


def test_a_drawing_is_played_on(tmp_path: Path) -> None:
    done = run(kept(tmp_path / "scan.geojson", drawing()), "oin", "sorcerers_isle")
    assert done.stdout.split() == ["False", "True", "111", "<svg", "True"], done.stderr


def test_a_broken_file_is_refused_with_every_fault_and_never_replaced(tmp_path: Path) -> None:
    file = kept(tmp_path / "scan.geojson", drawing(lambda data, by: [data["features"].pop() for _ in range(3)]))
    with pytest.raises(BoardError) as caught:
        load_board(file)
    assert len([p for p in caught.value.problems if "is not drawn" in p]) == 3
    done = run(file, "oin", "yu")
    assert done.returncode
    assert "is not drawn" in done.stderr
    assert "ELRIC_BOARD names this file" in done.stderr


BROKEN: dict[str, tuple[bytes, str]] = {
    "not JSON": (b'{"areas": [,]}', "is not JSON"),
    "not UTF-8": ('{"areas": ["é"]}'.encode("latin-1"), "is not written in UTF-8 (line 1)"),
    "no object": (b"[1]", "must hold an object"),
    "a number that is none": (b'{"areas": [NaN]}', "NaN is no number"),
    "nested without end": (b"[" * 100_000, "nested too deeply"),
    "nothing in it": (b"{}", "broken.json: `areas` must be a list"),
    "areas that are none": (b'{"areas": "x"}', "`areas` must be a list"),
    "borders that are none": (b'{"areas": [{}], "edges": {"a": 1}}', "`edges` must be a list"),
    "features that are none": (b'{"features": 3}', "`features` must be a list"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_holds_no_board_is_named_and_says_why(tmp_path: Path, case: str) -> None:
    written, words = BROKEN[case]
    file = tmp_path / "broken.json"
    file.write_bytes(written)
    with pytest.raises(BoardError, match=r"broken\.json") as caught:
        examine(file)
    assert words in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_mark_before_the_text_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "marked.json"
    file.write_bytes(b"\xef\xbb\xbf" + (MAPS / "board.json").read_bytes())
    assert load_board(file).size == 111


def test_wrong_types_are_told_area_by_area(tmp_path: Path) -> None:
    def spoil(data: dict[str, Any], by: dict[str, dict[str, Any]]) -> None:
        by["oin"]["wilderness"] = "no"
        by["yu"]["name"] = ["Yu"]
        by["jharkor_dhakos"]["cities"][0]["walled"] = 1
        by["vilmir_jadmar"]["nation"] = "Atlantis"
        data["edges"] += [["oin", "oin"], [1, 2], ["oin", "nowhere"]]

    _, faults, _, _ = examine(kept(tmp_path / "board.json", other_data(spoil)))
    for words in (
        "oin: wilderness must be true or false",
        "yu: name must be text",
        "jharkor_dhakos: walled of Dhakos must be true or false",
        "atlantis is no nation with counters",
        "joins oin to itself",
        "must be a pair of area ids",
        "a border names 'nowhere', which is no area",
    ):
        assert any(words in fault for fault in faults), (words, faults)


def test_one_fault_of_a_drawing_makes_no_others(tmp_path: Path) -> None:
    """A short border that is drawn exactly stays one, although lines elsewhere cross themselves."""

    def spoil(data: dict[str, Any], by: dict[str, dict[str, Any]]) -> None:
        ring = by["oin"]["geometry"]["coordinates"][0]
        ring[3], ring[len(ring) // 2] = ring[len(ring) // 2], ring[3]

    _, faults, _, _ = examine(kept(tmp_path / "scan.geojson", drawing(spoil)))
    assert len(faults) == 1
    assert faults[0].startswith("oin is no valid polygon")


def test_coordinates_without_end_are_refused(tmp_path: Path) -> None:
    file = kept(tmp_path / "scan.geojson", drawing())
    file.write_text(re.sub(r"\[\d+\.\d+,", "[1e999,", file.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    _, faults, _, _ = examine(file)
    assert any("must be finite numbers" in fault for fault in faults)


@pytest.mark.parametrize("command", [["serve", "--no-browser"], ["playout", "--games", "1"], ["board"], ["clauses"]])
def test_no_command_begins_with_a_broken_board(tmp_path: Path, command: list[str]) -> None:
    def spoil(data: dict[str, Any], by: dict[str, dict[str, Any]]) -> None:
        data["edges"] = [e for e in data["edges"] if "oin" not in e]
        by["yu"]["kind"] = "swamp"

    file = kept(tmp_path / "other.json", other_data(spoil))
    done = subprocess.run(
        [sys.executable, "-m", "elric", *command],
        capture_output=True, text=True, timeout=60, cwd=ROOT, env={**os.environ, "ELRIC_BOARD": str(file)},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[0] == "elric: other.json has 2 faults:"
    assert "- yu: kind must be land, sea or mountain, not 'swamp'" in done.stderr
    assert "- oin cannot be reached" in done.stderr
    assert "ELRIC_BOARD names this file" in done.stderr


def test_a_notebook_shows_the_faults_and_not_where_we_found_them(tmp_path: Path) -> None:
    file = kept(tmp_path / "other.json", other_data(lambda data, by: by["yu"].update(kind="swamp")))
    done = subprocess.run(
        [sys.executable, "-m", "IPython", "--colors=NoColor", "-c", "import elric; elric.new_game('successor')"],
        capture_output=True, text=True, timeout=60, cwd=ROOT, env={**os.environ, "ELRIC_BOARD": str(file)},
    )  # fmt: skip
    assert "BoardError: other.json: yu: kind must be land, sea or mountain, not 'swamp'" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert "board.py" not in done.stdout + done.stderr


def test_checking_needs_no_board_to_play_on(tmp_path: Path) -> None:
    file = kept(tmp_path / "other.json", other_data(lambda data, by: by["yu"].update(kind="swamp")))
    done = subprocess.run(
        [sys.executable, "-m", "elric", "board", "--check", str(file)],
        capture_output=True, text=True, timeout=60, cwd=ROOT, env={**os.environ, "ELRIC_BOARD": str(file)},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("elric: other.json has 1 fault:\n- yu: kind must be")


def test_no_name_of_a_plain_picture_lies_over_another() -> None:
    from elric.young_kingdoms.table.geometry import geometry
    from elric.young_kingdoms.table.plain_picture import plain_picture

    text = html.unescape(plain_picture(geometry().data, dark=False))
    written = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]+)<', text)
    assert len(written) > 80
    boxes = []
    for x, y, size, name in written:
        half, high = len(name) * float(size) * 0.5 / 2, float(size)
        boxes.append((float(x) - half, float(y) - 0.8 * high, float(x) + half, float(y) + 0.3 * high, name))
    for a, b in itertools.combinations(boxes, 2):
        assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]), (a[4], b[4])
    assert all(b[0] > 0 and b[2] < 1600 and b[1] > 0 and b[3] < 1040 for b in boxes)
