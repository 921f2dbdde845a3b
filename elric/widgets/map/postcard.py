"""A position as a PNG, for whoever previews a link: the areas in the colours of their ground, who holds what, who stands where.
Drawn from a view as anybody has it, by the standard library alone; words stand beside it and not in it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from elric.widgets.definition import TableDef
from elric.widgets.map.geometry import Geometry, rings
from elric.widgets.map.piles import hue, marks_of_control, stacks
from elric.widgets.screen import View

__all__ = ["WIDE", "postcard"]

WIDE: Final = 640
"""Pixels."""
_PALETTE: Final = (
    "c4d5d2", "efe3c4", "c9ad7e", "b9c48f", "a9c0a6", "9dbfd0", "8a7650", "2a2018", "fffaf0", "a8321a", "14539a", "0b6a50", "84397a",
)  # fmt: skip
_LAND, _LINE, _INK, _PAPER, _SEATS = 1, 6, 7, 8, 9
_GROUNDS: Final = {
    "sea": 0, "mountain": 2, "ridge": 2, "forest": 3, "wooded ridge": 3, "marsh": 4, "delta": 4, "river": 5, "ford": 5,
}  # fmt: skip


class _Canvas:
    """Pixels of a palette, y down."""

    def __init__(self, wide: int, high: int, pixels: bytes | None = None) -> None:
        self.wide, self.high = wide, high
        self.pixels = bytearray(pixels or wide * high)

    def span(self, y: int, start: float, end: float, colour: int) -> None:
        """A row of pixels whose middles lie between two points."""
        first, last = max(0, round(start)), min(self.wide, round(end))
        if 0 <= y < self.high and first < last:
            at = y * self.wide
            self.pixels[at + first : at + last] = bytes((colour,)) * (last - first)

    def fill(self, outline: Sequence[Sequence[tuple[float, float]]], colour: int) -> None:
        """A polygon with its holes: each row between every second crossing."""
        crossings: dict[int, list[float]] = {}
        for ring in outline:
            for (x0, y0), (x1, y1) in pairwise(ring):
                low, high = sorted((y0, y1))
                for y in range(max(0, round(low)), min(self.high, round(high))):
                    crossings.setdefault(y, []).append(x0 + (y + 0.5 - y0) * (x1 - x0) / (y1 - y0))
        for y, found in crossings.items():
            found.sort()
            for start, end in zip(found[::2], found[1::2], strict=False):
                self.span(y, start, end, colour)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: int) -> None:
        (x0, y0), (x1, y1) = start, end
        steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
        for k in range(steps + 1):
            x = x0 + (x1 - x0) * k / steps
            self.span(int(y0 + (y1 - y0) * k / steps), int(x), int(x) + 1, colour)

    def disc(self, x: float, y: float, radius: float, colour: int) -> None:
        for row in range(int(y - radius), int(y + radius) + 1):
            half = max(0.0, radius**2 - (row + 0.5 - y) ** 2) ** 0.5
            self.span(row, x - half, x + half, colour)

    def square(self, x: float, y: float, size: float, colour: int) -> None:
        for row in range(round(y - size / 2), round(y + size / 2)):
            self.span(row, x - size / 2, x + size / 2, colour)

    def png(self) -> bytes:
        """The picture as a file."""
        rows = b"".join(b"\0" + bytes(self.pixels[y * self.wide : (y + 1) * self.wide]) for y in range(self.high))
        parts = (
            (b"IHDR", struct.pack(">IIBBBBB", self.wide, self.high, 8, 3, 0, 0, 0)),
            (b"PLTE", bytes.fromhex("".join(_PALETTE))),
            (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b""),
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
            for name, body in parts
        )


def postcard(kit: TableDef, view: View) -> bytes:
    """A position as `view` shows it, as a PNG of a few kilobytes. Sides differ by colour and, as everywhere, by shape: the first has
    discs, the second squares, the others both with a hole."""
    chart = kit.chart()
    wide, high, scale = _size(chart)
    canvas = _Canvas(wide, high, _ground(kit.key, chart))
    players = view.get("players", ())

    def put(x: float, y: float, seat: int | None, size: float) -> None:
        colour = _PAPER if seat is None else _SEATS + seat
        draw = (
            canvas.square
            if seat is None or seat % 2
            else lambda x, y, size, colour: canvas.disc(x, y, size / 2, colour)
        )
        draw(x, y, size + 4, _INK)
        draw(x, y, size, colour)
        if seat is None or seat > 1:
            draw(x, y, size / 3, _INK)

    size = max(7.0, chart.piece * wide / 100 * 0.75)
    for area, mark in marks_of_control(view).items():
        if area in chart.anchors:
            x, y = chart.anchors[area]
            put(x * scale, high - y * scale + size, int(mark.removeprefix("own-")), size / 2)
    for area, piles in stacks(view).items():
        for n, pile in enumerate(piles if area in chart.anchors else ()):
            x, y = chart.anchors[area]
            owner = view["units"][pile[0]].get("owner")
            put(x * scale + n * size, high - y * scale, None if owner is None else hue(owner, players), size)
    return canvas.png()


def _size(chart: Geometry) -> tuple[int, int, float]:
    """Width and height of a picture, and how small it is: without what stands beside the areas, as a key does."""
    corners = [
        point for feature in chart.data["features"] for polygon in rings(feature["geometry"]) for point in polygon[0]
    ]
    height = chart.frame[1]
    width = min(chart.frame[0], max(x for x, *_ in corners) + min(x for x, *_ in corners))
    return WIDE, round(WIDE * height / width), WIDE / width


_grounds: Final[dict[str, bytes]] = {}


def _ground(key: str, chart: Geometry) -> bytes:
    """The map below all positions of one game, drawn once."""
    if key not in _grounds:
        wide, high, scale = _size(chart)
        canvas = _Canvas(wide, high, bytes((_LAND if chart.around else 0,)) * (wide * high))
        drawn = [
            (feature["properties"]["kind"], [[(x * scale, high - y * scale) for x, y, *_ in ring] for ring in polygon])
            for feature in chart.data["features"]
            for polygon in rings(feature["geometry"])
        ]
        for kind, outline in drawn:
            canvas.fill(outline, _GROUNDS.get(kind, _LAND))
        # on a board of hexes a line around each would be all one sees
        for kind, outline in drawn if not chart.fine else ():
            for ring in outline if kind != "sea" else ():
                for start, end in pairwise(ring):
                    canvas.line(start, end, _LINE)
        _grounds[key] = bytes(canvas.pixels)
    return _grounds[key]
