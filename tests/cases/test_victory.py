"""Who has won. Chaosium [5.0]; Avalon Hill 4.91 A-E. (The end of the world is in test_end_of_world.)"""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, at, dice, go_on, play, texts, told

import elric
from elric.young_kingdoms.world import victory

IMRRYR = "melnibone"
HOMES = {"jharkor": DHAKOS, "lormyr": "lormyr_iosaz", "vilmir": "vilmir_jadmar"}


def last_turn(rules: str, scenario: str = "kingdom", **more: Any) -> elric.Game:
    """The last player's Muster phase of turn 10, and the end."""
    nations = {"jharkor": 0, "lormyr": 1, "vilmir": 2} if scenario == "kingdom" else more.pop("nations")
    units = (
        {
            DHAKOS: ["yishana"],
            "lormyr_stagasaz": ["voashoon"],
            "vilmir_hrolmar": ["naclon"],
        }
        if scenario == "kingdom"
        else {}
    )
    for k, v in more.pop("units", {}).items():
        units.setdefault(k, []).extend(v)
    return go_on(
        at(
            rules,
            scenario=scenario,
            nations={**nations, **more.pop("also", {})},
            units=units,
            turn=10,
            player=max(nations.values()),
            phase="muster",
            **more,
        )
    )


def won(g: elric.Game) -> tuple[int | None, str]:
    assert g.outcome is not None
    return g.outcome["winner"], g.outcome["how"]


# ---- Imrryr ----------------------------------------------------------------------------------------------------------


def storm(rules: str, **more: Any) -> elric.Game:
    """Elric with Yishana and eight armies attacks Imrryr, where nobody but two armies stands: 6 + 5 + 8 against 2 + 5."""
    g = at(
        rules,
        dice(6, 1),
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        scenario="kingdom",
        units={
            IMRRYR: ["elric", "yishana", "jharkor-army*8", "melnibone-army*2"],
            "lormyr_iosaz": ["voashoon"],
            "vilmir_jadmar": ["naclon"],
        },
        owners={"elric": 0, "melnibone-army-1": None, "melnibone-army-2": None},
        met_elric=True,
        assaults=[IMRRYR],
        phase="combat",
        turn=more.pop("turn", 3),
        **more,
    )
    return play(g, f"fight {IMRRYR}; ready")


def test_ch_5_0_taking_imrryr_wins_at_once() -> None:
    """5.0: whoever captures Imrryr has won there and then."""
    g = storm("chaosium")
    assert won(g) == (0, "imrryr")
    assert g.turn == 3
    assert not g.legal_actions()
    assert g.outcome
    assert g.cite(tuple(g.outcome["clause"])) == "5.0"


def test_ah_4_91_imrryr_is_counted_at_the_end() -> None:
    """4.91: in 1984 the game goes on for its ten turns, and Imrryr comes first when it ends."""
    g = storm("avalon-hill")
    assert g.outcome is None
    while g.outcome is None:
        g.push(next((a for a in ("done", "end", "leave") if a in texts(g)), sorted(texts(g))[0]))
    assert won(g)[0] == 0
    assert g.turn == 10


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91a_before_capitals(rules: str) -> None:
    """5.0 / 4.91 A: Imrryr comes before any number of capitals."""
    g = last_turn(
        rules,
        units={
            IMRRYR: ["vilmir-army-1"],
            "filkhar_raschil": ["jharkor-army-1"],
        },
        control={IMRRYR: 2, "filkhar_raschil": 0},
    )
    assert won(g) == (2, "imrryr")


