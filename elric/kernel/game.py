"""A game: the only thing that changes a position. Keeps the record, the story, and what can be taken back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from . import running
from .chance import ChanceError, ScriptedChance, ScriptedThenSeeded, SeededChance, Source
from .clauses import Ruleset, RulesetError, did_you_mean
from .definition import GameDef
from .notation import ActionError
from .record import Entry, SaveError, dump, parse
from .steps import Action
from .verdict import Verdict

BEGIN: Final = "begin"
_GOLDEN: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1
# A position is kept at every so-many-th action. Taking back and telling the story play on from the nearest one: at most
# half a millisecond. A copy before every action cost an eighth of a whole playout.
_CHECKPOINT: Final = 32
_SEATED: Final = re.compile(r"(\d+): (.*)")


class IllegalAction(ValueError):
    """An action was pushed that the rules forbid. `verdict` has the reasons; the game is unchanged."""

    def __init__(self, action: Action, verdict: Verdict, text: str = "") -> None:
        self.action = action
        self.verdict = verdict
        super().__init__(f"{text or action}: {verdict}")


class UndoError(ValueError):
    """Nothing can be taken back here: says why."""


class UnknownScenario(ValueError):
    """No scenario has that key; the message says which was probably meant."""


class SeatError(ValueError):
    """There is no such seat, or it has nothing to decide now."""


class _Deed:
    """One line of the record: the action (None: the beginning), what chance gave, and the seat where it was not the one
    that was asked."""

    __slots__ = ("action", "results", "seat")

    def __init__(self, action: Action | None, results: tuple[int, ...], seat: int) -> None:
        self.action = action
        self.results = results
        self.seat = seat


class Game:
    """One game from set-up to its end. Each game of the house has a subclass that names its `definition`.

    Args:
        scenario: key of a scenario.
        rules: an edition, a spec with changes, or a Ruleset; "" for the game's own default.
        seed: whole number; the same seed and actions give the same game, bit for bit.

    Raises:
        UnknownScenario, RulesetError: with what was probably meant.
    """

    definition: ClassVar[GameDef]

    def __init__(self, scenario: str, rules: str | Mapping[str, object] | Ruleset = "", seed: int = 0) -> None:
        found = self.find_scenario(scenario)
        ruleset = self.definition.ruleset(rules or self.definition.edition)
        if ruleset.edition not in found.editions:
            title = self.definition.titles[ruleset.edition]
            raise RulesetError(f"“{found.title}” is not a scenario of the {title} edition")
        self._start(self.definition.new_state(found, ruleset), int(seed))
        self.begin()

    @classmethod
    def find_scenario(cls, key: str) -> Any:
        """A scenario of this game by key.

        Raises:
            UnknownScenario: with "did you mean".
        """
        known = cls.definition.scenarios()
        if key not in known:
            hint = did_you_mean(str(key), known)
            raise UnknownScenario(
                f"there is no scenario “{key}”" + (f"; {hint}" if hint else f"; there are {', '.join(known)}")
            )
        return known[key]

    @classmethod
    def at(
        cls,
        position: Mapping[str, Any],
        seed: int = 0,
        script: Sequence[int] = (),
        luck: Callable[[Self], Source] | None = None,
    ) -> Self:
        """A game that starts from a position instead of a scenario's set-up.

        Args:
            position: plain data.
            seed: for the luck that follows.
            script: the first results of chance, written down beforehand (a die showing 4 is 3); then the seed goes on.
            luck: makes another source for the game, before it begins.

        Raises:
            PositionError: with every fault of the position.
        """
        g = cls.from_state(cls.definition.build(position), seed)
        g.start = json.loads(json.dumps(position))
        if script:
            g.chance = ScriptedThenSeeded(script, g.chance)
        if luck:
            g.chance = luck(g)
        g.begin()
        return g

    @classmethod
    def from_state(cls, state: Any, seed: int = 0) -> Self:
        """A game that stands at a state and has no past. It takes the state over: give it a copy."""
        g = cls.__new__(cls)
        g._start(state, seed)
        return g

    def _start(self, state: Any, seed: int) -> None:
        self.seed = seed & _MASK
        self.chance: Source = SeededChance(self.seed)
        self.state = state
        self.start: dict[str, Any] | None = None
        self._deeds: list[_Deed] = []
        self._entries: list[Entry] = []
        # positions before the n-th deed, by n; the first is the position that the game started from
        self._checkpoints: list[tuple[int, Any]] = [(0, state.copy())]
        self._events: list[dict[str, Any]] | None = None
        self._told: list[int] = []
        self._free = 0  # how many of the last deeds may be taken back
        self._barrier = "Nothing has been done yet."
        self._listed: list[Any] = []

    # ---- looking ----------------------------------------------------------------------------------------------------

    @property
    def scenario(self) -> Any:
        """The scenario being played."""
        return self.state.scenario

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        rules: Ruleset = self.state.rules
        return rules

    @property
    def turn(self) -> int:
        """Game-turn, from 1; 0 while setting up."""
        turn: int = self.state.turn
        return turn

    @property
    def phase(self) -> str:
        """Name of the phase: "setup", "movement" ... "over"."""
        return str(self.definition.phases[self.state.phase])

    @property
    def player(self) -> int:
        """The seat whose player-turn it is."""
        player: int = self.state.player
        return player

    @property
    def seat(self) -> int | None:
        """The seat that decides now; None when the game is over. Where several may decide, the one asked first."""
        return self.state.seat if self.state.seat >= 0 else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """Every seat that may decide now: several where they choose at the same time, none when the game is over."""
        return running.waiting(self.state)

    @property
    def step(self) -> str:
        """Name of the decision that waits: "movement", "stack", "losses" ..."""
        return running.step_name(self.state)

    @property
    def outcome(self) -> dict[str, Any] | None:
        """None, or winner (seat or None), how, clause, words."""
        return self.definition.outcome(self.state)

    def legal_actions(self, seat: int | None = None) -> list[Any]:
        """Every legal action of the seat that decides now (of another, where several may); empty when the game is over."""
        if seat is None:
            self._listed = found = running.legal(self.state)
            return found[:]
        return running.legal(self._as(seat))

    def verdict(self, action: Action | str, seat: int | None = None) -> Verdict:
        """Legal or not, with every clause that forbids it. Never raises on a well-formed action.

        Raises:
            ActionError: a text that names no action, or something that is no action.
        """
        a = self._read(action)
        return self.definition.verdict(self.state if seat is None else self._as(seat), a)

    def cite(self, clause: tuple[str, ...]) -> str:
        """The number of a clause in the edition being played."""
        return self.definition.cite(clause, self.rules.edition)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see (None: what anybody may see). JSON-able.

        Raises:
            SeatError: no such seat.
        """
        if seat is not None:
            self._check_seat(seat)
        return self.definition.view(self.state, seat)

    def story(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """The events so far as a seat may read them, from index `since` on."""
        if seat is not None:
            self._check_seat(seat)
        return self.definition.redact(self.events[since:], seat)

    @property
    def events(self) -> list[dict[str, Any]]:
        """Everything that happened, hidden parts included: the referee's story.

        The story is told when somebody first reads it, by playing the record again, and from then on as it happens.
        """
        if self._events is None:
            self._events = []
            state = self._checkpoints[0][1].copy()
            for n in range(len(self._deeds)):
                self._told.append(len(self._events))
                self._replay(state, n, self._events)
        return self._events

    @property
    def record(self) -> list[Entry]:
        """What was done, in order: each action as text with the results that chance gave. The first line begins."""
        for deed in self._deeds[len(self._entries) :]:
            text = BEGIN if deed.action is None else self.definition.notation.text(deed.action)
            self._entries.append(Entry(f"{deed.seat}: {text}" if deed.seat >= 0 else text, deed.results))
        return self._entries

    # ---- changing ---------------------------------------------------------------------------------------------------

    def push(self, action: Action | str, seat: int | None = None) -> None:
        """Carry out an action.

        Args:
            action: an action, or its text.
            seat: who does it, where several may decide at the same time; by default the seat that is asked.

        Raises:
            IllegalAction: the rules forbid it; the game is unchanged.
            ActionError: a text that names no action, or something that is no action.
            SeatError: that seat has nothing to decide now.
        """
        a = self._read(action)
        if seat is not None and seat != self.state.seat:
            if not running.allowed(self._as(seat), a):
                raise IllegalAction(a, self.verdict(a, seat), self._text(a))
            self._do(a, seat)
            return
        # an action of the list that was given last is legal as long as nothing was done since
        if a not in self._listed and not running.allowed(self.state, a):
            raise IllegalAction(a, self.verdict(a), self._text(a))
        self._do(a, -1)

    def _read(self, action: Action | str) -> Action:
        if isinstance(action, Action):
            return action
        if isinstance(action, str):
            return self.definition.notation.parse(action)
        raise ActionError(f"an action is a text or an Action, not {type(action).__name__}")

    def _text(self, a: Action) -> str:
        try:
            return self.definition.notation.text(a)
        except ActionError:
            return str(tuple(a))

    def _check_seat(self, seat: object) -> None:
        seats = self.scenario.seats
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
            raise SeatError(f"there is no seat {seat!r}; this scenario has seats 0 to {seats - 1}")

    def _as(self, seat: int) -> Any:
        """The position as it asks a certain seat."""
        self._check_seat(seat)
        if seat == self.state.seat:
            return self.state
        if seat not in self.waiting:
            raise SeatError(f"seat {seat} has nothing to decide now")
        state = self.state.copy()
        state.seat = seat
        return state

    def begin(self) -> None:
        """Start a game made by `from_state`: everything runs that needs nobody, and the record gets its first line."""
        self._do(None, -1)

    def _do(self, a: Action | None, seat: int) -> None:
        """Carry out a legal action, or the beginning, and file it."""
        state, chance, deeds, events = self.state, self.chance, self._deeds, self._events
        n = len(deeds)
        if n and not n % _CHECKPOINT and self._checkpoints[-1][0] != n:
            self._checkpoints.append((n, state.copy()))
        if self._listed:
            self._listed = []
        results: list[int] = []
        chance.results = results
        if events is not None:
            self._told.append(len(events))
        before = state.seat
        try:
            if a is None:
                running.begin(state, self.definition.context(chance, events))
            else:
                if seat >= 0:
                    state.seat = seat
                running.apply(state, a, self.definition.context(chance, events))
        except BaseException:
            if events is not None:
                del events[self._told.pop() :]
            self.state = self._position(n)
            raise
        deeds.append(_Deed(a, tuple(results), seat))
        if results:
            self._free = 0
            self._barrier = self.definition.luck_stands
        elif a is None:
            pass  # the beginning itself is nothing that was done
        elif state.seat != before:
            self._free = 0
            self._barrier = self.definition.seat_stands
        else:
            self._free += 1

    def _position(self, n: int) -> Any:
        """The state before the n-th deed, played again from the nearest checkpoint."""
        k = len(self._checkpoints) - 1
        while self._checkpoints[k][0] > n:
            k -= 1
        at, kept = self._checkpoints[k]
        state = kept.copy()
        for k in range(at, n):
            self._replay(state, k, None)
        return state

    def _replay(self, state: Any, n: int, events: list[dict[str, Any]] | None) -> None:
        """Carry out the n-th deed once more, with the results it had."""
        deed = self._deeds[n]
        cx = self.definition.context(ScriptedChance(deed.results), events)
        if deed.action is None:
            running.begin(state, cx)
        else:
            if deed.seat >= 0:
                state.seat = deed.seat
            running.apply(state, deed.action, cx)

    @property
    def can_undo(self) -> bool:
        """Whether the last action may be taken back."""
        return self._free > 0

    def pop(self) -> str:
        """Take back the last action and return its text.

        Raises:
            UndoError: luck has fallen, or another seat decides now: what is done is done.
        """
        if not self._free:
            raise UndoError(self._barrier)
        text = self.record[-1].action
        n = len(self._deeds) - 1
        self.state = self._position(n)
        del self._deeds[n:], self._entries[n:]
        while self._checkpoints[-1][0] > n:
            self._checkpoints.pop()
        if self._events is not None:
            del self._events[self._told.pop() :]
        self._free -= 1
        self._listed = []
        return text

    def copy(self) -> Self:
        """An independent copy, record and all, that goes on with the same luck."""
        g = type(self).__new__(type(self))
        g.seed = self.seed
        g.chance = self.chance.copy()
        g.state = self.state.copy()
        g.start = self.start
        g._deeds = self._deeds[:]
        g._entries = self._entries[:]
        g._checkpoints = self._checkpoints[:]
        g._events = None if self._events is None else self._events[:]
        g._told = self._told[:]
        g._free = self._free
        g._barrier = self._barrier
        g._listed = []
        return g

    def resampled(self, seat: int | None, seed: int) -> Self:
        """A copy in which everything this seat cannot see is dealt anew, with its own luck: for thinking ahead.

        Its past is not the real one's: it holds neither the record nor the story, and nothing in it can be taken back.
        """
        g = self.from_state(self.definition.resample(self.state, seat, SeededChance(seed ^ _GOLDEN)), seed)
        g.start = self.start
        return g

    # ---- saving -----------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The whole game as text. It holds the seed and so the future: keep it where players cannot read it."""
        head = [("scenario", self.scenario.key), ("rules", self.rules.name), ("seed", str(self.seed))]
        if self.start is not None:
            head.append(("position", json.dumps(self.start, separators=(",", ":"), sort_keys=True)))
        return dump(self.definition.key, self.definition.schema, head, self.record)

    @classmethod
    def load(cls, text: str) -> Self:
        """Read a saved game by playing it again.

        Raises:
            SaveError: says in which line and what is wrong.
        """
        head, entries = parse(text, cls.definition.key, cls.definition.schema)
        try:
            found = cls.find_scenario(head["scenario"])
            rules = cls.definition.ruleset(head["rules"])
            seed = int(head["seed"])
        except KeyError as e:
            raise SaveError(f"the head does not say {e.args[0]!r}") from None
        except (UnknownScenario, RulesetError, ValueError) as e:
            raise SaveError(str(e)) from None
        if not entries or entries[0][1].action != BEGIN:
            raise SaveError(f"the record should start with “{BEGIN}”", entries[0][0] if entries else None)
        if "position" in head:
            try:
                spec = json.loads(head["position"])
                g = cls.from_state(cls.definition.build(spec), seed)
                g.start = spec
            except ValueError as err:
                raise SaveError(f"the position does not stand: {err}") from None
        else:
            g = cls.from_state(cls.definition.new_state(found, rules), seed)
        used = 0
        for line, entry in entries:
            g._play_again(line, entry, first=line == entries[0][0])
            used += len(entry.results)
        g.chance = SeededChance((g.seed + used * _GOLDEN) & _MASK)
        return g

    def _play_again(self, line: int, entry: Entry, first: bool) -> None:
        """Carry out one line of a save. Raises SaveError."""
        luck = ScriptedChance(entry.results)
        self.chance = luck
        try:
            if entry.action == BEGIN:
                if not first:
                    raise SaveError(f"“{BEGIN}” stands in the middle of the record", line)
                self.begin()
            elif seated := _SEATED.fullmatch(entry.action):
                self.push(seated[2], int(seated[1]))
            else:
                self.push(entry.action)
        except (ActionError, SeatError) as err:
            raise SaveError(str(err), line) from None
        except IllegalAction as err:
            raise SaveError(f"this action is not legal there: {err}", line) from None
        except ChanceError as err:
            raise SaveError(f"the results do not fit: {err}", line) from None
        if luck.script:
            raise SaveError(f"there are results left over: {luck.script}", line)


__all__ = ["BEGIN", "Game", "IllegalAction", "SeatError", "UndoError", "UnknownScenario"]
