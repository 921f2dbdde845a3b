"""Cities, walls and ports as terrain, and Imrryr. Chaosium [7.5.2], [7.5.6], [7.5.7], [7.5.9]; Avalon Hill 6.52-6.591."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, allowed, armies, at, cite, dice, play, refused, texts, told

import elric
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD

# ---- capitals and walls ---------------------------------------------------------------------------------------------


def assault(rules: str, city: str, attackers: list[str], inside: list[str], *faces: int, **more: Any) -> elric.Game:
    """Seat 0 (Ilmiora, Jharkor, Lormyr) storms a city of Vilmir or Argimiliar (seat 1)."""
    spec: dict[str, Any] = {
        "nations": {"ilmiora": 0, "jharkor": 0, "lormyr": 0, "vilmir": 1, "argimiliar": 1},
        "units": {city: [*attackers, *inside], "ilmiora_ilmar": ["ilmiora-alchemist"], "lormyr_iosaz": ["voashoon"],
                  "vilmir_hrolmar" if city != "vilmir_hrolmar" else "vilmir_jadmar": ["vilmir-sealord"],
                  "argimiliar_cadsandria": ["king-hozel"]},
        "assaults": [city],
        "phase": "combat",
        "met_elric": True,
    }  # fmt: skip
    spec.update(more)
    g = at(rules, dice(*faces), **spec)
    play(g, f"fight {city}", "ready")
    if g.step == "withhold":
        play(g, "ready")
    return g


JADMAR = ["fadan", "yishana", "ilmiora-army*9"]  # 3 + 5 + 9 = 17


def battle(g: elric.Game) -> dict[str, Any]:
    return told(g, "battle")[-1]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_2_example_the_totals_at_jadmar(rules: str) -> None:
    """[7.5.2] EXAMPLE: Ilmiora attacks with 17; a personality (4) and two armies with the wall of 5 make 11."""
    g = assault(rules, "vilmir_jadmar", JADMAR, ["avan-astram", "vilmir-army*2"], 5, 1)
    b = battle(g)
    assert b["sums"] == (17, 11)
    assert b["difference"] == 10
    assert not b["fell"]
    assert g.view()["areas"].get("vilmir_jadmar", {}).get("control") == 1


def test_ch_7_5_2_example_as_it_was_printed() -> None:
    """[7.5.2] EXAMPLE with wall_damage=difference: +10 kills everything worth 6 inside, and the city still stands,
    because 6 and the wall of 5 make 11. The personality may try to escape."""
    g = assault("chaosium, wall_damage=difference", "vilmir_jadmar", JADMAR, ["avan-astram", "vilmir-army*2"], 5, 1, 2)
    assert not battle(g)["fell"]
    assert armies(g, "vilmir", "vilmir_jadmar") == 0
    assert [e["unit"] for e in told(g, "escape")]
    assert g.state.control[BOARD.index["vilmir_jadmar"]] == 1


def test_ch_7_5_2_the_table_decides_by_default() -> None:
    """[7.5.2], ruling table-is-law: +10 is "lose 5": the defender gives up 5 of his 6, and the city stands."""
    g = assault("chaosium", "vilmir_jadmar", JADMAR, ["avan-astram", "vilmir-army*2"], 5, 1, 2)
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    assert armies(g, "vilmir", "vilmir_jadmar") == 1
    assert [pieces.IDS[e["unit"]] for e in told(g, "escape")] == ["avan-astram"]
    assert g.state.control[BOARD.index["vilmir_jadmar"]] == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_capital_wall_is_five_and_must_be_covered(rules: str) -> None:
    """[7.5.2] / 6.52: one army inside makes 6; a difference of 15 inflicts 10 and takes the city, 10 inflicts only 5."""
    for extra, fell in ((9, True), (4, False)):
        g = assault(rules, "vilmir_jadmar", ["fadan", "yishana", f"ilmiora-army*{extra}"], ["vilmir-army*1"], 5, 1)
        b = battle(g)
        assert b["wall"] == 5
        assert b["worth"] == 1
        assert b["difference"] == extra + 6
        assert b["fell"] is fell


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_taking_an_enemy_capital_yields_a_spell(rules: str) -> None:
    """[7.5.2] / 6.52, 6.522: the conqueror draws one; the city is his and may muster the nation."""
    g = assault(rules, "vilmir_jadmar", JADMAR, ["vilmir-army*1"], 5, 1, seed=3)
    while g.step in ("losses", "reappear", "escape"):
        g.push(sorted(texts(g))[0])
    assert g.state.control[BOARD.index["vilmir_jadmar"]] == 0
    assert g.step == "take" or told(g, "found") or told(g, "omen")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_wall_is_whole_again_for_the_next_battle(rules: str) -> None:
    """[7.5.2] / 6.52: combat never damages it."""
    for _ in range(2):
        g = assault(rules, "vilmir_jadmar", ["fadan", "ilmiora-army*3"], ["naclon", "vilmir-army*3"], 1, 1)
        assert battle(g)["wall"] == 5


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_walled_city_counts_three_even_when_empty(rules: str) -> None:
    """[7.5.7] / 6.571: nobody is in K'iirleem, yet 3 must be overcome within one battle."""
    for armies_, fell in ((4, True), (3, False)):
        g = assault(rules, "argimiliar_kiirleem", ["fadan", f"ilmiora-army*{armies_}"], [], 2, 1)
        b = battle(g)
        assert b["sums"] == (3 + armies_, 3)
        assert b["fell"] is fell, b["difference"]


