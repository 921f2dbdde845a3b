"""`elric odds`: the exact odds of a battle, from two totals or from a battle as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from elric.app.commands._output import add_json, emit

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "odds",
        help="exact odds of a battle",
        description="Exact odds of a battle. Two totals (“17 11+5”: 17 attack, 11 defend behind a wall of 5), or a whole "
        "battle as text (--battle FILE, or - for standard input).",
    )
    parser.add_argument("attack", nargs="?", type=int, help="the attacker's total before the dice")
    parser.add_argument("defend", nargs="?", help="the defender's total, and the wall after a plus: 11 or 11+5")
    parser.add_argument("--worth", type=int, help="combat value of the defenders (default: their total)")
    parser.add_argument("--edition", default=None, help="avalon-hill (default), chaosium, or one with changes")
    parser.add_argument("--battle", metavar="FILE", help="a battle as text, one “name: value” a line")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0, or 2 with the reasons on standard error when there is no such battle."""
    from elric.kernel.clauses import RulesetError

    try:
        if args.battle is not None:
            return _battle(args)
        return _totals(args)
    except (ValueError, RulesetError) as e:
        lines = e.lines() if hasattr(e, "lines") else [str(e)]
        print("\n".join(lines), file=sys.stderr)
        return 2
    except OSError as e:
        print(f"{args.battle}: {e.strerror}", file=sys.stderr)
        return 2


def _battle(args: argparse.Namespace) -> int:
    from elric.young_kingdoms.lab.battle import Battle

    text = sys.stdin.read() if args.battle == "-" else Path(args.battle).read_text(encoding="utf-8")
    battle = Battle.parse(text)
    if args.edition is not None:
        battle = battle.but(edition=args.edition)
    emit(args, battle.to_dict(), f"{battle.story().sentence}\n\n{_table(battle.odds().lines())}")
    return 0


def _totals(args: argparse.Namespace) -> int:
    from elric.young_kingdoms.combat.battle import TABLE
    from elric.young_kingdoms.lab.totals import Totals

    if args.attack is None or args.defend is None:
        raise ValueError("Two totals are needed, as in “elric odds 17 11+5”, or a battle: --battle FILE.")
    defend, plus, wall = args.defend.partition("+")
    if not defend.isdigit() or (plus and not wall.isdigit()):
        raise ValueError(f"The defence is a number, or a number and a wall (11+5), not “{args.defend}”.")
    t = Totals(args.attack, int(defend), int(wall or 0), args.worth, args.edition or "avalon-hill")
    behind = f" and a wall of {t.wall}, {t.defend + t.wall} in all" if t.wall else ""
    lines = [("attacker" if k == 0 else "defender", "wins", p) for k, p in enumerate(t.win)]
    lines += [(("attacker", "defender")[1 - loser] + " wins", TABLE[r].name, p) for loser, r, p in t.rows]
    if t.wall:
        lines.append(("city", f"falls ({t.worth + t.wall} losses needed)", t.falls))
    emit(args, t.to_dict(), f"{t.attack} attack {t.defend}{behind}.\n\n{_table(lines)}")
    return 0


def _table(lines: Any) -> str:
    from elric.lab.say import percent

    rows = [(what, which, percent(p), str(p)) for what, which, p in lines]
    rows = [(a, b, c, d if len(d) < 20 else "") for a, b, c, d in rows]
    wide = [max(len(r[k]) for r in rows) for k in range(4)]
    return "\n".join(f"{a:<{wide[0]}}  {b:<{wide[1]}}  {c:>{wide[2]}}  {d}".rstrip() for a, b, c, d in rows)
