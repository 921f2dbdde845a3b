"""The steps of this game: each stands in one book under its name.

What the frame of a step holds is declared with it: `holds`, a named tuple whose first field is the step, and `words`, how
each of the others is said in a position (`fields.Word`).
"""

from __future__ import annotations

from typing import Any, ClassVar

from elric.kernel import steps
from elric.kernel.steps import Bare, StepBook

BOOK = StepBook()
frame_of = BOOK.frame


class Step(steps.Step):
    """A step of the game of Elric in which somebody decides."""

    book: ClassVar = BOOK
    holds: ClassVar[Any] = Bare
    words: ClassVar[tuple[Any, ...]] = ()
    of_battle: ClassVar[bool] = False  # whether it has a battle before it: without one there is nothing to decide


class Auto(steps.Auto):
    """A step of the game of Elric that runs by itself."""

    book: ClassVar = BOOK
    holds: ClassVar[Any] = Bare
    words: ClassVar[tuple[Any, ...]] = ()
    of_battle: ClassVar[bool] = False
