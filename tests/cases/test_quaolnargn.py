"""Quaolnargn, found and sent. Chaosium [16.2]; Avalon Hill 14.2."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    allowed,
    at,
    balance,
    card,
    cite,
    dice,
    draw,
    find,
    hand,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.components import spells

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


@pytest.mark.parametrize(("rules", "kept"), [("chaosium", True), ("avalon-hill", False)])
def test_both_16_2_and_6_66_beaten_on_the_road(rules: str, kept: bool) -> None:
    """[7.6], [16.2] / 6.61, 6.66, 14.2: Quaolnargn comes as a random attack on Yishana and an army, and she beats it with her die. In
    1981 whoever draws it may keep it; in 1984 what has attacked at random is discarded, beaten or not."""
    g = at(
        rules,
        [card("quaolnargn"), *dice(6, 1)],
        nations={"jharkor": 0, "pan-tang": 1},
        units={FIELD: ["yishana", "jharkor-army*2"], "pan_tang": ["jagreen-lern"]},
        phase="movement",
    )
    play(g, "lead yishana; join jharkor-army-1; step xanyaw")
    assert told(g, "quaolnargn")[0]["won"]
    assert hand(g, "yishana") == (["quaolnargn"] if kept else [])
    assert ("quaolnargn" in g.view()["discards"]) is not kept


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
@pytest.mark.parametrize(("face", "mine"), [(3, 3), (2, 0)])
def test_both_16_2_and_14_2_with_balo(rules: str, face: int, mine: int) -> None:
    """16.2 / 14.2: Balo fights it on an odd die only."""
    g = find(rules, "quaolnargn", dice(face, 2, 4), who="lamsar", owners={"lamsar": 0},
             hands={"lamsar": ["balo-the-jester"]}, units={DHAKOS: ["yishana"]})  # fmt: skip
    if g.step == "take":
        play(g, "take lamsar")
    play(g, "wield balo-the-jester")
    assert told(g, "quaolnargn")[0]["mine"] == mine


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
    """14.2: any other personality on the board may be named: an enemy, one's own, and those who serve nobody."""
    g = tamed("avalon-hill", dice(1, 6))
    allowed(g, "send jagreen-lern pan-tang-general")
    refused(g, "send jagreen-lern jagreen-lern", "14.2")
    play(g, "send jagreen-lern dharmit")
    assert where(g, "dharmit") is None


def test_ah_14_2_sent_against_the_masterless() -> None:
    """14.2: Elric without a master, and a Melnibonean who waits at home, may be named as well."""
    for who, area in (("elric", "vilmir_jadmar"), ("dyvim-tvar", "melnibone")):
        g = at(
            "avalon-hill",
            dice(1, 6, 1, 6),
            nations={"jharkor": 1, "pan-tang": 0},
            units={area: [who], "pan_tang": ["jagreen-lern"], DHAKOS: ["dharmit"]},
            owners={who: None},
            met_elric=True,
            hands={"jagreen-lern": ["quaolnargn"], "dharmit": ["arkyn"]},
            phase="magic",
        )
        play(g, f"send jagreen-lern {who}")
        assert where(g, who) is None


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
def test_both_9_2_and_8_2_fighting_it_is_casting_too(rules: str) -> None:
    """[9.2], [16.2] / 8.2, 14.2: a magician casts once a turn, and only escapes are excepted. Ohada fights Quaolnargn with Donblas and
    may lay no other spell for the battle; had she cast before, she would have had none to fight it with."""
    g = tamed(rules, dice(6, 1), hands={"ohada": ["donblas", "arkyn"]})
    play(g, "send jagreen-lern ohada; wield donblas; done")
    assert where(g, "ohada") == FIELD
    if g.step == "magic":
        refused(g, "cast ohada arkyn", cite(rules, "9.2", "8.2"))
    g = tamed(rules, dice(6, 1), hands={"ohada": ["donblas", "arkyn"]}, marks={"cast": ["ohada"]})
    play(g, "send jagreen-lern ohada")
    assert told(g, "quaolnargn")[0]["mine"] == 0


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


def test_ch_16_2_a_neutral_personality_in_the_battle_may_be_struck() -> None:
    """16.2: whoever is there and not the tamer's own may be named, one who serves nobody too."""
    g = at(
        "chaosium",
        dice(1, 6),
        nations={"jharkor": 1, "pan-tang": 0},
        units={FIELD: ["yishana", "jagreen-lern", "rackhir"]},
        owners={"rackhir": None},
        hands={"jagreen-lern": ["quaolnargn"]},
        phase="magic",
    )
    play(g, "send jagreen-lern rackhir")
    assert where(g, "rackhir") is None


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("stack", "alive"), [(1, True), (2, False)])
def test_both_16_8_and_14_8_the_shield_of_another_stack(rules: str, stack: int, alive: bool) -> None:
    """[16.8] / 14.8: in the wilderness the Shield covers the stack that bears it, and nobody of another one."""
    g = find(
        rules,
        "quaolnargn",
        [] if alive else dice(1, 6),
        units={"xanyaw": ["dharmit", "chaos-shield"]},
        owners={"chaos-shield": 0},
        aboard={"chaos-shield": "dharmit"},
        stacks={"yishana": 1, "dharmit": stack},
    )
    while g.step in ("leader", "seekers", "take", "finder", "soul"):
        play(g, next(t for t in sorted(texts(g)) if t.endswith("yishana")))
    assert (where(g, "yishana") is not None) is alive
