"""What a seat cannot see does not change its page: choices and ways are the same in positions that look alike to it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.table import TABLE

from .field import GAME, Game

SCENARIOS = sorted(GAME.scenarios())


def walk(key: str, seed: int, actions: int, every: int, fights: int = 7) -> Iterator[tuple[int, Any]]:
    """Positions of a random game. Decisions about battles come more often: they show the most."""
    g, rng = Game(key, seed=seed), Random(seed)
    for n in range(actions):
        if g.seat is None:
            return
        if n % every == 0 or (g.step == "combat" and n % fights == 0):
            yield n, g
        listed = g.legal_actions()
        verb = rng.choice(sorted({a.verb for a in listed}))
        g.push(rng.choice([a for a in listed if a.verb == verb] if rng.random() < 0.5 else listed))


def decisions(key: str, seed: int, every: int, fights: int) -> Iterator[tuple[int, Any, Any]]:
    """Positions, each with one that the seat which decides cannot tell from it, where something is hidden."""
    for n, g in walk(key, seed, 1500, every, fights):
        other = g.resampled(g.seat, n)
        if other.state.piles != g.state.piles:
            yield n, g, other


def drawn(g: Any, selected: str | None) -> tuple[Any, ...]:
    """The choice panel as the seat that decides gets it, and what the map lights."""
    c = TABLE.choice(g, TABLE.view(g, g.seat), selected, hand_open=True)
    return str(c.html), c.areas, c.marks, [str(button) for button in c.foot]


FEW_OR_ALL = pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.siege)], ids=["few", "all"])
"""Of five moments of a game one is looked at with each commit, and every one in `make siege`."""


@FEW_OR_ALL
@pytest.mark.parametrize("key", SCENARIOS)
def test_the_choice_panel_tells_nothing_hidden(key: str, share: int) -> None:
    """[7.6] Panel, lit hexes, marks and clicks, with a stack chosen or without."""
    tried = 0
    for n, g, other in decisions(key, 5, 13 * share, 7 * share):
        first = drawn(g, None)
        assert drawn(other, None) == first, (n, g.step)
        chosen = Random(n).sample(sorted(first[2]), min(2, len(first[2])))
        for area in (*chosen, HEXES.names[n % HEXES.size]):
            assert drawn(other, area) == drawn(g, area), (n, g.step, area)
            for selected in (None, *chosen):
                clicks = [TABLE.clicked(x, TABLE.view(x, None), area, "", selected) for x in (g, other)]
                assert clicks[0] == clicks[1], (n, g.step, area)
                if clicks[0].lead:
                    assert TABLE.taken_up(g, clicks[0].lead) == TABLE.taken_up(other, clicks[0].lead)
        tried += 1
    units = sum(len(army.units) for army in g.scenario.armies) if tried else 0
    assert tried * share > 10 or units < 60, "nothing was ever hidden"


@FEW_OR_ALL
@pytest.mark.parametrize("key", SCENARIOS)
def test_ways_rest_on_what_the_marching_seat_sees(key: str, share: int) -> None:
    """[7.3, 7.6, 11.1] The cheapest ways of every company are the same wherever the enemy's hidden counters stand."""
    for n, g, other in decisions(key, 6, 29 * share, 7 * share):
        if g.step == "movement":
            for a in [a for a in g.legal_actions() if a.verb == "lead"][:6]:
                real, dealt = g.copy(), other.copy()
                for x in (real, dealt):
                    x.push(a)
                assert real.ways() == dealt.ways(), (n, UNITS[a.args[0]].id)
        elif g.step == "march":
            assert g.ways() == other.ways(), n


def test_no_strength_is_shown_before_the_first_roll_where_somebody_is_hidden() -> None:
    """[7.6, 12.2] The sums of an assigned battle are for a seat that sees all who are in it; divided battles lie open."""
    closed = shown = 0
    for key in SCENARIOS:
        for _, g in walk(key, 7, 1500, 1500):
            if g.step != "combat":
                continue
            for seat in (*g.scenario.sides, None):
                seen = g.view(seat)
                for battle in seen["battles"]:
                    stacks = [seen["stacks"].get(h) for side in ("attackers", "defenders") for h in battle[side]]
                    hidden = any(stack and None in stack["counters"] for stack in stacks)
                    if hidden and not g.state.locked:
                        assert battle["odds"] is None
                        assert battle["attack"] is None
                        assert battle["defence"] is None
                        assert not battle["lines"]
                        closed += 1
                    shown += battle["odds"] is not None
    assert closed
    assert shown
