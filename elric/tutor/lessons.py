"""The courses: every lesson of a game in order, by chapter, and which clauses its steps teach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from .definition import Teaching
from .lesson import LessonError, Mistake, WrittenLesson
from .lesson_files import read_lesson


def read_course(teaching: Teaching, files: Iterable[tuple[str, str]]) -> dict[str, WrittenLesson]:
    """Lessons of a game by key, from (file name, text) in course order.

    Raises:
        LessonError: with the faults of all files.
    """
    bad: list[str] = []
    course: dict[str, WrittenLesson] = {}
    for file, text in files:
        try:
            one = read_lesson(teaching, text, file)
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
def lessons(teaching: Teaching) -> Mapping[str, WrittenLesson]:
    """The whole course of a game by key, in order; empty where there is none.

    Raises:
        LessonError: with the faults of all files.
    """
    folder = teaching.lessons_folder
    files = sorted(folder.glob("*.toml")) if folder is not None else ()
    return read_course(teaching, ((f.name, f.read_text(encoding="utf-8")) for f in files))


def chapters(teaching: Teaching) -> dict[str, list[WrittenLesson]]:
    """Lessons by chapter, in order."""
    out: dict[str, list[WrittenLesson]] = {}
    for one in lessons(teaching).values():
        out.setdefault(one.chapter, []).append(one)
    return out


def clauses_taught(teaching: Teaching) -> dict[str, dict[str, list[str]]]:
    """For each edition, every clause with the steps ("lesson/step") that teach it; an empty list where none does."""
    out: dict[str, dict[str, list[str]]] = {}
    game = teaching.definition
    for e in game.editions:
        out[e] = {c.number: [] for c in game.register().of(e)}
        for one in lessons(teaching).values():
            for step in one.steps.get(e, ()):
                for n in step.clauses:
                    out[e][n].append(f"{one.key}/{step.id}")
    return out


__all__ = ["LessonError", "Mistake", "WrittenLesson", "chapters", "clauses_taught", "lessons"]
__all__ += ["read_course", "read_lesson"]
