"""Numbered cases: the order of play and how a game ends. Chaosium [5.0], Avalon Hill 4-4.91."""

from __future__ import annotations

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, allowed, at, card, dice, play, refused, texts, told

import elric
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.position.state import PHASES

TWO = {"jharkor": 0, "pan-tang": 1}
STAND = {DHAKOS: ["yishana", "jharkor-army*2"], "pan_tang": ["jagreen-lern", "pan-tang-army*2"]}


def phases(g: elric.Game) -> list[str]:
    return [PHASES[e["phase"]] for e in told(g, "phase")]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_phases_follow_in_order(rules: str) -> None:
    """[5.0] A-H / 4.1-4.8: replacements, movement, search, magic, combat, muster, and then the other player."""
    g = at(
        rules,
        nations=TWO,
        units={
            DHAKOS: ["dharmit", "jharkor-wizard"],
            "dharijor_cape": ["yishana", "jharkor-army*2", "pan-tang-army*2", "jagreen-lern"],
            "xanyaw": ["jharkor-admiral"],
            "pan_tang": ["pan-tang-general"],
        },
        hands={"jharkor-wizard": ["arioch"]},
        hidden={"xanyaw": ["sleep"]},
        lost=["jharkor-army-8"],
        phase="replacement",
        met_elric=True,
    )
    seen = [g.phase]
    play(g, "end")
    seen.append(g.phase)
    play(g, "end")
    seen.append(g.phase)
    play(g, "end")
    while g.player == 0 and g.phase != "over":
        if g.phase != seen[-1]:
            seen.append(g.phase)
        a = next((x for x in ("ready", "done", "fight dharijor_cape", "end") if x in texts(g)), None)
        g.push(a or sorted(texts(g))[0])
    assert seen == ["replacement", "movement", "search", "magic", "combat", "muster"]
    assert g.player == 1


def test_both_a_later_phase_cannot_be_begun_early() -> None:
    """[5.0] / 4: in the Movement phase nobody searches or fights."""
    g = at(nations=TWO, units=STAND)
    for text in (f"search {SEQUA} magic", f"fight {SEQUA}", "raise jharkor-army-8"):
        said = g.verdict(elric.parse_action(text))
        assert not said.ok
        assert said.reasons[0].words


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_player_turns_go_round_from_the_first_player(rules: str) -> None:
    """[5.0] / 4.9: with the order 1, 0 the second seat plays first in each game-turn, and then the first."""
    g = at(rules, nations=TWO, units=STAND, player=1, order=[1, 0], turn=2, met_elric=True)
    play(g, "end")
    assert (g.player, g.turn) == (0, 2)
    play(g, "end")
    assert (g.player, g.turn) == (1, 3)


def test_both_elric_appears_once_a_game_turn_for_the_first_player() -> None:
    """[5.0] A / 4.1: random appearance belongs to the first player alone."""
    g = at(nations=TWO, units=STAND, phase="muster", player=1, turn=1, seed=4)
    assert len(told(g, "game-turn")) == 1
    first = len(told(g, "omen card"))
    assert first
    while g.player == 0:
        g.push("appear " + str(g.legal_actions()[0]).split()[1] if g.step == "appearance" else "end")
    assert len(told(g, "omen card")) == first


def test_both_a_first_player_without_pieces_does_not_keep_elric_away() -> None:
    """[5.0] A / 4.1: when the first player is out of the game, the next in order has the step."""
    g = at(
        scenario="kingdom",
        nations={"lormyr": 1, "vilmir": 2},
        units={"lormyr_iosaz": ["voashoon", "lormyr-army*1"], "vilmir_jadmar": ["naclon", "vilmir-army*1"]},
        phase="muster",
        player=2,
        turn=1,
        seed=4,
    )
    assert g.player == 1
    assert told(g, "omen card")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_balance_drifts_only_where_players_agreed(rules: str) -> None:
    """[5.0] H / 4.8: the optional step is off in both editions, and draws a spell at the end of each turn when on."""
    quiet = at(rules, nations=TWO, units=STAND, met_elric=True)
    play(quiet, "end")
    assert not told(quiet, "drift")
    g = at(f"{rules}, random_balance=true", [card("arioch")], nations=TWO, units=STAND, met_elric=True)
    play(g, "end")
    assert [spells.IDS[e["spell"]] for e in told(g, "drift")] == ["arioch"]
    assert g.view()["balance"]["at"] == 5
    assert "arioch" in g.view()["discards"]


def test_both_what_is_done_is_done() -> None:
    """[5.0]: once the turn has passed nothing in it can be altered."""
    g = at(nations=TWO, units=STAND, met_elric=True)
    play(g, "end")
    assert not g.can_undo
    with pytest.raises(elric.UndoError):
        g.pop()


