"""Heroic escapes. Chaosium [10.8], [16.5]; Avalon Hill 9.8-9.84, 14.5."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, FIELD, allowed, at, balance, cite, dice, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components import pieces

NATIONS = {"jharkor": 0, "shazaar": 0, "tarkesh": 0, "lormyr": 0, "pan-tang": 1, "dharijor": 1}
HOST = ["yishana", "dharmit", "hilran", "jharkor-army*8", "tarkesh-army*4", "shazaar-army*4", "lormyr-army*11"]


def rout(rules: str, theirs: list[str], script: list[int], **more: Any) -> elric.Game:
    """A host of 38 rolls over a few: a difference of 25 and more whatever the dice, so everybody there has to escape."""
    more.setdefault("phase", "combat")
    units = {
        FIELD: [*HOST, *theirs],
        "dharijor_cape": [] if "sarosto" in theirs else ["sarosto"],
        **more.pop("units", {}),
    }
    nations = {**NATIONS, **more.pop("nations", {})}
    g = at(rules, script, nations=nations, units=units, **more)
    if g.phase == "magic":
        while g.phase == "magic":
            g.push("done")
    return play(g, f"fight {FIELD}", "ready", "ready")


def settle(g: elric.Game) -> None:
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "lives"), [(1, True), (3, True), (4, True), (5, False), (6, False)])
def test_both_10_8_and_9_8_at_or_below_the_combat_value(rules: str, face: int, lives: bool) -> None:
    """10.8 / 9.8: Sarosto (4) gets away on 4 or less."""
    g = rout(rules, ["sarosto", "dharijor-army*3"], dice(3, 3, face), units={"dharijor_gromoorva": ["karnaal"]})
    settle(g)
    assert [e["ok"] for e in told(g, "escape")] == [lives]
    assert (where(g, "sarosto") is not None) == lives
    assert not any("dharijor-army" in u for u in g.view()["units"])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_83_the_nearest_free_province(rules: str) -> None:
    """10.8 / 9.83: he comes to light in the nearest province that is friendly or nobody's; his player picks between
    equals, and an enemy's city or army is passed over."""
    g = rout(
        rules,
        ["sarosto"],
        dice(3, 3, 2),
        units={"dharijor_gromoorva": ["karnaal"], "shazaar_south": ["ohada"]},
    )
    assert g.seat == 1
    assert texts(g) == {"reappear dharijor_sequaloris", "reappear xanyaw"}
    refused(g, "reappear shazaar_south", cite(rules, "10.8", "9.83"))
    refused(g, "reappear jharkor_sequa", cite(rules, "10.8", "9.83"))
    play(g, "reappear dharijor_sequaloris")
    assert where(g, "sarosto") == "dharijor_sequaloris"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_8_the_strongest_first(rules: str) -> None:
    """10.8 / 9.8: each of them rolls against his own value."""
    g = rout(rules, ["sarosto", "karnaal"], dice(3, 3, 4, 4), units={"dharijor_gromoorva": ["dharijor-admiral"]})
    settle(g)
    assert [(pieces.IDS[e["unit"]], e["ok"]) for e in told(g, "escape")] == [("sarosto", True), ("karnaal", False)]


# ---- magic in an escape ----------------------------------------------------------------------------------------------


