"""Spells as controls: which to keep, to take, to lay, to muster with."""

from __future__ import annotations

from html import escape
from typing import Final

from elric.tutor.phrases import phrase
from elric.widgets.choice_kit import Choice, View, ids, legal_by_verb
from elric.widgets.panels import act, do, spell_card, target, unit_button
from elric.young_kingdoms import pieces, spells, words
from elric.young_kingdoms.battle import pending
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.state import hand

_SIDES: Final = {0: "law", 1: "chaos"}


def align(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
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


def take(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
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


def magic(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    s = g.state
    for a in pending(s):
        c.marks[ids(a)] = "fight"
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
                        holder=f"{pieces.NAMES[u]}, {BOARD.names[s.place[u]]}",
                        attrs=f'data-act="{text}" data-key="{text}"',
                        off=text not in legal,
                    )
                )
        if cards and legal:
            parts.append(f'<h4>Click a spell to lay it</h4><div class="hand">{"".join(cards)}</div>')
        elif cards:
            why = "None can be laid: no magician of yours who holds one stands where a battle is coming."
            parts.append(f'<p class="quiet-words">{why}</p><div class="hand">{"".join(cards)}</div>')
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
        known = ("cast", "give", "done")
        parts += [
            act(str(a), phrase(a), kind="small") for verb, found in verbs.items() if verb not in known for a in found
        ]
    c.html = f'<div class="card">{"".join(parts)}</div>'
    c.foot = [act("done", "Done with magic", kind="primary", hotkey="e")]
    return c


def muster(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    s = g.state
    c.foot = [act("end", "End the turn", kind="primary", hotkey="e")]
    legal = {str(a) for a in g.legal_actions()}
    some = any(a.startswith("muster ") for a in legal)
    if not hand_open:
        can = "You can muster now." if some else "With the spells you hold nothing can be mustered where they are."
        c.html = f'<div class="card"><p>{can}</p><div class="btns">{do("hand", "Show my spells", kind="primary" if some else "", hotkey="s")}</div></div>'
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
            away = f"discard {pieces.IDS[u]} {spells.IDS[i]}"
            if away in legal:
                buttons.append(act(away, "Throw it away", kind="small"))
            if buttons:
                rows.append(
                    f"<p><b>{escape(spells.NAMES[i])}</b> <small>{escape(pieces.NAMES[u])}, {escape(BOARD.names[s.place[u]])}</small></p>"
                    f'<div class="btns">{"".join(buttons)}</div>'
                )
    rows += [act(str(a), phrase(a), kind="small") for a in g.legal_actions() if a.verb not in ("muster", "end")]
    c.html = f'<div class="card">{"".join(rows)}</div>'
    return c
