"""Placement of symbols, their names and the counters inside each area without overlaps.

For one area at a time: candidate places for symbol and name, candidate places for the counters, and the cheapest pair
of the two. Nation names, ports and the content of neighbouring areas are obstacles; :mod:`.labels` iterates until
nothing moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from .boxes import Box, Cover, clash, grid, hull, squares, stack
from .mesh import Array
from .source import Area
from .typeface import ABOVE, BELOW, LEADING, Typeface, block, broken

#: Half a counter, drawing units: 34 px when the frame is 1000 px wide.
HALF = 27.5
_HARD = 0.7  # cost of each overlapping square unit with something that must stay readable
SPACED = (0.14, 0.07, 0.02)  # letter spacing of sea names to try, em
_PAIRS = 60  # how many of the best candidates of each kind are combined


@dataclass(frozen=True)
class Words:
    """A straight label.

    :ivar lines: text and baseline (x, y) of each line. :ivar hang: ``start``, ``middle`` or ``end``.
    """

    text: str
    kind: str
    size: float
    cut: str
    hang: str
    lines: tuple[tuple[str, float, float], ...]
    box: Box
    spacing: float = 0.0


@dataclass(frozen=True)
class Symbol:
    """A symbol at a point; ``half``: half its width and height."""

    kind: str
    x: float
    y: float
    half: tuple[float, float]

    @property
    def box(self) -> Box:
        return self.x - self.half[0], self.y - self.half[1], self.x + self.half[0], self.y + self.half[1]


@dataclass(frozen=True)
class Spot:
    """The content of one area: its symbols, its name (or none), and the centre of its counters."""

    symbols: tuple[Symbol, ...]
    words: Words | None
    anchor: tuple[float, float]
    cost: float = 0.0
    crowd: float = 1.0

    @property
    def counter(self) -> Box:
        x, y = self.anchor
        return x - HALF * self.crowd, y - HALF, x + HALF * self.crowd, y + HALF

    @property
    def fixed(self) -> list[Box]:
        """Boxes of everything but the counters."""
        return [s.box for s in self.symbols] + ([self.words.box] if self.words else [])


def _hindrance(boxes: Array, others: Array, gap: float) -> Array:
    """The cost of overlapping what must stay readable: proportional to the area, plus a constant for any overlap."""
    shared = clash(boxes, others, gap)
    price: Array = shared * _HARD + 5.0 * (shared > 0)
    return price


HALVES = {
    "capital": (12.5, 12.5),
    "walled": (11.0, 9.5),
    "open": (7.0, 7.0),
    "spell": (11.5, 11.5),
    "sword": (7.5, 15.0),
}


def signs(area: Area) -> list[Symbol]:
    """The symbols of an area side by side, centred at the origin."""
    kinds = [area.symbol] if area.symbol else []
    if area.spell:
        kinds.append("spell")
    if area.special in ("sword", "mordaga"):
        kinds.append("sword")
    total = sum(2 * HALVES[k][0] for k in kinds) + 4.0 * max(0, len(kinds) - 1)
    out, x = [], -total / 2
    for k in kinds:
        w, h = HALVES[k]
        out.append(Symbol(k, x + w, 0.0, (w, h)))
        x += 2 * w + 4.0
    return out


def words_at(
    face: Typeface,
    text: str,
    kind: str,
    cut: str,
    size: float,
    lines: Sequence[str],
    hang: str,
    x: float,
    top: float,
    spacing: float = 0.0,
) -> Words:
    """A block of lines whose top edge is at ``top``, aligned at ``x``; ``spacing`` (em) between the letters."""
    width, height = block(face, cut, lines, size, spacing)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[hang]
    base = top + size * ABOVE
    placed = tuple((line, x, base + i * size * LEADING) for i, line in enumerate(lines))
    return Words(text, kind, size, cut, hang, placed, (left, top, left + width, top + height), spacing)


def _variants(face: Typeface, area: Area, kind: str, cut: str, text: str, size: float) -> list[tuple[float, Words]]:
    """Positions of the name relative to the symbols at the origin, each with its cost."""
    group = signs(area)
    out: list[tuple[float, Words]] = []
    for n in (1, 2, 3):
        lines = broken(text, n)
        if lines is None:
            continue
        _width, height = block(face, cut, lines, size)
        extra = (0.0, 2.0, 7.0)[n - 1]
        if not group:
            out.append((extra, words_at(face, text, kind, cut, size, lines, "middle", 0.0, -height / 2)))
            continue
        x0, y0, x1, y1 = hull(s.box for s in group)
        out.append((extra, words_at(face, text, kind, cut, size, lines, "middle", 0.0, y1 + 2.5)))
        out.append((extra + 1.6, words_at(face, text, kind, cut, size, lines, "middle", 0.0, y0 - 2.5 - height)))
        out.append((extra + 0.8, words_at(face, text, kind, cut, size, lines, "start", x1 + 4.0, -height / 2)))
        out.append((extra + 1.2, words_at(face, text, kind, cut, size, lines, "end", x0 - 4.0, -height / 2)))
    return out


def shifted(words: Words, dx: float, dy: float) -> Words:
    x0, y0, x1, y1 = words.box
    lines = tuple((t, x + dx, y + dy) for t, x, y in words.lines)
    box = (x0 + dx, y0 + dy, x1 + dx, y1 + dy)
    return Words(words.text, words.kind, words.size, words.cut, words.hang, lines, box, words.spacing)


def choose(
    face: Typeface,
    area: Area,
    shape: Polygon,
    dry: Cover,
    pull: tuple[float, float] | None,
    obstacles: Array,
    piles: Array,
    label: tuple[str, str, str, float] | None,
) -> Spot:
    """The best places for symbols, name and counters of one land or mountain area.

    :param dry: where the name may be (the land mass, inside the frame).
    :param pull: a port that its city should be near.
    :param obstacles: (n, 4) boxes to keep clear of; ``piles``: other areas' counters.
    :param label: (text, kind, cut, size), or None when the area has no name in this layout.
    """
    area_cover = Cover(shape)
    centre = np.array(shapely.maximum_inscribed_circle(shape).coords[0])
    group = signs(area)
    spots = grid(shape, 5.0, 13.0 if group else 8.0)
    reach = np.hypot(*(spots - centre).T)
    home = 0.035 * reach if pull is None else 0.20 * np.hypot(*(spots - np.array(pull)).T) + 0.012 * reach
    variants = _variants(face, area, label[1], label[2], label[0], label[3]) if label else [(0.0, None)]
    filled = np.vstack([obstacles, piles])
    prices: list[Array] = []
    drawn: list[tuple[int, Words | None]] = []
    for v, (extra, words) in enumerate(variants):
        price = home + extra
        for s in group:
            b = np.array(s.box) + np.tile(spots, 2)
            price = price + _hindrance(b, filled, 2.0) + area_cover.outside(b) * 60
        if words is not None:
            b = np.array(words.box) + np.tile(spots, 2)
            price = price + _hindrance(b, filled, 2.0) + area_cover.outside(b) * 130 + dry.outside(b) * 90
        prices.append(price)
        drawn += [(v, words)] * len(spots)
    cost = np.concatenate(prices)
    first = np.argsort(cost, kind="stable")[: _PAIRS * 8]
    stands = grid(shape, 5.0, 12.0)
    squares_ = squares(stands, HALF, area.crowd)
    price = _hindrance(squares_, obstacles, 1.0) + area_cover.outside(squares_) * 130 + clash(squares_, piles) * 0.3
    price = price + dry.outside(squares_) * 60 + 0.02 * np.hypot(*(stands - centre).T)
    second = np.argsort(price, kind="stable")[: _PAIRS * 5]
    best: tuple[float, Spot] | None = None
    for f in first.tolist():
        v, words = drawn[f]
        if best is not None and cost[f] + price[second[0]] >= best[0]:
            break
        x, y = spots[f % len(spots)]
        own = [Symbol(s.kind, s.x + x, s.y + y, s.half) for s in group]
        moved = shifted(words, x, y) if words else None
        boxes = stack([s.box for s in own] + ([moved.box] if moved else []))
        both = price[second] + _hindrance(squares_[second], boxes, 1.5)
        k = int(both.argmin())
        total = float(cost[f] + both[k])
        if best is None or total < best[0]:
            at = stands[second[k]]
            best = (total, Spot(tuple(own), moved, (float(at[0]), float(at[1])), total, area.crowd))
    assert best is not None
    return best[1]


def choose_sea(
    face: Typeface,
    name: str,
    shape: Polygon,
    obstacles: Array,
    piles: Array,
    words_near: Array,
    open_water: BaseGeometry,
    wet: Cover,
    frame: Cover,
    sizes: Sequence[float],
) -> Spot:
    """The best places for name and counters of one sea.

    :param words_near: names of other seas, from which a larger distance is kept.
    :param open_water: water at some distance from every coast; ``wet`` as a raster.
    """
    area_cover = Cover(shape)
    calm = shape.intersection(open_water)
    room = calm if not calm.is_empty else shape
    room = max(getattr(room, "geoms", [room]), key=lambda g: g.area)
    centre = np.array(shapely.maximum_inscribed_circle(room).coords[0])
    filled = np.vstack([obstacles, piles])
    spots = grid(shape, 6.0, 6.0)
    far = 0.02 * np.hypot(*(spots - centre).T)
    costs: list[Array] = []
    drawn: list[Words] = []
    for size, spacing in ((size, spacing) for size in sizes for spacing in SPACED):
        for n in (1, 2, 3):
            lines = broken(name, n)
            if lines is None:
                continue
            _, height = block(face, "italic", lines, size)
            words = words_at(face, name, "sea", "italic", size, lines, "middle", 0.0, -height / 2, spacing)
            b = np.array(words.box) + np.tile(spots, 2)
            price = (
                far
                + 1.0 * (max(sizes) - size)
                + 2.4 * (n - 1)
                + 22.0 * (max(SPACED) - spacing)
                + _hindrance(b, filled, 3.0)
                + clash(b, words_near, 11.0) * 0.05
            )
            price = price + wet.outside(b) * 130 + area_cover.outside(b) * 34 + frame.outside(b) * 200
            costs.append(price)
            drawn.append(words)
    cost = np.concatenate(costs)
    first = np.argsort(cost, kind="stable")[: _PAIRS * 8]
    stands = grid(shape, 5.0, 12.0)
    squares_ = squares(stands, HALF)
    price = _hindrance(squares_, obstacles, 1.0) + area_cover.outside(squares_) * 90 + frame.outside(squares_) * 200
    price = price + clash(squares_, piles) * 0.3
    price = price + wet.outside(squares_) * 40 + 0.02 * np.hypot(*(stands - centre).T)
    second = np.argsort(price, kind="stable")[: _PAIRS * 6]
    best: tuple[float, Spot] | None = None
    for f in first.tolist():
        if best is not None and cost[f] + price[second[0]] >= best[0]:
            break
        x, y = spots[f % len(spots)]
        moved = shifted(drawn[f // len(spots)], x, y)
        both = price[second] + _hindrance(squares_[second], stack([moved.box]), 1.5)
        k = int(both.argmin())
        total = float(cost[f] + both[k])
        if best is None or total < best[0]:
            at = stands[second[k]]
            best = (total, Spot((), moved, (float(at[0]), float(at[1])), total))
    assert best is not None
    return best[1]


def port_sign(land: Polygon, sea: Polygon, home: tuple[float, float], frame: BaseGeometry, taken: Array) -> Symbol:
    """An anchor symbol in the port's sea, a little off the coast that it shares with the port's land."""
    shared = shapely.intersection(land, sea)
    lines = linemerge(shared) if shared.geom_type == "MultiLineString" else shared
    coast = max((g for g in getattr(lines, "geoms", [lines]) if isinstance(g, LineString)), key=lambda g: g.length)
    half = 11.0
    best: tuple[float, float, float] | None = None
    for t in np.linspace(0.12, 0.88, 39):
        p = coast.interpolate(float(t), normalized=True)
        for angle in np.linspace(0, 2 * np.pi, 24, endpoint=False):
            x, y = p.x + 16.0 * np.cos(angle), p.y + 16.0 * np.sin(angle)
            spot = shapely.Point(x, y)
            if not sea.contains(spot) or not frame.contains(spot.buffer(half)):
                continue
            off = land.distance(spot)
            price = abs(off - 15.0) * 2 + float(np.hypot(x - home[0], y - home[1])) * 0.06 + abs(t - 0.5) * 6
            price += 4.0 * max(0.0, 13.0 - sea.boundary.distance(spot))
            price += float(clash(stack([(x - half, y - half, x + half, y + half)]), taken, 3.0)[0]) * _HARD
            if best is None or price < best[0]:
                best = (price, float(x), float(y))
    if best is None:
        raise ValueError("a port has no room for its anchor on the coast it shares with its sea")
    return Symbol("port", best[1], best[2], (half, half))


__all__ = [
    "ABOVE",
    "BELOW",
    "HALF",
    "HALVES",
    "Spot",
    "Symbol",
    "Words",
    "choose",
    "choose_sea",
    "port_sign",
    "shifted",
    "signs",
    "words_at",
]
