"""Numbered cases: the equipment as far as the engine uses it, and setting up. Chaosium [3.1]-[3.3], [4.0]; Avalon Hill 2, 3."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from kit import EDITIONS, at, dice, refused, texts, told, where

import elric
from elric.kernel.chance import ScriptedThenSeeded
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.game import find_scenario
from elric.young_kingdoms.magic.balance import box_value
from elric.young_kingdoms.position.state import CAST, GONE, HIDDEN
from elric.young_kingdoms.turn.sequence import TURNS
from elric.young_kingdoms.turn.setup import new_state


def opening(scenario: str, rules: str, *results: int, seed: int = 0) -> elric.Game:
    """A game from its set-up, with the first results of chance written down."""
    g = elric.Game.from_state(new_state(find_scenario(scenario), law.ruleset(rules)), seed)
    g.chance = ScriptedThenSeeded(list(results), g.chance)
    g.begin()
    return g


def set_up(g: elric.Game) -> None:
    """Answer whatever is asked until the first turn begins."""
    while g.turn == 0:
        g.push(g.legal_actions()[0])


def on_board(g: elric.Game) -> dict[str, dict[str, Any]]:
    units: dict[str, dict[str, Any]] = g.view()["units"]
    return units


# ---- the board ------------------------------------------------------------------------------------------------------

PLACES = {
    "ashaneloon", "dhoz_kam", "dorel_central", "kaneloon", "mordagas_castle", "nihrain", "silent_lands",
    "sorcerers_isle", "tanelorn", "troos", "unholy_fortress", "xanyaw",
}  # fmt: skip


def test_both_the_board_has_its_nations_continents_and_wilderness() -> None:
    """[3.1] / 2.1: every nation of the books has land, in the part of the world where the books put it."""
    parts = {
        "north": {"ilmiora", "vilmir", "eshmir", "nadsokor", "bakshaan"},
        "south": {"pikarayd", "argimiliar", "filkhar", "lormyr"},
        "west": {"shazaar", "jharkor", "dharijor", "tarkesh"},
    }
    for continent, nations in parts.items():
        for n in nations:
            assert BOARD.home[n], n
            assert {BOARD.continent[a] for a in BOARD.home[n]} == {continent}
    for island in ("melnibone", "pan-tang", "isle-of-purple-towns"):
        assert BOARD.home[island]
    wild = {BOARD.ids[a] for a in BOARD.lands if BOARD.wild[a]}
    assert {"marshes_of_mist", "myrrhyn", "xanyaw", "nihrain", "silent_lands", "oin", "yu", "org", "troos"} <= wild
    assert {"ashaneloon", "sorcerers_isle", "unholy_fortress", "rlin_kren_aa"} <= wild
    assert not any(BOARD.wild[a] and BOARD.capital[a] for a in BOARD.lands)


def test_both_three_seas_are_unlike_the_others() -> None:
    """[3.1] / 2.1: all seas are alike but the Boiling Sea, the Serpent's Teeth and the Straits of Chaos."""
    assert {BOARD.special[a] for a in BOARD.seas} - {""} == {"boiling_sea", "serpents_teeth", "straits_of_chaos"}
    assert [BOARD.ids[a] for a in BOARD.seas if BOARD.wild[a]] == ["straits_of_chaos"]


def test_ah_2_1_a_port_is_an_anchor_in_a_sea_beside_the_city() -> None:
    """2.1: a harbour opens on a sea it touches; swords mark three places that are no cities."""
    for a in BOARD.lands:
        assert all(sea in BOARD.touch[a] and BOARD.kind[sea] == SEA for sea in BOARD.ports[a])
        assert not BOARD.ports[a] or BOARD.city[a]
    for name in ("ashaneloon", "unholy_fortress", "mordagas_castle"):
        assert not BOARD.city[BOARD.index[name]]


def test_ah_2_1_some_ports_build_fleets_and_some_do_not() -> None:
    """2.1: an anchor in brackets is a port where its owner builds fleets. Banarva is a port without brackets."""
    banarva, dhakos = BOARD.index["tarkesh_banarva"], BOARD.index["jharkor_dhakos"]
    assert BOARD.ports[banarva]
    assert not BOARD.builds[banarva]
    assert BOARD.builds[dhakos]


def test_both_walls_by_kind_of_city() -> None:
    """[7.5.2], [7.5.7] / 6.52, 6.57: capitals 5, other walled cities 3, Nadsokor none."""
    assert BOARD.wall[BOARD.index["vilmir_jadmar"]] == 5
    assert BOARD.wall[BOARD.index["jharkor_sequa"]] == 3
    assert BOARD.wall[BOARD.index["nadsokor"]] == 0
    for a in BOARD.lands:
        if BOARD.city[a] and not BOARD.wild[a] and BOARD.ids[a] != "nadsokor":
            assert BOARD.wall[a] == (5 if BOARD.capital[a] else 3), BOARD.ids[a]


