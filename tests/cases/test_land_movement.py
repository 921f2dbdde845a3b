"""Numbered cases: moving on land, stacks, hordes on their way, overruns, winning Elric over. Chaosium [7.0]-[7.2], [10.9.2],
[12.1.2]; Avalon Hill 6-6.22, 6.33, 9.92, 10.3, 11.122.
"""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, THOKORA, WEST_JHARKOR, allowed, at, cite, play, refused, texts, told, where

import elric

CAPE = "dharijor_cape"


def west(rules: str = "avalon-hill", **more: Any) -> elric.Game:
    """Seat 0 with Jharkor, seat 1 with Pan Tang and Dharijor."""
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "pan-tang": 1, "dharijor": 1},
        "units": {
            DHAKOS: ["yishana", "dharmit", "jharkor-army*3"],
            THOKORA: ["jharkor-army*2"],
            "pan_tang": ["jagreen-lern"],
            "dharijor_gromoorva": ["karnaal", "dharijor-army*1"],
        },
        "met_elric": True,
    }
    spec.update(more)
    return at(rules, **spec)


# ---- four points ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_leader_and_his_armies_go_four_provinces(rules: str) -> None:
    """[7.2] / 6.2: four movement points, one for each province; the fifth province is refused."""
    g = west(rules)
    play(g, "lead yishana", "join jharkor-army-1", f"step {SEQUA}", f"step {THOKORA}", f"step {WEST_JHARKOR}")
    play(g, "step tarkesh_west")
    assert where(g, "yishana") == where(g, "jharkor-army-1") == "tarkesh_west"
    assert g.view()["units"]["jharkor-army-1"]["spent"] == 4
    refused(g, "step tarkesh_hornus", cite(rules, "7.2", "6.2"))
    play(g, "halt")
    refused(g, "lead yishana", cite(rules, "7.2", "6.22"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_only_to_adjacent_areas(rules: str) -> None:
    """[7.0] / 6: from Dhakos one does not step to Aflitain."""
    g = west(rules)
    play(g, "lead yishana")
    said = refused(g, "step shazaar_aflitain", cite(rules, "7.0", "6"))
    assert said.reasons[0].look == (DHAKOS, "shazaar_aflitain")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_nobody_has_to_move(rules: str) -> None:
    """[7.0] / 6: all movement is voluntary."""
    g = west(rules)
    allowed(g, "end")
    play(g, "end")
    assert where(g, "yishana") == DHAKOS


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_only_your_own_pieces_move(rules: str) -> None:
    """[7.0] / 6: an enemy cannot be taken up, nor an army lead."""
    g = west(rules)
    refused(g, "lead karnaal", cite(rules, "7.0", "6"))
    refused(g, "lead jharkor-army-1", cite(rules, "7.2", "6.21"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_spells_travel_with_their_holder(rules: str) -> None:
    """[7.0] / 6: a spell moves only in somebody's hand."""
    g = west(
        rules, units={DHAKOS: ["jharkor-wizard"], "pan_tang": ["jagreen-lern"]}, hands={"jharkor-wizard": ["fileet"]}
    )
    play(g, "lead jharkor-wizard", f"step {SEQUA}", "halt")
    assert g.view(0)["hands"]["jharkor-wizard"] == ["fileet"]
    assert where(g, "jharkor-wizard") == SEQUA


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_any_number_may_share_a_province(rules: str) -> None:
    """[7.1] / 6.1: eight armies and four personalities enter Sequa together."""
    everybody = ["yishana", "dharmit", "jharkor-wizard", "jharkor-admiral", "jharkor-army*8"]
    g = west(rules, units={DHAKOS: everybody, "pan_tang": ["jagreen-lern"]})
    play(g, "lead yishana")
    for u in ("dharmit", "jharkor-wizard", "jharkor-admiral", *(f"jharkor-army-{k}" for k in range(1, 9))):
        play(g, f"join {u}")
    play(g, f"step {SEQUA}", "halt")
    assert sum(u["at"] == SEQUA for u in g.view()["units"].values()) == 12


# ---- armies without a leader ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_leaderless_army_goes_one_province_at_home(rules: str) -> None:
    """[7.2] / 6.21: one province, within its own country, once a turn."""
    g = west(rules)
    play(g, f"march jharkor-army-4 {SEQUA}")
    assert where(g, "jharkor-army-4") == SEQUA
    refused(g, f"march jharkor-army-4 {THOKORA}", cite(rules, "7.2", "6.21"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_leaderless_army_stays_in_its_country(rules: str) -> None:
    """[7.2] / 6.21: from Thokora it may not go to Tarkesh, nor two provinces on."""
    g = west(rules)
    refused(g, "march jharkor-army-4 tarkesh_hornus", cite(rules, "7.2", "6.21"))
    refused(g, "march jharkor-army-4 dharijor_cape", cite(rules, "7.0", "6"))
    refused(g, "march karnaal dharijor_cape", cite(rules, "7.2", "6.21"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_leaderless_armies_do_not_attack(rules: str) -> None:
    """[10.1] / 9.11: an enemy in Sequa stops an army that has nobody to lead it."""
    g = west(rules, units={DHAKOS: ["yishana"], THOKORA: ["jharkor-army*2"], SEQUA: ["karnaal", "dharijor-army*1"]})
    refused(g, f"march jharkor-army-1 {SEQUA}", cite(rules, "10.1", "9.11"))


def test_both_an_army_abroad_needs_a_leader() -> None:
    """[7.2] / 6.21: Jharkor's army in Tarkesh does not even go home by itself."""
    g = west(units={"tarkesh_west": ["jharkor-army*1"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]})
    refused(g, f"march jharkor-army-1 {WEST_JHARKOR}", "6.21")


# ---- picking up and setting down ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_stack_picks_up_and_sets_down(rules: str) -> None:
    """[7.3] / 6.22: Yishana leaves two armies in Sequa and takes one on from Thokora."""
    g = west(rules)
    play(g, "lead yishana", "join jharkor-army-1", "join jharkor-army-2", f"step {SEQUA}", "drop jharkor-army-1")
    play(g, f"step {THOKORA}", "join jharkor-army-4", f"step {WEST_JHARKOR}", "halt")
    assert where(g, "jharkor-army-1") == SEQUA
    assert where(g, "jharkor-army-4") == where(g, "jharkor-army-2") == WEST_JHARKOR


def test_both_whoever_joins_late_has_the_points_of_the_most_tired() -> None:
    """[7.2] / 6.2: an army that has marched by itself has three points left, and so has the stack it joins."""
    g = west()
    play(g, f"march jharkor-army-4 {SEQUA}", "lead yishana", f"step {SEQUA}", "join jharkor-army-4")
    play(g, f"step {WEST_JHARKOR}", f"step {THOKORA}", "step tarkesh_west")
    refused(g, "step tarkesh_hornus", "6.2")


def test_both_units_elsewhere_or_of_others_do_not_join() -> None:
    """[7.2] / 6.22: one picks up one's own, where one stands."""
    g = west()
    play(g, "lead yishana")
    refused(g, "join jharkor-army-4", "6.22")
    refused(g, "join karnaal", "6.21")
    refused(g, "drop dharmit", "6.22")
    refused(g, "drop yishana", "6.21")


def test_ch_7_3_an_army_is_attached_or_detached_once_a_turn() -> None:
    """[7.3]: what was set down is not picked up again by the next leader, what was picked up is not set down."""
    g = west("chaosium")
    play(g, "lead yishana", "join jharkor-army-1", f"step {SEQUA}", "drop jharkor-army-1", "halt")
    play(g, "lead dharmit", f"step {SEQUA}")
    refused(g, "join jharkor-army-1", "7.3")
    play(g, f"step {THOKORA}", "join jharkor-army-4", f"step {WEST_JHARKOR}")
    refused(g, "drop jharkor-army-4", "7.3")


def test_ah_6_22_armies_change_leaders_freely() -> None:
    """6.22: a second leader takes on what the first has set down, and sets it down again."""
    g = west()
    play(g, "lead yishana", "join jharkor-army-1", f"step {SEQUA}", "drop jharkor-army-1", "halt")
    play(g, "lead dharmit", f"step {SEQUA}", "join jharkor-army-1", f"step {WEST_JHARKOR}", "drop jharkor-army-1")
    assert where(g, "jharkor-army-1") == WEST_JHARKOR


def test_ah_6_22_a_personality_set_down_goes_on_with_what_is_left() -> None:
    """6.22: Dharmit rides along for one province and then goes his own way for three."""
    g = west()
    play(g, "lead yishana", "join dharmit", f"step {SEQUA}", "drop dharmit", "halt")
    play(g, "lead dharmit", f"step {THOKORA}", f"step {WEST_JHARKOR}", "step tarkesh_west")
    refused(g, "step tarkesh_hornus", "6.2")


def test_ch_7_3_a_personality_set_down_stays_there() -> None:
    """[7.3]: units that are detached are left where they are; the switch gives the 1984 way."""
    g = west("chaosium")
    play(g, "lead yishana", "join dharmit", f"step {SEQUA}", "drop dharmit", "halt")
    refused(g, "lead dharmit", "7.2")
    other = west("chaosium, dropped_may_go_on=true")
    play(other, "lead yishana", "join dharmit", f"step {SEQUA}", "drop dharmit", "halt")
    allowed(other, "lead dharmit")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_leaderless_army_set_down_does_not_march_on(rules: str) -> None:
    """6.22 / [7.3]: an army picked up and left again in the same place stays there this turn."""
    g = west(rules)
    play(g, "lead yishana", f"step {THOKORA}")
    if rules == "avalon-hill":
        play(g, "join jharkor-army-4", "drop jharkor-army-4", "halt")
        refused(g, f"march jharkor-army-4 {SEQUA}", "6.22")
    play(g, f"march jharkor-army-5 {SEQUA}") if rules == "avalon-hill" else play(g, "halt")


# ---- enemies on the way ---------------------------------------------------------------------------------------------


def border(rules: str, force: int, foe: int, **more: Any) -> elric.Game:
    """Yishana (5), Dharmit (3) and armies in Sequa, enemies at the Cape."""
    return west(
        rules,
        units={
            SEQUA: ["yishana", "dharmit", f"jharkor-army*{force}"],
            CAPE: [f"dharijor-army*{foe}"],
            "dharijor_gromoorva": ["karnaal"],
            "pan_tang": ["jagreen-lern"],
        },
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_enemys_province_is_entered_only_to_fight(rules: str) -> None:
    """[7.3] / 6.33: stepping in is refused and says what to do; attacking is allowed."""
    g = border(rules, 2, 2)
    play(g, "lead yishana", "join jharkor-army-1")
    said = refused(g, f"step {CAPE}", cite(rules, "7.3", "6.33"))
    assert said.reasons[0].fix == "Attack it."
    allowed(g, f"attack {CAPE}")
    refused(g, f"attack {THOKORA}", cite(rules, "10.1", "9.1"))


@pytest.mark.parametrize(("rules", "left", "goes"), [
    ("chaosium", 1, True), ("avalon-hill", 1, False), ("avalon-hill", 5, True), ("avalon-hill", 4, False),
])  # fmt: skip
def test_both_overruns_leave_enough_to_hold_the_enemy(rules: str, left: int, goes: bool) -> None:
    """[10.9.2] / 9.92: against 4, Chaosium leaves 4 (Dharmit and an army), Avalon Hill 8 (Dharmit and five)."""
    g = border(rules, 6, 4)
    play(g, "lead yishana", "join dharmit", *(f"join jharkor-army-{k}" for k in range(1, 7)), f"attack {CAPE}")
    refused(g, "step dharijor_sequaloris", cite(rules, "10.9.2", "9.92"))
    play(g, "drop dharmit", *(f"drop jharkor-army-{k}" for k in range(1, left + 1)))
    if goes:
        play(g, "attack dharijor_sequaloris")
        assert where(g, "yishana") == "dharijor_sequaloris"
        assert where(g, "dharmit") == CAPE
    else:
        said = refused(g, "attack dharijor_sequaloris", "9.92")
        assert "8 in combat value" in said.reasons[0].words


@pytest.mark.parametrize(("rules", "goes"), [("avalon-hill", True), ("avalon-hill, mournblade_value=0", False)])
def test_ah_14_8_mournblade_holds_the_enemy_of_an_overrun(rules: str, goes: bool) -> None:
    """9.92, 14.8: Saxif D'aan, left behind with Mournblade's 6, holds three points of the enemy; with his own 2 he does not."""
    g = west(
        rules=rules,
        units={SEQUA: ["yishana", "saxif-daan", "mournblade"], CAPE: ["dharijor-army*3"], "pan_tang": ["jagreen-lern"]},
        owners={"saxif-daan": 0, "mournblade": 0},
        aboard={"mournblade": "saxif-daan"},
    )
    play(g, "lead yishana", "join saxif-daan", f"attack {CAPE}", "drop saxif-daan")
    if goes:
        allowed(g, "attack dharijor_sequaloris")
    else:
        refused(g, "attack dharijor_sequaloris", "9.92")


def test_both_an_overrun_needs_a_personality_left_behind() -> None:
    """[10.9.2] / 9.92: strength alone does not do; somebody must lead those who hold the enemy."""
    g = border("chaosium", 6, 2)
    play(g, "lead yishana", "join dharmit", *(f"join jharkor-army-{k}" for k in range(1, 7)), f"attack {CAPE}")
    play(g, *(f"drop jharkor-army-{k}" for k in range(1, 6)))
    refused(g, "attack dharijor_sequaloris", "10.9.2")
    play(g, "drop dharmit")
    allowed(g, "attack dharijor_sequaloris")


def test_ah_9_921_as_many_overruns_as_the_force_allows() -> None:
    """9.921: two provinces are overrun in one move, and both must then be fought for."""
    g = west(
        units={
            SEQUA: ["yishana", "dharmit", "jharkor-wizard", "jharkor-army*7"],
            CAPE: ["dharijor-army*2"],
            "dharijor_gromoorva": ["dharijor-army*1"],
            "dharijor_sequaloris": ["karnaal"],
            "pan_tang": ["jagreen-lern"],
        },
    )
    play(g, "lead yishana", "join dharmit", "join jharkor-wizard", *(f"join jharkor-army-{k}" for k in range(1, 8)))
    play(g, f"attack {CAPE}", "drop dharmit", "drop jharkor-army-1", "attack dharijor_gromoorva")
    play(g, "drop jharkor-wizard", "drop jharkor-army-2", "attack shazaar_aflitain", "halt", "end")
    while g.phase != "combat":
        g.push("done")
    assert {"fight dharijor_cape", "fight dharijor_gromoorva"} <= texts(g)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_empty_enemy_city_is_not_ridden_through(rules: str) -> None:
    """[10.9.2], [7.3] / 9.92, 6.33: nobody stands in Sequaloris, but its walls are the enemy's: attack, and leave
    somebody before them."""
    g = border(rules, 3, 1)
    play(g, "lead yishana", "join dharmit", "join jharkor-army-1")
    refused(g, "step dharijor_sequaloris", cite(rules, "7.3", "6.33"))
    play(g, "attack dharijor_sequaloris")
    refused(g, "step shazaar_plains", cite(rules, "10.9.2", "9.92"))
    play(g, "drop dharmit", "step shazaar_plains")
    assert where(g, "yishana") == "shazaar_plains"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_neutral_cities_do_not_bar_the_way(rules: str) -> None:
    """[10.9.3] / 9.93: a neutral nation's land is crossed in peace; its city fights only when attacked."""
    g = west(rules)
    play(g, "lead yishana", "join dharmit", "join jharkor-army-1", "join jharkor-army-2", "step tarkesh_banarva")
    allowed(g, "step tarkesh_hornus")
    allowed(g, "attack tarkesh_hornus")
    play(g, "attack tarkesh_hornus")
    refused(g, "step tarkesh_west", cite(rules, "10.9.2", "9.92"))
    play(g, "drop dharmit")  # 3, and the people of Hornus are worth 4
    need = 4 if rules == "chaosium" else 8
    assert f"{need} in combat value" in refused(g, "step tarkesh_west", cite(rules, "10.9.2", "9.92")).reasons[0].words
    play(g, "drop jharkor-army-1")
    if rules == "chaosium":
        allowed(g, "step tarkesh_west")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_nobody_leaves_a_besieged_city_by_land(rules: str) -> None:
    """[10.9.4] / 9.942: the way out of a siege is to fight."""
    g = west(
        rules, units={DHAKOS: ["yishana", "jharkor-army*2", "karnaal", "dharijor-army*3"], "pan_tang": ["jagreen-lern"]}
    )
    play(g, "lead yishana")
    refused(g, f"step {SEQUA}", cite(rules, "10.9.4", "9.942"))
    play(g, "halt")
    refused(g, f"march jharkor-army-1 {SEQUA}", cite(rules, "10.9.4", "9.941"))


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
    while g.view()["turn"] < 8 and any(n[0] == "seek" for n in g.state.notes):
        if "search mordagas_castle place" in texts(g):
            g.push("search mordagas_castle place")
        else:
            g.push(next(t for t in ("end", "done", *sorted(texts(g))) if t in texts(g)))
    assert not any(n[0] == "seek" for n in g.state.notes)
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
