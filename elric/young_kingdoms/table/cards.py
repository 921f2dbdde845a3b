"""The parts of the table as HTML: pure functions from a game and what a person has chosen to strings.

Every control is a real button. What cannot be done now is still a button, marked, and answers with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip, do
from elric.young_kingdoms.combat.battle import TABLE
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position.story import sides as told_sides
from elric.young_kingdoms.table import counters


def tracks(view: Mapping[str, Any]) -> Markup:
    """The Turn Track and the Cosmic Balance."""
    turns = []
    for n in range(1, view["turns"] + 1):
        cls = html(' class="done"') if n < view["turn"] else ""
        cls = html(' class="ends"') if n == view["balance"]["ends"] else cls
        now = html(' aria-current="true"') if n == view["turn"] else ""
        turns.append(html("<li{}{}>{}</li>", cls, now, n))
    b = view["balance"]
    arm = b["arm"]
    boxes = []
    for n in range(-arm, arm + 1):
        value = (abs(n) + 1) // 2 if arm == 12 else abs(n)
        cls = "mid" if n == 0 else "law" if n < 0 else "chaos"
        now = html(' aria-current="true"') if n == b["at"] else ""
        boxes.append(html('<li class="{}" data-bonus="{}"{}></li>', cls, value or "", now))
    words_ = "The Balance is even."
    if b["tipped"]:
        words_ = f"The world has tipped to {b['tipped'].title()} and ends with turn {b['ends']} unless it is set right."
    elif b["at"]:
        words_ = (
            f"The Balance leans {abs(b['at'])} towards {'Law' if b['at'] < 0 else 'Chaos'}: "
            f"each such spell gains {b['bonus']}."
        )
    return html(
        '<div class="tracks"><h4>Turn</h4><ol class="track" aria-label="Turn {} of {}">{}</ol>'
        '<div class="balance" role="img" aria-label="{}"><span class="law">Law</span><ol aria-hidden="true">{}'
        '</ol><span class="chaos">Chaos</span></div><p class="quiet-words">{}</p></div>',
        view["turn"],
        view["turns"],
        join(turns),
        words_,
        join(boxes),
        words_,
    )


# ---- spells ---------------------------------------------------------------------------------------------------------


def value_text(i: int) -> str:
    """A spell's strength as its counter shows it."""
    if spells.ALIGN[i] == spells.OTHER and not spells.VALUE[i]:
        return ""
    return f"({spells.VALUE[i]})" if spells.BRACKETED[i] else str(spells.VALUE[i])


def spell_card(
    i: int, *, holder: str = "", attrs: Markup = NOTHING, pressed: bool = False, off: bool = False, button: bool = True
) -> Markup:
    """A spell as a card: a button that does what `attrs` say, or only a picture of it."""
    kind = spells.ALIGNMENT_NAMES[i]
    names = ", ".join(target(t) for t in spells.MUSTERS[i])
    small = f"Musters {names}" if names else {"immediate": "Played at once"}.get(kind, "")
    state = (html(' aria-pressed="true"') if pressed else "") + (html(' aria-disabled="true"') if off else "")
    by = html("<small>{}</small>", holder) if holder else ""
    title = {
        "law": "Law",
        "chaos": "Chaos",
        "neutral": "Neutral",
        "special": "Special",
        "melnibonean": "Melnibonean",
        "elric": "Elric only",
    }
    return html(
        '<{tag} class="spell {}" data-what="spell:{}" {}{}><b>{}</b><i>{}</i><small>{}. {}</small>{}</{tag}>',
        kind,
        spells.IDS[i],
        attrs,
        state,
        spells.NAMES[i],
        value_text(i),
        title.get(kind, ""),
        small,
        by,
        tag="button" if button else "div",
    )


def target(t: str) -> str:
    """Name of a muster."""
    if t in pieces.NATION_INDEX:
        return pieces.NATIONS[pieces.NATION_INDEX[t]].name
    return str(pieces.NAMES[pieces.INDEX[t]])


# ---- battles --------------------------------------------------------------------------------------------------------


def _lines(lines: Iterable[Sequence[Any]], g: Game) -> Markup:
    return join(
        (
            html(
                "<dt>{} {}</dt><dd>{}{}</dd>",
                w,
                "" if c[1] == "9.4" else chip(g.cite((c[0], c[1]))),
                "+" if v >= 0 else "",
                v,
            )
            for w, v, c in lines
        )
    )


def _role(side: int, who: words.Noun) -> str:
    one, many = (("attacks", "attack"), ("defends", "defend"))[side]
    return many if who.many else one


