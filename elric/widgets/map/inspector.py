"""The map in words: what a screen reader says of each area, who stands in one, and all of it as tables. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from elric.widgets.map import piles
from elric.widgets.map.piles import Art
from elric.widgets.markup import Markup, html, join

__all__ = ["area_names", "inspector", "twin", "where"]

_KINDS: Final = {"land": "land", "sea": "sea", "mountain": "mountains, no unit may enter"}


def area_names(view: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]], art: Art) -> dict[str, str]:
    """What a screen reader says of each area: its name, its kind, who holds it and what stands there."""
    players = view.get("players", ())
    stacks = piles.stacks(view)
    names = {}
    for key, area in areas.items():
        words = [str(area["name"]), _KINDS.get(area["kind"], area["kind"])]
        words += _facts(view, key)
        for stack in stacks.get(key, ()):
            alike = Counter(art.label(view["units"][unit], players) for unit in stack)
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


def where(view: Mapping[str, Any], areas: Mapping[str, Any], key: str) -> str:
    """The area of an area or of a piece; "" when it is nowhere."""
    return key if key in areas else str(view["units"].get(key, {}).get("at", ""))


def inspector(view: Mapping[str, Any], area: str, areas: Mapping[str, Mapping[str, Any]], art: Art) -> Markup:
    """HTML: what stands in one area, counter by counter."""
    units = view["units"]
    rows = []
    for stack in piles.stacks(view).get(area, ()):
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
        rows += [_unit_row(view, keys, str(kind[-1]), art) for kind, keys in alike.items()]
    about = ", ".join([_KINDS.get(areas[area]["kind"], ""), *_facts(view, area)])
    inside = (
        html('<ul class="units">{}</ul>', join(rows)) if rows else html('<p class="quiet-words">Nobody is here.</p>')
    )
    name = areas[area]["name"]
    return html('<div class="card inspector"><h3>{}</h3><p class="quiet-words">{}</p>{}</div>', name, about, inside)


def _unit_row(view: Mapping[str, Any], keys: list[str], note: str, art: Art) -> Markup:
    unit = view["units"][keys[0]]
    name, _, about = art.label(unit, view.get("players", ())).partition(", ")
    if len(keys) > 1:
        name = piles.several(len(keys), name)
    extra = html(" <i>{}</i>", note) if note else ""
    return html(
        '<li data-key="unit-{}">{}<span><b>{}</b>{}<small>{}</small></span></li>',
        keys[0],
        art.counter(unit),
        name[:1].upper() + name[1:],
        extra,
        about,
    )


def twin(view: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]]) -> Markup:
    """HTML: the map in words, as two folded tables: who is where, and which areas are held or special."""
    units = view["units"]
    rows = [
        html(
            "<tr><th scope=row>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            unit["name"],
            unit["kind"],
            _combat(unit),
            areas.get(unit["at"], {}).get("name", unit["at"]),
            _player(view, unit.get("owner")),
        )
        for unit in sorted(units.values(), key=lambda u: (u.get("owner") is None, u.get("owner") or 0, u["at"]))
    ]
    held = [
        html("<tr><th scope=row>{}</th><td>{}</td></tr>", area["name"], "; ".join(_facts(view, key)))
        for key, area in areas.items()
        if _facts(view, key)
    ]
    return (
        html('<div class="twin">')
        + _table("units", "Units on the board", ("Unit", "Kind", "Combat", "Where", "Whose"), rows)
        + _table("areas", "Areas held, besieged or with spells", ("Area", "What is known"), held)
        + html("</div>")
    )


def _combat(unit: Mapping[str, Any]) -> str:
    return f"({unit['combat']})" if unit.get("paren") else str(unit["combat"])


def _table(key: str, title: str, heads: tuple[str, ...], rows: list[Markup]) -> Markup:
    head = join(html("<th scope=col>{}</th>", name) for name in heads)
    return html(
        '<details data-key="twin-{}"><summary>{title} ({})</summary>'
        '<div class="scroll" tabindex="0" role="region" aria-label="{title}"><table><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div></details>",
        key,
        len(rows),
        head,
        join(rows),
        title=title,
    )
