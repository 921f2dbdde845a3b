"""`elric scenarios`: what can be played, by how many, in which edition."""

from __future__ import annotations

import argparse
from typing import Any

from elric.app.commands._output import add_json, emit, table
from elric.young_kingdoms.components.scenarios import Scenario, scenarios

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "scenarios", help="list the scenarios", description="List the scenarios: key, title, players, editions, goal."
    )
    add_json(parser)
    parser.set_defaults(run=run)


def row(s: Scenario) -> dict[str, Any]:
    """One scenario as plain data."""
    return {
        "key": s.key,
        "title": s.title,
        "says": s.says,
        "seats": s.seats,
        "solo": s.solo,
        "editions": list(s.editions),
        "clauses": {e: c for e, c in zip(("chaosium", "avalon-hill"), s.clauses, strict=True) if c},
        "groups": [{"name": g.name, "nations": list(g.nations), "pieces": list(g.pieces)} for g in s.groups],
        "goal": s.goal,
        "elric": s.elric,
        "melnibone": s.melnibone,
    }


def run(args: argparse.Namespace) -> int:
    """Print them; always succeeds."""
    rows = [row(s) for s in scenarios().values()]
    cells = [
        [r["key"], r["title"], str(r["seats"]), ", ".join(f"{e} {c}" for e, c in r["clauses"].items())] for r in rows
    ]
    emit(args, rows, table(("key", "title", "players", "editions and clauses"), cells))
    return 0
