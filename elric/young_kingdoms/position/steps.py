"""The steps of this game: each stands in one book under its name."""

from __future__ import annotations

from typing import ClassVar

from elric.kernel import steps
from elric.kernel.steps import StepBook

BOOK = StepBook()
frame_of = BOOK.frame


class Step(steps.Step):
    """A step of the game of Elric in which somebody decides."""

    book: ClassVar = BOOK


class Auto(steps.Auto):
    """A step of the game of Elric that runs by itself."""

    book: ClassVar = BOOK
