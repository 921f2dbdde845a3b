"""What a refusal offers instead: fixes that name actions, and of those only the ones that can be followed from here.

A rule that refuses names what would help (`Reason.do`), and what else might (`Reason.otherwise`). Whether that is legal is
asked when a verdict is handed out, never while legal actions are listed: the same checks answer, so a fix and the list of
legal actions cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from elric.kernel.rules import no
from elric.kernel.steps import Frame, Step
from elric.kernel.verdict import Fix, Reason, Why
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action, action_text, parse_action
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import PHASES, TURNS, State

_DEEP: Final = 3  # how many refusals a fix is followed through
NOTHING: Final = ""  # the last of several fixes: where none of those before it can be followed nothing is offered


def act(verb: str, *args: int) -> str:
    """An action as a fix names it."""
    return action_text(Action(verb, args))


def each(verb: str, objects: Iterable[int]) -> tuple[str, ...]:
    """The same action with each of some objects, as a fix names them."""
    return tuple(act(verb, x) for x in objects)


def later(phase: str, *actions: str) -> tuple[str, ...]:
    """Actions that become legal in a phase to come."""
    return tuple(f"{phase}: {a}" for a in actions)


def choose(why: Why, clause: tuple[str, str], said: str, verb: str, areas: Iterable[int]) -> bool:
    """The no to an area that is none of those to choose from; the fix names each of them.

    Args:
        said: why the other one cannot be.
        verb: of the actions that choose.
    """
    if why is None:
        return False
    areas = tuple(areas)
    among = words.either([words.area(a) for a in areas])
    return no(why, clause, said, f"Choose {among}.", tuple(BOARD.ids[a] for a in areas), each(verb, areas))


def wait(*actions: str) -> Fix:
    """To wait for the player's next Movement phase, in which these become legal."""
    return "Wait for your next turn.", later("movement", *actions)


def phase_and_action(named: str) -> tuple[str, str]:
    """The phase and the action that an entry of `Reason.do` names; "" for the phase when it means now."""
    phase, colon, action = named.partition(": ")
    return (phase, action) if colon else ("", named)


def last_turn(s: State) -> bool:
    """Whether this is the player's last turn before the game ends."""
    return s.turn >= TURNS or (s.tipped != 0 and s.turn >= s.ends)


def with_working_fixes(s: State, step: Step, frame: Frame, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The reasons of a refusal, each with a fix that can be followed from here, or with none."""
    return _Followed(s, step, frame).all(reasons)


class _Followed:
    """What can be done now, listed once for a refusal, and only if a fix asks for it."""

    def __init__(self, s: State, step: Step, frame: Frame) -> None:
        self.s = s
        self.step = step
        self.frame = frame
        self.listed: list[Action] | None = None

    def all(self, reasons: Iterable[Reason], depth: int = 0) -> tuple[Reason, ...]:
        return tuple(self.one(r, depth) for r in reasons)

    def one(self, r: Reason, depth: int) -> Reason:
        if not r.do and not r.otherwise:
            return r
        for fix, named in ((r.fix, r.do), *r.otherwise):
            able = tuple(a for a in named if self.can(a))
            if able or not named:
                return replace(r, fix=fix, do=able, otherwise=())
        fix, named = (NOTHING, ()) if r.otherwise else self.through(r.do, depth)
        return replace(r, fix=fix, do=named, otherwise=())

    def can(self, named: str) -> bool:
        """Whether something that a fix names can be done now, or will be when its phase comes."""
        phase, action = phase_and_action(named)
        if phase:
            return PHASES.index(phase) > self.s.phase or not last_turn(self.s)
        verb = action.split()[0]
        check = self.step.verbs.get(verb)
        if check is None:
            return False
        if len(action.split()) - 1 == len(VERBS[verb].takes):
            facts = self.step.facts(self.s, self.frame)
            return bool(check(self.s, facts, parse_action(action).args, None))
        if self.listed is None:
            self.listed = self.step.legal(self.s, self.frame)
        some = (a for a in self.listed if a.verb == verb)
        return any(verb == action or begins(action_text(a), action) for a in some)

    def through(self, named: tuple[str, ...], depth: int) -> Fix:
        """What would help towards an action that is named and refused itself: the fix of its own refusal."""
        for action in named:
            verb = action.split()[0]
            if ":" in action or depth >= _DEEP or verb not in self.step.verbs:
                continue
            if len(action.split()) - 1 != len(VERBS[verb].takes):
                continue
            said = self.step.verdict(self.s, self.frame, parse_action(action))
            for r in self.all(said.reasons, depth + 1):
                if r.fix:
                    return r.fix, r.do
        return NOTHING, ()


def begins(text: str, named: str) -> bool:
    """Whether an action is one of those that a fix names by their first words."""
    return text == named or text.startswith(f"{named} ")
