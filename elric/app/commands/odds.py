"""`elric odds`: the exact odds of a battle, from two totals or from a battle as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from elric import games
from elric.app.commands._output import add_game, add_json, complain, emit, text_of
from elric.kernel.clauses import RulesetError
from elric.lab.definition import LabDef, Reckoned
from elric.lab.say import percent

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "odds",
        help="exact odds of a battle",
        description="Exact odds of a battle. Two totals (“17 11+5”: 17 attack, 11 defend behind a wall of 5), or a whole "
        "battle as text (--battle FILE, or - for standard input).",
    )
    add_game(parser)
    parser.add_argument("attack", nargs="?", type=int, help="the attacker's total before the dice")
    parser.add_argument("defend", nargs="?", help="the defender's total, and the wall after a plus: 11 or 11+5")
    parser.add_argument("--worth", type=int, help="combat value of the defenders (default: their total)")
    parser.add_argument("--edition", default="", help="an edition, or one with changes (default: the game's own)")
    parser.add_argument("--battle", type=Path, metavar="FILE", help="a battle as text, as the lab writes it")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0, or 2 with the reasons on standard error when there is no such battle."""
    try:
        lab = games.lab(args.game)
        if lab is None:
            return complain(f"“{args.game}” has no odds to tell")
        found = _reckoned(args, lab)
    except (ValueError, RulesetError) as e:
        lines = e.lines() if hasattr(e, "lines") else [str(e)]
        print("\n".join(lines), file=sys.stderr)
        return 2
    except OSError as e:
        print(f"{args.battle}: {e.strerror}", file=sys.stderr)
        return 2
    emit(args, found.data, f"{found.says}\n\n{_table(found.lines)}")
    return 0


def _reckoned(args: argparse.Namespace, lab: LabDef) -> Reckoned:
    """Raises ValueError when there is no such battle, OSError when its file cannot be read."""
    if args.battle is not None:
        return lab.reckon(text_of(args.battle), args.edition)
    if args.attack is None or args.defend is None:
        raise ValueError("Two totals are needed, as in “elric odds 17 11+5”, or a battle: --battle FILE.")
    defend, plus, wall = args.defend.partition("+")
    if not defend.isdigit() or (plus and not wall.isdigit()):
        raise ValueError(f"The defence is a number, or a number and a wall (11+5), not “{args.defend}”.")
    found = lab.totals(args.attack, int(defend), int(wall or 0), args.worth, args.edition)
    if found is None:
        raise ValueError("In this game two totals are not enough; a battle as text is: --battle FILE.")
    return found


def _table(lines: Any) -> str:
    rows = [(what, which, percent(p), str(p)) for what, which, p in lines]
    rows = [(a, b, c, d if len(d) < 20 else "") for a, b, c, d in rows]
    wide = [max(len(r[k]) for r in rows) for k in range(4)]
    return "\n".join(f"{a:<{wide[0]}}  {b:<{wide[1]}}  {c:>{wide[2]}}  {d}".rstrip() for a, b, c, d in rows)
