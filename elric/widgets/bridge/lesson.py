"""A lesson as one widget, for a notebook: `Lesson("march")` in a cell is the whole lesson, map and all."""

from __future__ import annotations

from collections.abc import Iterable

from elric.widgets.bridge.page import Page
from elric.widgets.rooms.lesson import LessonRoom

__all__ = ["Lesson"]


class Lesson(Page):
    """A lesson to take, with the list of all others.

    Args:
        key: of the lesson ("march"); without one, the first.
        edition: "avalon-hill" or "chaosium".
        solved: steps known to be solved, as "lesson/step" (see `LessonRoom.solved`).

    Raises:
        UnknownLesson: with "did you mean".
    """

    session: LessonRoom

    def __init__(self, key: str = "", edition: str = "", solved: Iterable[str] = ()) -> None:
        super().__init__(LessonRoom(key, edition, solved))
