"""The end of the world: tipping, maintained and open spells, sacrifice, the Horn, the reckoning. Chaosium [13.4], [13.5],
[16.7], [5.0]; Avalon Hill 12.4-12.52, 14.71, 4.91 C-D."""

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
    cite,
    dice,
    draw,
    lying,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.magic import tipped_world as tipped

NATIONS = {"jharkor": 0, "shazaar": 0, "dharijor": 1, "pan-tang": 1}


def battle(rules: str, script: list[int] | None = None, **more: Any) -> elric.Game:
    """Yishana, the Wizard and Ohada before a battle with Sarosto in the open."""
    hands = more.pop("hands", {})
    return at(
        rules,
        script if script is not None else dice(1, 1),
        nations=NATIONS,
        units={
            FIELD: ["yishana", "jharkor-wizard", "ohada", "sarosto"],
            DHAKOS: ["dharmit"],
            "dharijor_gromoorva": ["karnaal"],
            "pan_tang": ["jagreen-lern"],
            **more.pop("units", {}),
        },
        hands=hands,
        phase="magic",
        **more,
    )


def cast(g: elric.Game, *casts: str) -> elric.Game:
    for c in casts:
        play(g, f"cast {c}")
    while g.step == "magic":
        play(g, "done")
    return play(g, f"fight {FIELD}; ready; ready")


def to_end_of_turn(g: elric.Game) -> None:
    turn = g.turn
    while g.outcome is None and g.turn == turn:
        quiet = ("done", "end", "ready")
        acts = texts(g)
        g.push(next((a for a in quiet if a in acts), sorted(acts)[0]))


def kept(g: elric.Game) -> dict[str, str]:
    return {c["unit"]: c["spell"] for c in g.view()["cast"] if c.get("maintained")}


# ---- tipping ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("lean", "spell", "side"), [(10, "chardros", "chaos"), (-10, "arkyn", "law")])
def test_both_13_4e_and_12_44_three_turns(rules: str, lean: int, spell: str, side: str) -> None:
    """13.4 E / 12.4, 12.44: over the end, the world is tipped; the marker lies three turns ahead with its side up."""
    g = battle(rules, hands={"jharkor-wizard": [spell]}, balance=lean, turn=4)
    cast(g, f"jharkor-wizard {spell}")
    assert g.view()["balance"]["tipped"] == side
    assert g.view()["balance"]["ends"] == 7


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4_and_12_4_the_last_box_is_not_the_end(rules: str) -> None:
    """13.4 / 12.4: the last box itself does not tip the world."""
    g = battle(rules, hands={"jharkor-wizard": ["chardros"]}, balance=8)
    cast(g, "jharkor-wizard chardros")
    assert balance(g) == 12
    assert g.view()["balance"]["tipped"] is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4e_and_12_44_after_the_last_player(rules: str) -> None:
    """13.4 E / 12.44: when the Turn Marker has come there, the world ends after that turn's last player-turn."""
    g = battle(rules, tipped="chaos", ends=5, turn=4)
    to_end_of_turn(g)
    assert g.outcome is None
    assert g.turn == 5
    to_end_of_turn(g)
    assert g.outcome is not None
    assert g.turn == 5


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4c_and_12_43_no_attacks_under_law(rules: str) -> None:
    """13.4 C / 12.43: with the world tipped to Law there are no random attacks."""
    g = at(
        rules,
        nations=NATIONS,
        units={"xanyaw": ["yishana", "jharkor-army-1"], "pan_tang": ["jagreen-lern"]},
        tipped="law",
        ends=8,
    )
    play(g, "lead yishana; join jharkor-army-1; step nihrain; halt; end")
    assert not told(g, "random attack")


