"""The duel that ends a game of heroes [65.1]: when a Superhero is the last whom an enemy has left, who suffers the fifth Wound first?"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from elric.dragon_pass.combat.deaths import FIVE
from elric.dragon_pass.components.units import SUPERHEROES
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.tables import CHANCES
from elric.dragon_pass.position.state import Segment
from elric.dragon_pass.turn.victory import heroes_against
from elric.kernel.bits import ones

__all__ = ["LastDuel", "duel", "last_hero"]

_DECIDED: Final = 60.0  # factors that a won game is worth beside a lost one, where nothing but heroes counts


class LastDuel(NamedTuple):
    """A battle between Superheroes that leads to the end of the game.

    Attributes:
        ours, theirs: who fight.  wins: how likely theirs suffers the fifth Wound first, if they go on fighting at these odds.
    """

    ours: int
    theirs: int
    wins: Fraction

    @property
    def gain(self) -> float:
        """What that is worth beside a drawn game, in factors; below 0 for whoever is likelier to lose."""
        return float(self.wins - Fraction(1, 2)) * _DECIDED


def last_hero(look: Look) -> int:
    """The Superhero whose death wins the game at once, where the seat knows where he stands: he is seen, or nobody else is unseen but
    those in his stack; -1 where there is none."""
    s = look.s
    asked = any(goal.kind == "heroes" and goal.side == look.seat for goal in s.scenario.goals)
    left = heroes_against(s, look.seat) if asked else ()
    if len(left) != 1 or not SUPERHEROES >> left[0] & 1:
        return -1
    unseen = {s.place[u] for u in ones(look.hidden) if s.place[u] >= 0}
    return left[0] if not look.hidden >> left[0] & 1 or len(unseen) == 1 else -1


def duel(look: Look, battle: Segment, column: int) -> LastDuel | None:
    """A battle as such a duel; None where it is none, or where nobody is ever struck."""
    last = last_hero(look)
    ours = next((u for _, units in battle.attackers for u in units if SUPERHEROES >> u & 1), -1)
    if last < 0 or ours < 0 or all(last not in units for _, units in battle.defenders):
        return None
    wounded, _, _, _, wounds = CHANCES[column]
    if not wounds:
        return None
    strikes = Fraction(round(6 * wounds), round(6 * (wounds + wounded)))
    needed, spare = (FIVE - look.s.wounds.get(u, 0) for u in (last, ours))
    first = sum((comb(needed - 1 + k, k) * (1 - strikes) ** k for k in range(spare)), Fraction(0))
    return LastDuel(ours, last, first * strikes**needed)
