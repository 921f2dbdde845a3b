"""Spells as controls: which to keep, to take, to lay, to muster with."""

from __future__ import annotations

from typing import Final

from elric.widgets.choice import Choice
from elric.widgets.markup import Markup, html, join
from elric.widgets.panels.controls import act, do
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.table import hands, musters
from elric.young_kingdoms.table.cards import unit_button
from elric.young_kingdoms.table.choice_kit import View, legal_by_verb
from elric.young_kingdoms.teaching.phrases import phrase

_SIDES: Final = {0: "law", 1: "chaos"}


def align(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    if not hand_open:
        return Choice(
            html=html(
                '<div class="card"><p>Your magicians hold spells that do not go together.</p><div class="btns">{}</div>'
                "</div>",
                do("hand", "Show my spells", kind="primary", hotkey="s"),
            )
        )
    found: dict[int, list[Markup]] = {-1: [], 1: []}
    asked = {pieces.INDEX[key] for key in view["asks"]["units"]}
    for u, i in hands.held(view):
        if u in asked and spells.ALIGN[i] in found and pieces.MAGIC[u]:
            found[spells.ALIGN[i]].append(hands.card(i, view["edition"], holder=str(words.unit(u))))
    parts = []
    for k, side in ((0, -1), (1, 1)):
        away = "Chaos" if k == 0 else "Law"
        keep = "Law" if k == 0 else "Chaos"
        parts.append(
            html(
                '<h4>{}</h4>{}<div class="btns">{}</div>',
                keep,
                hands.cards(found[side]),
                act(f"keep {_SIDES[k]}", f"Keep {keep}, throw {away} away", kind="primary"),
            )
        )
    return Choice(html=html('<div class="card">{}</div>', join(parts)))


def take(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    """Who takes the spell that was drawn; who may, hangs on which it is, so that nothing is told before it is looked at."""
    if not hand_open:
        return Choice(
            html=html(
                '<div class="card"><p>A spell has been found.</p><div class="btns">{}</div></div>',
                do("hand", "Look at it", kind="primary", hotkey="s"),
            )
        )
    i = spells.INDEX[view["asks"]["spell"]]
    rows = []
    for a in g.legal_actions():
        if a.verb == "take":
            u = a.args[0]
            note = f"a magician, holds up to {pieces.MAGIC[u]}" if pieces.MAGIC[u] else "keeps it for a muster only"
            rows.append(unit_button(view, pieces.IDS[u], html('data-act="{}"', a), note))
    return Choice(
        html=html(
            '<div class="card">{}<h4>Who takes it?</h4><ul class="stack">{}</ul></div>',
            hands.cards([hands.card(i, view["edition"])]),
            join(rows),
        ),
        foot=[act("leave", "Leave it")],
    )


def _close_hand() -> Markup:
    return html('<div class="btns">{}</div>', do("hand", "Close the hand", kind="small quiet", hotkey="s"))


def _show_hand(kind: str = "primary") -> Markup:
    return html('<div class="btns">{}</div>', do("hand", "Show my spells", kind=kind, hotkey="s"))


def magic(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice(foot=[act("done", "Done with magic", kind="primary", hotkey="e")])
    battles = view["asks"]["battles"]
    for area in battles:
        c.marks[area] = "fight"
    parts = []
    if battles:
        at = words.listed([words.area(BOARD.index[area]) for area in battles])
        coming = "A battle is" if len(battles) == 1 else "Battles are"
        parts.append(html("<p>{} coming in {}.</p>", coming, at))
    if hand_open:
        parts += _open_hand(g, view)
    else:
        parts.append(_show_hand())
        parts.append(hands.laid_spells(view, hand_open))
    c.html = html('<div class="card">{}</div>', join(parts))
    return c


def _open_hand(g: Game, view: View) -> list[Markup]:
    """The hand in the Magic phase: each card with what can be done with it now."""
    verbs = legal_by_verb(g)
    legal = {str(a) for found in verbs.values() for a in found}
    gives: dict[tuple[int, int], list[Action]] = {}
    for a in verbs.get("give", ()):
        gives.setdefault((a.args[0], a.args[2]), []).append(a)
    cards = []
    for u, i in hands.held(view):
        text = f"cast {pieces.IDS[u]} {spells.IDS[i]}"
        at = words.inside(BOARD.index[view["units"][pieces.IDS[u]]["at"]])
        controls = [
            hands.lay(text, text in legal, f"Lay it for the battle {at}" if text in legal else "Why not lay it?")
        ]
        for a in gives.get((u, i), ()):
            controls.append(act(str(a), f"Hand it to {words.unit(a.args[1])}", kind="small"))
        for verb in ("sacrifice", "discard"):
            other = f"{verb} {pieces.IDS[u]} {spells.IDS[i]}"
            if other in legal:
                label = "Give it up for the Balance" if verb == "sacrifice" else "Throw it away"
                controls.append(act(other, label, kind="small"))
        cards.append(hands.card(i, view["edition"], holder=f"{words.unit(u)} {at}", controls=controls))
    parts = [_close_hand()]
    if cards:
        can = any(text.startswith("cast ") for text in legal)
        said = (
            "Click a spell to look at it; the button inside lays it."
            if can
            else ("None can be laid: no magician of yours who holds one stands where a battle is coming.")
        )
        parts += [html('<p class="quiet-words">{}</p>', said), hands.cards(cards)]
    parts.append(hands.laid_spells(view, open_=True))
    shown = "".join(parts)
    rest = [a for found in verbs.values() for a in found if a.verb != "done" and f'"{a}"' not in shown]
    parts += [act(str(a), phrase(a), kind="small") for a in rest]
    return parts


def muster(g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    c = Choice(foot=[act("end", "End the turn", kind="primary", hotkey="e")])
    if not hand_open:
        said = "One of your spells may be spent to call a nation, a personality or a thing of power."
        c.html = html('<div class="card"><p>{}</p>{}</div>', said, _show_hand())
        return c
    legal = {str(a) for a in g.legal_actions()}
    rows = []
    for u, i in hands.held(view):
        offers = [
            musters.offer(view, u, spells.IDS[i], t, f"muster {pieces.IDS[u]} {spells.IDS[i]} {t}" in legal)
            for t in spells.MUSTERS[i]
        ]
        away = f"discard {pieces.IDS[u]} {spells.IDS[i]}"
        if away in legal:
            offers.append(act(away, "Throw it away", kind="small"))
        if offers:
            rows.append(
                html(
                    '<p class="by"><b data-what="spell:{}">{}</b> <small>{}, {}</small></p>{}',
                    spells.IDS[i],
                    spells.NAMES[i],
                    pieces.NAMES[u],
                    hands.place_of(view, u),
                    hands.cards(offers),
                )
            )
    if not any(text.startswith("muster ") for text in legal):
        rows.insert(0, html('<p class="quiet-words">Nothing can be called from where your spells are.</p>'))
    rows += [
        act(str(a), phrase(a), kind="small") for a in g.legal_actions() if a.verb not in ("muster", "end", "discard")
    ]
    rows.insert(0, _close_hand())
    c.html = html('<div class="card">{}</div>', join(rows))
    return c
