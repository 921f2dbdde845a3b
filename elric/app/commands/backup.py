"""`elric backup` and `elric restore`: a copy of all games while they are played, and its way back."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elric.app.commands._output import add_database, complain
from elric.kernel.record import KeepError

if TYPE_CHECKING:
    from elric.app.store.saves import SaveStore

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    for name, work, help_ in (
        ("backup", _backup, "copy all games into one file, while they are played"),
        ("restore", _restore, "put a copy of all games in their place"),
    ):
        parser = subparsers.add_parser(
            name, help=help_, description=f"{help_.capitalize()}. The copy fits a folder and a PostgreSQL alike."
        )
        parser.add_argument("file", type=Path, help="the copy")
        parser.add_argument(
            "--saves", type=Path, help="folder of the games (default: your data folder, or ELRIC_SAVES)"
        )
        add_database(parser)
        if work is _restore:
            parser.add_argument("--replace", action="store_true", help="also where there are games already")
        parser.set_defaults(run=run, work=work)


def run(args: argparse.Namespace) -> int:
    """1 when it fails; then nothing is changed. 2 for a usage error."""
    try:
        from elric.app.store.saves import SaveStore
    except ModuleNotFoundError as error:
        print(f"Games need {error.name}: pip install 'elric[app]'", file=sys.stderr)
        return 1
    try:
        number: int = args.work(SaveStore(args.database or args.saves), args)
    except ValueError as error:
        return complain(str(error))
    except KeepError as error:
        print(f"elric: {error}", file=sys.stderr)
        return 1
    print(f"{number} games")
    return 0


def _backup(store: SaveStore, args: argparse.Namespace) -> int:
    from elric.app.store.copies import backup

    return backup(store.database, args.file)


def _restore(store: SaveStore, args: argparse.Namespace) -> int:
    from elric.app.store.copies import restore

    return restore(args.file, store.database, replace=args.replace)
