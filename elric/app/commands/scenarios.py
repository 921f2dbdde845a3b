"""`elric scenarios`: what can be played, by how many, in which edition."""

from __future__ import annotations

import argparse
from typing import Any

from elric import games
from elric.app.commands._output import add_game, add_json, emit, table

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "scenarios", help="list the scenarios", description="List the scenarios: key, title, players, editions, goal."
    )
    add_game(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print them; 2 for an unknown game."""
    game = games.definition(args.game)
    rows = [game.about(scenario) for scenario in game.scenarios().values()]
    cells = [
        [
            r["key"],
            r["title"],
            str(r["seats"]),
            ", ".join(f"{e} {r['clauses'].get(e, '')}".strip() for e in r["editions"]),
        ]
        for r in rows
    ]
    emit(args, rows, table(("key", "title", "players", "editions and clauses"), cells))
    return 0
