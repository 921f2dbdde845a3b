"""Numbered cases: special terrain. Chaosium [7.5.1]-[7.5.9], Avalon Hill 6.5-6.591, 9.84."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, armies, at, cite, dice, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD


def own_turn(g: elric.Game) -> None:
    """Go on until the first seat moves again."""
    turn = g.turn
    while g.turn == turn or g.player != 0 or g.phase != "movement":
        g.push(next(t for t in ("halt", "end", "done", "ready", "leave", *sorted(texts(g))) if t in texts(g)))


# ---- the Boiling Sea ------------------------------------------------------------------------------------------------


def galleys(rules: str, script: list[int], sea: str = "silent_sea", **more: Any) -> elric.Game:
    """Jagreen Lern (4) aboard his own 5/6/2 with two armies, the General (3) on a Vilmirian 4/6/1 with one."""
    spec: dict[str, Any] = {
        "nations": {"pan-tang": 0, "vilmir": 0, "jharkor": 1},
        "units": {
            sea: ["jagreen-lern", "pan-tang-general", "pan-tang-fleet-1", "vilmir-fleet-1", "pan-tang-army*3"],
            "vilmir_jadmar": ["naclon"],
            DHAKOS: ["yishana"],
        },
        "aboard": {
            "jagreen-lern": "pan-tang-fleet-1", "pan-tang-army-1": "pan-tang-fleet-1", "pan-tang-army-2": "pan-tang-fleet-1",
            "pan-tang-general": "vilmir-fleet-1", "pan-tang-army-3": "vilmir-fleet-1",
        },
        "met_elric": True,
    }  # fmt: skip
    spec.update(more)
    return at(rules, script, **spec)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_1_example_two_ships_try_for_ashaneloon(rules: str) -> None:
    """[7.5.1] EXAMPLE: the galley of Pan Tang (5) rolls a 1 and is through; the Vilmirian (4) rolls a 5: its army
    perishes, and the personality aboard must escape too, here with a 2 against his 3."""
    g = galleys(rules, dice(1, 5, 2))
    play(g, "lead jagreen-lern", "join vilmir-fleet-1", "sail boiling_sea")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert where(g, "pan-tang-fleet-1") == where(g, "pan-tang-army-1") == "boiling_sea"
    assert where(g, "vilmir-fleet-1") is None
    assert where(g, "pan-tang-army-3") is None
    assert where(g, "pan-tang-general") not in (None, "boiling_sea")
    rolled = [(e["roll"], e["target"], e["ok"]) for e in told(g, "peril")]
    assert rolled == [(1, 5, True), (5, 4, False)]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_who_fails_with_his_ship_is_gone(rules: str) -> None:
    """[7.5.1] / 6.51, 9.84: the General rolls a 4 against his 3 after his ship has gone down."""
    g = galleys(rules, dice(1, 6, 4))
    play(g, "lead jagreen-lern", "join vilmir-fleet-1", "sail boiling_sea")
    assert where(g, "pan-tang-general") is None
    assert armies(g, "pan-tang") == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_landing_from_a_ship_takes_no_roll_of_its_own(rules: str) -> None:
    """[7.5.1] EXAMPLE, ruling ship-rolls: once the galley is through, its troops reach the island."""
    g = galleys(rules, [*dice(1), spells.INDEX["grome"]])
    play(g, "lead jagreen-lern", "sail boiling_sea", "land ashaneloon")
    assert where(g, "jagreen-lern") == where(g, "pan-tang-army-1") == "ashaneloon"
    assert len(told(g, "peril")) == 1


def test_ch_7_5_1_a_roll_going_in_and_a_roll_coming_out() -> None:
    """[7.5.1]: through the Boiling Sea within one turn takes two rolls of each ship."""
    g = galleys("chaosium", dice(1, 6))
    play(g, "lead jagreen-lern", "drop pan-tang-army-1", "sail boiling_sea", "sail jungle_sea")
    assert [e["roll"] for e in told(g, "peril")] == [1, 6]
    assert where(g, "pan-tang-fleet-1") is None
    assert where(g, "pan-tang-army-1") is None  # aboard, in hand or not


def test_ah_6_51_one_roll_in_a_player_turn() -> None:
    """6.51: the same passage takes one."""
    g = galleys("avalon-hill", dice(1))
    play(g, "lead jagreen-lern", "sail boiling_sea", "sail jungle_sea", "halt")
    assert where(g, "pan-tang-fleet-1") == "jungle_sea"
    assert len(told(g, "peril")) == 1


def test_ah_6_51_staying_there_takes_a_roll_too() -> None:
    """6.51, ruling boiling-stay: at the end of movement a ship that has not rolled this turn rolls; one that came in
    this turn has rolled already."""
    g = galleys("avalon-hill", dice(1))
    play(
        g, "lead jagreen-lern", "sail boiling_sea", "halt", "lead pan-tang-general", "sail western_ocean", "halt", "end"
    )
    assert len(told(g, "peril")) == 1
    rest = galleys("avalon-hill", dice(1, 4), "boiling_sea")
    play(rest, "end")
    assert len(told(rest, "peril")) == 2
    assert where(rest, "vilmir-fleet-1") == "boiling_sea"
    leaving = galleys("avalon-hill", dice(1, 4), "boiling_sea")
    play(leaving, "lead jagreen-lern", "join vilmir-fleet-1", "sail silent_sea", "halt", "end")
    assert len(told(leaving, "peril")) == 2  # leaving is the one roll; nothing more at the end


def test_ch_7_5_1_staying_there_takes_no_roll() -> None:
    """[7.5.1]: Chaosium rolls on entering and on leaving."""
    g = galleys("chaosium", [], "boiling_sea")
    play(g, "end")
    assert not told(g, "peril")


def test_ah_6_51_a_fresh_ship_rolls_though_its_companion_has() -> None:
    """6.51: each ship rolls once; one that has braved the sea this turn does not answer for another."""
    g = galleys("avalon-hill", dice(1, 2))
    play(g, "lead jagreen-lern", "sail boiling_sea", "halt")
    play(g, "lead pan-tang-general", "sail boiling_sea", "halt")
    assert [pieces.IDS[e["unit"]] for e in told(g, "peril")] == ["pan-tang-fleet-1", "vilmir-fleet-1"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_who_walks_into_it_rolls_for_himself(rules: str) -> None:
    """[7.5.1] / 6.51: Jagreen Lern on foot, 4 against 4; a 5 is the end, without a second escape."""
    for roll, place in ((4, "boiling_sea"), (5, None)):
        g = at(rules, dice(roll), nations={"pan-tang": 0, "jharkor": 1},
               units={"silent_lands": ["jagreen-lern"], "pan_tang": ["pan-tang-general"], DHAKOS: ["yishana"]}, met_elric=True)  # fmt: skip
        play(g, "lead jagreen-lern", "step boiling_sea")
        assert where(g, "jagreen-lern") == place


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_walkers_magic_helps_him_through(rules: str) -> None:
    """[7.5.1], [10.8] / 6.51, 9.84, 9.81: the roll is a heroic escape, so a spell may be used instead of his value."""
    g = at(rules, dice(5), nations={"pan-tang": 0, "jharkor": 1},
           units={"silent_lands": ["jagreen-lern"], "pan_tang": ["pan-tang-general"], DHAKOS: ["yishana"]},
           hands={"jagreen-lern": ["arioch", "escape-a"]}, met_elric=True)  # fmt: skip
    play(g, "lead jagreen-lern", "step boiling_sea")
    assert g.step == "escape"
    assert {"roll", "charm arioch", "charm escape-a"} <= texts(g)
    sure = g.copy()
    play(sure, "charm escape-a")
    assert where(sure, "jagreen-lern") == "boiling_sea"
    assert not told(sure, "peril")
    play(g, "charm arioch")  # 5 against Arioch's 5
    assert where(g, "jagreen-lern") == "boiling_sea"
    assert g.view()["balance"]["at"] == 5


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_brackets_share_the_fate_of_the_strongest_beside_them(rules: str) -> None:
    """[10.8] / 9.82 in perilous waters: Cymoril (7) walks with Yyrkoon (5) and lives or dies with him."""
    for roll, place in ((5, "boiling_sea"), (6, None)):
        g = at(rules, dice(roll), nations={"pan-tang": 1, "jharkor": 0},
               units={"silent_lands": ["yyrkoon", "cymoril"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
               owners={"yyrkoon": 0, "cymoril": 0}, met_elric=True)  # fmt: skip
        play(g, "lead yyrkoon", "join cymoril", "step boiling_sea")
        assert where(g, "yyrkoon") == where(g, "cymoril") == place


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_balance_helps_through_the_boiling_sea(rules: str) -> None:
    """[13.2], [7.5.1] / 12.2, 6.51, 9.84: Mabelrode (3) with the marker in the fourth box to Chaos helps by 5."""
    g = at(rules, dice(5), nations={"pan-tang": 0, "jharkor": 1}, balance=4,
           units={"silent_lands": ["jagreen-lern"], "pan_tang": ["pan-tang-general"], DHAKOS: ["yishana"]},
           hands={"jagreen-lern": ["mabelrode"]}, met_elric=True)  # fmt: skip
    play(g, "lead jagreen-lern", "step boiling_sea", "charm mabelrode")
    assert told(g, "peril")[0]["target"] == 5
    assert where(g, "jagreen-lern") == "boiling_sea"
    assert g.view()["balance"]["at"] == 7


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_maintained_neutral_spell_does_not_stay_in_the_water(rules: str) -> None:
    """[13.4] B / 12.42: Elenoin (3), kept up by Jagreen Lern, fails him with a 4 and is discarded with him gone."""
    g = at(rules, dice(4), nations={"pan-tang": 0, "jharkor": 1}, tipped="chaos",
           units={"silent_lands": ["jagreen-lern"], "pan_tang": ["pan-tang-general"], DHAKOS: ["yishana"]},
           maintained={"jagreen-lern": "elenoin"}, met_elric=True)  # fmt: skip
    play(g, "lead jagreen-lern", "step boiling_sea", "charm elenoin")
    assert where(g, "jagreen-lern") is None
    assert "elenoin" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_magic_saves_a_value_in_brackets_from_the_water(rules: str) -> None:
    """[10.8] / 9.81, 9.82: Cymoril (7) on the Boiling Sea alone has nobody to share a fate with, but a spell of her own."""
    for hands in ({}, {"cymoril": ["arioch"]}):
        g = at(rules, dice(5), nations={"pan-tang": 1, "jharkor": 0}, owners={"cymoril": 0}, hands=hands,
               units={"silent_lands": ["cymoril"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]}, met_elric=True)  # fmt: skip
        play(g, "lead cymoril", "step boiling_sea")
        if hands:
            refused(g, "roll", cite(rules, "10.8", "9.82"))
            play(g, "charm arioch")
        assert where(g, "cymoril") == ("boiling_sea" if hands else None)


# ---- the Serpent's Teeth --------------------------------------------------------------------------------------------


def test_ch_7_5_4_ships_roll_once_on_going_in() -> None:
    """[7.5.4]: one roll for the ship on entering the Teeth, none on leaving; it sails on at once."""
    g = galleys("chaosium", dice(2), "shazaar_gulf")
    play(g, "lead jagreen-lern", "sail serpents_teeth", "sail jungle_sea", "halt")
    assert where(g, "pan-tang-fleet-1") == "jungle_sea"
    assert len(told(g, "peril")) == 1


def test_ch_7_5_4_a_lost_ship_takes_its_armies_along() -> None:
    """[7.5.4]: a 6 sinks the galley, its armies are lost, and Jagreen Lern must escape (3 against 4)."""
    g = galleys("chaosium", dice(6, 3), "shazaar_gulf")
    play(g, "lead jagreen-lern", "sail serpents_teeth")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert where(g, "pan-tang-fleet-1") is None
    assert armies(g, "pan-tang") == 1  # the one on the other ship, which stayed behind
    assert where(g, "jagreen-lern") not in (None, "serpents_teeth")


def test_ch_7_5_4_only_ships_fear_the_teeth() -> None:
    """[7.5.4]: Chaosium speaks of ships; who walks the water there needs no roll."""
    g = at("chaosium", nations={"pan-tang": 0, "jharkor": 1},
           units={"shazaar_south": ["jagreen-lern"], "pan_tang": ["pan-tang-general"], DHAKOS: ["yishana"]}, met_elric=True)  # fmt: skip
    play(g, "lead jagreen-lern", "step serpents_teeth", "halt")
    assert not told(g, "peril")


def test_ah_6_54_the_teeth_are_as_the_boiling_sea() -> None:
    """6.54: one roll a player-turn for ships, walkers and flyers, for staying too."""
    g = galleys("avalon-hill", dice(2), "shazaar_gulf")
    play(g, "lead jagreen-lern", "sail serpents_teeth", "sail jungle_sea", "halt")
    assert len(told(g, "peril")) == 1
    walker = at(script=dice(5), nations={"pan-tang": 0, "jharkor": 1},
                units={"shazaar_south": ["jagreen-lern"], "pan_tang": ["pan-tang-general"], DHAKOS: ["yishana"]}, met_elric=True)  # fmt: skip
    play(walker, "lead jagreen-lern", "step serpents_teeth")
    assert where(walker, "jagreen-lern") is None
    rest = galleys("avalon-hill", dice(1, 4), "serpents_teeth")
    play(rest, "end")
    assert len(told(rest, "peril")) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_ship_adrift_braves_the_teeth_like_any_other(rules: str) -> None:
    """[7.5.4], [7.3] / 6.54, 6.321: a fleet going home has to pass; it rolls and, if it comes through, sails on."""
    g = at(rules, dice(1, 1), nations={"shazaar": 0, "jharkor": 1},
           units={"jungle_sea": ["shazaar-fleet-1"], "shazaar_aflitain": ["ohada"], "lormyrian_sea": ["yishana", "jharkor-fleet-1"],
                  DHAKOS: ["dharmit"]}, aboard={"yishana": "jharkor-fleet-1"}, met_elric=True)  # fmt: skip
    play(g, "home shazaar-fleet-1")
    assert [e["ok"] for e in told(g, "peril")] == [True]
    assert where(g, "shazaar-fleet-1") == "shazaar_aflitain"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_retreat_braves_it_too(rules: str) -> None:
    """[7.5.1] / 6.51: beaten at sea and driven into the Boiling Sea, the ships roll there."""
    g = at(rules, [*dice(1, 6), *dice(1)], nations={"pan-tang": 0, "jharkor": 1, "vilmir": 1},
           units={"silent_sea": ["jagreen-lern", "pan-tang-fleet-1", "yishana", "vilmir-fleet-1"],
                  "western_ocean": ["dharmit", "jharkor-fleet-1"], "pan_tang": ["pan-tang-general"], DHAKOS: ["jharkor-admiral"],
                  "vilmir_jadmar": ["naclon"]},
           aboard={"jagreen-lern": "pan-tang-fleet-1", "yishana": "vilmir-fleet-1", "dharmit": "jharkor-fleet-1"},
           assaults=["silent_sea"], phase="combat", met_elric=True)  # fmt: skip
    play(g, "fight silent_sea", "ready", "ready")
    play(g, "lose pan-tang-fleet-1" if "lose pan-tang-fleet-1" in texts(g) else "retreat boiling_sea")
    assert [(e["roll"], pieces.IDS[e["unit"]]) for e in told(g, "peril")] == [(1, "pan-tang-fleet-1")]
    assert where(g, "jagreen-lern") == "boiling_sea"


# ---- mountains ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_mountains_cannot_be_crossed(rules: str) -> None:
    """[7.5], [7.5.3] / 6.5, 6.53: not by armies, not by anybody; the verdict says so when they are clicked."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={SEQUA: ["yishana", "jharkor-army*1"], "pan_tang": ["jagreen-lern"]},
        met_elric=True,
    )
    play(g, "lead yishana")
    refused(g, "step mt_myrrhyn", cite(rules, "7.5.3", "6.53"))
    assert not any(BOARD.kind[b] == 2 for a in BOARD.lands for b in BOARD.near[a])
