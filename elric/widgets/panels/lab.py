"""The what-if room as HTML: battles at hand, the form, the answer with its bars, where it comes from, what would change it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final
from urllib.parse import quote

from elric.lab.definition import FELT, Answer, Because, Compared, Fight, Helped, Picture, Row
from elric.lab.form import Check, Choose, Count, Group, Part, Press, Problem
from elric.lab.say import exact, percent, points, span
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip, copied, do, map_button, options, tabs

__all__ = [
    "answer",
    "bar",
    "because",
    "colours",
    "compared",
    "form",
    "found",
    "head",
    "helps",
    "load",
    "pair",
    "pictures",
    "refused",
    "share",
    "tabs_of",
]  # fmt: skip

Cite = Callable[[tuple[str, ...]], str]
"""Gives the number of a clause in the edition that is asked about."""
_IN_BRACKETS: Final = re.compile(r"\[(\d[\d.]*)\]")
_NOT_YET: Final = "This battle cannot be fought yet. What you entered stays."
_MISREAD: Final = "That text or link is no battle. It stands below, to be mended."


# ---- above everything -----------------------------------------------------------------------------------------------


def head(fight: Fight | None, inside: bool, builds: bool) -> Markup:
    """What is asked, with the odds, and the ways out; `inside`: a battle is open, not the list."""
    now = NOTHING
    if fight is not None and (chances := fight.glance()):
        now = html('<p class="lab-now">{}</p>', join((html("<b>{}</b> {}", percent(p), w) for p, w in chances), " · "))
    return html(
        '<div class="masthead lab-head"><h1 tabindex="-1" data-key="lab-title">What if</h1><p>{}</p>{}'
        '<div class="btns">{}{}{}{}</div></div>',
        fight.title if fight is not None else "Exact odds for any battle",
        now,
        do("lab-list", "Other battles", kind="small quiet") if inside else NOTHING,
        do("lab-build", "Build one", kind="small quiet") if builds else NOTHING,
        map_button(),
        do("lab-close", "Back to the game", kind="small quiet", hotkey="Escape"),
    )


_STACKS: Final = html(
    '<p class="quiet-words">Click stacks on the map for a battle of your own: whom to attack, and who attacks.</p>'
)


def found(groups: Sequence[tuple[str, Sequence[Fight]]], builds: bool, stacks: bool = False) -> Markup:
    """What could be fought or done now, under its headings; `stacks`: whether the map puts battles together."""
    out, begun = _STACKS if stacks else NOTHING, 0
    for title, fights in groups:
        if fights:
            rows = join(_row(fight, k) for k, fight in enumerate(fights, begun))
            out += html('<div class="card"><h3>{}</h3><ul class="stack lab-found">{}</ul></div>', title, rows)
        begun += len(fights)
    if begun:
        return out
    build = html('<div class="btns">{}</div>', do("lab-build", "Build a battle", kind="primary")) if builds else NOTHING
    return html(
        '{}<div class="card"><h3>No battle is in reach</h3><p>Nobody on the board can attack anybody this turn. {}</p>{}</div>',
        out,
        "Build a battle from nothing instead." if builds else "One can be written down below.",
        build,
    )


def _row(fight: Fight, k: int) -> Markup:
    """A battle of the list, with its chances at a glance."""
    chances = [
        html("<b>{}</b><small>{}</small>", percent(p), words.rsplit(None, 1)[-1])
        if n == 0
        else html("<small>{} {}</small>", words.rsplit(None, 1)[-1], percent(p))
        for n, (p, words) in enumerate(fight.glance())
    ]
    return html(
        '<li><button data-do="lab-pick" data-value="{k}" data-key="lab-pick-{k}" data-look="{}"><span><b>{}</b>{}</span>'
        "{}</button></li>",
        next(iter(fight.areas), ""),
        fight.question or fight.title,
        html("<small>{}</small>", fight.title) if fight.question else NOTHING,
        html('<span class="lab-glance">{}</span>', join(chances)) if chances else NOTHING,
        k=k,
    )


# ---- the answer -----------------------------------------------------------------------------------------------------


def colours(hues: Sequence[int | None]) -> str:
    """Classes that give attackers and defenders the colours of their sides; None is nobody's."""
    return " ".join(f"{role}-{'none' if hue is None else hue}" for role, hue in zip(("att", "def"), hues, strict=True))


