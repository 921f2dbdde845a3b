"""The game of Elric's coach, words and course, as the page asks for them. `TEACHING` is all it asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from elric.tutor import glossary, quickref
from elric.tutor import lessons as lessons_
from elric.tutor.coach import Advice, advice
from elric.tutor.example import Scene, example
from elric.tutor.lessons import Lesson, clauses_taught, lessons
from elric.tutor.whynot import Doubt, doubts
from elric.young_kingdoms.game import Game

__all__ = ["TEACHING"]


class YoungKingdomsTeaching:
    """What the page asks of it."""

    lessons_folder = lessons_.FOLDER
    glossary = glossary

    def advice(self, g: Game) -> Advice:
        return advice(g)

    def doubts(self, g: Game, hand_open: bool) -> list[Doubt]:
        return doubts(g, hand_open)

    def example(self, g: Game, seed: int, names: Mapping[int, str]) -> list[Scene]:
        return example(g, seed, names)

    def lessons(self) -> Mapping[str, Lesson]:
        return lessons()

    def clauses_taught(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        return clauses_taught()

    def quick_reference(self, edition: str) -> str:
        return quickref.fragment(edition)


TEACHING: Final = YoungKingdomsTeaching()
