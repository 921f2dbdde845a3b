"""Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012, with one observer: the seat that decides).

Each iteration deals the hidden things anew, walks down one tree that stands for what the seat can tell apart, adds one node,
plays on for a while by the game's quick habits, and judges where that has led. At the root the moves are the plans of the
game's judgement; below it single actions, as the quick habits propose them.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final

from ..kernel import running
from ..kernel.chance import SeededChance
from ..kernel.steps import Action
from .definition import Judgement, Plan, Sight

ITERATIONS: Final = 64
_WIDE: Final = 8  # plans looked into
_DEEP: Final = 3  # nodes of the tree below the root
_TURNS: Final = 2  # game-turns looked ahead
_AHEAD: Final = 240  # actions played on at most
_CURIOUS: Final = 0.25  # the weight of what has seldom been tried
_TRUST: Final = 4.0  # how many iterations the order of the plans is worth


class _Node:
    __slots__ = ("below", "offered", "seat", "sum", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat  # who moved here
        self.visits = 0
        self.offered = 0  # how often this move could have been chosen
        self.sum = 0.0
        self.below: dict[Any, _Node] = {}


class Search:
    """One decision being thought about.

    Args:
        judgement: of the game.
        sight: what the seat knows.
    """

    def __init__(self, judgement: Judgement, sight: Sight) -> None:
        self.judgement = judgement
        self.sight = sight
        self.rng = sight.rng()
        self.plans = list(judgement.plans(sight.dealt(), self.rng))[:_WIDE]
        self.done = 0
        self.root = [_Node(sight.seat) for _ in self.plans]

    @property
    def open(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.plans) > 1

    def best(self) -> Plan:
        """The plan to carry out as things stand."""
        if not self.done:
            return self.plans[0]
        k = max(range(len(self.plans)), key=lambda k: (self._mean(k), -k))
        return self.plans[k]

    def _mean(self, k: int) -> float:
        """The mean of a plan's results, drawn towards the middle while it has been tried seldom."""
        prior = 0.5 - 0.01 * k
        node = self.root[k]
        return (node.sum + _TRUST * prior) / (node.visits + _TRUST)

    def iterate(self) -> None:
        """Play one line ahead."""
        self.done += 1
        k = self._plan()
        game = self.sight.dealt(self.done)
        state, seat = game.state, self.sight.seat
        cx = self.judgement.definition.context(SeededChance(self.rng.getrandbits(60)), None)
        path = [self.root[k]]
        turn = state.turn
        for action in self.plans[k].actions:
            if state.seat != seat or not running.allowed(state, action):
                break
            running.apply(state, action, cx)
        node = self.root[k]
        for _ in range(_DEEP):
            if not state.agenda or node.visits == 0:
                break
            found = self._below(node, state)
            running.apply(state, found[0], cx)
            node = found[1]
            path.append(node)
        n = 0
        while state.agenda and n < _AHEAD and state.turn < turn + _TURNS:
            running.apply(state, self.judgement.quick(state, self.rng), cx)
            n += 1
        values: dict[int, float] = {}
        for node in path:
            if node.seat not in values:
                values[node.seat] = self.judgement.standing(state, node.seat)
            node.visits += 1
            node.sum += values[node.seat]

    def _plan(self) -> int:
        fresh = [k for k, node in enumerate(self.root) if not node.visits]
        if fresh:
            return fresh[0]
        total = log(self.done + 1)
        return max(
            range(len(self.root)),
            key=lambda k: self._mean(k) + _CURIOUS * sqrt(total / self.root[k].visits),
        )

    def _below(self, node: _Node, state: Any) -> tuple[Action, _Node]:
        """A move below a node: one of those met before that is legal here, or a new one that the habits propose."""
        proposed = self.judgement.quick(state, self.rng)
        seat = int(state.seat)
        if (seat, proposed) not in node.below:
            node.below[seat, proposed] = _Node(seat)
        able = [
            (a, x) for (who, a), x in node.below.items() if who == seat and (a == proposed or running.allowed(state, a))
        ]
        for _, x in able:
            x.offered += 1
        return max(
            able,
            key=lambda ax: (
                ax[1].sum / ax[1].visits + _CURIOUS * sqrt(log(ax[1].offered) / ax[1].visits) if ax[1].visits else 2.0
            ),
        )


__all__ = ["ITERATIONS", "Search"]
