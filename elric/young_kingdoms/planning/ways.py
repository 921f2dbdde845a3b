"""Where a stack in hand can go, worked out once for a position: coach, example and table all ask, and a search costs
about a millisecond. Positions are told apart by everything in them, so that nothing has to be thrown away when one changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from elric.kernel.bits import ones
from elric.kernel.verdict import Reason
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ELRIC, MAGIC, MAGICIAN_BITS
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import routes
from elric.young_kingdoms.lab.routes import Route
from elric.young_kingdoms.magic.hands import alignments
from elric.young_kingdoms.position.state import CAST, CONTAINER, IN_HAND, State
from elric.young_kingdoms.world.terrain import company

__all__ = ["Route", "forget", "may_meet", "reach", "refusal", "seen_reach", "sure_reach", "within_reach"]

_MOST: Final = 256
_BOTH: Final = 3  # Law and Chaos among what is held
_KEPT: dict[tuple[Any, ...], Mapping[int, Route]] = {}


def reach(s: State) -> Mapping[int, Route]:
    """As `routes.reach`, kept for the positions asked about last."""
    key = s.key()
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        found = _KEPT[key] = routes.reach(s)
    return found


def forget() -> None:
    """Forget every position asked about, for whoever measures."""
    _KEPT.clear()


def seen_reach(s: State, hand_open: bool) -> Mapping[int, Route]:
    """The same, and while the hand is closed as it would be if nobody held a spell, wherever the stack is: a way that is
    barred by what magicians hold ([9.5] / 8.5), or is longer for it, would else tell an onlooker which."""
    return reach(s if hand_open else _without_hands(s))


def sure_reach(s: State, hand_open: bool) -> Mapping[int, Route]:
    """The same for advice: while the hand is closed without every way into an area where magicians could disagree, for all
    that an onlooker knows, so that what is advised can be done and tells nothing."""
    found = seen_reach(s, hand_open)
    stack = {*s.moving, *company(s, s.moving)} if s.moving else set()
    mine = s.of[s.player] & MAGICIAN_BITS
    if hand_open or not any(mine >> u & 1 and _holds(s, u) for u in stack):
        return found
    doubtful = {s.place[u] for u in ones(mine) if u not in stack and _holds(s, u)}
    return {a: r for a, r in found.items() if not any(x.args[0] in doubtful for x in r.actions)}


def may_meet(s: State, some: Iterable[int], others: Iterable[int], hand_open: bool) -> bool:
    """Whether the magicians among these may be in one place, for all that one knows who sees their hands, or an onlooker ([9.5] /
    8.5)."""
    ours, theirs = ([u for u in them if MAGIC[u] and u != ELRIC and _holds(s, u)] for them in (some, others))
    return not ours or not theirs or (hand_open and alignments(s, [*ours, *theirs]) != _BOTH)


def _holds(s: State, u: int) -> bool:
    """Whether somebody holds spells: everybody sees that."""
    return any(spot + u in s.spell_at.there for spot in (IN_HAND, CAST))


def _without_hands(s: State) -> State:
    """The position with every face-down spell of whoever moves back in the container."""
    t = s.copy()
    for u in ones(s.of[s.player] & MAGICIAN_BITS):
        for i in ones(s.spell_at.there.get(IN_HAND + u, 0) | s.spell_at.there.get(CAST + u, 0)):
            t.spell_at[i] = CONTAINER
    return t


def within_reach(g: Game, hand_open: bool = True) -> Mapping[int, Route]:
    """Where the stack in hand of a game can go, by area: with a closed hand as an onlooker would know."""
    return seen_reach(g.state, hand_open)


def refusal(g: Game, area: str) -> list[Reason]:
    """Why the stack in hand cannot go to an area."""
    return routes.refusal(g.state, BOARD.index[area])
