"""Controls that a lesson adds to those of the table: no door of a step may stay shut."""

from __future__ import annotations

from typing import Final

from elric.widgets.markup import html, join
from elric.widgets.panels import controls
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table import choices
from elric.young_kingdoms.teaching.phrases import phrase

__all__ = ["completed"]

# Done by clicking the map, or shown only with the spells open.
_ELSEWHERE: Final = frozenset(
    ("step", "sail", "land", "attack", "march", "lead", "cast", "give", "muster", "charm", "sacrifice", "home")
)
_MOST: Final = 24


def completed(g: Game, c: choices.Choice) -> choices.Choice:
    """A choice with a plain button for every legal action of a verb the panel has no control for."""
    shown = str(c.html) + "".join(c.foot) + " ".join(text for texts in c.areas.values() for text in texts)
    extra = []
    for a in g.legal_actions():
        hidden = f'"{a.verb}"' not in shown and f'"{a.verb} ' not in shown and f"{a.verb} " not in shown
        if a.verb not in _ELSEWHERE and hidden and 'data-do="hand"' not in shown:
            extra.append(controls.act(str(a), phrase(a), kind="small"))
    if extra:
        c.html += html('<div class="card"><div class="btns">{}</div></div>', join(extra[:_MOST]))
    return c
