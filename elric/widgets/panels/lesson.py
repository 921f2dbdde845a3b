"""A lesson as HTML: where one is, what to do, what came of it, help. Pure functions, like panels.py.

Goal, feedback and hints are live text for a screen reader, and every control is a real button.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any, Final

from elric.kernel.verdict import Reason
from elric.tutor.classroom import Feedback
from elric.tutor.lessons import Lesson, Step
from elric.tutor.showing import Showing
from elric.widgets.panels.controls import act, chip, do
from elric.widgets.panels.frame import RIBBON
from elric.widgets.young_kingdoms.cards import spell_card
from elric.widgets.young_kingdoms.counters import counter, label
from elric.young_kingdoms import law, spells
from elric.young_kingdoms.board import BOARD


def head(lesson: Lesson, edition: str, at: int, solved: Collection[str]) -> str:
    """Title, the steps as dots, the edition, and the ways out."""
    steps = lesson.steps[edition]
    dots = []
    for k, s in enumerate(steps):
        cls = "done" if s.id in solved else ""
        now = ' aria-current="step"' if k == at else ""
        words = f"Step {k + 1}{', solved' if cls else ''}"
        dots.append(
            f'<li class="{cls}"{now}><button data-do="step" data-value="{k + 1}" data-key="step-{k + 1}" '
            f'aria-label="{words}">{k + 1}</button></li>'
        )
    other = [e for e in lesson.editions if e != edition]
    switch = do("edition", f"Learn {law.TITLES[other[0]]} instead", other[0], kind="small quiet") if other else ""
    return (
        f'<div class="masthead"><h1>{escape(lesson.title)}</h1>'
        f"<p>{escape(lesson.chapter)} · {escape(law.TITLES[edition])}</p>"
        f'<ol class="steps" aria-label="Steps of the lesson">{"".join(dots)}</ol>'
        f'<div class="btns">{switch}{do("lessons", "All lessons", kind="small quiet")}'
        f"{do('leave', 'Leave', kind='small quiet')}</div></div>"
    )


def goal(lesson: Lesson, step: Step, at: int, answered: int, solved: bool, shown: str = "") -> str:
    """What to know, what to look at (`shown`), what to do, and the clauses it is about; for a question, its answers."""
    tell = f"<p class='tell'>{escape(step.tell)}</p>" if step.tell else ""
    intro = f"<p class='quiet-words tell'>{escape(lesson.says)}</p>" if at == 0 else ""
    edition = ""
    if step.rules != step.edition:
        edition = f'<p class="quiet-words">This step is played by the rules of {escape(law.TITLES[step.rules])}.</p>'
    more = answers(step.answers, answered, step.right if solved else 0) if step.answers else ""
    if step.offer and not solved:
        rows = [act(text, label, kind="wide", key=f"offer-{text}") for text, label in step.offer]
        more += f'<div class="btns column">{"".join(rows)}</div>'
    return (
        f'<div class="coach lesson{" solved" if solved else ""}">{intro}{tell}{shown}{edition}'
        f'<p class="goal" role="status" aria-live="polite"><b>{escape(step.goal)}</b></p>{more}{cites(step.clauses)}</div>'
    )


def answers(texts: Sequence[str], chosen: int, right: int, wrong: int = 0) -> str:
    """Answers to choose from, each with its letter. All numbers count from 1 and 0 is none: the one pressed, the right
    one when it is settled, the wrong one to mark."""
    rows = []
    for k, text in enumerate(texts, 1):
        letter = LETTERS[k - 1]
        state = ' aria-pressed="true"' if chosen == k else ""
        off = ' aria-disabled="true"' if right and (wrong or k != right) else ""
        cls, mark = (" right", " ✓") if k == right else (" wrong", " ✗") if k == wrong else ("", "")
        rows.append(
            f'<button class="btn wide answer{cls}" data-do="answer" data-value="{k}" data-key="answer-{k}"{state}{off} '
            f'data-hotkey="{letter}"><kbd>{letter}</kbd> <span>{escape(text)}{mark}</span></button>'
        )
    return f'<div class="btns column">{"".join(rows)}</div>'


def cites(numbers: Sequence[str]) -> str:
    """Clause numbers, small; many of them fold away."""
    chips = " ".join(chip(n) for n in numbers)
    if len(numbers) > _CHIPS:
        return f'<details class="cites" data-key="cites"><summary>{len(numbers)} rules</summary>{chips}</details>'
    return f'<p class="cites"><span>{"Rule" if len(numbers) == 1 else "Rules"}</span> {chips}</p>' if chips else ""


def phases(phase: str, turn: str) -> str:
    """The turn as a ribbon, for lessons in which it has been explained."""
    keys = [k for k, _ in RIBBON]
    now = keys.index(phase) if phase in keys else -1
    rows = []
    for i, (_, name) in enumerate(RIBBON):
        state = ' aria-current="step"' if i == now else ' class="done"' if i < now else ""
        rows.append(f"<li{state}>{name}</li>")
    return f'<div class="phases"><b>{escape(turn)}</b><ol class="ribbon" aria-label="Phases of the turn">{"".join(rows)}</ol></div>'


def enlarged(things: Sequence[str], view: Mapping[str, Any]) -> str:
    """Counters and spells drawn large, with their names below."""
    rows = []
    for x in things:
        if x in spells.INDEX:
            card = spell_card(spells.INDEX[x])
            rows.append(card.replace("<button", "<div").replace("</button>", "</div>"))
        else:
            unit = view["units"][x]
            rows.append(
                f'<figure role="img" aria-label="{escape(label(unit))}">{counter(unit)}'
                f"<figcaption>{escape(unit['name'])}</figcaption></figure>"
            )
    return f'<div class="enlarged">{"".join(rows)}</div>' if rows else ""


def _reasons(reasons: Sequence[Reason], edition: str) -> str:
    items = []
    for r in reasons:
        number = law.cite(r.clause, edition) if any(r.clause) else ""
        gaze = f' data-look="{escape(r.look[0])}"' if r.look and r.look[0] in BOARD.index else ""
        fix = f'<p class="fix">{escape(r.fix)}</p>' if r.fix else ""
        items.append(f"<p{gaze}>{escape(r.words)} {chip(number)}</p>{fix}")
    return "".join(items)


LETTERS: Final = "abcdef"
_CHIPS: Final = 4  # clause numbers that stand open
_WAIT: Final = 900  # milliseconds a move is looked at,
_WAIT_A_LETTER: Final = 30  # and for each letter there is to read;
_LONGEST_WAIT: Final = 6000  # but not longer than this

_HEADS = {
    "solved": "Well done.",
    "refused": "The rules say no.",
    "mistake": "A mistake worth seeing.",
    "wrong": "Not quite.",
    "not now": "Another time.",
    "shown": "This is how.",
}


def feedback(said: Feedback, step: Step, showing: Showing | None = None) -> str:
    """What the last try is answered with, and the moves being shown."""
    if not said.kind and not said.words and not said.story:
        return ""
    title = _HEADS.get(said.kind, "")
    if showing is not None and said.kind == "shown" and not showing.over:
        title = "Watch."
    heading = f"<p><b>{title}</b></p>" if title else ""
    words = f"<p>{escape(said.words)}</p>" if said.words else ""
    reasons = _reasons(said.reasons, step.rules)
    story = _moves(showing) if showing is not None else ""
    if said.story and showing is None:
        lines = "".join(f"<li>{escape(x)}</li>" for x in said.story[:14])
        story = f'<ol class="log">{lines}</ol>'
    chips = "" if reasons or said.kind == "solved" else " ".join(chip(n) for n in said.clauses)
    cls = "refusal" if said.kind in ("refused", "mistake", "wrong") else f"card feedback {said.kind}".strip()
    return (
        f'<div class="{cls}" role="status" aria-live="polite">{heading}{words}{reasons}{story}'
        f"{f'<p>{chips}</p>' if chips else ''}</div>"
    )


def _moves(showing: Showing) -> str:
    """The moves shown so far, each with what came of it."""
    rows = []
    for k, x in enumerate(showing.shown):
        now = ' aria-current="step"' if k + 1 == len(showing.shown) else ""
        came = "".join(f"<span>{escape(line)}</span>" for line in x.came)
        rows.append(f"<li{now}><b>{escape(x.did)}</b>{came}</li>")
    return f'<ol class="moves">{"".join(rows)}</ol>'


def help_(step: Step, rungs: int, begun: bool) -> str:
    """Hints as far as they have been asked for, and the ways to more help; `begun`: there is something to begin again."""
    names = ("The rule", "Where", "The move")
    rows = "".join(f"<li><i>{names[k]}:</i> {escape(step.hints[k])}</li>" for k in range(rungs))
    more = "" if rungs == 3 else do("hint", "Hint" if not rungs else "Another hint", kind="small", hotkey="i")
    show = do("show", "Show me", kind="small")
    again = do("restart", "Begin the step again", kind="small quiet") if begun else ""
    return (
        f'<div class="lesson-help" role="status" aria-live="polite">{f"<ol class=hints>{rows}</ol>" if rows else ""}'
        f'<div class="btns">{more}{show}{again}</div></div>'
    )


def foot_of_showing(showing: Showing | None, paused: bool) -> list[str]:
    """The ways on and out while something is only shown. The move to come plays itself when there was time to read."""
    back = do("takeback", "Take it back", kind="primary" if showing is None or showing.over else "", hotkey="u")
    if showing is None or showing.over:
        return [back]
    n = len(showing.shown)
    count = f'<span class="quiet-words">Move {n} of {showing.count}</span>'
    if paused:
        return [do("show-on", "Next move", "step", kind="primary", hotkey="n"), do("show-on", "Play on"), back, count]
    last = showing.shown[-1]
    wait = min(_LONGEST_WAIT, _WAIT + _WAIT_A_LETTER * sum(map(len, (last.did, *last.came))))
    on = f'<button class="btn" data-do="show-on" data-key="show-{n}" data-after="{wait}" hidden></button>'
    return [do("show-pause", "Stop here", kind="primary", hotkey="n"), back, count, on]


def foot(at: int, count: int, solved: bool, last_lesson: bool) -> list[str]:
    """Back and next. Next may always be pressed; it shines when all is solved."""
    out = []
    if at + 1 < count:
        on, kind = ("Next step", "primary") if solved else ("Skip", "quiet")
        out.append(do("next", on, kind=kind, hotkey="n"))
    elif solved and not last_lesson:
        out.append(do("next", "Next lesson", kind="primary", hotkey="n"))
    elif solved:
        out.append(do("lessons", "All lessons", kind="primary", hotkey="n"))
    if at:
        out.append(do("back", "Previous step", kind="quiet"))
    return out


def course(chapters: Mapping[str, Sequence[Lesson]], edition: str, solved: Collection[str], here: str = "") -> str:
    """Every lesson by chapter with what is done. `solved` holds "lesson/step"."""
    parts = []
    total = done_all = 0
    for chapter, some in chapters.items():
        rows = []
        for one in some:
            steps = one.steps.get(edition) or next(iter(one.steps.values()))
            n = sum(f"{one.key}/{s.id}" in solved for s in steps)
            total += len(steps)
            done_all += n
            cls = "done" if n == len(steps) else "begun" if n else ""
            now = ' aria-current="true"' if one.key == here else ""
            rows.append(
                f'<li class="{cls}"{now}><button data-do="lesson" data-value="{one.key}" data-key="lesson-{one.key}">'
                f"<b>{escape(one.title)}</b><span>{escape(one.says)}</span>"
                f"<small>{n} of {len(steps)} steps · about {one.minutes} minutes</small></button></li>"
            )
        parts.append(f'<h4>{escape(chapter)}</h4><ul class="lessons">{"".join(rows)}</ul>')
    share = done_all / total if total else 0
    return (
        f'<div class="card course"><h3>The course</h3><div class="bar" style="--share:{share:.2f}"><b>{done_all} of {total}</b>'
        f"<span>steps solved, {escape(law.TITLES[edition])}</span></div>{''.join(parts)}"
        f'<div class="btns">{do("close", "Close the list", "lessons", kind="small")}</div></div>'
    )


__all__ = [
    "LETTERS",
    "answers",
    "cites",
    "course",
    "enlarged",
    "feedback",
    "foot",
    "foot_of_showing",
    "goal",
    "head",
    "help_",
    "phases",
]
