"""Clauses as HTML: why something is refused, and a clause with its twin and its ruling. Pure functions."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from elric.kernel.verdict import Reason
from elric.widgets.markup import Markup, html, join
from elric.widgets.panels.controls import chip, do, prose

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef


def refusal(kit: TableDef, edition: str, headline: str, reasons: Sequence[Reason], areas: Container[str]) -> Markup:
    """Why not, by which clause of an edition, and what would make it right; `areas`: the places that can be looked at."""
    items = []
    known: set[str] = set()
    for r in reasons:
        number = kit.game.cite(r.clause, edition) if any(r.clause) else ""
        gaze = html(' data-look="{}"', r.look[0]) if r.look and r.look[0] in areas else ""
        fix = html('<p class="fix">{}</p>', r.fix) if r.fix else ""
        items.append(html("<p{}>{} {}</p>{}", gaze, prose(r.words, known, kit.marked), chip(number), fix))
    return html(
        '<div class="refusal" role="alert"><p><b>{}</b></p>{}<div class="btns">{}</div></div>',
        headline,
        join(items),
        do("close", "I see", "refusal", kind="small", hotkey="Escape"),
    )


def clause(kit: TableDef, edition: str, number: str) -> Markup:
    """One clause, with its twin in the other edition and the ruling where the books are silent."""
    register = kit.game.register()
    c = register.get(edition, number)
    parts = [html("<p>{}</p>", c.says)]
    for t in register.twins(c):
        parts.append(
            html("<details><summary>{} {}</summary><p>{}</p></details>", kit.game.titles[t.edition], t.number, t.says)
        )
    ruling = register.ruling(c)
    if ruling is not None:
        parts.append(html("<p><i>Our reading:</i> {} <small>{}</small></p>", ruling.says, ruling.why))
    return html(
        '<div class="card clause"><h3>{} <span class="chip">{} {}</span></h3>{}<div class="btns">{}</div></div>',
        c.title,
        kit.game.titles[edition],
        number,
        join(parts),
        do("close", "Close", "clause", kind="small"),
    )
