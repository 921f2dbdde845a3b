"""What lies on the picture that is no counter: ground that has changed, conversions begun, vortexes, Seals, Stones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, Final

from elric.sorcerer.components.board import INDEX
from elric.sorcerer.components.colors import INDEX as COLOR
from elric.sorcerer.table.frame import HEIGHT, SCALE, WIDTH, middle
from elric.sorcerer.table.palette import LETTERS, LOOKS
from elric.widgets.markup import NOTHING, Markup, html, join

__all__ = ["pieces"]

_INSIDE: Final = 0.95  # of a hex: what lights its edge is still seen
_TURNING: Final = 0.55


def _hex(side: float) -> str:
    points = [(SCALE + side * sin(k * pi / 3), SCALE - side * cos(k * pi / 3)) for k in range(6)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


@lru_cache(maxsize=64)
def _painted(color: int, size: float) -> Markup:
    """A hex of a color with a double rim, which nothing printed has."""
    ring = _hex(SCALE * size)
    look = LOOKS[color]
    over = html('<path d="{}" fill="url(#so-p{})"/>', ring, color) if look.lines or look.dots else NOTHING
    return html(
        '<svg viewBox="0 0 {s:.1f} {s:.1f}" aria-hidden="true" focusable="false" style="width:{:.3f}cqw"><path d="{r}" fill="{}"/>{}'
        '<path class="rim" d="{r}"/><path class="line" d="{r}"/></svg>',
        200 * SCALE / WIDTH, look.day, over, s=2 * SCALE, r=ring,
    )  # fmt: skip


@lru_cache(maxsize=32)
def _stones(colors: tuple[int, ...]) -> Markup:
    dots = join(
        html('<circle cx="{c}" cy="32" r="6" fill="{}" stroke="#17110a" stroke-width="1.500"/><text class="st" x="{c}" y="35" '
             'text-anchor="middle" style="font-size:8px">{}</text>', LOOKS[color].day, LETTERS[color], c=8 + 12 * n)
        for n, color in enumerate(colors)
    )  # fmt: skip
    return html('<svg viewBox="0 0 40 40" aria-hidden="true">{}</svg>', dots)


_VORTEX: Final = html(
    '<svg viewBox="0 0 40 40" aria-hidden="true"><use href="#so-vortex" width="40" height="40"/></svg>'
)


@lru_cache(maxsize=8)
def _seal(stones: int) -> Markup:
    return html(
        '<svg viewBox="0 0 40 40" aria-hidden="true"><use href="#so-seal" width="40" height="40"/><text x="20" y="25" text-anchor="middle" '
        'style="font:700 14px sans-serif;fill:#241b12;stroke:none">{}</text></svg>', stones if stones > 1 else "",
    )  # fmt: skip


def pieces(view: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The pieces for `Bridge.pieces`."""
    found: dict[str, dict[str, Any]] = {}
    for name, word in view["ground"].items():
        found[f"ground:{name}"] = _flat(name, _painted(COLOR[word], _INSIDE), 1)
    for name, word in view["turning"]:
        found[f"turning:{name}"] = _flat(name, _painted(COLOR[word], _TURNING), 2)
    for name in view["vortexes"]:
        found[f"vortex:{name}"] = _thing(name, _VORTEX, "siege-piece so-vortex", "A vortex", 3)
    for name, count in view["seals"].items():
        if count:
            words = "A Seal: a Stone lies under it" if count == 1 else f"Seals: {count} Stones lie under them"
            found[f"seal:{name}"] = {**_thing(name, _seal(count), "siege-piece small so-seal", words, 900), "dy": -0.85}
    for name, colors in view["lying"].items():
        if colors:
            drawn = _stones(tuple(COLOR[word] for word in colors))
            found[f"stones:{name}"] = _thing(name, drawn, "siege-piece", f"Stones: {', '.join(colors)}", 900)
    return found


def _at(name: str) -> list[float]:
    x, y = middle(INDEX[name])
    return [x, round(HEIGHT - y, 1)]


def _flat(name: str, drawn: Markup, z: int) -> dict[str, Any]:
    return {"at": _at(name), "z": z, "class": "edge-piece so-ground", "html": drawn}


def _thing(name: str, drawn: Markup, kind: str, words: str, z: int) -> dict[str, Any]:
    return {"at": _at(name), "z": z, "class": kind, "html": drawn, "area": name, "label": words}


def words(view: Mapping[str, Any], name: str) -> list[str]:
    """What of it is so of a hex, in words."""
    out = [f"{view['ground'][name]} now"] if name in view["ground"] else []
    out += [f"to be {word} when movement ends" for h, word in view["turning"] if h == name]
    out += ["a vortex is here"] if name in view["vortexes"] else []
    out += ["a Seal"] if view["seals"].get(name) else []
    out += [f"{word} Stone" for word in view["lying"].get(name, ())]
    return out
