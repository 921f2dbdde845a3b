"""One way a battle can end. What becomes of the heroes is known at once; the march away is played when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

from elric.young_kingdoms.lab.fate import Fate
from elric.young_kingdoms.position.state import State

ALL: Final = Fraction(1)


class End(NamedTuple):
    """How the field is left.

    Attributes:
        lost: armies and fleets gone for good.  retreat: area the losers go to, or -1.  taken: whether the city changes
        hands.  loose: names of what chance does later ("random attack").  state: the position after, heroes in danger
        left out.  hazard: the position before chance strikes a retreat, or None.
    """

    lost: tuple[int, ...]
    retreat: int
    taken: bool
    loose: tuple[str, ...]
    state: State
    hazard: State | None


@dataclass(frozen=True, slots=True)
class Leaf:
    """What follows from one result of a battle.

    Attributes:
        loser, row, fell: the result; `difference` is one that gives it.  fates: heroes who must escape.  trapped: whether
        the losers had no way out.  joined: who goes over to the victor.  play: plays the end, once.  share: this leaf's part
        of its result.
    """

    loser: int
    row: int
    fell: bool
    difference: int
    fates: tuple[Fate, ...]
    trapped: bool
    joined: tuple[int, ...]
    play: Callable[[], End]
    share: Fraction = ALL

    def at_row(self, row: int, difference: int) -> Leaf:
        """The same under another row of the table, where all rows are alike."""
        return replace(self, row=row, difference=difference)

    @property
    def end(self) -> End:
        """How the field is left."""
        return self.play()

    @property
    def lost(self) -> tuple[int, ...]:
        return self.end.lost

    @property
    def retreat(self) -> int:
        return self.end.retreat

    @property
    def taken(self) -> bool:
        return self.end.taken

    @property
    def loose(self) -> tuple[str, ...]:
        return self.end.loose

    @property
    def state(self) -> State:
        return self.end.state
