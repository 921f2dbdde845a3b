"""The wire without Jupyter: whatever hands JSON both ways shows the page, and nothing of ipywidgets is asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from elric.widgets.bridge.wire import Wire
from elric.widgets.house import House

# A page in a Python that has no widgets, at the first page, in a game and in a lesson; what a browser would then show is
# put together from the messages alone.
PAGE = """
import json, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("ipywidgets", "ipyleaflet", "anywidget", "traitlets", "IPython", "ipykernel", "comm", "tornado"):
            raise ImportError(name + " is not here")

sys.meta_path.insert(0, Missing())
from elric.widgets.bridge.wire import Wire
from elric.widgets.house import House

def see(content, buffers):
    content = json.loads(json.dumps(content))
    assert not buffers
    if content["kind"] == "state":
        shown.update(content["state"])
    elif content["kind"] == "patch":
        assert content["version"] == shown["version"] + 1
        shown["version"] += 1
        for name, patch in content["patches"].items():
            there = {key: value for key, value in shown[name].items() if key not in patch.get("drop", ())} | patch.get("set", {})
            for key, fields in patch.get("change", {}).items():
                changed = {**there[key], **fields}
                there[key] = {field: value for field, value in changed.items() if value is not None}
            shown[name] = {key: there[key] for key in patch.get("order", there)}

wire = Wire(House(), hello={"search": sys.argv[1]})
shown = json.loads(json.dumps(wire.values))
wire.start(see)
seen = ["".join(shown["regions"].values())]
for message in json.loads(sys.argv[2]):
    assert wire.receive(message), message
    assert "oops" not in shown["regions"], message
    assert shown == json.loads(json.dumps(wire.values)), message
    seen.append("".join(shown["regions"].values()))
print(json.dumps([seen, shown["game"], len(shown["outlines"])]))
"""


def page(search: str, *messages: dict[str, Any]) -> tuple[list[str], str, int]:
    """What the page shows at first and after each message, the game whose board is laid, and how many outlines it has."""
    ran = subprocess.run(
        [sys.executable, "-c", PAGE, search, json.dumps(messages)], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    seen, game, outlines = json.loads(ran.stdout)
    return seen, game, outlines


def do(name: str, value: Any = "") -> dict[str, Any]:
    return {"kind": "do", "name": name, "value": value}


def test_a_first_page_an_act_and_a_lesson() -> None:
    end = {"kind": "act", "text": "end"}
    (first, table, acted, lesson, other), game, outlines = page(
        "?page=first", do("go", "together"), end, do("address", "?lesson=march"), do("address", "?lesson=battle")
    )
    assert 'data-do="learn"' in first
    assert 'data-act="end"' in table
    assert acted != table
    assert 'data-do="undo"' in acted
    assert "March" in lesson
    assert other != lesson
    assert game == "elric"
    assert outlines > 50


@pytest.mark.parametrize("search", ["?lesson=march", "?rules=6.2", "?battle=nothing"])
def test_the_first_screen_is_the_one_that_the_address_asks_for(search: str) -> None:
    """The address is known to the start, so nothing else is drawn before."""
    plain, addressed = Wire(House()), Wire(House(), hello={"search": search, "stored": {}})
    assert addressed.values["regions"] != plain.values["regions"]
    asked = Wire(House())
    asked.receive({"kind": "hello", "search": search, "version": 0})
    assert addressed.values["regions"].keys() == asked.values["regions"].keys()
    assert addressed.search == search


def test_another_games_board_is_laid_from_the_start() -> None:
    wire = Wire(House(), hello={"search": "?game=dragon-pass"})
    assert wire.values["game"] == "dragon-pass"
    assert wire.kit.key == "dragon-pass"
