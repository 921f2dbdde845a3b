"""Eater spells in battle. Chaosium [10.4], [16.1]-[16.6]; Avalon Hill 9.4, 14.1-14.6."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, FIELD, NATIONS, at, balance, cite, conjures, dice, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components import pieces


def hunt(rules: str, spell: str, script: list[int], **more: Any) -> elric.Game:
    """Ohada's spell against Sarosto, Karnaal and five armies in the open; Yishana (5) leads."""
    g = at(
        rules,
        script,
        nations=NATIONS,
        phase="magic",
        units={
            FIELD: ["yishana", "ohada", "sarosto", "karnaal", "dharijor-army*5"],
            "dharijor_gromoorva": ["dharijor-admiral"],
        },
        hands={"ohada": [spell]},
        **more,
    )
    play(g, f"cast ohada {spell}; done", f"fight {FIELD}", "ready", "ready")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    return g


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("spell", ["noose-of-flesh", "kyreenee", "mirror-of-memory"])
def test_both_16_1_and_14_1_army_eaters_take_armies_and_make_heroes_run(rules: str, spell: str) -> None:
    """10.4, 16.1-16.3 / 9.4, 14.1-14.3: all enemy armies are gone before anything is added up; personalities must
    escape. With nobody and nothing left the other side throws no die (ruling nobody-left)."""
    g = hunt(rules, spell, dice(4, 6))
    assert {pieces.IDS[u] for u in told(g, "eaten")[0]["units"]} == {
        "sarosto",
        "karnaal",
        *(f"dharijor-army-{k}" for k in range(1, 6)),
    }
    assert not told(g, "battle")
    assert told(g, "walkover")[0]["loser"] == 1
    assert [(pieces.IDS[e["unit"]], e["ok"]) for e in told(g, "escape")] == [("sarosto", True), ("karnaal", False)]
    assert not any("dharijor-army" in u for u in g.view()["units"])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_4_and_9_4_spells_of_the_eaten_still_work(rules: str) -> None:
    """10.4 / 9.4: the sorcerer is swallowed, the spell he cast fights on: 3 and a die against Yishana's 5 and a die."""
    g = at(
        rules,
        dice(1, 6, 6),
        nations=NATIONS,
        phase="magic",
        units={FIELD: ["yishana", "ohada", "dharijor-sorcerer", "dharijor-army*5"], "dharijor_gromoorva": ["sarosto"]},
        hands={"ohada": ["noose-of-flesh"], "dharijor-sorcerer": ["balan"]},
    )
    play(g, "cast ohada noose-of-flesh; done; cast dharijor-sorcerer balan; done", f"fight {FIELD}", "ready", "ready")
    (b,) = told(g, "battle")
    assert b["sums"] == (5, 3)
    assert b["loser"] == 0  # 6 against 9


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_4_and_9_4_both_sides_may_be_eaten(rules: str) -> None:
    """10.4 / 9.4: eaters of both sides work at once, though each eats the other's caster."""
    g = at(
        rules,
        dice(3, 3, 3),
        nations=NATIONS,
        phase="magic",
        units={
            FIELD: ["ohada", "shazaar-army*2", "dharijor-sorcerer", "dharijor-army*5"],
            "dharijor_gromoorva": ["sarosto"],
            "jharkor_dhakos": ["yishana"],
        },
        hands={"ohada": ["noose-of-flesh"], "dharijor-sorcerer": ["kyreenee"]},
    )
    play(
        g, "cast ohada noose-of-flesh; done; cast dharijor-sorcerer kyreenee; done", f"fight {FIELD}", "ready", "ready"
    )
    assert not any("army" in u for u in g.view()["units"])
    assert len(told(g, "escape")) == 2
    assert balance(g) == 0  # 3 to Law and 3 to Chaos


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_4_and_9_4_eaten_units_cannot_shelter_behind_a_wall(rules: str) -> None:
    """10.4, 7.5.2 / 9.4, 6.571: what an eater takes no longer counts for the defence; only the wall is left to beat."""
    g = at(
        rules,
        dice(6, 1, 6),
        nations=NATIONS,
        phase="magic",
        assaults=["dharijor_sequaloris"],
        units={
            "dharijor_sequaloris": ["yishana", "jharkor-army*3", "ohada", "karnaal", "dharijor-army*5"],
            "dharijor_gromoorva": ["sarosto"],
        },
        hands={"ohada": ["noose-of-flesh"]},
    )
    play(g, "cast ohada noose-of-flesh; done; fight dharijor_sequaloris; ready; ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["worth"], b["fell"]) == ((8, 3), 0, True)
    assert g.view()["areas"]["dharijor_sequaloris"]["control"] == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_1_and_14_1_land_eaters_are_refused_at_sea(rules: str) -> None:
    """16.1, 16.2 / 14.1, 14.2: the Noose and Kyreenee work on land only; 16.3 / 14.3: the h'Haarshanns at sea only. Each
    refusal cites the clause of its own spell."""
    for area, spell, clause in (
        ("pale_sea", "noose-of-flesh", ("16.1", "14.1")),
        ("pale_sea", "kyreenee", ("16.2", "14.2")),
        (FIELD, "hhaarshanns", ("16.3", "14.3")),
    ):
        sea = area == "pale_sea"
        g = at(
            rules,
            nations=NATIONS,
            phase="magic",
            units={area: ["ohada", *(["shazaar-fleet-1", "pan-tang-fleet-1"] if sea else []), "jagreen-lern"]},
            aboard={"ohada": "shazaar-fleet-1", "jagreen-lern": "pan-tang-fleet-1"} if sea else {},
            hands={"ohada": [spell]},
        )
        refused(g, f"cast ohada {spell}", cite(rules, *clause))


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("spell", ["hhaarshanns", "mirror-of-memory"])
def test_both_16_3_and_14_3_fleet_eaters_sink_ships_and_cargo(rules: str, spell: str) -> None:
    """16.3 / 14.3: enemy fleets in the sea are gone with the armies they carry; personalities must escape."""
    g = at(
        rules,
        dice(4),
        nations=NATIONS,
        phase="magic",
        units={
            "pale_sea": ["ohada", "shazaar-fleet-1", "jagreen-lern", "pan-tang-fleet-1", "pan-tang-army*2"],
            "pan_tang": ["pan-tang-general"],
        },
        aboard={
            "ohada": "shazaar-fleet-1",
            "jagreen-lern": "pan-tang-fleet-1",
            "pan-tang-army-1": "pan-tang-fleet-1",
            "pan-tang-army-2": "pan-tang-fleet-1",
        },
        hands={"ohada": [spell]},
    )
    play(g, f"cast ohada {spell}; done", "fight pale_sea", "ready", "ready")
    while g.step in ("escape", "reappear"):
        g.push(sorted(texts(g))[0])
    assert where(g, "pan-tang-fleet-1") is None
    assert where(g, "pan-tang-army-1") is None
    assert len(told(g, "escape")) == 1
    assert where(g, "shazaar-fleet-1") == "pale_sea"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_6_and_14_6_the_dragons_eat_everything(rules: str) -> None:
    """16.6, 12.3 / 14.6, 11.3: only Elric, Dyvim Slorm and Dyvim Tvar call the Dragons, who eat armies and fleets."""
    g = at(
        rules,
        dice(4),
        nations=NATIONS,
        phase="magic",
        owners={"dyvim-slorm": 0},
        units={FIELD: ["yishana", "dyvim-slorm", "sarosto", "dharijor-army*5"], "dharijor_gromoorva": ["karnaal"]},
        hands={"dyvim-slorm": ["dragons"]},
    )
    play(g, "cast dyvim-slorm dragons; done", f"fight {FIELD}", "ready", "ready")
    assert len(told(g, "eaten")[0]["units"]) == 6
    assert balance(g) == 0  # no alignment, no pull


def dyvim(rules: str) -> elric.Game:
    return at(
        rules,
        nations=NATIONS,
        phase="magic",
        owners={"yyrkoon": 0},
        units={FIELD: ["yishana", "yyrkoon", "sarosto"]},
        hands={"yyrkoon": ["dragons"]},
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_3_and_11_3_no_other_melnibonean_calls_them(rules: str) -> None:
    """12.3 / 11.3: Yyrkoon is a Melnibonean and a magician, and still no Dragonmaster."""
    refused(dyvim(rules), "cast yyrkoon dragons", cite(rules, "12.3", "11.3"))


def in_port(rules: str) -> elric.Game:
    """The Noose in a port: armies, and a fleet in the harbour."""
    g = at(
        rules,
        dice(1, 6),
        nations=NATIONS,
        phase="magic",
        assaults=["pan_tang"],
        units={
            "pan_tang": ["ohada", "yishana", "jharkor-army*1", "pan-tang-fleet-1", "pan-tang-army*3"],
            "dharijor_gromoorva": ["jagreen-lern", "sarosto"],
        },
        hands={"ohada": ["noose-of-flesh"]},
    )
    return play(g, "cast ohada noose-of-flesh; done; fight pan_tang; ready; ready")


def test_ch_16_1_the_noose_takes_armies() -> None:
    """16.1: army units only; the fleet in port stays."""
    g = in_port("chaosium")
    assert where(g, "pan-tang-fleet-1") == "pan_tang"
    assert not any("pan-tang-army" in u for u in g.view()["units"])


def test_ah_14_1_the_noose_takes_every_enemy_unit() -> None:
    """14.1: every enemy unit in the province, the fleet in port as well."""
    g = in_port("avalon-hill")
    assert where(g, "pan-tang-fleet-1") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_2_and_12_2_an_eater_pulls_by_its_bracketed_value(rules: str) -> None:
    """9.4 / 8.4, 8.21: Kyreenee (3) moves the Balance 3 to Chaos."""
    g = hunt(rules, "kyreenee", dice(1, 1))
    assert balance(g) == 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_4_and_9_4_a_conjured_eater_of_the_other_side_eats_its_own(rules: str) -> None:
    """9.2, 10.4 / 8.221, 9.4: Theleb K'aarna holds Chaos and draws the Noose (Law): it eats his own army."""
    from elric.young_kingdoms.components import spells

    left = [i for i in range(spells.SIZE) if spells.IDS[i] != "balan"]
    g = at(
        rules,
        [left.index(spells.INDEX["noose-of-flesh"]), *dice(6, 4, 3)],
        nations=NATIONS,
        phase="magic",
        player=1,
        units={FIELD: ["yishana", "theleb-kaarna", "dharijor-army*5", "sarosto"], "dharijor_gromoorva": ["karnaal"]},
        hands={"theleb-kaarna": ["balan"]},
    )
    conjures(g, "theleb-kaarna")
    eaten = {pieces.IDS[u] for u in told(g, "eaten")[0]["units"]}
    assert {"theleb-kaarna", "sarosto", "dharijor-army-1"} <= eaten
    assert "yishana" not in eaten
