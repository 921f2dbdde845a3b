"""Colours of the two versions of the drawing (light and dark), and the tint of each nation.

Both have the same lines; only the style sheet and the background picture differ. Sixteen nations cannot all be
distinguished by colour, so colour only separates neighbours; names, emblems and letter codes identify them.
"""

from __future__ import annotations

import colorsys
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon

from .source import Board

#: Smallest difference of two tints, over normal sight and three simulated kinds of colour blindness (Machado's
#: matrices, full strength): 27.4 (CIE Delta E 1976).
TINTS = ("#EC9F9A", "#5B9CEE", "#EFDC78", "#8C799C", "#C8643C", "#C9E9F8")
#: The difference of two tints as washes on paper, the smallest of those four kinds of sight (CIE Delta E 2000).
APART = (
    (0.0, 23.9, 9.6, 13.5, 9.1, 11.3),
    (23.9, 0.0, 34.4, 11.9, 31.8, 14.6),
    (9.6, 34.4, 0.0, 14.1, 12.6, 19.0),
    (13.5, 11.9, 14.1, 0.0, 16.2, 13.3),
    (9.1, 31.8, 12.6, 16.2, 0.0, 21.7),
    (11.3, 14.6, 19.0, 13.3, 21.7, 0.0),
)


@dataclass(frozen=True)
class Ink:
    """One set of colours, named by their use."""

    sea_light: str
    sea_mid: str
    sea_deep: str
    shallow: str
    water_line: str
    sea_border: str
    sea_text: str
    sea_halo: str
    paper: str
    land_text: str
    land_halo: str
    faint_text: str
    hatch: str
    province: str
    frontier: str
    coast: str
    rock: str
    rock_light: str
    rock_dark: str
    leaf: str
    leaf_dark: str
    sand: str
    river: str
    sign: str
    sign_ink: str
    hilt: str
    star: str
    magic: str
    magic_ink: str
    harbour: str
    harbour_ink: str
    chaos: str
    boil: str
    frame: str
    frame_paper: str
    grain: str
    grain_share: float
    wash: float
    rim: float
    pool: float
    light: float
    dark: float
    sea_shadow: str
    grounds: dict[str, str]
    tints: tuple[str, ...]
    deeps: tuple[str, ...]
    edges: tuple[str, ...]


def blend(a: str, b: str, share: float) -> str:
    """Colour ``share`` of the way from ``a`` to ``b``; both as ``#rrggbb``."""
    one, two = (tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in (a, b))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(one, two, strict=True))


