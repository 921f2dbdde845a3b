"""`elric clauses`: the clause register, told in our own words."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import asdict
from typing import Any

from elric import games
from elric.app.carriers import carriers, switch_cases
from elric.app.commands._output import add_game, add_json, complain, emit, table
from elric.app.reach import reached
from elric.kernel.clauses import Clause, Switch, UnknownClause, value_text, with_hint
from elric.kernel.definition import GameDef

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "clauses",
        help="print the clause register",
        description="Print every numbered clause of the rule books. --json adds what stands behind each: the rulings that "
        "touch it, the code that carries it, its numbered cases (in a checkout), the lesson steps that teach it.",
    )
    parser.add_argument(
        "number",
        nargs="?",
        help="one clause by its number: what it says, and where its code, cases and lesson steps are",
    )
    add_game(parser)
    parser.add_argument("--edition", help="of one edition only")
    parser.add_argument("--find", metavar="WORDS", help="only clauses that speak of these words, best first")
    parser.add_argument(
        "--reach",
        metavar="GAMES",
        type=int,
        nargs="?",
        const=2,
        help="play so many random games of each scenario and edition (default 2), and tell which clauses they come to "
        "and which only the numbered cases do",
    )
    parser.add_argument(
        "--switches",
        action="store_true",
        help="what can be played otherwise: what each switch decides, its value in each book, the sentence behind it, where it changes anything, and a case that shows it",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def row(game: str, clause: Clause) -> dict[str, Any]:
    """Every field of a clause as plain data, with its code, cases and lesson steps."""
    behind = carriers(game)._asdict()
    return {
        **{k: list(v) if isinstance(v, tuple) else v for k, v in asdict(clause).items()},
        "rulings": [one.id for one in games.definition(game).register().rulings_on(clause)],
        **{kind: of_all[clause.key] for kind, of_all in behind.items()},
    }


def run(args: argparse.Namespace) -> int:
    """Print the register; 2 for an unknown edition, game or number."""
    game = games.definition(args.game)
    book = game.register()
    if args.edition is not None and args.edition not in book.editions:
        return complain(with_hint(f"there is no edition “{args.edition}”", args.edition, book.editions))
    if args.switches:
        return switches(args, game)
    if args.number:
        return one_number(args, game)
    found = book.find(args.find, args.edition, limit=len(book)) if args.find else list(book)
    kept = [c for c in found if args.edition in (None, c.edition)]
    if args.reach is not None:
        if args.reach < 1:
            return complain(f"--reach must be 1 or more, not {args.reach}")
        return reach(args, game, kept)
    text = "\n".join(f"{c.edition} {c.number}  {c.title}\n{_paragraph(c.says)}" for c in kept)
    emit(args, [row(args.game, c) for c in kept], text or "No clause speaks of that.")
    return 0


def one_number(args: argparse.Namespace, game: GameDef) -> int:
    """Print the clause of a number, in every edition that has it, with its code, cases and lesson steps; 2 where there
    is none."""
    book = game.register()
    found = []
    for edition in [args.edition] if args.edition else list(book.editions):
        try:
            found.append(book.get(edition, args.number))
        except UnknownClause as error:
            missing = str(error)
    if not found:
        return complain(missing)
    rows = [row(args.game, clause) for clause in found]
    lines = []
    for clause, behind in zip(found, rows, strict=True):
        lines += [f"{clause.edition} {clause.number}  {clause.title}", _paragraph(clause.says)]
        for kind in ("code", "cases", "steps", "switches", "rulings"):
            lines += [f"    {kind}:", *(f"        {name}" for name in behind[kind])] if behind[kind] else []
    emit(args, rows, "\n".join(lines))
    return 0


def _paragraph(says: str) -> str:
    return textwrap.fill(says, 96, initial_indent="    ", subsequent_indent="    ")


def switch_row(game: GameDef, switch: Switch) -> dict[str, Any]:
    """A switch as plain data: its values, where it changes anything, the cases that set it, and for each edition the clauses it
    rests on, in our words."""
    book = game.register()
    behind: dict[str, list[dict[str, str]]] = {edition: [] for edition in game.editions}
    for pair in switch.clauses:
        for edition, number in zip(game.editions, pair, strict=True):
            if number and number not in [c["number"] for c in behind[edition]]:
                clause = book.get(edition, number)
                behind[edition].append({"number": number, "title": clause.title, "says": clause.says})
    return {
        "key": switch.key,
        "says": switch.says,
        "choices": list(switch.choices),
        "values": dict(switch.values),
        "scenarios": list(switch.scenarios),
        "clauses": behind,
        "cases": switch_cases(game.key)[switch.key],
    }


def switches(args: argparse.Namespace, game: GameDef) -> int:
    """Print every switch, in the order of the data; with --edition or --find only the matching ones."""
    rows = [switch_row(game, switch) for switch in game.register().switches.values()]
    if args.find:
        sought = args.find.lower().split()
        rows = [r for r in rows if all(w in f"{r['key']} {r['says']}".lower() for w in sought)]
    shown = [args.edition] if args.edition else list(game.editions)
    lines = []
    for r in rows:
        lines.append(r["key"])
        lines.append(_paragraph(f"{r['says']} ({', '.join(map(value_text, r['choices']))})"))
        for edition in shown:
            lines.append(f"    {game.titles[edition]}: {value_text(r['values'][edition])}")
            for c in r["clauses"][edition] or ():
                said = f"{c['number']} {c['title']}: {c['says']}"
                lines.append(textwrap.fill(said, 96, initial_indent="      ", subsequent_indent="        "))
            if not r["clauses"][edition]:
                lines.append("      This book is silent.")
        if r["scenarios"]:
            lines.append(_paragraph(f"In {', '.join(r['scenarios'])}."))
        if r["cases"]:
            lines.append(
                f"    Shown by {r['cases'][0]}" + (f" and {len(r['cases']) - 1} more" if r["cases"][1:] else "")
            )
        lines.append("")
    emit(args, rows, "\n".join(lines).rstrip() or "No switch speaks of that.")
    return 0


def reach(args: argparse.Namespace, game: GameDef, kept: list[Clause]) -> int:
    """Play at random, and report which rules that reaches; 1 when a rule is reached by neither play nor cases."""
    played_in = reached(args.reach, game=args.game)
    cases = carriers(args.game).cases
    pairs = sum(len(scenario.editions) for scenario in game.scenarios().values())
    rules = [c for c in kept if c.kind in ("rule", "optional")]
    rows = [{"edition": c.edition, "number": c.number, "title": c.title, "games": played_in[c.key],
             "cases": len(cases[c.key])} for c in rules]  # fmt: skip
    played = [c for c in rules if played_in[c.key]]
    only = [c for c in rules if not played_in[c.key] and cases[c.key]]
    neither = [c for c in rules if not played_in[c.key] and not cases[c.key]]
    lines = [f"{pairs * args.reach} random games, {args.reach} of each scenario and edition"]
    for told, some in (
        ("Reached by random play", played),
        ("Reached by numbered cases only", only),
        ("Reached by neither", neither),
    ):
        lines += ["", f"{told}: {len(some)} of {len(rules)}"]
        if some and some is not played:
            lines.append(
                table(("edition", "clause", "cases", "title"),
                      [(c.edition, c.number, str(len(cases[c.key])), c.title) for c in some])
            )  # fmt: skip
    emit(args, rows, "\n".join(lines))
    return 1 if neither else 0
