"""Renders the hex board as one self-contained SVG: background, grid, ridgelines, water, roads, walls, symbols and
names."""

from __future__ import annotations

import base64
import html
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import shapely

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.table.frame import BOARD_WIDE, EDGE, HEIGHT, SCALE, WIDTH, at, middle
from elric.kernel.bits import ones

from ..boxes import clash, stack
from ..glyphs import VERSIONS, scattered
from ..mesh import Array
from ..names import Arc
from ..svg import curve, lines_of, path, trace
from ..typeface import Typeface
from .colours import Colours
from .ground import Ground
from .key import key
from .names import CITY, OTHER, SIZES, SMALL, Name, land_names, outline, place_names
from .signs import defs, sign_of

_BAND = EDGE
FONTS = "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,'DejaVu Serif',serif"
#: Widths: the nominal one; the one from which small names are shown; the one from which all are set smaller; the
#: phone's.
OPENING, WIDE_FROM, CLOSE_FROM, PHONE_BELOW = 1000, 1350, 2300, 620


WIDE_LAND = 25.0
_PHONE_LETTER = 27.0  # as wide as a letter of a land's name may be on a phone, drawing units


def lengthened(arc: Arc) -> Array:
    """The course of a land's name, with a straight stretch before and after it: on a phone, where its letters are larger, none of
    them may run off the end."""
    start, bend, end = arc.path
    long = float(np.linalg.norm(bend - start) + np.linalg.norm(end - bend))
    more = max(0.0, len(arc.text) * _PHONE_LETTER - long) / 2
    back, on = (start - bend) / np.linalg.norm(start - bend), (end - bend) / np.linalg.norm(end - bend)
    return np.array([start + more * back, start, bend, end, end + more * on])


