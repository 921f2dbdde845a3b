"""Numbered cases: those who fly themselves, and those whom magic carries. Chaosium [7.4]-[7.4.2], Avalon Hill 6.4-6.42."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    SEQUA,
    THOKORA,
    WEST_JHARKOR,
    allowed,
    at,
    cite,
    dice,
    draw,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.components.areas import BIT
from elric.young_kingdoms.components.pieces import INDEX
from elric.young_kingdoms.march.flyers import where_to_rest
from elric.young_kingdoms.world.terrain import IMRRYR

GULF = "jharkor_gulf"
CAPE = "dharijor_cape"


def wings(rules: str = "avalon-hill", at_: str = DHAKOS, **more: Any) -> elric.Game:
    """Seat 0 has the Winged Men of Myrrhyn and the Clackars besides Jharkor."""
    units = more.pop("units", {})
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "pan-tang": 1, "dharijor": 1},
        "units": {at_: ["myrrhyn"], THOKORA: ["yishana"], "pan_tang": ["jagreen-lern"], **units},
        "owners": {"myrrhyn": 0, "clackars": 0},
        "met_elric": True,
    }
    spec.update(more)
    if not any("clackars" in u for u in spec["units"].values()):
        spec["owners"] = {k: v for k, v in spec["owners"].items() if k != "clackars"}
    return at(rules, **spec)


# ---- own wings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_flyers_cross_four_areas_of_any_kind(rules: str) -> None:
    """[7.4], [7.4.1] / 6.4, 6.41: one point for a sea as for a province, four in all."""
    g = wings(rules)
    play(g, "lead myrrhyn", f"step {GULF}", "step pale_sea_west", "step northern_ocean", "step tarkesh_west")
    assert g.view()["units"]["myrrhyn"]["spent"] == 4
    refused(g, f"step {WEST_JHARKOR}", cite(rules, "7.2", "6.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_they_must_come_down_on_land_or_a_friendly_ship(rules: str) -> None:
    """[7.4.1] / 6.41: no halt over open water, and no way from which neither land nor ship can be reached."""
    g = wings(rules)
    play(g, "lead myrrhyn", f"step {GULF}")
    refused(g, "halt", cite(rules, "7.4.1", "6.41"))
    far = wings(rules, "purple_utkel")
    play(far, "lead myrrhyn", "step hrolmar_bay", "step eastern_sea_north", "step unmapped_sea")
    said = refused(far, "step pikarayd_sea", cite(rules, "7.4.1", "6.41"))
    assert said.reasons[0].fix


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_friendly_ship_is_a_place_to_come_down(rules: str) -> None:
    """[7.4.1] / 6.41: over a fleet of one's own they halt, and are aboard it."""
    g = wings(rules, units={GULF: ["jharkor-fleet-2", "dharmit"]}, aboard={"dharmit": "jharkor-fleet-2"})
    play(g, "lead myrrhyn", f"step {GULF}", "halt")
    assert g.view()["units"]["myrrhyn"]["aboard"] == "jharkor-fleet-2"


def full_ship(rules: str) -> elric.Game:
    return wings(
        rules,
        units={GULF: ["jharkor-fleet-1", "dharmit", "jharkor-army*1"]},
        aboard={"dharmit": "jharkor-fleet-1", "jharkor-army-1": "jharkor-fleet-1"},
    )


def test_ah_6_41_the_ship_must_have_room() -> None:
    """6.41: a fleet that carries its one army has no capacity left for flyers."""
    g = full_ship("avalon-hill")
    play(g, "lead myrrhyn", f"step {GULF}")
    said = refused(g, "halt", "6.41")
    assert "room" in said.reasons[0].words
    refused(g, "board jharkor-fleet-1", "6.41")


