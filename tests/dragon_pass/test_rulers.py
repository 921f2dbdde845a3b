"""What the book suggests for any scenario: a third ruler, and Independents to be won or not (pp. 65, 70)."""

from __future__ import annotations

import pytest

from elric.dragon_pass.components import law
from elric.dragon_pass.components.units import BY_ID, LUNAR, SARTAR, TARSH, UNITS
from elric.opponents.at_random import play_out

from .field import BOARD, GAME, Game, at, name, open_line, texts
from .test_independents import FAR, SHAFT, ask, settled

SCENARIOS = sorted(GAME.scenarios())
OTHERS = [key for key in SCENARIOS if key != "old-tarsh"]
THREE = "1976, rulers=three"


@pytest.mark.parametrize("key", OTHERS)
def test_wb_70_3_a_third_ruler_may_play_in_any_scenario(key: str) -> None:
    """[70.3] [69.2] [61.12] [8.9]: Old Tarsh rises: the circled units that the scenario has leave both armies, its friends join it
    as far as the scenario's kinds of units go, nobody begins in its land, and it opens."""
    g, base = Game(key, THREE, seed=1), GAME.scenarios()[key]
    assert g.scenario.sides == (LUNAR, SARTAR, TARSH)
    assert g.state.order == (TARSH, LUNAR, SARTAR)
    assert GAME.scenarios()[key].seats == 2
    old = {u for row in (*base.armies, *base.arrivals) for u in row.units}
    new = {
        side: {u for row in (*g.scenario.armies, *g.scenario.arrivals) if row.side == side for u in row.units}
        for side in range(3)
    }
    assert {u for u in old if UNITS[u].tarsh} == {u for u in new[TARSH] if UNITS[u].side != "independent"}
    assert old == new[LUNAR] | new[SARTAR] | {u for u in new[TARSH] if UNITS[u].side != "independent"}
    assert not any(UNITS[u].tarsh for u in new[LUNAR] | new[SARTAR])
    assert all(army.units for army in g.scenario.armies)
    friends = {UNITS[u].corps for u in new[TARSH] if UNITS[u].side == "independent"}
    assert "Tarsh Exiles" in friends
    assert ("Androgeus" in friends) == (key not in ("tax-collectors", "cult-war"))
    tarsh = BOARD.lands["W"] | BOARD.lands["U"] | BOARD.lands["A"]
    assert not any(army.hexes & tarsh for army in g.scenario.armies if army.side != TARSH)
    assert not {"exiles", "grazelanders", "newts", "androgeus"} & set(g.scenario.peoples)
    goal = next(x for x in g.scenario.goals if x.side == TARSH)
    assert (goal.kind, goal.turns, set(goal.places)) == ("hold", 3, {"furthest", "boldhome"})


@pytest.mark.parametrize("key", OTHERS)
def test_wb_70_3_with_three_rulers_a_game_comes_to_its_end(key: str) -> None:
    """[70.3]: no dead end and no impossible position; its save plays again."""
    played = play_out(GAME, GAME.scenarios()[key], GAME.ruleset(f"{THREE}, longest=14"), 3, by_verb=True)
    assert not played.fault, played.fault
    assert played.outcome
    g = Game(key, THREE, seed=2)
    for _ in range(30):
        g.push(g.legal_actions()[0])
    assert Game.load(g.save()).position() == g.position()
    assert GAME.describe(GAME.build(g.position())) == g.position()


def test_wb_70_3_old_tarsh_chooses_before_the_first_turn() -> None:
    """[70.3] [69.2] [47.1]: its capital in every scenario, and a Best Friend where Androgeus plays."""
    for key, steps in (("tax-collectors", ["capital"]), ("coming-of-the-heroes", ["capital", "friend"])):
        g, seen = Game(key, THREE, seed=1), []
        while g.phase == "setup":
            if g.step != "setup":
                seen.append(g.step)
            g.push(next(a for a in g.legal_actions() if a.verb != "take"))
        assert seen == steps
    assert g.player == TARSH


def test_wb_67_1_only_the_lunar_army_is_shut_up_in_furthest() -> None:
    """[67.1] [68.1] [70.3]: what Sartar must do to the Empire does not ask where Old Tarsh stands."""
    from elric.dragon_pass.turn.victory import intruders, is_reached

    city, inside = BOARD.places["furthest"].hexes[0], next(h for h in range(1728) if BOARD.land[h] == "S")
    stacks = {city: ["red-dragoon"], inside: ["exile-cavalry-1"], FAR: ["militia-foot-2"]}
    g = at(
        stacks,
        scenario="gathering-armies",
        rules=THREE,
        order=["tarsh", "lunar", "sartar"],
        owners={"exile-cavalry-1": "tarsh"},
    )
    contain = next(x for x in g.scenario.goals if x.kind == "contain")
    assert is_reached(g.state, contain)
    assert intruders(g.state) == 0


def test_wb_65_1_independents_that_are_suggested_may_be_won_in_the_second_scenario() -> None:
    """[65.1] [28.1]: the Grazelanders, the Dwarf and the Exiles; no magic comes with them."""
    stacks = {SHAFT: ["militia-foot-1"], open_line(): ["prince-argrath"], FAR: ["red-emperor"]}
    usual = at(stacks, scenario="coming-of-the-heroes", phase="combat", turn=2)
    assert "ask militia-foot-1" not in texts(usual)
    g = at(stacks, scenario="coming-of-the-heroes", phase="combat", turn=2, rules="1976, independents=suggested")
    assert g.scenario.peoples == ("grazelanders", "dwarf", "exiles")
    ask(g, "militia-foot-1", 1, 2)
    settled(g)
    assert "stone-man-1" in {UNITS[u].id for h in g.state.piles for u in g.state.piles[h]}
    cult = at({open_line(): ["earthshaker-cult", "prince-argrath"], FAR: ["red-emperor"]}, scenario="coming-of-the-heroes",
              owners={"earthshaker-cult": "sartar"}, turn=3, rules="1976, independents=suggested")  # fmt: skip
    assert not [text for text in texts(cult) if text.startswith(("quake", "rift", "call"))]


def test_wb_67_1_suggested_independents_may_be_left_out() -> None:
    """[66.1] [67.1] [68.1] [69.1] [69.2]: they are options of the table's; what a scenario's own text brings stays."""
    for key in OTHERS:
        g = Game(key, "1976, independents=none", seed=1)
        assert g.scenario.peoples == (("ironhoof",) if key == "invasion-of-sartar" else ())
    wild = BOARD.places["wild-temple"].hexes[0]
    g = at({wild: ["militia-foot-1"], FAR: ["whipstock"]}, scenario="invasion-of-the-empire", phase="combat", day=0, turn=2,
           rules="1976, independents=none")  # fmt: skip
    assert "ask militia-foot-1" not in texts(g)


def test_wb_70_3_four_rulers_and_five_are_told_why_not() -> None:
    """[70.3]: the book names neither whom they would lead nor what would win."""
    assert "four" in law.rulings()["many-rulers"].says.lower()
    assert set(law.switches()["rulers"].choices) == {"two", "three"}


__all__ = ["BY_ID", "name"]
