"""Spells in hand: drawing, holding, alignment, winning. Chaosium [9.0], [9.1], [9.3]-[9.6]; Avalon Hill 8-8.12, 8.3-8.6."""

from __future__ import annotations

import pytest
from kit import DHAKOS, EDITIONS, NATIONS, SEQUA, allowed, at, card, cite, dice, find, play, refused, texts, told

import elric
from elric.young_kingdoms.components import spells

GROMOORVA = "dharijor_gromoorva"


# ---- holding ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_5_no_more_than_capacity(rules: str) -> None:
    """9.5 / 8.5: the General of Pan Tang holds one spell; a second is not handed to him."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        player=1,
        units={GROMOORVA: ["jagreen-lern", "pan-tang-general"]},
        hands={"jagreen-lern": ["balan", "dharzi"], "pan-tang-general": ["chardros"]},
    )
    refused(g, "give jagreen-lern pan-tang-general balan", cite(rules, "9.5", "8.5"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_5_a_spell_laid_keeps_its_place(rules: str) -> None:
    """9.5 / 8.5: a spell laid for a battle comes back when it is not used, so its place is not free."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        player=1,
        units={"shazaar_plains": ["jagreen-lern", "pan-tang-general", "yishana"]},
        hands={"jagreen-lern": ["balan", "dharzi"], "pan-tang-general": ["chardros"]},
    )
    play(g, "cast pan-tang-general chardros")
    refused(g, "give jagreen-lern pan-tang-general balan", cite(rules, "9.5", "8.5"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_5_one_spell_for_muster_without_magic(rules: str) -> None:
    """9.5 / 8.5: Yishana, no magician, takes one spell to muster with, casts none and takes no second."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        units={"shazaar_plains": ["yishana", "ohada", "sarosto"]},
        hands={"ohada": ["arkyn", "sleep"]},
    )
    allowed(g, "give ohada yishana arkyn")
    play(g, "give ohada yishana arkyn")
    refused(g, "give ohada yishana sleep", cite(rules, "9.5", "8.5"))
    refused(g, "cast yishana arkyn", cite(rules, "9.5", "8.5"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_35_law_and_chaos_do_not_meet_in_one_hand(rules: str) -> None:
    """9.5 / 8.35: what a magician draws against what he holds: one kind goes, and nothing comes for it."""
    g = won_capital(rules, "balan", ["arkyn"])
    play(g, "take lamsar")
    assert g.step == "align"
    assert texts(g) == {"keep law", "keep chaos"}
    g.push("keep chaos")
    assert g.view(0)["hands"]["lamsar"] == ["balan"]
    assert "arkyn" in g.view()["discards"]


def won_capital(rules: str, spell: str, holds: list[str], lamsar: str = "lamsar") -> elric.Game:
    """Yishana has taken the empty capital of Lormyr and draws this spell for it."""
    gone = list(holds)
    g = at(
        rules,
        [*dice(6, 1), card(spell, *gone)],
        scenario="empire",
        nations={"jharkor": 0, "lormyr": 1, "tarkesh": 0},
        phase="combat",
        assaults=["lormyr_iosaz"],
        owners={"lamsar": 0},
        units={
            "lormyr_iosaz": ["yishana", "hilran", "jharkor-army*8", "tarkesh-army*4", lamsar],
            DHAKOS: ["dharmit"],
            "lormyr_ramasaz": ["voashoon"],
        },
        hands={"lamsar": holds},
    )
    return play(g, "fight lormyr_iosaz", "ready")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_1_and_8_12_a_capital_taken_yields_a_spell(rules: str) -> None:
    """9.1, 7.5.2 / 8.12, 6.522: whoever takes an enemy's capital draws a spell; any of his personalities there with
    room takes it."""
    g = won_capital(rules, "goldar", [])
    assert g.view()["areas"]["lormyr_iosaz"]["control"] == 0
    assert texts(g) == {"take yishana", "take lamsar", "take hilran"}
    refused(g, "take dharmit", cite(rules, "9.5", "8.5"))
    play(g, "take yishana")
    assert g.view(0)["hands"] == {"yishana": ["goldar"]}
    assert g.view(1)["hands"] == {}
    assert told(g, "took")[0]["to"] == (0,)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_1_and_8_12_a_neutral_capital_yields_one_too(rules: str) -> None:
    """9.1 / 8.12: the capital of a neutral nation earns a spell as well. Eshmir's 5 and 3 with the wall's 5 are a lot."""
    g = at(
        rules,
        [*dice(6, 1), card("goldar")],
        scenario="empire",
        nations={"lormyr": 0, "jharkor": 0, "argimiliar": 0, "tarkesh": 1},
        phase="combat",
        assaults=["eshmir_capital"],
        units={
            "eshmir_capital": [
                "yishana",
                "voashoon",
                "king-hozel",
                "jharkor-army*8",
                "lormyr-army*11",
                "argimiliar-army*6",
            ],
            "tarkesh_hornus": ["hilran"],
        },
    )
    play(g, "fight eshmir_capital", "ready")
    (b,) = told(g, "battle")
    assert b["sums"][1] == 5 + 3 + 5
    assert b["fell"]
    assert g.step == "take"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_5_full_hands_take_nothing(rules: str) -> None:
    """[9.5] / 8.5: whoever holds all he can takes no spell that was won."""
    g = won_capital(rules, "goldar", ["arkyn", "sleep"])
    refused(g, "take lamsar", cite(rules, "9.5", "8.5"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_1_and_8_11_what_is_found_is_kept(rules: str) -> None:
    """[9.1] / 8.11: a spell becomes the property of whoever finds it; it is not thrown away, except (8.33) that somebody who is
    no Melnibonean may throw away at any time what only Melniboneans can use."""
    g = find(rules, "arkyn")
    refused(g, "leave", cite(rules, "9.1", "8.11"))
    g = find(rules, "dragons")
    if rules == "chaosium":
        refused(g, "leave", "9.1")
    else:
        play(g, "leave")
        assert "dragons" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_1_and_8_1_a_mustered_magician_draws_his_capacity(rules: str) -> None:
    """9.1 / 8.1: Lamsar, called up, draws his two spells."""
    g = at(
        rules,
        [card("balan", "meerclar"), card("dharzi", "meerclar", "balan")],
        nations=NATIONS,
        phase="muster",
        units={DHAKOS: ["yishana"]},
        hands={"yishana": ["meerclar"]},
    )
    play(g, "muster yishana meerclar lamsar")
    assert g.view(0)["hands"]["lamsar"] == ["balan", "dharzi"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_35_one_stack_one_alignment(rules: str) -> None:
    """9.5 / 8.35: a magician who joins a stack with Law and has drawn Chaos: the stack keeps one kind, Neutral stays."""
    g = at(
        rules,
        [card("balan", "meerclar", "arkyn"), card("fileet", "meerclar", "arkyn", "balan")],
        nations=NATIONS,
        phase="muster",
        units={DHAKOS: ["yishana", "ohada"]},
        hands={"yishana": ["meerclar"], "ohada": ["arkyn"]},
    )
    play(g, "muster yishana meerclar lamsar")
    assert g.step == "align"
    g.push("keep law")
    assert g.view(0)["hands"] == {"lamsar": ["fileet"], "ohada": ["arkyn"]}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_8_5_spells_for_muster_do_not_count(rules: str) -> None:
    """9.5 / 8.5: Yishana's Chaos spell is for muster only and may stay beside Ohada's Law."""
    g = at(
        rules,
        nations=NATIONS,
        units={DHAKOS: ["yishana"], SEQUA: ["ohada"]},
        hands={"yishana": ["arioch"], "ohada": ["arkyn"]},
    )
    play(g, "lead yishana")
    allowed(g, f"step {SEQUA}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_5_magicians_with_opposed_spells_keep_apart(rules: str) -> None:
    """9.5 / 8.5 (ruling opposed-stacks): the move that would bring Law and Chaos of one player together is refused."""
    g = at(
        rules,
        nations=NATIONS,
        owners={"lamsar": 0},
        units={DHAKOS: ["lamsar"], SEQUA: ["ohada"]},
        hands={"lamsar": ["arioch"], "ohada": ["arkyn"]},
    )
    play(g, "lead lamsar")
    refused(g, f"step {SEQUA}", cite(rules, "9.5", "8.5"))
    allowed(g, "step jharkor_thokora")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_5_whoever_is_aboard_goes_with_the_ship(rules: str) -> None:
    """9.5 / 8.5: a magician set down aboard sails on with the ship all the same, so it keeps out of a harbour in which a
    friend holds spells of the other side."""
    g = at(
        rules,
        nations=NATIONS,
        units={"jharkor_gulf": ["yishana", "jharkor-wizard", "jharkor-fleet-1"], DHAKOS: ["ohada"]},
        aboard={"yishana": "jharkor-fleet-1", "jharkor-wizard": "jharkor-fleet-1"},
        hands={"jharkor-wizard": ["arioch"], "ohada": ["arkyn"]},
    )
    play(g, "lead yishana")
    refused(g, f"sail {DHAKOS}", cite(rules, "9.5", "8.5"))
    play(g, "drop jharkor-wizard")
    refused(g, f"sail {DHAKOS}", cite(rules, "9.5", "8.5"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_5_and_8_5_neutral_goes_with_either(rules: str) -> None:
    """9.5 / 8.35: Neutral spells are no hindrance."""
    g = at(
        rules,
        nations=NATIONS,
        owners={"lamsar": 0},
        units={DHAKOS: ["lamsar"], SEQUA: ["ohada"]},
        hands={"lamsar": ["fileet", "grome"], "ohada": ["arkyn"]},
    )
    play(g, "lead lamsar")
    allowed(g, f"step {SEQUA}")


def test_ch_9_5_two_stacks_in_one_wilderness_may_differ() -> None:
    """9.5: only a stack is bound; in wilderness two stacks of one player stand apart."""
    g = at(
        "chaosium",
        nations=NATIONS,
        owners={"lamsar": 0},
        units={"shazaar_plains": ["lamsar"], "xanyaw": ["ohada"]},
        hands={"lamsar": ["arioch"], "ohada": ["arkyn"]},
    )
    play(g, "lead lamsar")
    allowed(g, "step xanyaw")


def test_ah_8_5_one_province_even_in_wilderness() -> None:
    """8.5: two stacks with opposed spells may not share a land area at all."""
    g = at(
        "avalon-hill",
        nations=NATIONS,
        owners={"lamsar": 0},
        units={"shazaar_plains": ["lamsar"], "xanyaw": ["ohada"]},
        hands={"lamsar": ["arioch"], "ohada": ["arkyn"]},
    )
    play(g, "lead lamsar")
    refused(g, "step xanyaw", "8.5")


def test_ch_9_5_friends_found_must_agree() -> None:
    """9.5, 8.0: once such stacks find each other they are one, and one kind of spell goes."""
    g = at(
        "chaosium",
        dice(6),
        nations=NATIONS,
        owners={"lamsar": 0},
        phase="search",
        units={"xanyaw": ["ohada", "lamsar"]},
        stacks={"ohada": 3, "lamsar": 4},
        hands={"lamsar": ["arioch"], "ohada": ["arkyn"]},
    )
    play(g, "search xanyaw friends")
    assert g.step == "align"
    g.push("keep chaos")
    assert g.view(0)["hands"] == {"lamsar": ["arioch"]}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_8_5_a_retreat_into_opposed_friends_costs_one_kind(rules: str) -> None:
    """9.5 / 8.35 (ruling opposed-stacks): a retreat that brings Law to Chaos is not refused; one kind is thrown away."""
    g = at(
        rules,
        dice(4, 2),
        nations=NATIONS,
        owners={"lamsar": 0},
        phase="combat",
        units={"shazaar_plains": ["lamsar", "sarosto"], SEQUA: ["ohada"]},
        hands={"lamsar": ["arioch"], "ohada": ["arkyn"]},
    )
    play(g, "fight shazaar_plains", "ready", "ready")
    play(g, f"retreat {SEQUA}")
    assert g.step == "align"
    play(g, "keep chaos")
    assert g.view(0)["hands"] == {"lamsar": ["arioch"]}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_3_elric_is_outside_all_this(rules: str) -> None:
    """12.1.3, 9.5 / 11.13, 8.5: Elric holds Law and Chaos together and disturbs nobody."""
    g = at(
        rules,
        nations=NATIONS,
        owners={"elric": 0},
        met_elric=True,
        units={DHAKOS: ["yishana", "elric"], SEQUA: ["ohada"]},
        hands={"elric": ["arioch", "runestaff"], "ohada": ["arkyn"]},
    )
    play(g, "lead yishana", "join elric")
    allowed(g, f"step {SEQUA}")


# ---- the container ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_0_and_8_an_empty_container_is_filled_again(rules: str) -> None:
    """9.0 / 8: with no spell left to draw, all the discards go back in first."""
    away = [s for s in spells.IDS if s not in ("goldar",)]
    g = at(
        rules,
        [*dice(6, 1), 0],
        scenario="empire",
        nations={"jharkor": 0, "lormyr": 1, "tarkesh": 0},
        phase="combat",
        assaults=["lormyr_iosaz"],
        units={
            "lormyr_iosaz": ["yishana", "hilran", "jharkor-army*8", "tarkesh-army*4"],
            "lormyr_ramasaz": ["voashoon"],
        },
        discards=["goldar"],
        hidden={"xanyaw": away},
    )
    play(g, "fight lormyr_iosaz", "ready")
    assert told(g, "refilled")[0]["count"] == 1
    play(g, "take yishana")
    assert g.view(0)["hands"] == {"yishana": ["goldar"]}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_6_and_8_6_used_spells_are_discarded(rules: str) -> None:
    """9.6 / 8.6: a spell used in battle lies among the discards, open to all, and is not in the container."""
    g = at(
        rules,
        dice(3, 4),
        nations=NATIONS,
        phase="magic",
        units={"shazaar_plains": ["yishana", "ohada", "sarosto"]},
        hands={"ohada": ["arkyn", "sleep"]},
    )
    before = g.view()["container"]
    play(g, "cast ohada arkyn", "done", "fight shazaar_plains", "ready", "ready")
    assert g.view()["discards"] == ["arkyn"]
    assert g.view()["container"] == before
    assert g.view(0)["hands"]["ohada"] == ["sleep"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_6_and_8_a_spell_not_used_goes_back_to_its_hand(rules: str) -> None:
    """9.2, 9.6 / 8.2, 8.6: what was laid for a sortie that nobody made is in hand again."""
    g = at(
        rules,
        nations=NATIONS,
        phase="magic",
        player=1,
        units={GROMOORVA: ["yishana", "jharkor-army*3", "sarosto", "dharijor-sorcerer"]},
        hands={"dharijor-sorcerer": ["balan"]},
    )
    play(g, "cast dharijor-sorcerer balan", "done")
    assert g.phase == "combat"
    play(g, "end")
    assert g.view(1)["hands"]["dharijor-sorcerer"] == ["balan"]
