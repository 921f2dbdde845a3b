"""Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012, with one observer: the seat that decides).

Each iteration deals the hidden things anew, walks down one tree that stands for what the seat can tell apart, adds one node,
plays on for a while as the game's judgement would play (a rollout policy: Tesauro and Galperin 1996), and judges where that
has led. The moves are plans of the game's judgement, best first, and more of them the more often a node has been visited
(progressive widening: Coulom 2007). The n-th line of every plan is played in the same world with the same luck, so that
what is compared are the plans.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final

from ..kernel import running
from ..kernel.chance import SeededChance
from ..kernel.game import Game
from ..kernel.steps import Action
from .definition import Judgement, Plan, Sight

ITERATIONS: Final = 16
_WIDE: Final = 4  # plans compared at the root
_DEEP: Final = 2  # nodes of the tree below the root
_WIDEN: Final = 6  # progressive widening: visits after which a node below the root gets another move
_AHEAD: Final = 160  # plans carried out in one playout at most
_CURIOUS: Final = 0.12  # exploration constant of UCB
_TRUST: Final = 3.0  # weight of the prior, in playouts
_ORDER: Final = 0.02  # prior difference in value between one plan and the next
_MASK: Final = (1 << 60) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


class _Node:
    __slots__ = ("below", "offered", "seat", "sum", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat  # who moved here
        self.visits = 0
        self.offered = 0  # availability count (ISMCTS): how often this move was legal
        self.sum = 0.0
        self.below: dict[tuple[Action, ...], _Node] = {}


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
        game = sight.dealt()
        self.plans: list[Plan] = list(judgement.alternatives(game, judgement.plans(game, self.rng)))[:_WIDE]
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
        """The mean of a plan's results, drawn towards what the judgement thinks while it has been tried seldom."""
        node, first = self.root[k], self.root[0]
        middle = first.sum / first.visits if first.visits else 0.5
        return (node.sum + _TRUST * (middle - _ORDER * k)) / (node.visits + _TRUST)

    def iterate(self) -> None:
        """Play one line ahead."""
        self.done += 1
        k = self._plan()
        node = self.root[k]
        seed = (self.sight.seed + (node.visits + 1) * _GOLDEN) & _MASK
        game = self.sight.dealt(node.visits + 1)
        game.chance = SeededChance(seed)
        rng = Random(seed)
        seat, turn = self.sight.seat, game.turn
        path = [node]
        carry_out(game, self.plans[k].actions)
        for _ in range(_DEEP):
            if not game.state.agenda or node.visits == 0:
                break
            found = self._below(node, game, rng)
            carry_out(game, found[0])
            node = found[1]
            path.append(node)
        for _ in range(_AHEAD):
            if not game.state.agenda or (game.turn > turn and game.seat == seat):
                break
            carry_out(game, self.judgement.ahead(game, rng).actions)
        values: dict[int, float] = {}
        for node in path:
            if node.seat not in values:
                values[node.seat] = self.judgement.standing(game.state, node.seat)
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

    def _below(self, node: _Node, game: Game, rng: Random) -> tuple[tuple[Action, ...], _Node]:
        """A move below a node: what the judgement would do, or, once the node has been visited more, the next best."""
        seat: int = game.state.seat
        wide = 1 + node.visits // _WIDEN
        plans = self.judgement.plans(game, rng)[:wide] if wide > 1 else [self.judgement.ahead(game, rng)]
        able = []
        for plan in plans:
            if plan.actions not in node.below:
                node.below[plan.actions] = _Node(seat)
            able.append((plan.actions, node.below[plan.actions]))
        for _, x in able:
            x.offered += 1
        return max(
            able,
            key=lambda ax: (
                ax[1].sum / ax[1].visits + _CURIOUS * sqrt(log(ax[1].offered) / ax[1].visits) if ax[1].visits else 2.0
            ),
        )


def carry_out(game: Game, actions: Sequence[Action]) -> None:
    """Carry out as much of a plan as is legal, and up to the first throw of luck; nothing of it is filed."""
    state: Any = game.state
    seat, chance = state.seat, game.chance
    cx = game.definition.context(chance, None)
    for k, action in enumerate(actions):
        if state.seat != seat or (k and not running.allowed(state, action)):
            return
        chance.results = []
        running.apply(state, action, cx)
        if chance.results:
            return


__all__ = ["ITERATIONS", "Search", "carry_out"]
