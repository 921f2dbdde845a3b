"""Where the hexes lie on the page, what each is called, and the picture below them.

The picture of our own board is drawn beforehand (`make map`); a board that somebody changed is drawn from its data when the
page first needs it, plainer, but true.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from elric.dragon_pass.components.board import BOARD, HEXES, board_file
from elric.dragon_pass.table.frame import FOLDED, HEIGHT, SCALE, WIDTH, at, middle
from elric.dragon_pass.table.picture import picture
from elric.widgets.map.geometry import Geometry

KINDS: Final = {
    ".": "open ground", "^": "ridge", "f": "forest", "F": "wooded ridge", "m": "marsh", "d": "delta", "r": "river", "=": "ford",
}  # fmt: skip
_PIECE: Final = 1.3  # of the side of a hex: as large as a counter may be that covers no neighbour's middle
_FOLDER: Final = "dragon-pass"


def _maps() -> Path:
    """The folder of drawn maps: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).resolve().parents[2] / "maps"
    return (inside if inside.is_dir() else Path(__file__).resolve().parents[3] / "maps") / _FOLDER


def _pictures() -> tuple[str, str]:
    day, night = (_maps() / f"{name}.svg" for name in ("background", "background-dark"))
    if board_file() is None and day.is_file() and night.is_file():
        return day.read_text(encoding="utf-8"), night.read_text(encoding="utf-8")
    return str(picture(False)), str(picture(True))


@cache
def chart() -> Geometry:
    """The board as the page draws it."""
    features = []
    for h, name in enumerate(HEXES.names):
        place = BOARD.place_at.get(h)
        ring = [[x, round(HEIGHT - y, 1)] for x, y in map(at, HEXES.corners(h))]
        x, y = middle(h)
        spot = [x, round(HEIGHT - y, 1)]
        told = place.name if place else name
        kind = place.kind if place else KINDS[BOARD.ground[h]]
        features.append(
            {
                "type": "Feature", "id": name,
                "properties": {"id": name, "name": told, "kind": kind, "label": spot, "anchor": spot},
                "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
            }
        )  # fmt: skip
    data = {"type": "FeatureCollection", "bounds": [[0, 0], [HEIGHT, WIDTH]], "features": features}
    return Geometry(data, _pictures(), round(100 * _PIECE * SCALE / WIDTH, 2), ("#efe3c4", "#241f18"), FOLDED)
