"""Spells that act by themselves, and Quaolnargn. Chaosium [9.3.1], [12.1.5], [16.2], [16.4]; Avalon Hill 8.31, 8.311, 11.15,
11.151, 14.2, 14.4."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    SEQUA,
    at,
    balance,
    dice,
    draw,
    find,
    hand,
    play,
    texts,
    told,
    where,
)

import elric

TOWER = "tower-of-voilodion-gagnasdiak"


# ---- Elric's Nightmares ----------------------------------------------------------------------------------------------


def dream(rules: str, face: int, **more: Any) -> elric.Game:
    """Somebody far away finds a Nightmare while Elric is with Dharmit."""
    units = {"jharkor_thokora": ["elric", "dharmit"]}
    for k, v in more.pop("units", {}).items():
        units.setdefault(k, []).extend(v)
    return find(
        rules,
        "elric-nightmare-1",
        [*dice(face), *more.pop("then", draw("beetles-of-kaleef", gone=("elric-nightmare-1",)))],
        units=units,
        owners={"elric": 0, **more.pop("owners", {})},
        met_elric=True,
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "slain"), [(1, False), (4, False), (5, True), (6, True)])
def test_both_12_1_5_and_11_15_the_dream(rules: str, face: int, slain: bool) -> None:
    """12.1.5, 16.4, 13.3 / 11.15, 14.4, 12.3: whoever finds a Nightmare rolls; on 5 or 6 Elric's commander is slain, the
    Balance moves one to Chaos, and Elric appears at random. The spell is discarded."""
    g = dream(rules, face)
    assert (where(g, "dharmit") is None) is slain
    assert where(g, "elric") == ("nadsokor" if slain else "jharkor_thokora")
    assert balance(g) == slain
    assert "elric-nightmare-1" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_5_and_11_151_both_swords_by_one_die(rules: str) -> None:
    """12.1.5 / 11.151: the same die wakes Mournblade, which slays its bearer and leaves the board: two shifts in all."""
    g = dream(
        rules,
        5,
        units={DHAKOS: ["saxif-daan", "mournblade"]},
        owners={"saxif-daan": 1, "mournblade": 1},
        aboard={"mournblade": "saxif-daan"},
        control={DHAKOS: 1},
    )
    assert where(g, "dharmit") is where(g, "saxif-daan") is where(g, "mournblade") is None
    assert balance(g) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_5_and_11_151_mournblade_without_elric(rules: str) -> None:
    """12.1.5 / 11.151: with Elric nobody's, Mournblade's bearer alone is slain; with a 4 nobody is."""
    for face, alive in ((4, True), (6, False)):
        g = find(
            rules,
            "elric-nightmare-2",
            dice(face),
            units={DHAKOS: ["saxif-daan", "mournblade"], "vilmir_jadmar": ["elric"]},
            owners={"saxif-daan": 0, "mournblade": 0, "elric": None},
            aboard={"mournblade": "saxif-daan"},
        )
        assert (where(g, "saxif-daan") is not None) is alive
        assert where(g, "elric") == "vilmir_jadmar"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_5_and_11_161_not_moonglum(rules: str) -> None:
    """12.1.6 / 11.161: Moonglum is not the victim; where only he is with Elric, nobody is."""
    g = find(
        rules,
        "elric-nightmare-1",
        dice(6),
        units={"jharkor_thokora": ["elric", "moonglum"]},
        owners={"elric": 0, "moonglum": 0},
        met_elric=True,
    )
    assert where(g, "moonglum") == "jharkor_thokora"
    assert balance(g) == 0


def test_both_12_1_5_and_8_311_not_while_setting_up() -> None:
    """12.1.5 / 8.311: dealt to a starting hand a Nightmare is replaced and does nothing. 1984 replaces everything that is
    played at once; in 1981 the others act."""
    for rules in EDITIONS:
        for seed in range(8):
            g = elric.new_game("empire", rules, seed=seed)
            while g.turn == 0:
                g.push(g.legal_actions()[0])
            dealt = g.events[: next(n for n, e in enumerate(g.events) if e["kind"] == "game-turn")]
            assert not any(e["kind"] == "nightmare" for e in dealt if not any(x["kind"] == "tower" for x in dealt))
            if rules == "avalon-hill":
                assert not any(e["kind"] == "omen" for e in dealt)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_5_and_11_15_drawn_for_an_appearance(rules: str) -> None:
    """12.1.5 / 11.15, ruling turned-up: a Nightmare turned up while Elric is being placed wakes Mournblade."""
    g = at(
        rules,
        [*draw("elric-nightmare-3"), *dice(5), *draw("beetles-of-kaleef", gone=("elric-nightmare-3",))],
        nations={"jharkor": 0, "pan-tang": 1},
        units={SEQUA: ["saxif-daan", "mournblade", "dharmit"], "pan_tang": ["jagreen-lern"]},
        owners={"saxif-daan": 0, "mournblade": 0},
        aboard={"mournblade": "saxif-daan"},
        phase="appearance",
    )
    assert where(g, "saxif-daan") is None
    assert where(g, "elric") == "nadsokor"


# ---- Four-Who-Are-One ------------------------------------------------------------------------------------------------


def away(rules: str, *more: str, script: list[int] | None = None) -> elric.Game:
    """The Four-Who-Are-One is found while Elric is with Dharmit and whoever else."""
    return find(
        rules,
        "four-who-are-one",
        script,
        units={"jharkor_thokora": ["elric", "dharmit", *more]},
        owners={"elric": 0, **dict.fromkeys(more, 0)},
        met_elric=True,
    )


def next_turn(g: elric.Game) -> None:
    turn = g.turn
    while not (g.turn > turn and g.phase == "movement"):
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_four_away_for_a_turn_and_back_with_brut(rules: str) -> None:
    """16.4 / 14.4: Elric is out of the world until the next turn, and brings Brut: in 1981 back to whom he followed, in 1984
    wherever a random appearance takes him."""
    g = away(rules, script=draw("beetles-of-kaleef", gone=("four-who-are-one",)))
    assert where(g, "elric") is where(g, "brut") is None
    next_turn(g)
    want = "jharkor_thokora" if rules == "chaosium" else "nadsokor"
    assert where(g, "elric") == where(g, "brut") == want
    assert g.view()["units"]["elric"]["owner"] == (0 if rules == "chaosium" else None)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_moonglum_goes_too_in_1984(rules: str) -> None:
    """16.4 / 14.4: a Moonglum who is with Elric goes and comes with him; in 1981 he stays and waits for him."""
    g = at(
        rules,
        [*dice(5), *draw("beetles-of-kaleef", gone=("four-who-are-one",))],
        nations={"jharkor": 0, "pan-tang": 1},
        units={
            "xanyaw": ["yishana"],
            "jharkor_thokora": ["elric", "dharmit", "moonglum"],
            "pan_tang": ["jagreen-lern"],
        },
        owners={"elric": 0, "moonglum": 0},
        hidden={"xanyaw": ["four-who-are-one"]},
        met_elric=True,
        phase="search",
    )
    play(g, "search xanyaw magic")
    assert where(g, "moonglum") == ("jharkor_thokora" if rules == "chaosium" else None)
    next_turn(g)
    assert where(g, "moonglum") == where(g, "elric") == where(g, "brut")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_four_and_no_master_left(rules: str) -> None:
    """[12.1.1], [16.4] / 11.11, 14.4: with no master to come back to he appears at random (1984); in 1981 the Four are played on the player
    who controls Elric, and nothing happens while nobody does. Nor does it without Elric on the board."""
    g = at(
        rules,
        [*dice(5), *draw("beetles-of-kaleef", gone=("four-who-are-one",))],
        nations={"jharkor": 0, "pan-tang": 1},
        units={"xanyaw": ["yishana"], "vilmir_jadmar": ["elric"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": None},
        hidden={"xanyaw": ["four-who-are-one"]},
        phase="search",
    )
    play(g, "search xanyaw magic")
    assert bool(told(g, "four")) is (rules == "avalon-hill")
    if rules == "avalon-hill":
        next_turn(g)
        assert where(g, "elric") == where(g, "brut") == "nadsokor"
    g = find(rules, "four-who-are-one")
    assert not told(g, "four")


# ---- Reshuffle -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_reshuffle(rules: str) -> None:
    """16.4 / 14.4: all discards go back into the container, and the Reshuffle itself is discarded; in 1984 whoever drew it
    draws another spell."""
    back = draw("arkyn", gone=("reshuffle-1",))
    g = find(rules, "reshuffle-1", back, discards=["arkyn", "fileet"])
    assert g.view()["discards"] == ["reshuffle-1"]
    assert hand(g, "yishana") == ([] if rules == "chaosium" else ["arkyn"])
    assert g.view()["container"] == 68 - (rules == "avalon-hill")


# ---- the Tower -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("face", [1, 3, 4, 5])
def test_both_16_4_and_14_4_tower(rules: str, face: int) -> None:
    """16.4 / 14.4: 1 to 3 takes the finder without escape, 4 and 5 pass."""
    g = find(rules, TOWER, dice(face), units={DHAKOS: ["dharmit"]})
    assert (where(g, "yishana") is None) is (face <= 3)
    assert not told(g, "escape")
    assert not told(g, "nightmare")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_tower_of_plunder(rules: str) -> None:
    """16.4 / 14.4: 6 yields two spells and a Nightmare for Elric."""
    g = find(
        rules,
        TOWER,
        [*dice(6, 5), *draw("beetles-of-kaleef", "arkyn", "goldar", gone=(TOWER,))],
        who="jharkor-wizard",
        units={DHAKOS: ["elric", "dharmit", "yishana"]},
        owners={"elric": 0},
        met_elric=True,
    )
    assert hand(g, "jharkor-wizard") == ["arkyn", "goldar"]
    assert where(g, "yishana") is None
    assert where(g, "elric") == "nadsokor"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_tower_and_elric(rules: str) -> None:
    """16.4 / 14.4: caught himself, Elric appears at random: at once (1981), or when the next game-turn begins (1984)."""
    g = at(
        rules,
        [*dice(5, 3), *draw("beetles-of-kaleef", gone=(TOWER,))],
        nations={"jharkor": 0, "pan-tang": 1},
        units={"xanyaw": ["elric", "jharkor-wizard"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": 0},
        hidden={"xanyaw": [TOWER]},
        met_elric=True,
        phase="search",
    )
    play(g, "search xanyaw magic; take elric")
    assert where(g, "elric") == ("nadsokor" if rules == "chaosium" else None)
    next_turn(g)
    assert where(g, "elric") is not None


# ---- the Shade Gate --------------------------------------------------------------------------------------------------


def gate(
    rules: str, guard: str, *faces: int, who: str = "yishana", then: list[int] | None = None, **more: Any
) -> elric.Game:
    """The finder of the Shade Gate meets a spell; dice for the finder and for it; then what chance gives."""
    rest = draw(guard, *(["arkyn", "goldar"] if then is None else []), gone=("shade-gate",))
    script = [rest[0], *dice(*faces), *(then if then is not None else rest[1:])]
    return find(rules, "shade-gate", script, who=who, units={DHAKOS: ["dharmit"]}, **more)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_gate_plunder(rules: str) -> None:
    """16.4 / 14.4: Yishana's 5 and a 2 beat Chardros' 4 and a 2; equal totals are rolled again. Of the two spells a
    personality without magic can hold one."""
    g = gate(rules, "chardros", 2, 3, 2, 2)
    assert (told(g, "gate")[0]["mine"], told(g, "gate")[0]["guard"]) == (5, 4)
    assert hand(g, "yishana") == ["arkyn"]
    assert "chardros" in g.view()["discards"]
    g = gate(rules, "sleep", 6, 1, who="jharkor-wizard")
    assert hand(g, "jharkor-wizard") == ["arkyn", "goldar"]


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "guard"), [(5, 3), (6, 0)])
def test_both_16_4_and_14_4_gate_and_balo(rules: str, face: int, guard: int) -> None:
    """16.2, 16.4 / 14.2, 14.4: Balo guards it with his 3 on an odd die, and with nothing on an even one."""
    g = gate(rules, "balo-the-jester", face, 2, 1)
    assert told(g, "gate")[0]["guard"] == guard


def test_ah_14_4_gate_driven_back_is_the_end() -> None:
    """14.4: forced to retreat, the finder is eliminated without escape."""
    g = gate("avalon-hill", "chardros", 1, 3)
    assert where(g, "yishana") is None
    assert not told(g, "escape")


def test_ch_16_4_gate_survivors() -> None:
    """16.4: a finder whom the table does not kill has survived and draws; one whom it kills may try to escape."""
    g = gate("chaosium", "chardros", 1, 3)
    assert hand(g, "yishana") == ["arkyn"]
    g = gate("chaosium", "chardros", 1, 6, who="jharkor-wizard", then=dice(1))
    assert told(g, "escape")[0]["ok"]
    assert not hand(g, "jharkor-wizard")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_gate_and_the_balance(rules: str) -> None:
    """13.2, 16.4 / 12.2, 14.4: the dominant side's number counts for the spell behind the Gate."""
    g = gate(rules, "chardros", 6, 1, balance=4)
    assert told(g, "gate")[0]["guard"] == 4 + 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_gate_and_an_eater(rules: str) -> None:
    """16.4, 7.6 / 14.4, 6.64: an eater behind the Gate takes the finder, who may escape."""
    g = gate(rules, "kyreenee", then=dice(6))
    assert where(g, "yishana") is None
    assert told(g, "escape")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_4_and_14_4_gate_and_another_omen(rules: str) -> None:
    """16.4 / 14.4, ruling shade-gate-fight: a spell played at once acts, and the way to the two spells is open."""
    g = gate(rules, "elric-nightmare-1", 3, then=draw("arkyn", "goldar", gone=("shade-gate", "elric-nightmare-1")))
    assert told(g, "nightmare")
    assert hand(g, "yishana") == ["arkyn"]
