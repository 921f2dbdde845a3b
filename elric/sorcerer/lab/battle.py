"""A battle to reckon with: two forces in one hex, and what comes before they meet.

First Bolts are flung at those who stand there [7.0], then attrition may pass [11.0], then both attack at the same time [13.0].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from elric.kernel.bits import bits
from elric.sorcerer.components.colors import WHEEL, dominated_colors
from elric.sorcerer.components.units import UNITS
from elric.sorcerer.position.notes import Flux, flux, set_note
from elric.sorcerer.position.state import COMBAT, State, force, paint, put


class JoinedBolt(NamedTuple):
    """One Bolt: its color, and all who join in it [7.12]."""

    color: int
    throwers: tuple[int, ...]


class Seal(NamedTuple):
    """An attack on one Sorcerer that nobody makes: of a Seal that he breaks [19.25], of a spell that he tries [25.2].

    Attributes:
        line: of the results table.  differential: zero less the points spent, or less the order of the spell.
        what: "seal" or "spell".
    """

    line: int
    differential: int
    what: str


@dataclass(frozen=True, eq=False)
class Battle:
    """Two forces in a hex.

    Attributes:
        state: a position in which only those stand who take part.
        hex: where.  side, other: who attacks, and whom.
        volleys: the Bolts flung first, in order, or the Seals that are broken.  leads: the Sorcerers named to take part [10.3].
        worn: whether attrition passes before they meet.
        answers: whether the other side attacks too.
    """

    state: State
    hex: int
    side: int
    other: int
    volleys: tuple[JoinedBolt | Seal, ...] = ()
    leads: tuple[int, ...] = ()
    worn: bool = False
    answers: bool = True

    @property
    def bolts(self) -> tuple[JoinedBolt, ...]:
        """The Bolts among what comes first."""
        return tuple(one for one in self.volleys if isinstance(one, JoinedBolt))

    @property
    def seals(self) -> tuple[Seal, ...]:
        """The Seals and spells among what comes first."""
        return tuple(one for one in self.volleys if isinstance(one, Seal))

    @property
    def attackers(self) -> tuple[int, ...]:
        """Who stands there for the side that attacks."""
        return force(self.state, self.side, self.hex)

    @property
    def defenders(self) -> tuple[int, ...]:
        """Who is attacked."""
        return force(self.state, self.other, self.hex)

    @property
    def ground(self) -> int:
        """The color of the hex."""
        return self.state.ground[self.hex]


def reaches(unit: int, ground: int) -> bool:
    """Whether a Sorcerer may fling a Bolt at a ground: of his colors, or of those that they dominate [7.0], whatever the Bolt's (R11)."""
    powers = UNITS[unit].powers & WHEEL
    return bool((powers | dominated_colors(powers)) >> ground & 1)


def stage(s: State, where: int, stacks: Sequence[tuple[int, Iterable[int]]], ground: int) -> State:
    """A position with these stacks in a hex and nobody else.

    Args:
        s: the position whose game it is, and where it is read who is depleted, pinned and so on.
        stacks: a side and its counters.  ground: the color of the hex.
    """
    t = State(s.scenario, s.rules)
    t.turn, t.player, t.phase, t.alive = max(1, s.turn), s.player, COMBAT, s.alive
    t.powers, t.primes, t.fane, t.points = s.powers, s.primes, s.fane, s.points
    if (gone := flux(s)) >= 0:
        set_note(t, Flux(gone))
    paint(t, where, ground)
    for side, units in stacks:
        for u in units:
            put(t, u, where, side)
    t.depleted, t.pinned, t.ambush = s.depleted, s.pinned, s.ambush
    there = bits(u for _, units in stacks for u in units)
    t.inside, t.struck = s.inside & there, s.struck & there
    return t


def at_hand(
    s: State,
    side: int,
    where: int,
    other: int,
    comers: Iterable[int] = (),
    volleys: tuple[JoinedBolt | Seal, ...] = (),
    worn: bool = False,
) -> Battle:
    """The battle that a side would fight in a hex as things stand, with those who come and the Bolts that are flung first."""
    mine = (*force(s, side, where), *(u for u in comers if s.place[u] != where))
    t = stage(s, where, ((side, mine), (other, force(s, other, where))), s.paint[where])
    return Battle(t, where, side, other, volleys, (), worn)


__all__ = ["Battle", "JoinedBolt", "Seal", "at_hand", "reaches", "stage"]
