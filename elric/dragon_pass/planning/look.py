"""What the seat that decides knows, found once for a decision.

The position that is given to a player has been dealt anew [7.6]: who lies face down in it is one guess among many. What is
reckoned from a hidden counter is therefore the mean of all that its side has hidden.
"""

from __future__ import annotations

from typing import Any, Final

from elric.dragon_pass.combat.factors import cf
from elric.dragon_pass.combat.reckoning import SCALE
from elric.dragon_pass.components.board import AROUND, HEXES
from elric.dragon_pass.components.units import CF, HEROES
from elric.dragon_pass.lab import WORTH
from elric.dragon_pass.movement.going import FREE, GOING, pace
from elric.dragon_pass.movement.routes import routes
from elric.dragon_pass.planning.fields import reach
from elric.dragon_pass.planning.temper import EVEN, Temper
from elric.dragon_pass.planning.threats import Threats
from elric.dragon_pass.position.state import State, foes
from elric.kernel.bits import ones
from elric.planning.choosing import KEPT
from elric.planning.definition import TurnPlan

_NOBODY: Final = 99
_DOOMED: Final = 0.75  # the share of a stack that is expected to be lost
_AHEAD: Final = 1.5  # how many times stronger a side must be before it cares less for its losses
_LEAST: Final = 0.3
_WELL, _FAR_AHEAD = 0.75, 0.5
_PRIZED: Final = 12.0


