"""Numbered cases: walls and the way, retreats after an overrun, the Straits, Imrryr's gates, Lormyr's yard, who builds fleets,
the wandering Kelmain. Chaosium [6.0], [7.5.5]-[7.5.9], [10.2], [11.0], [13.4D]; Avalon Hill 2.1, 5.4, 6.57, 6.591, 9.2, 10.32.
"""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, NATIONS, SEQUA, allowed, at, cite, control, play, refused, texts, where

import elric
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.world.terrain import wild_for, wilds

CAPE, PLAINS, TOWN = "dharijor_cape", "shazaar_plains", "dharijor_sequaloris"
IMRRYR = "melnibone"


# ---- walls ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_6_52_an_empty_capital_is_passed_and_may_be_stormed(rules: str) -> None:
    """[7.5.2], [7.3] / 6.52, 6.33: nobody is in Gromoorva. A stack walks in, holds nothing, and may storm the wall in the
    Combat phase, or leave it."""
    g = at(rules, nations=NATIONS, units={CAPE: ["yishana", "jharkor-army*2"], PLAINS: ["karnaal"]})
    play(g, "lead yishana; join jharkor-army-1; join jharkor-army-2", "step dharijor_gromoorva", "halt", "end")
    while g.phase != "combat":
        g.push("done" if "done" in texts(g) else "end")
    assert control(g, "dharijor_gromoorva") == 1
    assert texts(g) == {"fight dharijor_gromoorva", "end"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_6_57_a_fleet_enters_an_empty_port(rules: str) -> None:
    """[7.5.7], [7.5.9] / 6.57, 6.59: an enemy's port that nobody mans is entered by ship from the sea of its anchor."""
    g = at(
        rules,
        nations=NATIONS,
        units={"dragon_sea_west": ["yishana", "jharkor-fleet-1"], PLAINS: ["karnaal"]},
        aboard={"yishana": "jharkor-fleet-1"},
    )
    play(g, "lead yishana")
    allowed(g, "sail dharijor_gromoorva")
    allowed(g, "attack dharijor_gromoorva")


# ---- the way the attackers came -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_not_by_the_way_an_overrun_came(rules: str) -> None:
    """[10.2], [10.9.2] / 9.2, 9.92: Yishana comes from the plains, leaves Dharmit to fight in Sequaloris' land, here the Cape,
    and rides on. Those who fall back before the battle do not go where the attackers came from."""
    g = at(
        rules,
        nations={"jharkor": 0, "dharijor": 1, "pan-tang": 1},
        units={
            TOWN: ["yishana", "dharmit", "jharkor-army*8"],
            CAPE: ["sarosto"],
            "dharijor_gromoorva": [],
            PLAINS: ["karnaal"],
            "pan_tang": ["jagreen-lern"],
        },
    )  # fmt: skip
    play(g, "lead yishana; join dharmit", *(f"join jharkor-army-{k}" for k in range(1, 9)))
    play(
        g,
        f"attack {CAPE}",
        "drop dharmit",
        *(f"drop jharkor-army-{k}" for k in range(1, 9)),
        f"step {SEQUA}",
        "halt",
        "end",
    )
    while g.phase != "combat":
        g.push("done" if "done" in texts(g) else "end")
    play(g, f"fight {CAPE}", "ready", "withhold sarosto")
    assert f"withdraw {TOWN}" not in texts(g)
    assert "withdraw dharijor_gromoorva" in texts(g)


# ---- the Straits, and seas that have turned wild ---------------------------------------------------------------------


def test_ch_13_4d_a_sea_with_open_chaos_counts_as_wilderness() -> None:
    """[13.4D]: any area with a Chaos spell face up, a sea too: enemies lie there side by side."""
    g = at("chaosium", nations=NATIONS, units={DHAKOS: ["yishana"], PLAINS: ["karnaal"]}, tipped="chaos",
           face_up={"jharkor_gulf": ["arioch"]})  # fmt: skip
    gulf = BOARD.index["jharkor_gulf"]
    assert wild_for(g.state, gulf)
    assert wilds(g.state) >> gulf & 1
    assert not wild_for(g.state, BOARD.index["pale_sea_west"])


# ---- Imrryr ---------------------------------------------------------------------------------------------------------


def home_bound(rules: str, *crew: str, **more: Any) -> elric.Game:
    """Melnibone's own player before his city, with a ship."""
    return at(
        rules,
        scenario="upstart",
        nations={"pan-tang": 1, "dharijor": 1, "melnibone": 0},
        units={"dragon_sea_east": ["golden-battle-barge", *crew], IMRRYR: ["yyrkoon"], "pan_tang": ["jagreen-lern"],
               "dharijor_gromoorva": ["karnaal"]},
        aboard=dict.fromkeys(crew, "golden-battle-barge"),
        met_elric=True,
        **more,
    )  # fmt: skip


def test_ch_7_5_9_nobody_comes_home_to_imrryr_without_elric() -> None:
    """[7.5.9], ruling imrryr-fallen: only stacks with Elric enter before the city has fallen, those of its own player too."""
    g = home_bound("chaosium", "dyvim-tvar")
    play(g, "lead dyvim-tvar")
    refused(g, f"sail {IMRRYR}", "7.5.9")
    g = home_bound("chaosium", "dyvim-tvar", "elric", owners={"elric": 0})
    play(g, "lead dyvim-tvar")
    allowed(g, f"sail {IMRRYR}")


def test_ah_6_591_held_by_any_player_it_opens_to_melniboneans() -> None:
    """6.591, ruling imrryr-fallen: it has come under a player's control, so a Melnibonean personality guides a stack in."""
    g = home_bound("avalon-hill", "dyvim-tvar")
    play(g, "lead dyvim-tvar")
    allowed(g, f"sail {IMRRYR}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_9_and_6_591_a_conqueror_needs_a_guide_too(rules: str) -> None:
    """[7.5.9] / 6.591: Pan Tang holds Imrryr. Its own ships come in with a Melnibonean; without one they do not."""
    crew = ["jagreen-lern", "dyvim-tvar"]
    g = at(
        rules,
        nations={"pan-tang": 0, "dharijor": 1},
        units={"dragon_sea_east": ["pan-tang-fleet-1", *crew], IMRRYR: ["pan-tang-army*2"], PLAINS: ["karnaal"]},
        owners={"dyvim-tvar": 0},
        control={IMRRYR: 0},
        aboard=dict.fromkeys(crew, "pan-tang-fleet-1"),
        met_elric=True,
    )
    play(g, "lead jagreen-lern")
    allowed(g, f"sail {IMRRYR}")
    play(g, "drop dyvim-tvar")
    refused(g, f"land {IMRRYR}", cite(rules, "7.5.9", "6.591"))


# ---- fleets ---------------------------------------------------------------------------------------------------------


def test_ah_5_4_fleets_built_in_iosaz_must_go_down_the_river() -> None:
    """5.4: nobody has sent the new fleet down; it goes to a port of Lormyr when movement ends."""
    g = at(
        nations={"lormyr": 0, "pan-tang": 1},
        units={"lormyr_iosaz": ["voashoon", "lormyr-fleet-1"], "pan_tang": ["jagreen-lern"]},
        met_elric=True,
    )
    play(g, "end")
    assert where(g, "lormyr-fleet-1") in ("lormyr_trepasaz", "lormyr_ramasaz")


@pytest.mark.parametrize(("rules", "builds"), [("chaosium", True), ("avalon-hill", False)])
def test_both_6_0_and_2_1_which_ports_build(rules: str, builds: bool) -> None:
    """[6.0] / 2.1: Utkel is a port whose anchor is not marked. In a special replacement every port of 1981 may build a fleet,
    in 1984 only a marked one."""
    g = at(
        rules,
        nations={"isle-of-purple-towns": 0, "pan-tang": 1},
        units={"purple_menii": ["smiorgan"], "pan_tang": ["jagreen-lern"]},
        lost=["isle-of-purple-towns-fleet-1", "isle-of-purple-towns-fleet-2", "isle-of-purple-towns-army-1"],
        hands={"smiorgan": ["goldar"]},
        phase="muster",
        met_elric=True,
    )
    play(g, "muster smiorgan goldar isle-of-purple-towns")
    offered = set()
    while g.step == "special":
        if g.state.agenda[-1].city == BOARD.index["purple_utkel"]:
            offered |= texts(g)
            break
        g.push("end")
    assert any("fleet" in t for t in offered) is builds


# ---- the Kelmain Host -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_32_the_kelmain_in_their_wilderness(rules: str) -> None:
    """[11.0] / 10.32: before they have found Kaneloon the Kelmain of 1981 go about in the southern wilderness as they like,
    and do not leave it; those of 1984 go to Kaneloon and nowhere else."""
    g = at(
        rules,
        nations={"kelmain-host": 0, "jharkor": 0, "pan-tang": 1},
        units={"yu": ["umbada", "kelmain-host-army*2"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        seeking=["kelmain-host"],
    )
    play(g, "lead umbada")
    assert "step kaneloon_wastes" in texts(g)
    if rules == "chaosium":
        allowed(g, "step oin")
        assert "leave" in refused(g, "step lormyr_west", "11.0").reasons[-1].words
    else:
        refused(g, "step oin", "10.32")
