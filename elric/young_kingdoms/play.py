"""Running a position: who decides, what is legal, what happens. The fast core under Game."""

from __future__ import annotations

from typing import Any, cast

from ..kernel.steps import Frame, Step
from ..kernel.verdict import Reason, Verdict
from .actions import Action
from .context import Context
from .fixes import FREE_HAND, followed
from .state import PHASES, State


def settle(s: State, cx: Context) -> None:
    """Run everything that needs nobody, until somebody has to decide or the game is over. Sets `s.seat`."""
    while True:
        agenda = s.agenda
        if not agenda or s.outcome is not None:
            s.agenda = ()
            s.seat = -1
            return
        f = agenda[-1]
        step = f[0]
        if step.steady:
            s.seat = s.player
            return
        if step.auto:
            s.agenda = agenda[:-1]
            step.run(s, f, cx)
        elif step.live(s, f):
            s.seat = step.seat(s, f)
            return
        else:
            s.agenda = agenda[:-1]


def top(s: State) -> tuple[Step, Frame]:
    """The step that waits for a decision."""
    f = s.agenda[-1]
    return cast(Step, f[0]), f


def legal(s: State) -> list[Action]:
    """Every legal action for the seat that decides now; empty when the game is over."""
    if not s.agenda:
        return []
    f = s.agenda[-1]
    out: list[Action] = f[0].legal(s, f)
    return out


def verdict(s: State, a: Action) -> Verdict:
    """Whether an action is legal now, with every reason against it."""
    if not s.agenda:
        return Verdict(False, (Reason(("5.0", "4.91"), "The game is over."),))
    step, f = top(s)
    if a.verb not in step.verbs:
        return Verdict(False, (_out_of_turn(s, step, a),))
    said = step.verdict(s, f, a)
    return said if said.ok else Verdict(False, followed(s, step, f, said.reasons))


def _out_of_turn(s: State, step: Step, a: Action) -> Reason:
    """Why an action of another step must wait: the order of play, and what can be done instead."""
    phase = PHASES[s.phase]
    able = tuple(sorted({x.verb for x in legal(s)}))
    if s.moving and a.verb in FREE_HAND and "halt" in able:
        text = f"A stack is in hand, and “{a.verb}” has to wait until it is put down."
        return Reason(("7.2", "6.2"), text, "Halt first.", do=("halt",))
    when = "While the game is set up" if phase == "setup" else f"At this point of the {phase.title()} phase"
    now = " or ".join(f"“{verb}”" for verb in able)
    text = f"{when} “{a.verb}” is not what is asked for."
    return Reason(("5.0", "4"), text, f"What can be done now: {now}.", do=able)


def apply(s: State, a: Action, cx: Context) -> None:
    """Carry out a legal action and everything that follows by itself. The caller has checked that it is legal."""
    f = s.agenda[-1]
    f[0].do(s, f, a, cx)
    settle(s, cx)


def begin(s: State, cx: Context) -> None:
    """Start a freshly built position."""
    settle(s, cx)


def step_name(s: State) -> str:
    """Name of the decision now waiting: "stack", "losses" ... or "over"."""
    return str(cast(Any, s.agenda[-1][0]).name) if s.agenda else "over"
