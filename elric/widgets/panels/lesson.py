"""A lesson as HTML: where one is, what to do, what came of it, help. Pure functions, like panels.py.

Goal, feedback and hints are live text for a screen reader, and every control is a real button.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from elric.kernel.verdict import Reason
from elric.tutor.classroom import Feedback
from elric.tutor.lesson import LessonStep, WrittenLesson
from elric.tutor.showing import Showing
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act, chip, do, map_button

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef


def head(kit: TableDef, lesson: WrittenLesson, edition: str, at: int, solved: Collection[str]) -> Markup:
    """Title, the steps as dots, the edition, and the ways out."""
    steps = lesson.steps[edition]
    dots = []
    for k, s in enumerate(steps):
        cls = "done" if s.id in solved else ""
        now = html(' aria-current="step"') if k == at else ""
        words = f"Step {k + 1}{', solved' if cls else ''}"
        dots.append(
            html(
                '<li class="{}"{}><button data-do="step" data-value="{}" data-key="step-{}" aria-label="{}">{}</button>'
                "</li>",
                cls,
                now,
                k + 1,
                k + 1,
                words,
                k + 1,
            )
        )
    return html(
        '<div class="masthead"><h1>{}</h1><p>{} · {}</p><ol class="steps" aria-label="Steps of the lesson">{}'
        '</ol><div class="btns">{}{}{}{}</div></div>',
        lesson.title,
        lesson.chapter,
        kit.game.titles[edition],
        join(dots),
        _switch(kit, lesson, edition),
        do("lessons", "All lessons", kind="small quiet"),
        map_button(),
        do("leave", "Leave", kind="small quiet"),
    )


def course_head(kit: TableDef, lesson: WrittenLesson, edition: str) -> Markup:
    """Over the list of all lessons: what it is, the edition, and the ways out."""
    return html(
        '<div class="masthead"><h1>All lessons</h1><p>{}</p><div class="btns">{}{}{}</div></div>',
        kit.game.titles[edition],
        _switch(kit, lesson, edition),
        map_button(),
        do("leave", "Leave", kind="small quiet"),
    )


def _switch(kit: TableDef, lesson: WrittenLesson, edition: str) -> Markup:
    other = [e for e in lesson.editions if e != edition]
    return (
        do("edition", f"Learn {kit.game.titles[other[0]]} instead", other[0], kind="small quiet") if other else NOTHING
    )


def outline(lesson: WrittenLesson, edition: str, at: int, solved: Collection[str]) -> Markup:
    """What each step of the lesson asks for, those that are solved ticked off: it stands below the map, where there is room."""
    rows = [
        html(
            '<li class="{}"{}><button data-do="step" data-value="{}" data-key="outline-{}">{}</button></li>',
            "done" if step.id in solved else "",
            html(' aria-current="step"') if k == at else "",
            k + 1,
            k + 1,
            step.goal,
        )
        for k, step in enumerate(lesson.steps[edition])
    ]
    return html('<div class="outline"><h3>In this lesson</h3><ol>{}</ol></div>', join(rows))


def goal(
    kit: TableDef,
    lesson: WrittenLesson,
    step: LessonStep,
    at: int,
    answered: int,
    solved: bool,
    shown: str = "",
    areas: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> Markup:
    """What to know, what to look at (`shown`), what to do, and the clauses it is about; for a question, its answers. The
    names of areas in what is told show them on the map; what is to be found is not shown."""
    found = {str(area["name"]): key for key, area in areas.items() if key not in step.find}
    others = lesson.teaching.other_names
    tell = html("<p class='tell'>{}</p>", places(step.tell, found, others)) if step.tell else ""
    intro = html("<p class='quiet-words tell'>{}</p>", lesson.says) if at == 0 else ""
    edition = ""
    if step.rules != step.edition:
        edition = html(
            '<p class="quiet-words">This step is played by the rules of {}.</p>', kit.game.titles[step.rules]
        )
    more = answers(step.answers, answered, step.right if solved else 0) if step.answers else ""
    if step.offer and not solved:
        rows = [act(text, label, kind="wide", key=f"offer-{text}") for text, label in step.offer]
        more += html('<div class="btns column">{}</div>', join(rows))
    return html(
        '<div class="coach lesson{}">{}{}{}{}<p class="goal" role="status" aria-live="polite"><b>{}</b></p>{}{}</div>',
        " solved" if solved else "",
        intro,
        tell,
        shown,
        edition,
        places(step.goal, found, others),
        more,
        cites(step.clauses),
    )


def places(text: str, known: Mapping[str, str], others: Collection[str] = ()) -> Markup:
    """A text in which the names of areas show them on the map.

    Args:
        known: area by name.  others: names of what is no place: what stands in one of them is not marked.
    """
    names = [name for name in {*known, *others} if len(name) > 3 and name in text]
    if not names:
        return html("{}", text)
    names.sort(key=len, reverse=True)
    parts = re.split(rf"\b({'|'.join(map(re.escape, names))})\b", text)
    return join(
        html('<button class="place" data-look="{}" data-key="place-{}-{}">{}</button>', known[x], known[x], k, x)
        if k % 2 and x in known
        else x
        for k, x in enumerate(parts)
    )


def answers(texts: Sequence[str], chosen: int, right: int, wrong: int = 0) -> Markup:
    """Answers to choose from, each with its letter. All numbers count from 1 and 0 is none: the one pressed, the right
    one when it is settled, the wrong one to mark."""
    rows = []
    for k, text in enumerate(texts, 1):
        letter = LETTERS[k - 1]
        state = html(' aria-pressed="true"') if chosen == k else ""
        off = html(' aria-disabled="true"') if right and (wrong or k != right) else ""
        cls, mark = (" right", " ✓") if k == right else (" wrong", " ✗") if k == wrong else ("", "")
        rows.append(
            html(
                '<button class="btn wide answer{}" data-do="answer" data-value="{k}" data-key="answer-{k}"{}{} '
                'data-hotkey="{letter}"><kbd>{letter}</kbd> <span>{}{}</span></button>',
                cls,
                state,
                off,
                text,
                mark,
                k=k,
                letter=letter,
            )
        )
    return html('<div class="btns column">{}</div>', join(rows))


def cites(numbers: Sequence[str]) -> Markup:
    """Clause numbers, small; many of them fold away."""
    chips = join((chip(n) for n in numbers), " ")
    if len(numbers) > _CHIPS:
        return html(
            '<details class="cites" data-key="cites"><summary>{} rules</summary>{}</details>', len(numbers), chips
        )
    return (
        html('<p class="cites"><span>{}</span> {}</p>', "Rule" if len(numbers) == 1 else "Rules", chips)
        if chips
        else NOTHING
    )


def phases(ribbon: Sequence[tuple[str, str]], phase: str, turn: str) -> Markup:
    """The turn as a ribbon, for lessons in which it has been explained."""
    keys = [k for k, _ in ribbon]
    now = keys.index(phase) if phase in keys else -1
    rows = []
    for i, (_, name) in enumerate(ribbon):
        state = html(' aria-current="step"') if i == now else html(' class="done"') if i < now else ""
        rows.append(html("<li{}>{}</li>", state, name))
    return html(
        '<div class="phases"><b>{}</b><ol class="ribbon" tabindex="0" aria-label="Phases of the turn">{}</ol></div>',
        turn,
        join(rows),
    )


def _reasons(kit: TableDef, reasons: Sequence[Reason], edition: str, areas: Container[str]) -> Markup:
    items = []
    for r in reasons:
        number = kit.game.cite(r.clause, edition) if any(r.clause) else ""
        gaze = html(' data-look="{}"', r.look[0]) if r.look and r.look[0] in areas else ""
        fix = html('<p class="fix">{}</p>', r.fix) if r.fix else ""
        items.append(html("<p{}>{} {}</p>{}", gaze, r.words, chip(number), fix))
    return join(items)


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
    "strayed": "That leads away from this step.",
    "shown": "This is how.",
}
_EMPTY: Final = re.compile(r"(Not quite|Almost|Not yet|Not there)\b")


def feedback(
    kit: TableDef, said: Feedback, step: LessonStep, areas: Container[str], showing: Showing | None = None
) -> Markup:
    """What the last try is answered with, and the moves being shown."""
    if not said.kind and not said.words and not said.story:
        return NOTHING
    title = _HEADS.get(said.kind, "")
    if showing is not None and said.kind == "shown" and not showing.over:
        title = "Watch."
    heading = html("<p><b>{}</b></p>", title) if title else ""
    words = html("<p>{}</p>", said.words) if said.words else ""
    reasons = _reasons(kit, said.reasons, step.rules, areas)
    if said.kind == "wrong" and _EMPTY.match(said.words):  # the reply says it already
        heading = NOTHING
    story = _moves(showing) if showing is not None else ""
    if said.story and showing is None:
        lines = join(html("<li>{}</li>", x) for x in said.story[:14])
        story = html('<ol class="log">{}</ol>', lines)
    chips = "" if reasons or said.kind == "solved" else join((chip(n) for n in said.clauses), " ")
    cls = "refusal" if said.kind in ("refused", "mistake", "wrong") else f"card feedback {said.kind}".strip()
    return html(
        '<div class="{}" role="status" aria-live="polite">{}{}{}{}{}</div>',
        cls,
        heading,
        words,
        reasons,
        story,
        html("<p>{}</p>", chips) if chips else "",
    )


def _moves(showing: Showing) -> Markup:
    """The moves shown so far, each with what came of it."""
    rows = []
    for k, x in enumerate(showing.shown):
        now = html(' aria-current="step"') if k + 1 == len(showing.shown) else ""
        came = join(html("<span>{}</span>", line) for line in x.came)
        rows.append(html("<li{}><b>{}</b>{}</li>", now, x.did, came))
    return html('<ol class="moves">{}</ol>', join(rows))


def help_(step: LessonStep, rungs: int, begun: bool) -> Markup:
    """Hints as far as they have been asked for, and the ways to more help; `begun`: there is something to begin again."""
    names = ("The rule", "Where", "The move")
    rows = join(html("<li><i>{}:</i> {}</li>", names[k], step.hints[k]) for k in range(rungs))
    more = "" if rungs == 3 else do("hint", "Hint" if not rungs else "Another hint", kind="small", hotkey="i")
    show = do("show", "Show me", kind="small")
    again = do("restart", "Begin the step again", kind="small quiet") if begun else ""
    return html(
        '<div class="lesson-help" role="status" aria-live="polite">{}<div class="btns">{}{}{}</div></div>',
        html("<ol class=hints>{}</ol>", rows) if rows else "",
        more,
        show,
        again,
    )


def foot_of_showing(showing: Showing | None, paused: bool) -> list[Markup]:
    """The ways on and out while something is only shown. The move to come plays itself when there was time to read."""
    back = do("takeback", "Take it back", kind="primary" if showing is None or showing.over else "", hotkey="u")
    if showing is None or showing.over:
        return [back]
    n = len(showing.shown)
    count = html('<span class="quiet-words">Move {} of {}</span>', n, showing.count)
    if paused:
        return [do("show-on", "Next move", "step", kind="primary", hotkey="n"), do("show-on", "Play on"), back, count]
    last = showing.shown[-1]
    wait = min(_LONGEST_WAIT, _WAIT + _WAIT_A_LETTER * sum(map(len, (last.did, *last.came))))
    on = html('<button class="btn" data-do="show-on" data-key="show-{}" data-after="{}" hidden></button>', n, wait)
    return [do("show-pause", "Stop here", kind="primary", hotkey="n"), back, count, on]


def foot_of_straying() -> list[Markup]:
    """The ways on when a move has led away from the step."""
    return [
        do("takeback", "Back to the step", kind="primary", hotkey="u"),
        do("go-on", "Go on from here", kind="quiet", hotkey="n"),
    ]


def foot(at: int, count: int, solved: bool, last_lesson: bool, plays: bool) -> list[Markup]:
    """Back and next. Next may always be pressed; it shines when all is solved. A lesson ends in a game: in the one it was played
    in, where that goes on (`plays`)."""
    out = []
    if at + 1 < count:
        on, kind = ("Next step", "primary") if solved else ("Skip", "quiet")
        out.append(do("next", on, kind=kind, hotkey="n"))
    elif solved and not last_lesson:
        out.append(do("next", "Next lesson", kind="primary", hotkey="n"))
    elif solved:
        out.append(do("lessons", "All lessons", kind="primary", hotkey="n"))
    if solved and at + 1 == count:
        out.append(
            do("play-on", "Play on from here", kind="quiet") if plays else do("new", "Play a game", kind="quiet")
        )
    if at:
        out.append(do("back", "Previous step", kind="quiet"))
    return out


def course(
    kit: TableDef,
    chapters: Mapping[str, Sequence[WrittenLesson]],
    edition: str,
    solved: Collection[str],
    here: str = "",
    sought: str = "",
) -> Markup:
    """Every lesson by chapter with what is done; of those in which a word stands that is `sought`. `solved` holds "lesson/step"."""
    parts = []
    for chapter, every in chapters.items():
        some = [one for one in every if sought.lower() in _text(one, edition)]
        if not some:
            continue
        rows = []
        for one in some:
            n, steps = _done(one, edition, solved)
            cls = "done" if n == steps else "begun" if n else ""
            now = html(' aria-current="true"') if one.key == here else ""
            rows.append(
                html(
                    '<li class="{}"{}><button data-do="lesson" data-value="{}" data-key="lesson-{}"><b>{}</b><span>{}</span>'
                    "<small>{} of {} steps · about {} minutes</small></button></li>",
                    cls,
                    now,
                    one.key,
                    one.key,
                    one.title,
                    one.says,
                    n,
                    steps,
                    one.minutes,
                )
            )
        parts.append(html('<h3>{}</h3><ul class="lessons">{}</ul>', chapter, join(rows)))
    none = html('<p class="quiet-words" role="status">No lesson speaks of that.</p>')
    return html('<div class="course">{}</div>', join(parts) or none)


def _text(lesson: WrittenLesson, edition: str) -> str:
    """All that a lesson says, in small letters."""
    steps = lesson.steps.get(edition) or next(iter(lesson.steps.values()))
    return " ".join(
        (lesson.title, lesson.says, lesson.chapter, *(f"{s.tell} {s.goal} {s.after}" for s in steps))
    ).lower()


def course_progress(
    kit: TableDef,
    chapters: Mapping[str, Sequence[WrittenLesson]],
    edition: str,
    solved: Collection[str],
    here: str,
    sought: str,
) -> Markup:
    """Beside the list of lessons: what it is, how far one has come in each chapter, a search, and the way back to the step."""
    done = {chapter: [_done(one, edition, solved) for one in some] for chapter, some in chapters.items()}
    sums = {chapter: (sum(x for x, _ in some), sum(x for _, x in some)) for chapter, some in done.items()}
    n, total = sum(x for x, _ in sums.values()), sum(x for _, x in sums.values())
    rows = join(html("<li>{} <small>{} of {}</small></li>", chapter, *some) for chapter, some in sums.items())
    return html(
        '<div class="standing"><h2>The course</h2><p>{}</p><div class="bar" style="--share:{:.2f}"><b>{} of {}</b>'
        '<span>steps solved, {}</span></div><div class="btns">{}</div><input type="search" data-live="find" data-search '
        'data-key="find" aria-label="Find a lesson" placeholder="Find a lesson  /" value="{}"><ul class="chapters">{}</ul></div>',
        kit.course,
        n / total if total else 0,
        n,
        total,
        kit.game.titles[edition],
        do("close", f"Back to “{here}”", "lessons", kind="primary"),
        sought,
        rows,
    )


def _done(lesson: WrittenLesson, edition: str, solved: Collection[str]) -> tuple[int, int]:
    """Solved steps of a lesson, and all of them."""
    steps = lesson.steps.get(edition) or next(iter(lesson.steps.values()))
    return sum(f"{lesson.key}/{s.id}" in solved for s in steps), len(steps)


__all__ = [
    "LETTERS",
    "answers",
    "cites",
    "course",
    "course_head",
    "course_progress",
    "feedback",
    "foot",
    "foot_of_showing",
    "foot_of_straying",
    "goal",
    "head",
    "help_",
    "outline",
    "phases",
]
