"""What a lesson shows: its regions, and what it draws on the map. Only looks at the room."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

from elric.kernel.game import Game
from elric.tutor.classroom import Classroom
from elric.tutor.lessons import chapters, lessons
from elric.widgets.choice import Choice
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.geometry import Geometry
from elric.widgets.map.inspector import inspector, where
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels import clauses, controls
from elric.widgets.panels import frame as page_panels
from elric.widgets.panels import lesson as lesson_panels
from elric.widgets.screen import Region, Seen, View

if TYPE_CHECKING:
    from elric.widgets.rooms.lesson import LessonRoom

__all__ = ["deeds", "marks", "regions", "stage"]

_FEW: Final = 12
_TURNS: Final = "turn"  # the lesson that explains phases and tracks


def regions(r: LessonRoom, kit: TableDef, seen: Seen, c: Choice) -> list[Region]:
    """The panels of a lesson, or the list of all lessons."""
    room, g, teaching = r.classroom, r.game, r.lesson.teaching
    areas = kit.chart().areas
    step, view = room.step, seen[r.viewer]
    names = {player["seat"]: player["name"] for player in view["players"]}
    out: list[Region] = [("lesson-head", "top", lesson_panels.head(kit, r.lesson, room.edition, room.at, room.solved))]
    if r.listing:
        rows = (kit, chapters(teaching), room.edition, r.solved)
        out.append(("standing", "side", lesson_panels.standing(*rows, r.lesson.title)))
        out.append(("course", "below", lesson_panels.course(*rows, r.lesson.key)))
        return out
    if r.open_clause:
        out.append(("clause", "side", clauses.clause(kit, *r.open_clause)))
    out.append(("seat", "side", _banner(room, g, view, names)))
    large = kit.enlarged(step.show, view)
    goal = lesson_panels.goal(kit, r.lesson, step, room.at, room.seen.answer, room.done, large, areas)
    said: Region = ("feedback", "side", lesson_panels.feedback(kit, room.feedback, step, areas, room.showing))
    # a step that was left is announced first
    out += [said, ("goal", "side", goal)] if room.strayed else [("goal", "side", goal), said]
    if not room.done and not room.set_aside:
        out.append(("help", "side", lesson_panels.help_(step, room.hints, _begun(room))))
    out.append(("choice", "side", c.html))
    out.append(("battle", "side", kit.battle(g, view, names, 0 if room.set_aside else room.seen.told)))
    if _wants_hand(room, kit, g) and 'data-do="hand"' not in c.html:
        out.append(("hand", "side", kit.hand(seen[g.seat if g.seat is not None else 0], r.hand_open)))
    if r.selected and not kit.in_hand(g.step):
        out.append(("area", "side", inspector(view, r.selected, areas, kit)))
    found = [(a, str(areas[a]["name"])) for a in kit.find(r.sought)]
    out.append(("finder", "below", page_panels.finder(r.sought, found, None)))
    if _knows_turns(r):
        if step.kind == "do" and g.outcome is None:
            turn = f"Turn {view['turn']}, {names.get(g.player, '')}"
            out.append(("phases", "below", lesson_panels.phases(kit.phases, g.phase, turn)))
        out.append(("tracks", "below", kit.tracks(view)))
    out.append(("foot", "foot", html('<div class="btns">{}</div>', join(_foot(r, c)))))
    return out


def deeds(r: LessonRoom, c: Choice) -> list[Markup]:
    """The buttons of what is decided, and the way back from the last move."""
    room = r.classroom
    # the button for the next phase is not emphasised: in a lesson the goal comes first
    buttons = [] if room.done else [x.replace("btn primary", "btn") for x in c.foot if x]
    if room.seen.did and not room.done and not room.set_aside:
        buttons.append(controls.do("undo", "Take back", kind="quiet", hotkey="u"))
    return buttons


def _foot(r: LessonRoom, c: Choice) -> list[Markup]:
    room = r.classroom
    if room.strayed:
        return lesson_panels.foot_of_straying()
    buttons = deeds(r, c)
    if room.set_aside:
        return buttons + lesson_panels.foot_of_showing(room.showing, r.paused)
    last = r.lesson.key == list(lessons(r.lesson.teaching))[-1]
    return buttons + lesson_panels.foot(room.at, len(room.steps), room.done, last)


def _banner(room: Classroom, g: Game, view: View, names: Mapping[int, str]) -> Markup:
    """Whose decision it is, where more than one side decides in a step."""
    if room.step.kind != "do" or room.done or g.seat is None or (room.seats | {g.seat}) <= {room.own_seat}:
        return NOTHING
    does = "decides" if g.seat == room.own_seat else "decides: you play the other side too"
    if room.strayed:
        does = "would decide"
    return controls.banner(piles.hue(g.seat, view["players"]), names.get(g.seat, ""), does)


def _begun(room: Classroom) -> bool:
    """Whether anything has been tried in this step."""
    seen = room.seen
    return bool(seen.did or seen.refused or seen.chosen or seen.answer >= 0)


def _knows_turns(r: LessonRoom) -> bool:
    """Whether phases and tracks have been explained by now."""
    keys = list(lessons(r.lesson.teaching))
    return _TURNS not in keys or keys.index(r.lesson.key) >= keys.index(_TURNS)


def _wants_hand(room: Classroom, kit: TableDef, g: Game) -> bool:
    """Whether the learner's spells matter in this step: its words speak of them."""
    step = room.step
    if step.kind == "do" and (g.seat is None or kit.secrets(g.step) == "all"):
        return False
    return any(words in text for words in ("our spells", "our hand") for text in (step.tell, *step.hints))


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
    # a flight can reach most of the map
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
