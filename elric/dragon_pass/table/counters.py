"""The counters with the look of the printed kind: combat, magic, movement and range in the four corners, the figure between.

Seen from far off, where a counter is as wide as two letters, it shows its figure and the number it fights or casts with. The
figures are drawn once for a page (`SYMBOLS`), so that a counter is a few words on the wire.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from elric.dragon_pass.components.units import BY_ID, UNITS, Unit
from elric.widgets.map.piles import own_class, player_name
from elric.widgets.markup import NOTHING, Markup, html

# Figure and ground by seat, then for what nobody owns; the figure stands out by 4.5 to 1 or more.
_COLOURS: Final = (("#fff6e4", "#9c2216"), ("#1a150e", "#bfd6ee"), ("#1c160f", "#e8c963"), ("#1c160f", "#ddd3bb"))

# Figures in a square of 20, filled with the counter's own colour.
_FIGURES: Final[Mapping[str, str]] = {
    "foot": "M4 3h8v7c0 4-2.500 6-4 7.500-1.500-1.500-4-3.500-4-7.500zM14.500 1.500l1.800 3.500-1 0v13h-1.600v-13l-1 0z",
    "horse": "M4.500 18.500c-.2-5 1-7.500 3.800-8.800l-3 .9-2.300-2.300 4.200-4.500.8-2.800 2.300 2.300c4.300.7 6.700 3.800 6.700 8.600v6.600z",
    "magician": "M10 1.500l1.700 4.700 4.700-1.700-1.700 4.700 4.300 1.800-4.300 1.800 1.700 4.700-4.700-1.700-1.700 4.700-1.700-4.700-4.700 1.700 1.700-4.700-4.300-1.800 4.300-1.800-1.700-4.700 4.700 1.700z",
    "hero": "M2.500 16v-10.500l4.500 4 3-6.500 3 6.500 4.500-4v10.500z",
    "superhero": "M10 1l2.600 6 6.400.5-4.900 4.200 1.600 6.300-5.700-3.400-5.700 3.400 1.600-6.300-4.900-4.200 6.400-.5z",
    "friend": "M10 2c4 0 6.500 2.700 6.500 6.500v9h-4v-5.500h-1.600v5.500h-1.800v-5.500h-1.600v5.500h-4v-9c0-3.800 2.500-6.500 6.500-6.500z",
    "dragon": "M1 13.500c2.500-7.500 8-10.500 18-10.500-3.500 1.300-5 3.300-4.700 5.700 2.200-.3 3.700.8 4.700 3.300-4.700-1.300-7 .7-9 5.500-1.300-3-4.500-4.300-9-4z",
    "beast": "M3 5.500l2-4 3 3h4l3-3 2 4-.8 7-3.200 5.500h-6l-3.200-5.500z",
    "giant": "M7.500 2h5v4.500l4 2 1.500 6-2.500.5-1.500-4v7.500h-3v-5h-2v5h-3v-7.500l-1.500 4-2.500-.5 1.500-6 4-2z",
    "skull": "M10 2c4.500 0 7 2.800 7 6.500 0 2.500-1 4-2.500 5v3.500h-2v-2h-1.500v2h-2v-2h-1.500v2h-2v-3.500c-1.500-1-2.500-2.500-2.500-5 0-3.700 2.500-6.500 7-6.500z",
    "mask": "M2.500 3.500c5 1.800 10 1.800 15 0 .5 8-2 12.500-7.500 14.500-5.500-2-8-6.500-7.500-14.500z",
    "carrier": "M1.500 5h17l-2.500 7h-12zM4.500 15.500a2.200 2.200 0 1 1 4.400 0a2.200 2.200 0 1 1-4.400 0M11.500 15.500a2.200 2.200 0 1 1 4.400 0a2.200 2.200 0 1 1-4.400 0",
    "power": "M10 1l3 6 6 3-6 3-3 6-3-6-6-3 6-3z",
}  # fmt: skip
_FAR: Final = (
    2450  # CSS pixels of the board's width below which four numbers on a counter would be smaller than letters
)

SYMBOLS: Final = (
    "<svg><defs>"
    + "".join(
        f'<symbol id="wb-{key}" viewBox="0 0 20 20"><path d="{path}"/></symbol>' for key, path in _FIGURES.items()
    )
    + "</defs></svg><style>"
    ".wb .fig { fill: var(--f); } .wb text { font-size: 13px; stroke-width: 2px; } .wb .tr, .wb .br { text-anchor: end; }"
    ".wb .far { display: none; text-anchor: middle; } .wb .bl, .wb .br { font-size: 13px; } .wb .band { fill: var(--f); opacity: .9; }"
    f"@container (max-width: {_FAR}px) {{ .er-piece:not(.open) .wb :is(.tl, .tr, .bl, .br, .band) {{ display: none; }}"
    ".er-piece:not(.open) .wb .far { display: block; font-size: 22px; stroke-width: 2.6px; }"
    ".er-piece:not(.open) .wb .fig { transform: translate(0, -8px); } .er-piece:not(.open) .wb .edge { rx: 5px; } }"
    # a lit hex shows round the counter that stands in it
    ".er-layer path.prov:is(.is-fight, .is-sel, .is-target, .is-look) { stroke-width: 4.5px; fill-opacity: .5; }"
    ".er-layer path.prov.is-fight { stroke: #ffe14a; filter: drop-shadow(0 0 calc(1.2px * var(--u)) #000); }"
    ".er-layer path.prov.is-ready { stroke-width: 3.2px; } .er-layer path.prov.is-reach { stroke-width: 1.8px; }"
    ".er-piece { --c: clamp(15.5px, var(--piece), 84px); }"
    "</style>"
)
"""The figures, and how a counter looks from near and from far."""


def figure(unit: Unit) -> str:
    """Which figure stands on a counter: what it is, by shape."""
    kind, arm = unit.kind, unit.arm
    if unit.superhero:
        return "superhero"
    if unit.hero:
        return "hero"
    by_kind = {
        "best friend": "friend", "dragon": "dragon", "giant carrier": "giant", "zombie": "skull", "illusion": "mask", "carrier": "carrier",
    }  # fmt: skip
    if kind in by_kind:
        return by_kind[kind]
    if unit.magician:
        return "magician"
    if arm in ("beast", "beast-folk"):
        return "beast"
    if unit.horse or arm in ("cavalry", "riders", "tusk riders"):
        return "horse"
    return "foot" if kind == "physical" else "power"


def factors(unit: Unit) -> tuple[str, str, str, str]:
    """The four numbers as printed: combat, magic, movement, range."""
    magic = "☾" if unit.moon else "∞" if unit.immune else str(unit.mgf or "")
    return str(unit.cf or ""), magic, str(unit.mf or ""), str(unit.rf or "")


def counter(shown: Mapping[str, Any], times: int = 1) -> Markup:
    """One counter as a square SVG; one that lies face down shows only whose it is."""
    return _counter(shown["counter"] if shown["kind"] != "hidden" else "", shown.get("owner"), times)


@lru_cache(maxsize=1024)
def _counter(key: str, owner: int | None, times: int) -> Markup:
    figure_colour, ground = _COLOURS[3 if owner is None else owner]
    if not key:
        inside = html('<text x="20" y="27" text-anchor="middle" style="font-size:21px">?</text>')
    else:
        unit = UNITS[BY_ID[key]]
        cf, magic, mf, rf = factors(unit)
        size = 21 if unit.superhero or unit.kind in ("dragon", "giant carrier") else 19
        corner = 20 - size / 2
        inside = html(
            '<use class="fig" href="#wb-{}" x="{:g}" y="{:g}" width="{}" height="{}"/><text class="tl" x="3.500" y="13">{}</text>'
            '<text class="tr" x="36.500" y="13">{}</text><text class="bl" x="3.500" y="36.500">{}</text>'
            '<text class="br" x="36.500" y="36.500">{}</text><text class="far" x="20" y="37">{}</text>',
            figure(unit), corner, corner, size, size, cf, magic, mf, rf, _main(unit),
        )  # fmt: skip
    more = html('<text class="code" x="20" y="36" text-anchor="middle">×{}</text>', times) if times > 1 else NOTHING
    return html(
        '<svg class="ctr wb {}" viewBox="-2 -2 44 44" style="--f:{};--g:{}" aria-hidden="true" focusable="false">'
        '<rect class="edge" x="-.5" y="-.5" width="41" height="41" rx="4"/>'
        '<rect class="ground" x="1.500" y="1.500" width="37" height="37" rx="2"/>{}{}</svg>',
        own_class(owner), figure_colour, ground, inside, more,
    )  # fmt: skip


def _main(unit: Unit) -> str:
    """The one number that is told from far off: what it fights with, or casts with."""
    cf, magic, *_ = factors(unit)
    return (cf if unit.cf else magic) or "–"


def label(shown: Mapping[str, Any], players: Sequence[Mapping[str, Any]] = ()) -> str:
    """The counter in words: "Argrath, combat 4, magic 4, movement 6, Sartar"."""
    owner = shown.get("owner")
    words = [str(shown["name"])]
    if shown["kind"] != "hidden":
        unit = UNITS[BY_ID[shown["counter"]]]
        numbers = zip(("combat", "magic", "movement", "range"), factors(unit), strict=True)
        words += [
            f"{what} {'by the moon' if n == '☾' else 'cannot be touched' if n == '∞' else n}"
            for what, n in numbers
            if n
        ]
        if unit.confidence != "high":
            words.append("some of its print is lost and filled in by us")
    words.append("nobody's" if owner is None else player_name(owner, players))
    return ", ".join(words)
