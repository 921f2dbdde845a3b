"""Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012, with one observer: the seat that decides),
robust against noise: the plan preferred without search is kept unless another is significantly better.

Each playout samples the hidden information, carries out one of the candidate plans, continues with the game's rollout
policy (Tesauro and Galperin 1996), and evaluates the position reached. The n-th playout of every plan uses the same
sample and the same luck, and only differences between playouts of the same number are compared (common random numbers).
Playouts are allocated by sequential halving (Karnin, Koren, Somekh 2013): all plans get the same number, then the
better half continues. Once a plan has been played many times, the moves after it become nodes of a tree (progressive
widening: Coulom 2007).
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

ITERATIONS: Final = 24
_PLANS: Final = 4  # plans compared at the root
_DEPTH: Final = 2  # nodes of the tree below the root
_WIDEN: Final = 24  # progressive widening: visits after which a node below the root gets another move
_LONGEST_PLAYOUT: Final = 400  # plans carried out in one playout at most
_EXPLORATION: Final = 0.12  # exploration constant of UCB, below the root
_SIGNIFICANCE: Final = 1.6  # standard errors by which another plan must be better than the first
_FEWEST: Final = 4  # lines of a plan before it may be preferred
_FIRST_ROUND: Final = 4  # lines that every plan gets before the first halving
_PRIOR_DEVIATION: Final = 0.08  # assumed standard deviation of a plan's results before there are any
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
    """The search for one decision.

    Args:
        judgement: of the game.
        sight: what the seat knows.
        lines: how many playouts in all.
    """

    def __init__(self, judgement: Judgement, sight: Sight, lines: int = ITERATIONS) -> None:
        self.judgement = judgement
        self.sight = sight
        self.rng = sight.rng()
        game = sight.dealt()
        self.plans: list[Plan] = list(judgement.alternatives(game, judgement.plans(game, self.rng)))[:_PLANS]
        self.lines = lines
        self.done = 0
        self.root = [_Node(sight.seat) for _ in self.plans]
        self.results: list[list[float]] = [[] for _ in self.plans]
        self._alive = list(range(len(self.plans)))
        self._until = _FIRST_ROUND  # playouts of each remaining plan before the next halving

    @property
    def open(self) -> bool:
        """Whether there is more than one plan."""
        return len(self.plans) > 1

    @property
    def settled(self) -> bool:
        """Whether more playouts are not worth the time: every remaining plan has enough of them to be compared, and
        none is ahead of the first."""
        if min(self.root[k].visits for k in self._alive) < _FIRST_ROUND:
            return False
        return all(self._ahead(k) <= 0 for k in self._alive[1:])

    def best(self) -> Plan:
        """The plan to carry out as things stand: the first, unless another is clearly better."""
        found = [(self._ahead(k), -k) for k in range(1, len(self.plans)) if self._significant(k)]
        return self.plans[-max(found)[1]] if found else self.plans[0]

    def _pairs(self, k: int) -> list[float]:
        """The difference between a plan and the first one, playout by playout."""
        return [a - b for a, b in zip(self.results[k], self.results[0], strict=False)]

    def _ahead(self, k: int) -> float:
        """The mean of these differences."""
        pairs = self._pairs(k)
        return sum(pairs) / len(pairs) if pairs else 0.0

    def _significant(self, k: int) -> bool:
        """Whether a plan is significantly better than the first."""
        pairs = self._pairs(k)
        n, mean = len(pairs), self._ahead(k)
        if n < _FEWEST:
            return False
        variance = (
            sum((x - mean) ** 2 for x in pairs) + _PRIOR_DEVIATION**2
        ) / n  # with one prior pair beside those played
        return mean > _SIGNIFICANCE * sqrt(variance / n)

    def iterate(self) -> None:
        """Play one playout."""
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
        for _ in range(_DEPTH if node.visits >= _WIDEN else 0):
            if not game.state.agenda:
                break
            found = self._child_move(node, game, rng)
            carry_out(game, found[0])
            node = found[1]
            path.append(node)
        for _ in range(_LONGEST_PLAYOUT):
            if not game.state.agenda or self.judgement.far_enough(game, seat, turn):
                break
            carry_out(game, self.judgement.ahead(game, rng).actions)
        values: dict[int, float] = {}
        for node in path:
            if node.seat not in values:
                values[node.seat] = self.judgement.standing(game.state, node.seat)
            node.visits += 1
            node.sum += values[node.seat]
        self.results[k].append(values[seat])

    def _plan(self) -> int:
        """The plan to play next: the one of the remaining with the fewest playouts; the first plan always remains."""
        fewest = min(self._alive, key=lambda k: (self.root[k].visits, k))
        if self.root[fewest].visits >= self._until:
            others = sorted(self._alive[1:], key=lambda k: (-self._ahead(k), k))
            if len(others) > 1:
                self._alive = [0, *sorted(others[: (len(others) + 1) // 2])]
            self._until *= 2
            fewest = min(self._alive, key=lambda k: (self.root[k].visits, k))
        return fewest

    def _child_move(self, node: _Node, game: Game, rng: Random) -> tuple[tuple[Action, ...], _Node]:
        """A move after a node: the rollout policy's first choice, and after more visits the next best."""
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
                ax[1].sum / ax[1].visits + _EXPLORATION * sqrt(log(ax[1].offered) / ax[1].visits)
                if ax[1].visits
                else 2.0
            ),
        )


def carry_out(game: Game, actions: Sequence[Action]) -> None:
    """Carry out as much of a plan as is legal, and up to the first throw of luck; nothing is recorded."""
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
