"""Decisions on the page: setting up, marching by the cheapest way to a hex, and dividing the battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from elric.dragon_pass.combat.factors import SCALE
from elric.dragon_pass.components.board import BOARD, HEXES, INDEX
from elric.dragon_pass.components.notation import NOTATION
from elric.dragon_pass.components.units import BY_ID, COUNTS, UNITS
from elric.dragon_pass.position.story import factors
from elric.kernel.notation import ActionError
from elric.kernel.steps import Action
from elric.widgets import plain_choice
from elric.widgets.choice import Choice, Click
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act, chip

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef, View

__all__ = ["choice", "clicked", "taken_up"]

_MOST: Final = 24  # buttons on the panel


def choice(kit: TableDef, g: Any, view: View, selected: str | None, hand_open: bool) -> Choice:
    """What can be done now, with a hex chosen or without, as the seat that decides sees it."""
    special = _CHOICES.get(g.step)
    return special(kit, g, view, selected) if special else plain_choice.choice(kit, g, selected, hand_open)


def _card(title: str, says: str, clause: str, rows: Iterable[Markup] = ()) -> Markup:
    return html('<div class="card"><h3>{}</h3><p>{} {}</p><div class="btns column">{}</div></div>',
                title, says, chip(clause), join(list(rows)[:_MOST]))  # fmt: skip


def _setup(kit: TableDef, g: Any, view: View, selected: str | None) -> Choice:
    """Which counter comes next, and where it may go."""
    c, waiting = Choice(), view["to_place"]
    for a in g.legal_actions():
        if a.verb == "place":
            name = HEXES.names[a.args[0]]
            c.areas[name] = (f"place {name}",)
            c.marks[name] = "reach"
    army = view["placing"]
    rows = [act(f"take {key}", f"Place {_name(key)} first", kind="wide quiet") for key in waiting[1:]]
    says = f"The {army['army']} stands {army['says']}. {len(waiting)} wait; choose a lit hex."
    c.html = _card(f"Place {_name(waiting[0])}", says, g.scenario.clause, rows)
    return c


def _name(key: str) -> str:
    return UNITS[BY_ID[key]].name


def _places(view: View) -> dict[str, str]:
    """The hex of each counter whose face is seen."""
    return {key: h for h, stack in view["stacks"].items() for key in stack["counters"] if key}


def _ready(g: Any) -> set[str]:
    """The counters that can still march."""
    return {UNITS[a.args[0]].id for a in g.legal_actions() if a.verb == "lead"}


def _movement(kit: TableDef, g: Any, view: View, selected: str | None) -> Choice:
    """Who may march."""
    c, places = Choice(), _places(view)
    rows = []
    for a in g.legal_actions():
        if a.verb == "lead":
            c.marks[places[UNITS[a.args[0]].id]] = "ready"
        elif a.verb == "done":
            c.foot.append(act("done", "End the movement", kind="primary", hotkey="e"))
        elif a.verb != "top" or places[UNITS[a.args[0]].id] == selected:
            rows.append(act(NOTATION.text(a), kit.says(g, a), kind="wide"))
    says = "Choose a stack of yours, then the hex where it shall go. An enemy's zone stops it."
    c.html = _card("March", says, "7.3", rows)
    return c


def _march(kit: TableDef, g: Any, view: View, selected: str | None) -> Choice:
    """Where the company may go: a click plays every step of the cheapest way."""
    c, legal = Choice(), g.legal_actions()
    rows = []
    if any(a.verb == "step" for a in legal):
        first = {f"step {HEXES.names[a.args[0]]}" for a in legal if a.verb == "step"}
        for area, way in g.ways().items():
            if way[0] in first:
                c.areas[area] = way
                c.marks[area] = "reach"
    for a in legal:
        text = NOTATION.text(a)
        if a.verb in ("step", "drift"):
            c.areas.setdefault(HEXES.names[a.args[0]], (text,))
            c.marks.setdefault(HEXES.names[a.args[0]], "reach")
        elif a.verb == "halt":
            c.foot.append(act("halt", "Halt here", kind="primary", hotkey="h"))
        else:
            rows.append(act(text, kit.says(g, a), kind="wide"))
    hand, left = view["hand"], view["pace"]
    names = ", ".join(_name(key) for key in hand)
    points = f"{left // 2}{'½' if left % 2 else ''}"
    says = f"{points} movement left. Choose a lit hex: the company goes there by the cheapest way."
    c.html = _card(f"{names} marches" if len(hand) == 1 else f"{names} march", says, "11.1", rows)
    return c


def _combat(kit: TableDef, g: Any, view: View, selected: str | None) -> Choice:
    """Who attacks whom; each battle with what it is reckoned to be, then its roll."""
    c = Choice()
    rows = []
    targets: dict[str, list[str]] = {}
    rolls, parts = [], []
    for a in g.legal_actions():
        text = NOTATION.text(a)
        if a.verb == "assign":
            here, there = (HEXES.names[h] for h in a.args)
            targets.setdefault(here, []).append(there)
        elif a.verb == "roll":
            rolls.append(HEXES.names[a.args[0]])
        elif a.verb == "done":
            c.foot.append(act("done", "End the combat", kind="primary", hotkey="e"))
        elif a.verb == "part":
            parts.append(HEXES.names[a.args[0]])
        else:
            rows.append(act(text, kit.says(g, a), kind="wide"))
    if selected in targets:
        for there in targets[selected]:
            c.areas[there] = (f"assign {selected} {there}",)
            c.marks[there] = "fight"
    else:
        for there in rolls:
            c.areas[there] = (f"roll {there}",)
            c.marks[there] = "fight"
    for here in targets:
        c.marks.setdefault(here, "ready")
    shown = [_battle(battle, rolls, parts) for battle in view["battles"]]
    if selected in targets:
        says = f"{_where(selected)} attacks: choose whom."
    elif rolls:
        says = "Everybody who must fight does. Roll battle by battle; the first roll settles who fights whom."
    elif targets:
        says = "Choose a stack of yours, then the enemy it attacks. Every enemy in your zones must be attacked."
    else:
        says = "No swords are to be crossed now."
    c.html = html("{}{}", _card("Divide the battle", says, "14.2", rows), join(shown))
    return c


def _where(name: str) -> str:
    return BOARD.where(INDEX[name])


def _battle(battle: View, rolls: Sequence[str], parts: Sequence[str]) -> Markup:
    """One battle: its strengths line by line where everybody in it lies open, and its buttons."""
    here, there = (" and ".join(map(_where, battle[side])) for side in ("attackers", "defenders"))
    if battle["odds"] is None:
        rows = html("<p>Who stands under the top counter is seen when the first battle is rolled. {}</p>", chip("7.6"))
    else:
        attack, defence = (factors(round(battle[side] * SCALE)) for side in ("attack", "defence"))
        rows = html(
            '<ul class="sums">{}</ul><p><b>{} against {}: odds {}</b> {}</p>',
            join(map(_line, battle["lines"])), attack, defence, battle["odds"], chip("12.2"),
        )  # fmt: skip
    target = battle["defenders"][0]
    roll = act(f"roll {target}", "Roll this battle", kind="wide primary") if target in rolls else NOTHING
    part = join(
        act(f"part {a}", f"Take {_where(a)} back", kind="wide quiet") for a in battle["attackers"] if a in parts
    )
    title = f"{here} against {there}"
    return html('<div class="card"><h3>{}</h3>{}<div class="btns column">{}{}</div></div>', title, rows, roll, part)


def _line(line: View) -> Markup:
    why = join(html("; {} {}", words, chip(clause)) for words, clause in line["why"])
    side = "Attacker" if line["attacks"] else "Defender"
    return html("<li>{}: {} {}{}</li>", side, _name(line["counter"]), factors(line["parts"]), why)


def clicked(kit: TableDef, g: Any, area: str, unit: str, selected: str | None) -> Click:
    """What a click on a hex that is not lit asks for: a stack to take up, or why the company cannot go there."""
    view = g.view(g.seat)
    stacks, player = view["stacks"], view["player"]
    own = area in stacks and stacks[area]["owner"] == player
    if g.step == "movement" and own:
        counters = stacks[area]["counters"]
        lead = _leader(g, counters, unit)
        if lead:
            return Click(lead=lead)
        return _refused(g, f"lead {counters[0]}", f"Nobody at {_where(area)} can march.")
    if g.step == "march":
        here = _places(view)[view["hand"][0]]
        if area == here:
            return Click()
        far = INDEX[area] not in HEXES.beside[INDEX[here]]
        return _refused(g, f"step {area}", f"{_where(area)} cannot be reached.", far=far)
    if g.step == "setup":
        return _refused(g, f"place {area}", f"Not {_where(area)}.")
    if g.step == "combat":
        enemy = area in stacks and not own and stacks[area]["owner"] in view["order"]
        if enemy and selected in stacks and stacks[selected]["owner"] == player:
            return _refused(g, f"assign {selected} {area}", f"{_where(str(selected))} cannot attack {_where(area)}.")
        return Click()
    return plain_choice.clicked(kit, g, area, selected)


def _refused(g: Any, text: str, headline: str, far: bool = False) -> Click:
    try:
        said = g.verdict(text)
    except ActionError:
        return Click()
    return Click(headline=headline, reasons=said.reasons, far=far, stay=True) if not said else Click()


def _leader(g: Any, counters: Sequence[str], unit: str) -> str:
    """Who is taken up in a hex: the counter that was pointed at, else the first that can still march."""
    can = _ready(g)
    ready = [key for key in counters if key in can]
    return unit if unit in ready else ready[0] if ready else ""


def taken_up(g: Any, unit: str) -> tuple[str, ...]:
    """Who takes up a unit takes up all of its stack that can come along."""
    if unit not in BY_ID:
        return ()
    view = g.view(g.seat)
    stack = view["stacks"].get(_places(view).get(unit, ""))
    if stack is None or stack["owner"] != view["player"]:
        return (f"lead {unit}",)
    room, can = view["stack_limit"] - COUNTS[BY_ID[unit]], _ready(g)
    others = []
    for key in stack["counters"]:
        if key != unit and key in can and COUNTS[BY_ID[key]] <= room:
            room -= COUNTS[BY_ID[key]]
            others.append(f"join {key}")
    return (f"lead {unit}", *others)


def says(g: Any, action: Action, sayings: Mapping[str, str]) -> str:
    """An action in the words of its button."""
    _, *words = NOTATION.text(action).split()
    names = [UNITS[BY_ID[w]].name if w in BY_ID else _where(w) if w in INDEX else w.replace("-", " ") for w in words]
    pattern = sayings.get(action.verb)
    return pattern.format(*names) if pattern else " ".join((action.verb.replace("-", " ").capitalize(), *names))


_CHOICES: Final[Mapping[str, Callable[[Any, Any, Any, str | None], Choice]]] = {
    "setup": _setup, "movement": _movement, "march": _march, "combat": _combat,
}  # fmt: skip
