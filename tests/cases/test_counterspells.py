"""Dispel Magic, Balo and the Chaos Shield. Chaosium [16.2], [16.3], [16.8]; Avalon Hill 14.2, 14.3, 14.8."""

from __future__ import annotations

import pytest
from kit import (
    EDITIONS,
    FIELD,
    balance,
    card,
    cite,
    conjures,
    dice,
    eve,
    play,
    refused,
    texts,
    told,
)

# ---- casting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_3_and_14_3_dispel_undoes_one_spell(rules: str) -> None:
    """16.3 / 14.3: the caster of Dispel Magic picks an enemy spell; it adds nothing and moves nothing, the Dispel moves
    3 to the middle."""
    g = eve(
        rules,
        ["ohada", "yishana"],
        ["jagreen-lern", "dharijor-sorcerer", "sarosto"],
        dice(3, 3),
        balance=6,
        hands={"ohada": ["dispel-magic-a"], "jagreen-lern": ["arioch"], "dharijor-sorcerer": ["dharzi"]},
    )
    play(g, "cast ohada dispel-magic-a; done; cast jagreen-lern arioch; cast dharijor-sorcerer dharzi; done")
    play(g, f"fight {FIELD}", "ready", "ready")
    assert (g.step, g.seat) == ("dispel", 0)
    assert texts(g) == {"dispel arioch", "dispel dharzi"}
    refused(g, "dispel dispel-magic-a", cite(rules, "16.3", "14.3"))
    play(g, "dispel arioch")
    assert told(g, "battle")[0]["sums"] == (5, 4 + 2 + 3)
    assert balance(g) == 6 + 2 - 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_3_and_14_3_dispel_against_dispel(rules: str) -> None:
    """16.3 / 14.3 (ruling dispel-order): the attacker's Dispel comes first; undone, the other one undoes nothing."""
    g = eve(
        rules,
        ["ohada", "jharkor-wizard", "yishana"],
        ["jagreen-lern", "sarosto"],
        dice(3, 3),
        hands={
            "ohada": ["dispel-magic-a"],
            "jharkor-wizard": ["arkyn"],
            "jagreen-lern": ["dispel-magic-b"],
        },
    )
    play(g, "cast ohada dispel-magic-a; cast jharkor-wizard arkyn; done; cast jagreen-lern dispel-magic-b; done")
    play(g, f"fight {FIELD}", "ready", "ready")
    play(g, "dispel dispel-magic-b")
    assert told(g, "battle")[0]["sums"] == (5 + 3, 4)
    assert balance(g) == 0  # Arkyn 3 to Law, then 3 back by the one Dispel that worked


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_3_and_14_3_dispel_undoes_a_spell_that_turned(rules: str) -> None:
    """16.3 / 14.3, 8.221: a conjured spell that has turned on its caster can be undone by his own side."""
    g = eve(
        rules,
        ["yishana"],
        ["theleb-kaarna", "jagreen-lern", "sarosto"],
        [card("runestaff", "balan", "dispel-magic-a"), *dice(3, 3)],
        player=1,
        hands={"theleb-kaarna": ["balan"], "jagreen-lern": ["dispel-magic-a"]},
    )
    conjures(g, "theleb-kaarna", "cast jagreen-lern dispel-magic-a")
    play(g, "dispel runestaff")
    assert told(g, "battle")[0]["sums"] == (4, 5)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4_and_12_412_maintained_spells_are_not_dispelled(rules: str) -> None:
    """13.4A / 12.412: a maintained spell is beyond Dispel Magic."""
    g = eve(
        {"edition": rules, "chaos_wilds": False},  # type: ignore[arg-type]
        ["ohada", "yishana"],
        ["jagreen-lern", "dharijor-sorcerer", "sarosto"],
        dice(3, 3),
        tipped="chaos",
        hands={"ohada": ["dispel-magic-a"], "dharijor-sorcerer": ["dharzi"]},
        maintained={"jagreen-lern": "arioch"},
    )
    play(g, "cast ohada dispel-magic-a; done; cast dharijor-sorcerer dharzi; done", f"fight {FIELD}", "ready", "ready")
    assert texts(g) == {"dispel dharzi"}
    refused(g, "dispel arioch", cite(rules, "13.4A", "12.412"))


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "value"), [(1, 3), (2, 0), (3, 3), (6, 0)])
def test_both_16_2_and_14_2_balo_plays_on_odd_dice(rules: str, face: int, value: int) -> None:
    """16.2 / 14.2: Balo's 3 counts on an odd die only; used he is in any case, and pulls 3 to Chaos."""
    g = eve(
        rules, ["yishana"], ["sarosto", "jagreen-lern"], dice(face, 3, 3), hands={"jagreen-lern": ["balo-the-jester"]}
    )
    play(
        g, "done" if g.seat == 0 else "", "cast jagreen-lern balo-the-jester; done", f"fight {FIELD}", "ready", "ready"
    )
    assert told(g, "battle")[0]["sums"] == (5, 4 + value)
    assert balance(g) == 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_the_chaos_shield(rules: str) -> None:
    """16.8 / 14.8: Chaos spells do nothing to a stack with the Chaos Shield; Law still does. The Balance moves."""
    g = eve(
        rules,
        ["yishana", "chaos-shield"],
        ["sarosto", "jagreen-lern"],
        dice(3, 3),
        owners={"chaos-shield": 0},
        aboard={"chaos-shield": "yishana"},
        hands={"jagreen-lern": ["arioch"]},
    )
    play(g, "done" if g.seat == 0 else "", "cast jagreen-lern arioch; done", f"fight {FIELD}", "ready", "ready")
    assert told(g, "shielded")
    assert told(g, "battle")[0]["sums"] == (5, 4)
    assert balance(g) == 5


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_the_shield_lets_law_through(rules: str) -> None:
    """16.8 / 14.8: the Shield is against Chaos only."""
    g = eve(
        rules,
        ["yishana", "chaos-shield"],
        ["sarosto", "jagreen-lern"],
        dice(3, 3, 6),
        owners={"chaos-shield": 0},
        aboard={"chaos-shield": "yishana"},
        hands={"jagreen-lern": ["runestaff"]},
    )
    play(g, "done" if g.seat == 0 else "", "cast jagreen-lern runestaff; done", f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (5, 9)
