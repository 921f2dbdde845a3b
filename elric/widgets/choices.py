"""The decision that waits now, as controls on the panel and as lit areas on the map. One function for each step.

Each returns a `Choice`: HTML for the panel, what a click on an area does, the marks and badges that show it, and the
buttons of the action bar.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final

from elric.tutor.phrases import phrase
from elric.widgets import counters
from elric.widgets.panels import _WHAT, act, do, spell_card, target, unit_button
from elric.young_kingdoms import pieces, routes, spells, words
from elric.young_kingdoms.actions import VERBS, Action
from elric.young_kingdoms.battle import pending
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.ground import points_left, room
from elric.young_kingdoms.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.state import ASHORE, State, hand, own_in
from elric.young_kingdoms.wilderness import chance_needed


@dataclass(slots=True)
class Choice:
    """What can be done now. `areas` maps an area id to the actions a click on it plays, in order."""

    html: str = ""
    foot: list[str] = field(default_factory=list)
    areas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    badges: dict[str, str] = field(default_factory=dict)


View = Mapping[str, Any]
_SIDES: Final = {0: "law", 1: "chaos"}


def legal_by_verb(g: Game) -> dict[str, list[Action]]:
    """The legal actions, by verb."""
    out: dict[str, list[Action]] = {}
    for a in g.legal_actions():
        out.setdefault(a.verb, []).append(a)
    return out


def choice(g: Game, view: View, selected: str | None, *, hand_open: bool) -> Choice:
    """The choice for the step that waits."""
    maker = _STEPS.get(g.step, _anything)
    return maker(g, view, selected, hand_open)


def _ids(a: int) -> str:
    return BOARD.ids[a]


def _choose(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    for a in g.legal_actions():
        group = g.scenario.groups[a.args[0]]
        lands = words.listed([pieces.NATIONS[pieces.NATION_INDEX[n]].name for n in group.nations] or [group.name])
        rows.append(act(str(a), group.name, kind="wide primary", small=lands))
        for n in group.nations:
            for x in BOARD.home[n]:
                c.marks[_ids(x)] = "reach"
    c.html = f'<div class="card"><div class="btns column">{"".join(rows)}</div></div>'
    return c


def _areas_only(verb: str, mark: str = "reach") -> Callable[[Game, View, str | None, bool], Choice]:
    def make(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
        c = Choice()
        buttons = []
        for a in g.legal_actions():
            if a.verb == verb:
                area = _ids(a.args[0])
                c.areas[area] = (str(a),)
                c.marks[area] = mark
                buttons.append(act(str(a), words.area(a.args[0]), kind="small"))
            else:
                c.foot.append(act(str(a), phrase(a)))
        c.html = f'<div class="card"><p>Click a lit area, or choose here:</p><div class="btns">{"".join(buttons)}</div></div>'
        return c

    return make


def _align(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    frame = g.state.agenda[-1]
    cards: dict[int, list[str]] = {-1: [], 1: []}
    for u in frame[3]:
        for i in hand(g.state, u):
            if spells.ALIGN[i] in cards and pieces.MAGIC[u]:
                cards[spells.ALIGN[i]].append(spell_card(i, holder=pieces.NAMES[u], attrs='tabindex="-1"'))
    if not hand_open:
        return Choice(
            html=f'<div class="card"><p>Your magicians hold spells that do not go together.</p>'
            f'<div class="btns">{do("hand", "Show my spells", kind="primary", hotkey="s")}</div></div>'
        )
    parts = []
    for k, side in ((0, -1), (1, 1)):
        away = "Chaos" if k == 0 else "Law"
        keep = "Law" if k == 0 else "Chaos"
        parts.append(
            f'<h4>{keep}</h4><div class="hand">{"".join(cards[side])}</div>'
            f'<div class="btns">{act(f"keep {_SIDES[k]}", f"Keep {keep}, throw {away} away", kind="primary")}</div>'
        )
    return Choice(html=f'<div class="card">{"".join(parts)}</div>')


def _take(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    frame = g.state.agenda[-1]
    shown = spell_card(frame[3], attrs='tabindex="-1"') if hand_open else ""
    look = "" if hand_open else do("hand", "Look at it", kind="small", hotkey="s")
    rows = []
    for a in g.legal_actions():
        if a.verb == "take":
            u = a.args[0]
            note = f"a magician, holds up to {pieces.MAGIC[u]}" if pieces.MAGIC[u] else "keeps it for a muster only"
            rows.append(unit_button(view, pieces.IDS[u], f'data-act="{a}"', note))
    return Choice(
        html=f'<div class="card"><div class="hand">{shown}</div>{look}<ul class="stack">{"".join(rows)}</ul></div>',
        foot=[act("leave", "Leave it")],
    )


def _replacement(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    rows = []
    for a in g.legal_actions():
        if a.verb == "raise":
            u = a.args[0]
            city = BOARD.main_city(pieces.NATIONS[pieces.NATION[u]].id)
            rows.append(act(str(a), f"Raise {words.unit(u)}", kind="wide", small=f"in {words.area(city)}"))
    return Choice(
        html=f'<div class="card"><div class="btns column">{"".join(rows)}</div></div>',
        foot=[act("end", "On to movement", kind="primary", hotkey="e")],
    )


def _movement(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    s = g.state
    verbs = legal_by_verb(g)
    leads = [a.args[0] for a in verbs.get("lead", ())]
    for u in leads:
        c.marks[_ids(s.place[u])] = "ready"
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
                area = _ids(a.args[1])
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
            f'<button class="btn small" data-do="area" data-value="{_ids(a)}" data-look="{_ids(a)}" data-key="go-{_ids(a)}">'
            f"{escape(words.area(a))}</button>"
            for a in waiting
        ]
        if rows:
            parts.append(f'<h4>Ready to move from</h4><div class="btns">{"".join(rows)}</div>')
    if parts:
        c.html = f'<div class="card">{"".join(parts)}</div>'
    c.foot = [act("end", "End movement", kind="primary", hotkey="e")]
    return c


def _stack(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    s = g.state
    leader = s.agenda[-1][1]
    here = s.place[leader]
    verbs = legal_by_verb(g)
    c.marks[_ids(here)] = "from"
    for r in routes.reach(s).values():
        area = _ids(r.area)
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
    buttons = [
        act(str(a), f"Board {words.unit(a.args[0])}", kind="small", small=_ship(s, a.args[0]))
        for a in verbs.get("board", ())
    ]
    buttons += [act(str(a), "Go ashore", kind="small") for a in verbs.get("ashore", ())]
    offered = {r[-1] for r in c.areas.values()}
    buttons += [
        act(str(a), f"Attack neutral {words.area(a.args[0])}", kind="small")
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
            f'<option value="{a}">{escape(words.area(a.args[1]))} ({escape(spells.NAMES[a.args[0]])})</option>'
            for a in flights
        )
        parts.append(
            f'<label class="field">Fly by magic to <select data-do="play" data-key="fly"><option value="">choose</option>{options}</select></label>'
        )
    if any("risk" in m for m in c.marks.values()):
        parts.append(
            '<p class="quiet-words">× is an attack. “!” means danger on the way: a random attack, or water that swallows ships.</p>'
        )
    c.html = f'<div class="card">{"".join(parts)}</div>'
    c.foot = [act("halt", "Halt here", kind="primary", hotkey="h")]
    return c


def _ship(s: State, x: int) -> str:
    return f"sails {pieces.MOVE[x]}, room for {room(s, x)}"


def _members(g: Game, view: View, verbs: Mapping[str, list[Action]]) -> list[str]:
    s = g.state
    leader = s.agenda[-1][1]
    drops = {a.args[0]: a for a in verbs.get("drop", ())}
    rows = [_row(view, pieces.IDS[leader], "leads the stack")]
    groups: dict[int, list[int]] = {}
    for u in s.moving:
        if u == leader or KIND[u] == ARTIFACT:
            continue
        if KIND[u] == ARMY:
            groups.setdefault(pieces.NATION[u], []).append(u)
        elif u in drops:
            rows.append(unit_button(view, pieces.IDS[u], f'data-act="{drops[u]}"', "comes along · leave behind"))
        else:
            rows.append(_row(view, pieces.IDS[u], "carries the stack" if KIND[u] == FLEET else "comes along"))
    for n, armies in groups.items():
        can = next((u for u in armies if u in drops), None)
        name = counters.several(len(armies), f"army of {pieces.NATIONS[n].name}")
        if can is None:
            rows.append(_row(view, pieces.IDS[armies[0]], "come along", name))
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
        name = counters.several(many, f"army of {pieces.NATIONS[n].name}")
        rows.append(unit_button(view, pieces.IDS[u], f'data-act="{joins[0]}"', "take one along", name))
    return rows


def _row(view: View, key: str, note: str, label: str = "") -> str:
    unit = view["units"][key]
    name = label or str(unit["name"])
    return (
        f'<li class="plain-row">{counters.counter(unit)}<span><b>{escape(name[:1].upper() + name[1:])}</b>'
        f"<small>{escape(note)}</small></span></li>"
    )


def _search(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    for a in g.legal_actions():
        if a.verb == "search":
            area, what = a.args
            c.marks[_ids(area)] = "reach"
            need = chance_needed(g.state, area, what)
            rows.append(
                act(str(a), f"Search {words.area(area)} for {_WHAT[what]}", kind="wide", small=f"needs {need} or more")
            )
    c.html = f'<div class="card"><div class="btns column">{"".join(rows)}</div></div>'
    c.foot = [act("end", "No more searching", kind="primary", hotkey="e")]
    return c


def _magic(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    s = g.state
    for a in pending(s):
        c.marks[_ids(a)] = "fight"
    verbs = legal_by_verb(g)
    seat = g.seat
    parts = []
    if pending(s):
        parts.append(f"<p>Battles are coming in {escape(words.listed([words.area(a) for a in pending(s)]))}.</p>")
    if not hand_open:
        parts.append(f'<div class="btns">{do("hand", "Show my spells", kind="primary", hotkey="s")}</div>')
    else:
        legal = {str(a) for a in verbs.get("cast", ())}
        cards = []
        for u in pieces.HEROES:
            if s.owner[u] != seat or s.place[u] >= BOARD.size:
                continue
            for i in hand(s, u):
                text = f"cast {pieces.IDS[u]} {spells.IDS[i]}"
                cards.append(
                    spell_card(
                        i,
                        holder=f"{pieces.NAMES[u]}, {words.area(s.place[u])}",
                        attrs=f'data-act="{text}" data-key="{text}"',
                        off=text not in legal,
                    )
                )
        if cards:
            parts.append(f'<h4>Click a spell to lay it</h4><div class="hand">{"".join(cards)}</div>')
    parts += [
        act(str(a), f"Let {words.unit(a.args[0])} conjure", kind="small", small="draws a spell when the battle begins")
        for a in verbs.get("conjure", ())
    ]
    if hand_open:
        gives = verbs.get("give", ())
        if gives:
            options = "".join(
                f'<option value="{a}">{escape(spells.NAMES[a.args[2]])}: {escape(pieces.NAMES[a.args[0]])} to {escape(pieces.NAMES[a.args[1]])}</option>'
                for a in gives
            )
            parts.append(
                f'<label class="field">Hand over <select data-do="play" data-key="give"><option value="">choose</option>{options}</select></label>'
            )
        known = ("cast", "conjure", "give", "done")
        parts += [
            act(str(a), phrase(a), kind="small") for verb, found in verbs.items() if verb not in known for a in found
        ]
    c.html = f'<div class="card">{"".join(parts)}</div>'
    c.foot = [act("done", "Done with magic", kind="primary", hotkey="e")]
    return c


def _combat(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    for a in g.legal_actions():
        if a.verb == "fight":
            area = _ids(a.args[0])
            c.areas[area] = (str(a),)
            c.marks[area] = "fight"
            rows.append(act(str(a), f"Fight in {words.area(a.args[0])}", kind="wide primary"))
    done = "end" in {a.verb for a in g.legal_actions()}
    c.html = f'<div class="card"><div class="btns column">{"".join(rows)}</div></div>' if rows else ""
    c.foot = [act("end", "End combat", kind="primary" if done else "", legal=done, hotkey="e")]
    return c


def _withhold(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    b = g.state.battle
    c.marks[_ids(b.area)] = "fight"
    verbs = legal_by_verb(g)
    rows = [
        unit_button(view, pieces.IDS[a.args[0]], f'data-act="{a}"', "fights · hold back")
        for a in verbs.get("withhold", ())
    ]
    held = [_row(view, pieces.IDS[u], "held back") for u in b.held if u in b.units[g.state.agenda[-1][1]]]
    ways = []
    for a in verbs.get("withdraw", ()):
        area = _ids(a.args[0])
        c.areas[area] = (str(a),)
        c.marks[area] = "reach"
        ways.append(act(str(a), f"Fall back to {words.area(a.args[0])}", kind="small"))
    ready = "ready" in verbs
    c.html = (
        f'<div class="card"><details{" open" if held else ""} data-key="holdback"><summary>Hold units back</summary>'
        f'<ul class="stack">{"".join(rows)}{"".join(held)}</ul></details>'
        f"{'<h4>Those held back may leave</h4>' if ways else ''}<div class='btns'>{''.join(ways)}</div></div>"
    )
    c.foot = [act("ready", "Ready for battle", kind="primary" if ready else "", legal=ready, hotkey="e")]
    return c


def _dispel(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    cards = [
        spell_card(a.args[0], attrs=f'data-act="{a}" data-key="{a}"') for a in g.legal_actions() if a.verb == "dispel"
    ]
    return Choice(html=f'<div class="card"><div class="hand">{"".join(cards)}</div></div>')


def _losses(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    c.marks[_ids(g.state.battle.area)] = "fight"
    rows = []
    for a in g.legal_actions():
        u = a.args[0]
        note = f"counts {pieces.FIGHT[u]}" + (", may try to escape" if KIND[u] == HERO else "")
        rows.append(unit_button(view, pieces.IDS[u], f'data-act="{a}"', f"take off · {note}"))
    c.html = f'<div class="card"><ul class="stack">{"".join(rows)}</ul></div>'
    return c


def _escape(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    verbs = legal_by_verb(g)
    parts = []
    foot = []
    if "roll" in verbs:
        foot.append(act("roll", "Roll the die", kind="primary", hotkey="e"))
    if "save" in verbs:
        foot += [act("save", "Use Invulnerability", kind="primary"), act("fall", "Let go")]
    charms = verbs.get("charm", ())
    if charms and not hand_open:
        parts.append(do("hand", "Show my spells", kind="small", hotkey="s"))
    elif charms:
        parts.append("<h4>Or use a spell</h4>")
        cards = "".join(spell_card(a.args[0], attrs=f'data-act="{a}" data-key="{a}"') for a in charms)
        parts.append(f'<div class="hand">{cards}</div>')
    return Choice(html=f'<div class="card">{"".join(parts)}</div>' if parts else "", foot=foot)


def _muster(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    s = g.state
    c.foot = [act("end", "End the turn", kind="primary", hotkey="e")]
    legal = {str(a) for a in g.legal_actions()}
    if not hand_open:
        can = (
            "You can muster now."
            if len(legal) > 1
            else "With the spells you hold nothing can be mustered where they are."
        )
        c.html = f'<div class="card"><p>{can}</p><div class="btns">{do("hand", "Show my spells", kind="primary" if len(legal) > 1 else "", hotkey="s")}</div></div>'
        return c
    rows = []
    for u in pieces.HEROES:
        if s.owner[u] != g.seat or s.place[u] >= BOARD.size:
            continue
        for i in hand(s, u):
            buttons = []
            for t in spells.MUSTERS[i]:
                text = f"muster {pieces.IDS[u]} {spells.IDS[i]} {t}"
                buttons.append(act(text, target(t), kind="small", legal=text in legal))
            if buttons:
                rows.append(
                    f"<p><b>{escape(spells.NAMES[i])}</b> <small>{escape(pieces.NAMES[u])}, {escape(words.area(s.place[u]))}</small></p>"
                    f'<div class="btns">{"".join(buttons)}</div>'
                )
    c.html = f'<div class="card">{"".join(rows)}</div>'
    return c


def _anything(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    """Every legal action as a button: for decisions that need no more than a list."""
    c = Choice()
    rows = []
    for a in g.legal_actions():
        kinds = VERBS[a.verb]
        if kinds == ("area",):
            c.areas[_ids(a.args[0])] = (str(a),)
            c.marks[_ids(a.args[0])] = "reach"
        if a.verb in ("end", "done", "leave", "face"):
            c.foot.append(act(str(a), phrase(a), hotkey="e" if a.verb in ("end", "done") else ""))
        else:
            rows.append(act(str(a), phrase(a), kind="wide"))
    if rows:
        c.html = f'<div class="card"><div class="btns column">{"".join(rows)}</div></div>'
    return c


_STEPS: Final[dict[str, Callable[[Game, View, str | None, bool], Choice]]] = {
    "choose": _choose,
    "harbour": _areas_only("harbour"),
    "align": _align,
    "take": _take,
    "appearance": _areas_only("appear"),
    "replacement": _replacement,
    "movement": _movement,
    "stack": _stack,
    "search": _search,
    "magic": _magic,
    "combat": _combat,
    "withhold": _withhold,
    "dispel": _dispel,
    "losses": _losses,
    "escape": _escape,
    "reappear": _areas_only("reappear"),
    "retreat": _areas_only("retreat"),
    "muster": _muster,
}

__all__ = ["Choice", "choice", "legal_by_verb"]
