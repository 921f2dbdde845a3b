"""The parts of the table as HTML: pure functions from a game and what a person has chosen to strings.

Every control is a real button. What cannot be done now is still a button, marked, and answers with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from elric.widgets.panels.controls import chip, do
from elric.widgets.young_kingdoms import counters
from elric.young_kingdoms import pieces, spells, words
from elric.young_kingdoms.battle import TABLE
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game


def tracks(view: Mapping[str, Any]) -> str:
    """The Turn Track and the Cosmic Balance."""
    turns = []
    for n in range(1, view["turns"] + 1):
        cls = ' class="done"' if n < view["turn"] else ""
        cls = ' class="ends"' if n == view["balance"]["ends"] else cls
        now = ' aria-current="true"' if n == view["turn"] else ""
        turns.append(f"<li{cls}{now}>{n}</li>")
    b = view["balance"]
    arm = b["arm"]
    boxes = []
    for n in range(-arm, arm + 1):
        value = (abs(n) + 1) // 2 if arm == 12 else abs(n)
        cls = "mid" if n == 0 else "law" if n < 0 else "chaos"
        now = ' aria-current="true"' if n == b["at"] else ""
        boxes.append(f'<li class="{cls}" data-bonus="{value or ""}"{now}></li>')
    words_ = "The Balance is even."
    if b["tipped"]:
        words_ = f"The world has tipped to {b['tipped'].title()} and ends with turn {b['ends']} unless it is set right."
    elif b["at"]:
        words_ = (
            f"The Balance leans {abs(b['at'])} towards {'Law' if b['at'] < 0 else 'Chaos'}: "
            f"each such spell gains {b['bonus']}."
        )
    return (
        f'<div class="tracks"><h4>Turn</h4><ol class="track" aria-label="Turn {view["turn"]} of {view["turns"]}">{"".join(turns)}</ol>'
        f'<div class="balance" role="img" aria-label="{escape(words_)}"><span class="law">Law</span><ol aria-hidden="true">{"".join(boxes)}</ol>'
        f'<span class="chaos">Chaos</span></div><p class="quiet-words">{escape(words_)}</p></div>'
    )


# ---- spells ---------------------------------------------------------------------------------------------------------


def value_text(i: int) -> str:
    """A spell's strength as its counter shows it."""
    if spells.ALIGN[i] == spells.OTHER and not spells.VALUE[i]:
        return ""
    return f"({spells.VALUE[i]})" if spells.BRACKETED[i] else str(spells.VALUE[i])


def spell_card(i: int, *, holder: str = "", attrs: str = "", pressed: bool = False, off: bool = False) -> str:
    """A spell as a card; a button when `attrs` give it something to do."""
    kind = spells.ALIGNMENT_NAMES[i]
    names = ", ".join(target(t) for t in spells.MUSTERS[i])
    small = f"Musters {names}" if names else {"immediate": "Played at once"}.get(kind, "")
    state = (' aria-pressed="true"' if pressed else "") + (' aria-disabled="true"' if off else "")
    by = f"<small>{escape(holder)}</small>" if holder else ""
    title = {
        "law": "Law",
        "chaos": "Chaos",
        "neutral": "Neutral",
        "special": "Special",
        "melnibonean": "Melnibonean",
        "elric": "Elric only",
    }
    return (
        f'<button class="spell {kind}" data-what="spell:{spells.IDS[i]}" {attrs}{state}><b>{escape(spells.NAMES[i])}</b><i>{value_text(i)}</i>'
        f"<small>{title.get(kind, '')}. {escape(small)}</small>{by}</button>"
    )


def target(t: str) -> str:
    """Name of a muster."""
    if t in pieces.NATION_INDEX:
        return pieces.NATIONS[pieces.NATION_INDEX[t]].name
    return str(pieces.NAMES[pieces.INDEX[t]])


def hand(view: Mapping[str, Any], open_: bool) -> str:
    """The spells of whoever sits at the screen: face down until they are asked for."""
    total = sum(len(v) for v in view["hands"].values())
    if not total:
        return ""
    if not open_:
        backs = '<span class="spell hidden" aria-hidden="true"></span>' * min(total, 3)
        return (
            f'<div class="card handcard"><h4>Your spells ({total})</h4><div class="btns">'
            f"{do('hand', 'Show my spells', kind='small', hotkey='s')}</div><div class='hand backs'>{backs}</div></div>"
        )
    cards = []
    for u, held in view["hands"].items():
        for name in held:
            i = spells.INDEX[name]
            cards.append(
                spell_card(
                    i,
                    holder=view["units"].get(u, {}).get("name", u),
                    attrs=f'data-do="what" data-value="spell:{name}" data-key="hand-{name}"',
                )
            )
    return (
        f'<div class="card handcard"><h4>Your spells ({total})</h4><div class="hand">{"".join(cards)}</div>'
        f'<div class="btns">{do("hand", "Turn them over", kind="small quiet", hotkey="s")}</div></div>'
    )


