"""`elric board`: the board as the rules use it, or what is wrong with a board file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from elric import games
from elric.app.commands._output import add_game, add_json, complain, emit, table
from elric.widgets.board_report import BoardReport

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "board",
        help="print the board as the rules see it, or look over a board file",
        description="Print the areas of the board and what they touch. Another board goes into ELRIC_BOARD.",
    )
    add_game(parser)
    parser.add_argument("--check", type=Path, metavar="FILE", help="look over this board file and say what is wrong")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the board, or check the file of `--check`: 2 with every fault when it cannot be played on, 1 when it could not
    be checked completely; 2 as well when the game has no board file."""
    report = _report(args)
    if report is None:
        return complain(f"“{args.game}” has no board to look over")
    if args.json:
        emit(args, report.data, "")
        return 2 if report.faults else 1 if report.unseen else 0
    if report.faults:
        found = len(report.faults)
        head = f"{args.check.name} has {found} fault{'' if found == 1 else 's'}:"
        return complain("\n- ".join([head, *report.faults, *report.unseen]))
    if report.unseen:
        complain(f"{args.check.name}: " + "; ".join(report.unseen))
        return 1
    if args.check is not None:
        emit(args, report.data, f"{args.check.name} can be played on. {report.says}")
    else:
        emit(args, report.data, f"{table(report.head, report.rows)}\n{report.says}")
    return 0


def _report(args: argparse.Namespace) -> BoardReport | None:
    """What there is to say; without `--game` a file is of the game whose board files end like it, else of the first.

    Raises:
        UnknownGame: no game has that name.
    """
    if args.check is None:
        asked = games.table(args.game)
        return asked.board_report() if asked is not None else None
    names = [args.game, *games.GAMES] if not args.game else [args.game]
    tables = [found for name in names if (found := games.table(name)) is not None]
    fitting = next((one for one in tables if args.check.suffix in one.board_files), tables[0] if tables else None)
    return fitting.board_report(args.check) if fitting is not None else None
