"""Spells as controls: which to keep, to take, to lay, to muster with."""

from __future__ import annotations

from typing import Final

from elric.widgets.choice import Choice
from elric.widgets.markup import html, join
from elric.widgets.panels.controls import act, do
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table.cards import spell_card, target, unit_button
from elric.young_kingdoms.table.choice_kit import View, legal_by_verb
from elric.young_kingdoms.teaching.phrases import phrase

_SIDES: Final = {0: "law", 1: "chaos"}


def _held(view: View, unit: str) -> list[int]:
    """The spells in the hand of a unit of the viewer's that stands on the board."""
    return [spells.INDEX[name] for name in view["hands"].get(unit, ())] if unit in view["units"] else []


def _place(view: View, u: int) -> str:
    return BOARD.names[BOARD.index[view["units"][pieces.IDS[u]]["at"]]]


def align(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    cards: dict[int, list[str]] = {-1: [], 1: []}
    for key in view["asks"]["units"]:
        u = pieces.INDEX[key]
        for i in _held(view, key):
            if spells.ALIGN[i] in cards and pieces.MAGIC[u]:
                cards[spells.ALIGN[i]].append(spell_card(i, holder=pieces.NAMES[u], attrs=html('tabindex="-1"')))
    if not hand_open:
        return Choice(
            html=html(
                '<div class="card"><p>Your magicians hold spells that do not go together.</p><div class="btns">{}</div>'
                "</div>",
                do("hand", "Show my spells", kind="primary", hotkey="s"),
            )
        )
    parts = []
    for k, side in ((0, -1), (1, 1)):
        away = "Chaos" if k == 0 else "Law"
        keep = "Law" if k == 0 else "Chaos"
        parts.append(
            html(
                '<h4>{}</h4><div class="hand">{}</div><div class="btns">{}</div>',
                keep,
                join(cards[side]),
                act(f"keep {_SIDES[k]}", f"Keep {keep}, throw {away} away", kind="primary"),
            )
        )
    return Choice(html=html('<div class="card">{}</div>', join(parts)))


def take(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    shown = spell_card(spells.INDEX[view["asks"]["spell"]], attrs=html('tabindex="-1"')) if hand_open else ""
    look = "" if hand_open else do("hand", "Look at it", kind="small", hotkey="s")
    rows = []
    for a in g.legal_actions():
        if a.verb == "take":
            u = a.args[0]
            note = f"a magician, holds up to {pieces.MAGIC[u]}" if pieces.MAGIC[u] else "keeps it for a muster only"
            rows.append(unit_button(view, pieces.IDS[u], html('data-act="{}"', a), note))
    return Choice(
        html=html(
            '<div class="card"><div class="hand">{}</div>{}<ul class="stack">{}</ul></div>', shown, look, join(rows)
        ),
        foot=[act("leave", "Leave it")],
    )


def magic(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    battles = view["asks"]["battles"]
    for area in battles:
        c.marks[area] = "fight"
    verbs = legal_by_verb(g)
    parts = []
    if battles:
        parts.append(
            html(
                "<p>Battles are coming in {}.</p>",
                words.listed([words.area(a) for a in (BOARD.index[area] for area in battles)]),
            )
        )
    if not hand_open:
        parts.append(html('<div class="btns">{}</div>', do("hand", "Show my spells", kind="primary", hotkey="s")))
    else:
        legal = {str(a) for a in verbs.get("cast", ())}
        cards = []
        for u in pieces.HEROES:
            for i in _held(view, pieces.IDS[u]):
                text = f"cast {pieces.IDS[u]} {spells.IDS[i]}"
                cards.append(
                    spell_card(
                        i,
                        holder=f"{pieces.NAMES[u]}, {_place(view, u)}",
                        attrs=html('data-act="{text}" data-key="{text}"', text=text),
                        off=text not in legal,
                    )
                )
        if cards and legal:
            parts.append(html('<h4>Click a spell to lay it</h4><div class="hand">{}</div>', join(cards)))
        elif cards:
            why = "None can be laid: no magician of yours who holds one stands where a battle is coming."
            parts.append(html('<p class="quiet-words">{}</p><div class="hand">{}</div>', why, join(cards)))
    if hand_open:
        gives = verbs.get("give", ())
        if gives:
            options = join(
                html(
                    '<option value="{}">{}: {} to {}</option>',
                    a,
                    spells.NAMES[a.args[2]],
                    pieces.NAMES[a.args[0]],
                    pieces.NAMES[a.args[1]],
                )
                for a in gives
            )
            parts.append(
                html(
                    '<label class="field">Hand over <select data-do="play" data-key="give"><option value="">choose</option>{}'
                    "</select></label>",
                    options,
                )
            )
        known = ("cast", "give", "done")
        parts += [
            act(str(a), phrase(a), kind="small") for verb, found in verbs.items() if verb not in known for a in found
        ]
    c.html = html('<div class="card">{}</div>', join(parts))
    c.foot = [act("done", "Done with magic", kind="primary", hotkey="e")]
    return c


def muster(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice()
    c.foot = [act("end", "End the turn", kind="primary", hotkey="e")]
    legal = {str(a) for a in g.legal_actions()}
    some = any(a.startswith("muster ") for a in legal)
    if not hand_open:
        can = "You can muster now." if some else "With the spells you hold nothing can be mustered where they are."
        c.html = html(
            '<div class="card"><p>{}</p><div class="btns">{}</div></div>',
            can,
            do("hand", "Show my spells", kind="primary" if some else "", hotkey="s"),
        )
        return c
    rows = []
    for u in pieces.HEROES:
        for i in _held(view, pieces.IDS[u]):
            buttons = []
            for t in spells.MUSTERS[i]:
                text = f"muster {pieces.IDS[u]} {spells.IDS[i]} {t}"
                buttons.append(act(text, target(t), kind="small", legal=text in legal))
            away = f"discard {pieces.IDS[u]} {spells.IDS[i]}"
            if away in legal:
                buttons.append(act(away, "Throw it away", kind="small"))
            if buttons:
                rows.append(
                    html(
                        '<p><b>{}</b> <small>{}, {}</small></p><div class="btns">{}</div>',
                        spells.NAMES[i],
                        pieces.NAMES[u],
                        _place(view, u),
                        join(buttons),
                    )
                )
    rows += [act(str(a), phrase(a), kind="small") for a in g.legal_actions() if a.verb not in ("muster", "end")]
    c.html = html('<div class="card">{}</div>', join(rows))
    return c