# ---- maintained and open spells --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_a_choice(rules: str) -> None:
    """13.4 A / 12.41: after its battle a spell of the ruling side may be maintained by its caster, or lies face up where it
    was cast."""
    g = cast(
        battle(rules, dice(6, 6), hands={"jharkor-wizard": ["chardros"]}, tipped="chaos"), "jharkor-wizard chardros"
    )
    while g.step == "retreat":
        g.push(sorted(texts(g))[0])
    assert texts(g) == {"maintain jharkor-wizard", "release jharkor-wizard"}
    refused(g, "maintain ohada", cite(rules, "13.4A", "12.41"))
    play(g, "maintain jharkor-wizard")
    assert kept(g) == {"jharkor-wizard": "chardros"}
    g = cast(
        battle(rules, dice(6, 6), hands={"jharkor-wizard": ["chardros"]}, tipped="chaos"), "jharkor-wizard chardros"
    )
    while g.step == "retreat":
        g.push(sorted(texts(g))[0])
    play(g, "release jharkor-wizard")
    assert lying(g, FIELD) == ["chardros"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_only_of_the_ruling_side(rules: str) -> None:
    """13.4 A / 12.41: a spell of the other side is discarded as ever."""
    g = cast(battle(rules, dice(6, 6), hands={"ohada": ["arkyn"]}, tipped="chaos"), "ohada arkyn")
    assert g.step != "linger"
    assert "arkyn" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4b_and_12_42_neutral(rules: str) -> None:
    """13.4 B / 12.42: a Neutral spell may be maintained, and is discarded when it is let go, at once or later."""
    g = cast(battle(rules, dice(6, 6), hands={"jharkor-wizard": ["elenoin"]}, tipped="chaos"), "jharkor-wizard elenoin")
    while g.step == "retreat":
        g.push(sorted(texts(g))[0])
    h = g.copy()
    play(g, "release jharkor-wizard")
    assert "elenoin" in g.view()["discards"]
    play(h, "maintain jharkor-wizard")
    assert kept(h) == {"jharkor-wizard": "elenoin"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4b_and_12_42_let_go_later(rules: str) -> None:
    """13.4 A-B / 12.41, 12.42: in a Magic phase a magician may let go: Neutral is discarded, the ruling side's lies open."""
    for spell, open_ in (("elenoin", []), ("chardros", ["chardros"])):
        g = battle(rules, maintained={"jharkor-wizard": spell}, tipped="chaos", hands={"ohada": ["fileet"]})
        refused(g, "release ohada", cite(rules, "13.4B", "12.42"))
        play(g, "release jharkor-wizard")
        assert kept(g) == {}
        assert lying(g, FIELD) == open_


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_it_works_and_moves_with_him(rules: str) -> None:
    """13.4 A / 12.41: a maintained spell goes where its magician goes and counts in his battles again, without pulling the
    Balance anew; he casts no other."""
    g = battle(rules, dice(6, 6), maintained={"ohada": "arkyn"}, hands={"ohada": ["aubec"]}, tipped="law")
    refused(g, "cast ohada aubec", cite(rules, "13.4A", "12.41"))
    cast(g)
    assert ["Arkyn", 3] in [list(x[:2]) for x in told(g, "battle")[0]["lines"][0]]
    assert kept(g) == {"ohada": "arkyn"}
    g = at(
        rules,
        nations=NATIONS,
        units={DHAKOS: ["ohada"], "pan_tang": ["jagreen-lern"]},
        maintained={"ohada": "arkyn"},
        tipped="law",
    )
    play(g, f"lead ohada; step {SEQUA}")
    assert [c["area"] for c in g.view()["cast"]] == [SEQUA]


@pytest.mark.parametrize(("rules", "adds"), [("chaosium", 1), ("avalon-hill", 0)])
def test_both_9_2_and_8_2_the_value_of_who_maintains(rules: str, adds: int) -> None:
    """9.2, 13.4 A / 8.2, 12.41: in 1984 whoever uses magic in a battle adds nothing of his own, a maintained spell
    included; in 1981 only who casts does not, so Ohada's 1 counts beside Arkyn."""
    g = battle(rules, dice(6, 6), maintained={"ohada": "arkyn"}, tipped="law")
    cast(g)
    assert sum(x[1] for x in told(g, "battle")[0]["lines"][0] if x[0] == "Ohada") == adds


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("shield", "face"), [(True, 1), (False, 2)])
def test_both_13_4a_and_12_413_a_spell_without_effect_was_cast_all_the_same(
    rules: str, shield: bool, face: int
) -> None:
    """13.4 A / 12.413: Balo, turned aside by the Chaos Shield or failed by his own die, remains where he was cast."""
    more = {"units": {FIELD: ["yishana", "jharkor-wizard", "sarosto", "chaos-shield"]}} if shield else {}
    g = battle(
        rules,
        dice(face, 6, 1),
        hands={"jharkor-wizard": ["balo-the-jester"]},
        tipped="chaos",
        **more,
        **({"owners": {"chaos-shield": 1}, "aboard": {"chaos-shield": "sarosto"}} if shield else {}),
    )
    cast(g, "jharkor-wizard balo-the-jester")
    while g.step in ("linger", "retreat", "escape"):
        g.push("release jharkor-wizard" if g.step == "linger" else sorted(texts(g))[0])
    assert "balo-the-jester" in lying(g, FIELD)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_411_counts_towards_three(rules: str) -> None:
    """13.4 A / 12.411: maintained spells count towards the three of a battle."""
    g = battle(
        rules,
        units={
            FIELD: ["yishana", "jharkor-wizard", "ohada", "sorana", "lamsar", "sarosto"],
            DHAKOS: ["dharmit"],
            "pan_tang": ["jagreen-lern"],
        },
        owners={"sorana": 0, "lamsar": 0},
        maintained={"ohada": "arkyn"},
        hands={"jharkor-wizard": ["fileet"], "sorana": ["kakatal"], "lamsar": ["misha"]},
        tipped="law",
    )
    play(g, "cast jharkor-wizard fileet; cast sorana kakatal")
    refused(g, "cast lamsar misha", cite(rules, "9.2", "8.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_no_conjuring_beside_it(rules: str) -> None:
    """13.4 A / 12.41: a conjurer who maintains a spell draws none either."""
    g = battle(
        rules,
        units={FIELD: ["yishana", "theleb-kaarna", "sarosto"], DHAKOS: ["dharmit"], "pan_tang": ["jagreen-lern"]},
        owners={"theleb-kaarna": 0},
        maintained={"theleb-kaarna": "arkyn"},
        tipped="law",
    )
    while g.step == "magic":
        play(g, "done")
    play(g, f"fight {FIELD}")
    refused(g, "conjure theleb-kaarna", cite(rules, "13.4A", "12.41"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_412_dispel_does_not_touch_it(rules: str) -> None:
    """13.4 A / 12.412: Dispel Magic has no target in a maintained spell."""
    g = battle(
        rules,
        dice(6, 6),
        units={
            FIELD: ["yishana", "ohada", "sarosto", "dharijor-sorcerer"],
            DHAKOS: ["dharmit"],
            "pan_tang": ["jagreen-lern"],
        },
        maintained={"ohada": "arkyn"},
        hands={"dharijor-sorcerer": ["dispel-magic-a"]},
        tipped="law",
    )
    if g.seat == 0:
        play(g, "done")
    cast(g, "dharijor-sorcerer dispel-magic-a")
    assert not told(g, "dispelled")
    assert ["Arkyn", 3] in [list(x[:2]) for x in told(g, "battle")[0]["lines"][0]]


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("spell", "face", "kept_", "open_"),
    [
        ("arkyn", 6, True, []),
        ("fileet", 2, True, []),
        ("fileet", 3, False, []),
    ],
)
def test_both_13_4a_and_12_412_it_helps_an_escape(
    rules: str, spell: str, face: int, kept_: bool, open_: list[str]
) -> None:
    """13.4 A-B, 13.2 / 12.412, 12.42, 12.2: it may help its magician to escape (Arkyn's 3 and the Balance's 6; Fileet's 2). If
    he gets away it stays with him; if not, a Neutral one is gone."""
    g = at(
        rules,
        dice(1, 6, face),
        nations=NATIONS,
        units={
            FIELD: ["ohada", "sarosto", "karnaal", "dharijor-army*8"],
            DHAKOS: ["dharmit"],
            "pan_tang": ["jagreen-lern"],
        },
        maintained={"ohada": spell},
        tipped="law",
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready; charm {spell}")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert kept(g) == ({"ohada": spell} if kept_ else {})
    assert lying(g, FIELD) == open_


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_412_it_stays_where_he_falls(rules: str) -> None:
    """13.4 A / 12.412: when its magician is lost, a spell of the ruling side stays in the province, nobody's."""
    g = at(
        rules,
        dice(1, 6, 6),
        nations=NATIONS,
        units={
            FIELD: ["ohada", "sarosto", "karnaal", "dharijor-army*8"],
            DHAKOS: ["dharmit"],
            "pan_tang": ["jagreen-lern"],
        },
        maintained={"ohada": "arkyn"},
        tipped="law",
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready; roll")
    assert where(g, "ohada") is None
    assert lying(g, FIELD) == ["arkyn"]


def test_ch_13_4d_an_open_chaos_spell_makes_wilderness() -> None:
    """13.4 D: with the world tipped to Chaos, an area with an open or maintained Chaos spell is wilderness: random attacks
    fall on those who pass. The open spell itself does not attack."""
    for how in ({"face_up": {SEQUA: ["chardros"]}}, {"maintained": {"jharkor-wizard": "chardros"}}):
        g = at(
            "chaosium",
            draw("fileet", gone=("chardros",)),
            nations=NATIONS,
            units={SEQUA: ["jharkor-wizard"], DHAKOS: ["yishana", "jharkor-army-1"], "pan_tang": ["jagreen-lern"]},
            tipped="chaos",
            **how,
        )
        play(g, f"lead yishana; join jharkor-army-1; step {SEQUA}")
        assert told(g, "random attack")
        assert not told(g, "lurks")


def test_ch_13_4d_what_is_not_beaten_stays() -> None:
    """13.4 D: a Chaos spell that came as a random attack and was not beaten stays, and attacks whoever passes; beaten, it is
    discarded."""
    g = at(
        "chaosium",
        [*draw("arioch"), *dice(6, 1)],
        nations=NATIONS,
        units={"troos": ["dharmit", "jharkor-army-1"], "vilmir_east": ["yishana"], "pan_tang": ["jagreen-lern"]},
        tipped="chaos",
    )
    play(g, "lead dharmit; join jharkor-army-1; step weeping_waste_c")
    while g.step in ("losses", "escape", "retreat"):
        g.push(sorted(texts(g))[0])
    assert lying(g, "weeping_waste_c") == ["arioch"]


def test_ah_12_413_open_spells_attack() -> None:
    """12.413: with the world tipped, an open spell of the ruling side attacks any stack that enters, from the turn after it
    was cast; Law spares stacks that hold Law magic."""
    g = at(
        "avalon-hill",
        dice(1, 6),
        nations=NATIONS,
        units={DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        face_up={SEQUA: ["chardros"]},
        tipped="chaos",
    )
    play(g, f"lead yishana; step {SEQUA}")
    assert told(g, "lurks")
    assert told(g, "battle")[0]["sums"] == (4 + 6, 5)
    for hands, fights in (({}, True), ({"yishana": ["arkyn"]}, False)):
        g = at(
            "avalon-hill",
            dice(6, 1),
            nations=NATIONS,
            units={DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
            face_up={SEQUA: ["sleep"]},
            hands=hands,
            tipped="law",
        )
        play(g, f"lead yishana; step {SEQUA}")
        assert bool(told(g, "lurks")) is fights


def test_ah_12_413_not_in_the_turn_it_was_cast() -> None:
    """12.413: in the turn in which it was cast an open spell still sleeps."""
    g = cast(
        battle("avalon-hill", dice(1, 1), hands={"jharkor-wizard": ["chardros"]}, tipped="chaos"),
        "jharkor-wizard chardros",
    )
    while g.step != "linger":
        g.push(sorted(texts(g))[0])
    play(g, "release jharkor-wizard")
    assert lying(g, FIELD) == ["chardros"]
    s = g.state.copy()
    i = spells.INDEX["chardros"]
    assert not tipped.prowls(s, i)
    s.turn += 1
    assert tipped.prowls(s, i)


def test_ah_12_413_a_spell_kept_up_and_let_go_attacks_at_once() -> None:
    """12.413: a spell cast in an earlier turn waits no longer when its magician lets go of it."""
    g = at(
        "avalon-hill",
        nations=NATIONS,
        units={SEQUA: ["ohada"], "jharkor_west": ["jagreen-lern"]},
        maintained={"ohada": "arkyn"},
        hands={"ohada": ["sleep"]},
        tipped="law",
        order=[0, 1],
        phase="magic",
        turn=2,
    )
    play(g, "release ohada; done")
    assert lying(g, SEQUA) == ["arkyn"]
    assert tipped.prowls(g.state, spells.INDEX["arkyn"])


def test_both_13_4a_allowed_is_offered() -> None:
    """13.4 A / 12.41: what may be released is offered."""
    g = battle("chaosium", maintained={"jharkor-wizard": "chardros"}, tipped="chaos", hands={"ohada": ["fileet"]})
    allowed(g, "release jharkor-wizard")
    assert where(g, "jharkor-wizard") == FIELD


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4b_and_12_42_let_go_with_an_empty_hand(rules: str) -> None:
    """13.4 A-B / 12.41, 12.42: whoever maintains a spell and holds none besides is asked in his Magic phase all the same, with
    no battle near: he may let it go there."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        tipped="chaos",
        units={"jharkor_dhakos": ["jharkor-wizard"], "pan_tang": ["jagreen-lern"]},
        maintained={"jharkor-wizard": "elenoin"},
    )
    assert (g.step, g.seat) == ("magic", 0)
    play(g, "release jharkor-wizard")
    assert kept(g) == {}
