"""`elric tournament`: how much stronger one player is than another, by side and beside what the side gives."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from elric.app.commands._output import add_json, add_study, complain, emit, extra, study_asked, table

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "tournament",
        help="measure one player against another, in both seats with the same luck",
        description="Play games between two players, each number of them in both seats with the same dice and cards. Printed "
        "are the results by side, and d: the gain in log odds beside what the side gives, with its interval of 95 %. Games "
        "that stand in the table already are not played again.",
    )
    parser.add_argument("--player", default="captain", help="who is measured (default captain)")
    parser.add_argument(
        "--against",
        required=True,
        metavar="PLAYER",
        help="against whom: a player, or player@package for one kept elsewhere",
    )
    add_study(parser, "tournament", 20)
    parser.add_argument(
        "--out", type=Path, default=Path("tournament.csv"), metavar="FILE", help="the table (default tournament.csv)"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play what is missing and print what came of all; 2 for a usage error."""
    with extra("study"):
        from elric.app.studies.runs import Rows, study
        from elric.app.studies.strength import by_side, gain
    players = [args.player, args.against]
    wanted = study_asked(args, players, least=2, most=2)[1]
    try:
        rows = Rows(args.out)
    except (OSError, ValueError) as error:
        return complain(str(error))
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
