"""Answers within a battle: which of them show nothing hidden, and which are none because there is only one."""

from __future__ import annotations

from typing import Any, Final

from elric.dragon_pass.components.units import SIDE_NAMES, UNITS
from elric.dragon_pass.position.state import State
from elric.dragon_pass.position.view import sees

__all__ = ["lies_open", "moot"]

_ABOUT_FIGHTERS: Final = ("back", "pay", "advance")
"""Steps that ask about those who fought: they lie open until the Move ends [7.6]."""


def lies_open(g: Any) -> bool:
    """[7.6] Whether the decision that waits shows nothing but what all players see: what comes of a battle, and, where nobody
    has magic that could lie face down, the battles that are still to be rolled."""
    s: State = g.state
    if g.step in _ABOUT_FIGHTERS:
        return all(sees(s, u, None) for u in _asked_about(s))
    return bool(g.step == "combat" and s.locked and not s.scenario.magic and not s.scenario.exotic)


def _asked_about(s: State) -> tuple[int, ...]:
    """The counters of an answer about those who fought."""
    step, *fields = s.agenda[-1]
    if step.name == "pay":
        _, rates = fields
        return tuple(u for u, _ in rates)
    if step.name == "back":
        driven, _ = fields
        return tuple(driven)
    _, winners = fields
    return tuple(winners)


def moot(g: Any) -> str:
    """[12.6] Why a Trade need not be paid by hand: all who fought are not more than what is due. "" where there is a choice."""
    if g.step != "pay":
        return ""
    s: State = g.state
    _, due, rates = s.agenda[-1]
    left = [(u, rate) for u, rate in rates if s.place[u] >= 0]
    if len(left) > 1 and sum(rate for _, rate in left) > due:
        return ""
    whose = SIDE_NAMES[s.owner[left[0][0]]]
    return f"{whose} pays for the Trade with {UNITS[left[0][0]].name}: there is no other way."
