"""`elric quickref`: the quick reference of an edition, as text, as a page to print, or as data."""

from __future__ import annotations

import argparse
from typing import Any

from elric import games
from elric.app.commands._output import add_game, add_json, complain, edition_of, emit
from elric.tutor import quickref

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "quickref",
        help="print the quick reference",
        description="Print the quick reference of an edition, made from the engine's own tables.",
    )
    add_game(parser)
    parser.add_argument("--edition", help="which edition (default: the one that is played where none is named)")
    parser.add_argument("--html", action="store_true", help="as a page to print")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print it; 2 for an unknown edition or game, and for a game that has no quick reference."""
    edition, teaching = edition_of(args), games.teaching(args.game)
    sections = teaching.quick_sections(edition) if teaching is not None else ()
    if not sections:
        return complain(f"“{args.game}” has no quick reference")
    title = games.definition(args.game).titles[edition]
    told = teaching.quick_sheet(edition) if args.html else quickref.text(title, sections)
    emit(args, quickref.data(edition, title, sections), told)
    return 0
