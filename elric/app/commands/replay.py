"""`elric replay`: exports a saved game: as a page that replays it, or as a record to read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elric.app.commands._output import add_game, loaded, page_of, text_of

if TYPE_CHECKING:
    from elric.kernel.game import Game

__all__ = ["register", "run", "write"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "replay",
        help="make a page that plays a saved game again, or a record of it to read",
        description="Make a page that plays a saved game again with no network, or a record of it to read. While the game "
        "is not over, only what everybody may know is in it.",
    )
    parser.add_argument("save", type=Path, help="the game's text; - for standard input")
    add_files(parser)
    add_game(parser)
    parser.set_defaults(run=run)


def add_files(parser: argparse.ArgumentParser) -> None:
    """The options for the files to export."""
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page that plays the game again")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write a record to read (Markdown); - to print it")
    parser.add_argument("--closed", action="store_true", help="of a game that is over too, show no hidden hands")


def run(args: argparse.Namespace) -> int:
    """Write the files; 1 when that fails, 2 for a usage error."""
    kit = page_of(args)
    try:
        return write(loaded(kit, text_of(args.save), args.save), kit, args)
    except (OSError, UnicodeDecodeError) as error:
        print(f"elric: {error}", file=sys.stderr)
        return 1


def write(game: Game, kit: Any, args: argparse.Namespace) -> int:
    """Write page and record of a game as the options say; without any, the record is printed.

    Raises:
        OSError: a file cannot be written.
    """
    from elric.widgets.rooms import replay_file
    from elric.widgets.rooms.replay_reel import Reel

    reel = Reel(game, kit, everything=game.seat is None and not args.closed)
    if args.html is not None:
        args.html.write_text(replay_file.page(reel), encoding="utf-8")
    if args.record is not None and str(args.record) != "-":
        args.record.write_text(replay_file.record(reel), encoding="utf-8")
    elif args.record is not None or args.html is None:
        sys.stdout.write(replay_file.record(reel))
    return 0
