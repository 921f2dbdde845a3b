"""Numbered cases: replacements. Chaosium [6.0], Avalon Hill 5-5.41."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, THOKORA, allowed, armies, at, dice, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components import pieces

PAN_TANG = {"pan_tang": ["jagreen-lern", "pan-tang-army*2"]}


def game(rules: str, lost: list[str], **more: Any) -> elric.Game:
    """Seat 0 with Jharkor and Shazaar, seat 1 with Pan Tang, in the Replacement phase."""
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "shazaar": 0, "pan-tang": 1},
        "units": {DHAKOS: ["yishana", "jharkor-army*1"], "shazaar_aflitain": ["ohada", "shazaar-army*1"], **PAN_TANG},
        "lost": lost,
        "phase": "replacement",
        "met_elric": True,
    }
    spec.update(more)
    return at(rules, **spec)


# ---- one a turn -----------------------------------------------------------------------------------------------------


def test_ch_6_0_each_nation_brings_back_one_unit() -> None:
    """[6.0]: Jharkor raises one army and Shazaar another in the same turn, but neither raises two."""
    g = game("chaosium", ["jharkor-army-7", "jharkor-army-8", "shazaar-army-4"])
    assert texts(g) == {"raise jharkor-army-7", "raise shazaar-army-4", "end"}
    play(g, "raise jharkor-army-7")
    assert where(g, "jharkor-army-7") == DHAKOS
    refused(g, "raise jharkor-army-8", "6.0")
    play(g, "raise shazaar-army-4")
    assert where(g, "shazaar-army-4") == "shazaar_aflitain"
    assert g.phase == "movement"


def test_ah_5_one_unit_for_the_player_in_all() -> None:
    """5: the player brings back one army or one fleet, in a nation of his choice (5.1)."""
    g = game("avalon-hill", ["jharkor-army-7", "shazaar-army-4", "shazaar-fleet-1"])
    assert texts(g) == {"raise jharkor-army-7", "raise shazaar-army-4", "raise shazaar-fleet-1", "end"}
    play(g, "raise shazaar-fleet-1")
    assert g.phase == "movement"
    assert armies(g, "jharkor") == 1


def test_ah_5_the_scope_is_a_switch() -> None:
    """5 / [6.0], ruling replacement-scope: with "each-nation" the 1984 game goes the older way."""
    g = game("avalon-hill, replacements=each-nation", ["jharkor-army-7", "shazaar-army-4"])
    play(g, "raise jharkor-army-7", "raise shazaar-army-4")
    assert (armies(g, "jharkor"), armies(g, "shazaar")) == (2, 2)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_only_what_was_lost_comes_back(rules: str) -> None:
    """[6.0] / 5: a unit that stands on the board cannot be raised, nor a personality; without losses there is no phase."""
    g = game(rules, ["jharkor-army-8", "dharmit"])
    clause = "6.0" if rules == "chaosium" else "5"
    refused(g, "raise jharkor-army-1", clause)
    refused(g, "raise dharmit", clause)
    assert game(rules, []).phase == "movement"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_replacements_arrive_in_the_capital_of_their_own_nation(rules: str) -> None:
    """[6.0] EXAMPLE / 5: Shazaar builds a fleet or raises an army in Aflitain, and nothing of Jharkor's."""
    g = game(rules, ["shazaar-fleet-1", "shazaar-army-4"])
    allowed(g, "raise shazaar-army-4")
    play(g, "raise shazaar-fleet-1")
    assert where(g, "shazaar-fleet-1") == "shazaar_aflitain"
    assert where(g, "shazaar-army-4") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_no_replacement_while_the_capital_is_in_enemy_hands(rules: str) -> None:
    """[6.0] / 5: with Dhakos taken Jharkor gets nothing, though Thokora and Sequa are free."""
    g = game(
        rules,
        ["jharkor-army-8", "shazaar-army-4"],
        units={DHAKOS: ["pan-tang-army*1"], THOKORA: ["yishana"], "shazaar_aflitain": ["ohada"], "pan_tang": ["jagreen-lern"]},
        control={DHAKOS: 1},
    )  # fmt: skip
    said = refused(g, "raise jharkor-army-8", "6.0" if rules == "chaosium" else "5")
    assert said.reasons[0].look == (DHAKOS,)
    allowed(g, "raise shazaar-army-4")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_another_players_nation_is_not_replaced(rules: str) -> None:
    """[6.0] / 5.1: only nations you control."""
    g = game(rules, ["pan-tang-army-5", "jharkor-army-8"])
    refused(g, "raise pan-tang-army-5", "6.0" if rules == "chaosium" else "5.1")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_fleets_are_built_only_where_the_capital_is_a_port(rules: str) -> None:
    """[6.0] / 5: Jharkor's capital is a port; Lormyr's is not (see the river for Avalon Hill)."""
    g = game(rules, ["jharkor-fleet-1", "jharkor-army-8"])
    allowed(g, "raise jharkor-fleet-1")
    inland = at(
        f"{rules}, lormyr_river=false",
        scenario="kingdom",
        nations={"lormyr": 0, "jharkor": 1},
        units={"lormyr_iosaz": ["voashoon"], DHAKOS: ["yishana"]},
        lost=["lormyr-fleet-1", "lormyr-army-1"],
        phase="replacement",
        met_elric=True,
    )
    refused(inland, "raise lormyr-fleet-1", "6.0" if rules == "chaosium" else "5.4")


