"""The learned standing: made of what is counted, the same for whoever cannot see more, and it adds up to one."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

import elric
from elric import games
from elric.opponents.learned import chance
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.opponents import JUDGEMENT
from elric.young_kingdoms.world import victory

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


def test_who_would_win_if_the_game_ended_now_is_counted() -> None:
    """The Theocrat with every capital of the western kings and not with two."""
    s = begun("successor", 1).state.copy()
    seat = victory.group_of(s, 1)
    cities = [BOARD.main_city(nation) for nation in s.scenario.groups[0].nations]
    for taken in range(len(cities) + 1):
        for city in cities[:taken]:
            s.control[city] = seat
        reached = float(taken == len(cities))
        assert JUDGEMENT.counts(s, seat)[1]["reached"] == reached
        assert JUDGEMENT.counts(s, 1 - seat)[1]["reached"] == -reached


def test_white_bear_s_is_used_where_it_was_learned() -> None:
    """Its weights are of what is counted, and of both sides; two add up to one, and where nothing was learned it is not asked."""
    learned = tomllib.loads(files("elric.dragon_pass").joinpath("data/learned.toml").read_text(encoding="utf-8"))
    judgement, game = games.judgement("dragon-pass"), games.game_class("dragon-pass")
    assert judgement is not None
    for key, weights in learned.items():
        g = game(key, seed=4)
        counted = [judgement.counts(g.state, seat) for seat in g.state.order]
        assert {table for table, _ in counted} == {key}
        assert weights.keys() <= {name for _, counts in counted for name in counts}
        assert {"side_lunar", "side_sartar"} <= weights.keys()
        assert sum(judgement.standing(g.state, seat) for seat in g.state.order) == pytest.approx(1.0)
    other = game("invasion-of-sartar", seed=4)
    assert judgement.counts(other.state, other.state.order[0])[0] not in learned
