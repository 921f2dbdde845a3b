"""Numbered cases: what a landing costs and whom, passengers' points, from ship to ship, off a ship at sea, ships that go.
Chaosium [7.1], [7.3], [7.4.1]; Avalon Hill 6.1, 6.22, 6.3, 6.31, 6.41.
"""

from __future__ import annotations

from typing import Any

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
from elric.young_kingdoms.components.pieces import INDEX
from elric.young_kingdoms.world.terrain import sail_left

GULF, CAPE, PALE = "jharkor_gulf", "dharijor_cape", "pale_sea_west"
REST: dict[str, list[str]] = {"pan_tang": ["jagreen-lern"], "tarkesh_hornus": ["hilran"]}


def afloat(rules: str, sea: str, *crew: str, ship: str = "jharkor-fleet-1", **more: Any) -> elric.Game:
    """A crew aboard a ship at sea, seat 0's; Dharmit is at home, if he is not aboard."""
    home = [u for u in ("dharmit", "yishana") if u not in crew]
    units = {sea: [ship, *crew], DHAKOS: home or ["jharkor-admiral"], **REST}
    for area, names in more.pop("units", {}).items():
        units.setdefault(area, []).extend(names)
    script = more.pop("script", None)
    aboard = {**dict.fromkeys(crew, ship), **more.pop("aboard", {})}
    return coast(rules, units=units, aboard=aboard, script=script, **more)


# ---- landings -------------------------------------------------------------------------------------------------------


def test_ch_7_3_the_fleet_pays_for_a_landing() -> None:
    """[7.3]: Yishana and an army board for 1, sail one sea, and land: the fleet pays for it. They have lost the boarding and
    the sea, and walk on two provinces; of the fleet's six points 1 sea, 1 landing and 1 for the passengers are gone."""
    g = coast("chaosium")
    play(g, "lead yishana", "join jharkor-army-1", "board jharkor-fleet-1", f"sail {GULF}", f"land {CAPE}")
    assert (spent(g, "yishana"), spent(g, "jharkor-army-1"), spent(g, "jharkor-fleet-1")) == (2, 2, 2)
    play(g, f"step {SEQUA}", "step jharkor_thokora")
    refused(g, "step jharkor_west", "7.2")


def test_ah_6_31_those_who_land_pay_for_it() -> None:
    """6.31: the landing is a province walked, and the fleet pays nothing."""
    g = coast()
    play(g, "lead yishana", "join jharkor-army-1", "board jharkor-fleet-1", f"sail {GULF}", f"land {CAPE}")
    assert (spent(g, "yishana"), spent(g, "jharkor-army-1"), spent(g, "jharkor-fleet-1")) == (3, 3, 1)


def test_ch_7_3_every_landing_costs_the_fleet_a_point() -> None:
    """[7.3]: a fleet of four that has sailed three seas lands one party, and has nothing left for a second."""
    g = afloat("chaosium", "northern_ocean", "yishana", "dharmit", ship="jharkor-fleet-2")
    play(
        g, "lead yishana", f"sail {PALE}", f"sail {GULF}", f"sail {PALE}", "drop dharmit", "land tarkesh_hornus", "halt"
    )
    assert sail_left(g.state, INDEX["jharkor-fleet-2"]) == 0
    play(g, "lead dharmit")
    refused(g, "land tarkesh_banarva", "7.3")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_what_passengers_spent_is_added_to_the_seas_sailed(rules: str) -> None:
    """[7.3] / 6.31, ruling points-aboard: Dharmit takes the fleet of six out and back, two areas. Yishana, who has walked
    one province, boards for 1: her two points come off the four that are left."""
    g = coast(rules, units={DHAKOS: ["dharmit", "jharkor-fleet-1"], SEQUA: ["yishana"], **REST})
    play(g, "lead dharmit", "board jharkor-fleet-1", f"sail {GULF}", f"sail {DHAKOS}", "ashore", "halt")
    sailed = 2 + (rules == "chaosium")  # setting him ashore costs the ship a point there
    play(g, "lead yishana", f"step {DHAKOS}", "board jharkor-fleet-1")
    assert sail_left(g.state, INDEX["jharkor-fleet-1"]) == 6 - sailed - 2
    play(g, f"sail {GULF}")
    if rules == "avalon-hill":
        play(g, f"sail {PALE}")
        refused(g, "sail northern_ocean", "6.31")
    else:
        refused(g, f"sail {PALE}", "7.3")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_who_goes_ashore_takes_nothing_from_the_ship(rules: str) -> None:
    """[7.3] / 6.31, ruling points-aboard: an army that paid four to board lands again; the ship has its rate, less the
    landing where it pays for that."""
    g = coast(
        rules, units={CAPE: ["dharmit", "jharkor-army*1"], GULF: ["jharkor-fleet-1"], DHAKOS: ["yishana"], **REST}
    )
    play(g, "lead dharmit", "join jharkor-army-1", "board jharkor-fleet-1")
    assert sail_left(g.state, INDEX["jharkor-fleet-1"]) == 2
    if rules == "chaosium":
        play(g, f"land {CAPE}")
        assert sail_left(g.state, INDEX["jharkor-fleet-1"]) == 5
    else:
        refused(g, f"land {CAPE}", "6.31")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_each_fleet_keeps_its_own_rate(rules: str) -> None:
    """[7.3] / 6.31: a fleet of six that has sailed three seas goes on beside a fresh one of four for three more."""
    g = afloat(rules, "northern_ocean", "yishana",
               units={GULF: ["jharkor-fleet-2", "jharkor-wizard"]}, aboard={"jharkor-wizard": "jharkor-fleet-2"})  # fmt: skip
    play(
        g, "lead yishana", f"sail {PALE}", "sail northern_ocean", f"sail {PALE}", f"sail {GULF}", "join jharkor-fleet-2"
    )
    play(g, f"sail {PALE}", "sail northern_ocean")
    refused(g, "sail western_ocean", cite(rules, "7.3", "6.31"))
    assert where(g, "jharkor-fleet-2") == "northern_ocean"


