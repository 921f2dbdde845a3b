"""The decisions of a battle as controls and lit areas."""

from __future__ import annotations

from elric.widgets.choice_kit import Choice, View, ids, legal_by_verb, row
from elric.widgets.panels import act, do, spell_card, unit_button
from elric.young_kingdoms import pieces, words
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.pieces import HERO, KIND


def combat(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    for a in g.legal_actions():
        if a.verb == "fight":
            area = ids(a.args[0])
            c.areas[area] = (str(a),)
            c.marks[area] = "fight"
            rows.append(act(str(a), f"Fight in {words.area(a.args[0])}", kind="wide primary"))
    done = "end" in {a.verb for a in g.legal_actions()}
    c.html = f'<div class="card"><div class="btns column">{"".join(rows)}</div></div>' if rows else ""
    c.foot = [act("end", "End combat", kind="primary" if done else "", legal=done, hotkey="e")]
    return c


def withhold(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    b = g.state.battle
    c.marks[ids(b.area)] = "fight"
    verbs = legal_by_verb(g)
    rows = [
        unit_button(view, pieces.IDS[a.args[0]], f'data-act="{a}"', "fights · hold back")
        for a in verbs.get("withhold", ())
    ]
    held = [row(view, pieces.IDS[u], "held back") for u in b.held if u in b.units[g.state.agenda[-1][1]]]
    ways = []
    for a in verbs.get("withdraw", ()):
        area = ids(a.args[0])
        c.areas[area] = (str(a),)
        c.marks[area] = "reach"
        ways.append(act(str(a), f"Fall back to {words.area(a.args[0])}", kind="small"))
    conjurers = [
        act(str(a), f"Let {words.unit(a.args[0])} conjure", kind="small", small="draws a spell for this battle")
        for a in verbs.get("conjure", ())
    ]
    ready = "ready" in verbs
    c.html = (
        f'<div class="card">{"".join(conjurers)}<details{" open" if held else ""} data-key="holdback"><summary>Hold units back</summary>'
        f'<ul class="stack">{"".join(rows)}{"".join(held)}</ul></details>'
        f"{'<h4>Those held back may leave</h4>' if ways else ''}<div class='btns'>{''.join(ways)}</div></div>"
    )
    c.foot = [act("ready", "Ready for battle", kind="primary" if ready else "", legal=ready, hotkey="e")]
    return c


def dispel(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    cards = [
        spell_card(a.args[0], attrs=f'data-act="{a}" data-key="{a}"') for a in g.legal_actions() if a.verb == "dispel"
    ]
    return Choice(html=f'<div class="card"><div class="hand">{"".join(cards)}</div></div>')


def losses(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    c.marks[ids(g.state.battle.area)] = "fight"
    rows = []
    for a in g.legal_actions():
        u = a.args[0]
        note = f"counts {pieces.FIGHT[u]}" + (", may try to escape" if KIND[u] == HERO else "")
        rows.append(unit_button(view, pieces.IDS[u], f'data-act="{a}"', f"take off · {note}"))
    c.html = f'<div class="card"><ul class="stack">{"".join(rows)}</ul></div>'
    return c


def escape_(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    verbs = legal_by_verb(g)
    parts = []
    foot = []
    if "roll" in verbs:
        foot.append(act("roll", "Roll the die", kind="primary", hotkey="e"))
    if "save" in verbs:
        foot.append(act("save", "Use Invulnerability", kind="primary"))
    if "fall" in verbs:
        foot.append(act("fall", "Let go"))
    charms = verbs.get("charm", ())
    if charms and not hand_open:
        parts.append(do("hand", "Show my spells", kind="small", hotkey="s"))
    elif charms:
        parts.append("<h4>Or use a spell</h4>")
        cards = "".join(spell_card(a.args[0], attrs=f'data-act="{a}" data-key="{a}"') for a in charms)
        parts.append(f'<div class="hand">{cards}</div>')
    return Choice(html=f'<div class="card">{"".join(parts)}</div>' if parts else "", foot=foot)