# ---- the pieces -----------------------------------------------------------------------------------------------------


def test_both_every_army_is_worth_one() -> None:
    """[3.2] / 2.21: each army has a combat value of 1, and four movement points under a leader."""
    assert {pieces.COMBAT[u] for u in pieces.ARMIES} == {1}
    assert {pieces.MOVE[u] for u in pieces.ARMIES} == {4}


def test_both_fleets_have_three_numbers() -> None:
    """[3.2] / 2.22: combat value, seas a turn, armies aboard; the figures of the worked examples."""
    x = pieces.INDEX["pan-tang-fleet-1"]
    assert (pieces.COMBAT[x], pieces.MOVE[x], pieces.CARRY[x]) == (5, 6, 2)
    y = pieces.INDEX["vilmir-fleet-1"]
    assert (pieces.COMBAT[y], pieces.MOVE[y], pieces.CARRY[y]) == (4, 6, 1)
    assert pieces.MOVE[pieces.INDEX["lormyr-fleet-1"]] == 6


def test_both_personalities_ride_free() -> None:
    """[3.2] / 2.22: any number of personalities may be aboard a ship that carries one army."""
    g = at(
        nations={"jharkor": 0, "pan-tang": 1},
        units={"jharkor_gulf": ["jharkor-fleet-1", "yishana", "dharmit", "jharkor-admiral", "jharkor-wizard", "jharkor-army*1"],
               "pan_tang": ["jagreen-lern"]},
        aboard=dict.fromkeys(("yishana", "dharmit", "jharkor-admiral", "jharkor-wizard", "jharkor-army-1"), "jharkor-fleet-1"),
    )  # fmt: skip
    assert sum(u["aboard"] == "jharkor-fleet-1" for u in on_board(g).values()) == 5


def test_both_brackets_mean_influence_only() -> None:
    """[3.2] / 2.23: a value in brackets never fights, and weighs only with Elric."""
    for name, value in (("cymoril", 7), ("sharilla", 6), ("zarozinia", 6)):
        u = pieces.INDEX[name]
        assert pieces.INFLUENCE[u]
        assert (pieces.COMBAT[u], pieces.FIGHT[u]) == (value, 0)


def test_both_a_second_number_makes_a_magician() -> None:
    """[3.2] / 2.23: spell capacity is the number of spells held; three draw spells in battle."""
    assert pieces.MAGIC[pieces.INDEX["jagreen-lern"]] == 2
    assert pieces.MAGIC[pieces.INDEX["yishana"]] == 0
    assert {pieces.IDS[u] for u in pieces.HEROES if pieces.CONJURES[u]} == {"elric", "yyrkoon", "theleb-kaarna"}


def test_both_spell_counters() -> None:
    """[3.2] / 2.24: 69 spells with value, alignment and musters; values in brackets add nothing to a battle."""
    assert spells.SIZE == 69
    count = Counter(spells.ALIGNMENT_NAMES)
    assert (count["law"], count["chaos"], count["neutral"], count["immediate"]) == (13, 20, 22, 8)
    bird = spells.INDEX["jeweled-bird"]
    assert (spells.VALUE[bird], spells.STRENGTH[bird], spells.FLIES[bird]) == (4, 0, 2)


def test_ah_2_2_6_alignment_of_a_nation_changes_nothing() -> None:
    """2.2.6: the table gives each nation an alignment; a Law nation's magician may hold Chaos spells."""
    assert pieces.NATIONS[pieces.NATION_INDEX["shazaar"]].alignment == "law"
    g = at(nations={"shazaar": 0}, units={"shazaar_aflitain": ["ohada"]}, hands={"ohada": ["arioch"]})
    assert g.view(0)["hands"]["ohada"] == ["arioch"]


# ---- tracks ---------------------------------------------------------------------------------------------------------


def test_both_the_turn_track_has_ten_spaces() -> None:
    """[3.3] / 2.3: after the tenth turn the game is over."""
    assert TURNS == 10


def test_both_balance_arms_carry_numbers_from_one_to_six() -> None:
    """[3.3] / 2.3: two arms of twelve boxes worth 1 to 6, rising outwards; the switch has six (ruling balance-boxes)."""
    for rules, arm in (("chaosium", 12), ("avalon-hill", 12), ("chaosium, balance_arm=6", 6)):
        s = at(rules, nations={"jharkor": 0}, units={"jharkor_dhakos": ["yishana"]}).state
        values = [box_value(s, n) for n in range(1, arm + 1)]
        assert values == sorted(values)
        assert set(values) == {1, 2, 3, 4, 5, 6}
        assert [box_value(s, -n) for n in range(1, arm + 1)] == values
        assert box_value(s, 0) == 0


