"""The background picture below the lines: sea by depth, parchment by vegetation, washes in the nations' tints, and
relief.

A soft raster picture with one pixel per drawing unit. Everything with a sharp edge (coasts, borders, symbols, names) is
drawn over it as vectors, so the map stays sharp at any magnification. Deterministic down to the byte.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import distance_transform_edt, gaussian_filter, shift, zoom
from shapely.geometry import Polygon

from .ink import Ink
from .mesh import Array
from .source import Board, Sketch

_FINE = 4  # supersampling factor of masks, along each side
_QUALITY = 86
#: How rough each kind of ground is; mountains stand out most.
_RELIEF = {"crags": 0.5, "hills": 0.4, "stones": 0.28, "desert": 0.24, "waste": 0.16, "jungle": 0.18, "forest": 0.18}


def _cloud(rng: np.random.Generator, size: tuple[int, int], *scales: float) -> Array:
    """Smooth noise with mean 0 and standard deviation 1; each scale (units) has half the weight of the one before."""
    high, wide = size
    out = np.zeros(size)
    for i, scale in enumerate(scales):
        rows, columns = int(high / scale) + 4, int(wide / scale) + 4
        grown = zoom(rng.standard_normal((rows, columns)), scale, order=3, mode="nearest")
        out += 0.5**i * grown[int(scale) : int(scale) + high, int(scale) : int(scale) + wide]
    spread: Array = (out - out.mean()) / out.std()
    return spread


def _rgb(colour: str) -> Array:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def _step(low: float, high: float, x: Array) -> Array:
    t = np.clip((x - low) / (high - low), 0, 1)
    smooth: Array = t * t * (3 - 2 * t)
    return smooth


def _mix(base: Array, colour: Array, share: Array) -> Array:
    mixed: Array = base + (colour - base) * share[..., None]
    return mixed


@dataclass(frozen=True)
class Field:
    """One land mass on the raster: its coverage of each pixel, and each pixel's distance from its edge."""

    cover: Array
    depth: Array


