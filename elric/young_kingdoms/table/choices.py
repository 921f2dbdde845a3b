"""The decision that waits now, as controls on the panel and as lit areas on the map. One function for each step.

Each returns a `Choice`: HTML for the panel, what a click on an area does, the marks and badges that show it, and the
buttons of the action bar.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from elric.widgets.choice import Choice
from elric.widgets.markup import html, join
from elric.widgets.panels.controls import act, do
from elric.young_kingdoms.combat.heroic_escape import ESCAPE_CHOICE
from elric.young_kingdoms.combat.losses import LOSSES
from elric.young_kingdoms.combat_phase.phase import COMBAT_PHASE, WITHHOLD
from elric.young_kingdoms.combat_phase.resolution import DISPEL
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.magic.hands import ALIGN_STEP, TAKE
from elric.young_kingdoms.magic_phase.phase import MAGIC_PHASE
from elric.young_kingdoms.movement.phase import MOVEMENT_PHASE
from elric.young_kingdoms.movement.stack import STACK
from elric.young_kingdoms.position import words
from elric.young_kingdoms.reinforcements.muster import MUSTER_PHASE
from elric.young_kingdoms.reinforcements.replacement import REPLACEMENT_PHASE
from elric.young_kingdoms.table import choices_battle, choices_magic, choices_march
from elric.young_kingdoms.table.choice_kit import View, area_id, legal_by_verb
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.turn.setup import CHOOSE_STEP
from elric.young_kingdoms.wild.wilderness import SEARCH_PHASE


def choice(g: Game, view: View, selected: str | None, *, hand_open: bool) -> Choice:
    """The choice for the step that waits."""
    maker = _MAKERS.get(g.step, _anything)
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
                c.marks[area_id(x)] = "reach"
    c.html = html('<div class="card"><div class="btns column">{}</div></div>', join(rows))
    return c


def _areas(legal: Sequence[Action]) -> Choice:
    """One of several areas, or what else needs no more than a button."""
    c = Choice()
    buttons = []
    for a in legal:
        if a.args:
            area = area_id(a.args[0])
            c.areas[area] = (str(a),)
            c.marks[area] = "reach"
            buttons.append(act(str(a), BOARD.names[a.args[0]], kind="small"))
        else:
            c.foot.append(act(str(a), phrase(a)))
    c.html = html(
        '<div class="card"><p>Click a lit area, or choose here:</p><div class="btns">{}</div></div>', join(buttons)
    )
    return c


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
    """Areas to choose from, or every legal action as a button: for decisions that need no more than a list."""
    legal = g.legal_actions()
    if {VERBS[a.verb].takes for a in legal} - {()} == {("area",)}:
        return _areas(legal)
    c = Choice()
    rows = []
    for a in legal:
        kinds = VERBS[a.verb].takes
        if "spell" in kinds and not hand_open:
            continue  # which spells there are is for their owner's eyes
        if kinds == ("area",):
            c.areas[area_id(a.args[0])] = (str(a),)
            c.marks[area_id(a.args[0])] = "reach"
        if VERBS[a.verb].closes:
            c.foot.append(act(str(a), phrase(a), hotkey="e" if a.verb in ("end", "done") else ""))
        else:
            rows.append(act(str(a), phrase(a), kind="wide"))
    if not hand_open and view["hands"]:
        rows.append(do("hand", "Show my spells", kind="wide", hotkey="s"))
    if rows:
        c.html = html('<div class="card"><div class="btns column">{}</div></div>', join(rows))
    return c


_MAKERS: Final[dict[str, Callable[[Game, View, str | None, bool], Choice]]] = {
    step.name: make
    for step, make in (
        (CHOOSE_STEP, _choose),
        (ALIGN_STEP, choices_magic.align),
        (TAKE, choices_magic.take),
        (REPLACEMENT_PHASE, _replacement),
        (MOVEMENT_PHASE, choices_march.movement),
        (STACK, choices_march.stack),
        (SEARCH_PHASE, choices_march.search),
        (MAGIC_PHASE, choices_magic.magic),
        (COMBAT_PHASE, choices_battle.combat),
        (WITHHOLD, choices_battle.withhold),
        (DISPEL, choices_battle.dispel),
        (LOSSES, choices_battle.losses),
        (ESCAPE_CHOICE, choices_battle.escape_),
        (MUSTER_PHASE, choices_magic.muster),
    )
}

__all__ = ["Choice", "choice", "legal_by_verb"]
