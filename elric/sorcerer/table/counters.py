"""The counters: a field in their color of magic, by hue and pattern; their edge and mark say whose they are.

The figure tells the kind, the large number the strength of the side that is up; the small ones, seen from near, the allowance and the
letters of the colors. A torn corner: depleted. A pin: pinned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from elric.kernel.bits import ones
from elric.sorcerer.components.colors import BLACK, NAMES, ON_THE_WHEEL
from elric.sorcerer.components.units import BY_ID, DEMON, DRAGON, FORTRESS, HUMAN, SHIR, SORCERER, TROLL, UNITS, Unit
from elric.sorcerer.table.palette import LETTERS, LOOKS, pattern
from elric.widgets.map.piles import own_class, player_name
from elric.widgets.markup import NOTHING, Markup, html, join

__all__ = ["colors", "counter", "label", "name", "strength", "symbols"]

_DRAWN: Final = Path(__file__).with_name("counters.svg")
_FIGURES: Final = {
    SORCERER: "sorcerer", HUMAN: "infantry", DRAGON: "dragon", DEMON: "demon", TROLL: "troll", FORTRESS: "fortress",
}  # fmt: skip
# On these grounds a figure is pale; on the others it is dark.
_DEEP: Final = ("green", "red", "purple", "black")
_INK: Final = ("#1b140c", "#fffaf0")
_INNER: Final = 36.0  # the side of a counter's face
_FIELD: Final = 20  # how much of it is magic, from the top


@cache
def symbols() -> str:
    """The figures, the patterns of the colors, and how a counter looks from near and from far."""
    patterns = join(pattern(color, f"so-p{color}", False, 0.5) for color in LOOKS)
    end = "</defs>"
    return _DRAWN.read_text(encoding="utf-8").replace(end, patterns + end, 1)


def colors(unit: Unit) -> tuple[int, ...]:
    """The colors that a counter shows: its own, those of a Sorcerer; Gray for men."""
    if unit.kind != SORCERER:
        return (unit.color,)
    return (BLACK,) if unit.id == UNITS[SHIR].id else ones(unit.powers)


def name(unit: Unit) -> str:
    """What a counter is called, with its number where there are several: "Orange troll 2"."""
    number = unit.id.rpartition("-")[2]
    more = f" {number}" if number.isdigit() and unit.kind != FORTRESS else ""
    return f"{unit.name}{more}" if unit.kind != FORTRESS else f"{unit.name} {unit.strength[0]}"


def _ground(shown: Sequence[int]) -> Markup:
    """The field of magic in one color, or in a band for each of several."""
    wide = _INNER / len(shown)
    out = []
    for n, color in enumerate(shown):
        rect = html('x="{:g}" y="2" width="{:g}" height="{}"', 2 + n * wide, wide, _FIELD)
        out.append(html('<rect {} fill="{}"/>', rect, LOOKS[color].day))
        if LOOKS[color].lines or LOOKS[color].dots:
            out.append(html('<rect {} fill="url(#so-p{})"/>', rect, color))
    return join(out)


def counter(shown: Mapping[str, Any], hue: int | None, times: int = 1) -> Markup:
    """One counter as a square SVG; `hue`: the colour and mark of whose it is."""
    return _counter(
        shown["counter"], hue, bool(shown.get("depleted")), bool(shown.get("pinned")), bool(shown.get("unseen"))
    )


@lru_cache(maxsize=2048)
def _counter(key: str, hue: int | None, depleted: bool, pinned: bool, unseen: bool) -> Markup:
    unit = UNITS[BY_ID[key]]
    several = colors(unit)
    dark = all(NAMES[color] in _DEEP for color in several)
    figure, halo = (_INK[1], _INK[0]) if dark else _INK
    letters = "".join(LETTERS[color] for color in several)
    worn = html('<path class="rip" d="M2 38v-15l15 15z"/>') if depleted else NOTHING
    pin = html('<use href="#so-pin" x="1" y="0" width="20" height="20"/>') if pinned else NOTHING
    veil = html('<rect class="unseen" x="1" y="1" width="38" height="38" rx="3"/>') if unseen else NOTHING
    mark = (
        html('<use class="mark" href="#er-seat-mark-{h}" x="30" y="-3" width="13" height="13"/>', h=hue)
        if hue is not None
        else NOTHING
    )
    return html(
        '<svg class="ctr so {}" viewBox="-2 -2 44 44" style="--f:{};--g:{}" aria-hidden="true" focusable="false">'
        '<rect class="rim" x="-3" y="-3" width="46" height="46" rx="5"/><rect class="edge" x="-1.500" y="-1.500" width="43" height="43" rx="4"/>'
        '<rect class="face" x="2" y="2" width="36" height="36"/>{}<use class="fig" href="#so-{}" x="11" y="2.500" width="19" height="19"/>'
        '<text class="mv" x="4.500" y="36.500">{}</text><text class="lt" x="4.500" y="13">{}</text><text class="st" x="36.500" y="37">{}</text>{}{}{}{}</svg>',
        own_class(hue), figure, halo, _ground(several), _FIGURES[unit.kind], unit.allowance[depleted] or "", letters, unit.strength[depleted],
        worn, pin, veil, mark,
    )  # fmt: skip


def label(shown: Mapping[str, Any], players: Sequence[Mapping[str, Any]] = ()) -> str:
    """The counter in words: "Orange troll 2, strength 7, moves 8, pinned, Dnai"."""
    unit, owner = UNITS[BY_ID[shown["counter"]]], shown.get("owner")
    worn = int(bool(shown.get("depleted")))
    words = [str(shown["name"]), f"strength {unit.strength[worn]}"]
    if unit.allowance[worn]:
        words.append(f"{unit.allowance[worn]} points")
    words += [word for word in ("depleted", "pinned", "inside") if shown.get(word)]
    words += ["unseen by others"] if shown.get("unseen") else []
    if unit.lost:
        words.append("some of its print is lost and filled in by us")
    words.append(str(shown.get("side") or "nobody's") if owner is None else player_name(owner, players))
    return ", ".join(words)


def strength(units: Sequence[Mapping[str, Any]]) -> str:
    """What a stack shows: "printed strength 9 in blue"; what it is worth depends on where it stands, and the panel adds it up."""
    shown = [UNITS[BY_ID[row["counter"]]] for row in units]
    total = sum(unit.strength[int(bool(row.get("depleted")))] for unit, row in zip(shown, units, strict=True))
    magic = sorted({unit.color for unit in shown if 0 <= unit.color < ON_THE_WHEEL})
    return f"printed strength {total}" + "".join(f", {NAMES[color]}" for color in magic)
