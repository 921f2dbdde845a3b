"""`elric learn`: a learned standing from played games, and how well it foretells games kept apart, beside today's."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from elric import games
from elric.app.commands._output import add_json, add_study, complain, emit, extra, study_asked, table

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "learn",
        help="find from played games what a position is worth, as weights of what is counted",
        description="Play games between computer players, note what is counted of the position at the beginning of each "
        "player's turn, and find by logistic regression what each count is worth. Each quarter of the games is kept apart once: "
        "printed is how well weights found without them foretell those, beside today's standing and the side alone. Games that stand in the file "
        "already are not played again.",
    )
    parser.add_argument(
        "--players", nargs="+", default=["explorer"], metavar="PLAYER", help="default: explorer, a Captain who varies"
    )
    add_study(parser, "study", 50)
    parser.add_argument(
        "--positions", type=Path, default=Path("positions.jsonl"), metavar="FILE", help="what was played"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the weights there (TOML)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play what is missing, fit, and print; 2 for a usage error."""
    with extra("study"):
        import joblib  # noqa: F401
        import numpy  # noqa: F401

        from elric.app.studies import learning
    scenarios, wanted = study_asked(args, args.players, least=2)
    if games.judgement(args.game) is None or not wanted:
        return complain("there is nothing to learn from: no such games, or nothing is counted in this game")
    found = learning.positions(wanted, args.positions, args.workers)
    told = learning.verdicts_held_out(found)
    rows = learning.by_turn(told)
    cells = [
        [name, turn, str(a.positions), *(f"{x:.3f}" for one in (a, b, c) for x in (one.loss, one.area))]
        for name, turn, a, b, c in rows
    ]
    head = ("weights", "turn", "positions", "loss", "area", "today", "area", "side", "area")
    shown = [table(head, cells)]
    for name in sorted({x.position.table for x in told}):
        pairs = [(x.learned, x.position.won) for x in told if x.position.table == name]
        line = "  ".join(f"{p:.2f}:{won:.2f} ({n})" for p, won, n in learning.calibration(pairs))
        shown.append(f"{name}, foretold against won (positions): {line}")
    weights = learning.fitted(found)
    made = f"{len(wanted)} games of {', '.join(args.players)} ({', '.join(scenarios)}; seed {args.seed})"
    if args.out:
        args.out.write_text(learning.as_toml(weights, made), encoding="utf-8")
    data = {"games": made, "told": [[name, turn, *a, *b, *c] for name, turn, a, b, c in rows], "weights": weights}
    emit(args, data, "\n".join(shown))
    return 0
