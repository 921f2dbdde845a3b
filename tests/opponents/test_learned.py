"""The learned standing: made of what is counted, the same for whoever cannot see more, and it adds up to one."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

import elric
from elric.opponents.learned import chance
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.young_kingdoms.opponents import JUDGEMENT

WEIGHTS = tomllib.loads(files("elric.young_kingdoms").joinpath("data/learned.toml").read_text(encoding="utf-8"))
GOALS = {"capitals": "successor", "imrryr": "upstart"}


def begun(scenario: str, turn: int) -> elric.Game:
    g, captain = elric.new_game(scenario, "avalon-hill", 5), opponent("captain")
    while g.turn < turn:
        list(follow(g, captain.decide(sight(g, g.seat or 0, 1))))
    return g


def test_each_count_has_its_weight() -> None:
    """Even where nothing is counted, and more with more of what has a weight."""
    assert chance({}, {"armies": 1.0}) == 0.5
    assert chance({"armies": 1.0, "rain": 9.0}, {"armies": 1.0}) == pytest.approx(0.7310586)


@pytest.mark.parametrize("goal", GOALS)
def test_every_weight_is_of_something_counted(goal: str) -> None:
    table, counts = JUDGEMENT.counts(begun(GOALS[goal], 1).state, 0)
    assert table == goal
    assert WEIGHTS[goal].keys() <= counts.keys()


@pytest.mark.parametrize("goal", GOALS)
def test_what_one_gains_the_other_loses(goal: str) -> None:
    """Of two; and in every position that a seat cannot tell from this one it stands the same."""
    g = begun(GOALS[goal], 3)
    found = [JUDGEMENT.standing(g.state, seat) for seat in (0, 1)]
    assert sum(found) == pytest.approx(1.0)
    assert 0 < found[0] < 1
    for seed in (1, 2):
        assert JUDGEMENT.standing(g.resampled(0, seed).state, 0) == pytest.approx(found[0])
