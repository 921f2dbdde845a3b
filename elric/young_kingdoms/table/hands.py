"""A hand of spells on the panel: every card in sight, what each does in a line, who holds it.

A card is folded up: a click (or Enter) opens it, and what can be done with it stands inside, so that nothing is laid by one
press. Cards keep their order: by holder as the counters are listed, then as the books list the spells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act, do
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.what import spell_in_a_line

__all__ = ["card", "cards", "hand", "held", "laid_spells", "place_of"]

View = Mapping[str, Any]

_KINDS: Final = {
    "law": "Law",
    "chaos": "Chaos",
    "neutral": "Neutral",
    "special": "Special",
    "melnibonean": "Melnibonean",
    "elric": "Elric only",
    "immediate": "At once",
}


def held(view: View) -> list[tuple[int, int]]:
    """(holder, spell) for every spell in the viewer's hands on the board, in the order in which cards always stand."""
    found = [
        (pieces.INDEX[unit], spells.INDEX[spell])
        for unit, names in view["hands"].items()
        if unit in view["units"]
        for spell in names
    ]
    return sorted(found)


def place_of(view: View, u: int) -> str:
    """Where a piece stands, by name."""
    return BOARD.names[BOARD.index[view["units"][pieces.IDS[u]]["at"]]]


def figure(i: int) -> str:
    """A spell's strength as its counter shows it."""
    if spells.ALIGN[i] == spells.OTHER and not spells.VALUE[i]:
        return ""
    return f"({spells.VALUE[i]})" if spells.BRACKETED[i] else str(spells.VALUE[i])


def card(i: int, edition: str, *, holder: str = "", controls: Iterable[Markup] = (), key: str = "") -> Markup:
    """One spell: its name, figure and line; opened, where it is, what it calls, and what can be done with it."""
    kind = spells.ALIGNMENT_NAMES[i]
    calls = words.either([words.called(t) for t in spells.MUSTERS[i]]) if spells.MUSTERS[i] else ""
    may = html("<p>Or, in the Muster phase: spend it to call {}.</p>", calls) if calls else NOTHING
    whose = html("<p>Held by {}.</p>", holder) if holder else NOTHING
    buttons = [*controls, do("what", "Its rules", f"spell:{spells.IDS[i]}", kind="small quiet")]
    return html(
        '<details class="spellcard {kind}" data-key="card-{}{id}"><summary data-what="spell:{id}" data-key="fold-{}{id}">'
        "<b>{}</b> <i>{}</i><small><em>{}</em> {}</small></summary>"
        '<div class="inside">{}{}<div class="btns">{}</div></div></details>',
        key,
        key,
        spells.NAMES[i],
        figure(i),
        _KINDS.get(kind, ""),
        spell_in_a_line(i, edition),
        whose,
        may,
        join(buttons),
        kind=kind,
        id=spells.IDS[i],
    )


def cards(found: Iterable[Markup]) -> Markup:
    """Cards side by side, all of them in sight."""
    return html('<div class="spellcards">{}</div>', join(found))


def laid_spells(view: View, open_: bool) -> Markup:
    """What the viewer has laid for coming battles: which, while the hand is open; else only where, as everybody sees."""
    mine = [
        one for one in view["cast"] if view["units"].get(one["unit"], {}).get("owner") == view["seat"] and one["area"]
    ]
    if not mine:
        return NOTHING
    rows = []
    for one in sorted(mine, key=lambda x: (str(x["area"]), pieces.INDEX[x["unit"]])):
        what = spells.NAMES[spells.INDEX[one["spell"]]] if open_ and one["spell"] else "a spell, face down"
        told = (
            html('<b data-what="spell:{}">{}</b>', one["spell"], what) if open_ and one["spell"] else html("{}", what)
        )
        at = words.inside(BOARD.index[one["area"]])
        rows.append(html("<li>{} {}, by {}</li>", told, at, words.unit(pieces.INDEX[one["unit"]])))
    return html('<h4>You have laid</h4><ul class="laid">{}</ul>', join(rows))


def hand(view: View, open_: bool) -> Markup:
    """The spells of whoever sits at the screen: closed until they are asked for."""
    found = held(view)
    if not found:
        return NOTHING
    if not open_:
        return html(
            '<div class="card handcard"><h4>Your spells ({})</h4><div class="btns">{}</div></div>',
            len(found),
            do("hand", "Show my spells", kind="small", hotkey="s"),
        )
    shown = [
        card(
            i,
            view["edition"],
            holder=f"{words.unit(u)} {words.inside(BOARD.index[view['units'][pieces.IDS[u]]['at']])}",
        )
        for u, i in found
    ]
    return html(
        '<div class="card handcard"><h4>Your spells ({})</h4><div class="btns">{}</div>{}{}</div>',
        len(found),
        do("hand", "Close the hand", kind="small quiet", hotkey="s"),
        cards(shown),
        laid_spells(view, open_),
    )


def lay(text: str, legal: bool, label: str) -> Markup:
    """The button inside a card that does something with it."""
    return act(text, label, kind="small primary" if legal else "small", legal=legal)
