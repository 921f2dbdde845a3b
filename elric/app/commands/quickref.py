"""`elric quickref`: the quick reference of an edition, as text, as a page to print, or as data."""

from __future__ import annotations

import argparse
from typing import Any

from elric.app.commands._output import add_json, complain, emit
from elric.kernel.clauses import with_hint
from elric.young_kingdoms.components import law

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "quickref",
        help="print the quick reference",
        description="Print the quick reference of an edition, made from the engine's own tables.",
    )
    parser.add_argument("--edition", default="avalon-hill", help="chaosium or avalon-hill (default)")
    parser.add_argument("--html", action="store_true", help="as a page that prints on three sheets")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print it; 2 for an unknown edition."""
    if args.edition not in law.EDITIONS:
        return complain(with_hint(f"there is no edition “{args.edition}”", args.edition, law.EDITIONS))
    from elric.young_kingdoms.teaching import quickref, quickref_sheet

    page = quickref_sheet.html if args.html else quickref.text
    emit(args, quickref.data(args.edition), page(args.edition))
    return 0
