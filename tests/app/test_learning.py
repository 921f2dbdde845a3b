"""Weights found from played games: what decides is found, what does not is left out, and games kept apart tell how good it is."""

from __future__ import annotations

import json
from math import log
from pathlib import Path
from random import Random

import pytest

from elric.app.cli import main
from elric.app.studies.learning import Position, as_toml, calibration, fit, score, verdicts_held_out
from elric.opponents.learned import chance


def played(games: int) -> list[Position]:
    """One game each: who has more armies wins mostly, rain says nothing, and with more debts one loses."""
    rng, found = Random(3), []
    for number in range(games):
        armies, rain, debts = rng.gauss(0, 2), rng.gauss(0, 1), rng.gauss(0, 1)
        side = rng.choice((-1.0, 1.0))
        won = float(rng.random() < chance({"x": armies - debts - side}, {"x": 1.0}))
        counts = {"armies": armies, "rain": rain, "debts": debts, "side": side}
        found.append(Position("line", number, "war", 1, counts, 0.5, won))
    return found


def test_what_decides_is_found_and_no_weight_is_below_0_but_the_side_s() -> None:
    weights = fit(played(3000))
    assert 0.6 < weights["armies"] < 1.2
    assert weights["side"] < -0.5
    assert "debts" not in weights
    assert weights.get("rain", 0.0) < 0.1


def test_what_a_count_is_worth_may_fade_and_never_turns_round() -> None:
    """One decides early and no longer at the end, another only at the end; a third, which early on those have who lose, counts nothing then."""
    rng, found = Random(5), []
    for number in range(4000):
        late = rng.random()
        scouts, walls, gold = (rng.gauss(0, 2) for _ in range(3))
        ahead = scouts * (1 - late) + walls * late + gold * (late - 0.4)
        counts = {"scouts": scouts, "walls": walls, "gold": gold}
        counts |= {f"{name}_late": has * late for name, has in counts.items()}
        found.append(
            Position("line", number, "war", 1, counts, 0.5, float(rng.random() < chance({"x": ahead}, {"x": 1.0})))
        )
    weights = fit(found)
    assert weights["scouts"] == pytest.approx(1.0, abs=0.15)
    assert weights["scouts"] + weights["scouts_late"] == pytest.approx(0.0, abs=0.1)
    assert weights.get("walls", 0.0) == pytest.approx(0.0, abs=0.1)
    assert weights["walls_late"] == pytest.approx(1.0, abs=0.15)
    assert "gold" not in weights
    assert weights["gold_late"] > 0.2


def test_each_game_is_foretold_by_weights_found_without_it() -> None:
    """Every position once; and a game that is unlike all others does not change what is said of it."""
    games = played(60)
    before = {x.position.number: x.learned for x in verdicts_held_out(games)}
    assert sorted(before) == list(range(60))
    games[7] = games[7]._replace(won=1 - games[7].won)
    after = {x.position.number: x.learned for x in verdicts_held_out(games)}
    assert after[7] == before[7]
    assert after[8] != before[8]


def test_who_says_one_in_two_always_loses_the_logarithm_of_2() -> None:
    """Who knows more loses less, and has those who won above the others."""
    blind = score([(0.5, 1.0), (0.5, 0.0)])
    assert blind.loss == pytest.approx(log(2))
    assert blind.area == 0.5
    seeing = score([(0.9, 1.0), (0.2, 0.0)])
    assert seeing.loss < blind.loss
    assert seeing.area == 1.0


def test_calibration_sets_beside_each_other_what_was_said_and_what_came() -> None:
    pairs = [(0.25, 0.0), (0.25, 1.0), (0.85, 1.0)]
    assert calibration(pairs, 2) == [(0.25, 0.5, 2), (0.85, 1.0, 1)]


def test_the_weights_are_written_with_where_they_come_from() -> None:
    text = as_toml({"war": {"armies": 0.5}}, "7 games")
    assert "7 games" in text.splitlines()[0]
    assert '"armies" = 0.50000' in text


def test_what_was_played_is_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "positions.jsonl", tmp_path / "weights.toml"
    order = ["learn", "--scenario", "duel", "--rules", "chaosium", "--players", "novice", "--games", "5",
             "--positions", str(file), "--out", str(out), "--json"]  # fmt: skip
    assert main(order) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(file.read_text().splitlines()) == 5
    assert main(order) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert len(file.read_text().splitlines()) == 5
    assert "[duel]" in out.read_text()


def test_nothing_is_learnt_where_nothing_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--scenario", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
