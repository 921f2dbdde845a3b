"""Retreats. Chaosium [10.7], [10.9.4], [10.9.5]; Avalon Hill 9.7, 9.96-9.962."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, FIELD, NATIONS, SEQUA, allowed, at, cite, dice, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN


def beaten(rules: str, area: str = FIELD, **more: Any) -> elric.Game:
    """Sarosto and an army, beaten by 2 in an area by Yishana and two armies: no loss, only the retreat."""
    units = {area: ["yishana", "jharkor-army*2", "sarosto", "dharijor-army*1"], **more.pop("units", {})}
    nations = {**NATIONS, **more.pop("nations", {})}
    script = more.pop("script", dice(3, 3))
    units.setdefault("dharijor_gromoorva", ["karnaal"])
    g = at(rules, script, nations=nations, phase="combat", units=units, **more)
    return play(g, f"fight {area}", "ready", "ready")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_one_province_the_loser_picks(rules: str) -> None:
    """10.7 / 9.7: the loser goes one province, where he likes, but not into an enemy's province or city."""
    g = beaten(rules, units={"shazaar_south": ["ohada"]})
    assert (g.step, g.seat) == ("retreat", 1)
    assert texts(g) == {"retreat dharijor_sequaloris", "retreat xanyaw"}
    for area in (SEQUA, "shazaar_aflitain", "shazaar_south", "dharijor_cape"):
        refused(g, f"retreat {area}", cite(rules, "10.7", "9.7"))
    refused(g, "stay", cite(rules, "10.7", "9.7"))
    play(g, "retreat dharijor_sequaloris")
    assert where(g, "sarosto") == where(g, "dharijor-army-1") == "dharijor_sequaloris"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_not_into_the_sea(rules: str) -> None:
    """[10.7] / 9.7: no retreat into the sea. Ships are taken only out of a port: those that lie off a coast without one are no
    way out."""
    g = beaten(rules, "dharijor_cape")
    refused(g, "retreat jharkor_gulf", cite(rules, "10.7", "9.7"))
    g = beaten(
        rules,
        "dharijor_cape",
        units={"jharkor_gulf": ["dharijor-fleet-1", "dharijor-admiral"]},
        aboard={"dharijor-admiral": "dharijor-fleet-1"},
    )
    refused(g, "retreat jharkor_gulf", cite(rules, "10.7", "9.7"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_no_ships_off_a_coast_before_battle(rules: str) -> None:
    """[10.2], [10.7] / 9.2, 9.7: those held back may leave before the battle by the same ways: not to ships off an open coast."""
    g = at(
        rules,
        nations=NATIONS,
        phase="combat",
        units={
            "dharijor_cape": ["yishana", "jharkor-army*2", "sarosto", "dharijor-army*1"],
            "jharkor_gulf": ["dharijor-fleet-1", "dharijor-admiral"],
        },
        aboard={"dharijor-admiral": "dharijor-fleet-1"},
    )
    play(g, "fight dharijor_cape", "ready", "withhold sarosto")
    assert any(t.startswith("withdraw ") for t in texts(g))
    assert "withdraw jharkor_gulf" not in texts(g)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_ships_take_what_they_can_carry(rules: str) -> None:
    """[10.7] / 9.7, 9.961: out of a port a ship with room for one army takes one; the others have no way out by sea and are
    lost."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        units={
            "dharijor_gromoorva": ["yishana", "jharkor-army*4", "sarosto", "dharijor-army*3"],
            "dragon_sea_west": ["jharkor-fleet-1", "dharmit"],
        },
        aboard={"dharmit": "jharkor-fleet-1"},
        assaults=["dharijor_gromoorva"],
    )
    play(g, "fight dharijor_gromoorva", "ready", "ready")
    while g.step == "losses":
        g.push(sorted(t for t in texts(g) if "army" in t)[0])
    left = [u for u, v in g.view()["units"].items() if "jharkor-army" in u]
    play(g, "retreat dragon_sea_west")
    aboard = [u for u in left if where(g, u) == "dragon_sea_west"]
    assert len(aboard) == min(1, len(left))
    assert all(where(g, u) is None for u in left if u not in aboard)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_retreat_into_wilderness_draws_an_attack(rules: str) -> None:
    """10.7 / 9.7: a retreat into wilderness is met by a random attack at once: here Chardros (4 and a die)."""
    from elric.young_kingdoms.components import spells

    g = beaten(rules, script=[*dice(3, 3), spells.INDEX["chardros"], *dice(2, 3)])
    play(g, "retreat xanyaw; ready")
    assert told(g, "random attack")[0]["attacks"]
    assert told(g, "battle")[1]["sums"] == (4, 5)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_no_way_out_is_the_end(rules: str) -> None:
    """10.7 / 9.7: a stack that cannot retreat is lost, and its personalities must escape."""
    g = beaten(
        rules,
        "dharijor_cape",
        script=dice(3, 3, 4),
        owners={"chaos-shield": 1},
        aboard={"chaos-shield": "sarosto"},
        units={
            "dharijor_cape": ["yishana", "jharkor-army*2", "sarosto", "dharijor-army*1", "chaos-shield"],
            SEQUA: ["dharmit"],
            "dharijor_sequaloris": ["jharkor-army*1"],
            "dharijor_gromoorva": ["shazaar-army*1"],
            "pan_tang": ["jagreen-lern"],
        },
        control={"dharijor_sequaloris": 0, "dharijor_gromoorva": 0},
    )
    assert told(g, "no way out")
    assert where(g, "dharijor-army-1") is None
    assert [e["ok"] for e in told(g, "escape")] == [True]
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert where(g, "chaos-shield") == where(g, "sarosto") not in (None, "dharijor_cape")  # borne away by him


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_no_retreat_over_the_mountains(rules: str) -> None:
    """10.7, 7.5.3 / 9.7, 6.53: mountains let nobody through."""
    g = beaten(rules)
    assert "retreat mt_xanyaw" not in texts(g)
    refused(g, "retreat mt_xanyaw", cite(rules, "10.7", "9.7"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_attackers_retreat_too(rules: str) -> None:
    """10.7 / 9.7: a beaten attacker goes back one province, the way he came or another."""
    g = beaten(rules, script=dice(1, 5))
    assert g.seat == 0
    assert texts(g) == {f"retreat {SEQUA}", "retreat shazaar_aflitain", "retreat shazaar_south", "retreat xanyaw"}
    play(g, f"retreat {SEQUA}")
    assert where(g, "jharkor-army-1") == SEQUA


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_9_and_6_591_imrryr_is_no_refuge(rules: str) -> None:
    """7.5.9 / 6.591: nobody falls back into Imrryr who does not hold it."""
    g = at(
        rules,
        dice(3, 1),
        nations=NATIONS,
        phase="combat",
        units={"dragon_sea_east": ["yishana", "jharkor-fleet-1", "sarosto", "dharijor-fleet-1"]},
        aboard={"yishana": "jharkor-fleet-1", "sarosto": "dharijor-fleet-1"},
    )
    play(g, "fight dragon_sea_east", "ready", "ready")
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    refused(g, "retreat melnibone", cite(rules, "10.7", "9.7"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_out_of_an_open_port_by_ship(rules: str) -> None:
    """10.7 / 9.7: units driven out of a port without a wall may take the ships that lie there, or go by land."""
    g = at(
        rules,
        dice(3, 3),
        nations={**NATIONS, "dhoz-kam": 1},
        phase="combat",
        assaults=["dhoz_kam"],
        units={
            "dhoz_kam": ["yishana", "jharkor-army*3", "leader-of-dhoz-kam", "dhoz-kam-army*1", "dharijor-fleet-1"],
            "dharijor_gromoorva": ["sarosto"],
        },
    )
    play(g, "fight dhoz_kam", "ready", "ready")
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    allowed(g, "retreat southern_ocean_west")
    h = g.copy()
    play(g, "retreat southern_ocean_west")
    assert where(g, "dharijor-fleet-1") == "southern_ocean_west"
    assert g.view()["areas"]["dhoz_kam"]["control"] == 0
    play(h, next(t for t in sorted(texts(h)) if t.startswith("retreat") and "ocean" not in t))
    assert where(h, "dharijor-fleet-1") is None  # left behind in a port that fell


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_an_unwalled_city_is_left(rules: str) -> None:
    """7.5.6, 10.7 / 6.56, 9.7, ruling unwalled-retreat: Nadsokor has no wall, so its own defenders have to go."""
    g = beaten(
        rules,
        "nadsokor",
        nations={"nadsokor": 1},
        units={"nadsokor": ["yishana", "jharkor-army*2", "urish", "nadsokor-army*2"]},
    )
    assert told(g, "battle")[0]["wall"] == 0
    assert (g.step, g.seat) == ("retreat", 1)
    refused(g, "stay", cite(rules, "10.7", "9.7"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_nobody_has_to_leave_a_walled_city_but_may(rules: str) -> None:
    """10.7, 10.9.4 / 9.7, 9.94 (ruling leave-the-wall): after a failed assault the defenders stay, or leave if they
    like."""
    g = at(
        rules,
        dice(4, 3),
        nations=NATIONS,
        phase="combat",
        assaults=["dharijor_sequaloris"],
        units={
            "dharijor_sequaloris": ["yishana", "jharkor-army*4", "sarosto", "dharijor-army*2"],
            "dharijor_gromoorva": ["karnaal"],
        },
    )
    play(g, "fight dharijor_sequaloris", "ready", "ready")
    assert told(g, "battle")[0]["loser"] == 1 or g.seat == 0
    (b,) = told(g, "battle")
    assert (b["sums"], b["difference"], b["loser"]) == ((9, 9), 1, 1)
    while g.step == "losses":  # half of three counters in 1984, nothing in 1981
        g.push(sorted(t for t in texts(g) if "army" in t)[0])
    assert g.step == "retreat"
    assert "stay" in texts(g)
    h = g.copy()
    play(g, "stay")
    assert where(g, "sarosto") == "dharijor_sequaloris"
    play(h, "retreat dharijor_gromoorva")
    assert where(h, "sarosto") == "dharijor_gromoorva"
    assert h.view()["areas"]["dharijor_sequaloris"]["control"] == 1  # the wall is still to be won


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_the_storming_side_has_to_go(rules: str) -> None:
    """10.7 / 9.7: a stack beaten off from a wall retreats like any other."""
    g = at(
        rules,
        dice(1, 4),
        nations=NATIONS,
        phase="combat",
        assaults=["dharijor_sequaloris"],
        units={
            "dharijor_sequaloris": ["yishana", "jharkor-army*4", "sarosto", "dharijor-army*1"],
            "dharijor_gromoorva": ["karnaal"],
        },
    )
    play(g, "fight dharijor_sequaloris", "ready", "ready")
    assert told(g, "battle")[0]["difference"] == 2
    assert g.seat == 0
    refused(g, "stay", cite(rules, "10.7", "9.7"))
    play(g, f"retreat {SEQUA}")
    assert where(g, "yishana") == SEQUA


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_each_place_is_refused_for_its_own_cause(rules: str) -> None:
    """[10.7] / 9.7: enemies, another's city, a place far off, mountains and the sea are told apart."""
    g = beaten(rules, units={"shazaar_south": ["ohada"]})
    mountain = next(BOARD.ids[a] for a in range(BOARD.size) if BOARD.kind[a] == MOUNTAIN)
    said = {area: str(refused(g, f"retreat {area}", cite(rules, "10.7", "9.7"))) for area in (
        "shazaar_south", SEQUA, "dharijor_cape", mountain)}  # fmt: skip
    assert "Enemies stand" in said["shazaar_south"]
    assert "a city that is not yours" in said[SEQUA]
    assert "not beside" in said["dharijor_cape"]
    assert "mountains" in said[mountain]
    g = beaten(rules, "dharijor_cape")
    assert "No ship of yours" in str(refused(g, "retreat jharkor_gulf", cite(rules, "10.7", "9.7")))