def battle(g: Game, e: Mapping[str, Any], names: Mapping[int, str], after: Sequence[str]) -> Markup:
    """A battle that has been rolled: both sums, the dice, the row of the table, what came of it."""
    who = told_sides(e, names)
    sides = []
    last = e["rolls"][-1]
    for side in (0, 1):
        won = " won" if e["loser"] != side else ""
        die = html('<span class="die" role="img" data-face="{}" aria-label="die {}"></span>', last[side], last[side])
        role = _role(side, who[side])
        sides.append(
            html(
                '<section class="side{}"><h3>{} <small>{}</small></h3><dl>{}<dt>the die</dt><dd>+{}</dd></dl>'
                '<p class="dice">{}</p><p class="sum">{}</p></section>',
                won,
                words.cap(who[side]),
                role,
                _lines(e["lines"][side], g),
                last[side],
                die,
                e["sums"][side] + last[side],
            )
        )
    ties = len(e["rolls"]) - 1
    again = (
        f" (the totals were even {'once' if ties == 1 else f'{ties} times'}, so the dice were rolled again)"
        if ties
        else ""
    )
    losses = TABLE[e["row"]][1]
    walled = e["loser"] == 1 and e["wall"]  # behind walls nobody retreats: the row only says how much is lost
    row = ("everything is lost" if losses < 0 else f"losses of {losses}") if walled else TABLE[e["row"]][2]
    table = chip(g.cite(("10.6", "9.6")))
    text = html(
        "<b>{} by {}</b>{}. The table says: {}. {}",
        f"{words.cap(who[1 - e['loser']]):wins|win}",
        e["difference"],
        again,
        row,
        table,
    )
    wall = ""
    if e["loser"] == 1 and e["wall"]:
        need = e["worth"] + e["wall"]
        number = chip(g.cite(("7.5.2", "6.52") if e["wall"] == 5 else ("7.5.7", "6.571")))
        if e["fell"]:
            wall = html(
                "<p>Defenders {} and wall {} make {}: the losses cover it, and the city falls. {}</p>",
                e["worth"],
                e["wall"],
                need,
                number,
            )
        else:
            half = NOTHING
            if g.rules.failed_assault_halves and e["worth"]:
                half = html(" Half the defenders, rounded up, are lost instead. {}", chip(g.cite(("7.5.7", "6.572"))))
            wall = html(
                "<p>To take the city the losses must cover defenders {} and wall {}, {} in all. The walls hold. {}{}</p>",
                e["worth"],
                e["wall"],
                need,
                number,
                half,
            )
    more = join(html("<li>{}</li>", x) for x in after)
    return html(
        '<div class="card battlecard"><h3>Battle {}</h3><div class="battle">{}</div><p>{}</p>{}{}'
        '<div class="btns">{}</div></div>',
        words.inside(e["area"]),
        join(sides),
        text,
        wall,
        html("<ul>{}</ul>", more) if more else "",
        do("close", "Put away", "battle", kind="small quiet"),
    )


def battle_ahead(g: Game, view: Mapping[str, Any], names: Mapping[int, str]) -> Markup:
    """A battle before the dice: what both sides can be seen to bring."""
    b = view["battle"]
    a = BOARD.index[b["area"]]
    who = told_sides({**b, "area": a, "monster": spells.INDEX[b["monster"]] if b["monster"] else -1}, names)
    sides = []
    for side in (0, 1):
        sides.append(
            html(
                "<section class=\"side\"><h3>{} <small>{}</small></h3><dl>{}</dl><p class='sum'>{}</p></section>",
                words.cap(who[side]),
                _role(side, who[side]),
                _lines(b["lines"][side], g),
                b["sums"][side],
            )
        )
    return html(
        '<div class="card battlecard"><h3>Battle {}</h3><div class="battle">{}</div>'
        '<p class="quiet-words">Before spells and dice.</p></div>',
        words.inside(a),
        join(sides),
    )


def unit_button(
    view: Mapping[str, Any], key: str, attrs: Markup, note: str, label: str = "", pressed: bool = False
) -> Markup:
    """A row with a counter that can be pressed."""
    unit = view["units"].get(key)
    if unit is None:
        return NOTHING
    state = html(' aria-selected="true"') if pressed else ""
    name = label or str(unit["name"])
    return html(
        '<li{}><button {} data-what="unit:{}" data-key="row-{}-{}">{}<span><b>{}</b><small>{}</small></span>'
        "</button></li>",
        state,
        attrs,
        key,
        key,
        note[:20],
        counters.counter(unit),
        name[:1].upper() + name[1:],
        note,
    )


def enlarged(things: Sequence[str], view: Mapping[str, Any]) -> Markup:
    """Counters and spells drawn large, with their names below."""
    rows = []
    for x in things:
        if x in spells.INDEX:
            rows.append(spell_card(spells.INDEX[x], button=False))
        else:
            unit = view["units"][x]
            rows.append(
                html(
                    '<figure role="img" aria-label="{}">{}<figcaption>{}</figcaption></figure>',
                    counters.label(unit),
                    counters.counter(unit),
                    unit["name"],
                )
            )
    return html('<div class="enlarged">{}</div>', join(rows)) if rows else NOTHING
