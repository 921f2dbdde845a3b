"""Movement and search as controls and lit areas."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from elric.tutor.phrases import phrase
from elric.widgets import counters
from elric.widgets.choice_kit import Choice, View, ids, legal_by_verb, row
from elric.widgets.panels import act, unit_button
from elric.young_kingdoms import pieces, routes, spells, words
from elric.young_kingdoms.actions import Action
from elric.young_kingdoms.board import BOARD, SEA
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.ground import points_left, room
from elric.young_kingdoms.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.state import ASHORE, NEUTRAL, State, own_in
from elric.young_kingdoms.wilderness import chance_needed


def movement(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    s = g.state
    verbs = legal_by_verb(g)
    leads = [a.args[0] for a in verbs.get("lead", ())]
    for u in leads:
        c.marks[ids(s.place[u])] = "ready"
    parts = []
    if selected is not None:
        at = BOARD.index[selected]
        rows = []
        for u in sorted((u for u in leads if s.place[u] == at), key=lambda u: (-pieces.FIGHT[u], u)):
            left = pieces.LAND_MOVES - s.spent[u]
            note = (
                "aboard ship"
                if s.aboard[u] != ASHORE
                else f"{words.points(left)} left"
                if s.spent[u]
                else "ready to move"
            )
            rows.append(
                unit_button(view, pieces.IDS[u], f'data-do="lead" data-value="{pieces.IDS[u]}"', f"take up · {note}")
            )
        if rows:
            parts.append(f'<h4>Who leads from {escape(words.area(at))}?</h4><ul class="stack">{"".join(rows)}</ul>')
        marches = [a for a in verbs.get("march", ()) if s.place[a.args[0]] == at]
        if marches and not rows:
            for a in marches:
                area = ids(a.args[1])
                c.areas[area] = (str(a),)
                c.marks[area] = "reach"
                c.badges[area] = "1"
            parts.append(
                f"<p>The armies in {escape(words.area(at))} have no leader. Each may go one province inside its own "
                "country: click a lit one.</p>"
            )
        homes = [a for a in verbs.get("home", ()) if s.place[a.args[0]] == at]
        for a in homes:
            parts.append(act(str(a), f"Send {words.unit(a.args[0])} home", kind="small"))
    if not parts:
        waiting = sorted({s.place[u] for u in leads}, key=lambda a: BOARD.names[a])
        rows = [
            f'<button class="btn small" data-do="area" data-value="{ids(a)}" data-look="{ids(a)}" data-key="go-{ids(a)}">'
            f"{escape(BOARD.names[a])}</button>"
            for a in waiting
        ]
        if rows:
            parts.append(f'<h4>Ready to move from</h4><div class="btns">{"".join(rows)}</div>')
    if parts:
        c.html = f'<div class="card">{"".join(parts)}</div>'
    c.foot = [act("end", "End movement", kind="primary", hotkey="e")]
    return c


def stack(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    s = g.state
    leader = s.agenda[-1][1]
    here = s.place[leader]
    verbs = legal_by_verb(g)
    c.marks[ids(here)] = "from"
    for r in routes.reach(s).values():
        area = ids(r.area)
        c.areas[area] = tuple(str(a) for a in r.actions)
        c.marks[area] = "fight" if r.attack else "reach risk" if r.risk else "reach"
        c.badges[area] = f"×{r.cost}" if r.attack else f"{r.cost}!" if r.risk else str(r.cost)
    left = points_left(s)
    strength = sum(pieces.FIGHT[u] for u in s.moving if KIND[u] in (HERO, ARMY))
    parts = [
        (
            f"<p>In <b>{escape(words.area(here))}</b> · combat value <b>{strength}</b> · "
            f"<b>{max(0, left)}</b> movement point{'' if left == 1 else 's'} left</p>"
        )
    ]
    parts.append(f'<ul class="stack">{"".join(_members(g, view, verbs))}</ul>')
    along = _others(g, view, verbs)
    if along:
        parts.append(f'<h4>Also here</h4><ul class="stack">{"".join(along)}</ul>')
    aboard = sum(KIND[u] == ARMY for u in s.moving)
    buttons = [
        act(str(a), f"Board {words.unit(a.args[0])}", kind="small", small=_ship(s, a.args[0], aboard))
        for a in verbs.get("board", ())
    ]
    off = "Leave the ship" if BOARD.kind[here] == SEA else "Go ashore"
    buttons += [act(str(a), off, kind="small") for a in verbs.get("ashore", ())]
    offered = {r[-1] for r in c.areas.values()}
    buttons += [
        act(str(a), f"Attack {'neutral ' * (s.control[a.args[0]] == NEUTRAL)}{BOARD.names[a.args[0]]}", kind="small")
        for a in verbs.get("attack", ())
        if str(a) not in offered
    ]
    buttons += [act(str(a), f"Win Elric in {words.area(a.args[0])}", kind="small") for a in verbs.get("sway", ())]
    for x in (u for u in own_in(s, here, s.player) if KIND[u] == FLEET and u not in s.moving):
        if f"board {pieces.IDS[x]}" not in {str(a) for a in verbs.get("board", ())} and s.aboard[leader] == ASHORE:
            label = f"Board {words.unit(x)}"
            buttons.append(act(f"board {pieces.IDS[x]}", label, kind="small", legal=False, small=_ship(s, x)))
    if buttons:
        parts.append(f'<div class="btns">{"".join(buttons)}</div>')
    flights = verbs.get("fly", ())
    if flights:
        options = "".join(
            f'<option value="{a}">{escape(BOARD.names[a.args[1]])} ({escape(spells.NAMES[a.args[0]])})</option>'
            for a in flights
        )
        parts.append(
            f'<label class="field">Fly by magic to <select data-do="play" data-key="fly"><option value="">choose</option>{options}</select></label>'
        )
    if c.areas:
        parts.append(_places(c))
    if any("risk" in m for m in c.marks.values()):
        parts.append(
            '<p class="quiet-words">× is an attack. “!” means danger on the way: a random attack, or water that swallows ships.</p>'
        )
    c.html = f'<div class="card">{"".join(parts)}</div>'
    c.foot = [act("halt", "Halt here", kind="primary", hotkey="h")]
    return c


def _places(c: Choice) -> str:
    """The lit areas as a list, for those who would rather not aim at the map: attacks first, then by cost."""
    order = sorted(
        c.areas, key=lambda a: (not c.marks[a].startswith("fight"), c.badges[a], BOARD.names[BOARD.index[a]])
    )
    rows = "".join(
        f'<button class="btn small{" danger" if c.marks[a].startswith("fight") else ""}" data-do="area" data-value="{a}" '
        f'data-look="{a}" data-key="to-{a}"><span>{escape(BOARD.names[BOARD.index[a]])}</span> <small>{c.badges[a]}</small></button>'
        for a in order
    )
    return f'<details data-key="places"><summary>Where it can go, as a list</summary><div class="btns">{rows}</div></details>'


def _ship(s: State, x: int, armies: int = 0) -> str:
    sinks = ", sinks with this stack" if armies > room(s, x) else ""
    return f"sails {pieces.MOVE[x]}, room for {room(s, x)}{sinks}"


def _members(g: Game, view: View, verbs: Mapping[str, list[Action]]) -> list[str]:
    s = g.state
    leader = s.agenda[-1][1]
    drops = {a.args[0]: a for a in verbs.get("drop", ())}
    rows = [row(view, pieces.IDS[leader], "leads the stack")]
    groups: dict[int, list[int]] = {}
    for u in s.moving:
        if u == leader or KIND[u] == ARTIFACT:
            continue
        if KIND[u] == ARMY:
            groups.setdefault(pieces.NATION[u], []).append(u)
        elif u in drops:
            rows.append(unit_button(view, pieces.IDS[u], f'data-act="{drops[u]}"', "comes along · leave behind"))
        else:
            rows.append(row(view, pieces.IDS[u], "carries the stack" if KIND[u] == FLEET else "comes along"))
    for n, armies in groups.items():
        can = next((u for u in armies if u in drops), None)
        name = counters.several(len(armies), f"army of {words.nation(n)}")
        if can is None:
            rows.append(row(view, pieces.IDS[armies[0]], "come along", name))
        else:
            rows.append(
                unit_button(
                    view, pieces.IDS[armies[0]], f'data-act="{drops[can]}"', "come along · leave one behind", name
                )
            )
    return rows


def _others(g: Game, view: View, verbs: Mapping[str, list[Action]]) -> list[str]:
    rows = []
    s = g.state
    by_nation: dict[int, list[Action]] = {}
    for a in verbs.get("join", ()):
        u = a.args[0]
        if KIND[u] == ARMY:
            by_nation.setdefault(pieces.NATION[u], []).append(a)
        else:
            rows.append(unit_button(view, pieces.IDS[u], f'data-act="{a}"', "take along"))
    for n, joins in by_nation.items():
        u = joins[0].args[0]
        many = sum(
            KIND[x] == ARMY and pieces.NATION[x] == n and x not in s.moving for x in own_in(s, s.place[u], s.player)
        )
        name = counters.several(many, f"army of {words.nation(n)}")
        rows.append(unit_button(view, pieces.IDS[u], f'data-act="{joins[0]}"', "take one along", name))
    return rows


def search(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    for a in g.legal_actions():
        if a.verb == "search":
            area, what = a.args
            c.marks[ids(area)] = "reach"
            c.areas.setdefault(ids(area), (str(a),))
            need = chance_needed(g.state, area, what)
            rows.append(act(str(a), phrase(a), kind="wide", small=f"needs {need} or more"))
        elif a.verb == "hunt":
            c.marks[ids(a.args[0])] = "fight"
            c.areas[ids(a.args[0])] = (str(a),)
            rows.append(act(str(a), phrase(a), kind="wide primary"))
    if rows:
        c.html = f'<div class="card"><div class="btns column">{"".join(rows)}</div></div>'
    c.foot = [act("end", "No more searching", kind="primary", hotkey="e")]
    return c
