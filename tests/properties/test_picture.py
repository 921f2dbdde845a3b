"""The map that a notebook shows of a game: well formed, small, in words too, and nothing hidden in it."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random

import pytest
from walks import PAIRS, game

import elric
from elric.kernel.chance import SeededChance
from elric.opponents.at_random import any_verb
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.description import picture
from elric.young_kingdoms.description.view import resample, secret_from, view

SVG = "{http://www.w3.org/2000/svg}"


def drawn(g: elric.Game) -> ET.Element:
    text = g._repr_svg_()
    assert text is not None
    assert len(text) < 90_000
    return ET.fromstring(text)


def test_every_area_and_every_piece_is_on_the_map() -> None:
    """An outline with its name for each area; the counters name and count what stands there; the desc says it all."""
    g = game("empire", "avalon-hill", 3, 400)
    root = drawn(g)
    titles = [e.text or "" for e in root.iter(f"{SVG}title")]
    assert set(BOARD.names) <= set(titles)
    assert all(e.get("d") for e in root.iter(f"{SVG}path"))
    units = g.view(None)["units"]
    figures = [e.text for e in root.iter(f"{SVG}text") if (e.text or "").isdigit()]
    assert sum(map(int, figures)) == len(units)
    described = root.findtext(f"{SVG}desc") or ""
    for unit in units.values():
        if unit["kind"] == "hero":
            assert unit["name"] in described
    assert root.get("role") == "img"
    assert (
        root.get("aria-label") == f"Turn {g.turn}, {g.phase}: {g.view(None)['players'][g.seat or 0]['name']} decides."
    )


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_the_map_holds_no_secret(scenario: str, edition: str) -> None:
    """The same whatever lies where an onlooker cannot look, and no name of a spell that he cannot know."""
    rng = Random(8)
    g = elric.new_game(scenario, edition, 8)
    while legal := g.legal_actions():
        if len(g.record) % 60 == 0:
            page = g._repr_html_()
            for again in range(3):
                other = resample(g.state, None, SeededChance(again))
                assert picture.html(view(other, None)) == page
            hidden = {spells.NAMES[i] for i in secret_from(g.state, None)}
            said = [e.text or "" for e in drawn(g).iter(f"{SVG}title") if "open here" in (e.text or "")]
            assert not [name for name in hidden for line in said if name in line]
        g.push(any_verb(rng, legal))
    assert drawn(g).get("aria-label") == g.outcome["words"] if g.outcome else False


def test_a_notebook_shows_map_and_words() -> None:
    page = elric.new_game("founding", seed=1)._repr_html_()
    ET.fromstring(page)
    assert page.count("<svg") == 1
    assert "Who stands where" in page
    assert "<script" not in page


def test_a_board_without_outlines_is_shown_in_words(tmp_path: Path) -> None:
    """A board that is data alone: no picture, and the description all the same."""
    board = tmp_path / "board.json"
    board.write_text((picture.maps_folder() / "board.json").read_text(encoding="utf-8"), encoding="utf-8")
    code = "import elric; g = elric.new_game('successor', seed=1); print(g._repr_svg_(), g._repr_html_()[:60])"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "ELRIC_BOARD": str(board)}, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.startswith("None <figure")


def test_a_board_that_is_a_drawing_is_shown_as_drawn(tmp_path: Path) -> None:
    """Outlines from a file that has ids and shapes only, upside up and in its own measure."""
    board = tmp_path / "drawn.geojson"
    board.write_text((picture.maps_folder() / "areas.geojson").read_text(encoding="utf-8"), encoding="utf-8")
    code = "import elric; print(len(elric.new_game('successor', seed=1)._repr_svg_()) > 30_000)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "ELRIC_BOARD": str(board)}, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.strip() == "True"
