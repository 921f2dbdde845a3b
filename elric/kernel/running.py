"""Running a position of any game: who decides, what is legal, what happens. The fast core under `Game`.

A state is any object with `agenda` (frames, the last on top), `seat` (who decides now, -1 when over), `player` (whose
player-turn it is) and `outcome` (None while the game goes on).
"""

from __future__ import annotations

from typing import Any, cast

from .context import Context
from .steps import Action, Frame, Step
from .verdict import Verdict


def settle(s: Any, cx: Context) -> None:
    """Run everything that needs nobody, until somebody has to decide or the game is over. Sets `s.seat`."""
    while True:
        agenda = s.agenda
        if not agenda or s.outcome is not None:
            s.agenda = ()
            s.seat = -1
            return
        f: Frame = agenda[-1]
        step: Step = f[0]
        if step.steady:
            s.seat = s.player
            return
        if step.auto:
            s.agenda = agenda[:-1]
            step.run(s, f, cx)
        elif step.live(s, f):
            s.seat = s.player if step.asks_player else step.seat(s, f)
            return
        else:
            s.agenda = agenda[:-1]


begin = settle  # a freshly built position starts by settling


def top(s: Any) -> tuple[Step, Frame]:
    """The step that waits for a decision."""
    f = s.agenda[-1]
    return cast(Step, f[0]), f


def legal(s: Any) -> list[Any]:
    """Every legal action for the seat that decides now (`s.seat`); empty when the game is over."""
    if not s.agenda:
        return []
    f: Frame = s.agenda[-1]
    step: Step = f[0]
    return step.legal(s, f)


def allowed(s: Any, a: Action) -> bool:
    """Whether an action is legal now: yes or no, without reasons."""
    if not s.agenda:
        return False
    f: Frame = s.agenda[-1]
    step: Step = f[0]
    check = step.verbs.get(a[0])
    return check is not None and check(s, step.facts(s, f), a[1], None)


def verdict(s: Any, a: Action) -> Verdict | None:
    """Whether an action is legal now, with every reason against it; None when it belongs to no step that waits."""
    if not s.agenda:
        return None
    step, f = top(s)
    return step.verdict(s, f, a) if a.verb in step.verbs else None


def apply(s: Any, a: Action, cx: Context) -> None:
    """Carry out a legal action and everything that follows by itself. The caller has checked that it is legal."""
    f: Frame = s.agenda[-1]
    step: Step = f[0]
    if step.by_deeds:
        step.deeds[a[0]](s, f, a[1], cx)
    else:
        step.do(s, f, a, cx)
    settle(s, cx)


def waiting(s: Any) -> tuple[int, ...]:
    """The seats that may decide now: one in most steps, several where they choose at the same time."""
    if not s.agenda:
        return ()
    step, f = top(s)
    return step.waiting(s, f)


def step_name(s: Any) -> str:
    """Name of the decision now waiting: "stack", "losses" ... or "over"."""
    return str(s.agenda[-1][0].name) if s.agenda else "over"
