"""Personalities who are called, Theleb K'aarna, and the forces as they are listed. Chaosium [11.0], [15.0]; Avalon Hill 10.2,
10.4, 10.6."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    allowed,
    at,
    caller,
    cite,
    draw,
    play,
    refused,
    texts,
    told,
    where,
)

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD

FILKHAR = "filkhar_raschil"


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


def test_ah_11_3_melniboneans_at_home_are_mustered() -> None:
    """11.3: Cymoril is used as a personality when she is mustered, and the set-up has put her on the island: whoever is at
    home there, in nobody's service, can be called (ruling home-melniboneans); one who serves somebody cannot (10.6)."""
    units = {"melnibone": ["cymoril", "silent-guard", "yyrkoon"]}
    owners: dict[str, Any] = {"cymoril": None, "silent-guard": None, "yyrkoon": None}
    g = caller("avalon-hill", "unholy_fortress", "noose-of-flesh", draw("arkyn"), units=units, owners=owners)
    play(g, "muster yishana noose-of-flesh cymoril")
    assert where(g, "cymoril") == "unholy_fortress"
    g = caller("avalon-hill", "unholy_fortress", "elenoin", units=units, owners={**owners, "silent-guard": 1})
    refused(g, "muster yishana elenoin silent-guard", "10.6")
    strict = "avalon-hill, home_melniboneans=false"
    g = caller(strict, "unholy_fortress", "elenoin", units=units, owners=owners)
    refused(g, "muster yishana elenoin silent-guard", "10.6")


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
