"""A game: the only thing that changes a position. Keeps the record, the story, and what can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Final, Self, overload

from . import running, scoresheet, scripts
from .chance import (
    ScriptedChance,
    ScriptedThenSeeded,
    Seed,
    SeededChance,
    Source,
    fresh_seed,
    going_on,
    seed_value,
)
from .clauses import Ruleset, RulesetError, did_you_mean
from .context import Context
from .definition import GameDef
from .errors import IllegalAction, SeatError, UndoError, UnknownScenario
from .looking import Looking
from .native import mypyc_attr
from .notation import ActionError
from .record import BEGIN, Entry, parse
from .saving import Reseeding, played_again, reseed, saved
from .scripts import Result
from .steps import Action
from .verdict import Verdict

_GOLDEN: Final = 0x9E3779B97F4A7C15
# A position is kept at every so-many-th action. Taking back and telling the story play on from the nearest one: at most
# half a millisecond. A copy before every action cost an eighth of a whole playout.
_CHECKPOINT: Final = 32


# One line of the record: the action (None: the beginning), what chance gave, and the seat where it was not the one that was
# asked (-1 otherwise). A plain tuple: an object of a class takes nine times as long to make.
_Deed = tuple[Action | None, tuple[int, ...], int]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Looking):
    """One game from set-up to its end. Each game of the house has a subclass that names its `definition`.

    Args:
        scenario: key of a scenario.
        rules: an edition, a spec with changes, or a Ruleset; "" for the edition that the game is usually played by, or where
            that has no such scenario, the scenario's own.
        seed: whole number, or what `fresh_seed` gives; the same seed and actions give the same game, bit for bit.

    Raises:
        UnknownScenario, RulesetError: with what was probably meant.
        ChanceError: a seed that is none.
    """

    definition: ClassVar[GameDef]

    def __init__(self, scenario: object, rules: str | Mapping[str, object] | Ruleset = "", seed: object = 0) -> None:
        found = self.find_scenario(scenario)
        usual = self.definition.edition
        own = usual if usual in found.editions else found.editions[0]
        ruleset = self.definition.ruleset(own if rules == "" else rules)
        if ruleset.edition not in found.editions:
            title = self.definition.titles[ruleset.edition]
            raise RulesetError(f"“{found.title}” is not a scenario of the {title} edition")
        self._start(self.definition.new_state(found, ruleset), seed)
        self.begin()

    @classmethod
    def find_scenario(cls, key: object) -> Any:
        """A scenario of this game by key.

        Raises:
            UnknownScenario: with "did you mean".
        """
        known = cls.definition.scenarios()
        if not isinstance(key, str) or key not in known:
            hint = did_you_mean(str(key), known)
            raise UnknownScenario(
                f"there is no scenario “{key!s:.60}”" + (f"; {hint}" if hint else f"; there are {', '.join(known)}")
            )
        return known[key]

    @classmethod
    def at(
        cls,
        position: Mapping[str, Any] | str,
        seed: object = 0,
        script: str | Sequence[Result] = (),
        luck: Callable[[Self], Source] | None = None,
        **options: Any,
    ) -> Self:
        """A game that starts from a position instead of a scenario's set-up.

        Args:
            position: plain data, or its one line of text.
            seed: for the luck that follows.
            script: the first results of chance, written down beforehand, in the game's words ("die 4") or as numbers from
                0 (a die showing 4 is 3). Then the seed goes on; `check_script` tells whether all of it was asked for.
            luck: makes another source for the game, before it begins.
            options: for the game's own `build`.

        Raises:
            PositionError: with every fault of the position.
            ChanceError: words in the script that name no result, or a seed that is no number.
        """
        spec = cls.definition.parse_position(position) if isinstance(position, str) else position
        results = cls.definition.parse_results(script)
        g = cls.from_state(cls.definition.build(spec, **options), seed)
        g.start = cls.definition.plain_copy(spec)
        if results:
            g.chance = ScriptedThenSeeded(results, g.chance)
        if luck:
            g.chance = luck(g)
        g.begin()
        return g

    @classmethod
    def from_state(cls, state: Any, seed: object = 0) -> Self:
        """A game that stands at a state and has no past. It takes the state over: give it a copy."""
        g = cls.__new__(cls)
        g._start(state, seed)
        return g

    def _start(self, state: Any, seed: object) -> None:
        self.seed: Seed = seed_value(seed)
        self.chance: Source = going_on(self.seed)
        self.reseeded: tuple[Reseeding, ...] = ()
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
        self._listed: Sequence[Any] = ()
        self._context: Context | None = None

    # ---- looking (the rest stands in `looking.Looking`) --------------------------------------------------------------

    def legal_actions(self, seat: object = None) -> list[Any]:
        """Every legal action of the seat that decides now (of another, where several may); empty when the game is over.

        Of actions that differ only in which of several pieces that are alike they name one is listed, and `alike` gives
        the others. `verdict` and `push` take any of them.
        """
        if seat is None:
            state = self.state
            agenda = state.agenda
            if not agenda:
                return []
            # as `running.legal`, without another call: this and `push` are what a playout through the front door pays more
            found: list[Any] = agenda[-1][0].legal(state, agenda[-1])
            self._listed = found
            return found[:]
        return running.legal(self._as(seat))

    def alike(self, action: object) -> list[Any]:
        """All legal actions that mean the same as this one, itself included; empty if it is not legal.

        Raises:
            ActionError: no action at all.
        """
        return self.definition.alike(self.state, self._read(action))

    # what may be given is said to whoever writes a program; what is given is checked here, in the compiled core too
    @overload
    def verdict(self, action: str, seat: int | None = None) -> Verdict: ...
    @overload
    def verdict(self, action: Action, seat: int | None = None) -> Verdict: ...
    def verdict(self, action: object, seat: object = None) -> Verdict:
        """Legal or not, with every clause that forbids it. Never raises on a well-formed action.

        Raises:
            ActionError: a text that names no action, or something that is no action.
        """
        a = self._read(action)
        return self.definition.verdict(self.state if seat is None else self._as(seat), a)

    def cite(self, clause: Any) -> str:
        """The number of a clause in the edition being played.

        Raises:
            UnknownClause: not one number for each edition.
        """
        return self.definition.cite(clause, self.rules.edition)

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

    def story(self, seat: object = None, since: int = 0) -> list[dict[str, Any]]:
        """The events so far as a seat may read them, from index `since` on.

        Raises:
            SeatError: no such seat.
        """
        return self.definition.redact(self.events[since:], None if seat is None else self.check_seat(seat))

    def story_text(self, seat: object = None, since: int = 0) -> list[str]:
        """The events so far as sentences for a seat, from event `since` on; those not worth a sentence are left out.

        Raises:
            SeatError: no such seat.
        """
        known = None if seat is None else self.check_seat(seat)
        return self.definition.story_text(self.state, self.events, known, since)

    @property
    def record(self) -> list[Entry]:
        """What was done, in order: each action as text with the results that chance gave. The first line begins."""
        for action, results, seat in self._deeds[len(self._entries) :]:
            text = BEGIN if action is None else self.definition.notation.text(action)
            self._entries.append(Entry(f"{seat}: {text}" if seat >= 0 else text, results))
        return self._entries

    # ---- changing ---------------------------------------------------------------------------------------------------

    @overload
    def push(self, action: str, seat: int | None = None) -> None: ...
    @overload
    def push(self, action: Action, seat: int | None = None) -> None: ...
    def push(self, action: object, seat: object = None) -> None:
        """Carry out an action.

        Args:
            action: an action, or its text.
            seat: who does it, where several may decide at the same time; by default the seat that is asked.

        Raises:
            IllegalAction: the rules forbid it; the game is unchanged.
            ActionError: a text that names no action, or something that is no action.
            SeatError: that seat has nothing to decide now.
        """
        # an action of the list that was given last is legal as long as nothing was done since
        if action in self._listed and (seat is None or seat == self.state.seat):
            self._do(action, -1)  # type: ignore[arg-type]
            return
        state = self.state
        other = seat is not None and seat != state.seat
        a = self._read(action)
        if other:
            state = self._as(seat)
        if not running.allowed(state, a):
            raise IllegalAction(a, self.definition.verdict(state, a), self._text(a))
        self._do(a, state.seat if other else -1)

    def _read(self, action: object) -> Action:
        return self.definition.notation.read(action)

    def _text(self, a: Action) -> str:
        try:
            return self.definition.notation.text(a)
        except ActionError:
            return str(tuple(a))

    def _as(self, seat: object) -> Any:
        """The position as it asks a certain seat."""
        asked = self.check_seat(seat)
        if asked == self.state.seat:
            return self.state
        if asked not in self.waiting:
            raise SeatError(f"seat {asked} has nothing to decide now")
        state = self.state.copy()
        state.seat = asked
        return state

    def scripted(self, script: str | Sequence[Result]) -> AbstractContextManager[None]:
        """For the length of a `with`, chance gives these results and no others; then the game's own luck goes on.

        Args:
            script: in the game's words ("die 4"), or numbers from 0 (a die showing 4 is 3).

        Raises:
            ChanceError: words that name no result; inside or at the end of the `with`: the results do not fit what the
                game asks for, run out, or are not used up.
        """
        return scripts.scripted(self, self.definition.parse_results(script))

    def check_script(self) -> None:
        """Whether the script that `Game.at` was given has been used to its end.

        Raises:
            ChanceError: names the results that nobody asked for.
        """
        scripts.check_used(self.chance)

    def begin(self) -> None:
        """Start a game made by `from_state`: everything runs that needs nobody, and the record gets its first line."""
        with self.definition.guard_start(self.start, self):
            self._do(None, -1)

    def _do(self, a: Action | None, seat: int) -> None:
        """Carry out a legal action, or the beginning, and file it."""
        state, chance, deeds, events = self.state, self.chance, self._deeds, self._events
        n = len(deeds)
        if n and not n % _CHECKPOINT and self._checkpoints[-1][0] != n:
            self._checkpoints.append((n, state.copy()))
        self._listed = ()
        results = chance.results
        if results:
            chance.results = results = []
        cx = self._context
        if cx is None or cx.chance is not chance or cx.events is not events:
            cx = self.definition.context(chance, events)
            # One context serves as long as luck is the seed's and nobody reads the story; a script may want another kind for
            # each action, as its words are used up.
            self._context = cx if isinstance(chance, SeededChance) else None
        if events is not None:
            self._told.append(len(events))
        before = state.seat
        try:
            if a is None:
                running.begin(state, cx)
            else:
                if seat >= 0:
                    state.seat = seat
                running.apply(state, a, cx)
        except BaseException:
            if events is not None:
                del events[self._told.pop() :]
            self.state = self._position(n)
            raise
        if results:
            deeds.append((a, tuple(results), seat))
            self._free = 0
            self._barrier = self.definition.luck_stands
            return
        deeds.append((a, (), seat))
        if a is None:
            pass  # the beginning itself is nothing that was done
        elif state.seat == before:
            self._free += 1
        else:
            self._free = 0
            self._barrier = self.definition.seat_stands

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
        action, results, seat = self._deeds[n]
        cx = self.definition.context(ScriptedChance(results), events)
        if action is None:
            running.begin(state, cx)
        else:
            if seat >= 0:
                state.seat = seat
            running.apply(state, action, cx)

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
        self._listed = ()
        return text

    def copy(self) -> Self:
        """An independent copy, record and all, that goes on with the same luck."""
        g = type(self).__new__(type(self))
        g.seed = self.seed
        g.chance = self.chance.copy()
        g.reseeded = self.reseeded
        g.state = self.state.copy()
        g.start = self.start
        g._deeds = self._deeds[:]
        g._entries = self._entries[:]
        g._checkpoints = self._checkpoints[:]
        g._events = None if self._events is None else self._events[:]
        g._told = self._told[:]
        g._free = self._free
        g._barrier = self._barrier
        g._listed = ()
        g._context = None
        return g

    def resampled(self, seat: object, seed: int) -> Self:
        """A copy in which everything this seat cannot see is dealt anew, with its own luck: for thinking ahead.

        Its past is not the real one's: it holds neither the record nor the story, and nothing in it can be taken back.
        """
        known = None if seat is None else self.check_seat(seat)
        g = self.from_state(self.definition.resample(self.state, known, SeededChance(seed ^ _GOLDEN)), seed)
        g.start = self.start
        return g

    # ---- saving -----------------------------------------------------------------------------------------------------

    def record_text(self, comments: bool = False) -> str:
        """The game as a record to read: headers, then every action with its luck in words ("die 4").

        It is to this game what PGN is to chess, and `load` reads it back. It holds no seed, so nothing in it tells the
        luck to come; but it tells everything that was drawn, so it is for after the game.

        Args:
            comments: after each action, what anybody could see of it, in sentences.
        """
        return scoresheet.write(self.definition, self.scenario, self.rules, self.start, self.record, comments)

    def save(self) -> str:
        """The whole game as text. It holds the seed and so the future: keep it where players cannot read it."""
        return saved(self)

    def reseed(self) -> None:
        """From here on luck grows from a fresh seed: whoever has read an earlier save knows nothing of what comes.

        The save says from which result on (`reseeded`), and goes on with the same luck when it is loaded. Results that are
        written down beforehand stay, as do those that were given.
        """
        reseed(self)

    @classmethod
    def load(cls, text: object) -> Self:
        """Read a saved game, or a record as `record_text` writes it, by playing it again.

        A save goes on with the luck that its seed holds. A record holds no seed: the luck to come is fresh.

        Raises:
            SaveError: says in which line and what is wrong.
        """
        game = cls.definition
        if isinstance(text, str) and scoresheet.is_sheet(text):
            headers, lines = scoresheet.read(text, game.title, game.parse_results)
            return played_again(cls, headers | {"seed": fresh_seed()}, lines)
        head, entries = parse(text, game.key, game.schema)
        return played_again(cls, head, [scoresheet.SheetLine(line, *entry) for line, entry in entries])


__all__ = ["BEGIN", "Game", "IllegalAction", "SeatError", "UndoError", "UnknownScenario"]
