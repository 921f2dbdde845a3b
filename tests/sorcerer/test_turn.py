"""Chapters 4, 15 and 16: the order of play, points, setting up, Prime Sorcerers."""

from __future__ import annotations

import re
from random import Random

import pytest

from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.chance import ScriptedChance, SeededChance
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.components.units import BY_ID
from elric.sorcerer.position.state import POOL, lift
from elric.sorcerer.turn.sequence import next_order
from elric.sorcerer.turn.setup import zone

from .field import BOARD, GAME, INDEX, Game, at, clauses, hexes, name, one, play, state, texts

DNAI = "sorcerer-green-orange-purple"


def test_so_4_1_a_player_turn_has_three_phases() -> None:
    """[4.1] [4.0] [2.0]: movement, attrition with vortexes, combat; then the other; then the turn advances."""
    h = one("blue")
    g = at({h: ["green-infantry-1", "blue-infantry-1"]}, script=[0, 1])
    g.push("end")
    assert g.view()["phase"] == "combat"
    play(g, f"hold {h}", f"hold {h}")
    assert (g.view()["phase"], g.seat, g.view()["turn"]) == ("movement", 1, 1)
    g = at({one("blue"): ["green-infantry-1"]}, script=[0, 1, 0, 1])
    play(g, "end", "end")
    assert (g.seat, g.view()["turn"]) == (0, 2)


def test_so_4_1_nothing_out_of_sequence() -> None:
    """[4.0] [6.31]: what belongs to another phase waits."""
    h = one("blue")
    g = at({h: ["green-infantry-1", "blue-infantry-1"]}, phase="combat")
    assert clauses(g, "take green-infantry-1") == {"4.1"}
    g = at({h: ["green-infantry-1"]})
    assert clauses(g, f"attack {h} side-2") == {"4.1"}


def test_so_4_2_three_players_have_the_phases_in_turn() -> None:
    """[4.2]: in the order of the turn."""
    g = at({one("blue"): ["blue-infantry-1"]}, scenario="triumvirate", order=[2, 0, 1], player=2)
    seats = []
    for _ in range(3):
        seats.append(g.seat)
        g.push("end")
    assert seats == [2, 0, 1]


def test_so_4_3_a_die_gives_the_order() -> None:
    """[4.3]: a three is Yellow's: Gorm, then clockwise Orange, which is Cire's, and Red, Lume's; nobody's color changes nothing."""
    g = at({one("blue"): ["blue-infantry-1"]}, scenario="triumvirate")
    s = g.state.copy()
    next_order(s, GAME.context(ScriptedChance([2]), None))
    assert s.order == (2, 0, 1)
    g = at({one("blue"): ["sorcerer-blue-1"]}, scenario="stones", marks={"lying": {"map": []}, "stones": {"map": []}})
    s = g.state.copy()
    next_order(s, GAME.context(ScriptedChance([1]), None))
    assert s.order == (0, 1, 2)


def test_so_4_3_with_the_black_sorcerer_two_others_are_three() -> None:
    """[4.3] [21.1]: with Shir a game for two has three players, and a die gives the order; he himself stays last."""
    g = at({one("blue"): ["sorcerer-blue-yellow"], one("gray"): ["sorcerer-black@3"]}, rules="1975, shir=true", player=2,
           order=[0, 1, 2], script=[0, 0, 0])  # fmt: skip
    g.push("end")
    assert g.view()["order"] == [1, 0, 2]


def test_so_15_1_the_schedule() -> None:
    """[15.1] [15.2] [15.0]: a converted hex 5, a White city 5 more, a Gray city 3, infantry 3, a fortress 15."""
    gray = one("gray")
    g = at({gray: ["green-infantry-1"]}, paint={"1112": "orange", one("white"): "blue"}, points=["18", "0"])
    score = g.view()["score"]
    assert score["0"] == {"sum": "31", "destroyed": "18", "converted": 1, "gray_cities": 1, "white_cities": 1}
    assert score["1"]["sum"] == "5"


def test_so_15_1_an_enemy_fortress_is_worth_fifteen() -> None:
    """[15.1] [14.12]: it falls in the second phase."""
    h = one("green")
    pile = [DNAI, "green-troll-1", "green-troll-2", "fortress-yellow-2-1@2"]
    g = at({h: pile}, phase="combat", script="die 1", depleted=["fortress-yellow-2-1"], paint={h: "yellow"})
    g.push(f"attack {h} side-2")
    if f"hold {h}" in texts(g):
        g.push(f"hold {h}")
    assert state(g, "fortress-yellow-2-1") == "gone"
    assert g.view()["score"]["0"]["destroyed"] == "15"


