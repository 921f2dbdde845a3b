"""Shared by the commands: the `--json` option, output, and error messages."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elric import games
from elric.games import GAMES
from elric.kernel.clauses import with_hint
from elric.kernel.record import KeepError

if TYPE_CHECKING:
    from elric.app.store.saves import SaveStore

__all__ = [
    "add_database", "add_game", "add_json", "add_study", "complain", "edition_of", "emit", "in_store", "table", "wrong_study",
]  # fmt: skip


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
    """The options that name where games are kept."""
    parser.add_argument("--saves", type=Path, help="folder of the games (default: your data folder, or ELRIC_SAVES)")
    parser.add_argument(
        "--database",
        default="",
        metavar="ADDRESS",
        help="keep games in PostgreSQL: postgresql+psycopg://name@host/base (default: ELRIC_DATABASE, or a file)",
    )


def in_store(args: argparse.Namespace, work: Callable[[SaveStore, argparse.Namespace], int]) -> int:
    """Do something with the games that are kept: its status, 1 when it fails, 2 for a usage error."""
    try:
        from elric.app.store.saves import SaveStore
    except ModuleNotFoundError as error:
        print(f"Games need {error.name}: pip install 'elric[app]'", file=sys.stderr)
        return 1
    try:
        return work(SaveStore(args.database or args.saves), args)
    except (ValueError, games.UnknownGame) as error:
        return complain(str(error))
    except (KeepError, OSError) as error:
        print(f"elric: {error}", file=sys.stderr)
        return 1


def add_study(parser: argparse.ArgumentParser, whole: str) -> None:
    """The options of many games that are played by computer players; `whole`: what all of them are called."""
    parser.add_argument("--seed", type=int, default=0, help=f"of the whole {whole} (default 0)")
    parser.add_argument("--iterations", type=int, default=0, help="how many lines the Sorcerer-King plays ahead")
    parser.add_argument("--workers", type=int, default=1, help="processes of this machine (default 1)")


def wrong_study(args: argparse.Namespace) -> str:
    """What is wrong with the numbers of those options, "" for nothing."""
    if args.games < 1 or args.workers < 1 or args.iterations < 0:
        return "--games and --workers must be 1 or more, --iterations 0 or more"
    return ""
