"""The map in words: what a screen reader says of each area, who stands in one, and all of it as tables. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import Any, Final

from elric.widgets.young_kingdoms import counters
from elric.young_kingdoms.words import cap

__all__ = ["area_names", "inspector", "twin"]

_KINDS: Final = {"land": "land", "sea": "sea", "mountain": "mountains, no unit may enter"}


def area_names(view: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """What a screen reader says of each area: its name, its kind, who holds it and what stands there."""
    players = view.get("players", ())
    stacks = counters.stacks(view)
    names = {}
    for key, area in areas.items():
        words = [str(area["name"]), _KINDS.get(area["kind"], area["kind"])]
        words += _facts(view, key)
        for stack in stacks.get(key, ()):
            alike = Counter(counters.label(view["units"][unit], players) for unit in stack)
            words += [label if n == 1 else f"{n} times {label}" for label, n in alike.items()]
        names[key] = "; ".join(words)
    return names


def _facts(view: Mapping[str, Any], area: str) -> list[str]:
    facts = view.get("areas", {}).get(area, {})
    words = []
    if facts.get("control") is not None:
        words.append(f"held by {_player(view, facts['control'])}")
    if facts.get("siege"):
        words.append("under siege")
    if facts.get("spell"):
        words.append("a spell lies face down")
    words += [f"{spell} lies face up" for spell in facts.get("face_up") or ()]
    return words


def _player(view: Mapping[str, Any], seat: int | None) -> str:
    if seat is None:
        return "neutral"
    return next((str(p["name"]) for p in view.get("players", ()) if p["seat"] == seat), f"player {seat + 1}")


def inspector(view: Mapping[str, Any], area: str, areas: Mapping[str, Mapping[str, Any]]) -> str:
    """HTML: what stands in one area, counter by counter."""
    units = view["units"]
    rows = []
    for stack in counters.stacks(view).get(area, ()):
        everyone = [(key, "") for key in stack]
        for carrier in stack:
            how = "aboard" if units[carrier]["kind"] == "fleet" else "with"
            load = [key for key in units if units[key].get("aboard") == carrier]
            everyone += [(key, f"{how} {units[carrier]['name']}") for key in load]
        alike: dict[tuple[object, ...], list[str]] = {}
        for key, note in everyone:
            unit = units[key]
            # Armies of one nation are all the same: one row for all of them.
            same = (unit["name"], note) if unit["kind"] == "army" else (key,)
            alike.setdefault((*same, note), []).append(key)
        rows += [_unit_row(view, keys, str(kind[-1])) for kind, keys in alike.items()]
    about = ", ".join([_KINDS.get(areas[area]["kind"], ""), *_facts(view, area)])
    inside = f'<ul class="units">{"".join(rows)}</ul>' if rows else '<p class="quiet-words">Nobody is here.</p>'
    name = escape(str(areas[area]["name"]))
    return f'<div class="card inspector"><h3>{name}</h3><p class="quiet-words">{escape(about)}</p>{inside}</div>'


def _unit_row(view: Mapping[str, Any], keys: list[str], note: str) -> str:
    unit = view["units"][keys[0]]
    name, _, about = counters.label(unit, view.get("players", ())).partition(", ")
    if len(keys) > 1:
        name = counters.several(len(keys), name)
    extra = f" <i>{escape(note)}</i>" if note else ""
    return (
        f'<li data-key="unit-{escape(keys[0])}">{counters.counter(unit)}'
        f"<span><b>{escape(cap(name))}</b>{extra}<small>{escape(about)}</small></span></li>"
    )


def twin(view: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]]) -> str:
    """HTML: the map in words, as two folded tables: who is where, and which areas are held or special."""
    units = view["units"]
    rows = [
        f"<tr><th scope=row>{escape(str(unit['name']))}</th><td>{escape(str(unit['kind']))}</td>"
        f"<td>{_combat(unit)}</td>"
        f"<td>{escape(str(areas.get(unit['at'], {}).get('name', unit['at'])))}</td>"
        f"<td>{escape(_player(view, unit.get('owner')))}</td></tr>"
        for unit in sorted(units.values(), key=lambda u: (u.get("owner") is None, u.get("owner") or 0, u["at"]))
    ]
    held = [
        f"<tr><th scope=row>{escape(str(area['name']))}</th><td>{escape('; '.join(_facts(view, key)))}</td></tr>"
        for key, area in areas.items()
        if _facts(view, key)
    ]
    return (
        '<div class="twin">'
        + _table("units", "Units on the board", ("Unit", "Kind", "Combat", "Where", "Whose"), rows)
        + _table("areas", "Areas held, besieged or with spells", ("Area", "What is known"), held)
        + "</div>"
    )


def _combat(unit: Mapping[str, Any]) -> str:
    return f"({unit['combat']})" if unit.get("paren") else str(unit["combat"])


def _table(key: str, title: str, heads: tuple[str, ...], rows: list[str]) -> str:
    head = "".join(f"<th scope=col>{name}</th>" for name in heads)
    return (
        f'<details data-key="twin-{key}"><summary>{title} ({len(rows)})</summary>'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{title}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></details>"
    )
