"""Mournblade and the Chaos Shield. Chaosium [12.1.4], [16.8]; Avalon Hill 11.14, 14.8."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    at,
    balance,
    caller,
    dice,
    draw,
    play,
    refused,
    texts,
    told,
    where,
)

import elric

NATIONS = {"jharkor": 0, "pan-tang": 1}


# ---- Mournblade ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_mournblade_for_melniboneans(rules: str) -> None:
    """[9.3], [9.3.3], [16.8] / 8.3, 8.33, 10.5, 14.8: a spell kept for Melniboneans serves others for muster, and Mournblade comes to
    whoever calls it; only a Melnibonean uses it."""
    g = caller(rules, FIELD, "dragons")
    play(g, "muster yishana dragons mournblade")
    assert g.view()["units"]["mournblade"]["aboard"] == "yishana"
    g = caller(rules, FIELD, "dragons", who="dyvim-tvar", owners={"dyvim-tvar": 0})
    play(g, "muster dyvim-tvar dragons mournblade")
    assert g.view()["units"]["mournblade"]["aboard"] == "dyvim-tvar"


def armed(rules: str, script: list[int], who: str = "saxif-daan", **more: Any) -> elric.Game:
    """A Melnibonean with Mournblade faces Sarosto (4) in the open."""
    return at(
        rules,
        script,
        nations={"jharkor": 0, "dharijor": 1},
        units={
            FIELD: [who, "mournblade", "sarosto"],
            DHAKOS: ["dharmit"],
            "dharijor_gromoorva": ["karnaal"],
            **more.pop("units", {}),
        },
        owners={who: 0, "mournblade": 0},
        aboard={"mournblade": who},
        phase=more.pop("phase", "combat"),
        **more,
    )


def test_ah_14_8_mournblade_makes_six() -> None:
    """14.8: its bearer fights with 6."""
    g = armed("avalon-hill", dice(3, 2, 4))
    play(g, f"fight {FIELD}; ready; ready")
    assert told(g, "battle")[0]["sums"] == (6, 4)


def test_ch_16_8_mournblade_leaves_the_value() -> None:
    """16.8: the 1981 book gives the sword no number; Saxif D'aan fights with his own 2."""
    g = armed("chaosium", dice(6, 2, 4))
    play(g, f"fight {FIELD}; ready; ready")
    assert told(g, "battle")[0]["sums"] == (2, 4)


def test_ah_14_8_mournblade_helps_to_escape() -> None:
    """14.8: the bearer escapes with 6, where Saxif D'aan alone has 2."""
    g = at(
        "avalon-hill",
        dice(1, 6, 6),
        nations={"jharkor": 0, "dharijor": 1},
        units={
            FIELD: ["saxif-daan", "mournblade", "sarosto", "karnaal", "dharijor-admiral", "dharijor-army*8"],
            DHAKOS: ["dharmit"],
        },
        owners={"saxif-daan": 0, "mournblade": 0},
        aboard={"mournblade": "saxif-daan"},
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    while g.step in ("losses", "escape"):
        g.push("roll" if g.step == "escape" else "lose saxif-daan")
    first = told(g, "escape")[0]
    assert (first["target"], first["ok"]) == (6, True)


@pytest.mark.parametrize(("rules", "faces", "lost"), [("avalon-hill", (1, 6, 5), 3), ("chaosium", (3, 3, 5), 4)])
def test_both_16_8_and_14_8_mournblade_in_losses(rules: str, faces: tuple[int, ...], lost: int) -> None:
    """16.8, 10.7 / 14.8, 9.71: with 6 in combat he is spared when five points go, and only the three armies beside him are lost; with
    his own 2 of 1981 he makes up the five."""
    g = at(
        rules,
        dice(*faces),
        nations={"jharkor": 0, "dharijor": 1},
        units={
            FIELD: ["saxif-daan", "mournblade", "jharkor-army*3", "sarosto", "karnaal", "dharijor-army*8"],
            DHAKOS: ["yishana"],
        },
        owners={"saxif-daan": 0, "mournblade": 0},
        aboard={"mournblade": "saxif-daan"},
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    assert told(g, "battle")[0]["difference"] in range(10, 15)
    while g.step == "losses":
        refused(g, "lose saxif-daan", "9.71")
        g.push(g.legal_actions()[0])
    assert sum(len(e["units"]) + len(e["heroes"]) for e in told(g, "lost")) == lost


@pytest.mark.parametrize(("rules", "faces", "falls"), [("avalon-hill", (6, 1), False), ("chaosium", (3, 3), True)])
def test_both_16_8_and_14_8_mournblade_behind_a_wall(rules: str, faces: tuple[int, int], falls: bool) -> None:
    """16.8, 7.5.7 / 14.8, 6.571: who stands behind a wall of three with 6 is not cleared by five points; with his own 2 of 1981 he is."""
    g = at(
        rules,
        dice(*faces, 5, 5, 5),
        nations={"jharkor": 0, "dharijor": 1},
        units={
            "dharijor_sequaloris": ["yishana", "dharmit", "jharkor-army*7", "saxif-daan", "mournblade"],
            "dharijor_gromoorva": ["karnaal"],
        },
        owners={"saxif-daan": 1, "mournblade": 1},
        aboard={"mournblade": "saxif-daan"},
        assaults=["dharijor_sequaloris"],
        phase="combat",
    )
    play(g, "fight dharijor_sequaloris; ready; ready")
    fought = told(g, "battle")[0]
    assert (fought["wall"], fought["worth"], fought["fell"]) == (3, 2 if falls else 6, falls)


def test_ah_14_8_mournblade_and_the_voice() -> None:
    """14.8: Mournblade's 6 counts for influence over Elric too."""
    from elric.young_kingdoms.artifacts import bonds
    from elric.young_kingdoms.components import pieces

    g = armed("avalon-hill", [])
    assert bonds.influence(g.state, pieces.INDEX["saxif-daan"]) == (6, 0)
    g = armed("chaosium", [])
    assert bonds.influence(g.state, pieces.INDEX["saxif-daan"]) == (2, 0)


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "slain"), [(4, False), (5, True), (6, True)])
def test_both_16_8_and_14_8_mournblade_kills_its_bearer(rules: str, face: int, slain: bool) -> None:
    """12.1.4, 13.3, 16.8 / 11.14, 12.3, 14.8: after a battle a 5 or 6 costs the bearer his life, and Mournblade leaves the
    board until it is mustered again. The Balance moves one for the slaying, and in 1984 one for the use."""
    g = armed(rules, dice(6, 1, face))
    play(g, f"fight {FIELD}; ready; ready")
    while g.step != "combat":
        g.push(sorted(texts(g))[0])
    play(g, "end")
    assert (where(g, "saxif-daan") is None) is slain
    assert (where(g, "mournblade") is None) is slain
    assert balance(g) == slain + (rules == "avalon-hill")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_5_a_lost_bearers_sword_may_be_called_again(rules: str) -> None:
    """11.0 / 10.5: with a bearer who is lost without escape his artifact leaves the board, and can be mustered again."""
    g = at(
        rules,
        dice(1, 6, 6, 6),
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: ["saxif-daan", "chaos-shield", "sarosto", "karnaal", "dharijor-army*8"], DHAKOS: ["yishana"]},
        owners={"saxif-daan": 0, "chaos-shield": 0},
        aboard={"chaos-shield": "saxif-daan"},
        hands={"yishana": ["dispel-magic-b"]},
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    while g.step != "muster":
        g.push(sorted(texts(g))[0])
    assert where(g, "saxif-daan") is where(g, "chaos-shield") is None
    play(g, "muster yishana dispel-magic-b chaos-shield")
    assert g.view()["units"]["chaos-shield"]["aboard"] == "yishana"


