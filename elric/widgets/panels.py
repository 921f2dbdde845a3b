"""The parts of the table as HTML: pure functions from a game and what a person has chosen to strings.

Every control is a real button. What cannot be done now is still a button, marked, and answers with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from elric.tutor import glossary
from elric.widgets import counters
from elric.young_kingdoms import law, pieces, spells, words
from elric.young_kingdoms.battle import TABLE
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game


def act(
    text: str, label: str, *, kind: str = "", legal: bool = True, key: str = "", hotkey: str = "", small: str = ""
) -> str:
    """A button that plays an action; one that is not legal looks so, and explains itself when pressed."""
    off = "" if legal else ' aria-disabled="true"'
    hot = f' data-hotkey="{escape(hotkey)}"' if hotkey else ""
    note = f" <kbd>{escape(hotkey)}</kbd>" if hotkey else ""
    under = f"<small>{escape(small)}</small>" if small else ""
    return (
        f'<button class="btn {kind}" data-act="{escape(text)}" data-key="{escape(key or text)}"{off}{hot}>'
        f"<span>{escape(label)}</span>{under}{note}</button>"
    )


def do(name: str, label: str, value: str = "", *, kind: str = "", hotkey: str = "", look: str = "") -> str:
    """A button that asks the page for something other than an action."""
    hot = f' data-hotkey="{escape(hotkey)}"' if hotkey else ""
    note = f" <kbd>{escape(hotkey)}</kbd>" if hotkey else ""
    gaze = f' data-look="{escape(look)}"' if look else ""
    return (
        f'<button class="btn {kind}" data-do="{name}" data-value="{escape(value)}" '
        f'data-key="{name}:{escape(value)}"{hot}{gaze}><span>{escape(label)}</span>{note}</button>'
    )


def chip(number: str) -> str:
    """A clause number that opens the clause."""
    if not number:
        return ""
    plain = number.split()[0]
    return (
        f'<button class="chip" data-do="clause" data-value="{escape(plain)}" '
        f'aria-label="Clause {escape(number)}">{escape(number)}</button>'
    )


def prose(text: str, known: set[str]) -> str:
    """A sentence with the words of the game in it marked, each once: `known` holds those that were marked before."""
    out = []
    for part, term in glossary.marked(text, known):
        if term is None:
            out.append(escape(part))
        else:
            out.append(
                f'<button class="term" data-do="what" data-value="term:{term.key}" data-what="term:{term.key}" '
                f'data-tip="{escape(term.says)}">{escape(part)}</button>'
            )
    return "".join(out)


def seat(o: int | None, name: str) -> str:
    """A player's name with the mark and colour of the seat."""
    if o is None:
        return f"<b>{escape(name)}</b>"
    return f'<span class="seat s{o}"><svg viewBox="0 0 10 10" aria-hidden="true"><use href="#er-seat-mark-{o}"/></svg>{escape(name)}</span>'


def refusal(g: Game, headline: str, reasons: Sequence[Any]) -> str:
    """Why not, by which clause, and what would make it right."""
    items = []
    known: set[str] = set()
    for r in reasons:
        number = g.cite(r.clause) if any(r.clause) else ""
        gaze = f' data-look="{escape(r.look[0])}"' if r.look and r.look[0] in BOARD.index else ""
        fix = f'<p class="fix">{escape(r.fix)}</p>' if r.fix else ""
        items.append(f"<p{gaze}>{prose(r.words, known)} {chip(number)}</p>{fix}")
    return (
        f'<div class="refusal" role="alert"><p><b>{escape(headline)}</b></p>{"".join(items)}'
        f'<div class="btns">{do("close", "I see", "refusal", kind="small", hotkey="Escape")}</div></div>'
    )


def clause(edition: str, number: str) -> str:
    """One clause, with its twin in the other edition and the ruling where the books are silent."""
    register = law.register()
    c = register.get(edition, number)
    parts = [f"<p>{escape(c.says)}</p>"]
    for t in register.twins(c):
        parts.append(
            f"<details><summary>{escape(law.TITLES[t.edition])} {escape(t.number)}</summary><p>{escape(t.says)}</p></details>"
        )
    ruling = register.ruling(c)
    if ruling is not None:
        parts.append(f"<p><i>Our reading:</i> {escape(ruling.says)} <small>{escape(ruling.why)}</small></p>")
    return (
        f'<div class="card clause"><h3>{escape(c.title)} <span class="chip">{escape(law.TITLES[edition])} '
        f"{escape(number)}</span></h3>{''.join(parts)}"
        f'<div class="btns">{do("close", "Close", "clause", kind="small")}</div></div>'
    )


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
