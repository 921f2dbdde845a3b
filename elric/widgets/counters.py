"""Counters as the printed game has them: square, two colours by nation, a figure, values in the corners.

Pure functions from a view (plain dictionaries) to SVG and to the pieces that the bridge draws over the map.
Which colours: Avalon Hill 2.2.6; which value stands where: 2.21 to 2.23.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from elric.young_kingdoms.pieces import NATION_INDEX, NATIONS

__all__ = [
    "SEAT_SHAPES",
    "colours",
    "counter",
    "label",
    "layout",
    "marks_of_control",
    "plural",
    "several",
    "sprite",
    "stacks",
]

SEAT_SHAPES: Final = ("circle", "square", "triangle", "diamond")
"""The mark of each seat, beside its colour: nobody has to tell seats apart by colour."""

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

_VISIBLE: Final = 3
_FAN: Final = 0.17
_APART: Final = 1.42
_RANK: Final = {"hero": 0, "fleet": 1, "army": 2, "artifact": 3}


def sprite() -> str:
    """The SVG symbols that counters refer to; once on a page that shows any."""
    return (Path(__file__).parent / "static" / "counters.svg").read_text(encoding="utf-8")


def colours(nation: str | None) -> tuple[str, str]:
    """(figure, ground) as #rrggbb for a nation's id; white on black for independents and whatever is unknown."""
    index = NATION_INDEX.get(nation or "")
    return _TINTS[_INDEPENDENT if index is None else NATIONS[index].colours]


def counter(unit: Mapping[str, Any], *, aboard: int = 0) -> str:
    """One counter as a square SVG, its values where the printed kind has them.

    `unit` is an entry of a view's "units"; `aboard` says how many armies a fleet carries.
    """
    figure, ground = colours(unit.get("nation"))
    kind, owner = str(unit["kind"]), unit.get("owner")
    parts = [
        f'<svg class="ctr {_own(owner)}" viewBox="-2 -2 44 44" style="--f:{figure};--g:{ground}"',
        ' aria-hidden="true" focusable="false">',
        '<rect class="edge" x="-.5" y="-.5" width="41" height="41" rx="4"/>',
        '<rect class="ground" x="2" y="2" width="36" height="36" rx="2"/>',
        f'<use href="#er-{_drawing(unit)}" x="3.4" y="6" width="33.2" height="33.2"/>',
    ]
    if unit["combat"]:
        # A value that only counts for influence stands in brackets, 2.23.
        if unit.get("paren"):
            parts.append(_figure("tl paren", 4, 13.5, f"({unit['combat']})"))
        else:
            parts.append(_figure("tl", 4, 13.5, unit["combat"]))
    if unit.get("magic"):
        parts.append(_figure("tr", 36, 13.5, unit["magic"]))
    if kind == "fleet":
        parts += [_figure("bl", 4, 36.5, unit.get("move") or 0), _figure("br", 36, 36.5, unit.get("carry") or 0)]
        parts.append(_figure("code", 36, 10, _code(unit)))
        if aboard:
            parts += ['<circle class="cargo" cx="20" cy="20" r="6"/>', _figure("cargo", 20, 23.4, aboard)]
    else:
        parts.append(_figure("code", 36.5, 36, _code(unit)))
    if unit.get("flies"):
        parts.append('<use href="#er-wing" x="14" y="3.5" width="13" height="8"/>')
    held = min(4, int(unit.get("spells") or 0))
    parts += [f'<rect class="pip" x="3.4" y="{17 + 4.2 * n:g}" width="4.2" height="3.2" rx=".5"/>' for n in range(held)]
    if owner is not None:
        parts.append(f'<use class="mark" href="#er-seat-mark-{owner}" x="15.5" y="34" width="9" height="9"/>')
    return "".join(parts) + "</svg>"


def label(unit: Mapping[str, Any], players: Sequence[Mapping[str, Any]] = ()) -> str:
    """The counter in words: "Yishana, hero, combat 4, spells up to 2, Player one"."""
    words = [str(unit["name"]), str(unit["kind"])]
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
    words.append("neutral" if owner is None else _player(owner, players))
    return ", ".join(words)


