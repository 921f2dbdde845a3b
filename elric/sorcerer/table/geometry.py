"""Where the hexes lie on the page, what each is called, and the picture below them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from elric.sorcerer.components.board import BOARD, HEXES, MOUNTAIN, RIVER
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.table.frame import FOLDED, HEIGHT, SCALE, WIDTH, at, middle
from elric.widgets.map.geometry import Geometry

__all__ = ["PIECE", "around", "chart"]

PIECE: Final = 1.2  # of the side of a hex
_FOLDER: Final = "sorcerer"
_SIDES: Final = {RIVER: "river", MOUNTAIN: "mountains"}
_WAYS: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")


def _maps() -> Path:
    """The folder of drawn maps: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).resolve().parents[2] / "maps"
    return (inside if inside.is_dir() else Path(__file__).resolve().parents[3] / "maps") / _FOLDER


def around(h: int) -> list[str]:
    """What lies along the sides of a hex, in words: "river: north, north-east"."""
    out = []
    for kind, name in _SIDES.items():
        ways = [_WAYS[k] for k, (n, what) in enumerate(BOARD.sides[h]) if n >= 0 and what == kind]
        if ways:
            out.append(f"{name}: {', '.join(ways)}")
    return out


@cache
def chart() -> Geometry:
    """The board as the page draws it. What kind a hex is, is what was printed: its color now stands in the view."""
    features = []
    for h, name in enumerate(HEXES.names):
        ring = [[x, round(HEIGHT - y, 1)] for x, y in map(at, HEXES.corners(h))]
        x, y = middle(h)
        spot = [x, round(HEIGHT - y, 1)]
        city = BOARD.cities.get(h)
        told = {"id": name, "name": city.name if city else name, "label": spot, "anchor": spot}
        features.append(
            {
                "type": "Feature", "id": name,
                "properties": {**told, "kind": f"{NAMES[BOARD.printed[h]]} city" if city else NAMES[BOARD.printed[h]]},
                "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
            }
        )  # fmt: skip
    data = {"type": "FeatureCollection", "bounds": [[0, 0], [HEIGHT, WIDTH]], "features": features}
    day, night = ((_maps() / f"{name}.svg").read_text(encoding="utf-8") for name in ("background", "background-dark"))
    return Geometry(data, (day, night), round(100 * PIECE * SCALE / WIDTH, 2), ("#e9e0cc", "#211d1a"), FOLDED)
