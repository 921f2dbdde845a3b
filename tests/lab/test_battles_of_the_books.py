"""The worked battles of both rule books asked of the lab, and the notebook that shows them."""

from __future__ import annotations

import contextlib
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.lab import Battle

EDITIONS = ("chaosium", "avalon-hill")

BAKSHAAN = {
    "place": "pale_sea",
    "attack": "bakshaan-fleet-1, bakshaan-fleet-2, vilmir-fleet-1, vilmir-fleet-2, ilmiora-fleet-1, ilmiora-fleet-2, "
    "argimiliar-fleet-1, argimiliar-fleet-2, isle-of-purple-towns-fleet-1, leader-of-bakshaan, naclon, avan-astram, "
    "vilmir-sealord, fadan, ilmiora-admiral, king-hozel, argimiliar-admiral, smiorgan, kargan, argimiliar-necromancer, "
    "moonglum, magician-of-bakshaan, vilmir-priest, ilmiora-alchemist",
    "defend": "pan-tang-fleet-1, golden-battle-barge, chaos-fleet, free-fleet, tarkesh-fleet-1, tarkesh-fleet-2, "
    "jharkor-fleet-1, jharkor-fleet-2, pan-tang-general, pan-tang-sealord, yishana, dharmit, hilran, sarosto, lamsar, "
    "theleb-kaarna, jagreen-lern",
    "cast": "magician-of-bakshaan arkyn, vilmir-priest aubec, ilmiora-alchemist sleep, theleb-kaarna balan, "
    "jagreen-lern dharzi",
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_bakshaan_before_pan_tang_71_against_60(edition: str) -> None:
    """9.2 / 8.2, EXAMPLE: 63 and three spells worth 8 against 55 and two worth 5. With both dice the same the difference
    is 11, and the losers give 5."""
    b = Battle(edition=edition, **BAKSHAAN)
    o = b.odds()
    assert o.sums == (71, 60)
    assert o.ahead == {11: Fraction(1)}
    assert o.win == (1, 0)
    # both dice the same, or the attacker's up to three higher or one lower: 10 to 14
    assert o.chance(lambda x: x.row == 3) == Fraction(5 + 6 + 5 + 4 + 3, 36)
    assert o.balance == {-3: 1}
    spells = {"Arkyn": 3, "Aubec": 3, "Sleep": 2}
    assert {x.words: x.value for x in b.story().lines[0] if x.words in spells} == spells
    # the Balance goes over to Law, and with that the Chaos Fleet is gone without having been given
    ebbed = pieces.INDEX["chaos-fleet"]
    given = {sum(pieces.FIGHT[u] for u in x.lost if u != ebbed) for _, x in o.leaves if x.row == 3}
    assert given == {5}


def test_ah_6_572_half_of_six_defenders_rounded_up() -> None:
    """6.571, 6.572, examples: six armies behind a wall of three fall to nine losses; with five, three are eliminated.
    Five losses are the table's row of ten to fourteen."""
    b = Battle("fadan, ilmiora-admiral, ilmiora-army*9", "vilmir-army*6", "vilmir_hrolmar")
    o = b.odds()
    assert o.sums == (15, 9)
    assert b.story().needed == 9
    five = [x for _, x in o.leaves if x.loser == 1 and x.row == 3]
    assert five
    assert all(len(x.lost) == 3 and not x.fell for x in five)
    assert o.falls == 0
    assert b.but(attack="fadan, ilmiora-admiral, urish, ilmiora-army*10, lormyr-army*6").odds().falls > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_12_2_the_fourth_box_on_the_side_of_chaos(edition: str) -> None:
    """13.2 / 12.2, example: with the marker in the fourth box towards Chaos every Chaos spell gains what that box says,
    once for the side that casts it, and Law gains nothing."""

    def total(spell: str, at: int) -> int:
        b = Battle(
            "jagreen-lern, pan-tang-army*2", "sarosto", "open", edition, cast={"jagreen-lern": spell}, balance=at
        )
        sums = b.odds().sums
        assert sums is not None
        return sums[0]

    gain = total("arioch", 4) - total("arioch", 0)
    assert gain == 2  # reconstructed: 1, 1, 2, 2 ... outwards
    assert total("donblas", 4) == total("donblas", 0)
    assert total("donblas", -4) - total("donblas", 0) == gain


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_a_wall_is_overcome_in_a_single_battle(edition: str) -> None:
    """[7.5.2] / 6.572: the wall stands as before at the next assault, however many of its defenders have died."""
    b = Battle("fadan, ilmiora-admiral, ilmiora-army*8", "vilmir-army*4", "vilmir_hrolmar", edition)
    s = b.siege(3)
    left = b.but(defend="vilmir-army*2").odds()
    assert left.battle.wall == b.odds().battle.wall == 3
    assert s.fallen[0] == b.odds().falls
    assert s.fallen[0] < s.fallen[1] <= s.fallen[2]


def test_the_tour_runs_and_shows_the_worked_battles() -> None:
    """Every code cell, in order, as a person would run them."""
    path = Path(__file__).parents[2] / "notebooks" / "tour-lab.ipynb"
    cells = [c for c in json.loads(path.read_text("utf-8"))["cells"] if c["cell_type"] == "code"]
    names: dict[str, object] = {}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for c in cells:
            exec(compile("".join(c["source"]), c["id"], "exec"), names)
    for figure in ("17 against 11", "15 against 9", "71 against 60"):
        assert figure in said.getvalue()