def plural(number: int, word: str) -> str:
    """ "1 army", "3 armies", "2 fleets"."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word[:-1]}ies" if word.endswith("y") else f"{number} {word}{'es' if word.endswith('o') else 's'}"


def several(number: int, name: str) -> str:
    """A number of units of one name: "3 armies of Jharkor"; one alone is "army of Jharkor"."""
    if number == 1:
        return name
    head, of, rest = name.partition(" of ")
    return f"{plural(number, head)}{of}{rest}"


def stacks(view: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """By area: one stack for each owner (by seat, neutrals last) of the ids of units that stand there themselves,
    the most telling first. Units aboard a fleet go with the fleet."""
    found: dict[str, dict[int, list[str]]] = {}
    for key, unit in view["units"].items():
        if not unit.get("aboard"):
            owner = unit.get("owner")
            found.setdefault(unit["at"], {}).setdefault(99 if owner is None else owner, []).append(key)

    def rank(key: str) -> tuple[int, int, str]:
        unit = view["units"][key]
        return _RANK.get(unit["kind"], 9), -int(unit["combat"]), key

    return {
        area: [sorted(owners[owner], key=rank) for owner in sorted(owners)] for area, owners in sorted(found.items())
    }


def layout(view: Mapping[str, Any], anchors: Mapping[str, Sequence[float]]) -> dict[str, dict[str, Any]]:
    """The pieces for `Bridge.pieces`: counters fanned on their areas, how many each stack has, cards, sieges.

    A piece: "at" [x, y] in map units, "dx"/"dy" offset in counter widths, "z", "html", "class", and, where it stands
    for something that can be chosen, "area", "unit" and "label" (shown while the mouse is over it).
    """
    units, players = view["units"], view.get("players", ())
    moving = set(view.get("moving") or ())
    carried = _carried(units)
    pieces: dict[str, dict[str, Any]] = {}
    found = stacks(view)
    for area, groups in found.items():
        if area not in anchors:
            continue
        at = [round(value, 1) for value in anchors[area]]
        for index, group in enumerate(groups):
            offset = (index - (len(groups) - 1) / 2) * _APART
            everyone = [key for unit in group for key in (unit, *carried.get(unit, ()))]
            words = _stack_words([units[key] for key in everyone], players)
            # Whoever moves is seen: the rest of the stack stays below.
            cards = sorted(group, key=lambda key: key not in moving)[:_VISIBLE]
            for depth, key in enumerate(cards):
                cargo = sum(units[other]["kind"] == "army" for other in carried.get(key, ()))
                pieces[key] = {
                    "at": at,
                    "dx": round(offset + depth * _FAN, 2),
                    "dy": round(-depth * _FAN, 2),
                    "z": 40 * (index + 1) - depth,
                    "html": counter(units[key], aboard=cargo),
                    "class": "moving" if key in moving else "",
                    "area": area,
                    "unit": key,
                    "label": words,
                }
            if len(everyone) > 1:
                owner = units[group[0]].get("owner")
                pieces[f"count:{area}:{owner}"] = {
                    "at": at,
                    "dx": round(offset + 0.42, 2),
                    "dy": 0.46,
                    "z": 40 * (index + 1) + 1,
                    "html": f"<b>{len(everyone)}</b>",
                    "class": f"count {_own(owner)}",
                }
    for area, facts in view.get("areas", {}).items():
        if area in anchors:
            pieces.update(_things(area, facts, [round(value, 1) for value in anchors[area]], len(found.get(area, ()))))
    return pieces


def marks_of_control(view: Mapping[str, Any]) -> dict[str, str]:
    """ "own-<seat>" for each area that a player controls: a start for `Bridge.marks`."""
    return {
        area: f"own-{facts['control']}"
        for area, facts in view.get("areas", {}).items()
        if facts.get("control") is not None
    }


def _own(owner: int | None) -> str:
    return "own-none" if owner is None else f"own-{owner}"


def _figure(place: str, x: float, y: float, value: object) -> str:
    return f'<text class="{place}" x="{x:g}" y="{y:g}">{escape(str(value))}</text>'


def _drawing(unit: Mapping[str, Any]) -> str:
    if unit["kind"] == "hero":
        return "magician" if unit.get("magic") else "hero"
    return str(unit["kind"])


def _code(unit: Mapping[str, Any]) -> str:
    index = NATION_INDEX.get(unit.get("nation") or "")
    return "" if index is None else NATIONS[index].code


def _player(owner: int, players: Sequence[Mapping[str, Any]]) -> str:
    return next((str(player["name"]) for player in players if player["seat"] == owner), f"player {owner + 1}")


def _carried(units: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    carried: dict[str, list[str]] = {}
    for key, unit in units.items():
        if unit.get("aboard"):
            carried.setdefault(unit["aboard"], []).append(key)
    return carried


def _stack_words(units: Iterable[Mapping[str, Any]], players: Sequence[Mapping[str, Any]]) -> str:
    """ "Yishana, 3 armies of Jharkor; combat 7; Player one"."""
    single: list[str] = []
    many: dict[str, int] = {}
    strength, owner = 0, None
    for unit in units:
        owner = unit.get("owner")
        strength += 0 if unit.get("paren") else int(unit["combat"])
        name = str(unit["name"])
        if unit["kind"] in {"army", "fleet"}:
            many[name] = many.get(name, 0) + 1
        else:
            single.append(name)
    single += [several(number, name) for name, number in many.items()]
    side = "neutral" if owner is None else _player(owner, players)
    return f"{', '.join(single)}; combat {strength}; {side}"


def _things(area: str, facts: Mapping[str, Any], at: list[float], groups: int) -> dict[str, dict[str, Any]]:
    """Cards to the right and the mark of a siege to the left of the stacks that stand there."""
    beside = (groups - 1) / 2 * _APART + 0.95 if groups else 0
    things: dict[str, dict[str, Any]] = {}
    shown = [("er-card", "a spell lies here, face down")] if facts.get("spell") else []
    shown += [("er-open-card", f"{name} lies here, face up") for name in facts.get("face_up") or ()]
    for index, (drawing, words) in enumerate(shown):
        things[f"card:{area}:{index}"] = {
            "at": at,
            "dx": round(beside + 0.25 * index, 2),
            "dy": -0.1 if groups else 0,
            "z": 2 + index,
            "html": _use(drawing),
            "class": "card-piece",
            "area": area,
            "label": words[0].upper() + words[1:],
        }
    if facts.get("siege"):
        things[f"siege:{area}"] = {
            "at": at,
            "dx": round(-beside, 2),
            "dy": 0.1,
            "z": 3,
            "html": _use("er-siege"),
            "class": "siege-piece",
            "area": area,
            "label": "Under siege",
        }
    return things


def _use(symbol: str) -> str:
    return f'<svg viewBox="0 0 40 40" aria-hidden="true"><use href="#{symbol}" width="40" height="40"/></svg>'