class Look:
    """The position as one seat knows it.

    Args:
        s: a position that the seat cannot tell from the real one.
        seat: whose.  temper: in which it plays.  last: what it went for before.
        now: what it goes for in this Move, once that has begun.
        told: whether somebody hears the reasons: odds are not looked up for sentences that nobody reads.

    Attributes:
        enemy, own: the hexes where enemies and own units stand, as bits.
        hidden: enemy counters that lie face down, as bits.
        usual: for each enemy, (CF, worth) of a hidden counter on average.
    """

    def __init__(
        self,
        s: State,
        seat: int,
        temper: Temper = EVEN,
        last: TurnPlan | None = None,
        now: TurnPlan | None = None,
        told: bool = True,
    ) -> None:
        self.s = s
        self.told = told
        self.temper = temper
        self.now = now
        self._last = frozenset(c.aim.key for c in last.campaigns) if last is not None else frozenset()
        self.seat = seat
        self.enemy = foes(s, seat)
        self.own = s.at[seat]
        self.hidden = 0
        self.usual: dict[int, tuple[float, float]] = {}
        for other in s.order:
            if other == seat:
                continue
            down = 0 if s.rules.open_stacks else s.of[other] & ~(s.tops | s.shown)
            self.hidden |= down
            these = ones(down)
            if these:
                n = len(these)
                self.usual[other] = (sum([CF[u] for u in these]) / n, sum([WORTH[u] for u in these]) / n)
        # [65.1] where heroes decide the game each is worth more than its factors
        self.prized = _PRIZED if any(goal.kind == "heroes" for goal in s.scenario.goals) else 0.0
        self.posts: list[Any] | None = None  # where units are wanted, once `aims` has been asked
        self._threats: dict[int, Threats] = {}
        self._doomed: dict[int, bool] = {}
        self._care: float | None = None
        self._gaps: list[int] | None = None
        self._ways: dict[tuple[int, ...], dict[int, tuple[int, ...]]] = {}
        self._swords: dict[int, float] = {}

    @property
    def care(self) -> float:
        """How much own losses count: the stronger side can afford to lose as much as the weaker, and comes nearer to its end."""
        if self._care is None:
            ours = sum([self.swords(h) for h in ones(self.own)])
            theirs = sum([self.swords(h) for h in ones(self.enemy)])
            self._care = self.temper.care * min(1.0, max(_LEAST, _AHEAD * theirs / max(1.0, ours)))
        return self._care

    @property
    def column(self) -> int:
        """The lowest column at which it attacks where it need not: who is far ahead has to end the game."""
        return self.temper.column - (self.care < _WELL) - (self.care < _FAR_AHEAD)

    def kept(self, key: str) -> float:
        """How many times more an aim counts than by itself: what was gone for is gone on with."""
        return KEPT if key in self._last else 1.0

    def sent(self, key: str) -> tuple[int, ...]:
        """Who was sent for an aim in this Move: the first of each company."""
        campaigns = self.now.campaigns if self.now is not None else ()
        return next((c.hosts for c in campaigns if c.aim.key == key), ())

    def worth(self, u: int) -> float:
        """What a counter is worth, as far as this seat can tell."""
        if self.hidden >> u & 1:
            return self.usual[self.s.owner[u]][1]
        return WORTH[u] + (self.prized if HEROES >> u & 1 else 0.0)

    def hidden_cf(self, u: int) -> float:
        """The CF that a hidden counter is taken for."""
        return self.usual[self.s.owner[u]][0]

    def swords(self, h: int) -> float:
        """The CF of a stack without its ground."""
        found = self._swords.get(h)
        if found is None:
            found = self._swords[h] = self.strength(self.s.piles.get(h, ()))
        return found

    def strength(self, units: tuple[int, ...]) -> float:
        """The CF of units that stand together, as far as this seat can tell: heroes lift the others [17.2]."""
        total, heroes, plain = 0.0, 0, 0
        for u in units:
            if self.hidden >> u & 1:
                total += self.hidden_cf(u)
                plain += 1
            elif HEROES >> u & 1:
                total += cf(self.s, u, units)[0] / SCALE
                heroes += 1
            else:
                total += CF[u]
                plain += 1
        return total + heroes * plain

    def value(self, h: int) -> float:
        """What a stack is worth."""
        return sum([self.worth(u) for u in self.s.piles.get(h, ())])

    def open(self, units: tuple[int, ...]) -> bool:
        """Whether all of these are known."""
        return not any(self.hidden >> u & 1 for u in units)

    def gap(self, h: int) -> int:
        """How far the nearest enemy is from a hex; a great number where there is none."""
        if self._gaps is None:
            gaps = [_NOBODY] * HEXES.size
            ring, seen, steps = self.enemy, self.enemy, 0
            while ring:
                for n in ones(ring):
                    gaps[n] = steps
                ring = HEXES.spread(ring) & ~seen
                seen |= ring
                steps += 1
            self._gaps = gaps
        return self._gaps[h]

    def beside(self, h: int) -> int:
        """The enemies beside a hex, as bits."""
        return self.enemy & AROUND[h]

    def ways(self, units: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        """Where a company can march, and the hexes that it goes through."""
        found = self._ways.get(units)
        if found is None:
            t = self.s.copy()
            t.hand = units
            found = self._ways[units] = routes(t)
        return found

    def range(self, units: tuple[int, ...]) -> int:
        """The hexes beside which units that stand together could end a march over the bare board, as bits."""
        ends = reach((self.s.place[units[0]], pace(self.s, units), all(GOING[u] & FREE for u in units)))
        return HEXES.spread(ends) | ends

    def threats(self, gone: int = 0) -> Threats:
        """What the enemies can do in their next Move, without those in some hexes."""
        found = self._threats.get(gone)
        if found is None:
            found = self._threats[gone] = Threats(self, gone)
        return found

    def doomed(self, h: int) -> bool:
        """Whether an own stack would be lost where it stands if the enemy attacked it with all he can."""
        found = self._doomed.get(h)
        if found is None:
            worth = self.value(h)
            found = self._doomed[h] = (
                self.threats().loss(h, self.swords(h), worth, self.own) >= _DOOMED * worth if worth else False
            )
        return found

    def heroes(self, seats: tuple[int, ...]) -> int:
        """The heroes of some seats that this seat sees, as bits."""
        found = 0
        for k in seats:
            found |= self.s.of[k]
        return found & HEROES & ~self.hidden


__all__ = ["Look"]
