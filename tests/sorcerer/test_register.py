"""The register: every section of the book, and what is claimed of it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from elric.sorcerer.components import law
from elric.sorcerer.components.board import BOARD, CITIES, HEXES, Board
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.components.table import COLUMNS, FIRST, LAST, PIN
from elric.sorcerer.components.units import COUNT, KIND, UNITS

from .field import GAME, INDEX

CASES = Path(__file__).parent


def test_all_sections_of_the_book_are_there() -> None:
    """243: 184 rules, 33 optional, 11 components, 15 of background."""
    kinds = Counter(clause.kind for clause in GAME.register())
    assert kinds == {"rule": 184, "optional": 33, "component": 11, "background": 15}


def test_every_rule_has_code_and_a_case() -> None:
    """Each rule and each optional one is cited by a case, at the beginning of its docstring, and by the rules."""
    rules = {clause.number for clause in GAME.register() if clause.kind in ("rule", "optional")}
    cited = {n for path in CASES.glob("test_*.py") for n in re.findall(r"\[(\d+\.\d+)\]", path.read_text("utf-8"))}
    assert not sorted(rules - cited)
    rooms = Path(law.__file__).parents[1]
    coded: set[str] = set()
    for path in [*rooms.rglob("*.py"), rooms / "data" / "scenarios.toml"]:
        text = path.read_text("utf-8")
        coded.update(re.findall(r'"(\d+\.\d+)"', text))
        for remark in re.findall(r"[\[(]([\dA-Z., pand-]+)[\])]", text):
            coded.update(re.findall(r"\d+\.\d+", remark))
    assert not sorted(rules - coded)


def test_every_citation_names_a_section() -> None:
    """In rulings, switches, code and cases."""
    known = {clause.number for clause in GAME.register()}
    assert len(law.rulings()) >= 53
    for ruling in law.rulings().values():
        assert ruling.why
        assert {number for (number,) in ruling.clauses} <= known, ruling.id
    for switch in law.switches().values():
        assert {number for (number,) in switch.clauses} <= known, switch.key
        assert set(switch.scenarios) <= set(GAME.scenarios())
    for path in [*Path(law.__file__).parents[1].rglob("*.py"), *CASES.glob("test_*.py")]:
        for number in re.findall(r"\[(\d+\.\d+)\]", path.read_text("utf-8")):
            assert number in known, f"{path.name}: {number}"


def test_so_3_22_the_counters() -> None:
    """[3.22] [3.2]: 55 Sorcerers, 46 infantry, 56 dragons, 50 demonic infantry, 38 trolls, 37 fortresses."""
    assert [KIND.count(kind) for kind in range(6)] == [55, 46, 56, 50, 38, 37]
    assert COUNT == len({unit.id for unit in UNITS}) == 282


def test_what_is_lost_keeps_its_mark() -> None:
    """59 of 114 cells of the table and 527 of 575 hexes are ours; each filled cell lies within its bounds."""
    cells = [cell for column in COLUMNS for cell in column]
    known = Counter(cell.known_by for cell in cells)
    assert (len(cells), FIRST, LAST) == (114, -5, 13)
    assert known == {"book": 18, "public": 21, "forced": 9, "unique": 7, "filled": 59}
    rank = {0: 0, PIN: 0.5}
    for cell in cells:
        assert rank.get(cell.low, cell.low) <= rank.get(cell.result, cell.result) <= rank.get(cell.high, cell.high)
    assert Counter(BOARD.confidence)["reconstructed"] == 527
    assert sum(bool(unit.lost) for unit in UNITS) > 100


def test_so_13_4_the_table_is_never_weaker_with_more() -> None:
    """[13.4]: neither with a lower die nor with more strength; and no two neighbouring columns are alike."""
    worth = [[0.5 if cell.result == PIN else cell.result for cell in column] for column in COLUMNS]
    for k, column in enumerate(worth):
        assert column == sorted(column, reverse=True)
        if k:
            assert column != worth[k - 1]
            assert all(a >= b for a, b in zip(column, worth[k - 1], strict=True))


def test_so_3_1_the_board() -> None:
    """[3.1] [17.24] [17.21]: ten Gray cities in the nine rows where the Tide comes, and every color within two hexes of Amma-Avattar [19.29]."""
    assert len(CITIES) == 10
    rows = {h // HEXES.rows for h in CITIES}
    assert rows == {h // HEXES.rows for h in BOARD.entries}
    near = {BOARD.printed[h] for h in range(HEXES.size) if HEXES.distance(h, INDEX["0711"]) <= 2}
    assert set(range(6)) <= near
    assert {NAMES[c] for c in BOARD.printed} == set(NAMES[:8])


def test_a_broken_board_names_its_faults() -> None:
    """A letter that is none, a row too short: each by its row."""
    data = law.read("board.toml")
    data["map"]["rows"][2] = "?" + data["map"]["rows"][2][1:]
    data["map"]["rows"][4] = data["map"]["rows"][4][:-1]
    with pytest.raises(ValueError, match="the board has 2 faults") as told:
        Board(data)
    assert "row 3: “?”" in str(told.value)
    assert "row 5: has 22" in str(told.value)