def test_ah_6_571_example_six_armies_need_nine() -> None:
    """6.571 EXAMPLE: six armies behind a wall of 3: a result of 10 takes the city, as 9 would; equal is enough."""
    g = assault("avalon-hill", "argimiliar_kiirleem", ["fadan", "yishana", "dharmit", "ilmiora-army*10", "jharkor-army*3"],
                ["argimiliar-army*6"], 2, 2)  # fmt: skip
    b = battle(g)
    assert b["sums"] == (24, 9)
    assert (b["worth"], b["wall"], b["fell"]) == (6, 3, True)
    equal = assault(
        "avalon-hill", "argimiliar_kiirleem", ["fadan", "yishana", "ilmiora-army*4"], ["argimiliar-army*2"], 4, 1
    )
    b = battle(equal)  # 12 + 4 against 5 + 1: lose 5, and 2 + 3 is 5
    assert (b["difference"], b["fell"]) == (10, True)


def test_ah_6_572_example_half_of_six_are_lost() -> None:
    """6.572 EXAMPLE: the attacker inflicts 5, which is not 9: the city holds, and three of the six armies die."""
    g = assault(
        "avalon-hill", "argimiliar_kiirleem", ["fadan", "yishana", "ilmiora-army*10"], ["argimiliar-army*6"], 3, 1
    )
    assert battle(g)["difference"] == 11
    assert not battle(g)["fell"]
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    assert armies(g, "argimiliar", "argimiliar_kiirleem") == 3
    assert g.state.control[BOARD.index["argimiliar_kiirleem"]] == 1