def test_both_a_besieged_capital_still_raises_armies() -> None:
    """[10.9.4] / 9.941: an enemy before the walls does not stop replacements inside."""
    g = game("avalon-hill", ["jharkor-army-8"],
             units={DHAKOS: ["yishana", "jagreen-lern", "pan-tang-army*3"], "pan_tang": ["pan-tang-general"]})  # fmt: skip
    play(g, "raise jharkor-army-8")
    assert where(g, "jharkor-army-8") == DHAKOS


def test_both_hordes_are_never_replaced() -> None:
    """[11.0] / 10.3: a horde's losses stay lost."""
    g = game(
        "avalon-hill",
        ["olab-army-5", "jharkor-army-8"],
        nations={"jharkor": 0, "olab": 0, "pan-tang": 1},
        units={DHAKOS: ["yishana"], "rlin_kren_aa": ["olab-king"], **PAN_TANG},
    )
    refused(g, "raise olab-army-5", "10.3")


# ---- Lormyr's river -------------------------------------------------------------------------------------------------


def lormyr(rules: str = "avalon-hill", **more: Any) -> elric.Game:
    spec: dict[str, Any] = {
        "scenario": "kingdom",
        "nations": {"lormyr": 0, "jharkor": 1},
        "units": {
            "lormyr_iosaz": ["voashoon", "lormyr-admiral", "lormyr-army*2"],
            DHAKOS: ["yishana", "jharkor-army*4"],
        },
        "lost": ["lormyr-fleet-1"],
        "phase": "replacement",
        "met_elric": True,
    }
    spec.update(more)
    return at(rules, **spec)


def test_ah_5_4_lormyrs_inland_capital_builds_fleets() -> None:
    """5.4: the fleet is built in Iosaz, goes down the river for one point, and lies in Ramasaz."""
    g = lormyr()
    play(g, "raise lormyr-fleet-1", "lead lormyr-admiral", "board lormyr-fleet-1")
    allowed(g, "sail lormyr_trepasaz")
    play(g, "sail lormyr_ramasaz")
    assert where(g, "lormyr-fleet-1") == where(g, "lormyr-admiral") == "lormyr_ramasaz"
    assert g.view()["units"]["lormyr-fleet-1"]["spent"] == 1


def test_ah_5_4_without_a_commander_the_fleet_drifts_down_too() -> None:
    """5.4, 6.321: a fleet that must go down the river makes for the port by itself."""
    g = lormyr()
    play(g, "raise lormyr-fleet-1", "home lormyr-fleet-1")
    assert where(g, "lormyr-fleet-1") in ("lormyr_ramasaz", "lormyr_trepasaz")