class Ground:
    """Everything about the picture that does not depend on the colours; :meth:`painted` renders it in one set of them."""

    def __init__(self, board: Board, sketch: Sketch, shapes: Sequence[Polygon], tint: Mapping[str, int]):
        self.size = (board.height, board.width)
        rng = np.random.default_rng(1981)
        self.broad, self.fine = _cloud(rng, self.size, 150, 60, 24), _cloud(rng, self.size, 26, 11, 5)
        self.grain = gaussian_filter(rng.standard_normal(self.size), (0.6, 1.1))
        every = range(len(board.areas))
        cover = {k: self._cover([shapes[k]]) for k in every}
        self.land = self._sum(cover[k] for k in every if not board.areas[k].sea)
        self.offing = distance_transform_edt(self.land < 0.5)
        self.inland = distance_transform_edt(self.land > 0.5)
        self.realms = [
            (tint[name], self._field(self._sum(cover[k] for k in every if board.areas[k].realm == name)))
            for name in board.realms
        ]
        inner = np.full(self.size, 99.0)
        for k in every:
            if board.areas[k].realm:
                inner = np.where(cover[k] > 0.5, np.minimum(inner, self._field(cover[k]).depth), inner)
        self.inner = inner
        kinds = {
            k: "mountain" if board.areas[k].kind == "mountain" else sketch.ground.get(board.areas[k].key, "")
            for k in every
            if not board.areas[k].sea
        }
        self.grown = {
            kind: gaussian_filter(
                self._sum(cover[k] for k in kinds if kinds[k] == kind), 4 if kind == "mountain" else 17
            )
            for kind in sorted(set(kinds.values()) - {""})
        }
        self.perils = {
            name: self._sum(cover[k] for k in every if board.areas[k].special == name)
            for name in ("straits_of_chaos", "boiling_sea")
        }
        self.shade = self._relief(rng)

    def _cover(self, shapes: Iterable[Polygon]) -> Array:
        """The share of each pixel that the shapes cover, 0 to 1."""
        out = np.zeros(self.size)
        for shape in shapes:
            x0, y0, x1, y1 = (int(v) for v in shape.bounds)
            x0, y0, x1, y1 = max(0, x0 - 1), max(0, y0 - 1), min(self.size[1], x1 + 2), min(self.size[0], y1 + 2)
            sheet = Image.new("L", ((x1 - x0) * _FINE, (y1 - y0) * _FINE))
            pen = ImageDraw.Draw(sheet)
            for ring, ink in ((shape.exterior, 255), *((hole, 0) for hole in shape.interiors)):
                pen.polygon([((x - x0) * _FINE - 0.5, (y - y0) * _FINE - 0.5) for x, y in ring.coords], fill=ink)
            small = np.asarray(sheet, dtype=float).reshape(y1 - y0, _FINE, x1 - x0, _FINE).mean(axis=(1, 3)) / 255
            out[y0:y1, x0:x1] += small
        return out

    def _sum(self, parts: Iterable[Array]) -> Array:
        total = np.zeros(self.size)
        for part in parts:
            total += part
        return np.clip(total, 0, 1)

    @staticmethod
    def _field(cover: Array) -> Field:
        rows, columns = np.nonzero(cover > 0.5)
        depth = np.zeros(cover.shape)
        window = (slice(max(0, rows.min() - 2), rows.max() + 3), slice(max(0, columns.min() - 2), columns.max() + 3))
        depth[window] = distance_transform_edt(cover[window] > 0.5)
        return Field(cover, depth)

    def _relief(self, rng: np.random.Generator) -> Array:
        """Hill shading with light from the north-west, about -1 to 1; mountain ranges have ridges, other ground is
        gently uneven."""
        rolling = _cloud(rng, self.size, 46, 22, 10)
        ridges = 1.6 - np.abs(_cloud(rng, self.size, 30, 15, 7)) * 1.5
        range_ = self.grown.get("mountain", np.zeros(self.size))
        foot = gaussian_filter(range_, 9)
        rough = 0.12 + sum(_RELIEF.get(kind, 0.0) * cover for kind, cover in self.grown.items())
        height = rolling * rough * 3.2 + ridges * foot * 7 + foot * 16
        dy, dx = np.gradient(gaussian_filter(height, 1.3))
        light: Array = np.clip((dx + dy) * 0.62, -1, 1)
        return light

    def painted(self, ink: Ink) -> bytes:
        """The picture in one set of colours, as the bytes of a WebP file."""
        sheet = _mix(self._sea(ink), self._dry(ink), self.land)
        rim = np.minimum(*np.meshgrid(self._from_edge(self.size[1]), self._from_edge(self.size[0])))
        aged = np.clip(0.10 * np.exp(-rim / 60) + 0.055 * np.clip(self.broad, 0, 3) + 0.016 * self.fine, 0, 0.4)
        sheet = _mix(sheet, _rgb(ink.grain), aged * ink.grain_share)
        sheet = sheet * (1 + 0.02 * self.grain)[..., None]
        pixels = np.clip(np.round(sheet * 255), 0, 255).astype(np.uint8)
        out = io.BytesIO()
        Image.fromarray(pixels, "RGB").save(out, "WEBP", quality=_QUALITY, method=6)
        return out.getvalue()

    @staticmethod
    def _from_edge(length: int) -> Array:
        at = np.arange(length) + 0.5
        nearest: Array = np.minimum(at, length - at)
        return nearest

    def _sea(self, ink: Ink) -> Array:
        """Water that gets lighter towards the coasts in soft steps, as on a nautical chart, with a shadow of the land."""
        off = np.clip(self.offing * (1 + 0.13 * self.broad) + 3.0 * self.fine, 0, None)
        steps = sum(_step(at - 2.5, at + 2.5, off) for at in (13, 30, 54, 86, 128)) / 5
        deep = 0.55 * (1 - np.exp(-off / 60)) + 0.45 * steps
        sheet = _mix(np.broadcast_to(_rgb(ink.shallow), (*self.size, 3)), _rgb(ink.sea_mid), _step(0.0, 0.62, deep))
        sheet = _mix(sheet, _rgb(ink.sea_deep), 0.85 * _step(0.5, 1.0, deep))
        for name, colour in (("straits_of_chaos", ink.chaos), ("boiling_sea", ink.boil)):
            swirl = gaussian_filter(self.perils[name], 11) * np.clip(
                0.5 + 0.2 * self.fine + 0.15 * self.broad, 0.12, 0.8
            )
            sheet = _mix(sheet, _rgb(colour), 0.7 * swirl)
        shadow = gaussian_filter(shift(self.land, (4, 3), order=1, mode="nearest"), 3.2)
        return _mix(sheet, _rgb(ink.sea_shadow), 0.34 * shadow)

    def _dry(self, ink: Ink) -> Array:
        sheet: Array = np.broadcast_to(_rgb(ink.paper), (*self.size, 3)).copy()
        for kind, cover in self.grown.items():
            if kind in ink.grounds:
                sheet = _mix(sheet, _rgb(ink.grounds[kind]), cover * np.clip(0.72 + 0.13 * self.fine, 0, 1))
        sheet = _mix(sheet, _rgb(ink.rock_dark), 0.26 * np.exp(-((self.inland / 7) ** 1.4)))
        for tint, field in self.realms:
            off = field.depth * (1 + 0.16 * self.broad) + 1.1 * self.fine
            off = np.clip(off, 0, None)
            wash = ink.wash + (ink.rim - ink.wash) * np.exp(-((off / 17) ** 1.4)) + 0.045 * self.broad
            sheet = _mix(sheet, _rgb(ink.tints[tint]), np.clip(wash, 0, 1) * field.cover)
            pool = 0.5 * np.exp(-((off / 13) ** 2)) + 0.35 * np.exp(-((field.depth / 3.6) ** 2))
            sheet = _mix(sheet, _rgb(ink.edges[tint]), ink.pool * pool * field.cover)
        sheet = _mix(sheet, _rgb(ink.province), 0.10 * np.exp(-self.inner / 5.0))
        lit = np.clip(self.shade, 0, 1) * ink.light
        dark = np.clip(-self.shade, 0, 1) * ink.dark
        return _mix(_mix(sheet, _rgb(ink.rock_light), lit), _rgb(ink.rock_dark), dark)
