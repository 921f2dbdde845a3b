"""A game: the only thing that changes a position. Keeps the record, the story, and what can be taken back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from ..kernel.chance import ChanceError, ScriptedChance, SeededChance
from ..kernel.clauses import Ruleset, RulesetError, did_you_mean
from ..kernel.record import Entry, SaveError, dump, parse
from ..kernel.verdict import Verdict
from . import law, likeness, play
from .actions import Action, ActionError, action_text, parse_action
from .context import Context
from .position import build
from .scenarios import Scenario, scenarios
from .setup import new_state
from .state import PHASES, State
from .story import redact_story
from .view import outcome_view, resample, view

SCHEMA: Final = 1
KIND: Final = "elric"
BEGIN: Final = "begin"
_GOLDEN: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1


class ScriptedThenSeeded:
    """Results written down first, a seeded source after them."""

    __slots__ = ("results", "script", "then")

    def __init__(self, script: Sequence[int], then: Source) -> None:
        self.script = list(script)
        self.then = then
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        if self.script:
            k = self.script.pop(0)
            if not 0 <= k < n:
                raise ChanceError(f"result {k} does not fit a choice of {n}")
        else:
            k = self.then.pick(n)
            self.then.results.clear()
        self.results.append(k)
        return k

    def copy(self) -> ScriptedThenSeeded:
        other = ScriptedThenSeeded(self.script, self.then.copy())
        other.results = self.results[:]
        return other


Source = SeededChance | ScriptedChance | ScriptedThenSeeded


class IllegalAction(ValueError):
    """An action was pushed that the rules forbid. `verdict` has the reasons; the game is unchanged."""

    def __init__(self, action: Action, verdict: Verdict) -> None:
        self.action = action
        self.verdict = verdict
        super().__init__(f"{action_text(action)}: {verdict}")


class UndoError(ValueError):
    """Nothing can be taken back here: says why."""


class UnknownScenario(ValueError):
    """No scenario has that key; the message says which was probably meant."""


def find_scenario(key: str) -> Scenario:
    """A scenario by key.

    Raises:
        UnknownScenario: with "did you mean".
    """
    known = scenarios()
    if key not in known:
        hint = did_you_mean(str(key), known)
        raise UnknownScenario(
            f"there is no scenario “{key}”" + (f"; {hint}" if hint else f"; there are {', '.join(known)}")
        )
    return known[key]


class Game:
    """One game from set-up to its end.

    Args:
        scenario: key of a scenario ("successor").
        rules: edition ("chaosium", "avalon-hill"), a spec with changes, or a Ruleset.
        seed: whole number; the same seed and actions give the same game, bit for bit.

    Raises:
        UnknownScenario, RulesetError: with what was probably meant.
    """

    def __init__(
        self, scenario: str, rules: str | Mapping[str, object] | Ruleset = "avalon-hill", seed: int = 0
    ) -> None:
        found = find_scenario(scenario)
        ruleset = law.ruleset(rules)
        if ruleset.edition not in found.editions:
            raise RulesetError(f"“{found.title}” is not a scenario of the {law.TITLES[ruleset.edition]} edition")
        self._start(new_state(found, ruleset), int(seed))
        self._run(BEGIN, None)

    @classmethod
    def at(cls, position: Mapping[str, Any], seed: int = 0, script: Sequence[int] = ()) -> Game:
        """A game that starts from a position (see position.py) instead of a scenario's set-up.

        Args:
            position: plain data.
            seed: for the luck that follows.
            script: the first results of chance, written down beforehand (a die showing 4 is 3); then the seed goes on.

        Raises:
            PositionError: with every fault of the position.
        """
        g = cls.__new__(cls)
        g._start(build(position), int(seed))
        g.position = json.loads(json.dumps(position))
        if script:
            g.chance = ScriptedThenSeeded(script, g.chance)
        g._run(BEGIN, None)
        return g

    def _start(self, state: State, seed: int) -> None:
        self.seed = seed & _MASK
        self.chance: Source = SeededChance(self.seed)
        self.state: State = state
        self.position: dict[str, Any] | None = None
        self.record: list[Entry] = []
        self.events: list[dict[str, Any]] = []
        self._past: list[tuple[State, int]] = []
        self._barrier = "Nothing has been done yet."

    # ---- looking ----------------------------------------------------------------------------------------------------

    @property
    def scenario(self) -> Scenario:
        """The scenario being played."""
        return self.state.scenario

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return self.state.rules

    @property
    def turn(self) -> int:
        """Game-turn, from 1; 0 while setting up."""
        return self.state.turn

    @property
    def phase(self) -> str:
        """Name of the phase: "setup", "movement" ... "over"."""
        return PHASES[self.state.phase]

    @property
    def player(self) -> int:
        """The seat whose player-turn it is."""
        return self.state.player

    @property
    def seat(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        return self.state.seat if self.state.seat >= 0 else None

    @property
    def step(self) -> str:
        """Name of the decision that waits: "movement", "stack", "losses" ..."""
        return play.step_name(self.state)

    @property
    def outcome(self) -> dict[str, Any] | None:
        """None, or winner (seat or None), how, clause pair, words."""
        return outcome_view(self.state)

    def legal_actions(self) -> list[Action]:
        """Every legal action of the seat that decides now; empty when the game is over.

        Of actions that differ only in which of several armies that are alike they name (one nation, one place, the same
        left to do) one is listed, and `alike` gives the others. `verdict` and `push` take any of them.
        """
        return play.legal(self.state)

    def alike(self, action: Action | str) -> list[Action]:
        """All legal actions that mean the same as this one, itself included; empty if it is not legal.

        Raises:
            ActionError: a text that names no action.
        """
        return likeness.alike(self.state, parse_action(action) if isinstance(action, str) else action)

    def verdict(self, action: Action) -> Verdict:
        """Legal or not, with every clause that forbids it. Never raises on a well-formed action."""
        return play.verdict(self.state, action)

    def cite(self, clause: tuple[str, str]) -> str:
        """The number of a clause in the edition being played."""
        return law.cite(clause, self.rules.edition)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see (None: what anybody may see). JSON-able."""
        return view(self.state, seat)

    def story(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """The events so far as a seat may read them, from index `since` on."""
        return redact_story(self.events[since:], seat)

    def battles(self, viewer: int | None = None) -> list[Any]:
        """Every battle the active player could fight now, as `elric.Battle`s ready for the lab, with what `viewer` may
        know (the active player when None)."""
        # the lab stands a floor above the rules: it is asked for by name, and only here
        found: list[Any] = import_module("elric.lab.prospects").battles(self, viewer)
        return found

    # ---- changing ---------------------------------------------------------------------------------------------------

    def push(self, action: Action | str) -> None:
        """Carry out an action.

        Raises:
            IllegalAction: the rules forbid it; the game is unchanged.
            ActionError: a text that names no action.
        """
        a = parse_action(action) if isinstance(action, str) else action
        said = self.verdict(a)
        if not said:
            raise IllegalAction(a, said)
        self._run(action_text(a), a)

    def _run(self, text: str, a: Action | None) -> None:
        before = self.state.copy()
        told = len(self.events)
        self.chance.results.clear()
        cx = Context(self.chance, self.events)
        try:
            if a is None:
                play.begin(self.state, cx)
            else:
                play.apply(self.state, a, cx)
        except BaseException:
            self.state = before
            del self.events[told:]
            raise
        self.record.append(Entry(text, tuple(self.chance.results)))
        if a is None:
            return  # the beginning itself is nothing that was done
        if self.chance.results:
            self._past.clear()
            self._barrier = "Dice have been rolled or a spell drawn, and that cannot be taken back."
        elif self.state.seat != before.seat:
            self._past.clear()
            self._barrier = "The other player decides now, so what came before stands."
        else:
            self._past.append((before, told))

    @property
    def can_undo(self) -> bool:
        """Whether the last action may be taken back."""
        return bool(self._past)

    def pop(self) -> str:
        """Take back the last action and return its text.

        Raises:
            UndoError: dice were rolled, a spell was drawn, or another seat decides now ([5.0]: what is done is done).
        """
        if not self._past:
            raise UndoError(self._barrier)
        self.state, told = self._past.pop()
        del self.events[told:]
        return self.record.pop().action

    def copy(self) -> Game:
        """An independent copy, record and all, that goes on with the same luck."""
        g = Game.__new__(Game)
        g.seed = self.seed
        g.chance = self.chance.copy()
        g.position = self.position
        g.state = self.state.copy()
        g.record = self.record[:]
        g.events = self.events[:]
        g._past = self._past[:]
        g._barrier = self._barrier
        return g

    def resampled(self, seat: int | None, seed: int) -> Game:
        """A copy in which everything this seat cannot see is dealt anew, with its own luck: for thinking ahead."""
        g = self.copy()
        g.chance = SeededChance(seed)
        g.state = resample(self.state, seat, SeededChance(seed ^ _GOLDEN))
        g._past = []
        return g

    # ---- saving -----------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The whole game as text. It holds the seed and so the future: keep it where players cannot read it."""
        head = [("scenario", self.scenario.key), ("rules", self.rules.name), ("seed", str(self.seed))]
        if self.position is not None:
            head.append(("position", json.dumps(self.position, separators=(",", ":"), sort_keys=True)))
        return dump(KIND, SCHEMA, head, self.record)

    @classmethod
    def load(cls, text: str) -> Game:
        """Read a saved game by playing it again.

        Raises:
            SaveError: says in which line and what is wrong.
        """
        head, entries = parse(text, KIND, SCHEMA)
        try:
            found = find_scenario(head["scenario"])
            rules = law.ruleset(head["rules"])
            seed = int(head["seed"])
        except KeyError as e:
            raise SaveError(f"the head does not say {e.args[0]!r}") from None
        except (UnknownScenario, RulesetError, ValueError) as e:
            raise SaveError(str(e)) from None
        if not entries or entries[0][1].action != BEGIN:
            raise SaveError(f"the record should start with “{BEGIN}”", entries[0][0] if entries else None)
        g = cls.__new__(cls)
        if "position" in head:
            try:
                spec = json.loads(head["position"])
                g._start(build(spec), seed)
                g.position = spec
            except ValueError as err:
                raise SaveError(f"the position does not stand: {err}") from None
        else:
            g._start(new_state(found, rules), seed)
        used = 0
        for line, entry in entries:
            g.chance = ScriptedChance(entry.results)
            try:
                if entry.action == BEGIN:
                    if line != entries[0][0]:
                        raise SaveError(f"“{BEGIN}” stands in the middle of the record", line)
                    g._run(BEGIN, None)
                else:
                    g.push(entry.action)
            except ActionError as err:
                raise SaveError(str(err), line) from None
            except IllegalAction as err:
                raise SaveError(f"this action is not legal there: {err}", line) from None
            except ChanceError as err:
                raise SaveError(f"the results do not fit: {err}", line) from None
            left = g.chance.script
            if left:
                raise SaveError(f"there are results left over: {left}", line)
            used += len(entry.results)
        g.chance = SeededChance((g.seed + used * _GOLDEN) & _MASK)
        return g
