"""The steps of this game by name: what calls one up from below names it, so that no files import each other in a circle."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from elric.dragon_pass.components.notation import VERBS, Action
from elric.kernel import steps
from elric.kernel.context import Context
from elric.kernel.rules import always, drop, no, push
from elric.kernel.steps import Bare, Frame
from elric.kernel.verdict import Why

TO_DONE: Final = VERBS.add("done", "", "Go on", closes=True, wished=True)

BOOK: Final = steps.StepBook()


class Step(steps.Step):
    """A decision of this game."""

    book = BOOK
    holds: ClassVar[Any] = Bare


class Auto(steps.Auto):
    """Something that happens by itself in this game."""

    book = BOOK
    holds: ClassVar[Any] = Bare


def frame(name: str, *data: Any) -> Frame:
    """The frame of a step, by its name."""
    return BOOK.frame(name, *data)


__all__ = ["Action", "Auto", "Bare", "Context", "Frame", "Step", "Why", "always", "drop", "frame", "no", "push"]