# ---- the Chaos Shield ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_the_shield_in_battle(rules: str) -> None:
    """16.8 / 14.8: Chaos spells do nothing to a stack under the Chaos Shield; others do. They were used all the same."""
    for spell, adds in (("arioch", 0), ("elenoin", 3)):
        g = at(
            rules,
            dice(6, 1),
            nations={"jharkor": 0, "dharijor": 1},
            units={FIELD: ["yishana", "jharkor-wizard", "sarosto", "chaos-shield"]},
            owners={"chaos-shield": 1},
            aboard={"chaos-shield": "sarosto"},
            hands={"jharkor-wizard": [spell]},
            phase="magic",
        )
        play(g, f"cast jharkor-wizard {spell}; done; fight {FIELD}; ready; ready")
        assert told(g, "battle")[0]["sums"] == (5 + adds, 4)
        assert balance(g) == (5 if spell == "arioch" else 0)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_the_shield_against_an_eater(rules: str) -> None:
    """16.8 / 14.8: Kyreenee, an eater of Chaos, eats nobody under the Shield; the Noose of Flesh, of Law, does."""
    for spell, alive in (("kyreenee", True), ("noose-of-flesh", False)):
        g = at(
            rules,
            dice(6, 6, 6, 6, 6, 6),
            nations={"jharkor": 0, "dharijor": 1},
            units={FIELD: ["yishana", "jharkor-wizard", "sarosto", "dharijor-army*2", "chaos-shield"]},
            owners={"chaos-shield": 1},
            aboard={"chaos-shield": "sarosto"},
            hands={"jharkor-wizard": [spell]},
            phase="magic",
        )
        play(g, f"cast jharkor-wizard {spell}; done; fight {FIELD}; ready; ready")
        assert bool(told(g, "eaten")) is not alive


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_the_shield_in_the_wild(rules: str) -> None:
    """16.8 / 14.8: a random attack of Chaos, eater or not, passes over a stack with the Shield."""
    for spell in ("arioch", "kyreenee"):
        g = at(
            rules,
            draw(spell),
            nations=NATIONS,
            units={"troos": ["yishana", "jharkor-army-1", "chaos-shield"]},
            owners={"chaos-shield": 0},
            aboard={"chaos-shield": "yishana"},
        )
        play(g, "lead yishana; join jharkor-army-1; step weeping_waste_c")
        assert told(g, "shielded")
        assert where(g, "jharkor-army-1") == where(g, "chaos-shield") == "weeping_waste_c"
