"""`elric board`: the areas and what touches what, as the rules see them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from elric.app.commands._output import add_json, complain, emit, table
from elric.young_kingdoms.board import MOUNTAIN, Board, BoardError, load_board

__all__ = ["register", "run"]

KINDS = ("land", "sea", "mountain")


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "board",
        help="print the board as the rules see it, or look over a board file",
        description="Print the areas of the board and what they touch. Another board goes into ELRIC_BOARD.",
    )
    parser.add_argument("--check", type=Path, metavar="FILE", help="look over this board file and say what is wrong")
    add_json(parser)
    parser.set_defaults(run=run)


def rows(board: Board) -> list[dict[str, Any]]:
    """Every area as plain data; `touches` holds the areas one step away, mountains left out."""
    return [
        {
            "id": board.ids[a],
            "name": board.names[a],
            "kind": KINDS[board.kind[a]],
            "nation": board.nation[a] or None,
            "wilderness": board.wild[a],
            "cities": list(board.cities[a]),
            "capital": board.capital[a],
            "wall": board.wall[a],
            "ports": [board.ids[b] for b in board.ports[a]],
            "builds_fleets": board.builds[a],
            "spell_place": board.spell_place[a] or None,
            "special": board.special[a] or None,
            "continent": board.continent[a] or None,
            "touches": [board.ids[b] for b in board.near[a]],
        }
        for a in range(board.size)
    ]


def apart(board: Board) -> list[str]:
    """Areas that cannot be reached from the first land of the board."""
    far = board.distances(board.lands[0]) if board.lands else []
    return [board.ids[a] for a in range(board.size) if far and far[a] < 0 and board.kind[a] != MOUNTAIN]


def run(args: argparse.Namespace) -> int:
    """Print the board; 2 when it cannot be played on, with every fault."""
    try:
        board = load_board(args.check)
    except BoardError as e:
        return complain(str(e))
    areas = rows(board)
    borders = sorted({tuple(sorted((r["id"], t))) for r in areas for t in r["touches"]})
    cut_off = apart(board)
    counts = {k: sum(r["kind"] == k for r in areas) for k in KINDS}
    data = {"areas": areas, "adjacencies": [list(b) for b in borders], "counts": counts, "cut_off": cut_off}
    told = (
        f"{counts['land']} lands, {counts['sea']} seas, {counts['mountain']} mountain ranges, {len(borders)} borders."
        + (f" Cut off from the rest: {', '.join(cut_off)}." if cut_off else "")
    )
    if args.check is not None:
        emit(args, data, f"{args.check.name} can be played on. {told}")
        return 0
    cells = [
        [
            r["id"],
            r["name"],
            r["kind"] + (", wild" if r["wilderness"] else ""),
            r["nation"] or "",
            ", ".join(r["cities"]) + (f" (walls {r['wall']})" if r["wall"] else ""),
            " ".join(r["touches"]),
        ]
        for r in areas
    ]
    emit(args, data, table(("area", "name", "kind", "nation", "cities", "touches"), cells) + "\n" + told)
    return 0
