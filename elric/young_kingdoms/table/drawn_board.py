"""Compares a drawn board with the graph of the rules: adjacencies in the drawing and in the board file. Needs shapely."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

import shapely
from shapely.errors import GEOSException
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from elric.young_kingdoms.components.board import MOUNTAIN, Board
from elric.young_kingdoms.components.board_file import feature_id

__all__ = ["check", "contacts", "shapes"]

_SLACK: Final = 0.004  # of the drawing's longer side: the largest distance of the two lines of a border drawn by hand
_LEAST: Final = 6.0  # times the slack: the shortest common stretch that counts as a border and not as a corner


def shapes(features: Iterable[Any]) -> tuple[dict[str, BaseGeometry], list[str]]:
    """The shape of each area by id, and the faults of invalid ones."""
    found: dict[str, BaseGeometry] = {}
    faults: list[str] = []
    for feature in features:
        key = feature_id(feature)
        if not key:
            continue
        geometry = feature.get("geometry")
        kind = geometry.get("type") if isinstance(geometry, Mapping) else None
        if kind not in ("Polygon", "MultiPolygon"):
            faults.append(f"{key} is drawn as {kind or 'nothing'}; it must be a Polygon or MultiPolygon")
            continue
        try:
            drawn = shapely.force_2d(shape(geometry))
        except (ValueError, TypeError, IndexError, KeyError, AttributeError, GEOSException):
            faults.append(f"{key}: its coordinates cannot be read")
            continue
        if not all(map(math.isfinite, shapely.get_coordinates(drawn).ravel().tolist())):
            faults.append(f"{key}: its coordinates must be finite numbers")
        elif drawn.is_empty or drawn.area == 0:
            faults.append(f"{key} is drawn without any extent")
        elif not drawn.is_valid:
            faults.append(f"{key} is no valid polygon: {shapely.is_valid_reason(drawn)}")
            found.setdefault(key, shapely.make_valid(drawn))
        else:
            found.setdefault(key, drawn)
    return found, faults


def contacts(drawn: Mapping[str, BaseGeometry]) -> tuple[dict[tuple[str, str], float], list[str]]:
    """The length of the common border of each two areas, and the areas that overlap. A single point does not count.
    Where borders do not match exactly (in a drawing by hand), lines within 0.4 % of the drawing's longer side of each
    other count as one.
    """
    keys = list(drawn)
    geometries = [drawn[key] for key in keys]
    if not keys:
        return {}, []
    x0, y0, x1, y1 = shapely.total_bounds(geometries)
    exact = bool(shapely.coverage_is_valid(geometries))
    slack = 0.0 if exact else _SLACK * max(x1 - x0, y1 - y0)
    wide = geometries if exact else [g.buffer(slack) for g in geometries]
    tree = shapely.STRtree(wide)
    found: dict[tuple[str, str], float] = {}
    faults: list[str] = []
    for i, j in tree.query(wide, predicate="intersects").T.tolist():
        if i >= j:
            continue
        if exact:
            length = float(geometries[i].intersection(geometries[j]).length)
            least = 0.0
        else:
            length = float(geometries[i].boundary.intersection(wide[j]).length)
            # Where the two lines are identical, no distance has to be computed.
            same = geometries[i].boundary.intersection(geometries[j].boundary).length > 0
            least = 0.0 if same else _LEAST * slack
            shared = float(geometries[i].intersection(geometries[j]).area)
            if shared > max(slack * length, 0.02 * min(geometries[i].area, geometries[j].area)):
                faults.append(f"{keys[i]} and {keys[j]} overlap")
        if length > least:
            a, b = sorted((keys[i], keys[j]))
            found[a, b] = length
    return found, faults


def check(features: Iterable[Any], board: Board | None) -> tuple[list[str], list[list[str]]]:
    """All faults of a drawing, and its adjacencies as pairs of ids.

    Args:
        features: GeoJSON features with ids.
        board: whose borders the drawing must show; None when there is none to compare with. Mountains touch nothing.
    """
    drawn, faults = shapes(features)
    lengths, overlaps = contacts(drawn)
    faults += overlaps
    if board is not None:
        rules = {
            (board.ids[a], board.ids[b])
            for a in range(board.size)
            for b in board.near[a]
            if board.ids[a] < board.ids[b]
        }
        passable = {key for key in drawn if key in board.index and board.kind[board.index[key]] != MOUNTAIN}
        shown = {pair for pair in lengths if passable.issuperset(pair)}
        due = {pair for pair in rules if passable.issuperset(pair)}
        for a, b in sorted(due - shown):
            how = "touch in a point only" if drawn[a].intersects(drawn[b]) else "do not touch"
            faults.append(f"{a} and {b} {how}, and should share a border")
        faults += [f"{a} and {b} touch, and should not" for a, b in sorted(shown - due)]
        for harbour, key in enumerate(board.ids):
            for sea in board.ports[harbour]:
                pair = (min(key, board.ids[sea]), max(key, board.ids[sea]))
                if key in drawn and board.ids[sea] in drawn and pair not in lengths:
                    faults.append(f"{key}: its port opens on {board.ids[sea]}, which it does not touch on the drawing")
    return faults, [list(pair) for pair in sorted(lengths)]
