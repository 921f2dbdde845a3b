"""Numbered cases: moving on land, stacks, hordes on their way, overruns, winning Elric over. Chaosium [7.0]-[7.2], [10.9.2],
[12.1.2]; Avalon Hill 6-6.22, 6.33, 9.92, 10.3, 11.122.
"""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, THOKORA, WEST_JHARKOR, allowed, at, cite, play, refused, spent, texts, where

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
def test_both_leaderless_armies_pass_walls_that_nobody_mans(rules: str) -> None:
    """[7.5.7], [7.2] / 6.57, 6.21, 9.11: armies without a leader keep away from enemy units, not from an enemy's wall."""
    g = west(rules, units={DHAKOS: ["yishana", "jharkor-army*1"], SEQUA: ["jharkor-army-2"]}, control={THOKORA: 1})
    allowed(g, f"march jharkor-army-2 {THOKORA}")
    assert f"march jharkor-army-2 {DHAKOS}" in texts(g)


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


def test_ch_7_2_a_personality_set_down_goes_on() -> None:
    """[7.2], [7.3]: only armies and fleets are bound to once a turn; a personality set down has three of his four points left.
    By the switch he stays."""
    g = west("chaosium")
    play(g, "lead yishana", "join dharmit", f"step {SEQUA}", "drop dharmit", "halt")
    play(g, "lead dharmit", f"step {THOKORA}", f"step {WEST_JHARKOR}", "step tarkesh_west")
    refused(g, "step tarkesh_hornus", "7.2")
    other = west("chaosium, dropped_may_go_on=false")
    play(other, "lead yishana", "join dharmit", f"step {SEQUA}", "drop dharmit", "halt")
    refused(other, "lead dharmit", "7.2")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_personality_who_has_halted_is_picked_up(rules: str) -> None:
    """[7.2], [7.3] / 6.2, 6.22: Dharmit goes one province and halts. Yishana comes by and takes him along: he has three points
    left, but leads no stack of his own any more."""
    g = west(rules)
    play(g, "lead dharmit", f"step {SEQUA}", "halt")
    refused(g, "lead dharmit", cite(rules, "7.2", "6.22"))
    play(g, "lead yishana", f"step {SEQUA}", "join dharmit", f"step {THOKORA}")
    assert where(g, "dharmit") == THOKORA
    assert spent(g, "dharmit") == 2


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
        assert "a combat value of at least 8" in said.reasons[0].words


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
def test_both_a_wall_that_nobody_mans_bars_nobody(rules: str) -> None:
    """[7.5.7], [7.3] / 6.57, 6.33: nobody stands in Sequaloris, so its walls have no effect on movement. Who attacks them all
    the same leaves somebody there to ride on ([10.9.2] / 9.92, ruling overrun-strength)."""
    g = border(rules, 3, 1)
    play(g, "lead yishana", "join dharmit", "join jharkor-army-1")
    play(g.copy(), "step dharijor_sequaloris", "step shazaar_plains")
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
    assert (
        f"a combat value of at least {need}"
        in refused(g, "step tarkesh_west", cite(rules, "10.9.2", "9.92")).reasons[0].words
    )
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


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_2_and_9_92_who_overruns_may_go_on_by_ship(rules: str) -> None:
    """10.9.2, 7.3 / 9.92, 6.31: to board a ship is to move on: allowed past an enemy who is held, refused past one who is not."""
    g = west(
        rules=rules,
        units={
            CAPE: ["yishana", "dharmit", "jharkor-army*6"],
            "dharijor_gromoorva": ["dharijor-army*2"],
            "dragon_sea_west": ["jharkor-fleet-1"],
            "dharijor_sequaloris": ["karnaal"],
            "pan_tang": ["jagreen-lern"],
        },
    )
    play(
        g, "lead yishana", "join dharmit", *(f"join jharkor-army-{k}" for k in range(1, 7)), "attack dharijor_gromoorva"
    )
    refused(g, "board jharkor-fleet-1", cite(rules, "10.9.2", "9.92"))
    play(g, "drop dharmit", *(f"drop jharkor-army-{k}" for k in range(1, 7)))
    allowed(g, "board jharkor-fleet-1")
