"""The background picture of the hex board: parchment, shaded hills, woods, marsh, water, and a tint along the frontier
of each land. A soft raster picture with one pixel per drawing unit; everything with a sharp edge is drawn over it as
vectors."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image
from scipy.ndimage import distance_transform_edt, gaussian_filter
from scipy.spatial import cKDTree

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.table.frame import BOARD_WIDE, EDGE, HEIGHT, SCALE, WIDTH, middle

from ..mesh import Array
from ..paint import _cloud, _mix, _rgb, _step
from .colours import Colours

_QUALITY = 80
_SIZE = (int(HEIGHT), int(WIDTH))


class Ground:
    """Everything about the picture that does not depend on the colours; `painted` renders it in one set of them."""

    def __init__(self) -> None:
        rng = np.random.default_rng(1976)
        self.broad, self.fine = _cloud(rng, _SIZE, 150, 60, 24), _cloud(rng, _SIZE, 26, 11, 5)
        self.grain = gaussian_filter(rng.standard_normal(_SIZE), (0.6, 1.0))
        bend_x, bend_y = _cloud(rng, _SIZE, 17, 8), _cloud(rng, _SIZE, 17, 8)
        ys, xs = np.mgrid[0 : _SIZE[0], 0 : _SIZE[1]] + 0.5
        tree = cKDTree(np.array([middle(h) for h in range(HEXES.size)]))
        # each hex has one kind of ground; its outline is drawn slightly irregular, like the edge of a wood
        pixels = np.column_stack([(xs + 1.5 * bend_x).ravel(), (ys + 1.5 * bend_y).ravel()])
        self.hex = tree.query(pixels)[1].reshape(_SIZE)
        exact = tree.query(np.column_stack([xs.ravel(), ys.ravel()]))[1].reshape(_SIZE)
        self.land = np.array([BOARD.land[h] for h in range(HEXES.size)])[exact]
        self.board = gaussian_filter((xs < EDGE + BOARD_WIDE).astype(float), 0.5)
        self.high, self.wood = self._of(BOARD.high), self._of(BOARD.wood)
        self.shade = self._relief(rng)

    def _of(self, hexes: int, soft: float = 1.3) -> Array:
        """The share of each pixel that these hexes cover."""
        flags = np.array([bool(hexes >> h & 1) for h in range(HEXES.size)], dtype=float)
        out: Array = gaussian_filter(flags[self.hex], soft)
        return out

    def _relief(self, rng: np.random.Generator) -> Array:
        """Hill shading with light from the upper left, about -1 to 1: hills are rugged, other ground is gently uneven."""
        rolling = _cloud(rng, _SIZE, 40, 19, 9)
        ridges = 1.6 - np.abs(_cloud(rng, _SIZE, 26, 13, 6)) * 1.5
        foot = gaussian_filter(self.high, 6)
        height = rolling * (0.3 + 0.4 * self.wood) + ridges * foot * 4.2 + foot * 17
        dy, dx = np.gradient(gaussian_filter(height, 1.2))
        light: Array = np.clip((dx + dy) * 0.5, -1, 1)
        return light

    def painted(self, colours: Colours) -> bytes:
        """The picture in one set of colours, as the bytes of a WebP file."""
        sheet: Array = np.broadcast_to(_rgb(colours.paper), (*_SIZE, 3)).copy()
        speckle = np.clip(0.86 + 0.09 * self.fine, 0, 1)
        for letter, colour in colours.lands.items():
            sheet = self._washed(sheet, letter, colour, colours)
        for hexes, colour, share in (
            (BOARD.high & ~BOARD.wood, colours.hill, 0.9), (BOARD.wood, colours.wood, 0.92), (BOARD.marsh, colours.marsh, 0.95),
            (BOARD.delta, colours.delta, 0.9), (BOARD.river, colours.water, 0.78), (BOARD.ford, colours.shallow, 0.8),
        ):  # fmt: skip
            sheet = _mix(sheet, _rgb(colour), self._of(hexes) * speckle * share)
        wooded_hill = self._of(BOARD.wood & BOARD.high)
        sheet = _mix(sheet, _rgb(colours.hill), wooded_hill * 0.4)
        wet = self._of(BOARD.marsh | BOARD.delta)
        sheet = _mix(sheet, _rgb(colours.stream), wet * 0.28 * _step(0.4, 1.2, self.fine))
        lit, dark = np.clip(self.shade, 0, 1), np.clip(-self.shade, 0, 1)
        sheet = _mix(
            _mix(sheet, _rgb(colours.rock_light), lit * colours.light), _rgb(colours.rock_dark), dark * colours.dark
        )
        sheet = _mix(np.broadcast_to(_rgb(colours.sheet), (*_SIZE, 3)), sheet, self.board)
        rim = np.minimum(*np.meshgrid(_from_edge(_SIZE[1]), _from_edge(_SIZE[0])))
        aged = np.clip(0.12 * np.exp(-rim / 50) + 0.05 * np.clip(self.broad, 0, 3) + 0.014 * self.fine, 0, 0.4)
        sheet = _mix(sheet, _rgb(colours.grain), aged * 0.5)
        sheet = sheet * (1 + 0.018 * self.grain)[..., None]
        pixels = np.clip(np.round(sheet * 255), 0, 255).astype(np.uint8)
        out = io.BytesIO()
        Image.fromarray(pixels, "RGB").save(out, "WEBP", quality=_QUALITY, method=6)
        return out.getvalue()

    def _washed(self, sheet: Array, letter: str, colour: str, colours: Colours) -> Array:
        """A land's tint, light inside and stronger along its frontier."""
        inside = self.land == letter
        if not inside.any():
            return sheet
        depth = distance_transform_edt(inside)
        off = np.clip(depth * (1 + 0.15 * self.broad) + 0.8 * self.fine, 0, None)
        share = colours.wash + (colours.rim - colours.wash) * np.exp(-((off / (0.55 * SCALE)) ** 1.3))
        return _mix(sheet, _rgb(colour), np.clip(share, 0, 1) * inside)


def _from_edge(length: int) -> Array:
    at = np.arange(length) + 0.5
    nearest: Array = np.minimum(at, length - at)
    return nearest
