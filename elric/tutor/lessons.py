"""The course: every lesson in order, by chapter, and which clauses its steps teach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from elric.young_kingdoms.components import law

from .lesson import Lesson, LessonError, Mistake, Step
from .lesson_files import read_lesson

FOLDER: Final = Path(__file__).parent / "data" / "lessons"


def read_course(files: Iterable[tuple[str, str]]) -> dict[str, Lesson]:
    """Lessons by key, from (file name, text) in course order.

    Raises:
        LessonError: with the faults of all files.
    """
    bad: list[str] = []
    course: dict[str, Lesson] = {}
    for file, text in files:
        try:
            one = read_lesson(text, file)
        except LessonError as e:
            bad.extend(e.problems)
            continue
        if one.key in course:
            bad.append(f"{file}, key: “{one.key}” is taken by {course[one.key].file}")
        course[one.key] = one
    if bad:
        raise LessonError(bad)
    return course


@cache
def lessons() -> Mapping[str, Lesson]:
    """The whole course by key, in order."""
    return read_course((f.name, f.read_text(encoding="utf-8")) for f in sorted(FOLDER.glob("*.toml")))


def chapters() -> dict[str, list[Lesson]]:
    """Lessons by chapter, in order."""
    out: dict[str, list[Lesson]] = {}
    for one in lessons().values():
        out.setdefault(one.chapter, []).append(one)
    return out


def clauses_taught() -> dict[str, dict[str, list[str]]]:
    """For each edition, every clause with the steps ("lesson/step") that teach it; an empty list where none does."""
    out: dict[str, dict[str, list[str]]] = {}
    for e in law.EDITIONS:
        out[e] = {c.number: [] for c in law.register().of(e)}
        for one in lessons().values():
            for step in one.steps.get(e, ()):
                for n in step.clauses:
                    out[e][n].append(f"{one.key}/{step.id}")
    return out


__all__ = ["FOLDER", "Lesson", "LessonError", "Mistake", "Step", "chapters", "clauses_taught", "lessons"]
__all__ += ["read_course", "read_lesson"]
