"""What the game of Elric hands the tutor: its course, its coach, its practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

from elric.kernel.chance import Source
from elric.kernel.game import Game as AnyGame
from elric.kernel.steps import Action
from elric.planning.memory import Memory
from elric.tutor.definition import Advice, Doubt, Scene, Teaching
from elric.tutor.facts import Reading
from elric.tutor.puzzles import Puzzles
from elric.tutor.question import Kind
from elric.tutor.quickref import Section
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching import coach, example, goal_facts, mishaps, phrases, what, whynot
from elric.young_kingdoms.teaching.glossary import GLOSSARY
from elric.young_kingdoms.teaching.luck import Luck, Script

# Moves of one verb that are shown at one go, and what is said of them.
_TOGETHER: Final = {"drop": "Leave {} behind", "lose": "Take {} off", "ready": ""}
_GOING: Final = ("step", "sail", "land", "attack", "march", "retreat", "withdraw", "fly", "fight", "sway", "search")


class Course(Teaching):
    """How the game of Elric is taught."""

    game: ClassVar = Game
    lessons_folder: ClassVar = Path(__file__).parent / "data" / "lessons"
    glossary = GLOSSARY
    # a lesson may stand a nation on the board without its leaders, which would fall apart at the next count
    build_options: ClassVar = {"leaderless": True}
    position_defaults: ClassVar = {"scenario": "successor"}
    luck_keys: ClassVar = ("dice", "draws")
    place_kind: ClassVar = "area"
    counter_kind: ClassVar = "piece"
    card_kind: ClassVar = "spell"
    facts: ClassVar = goal_facts.FACTS
    moved_steps: ClassVar = {
        "march/once-chaosium": "editions/once-chaosium",
        "march/once-avalon": "editions/once-avalon",
    }

    other_names: ClassVar = frozenset((*pieces.NAMES, *spells.NAMES)) - frozenset(BOARD.names)

    def read_luck(self, where: str, table: Mapping[str, Any], reading: Reading) -> Luck:
        """`dice = [4, 2]` and `draws = ["arkyn"]`: faces and spells, each in its order."""
        dice = table.get("dice", [])
        if not isinstance(dice, list) or not all(isinstance(x, int) and 1 <= x <= 6 for x in dice):
            reading.add(f"{where}, dice", "must be faces from 1 to 6")
            dice = []
        return Luck(tuple(dice), reading.listed(where, table, "draws", spells.INDEX))

    def script(self, game: AnyGame, luck: Luck, then: Source) -> Source:
        return Script(game, luck.dice, luck.draws, then)

    def called(self, thing: str) -> str:
        return words.area(BOARD.index[thing]) if thing in BOARD.index else words.unit(pieces.INDEX[thing])

    # ---- moves in words

    def phrase(self, action: Action) -> str:
        return phrases.phrase(action)

    def together(self, verb: str, first: str) -> bool:
        return (verb == "join" and first in ("lead", "join")) or (verb in _TOGETHER and verb == first)

    def phrase_all(self, actions: Sequence[Action]) -> str:
        verb = actions[0].verb
        pattern = "Take up {}" if verb == "lead" else "Take {} along" if verb == "join" else _TOGETHER.get(verb, "")
        return pattern.format(words.units([a.args[0] for a in actions])) if pattern else phrases.phrase(actions[0])

    def looks(self, action: Action) -> tuple[str, ...]:
        return (GAME.notation.text(action).split()[-1],) if action.verb in _GOING else ()

    # ---- the coach

    def advice(
        self, game: Any, hand_open: bool = False, memory: Memory | None = None, *, first: bool = False
    ) -> Advice:
        return coach.advice(game, hand_open, memory, first=first)

    def example(
        self, game: Any, seed: int, names: Mapping[int, str] | None = None, told: Sequence[Any] = ()
    ) -> list[Scene]:
        return example.example(game, seed, names, told)

    def doubts(self, game: Any, hand_open: bool = False) -> list[Doubt]:
        return whynot.doubts(game, hand_open)

    what = staticmethod(what.what)
    mishap = staticmethod(mishaps.mishap)

    # ---- practice

    def kinds(self) -> Mapping[str, Kind]:
        from elric.young_kingdoms.teaching.question_kinds import every

        return every.KINDS

    @cached_property
    def puzzles(self) -> Puzzles:
        from elric.young_kingdoms.teaching.puzzles import YoungKingdomsPuzzles

        return YoungKingdomsPuzzles(self)

    def backdrop(self, edition: str) -> Game:
        return Game.at({"scenario": "successor", "rules": edition, "turn": 3}, leaderless=True)

    def quick_sections(self, edition: str) -> Sequence[Section]:
        from elric.young_kingdoms.teaching import quickref

        return quickref.sections(edition)

    def quick_sheet(self, edition: str) -> str:
        from elric.young_kingdoms.teaching import quickref_sheet

        return quickref_sheet.html(edition)


TEACHING: Final = Course()
