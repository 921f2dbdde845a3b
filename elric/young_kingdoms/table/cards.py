"""The parts of the table as HTML: pure functions from a game and what a person has chosen to strings.

Every control is a real button. What cannot be done now is still a button, marked, and answers with its reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.young_kingdoms.components import pieces, spells
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
