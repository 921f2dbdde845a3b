"""How a tipped world is saved, and how it ends. Chaosium [5.0], [13.4], [13.5], [16.7]; Avalon Hill 4.91, 12.44, 12.5, 14.71."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    SEQUA,
    at,
    balance,
    cite,
    dice,
    lying,
    play,
    refused,
    texts,
    told,
)

import elric

NATIONS = {"jharkor": 0, "shazaar": 0, "dharijor": 1, "pan-tang": 1}


# ---- setting it right ------------------------------------------------------------------------------------------------


def offering(rules: str, side: str, hands: dict[str, list[str]], **more: Any) -> elric.Game:
    return at(
        rules,
        nations=NATIONS,
        units={
            DHAKOS: ["lamsar", "jharkor-wizard", "dharmit"],
            SEQUA: ["ohada", "yishana"],
            "pan_tang": ["jagreen-lern", "theleb-kaarna"],
        },
        owners={"lamsar": 0},
        hands=hands,
        tipped=side,
        turn=4,
        ends=7,
        phase="magic",
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_5a_and_12_51_twelve(rules: str) -> None:
    """[13.5A] / 12.51: Neutral spells and those of the other side may be given up, from anywhere, by any magician; at twelve in all the Balance stands in the middle again and the spells given are discarded."""
    hands = {
        "lamsar": ["runestaff"],
        "jharkor-wizard": ["arkyn", "fileet"],
        "dharmit": ["oonai"],
        "ohada": ["meerclar"],
    }
    g = offering(rules, "chaos", hands)
    refused(g, "sacrifice dharmit oonai", cite(rules, "13.5A", "12.51"))
    play(g, "sacrifice lamsar runestaff; sacrifice jharkor-wizard arkyn; sacrifice jharkor-wizard fileet")
    assert g.view()["balance"]["sacrificed"] == 10
    assert g.view()["balance"]["tipped"] == "chaos"
    play(g, "sacrifice ohada meerclar")
    assert g.view()["balance"]["tipped"] is None
    assert balance(g) == 0
    assert g.view()["balance"]["ends"] is None
    assert {"runestaff", "arkyn", "fileet", "meerclar"} <= set(g.view()["discards"])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_5a_and_12_51_over_several_turns(rules: str) -> None:
    """13.5 A / 12.51: what was given in one turn counts in the next; all players give to the same heap, each in his turn."""
    g = offering(rules, "chaos", {"lamsar": ["runestaff"], "jagreen-lern": ["donblas", "arkyn"]})
    refused(g, "sacrifice jagreen-lern donblas", cite(rules, "13.5A", "12.51"))
    play(g, "sacrifice lamsar runestaff; done")
    while not (g.phase == "magic" and g.player == 1):
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    play(g, "sacrifice jagreen-lern donblas; sacrifice jagreen-lern arkyn")
    assert g.view()["balance"]["tipped"] is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_5a_and_12_51_only_when_tipped(rules: str) -> None:
    """13.5 A / 12.51: while the Balance holds there is nothing to sacrifice for."""
    g = at(
        rules,
        nations=NATIONS,
        units={DHAKOS: ["yishana", "dharmit"], "pan_tang": ["jagreen-lern"]},
        hands={"yishana": ["arkyn"]},
        balance=12,
        phase="magic",
    )
    refused(g, "sacrifice yishana arkyn", cite(rules, "13.5A", "12.51"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_5a_and_12_51_open_spells_raise_the_price(rules: str) -> None:
    """13.5 A / 12.51: open spells of the ruling side add their values; maintained ones do in 1984, and not in 1981."""
    from elric.young_kingdoms.magic import balance as scales

    g = offering(
        rules,
        "chaos",
        {},
        face_up={"xanyaw": ["arioch"], FIELD: ["elenoin"]},
        maintained={"jharkor-wizard": "chardros"},
    )
    assert scales.sacrifice_needed(g.state) == 12 + 5 + (4 if rules == "avalon-hill" else 0)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_5_and_12_5_what_becomes_of_the_rest(rules: str) -> None:
    """13.5 / 12.5: in 1984 maintained and open spells are discarded too; in 1981 they stay where they are."""
    hands = {
        "lamsar": ["runestaff", "mirror-of-memory"],
        "jharkor-wizard": ["donblas"],
        "ohada": ["sepriz-and-the-ten"],
    }
    g = offering(rules, "chaos", hands, face_up={"xanyaw": ["oonai"]})
    play(g, "sacrifice lamsar runestaff; sacrifice jharkor-wizard donblas; sacrifice lamsar mirror-of-memory")
    assert g.view()["balance"]["tipped"] is None
    assert lying(g, "xanyaw") == (["oonai"] if rules == "chaosium" else [])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_5_giving_up_is_no_muster(rules: str) -> None:
    """[9.5], [13.5A] / 8.5, 12.51: who is no magician holds a spell for muster only and cannot give it up for the Balance; a magician
    beside him may take it and do so at once."""
    g = offering(rules, "chaos", {"dharmit": ["runestaff"]})
    said = refused(g, "sacrifice dharmit runestaff", cite(rules, "9.5", "8.5"))
    assert "magician" in said.reasons[-1].fix
    play(g, "give dharmit lamsar runestaff; sacrifice lamsar runestaff")
    assert g.view()["balance"]["sacrificed"] == 5
    free = {"edition": rules, "sacrifice_by": "anybody"}
    g = offering(free, "chaos", {"dharmit": ["runestaff"]})  # type: ignore[arg-type]
    play(g, "sacrifice dharmit runestaff")
    assert g.view()["balance"]["sacrificed"] == 5


# ---- the Horn of Fate ------------------------------------------------------------------------------------------------


def horn(rules: str, script: list[int], who: str = "elric", **more: Any) -> elric.Game:
    more.setdefault("tipped", "law")
    return at(
        rules,
        script,
        nations=NATIONS,
        units={DHAKOS: ["yishana", "elric", "jharkor-wizard"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": 0},
        hands={who: ["horn-of-fate"], **more.pop("hands", {})},
        met_elric=True,
        turn=4,
        phase="magic",
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "ends"), [(1, False), (4, False), (5, True), (6, True)])
@pytest.mark.parametrize("side", ["law", "chaos"])
def test_both_16_7_and_14_71_the_horn(rules: str, face: int, ends: bool, side: str) -> None:
    """16.7, 13.5 B / 14.71, 12.52: when the Balance is tipped, whichever way, Elric's Horn rights it on 1 to 4, and ends world
    and game on 5 or 6."""
    g = horn(rules, dice(face), tipped=side)
    play(g, "blow")
    assert (g.outcome is not None) is ends
    if not ends:
        assert g.view()["balance"]["tipped"] is None
        assert balance(g) == 0
        assert "horn-of-fate" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_7_and_14_71_the_third_time(rules: str) -> None:
    """16.7 / 14.71: blown for the third time it ends the world without a roll."""
    g = horn(rules, [], horn=2)
    play(g, "blow")
    assert g.outcome is not None
    assert told(g, "horn")[0]["roll"] == 0
    g = horn(rules, dice(2), horn=1)
    play(g, "blow")
    assert g.outcome is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_7_and_14_71_nobody_else_and_at_no_other_time(rules: str) -> None:
    """16.7, 9.3.4 / 14.71, 8.34: in other hands, or while the Balance holds, it is silent."""
    g = horn(rules, [], who="jharkor-wizard")
    refused(g, "blow", cite(rules, "16.7", "14.71"))
    g = horn(rules, [], tipped=None, hands={"yishana": ["arkyn"]})
    refused(g, "blow", cite(rules, "16.7", "14.71"))


# ---- the reckoning ---------------------------------------------------------------------------------------------------


def ending(rules: str, side: str, **more: Any) -> elric.Game:
    """The world ends with this turn."""
    g = at(
        rules,
        scenario=more.pop("scenario", "kingdom"),
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2, **more.pop("nations", {})},
        units={
            DHAKOS: ["yishana", "jharkor-wizard"],
            "lormyr_iosaz": ["voashoon", "lormyr-mage"],
            "vilmir_jadmar": ["naclon", "vilmir-priest"],
            **more.pop("units", {}),
        },
        tipped=side,
        turn=6,
        ends=6,
        player=2,
        phase="muster",
        **more,
    )
    while g.outcome is None:
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    return g


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91c_the_runestaff(rules: str) -> None:
    """5.0 / 4.91 C: when the world ends in Law, whoever holds the Runestaff has won, however much Law others hold."""
    g = ending(rules, "law", hands={"yishana": ["runestaff"], "lormyr-mage": ["arkyn", "donblas"]})
    assert g.outcome
    assert g.outcome["winner"] == 0
    assert g.outcome["clause"] == ["5.0", "4.91C"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91c_most_law(rules: str) -> None:
    """5.0 / 4.91 C: without the Runestaff in anybody's hands the highest sum of Law spells wins; other spells do not count."""
    g = ending(
        rules,
        "law",
        hands={
            "jharkor-wizard": ["arioch", "elenoin"],
            "lormyr-mage": ["arkyn", "sleep"],
            "vilmir-priest": ["donblas"],
        },
    )
    assert g.outcome
    assert (g.outcome["winner"], g.outcome["how"]) == (1, "end in law")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91d_mournblade(rules: str) -> None:
    """5.0 / 4.91 D: when it ends in Chaos, whoever commands Mournblade has won."""
    g = ending(
        rules,
        "chaos",
        units={DHAKOS: ["yishana", "dyvim-tvar", "mournblade"]},
        owners={"dyvim-tvar": 0, "mournblade": 0},
        aboard={"mournblade": "dyvim-tvar"},
        hands={"lormyr-mage": ["arioch", "chardros"]},
    )
    assert g.outcome
    assert (g.outcome["winner"], g.outcome["clause"]) == (0, ["5.0", "4.91D"])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91d_most_chaos(rules: str) -> None:
    """5.0 / 4.91 D: else the highest sum of Chaos spells."""
    g = ending(rules, "chaos", hands={"jharkor-wizard": ["arioch"], "lormyr-mage": ["chardros", "balan"]})
    assert g.outcome
    assert g.outcome["winner"] == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_4_91_equal_sums_and_capitals(rules: str) -> None:
    """5.0 / 4.91, ruling order-of-victory: with equal sums the capitals decide in 1984, and with those equal nobody has won;
    in 1981 capitals are counted only in a game that has not ended with the world."""
    g = ending(
        rules,
        "chaos",
        hands={"jharkor-wizard": ["chardros"], "lormyr-mage": ["xiombarg"]},
        units={"vilmir_jadmar": ["lormyr-army-1"], "vilmir_hrolmar": ["naclon"]},
        control={"vilmir_jadmar": 1},
    )
    assert g.outcome
    won = (None, "draw") if rules == "chaosium" else (1, "capitals")
    assert (g.outcome["winner"], g.outcome["how"]) == won
    g = ending(rules, "chaos")
    assert g.outcome
    assert g.outcome["winner"] is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_91a_imrryr_comes_before_it(rules: str) -> None:
    """5.0 / 4.91 A: whoever holds Imrryr wins before Runestaff and spells are asked for."""
    g = ending(
        rules, "law", hands={"yishana": ["runestaff"]}, units={"melnibone": ["vilmir-army-1"]}, control={"melnibone": 2}
    )
    assert g.outcome
    assert (g.outcome["winner"], g.outcome["how"]) == (2, "imrryr")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_4_91b_the_scenario_comes_before_it(rules: str) -> None:
    """5.0 / 4.91 B: in the Successor, all three western capitals win for the second player though the other holds the
    Runestaff. Without them the Runestaff wins in 1981, where no condition is fulfilled; in 1984 the marginal victory is one
    of the scenario's conditions and comes before the end of the world."""
    short = (1, "end in law") if rules == "chaosium" else (0, "marginal")
    for taken, won in ((True, (1, "decisive")), (False, short)):
        west = ["shazaar_aflitain", DHAKOS, "tarkesh_hornus"]
        g = at(
            rules,
            nations={"jharkor": 0, "shazaar": 0, "tarkesh": 0, "pan-tang": 1, "dharijor": 1},
            units={
                SEQUA: ["yishana"],
                "pan_tang": ["jagreen-lern"],
                **{a: [f"dharijor-army-{n}"] for n, a in enumerate(west, 1) if taken},
            },
            control=dict.fromkeys(west, 1) if taken else {},
            hands={"yishana" if taken else "jagreen-lern": ["runestaff"]},
            tipped="law",
            turn=6,
            ends=6,
            player=1,
            phase="muster",
        )
        while g.outcome is None:
            g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
        assert (g.outcome["winner"], g.outcome["how"]) == won


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_2_and_13_2_the_upstart_has_its_own_end(rules: str) -> None:
    """14.2 / 13.2: in Dragon Masters Against the Upstart nothing but Imrryr counts, when the world ends too."""
    g = at(
        rules,
        scenario="upstart",
        nations={"pan-tang": 0, "dharijor": 0, "melnibone": 1},
        units={"pan_tang": ["jagreen-lern"], "melnibone": ["yyrkoon"]},
        hands={"jagreen-lern": ["runestaff"]},
        tipped="law",
        turn=6,
        ends=6,
        player=1,
        phase="muster",
    )
    while g.outcome is None:
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    assert (g.outcome["winner"], g.outcome["how"]) == (1, "imrryr kept")
