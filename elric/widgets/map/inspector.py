"""The map in words: what a screen reader says of each area, who stands in one, and all of it as tables. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

from elric.widgets.map import piles
from elric.widgets.map.piles import Art
from elric.widgets.markup import Markup, html, join

__all__ = ["Words", "area_names", "gathered", "inspector", "place_named", "twin", "where"]


class Words(Art, Protocol):
    """A game's words for what stands on its map."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """What a kind of area is called."""
        ...

    @property
    def known(self) -> str:
        """What the table of areas about which something is known is called."""
        ...

    def facts(self, view: Mapping[str, Any], area: str) -> list[str]:
        """What is so of an area now. Asked of those of which the view says something, or where somebody stands."""
        ...


def area_names(view: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]], art: Words) -> dict[str, str]:
    """What a screen reader says of each area: its name, its kind, who holds it and what stands there."""
    seats = view.get("players", ())
    stacks = piles.stacks(view)
    names, kept = _bare(areas, art)
    # most areas of a large board are empty, and nothing is known of them
    for key in areas if len(areas) <= len(stacks) else dict.fromkeys((*view.get("areas", ()), *stacks)):
        if key not in names:
            continue
        words = [names[key], *art.facts(view, key)]
        stood = stacks.get(key)
        if stood:
            now = [[view["units"][unit] for unit in stack] for stack in stood], seats
            before = kept.get(key)
            if before is None or before[0] != now:
                before = kept[key] = (now, _stood(view, stood, art))
            words += before[1]
        names[key] = "; ".join(words)
    return names


def _stood(view: Mapping[str, Any], stacks: list[list[str]], art: Words) -> list[str]:
    """Who stands in an area, in words."""
    players = view.get("players", ())
    words = []
    for stack in stacks:
        alike = Counter(art.label(view["units"][unit], players) for unit in stack)
        words += [label if n == 1 else f"{n} times {label}" for label, n in alike.items()]
    return words


# The names of areas without anything on them, by map: a map's areas never change while it is looked at.
_BARE: Final[dict[int, tuple[Mapping[str, Mapping[str, Any]], dict[str, str], dict[str, tuple[Any, list[str]]]]]] = {}
_MAPS: Final = 8


def _bare(
    areas: Mapping[str, Mapping[str, Any]], art: Words
) -> tuple[dict[str, str], dict[str, tuple[Any, list[str]]]]:
    """What is said of each area when it is empty, its name and its kind (a copy); and what was said last of who stands there."""
    kept = _BARE.get(id(areas))
    if kept is None or kept[0] is not areas:
        if len(_BARE) >= _MAPS:
            _BARE.clear()
        named = {key: f"{area['name']}; {art.kinds.get(area['kind'], area['kind'])}" for key, area in areas.items()}
        kept = _BARE[id(areas)] = (areas, named, {})
    return dict(kept[1]), kept[2]


def _player(view: Mapping[str, Any], seat: int | None) -> str:
    if seat is None:
        return "neutral"
    return next((str(p["name"]) for p in view.get("players", ()) if p["seat"] == seat), f"player {seat + 1}")


def where(view: Mapping[str, Any], areas: Mapping[str, Any], key: str) -> str:
    """The area of an area or of a piece; "" when it is nowhere."""
    return key if key in areas else str(view["units"].get(key, {}).get("at", ""))


class Finds(Protocol):
    """A game that finds its places by name."""

    def chart(self) -> Any:
        """The map, with its `areas`."""
        ...

    def find(self, word: str) -> list[str]:
        """Areas whose name contains a word, best first."""
        ...


def place_named(kit: Finds, text: str) -> str:
    """The area that somebody means who typed a name, or chose one: the only hit, or the one of exactly that name; "" where
    that is open."""
    areas: Mapping[str, Mapping[str, Any]] = kit.chart().areas
    if text in areas:
        return text
    hits = kit.find(text)
    exact = [area for area in hits if str(areas[area]["name"]).lower() == text.strip().lower()]
    return hits[0] if len(hits) == 1 else exact[0] if len(exact) == 1 else ""


def inspector(view: Mapping[str, Any], area: str, areas: Mapping[str, Mapping[str, Any]], art: Words) -> Markup:
    """HTML: what stands in one area, counter by counter."""
    rows = [_unit_row(view, keys, note, art) for keys, note in gathered(view, area)]
    about = ", ".join([art.kinds.get(areas[area]["kind"], ""), *art.facts(view, area)])
    inside = (
        html('<ul class="units">{}</ul>', join(rows)) if rows else html('<p class="quiet-words">Nobody is here.</p>')
    )
    name = areas[area]["name"]
    return html('<div class="card inspector"><h3>{}</h3><p class="quiet-words">{}</p>{}</div>', name, about, inside)


def gathered(view: Mapping[str, Any], area: str) -> Iterator[tuple[list[str], str]]:
    """Who stands in an area: the ids of those that are alike, and with whom they are ("aboard ..."; "" for nobody)."""
    units = view["units"]
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
        yield from ((keys, str(kind[-1])) for kind, keys in alike.items())


def _unit_row(view: Mapping[str, Any], keys: list[str], note: str, art: Words) -> Markup:
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


def twin(view: Mapping[str, Any], areas: Mapping[str, Mapping[str, Any]], art: Words) -> Markup:
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
        html("<tr><th scope=row>{}</th><td>{}</td></tr>", area["name"], "; ".join(art.facts(view, key)))
        for key, area in areas.items()
        if art.facts(view, key)
    ]
    return (
        html('<div class="twin">')
        + _table("units", "Units on the board", ("Unit", "Kind", "Combat", "Where", "Whose"), rows)
        + _table("areas", art.known, ("Area", "What is known"), held)
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