# ---- battles --------------------------------------------------------------------------------------------------------


def _lines(lines: Iterable[Sequence[Any]], g: Game) -> str:
    return "".join(
        f"<dt>{escape(str(w))} {'' if c[1] == '9.4' else chip(g.cite((c[0], c[1])))}</dt><dd>{'+' if v >= 0 else ''}{v}</dd>"
        for w, v, c in lines
    )


def battle(g: Game, e: Mapping[str, Any], names: Mapping[int, str], after: Sequence[str]) -> str:
    """A battle that has been rolled: both sums, the dice, the row of the table, what came of it."""
    a = words.area(e["area"])
    who = (
        spells.NAMES[e["monster"]] if e["monster"] >= 0 else names.get(e["attacker"], "The attacker"),
        names.get(e["defender"], f"The people of {a}"),
    )
    sides = []
    last = e["rolls"][-1]
    for side in (0, 1):
        won = " won" if e["loser"] != side else ""
        die = f'<span class="die" role="img" data-face="{last[side]}" aria-label="die {last[side]}"></span>'
        role = ("attacks", "defends")[side]
        sides.append(
            f'<section class="side{won}"><h3>{escape(who[side])} <small>{role}</small></h3><dl>{_lines(e["lines"][side], g)}'
            f'<dt>the die</dt><dd>+{last[side]}</dd></dl><p class="dice">{die}</p>'
            f'<p class="sum">{e["sums"][side] + last[side]}</p></section>'
        )
    ties = len(e["rolls"]) - 1
    again = (
        f" (the totals were even {'once' if ties == 1 else f'{ties} times'}, so the dice were rolled again)"
        if ties
        else ""
    )
    row = TABLE[e["row"]][2]
    table = chip(g.cite(("10.6", "9.6")))
    text = f"<b>{escape(who[1 - e['loser']])} wins by {e['difference']}</b>{again}. The table says: {row}. {table}"
    wall = ""
    if e["loser"] == 1 and e["wall"]:
        need = e["worth"] + e["wall"]
        number = chip(g.cite(("7.5.2", "6.52") if e["wall"] == 5 else ("7.5.7", "6.571")))
        if e["fell"]:
            wall = f"<p>Defenders {e['worth']} and wall {e['wall']} make {need}: the losses cover it, and the city falls. {number}</p>"
        else:
            half = ""
            if g.rules.failed_assault_halves and e["worth"]:
                half = f" Half the defenders, rounded up, are lost instead. {chip(g.cite(('7.5.7', '6.572')))}"
            wall = (
                f"<p>To take the city the losses must cover defenders {e['worth']} and wall {e['wall']}, "
                f"{need} in all. The walls hold. {number}{half}</p>"
            )
    more = "".join(f"<li>{escape(x)}</li>" for x in after)
    return (
        f'<div class="card battlecard"><h3>Battle in {escape(a)}</h3><div class="battle">{"".join(sides)}</div>'
        f"<p>{text}</p>{wall}{f'<ul>{more}</ul>' if more else ''}"
        f'<div class="btns">{do("close", "Put away", "battle", kind="small quiet")}</div></div>'
    )


def battle_ahead(g: Game, view: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A battle before the dice: what both sides can be seen to bring."""
    b = view["battle"]
    a = words.area(BOARD.index[b["area"]])
    attacker = spells.NAMES[spells.INDEX[b["monster"]]] if b["monster"] else names.get(b["attacker"], "The attacker")
    who = (attacker, names.get(b["defender"], f"The people of {a}"))
    sides = []
    for side in (0, 1):
        sides.append(
            f'<section class="side"><h3>{escape(who[side])} <small>{("attacks", "defends")[side]}</small></h3>'
            f"<dl>{_lines(b['lines'][side], g)}</dl><p class='sum'>{b['sums'][side]}</p></section>"
        )
    return (
        f'<div class="card battlecard"><h3>Battle in {escape(a)}</h3><div class="battle">{"".join(sides)}</div>'
        '<p class="quiet-words">Before spells and dice.</p></div>'
    )


def unit_button(
    view: Mapping[str, Any], key: str, attrs: str, note: str, label: str = "", pressed: bool = False
) -> str:
    """A row with a counter that can be pressed."""
    unit = view["units"].get(key)
    if unit is None:
        return ""
    state = ' aria-selected="true"' if pressed else ""
    name = label or str(unit["name"])
    return (
        f'<li{state}><button {attrs} data-what="unit:{escape(key)}" data-key="row-{escape(key)}-{escape(note)[:20]}">{counters.counter(unit)}'
        f"<span><b>{escape(name[:1].upper() + name[1:])}</b><small>{escape(note)}</small></span></button></li>"
    )
