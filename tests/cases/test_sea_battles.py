"""Battles at sea. Chaosium [10.1], [10.7], [10.8]; Avalon Hill 9.22, 9.72, 9.83, 9.95, 9.96."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, NATIONS, allowed, at, cite, dice, play, refused, texts, told, where

import elric

SEA = "pale_sea"


def fleets(rules: str, script: list[int], **more: Any) -> elric.Game:
    """Hilran (3) with a ship of 4 and two armies, Yishana (5) with one of 2, against Jagreen Lern (4) and a ship of 5
    with an army."""
    area = more.pop("area", SEA)
    return at(
        rules,
        script,
        nations=NATIONS,
        phase=more.pop("phase", "combat"),
        units={
            area: ["hilran", "tarkesh-fleet-2", "tarkesh-army*2", "yishana", "jharkor-fleet-1",
                   "jagreen-lern", "pan-tang-fleet-1", "pan-tang-army*1"],
            "pan_tang": ["pan-tang-general"],
            **more.pop("units", {}),
        },
        aboard={
            "hilran": "tarkesh-fleet-2", "tarkesh-army-1": "tarkesh-fleet-2", "tarkesh-army-2": "tarkesh-fleet-2",
            "yishana": "jharkor-fleet-1", "jagreen-lern": "pan-tang-fleet-1", "pan-tang-army-1": "pan-tang-fleet-1",
            **more.pop("aboard", {}),
        },
        **more,
    )  # fmt: skip


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_95_ships_and_personalities_count(rules: str) -> None:
    """10.7 / 9.95: combat values of fleets and personalities; the armies aboard are worth nothing."""
    g = fleets(rules, dice(3, 3))
    play(g, f"fight {SEA}", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["wall"]) == ((3 + 4 + 5 + 2, 4 + 5), 0)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_95_spells_count_as_on_land(rules: str) -> None:
    """10.4 / 9.95: spells are added as on land, and the caster's own value is not."""
    g = fleets(rules, dice(3, 3), phase="magic", hands={"jagreen-lern": ["balan"]})
    while g.seat == 0:
        g.push("done")
    play(g, "cast jagreen-lern balan; done", f"fight {SEA}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (14, 5 + 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_72_losses_in_ships_and_personalities(rules: str) -> None:
    """10.7 / 9.72: at sea fleets and personalities are lost; armies aboard cannot be."""
    g = fleets(rules, dice(3, 3))
    play(g, f"fight {SEA}", "ready", "ready")
    assert told(g, "battle")[0]["difference"] == 5
    # 3 to be lost, and nothing is worth 3 or less: the ship of 5 and Jagreen Lern's 4 are spared
    assert g.step == "retreat"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_72_a_ship_takes_its_cargo_down(rules: str) -> None:
    """10.7 / 9.72 (ruling cargo): a lost ship takes its armies with it; personalities aboard must escape."""
    g = fleets(rules, dice(6, 1, 3))
    play(g, f"fight {SEA}", "ready", "ready")
    assert told(g, "battle")[0]["difference"] == 10
    assert texts(g) == {"lose pan-tang-fleet-1"}  # 5 of 5 is as near as can be; Jagreen Lern alone would be 4
    play(g, "lose pan-tang-fleet-1")
    while g.step in ("escape", "reappear"):
        g.push(sorted(texts(g))[0])
    assert where(g, "pan-tang-army-1") is None
    assert told(g, "escape")[0]["ok"]
    assert where(g, "jagreen-lern") not in (None, SEA)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_96_retreat_into_a_friendly_port(rules: str) -> None:
    """10.7 / 9.96: beaten in a sea beside a friendly port, the fleet may slip into it, or go to another sea."""
    g = fleets(rules, dice(3, 3))
    play(g, f"fight {SEA}", "ready", "ready")
    allowed(g, "retreat pan_tang")
    allowed(g, "retreat pale_sea_east")
    h = g.copy()
    play(g, "retreat pan_tang")
    assert where(g, "pan-tang-fleet-1") == where(g, "jagreen-lern") == where(g, "pan-tang-army-1") == "pan_tang"
    play(h, "retreat pale_sea_east")
    assert where(h, "pan-tang-army-1") == "pale_sea_east"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_96_not_into_another_mans_port(rules: str) -> None:
    """10.7 / 9.96: no port of the enemy, of neutrals, or one whose harbour opens on another sea."""
    g = fleets(rules, dice(3, 3), area="vilmir_west_sea")
    play(g, "fight vilmir_west_sea", "ready", "ready")
    for area in ("vilmir_jadmar", "pan_tang", "bakshaan"):
        refused(g, f"retreat {area}", cite(rules, "10.7", "9.7"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_not_into_a_besieged_port_or_an_enemys_sea(rules: str) -> None:
    """10.7 / 9.7: nor into a port with enemies before it, nor a sea where they lie."""
    g = fleets(
        rules,
        dice(3, 3),
        units={
            "pan_tang": ["pan-tang-general", "dharmit", "jharkor-army*1"],
            "pale_sea_east": ["ohada", "shazaar-fleet-1"],
        },
        aboard={"ohada": "shazaar-fleet-1"},
    )
    play(g, f"fight {SEA}", "ready", "ready")
    refused(g, "retreat pan_tang", cite(rules, "10.7", "9.7"))
    refused(g, "retreat pale_sea_east", cite(rules, "10.7", "9.7"))
    allowed(g, "retreat jharkor_gulf")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_a_beaten_attacker_sails_off(rules: str) -> None:
    """10.7 / 9.7: the attacker's fleets retreat with all they carry."""
    g = fleets(
        rules,
        dice(3, 3),
        units={"jharkor_gulf": ["dharijor-fleet-2", "sarosto"]},
        aboard={"sarosto": "dharijor-fleet-2"},
    )
    play(g, f"fight {SEA}", "withhold jharkor-fleet-1", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["loser"]) == ((7, 9), 0)
    refused(g, "retreat jharkor_gulf", cite(rules, "10.7", "9.7"))
    play(g, "retreat pale_sea_west")
    assert where(g, "tarkesh-army-1") == where(g, "jharkor-fleet-1") == "pale_sea_west"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_1_the_same_must_at_sea(rules: str) -> None:
    """10.1 / 9.1: enemies in one sea have to fight, but for a wilderness sea where the edition has it."""
    g = fleets(rules, [])
    refused(g, "end", cite(rules, "10.1", "9.1"))


def test_ah_6_331_not_in_the_straits_of_chaos() -> None:
    """6.331, 9.1: in the wilderness sea enemies pass each other unless one has found the other."""
    g = fleets("avalon-hill", [], area="straits_of_chaos", units={"shazaar_plains": ["dharmit", "sarosto"]})
    refused(g, "fight straits_of_chaos", "7.21")


def test_ch_7_5_5_in_the_straits_they_do_not_meet() -> None:
    """[7.5.5], [10.1]: the Straits are treated as wilderness, where stacks need not fight. By the switch only provinces are."""
    g = fleets("chaosium", [], area="straits_of_chaos")
    allowed(g, "end")
    g = fleets("chaosium, wild_seas=false", [], area="straits_of_chaos")
    refused(g, "end", "10.1")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_1_and_9_11_ships_without_a_captain_defend(rules: str) -> None:
    """10.1 / 9.11: leaderless fleets defend and retreat."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        units={SEA: ["yishana", "jharkor-fleet-1", "pan-tang-fleet-1"], "pan_tang": ["jagreen-lern"]},
        aboard={"yishana": "jharkor-fleet-1"},
    )
    play(g, f"fight {SEA}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (7, 5)
    play(g, "retreat pan_tang")
    assert where(g, "pan-tang-fleet-1") == "pan_tang"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_3_and_9_95_a_magician_on_the_waves_fights_too(rules: str) -> None:
    """7.3, 10.4 / 6.3, 9.95: a magician walking the sea adds his value and retreats on foot, to land if he likes."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        units={SEA: ["yishana", "jharkor-fleet-1", "jagreen-lern"], "pan_tang": ["pan-tang-general"]},
        aboard={"yishana": "jharkor-fleet-1"},
    )
    play(g, f"fight {SEA}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (7, 4)
    play(g, "retreat pan_tang")
    assert where(g, "jagreen-lern") == "pan_tang"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_6_and_9_6_twenty_five_sinks_everything(rules: str) -> None:
    """10.6, 10.7 / 9.6, 9.95: everything is gone, cargo and all; each personality has to escape."""
    g = at(
        rules,
        dice(6, 1, 6, 6, 6),
        nations={**NATIONS, "vilmir": 0, "ilmiora": 0, "argimiliar": 0},
        phase="combat",
        units={
            SEA: ["yishana", "avan-astram", "naclon", "king-hozel", "fadan", "vilmir-fleet-1", "ilmiora-fleet-2",
                  "argimiliar-fleet-1", "pan-tang-fleet-1", "pan-tang-army*1", "pan-tang-general"],
            "pan_tang": ["jagreen-lern"],
        },
        aboard={
            **dict.fromkeys(("yishana", "avan-astram", "naclon", "king-hozel", "fadan"), "vilmir-fleet-1"),
            "pan-tang-army-1": "pan-tang-fleet-1", "pan-tang-general": "pan-tang-fleet-1",
        },
    )  # fmt: skip
    play(g, f"fight {SEA}", "ready", "ready")
    assert told(g, "battle")[0]["difference"] >= 25
    assert not any(v["owner"] == 1 and v["at"] == SEA for v in g.view()["units"].values())
    assert len(told(g, "escape")) == 1
