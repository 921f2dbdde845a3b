"""The counters with the look of the printed kind: combat, magic, movement and range in the four corners, the arm between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.dragon_pass.components.units import BY_ID, UNITS, Unit
from elric.widgets.map.piles import own_class, player_name
from elric.widgets.markup import NOTHING, Markup, html

# Figure and ground by seat, then for what nobody owns; the figure stands out by 4.5 to 1 or more.
_COLOURS: Final = (("#fbf4e2", "#8f2318"), ("#1c160f", "#c9d9ea"), ("#1c160f", "#e3c567"), ("#1c160f", "#d9d0bb"))


def _sign(unit: Unit) -> str:
    """What stands in the middle, by shape: a Superhero's star, a hero's crown, a magician's sphere, horse and foot by the
    marks that military maps have for them."""
    if unit.superhero:
        return "M20 10l2.500 6h6.500l-5.200 4l2 6.500l-5.800 -4l-5.800 4l2 -6.500l-5.200 -4h6.500z"
    if unit.hero:
        return "M12 25v-11l4.500 4.500l3.500 -6.500l3.500 6.500l4.500 -4.500v11z"
    if unit.magician:
        return "M13 18.500a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zM20 11.500v14M13 18.500h14"
    if unit.horse:
        return "M11 13h18v11h-18zM11 24l18 -11"
    if unit.kind == "physical":
        return "M11 13h18v11h-18zM11 24l18 -11M11 13l18 11"
    return "M20 10.500l8.500 8l-8.500 8l-8.500 -8z"


def factors(unit: Unit) -> tuple[str, str, str, str]:
    """The four numbers as printed: combat, magic, movement, range."""
    magic = "☾" if unit.moon else "∞" if unit.immune else str(unit.mgf or "")
    return str(unit.cf or ""), magic, str(unit.mf or ""), str(unit.rf or "")


def counter(shown: Mapping[str, Any], times: int = 1) -> Markup:
    """One counter as a square SVG; one that lies face down shows only whose it is."""
    owner = shown.get("owner")
    figure, ground = _COLOURS[3 if owner is None else owner]
    unit = UNITS[BY_ID[shown["counter"]]] if shown["kind"] != "hidden" else None
    if unit is None:
        inside = html('<text x="20" y="26" text-anchor="middle" style="font-size:19px">?</text>')
    else:
        cf, magic, mf, rf = factors(unit)
        solid = unit.hero or unit.superhero
        inside = html(
            '<path d="{}" fill="{}" stroke="{}" stroke-width="2" stroke-linejoin="round"/>'
            '<g style="font-size:11px;font-weight:700"><text x="4" y="13">{}</text><text x="36" y="13" text-anchor="end">{}</text>'
            '<text x="4" y="36">{}</text><text x="36" y="36" text-anchor="end">{}</text></g>',
            _sign(unit), figure if solid else "none", figure, cf, magic, mf, rf,
        )  # fmt: skip
    more = html('<text class="code" x="20" y="36" text-anchor="middle">×{}</text>', times) if times > 1 else NOTHING
    return html(
        '<svg class="ctr {}" viewBox="-2 -2 44 44" style="--f:{};--g:{}" aria-hidden="true" focusable="false">'
        '<rect class="edge" x="-.5" y="-.5" width="41" height="41" rx="4"/>'
        '<rect class="ground" x="2" y="2" width="36" height="36" rx="2"/>{}{}</svg>',
        own_class(owner), figure, ground, inside, more,
    )  # fmt: skip


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