def test_ch_7_4_1_any_friendly_fleet_will_do() -> None:
    """[7.4.1]: Chaosium asks for a friendly fleet, not for room."""
    g = full_ship("chaosium")
    play(g, "lead myrrhyn", f"step {GULF}", "halt")
    assert g.view()["units"]["myrrhyn"]["aboard"] == "jharkor-fleet-1"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_flyers_pass_over_enemies_on_land_and_at_sea(rules: str) -> None:
    """[7.4.1] / 6.41: over the enemy's army at the Cape to Sequa; they cannot stay there, and nobody fights."""
    g = wings(rules, units={CAPE: ["karnaal", "dharijor-army*2"]})
    play(g, "lead myrrhyn", f"step {CAPE}")
    refused(g, "halt", cite(rules, "7.4.1", "6.41"))
    play(g, f"step {SEQUA}", "halt", "end")
    assert where(g, "myrrhyn") == SEQUA
    assert not told(g, "battle begins")
    over = wings(
        rules, units={GULF: ["pan-tang-sealord", "pan-tang-fleet-1"]}, aboard={"pan-tang-sealord": "pan-tang-fleet-1"}
    )
    play(over, "lead myrrhyn", f"step {GULF}")
    allowed(over, "step tarkesh_banarva")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_over_enemies_only_with_the_points_to_come_down_again(rules: str) -> None:
    """[7.4.1] / 6.41: with the last point one cannot fly into an enemy's province."""
    g = wings(rules, WEST_JHARKOR, units={CAPE: ["karnaal", "dharijor-army*2"]})
    play(g, "lead myrrhyn", f"step {SEQUA}", f"step {THOKORA}", f"step {DHAKOS}")
    said = refused(g, f"step {CAPE}", cite(rules, "7.4.1", "6.41"))
    assert "Enemies" in said.reasons[0].words
    allowed(g, f"attack {CAPE}")


