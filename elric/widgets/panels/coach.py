"""What the coach says and shows, as HTML: advice, examples, what cannot be done. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from elric.planning.definition import Arrow
from elric.tutor.definition import Advice, Danger, Doubt, Scene
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import Marked, chip, do, prose


def coach(
    a: Advice,
    *,
    who: Markup = NOTHING,
    doubting: bool = False,
    marked: Marked | None = None,
    offered: str = "",
    places: Mapping[str, Mapping[str, Any]] = {},
) -> Markup:
    """The coach's card: what is decided, what to try, what is at risk; why, and what comes next, stand folded below where
    there is something to try or to weigh. `offered`: the HTML of the action bar: what stands there is not offered twice.
    `places`: the areas of the map by id, whose names say its arrows."""
    known: set[str] = set()
    head = html('<p class="who">{}</p>', who) if who else ""
    tip = ""
    if a.tip:
        gaze = html(' data-look="{}"', a.look) if a.look else ""
        tip = html('<p class="tip"{}><b>{}</b></p>', gaze, a.tip)
    there = len(a.actions) == 1 and html('primary" data-act="{}"', a.actions[0]) in offered
    now = prose(a.now, known, marked)
    # where one thing is advised, the others wait for whoever wants to weigh them
    told = [d for d in a.risks if d.beyond is not None]
    shown: Sequence[Danger] = [Danger(d.beyond, d.area) for d in told if d.beyond] if told else a.risks
    other = a.risks if told else ()
    chips = join((chip(c) for c in a.clauses), " ")
    after = html('<p class="next">{}</p>', a.next) if a.next else ""
    why = (
        html('<p class="why">{} {}</p>{}', prose(a.why, known, marked), chips, after)
        if a.why
        else html("<p>{}</p>{}", chips, after)
    )
    if a.risks or tip:
        more = "Why, and other battles" if len(other) > 1 else "Why, and what comes next"
        why = html('<details data-key="why-{}"><summary>{}</summary>{}{}</details>', a.title, more, _risks(other), why)
    open_ = "true" if doubting else "false"
    return html(
        '<div class="coach" tabindex="-1" data-home data-key="coach"{}>{}<h3>{}</h3><p>{}</p>{}{}{}'
        '<div class="btns">{}{}'
        '<button class="btn small quiet" data-do="whynot" data-key="whynot" data-hotkey="w" aria-expanded="{}">'
        "<span>Why can’t I …?</span> <kbd>w</kbd></button></div>{}</div>",
        arrows([(x.kind, x.start, x.to, x.turn) for x in a.arrows]),
        head,
        a.title,
        now,
        tip,
        _arrow_sentence(a.arrows, places),
        _risks(shown),
        do("advised", "Do it", kind="primary", hotkey="d") if a.tip and a.actions and not there else NOTHING,
        do("show", "Show me", kind="small quiet", hotkey="x"),
        open_,
        why,
    )


def mishap(words: str, lesson: str, title: str, minutes: int) -> Markup:
    """What was lost, and the lesson about it."""
    return html(
        '<div class="card mishap"><p>{} The lesson “{}” shows how that comes about: about {} minutes.</p><div class="btns">{}{}</div></div>',
        words,
        title,
        minutes,
        do("lesson", "Open the lesson", lesson, kind="small"),
        do("close", "Not now", "mishap", kind="small quiet"),
    )


def arrows(found: Iterable[tuple[object, ...]]) -> Markup:
    """Arrows for the map, as an attribute of the card that they belong to: (kind, from, to, turn, hue) each, see arrows.js."""
    told = ";".join(" ".join(map(str, one)) for one in found)
    return html(' data-arrows="{}"', told) if told else NOTHING


_GOES: Final = {"march": "a march", "sail": "a voyage", "strike": "an attack", "threat": "a threat"}


def _arrow_sentence(found: Sequence[Arrow], places: Mapping[str, Mapping[str, Any]]) -> Markup:
    """The arrows of the map for a screen reader."""
    said = "; ".join(
        f"{_GOES[x.kind]} from {places[x.start]['name']} to {places[x.to]['name']}{f', in {x.turn} turns' if x.turn > 1 else ', next turn' if x.turn else ''}"
        for x in found
        if x.start in places and x.to in places
    )
    return html('<p class="unseen">On the map: {}.</p>', said) if said else NOTHING


def _risks(found: Sequence[Danger]) -> Markup:
    rows = join(_danger(d) for d in found)
    return html('<ul class="risks" aria-label="At risk">{}</ul>', rows) if rows else NOTHING


def turn(phase: str, who: Markup) -> Markup:
    """The card of a game without a coach: whose decision it is, in which phase."""
    head = html('<p class="who">{}</p>', who) if who else ""
    return html('<div class="coach" tabindex="-1" data-home data-key="coach">{}<h3>{}</h3></div>', head, phase)


def _danger(d: Danger) -> Markup:
    if not d.area:
        return html("<li>{}</li>", d.words)
    lab = html(
        '<button class="linkish" data-do="whatif" data-value="{}" data-key="lab-{}">see it in the lab</button>',
        d.area,
        d.area,
    )
    return html('<li data-look="{}">{} {}</li>', d.area, d.words, lab)


def doubts(found: Sequence[Doubt]) -> Markup:
    """What one might expect to be able to do, each answered on demand."""
    rows = join(
        (
            html(
                '<li><button data-do="whynot" data-value="{n}" data-key="doubt-{n}"><span>{}</span> <small>Why not?'
                "</small></button></li>",
                d.what,
                n=n,
            )
            for n, d in enumerate(found)
        )
    )
    none = html("<p>Everything you might expect can be done now.</p>") if not found else ""
    return html(
        '<div class="card doubts"><h4>Not now</h4><ul>{}</ul>{}<div class="btns">{}</div></div>',
        rows,
        none,
        do("close", "Close", "whynot", kind="small quiet"),
    )


def flag() -> Markup:
    """Over the map while an example runs: nothing of it is real."""
    return html('<p class="example-flag">An example</p>')


def example(scenes: Sequence[Scene], at: int, *, paused: bool) -> Markup:
    """The story of the example so far."""
    rows = join(
        (
            html("<li{}>{}</li>", " aria-current=step" if n == at else "", scene.words)
            for n, scene in enumerate(scenes[: at + 1])
        )
    )
    return html(
        '<div class="coach example"><h3>For example</h3><ol>{}</ol>'
        '<p class="quiet-words">Step {} of {}{}. Dice and what is hidden are made up in it, and all is taken back '
        "at the end.</p></div>",
        rows,
        at + 1,
        len(scenes),
        ", paused" if paused else "",
    )


def scene_buttons(at: int, count: int, *, paused: bool, wait: int) -> Markup:
    """On, back, pause, stop. `wait`: milliseconds after which the example goes on by itself."""
    last = at == count - 1
    after = "" if paused or last else html(' data-after="{}"', wait)
    label = "Back to the game" if last else "Next"
    on = html(
        '<button class="btn primary" data-do="scene" data-value="next" data-key="scene-{}" data-hotkey="e" '
        "data-grab{}><span>{}</span> <kbd>e</kbd></button>",
        at,
        after,
        label,
    )
    back = do("scene", "Back", "back", kind="quiet") if at else ""
    hold = "" if last else do("scene", "Go on" if paused else "Pause", "pause", hotkey="p")
    stop = "" if last else do("scene", "Stop", "stop", kind="quiet", hotkey="Escape")
    return html('<div class="btns">{}{}{}{}</div>', on, hold, back, stop)


__all__ = ["coach", "doubts", "example", "flag", "scene_buttons", "turn"]
