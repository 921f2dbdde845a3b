"""Cards on what was pointed at, for a game that makes none of its own. Pure functions of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from elric.widgets.map import piles
from elric.widgets.map.inspector import gathered
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip, do, prose

if TYPE_CHECKING:
    from elric.tutor.definition import Card
    from elric.widgets.definition import TableDef

__all__ = ["about", "card", "enlarged", "hand"]


def about(kit: TableDef, thing: str, view: Mapping[str, Any], edition: str) -> Markup:
    """The card of a unit, an area or a clause; nothing for what is none."""
    kind, _, key = thing.partition(":")
    told = kit.teaching.what(thing, view) if kit.teaching is not None else None
    lines = _lines(kit, told, key if kind == "term" else "") if told is not None else NOTHING
    if kind == "unit" and key in view["units"]:
        name, _, rest = kit.label(view["units"][key], view["players"]).partition(", ")
        return card(thing, name, told.kind if told is not None else rest, lines, kit.counter(view["units"][key]))
    if kind == "area" and key in kit.chart().areas:
        area = kit.chart().areas[key]
        facts = join(html("<li>{}</li>", fact) for fact in kit.facts(view, key))
        inside = (html("<ul>{}</ul>", facts) if facts else NOTHING) + lines + _occupants(view, key)
        return card(
            thing, str(area["name"]), kit.kinds.get(area["kind"], area["kind"]), inside + kit.place(key, edition)
        )
    if kind == "clause" and (found := kit.edition_with(key, edition)):
        clause = kit.game.register().get(found, key)
        of = f"clause {clause.number}, {kit.game.titles[found]}"
        more = do("rules", "Open the rule book", clause.number, kind="small")
        return card(thing, clause.title, of, html("<p>{}</p>", clause.says), more=more)
    if told is not None:
        return card(thing, told.title, told.kind, lines)
    if kind == "phase" and key in dict(kit.phases):
        return card(thing, dict(kit.phases)[key], "a phase of the turn", NOTHING)
    return NOTHING


def _occupants(view: Mapping[str, Any], area: str) -> Markup:
    """Who stands in an area, each a way to his own card."""
    rows = [
        do("what", piles.several(len(keys), str(view["units"][keys[0]]["name"])), f"unit:{keys[0]}", kind="small")
        for keys, _ in gathered(view, area)
    ]
    return (
        html('<div class="btns here" role="group" aria-label="Who stands here">{}</div>', join(rows))
        if rows
        else NOTHING
    )


def _lines(kit: TableDef, told: Card, known: str) -> Markup:
    """What a game's teaching says of a thing, each sentence with its clause."""
    rows = (html("<li>{} {}</li>", prose(x.words, {known}, kit.marked), chip(x.clause)) for x in told.lines)
    return html("<ul>{}</ul>", join(rows))


def card(
    thing: str, title: str, kind: str, inside: Markup, picture: Markup = NOTHING, more: Markup = NOTHING
) -> Markup:
    """A card over the page.

    Args:
        thing: what it is about, as the page names it ("unit:yishana").
        title, kind: its heading, and the line below that says what sort of thing it is.
        inside: what it tells.
        picture: beside the heading.
        more: buttons before the one that closes it.
    """
    return html(
        '<div class="about" role="dialog" aria-label="{}" tabindex="-1" data-thing="{}"><header>{}<div><h3>{}'
        '</h3><p>{}</p></div></header>{}<div class="btns">{}{}</div></div>',
        title,
        thing,
        picture,
        title[:1].upper() + title[1:],
        kind,
        inside,
        more,
        do("close", "Close", "about", kind="small quiet"),
    )


def hand(label: str, open_: bool) -> Markup:
    """The button that shows what the player who decides holds hidden, and hides it again."""
    said = "Hide it again" if open_ else label
    note = "Only for your eyes: it is hidden again when somebody else decides." if open_ else ""
    told = html('<p class="quiet-words">{}</p>', note) if note else NOTHING
    return html('<div class="card">{}<div class="btns">{}</div></div>', told, do("hand", said, kind="small"))


def enlarged(kit: TableDef, things: Sequence[str], view: Mapping[str, Any]) -> Markup:
    """Counters drawn large, with their names below."""
    units = [(key, view["units"][key]) for key in things if key in view["units"]]
    figures = join(
        html("<figure>{}<figcaption>{}</figcaption></figure>", kit.counter(u), kit.label(u, view["players"]))
        for _, u in units
    )
    return html('<div class="enlarged">{}</div>', figures) if units else NOTHING