def test_ch_7_5_7_the_table_takes_what_it_says_at_a_wall() -> None:
    """[7.5.7]: without the half rule the same assault kills 5."""
    g = assault("chaosium", "argimiliar_kiirleem", ["fadan", "yishana", "ilmiora-army*10"], ["argimiliar-army*6"], 3, 1)
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    assert armies(g, "argimiliar", "argimiliar_kiirleem") == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_unwalled_cities_protect_nobody(rules: str) -> None:
    """[7.5.6] / 6.56: Nadsokor adds nothing to its defenders."""
    g = at(rules, dice(3, 1), nations={"ilmiora": 0, "nadsokor": 1},
           units={"nadsokor": ["fadan", "ilmiora-army*5", "nadsokor-army*2"], "bakshaan": ["urish"], "ilmiora_ilmar": ["ilmiora-alchemist"]},
           assaults=["nadsokor"], phase="combat", met_elric=True)  # fmt: skip
    play(g, "fight nadsokor", "ready", "ready")
    assert battle(g)["sums"] == (8, 2)
    assert battle(g)["wall"] == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_undefended_unwalled_city_is_walked_into(rules: str) -> None:
    """[7.5.6], [10.9.1] / 6.56, 9.91: an army that comes to Nadsokor while nobody is there takes it."""
    g = at(rules, nations={"ilmiora": 0, "nadsokor": 1},
           units={"bakshaan": ["fadan", "ilmiora-army*1"], "vilmir_north": ["urish", "nadsokor-army*1"],
                  "ilmiora_ilmar": ["ilmiora-alchemist"]}, met_elric=True, seed=2)  # fmt: skip
    play(g, "lead fadan", "join ilmiora-army-1", "step nadsokor")
    assert g.state.control[BOARD.index["nadsokor"]] == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_everybody_in_the_province_is_behind_the_wall(rules: str) -> None:
    """[7.2] / 6.573: a personality and armies alike defend with the wall; a second city adds nothing (6.571)."""
    assert BOARD.cities[BOARD.index["purple_utkel"]] == ("Utkel", "Kariss")
    g = at(rules, dice(1, 1), nations={"ilmiora": 0, "isle-of-purple-towns": 1},
           units={"purple_utkel": ["fadan", "ilmiora-army*1", "smiorgan", "isle-of-purple-towns-army*2"],
                  "purple_menii": ["kargan"], "ilmiora_ilmar": ["ilmiora-alchemist"]},
           assaults=["purple_utkel"], phase="combat", met_elric=True)  # fmt: skip
    play(g, "fight purple_utkel", "ready", "ready")
    assert battle(g)["sums"] == (4, 4 + 2 + 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_cities_do_not_slow_movement(rules: str) -> None:
    """[7.5.2], [7.5.7] / 6.52, 6.57: a walled city or capital costs one point like any province."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={"jharkor_thokora": ["yishana"], "pan_tang": ["jagreen-lern"]},
        met_elric=True,
    )
    play(g, "lead yishana", f"step {DHAKOS}", f"step {SEQUA}")
    assert g.view()["units"]["yishana"]["spent"] == 2


def neutral_capital(rules: str) -> elric.Game:
    return at(rules, nations={"jharkor": 0, "pan-tang": 1},
              units={"tarkesh_hornus": ["yishana", "jharkor-army*1"], DHAKOS: ["dharmit"], "pan_tang": ["jagreen-lern"]},
              control={"tarkesh_hornus": 0}, hands={"yishana": ["jeweled-bird"]}, phase="muster", met_elric=True, seed=5)  # fmt: skip


def test_ch_7_5_2_a_captured_neutral_capital_may_be_mustered() -> None:
    """[7.5.2], ruling captured-neutral: its holder may call the nation with the card."""
    allowed(neutral_capital("chaosium"), "muster yishana jeweled-bird tarkesh")


def test_ah_6_522_a_captured_neutral_capital_gives_no_muster() -> None:
    """6.522: it granted its spell, and nothing more."""
    g = neutral_capital("avalon-hill")
    refused(g, "muster yishana jeweled-bird tarkesh", "6.522")


# ---- ports and Imrryr -----------------------------------------------------------------------------------------------


def dreaming_city(rules: str, *crew: str, **more: Any) -> elric.Game:
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "pan-tang": 1},
        "units": {"dragon_sea_east": ["yishana", "jharkor-fleet-2", *crew], "pan_tang": ["jagreen-lern"], DHAKOS: ["dharmit"]},
        "aboard": {u: "jharkor-fleet-2" for u in ("yishana", *crew) if u != "dyvim-tvar"},
        "owners": {u: 0 for u in crew if u in ("elric", "dyvim-tvar")},
        "met_elric": True,
    }  # fmt: skip
    spec.update(more)
    return at(rules, **spec)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_only_with_elric_into_imrryr(rules: str) -> None:
    """[7.5.9] / 6.591: before it has fallen, neither landing nor attacking is possible without him."""
    g = dreaming_city(rules)
    play(g, "lead yishana")
    clause = cite(rules, "7.5.9", "6.591")
    refused(g, "attack melnibone", clause)
    refused(g, "land melnibone", clause)
    assert "Elric" in refused(g, "sail melnibone", clause).reasons[-1].words
    g = dreaming_city(rules, "elric")
    play(g, "lead yishana")
    allowed(g, "attack melnibone")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_once_fallen_any_melnibonean_shows_the_way(rules: str) -> None:
    """[7.5.9] / 6.591: with Imrryr in another player's hands a stack needs a Melnibonean, and Yishana alone is none."""
    held = {"control": {"melnibone": 1}}
    g = dreaming_city(rules, **held)
    play(g, "lead yishana")
    assert "Melnibonean" in refused(g, "attack melnibone", cite(rules, "7.5.9", "6.591")).reasons[-1].words
    g = dreaming_city(rules, "dyvim-tvar", **held)
    play(g, "lead dyvim-tvar", "board jharkor-fleet-2")  # Yishana fights, he only guides
    allowed(g, "attack melnibone")


def test_ch_7_5_9_a_melnibonean_does_not_help_before_it_has_fallen() -> None:
    """[7.5.9], ruling imrryr-fallen: in the hands of Melnibone's own player it has not fallen."""
    g = at(
        "chaosium",
        scenario="upstart",
        nations={"pan-tang": 0, "dharijor": 0, "melnibone": 1},
        units={"dragon_sea_east": ["saxif-daan"], "melnibone": ["yyrkoon", "melnibone-army*5"], "pan_tang": ["jagreen-lern"],
               "dharijor_gromoorva": ["karnaal"]},
        owners={"saxif-daan": 0},
        met_elric=True,
    )  # fmt: skip
    play(g, "lead saxif-daan")
    assert "Elric" in refused(g, "attack melnibone", "7.5.9").reasons[-1].words
