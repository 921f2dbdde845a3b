"""A counter of a game that draws none of its own: a square in the seat's colours with a strength and a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.widgets.map.piles import own_class, player_name
from elric.widgets.markup import NOTHING, Markup, html

__all__ = ["counter", "label"]

# Figure and ground by seat, then for what nobody owns; the figure stands out by 4.5 to 1 or more.
_COLOURS: Final = (("#fbf4e2", "#9c2a1c"), ("#fbf4e2", "#2d5590"), ("#fbf4e2", "#1d5a2b"), ("#fbf4e2", "#5d3f78"))
_NOBODYS: Final = ("#1c160f", "#d9d0bb")


def counter(unit: Mapping[str, Any], times: int = 1) -> Markup:
    """One counter as a square SVG. A unit of kind "hidden" lies face down: only whose it is can be seen."""
    owner = unit.get("owner")
    figure, ground = _NOBODYS if owner is None else _COLOURS[owner % len(_COLOURS)]
    if unit["kind"] == "hidden":
        inside = html(
            '<rect x="7" y="7" width="26" height="26" rx="2" fill="none" stroke="{}" stroke-width="1.500" '
            'stroke-dasharray="3 2"/><text x="20" y="25.500" text-anchor="middle">?</text>',
            figure,
        )
    else:
        inside = html(
            '<text x="20" y="26.500" text-anchor="middle" style="font-size:20px">{}</text>'
            '<text class="code" x="36.500" y="10">{}</text>',
            unit["combat"] or "",
            f"×{times}" if times > 1 else "",
        )
    mark = NOTHING
    if owner is not None:
        mark = html('<use class="mark" href="#er-seat-mark-{}" x="15.500" y="34" width="9" height="9"/>', owner)
    return html(
        '<svg class="ctr {}" viewBox="-2 -2 44 44" style="--f:{};--g:{}" aria-hidden="true" focusable="false">'
        '<rect class="edge" x="-.5" y="-.5" width="41" height="41" rx="4"/>'
        '<rect class="ground" x="2" y="2" width="36" height="36" rx="2"/>{}{}</svg>',
        own_class(owner),
        figure,
        ground,
        inside,
        mark,
    )


def label(unit: Mapping[str, Any], players: Sequence[Mapping[str, Any]] = ()) -> str:
    """The counter in words: "Guard, strength 3, Red"."""
    words = [str(unit["name"])]
    if unit["combat"]:
        words.append(f"strength {unit['combat']}")
    owner = unit.get("owner")
    words.append("nobody's" if owner is None else player_name(owner, players))
    return ", ".join(words)
