"""The duel that ends a game of heroes: who is likelier to win it seeks it, the other does not."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from elric.dragon_pass.combat.table import A_ELIM, D_ELIM, result
from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.opponents import JUDGEMENT
from elric.dragon_pass.planning.assaults import weighed
from elric.dragon_pass.planning.duels import duel, last_hero
from elric.dragon_pass.planning.look import Look
from elric.kernel.bits import ones
from elric.lab.say import percent
from elric.opponents.definition import Plan

from .field import at, open_disc

HARREK, JAR_EEL = "harrek-the-berserk", "jar-eel-the-razoress"
HERE = open_disc(3)
THERE = next(h for h in ones(HEXES.ring(HERE, 3)))


def field(ours: int, theirs: int, **more: Any) -> Any:
    """Harrek and Jar-eel, the last of both sides, with so many Wounds each, three hexes apart in open ground."""
    stacks = {HERE: [HARREK], THERE: [JAR_EEL]} | more.pop("stacks", {})
    return at(stacks, scenario="coming-of-the-heroes", wounds={HARREK: ours, JAR_EEL: theirs}, **more)


def first_move(g: Any) -> Plan:
    return JUDGEMENT.plans(g, None)[0]  # type: ignore[arg-type]  # the Captain draws no lots


@cache
def race(ours: int, theirs: int, column: int) -> Fraction:
    """How likely theirs is struck for the fifth time first, by the six faces of the die."""
    if theirs == 5:
        return Fraction(1)
    if ours == 5:
        return Fraction(0)
    said = [result(column, die) for die in range(1, 7)]
    hits, hurts = said.count(D_ELIM), said.count(A_ELIM)
    return (hits * race(ours, theirs + 1, column) + hurts * race(ours + 1, theirs, column)) / Fraction(hits + hurts)


@pytest.mark.parametrize(("ours", "theirs"), [(0, 3), (1, 3), (2, 4), (0, 4)])
def test_wb_18_5_who_is_likelier_to_win_it_seeks_the_duel_and_says_how_likely(ours: int, theirs: int) -> None:
    g = field(ours, theirs)
    plan = first_move(g)
    assert [a.verb for a in plan.actions[:2]] == ["lead", "step"]
    moved = g.copy()
    for a in plan.actions:
        moved.push(a)
    assert HEXES.distance(moved.state.place[BY_ID[HARREK]], THERE) == 1
    look = Look(g.state, g.seat)
    battle, promise, gain = weighed(look, moved.state, THERE, ())  # type: ignore[misc]
    ends = duel(look, battle, promise.column)
    assert ends is not None
    assert ends.wins == race(ours, theirs, promise.column) > Fraction(1, 2)
    assert gain > promise.gain
    assert f"in {percent(ends.wins)} of duels, and that wins the game" in plan.why


@pytest.mark.parametrize(("ours", "theirs"), [(0, 2), (2, 2), (3, 1), (4, 0)])
def test_wb_18_5_who_is_likelier_to_lose_it_seeks_no_duel(ours: int, theirs: int) -> None:
    """At 1:1 the table hurts the attacker twice as often as the defender: two Wounds more to spare are not enough."""
    plan = first_move(field(ours, theirs))
    assert "duel" not in plan.why


def test_wb_65_1_no_duel_ends_the_game_while_another_hero_lives_or_where_heroes_do_not_win() -> None:
    g = field(0, 3)
    assert last_hero(Look(g.state, g.seat)) == BY_ID[JAR_EEL]
    far = next(h for h in range(HEXES.size) if BOARD.ground[h] == "." and HEXES.distance(h, HERE) > 12)
    for other in (field(0, 3, stacks={far: ["beat-pot-aelwrin"]}), at({HERE: [HARREK], THERE: [JAR_EEL]})):
        assert last_hero(Look(other.state, other.seat)) == -1


def test_wb_18_4_thick_ground_keeps_no_superhero_from_the_duel() -> None:
    """Jar-eel stands where others would fight her at half their strength."""
    thick = next(
        h for h in range(HEXES.size)
        if BOARD.thick >> h & 1 and not BOARD.walls >> h & 1 and any(BOARD.ground[n] == "." for n in ones(HEXES.ring(h, 2)))
    )  # fmt: skip
    near = next(n for n in ones(HEXES.ring(thick, 2)) if BOARD.ground[n] == "." and n not in BOARD.place_at)
    g = at({near: [HARREK], thick: [JAR_EEL]}, scenario="coming-of-the-heroes", wounds={JAR_EEL: 4})
    assert "duel" in first_move(g).why
