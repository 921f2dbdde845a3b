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
    told,
    where,
)

import elric
from elric.young_kingdoms import pieces, spells
from elric.young_kingdoms.board import BOARD

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
    """10.11: a city besieged at that moment takes nobody in; its pieces start in the capital."""
    g = caller(
        "avalon-hill",
        ILMAR,
        "arkyn",
        draw("goldar", "aubec", gone=("arkyn",)),
        units={RIGNARIOM: ["pan-tang-army-1", "jagreen-lern"]},
    )
    play(g, "muster yishana arkyn ilmiora")
    assert armies(g, "ilmiora", RIGNARIOM) == 0
    assert armies(g, "ilmiora", ILMAR) == 7


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


def test_ah_10_11_no_port_open() -> None:
    """10.11: with its only port besieged the fleet cannot be set up, and counts as lost."""
    g = caller(
        "avalon-hill",
        "purple_menii",
        "goldar",
        draw("arkyn", "aubec", gone=("goldar",)),
        units={"purple_utkel": ["jagreen-lern"]},
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


# ---- personalities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_2_beside_the_caller(rules: str) -> None:
    """11.0 / 10.2: a personality appears in the caller's stack, a magician with a full hand."""
    g = caller(rules, "troos", "meerclar", draw("goldar", "aubec", gone=("meerclar",)), stacks={"yishana": 7})
    play(g, "muster yishana meerclar lamsar")
    assert where(g, "lamsar") == "troos"
    assert g.view()["units"]["lamsar"]["stack"] == 7
    assert len(g.view(0)["hands"]["lamsar"]) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_2_aboard_the_callers_ship(rules: str) -> None:
    """11.0 / 10.2: called at sea, a personality comes aboard the caller's ship."""
    g = caller(
        rules,
        "jharkor_gulf",
        "charm-of-justice",
        units={"jharkor_gulf": ["jharkor-fleet-1"]},
        aboard={"yishana": "jharkor-fleet-1"},
    )
    play(g, "muster yishana charm-of-justice zas")
    assert g.view()["units"]["zas"]["aboard"] == "jharkor-fleet-1"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_3_and_6_3_nobody_is_called_onto_the_waves(rules: str) -> None:
    """7.3 / 6.3: a magician who walks the sea cannot call somebody who would drown beside him, only another who walks."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={"jharkor_gulf": ["jharkor-wizard"]},
        hands={"jharkor-wizard": ["eequor"]},
        phase="muster",
    )
    refused(g, "muster jharkor-wizard eequor rackhir", cite(rules, "7.3", "6.3"))
    allowed(g, "muster jharkor-wizard eequor sorana")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_6_who_is_on_the_board_is_not_called(rules: str) -> None:
    """11.0 / 10.6: personalities in play are not called, whoever commands them; lost ones come again."""
    g = caller(rules, FILKHAR, "charm-of-justice", units={"pan_tang": ["zas"]}, owners={"zas": 1})
    refused(g, "muster yishana charm-of-justice zas", cite(rules, "11.0", "10.6"))
    g = caller(rules, FILKHAR, "charm-of-justice", lost=["zas"], owners={"zas": 1})
    allowed(g, "muster yishana charm-of-justice zas")


def test_ch_11_0_example_smiorgan_and_the_silent_guard() -> None:
    """11.0, the example: at the Unholy Fortress Smiorgan, who is no magician, finds the Elenoin; they could call the
    Flamebringers, the Clackars or the Silent Guard; he calls the Guard, who appear there, without spells."""
    g = at(
        "chaosium",
        nations={"isle-of-purple-towns": 0, "pan-tang": 1},
        units={"unholy_fortress": ["smiorgan"], "melnibone": ["silent-guard", "yyrkoon"]},
        owners={"silent-guard": None, "yyrkoon": None},
        hands={"smiorgan": ["elenoin"]},
        phase="muster",
    )
    assert spells.MUSTERS[spells.INDEX["elenoin"]] == ("flamebringers", "clackars", "silent-guard")
    assert texts(g) == {"muster smiorgan elenoin clackars", "muster smiorgan elenoin silent-guard", "end"}
    refused(g, "muster smiorgan elenoin flamebringers", "11.0")
    play(g, "muster smiorgan elenoin silent-guard")
    assert where(g, "silent-guard") == "unholy_fortress"
    assert g.view()["units"]["silent-guard"]["owner"] == 0
    assert g.view()["units"]["silent-guard"]["spells"] == 0


def test_ah_10_6_melniboneans_at_home_are_on_the_board() -> None:
    """10.6: without that example, a Melnibonean on the island is on the board and cannot be called (ruling
    home-melniboneans); once lost, he can."""
    units = {"melnibone": ["silent-guard", "yyrkoon"]}
    owners: dict[str, Any] = {"silent-guard": None, "yyrkoon": None}
    g = caller("avalon-hill", "unholy_fortress", "elenoin", units=units, owners=owners)
    refused(g, "muster yishana elenoin silent-guard", "10.6")
    g = caller("avalon-hill", "unholy_fortress", "elenoin", lost=["silent-guard"], owners={"silent-guard": None})
    allowed(g, "muster yishana elenoin silent-guard")


# ---- Theleb K'aarna --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_4_theleb_alone(rules: str) -> None:
    """11.0 / 10.4: Theleb K'aarna is called without his country, and draws his three spells."""
    g = caller(rules, FILKHAR, "arrows-of-law", draw("goldar", "aubec", "sleep", gone=("arrows-of-law",)))
    play(g, "muster yishana arrows-of-law theleb-kaarna")
    assert where(g, "theleb-kaarna") == FILKHAR
    assert g.view()["units"]["theleb-kaarna"]["spells"] == 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_6_theleb_may_be_called_away(rules: str) -> None:
    """11.0 / 10.6: he is the exception among those on the board: he leaves the player he serves, and his spells."""
    g = at(
        rules,
        draw("goldar", "aubec", "sleep", gone=("arrows-of-law", "arioch")),
        nations={"jharkor": 0, "pan-tang": 1},
        units={FILKHAR: ["yishana"], "pan_tang": ["theleb-kaarna", "jagreen-lern"]},
        hands={"yishana": ["arrows-of-law"], "theleb-kaarna": ["arioch"]},
        phase="muster",
    )
    play(g, "muster yishana arrows-of-law theleb-kaarna")
    assert g.view()["units"]["theleb-kaarna"]["owner"] == 0
    assert where(g, "theleb-kaarna") == FILKHAR
    assert {"arioch", "arrows-of-law"} <= set(g.view()["discards"])
    assert "pan-tang" in g.view()["players"][1]["nations"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_6_not_ones_own_theleb(rules: str) -> None:
    """11.0 / 10.6: whoever commands him already cannot call him again."""
    g = caller(rules, FILKHAR, "arrows-of-law", units={DHAKOS: ["theleb-kaarna"]}, owners={"theleb-kaarna": 0})
    refused(g, "muster yishana arrows-of-law theleb-kaarna", cite(rules, "11.0", "10.6"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_4_pan_tang_takes_him_along(rules: str) -> None:
    """11.0 / 10.4: when another player musters Pan Tang, Theleb K'aarna goes over to him, spells and all."""
    g = at(
        rules,
        draw("goldar", "aubec", "sleep", "fileet", "kakatal", gone=("chardros", "arioch")),
        nations={"jharkor": 0, "dharijor": 1},
        units={"pan_tang": ["yishana"], "dharijor_gromoorva": ["theleb-kaarna", "karnaal"]},
        owners={"theleb-kaarna": 1},
        hands={"yishana": ["chardros"], "theleb-kaarna": ["arioch"]},
        phase="muster",
    )
    play(g, "muster yishana chardros pan-tang")
    while g.step == "align":
        g.push("keep chaos")
    assert where(g, "theleb-kaarna") == "pan_tang"
    assert g.view()["units"]["theleb-kaarna"]["owner"] == 0
    assert "arioch" in g.view(0)["hands"]["theleb-kaarna"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_4_with_his_own_he_stays_put(rules: str) -> None:
    """11.0 / 10.4: if he serves the player who musters Pan Tang, he stays where he is and draws nothing new."""
    g = at(
        rules,
        draw("goldar", "aubec", "fileet", "kakatal", gone=("chardros", "sleep")),
        nations={"jharkor": 0, "dharijor": 1},
        units={"pan_tang": ["yishana"], DHAKOS: ["theleb-kaarna"], "dharijor_gromoorva": ["karnaal"]},
        owners={"theleb-kaarna": 0},
        hands={"yishana": ["chardros"], "theleb-kaarna": ["sleep"]},
        phase="muster",
    )
    play(g, "muster yishana chardros pan-tang")
    assert where(g, "theleb-kaarna") == DHAKOS
    assert g.view(0)["hands"]["theleb-kaarna"] == ["sleep"]


# ---- [15.0] the forces -----------------------------------------------------------------------------------------------

FORCES = """
argimiliar | king-hozel 4 0 | argimiliar-admiral 2 0 | argimiliar-necromancer 1 2 | 4/6/1 | 2/4/3 | 11
filkhar | jiku 3 0 | 2/4/3 | 4
ilmiora | fadan 3 0 | sharilla 6 0 | ilmiora-admiral 3 0 | ilmiora-alchemist 1 2 | 2/4/3 | 4/6/1 | 10
jharkor | dharmit 3 0 | yishana 5 0 | jharkor-admiral 2 0 | 2/6/1 | 2/4/3 | 8
lormyr | voashoon 3 0 | zarozinia 6 0 | lormyr-admiral 3 0 | lormyr-mage 1 2 | 2/6/1 | 2/4/3 | -
pan-tang | jagreen-lern 4 2 | theleb-kaarna 1 3 | pan-tang-general 3 1 | pan-tang-sealord 3 1 | 5/6/2 | 5
pikarayd | yaris 3 0 | 4/6/2 | 4
shazaar | ohada 1 2 | 2/6/3 | 4
vilmir | naclon 3 0 | avan-astram 4 0 | vilmir-sealord 2 0 | 4/6/1 | 9
flamebringers | terarn-gashtek 5 0 | drinij-bara 1 2 | 5
kelmain-host | umbada 3 0 | 5
olab | olab-king 3 0 | 5
melnibone | elric 6 3 | yyrkoon 5 2 | cymoril 7 1 | dyvim-tvar 3 1 | saxif-daan 2 1 | 5
"""


@pytest.mark.parametrize("line", FORCES.strip().splitlines(), ids=lambda x: x.split(" ")[0])
def test_ch_15_0_forces_as_far_as_they_can_be_read(line: str) -> None:
    """15.0: the lines of the list that survive: personalities by strength and capacity, fleets, number of armies."""
    name, *parts, many = (p.strip() for p in line.split("|"))
    n = pieces.NATIONS[pieces.NATION_INDEX[name]]
    fleets = [u for u in n.pieces if pieces.KIND[u] == pieces.FLEET]
    shown = [f"{pieces.COMBAT[x]}/{pieces.MOVE[x]}/{pieces.CARRY[x]}" for x in fleets]
    for p in parts:
        if "/" in p:
            assert p in shown
            shown.remove(p)
        else:
            who, combat, magic = p.split()
            u = pieces.INDEX[who]
            assert (pieces.COMBAT[u], pieces.MAGIC[u], pieces.NATION[u]) == (int(combat), int(magic), n.index)
    if many != "-":
        assert sum(pieces.KIND[u] == pieces.ARMY for u in n.pieces) == int(many)
        assert n.armies_sure == "printed"


def test_ch_15_0_brackets_and_conjurers() -> None:
    """15.0: values in brackets are Sharilla's, Zarozinia's and Cymoril's; (!) are Elric, Yyrkoon and Theleb K'aarna."""
    assert {pieces.IDS[u] for u in pieces.HEROES if pieces.INFLUENCE[u]} == {"sharilla", "zarozinia", "cymoril"}
    assert {pieces.IDS[u] for u in pieces.HEROES if pieces.CONJURES[u]} == {"elric", "yyrkoon", "theleb-kaarna"}


def test_both_15_0_and_2_2_6_alignment_is_information() -> None:
    """15.0 / 2.2.6: nations have a side, and no rule makes use of it."""
    law = {"bakshaan", "filkhar", "ilmiora", "isle-of-purple-towns", "lormyr", "shazaar", "tarkesh", "vilmir"}
    assert {n.id for n in pieces.NATIONS if n.alignment == "law"} == law
    assert {n.id for n in pieces.NATIONS if n.alignment == "neutral"} == {
        "flamebringers",
        "kelmain-host",
        "olab",
        "pio",
    }
    assert all(BOARD.home.get(n.id) for n in pieces.NATIONS if not n.horde)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_9_and_14_9_moonglum_with_eshmir(rules: str) -> None:
    """16.9 / 14.9: Moonglum comes by his own spell, or with Eshmir when he is not on the board."""
    g = caller(rules, "eshmir_capital", "meerclar")
    play(g, "muster yishana meerclar eshmir")
    assert where(g, "moonglum") == "eshmir_capital"
    g = caller(rules, "eshmir_capital", "meerclar", units={"pan_tang": ["moonglum"]}, owners={"moonglum": 1})
    play(g, "muster yishana meerclar eshmir")
    assert where(g, "moonglum") == "pan_tang"
    g = caller(rules, FILKHAR, "dispel-magic-a")
    play(g, "muster yishana dispel-magic-a moonglum")
    assert where(g, "moonglum") == FILKHAR
    assert not told(g, "friends")
