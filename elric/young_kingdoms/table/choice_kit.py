"""What every choice is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from elric.widgets.markup import Markup, html
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table import counters

View = Mapping[str, Any]


def legal_by_verb(g: Game) -> dict[str, list[Action]]:
    """The legal actions, by verb."""
    out: dict[str, list[Action]] = {}
    for a in g.legal_actions():
        out.setdefault(a.verb, []).append(a)
    return out


def area_id(a: int) -> str:
    """Id of an area."""
    return BOARD.ids[a]


def row(view: View, key: str, note: str, label: str = "") -> Markup:
    unit = view["units"][key]
    name = label or str(unit["name"])
    return html(
        '<li class="plain-row">{}<span><b>{}</b><small>{}</small></span></li>',
        counters.counter(unit),
        name[:1].upper() + name[1:],
        note,
    )
