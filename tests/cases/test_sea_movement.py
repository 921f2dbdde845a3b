"""Numbered cases: fleets, boarding, landing, walking the waves, ships without a commander. Chaosium [7.1], [7.3], [7.5.9];
Avalon Hill 6.1, 6.3-6.331, 6.59.
"""

from __future__ import annotations

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    SEQUA,
    allowed,
    armies,
    at,
    cite,
    coast,
    dice,
    play,
    refused,
    spent,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.components import spells

GULF = "jharkor_gulf"


# ---- who sails ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_fleet_sails_with_a_personality_aboard(rules: str) -> None:
    """[7.3] / 6.32: Yishana boards one fleet and takes it out; the other, with nobody aboard, cannot come along."""
    g = coast(rules)
    play(g, "lead yishana")
    said = refused(g, "join jharkor-fleet-2", cite(rules, "7.3", "6.31"))
    assert "board" in said.reasons[0].words
    play(g, "board jharkor-fleet-1")
    refused(g, "join jharkor-fleet-2", cite(rules, "7.3", "6.32"))
    play(g, f"sail {GULF}")
    assert where(g, "jharkor-fleet-1") == where(g, "yishana") == GULF
    assert where(g, "jharkor-fleet-2") == DHAKOS


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_fleets_with_a_personality_each_sail_together(rules: str) -> None:
    """[7.3] / 6.32: Dharmit takes the second fleet, joins Yishana's, and both sail at the slower rate of four."""
    g = coast(rules)
    play(g, "lead dharmit", "board jharkor-fleet-2", "halt", "lead yishana", "board jharkor-fleet-1")
    play(g, "join jharkor-fleet-2", f"sail {GULF}")
    assert where(g, "jharkor-fleet-1") == where(g, "jharkor-fleet-2") == where(g, "dharmit") == GULF
    play(g, "sail pale_sea_west", "sail northern_ocean")
    refused(g, "sail western_ocean", cite(rules, "7.3", "6.31"))
    play(g, "drop jharkor-fleet-2", "sail western_ocean")
    assert where(g, "jharkor-fleet-2") == where(g, "dharmit") == "northern_ocean"


def test_ah_6_32_the_commander_may_be_of_another_nation() -> None:
    """6.32 / [7.3]: Jharkor's Dharmit commands a fleet of Tarkesh, as long as the same player holds both."""
    g = coast(units={"tarkesh_banarva": ["dharmit", "tarkesh-fleet-1"], "pan_tang": ["jagreen-lern"], DHAKOS: ["yishana"],
                     "tarkesh_hornus": ["hilran"]})  # fmt: skip
    play(g, "lead dharmit", "board tarkesh-fleet-1", f"sail {GULF}")
    assert where(g, "tarkesh-fleet-1") == GULF
    refused(g, "board pan-tang-fleet-1", "6.3")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_fleet_sails_as_many_seas_as_it_says(rules: str) -> None:
    """[7.3] / 6.31: boarding in port costs 1, so a fleet of movement 4 has three seas left."""
    g = coast(rules)
    play(g, "lead yishana", "board jharkor-fleet-2", f"sail {GULF}", "sail pale_sea_west", "sail northern_ocean")
    refused(g, "sail western_ocean", cite(rules, "7.3", "6.31"))


# ---- boarding -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_boarding_in_port_costs_one(rules: str) -> None:
    """[7.3] / 6.31: one point for army and personality alike."""
    g = coast(rules)
    play(g, "lead yishana", "join jharkor-army-1", "board jharkor-fleet-1")
    assert (spent(g, "yishana"), spent(g, "jharkor-army-1")) == (1, 1)


def test_ch_7_3_armies_pay_four_on_an_open_coast_and_personalities_one() -> None:
    """[7.3]: from the Cape, which has no harbour, Dharmit boards for 1; with an army only before anybody has moved."""
    units = {"dharijor_cape": ["dharmit", "jharkor-army*1"], GULF: ["jharkor-fleet-1"], DHAKOS: ["yishana"],
             "pan_tang": ["jagreen-lern"], "tarkesh_hornus": ["hilran"]}  # fmt: skip
    g = coast("chaosium", units=units)
    play(g, "lead dharmit", "board jharkor-fleet-1")
    assert spent(g, "dharmit") == 1
    g = coast("chaosium", units=units)
    play(g, "lead dharmit", "join jharkor-army-1", "board jharkor-fleet-1")
    assert (spent(g, "dharmit"), spent(g, "jharkor-army-1")) == (1, 4)
    play(g, "sail pale_sea_west", "sail northern_ocean")  # six seas less four
    refused(g, "sail western_ocean", "7.3")


