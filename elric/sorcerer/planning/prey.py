"""What a force loses to a result of the table, quickly: for a player who compares hundreds of attacks. The lab has the exact law."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from elric.sorcerer.combat.strength import Total, default_lead, total
from elric.sorcerer.components.colors import line
from elric.sorcerer.components.table import PIN, column
from elric.sorcerer.components.units import FORTRESS, HUMAN, KIND, MAGICAL, SORCERER, UNITS
from elric.sorcerer.lab.fills import faces
from elric.sorcerer.lab.worth import PINNED, all_worth, whole, worth
from elric.sorcerer.position.state import State, powers_of

_STEPS: Final = 6
_FACES: Final = 6


class Prey:
    """A force in a hex, as something that is attacked.

    Attributes:
        costs: what is lost with so many steps, from none to six.
        falls: by Sorcerer, the step with which he loses one.
    """

    def __init__(self, s: State, units: Sequence[int], h: int, lead: int = -1) -> None:
        self.state, self.units, self.hex = s, tuple(units), h
        self.lead = lead if lead in self.units else default_lead(s, self.units)
        self.falls: dict[int, int] = {}
        costs: list[float] = [0]
        for step, (u, cost) in enumerate(self._order(), 1):
            costs.append(costs[-1] + cost)
            if KIND[u] == SORCERER:
                self.falls.setdefault(u, step)
        self.costs = costs[: _STEPS + 1] + [costs[-1]] * max(0, _STEPS + 1 - len(costs))
        self._pin = PINNED * all_worth(s, [u for u in self.units if not s.pinned >> u & 1])

    def _order(self) -> list[tuple[int, float]]:
        """Who loses a step after whom [13.6], with what it costs: of one rank those first whose steps cost least."""
        s = self.state
        out: list[tuple[int, float]] = []
        for rank in ([u for u in self.units if MAGICAL >> u & 1], [u for u in self.units if KIND[u] == HUMAN]):
            steps = []
            for u in rank:
                if s.depleted >> u & 1:
                    steps.append((worth(s, u), u))
                else:
                    half = worth(s, u, 1)
                    steps += [(whole(s, u) - half, u), (half, u)]
            steps.sort()
            out += [(u, cost) for cost, u in steps]
        others = [u for u in self.units if KIND[u] == SORCERER and u != self.lead]
        for u in [u for u in self.units if KIND[u] == FORTRESS] + ([self.lead] if self.lead >= 0 else []) + others:
            if not s.struck >> u & 1:
                left = worth(s, u)
                out.append((u, left if s.depleted >> u & 1 else left - worth(s, u, 1)))
        return out

    @cached_property
    def defence(self) -> Total:
        """What it is worth when it is attacked."""
        return total(self.state, self.units, self.hex, self.lead)

    def attack(self) -> Total:
        """What it is worth when it attacks: without the pinned, and a fortress only beside its Sorcerer [13.5, 14.13]."""
        s = self.state
        held = 0
        for u in self.units:
            if KIND[u] == SORCERER:
                held |= powers_of(s, u)
        able = [u for u in self.units if not s.pinned >> u & 1 and (KIND[u] != FORTRESS or held >> UNITS[u].color & 1)]
        return total(s, tuple(able), self.hex, self.lead, s.ambush) if able else _NOTHING

    def loses(self, attack: Total) -> float:
        """What it can expect to lose to an attack."""
        if not attack.lines:
            return 0.0
        which = column(attack.sum - self.defence.sum, line(attack.color, self.defence.color))
        return sum(self._pin if f.result == PIN else self.costs[f.result] for f in faces(which)) / _FACES

    def hit(self, attack: Total, steps: int) -> float:
        """The chance that it loses so many steps or more."""
        if not attack.lines:
            return 0.0
        which = column(attack.sum - self.defence.sum, line(attack.color, self.defence.color))
        return sum(f.result >= steps for f in faces(which)) / _FACES


_NOTHING: Final = Total(0, -1, ())


__all__ = ["Prey"]
