"""A third witness: the one-page summary of the Avalon Hill rules that players made. Each of its statements, in our words and
its order, holds in the running game, or differs because a clause of the book outweighs it; either way numbered cases are
played, with the Avalon Hill rules, that show it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from kit import NATIONS, at, control, draw, play, told

from elric.young_kingdoms.artifacts.bonds import controller
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.world import victory

HOLDS = ""


class Statement(NamedTuple):
    """What the summary says; the clause that outweighs it and why, or nothing where it holds; the cases that show it."""

    says: str
    cases: str
    clause: str = HOLDS
    because: str = ""


def back_to_its_own_nation() -> None:
    """A city of Dharijor, held by the third player and left without an army, goes back to Dharijor's player."""
    g = at(
        "avalon-hill",
        scenario="kingdom",
        nations={"jharkor": 0, "dharijor": 1, "lormyr": 2},
        units={"jharkor_dhakos": ["yishana"], "dharijor_cape": ["karnaal"], "lormyr_iosaz": ["voashoon"]},
        control={"dharijor_sequaloris": 2},
        player=2,
        phase="search",
    )
    while g.player == 2:
        g.push(next(str(a) for a in g.legal_actions() if str(a) in ("done", "end")))
    assert control(g, "dharijor_sequaloris") == 1


def no_star_no_capture() -> None:
    """Org has a city and no star: taken from its player it yields no spell and is no capital of the captor's."""
    g = at(
        "avalon-hill",
        draw("misha"),
        nations={**NATIONS, "org": 1},
        units={
            "ilmiora_north": ["yishana", "jharkor-army-1"],
            "troos": ["gutheran"],
            "pan_tang": ["jagreen-lern"],
        },
    )
    play(g, "lead yishana; join jharkor-army-1; step org")
    assert control(g, "org") == 0
    assert not told(g, "found")
    assert victory.capitals(g.state, 0) == []


