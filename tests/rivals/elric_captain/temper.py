"""In what temper a player plays: what it dares, fears, keeps and goes for. The Captain's is the one that stands here; a player who
looks ahead may take up another for a turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.young_kingdoms.position.state import State
from tests.rivals.elric_captain import aims

__all__ = ["EVEN", "Temper"]


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
        goal: the one area that is wanted more than others, or -1; pull: how much more.
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

    def prize(self, s: State, seat: int, a: int) -> float:
        """What taking an area is worth to a seat, beyond who stands there."""
        worth = aims.prize(s, seat, a)
        return worth * self.pull if a == self.goal else worth

    def comes(self, s: State, enemy: int, a: int) -> int:
        """The strongest host of another seat that is feared to come to an area in a turn."""
        return aims.strikes(s, enemy, a) if self.wide else aims.comes(s, enemy, a)


EVEN: Final = Temper()