# ---- from ship to ship, and off a ship ------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_empty_fleet_is_manned_at_sea(rules: str) -> None:
    """[7.3] / 6.22, 6.32, ruling ship-to-ship: of two personalities aboard one ship one goes over to the empty fleet beside
    it, and both fleets sail on together."""
    g = afloat(rules, GULF, "yishana", "dharmit", units={GULF: ["jharkor-fleet-2"]})
    play(g, "lead dharmit")
    refused(g, "join jharkor-fleet-2", cite(rules, "7.3", "6.32"))
    play(g, "drop yishana", "board jharkor-fleet-2")
    assert g.view()["units"]["dharmit"]["aboard"] == "jharkor-fleet-2"
    assert g.view()["units"]["yishana"]["aboard"] == "jharkor-fleet-1"
    play(g, "join jharkor-fleet-1", f"sail {PALE}")
    assert {where(g, u) for u in ("yishana", "dharmit", "jharkor-fleet-1", "jharkor-fleet-2")} == {PALE}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_in_port_one_changes_ships_by_the_quay(rules: str) -> None:
    """[7.3] / 6.31: from ship to ship only at sea; in port the refusal says how."""
    g = coast(rules)
    play(g, "lead yishana", "board jharkor-fleet-1")
    said = refused(g, "board jharkor-fleet-2", cite(rules, "7.3", "6.31"))
    assert "ashore" in said.reasons[0].fix
    if rules == "avalon-hill":
        play(g, "ashore", "board jharkor-fleet-2")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_magician_steps_off_a_ship_at_sea(rules: str) -> None:
    """[7.3] / 6.3: a magician needs no fleet: aboard with Yishana he leaves the ship and walks two points further."""
    g = afloat(rules, GULF, "yishana", "jharkor-wizard")
    play(g, "lead jharkor-wizard")
    refused(g, "ashore", cite(rules, "7.3", "6.3"))  # Yishana cannot come along
    play(g, "drop yishana", "ashore", f"step {PALE}", "halt")
    assert spent(g, "jharkor-wizard") == 2
    assert where(g, "yishana") == where(g, "jharkor-fleet-1") == GULF


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_flyer_takes_off_from_a_ship_at_sea(rules: str) -> None:
    """[7.4.1] / 6.41: the Winged Men aboard a ship fly four areas from it, to land."""
    g = afloat(rules, GULF, "myrrhyn", owners={"myrrhyn": 0})
    play(g, "lead myrrhyn", "ashore", f"step {PALE}", "step northern_ocean")
    play(g, "step tarkesh_west", "halt")
    assert (where(g, "myrrhyn"), spent(g, "myrrhyn")) == ("tarkesh_west", 3)


# ---- overloaded fleets ----------------------------------------------------------------------------------------------


def test_ah_6_1_all_fleets_of_the_stack_sink() -> None:
    """6.1: two fleets that hold four armies together: a fifth sinks both, with all that they carry."""
    g = coast(
        script=dice(1),
        units={DHAKOS: ["yishana", "jharkor-army*5", "jharkor-fleet-1", "jharkor-fleet-2"], **REST},
        aboard={f"jharkor-army-{k}": "jharkor-fleet-2" for k in (1, 2, 3)},
    )
    play(g, "lead yishana", "join jharkor-army-4", "join jharkor-army-5", "board jharkor-fleet-1")
    assert len(told(g, "overload")) == 2
    assert where(g, "jharkor-fleet-1") is where(g, "jharkor-fleet-2") is None
    assert armies(g, "jharkor") == 0