def test_ah_6_41_enemies_who_fly_bar_the_sky() -> None:
    """6.41: only enemies who do not fly are passed over; the Clackars at the Cape stop Myrrhyn."""
    spec: dict[str, Any] = {"units": {CAPE: ["clackars", "dharijor-army*1"]}, "owners": {"myrrhyn": 0, "clackars": 1}}
    g = wings("avalon-hill", **spec)
    play(g, "lead myrrhyn")
    said = refused(g, f"step {CAPE}", "6.41")
    assert "bar the sky" in said.reasons[0].words
    other = wings("chaosium", **spec)
    play(other, "lead myrrhyn")
    allowed(other, f"step {CAPE}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_flyers_attack_on_land_but_not_over_water(rules: str) -> None:
    """[7.4.1] / 6.41: an attack ends the move, and a move does not end over the sea."""
    g = wings(rules, units={GULF: ["pan-tang-sealord", "pan-tang-fleet-1"], CAPE: ["karnaal"]},
              aboard={"pan-tang-sealord": "pan-tang-fleet-1"})  # fmt: skip
    play(g, "lead myrrhyn")
    refused(g, f"attack {GULF}", cite(rules, "7.4.1", "6.41"))
    play(g, f"attack {CAPE}", "halt", "end")
    while g.phase != "combat":
        g.push("done")
    assert texts(g) == {f"fight {CAPE}"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_with_others_along_they_go_on_foot(rules: str) -> None:
    """[7.4.1] / 6.41: wings carry their owners only; magicians walking on the water are no company either."""
    g = wings(rules, units={DHAKOS: ["myrrhyn", "jharkor-wizard", "dharmit"]})
    play(g, "lead myrrhyn", "join dharmit")
    refused(g, f"step {GULF}", cite(rules, "7.3", "6.3"))
    play(g, "drop dharmit", "join jharkor-wizard")
    refused(g, f"step {GULF}", cite(rules, "7.4.1", "6.41"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_flyers_leave_a_besieged_city(rules: str) -> None:
    """[7.4.1] / 6.41: a siege on the ground does not hold those who fly over it."""
    g = wings(rules, units={DHAKOS: ["myrrhyn", "dharmit", "jharkor-army*1", "karnaal", "dharijor-army*2"]})
    play(g, "lead myrrhyn")
    allowed(g, f"step {SEQUA}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_mountains_stop_wings(rules: str) -> None:
    """[7.4.1], [7.5.3] / 6.41, 6.53: nobody flies over the mountains."""
    g = wings(rules, SEQUA)
    play(g, "lead myrrhyn")
    refused(g, "step mt_myrrhyn", cite(rules, "7.5.3", "6.53"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_boiling_sea_is_as_hot_for_flyers(rules: str) -> None:
    """[7.4.1], [7.5.1] / 6.41, 6.51: Myrrhyn is worth 3; a 4 over the Boiling Sea is the end."""
    g = wings(rules, "silent_lands", script=dice(4))
    play(g, "lead myrrhyn", "step boiling_sea")
    assert where(g, "myrrhyn") is None
    g = wings(rules, "silent_lands", script=dice(3, 3))
    play(g, "lead myrrhyn", "step boiling_sea", "step ashaneloon", "halt")
    assert where(g, "myrrhyn") == "ashaneloon"
    assert len(told(g, "peril")) == (2 if rules == "chaosium" else 1)


# ---- flight by magic ------------------------------------------------------------------------------------------------


def magic(rules: str, spell: str, **more: Any) -> elric.Game:
    """Myshella (three spells) stands in Dhakos with a spell that flies."""
    units = more.pop("units", {})
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "pan-tang": 1, "dharijor": 1},
        "units": {DHAKOS: ["myshella", "yishana", "dharmit", "jharkor-admiral", "jharkor-army*3"], "pan_tang": ["jagreen-lern"], **units},
        "owners": {"myshella": 0},
        "hands": {"myshella": [spell]},
        "met_elric": True,
    }  # fmt: skip
    spec.update(more)
    return at(rules, **spec)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_magic_carries_to_any_province(rules: str) -> None:
    """[7.4.2] / 6.42: Teleport takes one personality to the other end of the world, and pulls the Balance once."""
    g = magic(rules, "teleport", balance=-5)
    play(g, "lead myshella")
    refused(g, f"fly teleport {GULF}", cite(rules, "7.4.2", "6.42"))
    play(g, "fly teleport eshmir_capital", "halt")
    assert where(g, "myshella") == "eshmir_capital"
    assert g.view()["balance"]["at"] == -3


@pytest.mark.parametrize(
    ("spell", "most"),
    [("teleport", 1), ("oonai", 1), ("nihrain-horses", 2), ("boatmen-of-xerlerenes", 2), ("jeweled-bird", 2)],
)
def test_both_each_spell_carries_so_many(spell: str, most: int) -> None:
    """[7.4.2], [16.1]-[16.3] / 6.42, 14.1-14.3: one personality or two, and no armies."""
    name = spell
    g = magic("avalon-hill", name)
    play(g, "lead myshella", "join yishana")
    if most == 1:
        refused(g, f"fly {name} eshmir_capital", "6.42")
        return
    allowed(g, f"fly {name} eshmir_capital")
    play(g, "join dharmit")
    refused(g, f"fly {name} eshmir_capital", "6.42")
    play(g, "drop dharmit", "drop yishana", "join jharkor-army-1")
    refused(g, f"fly {name} eshmir_capital", "6.42")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_only_the_ship_of_land_and_sea_flies_armies(rules: str) -> None:
    """[7.4.2] / 6.42: any number of personalities and two armies."""
    g = magic(rules, "ship-of-land-and-sea")
    play(
        g,
        "lead myshella",
        "join yishana",
        "join dharmit",
        "join jharkor-admiral",
        "join jharkor-army-1",
        "join jharkor-army-2",
    )
    play(g, "join jharkor-army-3")
    refused(g, "fly ship-of-land-and-sea tanelorn", cite(rules, "7.4.2", "6.42"))
    play(g, "drop jharkor-army-3", "fly ship-of-land-and-sea eshmir_capital", "halt")
    assert where(g, "jharkor-army-2") == where(g, "yishana") == "eshmir_capital"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_fleets_are_never_flown(rules: str) -> None:
    """[7.4.2] / 6.42: flying off a ship leaves the ship where it is."""
    g = magic(rules, "teleport", units={GULF: ["myshella", "jharkor-fleet-1"], DHAKOS: ["yishana"]},
              aboard={"myshella": "jharkor-fleet-1"})  # fmt: skip
    play(g, "lead myshella", "fly teleport eshmir_capital", "halt")
    assert where(g, "myshella") == "eshmir_capital"
    assert where(g, "jharkor-fleet-1") == GULF


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_flight_is_the_whole_move(rules: str) -> None:
    """[7.4.2] / 6.42, ruling flight-turn: nobody flies after walking or walks after flying."""
    g = magic(rules, "teleport")
    play(g, "lead myshella", f"step {SEQUA}")
    refused(g, "fly teleport eshmir_capital", cite(rules, "7.4.2", "6.42"))
    g = magic(rules, "teleport")
    play(g, "lead myshella", "fly teleport eshmir_capital")
    refused(g, "step eshmir_west", cite(rules, "7.2", "6.2"))


def next_own_turn(g: elric.Game) -> None:
    turn = g.turn
    while g.turn == turn or g.player != 0 or g.phase != "movement":
        for t in ("halt", "end", "done", "ready", "leave"):
            if t in texts(g):
                g.push(t)
                break
        else:
            g.push(sorted(texts(g))[0])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_two_flights_use_a_spell_up(rules: str) -> None:
    """[7.4.2] / 6.42: after the second flight it is discarded; the Balance moved with the first only."""
    g = magic(rules, "teleport", balance=-5, order=[1, 0], player=0)
    play(g, "lead myshella", "fly teleport eshmir_capital", "halt")
    assert g.view(0)["hands"]["myshella"] == ["teleport"]
    next_own_turn(g)
    play(g, "lead myshella", "fly teleport vilmir_jadmar", "halt")
    assert not g.view(0)["hands"].get("myshella")
    assert "teleport" in g.view()["discards"]
    assert g.view()["balance"]["at"] == -3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_spell_in_use_stays_with_its_user(rules: str) -> None:
    """[7.4.2] / 6.42: once flown it remains with whoever flies by it, and is handed to nobody; before that it may be."""
    g = magic(rules, "nihrain-horses", units={DHAKOS: ["myshella", "jharkor-wizard"]})
    fresh = g.copy()
    play(fresh, "end")
    allowed(fresh, "give myshella jharkor-wizard nihrain-horses")
    play(g, "lead myshella", "join jharkor-wizard", "fly nihrain-horses eshmir_capital", "halt", "end")
    refused(g, "give myshella jharkor-wizard nihrain-horses", cite(rules, "7.4.2", "6.42"))
    refused(g, "cast myshella nihrain-horses", cite(rules, "7.4.2", "6.42"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_three_turns_use_a_spell_up(rules: str) -> None:
    """[7.4.2] / 6.42: flown in turn 1, it can still be used in turns 2 and 3 and is gone in turn 4."""
    g = magic(rules, "teleport")
    play(g, "lead myshella", "fly teleport eshmir_capital", "halt")
    next_own_turn(g)
    next_own_turn(g)
    assert g.turn == 3
    play(g, "lead myshella")
    allowed(g, "fly teleport vilmir_jadmar")
    play(g, "halt")
    next_own_turn(g)
    assert g.turn == 4
    assert not g.view(0)["hands"].get("myshella")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_spell_is_flown_by_a_magician_who_holds_it(rules: str) -> None:
    """[7.4.2], [9.5] / 6.42, 8.5: a non-magician holds a spell for muster only."""
    g = magic(rules, "teleport", hands={"yishana": ["teleport"]})
    play(g, "lead yishana")
    refused(g, "fly teleport eshmir_capital", cite(rules, "7.4.2", "6.42"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_to_fly_among_enemies_is_to_attack(rules: str) -> None:
    """[7.4.2], [7.3] / 6.42, 6.33, ruling flight-turn: the Cape is held, so a battle follows."""
    g = magic(rules, "teleport", units={CAPE: ["karnaal", "dharijor-army*1"]})
    play(g, "lead myshella", f"fly teleport {CAPE}", "halt", "end")
    while g.phase not in ("combat",):
        g.push("done")
    assert texts(g) == {f"fight {CAPE}"}
    empty = magic(rules, "teleport")  # nobody is in Sequaloris: its wall bars nobody, and may be stormed
    play(empty, "lead myshella", "fly teleport dharijor_sequaloris", "halt", "end")
    while empty.phase != "combat" and empty.player == 0:
        empty.push("done" if "done" in texts(empty) else "end")
    assert texts(empty) == {"fight dharijor_sequaloris", "end"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_imrryr_is_no_place_to_come_down(rules: str) -> None:
    """[7.4.1], [7.5.9] / 6.41, 6.591: whoever flies on his own wings does not reckon with Imrryr as free land, though it be
    his own: no Melnibonean flies."""
    s = wings(rules).state
    flyer = (INDEX["myrrhyn"],)
    assert not where_to_rest(s, flyer, BIT[IMRRYR])
    s.control[IMRRYR] = 0
    assert not where_to_rest(s, flyer, BIT[IMRRYR])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_nobody_flies_into_imrryr_without_elric(rules: str) -> None:
    """[7.5.9] / 6.591: its defences hold against the air as well."""
    g = magic(rules, "teleport")
    play(g, "lead myshella")
    refused(g, "fly teleport melnibone", cite(rules, "7.5.9", "6.591"))


@pytest.mark.parametrize(("rules", "rolls"), [("chaosium", 2), ("avalon-hill", 1)])
def test_both_the_jeweled_bird_spares_its_riders(rules: str, rolls: int) -> None:
    """[7.5.1], [16.1] / 6.51, 14.1, ruling flight-boiling: Ashaneloon lies in the Boiling Sea. Under Teleport Myshella
    (1) rolls on the way; under the Jeweled Bird nobody does."""
    hot = magic(rules, "teleport", script=dice(1, 1))
    play(hot, "lead myshella", "fly teleport ashaneloon", *(["roll"] * rolls))
    assert where(hot, "myshella") == "ashaneloon"
    assert len(told(hot, "peril")) == rolls
    lost = magic(rules, "teleport", script=dice(2))
    play(lost, "lead myshella", "fly teleport ashaneloon", "roll")
    assert where(lost, "myshella") is None
    cool = magic(rules, "jeweled-bird")
    play(cool, "lead myshella", "join yishana", "fly jeweled-bird ashaneloon", "halt")
    assert where(cool, "yishana") == where(cool, "myshella") == "ashaneloon"
    assert not told(cool, "peril")


@pytest.mark.parametrize(("rules", "rolls"), [("chaosium", 2), ("avalon-hill", 1)])
def test_both_the_ship_of_land_and_sea_braves_it_as_a_ship(rules: str, rolls: int) -> None:
    """[7.5.1], [16.3] / 6.51, 14.3, ruling flight-boiling: the Ship rolls against its 3 for all aboard. Sunk, it takes the
    armies along, its spell is gone, and personalities try to escape: Yishana (5) does, Myshella (1) does not."""
    calm = draw("fileet", gone=("ship-of-land-and-sea",))  # the random attack of the wilderness they come to
    for script, safe in (([*dice(*[3] * rolls), *calm], True), (dice(4, 5, 6), False)):
        g = magic(rules, "ship-of-land-and-sea", script=script)
        play(
            g,
            "lead myshella; join yishana; join jharkor-army-1; join jharkor-army-2",
            "fly ship-of-land-and-sea ashaneloon",
        )
        while g.step in ("escape", "reappear"):
            g.push("roll" if g.step == "escape" else sorted(texts(g))[-1])
        assert len(told(g, "skyship")) == (rolls if safe else 1)
        assert not told(g, "peril")
        assert where(g, "jharkor-army-1") == where(g, "jharkor-army-2") == ("ashaneloon" if safe else None)
        assert where(g, "myshella") == ("ashaneloon" if safe else None)
        assert where(g, "yishana") is not None
        assert ("ship-of-land-and-sea" in g.view()["discards"]) is not safe


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_flights_elsewhere_keep_clear_of_the_boiling_sea(rules: str) -> None:
    """[7.4.2] / 6.42: there is a way round to every other province."""
    g = magic(rules, "teleport")
    play(g, "lead myshella", "fly teleport rlin_kren_aa")
    assert not told(g, "peril")
