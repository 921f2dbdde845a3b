"""Stacks that are not free to go where they like: hordes on their way, and a voice that wins Elric. Chaosium [11.0],
[12.1.2]; Avalon Hill 10.31, 10.32, 11.122."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, THOKORA, WEST_JHARKOR, allowed, at, cite, play, refused, texts, told, where

import elric
from elric.young_kingdoms.position.notes import Seeks

CAPE = "dharijor_cape"


# ---- hordes on their way --------------------------------------------------------------------------------------------


def horde(rules: str = "avalon-hill", where_: str = "weeping_waste_c", **more: Any) -> elric.Game:
    """The Flame Bringers have just been called in the Weeping Waste and must find Mordaga's Castle."""
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "flamebringers": 0, "pan-tang": 1},
        "units": {where_: ["terarn-gashtek", "drinij-bara", "flamebringers-army*5"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        "seeking": ["flamebringers"],
        "met_elric": True,
    }  # fmt: skip
    spec.update(more)
    return at(rules, **spec)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_seeking_horde_takes_a_shortest_way_and_no_other(rules: str) -> None:
    """[11.0] / 10.31, ruling horde-road: from the middle of the Waste the way to the Castle goes north."""
    g = horde(rules)
    play(g, "lead terarn-gashtek")
    clause = cite(rules, "11.0", "10.31")
    for away in ("troos", "weeping_waste_s", "weeping_waste_e", "eshmir_west"):
        said = refused(g, f"step {away}", clause)
        assert "Mordaga" in said.reasons[0].words
    allowed(g, "step weeping_waste_n")
    play(g, "step weeping_waste_n", "step mordagas_castle")
    refused(g, "step weeping_waste_n", clause)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_seeking_horde_does_nothing_else(rules: str) -> None:
    """[11.0] / 10.31: it does not attack, board ships or fly, and in 1984 searches for nothing but its place."""
    clause = cite(rules, "11.0", "10.31")
    g = horde(
        rules,
        "weeping_waste_s",
        units={
            "weeping_waste_s": ["terarn-gashtek", "drinij-bara", "flamebringers-army*2"],
            "hrolmar_bay": ["jharkor-fleet-1"],
            "vilmir_east": ["jagreen-lern", "pan-tang-army*1"],
            DHAKOS: ["yishana"],
        },
        hands={"drinij-bara": ["teleport"]},
        hidden={"weeping_waste_s": ["sleep"]},
    )
    play(g, "lead terarn-gashtek")
    refused(g, "attack vilmir_east", clause)
    refused(g, "board jharkor-fleet-1", clause)
    play(g, "halt", "lead drinij-bara")
    refused(g, "fly teleport mordagas_castle", clause)
    play(g, "halt", "end")
    assert (g.phase == "search") is (rules == "chaosium")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_horde_that_has_found_its_place_is_free(rules: str) -> None:
    """[11.0], [8.0] / 10.31, 7: at the Castle they search for it; on a 5 it is found and they go where they like."""
    g = horde(rules, "mordagas_castle", hidden={"mordagas_castle": ["sleep"]})
    play(g, "end")
    if rules == "avalon-hill":
        refused(g, "search mordagas_castle magic", "10.31")
    allowed(g, "search mordagas_castle place")
    while g.view()["turn"] < 8 and Seeks in g.state.notes:
        if "search mordagas_castle place" in texts(g):
            g.push("search mordagas_castle place")
        else:
            g.push(next(t for t in ("end", "done", *sorted(texts(g))) if t in texts(g)))
    assert Seeks not in g.state.notes
    while not (g.player == 0 and g.phase == "movement"):
        g.push(next(t for t in ("end", "done", *sorted(texts(g))) if t in texts(g)))
    play(g, "lead terarn-gashtek")
    allowed(g, "step sighing_desert_east")


@pytest.mark.parametrize("barred", [False, True])
def test_ah_10_32_the_kelmain_go_round_an_enemy_in_their_way(barred: bool) -> None:
    """10.32, ruling horde-road: from eastern Lormyr the short way to Kaneloon goes by southern Filkhar. With an enemy
    standing there the way round by Stagasaz is the shortest; the horde does not attack."""
    g = at(
        nations={"jharkor": 0, "kelmain-host": 0, "pan-tang": 1},
        units={"lormyr_east": ["umbada", "kelmain-host-army*2"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"],
               "filkhar_south" if barred else "dharijor_cape": ["pan-tang-general"]},
        seeking=["kelmain-host"],
        met_elric=True,
    )  # fmt: skip
    play(g, "lead umbada")
    if barred:
        refused(g, "attack filkhar_south", "10.32")
        allowed(g, "step lormyr_stagasaz")
    else:
        allowed(g, "step filkhar_south")
        refused(g, "step lormyr_stagasaz", "10.32")


# ---- a stronger voice -----------------------------------------------------------------------------------------------


def voices(rules: str, **more: Any) -> elric.Game:
    """Karnaal (3) commands Elric at the Cape; Yishana (5) and the wizard (1) stand in Sequa."""
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "dharijor": 1},
        "units": {
            SEQUA: ["yishana", "jharkor-wizard", "jharkor-army*2"],
            THOKORA: ["jharkor-army*1"],
            CAPE: ["elric", "karnaal", "dharijor-army*6"],
        },
        "owners": {"elric": 1},
        "met_elric": True,
    }
    spec.update(more)
    return at(rules, **spec)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_stronger_voice_alone_wins_elric(rules: str) -> None:
    """[12.1.2] / 11.122: Yishana goes alone into the enemy's province; after movement Elric follows her, and they go to
    the nearest friendly stack (Chaosium) or the nearest free province (Avalon Hill)."""
    g = voices(rules)
    play(g, "lead yishana")
    refused(g, f"step {CAPE}", cite(rules, "7.3", "6.33"))
    play(g, f"sway {CAPE}")
    assert where(g, "yishana") == CAPE
    play(g, "end")
    if g.step == "shelter":
        g.push(g.legal_actions()[0])
    assert g.view()["units"]["elric"]["owner"] == 0
    assert where(g, "yishana") == where(g, "elric") != CAPE
    if rules == "chaosium":
        assert where(g, "elric") == SEQUA
    assert g.phase != "combat"  # it was no attack
    assert not any(e["kind"] == "battle begins" for e in g.events)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_weaker_voice_is_refused(rules: str) -> None:
    """[12.1.2] / 11.122: the wizard's 1 is less than Karnaal's 3."""
    g = voices(rules)
    play(g, "lead jharkor-wizard")
    said = refused(g, f"sway {CAPE}", cite(rules, "12.1.2", "11.122"))
    assert "Karnaal" in said.reasons[0].words


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_company_may_not_enter_unless_to_fight(rules: str) -> None:
    """[12.1.2] / 11.122: with an army along it is an attack or nothing."""
    g = voices(rules)
    play(g, "lead yishana", "join jharkor-army-1")
    refused(g, f"sway {CAPE}", cite(rules, "12.1.2", "11.122"))
    allowed(g, f"attack {CAPE}")


