"""The board as it is painted: ground, lands, ridgelines, rivers, roads, places and names, by day and by night.

This is the picture of a board that somebody changed: drawn from its own data when a page first needs it. Ours is drawn with
more care beforehand (maps/cartography/hexes).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES, Place
from elric.dragon_pass.table.frame import BOARD_WIDE, HEIGHT, WIDTH, at, middle
from elric.kernel.bits import ones
from elric.widgets.markup import Markup, html, join

_SERIF: Final = "Georgia, 'Times New Roman', serif"


class Paint(NamedTuple):
    """The colours of one picture. Every pair that must be told apart differs in lightness, not in hue alone."""

    table: str
    open: str
    hill: str
    wood: str
    high_wood: str
    marsh: str
    delta: str
    river: str
    ford: str
    grid: str
    ridge: str
    tree: str
    stream: str
    road: str
    track: str
    newt: str
    border: str
    ink: str
    halo: str
    wall: str
    sign: str


DAY: Final = Paint(
    "#cfc2a2", "#f2ead5", "#dcc497", "#b3c592", "#93a873", "#b9cdc2", "#cddcd0", "#a9cbe0", "#d6e6ea",
    "#cfc09c", "#7d5327", "#4f6a37", "#3d77a8", "#4a3520", "#8d7350", "#0d6b62", "#8a2f3c", "#2c2011", "#f7f0de",
    "#6b1512", "#fbf4e2",
)  # fmt: skip
NIGHT: Final = Paint(
    "#1d1914", "#39332a", "#574830", "#3a4a30", "#2c3a24", "#3a4a46", "#424f4a", "#27485f", "#3a5260",
    "#4a4235", "#c39a5f", "#8fb070", "#6fa8d6", "#e0c9a0", "#a98f66", "#5cc2b4", "#e08a92", "#f3e6c8", "#1d1914",
    "#f0a08a", "#241d15",
)  # fmt: skip


def _areas(hexes: int) -> str:
    """Some hexes as one path."""
    return "".join(f"M{' '.join(f'{x:g} {y:g}' for x, y in map(at, HEXES.corners(h)))}z" for h in ones(hexes))


def _sides(sides: Iterable[tuple[int, int]]) -> str:
    """Sides of hexes (hex, direction) as one path."""
    out = []
    for h, k in sides:
        (x, y), (u, v) = map(at, HEXES.side(h, k))
        out.append(f"M{x:g} {y:g}L{u:g} {v:g}")
    return "".join(out)


def _curve(hexes: Sequence[int]) -> str:
    """A line from hex to hex that bends at their middles, as rivers and roads do."""
    points = [middle(h) for h in hexes]
    (x, y), *_ = points
    out = [f"M{x:g} {y:g}"]
    for (a, b), (c, d) in pairwise(points[1:]):
        out.append(f"Q{a:g} {b:g} {(a + c) / 2:g} {(b + d) / 2:g}")
    x, y = points[-1]
    out.append(f"L{x:g} {y:g}")
    return "".join(out)


@cache
def ridgelines() -> tuple[tuple[int, int], ...]:
    """The sides of hexes between the top of a ridge and its foot, each from the top."""
    high = BOARD.high
    return tuple((h, k) for h in ones(high) for k, n in enumerate(BESIDE[h]) if n >= 0 and not high >> n & 1)


@cache
def frontiers() -> tuple[tuple[int, int], ...]:
    """The sides of hexes where one land ends and another begins, each once."""
    land = BOARD.land
    return tuple((h, k) for h in range(HEXES.size) for k, n in enumerate(BESIDE[h]) if n > h and land[n] != land[h])


def _hatching() -> str:
    """Short strokes down the slope from every ridgeline, so that up and down are read without colour."""
    out = []
    for h, k in ridgelines():
        (x, y), (u, v) = HEXES.side(h, k)
        cx, cy = HEXES.centre(h)
        ox, oy = (x + u) / 2 - cx, (y + v) / 2 - cy
        for part in (0.25, 0.5, 0.75):
            sx, sy = x + (u - x) * part, y + (v - y) * part
            (a, b), (c, d) = at((sx, sy)), at((sx + ox * 0.22, sy + oy * 0.22))
            out.append(f"M{a:g} {b:g}L{c:g} {d:g}")
    return "".join(out)


def _trees() -> str:
    """Three little trees in each hex of wood."""
    out = []
    for h in ones(BOARD.wood):
        x, y = HEXES.centre(h)
        for dx, dy in ((-0.42, 0.1), (0.36, -0.22), (0.2, 0.5)):
            a, b = at((x + dx, y + dy))
            out.append(f"M{a - 4:g} {b + 5:g}l4 -10l4 10z")
    return "".join(out)


def _reeds() -> str:
    """Tufts in each hex of marsh and delta."""
    out = []
    for h in ones(BOARD.marsh | BOARD.delta):
        x, y = HEXES.centre(h)
        for dx, dy in ((-0.35, -0.2), (0.3, 0.25)):
            a, b = at((x + dx, y + dy))
            out.append(f"M{a - 5:g} {b:g}h10M{a:g} {b:g}v-6M{a - 3:g} {b:g}l-2 -5M{a + 3:g} {b:g}l2 -5")
    return "".join(out)


def _stroke(path: str, colour: str, width: float, more: str = "") -> Markup:
    dash = html(' stroke-dasharray="{}"', more) if more else ""
    return html('<path d="{}" fill="none" stroke="{}" stroke-width="{:.1f}"{}/>', path, colour, width, dash)


def _fill(hexes: int, colour: str) -> Markup:
    return html('<path d="{}" fill="{}"/>', _areas(hexes), colour)


def _text(words: str, x: float, y: float, size: float, ink: str, halo: str, more: str = "") -> Markup:
    spaced = html(' letter-spacing="3" font-style="italic" opacity=".82"') if more else ""
    return html(
        '<text x="{:.1f}" y="{:.1f}" font-size="{:.1f}" fill="{}" stroke="{}" stroke-width="{:.1f}" paint-order="stroke" '
        'text-anchor="middle"{}>{}</text>', x, y, size, ink, halo, size / 4, spaced, words,
    )  # fmt: skip


def _sign(place: Place, paint: Paint) -> Markup:
    """What stands for a place, by its kind and not by its colour: walls a crenellated square, a temple a pillared gable, a
    town a square, a Dragonewt city a ring in a ring, others a lozenge."""
    out = []
    for h in place.hexes:
        x, y = middle(h)
        if place.kind in ("fort", "walled city"):
            d = f"M{x - 9:g} {y + 9:g}v-18h4.500v4h2.500v-4h4v4h2.500v-4h4.500v18z"
        elif place.kind == "temple":
            d = f"M{x - 10:g} {y + 9:g}v-3h2v-8h-2l10 -8l10 8h-2v8h2v3z"
        elif place.kind == "town":
            d = f"M{x - 7:g} {y - 7:g}h14v14h-14z"
        elif place.kind in ("dragonewt city", "dragonrest"):
            d = f"M{x - 8:g} {y:g}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM{x - 3:g} {y:g}a3 3 0 1 1 6 0a3 3 0 1 1 -6 0z"
        else:
            d = f"M{x:g} {y - 8:g}l8 8l-8 8l-8 -8z"
        colour = paint.newt if place.kind in ("dragonewt city", "dragonrest") else paint.wall
        if place.kind in ("ruins", "place of power"):
            colour = paint.ink
        out.append(
            html('<path d="{}" fill="{}" stroke="{}" stroke-width="2" paint-order="stroke"/>', d, colour, paint.halo)
        )
    return join(out)


def short(place: Place) -> str:
    """A place's name as it stands on the board: what its sign says already is left away."""
    name = place.name.split(" (")[0].split(": ")[0].split(" of ")[-1 if place.kind == "temple" else 0]
    return name.removeprefix("Dragonewt town ").removeprefix("Dragon's Eye ").removeprefix("The ").split(" amid")[0]