@pytest.mark.parametrize(("pile", "holder"), [
    (["green-infantry-1"], "0"), (["green-infantry-1", "blue-infantry-1"], None), (["green-infantry-1", "blue-infantry-1-"], "0"),
    (["green-infantry-1", "blue-infantry-1", "blue-infantry-2"], "1"), (["orange-dragon-1"], None), ([DNAI], None),
])  # fmt: skip
def test_so_15_22_the_stronger_human_force_holds_a_city(pile: list[str], holder: str | None) -> None:
    """[15.22]: equal forces, nobody; Sorcerers and demons hold none; a depleted company counts one (R48)."""
    score = at({one("gray"): pile}).view()["score"]
    assert {k for k in "01" if score[k]["gray_cities"]} == ({holder} if holder else set())


def test_so_15_21_the_most_points_win_and_ties_draw() -> None:
    """[15.21] [18.12] [18.1]: after the eighth turn."""
    for points, winner in ((["5", "3"], 0), (["3", "5"], 1), (["5", "5"], None)):
        g = at({one("blue"): ["green-infantry-1"], one("green"): ["blue-infantry-1"]}, turn=8, player=1, points=points)
        g.push("end")
        assert g.outcome["winner"] == winner
        assert g.outcome["clause"] == (["18.1"] if winner is not None else ["15.21"])


def test_so_15_23_nothing_for_a_vortex() -> None:
    """[15.23]: depleted infantry walks into one and is gone; nobody scores."""
    a, b = next((name(h), name(n)) for h in hexes("blue") for n, k in BOARD.exits[h] if k == 0 and BOARD.printed[n] < 6)
    g = at({a: ["green-infantry-1-"]}, vortexes=[b])
    play(g, "take green-infantry-1", f"step {b}")
    assert state(g, "green-infantry-1") == "gone"
    assert {g.view()["score"][k]["destroyed"] for k in "01"} == {"0"}


def test_so_15_25_the_prime_sorcerer_is_the_player() -> None:
    """[15.25] [16.1]: he is lost, his side's units go when the phase ends, and the other has won whatever the points."""
    target = name(hexes("green")[2])
    g = at(
        {one("green"): [DNAI], target: ["sorcerer-blue-yellow-"], one("red"): ["blue-infantry-1"]},
        script="die 1",
        points=["0", "50"],
    )
    play(g, f"take {DNAI}", f"bolt {target} green side-2")
    assert state(g, "blue-infantry-1") == ""
    play(g, "halt", "end")
    assert g.outcome["winner"] == 0
    assert g.outcome["clause"] == ["15.25"]
    assert state(g, "blue-infantry-1") == "gone"


def test_so_15_25_all_lost_is_a_draw() -> None:
    """[15.25]: both Prime Sorcerers fall in one combat phase."""
    h = one("red")
    g = at({h: [f"{DNAI}-", "sorcerer-blue-yellow-"]}, phase="combat", script="die 1, die 1")
    play(g, f"attack {h} side-2", f"attack {h} side-1")
    assert g.outcome["winner"] is None


def test_so_16_1_no_sorcerer_is_stronger_than_the_prime() -> None:
    """[16.1] [17.21]: with two equal ones the player names him; else he is the strongest."""
    g = Game("tide", seed=1)
    assert texts(g) == {"prime sorcerer-green-1", "prime sorcerer-green-2"}
    assert clauses(g, "prime sorcerer-blue-1") == {"16.1"}
    assert Game("rivalry", seed=1).view()["primes"]["0"] == DNAI


def set_up(key: str, seed: int, rules: str = "1975") -> object:
    """A game whose pieces have been set up at random."""
    rng = Random(seed)
    g = Game(key, rules, seed)
    while g.view()["turn"] == 0:
        g.push(rng.choice(g.legal_actions()))
    return g


