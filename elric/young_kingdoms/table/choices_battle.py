"""The decisions of a battle as controls and lit areas."""

from __future__ import annotations

from elric.widgets.choice import Choice
from elric.widgets.markup import NOTHING, html, join
from elric.widgets.panels.controls import act, do
from elric.young_kingdoms.combat_phase.phase import TO_WITHHOLD
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.pieces import HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.table import hands
from elric.young_kingdoms.table.cards import unit_button
from elric.young_kingdoms.table.choice_kit import View, area_id, legal_by_verb, row


def combat(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    rows = []
    verbs = legal_by_verb(g)
    fights, done = verbs.get("fight", ()), "end" in verbs
    only = len(fights) == 1 and not done
    for a in fights:
        area = area_id(a.args[0])
        c.areas[area] = (str(a),)
        c.marks[area] = "fight"
        rows.append(act(str(a), f"Fight {words.inside(a.args[0])}", kind="wide primary" if only else "wide"))
    c.html = html('<div class="card"><div class="btns column">{}</div></div>', join(rows)) if rows else NOTHING
    c.foot = [act("end", "End combat", kind="primary" if done else "", legal=done, hotkey="e")]
    return c


def withhold(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    b = view["battle"]
    c.marks[b["area"]] = "fight"
    verbs = legal_by_verb(g)
    rows = [
        unit_button(view, pieces.IDS[a.args[0]], html('data-act="{}"', a), "fights · hold back")
        for a in verbs.get(TO_WITHHOLD.name, ())
    ]
    held = [row(view, u, "held back") for u in b["held"] if u in b["units"][view["asks"]["side"]]]
    ways = []
    for a in verbs.get("withdraw", ()):
        area = area_id(a.args[0])
        c.areas[area] = (str(a),)
        c.marks[area] = "reach"
        ways.append(act(str(a), f"Fall back to {words.area(a.args[0])}", kind="small"))
    conjurers = [
        act(str(a), f"Let {words.unit(a.args[0])} conjure", kind="small", small="draws a spell for this battle")
        for a in verbs.get("conjure", ())
    ]
    ready = "ready" in verbs
    c.html = html(
        '<div class="card">{}<details{} data-key="holdback"><summary>Hold units back</summary>'
        "<ul class=\"stack\">{}{}</ul></details>{}<div class='btns'>{}</div></div>",
        join(conjurers),
        " open" if held else "",
        join(rows),
        join(held),
        html("<h4>Those held back may leave</h4>") if ways else "",
        join(ways),
    )
    c.foot = [act("ready", "Ready for battle", kind="primary" if ready else "", legal=ready, hotkey="e")]
    return c


def dispel(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    cards = [
        hands.card(a.args[0], view["edition"], controls=[act(str(a), "Undo this spell", kind="small primary")])
        for a in g.legal_actions()
        if a.verb == "dispel"
    ]
    return Choice(html=html('<div class="card">{}</div>', hands.cards(cards)))


def losses(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    c.marks[view["battle"]["area"]] = "fight"
    rows = []
    for a in g.legal_actions():
        u = a.args[0]
        note = f"counts {pieces.FIGHT[u]}" + (", may try to escape" if KIND[u] == HERO else "")
        rows.append(unit_button(view, pieces.IDS[u], html('data-act="{}"', a), f"take off · {note}"))
    c.html = html('<div class="card"><ul class="stack">{}</ul></div>', join(rows))
    return c


def escape_(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    verbs = legal_by_verb(g)
    parts = []
    foot = []
    if "roll" in verbs:
        foot.append(act("roll", "Roll the die", kind="primary", hotkey="e"))
    if "save" in verbs and hand_open:
        foot.append(act("save", "Use Invulnerability", kind="primary"))
    if "fall" in verbs:
        foot.append(act("fall", "Let go"))
    charms = verbs.get("charm", ())
    # whether a spell helps is told by the hand: closed, only that there is one
    if not hand_open and view["hands"]:
        parts.append(html("<p>A spell might help, if you hold the right one.</p>"))
        parts.append(html('<div class="btns">{}</div>', do("hand", "Show my spells", kind="small", hotkey="s")))
    elif charms:
        parts.append(html("<h4>Or use a spell</h4>"))
        use = (act(str(a), "Use it", kind="small primary") for a in charms)
        cards = [
            hands.card(a.args[0], view["edition"], controls=[button], key="charm-")
            for a, button in zip(charms, use, strict=True)
        ]
        parts.append(hands.cards(cards))
    return Choice(html=html('<div class="card">{}</div>', join(parts)) if parts else NOTHING, foot=foot)
