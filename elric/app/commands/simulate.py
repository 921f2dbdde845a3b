"""`elric simulate`: many games of computer players, on all processors or a Dask cluster, with a table and a report."""

from __future__ import annotations

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from elric import games
from elric.app.commands._output import add_study, complain, extra, study_asked
from elric.opponents.players import PLAYERS

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "simulate",
        help="play many games between computer players, and report who wins, how and why",
        description="Play many games of chosen players over scenarios, editions and switches; write a table (CSV) and a "
        "report. Stop it whenever you like: what was played stays, and the same command goes on from there.",
    )
    add_study(parser, "study", 10)
    parser.add_argument(
        "--vary",
        nargs="+",
        default=[],
        metavar="SWITCH",
        help="play each of --rules with every other value of these switches too",
    )
    parser.add_argument(
        "--players", nargs="+", default=["captain"], metavar="PLAYER",
        help=f"{', '.join(PLAYERS)}; one for all seats (default captain), or two: the first sits in each seat in turn",
    )  # fmt: skip
    parser.add_argument("--dask", metavar="ADDRESS", help="play on a Dask cluster instead: its scheduler's address")
    parser.add_argument(
        "--out", type=Path, default=Path("study"), metavar="FOLDER", help="where to write (default study)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play; 0 when the study is complete, 2 for a usage error, 130 when it was interrupted."""
    with extra("study"):
        import joblib
        from tqdm import tqdm

        from elric.app.studies import report
        from elric.app.studies.runs import Rows, study
    rules = _rules(args)
    wanted = study_asked(args, args.players, rules=rules, game=args.game or next(iter(games.GAMES)))[1]
    if not wanted:
        return complain("none of these scenarios is in that edition")
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        rows = Rows(args.out / "games.csv")
    except (OSError, ValueError) as e:
        return complain(str(e))
    where: AbstractContextManager[Any] = nullcontext()
    if args.dask:
        with extra("study"):
            from dask.distributed import Client
        try:
            client = Client(args.dask, timeout=10)
        except OSError as e:
            return complain(f"there is no Dask scheduler at {args.dask}: {e}")
        args.workers = max(1, sum(client.nthreads().values()))
        where = joblib.parallel_config("dask")
    left = rows.missing(wanted)
    with where, tqdm(total=len(wanted), initial=len(wanted) - len(left), unit="game", disable=None) as bar:
        found = study(wanted, rows, args.workers, bar.update)
    (args.out / "report.md").write_text(report.text(found, rules[0]), encoding="utf-8")
    try:
        report.plots(found, args.out, rules[0])
    except ImportError:
        print("(no plots: matplotlib is not installed)", file=sys.stderr)
    try:
        report.parquet(found, args.out / "games.parquet")
    except ImportError:
        print("(no Parquet: pyarrow is not installed)", file=sys.stderr)
    if table := report.meetings(found):
        print(table)
    print(f"{len(found)} games: {args.out / 'report.md'}")
    return 0


def _rules(args: argparse.Namespace) -> list[str]:
    """The sets of rules of the study, the ones to compare with first."""
    definition = games.definition(args.game)
    base = list(definition.editions) if args.rules == ["all"] else args.rules
    out = [definition.ruleset(spec).name for spec in base]
    switches = definition.register().switches
    for spec in base:
        ruleset = definition.ruleset(spec)
        for key in switches if args.vary == ["all"] else args.vary:
            now = ruleset.settings().get(key)
            if key not in switches:
                ruleset.with_(**{key: 0})  # raises an error that suggests the name that was meant
            out += [ruleset.with_(**{key: value}).name for value in switches[key].choices if value != now]
    return list(dict.fromkeys(out))
