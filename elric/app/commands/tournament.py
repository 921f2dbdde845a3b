"""`elric tournament`: how much stronger one player is than another, by side and beside what the side gives."""

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
        "tournament",
        help="measure one player against another, in both seats with the same luck",
        description="Play games between two players, each number of them in both seats with the same dice and cards. Printed "
        "are the results by side, and d: the gain in log odds beside what the side gives, with its interval of 95 %. Games "
        "that stand in the table already are not played again.",
    )
    add_game(parser)
    parser.add_argument("--player", default="captain", help="who is measured (default captain)")
    parser.add_argument(
        "--against",
        required=True,
        metavar="PLAYER",
        help="against whom: a player, or player@package for one kept elsewhere",
    )
    parser.add_argument("--scenario", nargs="+", default=["all"], metavar="KEY", help="scenarios, or all (default)")
    parser.add_argument("--rules", nargs="+", default=["all"], metavar="RULES", help="editions, or all (default)")
    parser.add_argument(
        "--games", type=int, default=20, help="numbers of games a line; each is played twice (default 20)"
    )
    add_study(parser, "tournament")
    parser.add_argument(
        "--out", type=Path, default=Path("tournament.csv"), metavar="FILE", help="the table (default tournament.csv)"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play what is missing and print what came of all; 2 for a usage error."""
    try:
        from elric.app.studies.runs import Rows, jobs, study
        from elric.app.studies.strength import by_side, gain
    except ImportError:
        return complain(_NEEDS)
    if wrong := wrong_study(args):
        return complain(wrong)
    try:
        definition = games.definition(args.game)
        rules = definition.editions if args.rules == ["all"] else args.rules
        named = [*definition.scenarios()] if args.scenario == ["all"] else args.scenario
        kind = games.game_class(args.game)
        scenarios = [key for key in named if kind.find_scenario(key).seats == 2]
        players = [args.player, args.against]
        wanted = jobs(args.game, scenarios, rules, players, args.games, args.seed, args.iterations)
        rows = Rows(args.out)
    except (games.UnknownGame, UnknownScenario, RulesetError, UnknownOpponent, OSError, ValueError) as e:
        return complain(str(e))
    if not wanted:
        return complain("none of these scenarios is for two in that edition")
    wanted.sort(key=lambda job: job.number)  # stopped early, what stands there is whole pairs of every line
    found = study(wanted, rows, args.workers, batch=2 * args.workers)
    met, total = by_side(found, *players), gain(found, *players)
    data = {
        "player": args.player, "against": args.against, "games": len(found), "seed": args.seed,
        "d": round(total.d, 3), "interval": [round(total.low, 3), round(total.high, 3)],
        "sides": [{"scenario": a, "rules": b, "side": c, **m._asdict()} for (a, b, c), m in met.items()],
    }  # fmt: skip
    cells = [[a, b, c, str(m.won), str(m.drawn), str(m.lost), str(m.share)] for (a, b, c), m in met.items()]
    shown = table(("scenario", "rules", "side", "won", "drawn", "lost", "share"), cells)
    emit(args, data, f"{shown}\n{args.player} against {args.against}: {total}")
    return 0
