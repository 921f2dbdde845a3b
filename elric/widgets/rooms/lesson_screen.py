"""What a lesson draws on the map. Pure functions of the classroom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from elric.tutor.classroom import Classroom
from elric.widgets.map import piles
from elric.widgets.map.inspector import where
from elric.widgets.screen import View

__all__ = ["marks"]


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
            add(x, "ready")
    if room.hints >= 3 and room.step.kind == "look":
        add(where(view, areas, room.step.find[0]), "ready")
    return out
