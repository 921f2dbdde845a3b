"""Refusals as tables of small rules: each says what it is about, when it forbids, and what it tells then.

A table is asked in its order, with the state and two things that the action is about. Where nobody wants reasons the first
rule that forbids ends it. Rules that list thousands of actions for a decision are built otherwise (`movement/facts.py`): a
call for each rule and action costs 70 ns, which is nothing where a handful of actions is judged, and half the time there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from elric.kernel.verdict import Reason, Why
from elric.young_kingdoms.components import words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.turn.fixes import each


class Refusal(NamedTuple):
    """A rule that may forbid an action.

    Attributes:
        name: what it is about, in a few words.
        forbids: whether it does (anything true), given the state and two things that the action is about.
        tell: the reason, given the same.
        ends: whether nothing more is asked where it forbids, because the rest would make no sense.
    """

    name: str
    forbids: Callable[[State, Any, Any], object]
    tell: Callable[[State, Any, Any], Reason]
    ends: bool = False


def judged(table: Iterable[Refusal], s: State, one: Any, other: Any, why: Why) -> bool:
    """Whether no rule of a table forbids an action; a list that is given gets a reason for every one that does."""
    ok = True
    for rule in table:
        if rule.forbids(s, one, other):
            if why is None:
                return False
            why.append(rule.tell(s, one, other))
            ok = False
            if rule.ends:
                break
    return ok


def choose(clause: tuple[str, str], said: str, verb: str, areas: Iterable[int]) -> Reason:
    """The reason where an area is none of those to choose from; the fix names each of them.

    Args:
        said: why the other one cannot be.
        verb: of the actions that choose.
    """
    areas = tuple(areas)
    among = words.either([words.area(a) for a in areas])
    return Reason(clause, said, f"Choose {among}.", tuple(BOARD.ids[a] for a in areas), do=each(verb, areas))