def test_ah_6_31_everybody_pays_four_on_an_open_coast() -> None:
    """6.31: the cost is four for a personality too, so nobody boards there after moving."""
    units = {"dharijor_cape": ["dharmit"], SEQUA: ["jharkor-admiral"], GULF: ["jharkor-fleet-1"], DHAKOS: ["yishana"],
             "pan_tang": ["jagreen-lern"], "tarkesh_hornus": ["hilran"]}  # fmt: skip
    g = coast(units=units)
    play(g, "lead jharkor-admiral", "step dharijor_cape")
    said = refused(g, "board jharkor-fleet-1", "6.31")
    assert "four" in said.reasons[0].words
    play(g, "halt", "lead dharmit", "board jharkor-fleet-1")
    assert spent(g, "dharmit") == 4


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_from_a_port_a_ship_lying_off_the_anchor_is_boarded_for_one(rules: str) -> None:
    """[7.3] / 6.31: the harbour counts, not where exactly the ship lies."""
    g = coast(rules, units={DHAKOS: ["yishana", "jharkor-army*1"], GULF: ["jharkor-fleet-1"], "pan_tang": ["jagreen-lern"],
                            "tarkesh_hornus": ["hilran"]})  # fmt: skip
    play(g, "lead yishana", "join jharkor-army-1", "board jharkor-fleet-1")
    assert spent(g, "jharkor-army-1") == 1
    assert where(g, "jharkor-army-1") == GULF


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_ship_out_of_reach_cannot_be_boarded(rules: str) -> None:
    """[7.3] / 6.31: only from an adjacent province."""
    g = coast(rules, units={DHAKOS: ["yishana"], "northern_ocean": ["jharkor-fleet-1"], "pan_tang": ["jagreen-lern"],
                            "tarkesh_hornus": ["hilran"]})  # fmt: skip
    play(g, "lead yishana")
    refused(g, "board jharkor-fleet-1", cite(rules, "7.3", "6.31"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_no_more_armies_than_the_ship_carries(rules: str) -> None:
    """[7.1] / 6.1: a ship for one army takes one; any number of personalities goes along. By the switch the rest is refused."""
    g = coast(f"{rules}, overload=refused")
    play(g, "lead yishana", "join dharmit", "join jharkor-wizard", "join jharkor-army-1", "join jharkor-army-2")
    said = refused(g, "board jharkor-fleet-1", cite(rules, "7.1", "6.1"))
    assert "sinks" in said.reasons[0].words
    play(g, "drop jharkor-army-2", "board jharkor-fleet-1")
    assert where(g, "dharmit") == DHAKOS
    play(g, "halt", "lead dharmit")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_overloaded_fleet_sinks(rules: str) -> None:
    """[7.1] / 6.1, ruling overload: a fleet may take too much aboard. It sinks at once, its armies are lost, and
    personalities must escape: here Yishana (5) with a 5."""
    g = coast(rules, script=dice(5),
              units={"tarkesh_banarva": ["yishana", "jharkor-army*3", "jharkor-fleet-1"], "pan_tang": ["jagreen-lern"]})  # fmt: skip
    play(g, "lead yishana", "join jharkor-army-1", "join jharkor-army-2", "board jharkor-fleet-1")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert where(g, "jharkor-fleet-1") is where(g, "jharkor-army-1") is where(g, "jharkor-army-2") is None
    assert where(g, "jharkor-army-3") == "tarkesh_banarva"
    assert where(g, "yishana") not in (None, "tarkesh_banarva")
    assert told(g, "overload")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_beaten_stack_leaves_with_what_its_ships_hold(rules: str) -> None:
    """[7.1], [10.7] / 6.1, 9.961, ruling overload: Yishana has landed three armies at Gromoorva from a ship that holds
    one, and is beaten there with enemies all round. The ship takes her and one army off; the other two are lost."""
    port, sea = "dharijor_gromoorva", "dragon_sea_west"
    g = at(
        rules,
        dice(1, 1),
        nations={"jharkor": 0, "dharijor": 1, "pan-tang": 1},
        units={
            port: ["yishana", "jharkor-army*3", "karnaal", "dharijor-army*1"],
            sea: ["jharkor-fleet-1", "dharmit"],
            "dharijor_cape": ["pan-tang-army*1"], "shazaar_aflitain": ["pan-tang-army*1"],
            "dharijor_sequaloris": ["pan-tang-army*1"], "pan_tang": ["jagreen-lern"], DHAKOS: ["jharkor-wizard"],
        },
        aboard={"dharmit": "jharkor-fleet-1"},
        assaults=[port],
        phase="combat",
        met_elric=True,
    )  # fmt: skip
    play(g, f"fight {port}", "ready", "ready")
    assert texts(g) == {f"retreat {sea}"}
    play(g, f"retreat {sea}")
    assert where(g, "yishana") == sea
    assert g.view()["units"]["yishana"]["aboard"] == "jharkor-fleet-1"
    assert armies(g, "jharkor", sea) == armies(g, "jharkor") == 1


# ---- land and sea in one turn ---------------------------------------------------------------------------------------


def ramasaz(rules: str) -> elric.Game:
    return at(
        rules,
        scenario="kingdom",
        nations={"lormyr": 0, "jharkor": 1},
        units={
            "lormyr_stagasaz": ["fadan", "urish", "lormyr-army*5"],
            "lormyr_ramasaz": ["lormyr-fleet-1"],
            "lormyr_iosaz": ["voashoon"],
            DHAKOS: ["yishana"],
        },
        owners={"fadan": 0, "urish": 0},
        met_elric=True,
    )


def march_to_the_ship(g: elric.Game) -> None:
    """Both lead five armies two provinces to Ramasaz; Urish takes one of them aboard, Fadan stays with four."""
    play(g, "lead fadan", "join urish", *(f"join lormyr-army-{k}" for k in range(1, 6)))
    play(g, "step lormyr_east", "step lormyr_ramasaz", "halt")
    play(g, "lead urish", "join lormyr-army-1", "board lormyr-fleet-1")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_3_example_the_ramasaz_landing(rules: str) -> None:
    """[7.3] EXAMPLE: two points to walk, one to board: three of the fleet's six are left. Urish may sail three areas,
    or sail two and land, or stay; Fadan and four armies guard the city."""
    g = ramasaz(rules)
    march_to_the_ship(g)
    assert spent(g, "urish") == spent(g, "lormyr-army-1") == 3
    assert armies(g, "lormyr", "lormyr_ramasaz") == 5
    still = g.copy()
    play(still, "halt")
    far = g.copy()
    play(far, "sail sorcerers_sea", "sail filkhar_sea", "sail purple_sea")
    refused(far, "sail hrolmar_bay", cite(rules, "7.3", "6.31"))
    play(g, "sail sorcerers_sea")
    if rules == "chaosium":
        play(g, "sail filkhar_sea", "land argimiliar_cadsandria")
        assert where(g, "urish") == where(g, "lormyr-army-1") == "argimiliar_cadsandria"
        assert where(g, "lormyr-fleet-1") == "filkhar_sea"
        refused(far, "land argimiliar_east", "7.3")  # three seas, and nothing left to land with
    else:
        refused(g, "land lormyr_east", "6.31")  # four of their four points are spent
    assert where(still, "lormyr-army-1") == "lormyr_ramasaz"


def test_ch_7_3_the_ship_pays_for_landing() -> None:
    """[7.3]: after boarding and four seas a fleet of six still lands its troops; after five seas it does not."""
    g = coast("chaosium")
    play(g, "lead yishana", "join jharkor-army-1", "board jharkor-fleet-1", f"sail {GULF}", "sail pale_sea_west")
    play(g, "sail northern_ocean", "sail western_ocean")
    allowed(g, "land myrrhyn_north")
    play(g, "sail silent_sea")
    refused(g, "land nihrain", "7.3")


def test_ah_6_31_seas_sailed_come_off_the_walking() -> None:
    """6.31: boarding and two seas leave one point to land with, and then none to walk on."""
    g = coast()
    play(g, "lead yishana", "join jharkor-army-1", "board jharkor-fleet-1", f"sail {GULF}", "sail pale_sea_west")
    play(g, "land sighing_desert_west" if "land sighing_desert_west" in texts(g) else "land tarkesh_banarva")
    assert spent(g, "yishana") == 4
    refused(g, "step jharkor_thokora", "6.2")
    far = coast()
    play(far, "lead yishana", "board jharkor-fleet-1", f"sail {GULF}", "sail pale_sea_west", "sail northern_ocean")
    refused(far, "land tarkesh_west", "6.31")
    assert elric.new_game("successor", "avalon-hill", 1).rules.landing_by == "feet"


def test_ah_6_31_landing_by_ship_is_a_switch() -> None:
    """6.31 / [7.3]: with landing_by=ship the 1984 game lands as Chaosium's does."""
    far = coast("avalon-hill, landing_by=ship")
    play(far, "lead yishana", "board jharkor-fleet-1", f"sail {GULF}", "sail pale_sea_west", "sail northern_ocean")
    allowed(far, "land tarkesh_west")


def test_both_stepping_onto_the_quay() -> None:
    """[7.3] / 6.31: leaving a ship in port costs the ship one point in Chaosium, nothing in Avalon Hill."""
    for rules, cost in (("chaosium", 1), ("avalon-hill", 0)):
        g = coast(rules, units={"tarkesh_banarva": ["yishana", "jharkor-fleet-1"], "pan_tang": ["jagreen-lern"],
                                "tarkesh_hornus": ["hilran"], DHAKOS: ["dharmit"]}, aboard={"yishana": "jharkor-fleet-1"})  # fmt: skip
        play(g, "lead yishana", "ashore")
        assert (spent(g, "yishana"), spent(g, "jharkor-fleet-1")) == (0, cost)
        refused(g, "ashore", cite(rules, "7.3", "6.31"))
    g = coast("chaosium")
    play(g, "lead yishana", "board jharkor-fleet-2", f"sail {GULF}", "sail pale_sea_west", "sail tarkesh_hornus")
    refused(g, "ashore", "7.3")


def test_both_tired_troops_left_aboard_still_slow_the_ship() -> None:
    """[7.3] / 6.31: an army that paid four to board counts even when it is no longer in the leader's hand."""
    units = {"dharijor_cape": ["dharmit", "jharkor-army*1"], GULF: ["jharkor-fleet-1"], DHAKOS: ["yishana"],
             "pan_tang": ["jagreen-lern"], "tarkesh_hornus": ["hilran"]}  # fmt: skip
    g = coast("chaosium", units=units)
    play(g, "lead dharmit", "join jharkor-army-1", "board jharkor-fleet-1", "drop jharkor-army-1")
    play(g, "sail pale_sea_west", "sail northern_ocean")
    refused(g, "sail western_ocean", "7.3")
    assert where(g, "jharkor-army-1") == "northern_ocean"


# ---- ports ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_ports_are_entered_and_left_by_the_anchor(rules: str) -> None:
    """[7.5.9] / 6.59: Hornus opens on the western Pale Sea, not on the Northern Ocean it also touches."""
    g = coast(rules, units={"northern_ocean": ["yishana", "jharkor-fleet-1"], "tarkesh_hornus": ["hilran", "tarkesh-fleet-1"],
                            "pan_tang": ["jagreen-lern"], DHAKOS: ["dharmit"]}, aboard={"yishana": "jharkor-fleet-1"})  # fmt: skip
    play(g, "lead yishana")
    refused(g, "sail tarkesh_hornus", cite(rules, "7.5.9", "6.59"))
    play(g, "sail pale_sea_west", "sail tarkesh_hornus", "halt", "lead hilran", "board tarkesh-fleet-1")
    refused(g, "sail northern_ocean", cite(rules, "7.5.9", "6.59"))
    allowed(g, "sail pale_sea_west")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_ships_stay_on_seas_and_in_ports(rules: str) -> None:
    """[7.3] / 6.59: no ship sails onto an open coast, nor overland from port to port."""
    g = coast(rules)
    play(g, "lead yishana", "board jharkor-fleet-1")
    refused(g, "sail tarkesh_banarva", cite(rules, "7.5.9", "6.59"))
    play(g, f"sail {GULF}")
    refused(g, "sail dharijor_cape", cite(rules, "7.5.9", "6.59"))
    refused(g, f"step {DHAKOS}", cite(rules, "7.3", "6.3"))


# ---- without a ship -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_magicians_walk_the_waves_for_two_points(rules: str) -> None:
    """[7.3] / 6.3: two seas and no more; coming ashore costs one as everywhere."""
    g = coast(rules)
    play(g, "lead jharkor-wizard", f"step {GULF}")
    assert spent(g, "jharkor-wizard") == 2
    play(g, "step pale_sea_west")
    refused(g, "step tarkesh_hornus", cite(rules, "7.2", "6.2"))
    play(g, "halt")
    assert where(g, "jharkor-wizard") == "pale_sea_west"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_nobody_else_walks_into_the_sea(rules: str) -> None:
    """[7.3] / 6.3, ruling plunge: Yishana is no magician, and the wizard's army would drown."""
    g = coast(rules)
    play(g, "lead yishana")
    refused(g, f"step {GULF}", cite(rules, "7.3", "6.3"))
    play(g, "halt", "lead jharkor-wizard", "join jharkor-army-1")
    said = refused(g, f"step {GULF}", cite(rules, "7.3", "6.3"))
    assert "army" in said.reasons[0].words


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_every_melnibonean_walks_the_waves(rules: str) -> None:
    """[12.0] / 11: the Silent Guard casts no spells and crosses the sea all the same."""
    g = coast(rules, units={DHAKOS: ["silent-guard"], "pan_tang": ["jagreen-lern"], "tarkesh_hornus": ["hilran"], SEQUA: ["yishana"]},
              owners={"silent-guard": 0})  # fmt: skip
    play(g, "lead silent-guard")
    allowed(g, f"step {GULF}")


# ---- enemies at sea -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_enemys_sea_is_entered_only_to_fight(rules: str) -> None:
    """[7.3] / 6.33: the Gulf is held; sailing in is refused, attacking is not."""
    g = coast(rules, units={DHAKOS: ["yishana", "jharkor-fleet-1"], GULF: ["pan-tang-sealord", "pan-tang-fleet-1"],
                            "pan_tang": ["jagreen-lern"], "tarkesh_hornus": ["hilran"]},
              aboard={"pan-tang-sealord": "pan-tang-fleet-1"})  # fmt: skip
    play(g, "lead yishana", "board jharkor-fleet-1")
    refused(g, f"sail {GULF}", cite(rules, "7.3", "6.33"))
    allowed(g, f"attack {GULF}")


def straits(rules: str, script: list[int]) -> elric.Game:
    """Yishana in the Gulf beside the Straits of Chaos, where Pan Tang's galley lies."""
    return coast(
        rules,
        script=script,
        units={GULF: ["yishana", "jharkor-fleet-1"], "straits_of_chaos": ["pan-tang-sealord", "pan-tang-fleet-1"],
               "pan_tang": ["jagreen-lern"], DHAKOS: ["dharmit"], "tarkesh_hornus": ["hilran"]},
        aboard={"yishana": "jharkor-fleet-1", "pan-tang-sealord": "pan-tang-fleet-1"},
    )  # fmt: skip


def quiet_card() -> int:
    """Index in a full container of a spell that does nothing as a random attack."""
    return spells.INDEX["grome"]


def test_ah_6_331_enemies_share_a_wilderness_sea_until_one_finds_the_other() -> None:
    """6.331: no attack on sailing in; in the Search phase a 5 finds the enemy, and then there is a battle."""
    g = straits("avalon-hill", [quiet_card(), *dice(5)])
    play(g, "lead yishana")
    said = refused(g, "attack straits_of_chaos", "6.331")
    assert "found" in said.reasons[0].words
    play(g, "sail straits_of_chaos", "halt", "end")
    assert g.phase == "search"
    play(g, "search straits_of_chaos enemies")
    while g.phase in ("search", "magic"):
        g.push("end" if "end" in texts(g) else "done")
    assert texts(g) == {"fight straits_of_chaos"}


def test_ah_6_331_without_a_search_nobody_fights() -> None:
    """6.331: a search that fails leaves both where they are."""
    g = straits("avalon-hill", [quiet_card(), *dice(4)])
    play(g, "lead yishana", "sail straits_of_chaos", "halt", "end", "search straits_of_chaos enemies")
    while g.player == 0:
        g.push("end" if "end" in texts(g) else "done")
    assert not told(g, "battle begins")


def test_ch_7_5_5_the_straits_are_shared() -> None:
    """[7.5.5], [7.3], [8.0]: the Straits are treated as a wilderness area: a second player sails in, and has to search for the
    first to fight him. The switch holds to the sentence that speaks of provinces."""
    g = straits("chaosium", [quiet_card(), *dice(5)])
    play(g, "lead yishana")
    refused(g, "attack straits_of_chaos", "7.3")
    play(g, "sail straits_of_chaos", "halt", "end", "search straits_of_chaos enemies")
    while g.phase in ("search", "magic"):
        g.push("end" if "end" in texts(g) else "done")
    assert texts(g) == {"fight straits_of_chaos"}
    g = straits("chaosium, wild_seas=false", [quiet_card()])
    play(g, "lead yishana")
    refused(g, "sail straits_of_chaos", "7.3")
    allowed(g, "attack straits_of_chaos")
