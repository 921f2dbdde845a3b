"""What is conjured belongs to its battle, and Kyreenee's appetite. Chaosium [9.2], [12.1.3], [16.2]; Avalon Hill 8.22, 8.222, 11.132,
14.2, 14.4."""

from __future__ import annotations

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    NATIONS,
    SEQUA,
    at,
    card,
    conjures,
    dice,
    eve,
    play,
    refused,
    texts,
    told,
    where,
)

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.magic.tipped_world import maintained_spell


def test_ah_8_22_a_conjured_reshuffle_gives_no_card_to_keep() -> None:
    """8.22, 14.4: Reshuffle lets him draw another, and that one too is drawn for the battle: Arioch fights, and his hand is empty."""
    g = eve(
        "avalon-hill",
        ["yishana"],
        ["theleb-kaarna"],
        [card("reshuffle-1"), card("arioch", "reshuffle-1"), *dice(3, 4)],
        player=1,
    )
    conjures(g, "theleb-kaarna")
    assert [e["kind"] for e in g.events if e["kind"] in ("conjured", "omen", "refilled")] == [
        "conjured",
        "omen",
        "refilled",
        "conjured",
    ]
    assert told(g, "battle")[0]["sums"] == (5, 5)
    assert g.view(1)["hands"].get("theleb-kaarna", []) == []


def test_ch_9_2_a_conjured_reshuffle_is_all_he_draws() -> None:
    """9.2, 16.4: in 1981 Reshuffle grants no other spell; he has used his magic and adds nothing."""
    g = eve("chaosium", ["yishana"], ["theleb-kaarna"], [card("reshuffle-1"), *dice(3, 4)], player=1)
    conjures(g, "theleb-kaarna")
    assert told(g, "battle")[0]["sums"] == (0, 5)


@pytest.mark.parametrize(("rules", "attacked"), [("chaosium", True), ("avalon-hill", False)])
def test_both_16_2_and_14_2_a_conjured_quaolnargn(rules: str, attacked: bool) -> None:
    """[16.2] / 14.2, 8.222: in 1981 it falls upon whoever draws or finds it; in 1984 it attacks finders, and what a conjurer cannot use is
    discarded."""
    faces = dice(1, 6, 3, 3) if attacked else dice(3, 3)
    g = eve(rules, ["yishana"], ["theleb-kaarna", "sarosto"], [card("quaolnargn"), *faces], player=1)
    conjures(g, "theleb-kaarna")
    assert bool(told(g, "quaolnargn")) is attacked
    assert (where(g, "theleb-kaarna") is None) is attacked
    assert "quaolnargn" in g.view()["discards"]
    assert told(g, "battle")[0]["sums"] == (4, 5)


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("held", [2, 3])
def test_both_9_5_and_8_5_no_room_to_maintain_what_was_conjured(rules: str, held: int) -> None:
    """[9.2], [9.5], [13.4A] / 8.22, 8.5, 12.41, ruling kept-is-not-held: in a world of Chaos Theleb K'aarna (3) conjures Arioch. He may
    keep it up only if his hand has room for it; with a full one it is left lying where it was drawn."""
    hand_ = ["eequor", "dharzi", "chaos-butterfly"][:held]
    g = eve(
        rules,
        ["yishana"],
        ["theleb-kaarna", "sarosto"],
        [card("arioch", *hand_), *dice(3, 3)],
        player=1,
        hands={"theleb-kaarna": hand_},
        tipped="chaos",
    )
    conjures(g, "theleb-kaarna")
    assert (g.step == "linger") is (held < 3)
    if held < 3:
        play(g, "maintain theleb-kaarna")
    theleb = pieces.INDEX["theleb-kaarna"]
    assert (maintained_spell(g.state, theleb) == spells.INDEX["arioch"]) is (held < 3)
    assert len(g.view(1)["hands"]["theleb-kaarna"]) == held


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("spell", ["escape-a", "invulnerability"])
def test_both_9_2_and_8_22_a_conjured_escape_serves_in_its_battle(rules: str, spell: str) -> None:
    """[9.2], [16.5] / 8.22, 14.5: a spell that saves, drawn in battle, may save its conjurer there; unused it is discarded with the
    battle, and never comes into his hand."""
    g = eve(
        rules,
        ["yishana", "dharmit", "jharkor-army*8"],
        ["theleb-kaarna", "sarosto"],
        [card(spell), *dice(1, 6)],
        player=1,
        phase="combat",
    )
    conjures(g, "theleb-kaarna")
    assert told(g, "battle")[0]["sums"] == (4, 16)
    while g.step == "losses":
        g.push("lose theleb-kaarna" if "lose theleb-kaarna" in texts(g) else sorted(texts(g))[0])
    if g.step == "escape":
        assert f"charm {spell}" in texts(g)
        play(g, f"charm {spell}")
    while g.step in ("reappear", "retreat"):
        g.push(sorted(texts(g))[0])
    assert where(g, "theleb-kaarna") is not None
    assert spell in g.view()["discards"]
    g = eve(rules, ["yishana"], ["theleb-kaarna", "sarosto"], [card(spell), *dice(6, 1)], player=1, phase="combat")
    conjures(g, "theleb-kaarna")
    while g.step == "retreat":
        g.push(sorted(texts(g))[0])
    assert spell in g.view()["discards"]
    assert g.view(1)["hands"].get("theleb-kaarna", []) == []


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_22_who_is_held_back_does_not_conjure(rules: str) -> None:
    """[9.2], [10.2] / 8.22, 9.2: a conjurer draws when he is in combat: not held back, nor held back once he has chosen to draw."""
    clause = "9.2" if rules == "chaosium" else "8.22"
    g = eve(rules, ["yishana"], ["theleb-kaarna", "sarosto"], player=1, phase="combat")
    play(g, f"fight {FIELD}; withhold theleb-kaarna")
    refused(g, "conjure theleb-kaarna", clause)
    g = eve(rules, ["yishana"], ["theleb-kaarna", "sarosto"], player=1, phase="combat")
    play(g, f"fight {FIELD}; conjure theleb-kaarna")
    refused(g, "withhold theleb-kaarna", clause)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_elrics_sword_sleeps_when_he_conjures(rules: str) -> None:
    """[9.2], [12.1.4] / 8.2, 8.222, 11.14: Elric draws what is of no use: he adds nothing, and no die is thrown for Stormbringer."""
    g = eve(
        rules,
        ["yishana", "elric", "dharmit"],
        ["sarosto"],
        [card("teleport"), *dice(6, 1)],
        owners={"elric": 0},
        met_elric=True,
    )
    conjures(g, "elric")
    assert told(g, "battle")[0]["sums"] == (8, 4)
    while g.phase == "combat":
        g.push(sorted(texts(g))[0])
    assert not told(g, "sword")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_22_an_empty_container_leaves_him_his_own_value(rules: str) -> None:
    """[9.2] / 8.22: where no spell is left to draw he has used none, and fights."""
    g = eve(rules, ["yishana"], ["theleb-kaarna"], dice(3, 6), player=1, phase="combat", gone=list(spells.IDS))
    conjures(g, "theleb-kaarna")
    assert told(g, "battle")[0]["sums"] == (1, 5)


