"""The Magic phase: casting, conjuring, handing on. Chaosium [9.1], [9.2], [9.4]; Avalon Hill 8.1, 8.2-8.222, 8.4."""

from __future__ import annotations

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    NATIONS,
    allowed,
    at,
    balance,
    card,
    cite,
    conjures,
    dice,
    eve,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.components import spells

# ---- casting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_only_where_a_battle_is_coming(rules: str) -> None:
    """9.2 / 8.2: a spell is laid for a battle; where none is coming it is refused."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        units={FIELD: ["yishana", "sarosto"], DHAKOS: ["ohada", "dharmit"]},
        hands={"ohada": ["arkyn"]},
    )
    refused(g, "cast ohada arkyn", cite(rules, "9.2", "8.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_three_spells_a_player_a_battle(rules: str) -> None:
    """9.2 / 8.2: a fourth spell of one player for one battle is refused; the other player has his own three."""
    g = eve(
        rules,
        ["ohada", "jharkor-wizard", "lamsar", "white-mage"],
        ["jagreen-lern"],
        owners={"lamsar": 0, "white-mage": 0},
        hands={
            "ohada": ["arkyn"],
            "jharkor-wizard": ["sleep"],
            "lamsar": ["chimera"],
            "white-mage": ["goldar"],
            "jagreen-lern": ["balan"],
        },
    )
    play(g, "cast ohada arkyn; cast jharkor-wizard sleep; cast lamsar chimera")
    refused(g, "cast white-mage goldar", cite(rules, "9.2", "8.2"))
    play(g, "done")
    assert g.seat == 1
    allowed(g, "cast jagreen-lern balan")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_one_spell_a_magician(rules: str) -> None:
    """9.2 / 8.2: a magician casts one spell and no second."""
    g = eve(rules, ["ohada"], ["sarosto"], hands={"ohada": ["arkyn", "sleep"]})
    play(g, "cast ohada arkyn")
    refused(g, "cast ohada sleep", cite(rules, "9.2", "8.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_own_spells_only(rules: str) -> None:
    """9.2 / 8.2: nobody casts what he does not hold."""
    g = eve(rules, ["ohada"], ["jagreen-lern"], hands={"ohada": ["arkyn"], "jagreen-lern": ["balan"]})
    refused(g, "cast ohada sleep", cite(rules, "9.2", "8.2"))
    refused(g, "cast jagreen-lern balan", cite(rules, "9.2", "8.2"))


def second_turn(rules: str) -> elric.Game:
    """Jagreen Lern has cast in his own player-turn and is attacked in the next one of the same game-turn."""
    g = at(
        rules,
        dice(3, 4),
        nations=NATIONS,
        order=[1, 0],
        player=1,
        phase="magic",
        units={FIELD: ["jagreen-lern", "sarosto", "yishana"], "shazaar_south": ["ohada", "shazaar-army*4"]},
        hands={"jagreen-lern": ["balan", "dharzi"], "ohada": ["arkyn"]},
    )
    play(g, "cast jagreen-lern balan; done")
    if g.step == "magic":
        play(g, "done")
    play(g, f"fight {FIELD}", "ready", "ready")
    while g.player == 1:
        wanted = [t for t in texts(g) if t in ("end", "done")] or [t for t in sorted(texts(g)) if "retreat" in t]
        g.push(wanted[0])
    while g.phase != "movement":
        g.push(sorted(texts(g))[0])
    target = where(g, "jagreen-lern")
    if target == FIELD:
        play(g, "lead ohada", *(f"join shazaar-army-{k}" for k in range(1, 5)), f"attack {FIELD}", "halt", "end")
    while g.phase != "magic":
        g.push("end")
    if g.seat == 0:
        play(g, "done")
    return g


def test_ch_9_2_once_a_player_turn() -> None:
    """9.2: a magician casts once in a turn; in the next player's turn he may cast again."""
    g = second_turn("chaosium")
    assert g.seat == 1
    allowed(g, "cast jagreen-lern dharzi")


