"""The steps of this game: each stands in one book under its name.

What the frame of a step holds is declared with it: `holds`, a named tuple whose first field is the step, and `words`, how
each of the others is said in a position (`fields.Word`).
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from elric.kernel import steps
from elric.kernel.steps import Bare, StepBook
from elric.young_kingdoms.components.notation import VERBS
from elric.young_kingdoms.position.seen import AskedView

TO_END: Final = VERBS.add("end", "", "End the phase", closes=True, shown=True, wished=True)

BOOK = StepBook()
frame_of = BOOK.frame


class Step(steps.Step):
    """A step of the game of Elric in which somebody decides."""

    book: ClassVar = BOOK
    holds: ClassVar[Any] = Bare
    words: ClassVar[tuple[Any, ...]] = ()
    of_battle: ClassVar[bool] = False  # whether it has a battle before it: without one there is nothing to decide
    # What rooms above ask: whether it is decided on the map, and an area that cannot be chosen there is only looked at; whether
    # what is done lies on the table; whether the hand is all that it is about, or its example shows some of it; what a player
    # had who could but end it.
    on_map: ClassVar[bool] = False
    browses: ClassVar[bool] = False
    public: ClassVar[bool] = False
    secrets: ClassVar[str] = ""
    idle: ClassVar[str] = ""

    def asked(self, s: Any, frame: Any, own: bool) -> AskedView:
        """What it is about beyond what lies on the board, as everybody may see it, or (`own`) the seat that decides."""
        return {}


class Auto(steps.Auto):
    """A step of the game of Elric that runs by itself."""

    book: ClassVar = BOOK
    holds: ClassVar[Any] = Bare
    words: ClassVar[tuple[Any, ...]] = ()
    of_battle: ClassVar[bool] = False
