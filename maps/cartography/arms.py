"""The shields of the nations: each an emblem in the two printed colours, placed in the nation's land."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from shapely.geometry.base import BaseGeometry

import elric
from elric.young_kingdoms.components.board import slug
from elric.young_kingdoms.table.counters import colours

from .boxes import Box, Cover, clash, grid
from .mesh import Array

#: The same drawings that counters and text of the page use.
_DRAWINGS = Path(elric.__file__).parent / "widgets" / "static" / "emblems.svg"
_WIDE, _HIGH = 40.0, 44.0
_SCALES = (1.0, 0.9, 0.8, 0.7, 0.62, 0.55, 0.5)
_SHIELD = "M2 2H38V20C38 31 30 38 20 42 10 38 2 31 2 20Z"


@dataclass(frozen=True)
class Shield:
    """A nation's shield, centred at its position; sizes in drawing units."""

    nation: str
    x: float
    y: float
    scale: float

    @property
    def box(self) -> Box:
        w, h = _WIDE * self.scale / 2, _HIGH * self.scale / 2
        return self.x - w, self.y - h, self.x + w, self.y + h

    @property
    def high(self) -> float:
        return _HIGH * self.scale


def _symbols() -> dict[str, str]:
    text = _DRAWINGS.read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="em-([a-z-]+)"[^>]*>(.*?)</symbol>', text))


def place_shield(nation: str, shape: BaseGeometry, home: tuple[float, float], taken: Array) -> Shield | None:
    """The largest shield near ``home`` that covers nothing; None for a nation without an emblem, or without room.

    :param shape: the nation's land.
    :param taken: (n, 4) boxes of names, signs and counters.
    """
    if slug(nation) not in _symbols():
        return None
    spots = grid(shape, 3.0, 3.0)
    far = np.hypot(*(spots - np.array(home)).T)
    for scale in _SCALES:
        loose = 9.0 * (scale - _SCALES[-1])  # large shields keep more distance from other things than small ones
        reach = np.array([_WIDE, _HIGH]) * scale / 2
        boxes = np.hstack([spots - reach, spots + reach])
        room = shape.buffer(-loose)
        free = clash(boxes, taken, 1.0 + loose) == 0
        if free.any() and not room.is_empty:
            free &= Cover(room).outside(boxes) < 0.03
        if free.any():
            k = int(np.where(free, far, np.inf).argmin())
            return Shield(nation, float(spots[k][0]), float(spots[k][1]), scale)
    return None


def definitions(shields: Sequence[Shield]) -> str:
    """The shields as SVG groups for ``<use>``, each centred at its origin."""
    drawn = _symbols()
    out = []
    for shield in shields:
        figure, ground = colours(slug(shield.nation))
        body = drawn[slug(shield.nation)].replace("var(--f)", figure).replace("var(--g)", ground)
        out.append(
            f'<g id="arms-{slug(shield.nation)}"><path class="ar" fill="{ground}" transform="translate(-20 -22)" d="{_SHIELD}"/>'
            f'<g transform="translate(-15.2-18)scale(.76)">{body}</g></g>'
        )
    return "".join(out)


def drawn(shields: Sequence[Shield]) -> str:
    return "".join(
        f'<use class="open" href="#arms-{slug(s.nation)}" transform="translate({s.x:.1f} {s.y:.1f})scale({s.scale:g})"/>'
        for s in shields
    )


__all__ = ["Shield", "definitions", "drawn", "place_shield"]
