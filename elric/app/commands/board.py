"""`elric board`: the areas and their adjacencies, as the rules use them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from elric import games
from elric.app.commands._output import add_game, add_json, complain, emit, table
from elric.young_kingdoms.components import board_check
from elric.young_kingdoms.components.board import BOARD, Board, BoardError, look_over
from elric.young_kingdoms.components.board_file import feature_id, is_drawn, read_json

__all__ = ["register", "run"]

HEXES = "dragon-pass"
KINDS = ("land", "sea", "mountain")


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "board",
        help="print the board as the rules see it, or look over a board file",
        description="Print the areas of the board and what they touch. Another board goes into ELRIC_BOARD.",
    )
    add_game(parser)
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


def examine(file: Path) -> tuple[Board, list[str], list[str], list[list[str]] | None]:
    """Check a board file.

    Returns:
        the board as far as it can be read; its faults; what could not be checked; the adjacencies that a drawing shows.

    Raises:
        BoardError: when the file holds no board at all.
    """
    board, faults = look_over(file)
    faults += board_check.faults(board)
    given = read_json(file)
    beside = file.with_name("areas.geojson")
    features = given.get("features")
    if not is_drawn(given) and beside.is_file():
        features = _features(beside, faults)
        if isinstance(features, list):
            ids = {feature_id(f) for f in features}
            faults += [f"{key!r} is not drawn in {beside.name}" for key in board.ids if key not in ids]
    unseen: list[str] = []
    drawn: list[list[str]] | None = None
    if isinstance(features, list):
        try:
            from elric.young_kingdoms.table.drawn_board import check
        except ImportError:
            unseen.append("the drawing was not looked at, because shapely is missing: pip install 'elric[map]'")
        else:
            more, drawn = check(features, board)
            faults += more
    return board, list(dict.fromkeys(faults)), unseen, drawn


def _features(file: Path, faults: list[str]) -> Any:
    try:
        return read_json(file).get("features")
    except BoardError as e:
        faults += e.problems
        return None


def _check(args: argparse.Namespace) -> int:
    """Check a file: 0 when it can be played on, 2 with every fault, 1 when it could not be checked completely."""
    name = args.check.name
    board, faults, unseen, drawn = examine(args.check)
    if args.json:
        emit(args, {**_data(board), "faults": faults, "unseen": unseen, "contacts": drawn}, "")
        return 2 if faults else 1 if unseen else 0
    if faults:
        return complain("\n- ".join([f"{name} has {_count(len(faults), 'fault')}:", *faults, *unseen]))
    if unseen:
        complain(f"{name}: " + "; ".join(unseen))
        return 1
    seen = "" if drawn is None else f" Its drawing shows {len(drawn)} contacts, all of them right."
    emit(args, _data(board), f"{name} can be played on. {_told(board)}{seen}")
    return 0


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _data(board: Board) -> dict[str, Any]:
    areas = rows(board)
    borders = sorted({tuple(sorted((r["id"], t))) for r in areas for t in r["touches"]})
    counts = {k: sum(r["kind"] == k for r in areas) for k in KINDS}
    cut_off = board_check.cut_off(board)
    return {"areas": areas, "adjacencies": [list(b) for b in borders], "counts": counts, "cut_off": cut_off}


def _told(board: Board) -> str:
    data = _data(board)
    counts, cut_off = data["counts"], data["cut_off"]
    return (
        f"{counts['land']} lands, {counts['sea']} seas, {counts['mountain']} mountain ranges, "
        f"{len(data['adjacencies'])} borders." + (f" Cut off from the rest: {', '.join(cut_off)}." if cut_off else "")
    )


def _hexes(args: argparse.Namespace) -> int:
    """The board of hexes: the same, with the content of its rows of letters."""
    if games.package(args.game) not in (games.package(), games.package(HEXES)):
        return complain(f"“{args.game}” has no board to look over")
    from elric.dragon_pass.components import board as hexes

    faults: list[str] = []
    if args.check is None:
        board = hexes.BOARD
    else:
        board, faults = hexes.look_over(args.check)
    data = hexes.summary(board)
    if args.json:
        emit(args, {**data, "faults": faults}, "")
        return 2 if faults else 0
    if faults:
        return complain("\n- ".join([f"{args.check.name} has {_count(len(faults), 'fault')}:", *faults]))
    told = ", ".join(f"{number} {kind}" for kind, number in data["counts"].items())
    if args.check is not None:
        emit(args, data, f"{args.check.name} can be played on. {told}.")
        return 0
    cells = [[row["id"], row["name"], row["kind"], " ".join(row["hexes"]), row["confidence"]] for row in data["places"]]
    emit(args, data, f"{table(('place', 'name', 'kind', 'hexes', 'sure'), cells)}\n{told}.")
    return 0


def run(args: argparse.Namespace) -> int:
    """Print the board, or check the file of `--check`; 2 with every fault when it cannot be played on, or when the game
    has no board file."""
    try:
        house = games.package(args.game) == games.package()
    except games.UnknownGame as error:
        return complain(str(error))
    if not house or (args.check is not None and args.check.suffix == ".toml"):
        return _hexes(args)
    if args.check is not None:
        return _check(args)
    data = _data(BOARD)
    cells = [
        [
            r["id"],
            r["name"],
            r["kind"] + (", wild" if r["wilderness"] else ""),
            r["nation"] or "",
            ", ".join(r["cities"]) + (f" (walls {r['wall']})" if r["wall"] else ""),
            " ".join(r["touches"]),
        ]
        for r in data["areas"]
    ]
    shown = table(("area", "name", "kind", "nation", "cities", "touches"), cells)
    emit(args, data, f"{shown}\n{_told(BOARD)}")
    return 0
