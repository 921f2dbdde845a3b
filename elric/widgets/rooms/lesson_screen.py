"""What a lesson draws on the map, and its action bar. Pure functions of the classroom."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from elric.tutor.classroom import Classroom
from elric.widgets.choice import Choice
from elric.widgets.map import piles
from elric.widgets.map.geometry import Geometry
from elric.widgets.map.inspector import where
from elric.widgets.markup import Markup, html, join
from elric.widgets.panels import controls
from elric.widgets.panels import lesson as lesson_panels
from elric.widgets.screen import View

__all__ = ["foot", "marks", "stage", "wants_hand"]

_FEW: Final = 12


def marks(
    room: Classroom, view: View, areas: Mapping[str, Any], offered: Mapping[str, str], selected: str | None
) -> dict[str, str]:
    """CSS classes of areas: who holds them, what is `offered`, what is selected, what to look at, what forbids."""
    out = piles.marks_of_control(view)

    def add(area: str, mark: str) -> None:
        if area in areas:
            out[area] = f"{out.get(area, '')} {mark}".strip()

    for area, mark in offered.items():
        add(area, mark)
    if selected:
        add(selected, "sel")
    forbids = room.feedback.kind in ("refused", "mistake")
    shown = room.showing.shown[-1].look if room.showing else ()
    for x in (*room.feedback.look, *shown):
        add(where(view, areas, x), "forbids" if forbids else "sel")
    for x in room.step.look:
        if not room.done:
            add(where(view, areas, x), "ready")
    if room.hints >= 3 and room.step.kind == "look":
        add(where(view, areas, room.step.find[0]), "ready")
    return out


def stage(room: Classroom, view: View, chart: Geometry, lit: Collection[str]) -> tuple[str, ...]:
    """The areas that a step is about, so that a small map shows them: what is to be looked at or found, what is lit, who
    moves; none where it is about no place. What is to be found stands among its neighbours, which does not give it away."""
    step = room.step
    there = {where(view, chart.areas, x) for x in (*step.look, *view.get("moving", ()))}
    # half the world can be lit, for those who fly
    there |= set(lit) if len(lit) <= _FEW else set()
    sought = {where(view, chart.areas, x) for x in step.find}
    there |= sought | {y for x in sought for y in near(chart, x)}
    for text in (*step.solution, *step.allow):
        there |= {word for word in text.split() if word in chart.areas}
    return tuple(sorted(there & chart.areas.keys()))


def near(chart: Geometry, area: str, count: int = 8) -> list[str]:
    """The areas whose anchors lie nearest to one."""
    if area not in chart.anchors:
        return []
    x, y = chart.anchors[area]
    return sorted(chart.anchors, key=lambda a: (chart.anchors[a][0] - x) ** 2 + (chart.anchors[a][1] - y) ** 2)[:count]


def foot(room: Classroom, c: Choice, last: bool, *, paused: bool) -> Markup:
    """The action bar. What the game offers stands back here: the goal, not the next phase, is what one is here for."""
    buttons = [] if room.done else [x.replace("btn primary", "btn") for x in c.foot if x]
    if room.set_aside:
        buttons += lesson_panels.foot_of_showing(room.showing, paused)
    else:
        if room.seen.did and not room.done:
            buttons.append(controls.do("undo", "Take back", kind="quiet", hotkey="u"))
        buttons += lesson_panels.foot(room.at, len(room.steps), room.done, last)
    return html('<div class="btns">{}</div>', join(buttons))


def wants_hand(room: Classroom, secrets: str, seat: int | None) -> bool:
    """Whether the learner's spells matter in this step: its words speak of them. `secrets`: see `TableDef.secrets`."""
    step = room.step
    if step.kind == "do" and (seat is None or secrets == "all"):
        return False
    return any(words in text for words in ("our spells", "our hand") for text in (step.tell, *step.hints))