def test_ah_8_2_once_a_game_turn() -> None:
    """8.2: a magician casts once in a game-turn; attacked later in it, he has cast."""
    g = second_turn("avalon-hill")
    assert g.seat == 1
    refused(g, "cast jagreen-lern dharzi", "8.2")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_the_caster_does_not_fight(rules: str) -> None:
    """9.2 / 8.2: Jagreen Lern (4) casts Balan (3) and adds 3, not 7."""
    g = eve(rules, ["yishana"], ["jagreen-lern"], dice(3, 3), player=1, hands={"jagreen-lern": ["balan"]})
    play(g, "cast jagreen-lern balan; done", f"fight {FIELD}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (3, 5)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_the_active_player_lays_first(rules: str) -> None:
    """9.2 / 8.2 (ruling order-of-magic): he whose turn it is lays first, then the other, who sees only the backs."""
    g = eve(rules, ["ohada"], ["jagreen-lern"], hands={"ohada": ["arkyn"], "jagreen-lern": ["balan"]})
    assert g.seat == 0
    play(g, "cast ohada arkyn", "done")
    assert g.seat == 1
    assert [c["spell"] for c in g.view(1)["cast"]] == [None]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_2_a_third_player_does_not_meddle(rules: str) -> None:
    """9.2 / 8.2: spells are laid by those who fight the battle."""
    g = at(
        rules,
        scenario="empire",
        nations={"jharkor": 0, "ilmiora": 1, "lormyr": 2},
        units={
            "lormyr_west": ["yishana", "jharkor-army*2"],
            "lormyr_iosaz": ["fadan", "lormyr-mage", "voashoon"],
        },
        hands={"lormyr-mage": ["arkyn"]},
    )
    play(g, "lead yishana; join jharkor-army-1; attack lormyr_iosaz; halt; end")
    # Yishana meets Fadan in the open; the mage watches from the wall
    while g.phase == "magic" and g.seat != 2:
        g.push("done")
    assert g.seat == 2
    refused(g, "cast lormyr-mage arkyn", cite(rules, "9.2", "8.2"))
    play(g, "done", "fight lormyr_iosaz")
    b = g.view()["battle"]
    assert (b["attacker"], b["defender"], b["wall"]) == (0, 1, 0)


# ---- handing on ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_1_and_8_1_spells_pass_within_a_stack(rules: str) -> None:
    """[9.1] / 8.1: in the Magic phase a spell passes from one personality to another beside him, and may be passed on or back."""
    g = eve(rules, ["ohada", "jharkor-wizard"], ["sarosto"], hands={"ohada": ["arkyn"]})
    play(g, "give ohada jharkor-wizard arkyn")
    assert g.view(0)["hands"] == {"jharkor-wizard": ["arkyn"]}
    play(g, "give jharkor-wizard ohada arkyn")
    assert g.view(0)["hands"] == {"ohada": ["arkyn"]}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_1_and_8_1_not_across_the_land(rules: str) -> None:
    """9.1 / 8.1: both must stand in the same stack."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        units={FIELD: ["yishana", "sarosto", "ohada"], DHAKOS: ["jharkor-wizard"]},
        hands={"ohada": ["arkyn"]},
    )
    refused(g, "give ohada jharkor-wizard arkyn", cite(rules, "9.1", "8.1"))
    refused(g, "give ohada sarosto arkyn", cite(rules, "9.1", "8.1"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_35_not_into_the_wrong_hands(rules: str) -> None:
    """9.5 / 8.35: Chaos is not handed to a magician whose stack holds Law, laid spells included."""
    g = eve(
        rules,
        ["ohada", "jharkor-wizard", "yishana"],
        ["sarosto"],
        hands={"ohada": ["arkyn"], "yishana": ["balan"]},
    )
    refused(g, "give yishana jharkor-wizard balan", cite(rules, "9.5", "8.35"))
    play(g, "cast ohada arkyn")
    refused(g, "give yishana jharkor-wizard balan", cite(rules, "9.5", "8.35"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_and_11_13_elric_gives_only_for_a_melnibonean_spell(rules: str) -> None:
    """12.1.3, 9.1 / 11.13, 8.1: Elric parts with his weakest spell, and only for a Melnibonean one."""
    g = eve(
        rules,
        ["yishana", "elric", "ohada"],
        ["sarosto"],
        owners={"elric": 0},
        met_elric=True,
        hands={"elric": ["runestaff", "sleep"], "ohada": ["dragons"], "yishana": []},
    )
    refused(g, "give elric yishana sleep", cite(rules, "12.1.3", "11.13"))
    refused(g, "give elric ohada runestaff", cite(rules, "12.1.3", "11.13"))


# ---- conjuring -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_22_only_three_conjure(rules: str) -> None:
    """9.2 / 8.22: Elric, Yyrkoon and Theleb K'aarna draw spells in battle; nobody else."""
    g = eve(rules, ["ohada"], ["sarosto"], hands={"ohada": ["arkyn"]})
    refused(g, "conjure ohada", cite(rules, "9.2", "8.22"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_22_what_is_drawn_is_used_there(rules: str) -> None:
    """9.2 / 8.22: Theleb K'aarna draws Arioch and fights with it: 5 instead of his own 1, and 5 boxes to Chaos."""
    g = eve(rules, ["yishana"], ["theleb-kaarna"], [card("arioch"), *dice(3, 3, 5)], player=1)
    conjures(g, "theleb-kaarna")
    assert told(g, "conjured")[0]["spell"] == spells.INDEX["arioch"]
    assert told(g, "battle")[0]["rolls"][0] == (3, 3)
    assert told(g, "battle")[0]["sums"] == (5, 5)
    assert balance(g) == 5
    assert "arioch" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_22_instead_of_casting(rules: str) -> None:
    """9.2 / 8.22: he draws instead of using a spell he holds; both at once is refused, and nobody draws twice."""
    g = eve(rules, ["yishana"], ["theleb-kaarna"], player=1, hands={"theleb-kaarna": ["balan"]})
    play(g, "done", f"fight {FIELD}", "conjure theleb-kaarna")
    refused(g, "conjure theleb-kaarna", cite(rules, "9.2", "8.2"))
    g = eve(rules, ["yishana"], ["theleb-kaarna"], player=1, hands={"theleb-kaarna": ["balan"]})
    play(g, "cast theleb-kaarna balan; done", f"fight {FIELD}")
    refused(g, "conjure theleb-kaarna", cite(rules, "9.2", "8.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_22_a_conjured_spell_is_one_of_the_three(rules: str) -> None:
    """9.2 / 8.2: the limit of three counts the spell to be drawn."""
    g = eve(
        rules,
        ["yishana"],
        ["theleb-kaarna", "jagreen-lern", "pan-tang-general", "dharijor-sorcerer"],
        player=1,
        hands={"jagreen-lern": ["balan"], "pan-tang-general": ["dharzi"], "dharijor-sorcerer": ["eequor"]},
    )
    play(
        g,
        "cast dharijor-sorcerer eequor; cast jagreen-lern balan; cast pan-tang-general dharzi; done",
        f"fight {FIELD}",
    )
    refused(g, "conjure theleb-kaarna", cite(rules, "9.2", "8.2"))


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("conjurer", ["theleb-kaarna", "yyrkoon"])
def test_both_9_2_and_8_221_a_spell_of_the_other_side_turns_on_him(rules: str, conjurer: str) -> None:
    """9.2 / 8.221: holding Chaos and drawing Law: the spell's value goes to the enemy."""
    g = eve(
        rules,
        ["yishana"],
        [conjurer, "sarosto"],
        [card("runestaff", "balan"), *dice(3, 3, 6, 6, 6)],
        player=1,
        owners={"yyrkoon": 1} if conjurer == "yyrkoon" else {},
        hands={conjurer: ["balan"]},
    )
    conjures(g, conjurer)
    assert told(g, "battle")[0]["sums"] == (4, 5 + 5)
    assert balance(g) == -5


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_222_never_on_elric(rules: str) -> None:
    """9.2 / 8.222: Elric holds Chaos, draws Law, and it fights for him."""
    g = eve(
        rules,
        ["yishana", "elric"],
        ["sarosto"],
        [card("runestaff", "balan"), *dice(3, 3, 6, 6, 6)],
        owners={"elric": 0},
        met_elric=True,
        hands={"elric": ["balan"]},
    )
    conjures(g, "elric")
    assert told(g, "battle")[0]["sums"] == (5 + 5, 4)


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("spell", ["hhaarshanns", "dead-gods-book", "horn-of-fate", "teleport"])
def test_both_9_2_and_8_222_a_spell_of_no_use_is_discarded(rules: str, spell: str) -> None:
    """9.2 / 8.222: what does not apply (a fleet eater on land, a spell that only flies or musters) is discarded, no other is drawn, and
    the conjurer adds nothing: he has used magic, and casters do not fight."""
    g = eve(rules, ["yishana"], ["theleb-kaarna"], [card(spell), *dice(3, 3, 6)], player=1)
    conjures(g, "theleb-kaarna")
    assert spell in g.view()["discards"]
    assert told(g, "battle")[0]["sums"] == (0, 5)
    assert len(told(g, "conjured")) == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_222_a_nightmare_strikes_before_the_battle(rules: str) -> None:
    """9.2, 12.1.3 / 8.222, 11.132: Elric draws a Nightmare: on a 5 the sword slays Yishana and Elric is gone, and the
    battle is fought without both."""
    g = eve(
        rules,
        ["yishana", "elric", "jharkor-army*3", "dharmit"],
        ["sarosto"],
        [card("elric-nightmare-1"), *dice(5), card("boatmen-of-xerlerenes", "elric-nightmare-1"), *dice(3, 3)],
        owners={"elric": 0},
        met_elric=True,
    )
    play(g, "done; done" if g.step == "magic" else "", f"fight {FIELD}", "conjure elric; ready")
    while g.step not in ("withhold", "combat", "losses", "retreat", "reappear"):
        g.push(sorted(texts(g))[0])
    if g.step == "withhold":
        play(g, "ready")
    while g.step == "appearance":
        g.push(sorted(texts(g))[0])
    assert told(g, "nightmare")
    assert where(g, "yishana") is None
    (b,) = told(g, "battle")
    assert b["sums"] == (3 + 3, 4)
    assert g.events.index(told(g, "nightmare")[0]) < g.events.index(b)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_and_11_132_conjuring_is_chosen_in_the_battle(rules: str) -> None:
    """[9.2], [12.1.3] / 8.22, 11.132: nothing is said of it in the Magic phase; attacker and defender choose when the battle has
    begun, the defender too, who may have seen the attacker choose."""
    g = eve(
        rules,
        ["yishana", "elric"],
        ["theleb-kaarna", "sarosto"],
        owners={"elric": 0},
        met_elric=True,
        hands={"elric": ["balan"]},
    )
    refused(g, "conjure elric", cite(rules, "9.2", "8.22"))
    play(g, "done", f"fight {FIELD}")
    allowed(g, "conjure elric")
    play(g, "conjure elric; ready")
    assert g.seat == 1
    allowed(g, "conjure theleb-kaarna")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_22_no_battle_no_spell_drawn(rules: str) -> None:
    """[9.2] / 8.22: a conjurer whose enemy leaves before the battle draws nothing and has cast nothing."""
    from elric.young_kingdoms.components import pieces
    from elric.young_kingdoms.position.state import CAST_NOW

    g = at(
        rules,
        nations=NATIONS,
        phase="combat",
        player=1,
        units={FIELD: ["yishana", "sarosto", "theleb-kaarna"]},
    )
    play(g, f"fight {FIELD}; conjure theleb-kaarna; ready", "withhold yishana", "withdraw jharkor_sequa")
    while g.phase == "combat":
        g.push(sorted(texts(g))[0])
    assert not g.state.flags[pieces.THELEB] & CAST_NOW
    assert not told(g, "conjured")
