"""`elric serve`: serves the page to browsers on this machine or in the local network."""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

from elric.app.commands._output import add_database, add_game, page_of

__all__ = ["register", "run"]

DEFAULT_PORT = 8866


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="serve the page and print its address",
        description="Serve the page. Prints one line with the address; Ctrl-C stops it.",
    )
    parser.add_argument(
        "--port", type=_port, default=DEFAULT_PORT, help="default %(default)s; when taken, the next free"
    )
    parser.add_argument("--host", default="localhost", help="0.0.0.0 lets other machines in (default: this one only)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    add_database(parser)
    parser.add_argument(
        "--keep-days", type=_number, default=365, metavar="N",
        help="throw games away that nobody played for N days (default %(default)s; 0: never)",
    )  # fmt: skip
    parser.add_argument(
        "--keep-games", type=_number, default=20_000, metavar="N",
        help="keep N games at most: unplayed ones go first, then the oldest (default %(default)s; 0: all)",
    )  # fmt: skip
    parser.add_argument("--keep-mb", type=_number, default=2000, metavar="N",
                        help="keep so many MB of games at most, in the same order (default %(default)s; 0: all)")  # fmt: skip
    parser.add_argument(
        "--ready", type=_number, default=1, metavar="N", help="kernels kept warm for the next visitor (default 1)"
    )
    parser.add_argument(
        "--most", type=_count, metavar="N", help="visitors at the same time; the rest wait (default: what fits here)"
    )
    parser.add_argument("--away", type=_count, default=120, metavar="SECONDS",
                        help="how long a table is held for a tab that vanished (default %(default)s)")  # fmt: skip
    parser.add_argument("--each", type=_number, metavar="N",
                        help="tables for one address; 0: any number (default: half of them, when others can reach the server)")  # fmt: skip
    parser.add_argument("--idle", type=_count, default=60, metavar="MINUTES",
                        help="a table at which nothing happened for so long is cleared; its game is kept (default %(default)s)")  # fmt: skip
    parser.add_argument("--memory", type=_number, default=512, metavar="MB",
                        help="a table that takes more is cleared; its game is kept (default %(default)s; 0: never)")  # fmt: skip
    parser.add_argument("--spare", type=_number, default=200, metavar="MB",
                        help="let nobody in while the machine has less than this left (default %(default)s)")  # fmt: skip
    parser.add_argument("--thinkers", type=_number, metavar="N",
                        help="tables at which a computer thinks at the same time, of all servers here (default: half of the cores; 0: any number)")  # fmt: skip
    parser.add_argument("--theme", choices=("system", "light", "dark"), default="system",
                        help="what a browser shows that was not told otherwise (default %(default)s)")  # fmt: skip
    parser.add_argument("--log", choices=("text", "json"), default="",
                        help="write a line for each event to standard error (default: warnings only)")  # fmt: skip
    parser.add_argument("--proxy", action="store_true",
                        help="believe X-Real-IP and X-Forwarded-For: only where nobody comes in but through your proxy")  # fmt: skip
    parser.add_argument("--base-url", default="/", metavar="PATH", help="serve below this path, behind a proxy")
    parser.add_argument("--host-name", action="append", default=[], metavar="NAME", dest="names",
                        help="a name by which browsers may call this server (again for each further name)")  # fmt: skip
    parser.add_argument("--docs", type=_address, default="", metavar="ADDRESS",
                        help="where the documentation is (https://... or a path): the page then has a link to it")  # fmt: skip
    parser.add_argument("--notebook", type=Path, help="serve this notebook instead of the page")
    add_game(parser)
    parser.add_argument("--verbose", action="store_true", help="log each request")
    parser.set_defaults(run=run)


def _number(text: str) -> int:
    """A whole number from 0."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"a whole number from 0 was expected, not {text!r:.40}")
    return int(text)


def _count(text: str) -> int:
    """A whole number from 1."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"a whole number from 1 was expected, not {text!r:.40}")
    return int(text)


def _address(text: str) -> str:
    """A web address, or a path on this host; "" for none."""
    if text and (not re.fullmatch(r"(?:https?://[^\s/]|/)[^\s\\]*", text) or text.startswith("//")):
        raise argparse.ArgumentTypeError(f"an address (https://...) or a path (/docs/) was expected, not {text!r:.40}")
    return text


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) < 65_536):
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r:.40}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted. 1 when the page's packages or the notebook are missing, or no port is free; 2 when there is no
    such game, or it has no page.

    Raises:
        BoardError: when the board cannot be played on or shown.
    """
    missing = [name for name in ("voila", "ipyleaflet", "anywidget") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"The page needs {', '.join(missing)}: pip install 'elric[app]'", file=sys.stderr)
        return 1
    # Jupyter's libraries check documents by jsonschema. As it is imported it reads the grammar of addresses in all scripts for more
    # than a second, if that is installed, and no document of ours holds one.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    from elric.app.server import ServeError, Settings, serve

    page_of(args).chart()  # raises here if the board cannot be drawn, before a page would stay empty
    try:
        serve(
            Settings(
                port=args.port,
                host=args.host,
                browser=not args.no_browser,
                saves=args.saves,
                database=args.database,
                keep_days=args.keep_days,
                keep_games=args.keep_games,
                keep_bytes=1_000_000 * args.keep_mb,
                ready=args.ready,
                notebook=args.notebook,
                verbose=args.verbose,
                most=args.most,
                each=args.each,
                away=args.away,
                idle=60 * args.idle,
                memory=1_000_000 * args.memory,
                spare=1_000_000 * args.spare,
                theme=args.theme,
                log=args.log,
                proxy=args.proxy,
                base_url=args.base_url,
                names=tuple(args.names),
                game=args.game,
                thinkers=args.thinkers,
                docs=args.docs,
            )
        )
    except ServeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