def test_both_the_game_ends_after_the_tenth_turn() -> None:
    """[5.0], [3.3] / 4.91, 2.3: after turn 10 the winner is declared, and nobody has another turn."""
    g = at(nations={"jharkor": 0, "shazaar": 0, "pan-tang": 1}, units={**STAND, "shazaar_aflitain": ["ohada"]},
           player=1, turn=10, met_elric=True)  # fmt: skip
    play(g, "end")
    assert g.outcome is not None
    assert g.seat is None
    said = g.verdict(elric.parse_action("end"))
    assert not said.ok
    assert g.cite(said.reasons[0].clause) == "4.91"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_most_enemy_capitals_decide_last(rules: str) -> None:
    """[5.0] / 4.91 E: in the kingdom game whoever holds most enemy capitals after turn 10 wins."""
    g = at(
        rules,
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        units={
            DHAKOS: ["yishana", "jharkor-army*1"],
            "vilmir_jadmar": ["dharmit", "jharkor-army*2"],
            "lormyr_iosaz": ["voashoon", "lormyr-army*1"],
            "vilmir_hrolmar": ["naclon", "vilmir-army*1"],
        },
        control={"vilmir_jadmar": 0},
        player=2,
        turn=10,
        met_elric=True,
    )
    play(g, "end")
    assert g.outcome is not None
    assert g.outcome["winner"] == 0


def imrryr(rules: str, turn: int) -> elric.Game:
    return at(
        rules,
        dice(6, 1),
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        units={
            "melnibone": ["elric", "yishana", "dharmit", "jharkor-army*8"],
            "lormyr_iosaz": ["voashoon", "lormyr-army*1"],
            "vilmir_jadmar": ["naclon", "vilmir-army*1"],
        },
        owners={"elric": 0},
        control={"melnibone": 1},
        assaults=["melnibone"],
        phase="combat",
        turn=turn,
        met_elric=True,
        seed=3,
    )


def storm(g: elric.Game) -> None:
    play(g, "fight melnibone")
    while g.step == "withhold":
        g.push("ready")


def test_ch_5_0_taking_imrryr_wins_at_once() -> None:
    """[5.0]: the game is over the moment Imrryr falls."""
    g = imrryr("chaosium", 2)
    storm(g)
    assert g.outcome is not None
    assert g.outcome["winner"] == 0
    assert g.turn == 2


def test_ah_4_91a_imrryr_counts_when_the_game_ends() -> None:
    """4.91 A: the game goes on after Imrryr has fallen; held at the end it comes before everything else."""
    g = imrryr("avalon-hill", 2)
    storm(g)
    assert g.outcome is None
    assert g.view()["areas"]["melnibone"]["control"] == 0
    late = at(
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        units={
            "melnibone": ["yishana", "jharkor-army*1"],
            "lormyr_iosaz": ["voashoon", "lormyr-army*1"],
            DHAKOS: ["lormyr-army*1"],
            "vilmir_jadmar": ["naclon", "vilmir-army*1"],
        },
        control={"melnibone": 0, DHAKOS: 1},
        player=2,
        turn=10,
        met_elric=True,
    )
    play(late, "end")
    assert late.outcome is not None
    assert late.outcome["winner"] == 0
    assert late.cite(late.outcome["clause"]).startswith("4.91")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("side", "spell"), [("law", "runestaff"), ("law", "donblas")])
def test_both_a_world_that_ends_in_law(rules: str, side: str, spell: str) -> None:
    """[5.0] / 4.91 C: the Runestaff wins, or without it the greatest total of Law spells."""
    g = at(
        rules,
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        units={DHAKOS: ["jharkor-wizard"], "lormyr_iosaz": ["lormyr-mage"], "vilmir_jadmar": ["vilmir-priest"]},
        hands={"jharkor-wizard": ["chimera"], "lormyr-mage": [spell], "vilmir-priest": ["aubec", "sleep"]},
        tipped=side,
        ends=4,
        turn=4,
        player=2,
        met_elric=True,
    )
    while g.outcome is None:
        g.push("end" if "end" in texts(g) else "done")
    # Donblas is worth 4 and loses to Aubec and Sleep, worth 5 together
    assert g.outcome["winner"] == (1 if spell == "runestaff" else 2)


def test_ah_4_91d_mournblade_wins_a_world_that_ends_in_chaos() -> None:
    """4.91 D: whoever has Mournblade wins, whatever spells the others hold."""
    g = at(
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        units={
            DHAKOS: ["jharkor-wizard"],
            "lormyr_iosaz": ["voashoon", "yyrkoon", "mournblade"],
            "vilmir_jadmar": ["vilmir-priest"],
        },
        owners={"yyrkoon": 1, "mournblade": 1},
        aboard={"mournblade": "yyrkoon"},
        hands={"jharkor-wizard": ["arioch"]},
        tipped="chaos",
        ends=4,
        turn=4,
        player=2,
        met_elric=True,
    )
    while g.outcome is None:
        g.push("end" if "end" in texts(g) else "done")
    assert g.outcome["winner"] == 1


def test_both_a_player_with_nobody_left_is_passed_over() -> None:
    """[5.0] / 4.9: turns go on among those who still have pieces."""
    g = at(
        scenario="kingdom",
        nations={"jharkor": 0, "vilmir": 2},
        units={DHAKOS: ["yishana", "jharkor-army*1"], "vilmir_jadmar": ["naclon", "vilmir-army*1"]},
        met_elric=True,
    )
    play(g, "end")
    assert g.player == 2


def test_both_movement_points_and_search_begin_afresh() -> None:
    """[7.2], [8.0] / 6.2, 7.1: what was spent or searched last turn does not bind this one."""
    g = at(nations=TWO, units=STAND, met_elric=True)
    play(g, "lead yishana", f"step {SEQUA}", "halt", "end", "end")
    assert g.player == 0
    allowed(g, "lead yishana")
    assert g.view()["units"]["yishana"]["spent"] == 0
    refused(g, "lead jagreen-lern", "6")
    assert pieces.LAND_MOVES == 4