@pytest.mark.parametrize(("rules", "ships"), [("chaosium", True), ("avalon-hill", False)])
def test_both_16_2_and_14_2_kyreenee_and_ships_in_port(rules: str, ships: bool) -> None:
    """[16.2] / 14.2: in 1981 Kyreenee takes every enemy unit in the province, ships in port too; in 1984 it is an eater of armies."""
    g = at(
        rules,
        dice(6, 1, 6, 6, 6, 6),
        nations=NATIONS,
        units={
            DHAKOS: ["yishana", "jharkor-army*2", "jharkor-fleet-1", "jagreen-lern", "dharijor-army*3"],
            FIELD: ["dharmit"],
        },
        hands={"jagreen-lern": ["kyreenee"]},
        player=1,
        assaults=[DHAKOS],
        phase="magic",
    )
    play(g, "cast jagreen-lern kyreenee; done")
    while g.step == "magic":
        play(g, "done")
    play(g, f"fight {DHAKOS}; ready; ready")
    eaten = {pieces.IDS[u] for u in told(g, "eaten")[0]["units"]}
    assert {"yishana", "jharkor-army-1", "jharkor-army-2"} <= eaten
    assert ("jharkor-fleet-1" in eaten) is ships


def test_ah_8_22_a_second_reshuffle_grants_no_third_draw() -> None:
    """8.22, 14.4: he draws for this battle, and once more for Reshuffle; a second Reshuffle ends it, and he has nothing."""
    g = eve(
        "avalon-hill",
        ["yishana"],
        ["theleb-kaarna"],
        [card("reshuffle-1"), card("reshuffle-2", "reshuffle-1"), *dice(3, 4)],
        player=1,
    )
    conjures(g, "theleb-kaarna")
    assert len(told(g, "conjured")) == 2
    assert told(g, "battle")[0]["sums"] == (0, 5)
    assert g.view(1)["hands"].get("theleb-kaarna", []) == []


def test_ch_16_2_kyreenee_at_random_takes_ships_too() -> None:
    """16.2, 7.6, 13.4D: a port of Jharkor has turned wild in a world of Chaos, and Kyreenee falls upon the fleet that has come in; its
    personality escapes."""
    g = at(
        "chaosium",
        [card("kyreenee", "eequor"), *dice(1, 1)],
        nations={"jharkor": 0, "pan-tang": 1},
        units={"jharkor_gulf": ["yishana", "jharkor-fleet-1"], "pan_tang": ["jagreen-lern"], SEQUA: ["dharmit"]},
        aboard={"yishana": "jharkor-fleet-1"},
        face_up={DHAKOS: ["eequor"]},
        tipped="chaos",
        ends=9,
        phase="movement",
    )
    play(g, f"lead yishana; sail {DHAKOS}; halt; end")
    assert {pieces.IDS[u] for u in told(g, "eaten")[0]["units"]} == {"yishana", "jharkor-fleet-1"}
    assert where(g, "jharkor-fleet-1") is None
    assert told(g, "escape")[0]["ok"]