def test_ah_5_4_no_fleets_when_an_enemy_holds_the_ports() -> None:
    """5.4: with Trepasaz and Ramasaz in enemy hands none can be built; one of them free is enough."""
    held = {"lormyr_ramasaz": 1, "lormyr_trepasaz": 1}
    garrisons = {
        "lormyr_iosaz": ["voashoon", "lormyr-army*2"],
        "lormyr_ramasaz": ["jharkor-army*1"],
        "lormyr_trepasaz": ["jharkor-army*1"],
        DHAKOS: ["yishana"],
    }
    lost = ["lormyr-fleet-1", "lormyr-army-11"]
    refused(lormyr(units=garrisons, control=held, lost=lost), "raise lormyr-fleet-1", "5.4")
    allowed(lormyr(units=garrisons, control={"lormyr_ramasaz": 1}, lost=lost), "raise lormyr-fleet-1")


@pytest.mark.parametrize("port", ["lormyr_trepasaz", "lormyr_ramasaz"])
def test_ah_5_41_nobody_sails_up_the_river(port: str) -> None:
    """5.41: not even Lormyr's own ships come back to Iosaz."""
    g = lormyr(
        units={port: ["lormyr-admiral", "lormyr-fleet-1"], "lormyr_iosaz": ["voashoon"], DHAKOS: ["yishana"]},
        lost=[],
        phase="movement",
    )
    play(g, "lead lormyr-admiral", "board lormyr-fleet-1")
    said = refused(g, "sail lormyr_iosaz", "5.41")
    assert "up the river" in said.reasons[0].words


def test_ah_5_41_the_river_leads_only_to_lormyrs_ports() -> None:
    """5.41: from Iosaz a ship goes to Trepasaz or Ramasaz and nowhere else."""
    g = lormyr()
    play(g, "raise lormyr-fleet-1", "lead lormyr-admiral", "board lormyr-fleet-1")
    refused(g, "sail lormyr_west", "6.59")
    assert {t for t in texts(g) if t.startswith("sail")} == {"sail lormyr_trepasaz", "sail lormyr_ramasaz"}


def test_ch_6_0_the_river_is_no_harbour_in_1981() -> None:
    """[6.0]: Chaosium's Iosaz is no seaport, so no fleet can be replaced there."""
    g = lormyr("chaosium", lost=["lormyr-fleet-1", "lormyr-army-11"])
    refused(g, "raise lormyr-fleet-1", "6.0")


# ---- special replacement --------------------------------------------------------------------------------------------


def special(rules: str, lost: list[str], **more: Any) -> elric.Game:
    """Yishana holds Jharkor's own muster (Arioch) in the Muster phase."""
    return game(rules, lost, hands={"yishana": ["arioch"]}, phase="muster", **more)


def test_ah_5_2_each_city_an_army_each_port_a_fleet_and_a_leader() -> None:
    """5.2: three cities bring back an army each, the port a fleet besides, the capital its weakest leader as well."""
    g = special("avalon-hill", ["jharkor-army-6", "jharkor-army-7", "jharkor-army-8", "jharkor-fleet-2", "dharmit", "jharkor-admiral"])  # fmt: skip
    play(g, "muster yishana arioch jharkor")
    while g.step == "special":
        g.push(next(t for t in sorted(texts(g)) if t != "end"))
    assert {where(g, f"jharkor-army-{k}") for k in (6, 7, 8)} == {DHAKOS, THOKORA, SEQUA}
    assert where(g, "jharkor-fleet-2") == DHAKOS
    assert where(g, "jharkor-admiral") == DHAKOS  # worth 2, Dharmit 3
    assert where(g, "dharmit") is None
    assert "arioch" in g.view()["discards"]


def test_ah_5_21_it_never_adds_to_what_was_lost() -> None:
    """5.21: with one army lost one comes back, in the city of the player's choice."""
    g = special("avalon-hill", ["jharkor-army-8"])
    play(g, "muster yishana arioch jharkor")
    assert g.step == "special"
    refused(g, "raise jharkor-army-1", "5.21")
    refused(g, "raise jharkor-fleet-1", "5.21")
    while g.step == "special" and "raise jharkor-army-8" in texts(g) and where(g, "jharkor-army-8") is None:
        g.push("end" if g.state.agenda[-1].city != g.state.place[pieces.INDEX["yishana"]] else "raise jharkor-army-8")
    assert where(g, "jharkor-army-8") == DHAKOS
    assert armies(g, "jharkor") == 2


