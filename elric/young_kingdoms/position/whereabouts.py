"""Where every spell is, and which spells are in a place."""

from __future__ import annotations

from typing import Any, Final

from elric.young_kingdoms.components import spells

# Where a spell is: one of these, or IN_HAND + unit, HIDDEN + area, FACE_UP + area, CAST + unit, HELD_OPEN + unit.
CONTAINER: Final = 0
DISCARD: Final = 1
GONE: Final = 2
SACRIFICED: Final = 3
PENDING: Final = 4
IN_HAND: Final = 1000
HIDDEN: Final = 2000
FACE_UP: Final = 3000
CAST: Final = 4000
HELD_OPEN: Final = 5000


class Whereabouts(list[int]):
    """The place of each spell, by its index. All start in the container; a spell is moved by setting its place.

    Attributes:
        there: the spells of each place that has any, as bits.
    """

    __slots__ = ("there",)

    def __init__(self) -> None:
        super().__init__([CONTAINER] * spells.SIZE)
        self.there: dict[int, int] = {CONTAINER: (1 << spells.SIZE) - 1}

    def __setitem__(self, i: Any, at: Any) -> None:
        there, bit, old = self.there, 1 << i, self[i]
        left = there[old] ^ bit
        if left:
            there[old] = left
        else:
            del there[old]
        there[at] = there.get(at, 0) | bit
        list.__setitem__(self, i, at)

    def copy(self) -> Whereabouts:
        other = Whereabouts.__new__(Whereabouts)
        other.extend(self)
        other.there = self.there.copy()
        return other
