"""What the standings foretell of games between Captains on seeds that no weight was found on, as a table for a notebook.

    python -m tests.benchmarks.foretold notebooks/study-standing.csv

One row a player's turn, for the seat whose turn it is: what its standing says (`standing`), what the standing before it said of the same
position (`before`), what the side alone would (from all other games of the table), and what came of it.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from elric import games
from elric.app.studies.runs import Job, _side, jobs
from elric.dragon_pass.opponents import standing as dragon_pass
from elric.opponents.players import opponent
from elric.opponents.playing import LIMIT, follow, sight
from elric.young_kingdoms.opponents import standing as young_kingdoms

COLUMNS: Final = ("game", "scenario", "rules", "number", "turn", "side", "standing", "before", "won")
SEED: Final = 2024  # the weights were found on games of other seeds
STUDY: Final = (
    ("elric", ("successor", "upstart"), ("avalon-hill", "chaosium"), 50),
    ("dragon-pass", ("coming-of-the-heroes", "cult-war", "tax-collectors"), ("1976",), 40),
)


def nothing_learned(standing: ModuleType) -> Callable[[Any, int], float]:
    """A game's standing by the measure that still stands where nothing was learned."""

    def before(state: Any, seat: int) -> float:
        kept = standing.weights_of
        standing.weights_of = lambda package, name="": kept(package, name) if name else {}  # type: ignore[attr-defined]
        try:
            found: float = standing.standing(state, seat)
        finally:
            standing.weights_of = kept  # type: ignore[attr-defined]
        return found

    return before


BEFORE: Final = {"elric": nothing_learned(young_kingdoms), "dragon-pass": nothing_learned(dragon_pass)}


def rows(job: Job) -> Iterator[tuple[object, ...]]:
    """One game, a row for the beginning of each player's turn."""
    game = games.game_class(job.game)(job.scenario, job.rules, job.luck)
    judgement = games.judgement(job.game)
    assert judgement is not None
    players = [opponent(key, job.game) for key in job.players]
    seen: list[tuple[int, int, float, float]] = []
    at: tuple[int, int] | None = None
    acts = 0
    while game.seat is not None and acts < LIMIT:
        seat = game.seat
        state: Any = game.state
        if state.player == seat and (game.turn, seat) != at and game.turn > 0:
            at = game.turn, seat
            seen.append((game.turn, seat, judgement.standing(state, seat), BEFORE[job.game](state, seat)))
        for _ in follow(game, players[seat].decide(sight(game, seat, job.luck))):
            acts += 1
    winner = (game.outcome or {}).get("winner")
    for turn, seat, now, before in seen:
        side = _side(game, seat)
        won = 0.5 if winner is None else float(winner == seat)
        yield job.game, job.scenario, job.rules, job.number, turn, side, f"{now:.4f}", f"{before:.4f}", won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="the table (CSV); games that it has are not played again")
    parser.add_argument("--games", type=int, default=0, help="games a line (default: those of the study)")
    args = parser.parse_args()
    done = set[tuple[str, ...]]()
    if args.out.exists():
        with args.out.open(newline="", encoding="utf-8") as file:
            done = {(r["game"], r["scenario"], r["rules"], r["number"]) for r in csv.DictReader(file)}
    wanted = [
        job
        for game, scenarios, rules, number in STUDY
        for job in jobs(game, scenarios, rules, ["captain"], args.games or number, SEED)
    ]
    with args.out.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if not done:
            writer.writerow(COLUMNS)
        for job in sorted(wanted, key=lambda job: job.number):
            if (job.game, job.scenario, job.rules, str(job.number)) not in done:
                writer.writerows(rows(job))
                file.flush()


if __name__ == "__main__":
    main()
