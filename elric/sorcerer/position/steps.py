"""The steps of this game by name: what calls one up from below names it, so that no files import each other in a circle."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from elric.kernel import sealed, steps
from elric.kernel.context import Context
from elric.kernel.rules import always, drop, no, push
from elric.kernel.steps import Action, Frame
from elric.kernel.verdict import Why

BOOK: Final = steps.StepBook()


class Step(steps.Step):
    """A decision of this game."""

    book = BOOK


class Auto(steps.Auto):
    """Something that happens by itself in this game."""

    book = BOOK


class Sealed(sealed.Sealed):
    """A decision that several seats make at the same time."""

    book = BOOK


class OfSide(NamedTuple):
    """The frame of a step that one side decides or does."""

    step: Any
    side: int


class SealedFrame(NamedTuple):
    """The frame of a step that several decide: the step, and their choices so far."""

    step: Any
    seals: tuple[tuple[int, Action], ...]


def frame(name: str, *data: Any) -> Frame:
    """The frame of a step, by its name."""
    return BOOK.frame(name, *data)


__all__ = [
    "BOOK", "Action", "Auto", "Context", "Frame", "OfSide", "Sealed", "SealedFrame", "Step", "Why", "always", "drop", "frame", "no", "push"
]  # fmt: skip
