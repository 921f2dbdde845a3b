"""Sieges: repeated assaults, sorties, relief, replacements, leaving. Chaosium [10.9.4]; Avalon Hill 9.94-9.943."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, NATIONS, SEQUA, allowed, armies, at, cite, dice, play, refused, texts, told, where

import elric

TOWN = "dharijor_sequaloris"
CAPITAL = "dharijor_gromoorva"


def siege(rules: Any, player: int, script: list[int] | None = None, area: str = TOWN, **more: Any) -> elric.Game:
    """Yishana and four armies lie before a city of Dharijor that Sarosto and two armies hold."""
    units = {
        area: ["yishana", "jharkor-army*4", "sarosto", "dharijor-army*2"],
        "shazaar_south": ["karnaal", "dharijor-army*3"],
        **more.pop("units", {}),
    }
    nations = {**NATIONS, **more.pop("nations", {})}
    return at(rules, script or [], nations=nations, player=player, units=units, **more)


def pass_on(g: elric.Game) -> None:
    here = texts(g)
    g.push("end" if "end" in here else "done" if "done" in here else sorted(here)[0])


# ---- the besieger ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_94_the_siege_shows(rules: str) -> None:
    """10.9.4 / 9.94, 9.942: attackers who stay before the city besiege it."""
    assert siege(rules, 0).view()["areas"][TOWN]["siege"] is True


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_94_to_attack_again_is_a_choice(rules: str) -> None:
    """10.9.4 / 9.94: the besieger may assault again next turn, and need not."""
    g = siege(rules, 0, phase="combat")
    allowed(g, f"fight {TOWN}")
    allowed(g, "end")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_94_assault_after_assault(rules: str) -> None:
    """10.9.4 / 9.94: turn after turn, one assault each Combat phase, the wall whole every time."""
    g = siege(rules, 0, dice(4, 3, 4, 3), phase="combat")
    play(g, f"fight {TOWN}", "ready", "ready")
    while g.step in ("losses", "retreat"):
        g.push("stay" if "stay" in texts(g) else sorted(t for t in texts(g) if "army" in t)[0])
    assert g.phase != "combat" or f"fight {TOWN}" not in texts(g)
    turn = g.turn
    while not (g.turn == turn + 1 and g.phase == "combat" and g.player == 0):
        pass_on(g)
    play(g, f"fight {TOWN}", "ready", "ready")
    first, second = told(g, "battle")
    assert first["wall"] == second["wall"] == 3
    assert first["sums"] == (9, 9)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_94_an_empty_wall_can_be_stormed_again(rules: str) -> None:
    """10.9.4, 7.5.7 / 9.94, 6.571: with every defender dead the wall may be stormed again from where one stands."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        units={TOWN: ["yishana", "jharkor-army*4"], "shazaar_south": ["karnaal"], SEQUA: []},
    )
    allowed(g, "end")
    play(g, f"fight {TOWN}", "ready")
    assert told(g, "battle")[0]["sums"] == (9, 3)
    assert g.view()["areas"][TOWN]["control"] == 0  # 6 ahead: a loss of 3, the wall's 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_94_the_besieger_walks_away(rules: str) -> None:
    """10.9.4 / 9.94 (ruling again-at-the-wall): he may leave in any of his turns, and the siege is over."""
    g = siege(rules, 0)
    play(g, "lead yishana", *(f"join jharkor-army-{k}" for k in range(1, 5)), f"step {SEQUA}", "halt")
    assert g.view()["areas"][TOWN]["siege"] is False
    assert armies(g, "jharkor", SEQUA) == 4


