"""Answers within a battle: which of them show nothing hidden, and which are none because there is only one."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.position.state import State, sees
from elric.kernel import running

_ABOUT_FIGHTERS: Final = ("back", "pay", "advance")
"""Steps that ask about those who fought: they lie open until the Move ends [7.6]."""


def lies_open(s: State) -> bool:
    """[7.6] Whether the decision that waits shows nothing but what all players see: what comes of a battle, and, where nobody
    has magic that could lie face down, the battles that are still to be rolled."""
    step = running.step_name(s) if s.agenda else ""
    if step in _ABOUT_FIGHTERS:
        return all(sees(s, u, None) for u in _asked_about(s))
    return step == "combat" and s.locked and not s.scenario.magic and not s.scenario.exotic


def _asked_about(s: State) -> tuple[int, ...]:
    """The counters of an answer about those who fought."""
    f = s.agenda[-1]
    if f.step.name == "pay":
        return tuple(u for u, _ in f.rates)
    return tuple(f.units if f.step.name == "back" else f.winners)


def forced_payer(s: State) -> int:
    """[12.6] With whom a Trade is paid where there is no choice: one unit is left, or all together are not more than what is
    due. -1 where somebody has to be asked."""
    if not s.agenda or running.step_name(s) != "pay":
        return -1
    due, rates = s.agenda[-1].due, s.agenda[-1].rates
    left = [(u, rate) for u, rate in rates if s.place[u] >= 0]
    return left[0][0] if len(left) == 1 or sum(rate for _, rate in left) <= due else -1
