"""`elric lessons`: lists the course, or checks every step of it automatically."""

from __future__ import annotations

import argparse
from typing import Any

from elric import games
from elric.app.commands._output import add_game, add_json, complain, emit
from elric.kernel.clauses import did_you_mean
from elric.tutor.definition import Teaching
from elric.tutor.lessons import LessonError, WrittenLesson, clauses_taught, lessons
from elric.tutor.rehearsal import rehearse

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "lessons", help="list the course, or rehearse it", description="List every lesson with its steps and clauses."
    )
    parser.add_argument("--verify", action="store_true", help="play every solution and every mistake of every step")
    parser.add_argument("--lesson", metavar="KEY", help="only this lesson")
    add_game(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def row(one: WrittenLesson) -> dict[str, Any]:
    """A lesson as plain data."""
    return {
        "key": one.key,
        "title": one.title,
        "chapter": one.chapter,
        "says": one.says,
        "minutes": one.minutes,
        "editions": list(one.editions),
        "steps": {
            e: [
                {"id": s.id, "kind": s.kind, "goal": s.goal, "rules": s.rules, "clauses": list(s.clauses)}
                for s in steps
            ]
            for e, steps in one.steps.items()
        },
    }


def run(args: argparse.Namespace) -> int:
    """List or verify; 1 when a step fails, 2 for an invalid file or an unknown key."""
    teaching = games.teaching(args.game)
    if not isinstance(teaching, Teaching):
        return complain(f"“{args.game}” has no lessons")
    try:
        course = lessons(teaching)
    except LessonError as e:
        return complain("\n".join(e.problems))
    if args.lesson is not None and args.lesson not in course:
        hint = did_you_mean(args.lesson, course)
        return complain(f"there is no lesson “{args.lesson}”" + (f"; {hint}" if hint else ""))
    chosen = [one for one in course.values() if args.lesson in (None, one.key)]
    if args.verify:
        return verify(args, chosen)
    taught = clauses_taught(teaching)
    counts = {e: {"taught": sum(map(bool, t.values())), "of": len(t)} for e, t in taught.items()}
    missing = {e: [n for n, steps in t.items() if not steps] for e, t in taught.items()}
    data: dict[str, Any] = {"lessons": [row(x) for x in chosen], "clauses": counts, "not_taught": missing}
    data["question_kinds"] = question_kinds(teaching)
    lines = []
    for one in chosen:
        lines.append(f"{one.key}  {one.title} ({one.chapter}, {one.minutes} min)")
        lines += [f"    {s.id}  {s.goal}" for s in max(one.steps.values(), key=len)]
    total = {e: sum(len(x.steps.get(e, ())) for x in chosen) for e in teaching.definition.editions}
    lines += [
        f"{len(chosen)} lessons; {total[e]} steps and {counts[e]['taught']} of {counts[e]['of']} clauses in {teaching.definition.titles[e]}"
        for e in teaching.definition.editions
    ]
    emit(args, data, "\n".join(lines))
    return 0


def question_kinds(teaching: Teaching) -> list[str]:
    """The kinds of practice question."""
    from elric.tutor.questions import kinds

    return sorted(kinds(teaching))


def verify(args: argparse.Namespace, chosen: list[WrittenLesson]) -> int:
    """Rehearse every step in every edition; stops at the first that fails."""
    steps = mistakes = 0
    for one in chosen:
        for e, taken in one.steps.items():
            for k, step in enumerate(taken):
                faults = rehearse(one, e, k)
                if faults:
                    for line in faults:
                        complain(line)
                    return 1
                steps += 1
                mistakes += len(step.mistakes)
    emit(
        args,
        {"lessons": len(chosen), "steps": steps, "mistakes": mistakes, "ok": True},
        f"{len(chosen)} lessons: {steps} steps and {mistakes} mistakes play as they should.",
    )
    return 0
