"""The board for somebody who asks outside the page: its areas and their adjacencies, or the faults of a board file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from elric.widgets.board_report import BoardReport
from elric.young_kingdoms.components import board_check
from elric.young_kingdoms.components.board import BOARD, Board, BoardError, look_over
from elric.young_kingdoms.components.board_file import feature_id, is_drawn, read_json

__all__ = ["checked", "examine", "ours"]

KINDS = ("land", "sea", "mountain")


def ours() -> BoardReport:
    """The board that is played on."""
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
    return BoardReport(data, _counts_sentence(data), ("area", "name", "kind", "nation", "cities", "touches"), cells)


def checked(file: Path) -> BoardReport:
    """A board file, with every fault.

    Raises:
        BoardError: when the file holds no board at all.
    """
    board, faults, unseen, drawn = examine(file)
    data = _data(board)
    seen = "" if drawn is None else f" Its drawing shows {len(drawn)} contacts, all of them right."
    whole = {**data, "faults": faults, "unseen": unseen, "contacts": drawn}
    return BoardReport(whole, _counts_sentence(data) + seen, faults=faults, unseen=unseen)


def _rows(board: Board) -> list[dict[str, Any]]:
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


def _data(board: Board) -> dict[str, Any]:
    areas = _rows(board)
    borders = sorted({tuple(sorted((r["id"], t))) for r in areas for t in r["touches"]})
    counts = {k: sum(r["kind"] == k for r in areas) for k in KINDS}
    cut_off = board_check.cut_off(board)
    return {"areas": areas, "adjacencies": [list(b) for b in borders], "counts": counts, "cut_off": cut_off}


def _counts_sentence(data: dict[str, Any]) -> str:
    counts, cut_off = data["counts"], data["cut_off"]
    return (
        f"{counts['land']} lands, {counts['sea']} seas, {counts['mountain']} mountain ranges, "
        f"{len(data['adjacencies'])} borders." + (f" Cut off from the rest: {', '.join(cut_off)}." if cut_off else "")
    )
