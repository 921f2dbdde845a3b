"""Words that once misled: lessons, cards, coach, quick reference and register, held to the switches of each edition."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

import elric
from elric.dragon_pass.description import phrases
from elric.tutor.classroom import Classroom
from elric.tutor.definition import Card
from elric.tutor.lesson import LessonStep
from elric.tutor.lessons import lessons
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching import TEACHING, quickref
from elric.young_kingdoms.teaching.what import what

EDITIONS = ("chaosium", "avalon-hill")


def step(lesson: str, name: str, edition: str) -> LessonStep:
    """One step of a lesson, as an edition teaches it."""
    return next(x for x in lessons(TEACHING)[lesson].steps[edition] if x.id == name)


def said(lesson: str, name: str, edition: str) -> str:
    """Everything a step says before and after it is done."""
    s = step(lesson, name, edition)
    return f"{s.tell} {s.goal} {s.after}"


def card(thing: str, edition: str, **spec: Any) -> Card:
    """The card of a thing in a small position."""
    g = elric.Game.at(
        {"scenario": "successor", "rules": edition, "nations": {"jharkor": 0, "pan-tang": 1}, **spec}, leaderless=True
    )
    found = what(thing, g.view(0))
    assert found is not None
    return found


def lines(thing: str, edition: str, **spec: Any) -> str:
    return " ".join(x.words for x in card(thing, edition, **spec).lines)


# ---- lessons --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_spells_pass_without_a_limit_in_either_book(edition: str) -> None:
    """[9.1] / 8.1: neither book limits how often a spell changes hands; no lesson says so."""
    for lesson in lessons(TEACHING).values():
        for s in lesson.steps[edition]:
            assert "changes hands once" not in f"{s.tell} {s.after}", (lesson.key, s.id)


@pytest.mark.parametrize("edition", EDITIONS)
def test_anybody_may_hold_a_melnibonean_spell(edition: str) -> None:
    """[9.3] / 8.33: others may hold such a spell; the lesson on Elric's hand does not say that it keeps out of theirs."""
    assert "only among Melniboneans" not in said("kinds", "hornhand", edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_may_use_melnibonean_spells_is_the_switch_s(edition: str) -> None:
    """[12.0], [16.6] / 11, 14.6: the lesson leaves them to magicians only where the switch does."""
    only = law.ruleset(edition).melnibonean_spells == "magicians"
    assert ("only the magicians among them" in said("melnibone", "walk", edition)) == only


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_conjurer_whose_draw_is_of_no_use_is_left_open(edition: str) -> None:
    """[9.2] / 8.222: what Elric draws keeps the sword asleep while it fights for him, and no more is said."""
    assert "because he works magic" not in said("friends", "conjure", edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_not_every_city_but_one_has_walls(edition: str) -> None:
    """[7.5.7] / 6.57: the civilised nations wall their cities; Org and Dhoz-Kam, in the wilderness, have none."""
    bare = {BOARD.ids[a] for a in range(BOARD.size) if BOARD.city[a] and not BOARD.wall[a]}
    assert {"org", "dhoz_kam"} <= bare
    text = said("map", "beggars", edition)
    assert "civilised" in text
    assert "Org and Dhoz-Kam" in text
    assert "no cities" not in said("map", "wild", edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_imrryr_does_not_count_where_the_scenario_says_so(edition: str) -> None:
    """[14.3] / 13.3: Avalon Hill's Successor gives Imrryr no importance, and its lesson says it."""
    assert ("Successor" in said("turn", "end", edition)) == (edition == "avalon-hill")


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_rolls_in_the_boiling_sea_is_the_switch_s(edition: str) -> None:
    """[7.5.1] / 6.51: to stay there is dangerous only where the book has a roll for it."""
    staying = law.ruleset(edition).boiling_roll == "once-a-turn"
    assert ("stays there" in said("waters", "find", edition)) == staying


@pytest.mark.parametrize("edition", EDITIONS)
def test_holding_everybody_back_is_the_switch_s(edition: str) -> None:
    """[10.2] / 9.2: the province must be given up only by Avalon Hill's rules."""
    must = bool(law.ruleset(edition).all_withheld_must_retreat)
    assert ("he gives up the place" in said("tricks", "all", edition)) == must


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_seeking_horde_may_do_is_the_switch_s(edition: str) -> None:
    """[11.0] / 10.31, 10.32: nothing else at all, or only no other way."""
    nothing = bool(law.ruleset(edition).horde_only_seeks)
    assert ("they do nothing but make for it" in said("heroes", "horde", edition)) == nothing


@pytest.mark.parametrize("edition", EDITIONS)
def test_special_replacement_is_the_switches(edition: str) -> None:
    """[6.0] / 5.2: a port's fleet and the capital's leader come instead of an army, or as well."""
    rules, tell = law.ruleset(edition), step("replace", "special", edition).tell
    assert ("an army or, in a port, a fleet" in tell) == (rules.special_ports == "either")
    assert ("instead" in tell) == (rules.special_leader == "instead")
    assert "free of enemies" not in tell


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_random_attacks_is_a_rule_of_one_book_only(edition: str) -> None:
    """[14.1] C / 13.1: Chaosium says there are none; by Avalon Hill's set-up no spell is left to be drawn."""
    assert ("No random attacks" in step("solo", "sail", edition).tell) == (edition == "chaosium")


def test_a_spell_left_behind_strikes_from_the_turn_after_it_was_cast() -> None:
    """[13.4] A, D / 12.413."""
    for edition in EDITIONS:
        text = said("tipped", "left", edition)
        assert "after it was cast" in text
        assert "left or maintained" in text
        assert "as long as the world is tipped" not in said("tipped", "maintain", edition)


# ---- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_calls_one_of_several(edition: str) -> None:
    """[11.0] / 10: one muster of those on a spell is called, not all of them."""
    for i, key in enumerate(spells.IDS):
        if len(spells.MUSTERS[i]) > 1:
            text = lines(f"spell:{key}", edition)
            assert f"to call {words.either([words.called(t) for t in spells.MUSTERS[i]])}." in text


@pytest.mark.parametrize("edition", EDITIONS)
def test_pyaray_s_card_is_the_switches(edition: str) -> None:
    """[16.9] / 14.9: from the Straits, or with a lean of three."""
    rules = law.ruleset(edition)
    text = lines("unit:pyaray", edition, units={"straits_of_chaos": ["chaos-fleet", "pyaray"]},
                 aboard={"pyaray": "chaos-fleet"}, owners={"pyaray": 0, "chaos-fleet": 0}, balance=4)  # fmt: skip
    assert ("Straits" in text) == bool(rules.pyaray_in_straits)
    assert ("three" in text) == (rules.pyaray_tilt == 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_mournblade_s_card_is_the_switch_s(edition: str) -> None:
    """[16.8] / 14.8: its figure of 6 stands in one book only."""
    text = lines("unit:mournblade", edition, units={"shazaar_plains": ["dyvim-tvar", "mournblade"]},
                 aboard={"mournblade": "dyvim-tvar"}, owners={"dyvim-tvar": 0, "mournblade": 0})  # fmt: skip
    assert ("to 6" in text) == (law.ruleset(edition).mournblade_value == 6)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_card_of_the_four_is_the_switch_s(edition: str) -> None:
    """[16.4] / 14.4: only one book sends Elric back at random."""
    text = lines("spell:four-who-are-one", edition)
    assert ("at random" in text) == bool(law.ruleset(edition).four_return_at_random)
    assert "Brut" in text


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_horde_s_card_is_the_switch_s(edition: str) -> None:
    """[11.0] / 10.3: no replacements, but a horde that is gone can be called again."""
    spec = {"units": {"weeping_waste_n": ["terarn-gashtek", "flamebringers-army*1"]}, "owners": {}}
    spec["nations"] = {"flamebringers": 0, "pan-tang": 1}
    text = lines("unit:flamebringers-army-1", edition, **spec)
    assert ("mustered again" in text) == bool(law.ruleset(edition).hordes_come_back)
    assert "does not come back" not in text


# ---- coach, quick reference, register -------------------------------------------------------------------------------


def test_the_coach_does_not_say_that_every_spell_let_go_bites() -> None:
    """[13.4] A, B, D / 12.413, 12.42: a Neutral one is discarded, and by Chaosium's rules none strikes by itself."""
    texts = tomllib.loads(
        files("elric.young_kingdoms.teaching").joinpath("data/coach.toml").read_text(encoding="utf-8")
    )
    assert "bites" not in texts["linger"]["why"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_in_the_straits_every_stack_draws(edition: str) -> None:
    """[7.5.5] / 6.55: any stack that passes the Straits draws, with armies or without."""
    note = next(x for x in quickref.sections(edition) if x.key == "random").note
    assert "Straits of Chaos: every stack draws once" in note


def test_the_register_says_what_misled() -> None:
    """5.2, 6.572; [7.3], [9.3.1], [12.1.5], [16.8]."""
    avalon_hill = {c.number: " ".join(c.says.split()) for c in law.register().of("avalon-hill")}
    chaosium = {c.number: " ".join(c.says.split()) for c in law.register().of("chaosium")}
    assert "not in enemy hands" in avalon_hill["5.2"]
    assert "does not overcome" in avalon_hill["6.572"]
    assert "landing costs the fleet 1" in chaosium["7.3"]
    assert "wilderness can be shared" in chaosium["7.3"]
    assert "Mirror of Memory" in chaosium["9.3.1"]
    assert "is discarded and another" in chaosium["12.1.5"]
    assert "if its stack is eliminated" in chaosium["16.8"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_world_ends_by_the_runestaff_where_the_lesson_says_so(edition: str) -> None:
    """[5.0], [13.4E] / 4.91C, 12.44: the last step tells of the Runestaff, and it is what decides there in either book."""
    steps = lessons(TEACHING)["tipped"].steps[edition]
    room = Classroom(lessons(TEACHING)["tipped"], edition, len(steps) - 1)
    for text in room.step.solution:
        room.try_(text)
    assert room.own.state.outcome[:2] == (0, "end in law")


def test_a_name_keeps_its_capital_within_a_sentence() -> None:
    muster = next(u for u in pieces.HEROES if pieces.NAMES[u] == "Theleb K'aarna")
    assert words.within(f"{words.cap(words.unit(muster)):musters|muster} Pan Tang").startswith("Theleb")
    assert words.within("Ready for battle") == "ready for battle"
    assert words.within("The White Mage lays Arioch") == "the White Mage lays Arioch"
    assert phrases.within("Boldhome is held") == "Boldhome is held"
    assert phrases.within("All heroes of Sartar are dead") == "all heroes of Sartar are dead"
    assert phrases.within("The Lunar army is annihilated") == "the Lunar army is annihilated"