def _name(place: Place, paint: Paint) -> Markup:
    spots = [middle(h) for h in place.hexes]
    x = sum(p[0] for p in spots) / len(spots)
    y = max(p[1] for p in spots) + 23
    size = 21.0 if place.kind == "walled city" else 17.0 if place.kind in ("fort", "temple") else 14.0
    reach = len(short(place)) * size * 0.26
    return _text(
        short(place), min(max(x, reach + 4), BOARD_WIDE - reach - 4), min(y, HEIGHT - 5), size, paint.ink, paint.halo
    )


def _lands(paint: Paint) -> Markup:
    """The name of each land, over its widest stretch."""
    out = []
    for letter, name in BOARD.land_names.items():
        hexes = list(ones(BOARD.lands[letter]))
        if len(hexes) < 12:
            continue
        words = name.split(" within")[0].split(" and its")[0].upper()
        spots = [middle(h) for h in hexes]
        x, y = (sum(p[k] for p in spots) / len(spots) for k in (0, 1))
        size = 25.0 if len(hexes) > 120 else 18.0
        reach = len(words) * size * 0.42
        out.append(_text(words, min(max(x, reach), BOARD_WIDE - reach), y, size, paint.border, paint.halo, "spaced"))
    return join(out)


@cache
def picture(dark: bool) -> Markup:
    """The whole picture as SVG."""
    paint = NIGHT if dark else DAY
    ground = (
        ((1 << HEXES.size) - 1, paint.open), (BOARD.high & ~BOARD.wood, paint.hill), (BOARD.wood & ~BOARD.high, paint.wood),
        (BOARD.wood & BOARD.high, paint.high_wood), (BOARD.marsh, paint.marsh), (BOARD.delta, paint.delta),
        (BOARD.river, paint.river), (BOARD.ford, paint.ford),
    )  # fmt: skip
    roads = {
        kind: "".join(_curve(r.hexes) for r in BOARD.roads if r.kind == kind)
        for kind in ("primary", "secondary", "dragonewt")
    }
    return html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">'
        '<rect width="100%" height="100%" fill="{}"/>{}<g stroke-linejoin="round" stroke-linecap="round">{}</g>'
        '<g stroke-linejoin="round">{}</g><g font-family="{}">{}</g></svg>',
        paint.table,
        join(_fill(hexes, colour) for hexes, colour in ground if hexes),
        join(
            (
                _stroke(_areas((1 << HEXES.size) - 1), paint.grid, 1.2),
                html('<path d="{}" fill="{}"/>', _trees(), paint.tree),
                _stroke(_reeds(), paint.stream, 1.2),
                _stroke("".join(_curve(r.hexes) for r in BOARD.rivers), paint.stream, 6.0),
                _stroke(_sides(ridgelines()), paint.ridge, 3.4),
                _stroke(_hatching(), paint.ridge, 1.6),
                _stroke(_sides(frontiers()), paint.halo, 4.2),
                _stroke(_sides(frontiers()), paint.border, 2.2, "7 5"),
                _stroke(roads["dragonewt"], paint.newt, 3.0, "1 6"),
                _stroke(roads["secondary"], paint.track, 3.0, "8 5"),
                _stroke(roads["primary"], paint.halo, 6.4),
                _stroke(roads["primary"], paint.road, 3.8),
            )
        ),
        join(_sign(place, paint) for place in BOARD.places.values()),
        _SERIF,
        join((_lands(paint), *(_name(place, paint) for place in BOARD.places.values()))),
        width=WIDTH,
        height=HEIGHT,
    )
