"""Renders the board as one self-contained SVG: the painted hexes and their patterns, grid, rivers, mountains, cities, names."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter
from scipy.spatial import cKDTree

from elric.sorcerer.components.board import BOARD, HEXES, MOUNTAIN, RIVER
from elric.sorcerer.components.colors import GRAY, WHITE
from elric.sorcerer.table.frame import BOARD_WIDE, EDGE, HEIGHT, SCALE, WIDTH, at, middle, outline
from elric.sorcerer.table.palette import LOOKS, pattern

from ..mesh import Array
from ..paint import _cloud, _mix, _rgb
from ..typeface import Typeface
from .key import key

_SIZE = (int(HEIGHT), int(WIDTH))
_FONTS = "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,'DejaVu Serif',serif"
#: Widths in CSS pixels: the nominal one, and the one below which only the signs of cities are shown.
OPENING, PHONE_BELOW = 1000, 620


@dataclass(frozen=True)
class Colours:
    """One set of colours, named by their use. `fade`: how far the middle of a hex is lightened; `rim`: how dark its edge is."""

    dark: bool
    sheet: str
    grid: str
    ink: str
    soft: str
    halo: str
    water: str
    bank: str
    rock: str
    snow: str
    shade: str
    frame: str
    lit: str
    fade: float
    rim: float


DAY = Colours(False, "#f3e8cc", "#3a2f22", "#231708", "#5a4424", "#fffaf0", "#2f86d6", "#0d3f78", "#4a3a2c", "#fff8ea", "#2a1f16",
              "#3a2818", "#ffffff", 0.16, 0.3)  # fmt: skip
NIGHT = Colours(True, "#2b261e", "#0e0c0a", "#f7ebd0", "#d6c49c", "#14110d", "#63b2f5", "#0a1c30", "#120e0a", "#d8ccb4", "#000000",
                "#0c0a08", "#ffffff", 0.05, 0.42)  # fmt: skip


class Pen:
    """Writes the layers of the drawing."""

    def __init__(self, fonts: Path) -> None:
        self.face = Typeface.load(fonts)
        rng = np.random.default_rng(1975)
        self.broad, self.fine = _cloud(rng, _SIZE, 120, 50, 20), _cloud(rng, _SIZE, 18, 8, 4)
        self.grain = gaussian_filter(rng.standard_normal(_SIZE), 0.7)
        ys, xs = np.mgrid[0 : _SIZE[0], 0 : _SIZE[1]] + 0.5
        centres = np.array([middle(h) for h in range(HEXES.size)])
        pixels = np.column_stack([xs.ravel(), ys.ravel()])
        away, nearest = cKDTree(centres).query(pixels, k=2)
        self.color = np.array([BOARD.printed[h] for h in range(HEXES.size)])[nearest[:, 0]].reshape(_SIZE)
        self.depth = ((away[:, 1] - away[:, 0]) / 2).reshape(_SIZE)  # from the nearest side
        turns = np.arange(3) * np.pi / 3  # towards the sides of a hex
        off = np.abs((pixels - centres[nearest[:, 0]]) @ np.array([np.cos(turns), np.sin(turns)])).max(axis=1)
        self.board: Array = gaussian_filter((off < SCALE * 0.75**0.5).astype(float).reshape(_SIZE), 0.5)

    def _painted(self, c: Colours) -> bytes:
        """Each hex in its color, a little uneven as if laid on by brush, darker along its sides; the bytes of a WebP file."""
        tints = np.array([_rgb(LOOKS[color].night if c.dark else LOOKS[color].day) for color in range(GRAY + 1)])
        sheet: Array = tints[self.color]
        rim = np.exp(-self.depth / (0.09 * SCALE)) * c.rim
        middle_light = np.clip(self.depth / (0.8 * SCALE), 0, 1) * c.fade * (1 + 0.5 * self.broad)
        sheet = _mix(sheet, _rgb(c.lit), np.clip(middle_light, 0, 0.5))
        sheet = _mix(sheet, _rgb(c.shade), np.clip(rim + 0.035 * self.fine * (self.color != WHITE), 0, 0.6))
        sheet = _mix(np.broadcast_to(_rgb(c.sheet), (*_SIZE, 3)), sheet, self.board)
        sheet = sheet * (1 + 0.016 * self.grain)[..., None]
        pixels = np.clip(np.round(sheet * 255), 0, 255).astype(np.uint8)
        out = io.BytesIO()
        Image.fromarray(pixels, "RGB").save(out, "WEBP", quality=80, method=6)
        return out.getvalue()

    @staticmethod
    def _patterns(c: Colours) -> str:
        """The pattern of each color over its hexes."""
        out = []
        for color in range(GRAY + 1):
            drawn = pattern(color, f"p{color}", c.dark)
            if drawn:
                hexes = "".join(outline(h) for h in range(HEXES.size) if BOARD.printed[h] == color)
                out.append(f'<defs>{drawn}</defs><path fill="url(#p{color})" d="{hexes}"/>')
        return "".join(out)

    @staticmethod
    def _sides(kind: int) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
        """The sides of one kind, each once, from end to end."""
        for h in range(HEXES.size):
            for k, (n, what) in enumerate(BOARD.sides[h]):
                if n > h and what == kind:
                    a, b = HEXES.side(h, k)
                    yield at(a), at(b)

    def _water(self) -> str:
        data = "".join(f"M{x:g} {y:g}L{u:g} {v:g}" for (x, y), (u, v) in self._sides(RIVER))
        return "".join(f'<path class="{cls}" d="{data}"/>' for cls in ("wh", "we", "wa", "wl"))

    def _rocks(self) -> str:
        """A row of peaks along each side that is mountain."""
        sides = list(self._sides(MOUNTAIN))
        base = "".join(f"M{x:g} {y:g}L{u:g} {v:g}" for (x, y), (u, v) in sides)
        peaks = []
        for (x, y), (u, v) in sides:
            for n, part in enumerate((0.02, 0.35, 0.68)):
                peaks.append((y + (v - y) * part, x + (u - x) * part, 1.0 if n % 2 else 0.78))
        drawn = "".join(
            f'<use href="#pk" transform="translate({x:.1f} {y + 4:.1f})scale({size})"/>' for y, x, size in sorted(peaks)
        )
        return f'<path class="mh" d="{base}"/><path class="mb" d="{base}"/>{drawn}'

    @staticmethod
    def _white() -> str:
        """A ring inside every White hex: what may be converted is found at once."""
        rings = []
        for h in range(HEXES.size):
            if BOARD.printed[h] == WHITE:
                cx, cy = middle(h)
                points = [(cx + (x - cx) * 0.84, cy + (y - cy) * 0.84) for x, y in map(at, HEXES.corners(h))]
                rings.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
        return f'<path class="wr" d="{"".join(rings)}"/>'

    @staticmethod
    def _cities() -> str:
        out = []
        for h, city in BOARD.cities.items():
            x, y = middle(h)
            out.append(f'<use href="#{"cw" if city.white else "cg"}" x="{x:g}" y="{y - 2:g}"/>')
        for h, city in BOARD.cities.items():
            x, y = middle(h)
            reach = len(city.name) * 4.6
            place = min(max(x, EDGE + reach), EDGE + BOARD_WIDE - reach)
            out.append(f'<text class="ct" x="{place:.1f}" y="{y + SCALE + 6:.1f}">{city.name}</text>')
        return "".join(out)

    @staticmethod
    def _frame() -> str:
        w, h, x = WIDTH, HEIGHT, EDGE + BOARD_WIDE + 6
        rings = "".join(
            f'<rect class="fk" stroke-width="{wide}" x="{inset}" y="{inset}" width="{w - 2 * inset:g}" height="{h - 2 * inset:g}"/>'
            for inset, wide in ((2.2, 3.0), (8.0, 0.9), (13.0, 1.8))
        )
        return f'{rings}<path class="fk" stroke-width="1.8" d="M{x:.1f} 13V{h - 13:g}"/><path class="fk" stroke-width=".9" d="M{x + 4:.1f} 13V{h - 13:g}"/>'

    def _css(self, c: Colours) -> str:
        return "".join(
            (
                self.face.css(),
                f"text{{font-family:Young,{_FONTS};text-anchor:middle;paint-order:stroke;stroke-linejoin:round;fill:{c.ink}}}",
                f".cp{{font-family:'Young Caps',{_FONTS}}}.it{{font-style:italic;fill:{c.soft}}}.kt{{text-anchor:start}}",
                f".ct{{font-family:'Young Caps',{_FONTS};font-size:19px;stroke:{c.halo};stroke-width:4.5px}}",
                "path{stroke-linejoin:round;stroke-linecap:round}.gd,.wh,.we,.wa,.wl,.mh,.mb,.wr,.fk,.ln,.ar{fill:none}",
                f".gd{{stroke:{c.grid};stroke-width:1.1;opacity:.55}}.wr{{stroke:{c.ink if not c.dark else c.halo};stroke-width:1.3;opacity:.5;stroke-dasharray:3.500 3}}",
                f".wh{{stroke:{c.halo};stroke-width:12;opacity:.75}}.we{{stroke:{c.bank};stroke-width:8.500}}.wa{{stroke:{c.water};stroke-width:6}}.wl{{stroke:{c.halo};stroke-width:1.1;opacity:.8;stroke-dasharray:7 12}}",
                f".mh{{stroke:{c.snow};stroke-width:9;opacity:.55}}.mb{{stroke:{c.rock};stroke-width:4.500}}.pl{{fill:{c.snow}}}.pd{{fill:{c.rock}}}.pe{{fill:none;stroke:{c.rock};stroke-width:1.5}}",
                f".sg{{fill:{c.halo};stroke:{c.ink};stroke-width:1.6}}.si{{fill:{c.ink}}}.st{{fill:#f2c230;stroke:{c.shade};stroke-width:1.2}}.fk{{stroke:{c.frame}}}.ln{{stroke:{c.soft};stroke-width:1;opacity:.6}}",
                f".ar{{stroke:{c.ink};stroke-width:2.4}}.ge{{stroke:{c.grid};stroke-width:1.4}}.on{{fill:{c.halo};stroke:{c.ink};stroke-width:1.2}}",
                f"@media(max-width:{PHONE_BELOW - 1}px){{.ct{{font-size:30px;stroke-width:7px}}}}",
            )
        )

    def render(self, c: Colours) -> str:
        """The whole drawing in one set of colours, as SVG text."""
        data = base64.b64encode(self._painted(c)).decode("ascii")
        told = "The board of Sorcerer, reconstructed: 23 by 25 hexes of eight colors, west at the top."
        grid = "".join(outline(h) for h in range(HEXES.size))
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{OPENING}" height="{OPENING * HEIGHT / WIDTH:g}" ',
            f'role="img" aria-labelledby="t d"><title id="t">The land of Sorcerer</title><desc id="d">{told}</desc>',
            f"<style>{self._css(c)}</style><defs>{_SIGNS}</defs>",
            f'<image width="{WIDTH:g}" height="{HEIGHT:g}" preserveAspectRatio="none" href="data:image/webp;base64,{data}"/>',
            self._patterns(c), f'<path class="gd" d="{grid}"/>', self._white(), self._water(), self._rocks(), self._cities(),
            self._frame(), key(c.dark), "</svg>\n",
        ]  # fmt: skip
        return "".join(parts)


_SIGNS = (
    '<g id="pk"><path class="pd" d="M0-15L9 4H-9Z"/><path class="pl" d="M0-15L-9 4H-2.500L1-4-1-8Z"/><path class="pe" d="M-9 4L0-15L9 4"/></g>'
    '<g id="cg"><path class="sg" d="M-13 10V-7h4v4h4.500v-9h9v9h4.500v-4h4V10Z"/><path class="si" d="M-3 10V4a3 3 0 016 0v6ZM-10 1h3v3h-3ZM7 1h3v3H7Z"/></g>'
    '<g id="cw"><path class="sg" d="M-13 10V0h4v-2a9 9 0 0118 0v2h4v10Z"/><path class="si" d="M-3 10V5a3 3 0 016 0v5Z"/><path class="st" d="M0-22l2.200 6 6 2.200-6 2.200-2.200 6-2.200-6-6-2.200 6-2.200Z"/></g>'
)
