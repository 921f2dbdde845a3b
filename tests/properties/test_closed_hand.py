"""A hand that lies closed: what the page says to everybody at the screen is the same, whatever lies in it."""

from __future__ import annotations

from random import Random
from typing import Any

import elric
from elric.young_kingdoms.planning import ways
from elric.young_kingdoms.teaching import coach


def told(g: Any) -> dict[int, tuple[Any, ...]]:
    """What the badges of the map and the marks say."""
    return {area: (r.cost, tuple(r.risk), r.attack) for area, r in ways.within_reach(g, False).items()}


def test_the_badges_of_a_stack_do_not_depend_on_closed_spells() -> None:
    """The cost of two seas did, where friends would meet with opposed spells."""
    seen = 0
    for seed in (1, 3, 5, 8):
        g, rng = elric.new_game("upstart", "avalon-hill", seed=seed), Random(seed)
        for _ in range(220):
            if g.seat is None:
                break
            if g.step == "stack":
                others = [g.resampled(None, k) for k in range(3)]
                assert [told(other) for other in others] == [told(g)] * 3
                seen += 1
            g.push(rng.choice(g.legal_actions()))
    assert seen > 50


def test_the_coach_says_the_same_of_musters_whatever_is_held() -> None:
    """With a closed hand it said that none of the spells can muster anything: that tells of each what it is not."""
    said: set[str] = set()
    seen = 0
    for seed in range(6):
        g, rng = elric.new_game("upstart", "avalon-hill", seed=seed), Random(seed)
        for _ in range(250):
            if g.seat is None:
                break
            if g.step == "muster":
                said.add(str(coach.advice(g, False)))
                seen += 1
            g.push(rng.choice(g.legal_actions()))
    assert seen > 10
    assert len(said) == 1, said
