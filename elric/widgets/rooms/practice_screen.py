"""What practice shows: the question, the board it is about, what came of it, how it went. Only looks at the room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from elric.tutor.progress import ProgressError
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.geometry import Geometry
from elric.widgets.map.inspector import area_names, inspector, where
from elric.widgets.markup import Markup, html, join
from elric.widgets.panels import clauses, controls
from elric.widgets.panels import lesson as lesson_panels
from elric.widgets.panels import practice as practice_panels
from elric.widgets.rooms import lesson_screen
from elric.widgets.rooms.lesson import LessonRoom
from elric.widgets.screen import Region, Screen, Seen, View, shown

if TYPE_CHECKING:
    from elric.widgets.rooms.practice import PracticeRoom

__all__ = ["draw"]

# the question is about the track itself, so it stays hidden until the answer is given
_COVERS_TRACKS: Final = ("balance-bonus", "spell-strength")
# what a lesson shows of the board
_BOARD: Final = ("seat", "choice", "battle", "hand", "area", "finder", "phases")


def draw(r: PracticeRoom, kit: TableDef, chart: Geometry) -> Screen:
    """The question, and the position that it is about."""
    if r.task is not None and not r.finished:
        screen = r.task.draw()
        view = r.task.seen[r.viewer]
        return replace(screen, regions=shown(_regions(r, kit, chart, view, screen.regions)), layout="")
    seen = Seen(r.game, kit)
    view = seen[r.viewer]
    return Screen(
        regions=shown(_regions(r, kit, chart, view)),
        seen=seen[None],
        marks=_marks(r, chart, view),
        pieces=kit.pieces(view),
        names=area_names(view, chart.areas, kit),
    )


def _regions(r: PracticeRoom, kit: TableDef, chart: Geometry, view: View, board: Sequence[Region] = ()) -> list[Region]:
    q = r.question
    at = len(r.results) - (r.chosen >= 0)
    out: list[Region] = [("practice-head", "top", practice_panels.head(kit, r.edition, at, r.count, r.results))]
    if r.problem and not r.show_keep:
        out.append(("notice", "side", practice_panels.notice(r.problem)))
    if r.show_keep:
        out.append(("keep", "side", practice_panels.keep(r.progress_text, r.problem, r.damaged)))
    if r.show_mastery:
        out.append(("mastery", "side", _mastery(r, kit)))
    if r.open_clause:
        out.append(("clause", "side", clauses.clause(kit, *r.open_clause)))
    if r.finished:
        out.append(("score", "side", _score(r)))
        if not r.show_mastery:
            out.append(("mastery", "side", _mastery(r, kit)))
        return out
    large = kit.enlarged(q.show, view)
    on_map = r.chosen < 0 and all(r.named(a) for a in q.answers)
    out.append(("question", "side", practice_panels.question(q, r.chosen, large, on_map)))
    if r.chosen >= 0:
        out.append(("feedback", "side", practice_panels.feedback(q, r.chosen, r.mistaken, *r.lesson_of(q))))
    if r.task is not None:
        out += _board(r, kit, chart, r.task, board)
    elif q.open_hand:
        out.append(("hand", "side", kit.hand(view, True)))
    if r.selected and r.task is None:
        out.append(("area", "side", inspector(view, r.selected, chart.areas, kit)))
    if r.task is None and (r.chosen >= 0 or q.kind not in _COVERS_TRACKS):
        out.append(("tracks", "below", kit.tracks(view)))
    foot = [] if r.task is None else _deeds(r, r.task)
    if r.chosen >= 0:
        last = r.last
        foot.insert(0, controls.do("next", "How it went" if last else "Next question", kind="primary", hotkey="n"))
    if foot:
        out.append(("foot", "foot", html('<div class="btns">{}</div>', join(foot))))
    return out


def _board(r: PracticeRoom, kit: TableDef, chart: Geometry, task: LessonRoom, board: Sequence[Region]) -> list[Region]:
    """What can be done on the board, and what came of the last try."""
    out = [region for region in board if region[0] in _BOARD]
    came = task.classroom.feedback
    showing = task.classroom.showing
    if showing is not None or (r.chosen < 0 and (came.kind in ("refused", "not now") or came.story)):
        at = chart.areas
        said = came if r.chosen < 0 else replace(came, kind="", words="", reasons=())
        out.insert(0, ("try", "side", lesson_panels.feedback(kit, said, task.classroom.step, at, showing)))
    return out


def _deeds(r: PracticeRoom, task: LessonRoom) -> list[Markup]:
    """The buttons of a task: what the decision offers, the way back, and how it is done."""
    if r.chosen < 0:
        more = [controls.do("show", "Show me how", kind="quiet")]
        return [*lesson_screen.deeds(task, task.choice()), *more]
    showing = task.classroom.showing
    if showing is None or showing.over:
        return []
    # without the link back to the board, which is not needed any more
    return [x for x in lesson_panels.foot_of_showing(showing, task.paused) if 'data-do="takeback"' not in x]


def _score(r: PracticeRoom) -> Markup:
    missed = [(q, *r.lesson_of(q)) for q in r.missed]
    return practice_panels.score(r.results, missed, r.took)


def _mastery(r: PracticeRoom, kit: TableDef) -> Markup:
    try:
        rows = r.progress.chapters(r.edition, r.now())
    except ProgressError as e:
        return practice_panels.notice(str(e))
    return practice_panels.mastery(kit, rows, r.edition, len(r.progress.due(r.edition, r.now())))


def _marks(r: PracticeRoom, chart: Geometry, view: View) -> dict[str, str]:
    """CSS classes of areas: who holds them, and what the question is about."""
    marks = piles.marks_of_control(view)
    q = r.question
    about = [where(view, chart.areas, x) for x in q.look] if not r.finished else []
    named = [r.named(a) for a in q.answers]
    if all(named) and r.chosen < 0 and not r.finished:
        for area in named:
            marks[area] = f"{marks.get(area, '')} target".strip()
    told = []
    if r.chosen >= 0 and not r.finished:
        told = [(r.named(q.answers[r.chosen]), "forbids"), (r.named(q.answers[q.right]), "reach")]
    for area, mark in [
        *((a, "ready") for a in about),
        *told[r.chosen == q.right :],
        (r.selected or "", "sel"),
    ]:
        if area:
            marks[area] = f"{marks.get(area, '')} {mark}".strip()
    return marks
