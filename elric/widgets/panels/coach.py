"""What the coach says and shows, as HTML: advice, examples, what cannot be done. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from elric.tutor.coach import Advice, Danger
from elric.tutor.example import Scene
from elric.tutor.whynot import Doubt
from elric.widgets.panels.controls import chip, do, prose


def coach(a: Advice, *, who: str = "", doubting: bool = False) -> str:
    """The coach's card: what is decided, what to try, what is at risk, why, what comes next; and more on demand."""
    known: set[str] = set()
    head = f'<p class="who">{who}</p>' if who else ""
    tip = ""
    if a.tip:
        gaze = f' data-look="{escape(a.look)}"' if a.look else ""
        tip = f'<p class="tip"{gaze}><b>{escape(a.tip)}</b></p>'
    elif a.usual:
        tip = f'<p class="tip">{prose(a.usual, known)}</p>'
    rows = "".join(_danger(d) for d in a.risks)
    risks = f'<ul class="risks" aria-label="At risk">{rows}</ul>' if rows else ""
    chips = " ".join(chip(c) for c in a.clauses)
    after = f'<p class="next">{escape(a.next)}</p>' if a.next else ""
    why = f'<p class="why">{prose(a.why, known)} {chips}</p>{after}' if a.why else f"<p>{chips}</p>{after}"
    if risks:  # where odds are to be weighed, the rest can wait
        why = f'<details data-key="why-{escape(a.title)}"><summary>Why, and what comes next</summary>{why}</details>'
    open_ = "true" if doubting else "false"
    return (
        f'<div class="coach" tabindex="-1" data-home data-key="coach">{head}<h3>{escape(a.title)}</h3><p>{prose(a.now, known)}</p>{tip}{risks}{why}'
        f'<div class="btns">{do("show", "Show me", kind="small", hotkey="x")}'
        f'<button class="btn small" data-do="whynot" data-key="whynot" data-hotkey="w" aria-expanded="{open_}">'
        f"<span>Why can\u2019t I …?</span> <kbd>w</kbd></button></div></div>"
    )


def _danger(d: Danger) -> str:
    if not d.area:
        return f"<li>{escape(d.words)}</li>"
    lab = f'<button class="linkish" data-do="whatif" data-value="{d.area}" data-key="lab-{d.area}">see it in the lab</button>'
    return f'<li data-look="{d.area}">{escape(d.words)} {lab}</li>'


def doubts(found: Sequence[Doubt]) -> str:
    """What one might expect to be able to do, each answered on demand."""
    rows = "".join(
        f'<li><button data-do="whynot" data-value="{n}" data-key="doubt-{n}"><span>{escape(d.what)}</span> '
        f"<small>Why not?</small></button></li>"
        for n, d in enumerate(found)
    )
    none = "<p>Everything you might expect can be done now.</p>" if not found else ""
    return (
        f'<div class="card doubts"><h4>Not now</h4><ul>{rows}</ul>{none}'
        f'<div class="btns">{do("close", "Close", "whynot", kind="small quiet")}</div></div>'
    )


def flag() -> str:
    """Over the map while an example runs: nothing of it is real."""
    return '<p class="example-flag">An example</p>'


def example(scenes: Sequence[Scene], at: int, *, paused: bool) -> str:
    """The story of the example so far."""
    rows = "".join(
        f"<li{' aria-current=step' if n == at else ''}>{escape(scene.words)}</li>"
        for n, scene in enumerate(scenes[: at + 1])
    )
    return (
        f'<div class="coach example"><h3>For example</h3><ol>{rows}</ol>'
        f'<p class="quiet-words">Step {at + 1} of {len(scenes)}{", paused" if paused else ""}. Dice and hidden spells in it '
        "are made up, and all is taken back at the end.</p></div>"
    )


def scene_buttons(at: int, count: int, *, paused: bool, wait: int) -> str:
    """On, back, pause, stop. `wait`: milliseconds after which the example goes on by itself."""
    last = at == count - 1
    after = "" if paused or last else f' data-after="{wait}"'
    label = "Back to the game" if last else "Next"
    on = (
        f'<button class="btn primary" data-do="scene" data-value="next" data-key="scene-{at}" data-hotkey="e" data-grab{after}>'
        f"<span>{label}</span> <kbd>e</kbd></button>"
    )
    back = do("scene", "Back", "back", kind="quiet") if at else ""
    hold = "" if last else do("scene", "Go on" if paused else "Pause", "pause", hotkey="p")
    stop = "" if last else do("scene", "Stop", "stop", kind="quiet", hotkey="Escape")
    return f'<div class="btns">{on}{hold}{back}{stop}</div>'


__all__ = ["coach", "doubts", "example", "flag", "scene_buttons"]
