"""One way a battle can end. What becomes of the heroes is known at once; the march away is played when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
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


class Rest:
    """The end of a battle, played once and kept."""

    def __init__(self, play: Callable[[], End]) -> None:
        self._play = play

    @cached_property
    def end(self) -> End:
        return self._play()


@dataclass(frozen=True, slots=True)
class Leaf:
    """What follows from one result of a battle.

    Attributes:
        loser, row, fell: the result; `difference` is one that gives it.  fates: heroes who must escape.  trapped: whether
        the losers had no way out.  joined: who goes over to the victor.  share: this leaf's part of its result.
    """

    loser: int
    row: int
    fell: bool
    difference: int
    fates: tuple[Fate, ...]
    trapped: bool
    joined: tuple[int, ...]
    rest: Rest
    share: Fraction = ALL

    def at_row(self, row: int, difference: int) -> Leaf:
        """The same under another row of the table, where all rows are alike."""
        return replace(self, row=row, difference=difference)

    @property
    def lost(self) -> tuple[int, ...]:
        return self.rest.end.lost

    @property
    def retreat(self) -> int:
        return self.rest.end.retreat

    @property
    def taken(self) -> bool:
        return self.rest.end.taken

    @property
    def loose(self) -> tuple[str, ...]:
        return self.rest.end.loose

    @property
    def state(self) -> State:
        return self.rest.end.state