# ---- setting up -----------------------------------------------------------------------------------------------------


def hidden(g: elric.Game) -> set[str]:
    return {BOARD.ids[at - HIDDEN] for at in g.state.spell_at if HIDDEN <= at < HIDDEN + BOARD.size}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_4_0a_and_3_1_all_spells_are_mixed_together(rules: str) -> None:
    """[4.0] A / 3.1: all 69 go into one container, so any of them may lie hidden or be dealt, and no two games are alike."""
    games = [elric.new_game("kingdom", rules, seed) for seed in range(30)]
    for g in games:
        set_up(g)
        somewhere = [at for at in g.state.spell_at if at != GONE]
        assert len(somewhere) == spells.SIZE
    lying = [tuple(i for i, at in enumerate(g.state.spell_at) if HIDDEN <= at < CAST) for g in games]
    assert len(set(lying)) == len(games)
    kinds = {spells.ALIGNMENT_NAMES[i] for where in lying for i in where}
    assert kinds == set(spells.ALIGNMENT_NAMES)


def test_both_4_0_and_3_the_standard_set_up_in_its_order() -> None:
    """[4.0] / 3: dice for the first turn, spells on the board, sides, nations and hands; then the first game-turn."""
    for rules in EDITIONS:
        g = elric.new_game("kingdom", rules, 4)
        set_up(g)
        kinds = [e["kind"] for e in g.events]
        order = ["first roll", "spells hidden", "group", "nation", "drew", "game-turn"]
        assert [kinds.index(k) for k in order] == sorted(kinds.index(k) for k in order)


def test_ch_4_0b_twelve_places_get_a_hidden_spell() -> None:
    """[4.0] B: one spell, unseen, on each of twelve places, R'lin K'ren A'a not among them."""
    g = elric.new_game("successor", "chaosium", 3)
    assert hidden(g) == PLACES
    assert sum(at >= HIDDEN for at in g.state.spell_at if at < HIDDEN + BOARD.size) == 12


def test_ah_3_2_thirteen_places_get_a_hidden_spell() -> None:
    """3.2: the same twelve and R'lin K'ren A'a; nobody sees which spells they are."""
    g = elric.new_game("successor", "avalon-hill", 3)
    assert hidden(g) == PLACES | {"rlin_kren_aa"}
    areas = g.view(0)["areas"]
    assert areas["rlin_kren_aa"]["spell"] is True
    assert not areas["rlin_kren_aa"].get("face_up")
    assert not any(e.get("spell") is not None for e in g.story(0) if e["kind"] == "spells hidden")


def test_both_spell_places_are_a_switch() -> None:
    """[3.1], [4.0] B / 2.1, 3.2: the board of 1981 has a symbol on R'lin K'ren A'a; the switch follows it."""
    g = elric.new_game("successor", "chaosium, spell_place_rlin=true", 3)
    assert len(hidden(g)) == 13


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_markers_stand_at_their_start(rules: str) -> None:
    """[4.0] C / 3.3: turn 1, Balance in the middle, world not tipped."""
    g = elric.new_game("kingdom", rules, 5)
    set_up(g)
    assert g.turn == 1
    balance = g.view()["balance"]
    assert (balance["at"], balance["tipped"]) == (0, None)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_melniboneans_wait_on_their_island(rules: str) -> None:
    """[4.0] D / 3.5: all Melnibonean counters but Elric, the Battle Barge and Colim among them, nobody's as yet."""
    g = elric.new_game("successor", rules, 3)
    units = on_board(g)
    for u in pieces.NATIONS[pieces.MELNIBONE].pieces:
        if u == pieces.ELRIC:
            continue
        piece = units[pieces.IDS[u]]
        assert (piece["at"], piece["owner"]) == ("melnibone", None)
    assert {"golden-battle-barge", "magnum-colim"} <= set(units)


def test_ch_4_0e_the_highest_roll_begins() -> None:
    """[4.0] E: three players roll 2, 5, 3; the second begins and turns go round from there."""
    g = opening("empire", "chaosium", *dice(2, 5, 3))
    assert g.state.order == (1, 2, 0)


def test_ch_4_0e_equal_highest_rolls_are_rolled_again() -> None:
    """[4.0] E, ruling first-player: 6, 6, 4: the two sixes roll again, 1 against 3."""
    g = opening("empire", "chaosium", *dice(6, 6, 4), *dice(1, 3))
    assert g.state.order[0] == 1


def test_ah_3_6_example_the_highest_lone_roll_begins() -> None:
    """3.6 EXAMPLE: 6, 6, 4 and 2: whoever rolled the 4 is first."""
    g = opening("world", "avalon-hill", *dice(6, 6, 4, 2))
    assert g.state.order == (2, 3, 0, 1)


