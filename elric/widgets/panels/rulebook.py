"""The rule book as HTML: contents, search, clauses edition beside edition, glossary. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from elric.kernel.clauses import Clause, value_text
from elric.tutor.glossary import Term
from elric.widgets.markup import Markup, html, join
from elric.widgets.panels.controls import chip, do

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

PAGES: Final = (("contents", "Chapters"), ("glossary", "Words"), ("quickref", "Quick reference"))


def chapter_of(number: str) -> str:
    """The chapter of a clause: "7" of "7.5.2"."""
    return number.split(".")[0].rstrip("ABCDEFGH")


def head(kit: TableDef, edition: str, page: str, pages: Sequence[str]) -> Markup:
    """Title, the pages of the book, the edition, and the way out."""
    tabs = join(
        (
            html(
                '<button class="btn small quiet" data-do="page" data-value="{key}" data-key="page-{key}" '
                'aria-pressed="{}"><span>{}</span></button>',
                "true" if key == page else "false",
                label,
                key=key,
            )
            for key, label in PAGES
            if key in pages
        )
    )
    others = [other for other in kit.game.editions if other != edition]
    return html(
        '<div class="masthead"><h1>The rule book</h1><p>{}, in our own words</p><div class="btns">{}{}{}</div></div>',
        kit.game.titles[edition],
        tabs,
        join(do("edition", f"Read {kit.game.titles[other]}", other, kind="small quiet") for other in others),
        do("leave", "Leave", kind="small quiet"),
    )


def search(query: str, found: Sequence[Clause], words: Sequence[Term]) -> Markup:
    """The search box and what it found."""
    rows = join(_row(c, 150) for c in found)
    terms = join(html("<li><b>{}</b> <small>{}</small></li>", t.name, t.says) for t in words)
    none = html("<p>Nothing found. Try another word.</p>") if query.strip() and not found and not words else ""
    return html(
        '<div class="card rules">'
        '<input type="search" data-live="lookup" data-search data-key="lookup" aria-label="Search the rules" '
        'placeholder="retreat, wall, 9.2 ..." value="{}"><ul class="found" role="status" aria-live="polite">{}{}'
        "</ul>{}</div>",
        query,
        terms,
        rows,
        none,
    )


def _row(c: Clause, most: int) -> Markup:
    short = c.says if len(c.says) <= most else c.says[: most - 1].rsplit(" ", 1)[0] + " …"
    differs = html(' <span class="differs" title="The editions differ here">≠</span>') if c.switches else ""
    return html("<li>{} <b>{}</b>{} <small>{}</small></li>", chip(c.number), c.title, differs, short)


def contents(kit: TableDef, edition: str, opened: str) -> Markup:
    """The chapters; the one that is open with its clauses."""
    rows: dict[str, list[Clause]] = {}
    for c in kit.game.register().of(edition):
        rows.setdefault(chapter_of(c.number), []).append(c)
    parts = []
    for chapter, clauses in rows.items():
        on = chapter == opened
        inside = html('<ul class="clauses">{}</ul>', join(_row(c, 90) for c in clauses)) if on else ""
        parts.append(
            html(
                '<li><button class="chapter" data-do="chapter" data-value="{}" data-key="chapter-{}" aria-expanded="{}">'
                "<b>{} {}</b><small>{} clause{}</small></button>{}</li>",
                chapter,
                chapter,
                "true" if on else "false",
                chapter,
                kit.chapter_title(edition, chapter),
                len(clauses),
                "" if len(clauses) == 1 else "s",
                inside,
            )
        )
    return html('<nav class="card contents" aria-label="Chapters"><ul class="chapters">{}</ul></nav>', join(parts))


def clause(kit: TableDef, c: Clause, lessons: Sequence[tuple[str, str]], before: str, after: str) -> Markup:
    """One clause beside its twin, the points on which the editions differ, the ruling, and where to try it.

    Args:
        lessons: (place, title) of the steps of lessons that teach it.  before, after: the clauses around it, "" at the ends.
    """
    register = kit.game.register()
    twins = register.twins(c)
    sides = {c.edition: [c], **{e: [t for t in twins if t.edition == e] for e in kit.game.editions if e != c.edition}}
    columns = join(_side(kit, e, sides.get(e, [])) for e in kit.game.editions)
    keys = dict.fromkeys([*c.switches, *(k for t in twins for k in t.switches)])
    differ = join(_switch(kit, k) for k in keys)
    rulings = join(
        html("<p><i>Our reading, {}:</i> {} <small>{}</small></p>", r.title, r.says, r.why)
        for r in register.rulings_on(c)
    )
    tries = join((do("lesson", f"Try it: {title}", key, kind="small") for key, title in lessons[:3]))
    around = join(
        (do("clause", f"{arrow} {n}", n, kind="small quiet") for n, arrow in ((before, "←"), (after, "→")) if n)
    )
    return html(
        '<article class="card clause" aria-live="polite"><h3>{} {}</h3><div class="editions">{}</div>{}{}'
        '<div class="btns">{}{}{}{}</div></article>',
        c.number,
        c.title,
        columns,
        html("<h4>Where they differ</h4><ul class=differs>{}</ul>", differ) if differ else "",
        rulings,
        tries,
        do("practice", "Ask me about it", c.number, kind="small") if "practice" in kit.doors else "",
        around,
        do("close", "Close", "clause", kind="small"),
    )


def _side(kit: TableDef, edition: str, clauses: Sequence[Clause]) -> Markup:
    said = join(html("<p><b>{}</b> {}</p>", c.number, c.says) for c in clauses)
    silent = html('<p class="quiet-words">This edition has no such clause.</p>')
    return html(
        '<section class="edition {}"><h4>{}</h4>{}</section>', edition, kit.game.titles[edition], said or silent
    )


def _switch(kit: TableDef, key: str) -> Markup:
    w = kit.game.register().switches[key]
    values = join(
        (
            html(
                "<b>{}</b>: {}",
                kit.game.titles[e],
                {"true": "yes", "false": "no"}.get(value_text(w.values[e]), value_text(w.values[e]).replace("-", " ")),
            )
            for e in kit.game.editions
        ),
        "; ",
    )
    mark = html(' class="differs"') if len(set(w.values.values())) > 1 else ""
    return html("<li{}>{} <small>{}</small></li>", mark, w.says, values)


def words(kit: TableDef, edition: str, terms: Sequence[Term]) -> Markup:
    """The glossary."""
    rows = join(
        html("<dt>{} {}</dt><dd>{}</dd>", t.name, chip(kit.game.cite(t.clause, edition)), t.says) for t in terms
    )
    return html('<div class="card glossary"><h3>Words</h3><dl>{}</dl></div>', rows)


def quick(edition: str, written: str) -> Markup:
    """The quick reference, with how to print it; `written`: its HTML, made and escaped by the game's own teaching."""
    return html(
        '<div class="card quickref"><h3>Quick reference</h3><p class="quiet-words">For three printed pages: '
        "<code>python -m elric quickref --edition {} --html</code></p>{}</div>",
        edition,
        Markup(written),  # HTML already
    )


__all__ = ["clause", "contents", "head", "quick", "search", "words"]
