"""`elric openings`: the ways to set up that win the most whole games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from elric.app.commands._output import add_json, add_study, complain, emit, extra, study_asked, table

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "openings",
        help="find by whole games the best way to set up each army",
        description="Where a game knows several ways to set up (each army of White Bear and Red Moon together around some hex, with "
        "guards or without), play Captains' games from each of them, the better ones oftener, and the best in new games beside "
        "the Captain's own way.",
    )
    add_study(parser, "study", 200)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the best there (TOML)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, and print what each way won; 2 for a usage error."""
    with extra("study"):
        import joblib  # noqa: F401

        from elric.app.studies import openings
    _, wanted = study_asked(args, ["captain"], least=2)
    found: dict[str, list[openings.Opening]] = {}
    rows = []
    for job in (one for one in wanted if not one.number):
        for name, way in openings.best(job, args.games, args.workers):
            rows.append([job.scenario, name, way.way, f"{way.share:.3f}", f"{way.captain:.3f}"] if way else
                        [job.scenario, name, "the Captain's", "", ""])  # fmt: skip
            found.setdefault(job.scenario, []).extend([way] if way else [])
    if not rows:
        return complain("there is nothing to set up in several ways in these scenarios")
    made = f"{args.games} new games of Captains an army (rules {', '.join(args.rules)}; seed {args.seed})"
    if args.out:
        args.out.write_text(openings.as_toml(found, made), encoding="utf-8")
    emit(args, found, table(("scenario", "army", "best", "won", "as the Captain"), rows))
    return 0