@pytest.mark.parametrize("key", ["rivalry", "ussa", "uprising", "dominance", "triumvirate", "fane"])
def test_so_16_0_fortresses_stand_on_their_color_away_from_the_edge(key: str) -> None:
    """[16.0] [14.0] [16.2] [18.11] [18.21] [19.11] [19.31]: three hexes in, near their city where one is named; Sorcerers in fortresses of their color."""
    for seed in range(3):
        g = set_up(key, seed)
        s = g.state  # type: ignore[attr-defined]
        for seat, side in enumerate(s.scenario.sides):
            castles = {u: h for h, pile in s.piles.items() for u in pile if s.owner[u] == seat and _is_castle(u)}
            assert len(castles) == len(side.fortresses)
            for u, h in castles.items():
                assert BOARD.inner >> h & 1
                assert _color(u) in (BOARD.printed[h],)
                near = [c for c in side.fortresses if c.color == _color(u)]
                assert any(c.near < 0 or HEXES.distance(c.near, h) <= c.within for c in near) or side.drawn
            if side.sorcerers_at == "fortress":
                for h, pile in s.piles.items():
                    if any(s.owner[u] == seat and u < 55 for u in pile):
                        assert h in castles.values()


def _is_castle(u: int) -> bool:
    from elric.sorcerer.components.units import FORTRESSES

    return bool(FORTRESSES >> u & 1)


def _color(u: int) -> int:
    from elric.sorcerer.components.units import COLOR

    return COLOR[u]


def test_so_16_0_refusals_of_setting_up() -> None:
    """[16.0] [14.0]: an Orange fortress not on Blue, not at the edge, and not far from its city."""
    g = Game("rivalry", seed=1)
    edge = next(name(h) for h in range(HEXES.size) if NAMES[BOARD.printed[h]] == "orange" and not BOARD.inner >> h & 1)
    assert clauses(g, f"place {edge}") == {"16.0"}
    assert clauses(g, f"place {one('blue')}") == {"14.0"}
    far = next(h for h in hexes("orange") if BOARD.inner >> h & 1 and HEXES.distance(h, INDEX["2017"]) > 3)
    assert clauses(g, f"place {name(far)}") == {"18.11"}


def test_so_16_0_general_deployment_by_switch() -> None:
    """[16.0] [18.21]: fortresses anywhere three hexes in, and more than three from an enemy's."""
    g = set_up("ussa", 2, "1975, general_deployment=true")
    s = g.state  # type: ignore[attr-defined]
    castles = [(s.owner[u], h) for h, pile in s.piles.items() for u in pile if _is_castle(u)]
    assert all(HEXES.distance(a, b) > 3 for one_, a in castles for other, b in castles if one_ != other)
    assert any(HEXES.distance(h, INDEX["0711"]) > 3 for _, h in castles)


def test_so_18_21_general_deployment_leaves_the_prime_free() -> None:
    """[18.21] [16.0]: near the cities Dnai himself begins in Orange; by the general rules in whichever fortress has a color of his."""
    for rules, colors in (("1975", {"orange"}), ("1975, general_deployment=true", {"orange", "green", "purple"})):
        s = set_up("ussa", 1, rules).state.copy()  # type: ignore[attr-defined]
        u = BY_ID[DNAI]
        lift(s, u, POOL)
        s.to_place = (u,)
        assert {NAMES[s.ground[h]] for h in ones(zone(s, 1, u))} == colors


def test_so_16_0_the_first_player_is_rolled_for() -> None:
    """[16.0]: highest first, equal dice again (R63)."""
    from elric.sorcerer.turn.setup import roll_order

    scenario = GAME.scenarios()["triumvirate"]
    assert roll_order(scenario, GAME.context(ScriptedChance([2, 4, 2, 0, 5]), None)) == (1, 2, 0)


def test_so_16_3_the_first_scenario_runs_to_its_end() -> None:
    """[16.3] [18.0]: a random game of 18.1 ends by points or a Prime Sorcerer."""
    s = GAME.new_state(GAME.scenarios()["rivalry"], GAME.ruleset("1975"))
    cx = GAME.context(SeededChance(4), None)
    running.begin(s, cx)
    rng = Random(4)
    while s.agenda:
        running.apply(s, rng.choice(running.legal(s)), cx)
    assert s.outcome is not None
    assert s.turn <= 8


def test_what_happened_is_told_by_the_counters_names() -> None:
    """No counter's key stands in a sentence of the story, and none begins with the wrong article."""
    rng, said = Random(4), ""
    g = Game("rivalry", "1975", 4)
    while g.seat is not None and len(g.record) < 250:
        g.push(rng.choice(g.legal_actions()))
    for e in g.events:
        said += GAME.sentence(e, {0: "Dnai", 1: "Balt"}) + "\n"
    assert "Sorcerer" in said
    assert not re.search(r"\w-\d|sorcerer-", said), said
    assert not re.search(r"\b[Aa] [aeiou]", said)
