"""The counters with the look of the printed kind: combat, magic, movement and range in the four corners, the figure between.

Seen from far off, where a counter is as wide as two letters, it shows its figure and the number it fights or casts with. The
figures are drawn once for a page (`counters.svg`), so that a counter is a few words on the wire.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from elric.dragon_pass.components.units import BY_ID, UNITS, Unit
from elric.widgets.map.piles import own_class, player_name
from elric.widgets.markup import NOTHING, Markup, html

# Figure and ground by seat, then for what nobody owns; the figure stands out by 4.5 to 1 or more.
_COLOURS: Final = (("#fff6e4", "#9c2216"), ("#1a150e", "#bfd6ee"), ("#1c160f", "#e8c963"), ("#1c160f", "#ddd3bb"))

_DRAWN: Final = Path(__file__).with_name("counters.svg")


def symbols() -> str:
    """The figures, and how a counter looks from near and from far."""
    return _DRAWN.read_text(encoding="utf-8")


# Who is one of a kind has a sign that nobody else has.
_SIGNS: Final[Mapping[str, str]] = {
    "red-emperor": "emperor", "jar-eel-the-razoress": "razoress", "crimson-bat": "bat", "beat-pot-aelwrin": "pot",
    "prince-argrath": "prince", "harrek-the-berserk": "white-bear", "gunda-the-guilty": "axe", "jaldon-toothmaker": "tooth",
    "androgeus-the-unknowable": "unknowable", "feathered-horse-queen": "feather", "inhuman-king": "dragon-eye",
    "sir-ethilrist": "horned-helm", "ironhoof": "horseshoe", "cragspider-the-firewitch": "spider", "the-dwarf": "hammer",
}  # fmt: skip
# Peoples who are no men have a figure of their own.
_BREEDS: Final[Mapping[str, str]] = {
    "Dragonewts": "newt", "Dinosaurs": "saurian", "Forces of Darkness": "troll", "Cragspider": "troll",
}  # fmt: skip
# The others bear the sign of their people on shield and horse.
_PEOPLES: Final[Mapping[str, str]] = {"Tarsh Exiles": "exile", "Grazeland Pony Breeders": "sun"}
_SIDES: Final[Mapping[str, str]] = {"lunar": "moon", "sartar": "peak"}
_KINDS: Final[Mapping[str, str]] = {
    "dragon": "dragon", "giant carrier": "giant", "zombie": "skull", "illusion": "mask", "carrier": "carrier",
}  # fmt: skip


def figure(unit: Unit) -> str:
    """Which figure stands on a counter: who it is, or what it is and of which people, by shape."""
    if unit.id in _SIGNS:
        return _SIGNS[unit.id]
    if unit.kind in _KINDS:
        return _KINDS[unit.kind]
    if unit.magician:
        return "magician"
    if unit.kind != "physical":
        return "power"
    if unit.arm == "tusk riders":
        return "tusks"
    if unit.corps in _BREEDS:
        return _BREEDS[unit.corps]
    if unit.arm in ("beast", "beast-folk"):
        return "beast"
    arm = "horse" if unit.horse or unit.arm in ("cavalry", "riders") else "foot"
    people = _PEOPLES.get(unit.corps) or _SIDES.get(unit.side)
    return f"{arm}-{people}" if people else arm


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
        if unit.confidence != "printed":
            words.append("its factors are not quite certain")
    words.append("nobody's" if owner is None else player_name(owner, players))
    return ", ".join(words)


def strength(stack: Sequence[Mapping[str, Any]]) -> str:
    """All that a stack shows [4.2]: "combat 12, magic 5 and by the moon, range 3 to 6, movement 4 to 8; 2 face down". Combat and
    magic are added up, of range and movement the least and the most are told."""
    seen = [UNITS[BY_ID[shown["counter"]]] for shown in stack if shown["kind"] != "hidden"]
    magic = [str(total)] if (total := sum(unit.mgf or 0 for unit in seen if not unit.moon)) else []
    magic += ["by the moon"] if any(unit.moon for unit in seen) else []
    magic += ["none can touch them"] if seen and all(unit.immune for unit in seen) else []
    told = {
        "combat": str(sum(unit.cf or 0 for unit in seen)),
        "magic": " and ".join(magic),
        "range": _span(unit.rf or 0 for unit in seen),
        "movement": _span(unit.mf or 0 for unit in seen),
    }
    words = ", ".join(f"{what} {value}" for what, value in told.items() if value)
    below = len(stack) - len(seen)
    return f"{words}; {below} face down" if below else words


def _span(values: Iterable[int]) -> str:
    """ "4", "4 to 8"; nothing where no counter has such a number."""
    some = sorted({value for value in values if value})
    return " to ".join(str(value) for value in dict.fromkeys((some[0], some[-1]))) if some else ""
