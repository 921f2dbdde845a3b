"""The rule book as HTML: contents, search, clauses edition beside edition, glossary. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from elric.kernel.clauses import Clause, chapter_of, value_words
from elric.tutor.glossary import Term
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip, do, documentation, map_button

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

PAGES: Final = (("contents", "Chapters"), ("glossary", "Words"), ("quickref", "Quick reference"))


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
        '<div class="masthead"><h1>The rule book</h1><p>{}, in our own words</p><div class="btns">{}{}{}{}</div></div>',
        kit.game.titles[edition],
        tabs,
        join(do("edition", f"Read {kit.game.titles[other]}", other, kind="small quiet") for other in others),
        map_button(),
        do("leave", "Leave", kind="small quiet"),
    )


def search(kit: TableDef, edition: str, query: str) -> Markup:
    """The search box, with a word and a clause of this game as examples. Enter opens the clause of that number, or the only one
    found."""
    terms = kit.teaching.glossary.terms() if kit.teaching is not None else ()
    words = [t.name.lower() for t in terms if t.name.isalpha() and len(t.name) < 10]
    clauses = kit.game.register().of(edition)
    like = ", ".join([*words[len(words) // 2 :][:2], *(c.number for c in clauses[len(clauses) // 2 :][:1])])
    return html(
        '<div class="lookup"><input type="search" data-live="lookup" data-enter="open" data-search data-key="lookup" '
        'aria-label="Search the rules by word or number" placeholder="{} ..." value="{}"></div>',
        like,
        query,
    )


def found(rows: Sequence[Markup], words: Sequence[Term], query: str) -> Markup:
    """What a search found: words of the game first, then clauses."""
    terms = join(html("<dt>{}</dt><dd>{}</dd>", t.name, t.says) for t in words)
    if not rows and not words:
        told = html('<p role="status">Nothing found for “{}”. Try another word.</p>', query)
    else:
        count = f"{len(rows)} clause{'' if len(rows) == 1 else 's'}"
        told = html('<p class="quiet-words" role="status">{} about “{}”</p>', count, query)
    return html(
        '<div class="reading">{}{}{}</div>',
        told,
        html('<dl class="glossary">{}</dl>', terms) if terms else "",
        join(rows),
    )


def contents(kit: TableDef, edition: str, opened: str, read: bool) -> Markup:
    """The chapters; `read`: something is being read, so that a small screen shows that instead."""
    rows = []
    for chapter, clauses in by_chapter(kit, edition).items():
        here = html(' aria-current="true"') if chapter == opened else ""
        rows.append(
            html(
                '<li><button class="chapter" data-do="chapter" data-value="{chapter}" data-key="chapter-{chapter}"{}>'
                "<b><i>{chapter}</i> {}</b><small>{}</small></button></li>",
                here,
                kit.chapter_title(edition, chapter),
                len(clauses),
                chapter=chapter,
            )
        )
    return html(
        '<nav class="contents{}" aria-label="Chapters"><ul class="chapters">{}</ul></nav>',
        " read" if read else "",
        join(rows),
    )


def by_chapter(kit: TableDef, edition: str) -> dict[str, list[Clause]]:
    """The clauses of an edition by chapter, both in the book's order."""
    rows: dict[str, list[Clause]] = {}
    for c in kit.game.register().of(edition):
        rows.setdefault(chapter_of(c.number), []).append(c)
    return rows


def cover(kit: TableDef, edition: str, docs: str) -> Markup:
    """Before a chapter is chosen: what there is to read, and where the documentation is."""
    book = by_chapter(kit, edition)
    count = sum(map(len, book.values()))
    differ = sum(bool(c.switches) for some in book.values() for c in some)
    other = "the editions part ways" if len(kit.game.editions) > 1 else "another reading can be chosen"
    apart = html("<p>At {} of them {}; these bear the sign ≠.</p>", differ, other) if differ else ""
    beside = NOTHING
    if docs:
        beside = html(
            "<p>The documentation has each clause at an address of its own, with rulings and a position to open; and first steps, "
            "how-to pages and the words of the games. {}</p>",
            documentation(docs),
        )
    return html(
        '<div class="reading cover"><h2>{}</h2><p>{} clauses in {} chapters. Choose a chapter, or search by a word or by a '
        "number; a clause opens where it stands.</p>{}{}</div>",
        kit.game.titles[edition],
        count,
        len(book),
        apart,
        beside,
    )


def chapter(kit: TableDef, edition: str, key: str, rows: Sequence[Markup]) -> Markup:
    """A chapter, clause by clause."""
    return html(
        '<div class="reading"><div class="btns back">{}</div><h2>{} {}</h2>{}</div>',
        do("chapter", "All chapters", "", kind="small quiet"),
        key,
        kit.chapter_title(edition, key),
        join(rows),
    )


def line(c: Clause) -> Markup:
    """A clause that can be opened, by its number or its title."""
    return html('<article class="rule" data-key="at-{}">{}<p>{}</p></article>', c.number, _title(c, False), c.says)


def _title(c: Clause, opened: bool) -> Markup:
    differs = html(' <span class="differs" title="Can be played otherwise">≠</span>') if c.switches else ""
    return html(
        '<h3><button data-do="{}" data-value="{}" data-key="rule-{n}" aria-expanded="{}"><i>{n}</i> <b>{}</b>{}</button></h3>',
        "close" if opened else "clause",
        "clause" if opened else c.number,
        "true" if opened else "false",
        c.title,
        differs,
        n=c.number,
    )


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
    one_book = len(kit.game.editions) == 1
    points = "What can be played otherwise" if one_book else "Where they differ"
    return html(
        '<article class="rule open" data-key="at-{}">{}<div class="editions">{}</div>{}{}'
        '<div class="btns">{}{}{}{}</div></article>',
        c.number,
        _title(c, True),
        columns,
        html("<h4>{}</h4><ul class=differs>{}</ul>", points, differ) if differ else "",
        rulings,
        tries,
        do("practice", "Ask me about it", c.number, kind="small") if "practice" in kit.doors else "",
        around,
        do("close", "Close", "clause", kind="small quiet"),
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
                value_words(w.values[e]),
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
        html("<div><dt>{} {}</dt><dd>{}</dd></div>", t.name, chip(kit.game.cite(t.clause, edition)), t.says)
        for t in terms
    )
    return html('<div class="reading"><h2>Words</h2><dl class="glossary columns">{}</dl></div>', rows)


def quick(written: str) -> Markup:
    """The quick reference, to be read or printed; `written`: its HTML, made and escaped by the game's own teaching."""
    return html(
        '<div class="reading quickref"><div class="btns back"><h2>Quick reference</h2><button class="btn small" '
        'data-local="print" data-key="print">Print it</button></div>{}</div>',
        Markup(written),  # HTML already
    )


__all__ = ["by_chapter", "chapter", "clause", "contents", "cover", "found", "head", "line", "quick", "search", "words"]