# ---- capitals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91e_most_enemy_capitals(rules: str) -> None:
    """5.0 / 4.91 E: otherwise whoever holds most enemy capitals."""
    g = last_turn(
        rules,
        units={"vilmir_jadmar": ["jharkor-army-1"], "filkhar_raschil": ["lormyr-army-1"]},
        control={"vilmir_jadmar": 0},
    )
    assert won(g) == (0, "capitals")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91e_neutral_capitals_do_not_count(rules: str) -> None:
    """5.0 / 4.91 E, ruling enemy-capital: captured capitals of neutrals, and those of one's own nations, mustered ones too, are
    no enemy's."""
    g = last_turn(
        rules,
        units={
            "filkhar_raschil": ["lormyr-army-1"],
            "vilmir_jadmar": ["jharkor-army-1"],
            "pikarayd_chalal": ["yaris"],
            "argimiliar_cadsandria": ["lormyr-army-2"],
        },
        also={"pikarayd": 1},
        control={"filkhar_raschil": 1, "argimiliar_cadsandria": 1, "vilmir_jadmar": 0},
    )
    assert won(g) == (0, "capitals")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91e_a_mustered_nation_is_an_enemys(rules: str) -> None:
    """5.0 / 4.91 E: the capital of a nation that another player has mustered counts for its captor."""
    g = last_turn(
        rules,
        units={"filkhar_raschil": ["jharkor-army-1"], "filkhar_south": ["jiku"]},
        also={"filkhar": 1},
        control={"filkhar_raschil": 0},
    )
    assert won(g) == (0, "capitals")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91e_taken_from_an_enemy_it_stays_his(rules: str) -> None:
    """5.0 / 4.91 E, ruling enemy-capital: a capital counts after the enemy's nation has lost its last leader too."""
    g = at(
        rules,
        dice(6, 1, 6),
        scenario="kingdom",
        nations={"jharkor": 0, "tarkesh": 0, "lormyr": 1, "filkhar": 1, "vilmir": 2},
        units={
            "filkhar_raschil": ["yishana", "dharmit", "hilran", "jharkor-army*8", "jiku"],
            "lormyr_iosaz": ["voashoon"],
            "vilmir_jadmar": ["naclon"],
        },
        assaults=["filkhar_raschil"],
        turn=10,
        phase="combat",
    )
    play(g, "fight filkhar_raschil; ready; ready")
    assert told(g, "falls apart")
    assert g.view()["areas"]["filkhar_raschil"]["control"] == 0
    assert len(victory.capitals(g.state, 0)) == 1
    while g.outcome is None:
        g.push(next((a for a in ("done", "end", "leave") if a in texts(g)), sorted(texts(g))[0]))
    assert won(g)[0] in (0, None)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91e_equal(rules: str) -> None:
    """5.0 / 4.91 E: with as many for several nobody has won."""
    g = last_turn(
        rules,
        units={"vilmir_jadmar": ["jharkor-army-1"], "lormyr_iosaz": ["vilmir-army-1"]},
        control={"vilmir_jadmar": 0, "lormyr_iosaz": 2},
    )
    assert won(g) == (None, "draw")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_2_3_ten_turns(rules: str) -> None:
    """5.0, 3.3 / 4.91, 2.3: the game is over after the tenth turn's last player-turn, not before."""
    g = at(
        rules,
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        units={DHAKOS: ["yishana"], "lormyr_iosaz": ["voashoon"], "vilmir_jadmar": ["naclon"]},
        turn=10,
        player=1,
        phase="muster",
    )
    assert g.outcome is None
    assert g.player == 2
    go_on(g)
    assert g.turn == 10
    assert not g.verdict(elric.parse_action("end"))


# ---- the Successor ---------------------------------------------------------------------------------------------------

WEST = ("shazaar_aflitain", DHAKOS, "tarkesh_hornus")
EAST = ("pan_tang", "dharijor_gromoorva")


