"""How armies are placed before the first Turn: as the Captain places them, and otherwise, to be compared."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.opponents import JUDGEMENT
from elric.dragon_pass.planning import battles
from elric.dragon_pass.planning.gathering import army, otherwise
from elric.dragon_pass.planning.look import Look
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight

from .field import Game

SCENARIOS = ("tax-collectors", "coming-of-the-heroes", "cult-war", "invasion-of-sartar")


def placing(key: str) -> Any:
    """The set-ups of a scenario one after another, each before an army is placed."""
    g = Game(key, seed=3)
    captains = [opponent("captain", "dragon-pass") for _ in range(2)]
    while g.step == "setup":
        yield g.copy()
        list(follow(g, captains[g.seat or 0].decide(sight(g, g.seat or 0, 1))))


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_other_way_places_the_whole_army_where_the_scenario_lets_it(key: str) -> None:
    seen = 0
    for g in placing(key):
        placed = g.state.scenario.armies[g.state.agenda[-1].army]
        ways = list(otherwise(Look(g.state, g.seat), Random(1)))
        for plan in ways:
            t = g.copy()
            for a in plan.actions:
                assert t.verdict(a)
                t.push(a)
            assert not t.state.agenda or t.state.agenda[-1] != g.state.agenda[-1]
            assert all(t.state.place[u] >= 0 for u in placed.units)
            assert all(placed.hexes >> t.state.place[u] & 1 for u in placed.units)
        seen += len({plan.actions for plan in ways})
    assert seen > 8


def test_who_has_no_guards_leaves_what_is_to_be_kept() -> None:
    """[64.2] Sartar's cities: as a Captain places the militia each of them that lies in its zone has somebody."""
    g = next(placing("tax-collectors"))
    look = Look(g.state, g.seat)
    guarded, bare = next(iter(army(look))), next(iter(otherwise(look, Random(1))))
    where = [{a.args[0] for a in plan.actions if a.verb == "place"} for plan in (guarded, bare)]
    assert len(where[0]) > len(where[1])


def test_an_army_around_a_hex_stands_nearer_to_it_than_the_captains() -> None:
    g = next(placing("tax-collectors"))
    look = Look(g.state, g.seat)
    ways = [plan for plan in otherwise(look, Random(1)) if ": all together, as near to hex " in plan.why]
    assert len(ways) > 2

    def way(plan: Any, h: int) -> float:
        hexes = [a.args[0] for a in plan.actions if a.verb == "place"]
        return sum(HEXES.distance(n, h) for n in hexes) / len(hexes)

    captain = next(iter(army(look)))
    for plan in ways:
        h = HEXES.names.index(plan.why.split("near to hex ")[1][:4])
        assert way(plan, h) < way(captain, h)


def test_nobody_else_is_told_where_an_army_is_placed() -> None:
    g = next(placing("tax-collectors"))
    for plan in otherwise(Look(g.state, g.seat), Random(1)):
        assert plan.said == "I set up “City Militia”."


def test_where_there_is_little_to_choose_nothing_is_compared() -> None:
    armies = [
        g for g in placing("coming-of-the-heroes") if len([a for a in g.legal_actions() if a.verb == "place"]) < 4
    ]
    assert armies
    for g in armies:
        assert len(list(JUDGEMENT.courses(g, Random(1)))) == 1


OPENINGS = tomllib.loads(files("elric.dragon_pass").joinpath("data", "openings.toml").read_text("utf-8"))


@pytest.mark.parametrize("key", OPENINGS)
def test_the_king_sets_up_as_games_have_shown_to_be_best(key: str) -> None:
    """Every way that was found is one that can be carried out whole; of an army that has one no other is compared."""
    used = 0
    for g in placing(key):
        found = [plan for way in OPENINGS[key] if (plan := JUDGEMENT.opening(g, way)) is not None]
        if not found:
            continue
        (course,) = JUDGEMENT.courses(g, Random(1))
        assert [plan.actions for plan in course.plans] == [plan.actions for plan in found]
        assert "% of games between Captains" in course.plans[0].why
        used += 1
        assert {way for way in OPENINGS[key] if JUDGEMENT.opening(g, way)} <= set(JUDGEMENT.openings(g))
        t = g.copy()
        for a in found[0].actions:
            t.push(a)
        assert not t.state.agenda or t.state.agenda[-1] != g.state.agenda[-1]
    assert used == len(OPENINGS[key])


def test_ways_to_open_are_around_what_decides_and_all_over_the_zone() -> None:
    g = next(placing("tax-collectors"))
    ways = JUDGEMENT.openings(g)
    assert len(ways) == len(set(ways)) > 40
    assert {way.split(": ")[0] for way in ways} == {"City Militia"}
    assert {way.split(": ")[1][:-5] for way in ways} == {"guards, others near", "all near"}
    bare, guarded = (JUDGEMENT.opening(g, f"City Militia: {kind} 3318") for kind in ("all near", "guards, others near"))
    assert bare is not None
    assert guarded is not None
    assert len({a.args for a in bare.actions if a.verb == "place"}) < len(
        {a.args for a in guarded.actions if a.verb == "place"}
    )
    assert JUDGEMENT.opening(g, "Barbarian Horde: all near 3318") is None


def test_the_first_way_compared_is_the_captains() -> None:
    g = next(placing("cult-war"))
    courses = list(JUDGEMENT.courses(g, Random(1)))
    assert courses[0].plans[0].actions == next(iter(army(Look(g.state, g.seat)))).actions
    assert len(courses) > 10


@pytest.mark.parametrize("key", ["tax-collectors", "cult-war"])
def test_who_sets_up_looks_as_far_as_the_second_turn(key: str) -> None:
    """Also where magic is used, as otherwise nobody would have moved."""
    g = next(placing(key))
    assert g.turn + JUDGEMENT.turns_ahead(g.state) == 2


def test_great_armies_are_placed_after_fewer_lines() -> None:
    times = {key: JUDGEMENT.playouts(next(placing(key)).state) for key in ("tax-collectors", "complete-game")}
    assert times["complete-game"] < times["tax-collectors"]


def test_lines_do_without_the_odds_that_only_words_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a line nobody hears a reason: what is done is what the Captain would do, and the lab is not asked."""
    g = Game("tax-collectors", seed=4)
    captains = [opponent("captain", "dragon-pass") for _ in range(2)]
    rolled = 0
    while rolled < 3:
        if g.step == "combat":
            told = JUDGEMENT.plans(g.copy(), Random(1))[0].actions
            with monkeypatch.context() as patch:
                patch.setattr(battles, "exact", None)
                assert JUDGEMENT.ahead(g.copy(), Random(1)).actions == told
            rolled += told[-1].verb == "roll"
        list(follow(g, captains[g.seat or 0].decide(sight(g, g.seat or 0, 1))))