def mage(rules: str, spells: list[str], script: list[int], **more: Any) -> elric.Game:
    """Jagreen Lern (4) has to escape, holding these."""
    return rout(
        rules,
        ["jagreen-lern"],
        script,
        units={"dharijor_gromoorva": ["karnaal"], "pan_tang": ["pan-tang-general"]},
        hands={"jagreen-lern": spells},
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("balo", "target"), [(1, 3), (4, 0)])
def test_both_10_8_and_9_81_balo_may_leave_him_alone(rules: str, balo: int, target: int) -> None:
    """10.8, 16.2 / 9.81, 14.2, ruling charm-value: Balo (3) helps on an odd die only; on an even one his magician, who has
    used magic instead of his own value, has nothing to escape by."""
    g = mage(rules, ["balo-the-jester"], dice(3, 3, balo, 1))
    play(g, "charm balo-the-jester")
    assert told(g, "escape")[0]["target"] == target
    assert told(g, "escape")[0]["ok"] is bool(target)


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "lives"), [(5, True), (6, False)])
def test_both_10_8_and_9_81_a_spell_instead_of_his_own_value(rules: str, face: int, lives: bool) -> None:
    """10.8 / 9.81: with Arioch (5) he needs 5 or less. The spell is named before the roll, used up, and pulls 5."""
    g = mage(rules, ["arioch"], dice(3, 3, face))
    assert texts(g) == {"roll", "charm arioch"}
    play(g, "charm arioch")
    settle(g)
    assert (where(g, "jagreen-lern") is not None) == lives
    assert "arioch" in g.view()["discards"]
    assert balance(g) == 5


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_81_his_own_value_keeps_the_spell(rules: str) -> None:
    """10.8 / 9.81: he may roll without magic; a hero who lives keeps what he holds."""
    g = mage(rules, ["arioch"], dice(3, 3, 4))
    play(g, "roll")
    settle(g)
    assert g.view(1)["hands"]["jagreen-lern"] == ["arioch"]
    assert balance(g) == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_8_who_is_lost_loses_his_spells(rules: str) -> None:
    """10.8 / 9.8: with the personality his spells are gone."""
    g = mage(rules, ["arioch"], dice(3, 3, 5))
    play(g, "roll")
    assert where(g, "jagreen-lern") is None
    assert "arioch" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_2_and_12_2_the_balance_helps_an_escape(rules: str) -> None:
    """13.2, 10.8 / 12.2, 9.81 (ruling charm-value): Balan is 3, and 3 more with the marker in the sixth box of Chaos."""
    g = mage(rules, ["balan"], dice(3, 3, 6), balance=6)
    play(g, "charm balan")
    settle(g)
    assert told(g, "escape")[0]["target"] == 6
    assert where(g, "jagreen-lern") is not None
    assert balance(g) == 9


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_81_brackets_help_and_nothing_does_not(rules: str) -> None:
    """10.8 / 9.81 (ruling charm-value): the Mirror's (4) helps, the Dead God's Book (0) and the Dragons do not."""
    g = mage(rules, ["mirror-of-memory", "dead-gods-book"], dice(3, 3, 4))
    allowed(g, "charm mirror-of-memory")
    refused(g, "charm dead-gods-book", cite(rules, "10.8", "9.81"))
    g = mage(rules, ["dragons"], dice(3, 3, 4))
    refused(g, "charm dragons", cite(rules, "10.8", "9.81"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_3_and_11_3_a_dragonmaster_escapes_on_dragons(rules: str) -> None:
    """12.3, 10.8 / 11.3, 9.81: Dyvim Tvar (3) may use the Dragons' (5)."""
    g = rout(
        rules, ["dyvim-tvar", "sarosto"], dice(3, 3, 4, 5), owners={"dyvim-tvar": 1}, hands={"dyvim-tvar": ["dragons"]}
    )
    settle(g)
    play(g, "charm dragons")
    settle(g)
    assert where(g, "dyvim-tvar") is not None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_81_magicians_only(rules: str) -> None:
    """10.8 / 9.81: Sarosto holds a spell for muster and cannot escape by it: he is not even asked."""
    g = rout(
        rules,
        ["sarosto"],
        dice(3, 3, 4),
        units={"dharijor_gromoorva": ["karnaal"]},
        hands={"sarosto": ["arioch"]},
    )
    assert g.step == "reappear"
    assert told(g, "escape")[0]["target"] == 4


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_an_escape_after_casting(rules: str) -> None:
    """9.2, 10.8 / 8.2, 9.81: a magician who has cast this turn may still use another spell to escape."""
    g = at(
        rules,
        dice(3, 3, 5),
        nations=NATIONS,
        phase="magic",
        player=1,
        units={FIELD: [*HOST, "jagreen-lern"], "dharijor_gromoorva": ["karnaal"], "pan_tang": ["pan-tang-general"]},
        hands={"jagreen-lern": ["arioch", "balan"]},
    )
    play(g, "cast jagreen-lern balan; done", f"fight {FIELD}", "ready", "ready")
    assert texts(g) == {"roll", "charm arioch"}
    play(g, "charm arioch")
    settle(g)
    assert where(g, "jagreen-lern") is not None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_5_and_14_5_escape_saves_without_a_roll(rules: str) -> None:
    """16.5 / 14.5: the Escape spell saves its user; no die, no pull on the Balance; only before the roll."""
    g = mage(rules, ["escape-a"], dice(3, 3))
    play(g, "charm escape-a")
    settle(g)
    assert not told(g, "escape")
    assert where(g, "jagreen-lern") is not None
    assert "escape-a" in g.view()["discards"]
    assert balance(g) == 0
    g = mage(rules, ["escape-a", "invulnerability"], dice(3, 3, 6))
    play(g, "roll")
    refused(g, "charm escape-a", cite(rules, "10.8", "9.8"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_5_and_14_5_invulnerability_after_the_roll(rules: str) -> None:
    """[16.5] / 14.5: Invulnerability may be used like Escape before the die, or wait until the roll has failed."""
    g = mage(rules, ["invulnerability"], dice(3, 3, 6))
    refused(g, "save", cite(rules, "16.5", "14.5"))
    allowed(g, "charm invulnerability")
    refused(g, "fall", cite(rules, "10.8", "9.8"))
    play(g, "roll")
    refused(g, "roll", cite(rules, "10.8", "9.8"))
    assert texts(g) == {"save", "fall"}
    play(g, "save")
    settle(g)
    assert where(g, "jagreen-lern") is not None
    assert "invulnerability" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_5_and_14_5_invulnerability_instead_of_the_roll(rules: str) -> None:
    """[16.5] / 14.5: it works as Escape does: used before the roll it saves without one."""
    g = mage(rules, ["invulnerability"], dice(3, 3))
    play(g, "charm invulnerability")
    settle(g)
    assert where(g, "jagreen-lern") is not None
    assert not told(g, "escape")
    assert "invulnerability" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_5_and_14_5_cymoril_alone_is_saved_by_invulnerability(rules: str) -> None:
    """[16.5], [10.8] / 14.5, 9.82: a value in brackets has no roll to fail, but Invulnerability works as Escape does."""
    g = at(
        rules,
        dice(6, 1),
        nations={"jharkor": 0, "dharijor": 1, "pan-tang": 1},
        units={
            FIELD: ["cymoril", "sarosto", "karnaal", "dharijor-army*8", "jagreen-lern", "pan-tang-army*5"],
            "jharkor_dhakos": ["dharmit"],
        },
        owners={"cymoril": 0},
        hands={"cymoril": ["invulnerability"]},
        player=1,
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    assert texts(g) == {"charm invulnerability", "fall"}
    play(g, "charm invulnerability")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert where(g, "cymoril") is not None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_5_and_14_5_he_may_let_go(rules: str) -> None:
    """16.5 / 14.5: nobody has to use it."""
    g = mage(rules, ["invulnerability"], dice(3, 3, 6))
    play(g, "roll", "fall")
    assert where(g, "jagreen-lern") is None


# ---- values in brackets ----------------------------------------------------------------------------------------------


def with_sharilla(rules: str, beside: list[str], script: list[int], **more: Any) -> elric.Game:
    return rout(
        rules,
        ["sharilla", *beside],
        script,
        nations={"ilmiora": 1},
        units={"dharijor_gromoorva": ["karnaal"], "ilmiora_ilmar": ["ilmiora-admiral"]},
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "lives"), [(3, True), (4, False)])
def test_both_10_8_and_9_82_brackets_follow_the_strongest(rules: str, face: int, lives: bool) -> None:
    """10.8 / 9.82: Sharilla (6) rolls nothing; she is saved when the strongest beside her, Fadan (3), escapes."""
    g = with_sharilla(rules, ["fadan", "ilmiora-alchemist"], dice(3, 3, face, 6))
    settle(g)
    assert (where(g, "sharilla") is not None) == lives
    assert len(told(g, "escape")) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_82_the_strongest_counts_not_any(rules: str) -> None:
    """10.8 / 9.82: the Alchemist gets away, the strongest does not: she is lost."""
    g = with_sharilla(rules, ["fadan", "ilmiora-alchemist"], dice(3, 3, 6, 1))
    settle(g)
    assert where(g, "ilmiora-alchemist") is not None
    assert where(g, "sharilla") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_82_alone_she_is_lost(rules: str) -> None:
    """10.8 / 9.82 (ruling bracketed-escape): with nobody beside her there is no escape."""
    g = with_sharilla(rules, [], dice(3, 3))
    assert where(g, "sharilla") is None
    assert not told(g, "escape")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_82_magic_saves_a_magician_in_brackets(rules: str) -> None:
    """10.8 / 9.81, 9.82: Cymoril (7), a magician, alone: a spell may save her where nobody else does."""
    g = rout(
        rules,
        ["cymoril"],
        dice(3, 3, 5),
        owners={"cymoril": 1},
        units={"dharijor_gromoorva": ["karnaal"]},
        hands={"cymoril": ["arioch"]},
    )
    play(g, "charm arioch")
    settle(g)
    assert where(g, "cymoril") is not None


def lone_wreck(rules: str) -> elric.Game:
    """Sharilla's ship goes down; Fadan, the strongest of her side, is safe on another one."""
    g = at(
        rules,
        dice(4, 3),
        nations={**NATIONS, "ilmiora": 1},
        phase="combat",
        units={
            "pale_sea": ["yishana", "dharmit", "jharkor-fleet-1", "jharkor-fleet-2",
                         "sharilla", "fadan", "ilmiora-fleet-1", "ilmiora-fleet-2"],
        },
        aboard={"yishana": "jharkor-fleet-1", "dharmit": "jharkor-fleet-2",
                "sharilla": "ilmiora-fleet-1", "fadan": "ilmiora-fleet-2"},
    )  # fmt: skip
    play(g, "fight pale_sea", "ready", "ready")
    assert told(g, "battle")[0]["difference"] == 4  # lose 2
    play(g, "lose ilmiora-fleet-1")
    settle(g)
    assert where(g, "fadan") == "pale_sea"
    assert not told(g, "escape")
    return g


def test_ah_9_82_the_strongest_need_not_roll() -> None:
    """9.82: if the strongest beside her is not lost at all, she escapes of itself."""
    assert where(lone_wreck("avalon-hill"), "sharilla") not in (None, "pale_sea")


def test_ch_10_8_only_an_escape_of_the_strongest_saves() -> None:
    """10.8: she is saved when the strongest makes his escape; he makes none."""
    assert where(lone_wreck("chaosium"), "sharilla") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_82_elric_saves_nobody_in_1984(rules: str) -> None:
    """10.8 / 9.82: Elric (6) escapes. In 1981 the strongest saves Sharilla; in 1984 he does not count."""
    g = with_sharilla(rules, ["elric"], dice(3, 3, 6), owners={"elric": 1}, met_elric=True)
    settle(g)
    assert where(g, "elric") is not None
    assert (where(g, "sharilla") is not None) == (rules == "chaosium")


# ---- at sea ----------------------------------------------------------------------------------------------------------


def shipwreck(rules: str, script: list[int], **units: list[str]) -> elric.Game:
    """Jagreen Lern's ship is sunk off Pan Tang."""
    g = at(
        rules,
        script,
        nations={**NATIONS, "vilmir": 0, "ilmiora": 0, "argimiliar": 0},
        phase="combat",
        units={
            "dragon_sea_south": [
                "yishana", "king-hozel", "avan-astram", "naclon", "hilran", "dharmit", "voashoon", "fadan", "jharkor-fleet-1",
                "pan-tang-sealord", "pan-tang-fleet-1",
            ],
            "pan_tang": ["jagreen-lern"],
            **units,
        },
        aboard={
            **dict.fromkeys(
                ("yishana", "king-hozel", "avan-astram", "naclon", "hilran", "dharmit", "voashoon", "fadan"), "jharkor-fleet-1"
            ),
            "pan-tang-sealord": "pan-tang-fleet-1",
        },
    )  # fmt: skip
    play(g, "fight dragon_sea_south", "ready", "ready")
    return g


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_83_from_the_sea_to_the_nearest_land(rules: str) -> None:
    """10.8 / 9.83: lost at sea, he comes ashore on the nearest land; cities of the enemy are none of it."""
    g = shipwreck(rules, dice(6, 1, 3))
    play(g, *(["lose pan-tang-fleet-1"] if g.step == "losses" else []))
    assert told(g, "escape")[0]["ok"]
    settle(g)
    assert where(g, "pan-tang-sealord") == "sorcerers_isle"  # Lormyr's two ports are the enemy's, Imrryr lets nobody in


def test_ch_10_8_wilderness_with_enemies_is_land_too() -> None:
    """10.8 (ruling sea-escape-land): the nearest land, though an enemy camps in its wilderness."""
    g = shipwreck("chaosium", dice(6, 1, 3), sorcerers_isle=["ohada"])
    play(g, *(["lose pan-tang-fleet-1"] if g.step == "losses" else []))
    settle(g)
    assert where(g, "pan-tang-sealord") == "sorcerers_isle"


def test_ah_9_83_land_without_enemies() -> None:
    """9.83: the nearest land not occupied by enemy units."""
    g = shipwreck("avalon-hill", dice(6, 1, 3), sorcerers_isle=["ohada"])
    play(g, *(["lose pan-tang-fleet-1"] if g.step == "losses" else []))
    settle(g)
    assert where(g, "pan-tang-sealord") not in (None, "sorcerers_isle")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_10_5_artifacts_share_their_bearers_fate(rules: str) -> None:
    """16.8 / 10.5: the Shield escapes with Sarosto, and is gone (to be mustered again) when he is lost."""
    for face, there in ((4, True), (5, False)):
        g = rout(
            rules,
            ["sarosto", "chaos-shield"],
            dice(3, 3, face),
            owners={"chaos-shield": 1},
            aboard={"chaos-shield": "sarosto"},
            units={"dharijor_gromoorva": ["karnaal"]},
        )
        settle(g)
        assert (where(g, "chaos-shield") is not None) == there
        if there:
            assert where(g, "chaos-shield") == where(g, "sarosto")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_84_and_7_5_1_fleets_roll_in_the_boiling_sea(rules: str) -> None:
    """7.5.1 / 9.84: a fleet going into the Boiling Sea rolls at or below its own combat value."""
    for face, there in ((2, True), (3, False)):
        g = at(
            rules,
            dice(face, 1),
            nations=NATIONS,
            units={"serpents_teeth": ["hilran", "tarkesh-fleet-1"], "jharkor_dhakos": ["yishana"]},
            aboard={"hilran": "tarkesh-fleet-1"},
        )
        play(g, "lead hilran")
        play(g, "sail boiling_sea")
        roll = [e for e in told(g, "peril") if e["unit"] == pieces.INDEX["tarkesh-fleet-1"]]
        assert (where(g, "tarkesh-fleet-1") is not None) == there, roll
