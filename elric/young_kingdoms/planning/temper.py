"""In what temper a player plays: what it dares, fears, keeps and goes for. The Captain's is the one that stands here; a player who
looks ahead may take up another for a turn."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.planning import aims
from elric.young_kingdoms.position.state import NEUTRAL, State
from elric.young_kingdoms.world.terrain import IMRRYR

__all__ = ["EVEN", "Temper", "others", "usual", "varied"]

_EVEN_CHANCE: Final = 0.5


class Temper(NamedTuple):
    """How things are weighed against each other.

    Attributes:
        hope: a goal with less of a chance than this is none.
        nearer: what is one area farther is worth so much less.
        join: what it is worth to stand with one point of strength of one's own.
        fear: what it costs to stand beside one point of enemy strength more than one's own.
        guard: how much of what an attack on a city of one's own could cost is counted.
        loss: how much one's own losses count.
        kill: how much the enemy's losses count.
        spell: what a spell is worth for each point of its value, kept for later.
        battle: by how much a battle must be worth it.
        wide: whether those who walk over the sea, and armies that ships lie ready for, are feared before they set out.
        elric: how much more it is worth to win Elric.
        most: armies that stay in a capital at most.  safe: a capital is safe that falls no more often than this.
        goal: the one area that is wanted more than others, or -1; pull: how much more.  shun: the one that is not wanted.
    """

    hope: float = 0.12
    nearer: float = 0.87
    join: float = 0.05
    fear: float = 0.25
    guard: float = 0.5
    loss: float = 1.0
    kill: float = 1.0
    spell: float = 0.25
    battle: float = 0.05
    most: int = 4
    safe: float = 0.2
    wide: bool = False
    elric: float = 1.0
    goal: int = -1
    pull: float = 1.0
    shun: int = -1

    def prize(self, s: State, seat: int, a: int) -> float:
        """What taking an area is worth to a seat, beyond who stands there."""
        worth = aims.prize(s, seat, a) if a != self.shun else 0.0
        return worth * self.pull if a == self.goal else worth

    def least(self, s: State, seat: int, a: int, worth: float) -> float:
        """With less of a chance than this an area is no goal: for a spell, which is all that a capital brings that serves nobody, a
        host is not thrown away."""
        if aims.only_way(s, seat, a):
            return 0.0
        free = worth <= aims.FREE and s.control[a] == NEUTRAL
        return max(self.hope, _EVEN_CHANCE) if free else self.hope

    def threat(self, s: State, seat: int, a: int) -> tuple[int, int]:
        """The strongest host of another seat that is feared to come to an area in a turn, and where it stands (-1: nobody)."""
        feared = aims.strikes if self.wide else aims.comes
        return max((feared(s, o, a) for o in range(s.scenario.seats) if o != seat), default=(0, -1))


EVEN: Final = Temper()


_WARY: Final = EVEN._replace(guard=1.0, wide=True, safe=0.05, most=10)
_WANTED: Final = 3  # areas that are thought about as the one to go for
_SHUNNED: Final = 2
_PULL: Final = 3.0


def usual(s: State, seat: int) -> Temper:
    """The temper that the others of a player who looks ahead are made from: wary for whoever has to keep Imrryr, as those who leave it
    find the way back through the sea wall with Elric alone ([7.5.9] / 6.591), and no line looks as far ahead as that."""
    return _WARY if aims.guard(s, seat, IMRRYR) > aims.TAKEN else EVEN


def others(s: State, seat: int) -> list[Temper]:
    """Other tempers than the Captain's that may serve a seat better for a turn."""
    own = usual(s, seat)
    prizes = sorted(((aims.prize(s, seat, a), a) for a in BOARD.lands if BOARD.city[a]), reverse=True)
    wanted = [a for worth, a in prizes if worth > aims.CAPITAL][:_WANTED]
    return [  # those first that are most often the best
        *(own._replace(goal=a, pull=_PULL, loss=0.8, spell=0.15) for a in wanted),
        own._replace(hope=0.05, fear=0.1, loss=0.6, battle=-0.3, spell=0.1),
        own._replace(kill=2.5, battle=-0.1),
        _WARY,
        *(own._replace(shun=a) for a in wanted[:_SHUNNED]),
        own._replace(hope=0.3, fear=0.6, loss=1.4, guard=1.0, elric=2.0, safe=0.1, most=max(6, own.most)),
    ]


def varied(rng: Random) -> Temper:
    """Any temper: each of what it weighs often half or twice as much, now and then one capital wanted more, another less."""

    def about(value: float, doublings: float = 1.0) -> float:
        return value * 2 ** rng.gauss(0, doublings)

    capitals = [a for a in BOARD.lands if BOARD.capital[a]]
    found = EVEN._replace(
        hope=min(0.5, about(EVEN.hope)), nearer=1 - min(0.4, about(1 - EVEN.nearer, 0.6)), join=about(EVEN.join),
        fear=about(EVEN.fear), guard=about(EVEN.guard), loss=about(EVEN.loss, 0.6), kill=about(EVEN.kill, 0.7),
        spell=about(EVEN.spell), battle=rng.gauss(EVEN.battle, 0.25), elric=about(EVEN.elric, 0.7),
        most=rng.choice((3, 4, 4, 6, 10)), safe=about(EVEN.safe, 0.8), wide=rng.random() < 0.25,
    )  # fmt: skip
    if rng.random() < _ONE_GOAL:
        found = found._replace(goal=rng.choice(capitals), pull=rng.choice((2.0, _PULL, 6.0)))
    return found._replace(shun=rng.choice(capitals)) if rng.random() < _ONE_SHUNNED else found


_ONE_GOAL: Final = 0.4  # how often
_ONE_SHUNNED: Final = 0.3
