"""Who captures, who may muster what he stands before, whose capital counts, and what is left of a nation that has fallen.
Chaosium [5.0], [6.0], [7.5.2], [10.9.1], [11.0]; Avalon Hill 4.91, 5.3, 5.31, 6.522, 9.91, 9.931, 10.1, 10.12."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    NATIONS,
    SEQUA,
    allowed,
    armies,
    at,
    control,
    dice,
    draw,
    owner,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.position.notes import Captured
from elric.young_kingdoms.world import victory

FILKHAR, BANARVA, TOWN = "filkhar_raschil", "tarkesh_banarva", "dharijor_sequaloris"
CAPITAL = "dharijor_gromoorva"  # 5


def on(g: elric.Game, *, until: str, turn: int = 0) -> elric.Game:
    """Pass until a phase has come, and a turn."""
    while g.outcome is None and not (g.phase == until and g.turn >= turn):
        g.push(next((a for a in ("done", "end", "stay", "leave") if a in texts(g)), sorted(texts(g))[0]))
    return g


# ---- a neutral capital that has been stormed -------------------------------------------------------------------------


def stormed(rules: str, **more: Any) -> elric.Game:
    """Yishana's five and eight armies beat off Filkhar's defenders and do not overcome the wall; she has its spell."""
    g = at(
        rules,
        dice(3, 2),
        nations={"jharkor": 0, "pan-tang": 1},
        units={FILKHAR: ["yishana", "jharkor-army*8"], "pan_tang": ["jagreen-lern"], DHAKOS: ["dharmit"]},
        hands={"yishana": ["kakatal"]},
        phase="combat",
        **more,
    )
    play(g, f"fight {FILKHAR}; ready")
    (b,) = told(g, "battle")
    assert b["loser"] == 1
    assert not b["fell"]
    return on(g, until="muster")


def test_ah_10_1_besiegers_are_not_in_the_city() -> None:
    """10.1, 9.942: whoever has stormed a neutral capital in vain stands before it and may not muster its nation; after a
    turn in which he lets it be, he may."""
    g = stormed("avalon-hill")
    refused(g, "muster yishana kakatal filkhar", "10.1")
    turn = g.turn + 1
    play(g, "end")
    on(g, until="muster", turn=turn)
    allowed(g, "muster yishana kakatal filkhar")


def test_ch_11_0_a_province_is_its_city() -> None:
    """11.0, 7.2: a province and its city are one place, so the personality is in the capital, an assault before or not."""
    g = stormed("chaosium")
    allowed(g, "muster yishana kakatal filkhar")


# ---- a nation that has fallen ----------------------------------------------------------------------------------------


def fallen_at_home(rules: str) -> elric.Game:
    """Hilran, the last of Tarkesh, is lost; an army of Jharkor holds Tarkesh's capital for the same player, and Yishana is
    there with the spell that calls Tarkesh."""
    g = at(
        rules,
        dice(6, 1, 6),
        nations=NATIONS,
        player=1,
        phase="combat",
        units={
            "tarkesh_west": ["hilran", "sarosto", "dharijor-army*4"],
            "tarkesh_hornus": ["jharkor-army-1", "yishana", "tarkesh-army-1"],
            DHAKOS: ["dharmit"],
            "pan_tang": ["jagreen-lern"],
        },
        hands={"yishana": ["straasha"]},
    )
    play(g, "fight tarkesh_west; ready; ready")
    while g.step in ("losses", "reappear"):
        g.push(sorted(texts(g))[0])
    assert told(g, "falls apart")
    assert control(g, "tarkesh_hornus") == 0
    return g


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_6_0_and_5_31_a_capital_kept_opens_the_muster(rules: str) -> None:
    """6.0 / 5.31: a nation that has fallen may be mustered as any, also by the player it served, who holds its capital with
    an army of another nation and never captured it."""
    g = fallen_at_home(rules)
    while not (g.player == 0 and g.phase == "muster"):
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    allowed(g, "muster yishana straasha tarkesh")
    assert victory.capitals(g.state, 0) == []


def abroad(rules: str, script: list[int] | None = None) -> elric.Game:
    """Dharijor's armies garrison Jharkor's Sequa, where Yishana besieges them; Sarosto, the last of Dharijor, is lost."""
    g = at(
        rules,
        [*dice(6, 1, 6), *(script or [])],
        nations=NATIONS,
        phase="combat",
        units={
            FIELD: ["ohada", "shazaar-army*4", "hilran", "karnaal"],
            SEQUA: ["yishana", "jharkor-army*4", "dharijor-army*2"],
            "pan_tang": ["jagreen-lern"],
        },
        control={SEQUA: 1},
        assaults=[FIELD],
    )
    play(g, f"fight {FIELD}; ready; ready")
    while g.step in ("losses", "reappear"):
        g.push(sorted(texts(g))[0])
    assert told(g, "falls apart")
    return g


def test_ah_5_3_a_garrison_abroad_under_attack_fights_on() -> None:
    """5.3: units in a city under attack stay when their nation falls, in a city abroad too; they fight for nobody, and the
    attacker has to win it."""
    g = abroad("avalon-hill", dice(3, 3))
    assert armies(g, "dharijor", SEQUA) == 2
    assert owner(g, "dharijor-army-1") is None
    assert control(g, SEQUA) is None
    play(g, f"fight {SEQUA}; ready")
    assert told(g, "battle")[-1]["sums"] == (5 + 4, 2 + 3)


def test_ah_9_931_after_the_siege_the_city_is_its_nations() -> None:
    """9.931: when a whole game-turn has passed without an attack the neutral garrison goes home, and a city whose nation
    serves somebody is his again."""
    g = abroad("avalon-hill")
    turn = g.turn
    on(g, until="movement", turn=turn + 3)
    assert armies(g, "dharijor") == 0
    assert control(g, SEQUA) == 0


def test_ch_6_0_a_garrison_abroad_leaves() -> None:
    """6.0: in 1981 all armies of the nation leave, and the city is its nation's again for want of a garrison."""
    g = abroad("chaosium")
    assert armies(g, "dharijor") == 0
    on(g, until="muster")
    assert control(g, SEQUA) == 0