def answer(fight: Fight, exactly: bool, pinned: Fight | None, cite: Cite) -> Markup:
    """The sentence, and every result with its chance."""
    said: Answer = fight.answer()
    told = join(html("{} {}", text, chip(cite(c))) if c else text for text, c in said.told) or html("{}", said.says)
    pin = "Unpin" if pinned is fight else "Pin this one instead" if pinned else "Pin it, then change something"
    other = fight.otherwise()
    return html(
        '<div class="card lab-answer" aria-live="polite"><p class="lab-said">{}</p><div class="lab-bars">{}</div>{}'
        '<div class="btns"><button class="btn small" data-do="lab-pin" data-key="lab-pin" data-hotkey="p" '
        'aria-pressed="{}"><span>{}</span> <kbd>p</kbd></button>{}{}</div></div>',
        told,
        join(bar(row, exactly) for row in said.bars or said.rows),
        join(html('<p class="quiet-words">{}</p>', _cited(line)) for line in said.left_out),
        "true" if pinned is fight else "false",
        pin,
        do("lab-other", other[0], kind="small") if other else NOTHING,
        do("lab-exact", "As percent" if exactly else "As fractions", kind="small quiet"),
    )


def _cited(line: str) -> Markup:
    """A sentence, with the clauses that stand in brackets in it as chips."""
    return join(chip(part) if n % 2 else part for n, part in enumerate(_IN_BRACKETS.split(line)))


def bar(row: Row, exactly: bool) -> Markup:
    """One share as a bar with figure and words; the fraction stands after them where it is wanted."""
    return html(
        '<div class="bar {}" style="--share:{:.4f}"><b>{}</b><span>{}{}{}</span></div>',
        "danger" if row.good < 0 else "big" if row.big else "",
        float(row.chance),
        percent(row.chance),
        row.words,
        _fraction(row.chance, exactly),
        html(' <small class="fraction">{}</small>', span(row.span, exactly)) if row.span else NOTHING,
    )


def _fraction(p: Fraction, exactly: bool) -> Markup:
    return html(' <small class="fraction">{}</small>', exact(p)) if exactly and p not in (0, 1) else NOTHING


def pictures(drawn: Sequence[Picture], hues: Sequence[int | None], cite: Cite) -> Markup:
    """What the lab has drawn, in the colours of both sides."""
    return join(
        html(
            '<div class="card {}"><h3>{} {}</h3>{}{}</div>',
            colours(hues),
            one.title,
            chip(cite(one.clause)),
            html('<p class="lab-said">{}</p>', one.says) if one.says else NOTHING,
            Markup(one.html),  # HTML already: the lab wrote and escaped it
        )
        for one in drawn
    )


def pair(
    one: tuple[Sequence[Picture], Sequence[int | None]],
    other: tuple[Sequence[Picture], Sequence[int | None]],
    cite: Cite,
) -> Markup:
    """What the lab has drawn of the pinned battle and of the one on the table, beside each other; each with its sides' colours."""
    both = zip(("Pinned", "Now"), (one, other), strict=True)
    columns = join(
        html('<section aria-label="{}"><h4>{}</h4>{}</section>', name, name, pictures(drawn, hues, cite))
        for name, (drawn, hues) in both
    )
    return html('<div class="lab-pair">{}</div>', columns)


def because(lines: Sequence[Because], exactly: bool, cite: Cite) -> Markup:
    """Where the figures come from, line by line, each with its clause."""
    return html('<div class="card"><h3>Why</h3>{}</div>', _lines(lines, exactly, cite)) if lines else NOTHING


def _lines(lines: Sequence[Because], exactly: bool, cite: Cite) -> Markup:
    rows = []
    for line in lines:
        value = html(" <b>{}</b>", line.value) if line.value else NOTHING
        more = html(' <small class="fraction">{}</small>', line.exactly) if exactly and line.exactly else NOTHING
        told = html("{}{}{}", line.words, value, more)
        if line.parts:
            told = html(
                '<details data-key="lab-why-{}"><summary>{}</summary>{}</details>',
                line.words[:30],
                told,
                _lines(line.parts, exactly, cite),
            )
        rows.append(html("<li>{} {}</li>", told, chip(cite(line.clause))))  # beside the fold: no button within a button
    return html('<ul class="lab-steps">{}</ul>', join(rows))


