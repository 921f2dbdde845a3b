"""`elric learn`: a learned standing from played games, and how well it foretells games kept apart, beside today's."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from elric import games
from elric.app.commands._output import add_game, add_json, add_study, complain, emit, table, wrong_study
from elric.kernel.clauses import RulesetError
from elric.kernel.game import UnknownScenario
from elric.opponents.definition import UnknownOpponent

__all__ = ["register", "run"]

_NEEDS = "this needs what the extra “study” installs: pip install 'elric[study]'"


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "learn",
        help="find from played games what a position is worth, as weights of what is counted",
        description="Play games between computer players, note what is counted of the position at the beginning of each "
        "player's turn, and find by logistic regression what each count is worth. Each quarter of the games is kept apart once: "
        "printed is how well weights found without them foretell those, beside today's standing and the side alone. Games that stand in the file "
        "already are not played again.",
    )
    add_game(parser)
    parser.add_argument("--scenario", nargs="+", default=["all"], metavar="KEY", help="scenarios, or all (default)")
    parser.add_argument("--rules", nargs="+", default=["all"], metavar="RULES", help="editions, or all (default)")
    parser.add_argument(
        "--players", nargs="+", default=["captain"], metavar="PLAYER", help="who plays (default captain)"
    )
    parser.add_argument("--games", type=int, default=50, help="games of each scenario, rules and seating (default 50)")
    add_study(parser, "study")
    parser.add_argument(
        "--positions", type=Path, default=Path("positions.jsonl"), metavar="FILE", help="what was played"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the weights there (TOML)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play what is missing, fit, and print; 2 for a usage error."""
    try:
        import joblib  # noqa: F401
        import numpy  # noqa: F401

        from elric.app.studies import learning
        from elric.app.studies.runs import jobs
    except ImportError:
        return complain(_NEEDS)
    if wrong := wrong_study(args):
        return complain(wrong)
    try:
        definition = games.definition(args.game)
        rules = definition.editions if args.rules == ["all"] else args.rules
        named = [*definition.scenarios()] if args.scenario == ["all"] else args.scenario
        scenarios = [key for key in named if games.game_class(args.game).find_scenario(key).seats > 1]
        wanted = jobs(args.game, scenarios, rules, args.players, args.games, args.seed, args.iterations)
    except (games.UnknownGame, UnknownScenario, RulesetError, UnknownOpponent) as e:
        return complain(str(e))
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
