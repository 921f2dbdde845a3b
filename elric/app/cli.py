"""The command line: `elric serve | scenarios | clauses | playout | odds | board | ...`.

Each command is a small module in `elric.app.commands` with one function `register(subparsers)`, which adds
its parser and sets `run`, a function from the parsed arguments to the exit status.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import elric
from elric.app import commands
from elric.app.commands._output import UsageError, complain
from elric.games import UnknownGame
from elric.kernel import running
from elric.kernel.clauses import RulesetError, with_hint
from elric.kernel.faults import BoardError
from elric.kernel.game import UnknownScenario
from elric.opponents.definition import UnknownOpponent

__all__ = ["build_parser", "main"]


class _Parser(argparse.ArgumentParser):
    """Reports unknown arguments in one line, with a suggestion."""

    def error(self, message: str) -> NoReturn:
        wrong = re.search(r"invalid choice: '([^']*)'", message)
        if wrong and self._subparsers is not None:
            known = [c for a in self._subparsers._group_actions for c in (a.choices or ())]
            message = with_hint(f"there is no command “{wrong[1]}”", wrong[1], known)
        self.exit(2, f"{self.prog}: {message} ({self.prog} --help lists what there is)\n")


def build_parser() -> argparse.ArgumentParser:
    """The parser with every command that lives in `elric.app.commands` (names with an underscore are helpers)."""
    parser = _Parser(
        prog="elric",
        description="Elric: Battle at the End of Time, taught and played. `elric serve` opens the page.",
    )
    parser.add_argument("--version", action="version", version=f"elric {elric.__version__} ({core()})")
    subparsers: Any = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for found in sorted(pkgutil.iter_modules(commands.__path__), key=lambda module: module.name):
        if not found.name.startswith("_"):
            importlib.import_module(f"{commands.__name__}.{found.name}").register(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 success, 1 failure, 2 usage error, 130 interrupted)."""
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["board"] and any(word.startswith("--check") for word in words):
        # Checking a file must work without loading a board: the file to check may be the broken one.
        os.environ.pop("ELRIC_BOARD", None)
    try:
        args = build_parser().parse_args(argv)
        run: Callable[[argparse.Namespace], int] = args.run
        return run(args)
    except BoardError as error:
        print("\n".join([f"elric: {error}", *getattr(error, "__notes__", ())]), file=sys.stderr)
        return 2
    except (UsageError, UnknownGame, UnknownScenario, RulesetError, UnknownOpponent) as error:
        return complain(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reading end of the pipe (head, less) was closed: exit without an error message.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def core() -> str:
    """Which core runs: "pure Python", or "compiled core" (`make fast`)."""
    return "pure Python" if str(running.__file__).endswith(".py") else "compiled core"