def deepened(colour: str, light: float) -> str:
    """The same hue with ``light`` times the lightness, slightly less saturated: for the darker edge of a wash."""
    hue, level, purity = colorsys.rgb_to_hls(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    return "#" + "".join(f"{round(c * 255):02x}" for c in colorsys.hls_to_rgb(hue, level * light, purity * 0.92))


DAY = Ink(
    sea_light="#c6dad6",
    sea_mid="#aecacc",
    sea_deep="#8db0b8",
    shallow="#e3eee3",
    water_line="#3f7186",
    sea_border="#2f6076",
    sea_text="#1d4a60",
    sea_halo="#cfe0dc",
    paper="#f1e6cb",
    land_text="#2c2014",
    land_halo="#f8f0dc",
    faint_text="#3b2b19",
    hatch="#a4926d",
    province="#4a3320",
    frontier="#4a2c17",
    coast="#2e2a26",
    rock="#cdbb97",
    rock_light="#f3ead3",
    rock_dark="#8f7a58",
    leaf="#b9bd84",
    leaf_dark="#5c6236",
    sand="#a98a55",
    river="#4b87a3",
    sign="#fff9ea",
    sign_ink="#2b1d10",
    hilt="#2b1d10",
    star="#a01c1c",
    magic="#3b1f4d",
    magic_ink="#f6dc86",
    harbour="#eef5f1",
    harbour_ink="#123848",
    chaos="#6d4a86",
    boil="#c9794c",
    frame="#3a2818",
    frame_paper="#f1e6cb",
    grain="#5c4020",
    grain_share=0.5,
    wash=0.4,
    rim=1.0,
    pool=0.85,
    light=0.55,
    dark=0.42,
    sea_shadow="#2c5260",
    grounds={
        "desert": "#ecd6a2",
        "waste": "#e6dcc2",
        "forest": "#cfd3a0",
        "jungle": "#c3cf95",
        "marsh": "#d0d2ae",
        "crags": "#e0d2b4",
        "hills": "#e2dab2",
        "stones": "#e4d8be",
        "scrub": "#e4deb4",
        "mountain": "#cdbb97",
    },
    tints=TINTS,
    deeps=tuple(blend(t, "#2a1410", 0.76) for t in TINTS),
    edges=tuple(blend(deepened(t, 0.6), "#5a4030", 0.24) for t in TINTS),
)

NIGHT = Ink(
    sea_light="#22384a",
    sea_mid="#1a2d3d",
    sea_deep="#101e2b",
    shallow="#3a5a6b",
    water_line="#6fa3b5",
    sea_border="#7fb0c2",
    sea_text="#a9d0dc",
    sea_halo="#12212d",
    paper="#4a4438",
    land_text="#f4ead2",
    land_halo="#26221c",
    faint_text="#eadfc2",
    hatch="#7c7159",
    province="#c9b68d",
    frontier="#120c08",
    coast="#0a0a0b",
    rock="#574d3c",
    rock_light="#7d7159",
    rock_dark="#2d2820",
    leaf="#5d6a41",
    leaf_dark="#1f2613",
    sand="#c2a46c",
    river="#7db4cc",
    sign="#efe4c8",
    sign_ink="#1b130b",
    hilt="#e0bd6a",
    star="#9c1f1f",
    magic="#2a1538",
    magic_ink="#f6dc86",
    harbour="#d5e4e2",
    harbour_ink="#0f2e3c",
    chaos="#9a74b8",
    boil="#c9794c",
    frame="#0c0a08",
    frame_paper="#8f8468",
    grain="#000000",
    grain_share=0.55,
    wash=0.6,
    rim=1.0,
    pool=0.5,
    light=0.4,
    dark=0.6,
    sea_shadow="#04080c",
    grounds={
        "desert": "#5a4c33",
        "waste": "#4a463c",
        "forest": "#3c4530",
        "jungle": "#38452d",
        "marsh": "#3d4438",
        "crags": "#4b443a",
        "hills": "#4a4834",
        "stones": "#4a453d",
        "scrub": "#4a4836",
        "mountain": "#574d3c",
    },
    tints=tuple(blend(t, "#0d0b14", 0.44) for t in TINTS),
    deeps=tuple(blend(t, "#fff4dc", 0.6) for t in TINTS),
    edges=tuple(blend(t, "#fff4dc", 0.3) for t in TINTS),
)


def colour_nations(board: Board, shapes: Sequence[Polygon]) -> dict[str, int]:
    """A tint number for each nation: neighbours get tints that everybody can distinguish, and a tint is reused only far
    away. A local search by exchanges: the cost of two nations rises with the similarity of their tints and falls with
    the square of the distance over sea and wilderness between them.
    """
    names = board.realms
    land = [
        shapely.union_all([s for a, s in zip(board.areas, shapes, strict=True) if a.realm == n]).simplify(2.0)
        for n in names
    ]
    price = np.array([[1e6 / (one.distance(two) + 60.0) ** 2 for two in land] for one in land])
    np.fill_diagonal(price, 0.0)
    apart = np.array(APART)
    alike = np.where(apart > 0, 0.08 * (9.1 / np.maximum(apart, 1.0)) ** 3, 1.0)
    best: tuple[float, list[int]] | None = None
    for start in range(40):
        rng = random.Random(start)
        chosen = [rng.randrange(len(TINTS)) for _ in names]
        moved = True
        while moved:
            moved = False
            for k in range(len(names)):
                costs = alike[:, chosen] @ price[k]
                if costs[choice := int(np.argmin(costs))] < costs[chosen[k]] - 1e-9:
                    chosen[k], moved = choice, True
        total = float((alike[np.ix_(chosen, chosen)] * price).sum())
        if best is None or total < best[0] - 1e-9:
            best = (total, chosen)
    return dict(zip(names, best[1] if best else [], strict=True))


__all__ = ["DAY", "NIGHT", "TINTS", "Ink", "blend", "colour_nations"]
