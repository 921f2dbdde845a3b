"""Renders the map: sea, land, tints, lines, symbols and names in one self-contained SVG."""

from __future__ import annotations

import base64
import html
import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from . import arms
from .glyphs import scattered, signs
from .ink import DAY, NIGHT, Ink
from .labels import CITY, MINOR, PHONE, PLACE, SEA, Plan
from .mesh import Noise
from .names import Arc
from .paint import Ground
from .scenery import Figure, Thing
from .sheet import OPENING, sheet
from .source import Board, Sketch
from .spots import Words
from .svg import curve, lines_of, path, soft, trace
from .typeface import LEADING, Typeface

_BAND = 20.0  # width of the drawn frame


@dataclass(frozen=True)
class Drawing:
    """All input of the rendering; :func:`render` writes it in one set of colours."""

    board: Board
    sketch: Sketch
    shapes: list[Polygon]
    plan: Plan
    things: list[Thing]
    figures: list[Figure]
    islets: list[list[tuple[float, float]]]
    face: Typeface
    tint: dict[str, int]
    ground: Ground


def _size_class(kind: str, size: float) -> str:
    return f"{kind}{round(size * 10)}"


def _sizes() -> dict[str, float]:
    out = {_size_class("city", s): s for s in (CITY, CITY + 1.6)}
    out[_size_class("place", PLACE)] = PLACE
    out[_size_class("minor", MINOR)] = MINOR
    out |= {_size_class("sea", s): s for s in SEA}
    out |= {_size_class("phone", s): s for s in PHONE}
    return out


