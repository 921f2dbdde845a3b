"""The book's own worked examples: each of them is a case, and none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .field import BESIDE, HEXES, clauses, name, open_line, texts
from .test_combat import where
from .test_magic import LINE, magic

CASES = Path(__file__).parent
# Where the book says “for instance”, “for example”, “such as”, or draws a situation: the clause, what it works out, its cases.
EXAMPLES = (
    ("7.2", "magic clears the way for a physical attack", "test_wb_7_2_magic_clears_the_way_for_swords"),
    ("11.1", "one point left, and a forest is entered by drifting", "test_wb_11_1_the_last_point_drifts_into_a_wood"),
    ("12.2", "3 against 2, 3 against 5, 25 against 13, 13 against 25", "test_wb_12_2_the_printed_odds"),
    ("13.5", "a unit in a forest and on a ridge counts three times", "test_wb_13_5_a_wood_on_a_ridge_makes_three_times"),
    ("14.3", "21 against 20, divided into three and into two", "test_wb_14_3_the_first_way_to_divide"),
    ("17.3", "a hero and his company attack a unit in the woods", "test_wb_17_3_the_books_wood"),
    ("20.2", "three schools at a cavalry on Crescent-go: 3:1", "test_wb_20_2_the_books_example_without_cover"),
    ("20.2", "covered by a magician: 2:1", "test_wb_21_5_cover_turns_it_into_two_to_one"),
    ("20.2", "one stack at each of them: no cover", "test_wb_21_5_who_is_a_target_himself_covers_nobody"),
    ("20.2", "with the Bat near, 36", "test_wb_24_2_the_bat_makes_the_moon_full_around_it"),
    ("20.2", "the Bat beside the magician lifts the schools, and fights him too", "test_wb_20_2_the_bat_lifts_the_schools_and_fights_the_magician"),
    ("24.3", "two, four, eight, sixteen after a missed meal", "test_wb_24_3_a_missed_meal_doubles"),
    ("28.8", "Sartar enters the Grazelands, and the Breeders join the Empire", "test_wb_28_8_jealous_neutrals_join_the_other_side"),
    ("33.2", "from Town VIII by junction, VI, V and the Temple off the road", "test_wb_33_2_a_dragonewt_skips_from_stop_to_stop"),
    ("48.3", "one Illusion 1:2 and 2:1, two 1:1", "test_wb_48_3_an_illusion_is_worth_half_of_whom_it_faces"),
    ("62.5", "three suggestions for reinforcements", "test_wb_62_5_three_suggestions"),
)  # fmt: skip


@pytest.mark.parametrize(("clause", "says", "case"), EXAMPLES, ids=[case for _, _, case in EXAMPLES])
def test_each_example_of_the_book_has_its_case(clause: str, says: str, case: str) -> None:
    """The case stands in these files, and its docstring cites the clause."""
    found = [
        re.search(rf'def {case}\(.*?"""(.*?)"""', path.read_text("utf-8"), re.S) for path in CASES.glob("test_*.py")
    ]
    told = [match[1] for match in found if match]
    assert len(told) == 1, says
    assert f"[{clause}]" in told[0], says


def test_wb_7_2_magic_clears_the_way_for_swords() -> None:
    """[7.2] [7.3]: a stack that bars the road dies by early magic, and the swords march through to whom it screened."""
    h = open_line(5)
    row = [h, *HEXES.ray(h, 0)]
    stacks = {row[0]: ["bell-temple"], row[1]: ["bush-children-1"], row[3]: ["gold-gotti"],
              BESIDE[row[0]][3]: ["minor-class-1", "minor-class-2", "minor-class-3"]}  # fmt: skip
    barred = magic(stacks, phase="movement")
    barred.push("lead bell-temple")
    assert clauses(barred, f"step {name(row[1])}") == {"12.1"}
    g = magic(stacks, phase="movement", agenda=[["move", 0]], order=["lunar", "sartar"])
    g.push(f"aim {name(BESIDE[row[0]][3])} {name(row[1])}")
    g.push(f"cast {name(row[1])}")
    assert where(g, "bush-children-1") < 0
    assert g.phase == "movement"
    for action in ("lead bell-temple", f"step {name(row[1])}", f"step {name(row[2])}"):
        g.push(action)
    if g.step == "march":
        g.push("halt")
    g.push("done")
    assert f"assign {name(row[2])} {name(row[3])}" in texts(g)


def test_wb_20_2_the_bat_lifts_the_schools_and_fights_the_magician() -> None:
    """[20.2] [24.2]: from where it stands it is near the schools and beside the magician: they cast with twelve each, and it
    attacks him with its own four."""
    bat = LINE[2]
    stacks = {LINE[0]: ["minor-class-1", "minor-class-2"], BESIDE[LINE[0]][3]: ["comet-seers"], bat: ["crimson-bat"],
              LINE[3]: ["tosti-runefriend"], LINE[4]: ["pavis-royal-guard"]}  # fmt: skip
    g = magic(stacks)
    g.push(f"aim {name(LINE[0])} {name(LINE[4])}")
    g.push(f"cast {name(LINE[4])}")
    with g.scripted([5]):
        g.push("bare")
    assert "24 against" in " ".join(g.story_text())
    g.push(f"assign {name(bat)} {name(LINE[3])}")
    with g.scripted([5]):
        g.push(f"roll {name(LINE[3])}")
    assert "4 against 2" in " ".join(g.story_text())
    assert where(g, "tosti-runefriend") < 0
