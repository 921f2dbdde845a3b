"""Elric: where he appears, whom he follows, his spells, his sword and his friend. Chaosium [12.1]-[12.1.6], [13.3]; Avalon
Hill 11.1-11.161, 12.3."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    SEQUA,
    allowed,
    at,
    card,
    cite,
    conjures,
    dice,
    draw,
    find,
    held,
    owner,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.artifacts import bonds
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD

PLAINS_SOUTH = "shazaar_south"
NATIONS = {"jharkor": 0, "pan-tang": 1}


def appear(rules: str, script: list[int], turn: int = 2, **more: Any) -> elric.Game:
    """A game-turn begins and no player's personality stands with Elric."""
    units = {DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"], **more.pop("units", {})}
    return at(rules, script, nations=NATIONS, units=units, phase="appearance", turn=turn, **more)


# ---- Random Appearance -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_1_and_11_11_when_the_game_begins(rules: str) -> None:
    """12.1, 12.1.1 / 11.1, 11.11: before the first player-turn Elric stands in some nation's capital or main city, nobody's man or the
    man of whoever is there."""
    for seed in range(6):
        g = elric.new_game("kingdom", rules, seed=seed)
        while g.turn == 0 or g.phase == "appearance":
            g.push(g.legal_actions()[0])
        first = told(g, "appears")[0]
        assert first["unit"] == pieces.ELRIC
        assert BOARD.city[first["area"]]
        assert not any(e["kind"] == "phase" for e in g.events[: g.events.index(first)])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_1_and_11_11_one_name(rules: str) -> None:
    """12.1.1 / 11.11: with one nation on the spell drawn he stands in its capital; the spell is discarded."""
    g = appear(rules, draw("beetles-of-kaleef"))
    assert where(g, "elric") == "nadsokor"
    assert owner(g, "elric") is None
    assert "beetles-of-kaleef" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_1_and_11_11_main_city(rules: str) -> None:
    """12.1.1 / 11.11: a nation without a capital on the board counts with its main city."""
    g = appear(rules, draw("dead-gods-book"))
    assert where(g, "elric") == "dhoz_kam"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_1_and_11_11_draw_until_a_nation_is_named(rules: str) -> None:
    """12.1.1 / 11.11: spells that name no nation are discarded, and another is drawn."""
    g = appear(rules, draw("dharzi", "escape-a", "beetles-of-kaleef"))
    assert where(g, "elric") == "nadsokor"
    assert {"dharzi", "escape-a", "beetles-of-kaleef"} == set(g.view()["discards"])


@pytest.mark.parametrize(
    ("spell", "face", "area"),
    [
        ("goldar", 3, "purple_menii"),
        ("goldar", 4, "argimiliar_cadsandria"),
        ("arkyn", 2, "shazaar_aflitain"),
        ("arkyn", 3, "vilmir_jadmar"),
        ("arkyn", 4, "vilmir_jadmar"),
        ("arkyn", 5, "ilmiora_ilmar"),
        ("gaaoll", 3, "shazaar_aflitain"),
        ("gaaoll", 4, "vilmir_jadmar"),
    ],
)
def test_ch_12_1_1_the_die_picks(spell: str, face: int, area: str) -> None:
    """12.1.1: of two nations 1-3 is the first and 4-6 the second; of three 1-2, 3-4 and 5-6."""
    g = appear("chaosium", [*draw(spell), *dice(face)])
    assert where(g, "elric") == area


def test_ah_11_11_the_player_picks() -> None:
    """11.11: of several nations on the spell the active player takes one he likes."""
    g = appear("avalon-hill", draw("arkyn"))
    assert g.seat == 0
    assert texts(g) == {"appear shazaar_aflitain", "appear vilmir_jadmar", "appear ilmiora_ilmar"}
    refused(g, "appear nadsokor", "11.11")
    play(g, "appear ilmiora_ilmar")
    assert where(g, "elric") == "ilmiora_ilmar"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_1_and_11_11a_again_when_nobody_is_with_him(rules: str) -> None:
    """12.1.1 / 11.11 A: alone at the start of a game-turn, he leaves where he is and appears anew; with a player's
    personality he stays."""
    g = appear(rules, draw("beetles-of-kaleef"), units={"vilmir_jadmar": ["elric"]}, owners={"elric": None})
    assert where(g, "elric") == "nadsokor"
    g = held(rules, phase="appearance", turn=2)
    assert where(g, "elric") == SEQUA


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_1_and_4_1_only_when_a_game_turn_begins(rules: str) -> None:
    """12.1.1 / 4.1: the second player's turn moves nobody about."""
    g = at(
        rules,
        nations=NATIONS,
        units={"vilmir_jadmar": ["elric"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": None},
        phase="muster",
        player=0,
    )
    while not (g.player == 1 and g.phase == "movement"):
        g.push("end")
    assert where(g, "elric") == "vilmir_jadmar"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_1_and_11_11_by_the_first_who_still_plays(rules: str) -> None:
    """5.0 A, 12.1.1 / 4.1, 11.11: the appearance belongs to the start of the game-turn, even when the first player is out of the game."""
    g = at(
        rules,
        draw("beetles-of-kaleef"),
        nations={"pan-tang": 1},
        units={"pan_tang": ["jagreen-lern"]},
        phase="muster",
        player=1,
    )
    while not (g.turn == 2 and g.phase == "movement"):
        g.push("end")
    assert where(g, "elric") == "nadsokor"


# ---- control ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_the_first_to_join_him(rules: str) -> None:
    """12.1.2, 12.1.3 / 11.12, 11.131: the first to end his movement with a masterless Elric commands him, and Elric draws a
    full hand then."""
    g = at(
        rules,
        draw("arkyn", "arioch", "fileet"),
        nations=NATIONS,
        units={SEQUA: ["yishana"], "dharijor_sequaloris": ["elric"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": None},
    )
    play(g, "lead yishana; step dharijor_sequaloris; halt; end")
    assert owner(g, "elric") == 0
    assert g.view(0)["hands"]["elric"] == ["arkyn", "arioch", "fileet"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_an_army_does_not_win_him(rules: str) -> None:
    """12.1.2 / 11.12: a personality is needed."""
    g = at(
        rules,
        nations=NATIONS,
        units={SEQUA: ["yishana", "jharkor-army-1"], DHAKOS: ["elric"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": None},
    )
    play(g, f"march jharkor-army-1 {DHAKOS}; end")
    assert owner(g, "elric") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_whoever_is_there_when_he_appears(rules: str) -> None:
    """12.1.2 / 11.12: where he appears beside a personality he has met the first; the holder of the city before others."""
    g = appear(
        rules,
        [*draw("beetles-of-kaleef"), *draw("arkyn", "arioch", "fileet", gone=("beetles-of-kaleef",))],
        units={"nadsokor": ["pan-tang-general"]},
    )
    assert owner(g, "elric") == 1
    assert g.view()["units"]["elric"]["spells"] == 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_the_strongest_voice(rules: str) -> None:
    """12.1.2 / 11.12: the highest value commands; between equals a value in brackets."""
    cases = [
        (["yishana", "dharmit"], "yishana"),
        (["yishana", "zarozinia"], "zarozinia"),
        (["zarozinia", "sharilla"], "zarozinia"),
        (["yyrkoon", "cymoril"], "cymoril"),
    ]
    for who, first in cases:
        g = at(
            rules,
            nations={"jharkor": 0, "lormyr": 0, "ilmiora": 0, "pan-tang": 1},
            units={FIELD: ["elric", *who], "pan_tang": ["jagreen-lern"]},
            owners={"elric": 0, "yyrkoon": 0, "cymoril": 0},
            met_elric=True,
        )
        got = pieces.IDS[bonds.controller(g.state)]
        assert got == first or {got, first} == {"zarozinia", "sharilla"}
    # equal values: 6 in brackets outweighs a fighting 6
    assert bonds.influence(g.state, pieces.INDEX["zarozinia"]) > (6, 0)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_not_handed_to_a_weaker_voice(rules: str) -> None:
    """12.1.2 / 11.12: control goes only to a stronger personality, so Elric is not led off to a weaker one, nor left with
    one; together they go where they like, and he may be left alone."""
    g = held(rules, None, "dharmit", units={DHAKOS: ["jharkor-wizard"]})
    play(g, "lead elric")
    refused(g, f"step {DHAKOS}", cite(rules, "12.1.2", "11.12"))
    play(g, "join yishana")
    allowed(g, f"step {DHAKOS}")
    play(g, "drop yishana; halt; lead yishana")
    refused(g, f"step {DHAKOS}", cite(rules, "12.1.2", "11.12"))
    play(g, "join dharmit")
    allowed(g, f"step {DHAKOS}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_nor_does_he_walk_to_one(rules: str) -> None:
    """[12.1.2] / 11.12: Yishana leaves Elric and two armies. He does not go on without anybody to follow, be it to Dharmit, a weaker
    voice; but Dharmit may come and win him."""
    g = at(
        rules,
        nations=NATIONS,
        units={FIELD: ["yishana", "elric", "jharkor-army*2"], PLAINS_SOUTH: ["dharmit"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": 0},
        met_elric=True,
        phase="movement",
    )
    play(g, f"lead yishana; step {SEQUA}; halt; lead elric")
    refused(g, f"step {PLAINS_SOUTH}", cite(rules, "12.1.2", "11.12"))
    play(g, f"halt; lead dharmit; step {FIELD}; join elric; step {PLAINS_SOUTH}")
    assert where(g, "elric") == PLAINS_SOUTH


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_nor_is_he_sailed_away(rules: str) -> None:
    """[7.3], [12.1.2], [12.1.6] / 6.3, 11.12, 11.16: Elric and Moonglum are aboard Dharmit's ship, and Yishana, who commands Elric, is aboard
    another in the same sea. Left out of the stack in hand they would still go where the ship goes, so it does not go without her."""
    g = at(
        rules,
        nations=NATIONS,
        units={
            "dragon_sea_west": ["yishana", "elric", "moonglum", "dharmit", "jharkor-fleet-1", "jharkor-fleet-2"],
            "pan_tang": ["jagreen-lern"],
        },
        owners={"elric": 0, "moonglum": 0},
        aboard={"yishana": "jharkor-fleet-1", **dict.fromkeys(("elric", "moonglum", "dharmit"), "jharkor-fleet-2")},
        met_elric=True,
        friends=True,
        phase="movement",
    )
    play(g, "lead dharmit")
    refused(g, "sail dragon_sea_south", cite(rules, "12.1.2", "11.12"))
    play(g, "drop elric; drop moonglum")
    refused(g, "sail dragon_sea_south", cite(rules, "12.1.2", "11.12"))
    play(g, "join jharkor-fleet-1; sail dragon_sea_south")
    assert where(g, "elric") == where(g, "yishana") == "dragon_sea_south"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_nor_after_his_commander_is_lost(rules: str) -> None:
    """[7.6], [12.1.2], [16.4] / 6.65, 11.12, 14.4: the Tower takes Ohada, who led Elric and an army into the wilderness. From that
    moment he is nobody's: he leads the army nowhere, and casts and fights for no player."""
    g = at(
        rules,
        [card("tower-of-voilodion-gagnasdiak"), *dice(1)],
        nations={**NATIONS, "shazaar": 0},
        units={FIELD: ["ohada", "jharkor-army*1", "elric"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": 0},
        met_elric=True,
        phase="movement",
    )
    play(g, "lead ohada; join elric; join jharkor-army-1; step xanyaw", "take ohada")
    assert where(g, "ohada") is None
    assert owner(g, "elric") is None
    assert "lead elric" not in texts(g)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_nor_when_he_escapes_alone(rules: str) -> None:
    """[10.8], [12.1.2], [16.4] / 9.8, 11.12, 14.4: Elric steps through the Shade Gate, is eaten and escapes to another province. Yishana,
    who commanded him, is not there: he is nobody's from that moment."""
    g = find(
        rules,
        "shade-gate",
        [card("mirror-of-memory", "shade-gate"), *dice(6)],
        units={"xanyaw": ["elric"], DHAKOS: ["dharmit"]},
        owners={"elric": 0},
        met_elric=True,
    )
    play(g, "take elric")
    while g.step in ("reappear", "escape"):
        g.push("roll" if "roll" in texts(g) else sorted(texts(g))[0])
    assert told(g, "escape")[0]["ok"]
    assert where(g, "elric") not in (None, "xanyaw")
    assert owner(g, "elric") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_brut_wins_him(rules: str) -> None:
    """[8.0], [12.1.2] / 7.21, 11.12: Brut, in a player's service, and a masterless Elric are in one wilderness, come there apart. He
    follows Brut's stack, and Brut commands him."""
    g = at(
        rules,
        nations=NATIONS,
        units={"xanyaw": ["brut", "elric"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        owners={"brut": 0, "elric": None},
        stacks={"brut": 3},
        met_elric=True,
        phase="movement",
    )
    play(g, "end")
    assert owner(g, "elric") == 0
    assert bonds.controller(g.state) == pieces.INDEX["brut"]
    assert not told(g, "masterless")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_nor_before_a_battle(rules: str) -> None:
    """[10.2], [12.1.2], [12.1.6] / 9.2, 11.12, 11.16: attacked, Yishana who commands Elric may fall back with him and Moonglum. She
    cannot send him off with Dharmit, a weaker voice, nor leave him to Dharmit, and Moonglum goes where he goes."""
    g = at(
        rules,
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: ["yishana", "dharmit", "elric", "moonglum", "jharkor-army*3", "sarosto", "karnaal"]},
        owners={"elric": 0, "moonglum": 0},
        met_elric=True,
        friends=True,
        phase="combat",
        player=1,
    )
    play(g, f"fight {FIELD}; ready")
    voice, friend = cite(rules, "12.1.2", "11.12"), cite(rules, "12.1.6", "11.16")
    for back, clause in (
        (["moonglum"], friend),
        (["elric", "dharmit"], friend),
        (["elric", "moonglum", "dharmit"], voice),
        (["yishana"], voice),
    ):
        h = g.copy()
        play(h, *(f"withhold {u}" for u in back))
        refused(h, "withdraw shazaar_south", clause)
    play(g, "withhold dharmit")
    allowed(g, "withdraw shazaar_south")
    play(g, "withhold yishana; withhold elric; withhold moonglum; withdraw shazaar_south")
    assert [where(g, u) for u in ("yishana", "elric", "moonglum")] == ["shazaar_south"] * 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_left_alone_he_is_nobodys(rules: str) -> None:
    """12.1.1, 12.1.2 / 11.11 A, 11.12: an Elric whom his commander leaves is nobody's from the end of that movement."""
    g = held(rules)
    play(g, f"lead yishana; step {DHAKOS}; halt; end")
    assert owner(g, "elric") is None
    assert where(g, "elric") == SEQUA


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_122_a_stronger_voice(rules: str) -> None:
    """12.1.2 / 11.122: another player's personality of greater value, alone, takes Elric over at the end of the Movement
    phase, and leaves with him: to the nearest friendly stack (1981), or the nearest province without enemies (1984)."""
    g = held(
        rules,
        None,
        nations={"dharijor": 1, "lormyr": 1},
        units={"dharijor_sequaloris": ["zarozinia"], "dharijor_gromoorva": ["karnaal"]},
        player=1,
    )
    play(g, "lead zarozinia")
    allowed(g, f"sway {SEQUA}")
    play(g, f"sway {SEQUA}; end")
    if rules == "chaosium":
        assert where(g, "elric") == "dharijor_gromoorva"
    else:
        assert owner(g, "elric") == 0
        refused(g, "reappear dharijor_gromoorva", "11.122")
        assert texts(g) == {f"reappear {a}" for a in ("dharijor_cape", "dharijor_sequaloris", "jharkor_west", FIELD)}
        play(g, "reappear dharijor_cape")
        assert where(g, "elric") == "dharijor_cape"
    assert owner(g, "elric") == 1
    assert where(g, "elric") == where(g, "zarozinia")


def test_ch_12_1_2_two_friendly_stacks_are_as_near() -> None:
    """12.1.2: where two stacks of the new master's player are as near, he chooses between them."""
    g = held(
        "chaosium",
        None,
        nations={"dharijor": 1, "lormyr": 1},
        units={"dharijor_sequaloris": ["zarozinia", "sarosto"], "dharijor_cape": ["karnaal"]},
        player=1,
    )
    play(g, f"lead zarozinia; sway {SEQUA}; end")
    assert (g.step, g.seat) == ("shelter", 1)
    assert texts(g) == {"reappear dharijor_cape", "reappear dharijor_sequaloris"}
    play(g, "reappear dharijor_cape")
    assert where(g, "elric") == where(g, "zarozinia") == "dharijor_cape"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_8_35_a_new_master_among_friends_of_the_other_side(rules: str) -> None:
    """12.1.2, 9.5 / 11.122, 8.35: a magician with Law who takes Elric to friends with Chaos has to agree with them."""
    g = at(
        rules,
        nations=NATIONS | {"dharijor": 1},
        units={
            SEQUA: ["elric", "dharmit"],
            "dharijor_sequaloris": ["yyrkoon", "sarosto"],
            "dharijor_cape": ["dharijor-sorcerer"],
            "pan_tang": ["jagreen-lern"],
        },
        owners={"elric": 0, "yyrkoon": 1},
        hands={"yyrkoon": ["arkyn"], "dharijor-sorcerer": ["balan"]},
        met_elric=True,
        player=1,
    )
    play(g, f"lead yyrkoon; sway {SEQUA}; end; reappear dharijor_cape")
    assert where(g, "elric") == "dharijor_cape"
    assert (g.step, g.seat) == ("align", 1)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_122_not_a_weaker_voice(rules: str) -> None:
    """12.1.2 / 11.122: an equal or weaker value does not take him over, and the bearer of it must come alone."""
    g = held(
        rules,
        None,
        nations={"dharijor": 1, "lormyr": 1},
        units={"dharijor_sequaloris": ["sarosto", "zarozinia", "dharijor-army-1"]},
        player=1,
    )
    play(g, "lead sarosto")
    refused(g, f"sway {SEQUA}", cite(rules, "12.1.2", "11.122"))
    play(g, "halt; lead zarozinia; join dharijor-army-1")
    refused(g, f"sway {SEQUA}", cite(rules, "12.1.2", "11.122"))
    play(g, "drop dharijor-army-1")
    allowed(g, f"sway {SEQUA}")


# ---- his spells ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_and_11_13_law_and_chaos_together(rules: str) -> None:
    """12.1.3 / 11.13: Elric holds spells of any sides together, and stands beside magicians of either."""
    g = held(
        rules,
        None,
        "jharkor-wizard",
        hands={"elric": ["arkyn", "arioch", "fileet"], "jharkor-wizard": ["chardros"]},
        phase="magic",
    )
    assert g.step != "align"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_and_11_13_he_parts_with_nothing_but_for_a_melnibonean_spell(rules: str) -> None:
    """12.1.3 / 11.13: a spell leaves Elric's hand only for a Melnibonean one, and then it is his lowest."""
    hand = {"elric": ["arkyn", "arioch", "fileet"]}
    g = held(rules, None, "jharkor-wizard", hands={**hand, "jharkor-wizard": ["sleep"]}, phase="magic")
    refused(g, "give elric jharkor-wizard fileet", cite(rules, "12.1.3", "11.13"))
    g = held(rules, None, hands={**hand, "yishana": ["dragons"]}, phase="magic")
    refused(g, "give elric yishana arkyn", cite(rules, "12.1.3", "11.13"))
    play(g, "give elric yishana fileet")
    assert g.view(0)["hands"]["yishana"] == ["fileet"]
    assert "dragons" in g.view(0)["hands"]["elric"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_and_11_13_who_offers_it(rules: str) -> None:
    """12.1.3 / 11.13: in 1984 only the personality who commands him can offer; in 1981 anybody in his stack."""
    g = held(rules, None, "jharkor-wizard", hands={"elric": ["fileet"], "jharkor-wizard": ["dragons"]}, phase="magic")
    if rules == "chaosium":
        play(g, "give elric jharkor-wizard fileet")
        assert g.view(0)["hands"]["elric"] == ["dragons"]
    else:
        refused(g, "give elric jharkor-wizard fileet", "11.13")
        play(g, "give jharkor-wizard yishana dragons; give elric yishana fileet")
        assert g.view(0)["hands"]["yishana"] == ["fileet"]


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("spell", "adds"), [("arkyn", 3), ("arioch", 5), ("fileet", 2), ("horn-of-fate", 0), ("zas", 0)]
)
def test_both_12_1_3_and_8_222_whatever_he_conjures_serves_him(rules: str, spell: str, adds: int) -> None:
    """12.1.3, 9.2 / 11.132, 8.222: Elric may draw in battle whatever he holds; what fits counts for him, the rest is
    discarded."""
    drawn = "charm-of-justice" if spell == "zas" else spell
    adds = 2 if spell == "zas" else adds
    hands = {"elric": ["chardros", "balan"]}
    g = held(
        rules,
        [*draw(drawn, gone=("chardros", "balan")), *dice(6, 1)],
        area=FIELD,
        nations={"dharijor": 1},
        units={FIELD: ["sarosto"]},
        hands=hands,
        phase="magic",
    )
    conjures(g, "elric")
    # with nothing to cast he adds nothing: who works magic does not fight
    assert told(g, "battle")[0]["sums"] == (5 + adds, 4)
    assert drawn in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_and_11_132_a_nightmare_comes_before_the_battle(rules: str) -> None:
    """12.1.3 / 11.132, 8.222: a Nightmare drawn in battle strikes at once: his commander falls, Elric is gone, and the
    battle is fought without them."""
    g = held(
        rules,
        [*draw("elric-nightmare-1"), *dice(5), *draw("beetles-of-kaleef", gone=("elric-nightmare-1",)), *dice(3, 2)],
        "dharmit",
        area=FIELD,
        nations={"dharijor": 1},
        units={FIELD: ["sarosto"]},
        phase="magic",
    )
    conjures(g, "elric")
    assert where(g, "yishana") is None
    assert where(g, "elric") == "nadsokor"
    assert told(g, "battle")[0]["sums"] == (3, 4)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_16_who_stand_together_have_met(rules: str) -> None:
    """12.1.6 / 11.16: a position that puts Elric and Moonglum into one stack need not say that they are friends."""
    g = at(
        rules,
        nations=NATIONS,
        owners={"elric": 0, "moonglum": 0},
        met_elric=True,
        units={"jharkor_dhakos": ["yishana", "elric", "moonglum"], "pan_tang": ["jagreen-lern"]},
    )
    assert g.position()["friends"] is True
