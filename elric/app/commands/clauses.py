"""`elric clauses`: the clause register, told in our own words."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import asdict
from typing import Any

from elric.app.commands._output import add_json, complain, emit
from elric.kernel.clauses import Clause, with_hint
from elric.young_kingdoms import law

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "clauses", help="print the clause register", description="Print every numbered clause of the rule books."
    )
    parser.add_argument("--edition", help="of one edition only: chaosium or avalon-hill")
    parser.add_argument("--find", metavar="WORDS", help="only clauses that speak of these words, best first")
    add_json(parser)
    parser.set_defaults(run=run)


def row(clause: Clause) -> dict[str, Any]:
    """Every field of a clause as plain data."""
    return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(clause).items()}


def run(args: argparse.Namespace) -> int:
    """Print the register; 2 for an edition there is not."""
    book = law.register()
    if args.edition is not None and args.edition not in book.editions:
        return complain(with_hint(f"there is no edition “{args.edition}”", args.edition, book.editions))
    found = book.find(args.find, args.edition, limit=len(book)) if args.find else list(book)
    kept = [c for c in found if args.edition in (None, c.edition)]
    text = "\n".join(
        f"{c.edition} {c.number}  {c.title}\n"
        + textwrap.fill(c.says, 96, initial_indent="    ", subsequent_indent="    ")
        for c in kept
    )
    emit(args, [row(c) for c in kept], text or "No clause speaks of that.")
    return 0
