"""A learned standing from played games: positions with what is counted of them and who won, weights by logistic regression, and
how well they foretell games that were kept apart.

A position is looked at where a search ends its lines: at the first decision of a player's turn, for the seat whose turn it is.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, Final, NamedTuple

from elric import games
from elric.app.studies.runs import Job
from elric.opponents.learned import chance
from elric.opponents.players import opponent
from elric.opponents.playing import LIMIT, follow, sight

__all__ = [
    "ForecastScore",
    "Position",
    "Told",
    "as_toml",
    "by_turn",
    "calibration",
    "fit",
    "fitted",
    "played",
    "positions",
    "score",
    "verdicts_held_out",
]

_DRAWN: Final = 0.5
_PARTS: Final = 4  # of the games, each kept apart once
# Precision of the prior of each weight of a standardized count, and of what tells the side. With hundreds of games to learn from what
# is foretold hardly depends on it, from 3 to 80.
_RIDGE: Final = 20.0
_SIDES: Final = 4.0
_STEPS: Final = 1000
_TINY: Final = 1e-6  # a weight or a deviation that is smaller counts as none
_SURE: Final = 1e-6


class Position(NamedTuple):
    """A position of a played game.

    Attributes:
        line: scenario and rules.  number: of the game.  table: of weights.  turn: when.
        counts: what is counted for the seat that moves.  today: what today's standing says of it.  won: what it came to, 1 won, 0 lost.
    """

    line: str
    number: int
    table: str
    turn: int
    counts: Mapping[str, float]
    today: float
    won: float


class Told(NamedTuple):
    """A position with what was said of it without knowing its game: by the learned standing, and by the side alone."""

    position: Position
    learned: float
    side: float


class ForecastScore(NamedTuple):
    """How well chances foretold what came: log loss and the area under the curve, on so many positions."""

    positions: int
    loss: float
    area: float


def played(job: Job) -> list[Position]:
    """Play one game, and what stood at the beginning of each player's turn."""
    game = games.game_class(job.game)(job.scenario, job.rules, job.luck)
    judgement = games.judgement(job.game)
    assert judgement is not None
    seats = [opponent(key, job.game, job.iterations) for key in job.players]
    seen: list[tuple[int, int, str, Mapping[str, float], float]] = []
    at: tuple[int, int] | None = None
    acts = 0
    while game.seat is not None and acts < LIMIT:
        state: Any = game.state
        if state.player == game.seat and (game.turn, game.seat) != at and game.turn > 0:
            at = game.turn, game.seat
            table, counts = judgement.counts(state, game.seat)
            seen.append((game.seat, game.turn, table, dict(counts), judgement.standing(state, game.seat)))
        for _ in follow(game, seats[game.seat].decide(sight(game, game.seat, job.luck))):
            acts += 1
    winner = (game.outcome or {}).get("winner")
    line = f"{job.scenario} {job.rules}"
    return [
        Position(line, job.number, table, turn, counts, today, _DRAWN if winner is None else float(winner == seat))
        for seat, turn, table, counts, today in seen
    ]


def positions(wanted: Sequence[Job], path: Path, workers: int = 1) -> list[Position]:
    """The positions of these games. What is in the file is not played again; what is played is added to it."""
    import joblib

    known: dict[tuple[str, ...], list[Position]] = {}
    if path.exists():
        for text in path.read_text(encoding="utf-8").splitlines():
            key, found = json.loads(text)
            known[tuple(key)] = [Position(*x) for x in found]
    left = [job for job in wanted if job.key not in known]
    with joblib.Parallel(n_jobs=workers, return_as="generator") as parallel, path.open("a", encoding="utf-8") as file:
        for job, found in zip(left, parallel(joblib.delayed(played)(job) for job in left), strict=True):
            known[job.key] = found
            file.write(json.dumps([job.key, found]) + "\n")
            file.flush()
    return [x for job in wanted for x in known[job.key]]


def verdicts_held_out(found: Sequence[Position]) -> list[Told]:
    """What weights say of each position that were found without its game: the games in so many parts, each kept apart once."""
    out: list[Told] = []
    for part in range(_PARTS):
        learn = [x for x in found if x.number % _PARTS != part]
        weights, sides = fitted(learn), fitted(learn, "side")
        out += [
            Told(x, chance(x.counts, weights[x.table]), chance(x.counts, sides[x.table]))
            for x in found
            if x.number % _PARTS == part and x.table in weights
        ]
    return out


