"""What a game hands over to the house: its rules, behind one interface.

A game is a subclass of `GameDef` and one instance of it. The kernel, the lab, the tutor, the page, the opponents and the
command line ask that instance, and know no game by name.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, ClassVar, NamedTuple, Protocol

from . import position_line, running, scripts, views
from .chance import Chance
from .citing import Citing
from .clauses import Register, Ruleset, Switch, cite
from .context import Context, NumberedContext
from .lawbook import Law
from .native import mypyc_attr
from .notation import Notation
from .scripts import Result
from .steps import Action
from .verbs import VerbBook
from .verdict import Reason, Verdict
from .views import EventKind, Readers, readers


class ScenarioLike(Protocol):
    """What every scenario says of itself. Games may add to it."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def editions(self) -> tuple[str, ...]: ...


class Scenario(NamedTuple):
    """A scenario with no more to it than every scenario has; `stacks` has the counters that stand on each hex when it begins."""

    key: str
    title: str
    says: str
    seats: int
    editions: tuple[str, ...]
    stacks: Mapping[str, Sequence[str]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class GameDef(ABC):
    """The rules of one game.

    Attributes:
        key: the name by which the game is asked for, and the first word of its saves.
        title: its printed name.
        says: one sentence for a stranger: what this game is.
        schema: version number of its saves.
        editions: names of the editions, in the order in which clauses are cited; `titles` and `marks` are their names in
            full and in short, by default the same.
        rulebook: its clauses and switches.
        plays: its scenarios, where they are not read from data (then `scenarios` gives them).
        edition: the edition that is played where none is named, by default the first.
        phases: names of the phases by number (`state.phase`).
        verbs: what can be done, each with all that is said of it.
        notation: actions as text and back.
        events: the kinds of event that the rules tell of (`Context.tell`).
        readers: who may read what of each kind, where `events` does not say it.
        order_of_play, victory: clauses (one number for each edition) on which it rests that something has to wait, and that
            the game is over.
        luck_stands, seat_stands: why nothing can be taken back after luck, and after another seat began to decide.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[str]
    schema: ClassVar[int] = 1
    editions: ClassVar[tuple[str, ...]]
    rulebook: ClassVar[Law]
    plays: ClassVar[Sequence[ScenarioLike]] = ()
    titles: ClassVar[Mapping[str, str]] = {}
    marks: ClassVar[Mapping[str, str]] = {}
    edition: ClassVar[str] = ""
    phases: ClassVar[tuple[str, ...]]
    verbs: ClassVar[VerbBook[Any]]
    notation: ClassVar[Notation]
    events: ClassVar[Mapping[str, EventKind]] = {}
    readers: ClassVar[Mapping[str, Readers]] = {}
    order_of_play: ClassVar[tuple[str, ...]] = ()
    victory: ClassVar[tuple[str, ...]] = ()
    luck_stands: ClassVar[str] = "Dice have been rolled or a card drawn, and that cannot be taken back."
    seat_stands: ClassVar[str] = "The other player decides now, so what came before stands."

    def __init_subclass__(cls) -> None:
        # what follows from the rest need not be said
        if "editions" in vars(cls):
            cls.edition = cls.edition or cls.editions[0]
            cls.titles = cls.titles or {edition: edition.capitalize() for edition in cls.editions}
            cls.marks = cls.marks or cls.titles
        if "events" in vars(cls) and not cls.readers:
            cls.readers = {kind: readers(e.everybody, e.concerned) for kind, e in cls.events.items()}

    # ---- the law

    def register(self) -> Register:
        """The clause register of all editions: by default those of `rulebook`."""
        return self.rulebook.register()

    def ruleset(self, spec: str | Mapping[str, object] | Ruleset) -> Ruleset:
        """The ruleset a spec describes. Raises RulesetError, with a hint."""
        return self.rulebook.ruleset(spec)

    def switches(self, scenario: str) -> tuple[Switch, ...]:
        """What a table can choose otherwise in a scenario, each with its sentence and its values, in the order of the data."""
        known = self.register().switches.values()
        return tuple(switch for switch in known if not switch.scenarios or scenario in switch.scenarios)

    def scenarios(self) -> Mapping[str, Any]:
        """Every scenario (`ScenarioLike`) by key, in the order of the book: by default those in `plays`."""
        return {scenario.key: scenario for scenario in self.plays}

    @property
    def citing(self) -> Citing:
        """How the sources of these rules cite their clauses."""
        return Citing(self)

    def about(self, scenario: Any) -> dict[str, Any]:
        """A scenario as plain data: key, title, says, seats, editions, and the clause of each edition that describes it."""
        said = {name: getattr(scenario, name) for name in ("key", "title", "says", "seats")}
        return {**said, "editions": list(scenario.editions), "clauses": {}}

    def cite(self, clause: Any, edition: str) -> str:
        """The number to show to players of an edition for a citation (see `kernel.clauses.cite`)."""
        return cite(clause, edition, self.marks)

    def over(self) -> Reason:
        """Why nothing can be done in a game that is over."""
        return Reason(self.victory or ("",) * len(self.editions), "The game is over.")

    def not_now(self, state: Any, verb: str) -> Reason:
        """Why an action of another step must wait: the order of play, and what can be done instead."""
        able = tuple(sorted({a.verb for a in running.legal(state)}))
        these = " or ".join(f"“{other}”" for other in able)
        text = f"{self.waits(state, verb)}, but {these}."
        return Reason(
            self.order_of_play or ("",) * len(self.editions), text, f"What can be done now: {these}.", do=able
        )

    def waits(self, state: Any, verb: str) -> str:
        """That an action of another step must wait, in words that go on with what is asked for instead."""
        return f"In this part of the {self.phases[state.phase]} phase “{verb}” is not what is asked for"

    def verdict(self, state: Any, action: Action) -> Verdict:
        """Whether an action is legal in a position, with every reason against it."""
        said = running.verdict(state, action)
        if said is None:
            return Verdict(False, (self.not_now(state, action.verb) if state.agenda else self.over(),))
        return said if said.ok else Verdict(False, self.followed(state, said.reasons))

    def followed(self, state: Any, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        """Reasons whose fixes can be followed from here; a game that names no actions in its fixes gives them as they are."""
        return reasons

    # ---- positions

    @abstractmethod
    def new_state(self, scenario: Any, rules: Ruleset) -> Any:
        """A position with everything still to be set up."""

    @abstractmethod
    def build(self, position: Mapping[str, Any], /) -> Any:
        """A state from plain data. Raises ValueError with every fault."""

    def parse_position(self, text: str) -> dict[str, Any]:
        """A position from its one line of text. Raises ValueError, with what is wrong."""
        return position_line.unpack(self.key, text)

    def position_text(self, position: Mapping[str, Any]) -> str:
        """A position as one line of text, hidden things in it too. Raises ValueError with every fault."""
        self.build(position)
        return position_line.pack(self.key, position)

    def draft(self, position: Mapping[str, Any]) -> tuple[Any, list[str]]:
        """A state from plain data as far as it can be made, None where it cannot, and every fault that it has: for whoever is
        still writing the position."""
        try:
            return self.build(position), []
        except ValueError as error:
            return None, list(getattr(error, "problems", ())) or [str(error)]

    def plain_copy(self, position: Mapping[str, Any], /) -> dict[str, Any]:
        """A position as the plain data that a save can hold."""
        found: dict[str, Any] = json.loads(json.dumps(position))
        return found

    def position_line(self, position: Mapping[str, Any], /) -> str:
        """A position as JSON in one line of a save."""
        return json.dumps(position, separators=(",", ":"), sort_keys=True)

    def guard_start(self, position: Mapping[str, Any] | None, game: Any, /) -> AbstractContextManager[Any]:
        """Guards the beginning of a game that starts from a position: a fault that shows only then is the position's."""
        return nullcontext()

    @abstractmethod
    def describe(self, state: Any, /) -> dict[str, Any]:
        """Plain data from which `build` makes an equal state: the referee's view, hidden things included."""

    def context(self, chance: Chance, events: list[dict[str, Any]] | None) -> Context:
        """Chance and story for the game's steps."""
        return Context(chance, events)

    def naming(self, chance: Chance, events: list[dict[str, Any]] | None) -> Any:
        """A context that writes down in words what chance gives, in its list `said`: for records to read."""
        return NumberedContext(chance, events)

    def parse_results(self, script: str | Sequence[Result]) -> list[Result]:
        """A script of luck, as numbers or in the game's words. Raises ChanceError."""
        return scripts.numbers(script)

    def alike(self, state: Any, action: Action) -> list[Any]:
        """All legal actions that mean the same as this one, itself included; empty if it is not legal."""
        return [action] if running.allowed(state, action) else []

    @abstractmethod
    def broken(self, state: Any, /) -> list[str]:
        """What cannot be in this position, in words; empty when it stands."""

    # ---- seeing

    @abstractmethod
    def view(self, state: Any, seat: int | None, /) -> Any:
        """What a seat may see (None: what anybody may). JSON-able, named field by field."""

    @abstractmethod
    def resample(self, state: Any, seat: int | None, chance: Chance, /) -> Any:
        """A position that this seat cannot tell from the real one: what it cannot see is dealt anew."""

    def outcome(self, state: Any) -> Any:
        """None, or winner (seat or None), how, clause, words."""
        return views.outcome(state)

    def redact(self, events: Iterable[Mapping[str, Any]], seat: int | None) -> list[dict[str, Any]]:
        """Events as one seat may read them: by default what `readers` declares."""
        return views.redact(events, seat, self.readers)

    def sentence(self, event: Mapping[str, Any], names: Mapping[int, str], /) -> str:
        """One event in words; empty for events not worth a sentence. By default the words of its kind (`events`): {who} is the
        name of its seat, and a field that ends in a kind of object of the notation ("hex", "to_hex") is told by `told`."""
        kind = self.events.get(event["kind"])
        if kind is None:
            return ""
        words = {field: self.field_in_words(field, value) for field, value in event.items()}
        return kind.sentence(event, names, **{**words, "who": names.get(event.get("seat", -1), "")})

    def field_in_words(self, field: str, value: Any) -> Any:
        """What a field of an event is called in a sentence; by default as the notation names it."""
        return self.named(field, value)

    def named(self, field: str, value: Any) -> Any:
        """The value of an event's field by its name, where it is the number of something that has one."""
        kind = self.notation.kinds.get(field.rpartition("_")[2])
        is_number = kind is not None and kind.fixed and isinstance(value, int) and value >= 0
        return kind.names()[value] if kind is not None and is_number else value

    def phrase(self, action: Action, called: Callable[[str], str] = str) -> str:
        """An action in words: by default those of its verb, else its text.

        Args:
            called: what its objects are called in a sentence.
        """
        text = self.notation.text(action)
        pattern = self.verbs[action.verb].says
        return pattern.format(*map(called, text.split()[1:])) if pattern else text

    def story_text(
        self, state: Any, events: Sequence[Mapping[str, Any]], seat: int | None, since: int = 0
    ) -> list[str]:
        """The events from `since` on as sentences for one seat."""
        names = self.names(state.scenario, events)
        return [line for e in self.redact(events[since:], seat) if (line := self.sentence(e, names))]

    def heading(self, state: Any) -> str:
        """What a record writes above the actions of a stretch of play: the turn, whose it is, the phase."""
        return f"Turn {state.turn}, player {state.player + 1}: {self.phases[state.phase]}"

    def picture(self, view: Any, /) -> str | None:
        """The map as one SVG, from what an onlooker sees; None where nothing is drawn."""
        return None

    def picture_html(self, view: Any, /) -> str | None:
        """The map with its description below; None where nothing is drawn."""
        return self.picture(view)

    def names(self, scenario: Any, events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        """What the seats are called."""
        return {seat: f"Player {seat + 1}" for seat in range(scenario.seats)}
