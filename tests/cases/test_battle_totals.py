"""What a side is worth in battle: totals, magic, the Balance. Chaosium [10.1]-[10.5], [13.2]; AH 9.1-9.51, 12.2."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, FIELD, NATIONS, SEQUA, allowed, at, balance, cite, dice, play, refused, texts, told, where

import elric


def meet(rules: str, mine: list[str], theirs: list[str], script: list[int], **more: Any) -> elric.Game:
    """Two stacks in one open province."""
    more.setdefault("phase", "combat")
    nations = {**NATIONS, **more.pop("nations", {})}
    return at(rules, script, nations=nations, units={FIELD: [*mine, *theirs]}, **more)


def lines(g: elric.Game) -> list[list[tuple[str, int, Any]]]:
    return [[tuple(x) for x in side] for side in told(g, "battle")[-1]["lines"]]


# ---- who has to fight ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_1_enemies_in_one_province_must_fight(rules: str) -> None:
    """10.1 / 9.1: the Combat phase does not end while enemies share a province that is no wilderness."""
    g = meet(rules, ["yishana"], ["sarosto"], [])
    refused(g, "end", cite(rules, "10.1", "9.1"))
    allowed(g, f"fight {FIELD}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_1_not_in_wilderness(rules: str) -> None:
    """10.1 / 9.1: in wilderness they need not, and may not before one has found the other."""
    g = at(
        rules, nations=NATIONS, phase="combat", units={"xanyaw": ["yishana", "sarosto"], FIELD: ["dharmit", "karnaal"]}
    )
    refused(g, "fight xanyaw", cite(rules, "8.0", "7.21"))
    allowed(g, f"fight {FIELD}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_0_and_9_a_battle_in_its_order(rules: str) -> None:
    """10.0 / 9: who is held back, spells turned up, totals and dice, the Balance, losses, escapes, retreat."""
    g = at(
        rules,
        dice(6, 1, 3),
        nations=NATIONS,
        phase="magic",
        units={FIELD: ["yishana", "jharkor-wizard", "jharkor-army*8", "jharkor-admiral", "sarosto", "dharijor-army-1"],
               "dharijor_gromoorva": ["karnaal"], "pan_tang": ["jagreen-lern"], SEQUA: ["dharmit"]},
        hands={"jharkor-wizard": ["arkyn"]},
    )  # fmt: skip
    play(g, f"cast jharkor-wizard arkyn; done; fight {FIELD}")
    steps = []
    while g.phase == "combat" and g.step != "combat":
        steps.append(g.step)
        g.push(next(t for t in ("ready", *sorted(texts(g))) if t in texts(g)))
    assert steps[:2] == ["withhold", "withhold"]
    kinds = [e["kind"] for e in g.events]
    order = ["battle begins", "revealed", "battle", "balance", "lost", "escape"]
    assert [kinds.index(k) for k in order] == sorted(kinds.index(k) for k in order)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_1_the_attacker_picks_the_order(rules: str) -> None:
    """10.1 / 9.1: of two battles the attacker fights whichever he likes first; each is fought once."""
    g = at(
        rules,
        dice(3, 2),
        nations=NATIONS,
        phase="combat",
        units={FIELD: ["yishana", "sarosto"], "shazaar_south": ["dharmit", "karnaal"]},
    )
    assert texts(g) == {f"fight {FIELD}", "fight shazaar_south"}
    play(g, "fight shazaar_south", "ready", "ready")
    play(g, next(t for t in sorted(texts(g)) if t.startswith("retreat")))
    refused(g, "fight shazaar_south", cite(rules, "10.1", "9.1"))
    refused(g, "end", cite(rules, "10.1", "9.1"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_1_attacks_from_two_sides_are_one_battle(rules: str) -> None:
    """10.1 / 9.1: stacks that come from different provinces fight as one."""
    g = at(
        rules,
        nations=NATIONS,
        control={"dharijor_sequaloris": None},
        units={"jharkor_sequa": ["yishana"], "shazaar_aflitain": ["ohada", "shazaar-army*2"], FIELD: ["sarosto"]},
    )
    play(g, f"lead yishana; attack {FIELD}; halt; lead ohada; join shazaar-army-1; join shazaar-army-2")
    play(g, f"attack {FIELD}; halt; end; fight {FIELD}")
    assert set(g.view()["battle"]["units"][0]) == {"yishana", "ohada", "shazaar-army-1", "shazaar-army-2"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_1_movement_points_for_the_way_in(rules: str) -> None:
    """10.1 / 9.1: who has no point left for the last step cannot attack."""
    g = at(rules, nations=NATIONS, units={"tarkesh_hornus": ["yishana"], "dharijor_cape": ["sarosto"]})
    play(g, "lead yishana; step jharkor_thokora; step jharkor_dhakos; step jharkor_sequa; step jharkor_dhakos")
    refused(g, "attack dharijor_cape", cite(rules, "7.2", "6.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_11_armies_alone_do_not_attack(rules: str) -> None:
    """10.1 / 9.11: armies that have lost their leader stand beside the enemy and do not attack, but defend."""
    g = meet(rules, ["jharkor-army*3"], ["sarosto", "dharijor-army*2"], dice(3, 3), player=0)
    # nothing to fight: the phase passes by, and the other player has to attack in his turn
    assert g.phase != "combat" or not any(t.startswith("fight") for t in texts(g))
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        player=1,
        units={FIELD: ["jharkor-army*3", "sarosto", "dharijor-army*2"], "jharkor_dhakos": ["yishana"]},
    )
    play(g, f"fight {FIELD}")
    assert g.view()["battle"]["units"][1] == ["jharkor-army-1", "jharkor-army-2", "jharkor-army-3"]
    play(g, "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (6, 3)
    allowed(g, "lose jharkor-army-1")  # beaten by 3, and they retreat like others
    play(g, "lose jharkor-army-1", "retreat jharkor_sequa")
    assert where(g, "jharkor-army-2") == "jharkor_sequa"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_11_refusal_says_a_leader_is_missing(rules: str) -> None:
    """10.1 / 9.11: the refusal names the missing personality."""
    g = at(
        rules,
        nations=NATIONS,
        phase="combat",
        units={FIELD: ["jharkor-army*3", "sarosto"], "shazaar_south": ["dharmit", "karnaal"]},
    )
    refused(g, f"fight {FIELD}", cite(rules, "10.1", "9.11"))


# ---- totals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_4_and_9_4_armies_and_personalities(rules: str) -> None:
    """10.4 / 9.4: combat values of armies and of fighting personalities, line by line."""
    g = meet(rules, ["yishana", "dharmit", "jharkor-army*4"], ["sarosto", "dharijor-army*2"], dice(1, 1))
    play(g, f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (12, 6)
    assert {w: v for w, v, _ in lines(g)[0]} == {"Yishana": 5, "Dharmit": 3, "four armies of Jharkor": 4}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_3_2_values_in_brackets_never_fight(rules: str) -> None:
    """3.2, 10.4 / 2.23, 9.4: Sharilla's (6) is for Elric's ear only."""
    g = meet(rules, ["fadan", "sharilla"], ["sarosto"], dice(6, 1), nations={"ilmiora": 0})
    play(g, f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (3, 4)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_spells_instead_of_the_casters_own_value(rules: str) -> None:
    """9.2, 10.4 / 8.2, 9.4: Ohada casts Arkyn: 3 for the spell, and nothing for her own 1."""
    g = meet(
        rules,
        ["yishana", "ohada"],
        ["sarosto"],
        dice(3, 3),
        phase="magic",
        hands={"ohada": ["arkyn"]},
    )
    play(g, "cast ohada arkyn", "done", f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (8, 4)
    assert [v for _, v, _ in lines(g)[0]] == [5, 3]
    assert "arkyn" in g.view()["discards"]
    assert balance(g) == -3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_21_brackets_pull_the_balance_only(rules: str) -> None:
    """9.2 / 8.21: Teleport (2) adds nothing to the total and still moves the Balance two boxes to the middle."""
    g = meet(
        rules, ["yishana", "ohada"], ["sarosto"], dice(3, 3), phase="magic", hands={"ohada": ["teleport"]}, balance=5
    )
    play(g, "cast ohada teleport", "done", f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (5, 4)
    assert balance(g) == 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_3_and_9_3_spells_are_turned_up_at_the_battle(rules: str) -> None:
    """10.3 / 9.3: laid face down in the Magic phase, a spell shows its face when its battle begins, not before."""
    g = meet(rules, ["yishana", "ohada"], ["sarosto"], dice(3, 3), phase="magic", hands={"ohada": ["arkyn"]})
    play(g, "cast ohada arkyn", "done")
    assert g.view(1)["cast"] == [{"unit": "ohada", "area": FIELD, "spell": None}]
    assert g.view(0)["cast"] == [{"unit": "ohada", "area": FIELD, "spell": "arkyn"}]
    play(g, f"fight {FIELD}", "ready", "ready")
    assert [e["unit"] for e in told(g, "revealed")] != []


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("marker", "law", "chaos"), [(-7, 3 + 4, 3), (4, 3, 3 + 2), (0, 3, 3), (12, 3, 9), (-1, 4, 3)])
def test_both_13_2_and_12_2_the_dominant_side_gains(rules: str, marker: int, law: int, chaos: int) -> None:
    """13.2 / 12.2: each spell of the dominant side gains the number of the box the marker stands in. In the example of
    12.2 the marker is in the fourth box of Chaos, worth 2 by our reading of the track."""
    g = meet(
        rules,
        ["yishana", "ohada"],
        ["sarosto", "dharijor-sorcerer"],
        dice(3, 3),
        phase="magic",
        hands={"ohada": ["arkyn"], "dharijor-sorcerer": ["balan"]},
        balance=marker,
    )
    play(g, "cast ohada arkyn", "done", "cast dharijor-sorcerer balan", "done", f"fight {FIELD}", "ready", "ready")
    sums = told(g, "battle")[0]["sums"]
    assert (sums[0] - 5, sums[1] - 4) == (law, chaos)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_2_and_12_21_the_bonus_does_not_move_the_balance(rules: str) -> None:
    """13.2 / 12.21: only the printed value moves the marker: Balan 3 in the eighth box counts 7 and pulls 3."""
    g = meet(
        rules,
        ["yishana"],
        ["sarosto", "dharijor-sorcerer"],
        dice(3, 3),
        phase="magic",
        hands={"dharijor-sorcerer": ["balan"]},
        balance=8,
    )
    play(g, "cast dharijor-sorcerer balan", "done", f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (5, 4 + 3 + 4)
    assert balance(g) == 11


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_4_and_8_4_law_and_chaos_first_then_neutral(rules: str) -> None:
    """9.4, 10.5 / 8.4, 9.51: Law 5 against Chaos 2 from 0 is 3 to Law; then Neutral 2 brings it back to 1."""
    g = meet(
        rules,
        ["yishana", "ohada", "lamsar"],
        ["sarosto", "dharijor-sorcerer"],
        dice(3, 4),
        phase="magic",
        owners={"lamsar": 0},
        hands={"ohada": ["runestaff"], "lamsar": ["fileet"], "dharijor-sorcerer": ["dharzi"]},
    )
    play(g, "cast ohada runestaff", "cast lamsar fileet", "done", "cast dharijor-sorcerer dharzi", "done")
    play(g, f"fight {FIELD}", "ready", "ready")
    assert balance(g) == -1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_5_and_9_51_the_balance_moves_before_the_next_battle(rules: str) -> None:
    """10.5 / 9.51: the second battle of a phase is fought with the Balance the first one has left."""
    g = at(
        rules,
        dice(6, 1, 6, 1),
        nations=NATIONS,
        phase="magic",
        owners={"lamsar": 0},
        units={FIELD: ["yishana", "lamsar", "sarosto"], "shazaar_south": ["dharmit", "ohada", "karnaal"]},
        hands={"ohada": ["arkyn"], "lamsar": ["runestaff"]},
    )
    play(g, "cast ohada arkyn", "cast lamsar runestaff", "done", "fight shazaar_south", "ready", "ready")
    assert balance(g) == -3
    while g.step != "combat":
        g.push(sorted(t for t in texts(g))[0])
    play(g, f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[1]["sums"][0] == 5 + 5 + 2  # Runestaff in the third box of Law


# ---- Melniboneans ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_melniboneans_stand_aside(rules: str) -> None:
    """12.0 / 11: with Melniboneans on both sides none of them adds anything; the rest fight."""
    g = meet(
        rules,
        ["yishana", "dyvim-slorm"],
        ["sarosto", "yyrkoon"],
        dice(3, 1),
        owners={"dyvim-slorm": 0, "yyrkoon": 1},
    )
    play(g, f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (5, 4)
    refused(g, "lose yyrkoon", cite(rules, "10.7", "9.71")) if g.step == "losses" else None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_elric_fights_his_kin_and_they_him(rules: str) -> None:
    """12.0 / 11: Elric attacks other Melniboneans, and they fight him."""
    g = meet(
        rules,
        ["yishana", "elric"],
        ["sarosto", "yyrkoon"],
        dice(3, 1),
        owners={"elric": 0, "yyrkoon": 1},
        met_elric=True,
    )
    play(g, f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (11, 9)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_who_stood_aside_joins_the_victor(rules: str) -> None:
    """12.0 / 11: when all who fought on a side are gone, its Melniboneans go over to the winner."""
    g = meet(
        rules,
        ["yishana", "jharkor-army*8", "hilran", "tarkesh-army*4", "shazaar-army*4", "dharmit", "dyvim-slorm"],
        ["dharijor-army*3", "yyrkoon"],
        dice(3, 1),
        owners={"dyvim-slorm": 0, "yyrkoon": 1},
    )
    play(g, f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["difference"] >= 25
    assert g.view()["units"]["yyrkoon"]["owner"] == 0
    assert where(g, "yyrkoon") == FIELD
    assert not told(g, "escape")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_who_stood_aside_retreats_with_his_side(rules: str) -> None:
    """12.0 / 11: while others of his side are left, a Melnibonean stays with it, and cannot be given as a loss."""
    g = meet(
        rules,
        ["yishana", "dharmit", "dyvim-slorm"],
        ["sarosto", "yyrkoon"],
        dice(3, 1),
        owners={"dyvim-slorm": 0, "yyrkoon": 1},
    )
    play(g, f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["difference"] == 6
    assert g.step == "retreat"  # 3 to lose: Sarosto is worth 4, and Yyrkoon took no part
    play(g, "retreat dharijor_sequaloris")
    assert where(g, "yyrkoon") == "dharijor_sequaloris"
    assert g.view()["units"]["yyrkoon"]["owner"] == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_no_spell_from_who_stands_aside(rules: str) -> None:
    """12.0 / 11: whoever takes no part casts nothing either, nor conjures."""
    g = meet(
        rules,
        ["yishana", "yyrkoon"],
        ["sarosto", "dyvim-tvar"],
        [],
        phase="magic",
        owners={"dyvim-tvar": 1, "yyrkoon": 0},
        hands={"yyrkoon": ["balan"]},
    )
    refused(g, "cast yyrkoon balan", cite(rules, "12.0", "11"))
    play(g, "done", f"fight {FIELD}")
    refused(g, "conjure yyrkoon", cite(rules, "12.0", "11"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_imrryr_is_defended_by_all_and_attacked_by_elric_alone(rules: str) -> None:
    """12.0 / 11 (ruling imrryr-defenders): Yyrkoon takes no part in an attack on Imrryr; the city's own people defend
    it even though he stands outside."""
    g = at(
        rules,
        dice(1, 6),
        nations=NATIONS,
        owners={"elric": 0, "yyrkoon": 0, "dyvim-slorm": None, "dyvim-tvar": None},
        phase="combat",
        met_elric=True,
        assaults=["melnibone"],
        units={"melnibone": ["elric", "yyrkoon", "jharkor-army*2", "yishana", "dyvim-slorm", "dyvim-tvar"],
               "dragon_sea_east": ["jharkor-fleet-1"]},
    )  # fmt: skip
    play(g, "fight melnibone", "ready")
    assert told(g, "battle")[0]["sums"] == (6 + 2 + 5, 3 + 3 + 5)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_melniboneans_alone_do_not_attack_their_kin(rules: str) -> None:
    """12.0 / 11: a stack of Melniboneans does not attack another Melnibonean; with a human along it may."""
    g = at(
        rules,
        nations=NATIONS,
        owners={"dyvim-slorm": 0, "yyrkoon": 1, "rackhir": 0},
        control={"jharkor_sequa": None},
        units={"jharkor_sequa": ["dyvim-slorm", "rackhir"], FIELD: ["yyrkoon"]},
    )
    play(g, "lead dyvim-slorm")
    refused(g, f"attack {FIELD}", cite(rules, "12.0", "11"))
    play(g, "join rackhir")
    allowed(g, f"attack {FIELD}")
