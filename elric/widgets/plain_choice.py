"""The choice of a game that has made none of its own: legal actions as buttons, and as clicks on the map.

An action about one area is played by a click there. One that names two (from, to) is played by choosing the first and then
the second: whatever can go somewhere is lit, and what is chosen lights where it can go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from elric.kernel.notation import ActionError
from elric.kernel.steps import Action
from elric.widgets.choice import Choice, Click
from elric.widgets.markup import NOTHING, html, join
from elric.widgets.panels.controls import act

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

__all__ = ["choice", "clicked", "says", "selected_after"]

_MOST: Final = 24  # buttons on the panel


def choice(kit: TableDef, g: Any, selected: str | None, hand_open: bool) -> Choice:
    """What can be done now, with an area chosen or without; what would tell hidden things only while the hand lies open."""
    c = Choice()
    rows = []
    legal = [
        (a, kit.game.notation.text(a)) for a in g.legal_actions() if hand_open or not kit.game.verbs[a.verb].secret
    ]
    starts = {where[0] for _, text in legal if len(where := _areas(kit, text)) > 1}
    chosen = selected if selected in starts else None
    for a, text in legal:
        where = _areas(kit, text)
        label = kit.says(g, a)
        if kit.game.verbs[a.verb].closes:
            c.foot.append(act(text, label, kind="primary", hotkey=label[:1].lower()))
            continue
        if len(where) == 1:
            _light(c, where[0], text, kit.mark(a.verb))
        elif len(where) > 1 and where[0] == chosen:
            _light(c, where[1], text, kit.mark(a.verb))
        elif len(where) > 1:
            c.marks.setdefault(where[0], "ready" if chosen else "reach")
            continue  # actions that start in another area are offered when that area is chosen
        rows.append(act(text, label, kind="wide"))
    tell = NOTHING
    if starts:
        names = kit.chart().areas
        said = f"From {names[chosen]['name']}, choose where." if chosen else "Choose one of the lit areas."
        tell = html("<p>{}</p>", said)
    if rows or tell:
        c.html = html('<div class="card">{}<div class="btns column">{}</div></div>', tell, join(rows[:_MOST]))
    return c


def _light(c: Choice, area: str, text: str, mark: str) -> None:
    c.areas[area] = (text,)
    c.marks[area] = mark


def says(kit: TableDef, action: Action) -> str:
    """An action as its button says it: in the words of its verb, else its text in the notation."""
    words = kit.game.notation.text(action).split()
    areas = kit.chart().areas
    names = [str(areas[word]["name"]) if word in areas else word.replace("-", " ") for word in words]
    pattern = kit.game.verbs[action.verb].says
    text = pattern.format(*names[1:]) if pattern else " ".join(names)
    return text[:1].upper() + text[1:]


def clicked(kit: TableDef, g: Any, area: str, selected: str | None) -> Click:
    """A click on an area that is not lit: another stack to choose, or why the one that is chosen cannot go there."""
    legal = [_areas(kit, kit.game.notation.text(a)) for a in g.legal_actions()]
    starts = {where[0] for where in legal if len(where) > 1}
    if area in starts or selected == area:
        return Click()
    verbs = dict.fromkeys(a.verb for a in g.legal_actions() if not kit.game.verbs[a.verb].closes)
    names = kit.chart().areas
    for verb in verbs:
        kinds = kit.game.verbs[verb].takes
        text = f"{verb} {selected} {area}" if len(kinds) > 1 and selected in starts else f"{verb} {area}"
        try:
            said = g.verdict(text)
        except ActionError:
            continue  # this verb is not about areas
        if not said:
            return Click(headline=f"Not {names[area]['name']}.", reasons=said.reasons, stay=True)
    return Click()


def selected_after(kit: TableDef, g: Any, actions: Sequence[str]) -> str | None:
    """Whoever went somewhere and can go on stays chosen."""
    where = _areas(kit, actions[-1]) if actions else []
    if len(where) < 2 or g.seat is None:
        return None
    starts = {there[0] for a in g.legal_actions() if len(there := _areas(kit, kit.game.notation.text(a))) > 1}
    return where[1] if where[1] in starts else None


def _areas(kit: TableDef, text: str) -> list[str]:
    """The areas that an action names, in order."""
    areas = kit.chart().areas
    return [word for word in text.split()[1:] if word in areas]
