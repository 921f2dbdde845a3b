"""Practice as HTML: the question, what came of it, the score, how well each chapter is known. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from elric.tutor.progress import Chapter
from elric.tutor.questions import Question, kinds
from elric.widgets.panels.controls import chip, do
from elric.widgets.panels.lesson import answers, cites
from elric.young_kingdoms import law

KNOWN_WELL: Final = 0.6


def head(edition: str, at: int, count: int, results: Sequence[bool]) -> str:
    """Title, the questions of this round as dots, the edition, and the ways out."""
    dots = []
    for k in range(count):
        cls = "done" if k < len(results) and results[k] else "missed" if k < len(results) else ""
        words = f"Question {k + 1}" + (", right" if cls == "done" else ", wrong" if cls else "")
        now = ' aria-current="step"' if k == at else ""
        dots.append(f'<li class="{cls}"{now}><span aria-label="{words}">{k + 1}</span></li>')
    other = law.EDITIONS[1 - law.EDITIONS.index(edition)]
    return (
        f'<div class="masthead"><h1>Practice</h1><p>Question {min(at + 1, count)} of {count} · {sum(results)} right · '
        f"{escape(law.TITLES[edition])}</p>"
        f'<ol class="steps" aria-label="Questions of this round">{"".join(dots)}</ol>'
        f'<div class="btns">{do("edition", f"Practise {law.TITLES[other]}", other, kind="small quiet")}'
        f"{do('mastery', 'What you know', kind='small quiet')}{do('keep', 'Save or load', kind='small quiet')}"
        f"{do('leave', 'Leave', kind='small quiet')}</div></div>"
    )


def question(q: Question, chosen: int) -> str:
    """The question with its answers; `chosen` is the answer given, -1 before."""
    right, wrong = (q.right + 1, chosen + 1 if chosen != q.right else 0) if chosen >= 0 else (0, 0)
    return (
        f'<div class="coach lesson practice"><h3>{escape(kinds()[q.kind].title)}</h3>'
        f'<p class="goal" role="status" aria-live="polite"><b>{escape(q.text)}</b></p>'
        f"{answers(q.answers, chosen + 1, right, wrong)}</div>"
    )


def feedback(q: Question, chosen: int) -> str:
    """What came of an answer: the explanation with its clauses, and what was mistaken."""
    right = chosen == q.right
    title = "Right." if right else "Not quite."
    wrong = "" if right else f'<p class="fix">{escape(q.misconceptions[chosen])}</p>'
    answer = "" if right else f"<p>The answer is: <b>{escape(q.answers[q.right])}</b></p>"
    cls = "card feedback solved" if right else "refusal"
    return (
        f'<div class="{cls}" role="status" aria-live="polite"><p><b>{title}</b></p>{wrong}{answer}'
        f"<p>{escape(q.why)}</p>{cites(q.cites())}</div>"
    )


def score(results: Sequence[bool], missed: Sequence[Question], minutes: float) -> str:
    """The end of a round: how many were right, and what to look at again."""
    rows = "".join(f"<li>{chip(n)} {escape(law.register().get(e, n).title)}</li>" for e, n in _missed(missed))
    again = f"<p>Worth another look:</p><ul class='missed'>{rows}</ul>" if rows else "<p>Not one mistake.</p>"
    took = "less than a minute" if minutes < 1 else f"about {round(minutes)} minute{'' if round(minutes) == 1 else 's'}"
    return (
        f'<div class="card outcome" role="status" aria-live="polite"><h2>{sum(results)} of {len(results)} right</h2>'
        f"<p>It took {took}.</p>{again}"
        f'<div class="btns">{do("next", "Another ten", kind="primary", hotkey="n")}</div></div>'
    )


def _missed(missed: Sequence[Question]) -> list[tuple[str, str]]:
    """The clause that each wrong answer was about, as (edition, number)."""
    return list(dict.fromkeys((q.edition, q.numbers[0]) for q in missed if q.numbers))


def mastery(chapters: Sequence[Chapter], edition: str, due: int) -> str:
    """Every clause as a tile that fills as it gets known, by chapter; a chapter opens to the names of its clauses."""
    tiles = [m for c in chapters for _, m in c.clauses]
    known, met = sum(m >= KNOWN_WELL for m in tiles), sum(m >= 0 for m in tiles)
    figures = ((known, "known well"), (met, "met so far"), (len(tiles), "in the book"), (due, "due again"))
    top = "".join(f"<div><b>{n}</b><span>{text}</span></div>" for n, text in figures)
    return (
        f'<div class="card mastery"><h3>What you know</h3><p class="quiet-words">{escape(law.TITLES[edition])}, clause by '
        f'clause. One is known well when you could still answer about it in three weeks.</p><div class="figures">{top}</div>'
        f"{''.join(_chapter(c, edition) for c in chapters)}"
        f'<div class="btns">{do("close", "Close", "mastery", kind="small")}</div></div>'
    )


def _chapter(c: Chapter, edition: str) -> str:
    tiles = "".join(f'<i class="{_grade(m)}" style="--m:{max(0.0, m):.2f}"></i>' for _, m in c.clauses)
    rows = "".join(
        f'<li class="{_grade(m)}"><button data-do="clause" data-value="{escape(n)}" data-key="known-{escape(n)}"><b>{escape(n)}</b> '
        f"{escape(law.register().get(edition, n).title)} <small>{_words(m)}</small></button></li>"
        for n, m in c.clauses
    )
    told = f"{c.title}: {c.mastery:.0%} known, {c.asked} of {len(c.clauses)} clauses met"
    return (
        f'<details class="chapter" data-key="chapter-{escape(c.number)}"><summary aria-label="{escape(told)}">'
        f"<span>{escape(c.number)} {escape(c.title)}</span><b>{c.mastery:.0%}</b>"
        f'<span class="tiles" aria-hidden="true">{tiles}</span></summary><ul>{rows}</ul></details>'
    )


def _grade(m: float) -> str:
    return "new" if m < 0 else "well" if m >= KNOWN_WELL else "met"


def _words(m: float) -> str:
    return "not met yet" if m < 0 else f"{m:.0%} known"


def keep(text: str, problem: str, damaged: str = "") -> str:
    """What was learnt as text to copy, what could not be read, and a place to bring it back."""
    lost = ""
    if damaged:
        lost = (
            '<div><p class="quiet-words">This text was kept here and could not be read. It stays until you throw it away.</p>'
            f'<textarea rows="2" readonly aria-label="The text that could not be read">{escape(damaged)}</textarea>'
            '<button class="btn small" data-local="copy" data-key="copy-damaged">Copy</button> '
            f"{do('forget', 'Throw it away', kind='small quiet')}</div>"
        )
    wrong = f'<p class="refusal" role="alert">{escape(problem)}</p>' if problem else ""
    return (
        f'<div class="card keep"><h3>Save or load</h3>{wrong}<p class="quiet-words">What you have learnt, the steps of the '
        "course with it, is kept in this browser. To take it elsewhere, copy this text.</p>"
        f'<div><textarea rows="2" readonly aria-label="What you have learnt, as text" data-key="progress-text">{escape(text)}</textarea>'
        '<button class="btn small" data-local="copy" data-key="copy-progress">Copy</button></div>'
        f"{lost}"
        '<form data-do="import"><p class="quiet-words">Pasting adds to what is known here, and takes nothing away.</p>'
        '<textarea name="text" rows="2" aria-label="A progress text to add" placeholder="Paste a progress text"></textarea>'
        '<div class="btns"><button class="btn small" type="submit">Add it</button>'
        f"{do('close', 'Close', 'keep', kind='small quiet')}</div></form></div>"
    )


def notice(problem: str) -> str:
    """Something that went wrong with keeping what is learnt."""
    return f'<div class="refusal" role="alert"><p>{escape(problem)}</p><div class="btns">{do("close", "I see", "notice", kind="small")}</div></div>'


__all__ = ["feedback", "head", "keep", "mastery", "notice", "question", "score"]
