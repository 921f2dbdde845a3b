"""Clauses as HTML: why something is refused, and a clause with its twin and its ruling. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from elric.widgets.panels.controls import chip, do, prose
from elric.young_kingdoms import law
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game


def refusal(g: Game, headline: str, reasons: Sequence[Any]) -> str:
    """Why not, by which clause, and what would make it right."""
    items = []
    known: set[str] = set()
    for r in reasons:
        number = g.cite(r.clause) if any(r.clause) else ""
        gaze = f' data-look="{escape(r.look[0])}"' if r.look and r.look[0] in BOARD.index else ""
        fix = f'<p class="fix">{escape(r.fix)}</p>' if r.fix else ""
        items.append(f"<p{gaze}>{prose(r.words, known)} {chip(number)}</p>{fix}")
    return (
        f'<div class="refusal" role="alert"><p><b>{escape(headline)}</b></p>{"".join(items)}'
        f'<div class="btns">{do("close", "I see", "refusal", kind="small", hotkey="Escape")}</div></div>'
    )


def clause(edition: str, number: str) -> str:
    """One clause, with its twin in the other edition and the ruling where the books are silent."""
    register = law.register()
    c = register.get(edition, number)
    parts = [f"<p>{escape(c.says)}</p>"]
    for t in register.twins(c):
        parts.append(
            f"<details><summary>{escape(law.TITLES[t.edition])} {escape(t.number)}</summary><p>{escape(t.says)}</p></details>"
        )
    ruling = register.ruling(c)
    if ruling is not None:
        parts.append(f"<p><i>Our reading:</i> {escape(ruling.says)} <small>{escape(ruling.why)}</small></p>")
    return (
        f'<div class="card clause"><h3>{escape(c.title)} <span class="chip">{escape(law.TITLES[edition])} '
        f"{escape(number)}</span></h3>{''.join(parts)}"
        f'<div class="btns">{do("close", "Close", "clause", kind="small")}</div></div>'
    )
