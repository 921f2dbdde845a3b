"""The order of play, setting up and winning (pp. 7, 64)."""

from __future__ import annotations

import pytest

from elric.dragon_pass.components.board import SARTAR_FORTS
from elric.dragon_pass.components.units import BY_ID, UNITS

from .field import BOARD, GAME, Game, at, clauses, name, ones, open_line


def ended(g, moves: int) -> None:
    """Play so many Moves in which nobody does anything."""
    for _ in range(moves):
        player, turn = g.player, g.turn
        while g.seat is not None and (g.player, g.turn) == (player, turn):
            g.push("done")


def test_wb_7_1_a_turn_is_a_move_for_each_side() -> None:
    """[7.1] [7.3] [7.4]: movement and then combat; Sartar first in this scenario, and after both a new Turn."""
    h = open_line()
    g = at({h: ["militia-foot-1"], name(BOARD.places["bagnot"].hexes[0]): ["bagnot"]})
    assert (g.turn, g.player, g.phase) == (1, 1, "movement")
    g.push("done")
    assert (g.turn, g.player) == (1, 0)
    g.push("done")
    assert (g.turn, g.player) == (2, 1)


def test_wb_64_2_armies_stand_where_the_scenario_says() -> None:
    """[64.2]: militia behind Starfire Ridge, horde in Prax, cavalry elsewhere, the Furthest Corps within the Glowline; plain
    armies only: no heroes, no magicians [9.1]."""
    g = Game("tax-collectors", seed=1)
    first = next(h for h in range(1728) if not BOARD.zones["behind-starfire"] >> h & 1)
    assert g.seat == 1
    assert clauses(g, f"place {name(first)}") == {"64.2"}
    g.push("take militia-foot-8")
    g.push(f"place {name(ones(BOARD.zones['behind-starfire'])[0])}")
    assert g.state.place[BY_ID["militia-foot-8"]] == ones(BOARD.zones["behind-starfire"])[0]
    while g.phase == "setup":
        g.push(g.legal_actions()[0])
    for u, unit in enumerate(UNITS):
        if g.state.place[u] >= 0:
            assert unit.kind == "physical"
            assert unit.counts
    assert g.state.of[0].bit_count() + g.state.of[1].bit_count() == 54
    assert g.phase == "movement"


def test_wb_64_2_furthest_held_for_two_turns_wins() -> None:
    """[64.2]: undisputed, at the end of every Move of two whole Turns."""
    city = BOARD.places["furthest"].hexes
    g = at({city[0]: ["militia-foot-1"], open_line(): ["bagnot"]})
    ended(g, 3)
    assert g.outcome is None
    ended(g, 1)
    assert g.outcome["winner"] == 1
    assert g.outcome["clause"] == ["64.2"]


def test_wb_64_2_a_disputed_city_is_not_held() -> None:
    """[64.2]: an enemy in another hex of it is enough."""
    city = BOARD.places["boldhome"].hexes
    g = at({city[0]: ["bagnot"], city[2]: ["militia-foot-1"]}, player="lunar", agenda=[["move ends", 1]])
    assert g.view()["goals"][3]["held"] == 0
    g = at({city[0]: ["bagnot"]}, player="lunar", agenda=[["move ends", 1]], coming=["militia-foot-1"])
    assert g.view()["goals"][3]["held"] == 1


def test_wb_64_2_all_forts_free_for_two_turns_wins() -> None:
    """[64.2]: a fort is free once a unit of Sartar has been alone in it; nobody has to stay."""
    h = open_line()
    holders = dict.fromkeys(SARTAR_FORTS, "sartar")
    g = at({h: ["militia-foot-1"], name(BOARD.places["bagnot"].hexes[0]): ["bagnot"]}, holders=holders)
    ended(g, 4)
    assert (g.outcome["winner"], g.outcome["how"]) == (1, "free forts")
    g = at(
        {h: ["militia-foot-1"], name(BOARD.places["bagnot"].hexes[0]): ["bagnot"]},
        holders={**holders, "runegate": "lunar"},
    )
    ended(g, 4)
    assert g.outcome is None


def test_wb_64_2_an_annihilated_army_loses() -> None:
    """[64.2]: at the end of the Move in which nobody is left of it."""
    g = at({open_line(): ["militia-foot-1"]})
    ended(g, 1)
    assert (g.outcome["winner"], g.outcome["how"]) == (1, "annihilate")


def test_wb_64_2_a_long_game_is_drawn() -> None:
    """[64.2]: the switch says after how many Turns."""
    g = at({open_line(): ["militia-foot-1"], name(BOARD.places["bagnot"].hexes[0]): ["bagnot"]}, turn=14,
           rules="1976, longest=14")  # fmt: skip
    ended(g, 2)
    assert g.outcome["winner"] is None


def test_wb_8_2_the_numbers_of_a_counter_are_the_books() -> None:
    """[8.2] [8.4]: in the order combat, magic, movement."""
    unit = UNITS[BY_ID["steel-sword-legion"]]
    assert (unit.cf, unit.mgf, unit.mf) == (5, 7, 3)
    assert unit.printed == "5-7-3"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"stacks": {"9999": ["whipstock"]}}, "9999"),
        ({"stacks": {"2416": ["whipstok"]}}, 'did you mean "whipstock"'),
        ({"stacks": {"2416": ["whipstock"], "2417": ["whipstock"]}}, "already"),
        ({"stacks": {"2416": ["whipstock", "militia-foot-1"]}}, "two sides"),
        ({"player": "sartr"}, "sartr"),
        ({"colour": 1}, "colour"),
    ],
)
def test_a_position_that_cannot_be_names_its_faults(position: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GAME.build(position)


def test_the_story_is_told_in_sentences_and_hides_what_lies_below() -> None:
    """The other side reads how many march, not who lies under the top."""
    h = open_line()
    g = at({h: ["militia-cavalry-1", "militia-foot-1"]})
    there = BOARD.where(h - 1)
    for text in ("lead militia-cavalry-1", "join militia-foot-1", f"step {name(h - 1)}"):
        g.push(text)
    assert g.story_text(1)[-1] == f"Militia Cavalry 1 and Militia Foot 1 march to {there}."
    assert g.story_text(0)[-1] == f"Militia Cavalry 1 with 1 more marches to {there}."
    assert "militia-foot-1" not in str(g.view(0))
