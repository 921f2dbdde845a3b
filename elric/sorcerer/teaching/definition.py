"""What *Sorcerer* hands the tutor: its course, its coach, its practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from elric.kernel.steps import Action
from elric.planning.memory import Memory
from elric.sorcerer.game import Game
from elric.sorcerer.teaching import coach, goal_facts, phrases, what, whynot
from elric.sorcerer.teaching.glossary import GLOSSARY
from elric.tutor.definition import Advice, Doubt, Teaching
from elric.tutor.question import Kind
from elric.tutor.quickref import Section


class Course(Teaching):
    """How the game is taught."""

    game: ClassVar = Game
    lessons_folder: ClassVar = Path(__file__).parent / "data" / "lessons"
    glossary = GLOSSARY
    position_defaults: ClassVar = {"scenario": "rivalry"}
    facts: ClassVar = goal_facts.FACTS

    called = staticmethod(phrases.called)

    def on_board(self, view: Mapping[str, Any]) -> set[str]:
        return {counter["unit"] for stack in view["stacks"].values() for counter in stack}

    # ---- moves in words

    def phrase(self, action: Action) -> str:
        return phrases.phrase(action)

    def phrase_at(self, game: Any, action: Action) -> str:
        return phrases.phrase(action, game.state)

    def together(self, verb: str, first: str) -> bool:
        return (verb == "take" and first == "take") or (verb == "step" and first == "step")

    def phrase_all(self, actions: Sequence[Action]) -> str:
        if actions[0].verb == "take":
            return f"Take up {phrases.units(a.args[0] for a in actions)}"
        return phrases.phrase(actions[-1])

    # ---- the coach

    def advice(
        self, game: Any, hand_open: bool = False, memory: Memory | None = None, *, first: bool = False
    ) -> Advice | None:
        return coach.advice(game)

    def doubts(self, game: Any, hand_open: bool = False) -> list[Doubt]:
        return whynot.doubts(game) or super().doubts(game, hand_open)

    what = staticmethod(what.what)

    # ---- practice

    def kinds(self) -> Mapping[str, Kind]:
        from elric.sorcerer.teaching.question_kinds import every

        return every.KINDS

    def backdrop(self, edition: str) -> Game:
        return self.game.at(_BACKDROP)

    def quick_sections(self, edition: str) -> Sequence[Section]:
        from elric.sorcerer.teaching import quickref

        return quickref.sections()


# Balt and Dnai at home, for the map behind a question about the book.
_BACKDROP: Final = {
    "scenario": "rivalry",
    "stacks": {
        "2016": ["fortress-orange-8", "sorcerer-green-orange-purple", "sorcerer-orange-1"],
        "2017": ["green-infantry-1", "green-infantry-2"],
        "0710": ["fortress-yellow-4", "sorcerer-blue-yellow", "sorcerer-yellow-1"],
        "0711": ["blue-infantry-1", "blue-infantry-2"],
        "0611": ["sorcerer-blue-1", "blue-troll-1"],
    },
}

TEACHING: Final = Course()
