"""The best ways to set up, found by whole games: the best is found, a worse one is not taken, and what is printed can be read again."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from elric.app.cli import main
from elric.app.studies import openings
from elric.app.studies.runs import Job, jobs
from elric.opponents.definition import Plan
from elric.opponents.playing import Match, follow, sight

(JOB,) = jobs("dragon-pass", ["tax-collectors"], ["1976"], ["captain"], 1, 4)
BEST = "Cavalry Corps: all near 3424"


def foretold(job: Job, seat: int, ways: Sequence[str]) -> float:
    """Games that need not be played: the cavalry wins three in four from one place, and everybody every other game from elsewhere."""
    return float(job.number % 4 != 0) if BEST in ways and seat == 0 else float(job.number % 2)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    def ways(judgement: object, game: object) -> tuple[str, ...]:
        """Four armies are set up, each in four ways."""
        name = game.state.scenario.armies[game.state.agenda[-1].army].name  # type: ignore[attr-defined]
        return tuple(f"{name}: all near {h}" for h in ("1111", "3424", "2222", "3333"))

    monkeypatch.setattr("elric.dragon_pass.opponents.judgement.DragonPassJudgement.openings", ways)
    monkeypatch.setattr(openings, "won", foretold)


@pytest.mark.usefixtures("known")
def test_the_way_that_wins_most_is_found_and_none_where_the_captains_is_as_good() -> None:
    found = dict(openings.best(JOB, 40))
    assert found == {
        "City Militia": None,
        "Barbarian Horde": None,
        "Cavalry Corps": openings.Opening(BEST, 0.75, 0.5),
        "Furthest Corps and Bodyguard": None,
    }


@pytest.mark.usefixtures("known")
def test_what_is_printed_and_what_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "openings.toml"
    asked = ["openings", "--game", "dragon-pass", "--scenario", "tax-collectors", "--games", "40", "--out", str(file)]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert "Cavalry Corps                 Cavalry Corps: all near 3424  0.750  0.500" in told
    assert "Barbarian Horde               the Captain's" in told
    assert tomllib.loads(file.read_text("utf-8")) == {"tax-collectors": {BEST: [0.75, 0.5]}}
    assert "40 new games" in file.read_text("utf-8")


def test_where_nothing_is_set_up_in_several_ways_it_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "--scenario", "duel"]) == 2
    assert "nothing to set up" in capsys.readouterr().err


def test_who_knows_a_way_places_that_army_so_and_all_else_as_a_captain(monkeypatch: pytest.MonkeyPatch) -> None:
    placed: list[Any] = []

    def only_begun(game: object, players: object, luck: int) -> Match:
        placed.append((game, players))
        return Match(None, 0, 0, Counter())

    monkeypatch.setattr(openings, "play", only_begun)
    for ways in ((), (BEST,)):
        assert openings.won(JOB, 0, ways) == 0.5
    plans: dict[int, list[Plan]] = {0: [], 1: []}
    for k, (game, players) in enumerate(placed):
        while game.step == "setup":
            plan = players[game.seat].decide(sight(game, game.seat, 1))
            plans[k].append(plan)
            list(follow(game, plan))
    captain, opener = plans.values()
    assert captain[:2] == opener[:2]
    assert "all together, as near to hex 3424" in opener[2].why
    assert captain[3].why == opener[3].why
