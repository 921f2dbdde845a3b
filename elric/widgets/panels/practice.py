"""Practice as HTML: the question, what came of it, the score, how well each chapter is known. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from elric.tutor.progress import Chapter
from elric.tutor.question import Question
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip, copied, do
from elric.widgets.panels.lesson import answers, cites

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

KNOWN_WELL: Final = 0.6


def head(kit: TableDef, edition: str, at: int, count: int, results: Sequence[bool]) -> Markup:
    """Title, the questions of this round as dots, the edition, and the ways out."""
    dots = []
    for k in range(count):
        cls = "done" if k < len(results) and results[k] else "missed" if k < len(results) else ""
        words = f"Question {k + 1}" + (", right" if cls == "done" else ", wrong" if cls else "")
        now = html(' aria-current="step"') if k == at else ""
        dots.append(html('<li class="{}"{}><span aria-label="{}">{}</span></li>', cls, now, words, k + 1))
    others = [other for other in kit.game.editions if other != edition]
    return html(
        '<div class="masthead"><h1>Practice</h1><p>Question {} of {} · {} right · {}</p>'
        '<ol class="steps" aria-label="Questions of this round">{}</ol><div class="btns">{}{}{}{}</div></div>',
        min(at + 1, count),
        count,
        sum(results),
        kit.game.titles[edition],
        join(dots),
        join(do("edition", f"Practice by {kit.game.titles[other]}", other, kind="small quiet") for other in others),
        do("mastery", "What you know", kind="small quiet"),
        do("keep", "Save or load", kind="small quiet"),
        do("leave", "Leave", kind="small quiet"),
    )


def question(q: Question, chosen: int, large: str = "", on_map: bool = False) -> Markup:
    """The question with its answers; what is to be done on the board has none.

    Args:
        chosen: the answer given, -1 before.  large: what is shown large.  on_map: whether the answers are places to click.
    """
    right, wrong = (q.right + 1, chosen + 1 if chosen != q.right else 0) if chosen >= 0 else (0, 0)
    below = NOTHING if q.task else answers(q.answers, chosen + 1, right, wrong)
    if chosen < 0 and (q.task or on_map):
        how = "Do it on the board: by the map, or by what stands below." if q.task else "Or click it on the map."
        below = below + html('<p class="quiet-words">{}</p>', how)
    return html(
        '<div class="coach lesson practice"><h3>{}</h3>{}<p class="goal" role="status" aria-live="polite"><b>{}</b>'
        "</p>{}</div>",
        q.title,
        large,
        q.text,
        below,
    )


SHOWN: Final = "This is how it is done."
"""Said where somebody asked to be shown."""


def feedback(q: Question, chosen: int, said: str = "", step: str = "", title: str = "") -> Markup:
    """What came of an answer: the explanation with its clauses, and what was mistaken.

    Args:
        said: what was mistaken in what was done, where that is known better than the question knows it.
        step: the step of the course that teaches this ("march/lead@chaosium"), and `title` that of its lesson.
    """
    right = chosen == q.right
    mistaken = said or q.misconceptions[chosen]
    shown = said == SHOWN  # nobody was mistaken who asked to see it
    wrong = "" if right or shown else html('<p class="fix">{}</p>', mistaken)
    answer = "" if right or q.task else html("<p>The answer is: <b>{}</b></p>", q.answers[q.right])
    cls = "card feedback solved" if right else "card feedback" if shown else "refusal"
    way = ""
    if step and not right:
        way = html('<div class="btns">{}</div>', do("lesson", f"Learn it in the lesson “{title}”", step, kind="small"))
    return html(
        '<div class="{}" role="status" aria-live="polite"><p><b>{}</b></p>{}{}<p>{}</p>{}{}</div>',
        cls,
        "Right." if right else SHOWN if shown else "Not quite.",
        wrong,
        answer,
        q.why,
        cites(q.cites()),
        way,
    )


def score(results: Sequence[bool], missed: Sequence[tuple[Question, str, str]], minutes: float) -> Markup:
    """The end of a round: how many were right, and what to look at again. `missed`: each question answered wrong, with the
    step of the course that teaches it and the title of that lesson."""
    rows = join(
        html(
            "<li>{} {} {}</li>",
            q.title,
            do("lesson", title, step, kind="small quiet") if step else "",
            join((chip(n) for n in q.numbers[:1]), " "),
        )
        for q, step, title in {q.text: (q, step, title) for q, step, title in missed}.values()
    )
    again = (
        html("<p>Worth another look, and the lesson that teaches it:</p><ul class='missed'>{}</ul>", rows)
        if rows
        else html("<p>Not one mistake.</p>")
    )
    took = "less than a minute" if minutes < 1 else f"about {round(minutes)} minute{'' if round(minutes) == 1 else 's'}"
    return html(
        '<div class="card outcome" role="status" aria-live="polite"><h2>{} of {} right</h2><p>It took {}.</p>{}'
        '<div class="btns">{}</div></div>',
        sum(results),
        len(results),
        took,
        again,
        do("next", "Another ten", kind="primary", hotkey="n"),
    )


def mastery(kit: TableDef, chapters: Sequence[Chapter], edition: str, due: int) -> Markup:
    """Every clause as a tile that fills as it gets known, by chapter; a chapter opens to the names of its clauses."""
    tiles = [m for c in chapters for _, m in c.clauses]
    known, met = sum(m >= KNOWN_WELL for m in tiles), sum(m >= 0 for m in tiles)
    figures = ((known, "known well"), (met, "met so far"), (len(tiles), "in the book"), (due, "due again"))
    top = join((html("<div><b>{}</b><span>{}</span></div>", n, text) for n, text in figures))
    return html(
        '<div class="card mastery"><h3>What you know</h3>'
        '<p class="quiet-words">{}, clause by clause. One is known well when you could still answer about it in '
        'three weeks.</p><div class="figures">{}</div>{}<div class="btns">{}</div></div>',
        kit.game.titles[edition],
        top,
        join(_chapter(kit, c, edition) for c in chapters),
        do("close", "Close", "mastery", kind="small"),
    )


def _chapter(kit: TableDef, c: Chapter, edition: str) -> Markup:
    tiles = join((html('<i class="{}" style="--m:{:.2f}"></i>', _grade(m), max(0.0, m)) for _, m in c.clauses))
    rows = join(
        (
            html(
                '<li class="{}"><button data-do="clause" data-value="{}" data-key="known-{}"><b>{}</b> {} <small>{}'
                "</small></button></li>",
                _grade(m),
                n,
                n,
                n,
                kit.game.register().get(edition, n).title,
                _words(m),
            )
            for n, m in c.clauses
        )
    )
    told = f"{c.title}: {c.mastery:.0%} known, {c.asked} of {len(c.clauses)} clauses met"
    return html(
        '<details class="chapter" data-key="chapter-{}"><summary aria-label="{}"><span>{} {}</span><b>{:.0%}</b>'
        '<span class="tiles" aria-hidden="true">{}</span></summary><ul>{}</ul></details>',
        c.number,
        told,
        c.number,
        c.title,
        c.mastery,
        tiles,
        rows,
    )


def _grade(m: float) -> str:
    return "new" if m < 0 else "well" if m >= KNOWN_WELL else "met"


def _words(m: float) -> str:
    return "not met yet" if m < 0 else f"{m:.0%} known"


def keep(text: str, problem: str, damaged: str = "") -> Markup:
    """What was learnt as text to copy, what could not be read, and a place to bring it back."""
    lost = ""
    if damaged:
        lost = html(
            "<div>"
            '<p class="quiet-words">This text was kept here and could not be read. It stays until you throw it away.'
            "</p>{}</div>",
            copied(
                "damaged-text",
                "The text that could not be read",
                damaged,
                2,
                more=do("forget", "Throw it away", kind="small quiet"),
            ),
        )
    wrong = html('<p class="refusal" role="alert">{}</p>', problem) if problem else ""
    return html(
        '<div class="card keep"><h3>Save or load</h3>{}'
        '<p class="quiet-words">What you have learnt, the steps of the course with it, is kept in this browser. '
        "To take it elsewhere, copy this text.</p>{}{}"
        '<form data-do="import">'
        '<p class="quiet-words">Pasting adds to what is known here, and takes nothing away.</p>'
        '<textarea name="text" rows="2" aria-label="A progress text to add" placeholder="Paste a progress text">'
        '</textarea><div class="btns"><button class="btn small" type="submit">Add it</button>{}</div></form>'
        "</div>",
        wrong,
        copied("progress-text", "What you have learnt, as text", text, 2),
        lost,
        do("close", "Close", "keep", kind="small quiet"),
    )


def notice(problem: str) -> Markup:
    """Something that went wrong with keeping what is learnt."""
    return html(
        '<div class="refusal" role="alert"><p>{}</p><div class="btns">{}</div></div>',
        problem,
        do("close", "I see", "notice", kind="small"),
    )


__all__ = ["SHOWN", "feedback", "head", "keep", "mastery", "notice", "question", "score"]
