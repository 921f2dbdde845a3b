"""Shared by the commands: the `--json` option, output, and error messages."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from elric import games
from elric.games import GAMES
from elric.kernel.clauses import with_hint

__all__ = ["add_database", "add_game", "add_json", "complain", "edition_of", "emit", "table"]


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`: one JSON document on standard output, for programs."""
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")


def emit(args: argparse.Namespace, data: Any, text: str) -> None:
    """Print `data` as JSON when `--json` was given, else `text`."""
    print(json.dumps(data, ensure_ascii=False, indent=2) if args.json else text)


def complain(line: str) -> int:
    """Print a usage error in one line on standard error; returns its exit status, 2."""
    print(f"elric: {line}", file=sys.stderr)
    return 2


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with columns as wide as their widest cell; the last column is not padded."""
    wide = [max(len(r[k]) for r in (head, *rows)) for k in range(len(head) - 1)]
    lines = (head, ["-" * n for n in wide] + ["-" * len(head[-1])], *rows)
    return "\n".join(
        "  ".join([*(cell.ljust(n) for cell, n in zip(r[:-1], wide, strict=True)), r[-1]]).rstrip() for r in lines
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """The option that says which game is meant."""
    parser.add_argument(
        "--game",
        default="",
        help=f"which game: {', '.join(GAMES)}, or the package of one outside the house (default: the first)",
    )


def edition_of(args: argparse.Namespace) -> str:
    """The edition that `--edition` names, by default the one that the game is played by where none is named.

    Raises:
        ValueError: there is no such edition or game; the message says which was probably meant.
    """
    game = games.definition(args.game)
    named: str = args.edition or game.edition
    if named not in game.editions:
        raise ValueError(with_hint(f"there is no edition “{named}”", named, game.editions))
    return named


def add_database(parser: argparse.ArgumentParser) -> None:
    """The option that names the database where games are kept."""
    parser.add_argument(
        "--database",
        default="",
        metavar="ADDRESS",
        help="keep games in PostgreSQL: postgresql+psycopg://name@host/base (default: ELRIC_DATABASE, or a file)",
    )
