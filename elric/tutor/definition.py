"""What a game supplies to the tutor: lessons, a coach, practice. Each part is optional; without it only that feature is
missing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..kernel.chance import ChanceError, Source
from ..kernel.definition import GameDef
from ..kernel.game import Game
from ..kernel.hexgame import HexGame
from ..kernel.steps import Action
from ..kernel.verdict import Reason
from ..planning.definition import Arrow
from ..planning.memory import Memory
from . import doubts as why_not
from . import quickref
from .facts import Fact, Reading, Vocabulary, of_hexes
from .glossary import Glossary
from .luck import LessonChance
from .question import Kind
from .quickref import Section

if TYPE_CHECKING:
    from .puzzles import Puzzles

_MOST_SCENES: Final = 8  # of an example

# ---- what a coach says ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Danger:
    """What is at stake: exact odds in a sentence. `area`: where, for the map and the lab; "" when the lab has no part in it.
    `beyond`: of what the advice itself speaks about, what it has not said yet ("" for nothing); None where it is another matter."""

    words: str
    area: str = ""
    beyond: str | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach says: what is decided now, what can be done and why, what comes next.

    Attributes:
        clauses: numbers in the edition played.
        tip: a recommendation; empty where there is none. actions: the moves that carry it out: never empty beside a
            tip, and each is legal after those before it.  look: the place to click or look at first.
        risks: possible results with their odds, as far as the seat that decides can know them; the most favourable
            first.
        arrows: the recommendation on the map, with what follows it and what threatens.
    """

    title: str
    now: str
    why: str = ""
    next: str = ""
    clauses: tuple[str, ...] = ()
    tip: str = ""
    actions: tuple[Action, ...] = ()
    look: str = ""
    risks: tuple[Danger, ...] = ()
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """One step of an example: the position after it, one plain sentence or two, and the places to look at."""

    game: Game
    words: str
    look: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that cannot be done now, in words, and what forbids it."""

    what: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence, with the clause it rests on (a number of the edition played, or "")."""

    words: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A plain explanation. `kind` says in a word or two what sort of thing it is."""

    title: str
    kind: str
    lines: tuple[Line, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Mishap:
    """What somebody lost, in a sentence; the key of the lesson that shows how such a thing comes about; `at`: the number of the
    event that told it."""

    words: str
    lesson: str
    at: int


# ---- the interface --------------------------------------------------------------------------------------------------


class Teaching:
    """How one game is taught: a subclass, and one instance of it called TEACHING in the game's room `teaching`.

    Only `game` must be there. Everything else is optional; without it there are no lessons, no coach, and no practice
    questions but "which rule says this?", which every rule book can be asked.

    Attributes:
        game: the class of its games.
        place_kind, counter_kind, card_kind: the kinds of object of the notation that are places on the map, counters on
            it, and what else can be shown large ("" for nothing).
        facts: facts of the game's own that the goals of lessons may ask for.
        decisions: what the coach says of each step, by its name, before anything is recommended.
        lessons_folder: lesson files (see `lesson_files`) in the order of their names.
        glossary: its words in plain words.
        build_options: for `GameDef.build`, when a lesson's position is built.
        position_defaults: default values for parts of a lesson's position.
        luck_keys: keys of a step or a mistake that fix results of chance (see `read_luck`).
        moved_steps: old and new names ("lesson/step") of steps that were moved, so that a learner's progress is kept.
        other_names: names of things other than places that contain the name of a place.
    """

    game: ClassVar[type[Game]]
    place_kind: ClassVar[str] = "hex"
    counter_kind: ClassVar[str] = "unit"
    card_kind: ClassVar[str] = ""
    facts: ClassVar[Mapping[str, Fact]] = {}
    decisions: ClassVar[Mapping[str, Advice]] = {}
    lessons_folder: ClassVar[Path | None] = None
    glossary: Glossary = Glossary()
    build_options: ClassVar[Mapping[str, Any]] = {}
    position_defaults: ClassVar[Mapping[str, Any]] = {}
    luck_keys: ClassVar[tuple[str, ...]] = ("luck",)
    moved_steps: ClassVar[Mapping[str, str]] = {}
    other_names: ClassVar[Collection[str]] = ()

    @property
    def definition(self) -> GameDef:
        """The rules of the game."""
        return self.game.definition

    # ---- lessons

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What lesson files may name, and the facts that goals may ask for."""
        game = self.definition
        known = {
            name: game.notation.kinds[name]
            for name in (self.place_kind, self.counter_kind, self.card_kind)
            if name in game.notation.kinds
        }
        names = {name: {key: k for k, key in enumerate(kind.names())} for name, kind in known.items()}
        place, counter, card = (names.get(name, {}) for name in (self.place_kind, self.counter_kind, self.card_kind))
        titles = [known[name].title for name in (self.place_kind, self.counter_kind) if name in known]
        facts = {**of_hexes(game), **self.facts} if isinstance(game, HexGame) else self.facts
        return Vocabulary(game, place, counter, card, facts, " or ".join(titles))

    def read_luck(self, where: str, table: Mapping[str, Any], reading: Reading) -> Any:
        """The first results of chance in a step or a mistake, from its data; a false value where none are given. By
        default `luck` is a script in the game's own words: `luck = ["die 4"]`."""
        try:
            return tuple(self.definition.parse_results(reading.texts(where, table, "luck")))
        except ChanceError as e:
            reading.add(f"{where}, luck", str(e))
            return ()

    def script(self, game: Game, luck: Any, then: Source) -> Source:
        """A source of chance that gives what `read_luck` read, then the results of another source."""
        return LessonChance(luck, then)

    def called(self, thing: str) -> str:
        """What a place or a counter is called within a sentence."""
        return thing

    def on_board(self, view: Mapping[str, Any]) -> Collection[str]:
        """The counters that a view shows on the map."""
        if "stacks" in view:
            return {unit for stack in view["stacks"].values() for unit in stack["counters"] if unit}
        units: Collection[str] = view.get("units", ())
        return units

    # ---- moves in words

    def phrase(self, action: Action) -> str:
        """An action as a short sentence, for a button or an explanation: "March to the hill". By default in the words of its
        verb, its objects as they are `called`."""
        return self.definition.phrase(action, self.called)

    def phrase_at(self, game: Game, action: Action) -> str:
        """An action as a short sentence where it is done: sides, say, by their names."""
        return self.phrase(action)

    def together(self, verb: str, first: str) -> bool:
        """Whether a move with this verb is shown together with the moves just before it; `first`: the verb of the first
        of those."""
        return False

    def phrase_all(self, actions: Sequence[Action]) -> str:
        """Moves that are shown together, as one sentence."""
        return self.phrase(actions[0])

    def looks(self, action: Action) -> tuple[str, ...]:
        """Places to look at while an action is shown: by default every one it names."""
        notation = self.definition.notation
        return tuple(x for x in notation.text(action).split()[1:] if x in self.vocabulary.places)

    # ---- the coach

    def advice(
        self, game: Game, hand_open: bool = False, memory: Memory | None = None, *, first: bool = False
    ) -> Advice | None:
        """What to say to the seat that decides now; None where there is no coach. It is the same for every position that
        this seat cannot tell from the real one (`Game.resampled`). By default what `decisions` says of the step, with what
        `best` recommends and `risks` warns of.

        Args:
            game: it is not changed.
            hand_open: whether what the seat that decides holds hidden may be named, and may count in figures.
            memory: what was advised before in this sitting, where the coach holds to it.
            first: whether somebody marches for the first time: he is led to a battle soon, and the rest can wait.
        """
        said = self.decisions.get(game.step)
        if said is None or game.seat is None:
            return None
        action = self.best(game)
        if action is not None:
            look = next(iter(self.looks(action)), "")
            said = replace(said, tip=f"Try this: {self.phrase(action)}.", actions=(action,), look=look)
        return replace(said, risks=tuple(self.risks(game)))

    def best(self, game: Game) -> Action | None:
        """A legal action worth trying, from what the seat that decides may know; None where there is nothing to recommend."""
        return None

    def risks(self, game: Game) -> Sequence[Danger]:
        """What is at stake now, as far as the seat that decides can know; of several the best comes first."""
        return ()

    def example(
        self, game: Game, seed: int, names: Mapping[int, str] | None = None, told: Sequence[Action] = ()
    ) -> list[Scene]:
        """What could be done from here, step by step, on a copy in which everything hidden is dealt anew
        (`Game.resampled`); empty where there is nothing to show. By default what the coach advises, one action after another, as
        long as the same seat decides.

        Args:
            game: it is not changed.
            seed: for what is made up.
            names: the players by seat, for the sentences.
            told: what the coach has just said to do, which is shown first.
        """
        copy, scenes, left = game.resampled(game.seat, seed), list[Scene](), [*told]
        while copy.seat is not None and copy.seat == game.seat and len(scenes) < _MOST_SCENES:
            advice = None if left else self.advice(copy)
            left = left or [*(advice.actions[:1] if advice is not None else ())]
            if not left or not copy.verdict(left[0]):
                break
            action = left.pop(0)
            says = self.phrase_at(copy, action)
            copy.push(action)
            scenes.append(Scene(copy.copy(), f"{says}.", self.looks(action)))
        return scenes

    def doubts(self, game: Game, hand_open: bool = False) -> list[Doubt]:
        """What one might expect to be able to do now and cannot, the likeliest first. By default what the step knows and the
        rules refuse.

        Args:
            game: the game.
            hand_open: whether what the seat that decides holds hidden may be named.
        """
        book = self.definition.verbs
        found = why_not.refusals(game, lambda a: Doubt(self.phrase(a), game.verdict(a).reasons), book, not hand_open)
        return found[: why_not.MOST]

    def what(self, thing: str, view: Mapping[str, Any]) -> Card | None:
        """What is this? A card on anything that can be pointed at ("unit:red-1"), with what that view may know. By default one
        on each counter of which `lines` tells something."""
        kind, _, key = thing.partition(":")
        lines = tuple(self.lines(key)) if kind == "unit" and key in self.on_board(view) else ()
        return Card(self.called(key), "counter", lines) if lines else None

    def lines(self, counter: str) -> Sequence[Line]:
        """What there is to tell of a counter that lies open."""
        return ()

    def mishap(self, story: Sequence[Mapping[str, Any]], seat: int) -> Mishap | None:
        """What a seat lost that a lesson would have shown, from the story as anybody reads it; None for nothing."""
        return None

    # ---- practice

    def kinds(self) -> Mapping[str, Kind]:
        """The game's own kinds of practice question, in the order in which they are taught."""
        return {}

    @property
    def puzzles(self) -> Puzzles | None:
        """The game's puzzles; None where it has none."""
        return None

    def backdrop(self, edition: str) -> Game:
        """The position shown on the map beside a question about the rule book: by default the first scenario as it
        begins."""
        known = self.definition.scenarios()
        return self.game(next(key for key, x in known.items() if edition in x.editions), edition)

    def quick_sections(self, edition: str) -> Sequence[Section]:
        """The boxes of an edition's quick reference, in order; none where there is no reference."""
        return ()

    def quick_reference(self, edition: str) -> str:
        """The quick reference of an edition as HTML, written and escaped here; "" where there is none."""
        return quickref.fragment(self.quick_sections(edition))

    def quick_sheet(self, edition: str) -> str:
        """The quick reference of an edition as a page to print."""
        title = f"{self.definition.title}: {self.definition.titles[edition]}"
        return f'<!doctype html><meta charset="utf-8"><title>{escape(title)}</title>{self.quick_reference(edition)}'


__all__ = ["Advice", "Card", "Danger", "Doubt", "Line", "Mishap", "Scene", "Teaching"]
