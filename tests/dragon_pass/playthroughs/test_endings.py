"""The golden endings come as they did, and none is missing."""

from __future__ import annotations

import pytest

from elric import games
from elric.dragon_pass.components.units import SIDES
from tests.dragon_pass.playthroughs.endings import FILE, Way, played, ways

WAYS = list(ways())
GOALS = {
    (key, f"{SIDES[goal.side]} {goal.kind}")
    for key, s in games.definition("dragon-pass").scenarios().items()
    for goal in s.goals
}


@pytest.mark.parametrize("way", WAYS, ids=[" ".join(way) for way in WAYS])
def test_a_golden_ending_comes_as_it_did(way: Way) -> None:
    """The line in the file, the winner and the goal: an ending of another kind would be no proof of this one."""
    line, end = played(way)
    assert line in FILE.read_text(encoding="utf-8").splitlines()
    side, _, kind = way[1].partition(" ")
    if kind:
        assert (SIDES[end["winner"]], end["how"]) == (side, kind)
    else:
        assert (end["winner"], end["how"]) == (None, "draw")


def test_no_ending_is_missing() -> None:
    """Each goal of each scenario, a draw in each, and goals reached by both; no line of the file is of something else."""
    told = [line.split(": Turn ")[0] for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert len(set(told)) == len(told) == len(WAYS)
    assert {(key, what) for key, what, _ in WAYS if " " in what} == GOALS
    for key, what in GOALS:
        assert any(line.startswith(f"{key}: {what}") for line in told), (key, what)
    drawn = {line.partition(":")[0] for line in told if line.endswith(": nobody")}
    assert drawn == set(games.definition("dragon-pass").scenarios())


def test_no_scenario_has_no_golden_game() -> None:
    """Each scenario opens a game of the digests."""
    from tests.dragon_pass.playthroughs.golden import FILE as DIGESTS

    heads = [line.split(",")[0] for line in DIGESTS.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    assert heads == [f"# {key}" for key in games.definition("dragon-pass").scenarios()]