def test_both_6_0_and_5_3_fleets_leave_too() -> None:
    """6.0 / 5.3, ruling fallen-fleets: the ships of a nation that has fallen leave the board as its armies do."""
    for rules in EDITIONS:
        g = at(
            rules,
            dice(6, 1, 6),
            nations=NATIONS,
            player=1,
            phase="combat",
            units={
                "tarkesh_west": ["hilran", "sarosto", "dharijor-army*4"],
                "pale_sea_west": ["tarkesh-fleet-1"],
                DHAKOS: ["yishana"],
            },
        )
        play(g, "fight tarkesh_west; ready; ready")
        while g.step in ("losses", "reappear"):
            g.push(sorted(texts(g))[0])
        assert where(g, "tarkesh-fleet-1") is None


def test_ah_9_931_a_nation_mustered_away_under_attack() -> None:
    """9.931, 10.12: a city that turns neutral because its nation has been mustered away, with a third party before it, does
    not have its neutral value while the attack goes on."""
    g = at(
        "avalon-hill",
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 2, "vilmir": 1},
        phase="muster",
        units={
            "vilmir_jadmar": ["yishana", "jharkor-army*2"],
            "vilmir_hrolmar": ["vilmir-army-1", "voashoon", "lormyr-army-1"],
            "vilmir_south": ["naclon"],
        },
        control={"vilmir_jadmar": 0},
        hands={"yishana": ["gaaoll"]},
    )
    play(g, "muster yishana gaaoll vilmir")
    from elric.young_kingdoms.combat.battle import prospect
    from elric.young_kingdoms.components.board import BOARD

    s = g.state.copy()
    s.player = 2
    b = prospect(s, BOARD.index["vilmir_hrolmar"])
    assert (b.base, b.wall) == (0, 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_11_a_garrison_outlives_the_muster(rules: str) -> None:
    """[10.9.1], [11.0] / 9.91, 10.11, 10.12, ruling garrison-takes-over: Vilmir is mustered away from a player who has armies of Bakshaan
    in Hrolmar. They hold it still, and what is due there starts in the capital, ships and all but those that find no port."""
    g = at(
        rules,
        scenario="kingdom",
        nations={"jharkor": 0, "vilmir": 1, "bakshaan": 1, "lormyr": 2},
        phase="muster",
        units={
            "vilmir_jadmar": ["yishana", "jharkor-army*2"],
            "vilmir_hrolmar": ["leader-of-bakshaan", "bakshaan-army*2", "vilmir-army-1"],
            "vilmir_south": ["naclon"],
            "lormyr_iosaz": ["voashoon"],
        },
        control={"vilmir_jadmar": 0},
        hands={"yishana": ["gaaoll"]},
    )
    play(g, "muster yishana gaaoll vilmir")
    assert control(g, "vilmir_hrolmar") == 1
    assert armies(g, "vilmir") == 0
    on(g, until="movement", turn=2)
    while g.view()["player"] != 0:
        g.push("end")
    assert control(g, "vilmir_hrolmar") == 1
    assert armies(g, "vilmir", "vilmir_hrolmar") == 0
    assert armies(g, "vilmir", "vilmir_jadmar") == 9
    assert where(g, "vilmir-fleet-1") == where(g, "vilmir-sealord") == "vilmir_jadmar"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_1_and_11_11a_his_commander_is_mustered_away(rules: str) -> None:
    """[11.0], [12.1.1] / 10.12, 11.11 A: Naclon commands Elric, and Vilmir is mustered away from his player. Elric is left with nobody,
    and as the next game-turn begins he appears elsewhere."""
    g = at(
        rules,
        draw("beetles-of-kaleef", gone=("gaaoll",)),
        scenario="kingdom",
        nations={"jharkor": 0, "vilmir": 1, "bakshaan": 1, "lormyr": 2},
        order=[2, 1, 0],
        phase="muster",
        units={
            "vilmir_jadmar": ["yishana", "jharkor-army*2"],
            "vilmir_south": ["naclon", "elric"],
            "bakshaan": ["leader-of-bakshaan"],
            "lormyr_iosaz": ["voashoon"],
        },
        owners={"elric": 1},
        met_elric=True,
        control={"vilmir_jadmar": 0},
        hands={"yishana": ["gaaoll"]},
    )
    assert owner(g, "elric") == 1
    play(g, "muster yishana gaaoll vilmir")
    assert told(g, "masterless")
    assert g.turn == 2
    assert where(g, "elric") == "nadsokor"
    assert owner(g, "elric") is None


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("city", ["nadsokor", "dhoz_kam"])
def test_both_10_9_3_and_9_93_a_city_is_not_won_before_its_gates(rules: str, city: str) -> None:
    """[10.9.3] / 9.93: two players meet beside a neutral city without a wall. Whoever beats the other has not fought the
    people of the city, and it stays neutral; later he may attack it, and they defend themselves."""
    g = at(
        rules,
        dice(6, 1, 6),
        nations={"jharkor": 0, "pan-tang": 1},
        units={city: ["yishana", "jharkor-army*6", "jagreen-lern"], DHAKOS: ["dharmit"], "pan_tang": ["theleb-kaarna"]},
        found=[city] if city == "dhoz_kam" else [],
        phase="combat",
    )
    play(g, f"fight {city}; ready; ready")
    on(g, until="muster")
    assert told(g, "battle")[0]["loser"] == 1
    assert not told(g, "city")
    assert control(g, city) is None
    on(g, until="combat", turn=g.turn + 1)
    while g.view()["player"] != 0:
        on(g, until="muster")
        g.push("end")
        on(g, until="combat")
    play(g, f"fight {city}")
    assert told(g, "battle begins")[-1]["base"] > 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_9_who_loses_his_nation_plays_on(rules: str) -> None:
    """5.0 / 4.9, ruling plays-on: a player whose only nation has fallen has his turns as before while one personality serves
    him; with nothing left he is passed over."""
    for left, turns in ((["zas"], True), ([], False)):
        g = at(
            rules,
            nations={"jharkor": 0},
            units={DHAKOS: ["yishana"], "pan_tang": left},
            owners=dict.fromkeys(left, 1),
            phase="muster",
            player=0,
        )
        seats = set()
        turn = g.turn
        while g.outcome is None and g.turn < turn + 2:
            seats.add(g.player)
            g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
        assert (1 in seats) == turns


# ---- whose capitals count --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "counted"), [("chaosium", 0), ("avalon-hill", 1)])
def test_both_5_0_and_4_91e_a_captured_capital_and_its_muster(rules: str, counted: int) -> None:
    """5.0 / 4.91 E: a capital taken from an enemy, whose nation the captor then musters: it counts on in 1984, whose summary
    counts all captured capitals, and is no enemy's any more in 1981."""
    g = at(
        rules,
        [*dice(6, 1), *draw("goldar", gone=("gaaoll",))],
        nations={"jharkor": 0, "vilmir": 1, "pan-tang": 1},
        units={
            "vilmir_jadmar": ["yishana", "jharkor-army*8"],
            "vilmir_south": ["naclon"],
            "pan_tang": ["jagreen-lern"],
        },
        hands={"yishana": ["gaaoll"]},
        assaults=["vilmir_jadmar"],
        phase="combat",
    )
    play(g, "fight vilmir_jadmar; ready")
    on(g, until="muster")
    assert len(victory.capitals(g.state, 0)) == 1
    play(g, "muster yishana gaaoll vilmir")
    turn = g.turn + 1
    on(g, until="movement", turn=turn)
    assert told(g, "nation")
    assert len(victory.capitals(g.state, 0)) == counted


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_91_a_capital_given_up_is_no_longer_captured(rules: str) -> None:
    """10.9.1 / 9.91: a capital that has gone back for want of a garrison is captured no more; mustered in peace later, it is
    one's own and counts in neither edition."""
    g = at(
        rules,
        [*dice(6, 1), *draw("goldar")],
        nations={"jharkor": 0, "vilmir": 1, "pan-tang": 1},
        units={
            "vilmir_jadmar": ["yishana", "jharkor-army*8"],
            "vilmir_south": ["naclon"],
            "pan_tang": ["jagreen-lern"],
        },
        assaults=["vilmir_jadmar"],
        phase="combat",
    )
    play(g, "fight vilmir_jadmar; ready")
    on(g, until="movement", turn=g.turn + 1)
    play(g, "lead yishana")
    while any(t.startswith("join jharkor-army") for t in texts(g)):
        g.push(next(t for t in sorted(texts(g)) if t.startswith("join jharkor-army")))
    play(g, "step nadsokor; halt; end")
    on(g, until="muster")
    assert control(g, "vilmir_jadmar") == 1
    assert Captured not in g.state.notes


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4e_and_12_44_tipped_too_late(rules: str) -> None:
    """3.3, 13.4 E / 2.3, 12.44, ruling late-tipping: tipped in turn 8 the world would end with turn 11, and the game is over
    with turn 10: nobody asks for the Runestaff."""
    g = at(
        rules,
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        units={DHAKOS: ["yishana"], "lormyr_iosaz": ["voashoon"], "vilmir_jadmar": ["naclon"]},
        hands={"yishana": ["runestaff"]},
        tipped="law",
        turn=10,
        ends=11,
        player=2,
        phase="muster",
    )
    while g.outcome is None:
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    assert (g.outcome["winner"], g.outcome["how"]) == (None, "draw")
    assert g.turn == 10


# ---- Melniboneans who stood aside ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_no_way_out_is_the_end_of_a_side(rules: str) -> None:
    """12.0 / 11, 9.7: beaten in Nadsokor with every way out barred, Urish and his army are eliminated; Yyrkoon, who stood
    aside, survives them and goes over to the victor."""
    shut = ["bakshaan", "vilmir_jadmar", "ilmiora_rignariom", "vilmir_north"]
    g = at(
        rules,
        dice(3, 1, 6),
        nations={**NATIONS, "nadsokor": 1},
        phase="combat",
        units={
            "nadsokor": ["yishana", "jharkor-army*4", "dyvim-tvar", "urish", "nadsokor-army*2", "yyrkoon"],
            **{a: [f"shazaar-army-{k}"] for k, a in enumerate(shut, 1)},
            "pan_tang": ["jagreen-lern"],
        },
        owners={"dyvim-tvar": 0, "yyrkoon": 1},
        assaults=["nadsokor"],
        met_elric=True,
    )
    play(g, "fight nadsokor; ready; ready")
    while g.step in ("losses", "escape", "reappear"):
        g.push(sorted(texts(g))[0])
    assert told(g, "no way out")
    assert where(g, "yyrkoon") == "nadsokor"
    assert owner(g, "yyrkoon") == 0


def test_both_12_0_and_11_who_comes_over_agrees_with_his_new_friends() -> None:
    """12.0, 9.5 / 11, 8.35: a Melnibonean with Chaos who goes over to magicians with Law: one kind is thrown away."""
    for rules in EDITIONS:
        g = at(
            rules,
            dice(6, 1),
            nations={"jharkor": 0, "dharijor": 1},
            units={
                FIELD: ["yishana", "jharkor-wizard", "jharkor-army*8", "dyvim-tvar", "dharijor-army*2", "yyrkoon"],
                CAPITAL: ["dharijor-admiral"],
            },
            owners={"dyvim-tvar": 0, "yyrkoon": 1},
            hands={"jharkor-wizard": ["arkyn"], "yyrkoon": ["arioch"]},
            met_elric=True,
            phase="combat",
        )
        play(g, f"fight {FIELD}; ready; ready")
        while g.step in ("losses", "escape", "retreat"):
            g.push(sorted(texts(g))[0])
        assert owner(g, "yyrkoon") == 0
        assert any(t.startswith("keep") for t in texts(g))


# ---- meetings on the march -------------------------------------------------------------------------------------------


def passing(rules: str, script: list[int] | None = None) -> elric.Game:
    """A masterless Elric stands between Sequa, where Yishana is, and Gromoorva's cape."""
    return at(
        rules,
        script if script is not None else draw("arkyn", "arioch", "fileet"),
        nations={"jharkor": 0, "pan-tang": 1},
        units={SEQUA: ["yishana"], TOWN: ["elric"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": None},
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_2_and_11_12_won_on_the_march_and_led_on(rules: str) -> None:
    """12.1.2 / 11.12: the first to stack with him controls him from that moment, and leads him on, with the points each has
    left."""
    g = passing(rules)
    play(g, f"lead yishana; step {TOWN}")
    assert owner(g, "elric") == 0
    assert g.view(0)["hands"]["elric"] == ["arkyn", "arioch", "fileet"]
    play(g, "join elric; step dharijor_cape; step jharkor_dhakos; halt; end")
    assert where(g, "elric") == where(g, "yishana") == DHAKOS
    g = passing(f"{rules}, meetings=at-rest")
    play(g, f"lead yishana; step {TOWN}")
    assert owner(g, "elric") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_16_ever_adjacent(rules: str) -> None:
    """12.1.6 / 11.16: Elric, led past Moonglum's province and on, has been next to him: Moonglum left his player then and
    goes along."""
    g = at(
        rules,
        nations={"jharkor": 0, "dharijor": 1},
        units={SEQUA: ["elric", "yishana"], CAPITAL: ["moonglum", "karnaal"]},
        owners={"elric": 0, "moonglum": 1},
        met_elric=True,
    )
    play(g, "lead yishana; join elric; step dharijor_cape")
    assert where(g, "moonglum") == "dharijor_cape"
    play(g, f"step {SEQUA}; halt; end")
    assert where(g, "moonglum") == where(g, "elric") == SEQUA
    assert owner(g, "moonglum") == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_16_moonglum_leaves_the_stack_he_leads(rules: str) -> None:
    """12.1.6 / 11.16: Moonglum leads an army past Elric: he goes to his friend at once, and the army stays where it is."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={DHAKOS: ["moonglum", "jharkor-army-1", "dharmit"], TOWN: ["elric"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": None, "moonglum": 0},
    )
    play(g, f"lead moonglum; join jharkor-army-1; step {SEQUA}")
    assert where(g, "moonglum") == TOWN
    assert where(g, "jharkor-army-1") == SEQUA
    assert g.step == "movement"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91_an_enemys_city_that_is_held_was_taken(rules: str) -> None:
    """5.0, 7.5.2 / 4.91 E, 6.522: a position that gives a seat another seat's capital need not say that it was captured."""
    g = at(
        rules,
        nations=NATIONS,
        control={"dharijor_gromoorva": 0},
        units={"dharijor_gromoorva": ["yishana", "jharkor-army*1"], "pan_tang": ["jagreen-lern", "karnaal"]},
    )
    assert g.position()["captured"] == {"dharijor_gromoorva": 0}