def compared(one: Fight, said: Compared, exactly: bool) -> Markup:
    """Two battles side by side, and the difference in words."""
    rows = join(
        html(
            "<tr><th scope='row'>{}</th><td>{}{}</td><td>{}{}</td><td class='{}'>{}</td></tr>",
            what,
            percent(p),
            _fraction(p, exactly),
            percent(q),
            _fraction(q, exactly),
            "up" if good * (q - p) >= FELT else "down" if good * (p - q) >= FELT else "",
            points(q - p) if q != p else "the same",
        )
        for what, p, q, good in said.rows
    )
    rows += join(
        html(
            "<tr><th scope='row'>{}</th><td>{:.2f}</td><td>{:.2f}</td><td>{:+.2f}</td></tr>",
            what,
            float(p),
            float(q),
            float(q - p),
        )
        for what, p, q in said.lasting
    )
    return html(
        '<div class="card lab-compare"><h3>Side by side</h3><p class="quiet-words">Compared with: {}.</p>'
        '<p class="lab-said">{}</p><div class="lab-scroll" tabindex="0" role="group" aria-label="Side by side">'
        '<table class="lab-table"><thead><tr><th></th><th scope="col">Pinned</th><th scope="col">Now</th>'
        '<th scope="col">Difference</th></tr></thead><tbody>{}</tbody></table></div><div class="btns">{}{}</div></div>',
        one.title,
        said.says,
        rows,
        do("lab-swap", "Go back to the pinned one", kind="small"),
        do("lab-unpin", "Unpin", kind="small quiet"),
    )


def helps(changes: Sequence[Helped], side: int | None) -> Markup:
    """What one change would help most; `side`: for whom it is asked, None where that is not asked."""
    choose = join(
        do("lab-helps", label, str(k), kind="small" + ("" if k == side else " quiet"))
        for k, label in enumerate(("For the attackers", "For the defenders"))
    )
    rows = join(
        html(
            '<li><button data-do="lab-try" data-value="{k}" data-key="lab-try-{k}"><span><b>{}</b>{}</span></button></li>',
            change.words,
            html("<small>{}</small>", change.gains) if change.gains else NOTHING,
            k=k,
        )
        for k, change in enumerate(changes)
    )
    if side is None:
        note = html('<p class="quiet-words">What helps the attacker most comes first.</p>')
        title = "What if it were otherwise?"
    else:
        note = html('<div class="btns">{}</div>', choose)
        title = "What one change would help most"
    if not rows:
        if side is None:
            return NOTHING
        rows = html("<li>No single change that is possible now would help.</li>")
    return html('<div class="card"><h3>{}</h3>{}<ul class="stack lab-found">{}</ul></div>', title, note, rows)


def tabs_of(shown: Sequence[tuple[str, str]], open_: str) -> Markup:
    """What else can be asked."""
    return tabs("lab-tab", shown, open_) if shown else NOTHING


# ---- sharing --------------------------------------------------------------------------------------------------------


def share(fight: Fight, link: str) -> Markup:
    """The battle as text, as a link, and the odds for a spreadsheet."""
    csv = fight.csv()
    table = html(
        '<p>The odds for a spreadsheet (CSV):</p>{}<p><a class="btn small" download="battle.csv" '
        'href="data:text/csv;charset=utf-8,{}" data-key="lab-save">Save as a file</a></p>',
        copied("lab-csv", "The odds as CSV", csv, 4),
        quote(csv),
    )
    return html(
        '<div class="card lab-share"><h3>Share</h3><p>This text is the whole battle:</p>{}'
        "<p>This link opens it, added to the address of this page:</p>{}<p>"
        '<a class="btn small" href="{}" target="_blank" rel="noopener" data-key="lab-open">Open it in a new '
        "window</a></p>{}</div>",
        copied("lab-text", "The battle as text", fight.text, 6),
        copied("lab-link", "The battle as a link", link, 3, address=True),
        link,
        table if csv else NOTHING,
    )


def load(text: str, problems: Sequence[Problem], example: str, cite: Cite) -> Markup:
    """A battle by text, to be copied or changed; what is wrong with it stands beside it."""
    return html(
        '<form class="card lab-share" data-do="lab-load"><h3>The battle as text</h3>{}'
        '<textarea name="text" rows="4" aria-label="A battle as text" placeholder="{}">{}</textarea>'
        '<div class="btns"><button class="btn small" type="submit">Read it</button></div></form>',
        join(_fault(p, cite) for p in problems),
        example,
        text,
    )


# ---- what is wrong --------------------------------------------------------------------------------------------------


