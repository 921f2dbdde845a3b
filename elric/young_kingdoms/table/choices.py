"""The decision that waits now, as controls on the panel and as lit areas on the map. One function for each step.

Each returns a `Choice`: HTML for the panel, what a click on an area does, the marks and badges that show it, and the
buttons of the action bar.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from elric.widgets.choice import Choice
from elric.widgets.markup import html, join
from elric.widgets.panels.controls import act, do
from elric.young_kingdoms.components import pieces, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table import choices_battle, choices_magic, choices_march
from elric.young_kingdoms.table.choice_kit import View, ids, legal_by_verb
from elric.young_kingdoms.teaching.phrases import phrase


def choice(g: Game, view: View, selected: str | None, *, hand_open: bool) -> Choice:
    """The choice for the step that waits."""
    maker = _STEPS.get(g.step, _anything)
    return maker(g, view, selected, hand_open)


def _choose(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    for a in g.legal_actions():
        group = g.scenario.groups[a.args[0]]
        lands = words.listed([pieces.NATIONS[pieces.NATION_INDEX[n]].name for n in group.nations] or [group.name])
        rows.append(act(str(a), group.name, kind="wide primary", small=lands))
        for n in group.nations:
            for x in BOARD.home[n]:
                c.marks[ids(x)] = "reach"
    c.html = html('<div class="card"><div class="btns column">{}</div></div>', join(rows))
    return c


def _areas_only(verb: str, mark: str = "reach") -> Callable[[Game, View, str | None, bool], Choice]:
    def make(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
        c = Choice()
        buttons = []
        for a in g.legal_actions():
            if a.verb == verb:
                area = ids(a.args[0])
                c.areas[area] = (str(a),)
                c.marks[area] = mark
                buttons.append(act(str(a), BOARD.names[a.args[0]], kind="small"))
            else:
                c.foot.append(act(str(a), phrase(a)))
        c.html = html(
            '<div class="card"><p>Click a lit area, or choose here:</p><div class="btns">{}</div></div>', join(buttons)
        )
        return c

    return make


def _replacement(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    rows = []
    for a in g.legal_actions():
        if a.verb == "raise":
            u = a.args[0]
            city = BOARD.main_city(pieces.NATIONS[pieces.NATION[u]].id)
            rows.append(act(str(a), f"Raise {words.unit(u)}", kind="wide", small=words.inside(city)))
    return Choice(
        html=html('<div class="card"><div class="btns column">{}</div></div>', join(rows)),
        foot=[act("end", "On to movement", kind="primary", hotkey="e")],
    )


def _anything(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    """Every legal action as a button: for decisions that need no more than a list."""
    c = Choice()
    rows = []
    for a in g.legal_actions():
        kinds = VERBS[a.verb]
        if "spell" in kinds and not hand_open:
            continue  # which spells there are is for their owner's eyes
        if kinds == ("area",):
            c.areas[ids(a.args[0])] = (str(a),)
            c.marks[ids(a.args[0])] = "reach"
        if a.verb in ("end", "done", "leave", "face"):
            c.foot.append(act(str(a), phrase(a), hotkey="e" if a.verb in ("end", "done") else ""))
        else:
            rows.append(act(str(a), phrase(a), kind="wide"))
    if not hand_open and view["hands"]:
        rows.append(do("hand", "Show my spells", kind="wide", hotkey="s"))
    if rows:
        c.html = html('<div class="card"><div class="btns column">{}</div></div>', join(rows))
    return c


_STEPS: Final[dict[str, Callable[[Game, View, str | None, bool], Choice]]] = {
    "choose": _choose,
    "harbour": _areas_only("harbour"),
    "align": choices_magic.align,
    "take": choices_magic.take,
    "appearance": _areas_only("appear"),
    "replacement": _replacement,
    "movement": choices_march.movement,
    "stack": choices_march.stack,
    "search": choices_march.search,
    "magic": choices_magic.magic,
    "combat": choices_battle.combat,
    "withhold": choices_battle.withhold,
    "dispel": choices_battle.dispel,
    "losses": choices_battle.losses,
    "escape": choices_battle.escape_,
    "reappear": _areas_only("reappear"),
    "shelter": _areas_only("reappear"),
    "retreat": _areas_only("retreat"),
    "muster": choices_magic.muster,
}

__all__ = ["Choice", "choice", "legal_by_verb"]
