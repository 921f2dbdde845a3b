"""Spells that act by themselves, and Quaolnargn. Chaosium [9.3.1], [12.1.5], [16.2], [16.4]; Avalon Hill 8.31, 8.311, 11.15,
11.151, 14.2, 14.4."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, allowed, at, balance, cite, dice, draw, play, refused, texts, told, where

import elric
from elric.young_kingdoms import spells

FIELD = "shazaar_plains"
TOWER = "tower-of-voilodion-gagnasdiak"


def find(rules: str, spell: str, script: list[int] | None = None, who: str = "yishana", **more: Any) -> elric.Game:
    """A personality searches Xanyaw, where a spell lies, and finds it with a 5; `script` is what chance gives then."""
    units = {"xanyaw": [who], "pan_tang": ["jagreen-lern"]}
    for k, v in more.pop("units", {}).items():
        units.setdefault(k, []).extend(v)
    g = at(
        rules,
        [*dice(5), *(script or [])],
        nations={"jharkor": 0, "pan-tang": 1, **more.pop("nations", {})},
        units=units,
        hidden={"xanyaw": [spell]},
        phase="search",
        **more,
    )
    play(g, "search xanyaw magic")
    return g


def hand(g: elric.Game, unit: str) -> list[str]:
    return list(g.view(0)["hands"].get(unit, []))


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
    """12.1.1, 16.4 / 11.11, 14.4: with nobody to come back to he appears at random; without Elric on the board nothing happens."""
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
    play(g, "search xanyaw magic")
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


# ---- Quaolnargn found ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("faces", "won"), [((6, 1), True), ((5, 2), False), ((4, 1, 6, 1), True)])
def test_both_16_2_and_14_2_the_finder_fights_with_bare_hands(rules: str, faces: tuple[int, ...], won: bool) -> None:
    """16.2 / 14.2: a finder without magic has only his die against 3 and a die; he holds the spell if he wins, and is gone
    without escape if he does not. Equal totals are rolled again."""
    g = find(rules, "quaolnargn", dice(*faces), units={DHAKOS: ["dharmit"]})
    if g.step == "take":
        play(g, "take yishana")
    assert told(g, "quaolnargn")[0]["mine"] == 0
    assert (where(g, "yishana") is not None) is won
    assert hand(g, "yishana") == (["quaolnargn"] if won else [])
    assert not told(g, "escape")
    assert ("quaolnargn" in g.view()["discards"]) is not won


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_it_is_not_left_lying(rules: str) -> None:
    """16.2 / 14.2: the finder must fight it; he cannot leave it where it is."""
    g = find(rules, "quaolnargn", dice(6, 1))
    refused(g, "leave", cite(rules, "16.2", "14.2"))


def test_both_16_2_and_14_2_dealt_at_set_up() -> None:
    """16.2, 9.3.1 / 14.2, 8.311, ruling quaolnargn-dealt: in a starting hand it is fought (1981) or replaced (1984)."""
    seen = set()
    for rules in EDITIONS:
        for seed in range(40):
            g = elric.new_game("empire", rules, seed=seed)
            while g.turn == 0:
                g.push(g.legal_actions()[0])
            dealt = g.events[: next(n for n, e in enumerate(g.events) if e["kind"] == "game-turn")]
            drew = any(e["kind"] == "drew" and spells.IDS[e["spell"]] == "quaolnargn" for e in dealt)
            fought = any(e["kind"] == "quaolnargn" for e in dealt)
            assert drew is fought
            if fought:
                seen.add(rules)
    assert seen == {"chaosium"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_with_a_spell(rules: str) -> None:
    """16.2, 9.4 / 14.2, 8.4: a magician may use one spell in hand; it is spent and moves the Balance."""
    g = find(rules, "quaolnargn", dice(2, 4), who="jharkor-wizard", hands={"jharkor-wizard": ["elenoin"]}, balance=-5)
    if g.step == "take":
        play(g, "take jharkor-wizard")
    assert texts(g) == {"wield elenoin", "face"}
    refused(g, "wield arioch", cite(rules, "16.2", "14.2"))
    play(g, "wield elenoin")
    assert (told(g, "quaolnargn")[0]["mine"], told(g, "quaolnargn")[0]["guard"]) == (3, 3)
    assert balance(g) == -2
    assert where(g, "jharkor-wizard") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_dispelled(rules: str) -> None:
    """16.3, 16.2 / 14.3, 14.2: Dispel Magic undoes it; both spells are discarded and nobody has tamed it."""
    g = find(rules, "quaolnargn", who="jharkor-wizard", hands={"jharkor-wizard": ["dispel-magic-a"]})
    if g.step == "take":
        play(g, "take jharkor-wizard")
    play(g, "wield dispel-magic-a")
    assert where(g, "jharkor-wizard") == "xanyaw"
    assert {"quaolnargn", "dispel-magic-a"} <= set(g.view()["discards"])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_with_a_sword(rules: str) -> None:
    """16.2 / 14.2: the black swords are artifacts and count: Mournblade by its bearer's value, Stormbringer's 6."""
    for who, sword, value in (("dyvim-tvar", True, 3 if rules == "chaosium" else 6), ("elric", False, 6)):
        g = find(
            rules,
            "quaolnargn",
            dice(6, 1),
            who=who,
            units={"xanyaw": ["mournblade"] if sword else ["jharkor-wizard"]},
            owners={who: 0, **({"mournblade": 0} if sword else {})},
            aboard={"mournblade": who} if sword else {},
            met_elric=True,
        )
        if g.step == "take":
            play(g, f"take {who}")
        assert told(g, "quaolnargn")[0]["mine"] == value


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_under_the_shield(rules: str) -> None:
    """16.8 / 14.8: under the Chaos Shield a creature of Chaos does no harm; it is discarded untamed."""
    g = find(
        rules,
        "quaolnargn",
        units={"xanyaw": ["chaos-shield"]},
        owners={"chaos-shield": 0},
        aboard={"chaos-shield": "yishana"},
    )
    if g.step == "take":
        play(g, "take yishana")
    assert where(g, "yishana") == "xanyaw"
    assert "quaolnargn" in g.view()["discards"]


# ---- Quaolnargn sent -------------------------------------------------------------------------------------------------


def tamed(rules: str, script: list[int], **more: Any) -> elric.Game:
    """Jagreen Lern has tamed it and faces Yishana and Ohada; Dharmit is far off."""
    return at(
        rules,
        script,
        nations={"jharkor": 1, "shazaar": 1, "pan-tang": 0},
        units={FIELD: ["yishana", "ohada", "jagreen-lern"], DHAKOS: ["dharmit"], "pan_tang": ["pan-tang-general"]},
        hands={"jagreen-lern": ["quaolnargn", "arioch"], **more.pop("hands", {})},
        phase="magic",
        **more,
    )


def test_ch_16_2_sent_in_ones_own_battle() -> None:
    """16.2: its tamer uses it on another in a battle of his own; not on somebody elsewhere."""
    g = tamed("chaosium", dice(1, 6))
    refused(g, "send jagreen-lern dharmit", "16.2")
    play(g, "send jagreen-lern yishana")
    assert where(g, "yishana") is None
    assert not told(g, "escape")
    assert balance(g) == 3
    assert "quaolnargn" in g.view()["discards"]


def test_ah_14_2_sent_anywhere() -> None:
    """14.2: any enemy personality on the board may be named; one's own may not."""
    g = tamed("avalon-hill", dice(1, 6))
    refused(g, "send jagreen-lern pan-tang-general", "14.2")
    play(g, "send jagreen-lern dharmit")
    assert where(g, "dharmit") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_the_victim_defends_with_magic(rules: str) -> None:
    """16.2 / 14.2: whoever it is sent against chooses a spell too; victorious or not, it is then discarded."""
    g = tamed(rules, dice(3, 3), hands={"ohada": ["donblas"]})
    play(g, "send jagreen-lern ohada")
    assert g.seat == 1
    play(g, "wield donblas")
    assert (told(g, "quaolnargn")[0]["mine"], told(g, "quaolnargn")[0]["guard"]) == (4, 3)
    assert where(g, "ohada") == FIELD
    assert "quaolnargn" in g.view()["discards"]
    assert balance(g) == -1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_sending_is_casting(rules: str) -> None:
    """9.2 / 8.2: a magician who has sent it casts nothing else that turn, nor the other way round."""
    g = tamed(rules, dice(6, 1))
    play(g, "send jagreen-lern yishana")
    refused(g, "cast jagreen-lern arioch", cite(rules, "9.2", "8.2"))
    g = tamed(rules, [])
    play(g, "cast jagreen-lern arioch")
    refused(g, "send jagreen-lern yishana", cite(rules, "9.2", "8.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_or_used_to_muster(rules: str) -> None:
    """16.2 / 14.2: tamed, it serves as a muster too."""
    g = at(
        rules,
        draw("arkyn", "goldar", gone=("quaolnargn",)),
        nations={"jharkor": 0, "pan-tang": 1},
        units={"straits_of_chaos": ["yishana", "jharkor-fleet-1"]},
        aboard={"yishana": "jharkor-fleet-1"},
        hands={"yishana": ["quaolnargn"]},
        balance=5,
        phase="muster",
    )
    allowed(g, "muster yishana quaolnargn pyaray")
