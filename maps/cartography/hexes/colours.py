"""Colours of the two versions of the hex board (light and dark). What must be distinguished differs in lightness and
pattern, not in hue alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Colours:
    """One set of colours, named by their use. `lands`: the tint of each land, by its letter."""

    paper: str
    hill: str
    wood: str
    marsh: str
    delta: str
    water: str
    shallow: str
    rock_light: str
    rock_dark: str
    grain: str
    light: float
    dark: float
    wash: float
    rim: float
    grid: str
    ridge: str
    stream: str
    stream_edge: str
    tree: str
    tree_edge: str
    road: str
    road_edge: str
    track: str
    newt: str
    border: str
    ink: str
    soft: str
    halo: str
    wall: str
    sign: str
    moon: str
    shadow: str
    frame: str
    table: str
    sheet: str
    lands: dict[str, str]


_WASHES = {
    "L": "#c8352f", "l": "#c8352f", "S": "#2f6fd0", "A": "#6fa7e8", "G": "#e2b32a", "B": "#5d8f3c", "M": "#5f6f8c",
    "P": "#c9762f", "V": "#b0609a", "T": "#4f7f6a", "K": "#7d5ca6", "C": "#3d3a44", "U": "#a8893a", "E": "#1f8f86",
    "H": "#4a3a34", "D": "#a5652f", "W": "#6d86b8", "R": "#1f8f86",
}  # fmt: skip

DAY = Colours(
    paper="#f3e9d0", hill="#d9bd86", wood="#9fb277", marsh="#a9c2b4", delta="#c3d6cb", water="#86b3cf", shallow="#c9dfe2",
    rock_light="#fbf2da", rock_dark="#74552c", grain="#6b4c26", light=0.6, dark=0.5, wash=0.075, rim=0.5,
    grid="#8a7448", ridge="#5e3a18", stream="#4d8fb8", stream_edge="#2d5f86", tree="#7d9657", tree_edge="#3c5226",
    road="#fdf3d9", road_edge="#3d2814", track="#6b4a28", newt="#006b62", border="#7a2438", ink="#231708", soft="#5a4424",
    halo="#faf2de", wall="#7c1a14", sign="#fff8e8", moon="#b3251c", shadow="#3c2a14", frame="#3a2818", table="#d9c9a3", sheet="#f3e8cc",
    lands=_WASHES,
)  # fmt: skip
NIGHT = Colours(
    paper="#3f392e", hill="#5f4d31", wood="#354427", marsh="#33463f", delta="#42534b", water="#23445c", shallow="#35525f",
    rock_light="#8d7851", rock_dark="#191510", grain="#000000", light=0.42, dark=0.55, wash=0.09, rim=0.62,
    grid="#b8a67c", ridge="#d8b077", stream="#5d9ac0", stream_edge="#16303f", tree="#587040", tree_edge="#16200c",
    road="#e8d5a8", road_edge="#120c06", track="#cdb084", newt="#5fd0c0", border="#f09aa2", ink="#f7ebd0", soft="#d6c49c",
    halo="#1c1812", wall="#e88a70", sign="#251d15", moon="#e0574a", shadow="#000000", frame="#0c0a08", table="#2b261e", sheet="#2f2a21",
    lands={**_WASHES, "C": "#a8a4b8", "H": "#c2a08c", "P": "#e09a55", "T": "#6fae93"},
)  # fmt: skip