def test_ah_6_1_while_they_have_room_together_they_are_not_overloaded() -> None:
    """6.1, ruling overload: with an empty fleet beside it the small one sinks nobody; the armies are shared out."""
    g = coast()
    play(g, "lead yishana", "join jharkor-army-1", "join jharkor-army-2")
    said = refused(g, "board jharkor-fleet-1", "6.1")
    assert said.reasons[0].fix == "Set some armies down first."
    play(g, "drop jharkor-army-2", "board jharkor-fleet-1", "halt")


def test_ch_7_1_the_overloaded_fleet_sinks_alone() -> None:
    """[7.1]: the 1981 book speaks of the fleet that is loaded too full; another beside it stays."""
    g = coast("chaosium", script=dice(1))
    play(g, "lead yishana", "join jharkor-army-1", "join jharkor-army-2", "board jharkor-fleet-1")
    assert where(g, "jharkor-fleet-1") is where(g, "jharkor-army-1") is None
    assert where(g, "jharkor-fleet-2") == DHAKOS


# ---- ships that go --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "saved"), [(3, True), (4, False)])
def test_both_passengers_of_a_ship_that_goes_must_escape(rules: str, face: int, saved: bool) -> None:
    """[7.3], [11.0] / 6.3, 10.12: Vilmir is mustered away, and its ship goes home from under Karnaal (3), who must escape, and
    his army, which drowns."""
    g = at(
        rules,
        dice(face),
        nations={"jharkor": 0, "pan-tang": 1, "dharijor": 1, "vilmir": 1},
        units={
            "vilmir_jadmar": ["yishana", "jharkor-army*2"],
            "hrolmar_bay": ["vilmir-fleet-2", "naclon", "karnaal", "dharijor-army-1"],
            "pan_tang": ["jagreen-lern"],
            "dharijor_gromoorva": ["sarosto"],
        },
        aboard=dict.fromkeys(("naclon", "karnaal", "dharijor-army-1"), "vilmir-fleet-2"),
        control={"vilmir_jadmar": 0},
        hands={"yishana": ["gaaoll"]},
        phase="muster",
        met_elric=True,
    )
    play(g, "muster yishana gaaoll vilmir")
    assert told(g, "escape")[0]["ok"] is saved
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert (where(g, "karnaal") is not None) is saved
    assert where(g, "dharijor-army-1") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_walking_into_the_sea_is_a_switch(rules: str) -> None:
    """[7.3] / 6.3, ruling plunge: refused in both presets; by the switch Yishana (5) goes in with an army, which drowns,
    and escapes with a 5."""
    g = coast(rules)
    play(g, "lead yishana", "join jharkor-army-1")
    refused(g, f"step {GULF}", cite(rules, "7.3", "6.3"))
    g = coast(f"{rules}, plunge=true", script=dice(5))
    play(g, "lead yishana", "join jharkor-army-1", f"step {GULF}")
    assert where(g, "jharkor-army-1") is None
    allowed(g, sorted(texts(g))[0])
    assert told(g, "escape")[0]["ok"]


# ---- fleets left behind ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_fleet_left_at_sea_with_its_crew(rules: str) -> None:
    """[7.3] / 6.22: Yishana leaves the admiral's fleet behind on the way. In 1981 a fleet that is detached stays in the sea
    where it was left; in 1984 it goes on with the points it has."""
    admiral = "jharkor-admiral"
    g = afloat(rules, GULF, "yishana", units={GULF: ["jharkor-fleet-2", admiral]}, aboard={admiral: "jharkor-fleet-2"})
    play(g, "lead yishana", "join jharkor-fleet-2", f"sail {PALE}", "drop jharkor-fleet-2", "halt", f"lead {admiral}")
    if rules == "chaosium":
        refused(g, f"sail {GULF}", "7.3")
        allowed(g, "land tarkesh_hornus")
    else:
        play(g, f"sail {GULF}")
        assert where(g, "jharkor-fleet-2") == GULF


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_fleet_that_has_sailed_drifts_on_with_what_is_left(rules: str) -> None:
    """[7.3] / 6.321: Dharmit sails out one sea and lands. The empty fleet may still make for home, with the rest of its
    movement."""
    g = coast(rules)
    play(g, "lead dharmit", "board jharkor-fleet-1", f"sail {GULF}", f"land {CAPE}", "halt", "home jharkor-fleet-1")
    assert where(g, "jharkor-fleet-1") == DHAKOS
    refused(g, "home jharkor-fleet-1", cite(rules, "7.3", "6.31"))
