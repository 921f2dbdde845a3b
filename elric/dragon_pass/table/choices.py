"""Decisions on the page: setting up, marching by the cheapest way to a hex, and dividing the battles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from elric.dragon_pass.combat.dividing import joined
from elric.dragon_pass.combat.reckoning import Line, reckon
from elric.dragon_pass.components.board import BOARD, HEXES, INDEX
from elric.dragon_pass.components.notation import NOTATION
from elric.dragon_pass.components.units import BY_ID, COUNTS, UNITS
from elric.dragon_pass.movement.going import company, pace
from elric.dragon_pass.movement.march import costs, leaving
from elric.dragon_pass.movement.stacking import fits, limit
from elric.dragon_pass.movement.zones import stopping
from elric.dragon_pass.position.state import Segment, State, foes
from elric.dragon_pass.position.story import factors
from elric.dragon_pass.position.view import sees
from elric.kernel.notation import ActionError
from elric.kernel.steps import Action
from elric.widgets import plain_choice
from elric.widgets.choice import Choice, Click
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act, chip

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

__all__ = ["choice", "clicked", "routes", "taken_up"]

_MOST: Final = 24  # buttons on the panel


def choice(kit: TableDef, g: Any, selected: str | None, hand_open: bool) -> Choice:
    """What can be done now, with a hex chosen or without."""
    special = _CHOICES.get(g.step)
    return special(kit, g, selected) if special else plain_choice.choice(kit, g, selected, hand_open)


def _card(title: str, says: str, clause: str, rows: Iterable[Markup] = ()) -> Markup:
    return html('<div class="card"><h3>{}</h3><p>{} {}</p><div class="btns column">{}</div></div>',
                title, says, chip(clause), join(list(rows)[:_MOST]))  # fmt: skip


def _setup(kit: TableDef, g: Any, selected: str | None) -> Choice:
    """Which counter comes next, and where it may go."""
    c, s = Choice(), g.state
    unit = UNITS[s.to_place[0]]
    for a in g.legal_actions():
        if a.verb == "place":
            name = HEXES.names[a.args[0]]
            c.areas[name] = (f"place {name}",)
            c.marks[name] = "reach"
    army = s.scenario.armies[s.agenda[-1][1]]
    rows = [act(f"take {UNITS[u].id}", f"Place {UNITS[u].name} first", kind="wide quiet") for u in s.to_place[1:]]
    says = f"The {army.name} stands {army.says}. {len(s.to_place)} wait; choose a lit hex."
    c.html = _card(f"Place {unit.name}", says, s.scenario.clause, rows)
    return c


def _movement(kit: TableDef, g: Any, selected: str | None) -> Choice:
    """Who may march."""
    c, s = Choice(), g.state
    rows = []
    for a in g.legal_actions():
        if a.verb == "lead":
            c.marks[HEXES.names[s.place[a.args[0]]]] = "ready"
        elif a.verb == "done":
            c.foot.append(act("done", "End the movement", kind="primary", hotkey="e"))
        elif a.verb != "top" or HEXES.names[s.place[a.args[0]]] == selected:
            rows.append(act(NOTATION.text(a), kit.says(g, a), kind="wide"))
    says = "Choose a stack of yours, then the hex where it shall go. An enemy's zone stops it."
    c.html = _card("March", says, "7.3", rows)
    return c


def routes(s: State) -> dict[int, tuple[str, ...]]:
    """Every hex that the company in hand can reach by marching, with the steps of the cheapest way there."""
    units = s.hand
    start = s.place[units[0]]
    budget, kinds = pace(s, units), company(units)
    enemy, stops = foes(s, s.player), stopping(s, s.player)
    rows: dict[int, tuple[int, ...]] = {start: costs(s, kinds, units, start, leaving(s, units, start))}

    def cost(a: int, b: int) -> int:
        if enemy >> b & 1 or (a != start and stops >> a & 1):
            return -1
        if a not in rows:
            rows[a] = costs(s, kinds, units, a, True)
        return rows[a][HEXES.beside[a].index(b)]

    found = HEXES.routes(start, cost, budget)
    out = {}
    for h in found:
        if h == start or not fits(s, units, h):
            continue
        way, at = [], h
        while at != start:
            way.append(f"step {HEXES.names[at]}")
            at = found[at][1]
        out[h] = tuple(reversed(way))
    return out


def _march(kit: TableDef, g: Any, selected: str | None) -> Choice:
    """Where the company may go: a click plays every step of the cheapest way."""
    c, s = Choice(), g.state
    legal = g.legal_actions()
    rows = []
    if any(a.verb == "step" for a in legal):
        first = {f"step {HEXES.names[a.args[0]]}" for a in legal if a.verb == "step"}
        for h, way in routes(s).items():
            if way[0] in first:
                c.areas[HEXES.names[h]] = way
                c.marks[HEXES.names[h]] = "reach"
    for a in legal:
        text = NOTATION.text(a)
        if a.verb in ("step", "drift"):
            c.areas.setdefault(HEXES.names[a.args[0]], (text,))
            c.marks.setdefault(HEXES.names[a.args[0]], "reach")
        elif a.verb == "halt":
            c.foot.append(act("halt", "Halt here", kind="primary", hotkey="h"))
        else:
            rows.append(act(text, kit.says(g, a), kind="wide"))
    names = ", ".join(UNITS[u].name for u in s.hand)
    left = pace(s, s.hand)
    points = f"{left // 2}{'½' if left % 2 else ''}"
    says = f"{points} movement left. Choose a lit hex: the company goes there by the cheapest way."
    c.html = _card(f"{names} marches" if len(s.hand) == 1 else f"{names} march", says, "11.1", rows)
    return c


def _combat(kit: TableDef, g: Any, selected: str | None) -> Choice:
    """Who attacks whom; each battle with what it is reckoned to be, then its roll."""
    c, s = Choice(), g.state
    rows = []
    targets: dict[str, list[str]] = {}
    rolls = []
    for a in g.legal_actions():
        text = NOTATION.text(a)
        if a.verb == "assign":
            here, there = (HEXES.names[h] for h in a.args)
            targets.setdefault(here, []).append(there)
        elif a.verb == "roll":
            rolls.append(HEXES.names[a.args[0]])
        elif a.verb == "done":
            c.foot.append(act("done", "End the combat", kind="primary", hotkey="e"))
        elif a.verb != "part":
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
    battles = s.segments if s.locked else joined(s, s.links, s.player)
    shown = [_battle(s, battle, battle.defenders[0][0], bool(rolls)) for battle in battles]
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


def _battle(s: State, battle: Segment, target: int, may_roll: bool) -> Markup:
    """One battle: its strengths line by line where everybody in it lies open, and its buttons."""
    defenders = [u for _, units in battle.defenders for u in units if s.place[u] >= 0]
    rows: Markup = NOTHING
    title = f"{' and '.join(_where(HEXES.names[a]) for a, _ in battle.attackers)} against {' and '.join(_where(HEXES.names[d]) for d, _ in battle.defenders)}"
    if all(sees(s, u, s.player) for u in defenders):
        found = reckon(s, battle, tell=True)
        rows = html(
            '<ul class="sums">{}</ul><p><b>{} against {}: odds {}</b> {}</p>',
            join(_line(line) for line in found.lines), factors(found.attack), factors(found.defence), found.odds, chip("12.2"),
        )  # fmt: skip
    else:
        rows = html("<p>Who stands under the top counter is seen when the first battle is rolled. {}</p>", chip("7.6"))
    name = HEXES.names[target]
    roll = act(f"roll {name}", "Roll this battle", kind="wide primary") if may_roll else NOTHING
    part = join(
        act(f"part {HEXES.names[a]}", f"Take {_where(HEXES.names[a])} back", kind="wide quiet")
        for a, _ in battle.attackers if not s.locked
    )  # fmt: skip
    return html('<div class="card"><h3>{}</h3>{}<div class="btns column">{}{}</div></div>', title, rows, roll, part)


def _line(line: Line) -> Markup:
    why = join(html("; {} {}", words, chip(clause)) for words, clause in line.why)
    return html(
        "<li>{}: {} {}{}</li>",
        "Attacker" if line.attacks else "Defender",
        UNITS[line.unit].name,
        factors(line.factor),
        why,
    )


def clicked(kit: TableDef, g: Any, area: str, unit: str, selected: str | None) -> Click:
    """What a click on a hex that is not lit asks for: a stack to take up, or why the company cannot go there."""
    s, h = g.state, INDEX[area]
    if g.step == "movement" and s.at[s.player] >> h & 1:
        lead = _leader(s, h, unit)
        if lead:
            return Click(lead=lead)
        return _refused(g, f"lead {UNITS[s.piles[h][0]].id}", f"Nobody at {_where(area)} can march.")
    if g.step == "march":
        if h == s.place[s.hand[0]]:
            return Click()
        return _refused(
            g, f"step {area}", f"{_where(area)} cannot be reached.", far=h not in HEXES.beside[s.place[s.hand[0]]]
        )
    if g.step == "setup":
        return _refused(g, f"place {area}", f"Not {_where(area)}.")
    if g.step == "combat":
        if selected and selected != area and s.at[s.player] >> INDEX[selected] & 1 and foes(s, s.player) >> h & 1:
            return _refused(g, f"assign {selected} {area}", f"{_where(selected)} cannot attack {_where(area)}.")
        return Click()
    return plain_choice.clicked(kit, g, area, selected)


def _refused(g: Any, text: str, headline: str, far: bool = False) -> Click:
    try:
        said = g.verdict(text)
    except ActionError:
        return Click()
    return Click(headline=headline, reasons=said.reasons, far=far, stay=True) if not said else Click()


def _leader(s: State, h: int, unit: str) -> str:
    """Who is taken up in a hex: the counter that was pointed at, else the first that can still march."""
    ready = [UNITS[u].id for u in s.piles[h] if not s.done >> u & 1]
    return unit if unit in ready else ready[0] if ready else ""


def taken_up(g: Any, unit: str) -> tuple[str, ...]:
    """Who takes up a unit takes up all of its stack that can come along."""
    if unit not in BY_ID:
        return ()
    s, u = g.state, BY_ID[unit]
    if not s.of[s.player] >> u & 1:
        return (f"lead {unit}",)
    room = limit(s) - COUNTS[u]
    others = []
    for v in s.piles[s.place[u]]:
        if v != u and not s.done >> v & 1 and COUNTS[v] <= room:
            room -= COUNTS[v]
            others.append(f"join {UNITS[v].id}")
    return (f"lead {unit}", *others)


def says(g: Any, action: Action, sayings: Mapping[str, str]) -> str:
    """An action in the words of its button."""
    _, *words = NOTATION.text(action).split()
    names = [UNITS[BY_ID[w]].name if w in BY_ID else _where(w) if w in INDEX else w.replace("-", " ") for w in words]
    pattern = sayings.get(action.verb)
    return pattern.format(*names) if pattern else " ".join((action.verb.replace("-", " ").capitalize(), *names))


_CHOICES: Final[Mapping[str, Callable[[Any, Any, str | None], Choice]]] = {
    "setup": _setup, "movement": _movement, "march": _march, "combat": _combat,
}  # fmt: skip
