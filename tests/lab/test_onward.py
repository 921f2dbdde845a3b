"""The random attack on a retreat into wilderness: counted apart, and exactly."""

from __future__ import annotations

from fractions import Fraction

import oracle
import pytest

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.lab import Battle

EDITIONS = ("chaosium", "avalon-hill")
DEEP = "nihrain"  # wilderness on every side


def beaten(edition: str, left: str, place: str = DEEP) -> Battle:
    keep = left.split(", ")
    return Battle(
        "yishana, jharkor-army*1", "sarosto, dharijor-army*2", place, edition,
        gone=[i for i in spells.IDS if i not in keep],
    )  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "left", ["chardros, arkyn", "balo-the-jester, donblas", "noose-of-flesh, donblas", "kyreenee, sleep"]
)
def test_who_is_lost_to_a_random_attack_on_the_retreat(edition: str, left: str) -> None:
    """[10.7], [7.6] / 9.7, 6.6: all ends of the battle and of the attack gone through one by one."""
    b = beaten(edition, left)
    o = b.odds()
    found = oracle.ends(b, most=200_000, later=())
    assert o.ambush is not None
    assert o.ambush.met == o.chance(lambda x: x.retreat >= 0) == 1
    for name, h in o.heroes.items():
        gone = sum((w for w, x in found if name in x["gone"]), Fraction(0))
        assert h.dies + o.ambush.lost.get(pieces.INDEX[name], Fraction(0)) == gone, name


def test_every_chaos_spell_attacks_and_law_leaves_the_lawful_alone() -> None:
    """Two spells of Chaos among three, and nobody holds any: two retreats in three are struck."""
    o = beaten("avalon-hill", "chardros, arioch, arkyn").odds()
    assert o.ambush is not None
    assert o.ambush.attacked == Fraction(2, 3)
    assert any("strikes in 66.7%" in n for n in o.notes)


def test_where_the_way_back_is_tilled_land_nothing_strikes() -> None:
    o = beaten("avalon-hill", "chardros, arioch", "dharijor_cape").odds()
    assert o.ambush is None
    assert o.notes == []


def test_an_omen_on_the_way_is_said_not_to_be_counted() -> None:
    o = beaten("avalon-hill", "chardros, reshuffle-1").odds()
    assert o.ambush is not None
    assert o.ambush.omen == Fraction(1, 2)
    assert any(n.startswith("Not counted: in 50.0%") for n in o.notes)


def test_a_second_attack_is_said_not_to_be_counted() -> None:
    o = beaten("avalon-hill", "arioch, chardros, sleep").odds()
    assert o.ambush is not None
    assert 0 < o.ambush.again < o.ambush.attacked
    assert any("once more" in n for n in o.notes)
