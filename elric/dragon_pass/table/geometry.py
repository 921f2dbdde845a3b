"""Where the hexes lie on the page, and what each is called."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.table.picture import picture
from elric.widgets.map.geometry import Geometry
from elric.widgets.map.hex_chart import Ground, hex_chart

KINDS: Final = {
    ".": "open ground", "^": "ridge", "f": "forest", "F": "wooded ridge", "m": "marsh", "d": "delta", "r": "river", "=": "ford",
}  # fmt: skip


@cache
def chart() -> Geometry:
    """The board as the page draws it."""
    ground = {}
    for h, letter in enumerate(BOARD.ground):
        place = BOARD.place_at.get(h)
        ground[h] = Ground(place.name if place else HEXES.names[h], place.kind if place else KINDS[letter])
    return replace(hex_chart(HEXES, ground), pictures=(picture(False), picture(True)))