def test_ch_4_0e_has_no_lone_roll_rule() -> None:
    """[4.0] E: with the same 6, 6, 4 and 2 the sixes settle it between them."""
    g = opening("world", "chaosium", *dice(6, 6, 4, 2), *dice(5, 2))
    assert g.state.order[0] == 0


def test_ah_3_61_example_only_the_highest_tie_rolls_off() -> None:
    """3.61 EXAMPLE: 5, 5, 2, 2: those with the fives roll off, here twice."""
    g = opening("world", "avalon-hill", *dice(5, 5, 2, 2), *dice(3, 3), *dice(1, 6))
    assert g.state.order[0] == 1
    assert [len(e["rolls"]) for e in told(g, "first roll")] == [4, 2, 2]


def test_ah_3_7_the_first_player_chooses_first_and_the_others_follow() -> None:
    """3.7: sides are taken in playing order; a side that is taken cannot be taken again."""
    g = opening("empire", "avalon-hill", *dice(1, 4, 2))
    assert (g.seat, g.step) == (1, "choose")
    g.push("choose 3")
    assert g.seat == 2
    refused(g, "choose 3", "13.7")
    g.push("choose 1")
    assert g.state.sides == (1, 2, 0)  # the last side falls to the last player


def test_ch_14_3_sides_are_given_where_the_scenario_gives_them() -> None:
    """[4.0] E, [14.3]: the first player has the western kings; nobody is asked."""
    g = opening("successor", "chaosium", *dice(2, 5))
    assert not told(g, "choose")
    assert g.state.nation_owner[pieces.NATION_INDEX["jharkor"]] == 1


def test_both_three_armies_in_each_lesser_city_and_the_rest_in_the_capital() -> None:
    """[4.0] F / 3.8: Jharkor's eight armies: three in Thokora, three in Sequa, two with everybody else in Dhakos."""
    for rules in EDITIONS:
        g = elric.new_game("successor", rules, 3)
        set_up(g)
        units = on_board(g)
        stood = Counter(u["at"] for u in units.values() if u["nation"] == "jharkor" and u["kind"] == "army")
        assert stood == {"jharkor_thokora": 3, "jharkor_sequa": 3, "jharkor_dhakos": 2}
        for name in ("yishana", "dharmit", "jharkor-wizard", "jharkor-admiral", "jharkor-fleet-1", "jharkor-fleet-2"):
            assert units[name]["at"] == "jharkor_dhakos"


def test_both_fleets_and_admiral_start_together_in_a_port_of_choice() -> None:
    """[4.0] F / 3.8: Lormyr has two ports; its fleets and admiral go to one of them, never to the inland capital."""
    for rules in EDITIONS:
        g = opening("kingdom", rules, *dice(6, 1, 2))
        g.push("choose 2")
        while g.step != "harbour":
            g.push(g.legal_actions()[0])
        assert texts(g) == {"harbour lormyr_trepasaz", "harbour lormyr_ramasaz"}
        refused(g, "harbour lormyr_iosaz", "4.0F" if rules == "chaosium" else "3.8")
        g.push("harbour lormyr_ramasaz")
        for name in ("lormyr-fleet-1", "lormyr-fleet-2", "lormyr-admiral"):
            assert where(g, name) == "lormyr_ramasaz"
        assert where(g, "voashoon") == "lormyr_iosaz"


def test_ah_3_81_a_single_city_takes_everything() -> None:
    """3.81 / [4.0] F: Pan Tang has one city, and all its pieces start there."""
    g = elric.new_game("successor", "avalon-hill", 3)
    set_up(g)
    assert {u["at"] for u in on_board(g).values() if u["nation"] == "pan-tang"} == {"pan_tang"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_magicians_begin_with_spells_to_capacity(rules: str) -> None:
    """[9.1] / 8.1 at set-up: Jagreen Lern draws two spells, and no play-at-once spell stays in a hand."""
    g = elric.new_game("successor", rules, 12)
    set_up(g)
    held = [g.view(seat)["hands"].get("jagreen-lern") for seat in (0, 1)]
    mine = next(h for h in held if h is not None)
    assert len(mine) <= 2
    assert not any(spells.IMMEDIATE[spells.INDEX[i]] for i in mine)


def test_ch_12_1_5_set_up_redraws_only_nightmares_ah_8_311_all() -> None:
    """[12.1.5] / 8.311: while hands are first dealt, Chaosium puts nightmares back, Avalon Hill every play-at-once."""
    assert law.ruleset("chaosium").setup_redraw == "nightmares"
    assert law.ruleset("avalon-hill").setup_redraw == "all"


def test_both_land_provinces_are_land() -> None:
    """[3.1] / 2.1: spell places and capitals lie on land."""
    for name in PLACES:
        assert BOARD.kind[BOARD.index[name]] == LAND
