"""What is this? The small card over the page, on whatever was pointed at. Pure functions.

A thing is named by a text: "unit:yishana", "spell:arkyn", "area:pan_tang", "term:siege", "clause:9.4", "phase:magic",
"muster:lormyr", "turn", "balance".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.kernel.clauses import UnknownClause
from elric.widgets.map import piles
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.card import card
from elric.widgets.panels.controls import chip, do, prose
from elric.young_kingdoms.components import law
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, SEA
from elric.young_kingdoms.components.pieces import NATION_INDEX
from elric.young_kingdoms.position import words
from elric.young_kingdoms.table import counters, gazetteer, musters
from elric.young_kingdoms.table.cards import unit_button
from elric.young_kingdoms.teaching.glossary import GLOSSARY
from elric.young_kingdoms.teaching.what import Card, what

_LEFT_OUT: Final = ("Country", "How sure")  # said already, or told where the map is judged


def about(thing: str, view: Mapping[str, Any], edition: str) -> Markup:
    """The card of a thing as that view may know it; "" when there is no such thing."""
    kind, _, key = thing.partition(":")
    if kind == "area" and key in BOARD.index:
        return card(thing, BOARD.names[BOARD.index[key]], _kind_of(key), _area(key, view, edition))
    if kind == "clause":
        return _clause(key, edition)
    told = _card_of(thing, view)
    if told is None:
        return NOTHING
    known = {key} if kind == "term" else set()
    rows = join(
        html("<li>{} {}</li>", prose(line.words, known, GLOSSARY.marked), chip(line.clause)) for line in told.lines
    )
    picture = counters.counter(view["units"][key]) if kind == "unit" else NOTHING
    return card(thing, told.title, told.kind, html("<ul>{}</ul>", rows), picture)


def _card_of(thing: str, view: Mapping[str, Any]) -> Card | None:
    kind, _, key = thing.partition(":")
    return musters.about(key, view) if kind == "muster" else what(thing, view)


def spoken(thing: str, view: Mapping[str, Any]) -> str:
    """What a screen reader says when the card comes up."""
    told = _card_of(thing, view)
    if told is not None:
        return " ".join([f"{told.title}, {told.kind}.", *(line.words for line in told.lines)])
    return "A card is open. Escape closes it."


def _kind_of(area: str) -> str:
    a = BOARD.index[area]
    if BOARD.kind[a] == SEA:
        return "a sea"
    if BOARD.kind[a] == MOUNTAIN:
        return "mountains"
    nation = NATION_INDEX.get(BOARD.nation[a])
    return "wilderness" if nation is None else f"a province of {words.nation(nation)}"


def _area(area: str, view: Mapping[str, Any], edition: str) -> Markup:
    """Who stands there, each to be asked about in turn, and what there is to know of the place."""
    rows = []
    for stack in piles.stacks(view).get(area, ()):
        alike: dict[str, list[str]] = {}
        for key in stack:
            alike.setdefault(str(view["units"][key]["name"]), []).append(key)
        for name, keys in alike.items():
            label = piles.several(len(keys), name)
            attrs = html('data-do="what" data-value="unit:{}"', keys[0])
            rows.append(unit_button(view, keys[0], attrs, "what is this?", label))
    here = html('<ul class="stack">{}</ul>', join(rows)) if rows else ""
    facts = join(
        (
            html("<tr><th scope=row>{}</th><td>{}</td></tr>", title, says)
            for title, says in gazetteer.facts(area, edition)
            if title not in _LEFT_OUT
        )
    )
    return html("{}<table>{}</table>", here, facts)


def _clause(number: str, edition: str) -> Markup:
    """A clause in the edition played (or in the other one, when only that has it), and its ruling."""
    register = law.register()
    for e in (edition, *(x for x in law.EDITIONS if x != edition)):
        try:
            c = register.get(e, number)
        except UnknownClause:
            continue
        ruling = register.ruling(c)
        read = html("<p><i>Our reading:</i> {}</p>", ruling.says) if ruling is not None else ""
        more = do("rules", "Open the rule book", c.number, kind="small")
        kind = f"clause {c.number}, {law.TITLES[e]}"
        inside = html("<p>{}</p>{}", prose(c.says, set(), GLOSSARY.marked), read)
        return card(f"clause:{number}", c.title, kind, inside, more=more)
    return NOTHING


__all__ = ["about", "spoken"]
