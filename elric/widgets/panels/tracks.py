"""Tracks of a game that draws none of its own. Pure functions of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from elric.widgets.markup import NOTHING, Markup, html, join

__all__ = ["turns"]


def turns(view: Mapping[str, Any]) -> Markup:
    """The turns as a row of boxes; nothing where the game has no last turn."""
    last = view.get("turns")
    if not last:
        return NOTHING
    boxes = []
    for n in range(1, last + 1):
        state = html(' class="done"') if n < view["turn"] else ""
        now = html(' aria-current="true"') if n == view["turn"] else ""
        boxes.append(html("<li{}{}>{}</li>", state, now, n))
    return html(
        '<div class="tracks"><h4>Turn</h4><ol class="track" aria-label="Turn {} of {}">{}</ol></div>',
        view["turn"],
        last,
        join(boxes),
    )
