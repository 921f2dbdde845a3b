"""`elric site`: writes the page without a server as one folder of files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "site",
        help="write the page without a server, as one folder for any web host",
        description="Write a folder in which the page runs in the visitor's own browser. `make site` calls this.",
    )
    parser.add_argument("folder", type=Path, help="where the site goes")
    parser.add_argument("--packages", type=Path, required=True, help="folder with the npm packages pyodide and leaflet")
    parser.add_argument(
        "--docs",
        default="",
        metavar="ADDRESS",
        help="where the documentation is, from the page: it then has a link to it",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """1 when something that the site is made of is missing."""
    try:
        from elric.site.build import SiteError, build, weight
    except ModuleNotFoundError as error:
        print(f"The site needs {error.name}: pip install 'elric[app]'", file=sys.stderr)
        return 1
    try:
        site = build(args.folder, args.packages / "pyodide", args.packages / "leaflet", args.docs)
    except SiteError as error:
        print(f"elric: {error}", file=sys.stderr)
        return 1
    print(f"{len(site)} files, {weight(site) / 1e6:.1f} MB as they travel, in {args.folder}")
    return 0
