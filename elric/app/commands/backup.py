"""`elric backup` and `elric restore`: a copy of all games while they are played, and its way back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elric.app.commands._output import add_database, in_store

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
        add_database(parser)
        if work is _restore:
            parser.add_argument("--replace", action="store_true", help="also where there are games already")
        parser.set_defaults(run=run, work=work)


def run(args: argparse.Namespace) -> int:
    """1 when it fails; then nothing is changed. 2 for a usage error."""
    return in_store(args, args.work)


def _backup(store: SaveStore, args: argparse.Namespace) -> int:
    from elric.app.store.copies import backup

    print(f"{backup(store.database, args.file)} games")
    return 0


def _restore(store: SaveStore, args: argparse.Namespace) -> int:
    from elric.app.store.copies import restore

    print(f"{restore(args.file, store.database, replace=args.replace)} games")
    return 0
