"""Data classes of a lesson: its steps for each edition, and the mistakes that each step expects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..kernel.failure import ElricError
from .definition import Teaching
from .facts import Test


class LessonError(ElricError, ValueError):
    """Lesson files cannot be used. `problems` lists every fault: file, step, and what is wrong."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(problems))


@dataclass(frozen=True, slots=True)
class Mistake:
    """A likely wrong move, the comment on it, and the moves that show its consequences. `when` is a pattern, or "" when
    `test` decides."""

    when: str
    test: Test | None
    actions: tuple[str, ...]
    say: str
    clause: tuple[str, ...]
    look: tuple[str, ...] = ()
    punish: tuple[str, ...] = ()
    luck: Any = ()


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step as it is taken in one edition. `rules` is the edition in force; `luck`: the first results of chance; `switches`: what
    is played otherwise than in those rules."""

    id: str
    edition: str
    rules: str
    kind: str  # "do", "look" or "question"
    tell: str
    goal: str
    hints: tuple[str, str, str]
    solution: tuple[str, ...]
    after: str
    clauses: tuple[str, ...]
    success: Test
    failure: Test | None = None
    failed: str = ""
    position: Mapping[str, Any] | None = None
    scenario: str = ""
    seed: int = 0
    switches: tuple[str, ...] = ()
    continues: bool = False
    before: tuple[str, ...] = ()
    luck: Any = ()
    find: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    right: int = 0
    replies: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    offer: tuple[tuple[str, str], ...] = ()
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenLesson:
    """One lesson. `steps` by edition; `file`: the file it was read from; `teaching`: that of its game."""

    teaching: Teaching = field(repr=False, compare=False)
    key: str
    title: str
    chapter: str
    says: str
    minutes: int
    file: str
    steps: Mapping[str, tuple[LessonStep, ...]] = field(default_factory=dict)

    @property
    def editions(self) -> tuple[str, ...]:
        """Editions it is taught in."""
        return tuple(self.steps)


__all__ = ["LessonError", "LessonStep", "Mistake", "WrittenLesson"]
