"""The plain what-if room as HTML: battles at hand, the answer with its rows, where it comes from, what would change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elric.lab.definition import Answer, Because, Fight, Row
from elric.lab.say import exact, percent
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip, do, map_button

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

__all__ = ["answer", "because", "compared", "found", "head", "load", "variants"]


def head(title: str, inside: bool, pinned: bool = False) -> Markup:
    """What is asked, and the ways out; `inside`: a battle is open, not the list; `pinned`: one is that others are compared with."""
    back = do("lab-list", "All battles", kind="small quiet") if inside else NOTHING
    pin = html(
        '<button class="btn small quiet" data-do="lab-pin" data-key="lab-pin" data-hotkey="p" aria-pressed="{}"><span>{}</span> <kbd>p</kbd></button>',
        "true" if pinned else "false",
        "Unpin" if pinned else "Pin to compare",
    )
    return html(
        '<div class="masthead lab-head"><h1 id="lab-title" tabindex="-1">{}</h1><div class="btns">{}{}{}{}</div></div>',
        title,
        pin if inside else NOTHING,
        back,
        map_button(),
        do("lab-close", "Back to the game", kind="small quiet", hotkey="Escape"),
    )


def found(groups: Sequence[tuple[str, Sequence[Fight]]]) -> Markup:
    """What could be fought or done now, under its headings."""
    out, begun = [], 0
    for title, fights in groups:
        if fights:
            out.append(html('<div class="card"><h3>{}</h3>{}</div>', title, _list("lab-pick", fights, begun)))
        begun += len(fights)
    if not out:
        return html('<div class="card"><p>No battle can be fought from here. One can be written down below.</p></div>')
    return join(out)


def variants(fights: Sequence[Fight]) -> Markup:
    """The battle with one thing changed."""
    if not fights:
        return NOTHING
    return html(
        '<div class="card"><h3>What if it were otherwise?</h3><p class="quiet-words">What helps the attacker most comes first.</p>{}</div>',
        _list("lab-variant", fights),
    )


def _list(control: str, fights: Sequence[Fight], begun: int = 0) -> Markup:
    rows = join(
        html(
            '<li><button data-do="{control}" data-value="{k}" data-key="{control}-{k}"><span><b>{}</b></span></button></li>',
            fight.title,
            k=k,
            control=control,
        )
        for k, fight in enumerate(fights, begun)
    )
    return html('<ul class="stack lab-found">{}</ul>', rows)


def answer(found: Answer) -> Markup:
    """The sentence, and every result with its chance."""
    exactly = join(
        html("<tr><th scope='row'>{}</th><td>{}</td></tr>", row.words, exact(row.chance))
        for row in found.rows
        if row.chance not in (0, 1)
    )
    if exactly:
        exactly = html(
            '<details data-key="lab-exact"><summary>As fractions</summary><table class="lab-table"><tbody>{}</tbody>'
            "</table></details>",
            exactly,
        )
    left_out = join(html('<p class="quiet-words">{}</p>', line) for line in found.left_out)
    return html(
        '<div class="card lab-answer" aria-live="polite"><p class="lab-said">{}</p><div class="lab-bars">{}</div>{}{}</div>',
        found.says,
        join(map(_bar, found.rows)),
        exactly,
        left_out,
    )


def _bar(row: Row) -> Markup:
    return html(
        '<div class="bar{}" style="--share:{:.4f}"><b>{}</b><span>{}</span></div>',
        " danger" if row.good < 0 else "",
        float(row.chance),
        percent(row.chance),
        row.words,
    )


def because(kit: TableDef, edition: str, lines: Sequence[Because]) -> Markup:
    """Where the figures come from, line by line, each with its clause."""
    return html('<div class="card"><h3>Why</h3>{}</div>', _lines(kit, edition, lines)) if lines else NOTHING


def _lines(kit: TableDef, edition: str, lines: Sequence[Because]) -> Markup:
    rows = []
    for line in lines:
        value = html(" <b>{}</b>", line.value) if line.value else NOTHING
        number = kit.game.cite(line.clause, edition) if any(line.clause) else ""
        told = html("{}{} {}", line.words, value, chip(number))
        if line.parts:  # a control within a control cannot be reached
            told = html(
                '<details data-key="lab-why-{}"><summary>{}{}</summary>{}{}</details>',
                line.words[:30],
                line.words,
                value,
                chip(number),
                _lines(kit, edition, line.parts),
            )
        rows.append(html("<li>{}</li>", told))
    return html('<ul class="lab-steps">{}</ul>', join(rows))


def compared(before: Fight, lines: Sequence[str]) -> Markup:
    """The difference from the battle that was looked at before."""
    rows = join(html("<li>{}</li>", line) for line in lines) or html("<li>No result has another chance.</li>")
    return html(
        '<div class="card lab-compare"><h3>Compared with</h3><p class="lab-said">{}</p><ul>{}</ul>'
        '<div class="btns">{}</div></div>',
        before.title,
        rows,
        do("lab-back", "Go back to it", kind="small"),
    )


def load(text: str, wrong: str) -> Markup:
    """The battle as text, to be copied or changed; what is wrong with it stands beside it."""
    fault = html('<p class="lab-fault" role="alert">{}</p>', wrong) if wrong else NOTHING
    note = html('<p class="quiet-words">The address of this page opens it too.</p>') if text and not wrong else NOTHING
    return html(
        '<form class="card lab-share" data-do="lab-load"><h3>The battle as text</h3>{}'
        '<textarea name="text" rows="2" aria-label="A battle as text">{}</textarea>'
        '<div class="btns"><button class="btn small" type="submit">Ask about it</button></div>{}</form>',
        fault,
        text,
        note,
    )