class Pen:
    """Writes the layers of the drawing; colours are set by CSS classes."""

    def __init__(self, fonts: Path) -> None:
        self.face = Typeface.load(fonts)
        self.names, self.shared = place_names(self.face)
        self.lands: list[Arc] = land_names(self.face, self.names)
        self.ground = Ground()

    # ---- lines -----------------------------------------------------------------------------------------------------

    def grid(self) -> str:
        """The grid as an SVG pattern: two columns wide, one row high."""
        wide, high = 3 * SCALE, 3**0.5 * SCALE
        x, y = at(HEXES.corners(0)[0])
        x = min(at(p)[0] for p in HEXES.corners(0))
        y = min(at(p)[1] for p in HEXES.corners(0))
        s = SCALE
        data = f"M{s / 2:.2f} 0H{1.5 * s:.2f}L{2 * s:.2f} {high / 2:.2f}H{3 * s:.2f}M{2 * s:.2f} {high / 2:.2f}L{1.5 * s:.2f} {high:.2f}H{s / 2:.2f}L0 {high / 2:.2f}L{s / 2:.2f} 0"
        pattern = (
            f'<pattern id="hexes" width="{wide:.3f}" height="{high:.3f}" patternUnits="userSpaceOnUse" '
            f'x="{x:.2f}" y="{y:.2f}"><path class="gd" d="{data}"/></pattern>'
        )
        return f'{pattern}<path fill="url(#hexes)" d="{path(outline((1 << HEXES.size) - 1).simplify(0.2))}"/>'

    @staticmethod
    def _sides(sides: Iterable[tuple[int, int]]) -> shapely.Geometry:
        """Sides of hexes joined end to end."""
        lines = [shapely.LineString([at(p) for p in HEXES.side(h, k)]) for h, k in sides]
        return lines_of(shapely.union_all(lines)) if lines else shapely.LineString()

    def frontiers(self) -> str:
        land = BOARD.land
        sides = [(h, k) for h in range(HEXES.size) for k, n in enumerate(BESIDE[h]) if n > h and land[n] != land[h]]
        data = path(self._sides(sides))
        return f'<path class="fh" d="{data}"/><path class="fr" d="{data}"/>'

    def ridges(self) -> str:
        """Each ridgeline with short hachures on its lower side, so that up and down are distinguished without colour."""
        rng = random.Random(5)
        high = BOARD.high
        sides = [(h, k) for h in ones(high) for k, n in enumerate(BESIDE[h]) if n >= 0 and not high >> n & 1]
        strokes = []
        for h, k in sides:
            (x, y), (u, v) = map(at, HEXES.side(h, k))
            cx, cy = middle(h)
            ox, oy = (x + u) / 2 - cx, (y + v) / 2 - cy
            for part in (0.14, 0.38, 0.62, 0.86):
                sx, sy = x + (u - x) * part, y + (v - y) * part
                down = rng.uniform(0.2, 0.34)
                strokes.append(trace([(sx, sy), (sx + ox * down, sy + oy * down)]))
        data = path(self._sides(sides))
        return f'<path class="rs" d="{data}"/><path class="ha" d="{"".join(strokes)}"/><path class="ri" d="{data}"/>'

    @staticmethod
    def _course(hexes: Sequence[int], wander: float = 0.0) -> str:
        """A smooth line through the centres of consecutive hexes."""
        rng = random.Random(len(hexes) * 31 + hexes[0])
        points = np.array([middle(h) for h in hexes])
        if wander and len(points) > 2:
            points[1:-1] += np.array(
                [[rng.uniform(-wander, wander), rng.uniform(-wander, wander)] for _ in points[1:-1]]
            )
        soft = shapely.LineString(curve(points)) if len(points) > 2 else shapely.LineString(points)
        return path(soft.simplify(0.25))

    def rivers(self) -> str:
        data = "".join(self._course(river.hexes, 1.6) for river in BOARD.rivers)
        return f'<path class="we" d="{data}"/><path class="wa" d="{data}"/><path class="wl" d="{data}"/>'

    def roads(self) -> str:
        kinds = {
            kind: [r.hexes for r in BOARD.roads if r.kind == kind] for kind in ("primary", "secondary", "dragonewt")
        }
        track = "".join(self._course(hexes, 1.2) for hexes in kinds["secondary"])
        newt = "".join(path(shapely.LineString([middle(h) for h in hexes])) for hexes in kinds["dragonewt"])
        main = "".join(self._course(hexes, 0.8) for hexes in kinds["primary"])
        return (
            f'<path class="nh" d="{newt}"/><path class="nw" d="{newt}"/><path class="th" d="{track}"/><path class="tr" d="{track}"/>'
            f'<path class="re" d="{main}"/><path class="ro" d="{main}"/>'
        )

    def walls(self) -> str:
        """A wall around each walled hex, without walls inside a city, and with a tower at every corner."""
        out = []
        for place in BOARD.places.values():
            if place.kind not in ("fort", "walled city"):
                continue
            ring = outline(place.bits).buffer(-1.6, join_style="mitre").simplify(0.6)
            towers = "".join(f'<use href="#tw" x="{x:.1f}" y="{y:.1f}"/>' for x, y in list(ring.exterior.coords)[:-1])
            out.append(f'<path class="wf" d="{path(ring)}"/><path class="wk" d="{path(ring)}"/>{towers}')
        return "".join(out)

    # ---- what is scattered -----------------------------------------------------------------------------------------

    def things(self) -> str:
        """Trees, tufts and crags, sparse enough that hexes stay legible; none on roads, symbols and names."""
        rng = random.Random(7)
        roads = {h for road in BOARD.roads for h in road.hexes} | {h for river in BOARD.rivers for h in river.hexes}
        places = set(BOARD.place_at)
        taken = stack([name.box for name in self.names])
        out = []
        for h in range(HEXES.size):
            letter = BOARD.ground[h]
            kinds, number, scale = {
                "f": (("tree", "pine"), 3, 0.5), "F": (("pine", "tree"), 3, 0.5), "m": (("reed",), 2, 0.55), "d": (("reed",), 1, 0.5),
                "^": (("crag", "hill"), 1, 0.56),
            }.get(letter, ((), 0, 0.0))  # fmt: skip
            if not kinds or h in places or (letter == "^" and rng.random() < 0.45):
                continue
            cx, cy = middle(h)
            spots = (
                [(-0.42, 0.34), (0.4, 0.1), (0.02, 0.66)]
                if number == 3
                else [(-0.3, 0.1), (0.32, 0.5)]
                if number == 2
                else [(0.0, 0.4)]
            )
            for dx, dy in spots[: 1 if h in roads else number]:
                kind = rng.choice(kinds)
                x, y = cx + (dx + rng.uniform(-0.12, 0.12)) * SCALE, cy + (dy + rng.uniform(-0.1, 0.1)) * SCALE
                size = scale * rng.uniform(0.85, 1.1)
                if clash(stack([(x - 5, y - 8, x + 5, y + 2)]), taken).any():
                    continue
                out.append(
                    (
                        y,
                        f'<use href="#{kind}{rng.randrange(VERSIONS[kind])}" transform="translate({x:.0f} {y:.0f})scale({size:.2f})"/>',
                    )
                )
        return "".join(drawn for _, drawn in sorted(out))

    def signs(self) -> str:
        return "".join(
            f'<use href="#{sign_of(place)}" x="{x:g}" y="{y:g}"/>'
            for place in BOARD.places.values()
            for x, y in (map(middle, place.hexes))
            if sign_of(place)
        )

    # ---- names -----------------------------------------------------------------------------------------------------

    def words(self) -> str:
        out = []
        for i, arc in enumerate(self.lands):
            before, start, bend, end, after = (f"{x:g} {y:g}" for x, y in lengthened(arc).round(1).tolist())
            data = f"M{before}L{start}Q{bend} {end}L{after}"
            small = "" if arc.size >= WIDE_LAND else " ls2"
            out.append(
                f'<path id="l{i}" fill="none" d="{data}"/><text class="la{small}" font-size="{arc.size:g}" letter-spacing="{arc.spacing * arc.size:.1f}" '
                f'dx="{arc.spacing * arc.size / 2:.1f}"><textPath href="#l{i}" startOffset="50%">{html.escape(arc.text)}</textPath></text>'
            )
        for name in self.names:
            out.append("".join(self._word(name, line, x, y) for line, x, y in name.lines))
        return "".join(out)

    @staticmethod
    def _word(name: Name, line: str, x: float, y: float) -> str:
        cls = "ct" if name.size >= CITY else "pl" if name.size >= SMALL else "sm"
        if name.kind in ("dragonewt city", "dragonrest"):
            cls += " nt"
        return f'<text class="{cls} s{round(name.size * 10)}" x="{x:.1f}" y="{y:.1f}">{html.escape(line)}</text>'

    # ---- all of it -------------------------------------------------------------------------------------------------

    def frame(self) -> str:
        w, h, b = WIDTH, HEIGHT, _BAND
        out = [f'<path class="fp" fill-rule="evenodd" d="M0 0H{w:g}V{h:g}H0ZM{b} {b}V{h - b:g}H{w - b:g}V{b}Z"/>']
        for inset, wide in ((2.2, 3.0), (9.0, 0.9), (14.0, 0.9), (b - 1.2, 2.2)):
            out.append(
                f'<rect class="fk" stroke-width="{wide}" x="{inset}" y="{inset}" width="{w - 2 * inset:g}" height="{h - 2 * inset:g}"/>'
            )
        pairs = round((w + h) / 40)
        out.append(
            f'<rect class="fk" stroke-width="5" pathLength="{pairs * 2}" stroke-dasharray="1 1" style="stroke-linecap:butt" '
            f'x="11.5" y="11.5" width="{w - 23:g}" height="{h - 23:g}"/>'
        )
        x = EDGE + BOARD_WIDE + 6
        out.append(
            f'<path class="fk" stroke-width="2.2" d="M{x:.1f} {b}V{h - b:g}"/><path class="fk" stroke-width=".9" d="M{x + 5:.1f} {b}V{h - b:g}"/>'
        )
        return "".join(out)

    def css(self, c: Colours) -> str:
        sizes = sorted({*SIZES.values(), OTHER})
        rules = [
            self.face.css(),
            f"text{{font-family:Young,{FONTS};text-anchor:middle;paint-order:stroke;stroke-linejoin:round;stroke:{c.halo};stroke-width:3.2px;stroke-opacity:.88;fill:{c.ink}}}",
            f".la,.cp{{font-family:'Young Caps',{FONTS}}}.la{{fill:{c.border};stroke-opacity:.55}}",
            ".ct{font-family:'Young Caps'}.sm,.it{font-style:italic}.pl{stroke-width:3px}.sm{display:none;stroke-width:2.6px}",
            f".nt{{fill:{c.newt}}}.it{{fill:{c.soft}}}.kt{{text-anchor:start;stroke:none}}.it{{stroke:none}}.km{{stroke:none}}",
            "path{stroke-linejoin:round;stroke-linecap:round}",
            ".rs,.ri,.ha,.fh,.fr,.we,.wa,.wl,.nh,.nw,.th,.tr,.re,.ro,.wk,.gd,.fk,.gr,.pk,.ps,.ls,.ln{fill:none}",
            f".gd{{stroke:{c.grid};stroke-width:.7;opacity:.62}}",
            f".fh{{stroke:{c.halo};stroke-width:3.4;opacity:.55}}.fr{{stroke:{c.border};stroke-width:1.7;stroke-dasharray:6 3.6;opacity:.9}}",
            f".rs{{stroke:{c.shadow};stroke-width:6;opacity:.16}}.ri{{stroke:{c.ridge};stroke-width:2.3}}.ha{{stroke:{c.ridge};stroke-width:1;opacity:.85}}",
            f".we{{stroke:{c.stream_edge};stroke-width:9;opacity:.8}}.wa{{stroke:{c.stream};stroke-width:7}}.wl{{stroke:{c.shallow};stroke-width:1;opacity:.6;stroke-dasharray:9 14}}",
            f".nh,.th{{stroke:{c.halo};stroke-width:3.6;opacity:.6}}.nw{{stroke:{c.newt};stroke-width:2.2;stroke-dasharray:.1 4.6}}.tr{{stroke:{c.track};stroke-width:1.9;stroke-dasharray:5 3.4}}",
            f".re{{stroke:{c.road_edge};stroke-width:4.6}}.ro{{stroke:{c.road};stroke-width:2.2}}",
            f".wf{{fill:{c.wall};opacity:.2}}.wk{{stroke:{c.wall};stroke-width:2.4}}.tk2{{fill:{c.wall};stroke:{c.halo};stroke-width:.8}}",
            f".sg{{fill:{c.sign};stroke:{c.ink};stroke-width:1.1}}.si{{fill:{c.ink}}}.sr{{fill:{c.wall};stroke:{c.sign};stroke-width:1.1;paint-order:stroke}}",
            f".sn{{fill:{c.sign};stroke:{c.newt};stroke-width:2}}.sd{{fill:{c.newt}}}",
            f".lf{{fill:{c.tree};stroke:{c.tree_edge};stroke-width:1.3}}.tk{{stroke:{c.tree_edge};stroke-width:1.6}}.ls{{stroke:{c.tree_edge};stroke-width:.8;opacity:.6}}",
            f".gr{{stroke:{c.tree_edge};stroke-width:1.5;opacity:.9}}.pl0{{fill:{c.rock_light}}}",
            f"path.pl{{fill:{c.rock_light}}}.pd{{fill:{c.rock_dark};opacity:.55}}.pk{{stroke:{c.ridge};stroke-width:1.4}}.ps{{stroke:{c.ridge};stroke-width:.9;opacity:.7}}",
            f".fp{{fill:{c.sheet}}}.fk{{stroke:{c.frame}}}.mo{{fill:{c.moon};stroke:{c.ink};stroke-width:1.2}}.md{{fill:{c.shadow};opacity:.82}}.ln{{stroke:{c.soft};stroke-width:.9;opacity:.6}}",
            f".kb{{fill:{c.halo};opacity:.35;stroke:{c.soft};stroke-width:1}}",
        ]
        for letter, ground in (("^", c.hill), ("f", c.wood), ("m", c.marsh), ("d", c.delta), ("=", c.shallow)):
            rules.append(f".k{ord(letter)}{{fill:{ground}}}")
        rules.append(f".gk{{stroke:{c.grid};stroke-width:1}}")
        rules += [f".s{round(size * 10)}{{font-size:{size:g}px}}" for size in sizes]
        small = "".join(f".s{round(size * 10)}{{font-size:{size * 0.8:.1f}px}}" for size in sizes)
        least = "".join(f".s{round(size * 10)}{{font-size:{size * 0.6:.1f}px}}" for size in sizes)
        rules.append(f"@media(min-width:{WIDE_FROM}px){{.sm{{display:inline}}{small}}}")
        rules.append(f"@media(min-width:{CLOSE_FROM}px){{{least}text{{stroke-width:2px}}.la{{opacity:.72}}}}")
        rules.append(
            f"@media(max-width:{PHONE_BELOW - 1}px){{.pl{{display:none}}.la{{font-size:34px;letter-spacing:0}}.ls2{{font-size:27px}}path.pl{{display:inline}}}}"
        )
        return "".join(rules)

    def render(self, colours: Colours) -> str:
        """The whole drawing in one set of colours, as SVG text."""
        data = base64.b64encode(self.ground.painted(colours)).decode("ascii")
        kinds = "|".join(("tree", "pine", "reed", "crag", "hill"))
        told = "The board of White Bear and Red Moon, reconstructed: 48 by 36 hexes, west at the top."
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{OPENING}" height="{OPENING * HEIGHT / WIDTH:g}" ',
            f'role="img" aria-labelledby="t d"><title id="t">Dragon Pass</title><desc id="d">{told}</desc>',
            f"<style>{self.css(colours)}</style><defs>{defs()}{scattered(kinds.split('|'))}</defs>",
            f'<image width="{WIDTH:g}" height="{HEIGHT:g}" preserveAspectRatio="none" href="data:image/webp;base64,{data}"/>',
            self.grid(), self.things(), self.rivers(), self.ridges(), self.frontiers(), self.roads(), self.walls(), self.signs(),
            self.words(), self.frame(), key(), "</svg>\n",
        ]  # fmt: skip
        return "".join(parts)
