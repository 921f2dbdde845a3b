"""`elric games`: administration of the saved games: list, export, import, delete and restore, and the trash."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elric.app.commands import replay
from elric.app.commands._output import (
    add_database,
    add_game,
    add_json,
    complain,
    emit,
    in_store,
    loaded,
    page_of,
    table,
    text_of,
)
from elric.widgets.rooms.kept import GAME, About, KeptGame, new_id

if TYPE_CHECKING:
    from elric.app.store.saves import SaveStore

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "games",
        help="list, export, import or delete the games that are kept here",
        description="The games that are kept here. Whoever knows a game's id may open it: keep the list to yourself.",
    )
    deeds = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)

    def deed(name: str, work: Callable[[SaveStore, argparse.Namespace], int], help_: str) -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = deeds.add_parser(name, help=help_, description=help_.capitalize() + ".")
        add_database(found)
        found.set_defaults(run=run, work=work)
        return found

    add_json(deed("list", _list, "print all games that were played, the last played first"))
    out = deed("export", _export, "print one game as text, or write it to a file")
    out.add_argument("id", help="as `list` prints it")
    out.add_argument("file", nargs="?", type=Path, help="where to write it (default: standard output)")
    replay.add_files(out)
    add_game(out)
    into = deed("import", _import, "keep a game that was exported, under an id of its own, and print that")
    into.add_argument("file", type=Path, help="the game's text; - for standard input")
    add_game(into)
    deed("delete", _delete, "delete a game; for a month it can be restored").add_argument("id")
    trash = "throw old games into the trash now, as a server does every day; a server that refuses says so in its log"
    old = deed("prune", _prune, trash)
    for name, default, words in (("days", 365, "days without an act"), ("games", 20_000, "games"), ("mb", 2000, "MB")):
        old.add_argument(f"--keep-{name}", type=int, default=default, metavar="N", help=f"{words} that may stay (default %(default)s; 0: any)")  # fmt: skip
    old.add_argument("--sure", action="store_true", help="also where many go at once, or the clock looks wrong")
    add_json(deed("trash", _trash, "list the games in the trash, the last thrown first"))
    back = deed("bring-back", _bring_back, "put games out of the trash back where they were")
    back.add_argument("id", nargs="*", help="as `trash` prints it (default: all of them)")
    deed("restore", _restore, "bring a deleted game back").add_argument("id")


def run(args: argparse.Namespace) -> int:
    """Run one of these subcommands; 1 when it fails, 2 for a usage error."""
    return in_store(args, args.work)


def _list(store: SaveStore, args: argparse.Namespace) -> int:
    kept = store.every()
    emit(args, [_data(game) for game in kept], _table_text(kept))
    return 0


def _data(game: KeptGame) -> dict[str, Any]:
    about = About.read(game.about)
    return {
        "id": game.key,
        "name": game.name,
        "game": about.game,
        "scenario": about.title,
        "turn": about.turn,
        "decides": about.whose,
        "played": _day(game.played),
        "deleted": _day(game.deleted) if game.deleted else None,
    }


def _table_text(kept: list[KeptGame]) -> str:
    if not kept:
        return "No games are kept here."
    rows = [[str(value or "") for value in _data(game).values()] for game in kept]
    return table(("id", "name", "game", "scenario", "turn", "decides", "last played", "deleted"), rows)


def _day(then: float) -> str:
    return datetime.fromtimestamp(then).strftime("%Y-%m-%d %H:%M")


def _export(store: SaveStore, args: argparse.Namespace) -> int:
    text = store.get(args.id, GAME)
    if text is None:
        return complain(f"there is no game {args.id:.60}")
    if args.html is not None or args.record is not None:
        kit = page_of(args)  # a page that plays the game again, or a record of it to read
        return replay.write(loaded(kit, text, args.id), kit, args)
    if args.file is None:
        sys.stdout.write(text)
    else:
        args.file.write_text(text, encoding="utf-8")
    return 0


def _import(store: SaveStore, args: argparse.Namespace) -> int:
    kit = page_of(args)
    game = loaded(kit, text_of(args.file), args.file)
    key = new_id()
    turn = f"turn {game.turn}" if game.turn else "setting up"
    store.put(
        key, GAME, game.save(), "", about=About(kit.name[:1].upper() + kit.name[1:], game.scenario.title, turn).text()
    )
    print(key)
    return 0


def _delete(store: SaveStore, args: argparse.Namespace) -> int:
    store.delete(args.id)
    return 0


def _restore(store: SaveStore, args: argparse.Namespace) -> int:
    store.restore(args.id)
    return 0


def _prune(store: SaveStore, args: argparse.Namespace) -> int:
    told = store.prune(args.keep_days, args.keep_games, size=1_000_000 * args.keep_mb, sure=args.sure)
    print(", ".join(f"{number} {why}" for why, number in told.items()) or "Nothing is old.")
    return 0


def _trash(store: SaveStore, args: argparse.Namespace) -> int:
    thrown = store.thrown()
    rows = [{"id": one.page, "name": one.name, "thrown": _day(one.when), "why": one.why} for one in thrown]
    text = table(("id", "name", "thrown away", "why"), [[str(value) for value in row.values()] for row in rows])
    emit(args, rows, text if rows else "The trash is empty.")
    return 0


def _bring_back(store: SaveStore, args: argparse.Namespace) -> int:
    print(f"{store.bring_back(args.id or None)} games are back.")
    return 0
