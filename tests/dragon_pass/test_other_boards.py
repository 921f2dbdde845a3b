"""A board of hexes that somebody else made: every fault by name, and played on where it is whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from elric.app.cli import main
from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import look_over
from elric.dragon_pass.components.board_file import BoardError

ROOT = Path(__file__).resolve().parents[2]
OURS = (law.DATA / "board.toml").read_text(encoding="utf-8")

# What is changed in our board, and what the fault is then called.
FAULTS = [
    ('"^^^^^^^^^^^^^^^^^^^^^^^^^^^^....................",', '"^^^",', "ground, row 1: has 3 letters, not 48"),
    ('  "^^^^^^^^^^^^^^^^^^^^^^^^^^^^....................",\n', "", "ground: has 35 rows, not 36"),
    ('"......rr...........r..........FFff..............",', '"......rr...........r..........FFff.......?......",',
     "ground, hex 4220: “?” is no letter of the key"),
    ('hexes = ["4304"]', 'hexes = ["4394"]', "place goldedge: there is no “4394”"),
    ('hexes = ["4304"]', "hexes = []", "place goldedge: has no hex"),
    ('hexes = ["4304"]', "hexes = 4304", "place goldedge, hexes: must be a list of names"),
    ('id = "goldedge"', 'id = "goldege"', "place goldedge: is missing, and the rules speak of it"),
    ('name = "Goldedge"\n', "", "place goldedge: says nothing of its name"),
    ('name = "Goldedge"', 'nane = "Goldedge"', "place goldedge, nane: is not known here; did you mean"),
    ('letter = "P"', 'letter = "Q"', "“P” is no letter of the key"),
    ('"2712", "2612", "2512"', '"2712", "2512"', "2512 does not lie beside 2712"),
    ('kind = "secondary"', 'kind = "path"', "“path” is no kind of road: primary, secondary, dragonewt"),
    ('confidence = "high"', 'confidence = "sure"', "“sure” is no confidence: high, medium, low"),
    ("[junctions]", "[junction]", "junction: is not known here; did you mean"),
]  # fmt: skip


def test_our_own_board_has_no_fault(tmp_path: Path) -> None:
    """The file that comes with the package passes its own check, and says how much of everything there is."""
    board, faults = look_over(law.DATA / "board.toml")
    assert faults == []
    assert board.ground.count("m") == 40
    assert main(["board", "--game", "dragon-pass", "--check", str(law.DATA / "board.toml")]) == 0


@pytest.mark.parametrize(("was", "now", "fault"), FAULTS)
def test_every_fault_is_named(was: str, now: str, fault: str, tmp_path: Path) -> None:
    """By its row, hex, place or line, and what is wrong there."""
    assert was in OURS
    file = tmp_path / "mine.toml"
    file.write_text(OURS.replace(was, now, 1), encoding="utf-8")
    _, faults = look_over(file)
    assert any(fault in found for found in faults), faults


def test_all_faults_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A person mends the file in one go; the command says how many there are."""
    file = tmp_path / "mine.toml"
    text = OURS.replace('hexes = ["4304"]', 'hexes = ["4394"]', 1).replace(
        'confidence = "high"', 'confidence = "sure"', 1
    )
    file.write_text(text, encoding="utf-8")
    assert main(["board", "--check", str(file)]) == 2
    told = capsys.readouterr().err
    assert "mine.toml has 2 faults:" in told
    assert "4394" in told
    assert "sure" in told


@pytest.mark.parametrize("text", ["[ground", "\x00"])
def test_what_is_no_toml_is_refused_by_name(text: str, tmp_path: Path) -> None:
    """With the place in the file; so is a file that is not there."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError, match=r"mine\.toml: is no TOML"):
        look_over(file)
    with pytest.raises(BoardError, match="cannot be read"):
        look_over(tmp_path / "none.toml")


@pytest.mark.parametrize("text", ["ground = 3", "", "place = 4"])
def test_a_file_that_holds_no_board_has_its_tables_as_faults(text: str, tmp_path: Path) -> None:
    """Each that is missing, by name."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    _, faults = look_over(file)
    assert any(fault.startswith("letters") for fault in faults)
    assert any(fault.startswith("place") for fault in faults)


def test_another_board_is_played_on_and_drawn_as_it_is(tmp_path: Path) -> None:
    """ELRIC_BOARD names it: rules, page and picture take it, and the game of Elric goes on with its own; a broken one is
    refused with every fault."""
    whole, broken = tmp_path / "mine.toml", tmp_path / "broken.toml"
    whole.write_text(OURS.replace('name = "Goldedge"', 'name = "Silveredge"', 1), encoding="utf-8")
    broken.write_text(OURS.replace('hexes = ["4304"]', 'hexes = ["4394"]', 1), encoding="utf-8")
    code = """
from elric import games
table = games.table("dragon-pass")
assert table.chart().areas["4304"]["name"] == "Silveredge"
assert "Silveredge" in table.chart().pictures[0] and "image/webp" not in table.chart().pictures[0]
game = table.ready("tax-collectors", "1976", 3, False)
game.push(game.legal_actions()[0])
assert games.table("elric").chart().areas
"""

    def run(board: Path) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "ELRIC_BOARD": str(board), "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
        )

    assert run(whole).returncode == 0, run(whole).stderr
    refused = run(broken)
    assert refused.returncode
    assert "there is no “4394”" in refused.stderr
    assert "ELRIC_BOARD names this file" in refused.stderr
