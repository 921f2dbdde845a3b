"""Colours of the two editions of the drawing, and who of the nations gets which tint.

Both drawings are the same lines; only the style sheet differs. The six tints were measured: they stay at least 23
apart (CIE Delta E 2000) in normal sight and in three simulated kinds of colour blindness. Sixteen nations cannot all
be told apart by colour, so colour only separates neighbours; names carry identity.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from .source import Board

TINTS = ("#EEAA96", "#86ADEA", "#F1E287", "#A588A2", "#D77B43", "#CDE4E9")


@dataclass(frozen=True)
class Ink:
    """One set of colours; names say where they go."""

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
    tints: tuple[str, ...]
    deeps: tuple[str, ...]


def blend(a: str, b: str, share: float) -> str:
    """Colour ``share`` of the way from ``a`` to ``b``; both as ``#rrggbb``."""
    one, two = (tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in (a, b))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(one, two, strict=True))


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
    faint_text="#4d3b26",
    hatch="#a4926d",
    province="#5b4630",
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
    wash=0.62,
    tints=TINTS,
    deeps=tuple(blend(t, "#2a1410", 0.7) for t in TINTS),
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
    faint_text="#d9cbab",
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
    wash=0.8,
    tints=tuple(blend(t, "#16141a", 0.52) for t in TINTS),
    deeps=tuple(blend(t, "#fff4dc", 0.6) for t in TINTS),
)


def colour_nations(board: Board) -> dict[str, int]:
    """A tint number for each nation; nations that share a border never share a tint, and near ones seldom do."""
    owner = {k: a.realm for k, a in enumerate(board.areas) if a.kind == "land" and a.realm}
    beside: dict[str, set[str]] = {n: set() for n in board.realms}
    over: dict[str, set[str]] = {n: set() for n in board.realms}
    for a, b in sorted(board.touching):
        one, two = owner.get(a), owner.get(b)
        if one and two and one != two:
            beside[one].add(two)
            beside[two].add(one)
    for k, area in enumerate(board.areas):
        if area.sea:
            shore = sorted({n for j in board.neighbours(k) if (n := owner.get(j))})
            for one in shore:
                over[one].update(n for n in shore if n != one)
    chosen: dict[str, int] = {}
    for name in sorted(board.realms, key=lambda n: (-len(beside[n]), board.realms.index(n))):
        used = {chosen[n] for n in beside[name] if n in chosen}
        near = Counter(chosen[n] for n in over[name] if n in chosen)
        load = Counter(chosen.values())
        free = [c for c in range(len(TINTS)) if c not in used]
        chosen[name] = min(free, key=lambda c: (near[c], load[c], c))
    return chosen


__all__ = ["DAY", "NIGHT", "TINTS", "Ink", "blend", "colour_nations"]
