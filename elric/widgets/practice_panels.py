"""Practice as HTML: the question, what came of it, the score, how well each chapter is known. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from elric.tutor.progress import Chapter
from elric.tutor.questions import Question, kinds
from elric.widgets.lesson_panels import answers, cites
from elric.widgets.panels import chip, do
from elric.young_kingdoms import law


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
    rows = "".join(
        f"<li>{escape(kinds()[q.kind].title)} {' '.join(chip(n) for n in q.cites()[:2])}</li>" for q in missed
    )
    again = f"<p>Worth another look:</p><ul>{rows}</ul>" if rows else "<p>Not one mistake.</p>"
    took = "less than a minute" if minutes < 1 else f"about {round(minutes)} minute{'' if round(minutes) == 1 else 's'}"
    return (
        f'<div class="card outcome" role="status" aria-live="polite"><h2>{sum(results)} of {len(results)} right</h2>'
        f"<p>It took {took}.</p>{again}"
        f'<div class="btns">{do("next", "Another ten", kind="primary", hotkey="n")}</div></div>'
    )


def mastery(chapters: Sequence[Chapter], edition: str, due: int) -> str:
    """A bar a chapter: how well it is known, and how much of it has been asked."""
    rows = "".join(
        f'<li><b>{escape(c.number)} {escape(c.title)}</b><div class="bar" style="--share:{c.mastery:.2f}" role="img" '
        f'aria-label="{escape(c.title)}: {c.mastery:.0%} known"><b>{c.mastery:.0%}</b>'
        f"<span>{c.asked} of {c.clauses} clauses asked</span></div></li>"
        for c in chapters
    )
    ripe = f"<p>{due} clause{' is' if due == 1 else 's are'} due again.</p>" if due else ""
    return (
        f'<div class="card mastery"><h3>What you know</h3><p class="quiet-words">{escape(law.TITLES[edition])}. A clause is '
        f"known when you could answer about it three weeks from now.</p>{ripe}<ul class='lessons'>{rows}</ul>"
        f'<div class="btns">{do("close", "Close", "mastery", kind="small")}</div></div>'
    )


def keep(text: str, problem: str) -> str:
    """What was learnt as text to copy, and a place to bring it back."""
    wrong = f'<p class="refusal" role="alert">{escape(problem)}</p>' if problem else ""
    return (
        f'<div class="card keep"><h3>What you have learnt</h3>{wrong}<p class="quiet-words">It is kept in this browser. To take it '
        "elsewhere, copy this text; pasting adds to what is known here and takes nothing away.</p>"
        f'<textarea rows="3" readonly aria-label="What you have learnt, as text" data-key="progress-text">{escape(text)}</textarea>'
        '<form data-do="import"><textarea name="text" rows="3" aria-label="A progress text to add" '
        'placeholder="Paste a progress text here"></textarea>'
        '<div class="btns"><button class="btn small" type="submit">Add it</button>'
        f"{do('close', 'Close', 'keep', kind='small')}</div></form></div>"
    )


def notice(problem: str) -> str:
    """Something that went wrong with keeping what is learnt."""
    return f'<div class="refusal" role="alert"><p>{escape(problem)}</p><div class="btns">{do("close", "I see", "notice", kind="small")}</div></div>'


__all__ = ["feedback", "head", "keep", "mastery", "notice", "question", "score"]
