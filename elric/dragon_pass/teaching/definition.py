"""What *White Bear and Red Moon* hands the tutor: its course, its coach, its practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

from elric.dragon_pass.components.board import BOARD, INDEX
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.description import phrases
from elric.dragon_pass.game import Game
from elric.dragon_pass.teaching import coach, example, goal_facts, mishaps, what, whynot
from elric.dragon_pass.teaching.glossary import GLOSSARY
from elric.kernel.steps import Action
from elric.planning.memory import Memory
from elric.tutor.definition import Advice, Doubt, Scene, Teaching
from elric.tutor.facts import Reading
from elric.tutor.puzzles import Puzzles
from elric.tutor.question import Kind
from elric.tutor.quickref import Section


class Course(Teaching):
    """How the game is taught."""

    game: ClassVar = Game
    lessons_folder: ClassVar = Path(__file__).parent / "data" / "lessons"
    glossary = GLOSSARY
    position_defaults: ClassVar = {"scenario": "tax-collectors", "player": "sartar", "order": ["sartar", "lunar"]}
    luck_keys: ClassVar = ("dice",)
    facts: ClassVar = goal_facts.FACTS

    def read_luck(self, where: str, table: Mapping[str, Any], reading: Reading) -> tuple[int, ...]:
        """`dice = [4, 2]`: faces, in their order."""
        dice = table.get("dice", [])
        if not isinstance(dice, list) or not all(isinstance(x, int) and 1 <= x <= 6 for x in dice):
            reading.add(f"{where}, dice", "must be faces from 1 to 6")
            return ()
        return tuple(face - 1 for face in dice)

    def called(self, thing: str) -> str:
        return BOARD.where(INDEX[thing]) if thing in INDEX else UNITS[BY_ID[thing]].name

    # ---- moves in words

    def phrase(self, action: Action) -> str:
        return phrases.phrase(action)

    def together(self, verb: str, first: str) -> bool:
        return (verb == "join" and first in ("lead", "join")) or (verb in ("step", "crack") and verb == first)

    def phrase_all(self, actions: Sequence[Action]) -> str:
        if actions[0].verb in ("lead", "join"):
            return phrases.taken_up(actions)
        return phrases.phrase(actions[-1])

    def looks(self, action: Action) -> tuple[str, ...]:
        return phrases.hexes(action)[-1:]

    # ---- the coach

    def advice(
        self, game: Any, hand_open: bool = False, memory: Memory | None = None, *, first: bool = False
    ) -> Advice | None:
        return coach.advice(game, memory, first)

    def example(
        self, game: Any, seed: int, names: Mapping[int, str] | None = None, told: Sequence[Any] = ()
    ) -> list[Scene]:
        return example.example(game, seed, names, told)

    def doubts(self, game: Any, hand_open: bool = False) -> list[Doubt]:
        return whynot.doubts(game)

    what = staticmethod(what.what)
    mishap = staticmethod(mishaps.mishap)

    # ---- practice

    def kinds(self) -> Mapping[str, Kind]:
        from elric.dragon_pass.teaching.question_kinds import every

        return every.KINDS

    @cached_property
    def puzzles(self) -> Puzzles:
        from elric.dragon_pass.teaching.puzzles import DragonPassPuzzles

        return DragonPassPuzzles(self)

    def backdrop(self, edition: str) -> Game:
        return Game.at(_BACKDROP)

    def quick_sections(self, edition: str) -> Sequence[Section]:
        from elric.dragon_pass.teaching import quickref

        return quickref.sections()


# Both armies at home, for the map behind a question about the book.
_BACKDROP: Final = {
    "scenario": "complete-game",
    "player": "sartar",
    "order": ["sartar", "lunar"],
    "day": 0,
    "turn": 2,
    "stacks": {
        "1526": ["prince-argrath", "militia-foot-1", "militia-foot-2"],
        "2124": ["militia-cavalry-1", "militia-foot-3"],
        "3027": ["militia-cavalry-2", "militia-foot-4"],
        "0930": ["stormwalkers-cult", "wind-children"],
        "4310": ["red-emperor", "furthest-garrison-1"],
        "4010": ["major-class-1", "minor-class-1"],
        "3411": ["bagnot", "2nd-furthest-horse"],
        "3619": ["whipstock", "uplands"],
    },
}

TEACHING: Final = Course()
