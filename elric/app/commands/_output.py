"""Shared by the commands: options, what they name, output, and error messages."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elric import games
from elric.games import GAMES
from elric.kernel.clauses import with_hint
from elric.kernel.failure import ElricError
from elric.kernel.record import KeepError, SaveError

if TYPE_CHECKING:
    from elric.app.store.saves import SaveStore
    from elric.app.studies.runs import Job
    from elric.kernel.game import Game
    from elric.widgets.definition import TableDef

__all__ = [
    "UsageError", "add_database", "add_game", "add_json", "add_study", "complain", "edition_of", "emit", "extra", "in_store", "loaded",
    "page_of", "study_asked", "table", "text_of",
]  # fmt: skip


class UsageError(ElricError, ValueError):
    """A command was asked for what there is not; the message is for who typed it, and the exit status is 2."""


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


def page_of(args: argparse.Namespace) -> TableDef:
    """The page of the game that `--game` names.

    Raises:
        UnknownGame, UsageError: there is no such game, or it has no page.
    """
    found: TableDef | None = games.table(args.game)
    if found is None:
        raise UsageError(f"“{args.game}” has no page")
    return found


def text_of(file: Path) -> str:
    """What is written in a file; - is the standard input."""
    return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")


def loaded(page: TableDef, text: str, name: object) -> Game:
    """The game that a text holds, and `name` is what it is called.

    Raises:
        UsageError: no game can be read there.
    """
    try:
        game: Game = page.load(text)
    except SaveError as error:
        raise UsageError(f"{name!s:.200} is no game that can be read: {error}") from error
    return game


def edition_of(args: argparse.Namespace) -> str:
    """The edition that `--edition` names, by default the one that the game is played by where none is named.

    Raises:
        UnknownGame, UsageError: there is no such game or edition; the message says which was probably meant.
    """
    game = games.definition(args.game)
    named: str = args.edition or game.edition
    if named not in game.editions:
        raise UsageError(with_hint(f"there is no edition “{named}”", named, game.editions))
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
    except ValueError as error:
        return complain(str(error))
    except (KeepError, OSError) as error:
        print(f"elric: {error}", file=sys.stderr)
        return 1


@contextmanager
def extra(name: str) -> Iterator[None]:
    """What is imported within comes with an extra of the package.

    Raises:
        UsageError: it is not installed.
    """
    try:
        yield
    except ImportError as error:
        raise UsageError(f"this needs what the extra “{name}” installs: pip install 'elric[{name}]'") from error


def add_study(parser: argparse.ArgumentParser, whole: str, number: int) -> None:
    """The options of many games that are played by computer players.

    Args:
        whole: what all of them are called.  number: how many are played where nobody says.
    """
    add_game(parser)
    parser.add_argument("--scenario", nargs="+", default=["all"], metavar="KEY", help="scenarios, or all (default)")
    parser.add_argument(
        "--rules", nargs="+", default=["all"], metavar="RULES",
        help="editions, each with changes if you like, or all (default)",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=number, help="games of each scenario, rules and seating (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help=f"of the whole {whole} (default 0)")
    parser.add_argument("--iterations", type=int, default=0, help="how many lines the Sorcerer-King plays ahead")
    parser.add_argument("--workers", type=int, default=1, help="processes of this machine (default 1)")


def study_asked(
    args: argparse.Namespace,
    players: Sequence[str],
    *,
    least: int = 1,
    most: int = 99,
    rules: Sequence[str] = (),
    game: str = "",
) -> tuple[list[str], list[Job]]:
    """The scenarios that the options of a study name, and all games of it.

    Args:
        least, most: only scenarios with so many seats.
        rules: instead of those that `--rules` names.  game: what the study is to call the game, instead of `--game`.

    Raises:
        UnknownGame, UnknownScenario, RulesetError, UnknownOpponent, UsageError: with what is wrong.
    """
    from elric.app.studies.runs import jobs

    if args.games < 1 or args.workers < 1 or args.iterations < 0:
        raise UsageError("--games and --workers must be 1 or more, --iterations 0 or more")
    definition, kind = games.definition(args.game), games.game_class(args.game)
    named = [*definition.scenarios()] if args.scenario == ["all"] else args.scenario
    scenarios = [key for key in named if least <= kind.find_scenario(key).seats <= most]
    rules = rules or (definition.editions if args.rules == ["all"] else args.rules)
    return scenarios, jobs(game or args.game, scenarios, rules, players, args.games, args.seed, args.iterations)
