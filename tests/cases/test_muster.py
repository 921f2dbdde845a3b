"""Muster: nations and personalities, mustering a nation away, and the forces that come. Chaosium [11.0], [15.0], [7.5.2],
[10.9.1]; Avalon Hill 10-10.12, 10.2, 10.4, 10.6, 6.522, 9.913."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    allowed,
    armies,
    at,
    balance,
    caller,
    cite,
    dice,
    draw,
    play,
    refused,
    texts,
    where,
)

import elric
from elric.young_kingdoms.components.pieces import IDS, ONE
from elric.young_kingdoms.description.invariants import broken
from elric.young_kingdoms.nations.lone_pieces import stand

ILMAR, RIGNARIOM, KARLAAK = "ilmiora_ilmar", "ilmiora_rignariom", "ilmiora_karlaak"
FILKHAR = "filkhar_raschil"


def next_turn_of(g: elric.Game, seat: int) -> None:
    """Pass until this seat's next Movement phase."""
    turn = g.turn
    while not (g.turn > turn and g.player == seat and g.phase == "movement"):
        acts = [str(a) for a in g.legal_actions()]
        g.push(next(a for a in ("end", "done", "ready", acts[0]) if a in acts))


# ---- one muster, of what is on the spell -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_only_what_stands_on_the_spell(rules: str) -> None:
    """11.0 / 10: one of the names on the counter is chosen; nothing else can be called with it."""
    g = caller(rules, FILKHAR, "charm-of-justice")
    assert texts(g) == {"muster yishana charm-of-justice filkhar", "muster yishana charm-of-justice zas", "end"}
    with pytest.raises(elric.ActionError):
        elric.parse_action("muster yishana charm-of-justice vilmir")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_6_one_muster_a_turn(rules: str) -> None:
    """11.0 / 10.6: after one muster the phase is over, whatever else is in hand."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={FILKHAR: ["yishana", "dharmit"]},
        hands={"yishana": ["charm-of-justice"], "dharmit": ["eequor"]},
        phase="muster",
    )
    play(g, "muster yishana charm-of-justice zas")
    assert where(g, "zas") == FILKHAR
    assert g.phase != "muster" or g.player != 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_6_no_pull_and_discarded(rules: str) -> None:
    """11.0 / 10, 10.6: a spell used to muster is discarded, and the Balance does not move."""
    g = caller(rules, FILKHAR, "charm-of-justice", balance=2)
    play(g, "muster yishana charm-of-justice zas")
    assert "charm-of-justice" in g.view()["discards"]
    assert balance(g) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_another_hand_refused(rules: str) -> None:
    """11.0 / 10: only a spell in the hand of one's own personality on the board musters."""
    g = caller(rules, FILKHAR, "charm-of-justice", units={DHAKOS: ["dharmit"]})
    refused(g, "muster dharmit charm-of-justice zas", cite(rules, "11.0", "10"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_only_in_the_muster_phase(rules: str) -> None:
    """11.0 / 10.6: outside the Muster phase nothing is called."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={FILKHAR: ["yishana"]},
        hands={"yishana": ["charm-of-justice"]},
        phase="movement",
    )
    assert not g.verdict(elric.parse_action("muster yishana charm-of-justice zas"))


# ---- nations ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_1_in_the_capital(rules: str) -> None:
    """11.0 / 10.1: a nation is called from its capital only."""
    g = caller(rules, "filkhar_south", "kakatal")
    refused(g, "muster yishana kakatal filkhar", cite(rules, "11.0", "10.1"))
    g = caller(rules, FILKHAR, "kakatal")
    allowed(g, "muster yishana kakatal filkhar")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_1_set_up_as_at_the_start(rules: str) -> None:
    """11.0 / 10.1: three armies in each lesser city, fleets and admiral in one port, everybody else in the capital;
    magicians draw a full hand."""
    g = caller(rules, ILMAR, "arkyn", draw("goldar", "aubec", gone=("arkyn",)))
    play(g, "muster yishana arkyn ilmiora")
    assert armies(g, "ilmiora", RIGNARIOM) == armies(g, "ilmiora", KARLAAK) == 3
    assert armies(g, "ilmiora", ILMAR) == 4
    assert {where(g, u) for u in ("fadan", "sharilla", "ilmiora-admiral", "ilmiora-alchemist")} == {ILMAR}
    assert where(g, "ilmiora-fleet-1") == where(g, "ilmiora-fleet-2") == ILMAR
    assert g.view(0)["hands"]["ilmiora-alchemist"] == ["aubec", "goldar"]
    assert g.view()["areas"][RIGNARIOM]["control"] == 0
    assert "ilmiora" in g.view()["players"][0]["nations"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_3_8_the_harbour_is_chosen(rules: str) -> None:
    """11.0, 4.0 F / 10.1, 3.8: with two ports, the new commander says where fleets and admiral start; spells come after."""
    g = caller(rules, "lormyr_iosaz", "donblas", draw("goldar", "aubec", gone=("donblas",)))
    play(g, "muster yishana donblas lormyr")
    assert texts(g) == {"harbour lormyr_trepasaz", "harbour lormyr_ramasaz"}
    refused(g, "harbour lormyr_iosaz", cite(rules, "4.0F", "3.8"))
    play(g, "harbour lormyr_ramasaz")
    assert where(g, "lormyr-fleet-1") == where(g, "lormyr-admiral") == "lormyr_ramasaz"
    assert len(g.view(0)["hands"]["lormyr-mage"]) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_6_an_own_nation_needs_losses(rules: str) -> None:
    """6.0 / 5.2: for a nation already held the spell brings back losses, and is refused while there are none."""
    g = caller(rules, DHAKOS, "grome")
    refused(g, "muster yishana grome jharkor", cite(rules, "6.0", "5.2"))
    g = caller(rules, DHAKOS, "grome", lost=["jharkor-army-8"])
    play(g, "muster yishana grome jharkor; raise jharkor-army-8")
    assert armies(g, "jharkor") == 1


# ---- cities in other hands (10.11) -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_11_a_city_another_player_holds(rules: str) -> None:
    """11.0 / 10.11: pieces due in a city that another player holds start in the capital; he keeps the city."""
    g = caller(
        rules,
        ILMAR,
        "arkyn",
        draw("goldar", "aubec", gone=("arkyn",)),
        units={RIGNARIOM: ["pan-tang-army-1"]},
        control={RIGNARIOM: 1},
    )
    play(g, "muster yishana arkyn ilmiora")
    assert armies(g, "ilmiora", RIGNARIOM) == 0
    assert armies(g, "ilmiora", ILMAR) == 7
    assert g.view()["areas"][RIGNARIOM]["control"] == 1


def test_ah_10_11_a_city_under_siege() -> None:
    """10.11: a city besieged at that moment takes nobody in until the siege is lifted; then what is due stands there."""
    g = caller(
        "avalon-hill",
        ILMAR,
        "arkyn",
        draw("goldar", "aubec", gone=("arkyn",)),
        units={RIGNARIOM: ["pan-tang-army-1", "jagreen-lern"]},
    )
    play(g, "muster yishana arkyn ilmiora")
    assert armies(g, "ilmiora", RIGNARIOM) == 0
    assert armies(g, "ilmiora", ILMAR) == 4
    while not (g.player == 1 and g.phase == "movement"):
        g.push("end" if "end" in texts(g) else "done")
    play(g, "lead jagreen-lern; join pan-tang-army-1; step nadsokor; halt; end")
    while not (g.player == 0 and g.phase == "movement"):
        g.push(next((x for x in ("end", "done") if x in texts(g)), sorted(texts(g))[0]))
    assert armies(g, "ilmiora", RIGNARIOM) == 3
    assert armies(g, "ilmiora", ILMAR) == 4


def test_ah_10_11_while_the_siege_goes_on() -> None:
    """10.11: a turn later the besiegers still stand there, and what is due still waits; the nation has it no more once it
    is gone."""
    g = caller(
        "avalon-hill",
        ILMAR,
        "arkyn",
        draw("goldar", "aubec", gone=("arkyn",)),
        units={RIGNARIOM: ["pan-tang-army-1", "jagreen-lern"]},
    )
    play(g, "muster yishana arkyn ilmiora")
    turn = g.turn
    while not (g.player == 0 and g.phase == "movement" and g.turn > turn):
        g.push(next((x for x in ("end", "done") if x in texts(g)), sorted(texts(g))[0]))
    assert armies(g, "ilmiora") == 7


def test_ah_10_11_a_guest_besieges_nobody() -> None:
    """10.11, 9.94: another player's general is passing through Rignariom, without an army, when Ilmiora is mustered. The city is not
    besieged: its three armies stand there."""
    g = caller(
        "avalon-hill",
        ILMAR,
        "arkyn",
        draw("goldar", "aubec", gone=("arkyn",)),
        units={RIGNARIOM: ["jagreen-lern"]},
    )
    play(g, "muster yishana arkyn ilmiora")
    assert armies(g, "ilmiora", RIGNARIOM) == 3
    assert armies(g, "ilmiora", ILMAR) == 4


def test_ah_10_11_ships_wait_for_their_port() -> None:
    """10.11: the only port of Filkhar besieged while its nation comes, with the one who calls it in the city: the fleet
    waits, and is not lost."""
    g = caller("avalon-hill", FILKHAR, "kakatal", units={FILKHAR: ["pan-tang-army-1"], "pan_tang": ["jagreen-lern"]})
    play(g, "muster yishana kakatal filkhar")
    assert where(g, "filkhar-fleet-1") is None
    assert where(g, "jiku") == FILKHAR
    from elric.young_kingdoms.components import pieces
    from elric.young_kingdoms.position.state import LOST

    assert g.state.place[pieces.INDEX["filkhar-fleet-1"]] != LOST


def test_ah_10_11_and_9_931_whoever_fights_on_in_there_serves_again() -> None:
    """10.11, 9.931: armies that fought on for nobody in a besieged city of their nation are its own again when it is
    mustered, where they stand; only the rest of what is due waits."""
    inside = "ilmiora-army-1"
    g = caller(
        "avalon-hill",
        ILMAR,
        "arkyn",
        draw("goldar", "aubec", gone=("arkyn",)),
        units={RIGNARIOM: ["pan-tang-army-1", "jagreen-lern", inside]},
        owners={inside: None},
    )
    play(g, "muster yishana arkyn ilmiora")
    assert where(g, inside) == RIGNARIOM
    assert g.view()["units"][inside]["owner"] == 0
    assert armies(g, "ilmiora") == 8


def test_ch_11_0_a_city_under_siege() -> None:
    """11.0: the 1981 book has no such exception: the three armies stand in the besieged city."""
    g = caller(
        "chaosium",
        ILMAR,
        "arkyn",
        draw("goldar", "aubec", gone=("arkyn",)),
        units={RIGNARIOM: ["pan-tang-army-1", "jagreen-lern"]},
    )
    play(g, "muster yishana arkyn ilmiora")
    assert armies(g, "ilmiora", RIGNARIOM) == 3


def test_ah_10_11_the_other_port() -> None:
    """10.11: with one of its ports besieged the fleet starts in the other."""
    g = caller(
        "avalon-hill",
        "purple_menii",
        "goldar",
        draw("arkyn", "aubec", gone=("goldar",)),
        units={"purple_utkel": ["jagreen-lern", "pan-tang-army-1"]},
    )
    play(g, "muster yishana goldar isle-of-purple-towns")
    assert where(g, "isle-of-purple-towns-fleet-1") == "purple_menii"  # the capital is a port itself


# ---- captured capitals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_913_another_garrison_prevents_it(rules: str) -> None:
    """10.9.1 / 9.913: a neutral nation whose capital another player has captured is not mustered."""
    g = caller(rules, FILKHAR, "kakatal", control={FILKHAR: 1})
    refused(g, "muster yishana kakatal filkhar", cite(rules, "10.9.1", "9.913"))


def test_ch_7_5_2_own_captured_neutral_capital() -> None:
    """7.5.2: whoever holds a neutral capital may muster the nation there (ruling captured-neutral)."""
    g = caller("chaosium", FILKHAR, "kakatal", units={FILKHAR: ["jharkor-army-1"]}, control={FILKHAR: 0})
    allowed(g, "muster yishana kakatal filkhar")


def test_ah_6_522_own_captured_neutral_capital() -> None:
    """6.522: a captured neutral capital gives a spell and no right to muster; an enemy's capital does."""
    g = caller("avalon-hill", FILKHAR, "kakatal", units={FILKHAR: ["jharkor-army-1"]}, control={FILKHAR: 0})
    refused(g, "muster yishana kakatal filkhar", "6.522")


def test_ah_6_522_a_captured_enemy_capital_stays_open() -> None:
    """6.522: a capital taken from an enemy still opens the muster after the enemy's nation has fallen apart."""
    g = at(
        "avalon-hill",
        [*dice(6, 1, 6), *draw("arkyn", gone=("kakatal",))],
        nations={"jharkor": 0, "tarkesh": 0, "filkhar": 1, "pan-tang": 1},
        units={FILKHAR: ["yishana", "dharmit", "hilran", "jharkor-army*8", "jiku"], "pan_tang": ["jagreen-lern"]},
        hands={"yishana": ["kakatal"]},
        assaults=[FILKHAR],
        phase="combat",
    )
    play(g, f"fight {FILKHAR}; ready; ready")
    while g.phase != "muster":
        acts = texts(g)
        g.push(next(a for a in ("end", "leave", *sorted(acts)) if a in acts))
    assert g.view()["areas"][FILKHAR]["control"] == 0
    assert not g.view()["players"][1]["nations"].count("filkhar")
    allowed(g, "muster yishana kakatal filkhar")


# ---- mustering a nation away (10.12) ---------------------------------------------------------------------------------


def away(rules: str, script: list[int] | None = None, **more: Any) -> elric.Game:
    """Yishana holds the capital of Vilmir, another player's nation, with its spell."""
    return caller(
        rules,
        "vilmir_jadmar",
        "gaaoll",
        script,
        nations={"vilmir": 1},
        units={
            "vilmir_jadmar": ["jharkor-army*2"],
            "vilmir_hrolmar": ["avan-astram", "vilmir-priest", "vilmir-army*3"],
            "pan_tang": ["jagreen-lern", "naclon"],
            "vilmir_east": ["vilmir-army-4"],
        },
        control={"vilmir_jadmar": 0},
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_12_needs_the_capital(rules: str) -> None:
    """11.0 / 10.12: another player's nation is mustered only by the holder of its capital."""
    g = caller(rules, "vilmir_jadmar", "gaaoll", nations={"vilmir": 1})
    refused(g, "muster yishana gaaoll vilmir", cite(rules, "11.0", "10.12"))
    allowed(away(rules), "muster yishana gaaoll vilmir")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_12_it_leaves_at_once_and_stands_next_turn(rules: str) -> None:
    """11.0 / 10.12: the old owner's pieces are gone at once; in the new owner's next turn the nation stands at full
    strength in its set-up places, losses included."""
    g = away(rules, draw("goldar", "aubec", gone=("gaaoll",)), lost=["vilmir-army-9"])
    play(g, "muster yishana gaaoll vilmir")
    assert armies(g, "vilmir") == 0
    assert where(g, "avan-astram") is where(g, "naclon") is None
    assert g.view()["areas"]["vilmir_hrolmar"]["control"] is None
    assert "vilmir" not in g.view()["players"][1]["nations"]
    next_turn_of(g, 0)
    assert armies(g, "vilmir") == 9
    assert armies(g, "vilmir", "vilmir_hrolmar") == 3
    assert where(g, "naclon") == where(g, "avan-astram") == "vilmir_jadmar"
    assert "vilmir" in g.view()["players"][0]["nations"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_12_on_its_way_nobody_else_calls_it(rules: str) -> None:
    """11.0 / 10.12: until it stands ready it cannot be mustered a second time."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1, "vilmir": 1},
        units={"vilmir_jadmar": ["yishana", "jharkor-army*2"], "pan_tang": ["jagreen-lern"], "vilmir_east": ["naclon"]},
        hands={"yishana": ["gaaoll"], "jagreen-lern": ["arkyn"]},
        control={"vilmir_jadmar": 0},
        phase="muster",
    )
    play(g, "muster yishana gaaoll vilmir")
    while g.phase != "muster":
        acts = texts(g)
        g.push(next(a for a in ("end", "done", *sorted(acts)) if a in acts))
    refused(g, "muster jagreen-lern arkyn vilmir", cite(rules, "11.0", "10.12"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_12_who_travelled_with_them(rules: str) -> None:
    """11.0 / 10.12: when a ship goes home, those of other nations aboard it cannot stay on the water."""
    g = caller(
        rules,
        "vilmir_jadmar",
        "gaaoll",
        nations={"vilmir": 1},
        units={
            "vilmir_jadmar": ["jharkor-army*2"],
            "hrolmar_bay": ["vilmir-fleet-2", "naclon", "pan-tang-general", "pan-tang-army-1"],
            "pan_tang": ["jagreen-lern"],
        },
        aboard=dict.fromkeys(("naclon", "pan-tang-general", "pan-tang-army-1"), "vilmir-fleet-2"),
        control={"vilmir_jadmar": 0},
    )
    play(g, "muster yishana gaaoll vilmir")
    assert where(g, "pan-tang-army-1") is None
    assert where(g, "pan-tang-general") == "hrolmar_bay"  # a magician walks the waves
    assert where(g, "vilmir-fleet-2") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_4_an_army_that_marched_for_another_has_done_nothing_yet(rules: str) -> None:
    """11.0 / 10.4: an army that has marched in a turn and then comes to another's side stands there as if it had rested."""
    g = at(rules, units={"tarkesh_hornus": ["tarkesh-army-1"]}, nations={"tarkesh": 1})
    s = g.state.copy()
    army = IDS.index("tarkesh-army-1")
    s.spent[army] = 1
    s.worn |= ONE[army]
    stand(s, army, 0, s.place[army])
    assert not s.spent[army]
    assert not broken(s)
