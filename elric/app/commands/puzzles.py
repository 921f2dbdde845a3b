"""`elric puzzles`: mine puzzles from played games, list them, check them against the lab."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from elric import games
from elric.app.commands._output import add_json, add_study, complain, emit, study_asked, table
from elric.tutor import orders
from elric.tutor.puzzles import Puzzle, Puzzles

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "puzzles",
        help="mine puzzles from played games, list them, check them against the lab",
        description="A puzzle is a position of a played game in which one of a few choices is worth far more than the others, by the "
        "exact odds of the lab. “list” prints what there is, “check” weighs every choice again and ends with 1 where a figure is not "
        "the lab's, and “mine” plays games between computer players and adds what it finds to a file. “orders” does the same for practice: "
        "orders for one host, each played on to the seat's next turn and judged by the learned standing.",
    )
    parser.add_argument("what", choices=("list", "check", "mine", "orders"), help="what to do")
    parser.add_argument("--file", type=Path, metavar="FILE", help="the puzzles (default: those of the game)")
    parser.add_argument("--theme", default="", help="only of this theme (list, check)")
    parser.add_argument("--player", default="captain", help="who plays (default captain; mine)")
    add_study(parser, "mining", 5)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Mine, list or check; 1 where a puzzle does not hold, 2 for a usage error."""
    teaching = games.teaching(args.game)
    puzzles: Puzzles | None = teaching.puzzles if teaching is not None else None
    if puzzles is None:
        return complain("there are no puzzles in this game")
    path: Path = args.file or (puzzles.orders if args.what == "orders" else puzzles.path)
    if args.what in ("mine", "orders"):
        return _mine(args, puzzles, path)
    found = [p for p in puzzles.every(path).values() if args.theme in ("", p.theme)]
    return _list(args, puzzles, found) if args.what == "list" else _check(args, puzzles, found)


def _list(args: argparse.Namespace, puzzles: Puzzles, found: Sequence[Puzzle]) -> int:
    rows = [
        [p.key, puzzles.themes[p.theme], str(p.level), f"{p.found} of {p.asked}", " ".join(map(str, p.worth))]
        for p in found
    ]
    head = ("puzzle", "theme", "level", "found by", "worth of a hundred")
    emit(args, [p._asdict() for p in found], f"{table(head, rows)}\n{len(found)} puzzles")
    return 0


def _check(args: argparse.Namespace, puzzles: Puzzles, found: Sequence[Puzzle]) -> int:
    wrong = {p.key: faults for p in found if (faults := puzzles.faults(p))}
    told = [f"{key}: {fault}" for key, faults in wrong.items() for fault in faults]
    emit(args, wrong, "\n".join([*told, f"{len(found)} puzzles checked, {len(wrong)} do not hold"]))
    return 1 if wrong else 0


def _mine(args: argparse.Namespace, puzzles: Puzzles, path: Path) -> int:
    from elric.app.studies import judging, mining

    judgement = games.judgement(args.game)
    if judgement is None:
        return complain("nobody in the house plays this game")
    wanted = study_asked(args, [args.player], least=2)[1]
    new = 0
    known = {*(orders.read(path) if args.what == "orders" else puzzles.every(path))}
    with path.open("a", encoding="utf-8") as file:
        for job in sorted(wanted, key=lambda job: job.number):
            positions, before = mining.played(job), new
            found: Iterable[Puzzle | orders.JudgedOrders]
            if args.what == "orders":
                found = judging.of_game(judgement, puzzles, positions)
            else:
                found = mining.kept(p for position in positions for p in mining.mined(puzzles, position))
            for one in found:
                if one.key not in known:
                    known.add(one.key)
                    file.write(
                        (mining.found_by(puzzles, one, judgement) if isinstance(one, Puzzle) else one).line() + "\n"
                    )
                    file.flush()
                    new += 1
            if not args.json:
                print(f"{job.scenario} {job.rules} {job.number}: {new - before}", flush=True)
    emit(args, {"found": new}, f"{new} puzzles found")
    return 0