def test_ch_6_0_a_port_takes_a_fleet_or_an_army() -> None:
    """[6.0]: in a special replacement the port of Dhakos brings back one unit, of either kind."""
    g = special("chaosium", ["jharkor-army-7", "jharkor-army-8", "jharkor-fleet-1", "jharkor-army-6"])
    play(g, "muster yishana arioch jharkor")
    chosen = []
    while g.step == "special":
        choice = "raise jharkor-fleet-1" if "raise jharkor-fleet-1" in texts(g) else sorted(texts(g))[-1]
        chosen.append(choice)
        g.push(choice)
    assert "raise jharkor-fleet-1" in chosen
    assert where(g, "jharkor-fleet-1") == DHAKOS
    assert armies(g, "jharkor", DHAKOS) == 1
    assert armies(g, "jharkor") == 3  # Thokora and Sequa raised one each


def test_ah_5_2_special_ports_can_follow_the_older_way() -> None:
    """5.2 / [6.0]: with special_ports=either a port brings back an army or a fleet, not both."""
    g = special("avalon-hill, special_ports=either", ["jharkor-army-8", "jharkor-fleet-1"],
                control={THOKORA: 1, SEQUA: 1},
                units={DHAKOS: ["yishana"], THOKORA: ["pan-tang-army*1"], SEQUA: ["pan-tang-army*1"],
                       "shazaar_aflitain": ["ohada"], "pan_tang": ["jagreen-lern"]})  # fmt: skip
    play(g, "muster yishana arioch jharkor", "raise jharkor-army-8")
    assert g.step != "special"
    assert where(g, "jharkor-fleet-1") is None


def test_ch_6_0_the_capital_takes_a_leader_instead_of_a_unit() -> None:
    """[6.0]: Dhakos brings back the weakest leader and then nothing else."""
    lost = ["jharkor-army-8", "dharmit", "jharkor-admiral"]
    g = special("chaosium", lost)
    play(g, "muster yishana arioch jharkor")
    while g.step == "special" and g.state.place[pieces.INDEX["yishana"]] != g.state.agenda[-1].city:
        g.push("end")
    refused(g, "raise dharmit", "6.0")
    play(g, "raise jharkor-admiral")
    assert g.step != "special" or g.state.agenda[-1].city != g.state.place[pieces.INDEX["yishana"]]
    assert where(g, "jharkor-admiral") == DHAKOS
    assert armies(g, "jharkor", DHAKOS) == 1


