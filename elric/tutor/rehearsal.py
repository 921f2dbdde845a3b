"""Automatic check of the course: each step is taken as a learner would take it, with its mistakes, and its faults are
reported."""

from __future__ import annotations

from .classroom import Classroom, Feedback
from .lesson import Mistake, WrittenLesson


def rehearse(lesson: WrittenLesson, edition: str, at: int) -> list[str]:
    """Faults of one step: in its solution, its hints or its mistakes, or a state from which it cannot be solved."""
    step = lesson.steps[edition][at]
    where = f"{lesson.file}, step {step.id}, {edition}"
    bad: list[str] = []
    try:
        room = Classroom(lesson, edition, at)
    except ValueError as e:
        return [f"{where}: the position cannot be set up: {e}"]
    if step.success(room.seen):
        bad.append(f"{where}: solved before anything is done")
    there = lesson.teaching.on_board(room.own.view(None))
    counters = lesson.teaching.vocabulary.counters
    bad.extend(f"{where}, show: {x} is not on the board" for x in step.show if x in counters and x not in there)
    for m in step.mistakes:
        bad.extend(_rehearse_mistake(lesson, edition, at, m, where))
    bad.extend(_walk(room, where))
    for n in range(1, len(step.answers) + 1):
        if n != step.right and (Classroom(lesson, edition, at).try_(f"answer {n}").kind != "wrong"):
            bad.append(f"{where}: answer {n} is not taken as wrong")
    for n in (1, 2, 3):
        if not Classroom(lesson, edition, at).step.hints[n - 1]:
            bad.append(f"{where}: hint {n} is empty")
    again = Classroom(lesson, edition, at)
    again.show()
    if again.showing is None or again.showing.game is again.own:
        bad.append(f"{where}: showing it does not go aside")
    else:
        again.showing.to_the_end()
        bad.extend(
            f"{where}: shown, but it says of “{x.did}”: {x.came[0]}"
            for x in again.showing.shown[:-1]
            if x.came and x.came[0].startswith("Refused")
        )
    again.take_back()
    return bad or [f"{x} (after being shown)" for x in _walk(again, where)]


def _walk(room: Classroom, where: str) -> list[str]:
    """Take the step by its own solution."""
    for k, text in enumerate(room.step.solution):
        said = room.try_(text)
        last = k + 1 == len(room.step.solution)
        if said.kind == "solved" and not last:
            return [f"{where}: solved before the solution ends, at “{text}”"]
        if last and said.kind != "solved":
            return [f"{where}: the solution does not solve it: “{text}” is answered {said.kind!r} {_why(said)}"]
        if not last and said.kind and not (said.kind == "wrong" and room.step.kind == "look"):
            return [f"{where}: the solution is stopped at “{text}”: {said.kind!r} {_why(said)}"]
    return []


def _why(said: Feedback) -> str:
    return " ".join([said.words, *(f"[{'/'.join(r.clause)}] {r.words}" for r in said.reasons)])


def _rehearse_mistake(lesson: WrittenLesson, edition: str, at: int, m: Mistake, where: str) -> list[str]:
    room = Classroom(lesson, edition, at)
    where = f"{where}, mistake “{m.actions[-1]}”"
    for text in m.actions[:-1]:
        if room.try_(text).kind not in ("", "refused"):
            return [f"{where}: “{text}” on the way is answered {room.feedback.kind!r} {_why(room.feedback)}"]
    before = room.own.position()
    try:
        said = room.try_(m.actions[-1])
        if room.showing is not None:
            room.showing.to_the_end()
    except ValueError as e:
        return [f"{where}: the punishment cannot be played: {e}"]
    if room.showing is not None and any(line.startswith("Refused") for x in room.showing.shown for line in x.came):
        return [f"{where}: the punishment cannot be played: {room.showing.shown[-1].came[0]}"]
    if said.kind not in ("mistake", "refused") or not said.words.startswith(m.say[:40]):
        return [f"{where}: is answered {said.kind!r} {_why(said)}"]
    if said.kind == "refused":
        game = lesson.teaching.definition
        cited = {game.cite(r.clause, room.step.rules) for r in said.reasons}
        claimed = game.cite(m.clause, room.step.rules)
        if any(cited) and claimed not in cited:
            return [f"{where}: cites {claimed}, but the rules say {sorted(cited)}"]
    if room.set_aside:
        room.take_back()
    if room.own.position() != before:
        return [f"{where}: has changed the learner's game"]
    room.begin()
    return [f"{x} (after the mistake)" for x in _walk(room, where)]


__all__ = ["rehearse"]
