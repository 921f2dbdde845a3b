"""The measure of a player: the gain in log odds beside what a side gives, and the command that prints it."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from random import Random

import pytest

from elric.app.cli import main
from elric.app.studies.strength import by_side, gain

RIVAL = "captain@tests.rivals.elric_captain"


def rows(d: float, sides: dict[str, float], number: int, seed: int = 3) -> list[dict[str, str]]:
    """Games of two players, the first stronger by `d`, in lines whose first side has these log odds."""
    rng, found = Random(seed), []
    for line, odds in sides.items():
        for n in range(number):
            for seat in (0, 1):
                won = rng.random() < 1 / (1 + exp(-((odds if seat == 0 else -odds) + d)))
                winner = seat if won else 1 - seat
                players = "new old" if seat == 0 else "old new"
                found.append({"scenario": line, "rules": "x", "players": players, "number": str(n), "seed": "1",
                              "sides": "side 0; side 1", "winner": str(winner), "side": f"side {winner}", "won_by": "new" if won else "old"})  # fmt: skip
    return found


@pytest.mark.parametrize("d", [0.0, 0.6, -1.1])
def test_the_gain_is_found_beside_uneven_sides(d: float) -> None:
    """One line is even, in the other one side wins nine games of ten: the gain is the same in both, and lies in the interval."""
    found = gain(rows(d, {"even": 0.0, "uneven": 2.2}, 400), "new", "old")
    assert found.low <= d <= found.high
    assert found.high - found.low < 0.6
    assert found.games == 1600
    assert gain(rows(d, {"even": 0.0, "uneven": 2.2}, 400), "old", "new").d == pytest.approx(-found.d, abs=0.02)


def test_the_results_by_side_are_counted() -> None:
    """Each game stands once, under the side that the player had."""
    table = by_side(rows(0.4, {"even": 0.0}, 50), "new", "old")
    assert {side for _, _, side in table} == {"side 0", "side 1"}
    assert sum(sum(met) for met in table.values()) == 100


def test_a_drawn_game_stands_under_the_side_that_was_played() -> None:
    """Who sits first need not play the same side in every game; nobody's win tells which."""
    drawn = {
        "scenario": "even",
        "rules": "x",
        "players": "old new",
        "number": "1",
        "seed": "1",
        "winner": "",
        "side": "",
        "won_by": "",
    }
    table = by_side([drawn | {"sides": "Sartar; Empire"}, drawn | {"sides": "Empire; Sartar"}], "new", "old")
    assert {side: tuple(met) for (_, _, side), met in table.items()} == {"Empire": (0, 1, 0), "Sartar": (0, 1, 0)}


def test_a_tournament_is_played_and_taken_up_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two games against the Captain who is kept; asked again, none is played and the same is printed."""
    order = ["tournament", "--player", "novice", "--against", RIVAL, "--scenario", "duel", "--rules", "chaosium",
             "--games", "1", "--out", str(tmp_path / "games.csv"), "--json"]  # fmt: skip
    assert main(order) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["games"] == 2
    assert first["interval"][0] <= first["d"] <= first["interval"][1]
    assert main(order) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 3


def test_a_player_that_is_kept_nowhere_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--against", "captain@tests.rivals.nobody"]) == 2
    assert "no package" in capsys.readouterr().err