class Pen:
    """Writes the layers of one drawing; colours are set by CSS classes."""

    def __init__(self, drawing: Drawing):
        self.d = drawing
        self.board, self.shapes = drawing.board, drawing.shapes
        self.width, self.height = self.board.width, self.board.height
        self.land = shapely.union_all([s for a, s in zip(self.board.areas, self.shapes, strict=True) if not a.sea])
        self.tint = drawing.tint

    def _union(self, members: list[int]) -> BaseGeometry:
        return shapely.union_all([self.shapes[k] for k in members])

    def defs(self, css: str) -> str:
        out = [f"<style>{css}</style><defs>"]
        for name, cls, gap in (("hatch", "ha", 7), ("hatch-sea", "hc", 9)):
            out.append(f'<pattern id="{name}" width="{gap}" height="{gap}" patternUnits="userSpaceOnUse" ')
            out.append(f'patternTransform="rotate(38)"><path class="{cls}" d="M0 0V{gap}"/></pattern>')
        out.append(f'<path id="land" d="{path(self.land)}"/>')
        out.append(f"{signs()}{scattered()}{arms.definitions(self.d.plan.shields)}</defs>")
        return "".join(out)

    def painting(self, ink: Ink) -> str:
        """The background picture: everything without a sharp edge."""
        data = base64.b64encode(self.d.ground.painted(ink)).decode("ascii")
        size = f'width="{self.width}" height="{self.height}" preserveAspectRatio="none"'
        return f'<image {size} href="data:image/webp;base64,{data}"/>'

    def sea(self) -> str:
        out = []
        for k, area in enumerate(self.board.areas):
            if area.sea and area.wilderness:
                out.append(f'<path fill="url(#hatch-sea)" d="{path(self.shapes[k])}"/>')
        rough = self.land.simplify(1.2)
        for i, off in enumerate((4.6, 10.0, 17.0)):
            ring = rough.buffer(off, quad_segs=3).simplify(1.1).boundary
            look = f'stroke-width="{1.15 - 0.2 * i:.2f}" stroke-opacity="{0.62 - 0.16 * i:.2f}"'
            out.append(f'<path class="wl" {look} d="{soft(ring)}"/>')
        lines = []
        for a, b in sorted(self.board.touching):
            if self.board.areas[a].sea and self.board.areas[b].sea:
                lines.append(path(lines_of(shapely.intersection(self.shapes[a], self.shapes[b])).simplify(0.4)))
        out.append(f'<path class="sb" d="{"".join(lines)}"/>')
        return "".join(out)

    def wild(self) -> str:
        """Hatching over the wilderness."""
        wild = self._union([k for k, a in enumerate(self.board.areas) if a.kind == "land" and not a.realm])
        return f'<path fill="url(#hatch)" d="{path(wild)}"/>'

    def lines(self) -> str:
        inner: list[str] = []
        outer: list[str] = []
        foot: list[str] = []  # of a range, where it bounds a nation
        for a, b in sorted(self.board.touching):
            one, two = self.board.areas[a], self.board.areas[b]
            if one.sea or two.sea or (one.realm == two.realm and one.kind != two.kind):
                continue
            line = path(lines_of(shapely.intersection(self.shapes[a], self.shapes[b])))
            (foot if one.kind != two.kind else inner if one.realm == two.realm else outer).append(line)
        drawn = f'<path class="pr" d="{"".join(inner)}"/><path class="nf" d="{"".join(outer)}"/>'
        return drawn + f'<path class="ne" d="{"".join(foot)}"/><use href="#land" class="co"/>'

    def river(self) -> str:
        """The river of the inland capital that builds fleets, down to the ports of its nation."""
        out: list[str] = []
        for k, area in enumerate(self.board.areas):
            if area.special != "lormyr_river":
                continue
            start = np.array([self.d.plan.spots[k].symbols[0].x, self.d.plan.spots[k].symbols[0].y])
            mouths = []
            for j, other in enumerate(self.board.areas):
                if other.nation == area.nation and other.ports:
                    city = self.d.plan.spots[j].symbols[0]
                    sign = min(self.d.plan.ports, key=lambda p: math.dist((p.x, p.y), (city.x, city.y)))
                    mouths.append(np.array([sign.x, sign.y]))
            bend = Noise.make(self.width, self.height, 23, 46, 3)
            fork = start + (sum(mouths) / len(mouths) - start) * 0.42 if mouths else start
            for end in mouths:
                t = np.linspace(0, 1, 17)[:, None]
                line = (1 - t) ** 2 * start + 2 * t * (1 - t) * fork + t * t * end
                across = (end - start)[::-1] * np.array([-1, 1]) / max(1.0, float(np.hypot(*(end - start))))
                line = line + across * (bend.at(line) * 11.0 * np.sin(np.pi * t[:, 0]))[:, None]
                water = shapely.LineString(curve(line)).intersection(self.land)
                out.append(f'<path class="rv" stroke-width="3.4" stroke-opacity=".35" d="{path(water)}"/>')
                out.append(f'<path class="rv" stroke-width="1.7" d="{path(water)}"/>')
        return "".join(out)

    def islets(self) -> str:
        """The three small islands off Melnibone, which no piece may use."""
        rings = [curve(np.array(points), closed=True) for points in self.d.islets]
        return "".join(
            f'<path class="wl" stroke-width="1" stroke-opacity=".5" d="{path(Polygon(r).buffer(4).exterior)}"/>'
            f'<path class="is" d="{trace([tuple(p) for p in r], True)}"/>'
            for r in rings
        )

    def things(self) -> str:
        out = []
        for f in self.d.figures:
            turn = f"scale({-f.scale if f.flip else f.scale:g} {f.scale:g})"
            out.append(f'<use class="bst" href="#{f.kind}" transform="translate({f.x:g} {f.y:g}){turn}"/>')
        out += [
            f'<use href="#{t.group}" transform="translate({t.x:g} {t.y:g})scale({t.scale:g})"/>' for t in self.d.things
        ]
        return "".join(out)

    def signs(self) -> str:
        every = [s for spot in self.d.plan.spots for s in spot.symbols] + self.d.plan.ports
        drawn = "".join(f'<use href="#{s.kind}" x="{s.x:.1f}" y="{s.y:.1f}"/>' for s in every)
        return drawn + arms.drawn(self.d.plan.shields)

    @staticmethod
    def words(w: Words, extra: str) -> str:
        cls = f"{w.kind} {_size_class(w.kind, w.size)}{' caps' if w.cut == 'caps' else ''} {extra}"
        (first, x, y), *rest = w.lines
        # the spacing after the last letter would shift a centred line to the left by half of it
        half = w.spacing * w.size / 2 if w.hang == "middle" else 0.0
        if w.spacing:
            cls += f" p{round(w.spacing * 100)}"
        more = "".join(f'<tspan x="{a + half:.1f}" dy="{LEADING:g}em">{html.escape(t)}</tspan>' for t, a, _ in rest)
        return f'<text class="{cls}" x="{x + half:.1f}" y="{y:.1f}" text-anchor="{w.hang}">{html.escape(first)}{more}</text>'

    def arc(self, a: Arc, ident: str, extra: str) -> str:
        p = a.path.round(1).tolist()
        data = f"M{p[0][0]:g} {p[0][1]:g}Q{p[1][0]:g} {p[1][1]:g} {p[2][0]:g} {p[2][1]:g}"
        size = _size_class("phone", a.size) if a.kind == "phone" else ""
        style = "" if size else f' font-size="{a.size:g}"'
        # the spacing after the last letter would shift a centred word to the left by half of it
        shift = f' dx="{a.spacing * a.size / 2:.1f}"' if a.spacing else ""
        spaced = f' letter-spacing="{a.spacing * a.size:.1f}"' if a.spacing else ""
        return (
            f'<path id="{ident}" class="nf" stroke="none" style="stroke:none" d="{data}"/>'
            f'<text class="{a.kind} {size} {extra}"{style}{spaced}{shift}>'
            f'<textPath href="#{ident}" startOffset="50%">{html.escape(a.text)}</textPath></text>'
        )

    def names(self) -> str:
        plan = self.d.plan
        shown = {self.d.sketch.names.get(n, n): self.tint[n] for n in self.board.realms}
        out = [self.words(w, "wide") for w in plan.minor]
        for group, extra in ((plan.regions, "open"), (plan.nations, "open"), (plan.phone, "")):
            for i, a in enumerate(group):
                tint = f"n{shown[a.text]}" if a.text in shown else ""
                out.append(self.arc(a, f"{a.kind[0]}{i}", f"{extra} {tint}".strip()))
        out += [self.words(s.words, "open") for s in plan.spots if s.words]
        return "".join(out)

    def frame(self) -> str:
        w, h, b = self.width, self.height, _BAND
        out = [f'<path class="fp" fill-rule="evenodd" d="M0 0H{w}V{h}H0ZM{b} {b}V{h - b}H{w - b}V{b}Z"/>']
        at, thick = 8.0, 5.0
        middle = at + thick / 2
        sides = f'x="{middle}" y="{middle}" width="{w - 2 * middle}" height="{h - 2 * middle}"'
        pairs = round((w + h) / 40)  # one dark and one light bar each, a number that divides the circumference evenly
        out.append(
            f'<rect class="fk" stroke-width="{thick}" pathLength="{pairs * 2}" stroke-dasharray="1 1" '
            f'style="stroke-linecap:butt" {sides}/>'
        )
        for inset, wide in ((2.2, 3.0), (at - 0.4, 0.9), (at + thick + 0.4, 0.9), (b - 1.2, 2.2)):
            sides = f'x="{inset}" y="{inset}" width="{w - 2 * inset}" height="{h - 2 * inset}"'
            out.append(f'<rect class="fk" stroke-width="{wide}" {sides}/>')
        return "".join(out)


def render(drawing: Drawing, ink: Ink) -> str:
    """The whole drawing in one set of colours, as SVG text."""
    pen = Pen(drawing)
    w, h = drawing.board.width, drawing.board.height
    css = sheet(ink, _sizes(), drawing.face.css())
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{OPENING}" height="{OPENING * h / w:g}"'
    )
    told = (
        f"A map of {len(drawing.board.areas)} lands, seas and mountain ranges; what touches here touches in the rules."
    )
    layers = (pen.sea, pen.islets, pen.wild, pen.river, pen.lines, pen.things, pen.signs, pen.names, pen.frame)
    return "".join(
        [
            f'{head} role="img" aria-labelledby="t d">',
            f'<title id="t">The Young Kingdoms</title><desc id="d">{told}</desc>',
            pen.defs(css),
            pen.painting(ink),
            *(layer() for layer in layers),
            "</svg>\n",
        ]
    )


__all__ = ["DAY", "NIGHT", "Drawing", "Pen", "render"]
