"""What a game hands over to the house: its rules, behind one interface.

A game is a subclass of `GameDef` and one instance of it. The kernel, the lab, the tutor, the page, the opponents and the
command line ask that instance, and know no game by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Protocol

from . import running
from .chance import Chance
from .clauses import Register, Ruleset, cite
from .context import Context
from .notation import Notation
from .steps import Action
from .verdict import Reason, Verdict


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


class GameDef(ABC):
    """The rules of one game.

    Attributes:
        key: the name by which the game is asked for, and the first word of its saves.
        title: its printed name.
        says: one sentence for a stranger: what this game is.
        schema: version number of its saves.
        editions: names of the editions, in the order in which clauses are cited; `titles` and `marks` are their names in
            full and in short.
        edition: the edition that is played where none is named.
        phases: names of the phases by number (`state.phase`).
        notation: actions as text and back.
        luck_stands, seat_stands: why nothing can be taken back after luck, and after another seat began to decide.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[str]
    schema: ClassVar[int] = 1
    editions: ClassVar[tuple[str, ...]]
    titles: ClassVar[Mapping[str, str]]
    marks: ClassVar[Mapping[str, str]]
    edition: ClassVar[str]
    phases: ClassVar[tuple[str, ...]]
    notation: Notation
    luck_stands: ClassVar[str] = "Dice have been rolled or a card drawn, and that cannot be taken back."
    seat_stands: ClassVar[str] = "The other player decides now, so what came before stands."

    # ---- the law

    @abstractmethod
    def register(self) -> Register:
        """The clause register of all editions."""

    @abstractmethod
    def ruleset(self, spec: str | Mapping[str, object] | Ruleset) -> Ruleset:
        """The ruleset a spec describes. Raises RulesetError, with a hint."""

    @abstractmethod
    def scenarios(self) -> Mapping[str, Any]:
        """Every scenario (`ScenarioLike`) by key, in the order of the book."""

    def cite(self, clause: tuple[str, ...], edition: str) -> str:
        """The number to show to players of an edition for a citation (see `kernel.clauses.cite`)."""
        return cite(clause, edition, self.marks)

    def over(self) -> Reason:
        """Why nothing can be done in a game that is over."""
        return Reason(("",) * len(self.editions), "The game is over.", "Start another.")

    @abstractmethod
    def not_now(self, state: Any, verb: str) -> Reason:
        """Why an action of another step must wait: the order of play, and what can be done instead."""

    def verdict(self, state: Any, action: Action) -> Verdict:
        """Whether an action is legal in a position, with every reason against it."""
        said = running.verdict(state, action)
        if said is None:
            said = Verdict(False, (self.not_now(state, action.verb) if state.agenda else self.over(),))
        return said

    # ---- positions

    @abstractmethod
    def new_state(self, scenario: Any, rules: Ruleset) -> Any:
        """A position with everything still to be set up."""

    @abstractmethod
    def build(self, position: Mapping[str, Any]) -> Any:
        """A state from plain data. Raises PositionError with every fault."""

    @abstractmethod
    def describe(self, state: Any) -> dict[str, Any]:
        """Plain data from which `build` makes an equal state: the referee's view, hidden things included."""

    def context(self, chance: Chance, events: list[dict[str, Any]] | None) -> Context:
        """Chance and story for the game's steps."""
        return Context(chance, events)

    @abstractmethod
    def broken(self, state: Any) -> list[str]:
        """What cannot be in this position, in words; empty when it stands."""

    # ---- seeing

    @abstractmethod
    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        """What a seat may see (None: what anybody may). JSON-able, named field by field."""

    @abstractmethod
    def resample(self, state: Any, seat: int | None, chance: Chance) -> Any:
        """A position that this seat cannot tell from the real one: what it cannot see is dealt anew."""

    @abstractmethod
    def outcome(self, state: Any) -> dict[str, Any] | None:
        """None, or winner (seat or None), how, clause, words."""

    @abstractmethod
    def redact(self, events: Iterable[Mapping[str, Any]], seat: int | None) -> list[dict[str, Any]]:
        """Events as one seat may read them."""

    @abstractmethod
    def sentence(self, event: Mapping[str, Any], names: Mapping[int, str]) -> str:
        """One event in words; empty for events not worth a sentence."""

    def names(self, scenario: Any, events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        """What the seats are called."""
        return {seat: f"Player {seat + 1}" for seat in range(scenario.seats)}