def fit(found: Sequence[Position]) -> dict[str, float]:
    """The weights of one table: maximum likelihood with a ridge on standardized counts. A count with another whose name ends in
    `_late` has a weight at the beginning of the game and one at its end; none of them is below 0 but those of the sides."""
    import numpy as np
    from scipy.optimize import minimize

    names = sorted({name for x in found for name in x.counts})
    column = {name: k for k, name in enumerate(names)}
    side = np.array([name.startswith("side") for name in names])
    grow = [
        (column[name], column[base])
        for name in names
        if (base := name.removesuffix("_late")) != name and base in column and not name.startswith("side")
    ]
    counts = np.array([[x.counts.get(name, 0.0) for name in names] for x in found])
    won = np.array([x.won for x in found])
    for late, plain in grow:  # what is left of the weight at the beginning, beside what has come of the one at the end
        counts[:, plain] -= counts[:, late]
    spread = counts.std(axis=0)
    scaled = counts / np.where(spread > _TINY, spread, np.inf)
    ridge = np.where(side, _SIDES, _RIDGE)

    def loss(weights: Any) -> tuple[float, Any]:
        ahead = scaled @ weights
        chances = 1 / (1 + np.exp(-np.clip(ahead, -30, 30)))
        told = (np.logaddexp(0, ahead) - won * ahead).sum() + ridge @ weights**2 / 2
        return told, scaled.T @ (chances - won) + ridge * weights

    bounds = [(None if free else 0, None) for free in side]
    least = minimize(
        loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": _STEPS}
    )
    weights = least.x / np.where(spread > _TINY, spread, np.inf)
    for late, plain in grow:
        weights[late] -= weights[plain]
    return {name: float(weights[k]) for name, k in column.items() if abs(weights[k]) > _TINY}


def score(pairs: Sequence[tuple[float, float]]) -> ForecastScore:
    """From (chance, what came)."""
    loss = -sum(won * log(max(p, _SURE)) + (1 - won) * log(max(1 - p, _SURE)) for p, won in pairs)
    yes, no = [p for p, won in pairs if won > _DRAWN], [p for p, won in pairs if won < _DRAWN]
    above = sum((p > q) + 0.5 * (p == q) for p in yes for q in no)
    return ForecastScore(len(pairs), loss / max(1, len(pairs)), above / max(1, len(yes) * len(no)))


def by_turn(all_: Sequence[Told]) -> list[tuple[str, str, ForecastScore, ForecastScore, ForecastScore]]:
    """By table and turn: how well the learned standing, today's, and the side alone foretell games that were kept apart."""
    groups: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for x in all_:
        groups[x.position.table, f"{x.position.turn:2}"].append(x)
        groups[x.position.table, "all"].append(x)
    return [
        (
            table,
            turn,
            score([(x.learned, x.position.won) for x in some]),
            score([(x.position.today, x.position.won) for x in some]),
            score([(x.side, x.position.won) for x in some]),
        )
        for (table, turn), some in sorted(groups.items())
    ]


def calibration(pairs: Sequence[tuple[float, float]], cells: int = 10) -> list[tuple[float, float, int]]:
    """Foretold against what came, in cells of equal breadth: the mean chance, the share won, how many positions."""
    there: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for p, won in pairs:
        there[min(cells - 1, int(p * cells))].append((p, won))
    return [
        (sum(p for p, _ in some) / len(some), sum(won for _, won in some) / len(some), len(some))
        for _, some in sorted(there.items())
    ]


def fitted(found: Sequence[Position], only: str = "") -> dict[str, dict[str, float]]:
    """The weights of each table, of all counts or of those whose name begins so."""
    by_table: dict[str, list[Position]] = defaultdict(list)
    for x in found:
        if x.counts:
            some = {name: value for name, value in x.counts.items() if name.startswith(only)}
            by_table[x.table].append(x._replace(counts=some))
    return {table: fit(some) for table, some in sorted(by_table.items())}


def as_toml(weights: Mapping[str, Mapping[str, float]], made: str) -> str:
    """The weights as a data file, with what they were found from."""
    lines = [f"# Found by `elric learn` from {made}. In log odds for one more of each count."]
    for table, values in weights.items():
        lines += ["", f"[{table}]", *(f'"{name}" = {value:.5f}' for name, value in sorted(values.items()))]
    return "\n".join(lines) + "\n"
