"""Counters as the printed game has them: square, two colours by nation, a figure, values in the corners.

Pure functions from an entry of a view's "units" to SVG and to words.
Which colours: Avalon Hill 2.2.6; which value stands where: 2.21 to 2.23.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from elric.widgets.map.piles import combat as strength
from elric.widgets.map.piles import own_class, player_name, plural
from elric.widgets.markup import Markup, html, join
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.pieces import NATION_INDEX, NATIONS

__all__ = ["colours", "counter", "label", "printed", "strength"]

_INDEPENDENT: Final = ("white", "black")
_PAPER, _INK = "#fbf4e2", "#1c160f"

# Figure and ground for each pair of printed colours: tints chosen so that the figure stands out by 4.5 to 1 or more.
_TINTS: Final[dict[tuple[str, str], tuple[str, str]]] = {
    ("black", "red"): (_INK, "#d8705f"),
    ("white", "brown"): (_PAPER, "#74502c"),
    ("brown", "yellow"): ("#5a3510", "#eed06a"),
    ("white", "red"): (_PAPER, "#9c2a1c"),
    ("white", "orange"): (_PAPER, "#a8520c"),
    ("blue", "white"): ("#1c4587", "#f4ecd8"),
    ("red", "black"): ("#ff7a61", "#211b16"),
    ("black", "brown"): (_INK, "#b98c5c"),
    ("white", "black"): (_PAPER, "#26201a"),
    ("white", "purple"): (_PAPER, "#5d3f78"),
    ("black", "orange"): (_INK, "#e39b47"),
    ("black", "grey"): (_INK, "#b5afa4"),
    ("black", "green"): (_INK, "#84b073"),
    ("red", "white"): ("#a31f14", "#f7efdc"),
    ("black", "purple"): (_INK, "#ab8abf"),
    ("red", "grey"): ("#7e1209", "#c4beb3"),
    ("red", "olive"): ("#74110a", "#b9b36d"),
    ("black", "white"): (_INK, "#f4ecd8"),
    ("black", "blue"): (_INK, "#82a8d4"),
    ("olive", "black"): ("#cfc974", "#211b16"),
    ("white", "blue"): (_PAPER, "#2d5590"),
    ("green", "white"): ("#1d5a2b", "#f4ecd8"),
    ("black", "olive"): (_INK, "#aaa55c"),
}


def colours(nation: str | None) -> tuple[str, str]:
    """(figure, ground) as #rrggbb for a nation's id; white on black for independents and whatever is unknown."""
    index = NATION_INDEX.get(nation or "")
    return _TINTS[_INDEPENDENT if index is None else NATIONS[index].colours]


def counter(unit: Mapping[str, Any], *, aboard: int = 0, times: int = 1) -> Markup:
    """One counter as a square SVG, its values where the printed kind has them.

    `unit` is an entry of a view's "units"; `aboard` says how many armies a fleet carries, `times` for how many units
    of its kind this one counter stands.
    """
    corners = (unit["combat"], bool(unit.get("paren")), unit.get("magic") or 0)
    ship = (unit.get("move") or 0, unit.get("carry") or 0, aboard) if unit["kind"] == "fleet" else None
    held = min(4, int(unit.get("spells") or 0))
    return _drawn(
        unit.get("nation"),
        _drawing(unit),
        unit.get("hue", unit.get("owner")),
        corners,
        ship,
        bool(unit.get("flies")),
        held,
        times,
    )


def printed(u: int, hue: int | None) -> Markup:
    """The counter of a piece as it is printed, in a side's colour: also of one that is on the board no more."""
    n = pieces.NATION[u]
    unit = {"kind": pieces.KIND_NAMES[pieces.KIND[u]], "magic": pieces.MAGIC[u]}
    corners = (pieces.COMBAT[u], pieces.INFLUENCE[u], pieces.MAGIC[u])
    ship = (pieces.MOVE[u], pieces.CARRY[u], 0) if pieces.KIND[u] == pieces.FLEET else None
    nation = pieces.NATIONS[n].id if n >= 0 else None
    return _drawn(nation, _drawing(unit), hue, corners, ship, pieces.FLIES[u], 0, 1)


