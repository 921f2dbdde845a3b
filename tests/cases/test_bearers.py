"""Who bears an artifact, and what it does for him. Chaosium [9.3], [12.1.5], [16.4], [16.8]; Avalon Hill 8.3, 10.5, 11.151, 14.4, 14.8."""

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
    balance,
    card,
    dice,
    draw,
    find,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.combat.heroic_escape import perish
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import hand

NATIONS = {"jharkor": 0, "dharijor": 1}
SEQUALORIS = "dharijor_sequaloris"


# ---- Mournblade in other hands ---------------------------------------------------------------------------------------


def with_blade(rules: str, bearer: str, script: list[int], **more: Any) -> elric.Game:
    """Somebody with Mournblade faces Sarosto (4) in the open."""
    units = {FIELD: [bearer, "mournblade", "sarosto"], DHAKOS: ["dharmit"], **more.pop("units", {})}
    return at(
        rules,
        script,
        nations=NATIONS,
        units=units,
        owners={bearer: 0, "mournblade": 0},
        aboard={"mournblade": bearer},
        phase=more.pop("phase", "combat"),
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_mournblade_sleeps_in_other_hands(rules: str) -> None:
    """[9.3.3], [16.8] / 8.33, 14.8: Yishana (5) bears Mournblade and cannot use it: she fights with 5, the Balance stays, and no die
    is thrown for the sword."""
    g = with_blade(rules, "yishana", dice(6, 1))
    play(g, f"fight {FIELD}; ready; ready")
    assert told(g, "battle")[0]["sums"] == (5, 4)
    while g.phase == "combat":
        g.push(sorted(texts(g))[0])
    assert not told(g, "sword")
    assert balance(g) == 0


@pytest.mark.parametrize(("rules", "slain"), [("chaosium", False), ("avalon-hill", True)])
def test_both_16_4_and_14_4_a_nightmare_and_the_holder(rules: str, slain: bool) -> None:
    """[12.1.5], [16.4] / 11.151, 14.4, 14.8: in 1984 the holder of Mournblade is slain, Melnibonean or not; in 1981 the sword must be in use."""
    g = find(
        rules,
        "elric-nightmare-1",
        dice(6),
        units={DHAKOS: ["dharmit", "mournblade"]},
        owners={"mournblade": 0},
        aboard={"mournblade": "dharmit"},
    )
    assert (where(g, "dharmit") is None) is slain
    assert bool(told(g, "slain")) is slain


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_5_and_11_151_elric_slain_by_his_other_sword(rules: str) -> None:
    """[12.1.4], [12.1.5] / 11.11, 11.14, 11.15, 11.151: Elric bears Mournblade as well, and both swords take control at once, in a
    Nightmare or after a battle. Stormbringer slays his commander and Mournblade him: the dead man does not come to light
    elsewhere, and the Balance moves for both."""
    g = find(
        rules,
        "elric-nightmare-1",
        dice(5),
        units={DHAKOS: ["dharmit", "elric", "mournblade"]},
        owners={"mournblade": 0, "elric": 0},
        aboard={"mournblade": "elric"},
        met_elric=True,
    )
    assert [where(g, u) for u in ("dharmit", "elric", "mournblade")] == [None] * 3
    assert not told(g, "appears")
    assert balance(g) == 2

    g = with_blade(
        rules,
        "elric",
        dice(6, 1, 6, 5, 5),  # the battle, Sarosto's escape that fails, and both swords
        units={FIELD: ["yishana", "elric", "mournblade", "sarosto"], DHAKOS: ["dharmit", "karnaal"]},
        met_elric=True,
    )
    play(g, f"fight {FIELD}; ready; ready", "end")
    assert [e["unit"] for e in told(g, "slain")] == [pieces.INDEX["yishana"], pieces.INDEX["elric"]]
    assert where(g, "elric") is None
    assert not told(g, "appears")


def test_ch_12_1_6_a_slain_elric_is_nobodys_friend() -> None:
    """[12.1.1], [12.1.5], [12.1.6]: the last thing in a game-turn is a Nightmare that slays Elric by Mournblade. He appears again as the
    next begins, and Moonglum, whose friend was dead, stays where he is until they are next to each other."""
    g = at(
        "chaosium",
        [
            card("elric-nightmare-1", "meerclar"),
            *dice(5),
            *draw("aubec", "beetles-of-kaleef", gone=("meerclar", "elric-nightmare-1")),
        ],
        nations=NATIONS,
        units={DHAKOS: ["yishana"], FIELD: ["dharmit", "elric", "moonglum", "mournblade"], SEQUALORIS: ["karnaal"]},
        owners={"elric": 0, "moonglum": 0, "mournblade": 0},
        aboard={"mournblade": "elric"},
        hands={"yishana": ["meerclar"]},
        met_elric=True,
        friends=True,
        order=[1, 0],
        phase="muster",
    )
    play(g, "muster yishana meerclar lamsar")
    assert g.turn == 2
    assert where(g, "elric") == "nadsokor"
    assert where(g, "moonglum") == FIELD


def test_ah_14_8_cymoril_with_mournblade() -> None:
    """14.8: the sword raises Cymoril's combat strength to 6: she fights, is a loss of 6, and escapes by 6."""
    g = with_blade(
        "avalon-hill",
        "cymoril",
        dice(1, 5, 6),
        units={FIELD: ["cymoril", "mournblade", "sarosto", "karnaal", "dharijor-army*8"]},
    )
    play(g, f"fight {FIELD}; ready; ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["difference"]) == ((6, 15), 13)
    assert where(g, "cymoril") == FIELD or g.step == "retreat"  # five to lose, and she counts six
    g = with_blade(
        "avalon-hill",
        "cymoril",
        dice(1, 6, 6),
        units={FIELD: ["cymoril", "mournblade", "sarosto", "karnaal", "dharijor-admiral", "dharijor-army*8"]},
    )
    play(g, f"fight {FIELD}; ready; ready")
    assert told(g, "battle")[0]["difference"] == 16
    assert told(g, "escape")[0]["target"] == 6


def test_ch_16_8_cymoril_gains_nothing_by_it() -> None:
    """16.8: in 1981 the sword has no number of its own; her value stays in brackets."""
    g = with_blade("chaosium", "cymoril", dice(6, 1))
    play(g, f"fight {FIELD}; ready; ready")
    assert told(g, "battle")[0]["sums"] == (0, 4)


# ---- the Chaos Shield ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_the_shield_and_its_stack(rules: str) -> None:
    """[16.8] / 14.8, 10.5: its bearer falls and the stack does not: in 1981 the Shield passes to the strongest left of it, in 1984 it
    leaves the board with the bearer."""
    g = with_shield(rules)
    play(g, "search xanyaw magic")
    while g.step != "search" and g.phase == "search":
        g.push(sorted(texts(g))[0])
    assert where(g, "ohada") is None
    assert g.view()["units"].get("chaos-shield", {}).get("aboard") == ("yishana" if rules == "chaosium" else None)


def with_shield(rules: str) -> elric.Game:
    """Ohada, who bears the Shield beside Yishana, is lost."""
    g = at(
        rules,
        dice(5),
        nations={"shazaar": 0, "jharkor": 0, "pan-tang": 1},
        units={"xanyaw": ["ohada", "chaos-shield", "yishana"], "pan_tang": ["jagreen-lern"], DHAKOS: ["dharmit"]},
        owners={"chaos-shield": 0},
        aboard={"chaos-shield": "ohada"},
        hidden={"xanyaw": ["goldar"]},
        phase="search",
    )
    perish(g.state, pieces.INDEX["ohada"], Context(_NoChance()))
    return g


class _NoChance:
    results: list[int] = []

    def pick(self, n: int) -> int:
        raise AssertionError("no chance is expected")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_the_shield_at_the_shade_gate(rules: str) -> None:
    """[16.8] / 14.8: whoever stands under the Shield is safe from a Chaos spell at the Shade Gate too, and has the plunder."""
    g = find(
        rules,
        "shade-gate",
        draw("arioch", "arkyn", "sleep", gone=("shade-gate",)),
        who="ohada",
        nations={"shazaar": 0},
        units={"xanyaw": ["chaos-shield"], DHAKOS: ["dharmit"]},
        owners={"chaos-shield": 0},
        aboard={"chaos-shield": "ohada"},
    )
    assert told(g, "shielded")
    assert not told(g, "gate")
    assert where(g, "ohada") == "xanyaw"
    assert set(g.view(0)["hands"]["ohada"]) == {"arkyn", "sleep"}


# ---- one who keeps a spell up ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_no_other_magic(rules: str) -> None:
    """[13.4A] / 12.41: who maintains a spell sends no Quaolnargn; having let go of it he may."""
    g = at(
        rules,
        nations={"jharkor": 1, "pan-tang": 0},
        units={FIELD: ["yishana", "jagreen-lern"], DHAKOS: ["dharmit"], "pan_tang": ["pan-tang-general"]},
        hands={"jagreen-lern": ["quaolnargn"]},
        maintained={"jagreen-lern": "elenoin"},
        tipped="law",
        phase="magic",
    )
    said = refused(g, "send jagreen-lern yishana", "13.4A" if rules == "chaosium" else "12.41")
    assert "go first" in said.reasons[-1].fix
    play(g, "release jagreen-lern")
    allowed(g, "send jagreen-lern yishana")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_412_only_the_maintained_spell_helps_him_escape(rules: str) -> None:
    """[13.4A] / 12.41, 12.412: a maintained spell may help an escape; other magic its keeper cannot cast, not even then."""
    g = at(
        rules,
        dice(6, 1, 6),
        nations={"jharkor": 0, "dharijor": 1, "pan-tang": 1},
        units={
            FIELD: ["jharkor-wizard", "sarosto", "karnaal", "dharijor-army*8", "jagreen-lern", "pan-tang-army*5"],
            DHAKOS: ["dharmit"],
            SEQUA: ["yishana"],
        },
        hands={"jharkor-wizard": ["balan"]},
        maintained={"jharkor-wizard": "elenoin"},
        tipped="law",
        player=1,
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    assert g.step == "escape"
    assert texts(g) == {"roll", "charm elenoin"}


# ---- Elric's trades and his first hand -------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_and_11_13_the_lowest_even_if_it_is_the_barge(rules: str) -> None:
    """[12.1.3] / 11.13: the lowest of Elric's spells is given, be it the Battle Barge's own: it has no value at all."""
    barge = "golden-melnibonean-battle-barge"
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={SEQUA: ["elric", "yishana"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": 0},
        met_elric=True,
        hands={"elric": [barge, "arioch"], "yishana": ["dragons"]},
        phase="magic",
    )
    refused(g, "give elric yishana arioch", "12.1.3" if rules == "chaosium" else "11.13")
    play(g, f"give elric yishana {barge}")
    assert g.view(0)["hands"] == {"elric": ["arioch", "dragons"], "yishana": [barge]}


MEETING: dict[str, Any] = {
    "nations": {"jharkor": 0, "pan-tang": 1},
    "units": {SEQUA: ["yishana"], FIELD: ["elric"], "pan_tang": ["jagreen-lern"], DHAKOS: ["dharmit"]},
    "owners": {"elric": None},
    "phase": "movement",
}


def meets(g: elric.Game) -> elric.Game:
    """Yishana meets a masterless Elric on the march, and he draws his first hand."""
    return play(g, f"lead yishana; step {FIELD}")


def test_ah_11_131_elric_begins_with_a_full_hand() -> None:
    """11.131, 8.311, 11.15: what would act at once goes back into the container, and another is drawn: no die falls for a Nightmare,
    and he has three."""
    back = draw("arkyn", "arioch", "fileet")
    g = at(
        "avalon-hill",
        [*draw("elric-nightmare-1"), *draw("four-who-are-one"), *back],
        **MEETING,
    )
    meets(g)
    assert not told(g, "nightmare")
    assert not told(g, "four")
    assert set(g.view(0)["hands"]["elric"]) == {"arkyn", "arioch", "fileet"}


def test_ch_12_1_3_elric_begins_with_a_full_hand() -> None:
    """12.1.3, 12.1.5: a Nightmare in his first hand is discarded and replaced; the Tower acts, and his hand is full all the same."""
    g = at(
        "chaosium",
        [
            *draw("elric-nightmare-1", "tower-of-voilodion-gagnasdiak"),
            *dice(4),
            *draw("arkyn", "arioch", "fileet", gone=("elric-nightmare-1", "tower-of-voilodion-gagnasdiak")),
        ],
        **MEETING,
    )
    meets(g)
    assert not told(g, "nightmare")
    assert told(g, "tower")[0]["roll"] == 4
    assert set(g.view(0)["hands"]["elric"]) == {"arkyn", "arioch", "fileet"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_and_11_131_nobody_begins_short(rules: str) -> None:
    """[12.1.3] / 11.131: whatever the draw, Elric has three spells once he has been dealt his first hand."""
    for seed in range(60):
        g = meets(elric.Game.at({"scenario": "successor", "rules": rules, **MEETING}, seed=seed))
        while g.step in ("soul", "escape", "appearance", "reappear", "align"):
            g.push(sorted(texts(g))[0])
        slain = any(e["kind"] == "perished" and e["unit"] == pieces.ELRIC for e in g.events)
        assert slain or len(hand(g.state, pieces.ELRIC)) == 3, seed


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_10_5_what_is_borne_is_not_led(rules: str) -> None:
    """[16.8], [11.0] / 14.8, 10.5: the Shield goes with its bearer, at sea too: it neither joins a stack nor can be left out of one."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={"dragon_sea_east": ["yishana", "jharkor-fleet-1", "chaos-shield"], "pan_tang": ["jagreen-lern"]},
        owners={"chaos-shield": 0},
        aboard={"chaos-shield": "yishana", "yishana": "jharkor-fleet-1"},
        phase="movement",
    )
    play(g, "lead yishana")
    refused(g, "join chaos-shield", "16.8" if rules == "chaosium" else "14.8")