def refused(problems: Sequence[Problem], misread: bool, cite: Cite) -> Markup:
    """Everything that stands against a battle, instead of an answer; `misread`: against a text or a link, above everything."""
    if misread and not problems:
        return NOTHING
    return html(
        '<div class="refusal {}" role="alert"><p><b>{}</b></p><ul>{}</ul></div>',
        "lab-wrong" if misread else "lab-answer",
        _MISREAD if misread else _NOT_YET,
        join(html("<li>{}</li>", _reason(p, cite)) for p in problems),
    )


def _reason(p: Problem, cite: Cite) -> Markup:
    fix = html('<span class="fix">{}</span>', p.reason.fix) if p.reason.fix else NOTHING
    return html("{} {} {}", p.reason.words, chip(cite(p.reason.clause)), fix)


def _fault(p: Problem, cite: Cite) -> Markup:
    return html('<p class="lab-fault" role="alert">{}</p>', _reason(p, cite))


# ---- the form -------------------------------------------------------------------------------------------------------


def form(parts: Sequence[Part], hues: Sequence[int | None], cite: Cite) -> Markup:
    """The controls of a battle, in the colours of both sides."""
    if not parts:
        return NOTHING
    return html('<div class="card lab-form {}"><h3>The battle</h3>{}</div>', colours(hues), _parts(parts, cite))


def _parts(parts: Iterable[Part], cite: Cite) -> Markup:
    return join(_part(part, cite) for part in parts)


def _part(part: Part, cite: Cite) -> Markup:
    if isinstance(part, Problem):
        return _fault(part, cite)
    if isinstance(part, Choose):
        return _choose(part)
    if isinstance(part, Count):
        return _count(part)
    if isinstance(part, Press):
        return _press(part)
    if isinstance(part, Check):
        return html(
            '<label class="choice"><input type="checkbox" data-do="lab-{name}" data-key="lab-{name}"{}><span>{}</span>'
            "</label>",
            html(" checked") if part.on else NOTHING,
            part.label,
            name=part.name,
        )
    return _group(part, cite)


def _group(group: Group, cite: Cite) -> Markup:
    if group.kind == "cast":
        rows = join(html("<li>{}</li>", _part(part, cite)) for part in group.parts)
        return html('<ul class="lab-cast">{}</ul>', rows)
    inside = _parts(group.parts, cite)
    if group.kind == "side":
        return html('<fieldset class="lab-side s{}"><legend>{}</legend>{}</fieldset>', group.key, group.title, inside)
    if group.kind == "fold":
        return html(
            '<details data-key="lab-{}"{}><summary>{}</summary>{}</details>',
            group.key,
            html(' open data-open="1"') if group.open else NOTHING,
            group.title,
            inside,
        )
    if group.kind == "nation":
        return html('<div class="lab-nation">{}{}</div>', html("<b>{}</b>", group.title) if group.title else "", inside)
    if group.kind in ("units", "kept"):
        return html('<div class="btns lab-{}">{}</div>', group.kind, inside) if inside else NOTHING
    return inside


def _choose(part: Choose) -> Markup:
    rows = options(((o.value, o.words, o.group) for o in part.options), None if part.adds else part.chosen, part.adds)
    row = html('<label class="lab-row"><span>{}</span>', part.label) if not part.adds else NOTHING
    return html(
        '{}<select data-do="lab-{}" data-key="lab-{}"{}>{}</select>{}',
        row,
        part.name,
        part.key or part.name,
        html(' aria-label="{}"', part.label) if part.adds else NOTHING,
        rows,
        html("</label>") if row else NOTHING,
    )


def _count(part: Count) -> Markup:
    return html(
        '<div class="lab-row"><span>{}</span><span class="lab-step">{}<output{}>{}</output>{}{}</span>{}</div>',
        part.label if part.drop is None else html("<b>{}</b>", part.label),
        _press(part.less),
        html(' aria-label="{}"', part.says) if part.says else NOTHING,
        part.number,
        _press(part.more),
        html("<small>{}</small>", part.note) if part.note else NOTHING,
        _press(part.drop) if part.drop is not None else NOTHING,
    )


def _press(part: Press) -> Markup:
    if part.on is None:
        return do(f"lab-{part.name}", part.words, part.value, kind="small quiet" if part.quiet else "small")
    return html(
        '<button class="btn small{}" data-do="lab-{name}" data-value="{}" data-key="lab-{name}:{}" aria-pressed="{}">{}{}'
        "</button>",
        "" if part.on else " quiet",
        part.value,
        part.value,
        "true" if part.on else "false",
        part.words,
        html("<small> {}</small>", part.note) if part.note else NOTHING,
        name=part.name,
    )
