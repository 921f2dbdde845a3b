"""Controls that a lesson adds to those of the table: no door of a step may stay shut."""

from __future__ import annotations

from typing import Final

from elric.widgets import choices, panels
from elric.young_kingdoms import words
from elric.young_kingdoms.actions import VERBS, Action
from elric.young_kingdoms.game import Game

_LABELS: Final = {
    "stay": "Stay",
    "leave": "Leave it",
    "end": "Go on",
    "maintain": "Maintain the spell",
    "release": "Let the spell go",
    "hunt": "Fight the monster",
    "raise": "Raise",
    "sway": "Win Elric",
    "defend": "Defend with",
}


def completed(g: Game, c: choices.Choice) -> choices.Choice:
    """A choice with a plain button for every verb the panel has no control for: in a lesson no door may stay shut."""
    shown = c.html + "".join(c.foot) + " ".join(t for ts in c.areas.values() for t in ts)
    known = {"step", "sail", "land", "attack", "march", "lead", "cast", "give", "muster", "charm", "sacrifice", "home"}
    extra = []
    for a in g.legal_actions():
        text = str(a)
        if a.verb in known or text in shown:
            continue
        if a.verb not in _LABELS and (a.verb in shown or 'data-do="hand"' in shown):
            continue
        extra.append(panels.act(text, _label(a), kind="small"))
    if extra:
        c.html += f'<div class="card"><div class="btns">{"".join(extra[:24])}</div></div>'
    return c


def _label(a: Action) -> str:
    """An action in plain words: what its verb says, and what it is done to."""
    names = []
    for kind, x in zip(VERBS[a.verb], a.args, strict=True):
        if kind == "piece":
            names.append(words.unit(x))
        elif kind == "area":
            names.append(words.area(x))
        elif kind == "spell":
            names.append(words.spell(x))
    return " ".join([_LABELS.get(a.verb, a.verb.capitalize()), *names])


__all__ = ["completed"]
