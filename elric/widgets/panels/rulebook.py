"""The rule book as HTML: contents, search, clauses edition beside edition, glossary. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from elric.kernel.clauses import Clause, value_text
from elric.tutor import glossary, quickref
from elric.tutor.progress import chapter_of, chapter_title
from elric.widgets.panels.controls import chip, do
from elric.young_kingdoms import law


def head(edition: str, page: str) -> str:
    """Title, the pages of the book, the edition, and the way out."""
    tabs = "".join(
        f'<button class="btn small quiet" data-do="page" data-value="{key}" data-key="page-{key}" '
        f'aria-pressed="{"true" if key == page else "false"}"><span>{label}</span></button>'
        for key, label in (("contents", "Chapters"), ("glossary", "Words"), ("quickref", "Quick reference"))
    )
    other = law.EDITIONS[1 - law.EDITIONS.index(edition)]
    return (
        f'<div class="masthead"><h1>The rule book</h1><p>{escape(law.TITLES[edition])}, in our own words</p>'
        f'<div class="btns">{tabs}{do("edition", f"Read {law.TITLES[other]}", other, kind="small quiet")}'
        f"{do('leave', 'Leave', kind='small quiet')}</div></div>"
    )


def search(query: str, found: Sequence[Clause], words: Sequence[glossary.Term]) -> str:
    """The search box and what it found."""
    rows = "".join(_row(c, 150) for c in found)
    terms = "".join(f"<li><b>{escape(t.name)}</b> <small>{escape(t.says)}</small></li>" for t in words)
    none = "<p>Nothing found. Try another word.</p>" if query.strip() and not found and not words else ""
    return (
        '<div class="card rules"><input type="search" data-live="lookup" data-search data-key="lookup" '
        f'aria-label="Search the rules" placeholder="retreat, wall, 9.2 ..." value="{escape(query)}">'
        f'<ul class="found" role="status" aria-live="polite">{terms}{rows}</ul>{none}</div>'
    )


def _row(c: Clause, most: int) -> str:
    short = c.says if len(c.says) <= most else c.says[: most - 1].rsplit(" ", 1)[0] + " …"
    differs = ' <span class="differs" title="The editions differ here">≠</span>' if c.switches else ""
    return f"<li>{chip(c.number)} <b>{escape(c.title)}</b>{differs} <small>{escape(short)}</small></li>"


def contents(edition: str, opened: str) -> str:
    """The chapters; the one that is open with its clauses."""
    rows: dict[str, list[Clause]] = {}
    for c in law.register().of(edition):
        rows.setdefault(chapter_of(c.number), []).append(c)
    parts = []
    for chapter, clauses in rows.items():
        on = chapter == opened
        inside = f'<ul class="clauses">{"".join(_row(c, 90) for c in clauses)}</ul>' if on else ""
        parts.append(
            f'<li><button class="chapter" data-do="chapter" data-value="{escape(chapter)}" data-key="chapter-{escape(chapter)}" '
            f'aria-expanded="{"true" if on else "false"}"><b>{escape(chapter)} {escape(chapter_title(edition, chapter))}</b>'
            f"<small>{len(clauses)} clause{'' if len(clauses) == 1 else 's'}</small></button>{inside}</li>"
        )
    return f'<nav class="card contents" aria-label="Chapters"><ul class="chapters">{"".join(parts)}</ul></nav>'


def clause(c: Clause, lessons: Sequence[tuple[str, str]], before: str, after: str) -> str:
    """One clause beside its twin, the points on which the editions differ, the ruling, and where to try it.

    Args:
        lessons: (place, title) of the steps of lessons that teach it.  before, after: the clauses around it, "" at the ends.
    """
    register = law.register()
    twins = register.twins(c)
    sides = {c.edition: [c], **{e: [t for t in twins if t.edition == e] for e in law.EDITIONS if e != c.edition}}
    columns = "".join(_side(e, sides.get(e, [])) for e in law.EDITIONS)
    keys = dict.fromkeys([*c.switches, *(k for t in twins for k in t.switches)])
    differ = "".join(_switch(k) for k in keys)
    rulings = "".join(
        f"<p><i>Our reading, {escape(r.title)}:</i> {escape(r.says)} <small>{escape(r.why)}</small></p>"
        for r in register.rulings_on(c)
    )
    tries = "".join(do("lesson", f"Try it: {title}", key, kind="small") for key, title in lessons[:3])
    around = "".join(
        do("clause", f"{arrow} {n}", n, kind="small quiet") for n, arrow in ((before, "←"), (after, "→")) if n
    )
    return (
        f'<article class="card clause" aria-live="polite"><h3>{escape(c.number)} {escape(c.title)}</h3>'
        f'<div class="editions">{columns}</div>'
        f"{f'<h4>Where they differ</h4><ul class=differs>{differ}</ul>' if differ else ''}{rulings}"
        f'<div class="btns">{tries}{do("practice", "Ask me about it", c.number, kind="small")}{around}'
        f"{do('close', 'Close', 'clause', kind='small')}</div></article>"
    )


def _side(edition: str, clauses: Sequence[Clause]) -> str:
    said = "".join(f"<p><b>{escape(c.number)}</b> {escape(c.says)}</p>" for c in clauses)
    silent = '<p class="quiet-words">This edition has no such clause.</p>'
    return f'<section class="edition {edition}"><h4>{escape(law.TITLES[edition])}</h4>{said or silent}</section>'


def _switch(key: str) -> str:
    w = law.switches()[key]
    values = "; ".join(
        f"<b>{escape(law.TITLES[e])}</b>: {escape({'true': 'yes', 'false': 'no'}.get(value_text(w.values[e]), value_text(w.values[e]).replace('-', ' ')))}"
        for e in law.EDITIONS
    )
    mark = ' class="differs"' if len(set(w.values.values())) > 1 else ""
    return f"<li{mark}>{escape(w.says)} <small>{values}</small></li>"


def words(edition: str) -> str:
    """The glossary."""
    rows = "".join(
        f"<dt>{escape(t.name)} {chip(law.cite(t.clause, edition))}</dt><dd>{escape(t.says)}</dd>"
        for t in glossary.terms()
    )
    return f'<div class="card glossary"><h3>Words</h3><dl>{rows}</dl></div>'


def quick(edition: str) -> str:
    """The quick reference, with how to print it."""
    return (
        f'<div class="card quickref"><h3>Quick reference</h3><p class="quiet-words">For two printed pages: '
        f"<code>python -m elric quickref --edition {edition} --html</code></p>{quickref.fragment(edition)}</div>"
    )


__all__ = ["clause", "contents", "head", "quick", "search", "words"]