@lru_cache(maxsize=4096)
def _drawn(
    nation: str | None,
    drawing: str,
    hue: int | None,
    corners: tuple[int, bool, int],
    ship: tuple[int, int, int] | None,
    flies: bool,
    held: int,
    times: int,
) -> Markup:
    """A counter as it looks. Kept, because a page shows a hundred counters and a click changes two of them."""
    figure, ground = colours(nation)
    combat, paren, magic = corners
    parts = [
        html(
            '<svg class="ctr {}" viewBox="-2 -2 44 44" style="--f:{};--g:{}" aria-hidden="true" focusable="false">'
            '<rect class="edge" x="-.5" y="-.5" width="41" height="41" rx="4"/>'
            '<rect class="ground" x="2" y="2" width="36" height="36" rx="2"/>'
            '<use href="#er-{}" x="3.4" y="6" width="33.2" height="33.2"/>',
            own_class(hue),
            figure,
            ground,
            drawing,
        )
    ]
    if combat:
        # A value that only counts for influence stands in brackets, 2.23.
        parts.append(_figure("tl paren" if paren else "tl", 4, 13.5, f"({combat})" if paren else combat))
    if magic:
        parts.append(_figure("tr", 36, 13.5, magic))
    if ship is not None:
        move, carry, aboard = ship
        parts += [_figure("bl", 4, 36.5, move), _figure("br", 36, 36.5, carry), _figure("code", 36, 10, _code(nation))]
        if aboard:
            parts += [html('<circle class="cargo" cx="20" cy="20" r="6"/>'), _figure("cargo", 20, 23.4, aboard)]
    else:
        parts.append(_figure("code", 36.5, 36, _code(nation)))
    if flies:
        parts.append(html('<use href="#er-wing" x="14" y="3.5" width="13" height="8"/>'))
    parts += [
        html('<rect class="pip" x="3.4" y="{:g}" width="4.2" height="3.2" rx=".5"/>', 17 + 4.2 * n) for n in range(held)
    ]
    if times > 1:
        parts += [
            html('<rect class="times" x="10" y="-1.500" width="20" height="12.500" rx="6.200"/>'),
            _figure("times", 20, 8.6, f"×{times}"),
        ]
    if hue is not None:
        parts.append(html('<use class="mark" href="#er-seat-mark-{}" x="15.5" y="34" width="9" height="9"/>', hue))
    return join(parts) + html("</svg>")


def label(unit: Mapping[str, Any], players: Sequence[Mapping[str, Any]] = ()) -> str:
    """The counter in words: "Yishana, hero, combat 4, spells up to 2, Player one"."""
    words = [str(unit["name"])]
    if not words[0].startswith(str(unit["kind"])):
        words.append(str(unit["kind"]))
    if unit["combat"]:
        words.append(f"{'influence' if unit.get('paren') else 'combat'} {unit['combat']}")
    if unit.get("magic"):
        words.append(f"spells up to {unit['magic']}")
    if unit.get("spells"):
        words.append(f"holds {plural(int(unit['spells']), 'spell')}")
    if unit["kind"] == "fleet":
        words.append(f"sails {unit.get('move') or 0} seas, carries {plural(int(unit.get('carry') or 0), 'army')}")
    if unit.get("flies"):
        words.append("flies")
    owner = unit.get("owner")
    words.append("neutral" if owner is None else player_name(owner, players))
    return ", ".join(words)


def _figure(place: str, x: float, y: float, value: object) -> Markup:
    return html('<text class="{}" x="{:g}" y="{:g}">{}</text>', place, x, y, value)


def _drawing(unit: Mapping[str, Any]) -> str:
    if unit["kind"] == "hero":
        return "magician" if unit.get("magic") else "hero"
    return str(unit["kind"])


def _code(nation: str | None) -> str:
    index = NATION_INDEX.get(nation or "")
    return "" if index is None else NATIONS[index].code
