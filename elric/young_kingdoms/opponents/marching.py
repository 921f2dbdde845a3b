"""Where stacks should go: every attack by the lab's odds, every march by what it comes nearer to, weighed on one scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from elric.kernel.steps import Action
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, FLEET, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement.terrain import carriers
from elric.young_kingdoms.opponents.standing import prize
from elric.young_kingdoms.position.state import State, own_in
from elric.young_kingdoms.teaching import plans
from elric.young_kingdoms.teaching.plans import Plan
from elric.young_kingdoms.teaching.ways import Route, reach

__all__ = ["Weighed", "plans_of"]

_NEARER: Final = 0.85  # what is one area farther is worth so much less
_ENOUGH: Final = 0.1  # a march must be better than standing still by so much
_JOIN: Final = 0.12  # what it is worth to stand with one point of strength of one's own
_FEAR: Final = 0.35  # what it costs to stand beside one point of enemy strength more than one's own
_ONWARD: Final = 0.7  # what a battle on the way is worth, of what a march there would be
_CHASE: Final = 0.2
_BEATEN: Final = 0.25  # what a point of a beaten enemy's strength is worth
_WALK: Final = 0.02  # each movement point


class Weighed(NamedTuple):
    """A plan with its worth; the better of two is the one to carry out, and one worth nothing is not."""

    plan: Plan
    worth: float

    @property
    def actions(self) -> tuple[Action, ...]:
        """All of it, in order."""
        return self.plan.actions


def plans_of(g: Game, viewer: int) -> Iterator[Weighed]:
    """What the seat that moves could do with the stack in hand, or with one that it takes up."""
    for base, t in plans.stacks(g):
        found = reach(t)
        lie = _Land(t, base)
        now, _, _ = lie.worth(base.start)
        for p in plans.attacks(g, t, base, found, viewer):
            yield Weighed(p, _attack(t, p) + _ONWARD * (lie.onward(p.area)[0] - lie.onward(base.start)[0]))
        if not t.scenario.solo:
            march = _march(t, base, found, lie, now)
            if march is not None:
                yield march
    if g.scenario.solo:
        best = plans.best(g, viewer)
        if best is not None:
            yield Weighed(best, 1.0)


class _Land:
    """How good it is for the stack in hand to stand somewhere."""

    def __init__(self, t: State, base: Plan) -> None:
        self.t = t
        self.seat = t.player
        self.afloat = bool(carriers(t, t.moving)) or base.ship >= 0
        far: Callable[[int], Any] = BOARD.distances if self.afloat else plans.overland
        goals = [(prize(t, self.seat, a), far(a), a) for a in plans.targets(t)]
        self.goals = [x for x in goals if x[0] > 0]
        self.mine = plans.strength(t)
        self.moving = set(t.moving)

    def onward(self, a: int) -> tuple[float, int, int]:
        """How near that is to what is worth taking: how good, how many areas are left, and to where."""
        return max(((p * _NEARER ** f[a], -f[a], g) for p, f, g in self.goals if f[a] >= 0), default=(0.0, 0, -1))

    def worth(self, a: int) -> tuple[float, int, int]:
        """The same with friends and enemies thought of."""
        t = self.t
        best, steps, goal = self.onward(a)
        friends = sum(FIGHT[u] for u in own_in(t, a, self.seat) if u not in self.moving and KIND[u] != FLEET)
        beside = max(
            (
                sum(FIGHT[u] for u in own_in(t, x, o) if KIND[u] != FLEET)
                for x in BOARD.near[a]
                for o in range(t.scenario.seats)
                if o != self.seat and t.who[x] >> o & 1
            ),
            default=0,
        )
        return best + _JOIN * min(friends, 12) - _FEAR * max(0, beside - self.mine - friends), steps, goal


def _attack(s: State, p: Plan) -> float:
    """What is won and lost in a battle, by its odds."""
    r = p.risk
    assert r is not None
    seat = s.player
    win = float(r.win)
    takes = float(r.falls) if r.falls is not None else win
    foes = [u for o in range(s.scenario.seats) if o != seat for u in own_in(s, p.area, o)]
    theirs = sum(_price(u) for u in foes)
    mine = sum(_price(u) for u in s.moving)
    heroes = sum(float(x) * _price(pieces.INDEX[u]) for u, x in r.heroes.items())
    lost = (1 - win) * 0.4 * mine + heroes + float(r.trapped) * mine * 0.5
    return takes * prize(s, seat, p.area) + win * (_CHASE + _BEATEN * theirs) - lost


def _price(u: int) -> float:
    return {ARMY: 1.0, HERO: 1.5, FLEET: 0.3}.get(KIND[u], 0.0) * max(1, FIGHT[u])


def _march(t: State, base: Plan, found: Mapping[int, Route], lie: _Land, now: float) -> Weighed | None:
    """The best place to go without a fight, if it is better than to stay."""
    best: Weighed | None = None
    for r in found.values():
        if r.attack or r.risk or (BOARD.kind[r.area] != LAND and not lie.afloat):
            continue
        there, steps, goal = lie.worth(r.area)
        gain = there - now - _WALK * r.cost
        if gain > _ENOUGH and (best is None or gain > best.worth):
            best = Weighed(base._replace(go=r.actions, area=r.area, goal=goal, far=-steps, cost=r.cost), gain)
    return best