def test_ah_5_2_the_leader_comes_besides() -> None:
    """5.2: the same capital has its army and its leader in the 1984 rules."""
    g = special("avalon-hill", ["jharkor-army-8", "dharmit", "jharkor-admiral"])
    play(g, "muster yishana arioch jharkor")
    while g.step == "special":
        here = g.state.agenda[-1].city == g.state.place[pieces.INDEX["yishana"]]
        g.push(next(t for t in sorted(texts(g), reverse=True) if t != "end") if here else "end")
    assert where(g, "jharkor-admiral") == DHAKOS
    assert armies(g, "jharkor", DHAKOS) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_magician_comes_back_without_spells(rules: str) -> None:
    """[6.0] / 5.2: Jharkor's wizard returns with an empty hand."""
    g = special(rules, ["jharkor-wizard"])
    play(g, "muster yishana arioch jharkor")
    while g.step == "special":
        g.push("raise jharkor-wizard" if "raise jharkor-wizard" in texts(g) else "end")
    assert where(g, "jharkor-wizard") == DHAKOS
    assert not g.view(0)["hands"].get("jharkor-wizard")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_value_in_brackets_counts_in_full_among_leaders(rules: str) -> None:
    """[6.0] / 5.2, ruling weakest-leader: Zarozinia's (6) is more than Voashoon's 3, so Voashoon returns first."""
    g = at(
        rules,
        scenario="kingdom",
        nations={"lormyr": 0, "jharkor": 1},
        units={"lormyr_iosaz": ["lormyr-mage"], DHAKOS: ["yishana"]},
        lost=["zarozinia", "voashoon"],
        hands={"lormyr-mage": ["donblas"]},
        phase="muster",
        met_elric=True,
    )
    play(g, "muster lormyr-mage donblas lormyr")
    assert where(g, "voashoon") == "lormyr_iosaz"
    assert where(g, "zarozinia") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_cities_in_enemy_hands_bring_back_nothing(rules: str) -> None:
    """[6.0] / 5.2: only cities free of the enemy build; with all of them taken there is no replacement of any kind."""
    g = special(
        rules,
        ["jharkor-army-7", "jharkor-army-8"],
        units={DHAKOS: ["yishana"], THOKORA: ["pan-tang-army*1"], SEQUA: ["pan-tang-army*1"],
               "shazaar_aflitain": ["ohada"], "pan_tang": ["jagreen-lern"]},
        control={THOKORA: 1, SEQUA: 1},
    )  # fmt: skip
    play(g, "muster yishana arioch jharkor")
    while g.step == "special":
        g.push("raise jharkor-army-7")
    assert armies(g, "jharkor") == 1
    none = special(
        rules,
        ["jharkor-army-8"],
        units={DHAKOS: ["pan-tang-army*1"], THOKORA: ["pan-tang-army*1"], SEQUA: ["pan-tang-army*1"],
               "shazaar_aflitain": ["ohada", "yishana"], "pan_tang": ["jagreen-lern"]},
        control={DHAKOS: 1, THOKORA: 1, SEQUA: 1},
    )  # fmt: skip
    refused(none, "muster yishana arioch jharkor", "6.0" if rules == "chaosium" else "5.2")


def test_both_nothing_lost_nothing_to_bring_back() -> None:
    """[6.0] / 5.2, 5.21: a nation without losses makes no special replacement."""
    refused(special("avalon-hill", []), "muster yishana arioch jharkor", "5.2")


# ---- a nation without leaders ---------------------------------------------------------------------------------------


def last_leader(rules: str, city: str) -> elric.Game:
    """Ohada, the last of Shazaar, is about to be killed by Pan Tang in Aflitain or in the open."""
    return at(
        rules,
        dice(6, 1, 6),
        nations={"jharkor": 0, "shazaar": 1, "dharijor": 0, "pan-tang": 1},
        units={
            DHAKOS: ["yishana"],
            "dharijor_gromoorva": ["karnaal"],
            "shazaar_plains": ["sarosto", "dharijor-army*8", "ohada"],
            city: ["shazaar-army*2"],
            "pan_tang": ["jagreen-lern"],
            **({"shazaar_south": ["dharijor-admiral"]} if city == "shazaar_south" else {}),
        },
        assaults=["shazaar_plains"],
        phase="combat",
        met_elric=True,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_nation_without_personalities_leaves_the_board(rules: str) -> None:
    """[6.0] / 5.3: with Ohada gone Shazaar is neutral, its armies are taken off, and it may be mustered again (5.31)."""
    g = last_leader(rules, "shazaar_aflitain")
    play(g, "fight shazaar_plains", "ready", "ready")
    while g.step in ("losses", "escape"):
        g.push(g.legal_actions()[0])
    assert where(g, "ohada") is None
    assert armies(g, "shazaar") == 0
    assert told(g, "falls apart")
    assert g.state.nation_owner[pieces.NATION_INDEX["shazaar"]] == 4
    assert g.view()["areas"].get("shazaar_aflitain", {}).get("control") is None


def test_ah_5_31_it_may_be_mustered_again() -> None:
    """5.31: Yishana in Aflitain with a muster of Shazaar calls it up anew, as she would any neutral nation."""
    g = at(
        script=[0, 0],
        nations={"jharkor": 0, "pan-tang": 1},
        units={"shazaar_aflitain": ["yishana"], "pan_tang": ["jagreen-lern"]},
        lost=["ohada", "shazaar-army-1"],
        hands={"yishana": ["arkyn"]},
        phase="muster",
        met_elric=True,
    )
    play(g, "muster yishana arkyn shazaar")
    assert where(g, "ohada") == "shazaar_aflitain"
    assert armies(g, "shazaar") == 4