def successor(rules: str, to_second: int = 0, to_first: int = 0, imrryr: int | None = None) -> elric.Game:
    control: dict[str, int] = dict.fromkeys(WEST[:to_second], 1) | dict.fromkeys(EAST[:to_first], 0)
    units: dict[str, list[str]] = {a: [f"dharijor-army-{n}"] for n, a in enumerate(WEST[:to_second], 1)}
    units |= {a: [f"jharkor-army-{n}"] for n, a in enumerate(EAST[:to_first], 1)}
    units["jharkor_thokora"] = ["yishana"]
    units["dharijor_cape"] = ["karnaal"]
    if imrryr is not None:
        control[IMRRYR] = imrryr
        units[IMRRYR] = ["tarkesh-army-1" if imrryr == 0 else "pan-tang-army-1"]
    nations = {"jharkor": 0, "shazaar": 0, "tarkesh": 0, "pan-tang": 1, "dharijor": 1}
    return last_turn(rules, "successor", nations=nations, units=units, control=control)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_3_and_13_3_decisive(rules: str) -> None:
    """14.3 / 13.3: all three western capitals win for Pan Tang's player, both eastern ones for the other; fewer for neither."""
    assert won(successor(rules, to_second=3)) == (1, "decisive")
    assert won(successor(rules, to_first=2)) == (0, "decisive")
    assert won(successor(rules, to_second=2, to_first=1)) == (0, "marginal")
    assert won(successor(rules)) == (0, "marginal")


def test_ch_14_3_imrryr_counts() -> None:
    """5.0: in 1981 Imrryr wins in this scenario as in any."""
    assert won(successor("chaosium", to_second=3, imrryr=0)) == (0, "imrryr")


def test_ah_13_3_imrryr_does_not_count() -> None:
    """13.3: the 1984 scenario plays after the fall of Imrryr, which has no part in victory."""
    assert won(successor("avalon-hill", to_second=3, imrryr=0)) == (1, "decisive")
    assert won(successor("avalon-hill", imrryr=1)) == (0, "marginal")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_3_and_13_3_groups_whoever_takes_them(rules: str) -> None:
    """14.3, 4.0 E / 13.7: what a side has to do goes with its nations, not with the seat."""
    g = at(
        rules,
        nations={"jharkor": 1, "shazaar": 1, "tarkesh": 1, "pan-tang": 0, "dharijor": 0},
        units={"jharkor_thokora": ["yishana"], "dharijor_cape": ["karnaal"]},
        groups=[1, 0],
        turn=10,
        player=1,
        phase="muster",
    )
    assert won(go_on(g)) == (1, "marginal")


# ---- the Upstart -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_2_and_13_2_kept(rules: str) -> None:
    """14.2 / 13.2: Imrryr not in Pan Tang's player's hands at the end: Melnibone has won."""
    g = last_turn(
        rules,
        "upstart",
        nations={"pan-tang": 0, "dharijor": 0, "melnibone": 1},
        units={"pan_tang": ["jagreen-lern"], IMRRYR: ["yyrkoon"]},
    )
    assert won(g) == (1, "imrryr kept")


def test_ah_13_2_taken() -> None:
    """13.2: held at the end, Imrryr wins for the Upstart."""
    g = last_turn(
        "avalon-hill",
        "upstart",
        nations={"pan-tang": 0, "dharijor": 0, "melnibone": 1},
        units={IMRRYR: ["jagreen-lern", "pan-tang-army-1"], "vilmir_north": ["yyrkoon"]},
        control={IMRRYR: 0},
    )
    assert won(g) == (0, "imrryr")


def test_ch_14_2_taken_at_once() -> None:
    """14.2, 5.0: with all normal rules in force the capture ends the game in 1981."""
    g = at(
        "chaosium",
        dice(6, 1),
        scenario="upstart",
        nations={"pan-tang": 0, "dharijor": 0, "melnibone": 1},
        units={
            IMRRYR: ["elric", "sarosto", "karnaal", "dharijor-army*8", "melnibone-army*2"],
            "vilmir_north": ["yyrkoon"],
        },
        owners={"elric": 0},
        met_elric=True,
        assaults=[IMRRYR],
        phase="combat",
    )
    play(g, f"fight {IMRRYR}; ready; ready")
    assert won(g) == (0, "imrryr")
