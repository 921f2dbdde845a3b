"""Practice questions made from steps of the course, asked again without their explanations. One kind of question for
each lesson.

A step that is solved on the board becomes a task: it is carried out in the practice room (`Question.task`), and is
right when its goal is reached without a mistake. A step that is answered is asked with its answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from random import Random
from typing import Final

from .classroom import stage
from .definition import Teaching
from .lesson import LessonStep, WrittenLesson
from .lessons import clauses_taught, lessons
from .question import Draft, Kind

PREFIX: Final = "lesson-"
DONE, NOT_DONE = "Done", "Not done"


@cache
def again(teaching: Teaching) -> Mapping[str, Kind]:
    """A kind of question for each lesson, in the order of the course."""
    return {
        f"{PREFIX}{key}": Kind(f"{PREFIX}{key}", one.title, (), partial(_any_step, one))
        for key, one in lessons(teaching).items()
    }


@cache
def steps_of(teaching: Teaching, edition: str, number: str) -> tuple[str, ...]:
    """The steps ("lesson/step") that teach a clause; those whose main subject it is come first."""
    found = _taught(teaching)[edition].get(number, [])
    return tuple(sorted(found, key=lambda place: step_at(teaching, edition, place)[1].clauses[0] != number))


@cache
def _taught(teaching: Teaching) -> Mapping[str, Mapping[str, list[str]]]:
    return clauses_taught(teaching)


def step_at(teaching: Teaching, edition: str, place: str) -> tuple[WrittenLesson, LessonStep, int]:
    """A lesson, its step, and the number of that step from 0."""
    key, _, name = place.partition("/")
    lesson = lessons(teaching)[key]
    at, step = next((k, s) for k, s in enumerate(lesson.steps[edition]) if s.id == name)
    return lesson, step, at


@cache
def first_taught(teaching: Teaching, edition: str) -> Mapping[str, int]:
    """For each clause the number (from 0) of the first lesson whose main subject it is."""
    order = {key: k for k, key in enumerate(lessons(teaching))}
    out: dict[str, int] = {}
    for number in _taught(teaching)[edition]:
        places = steps_of(teaching, edition, number)
        if places:
            out[number] = order[places[0].partition("/")[0]]
    return out


def draft(lesson: WrittenLesson, edition: str, at: int, number: str = "") -> Draft:
    """The question that a step makes."""
    step = lesson.steps[edition][at]
    numbers = dict.fromkeys((*filter(None, (number,)), *step.clauses))
    cited = tuple(tuple(n if e == edition else "" for e in lesson.teaching.definition.editions) for n in numbers)
    facts = {"step": f"{lesson.key}/{step.id}"} | ({"number": number} if number else {})
    g = stage(lesson, edition, at)
    if step.kind == "question":
        replies = [
            (a, m) for k, (a, m) in enumerate(zip(step.answers, step.replies, strict=True), 1) if k != step.right
        ]
        why = " ".join(filter(None, (step.replies[step.right - 1], step.after)))
        right = step.answers[step.right - 1]
        return Draft(step.goal, g, right, tuple(replies), why, cited, step.look, facts=facts, show=step.show)
    wrong = ((NOT_DONE, "That is another way than the one that was asked for."),)
    task = f"{lesson.key}/{step.id}@{edition}"
    return Draft(
        step.goal, g, DONE, wrong, step.after, cited, step.look, facts=facts, ordered=True, task=task, show=step.show
    )


def about_step(teaching: Teaching, edition: str, number: str, rng: Random) -> tuple[Kind, Draft] | None:
    """A question about one clause, made of a step that teaches it; None where no step does."""
    places = steps_of(teaching, edition, number)
    if not places:
        return None
    first = places[0].partition("/")[0]  # a later lesson would ask for more than this clause
    near = [place for place in places if place.partition("/")[0] == first]
    lesson, _, at = step_at(teaching, edition, rng.choice(near))
    return again(teaching)[f"{PREFIX}{lesson.key}"], draft(lesson, edition, at, number)


def _any_step(lesson: WrittenLesson, rng: Random, edition: str) -> Draft | None:
    steps = lesson.steps.get(edition)
    return draft(lesson, edition, rng.randrange(len(steps))) if steps else None


def solved_clauses(teaching: Teaching, edition: str, solved: set[str]) -> Iterator[str]:
    """The clauses that solved steps teach, in the order of the course, each once."""
    seen: set[str] = set()
    for key, lesson in lessons(teaching).items():
        for step in lesson.steps.get(edition, ()):
            for number in step.clauses if f"{key}/{step.id}" in solved else ():
                if number not in seen:
                    seen.add(number)
                    yield number


__all__ = [
    "DONE",
    "NOT_DONE",
    "PREFIX",
    "about_step",
    "again",
    "draft",
    "first_taught",
    "solved_clauses",
    "step_at",
    "steps_of",
]