def elric_and_his_commander() -> None:
    """With Elric stand two, and the one of greater value is named as his commander."""
    g = at(
        "avalon-hill",
        nations=NATIONS,
        units={"jharkor_sequa": ["elric", "dharmit", "yishana"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": 0},
        met_elric=True,
    )
    assert controller(g.state) == pieces.INDEX["yishana"]


OWN: dict[str, Callable[[], None]] = {
    f.__name__: f for f in (back_to_its_own_nation, no_star_no_capture, elric_and_his_commander)
}

SUMMARY = (
    # replacements
    Statement("One army or one fleet is replaced.", "replacement.ah_5_one_unit_for_the_player_in_all"),
    Statement("It returns in the capital.", "replacement.both_replacements_arrive_in_the_capital_of_their_own_nation"),
    # movement
    Statement(
        "Personalities and armies have four points.", "land_movement.both_a_leader_and_his_armies_go_four_provinces"
    ),
    Statement("Armies move with a leader.", "land_movement.both_an_army_abroad_needs_a_leader"),
    Statement(
        "Without one they go one province, at home.",
        "land_movement.both_a_leaderless_army_goes_one_province_at_home "
        "land_movement.both_a_leaderless_army_stays_in_its_country",
    ),
    Statement(
        "Who is set down has done moving, but for leaders.",
        "land_movement.ah_6_22_a_personality_set_down_goes_on_with_what_is_left "
        "land_movement.both_a_leaderless_army_set_down_does_not_march_on",
    ),
    Statement("Magicians walk the sea for two points.", "sea_movement.both_magicians_walk_the_waves_for_two_points"),
    Statement("Points used on land count at sea.", "sea_movement.both_tired_troops_left_aboard_still_slow_the_ship"),
    Statement(
        "Boarding costs one point in port, four on a coast.",
        "sea_movement.both_boarding_in_port_costs_one sea_movement.ah_6_31_everybody_pays_four_on_an_open_coast",
    ),
    Statement("A fleet needs a personality to sail.", "sea_movement.both_a_fleet_sails_with_a_personality_aboard"),
    Statement("Without one it goes home.", "drifting_fleets.both_a_fleet_alone_goes_home_with_whom_it_has_aboard"),
    Statement(
        "Flyers go four areas and end on land or a fleet.",
        "flying.both_flyers_cross_four_areas_of_any_kind flying.both_they_must_come_down_on_land_or_a_friendly_ship",
    ),
    Statement(
        "Magic flies to any province, for two flights or three turns.",
        "flying.both_magic_carries_to_any_province flying.both_two_flights_use_a_spell_up "
        "flying.both_three_turns_use_a_spell_up",
    ),
    Statement(
        "The Boiling Sea and the Serpent's Teeth take escape rolls.",
        "terrain.ah_6_51_one_roll_in_a_player_turn terrain.ah_6_54_the_teeth_are_as_the_boiling_sea",
    ),
    Statement("Mountains are closed.", "terrain.both_mountains_cannot_be_crossed"),
    Statement(
        "Mountains and Boiling Sea bind flyers too.",
        "flying.both_mountains_stop_wings flying.both_the_boiling_sea_is_as_hot_for_flyers",
    ),
    Statement(
        "Straits and wilderness draw random attacks.",
        "random_attacks.both_a_stack_with_armies_draws_for_each_wilderness_province "
        "random_attacks.both_the_straits_of_chaos_draw_one_attack_for_the_journey",
    ),
    Statement(
        "Into Imrryr with Elric; once it has fallen, with any Melnibonean.",
        "city_terrain.both_only_with_elric_into_imrryr city_terrain.both_once_fallen_any_melnibonean_shows_the_way",
    ),
    Statement("Of the spells drawn Chaos always attacks.", "random_attacks.both_chaos_always_attacks"),
    Statement("Law attacks who holds Chaos.", "random_attacks.both_law_attacks_only_bearers_of_chaos"),
    Statement(
        "Neutral, Special and Other do nothing.", "random_attacks.both_neutral_special_and_other_spells_do_nothing"
    ),
    Statement(
        "An eater eats all, and heroes may escape.",
        "random_attacks.both_an_eater_takes_the_armies_and_heroes_must_escape",
    ),
    Statement("Spells played at once act.", "random_attacks.both_play_at_once_spells_take_effect"),
    # search
    Statement("One search a turn in a province.", "search.both_one_search_in_a_province_a_turn"),
    Statement(
        "5 or 6 finds at first, 4 to 6 afterwards.",
        "search.both_the_first_search_finds_on_five_or_six search.both_the_next_turn_finds_on_four "
        "search.ah_7_3_example_the_chance_grows_only_for_the_same_thing",
        "7.3",
        "The chance grows only for the same thing, sought in turns that follow each other.",
    ),
    # magic
    Statement("Spells are handed on.", "magic.both_9_1_and_8_1_spells_pass_within_a_stack"),
    Statement(
        "Three spells a player in a battle; a caster does not add himself.",
        "magic.both_9_2_and_8_2_three_spells_a_player_a_battle magic.both_9_2_and_8_2_the_caster_does_not_fight",
    ),
    Statement("A magician for each spell.", "magic.both_9_2_and_8_2_one_spell_a_magician"),
    Statement("Others hold one spell, to muster.", "hands.both_9_5_and_8_5_one_spell_for_muster_without_magic"),
    Statement("Brackets move the Balance only.", "battle_totals.both_9_2_and_8_21_brackets_pull_the_balance_only"),
    Statement(
        "Three may draw instead, and must use what they draw.",
        "magic.both_9_2_and_8_22_only_three_conjure magic.both_9_2_and_8_22_what_is_drawn_is_used_there",
    ),
    Statement(
        "Drawn of the wrong side it helps the enemy, but never against Elric.",
        "magic.both_9_2_and_8_221_a_spell_of_the_other_side_turns_on_him magic.both_9_2_and_8_222_never_on_elric",
    ),
    Statement("Spells held to muster take no side.", "hands.both_8_5_spells_for_muster_do_not_count"),
    Statement("No spell played at once is dealt.", "omens.both_12_1_5_and_8_311_not_while_setting_up"),
    Statement("A magician holds one side only.", "hands.both_9_5_and_8_35_law_and_chaos_do_not_meet_in_one_hand"),
    Statement(
        "So do all in a stack, and what is thrown away is not replaced.",
        "hands.both_9_5_and_8_35_one_stack_one_alignment",
    ),
    Statement("Casting moves the Balance.", "balance.both_13_1_and_12_1_each_by_its_value"),
    Statement("The Balance strengthens spells.", "battle_totals.both_13_2_and_12_2_the_dominant_side_gains"),
    # combat
    Statement(
        "Battle must be given but in wilderness, and needs a leader.",
        "battle_totals.both_10_1_and_9_1_enemies_in_one_province_must_fight "
        "battle_totals.both_10_1_and_9_1_not_in_wilderness battle_totals.both_10_1_and_9_11_armies_alone_do_not_attack",
    ),
    Statement(
        "Either side may hold units back.",
        "withholding.both_10_2_and_9_2_held_units_add_nothing withholding.both_10_2_and_9_2_held_units_suffer_with_their_side",
    ),
    Statement(
        "Sums, eaters, other spells, a die for each side, the difference.",
        "battle_totals.both_10_0_and_9_a_battle_in_its_order eaters.both_10_4_and_9_4_spells_of_the_eaten_still_work",
    ),
    Statement(
        "The loser goes back one province: no mountain, sea or enemy's.",
        "retreat.both_10_7_and_9_7_one_province_the_loser_picks retreat.both_10_7_and_9_7_not_into_the_sea "
        "retreat.both_10_7_and_9_7_no_retreat_over_the_mountains",
    ),
    Statement(
        "Into wilderness it draws an attack.", "retreat.both_10_7_and_9_7_retreat_into_wilderness_draws_an_attack"
    ),
    Statement("A hero escapes by his value.", "escapes.both_10_8_and_9_8_at_or_below_the_combat_value"),
    Statement(
        "Brackets follow the strongest beside them, and Elric does not count.",
        "escapes.both_10_8_and_9_82_brackets_follow_the_strongest escapes.both_10_8_and_9_82_elric_saves_nobody_in_1984",
    ),
    Statement("A magician may roll by a spell.", "escapes.both_10_8_and_9_81_a_spell_instead_of_his_own_value"),
    Statement("He reappears in the nearest free province.", "escapes.both_10_8_and_9_83_the_nearest_free_province"),
    Statement(
        "A conquered city wants a garrison, and may then raise replacements.",
        "cities.both_10_9_1_and_9_91_one_army_is_enough cities.both_10_9_1_and_9_9_11_an_occupied_capital_replaces_nothing",
        "9.9.11",
        "A garrisoned city replaces nothing; it is its first owner who may raise units when it has come back.",
    ),
    Statement(
        "Without one it goes back to whoever had it before.",
        "cities.both_10_9_1_and_9_91_without_a_garrison_it_goes_back back_to_its_own_nation",
        "9.91",
        "It goes back to its first owner, whoever has held it in between.",
    ),
    Statement(
        "An overrun leaves twice the enemy behind.", "land_movement.both_overruns_leave_enough_to_hold_the_enemy"
    ),
    Statement("Nobody has to leave a walled city.", "sieges.both_10_9_4_and_9_94_no_retreat_is_forced"),
    Statement("In port fleets fight beside armies.", "ports.ah_9_961_by_land_the_fleets_help"),
    Statement(
        "An enemy's province is entered to fight.", "land_movement.both_an_enemys_province_is_entered_only_to_fight"
    ),
    Statement("A neutral city defends itself.", "cities.both_10_9_3_and_9_93_a_neutral_city_defends_itself"),
    Statement(
        "A capital has a wall of 5; won, it yields a spell and opens the muster.",
        "cities.both_7_5_2_and_6_52_what_a_wall_is_worth hands.both_9_1_and_8_12_a_capital_taken_yields_a_spell "
        "muster.both_11_0_and_10_12_it_leaves_at_once_and_stands_next_turn",
    ),
    Statement(
        "A neutral one yields the spell only.",
        "hands.both_9_1_and_8_12_a_neutral_capital_yields_one_too muster.ah_6_522_own_captured_neutral_capital",
    ),
    Statement("Only countries with a star can be captured.", "no_star_no_capture"),
    Statement("Other walls are worth 3.", "cities.both_7_5_2_and_6_52_what_a_wall_is_worth"),
    Statement(
        "A failed assault costs half of the defenders.", "cities.ah_6_572_half_rounded_up_and_the_defender_picks"
    ),
    Statement(
        "Besiegers always cost the defenders half.",
        "cities.ah_6_572_only_when_the_attacker_had_more",
        "9.5",
        "Whoever has the greater total suffers no losses, so an assault that is beaten off costs the defenders nothing.",
    ),
    Statement("Who escapes does not stay in the city.", "escapes.both_10_8_and_9_83_the_nearest_free_province"),
    Statement(
        "All captured capitals count for victory.",
        "nations_taken.both_5_0_and_4_91e_a_captured_capital_and_its_muster "
        "victory.both_5_0_and_4_91e_a_mustered_nation_is_an_enemys",
    ),
    Statement("The siege of Imrryr goes on without Elric.", "sieges.ah_9_943_the_siege_of_imrryr_goes_on_without_him"),
    # muster
    Statement("One muster a turn.", "muster.both_11_0_and_10_6_one_muster_a_turn"),
    Statement(
        "A personality with the spell is in the nation.",
        "muster.both_11_0_and_10_1_in_the_capital muster.both_11_0_and_10_another_hand_refused",
        "10.1",
        "Anywhere in the nation is not enough: he must be in its capital.",
    ),
    Statement(
        "Another's country is mustered by who controls its capital.", "muster.both_11_0_and_10_12_needs_the_capital"
    ),
    Statement("A personality appears beside the caller.", "muster_of_heroes.both_11_0_and_10_2_beside_the_caller"),
    Statement(
        "Artifacts are borne by the caller and lost with him.",
        "sword_and_shield.both_16_8_and_14_8_mournblade_for_melniboneans "
        "escapes.both_16_8_and_10_5_artifacts_share_their_bearers_fate",
    ),
    Statement("Each horde in its place.", "hordes.both_11_0_and_10_31_to_10_33_each_in_its_place"),
    Statement("A horde is not mustered away.", "hordes.both_11_0_and_10_3_never_mustered_away"),
    Statement(
        "Theleb K'aarna goes over with Pan Tang.", "muster_of_heroes.both_11_0_and_10_4_pan_tang_takes_him_along"
    ),
    Statement(
        "The Barge comes to a Melnibonean beside Melnibone, with Colim.",
        "artifacts.both_11_0_and_10_5_the_barge_beside_melnibone",
    ),
    Statement(
        "What is on the board is not mustered, so of another's country perhaps only the dead.",
        "muster_of_heroes.both_11_0_and_10_6_who_is_on_the_board_is_not_called "
        "muster.both_11_0_and_10_12_it_leaves_at_once_and_stands_next_turn",
        "10.12",
        "An occupied nation is an exception: its units leave the board, and all of them start afresh.",
    ),
    Statement(
        "The muster of one's own nation brings back armies, fleets and the lowest leader.",
        "replacement.ah_5_2_each_city_an_army_each_port_a_fleet_and_a_leader",
    ),
    Statement(
        "A nation without personalities turns neutral and leaves, but for besieged cities.",
        "replacement.both_a_nation_without_personalities_leaves_the_board "
        "fallen_nations.ah_5_3_and_9_931_a_city_under_attack_fights_on_with_what_it_has",
    ),
    # Melniboneans
    Statement("Melniboneans walk the sea.", "melniboneans.both_12_0_and_11_they_walk_the_sea"),
    Statement(
        "None but Elric fights his kin, or attacks Imrryr.",
        "melniboneans.both_12_0_and_11_kin_do_not_fight_kin melniboneans.both_12_0_and_11_elric_fights_everybody "
        "melniboneans.both_12_0_and_11_nobody_but_elric_attacks_imrryr",
    ),
    Statement(
        "Elric appears at random when nobody is with him, or he is off the board.",
        "elric.both_12_1_1_and_11_11a_again_when_nobody_is_with_him stormbringer.ah_11_11a_an_eliminated_elric_is_gone",
        "11.11A",
        "He is taken off the board to appear elsewhere; once eliminated he has no way back (ruling elric-dead).",
    ),
    Statement(
        "He does when Stormbringer slays, too.", "stormbringer.both_12_1_6_and_11_16_random_appearances_together"
    ),
    Statement(
        "A spell says where, and the player picks.",
        "elric.both_12_1_1_and_11_11_one_name elric.both_12_1_1_and_11_11_main_city elric.ah_11_11_the_player_picks",
    ),
    Statement(
        "The first with him commands him, by the highest value.",
        "elric.both_12_1_2_and_11_12_the_first_to_join_him elric.both_12_1_2_and_11_12_the_strongest_voice",
    ),
    Statement("He lies on top, his commander beneath.", "elric_and_his_commander"),
    Statement("A better leader takes him.", "elric.both_12_1_2_and_11_122_a_stronger_voice"),
    Statement(
        "He holds any spells, and gives his lowest for a Melnibonean one.",
        "elric.both_12_1_3_and_11_13_law_and_chaos_together "
        "elric.both_12_1_3_and_11_13_he_parts_with_nothing_but_for_a_melnibonean_spell",
    ),
    Statement("After he has fought, 5 or 6 wakes the sword.", "stormbringer.both_12_1_4_and_11_14_the_sword_may_turn"),
    Statement(
        "A Nightmare slays his commander and Mournblade's bearer, and moves the Balance.",
        "omens.both_12_1_5_and_11_15_the_dream omens.both_12_1_5_and_11_151_both_swords_by_one_die",
    ),
    Statement(
        "Moonglum joins him from the next province, for good, and never commands him.",
        "stormbringer.both_12_1_6_and_11_16_he_goes_to_his_friend stormbringer.both_12_1_6_and_11_16_never_parted "
        "stormbringer.both_12_1_6_and_11_161_never_in_command",
    ),
    Statement("The Dragons obey three.", "melniboneans.both_12_3_and_11_3_dragonmasters"),
    # the Balance
    Statement("The Balance strengthens its own side.", "battle_totals.both_13_2_and_12_2_the_dominant_side_gains"),
    Statement("A black sword used moves it by one.", "stormbringer.ah_12_3_each_use_pulls"),
    Statement(
        "At the end of an arm the world is tipped.",
        "end_of_world.both_13_4_and_12_4_the_last_box_is_not_the_end",
        "12.4",
        "The marker has to go beyond the last box.",
    ),
    Statement(
        "Then spells of that side stay, or are kept up.",
        "end_of_world.both_13_4a_and_12_41_a_choice end_of_world.both_13_4a_and_12_41_only_of_the_ruling_side",
    ),
    Statement("Those that lie there attack, but Law spares Law.", "end_of_world.ah_12_413_open_spells_attack"),
    Statement("Under Law no random attacks.", "end_of_world.both_13_4c_and_12_43_no_attacks_under_law"),
    Statement("Three turns are left.", "end_of_world.both_13_4e_and_12_44_three_turns"),
    Statement(
        "Twelve points, and the open spells besides, set it right.",
        "last_days.both_13_5a_and_12_51_twelve last_days.both_13_5a_and_12_51_open_spells_raise_the_price",
    ),
    Statement("So does the Horn.", "last_days.both_16_7_and_14_71_the_horn"),
)


def played(case: str) -> Iterator[Callable[[], None]]:
    """A case by its room and name, once for each set of arguments that is not Chaosium's."""
    if case in OWN:
        yield OWN[case]
        return
    room, name = case.split(".")
    f = getattr(importlib.import_module(f"test_{room}"), f"test_{name}")
    marks = [m for m in getattr(f, "pytestmark", ()) if m.name == "parametrize"]
    for chosen in product(*(m.args[1] for m in marks)):
        given: dict[str, Any] = {}
        for m, values in zip(marks, chosen, strict=True):
            keys = m.args[0].split(",") if isinstance(m.args[0], str) else m.args[0]
            values = getattr(values, "values", values)
            given.update(zip(map(str.strip, keys), values if len(keys) > 1 else [values], strict=True))
        if "chaosium" not in given.values():
            yield lambda given=given: f(**given)


@pytest.mark.parametrize("said", SUMMARY, ids=lambda said: said.says[:48])
def test_ah_4_91_each_statement_of_the_summary(said: Statement) -> None:
    """5.0 / 4.91 and all that it sums up: a statement of the one-page summary holds, or a clause of the book outweighs it."""
    if said.clause:
        assert law.clause_words("avalon-hill", said.clause)
        assert said.because
    runs = [run for case in said.cases.split() for run in played(case)]
    assert len(runs) >= len(said.cases.split())
    for run in runs:
        run()