def test_both_between_equals_influence_is_the_stronger_voice() -> None:
    """[12.1.2] / 11.12: Zarozinia's (6) outweighs a plain 6, and an equal plain value is not enough."""
    g = at(
        scenario="kingdom",
        nations={"lormyr": 0, "dharijor": 1},
        units={"lormyr_west": ["zarozinia", "voashoon"], "lormyr_stagasaz": ["elric", "karnaal"], "dharijor_gromoorva": ["sarosto"]},
        owners={"elric": 1},
        control={"lormyr_stagasaz": 1},
        met_elric=True,
    )  # fmt: skip
    play(g, "lead voashoon")
    refused(g, "sway lormyr_stagasaz", "11.122")  # 3 against 3
    play(g, "halt", "lead zarozinia")
    allowed(g, "sway lormyr_stagasaz")


def test_both_only_where_elric_is_in_another_players_hands() -> None:
    """[12.1.2] / 11.12: a masterless Elric is simply joined; an empty province holds nobody to win."""
    g = voices("avalon-hill", owners={"elric": None}, units={SEQUA: ["yishana"], DHAKOS: ["elric"], CAPE: ["karnaal"]})
    play(g, "lead yishana")
    refused(g, f"sway {DHAKOS}", "11.12")
    refused(g, f"sway {THOKORA}", "11.122")
    play(g, f"step {DHAKOS}", "halt", "end")
    assert g.view()["units"]["elric"]["owner"] == 0
    assert told(g, "follows")


def test_both_a_leader_who_cannot_reach_him_cannot_win_him() -> None:
    """[12.1.2], [7.0] / 11.122, 6: the ordinary rules of movement hold."""
    g = voices("avalon-hill", units={DHAKOS: ["jharkor-army*1"], WEST_JHARKOR: ["yishana"], CAPE: ["elric", "karnaal"]})
    play(g, "lead yishana")
    refused(g, f"sway {CAPE}", "6")
