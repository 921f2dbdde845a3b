"""The drawn map: sea, land, tints, lines, signs and names in one SVG without outside parts."""

from __future__ import annotations

import html
import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from .glyphs import scattered, signs
from .ink import DAY, NIGHT, Ink, colour_nations
from .labels import CITY, MINOR, PHONE, PLACE, SEA, Plan
from .mesh import Noise
from .names import Arc
from .scenery import Figure, Thing
from .sheet import sheet
from .source import Board, Sketch
from .spots import Words
from .svg import curve, grain_png, lines_of, path, trace
from .typeface import LEADING, Typeface

_BAND = 20.0  # width of the drawn frame


@dataclass(frozen=True)
class Drawing:
    """Everything the pen needs; :func:`render` writes it out in one ink."""

    board: Board
    sketch: Sketch
    shapes: list[Polygon]
    plan: Plan
    things: list[Thing]
    figures: list[Figure]
    islets: list[list[tuple[float, float]]]
    face: Typeface


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
    """Writes the layers of one drawing; all colour is left to classes."""

    def __init__(self, drawing: Drawing):
        self.d = drawing
        self.board, self.shapes = drawing.board, drawing.shapes
        self.width, self.height = self.board.width, self.board.height
        self.land = shapely.union_all([s for a, s in zip(self.board.areas, self.shapes, strict=True) if not a.sea])
        self.tint = colour_nations(self.board)
        self.realm = {
            n: self._union([k for k, a in enumerate(self.board.areas) if a.realm == n]) for n in self.board.realms
        }

    def _union(self, members: list[int]) -> BaseGeometry:
        return shapely.union_all([self.shapes[k] for k in members])

    def defs(self, css: str, grain: str) -> str:
        out = [f"<style>{css}</style><defs>"]
        out.append('<radialGradient id="sea" cx=".5" cy=".46" r=".78"><stop offset="0" class="s0"/>')
        out.append('<stop offset=".6" class="s1"/><stop offset="1" class="s2"/></radialGradient>')
        for name, cls in (("chaos", "c0"), ("boil", "b0")):
            out.append(f'<radialGradient id="{name}"><stop offset="0" class="{cls}" stop-opacity=".5"/>')
            out.append(f'<stop offset=".75" class="{cls}" stop-opacity=".2"/>')
            out.append(f'<stop offset="1" class="{cls}" stop-opacity=".06"/>')
            out.append("</radialGradient>")
        for name, cls, gap in (("hatch", "ha", 7), ("hatch-sea", "hc", 9)):
            out.append(f'<pattern id="{name}" width="{gap}" height="{gap}" patternUnits="userSpaceOnUse" ')
            out.append(f'patternTransform="rotate(38)"><path class="{cls}" d="M0 0V{gap}"/></pattern>')
        out.append(f'<path id="land" d="{path(self.land)}"/>')
        for i, name in enumerate(self.board.realms):
            out.append(
                f'<path id="u{i}" d="{path(self.realm[name])}"/><clipPath id="q{i}"><use href="#u{i}"/></clipPath>'
            )
        out.append(
            f'<image id="grain" width="{self.width}" height="{self.height}" preserveAspectRatio="none" href="{grain}"/>'
        )
        out.append(f"{signs()}{scattered()}</defs>")
        return "".join(out)

    def sea(self) -> str:
        out = [f'<rect width="{self.width}" height="{self.height}" fill="url(#sea)"/>']
        for k, area in enumerate(self.board.areas):
            fill = {"straits_of_chaos": "chaos", "boiling_sea": "boil"}.get(area.special)
            if area.sea and fill:
                out.append(f'<path fill="url(#{fill})" d="{path(self.shapes[k])}"/>')
            if area.sea and area.wilderness:
                out.append(f'<path fill="url(#hatch-sea)" d="{path(self.shapes[k])}"/>')
        out += [
            f'<use href="#land" class="sh" stroke-width="{w}" stroke-opacity="{o}"/>'
            for w, o in ((96, 0.13), (58, 0.16), (28, 0.2))
        ]
        rough = self.land.simplify(1.2)
        for i, off in enumerate((5.5, 12.0, 20.0, 30.0)):
            ring = rough.buffer(off, quad_segs=3).simplify(0.9).boundary
            look = f'stroke-width="{1.35 - 0.22 * i:.2f}" stroke-opacity="{0.7 - 0.15 * i:.2f}"'
            out.append(f'<path class="wl" {look} d="{path(ring)}"/>')
        out.append('<use href="#grain" opacity=".35"/>')
        lines = []
        for a, b in sorted(self.board.touching):
            if self.board.areas[a].sea and self.board.areas[b].sea:
                lines.append(path(lines_of(shapely.intersection(self.shapes[a], self.shapes[b])).simplify(0.4)))
        out.append(f'<path class="sb" d="{"".join(lines)}"/>')
        return "".join(out)

    def ground(self) -> str:
        out = ['<use href="#land" class="ld"/>']
        wild = self._union([k for k, a in enumerate(self.board.areas) if a.kind == "land" and not a.realm])
        out.append(f'<path fill="url(#hatch)" d="{path(wild)}"/>')
        for i, name in enumerate(self.board.realms):
            t = self.tint[name]
            out.append(f'<use href="#u{i}" class="wash t{t}"/><g clip-path="url(#q{i})">')
            out += [f'<use href="#u{i}" class="w{w} {"d" if w == 4 else "k"}{t}"/>' for w in (1, 2, 3, 4)]
            out.append("</g>")
        ranges = [self.shapes[k] for k, a in enumerate(self.board.areas) if a.kind == "mountain"]
        out.append(f'<path class="rg" d="{path(shapely.union_all(ranges))}"/>')
        out.append('<g clip-path="url(#dry)"><use href="#grain" class="grain"/></g>')
        return '<clipPath id="dry"><use href="#land"/></clipPath>' + "".join(out)

    def lines(self) -> str:
        inner: list[str] = []
        outer: list[str] = []
        foot: list[str] = []  # of a range, where a nation ends
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
        return "".join(f'<use href="#{s.kind}" x="{s.x:.1f}" y="{s.y:.1f}"/>' for s in every)

    @staticmethod
    def words(w: Words, extra: str) -> str:
        cls = f"{w.kind} {_size_class(w.kind, w.size)}{' caps' if w.cut == 'caps' else ''} {extra}"
        (first, x, y), *rest = w.lines
        more = "".join(f'<tspan x="{a:.1f}" dy="{LEADING:g}em">{html.escape(t)}</tspan>' for t, a, _ in rest)
        return f'<text class="{cls}" x="{x:.1f}" y="{y:.1f}" text-anchor="{w.hang}">{html.escape(first)}{more}</text>'

    def arc(self, a: Arc, ident: str, extra: str) -> str:
        p = a.path.round(1).tolist()
        data = f"M{p[0][0]:g} {p[0][1]:g}Q{p[1][0]:g} {p[1][1]:g} {p[2][0]:g} {p[2][1]:g}"
        size = _size_class("phone", a.size) if a.kind == "phone" else ""
        style = "" if size else f' font-size="{a.size:g}"'
        # the spacing after the last letter would push a centred word to the left by half of it
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
        pairs = round((w + h) / 40)  # one dark and one light bar each, as many as go round without a rest
        out.append(
            f'<rect class="fk" stroke-width="{thick}" pathLength="{pairs * 2}" stroke-dasharray="1 1" '
            f'style="stroke-linecap:butt" {sides}/>'
        )
        for inset, wide in ((2.2, 3.0), (at - 0.4, 0.9), (at + thick + 0.4, 0.9), (b - 1.2, 2.2)):
            sides = f'x="{inset}" y="{inset}" width="{w - 2 * inset}" height="{h - 2 * inset}"'
            out.append(f'<rect class="fk" stroke-width="{wide}" {sides}/>')
        return "".join(out)


def render(drawing: Drawing, ink: Ink) -> str:
    """The whole drawing in one ink, as SVG text."""
    pen = Pen(drawing)
    w, h = drawing.board.width, drawing.board.height
    css = sheet(ink, _sizes(), drawing.face.css())
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}"'
    told = (
        f"A map of {len(drawing.board.areas)} lands, seas and mountain ranges; what touches here touches in the rules."
    )
    layers = (pen.sea, pen.islets, pen.ground, pen.river, pen.lines, pen.things, pen.signs, pen.names, pen.frame)
    return "".join(
        [
            f'{head} role="img" aria-labelledby="t d">',
            f'<title id="t">The Young Kingdoms</title><desc id="d">{told}</desc>',
            pen.defs(css, grain_png(ink.grain, 5)),
            *(layer() for layer in layers),
            "</svg>\n",
        ]
    )


__all__ = ["DAY", "NIGHT", "Drawing", "Pen", "render"]