# ---- the besieged ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_942_nobody_slips_out(rules: str) -> None:
    """10.9.4 / 9.942: those inside do not walk off by land."""
    g = siege(rules, 1)
    play(g, "lead sarosto")
    refused(g, f"step {CAPITAL}", cite(rules, "10.9.4", "9.942"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_941_nobody_gets_in(rules: str) -> None:
    """10.9.4 / 9.941: pieces on the board get in only by beating the besiegers off."""
    g = siege(rules, 1, units={"shazaar_aflitain": [], CAPITAL: ["dharijor-admiral"]})
    play(g, "lead dharijor-admiral")
    refused(g, f"step {TOWN}", cite(rules, "7.3", "6.33"))
    allowed(g, f"attack {TOWN}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_942_a_sortie_has_no_wall(rules: str) -> None:
    """10.9.4 / 9.942: in his own turn the besieged may attack, without the wall; he need not."""
    g = siege(rules, 1, dice(3, 3), phase="combat")
    allowed(g, "end")
    play(g, f"fight {TOWN}", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["attacker"], b["sums"], b["wall"]) == (1, (6, 9), 0)
    assert b["loser"] == 0
    while g.step == "losses":
        g.push(sorted(t for t in texts(g) if "army" in t)[0])
    assert where(g, "sarosto") == TOWN  # a lost sortie ends behind the wall again
    assert g.view()["areas"][TOWN] == {"control": 1, "siege": True}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_942_a_sortie_that_wins_lifts_the_siege(rules: str) -> None:
    """10.9.4 / 9.941, 9.942: beaten besiegers have to retreat."""
    g = siege(rules, 1, dice(6, 1), phase="combat")
    play(g, f"fight {TOWN}", "ready", "ready")
    assert told(g, "battle")[0]["difference"] == 2
    assert g.seat == 0
    play(g, f"retreat {SEQUA}")
    assert g.view()["areas"][TOWN]["siege"] is False


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_942_a_sortie_needs_a_personality(rules: str) -> None:
    """10.1, 10.9.4 / 9.11, 9.942: armies alone do not break out."""
    g = at(
        rules,
        nations=NATIONS,
        player=1,
        phase="combat",
        units={
            TOWN: ["yishana", "jharkor-army*4", "dharijor-army*2"],
            "shazaar_south": ["karnaal", "ohada"],
        },
    )
    refused(g, f"fight {TOWN}", cite(rules, "10.1", "9.11"))


def relieved(rules: str, rolls: list[int]) -> elric.Game:
    """Karnaal and three armies fall on the besiegers while Sarosto breaks out."""
    g = siege(rules, 1, rolls, units={"shazaar_plains": ["karnaal", "dharijor-army*3"], "shazaar_south": []})
    play(g, "lead karnaal", *(f"join dharijor-army-{k}" for k in (3, 4, 5) if f"join dharijor-army-{k}" in texts(g)))
    while any(t.startswith("join dharijor-army") for t in texts(g)):
        g.push(next(t for t in sorted(texts(g)) if t.startswith("join dharijor-army")))
    play(g, f"attack {TOWN}", "halt", "end")
    while g.phase != "combat":
        pass_on(g)
    play(g, f"fight {TOWN}", "ready", "ready")
    return g


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_941_relief_and_sortie_fight_together(rules: str) -> None:
    """10.1, 10.9.4 / 9.1, 9.941 (ruling relief): 3 and 3 from outside, 4 and 2 from inside, and no wall."""
    g = relieved(rules, dice(3, 3))
    (b,) = told(g, "battle")
    assert (b["sums"], b["wall"]) == ((12, 9), 0)
    if g.step == "losses":
        play(g, "lose jharkor-army-1")
    play(g, f"retreat {SEQUA}")
    assert where(g, "karnaal") == TOWN
    assert g.view()["areas"][TOWN]["siege"] is False


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_941_failed_relief_retreats_and_the_garrison_stays(rules: str) -> None:
    """10.7, 10.9.4 / 9.7, 9.941 (ruling relief): those who came from outside go back, those inside stay inside."""
    g = relieved(rules, dice(1, 5))
    assert told(g, "battle")[0]["loser"] == 0
    assert (g.step, g.seat) == ("retreat", 1)
    play(g, "retreat shazaar_plains" if "retreat shazaar_plains" in texts(g) else sorted(texts(g))[0])
    assert where(g, "karnaal") != TOWN
    assert where(g, "sarosto") == TOWN
    assert armies(g, "dharijor", TOWN) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_941_replacements_come_in(rules: str) -> None:
    """10.9.4 / 9.941: a besieged capital still gets its replacement."""
    g = siege(rules, 1, area=CAPITAL, phase="replacement", lost=["dharijor-army-8"])
    allowed(g, "raise dharijor-army-8")
    play(g, "raise dharijor-army-8")
    assert where(g, "dharijor-army-8") == CAPITAL


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_941_a_personality_is_mustered_inside(rules: str) -> None:
    """10.9.4 / 9.941: somebody inside with the muster may call a personality into the besieged city."""
    g = siege(rules, 1, phase="muster", hands={"sarosto": ["meerclar"]})
    allowed(g, "muster sarosto meerclar lamsar")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_and_9_94_no_retreat_is_forced(rules: str) -> None:
    """10.9.4 / 9.94: a beaten defender of a walled city is never driven out."""
    g = siege(rules, 0, dice(6, 1), phase="combat")
    play(g, f"fight {TOWN}", "ready", "ready")
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    assert g.step != "retreat" or "stay" in texts(g)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_4_who_is_in_the_open_fights_a_third_player_first(rules: str) -> None:
    """10.1, 10.9.4 / 9.1, 9.94: a third player who attacks the province meets the besieger, who has no wall."""
    g = at(
        rules,
        dice(3, 3),
        scenario="empire",
        nations={"jharkor": 0, "ilmiora": 1, "lormyr": 2},
        units={
            "lormyr_west": ["yishana", "jharkor-army*3"],
            "lormyr_iosaz": ["fadan", "ilmiora-army*2", "voashoon", "lormyr-army*2"],
            "ilmiora_ilmar": ["ilmiora-admiral"],
        },
    )
    play(g, "lead yishana; join jharkor-army-1; attack lormyr_iosaz; halt; end")
    while g.phase != "combat":
        pass_on(g)
    play(g, "fight lormyr_iosaz", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["defender"], b["wall"], b["sums"]) == (1, 0, (6, 5))


# ---- Imrryr ----------------------------------------------------------------------------------------------------------


def imrryr(rules: Any, elric_is_there: bool) -> elric.Game:
    """Yishana lies before Imrryr in her next turn, with Elric or without him."""
    units = {
        "melnibone": ["yishana", "jharkor-army*4", "dyvim-slorm"],
        SEQUA: ["dharmit"],
        "pan_tang": ["jagreen-lern", "ohada"],
    }
    units["melnibone" if elric_is_there else SEQUA].append("elric")
    return at(
        rules,
        nations=NATIONS,
        owners={"elric": 0, "dyvim-slorm": None},
        met_elric=True,
        phase="combat",
        units=units,
    )


def test_ah_9_943_the_siege_of_imrryr_goes_on_without_him() -> None:
    """9.943: Elric lost, the siege may go on until the city falls or the besieger is driven off."""
    g = imrryr("avalon-hill", False)
    allowed(g, "fight melnibone")


def test_ch_7_5_9_no_assault_on_imrryr_without_elric() -> None:
    """7.5.9, 12.1: only a stack with Elric gets at Imrryr; 1981 knows no exception."""
    g = imrryr("chaosium", False)
    refused(g, "fight melnibone", "7.5.9")
    g = imrryr("chaosium", True)
    allowed(g, "fight melnibone")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_9_and_9_943_once_driven_off_elric_is_needed_again(rules: str) -> None:
    """7.5.9 / 6.591, 9.943: from outside nobody comes in without Elric."""
    g = at(
        rules,
        nations=NATIONS,
        owners={"dyvim-slorm": None},
        units={
            "dragon_sea_east": ["yishana", "jharkor-fleet-1", "jharkor-army*1"],
            "melnibone": ["dyvim-slorm"],
        },
        aboard={"yishana": "jharkor-fleet-1", "jharkor-army-1": "jharkor-fleet-1"},
    )
    play(g, "lead yishana")
    refused(g, "attack melnibone", cite(rules, "7.5.9", "6.591"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_2_and_9_92_relief_rides_on_past_the_besieger(rules: str) -> None:
    """10.9.2, 10.9.4 / 9.92, 9.942 (ruling besieged-stay): whoever comes from outside to fight the besiegers of his own city may
    leave enough to hold them and ride on; whoever was inside may not go with him."""
    g = at(
        rules,
        nations=NATIONS,
        player=1,
        units={
            TOWN: ["dharmit", "sarosto", "dharijor-army*2"],
            CAPITAL: ["dharijor-admiral", "karnaal", "dharijor-army-3..8"],
        },
    )
    play(
        g, "lead dharijor-admiral", "join karnaal", *(f"join dharijor-army-{k}" for k in range(3, 9)), f"attack {TOWN}"
    )
    refused(g, "step shazaar_plains", cite(rules, "10.9.2", "9.92"))
    play(g, "drop karnaal", *(f"drop dharijor-army-{k}" for k in range(3, 9)))
    allowed(g, "step shazaar_plains")
    play(g, "join sarosto")
    refused(g, "step shazaar_plains", cite(rules, "10.9.4", "9.942"))
