"""Ships without a commander. Chaosium [7.3]; Avalon Hill 6.321."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, cite, coast, play, refused, spent, told, where

import elric
from elric.young_kingdoms.components.board import BOARD

GULF = "jharkor_gulf"


def adrift(rules: str, sea: str, **more: Any) -> elric.Game:
    spec: dict[str, Any] = {
        "units": {sea: ["jharkor-fleet-2", "jharkor-army*2"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"],
                  "tarkesh_hornus": ["hilran"]},
        "aboard": {"jharkor-army-1": "jharkor-fleet-2", "jharkor-army-2": "jharkor-fleet-2"},
    }  # fmt: skip
    spec.update(more)
    return coast(rules, **spec)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_fleet_alone_goes_home_with_whom_it_has_aboard(rules: str) -> None:
    """[7.3] / 6.321: from the Northern Ocean three areas to Dhakos, at its normal rate, armies and all."""
    g = adrift(rules, "northern_ocean")
    play(g, "home jharkor-fleet-2")
    assert where(g, "jharkor-fleet-2") == where(g, "jharkor-army-1") == DHAKOS
    assert spent(g, "jharkor-fleet-2") == 3
    refused(g, "home jharkor-fleet-2", cite(rules, "7.3", "6.31"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_long_way_home_takes_more_than_a_turn(rules: str) -> None:
    """[7.3] / 6.321: four seas a turn, towards home."""
    g = adrift(rules, "eshmir_gulf")
    play(g, "home jharkor-fleet-2")
    assert spent(g, "jharkor-fleet-2") == 4
    assert where(g, "jharkor-fleet-2") not in (DHAKOS, "eshmir_gulf")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_safest_way_comes_before_the_shortest(rules: str) -> None:
    """[7.3] / 6.321: from the western Dragon Sea the Straits are the short way to Dhakos; the fleet goes round."""
    g = adrift(rules, "dragon_sea_west", units={
        "dragon_sea_west": ["jharkor-fleet-1"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"], "tarkesh_hornus": ["hilran"]},
        aboard={})  # fmt: skip
    play(g, "home jharkor-fleet-1")
    way = [e["to_area"] for e in told(g, "home")]
    assert BOARD.index["straits_of_chaos"] not in way
    assert where(g, "jharkor-fleet-1") == DHAKOS
    assert len(way) == 5


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_enemies_bar_its_way(rules: str) -> None:
    """[7.3] / 6.321: with the Gulf in enemy hands there is no way to Dhakos, and the fleet stays."""
    g = adrift(rules, "northern_ocean", units={
        "northern_ocean": ["jharkor-fleet-2"], GULF: ["pan-tang-sealord", "pan-tang-fleet-1"], DHAKOS: ["yishana"],
        "pan_tang": ["jagreen-lern"], "tarkesh_hornus": ["hilran"]}, aboard={"pan-tang-sealord": "pan-tang-fleet-1"})  # fmt: skip
    refused(g, "home jharkor-fleet-2", cite(rules, "7.3", "6.321"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_in_its_home_port_it_waits_for_a_personality(rules: str) -> None:
    """6.321 / [7.3]: once home it does not go out by itself, besieged or not."""
    g = coast(rules)
    refused(g, "home jharkor-fleet-1", cite(rules, "7.3", "6.321"))
    shut = coast(rules, nations={"tarkesh": 0, "pan-tang": 1, "jharkor": 0},
                 units={"tarkesh_banarva": ["hilran", "tarkesh-fleet-1", "tarkesh-army*2", "jagreen-lern", "pan-tang-army*2"],
                        DHAKOS: ["yishana"], "pan_tang": ["pan-tang-general"]})  # fmt: skip
    refused(shut, "home tarkesh-fleet-1", cite(rules, "7.3", "6.321"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_fleet_with_a_personality_is_not_sent_home(rules: str) -> None:
    """[7.3] / 6.321: it sails under his command; armies alone make no commander."""
    g = adrift(rules, "northern_ocean", units={
        "northern_ocean": ["jharkor-fleet-2", "dharmit"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"],
        "tarkesh_hornus": ["hilran"]}, aboard={"dharmit": "jharkor-fleet-2"})  # fmt: skip
    refused(g, "home jharkor-fleet-2", cite(rules, "7.3", "6.321"))
    lone = adrift(rules, "northern_ocean")
    refused(lone, "home pan-tang-fleet-1", cite(rules, "7.3", "6.321"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_armies_stay_aboard_until_somebody_leads_them(rules: str) -> None:
    """[7.3] / 6.321: an army on a ship does not march off by itself."""
    g = adrift(rules, "northern_ocean", units={
        DHAKOS: ["jharkor-fleet-2", "jharkor-army*1"], SEQUA: ["yishana"], "pan_tang": ["jagreen-lern"],
        "tarkesh_hornus": ["hilran"]}, aboard={"jharkor-army-1": "jharkor-fleet-2"})  # fmt: skip
    refused(g, f"march jharkor-army-1 {SEQUA}", cite(rules, "7.3", "6.321"))
