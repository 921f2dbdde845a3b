"""The register: every clause of the book, and what is claimed of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from elric.dragon_pass.components import law, units
from elric.dragon_pass.components.board import BOARD, LUNAR_FORTS, SARTAR_FORTS, Board
from elric.dragon_pass.table import TABLE

from .field import GAME

CASES = Path(__file__).parent


def test_all_clauses_of_the_book_are_there() -> None:
    """230: 179 rules, 18 optional ones, 13 components, 20 of background."""
    kinds = [clause.kind for clause in GAME.register()]
    assert [kinds.count(kind) for kind in ("rule", "optional", "component", "background")] == [179, 18, 13, 20]


def test_pages_and_clauses_have_titles_in_plain_words() -> None:
    """A chapter of this register is a page of the book; no title shouts, and none is only a number."""
    numbers = {clause.number.partition(".")[0] for clause in GAME.register()}
    assert set(law.chapters()) == numbers
    for clause in GAME.register():
        assert not re.search(r"[A-Z]{3}", clause.title), clause
        assert re.search(r"[a-z]$|\d$", clause.title), clause
    assert TABLE.chapter_title("1976", "40") == "Giants"


def test_every_rule_has_a_case() -> None:
    """Each rule and each optional one is cited by a case, at the beginning of its docstring."""
    cited = set()
    for path in CASES.glob("test_*.py"):
        cited.update(re.findall(r"\[(\d+\.\d+)\]", path.read_text("utf-8")))
    rules = {clause.number: clause for clause in GAME.register() if clause.kind in ("rule", "optional")}
    assert not sorted(set(rules) - cited)


def test_every_citation_and_ruling_names_a_clause() -> None:
    """In code, data and cases alike."""
    known = {clause.number for clause in GAME.register()}
    for ruling in law.rulings().values():
        assert {number for (number,) in ruling.clauses} <= known, ruling.id
        assert ruling.why
    for switch in law.switches().values():
        assert {number for (number,) in switch.clauses} <= known, switch.key
    rooms = Path(law.__file__).parents[1]
    for path in [*rooms.rglob("*.py"), *CASES.glob("test_*.py")]:
        text = path.read_text("utf-8")
        for number in re.findall(r"\[(\d+\.\d{1,2})\]|\"(\d+\.\d{1,2})\"", text):
            assert set(filter(None, number)) <= known, f"{path.name}: {number}"


def test_the_counters_are_those_of_the_battalia() -> None:
    """[17.1]: 65 Lunar, 65 of Sartar, 100 Independents; fifteen heroes, three of them Superheroes; 21 circled [8.9]."""
    sides = [unit.side for unit in units.UNITS]
    assert [sides.count(side) for side in ("lunar", "sartar", "independent")] == [65, 65, 100]
    assert units.HEROES.bit_count() == 15
    assert units.SUPERHEROES.bit_count() == 3
    assert sum(unit.tarsh for unit in units.UNITS) == 21


def test_what_is_lost_keeps_its_mark() -> None:
    """The wounds of six elite units and the arms of fifty-one counters are proposals."""
    assert sum("wounds" in unit.lost for unit in units.UNITS) == 7
    assert sum("arm" in unit.lost for unit in units.UNITS) > 40
    assert all(place.confidence in ("high", "medium", "low") for place in BOARD.places.values())


def test_wb_61_1_the_lands_lie_where_the_book_says() -> None:
    """[61.1] [61.2] [61.3] [61.4] [61.5] [61.6] [61.7] [61.8] [61.9] [61.10] [61.11]: the Empire upper right, Sartar lower
    left, the Grazelands upper left; each home in its own land."""
    from .field import HEXES

    def middle(letter: str) -> tuple[float, float]:
        found = [divmod(h, HEXES.rows) for h in range(HEXES.size) if BOARD.land[h] == letter]
        return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)

    half, down = HEXES.columns / 2, HEXES.rows / 2
    assert middle("L")[0] > half
    assert middle("L")[1] < down
    assert middle("S")[0] < half
    assert middle("S")[1] > down
    assert middle("G")[1] < down
    homes = {"slavewall": "l", "rich-post": "G", "wild-temple": "B", "wintertop": "W", "eye-1": "E", "marsh-ruins": "M",
             "cliffhome": "C", "muse-roost": "H", "mineshaft": "D", "snake-pipe": "K", "ivory-plinth": "T", "giants-hex": "V"}  # fmt: skip
    for place, land in homes.items():
        assert BOARD.land[BOARD.places[place].hexes[0]] == land, place
    assert {BOARD.land[h] for fort in SARTAR_FORTS for h in BOARD.places[fort].hexes} <= set("SA")
    assert {BOARD.land[h] for fort in LUNAR_FORTS for h in BOARD.places[fort].hexes} <= set("Ll")


def test_a_broken_board_names_every_fault() -> None:
    """A letter that is none, a row too short, a road with a gap, a place on a place: each by name."""
    data = law.read("board.toml")
    data["letters"]["ground"][0] = "?" + data["letters"]["ground"][0][1:]
    data["letters"]["land"][3] = data["letters"]["land"][3][:-1]
    data["road"][0]["hexes"][1] = "0101"
    data["place"][1]["hexes"] = data["place"][0]["hexes"]
    with pytest.raises(ValueError, match="the board has 5 faults") as told:
        Board(data)
    for part in (
        "0101: “?” is no letter",
        "land, row 4: has 47",
        "road moon-road: 0101",
        f"lies on {data['place'][0]['id']}",
    ):
        assert part in str(told.value)
