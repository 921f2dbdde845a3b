"""The stack in hand and the ground around it: what the rules of movement read, found once for a decision.

Areas are bits here, so that a rule speaks about all neighbours of a stack at once. Sources: Chaosium [7.0]-[7.4], Avalon Hill
6-6.41.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ..kernel.bits import bits, packed
from ..kernel.verdict import Reason
from . import pieces
from .areas import ALL, BESIDE, LANDS
from .board import BOARD, SEA
from .ground import company, enemy_walls, most_spent, wilds
from .pieces import (
    ARTIFACT,
    ARTIFACT_BITS,
    ELRIC,
    EVERY,
    FLEET,
    FLEET_BITS,
    FLYER_BITS,
    HORDE_BITS,
    KIND,
    LAND_MOVES,
    MELNIBONE,
    MOVE,
    NATION,
    WALKS_SEA,
)
from .state import ASHORE, State, enemies
from .wings import flying

# Under what a stack goes: on its feet or wings, by ship, or from a ship at sea onto a coast.
MARCH: Final = 0
SAILING: Final = 1
LANDING: Final = 2

# With what in mind: in peace, to fight, or to win Elric over.
PEACE: Final = 0
ATTACK: Final = 1
SWAY: Final = 2


_LANDLUBBERS: Final = bits(u for u in range(pieces.SIZE) if not (WALKS_SEA[u] or KIND[u] == ARTIFACT))
_WINGLESS: Final = EVERY & ~FLYER_BITS & ~ARTIFACT_BITS

# Sorts of pieces to which some rules speak alone: those who fly, hordes, Melniboneans who spare their own people; and whoever
# plays the solo scenario.
KINSMEN: Final = bits(u for u in range(pieces.SIZE) if NATION[u] == MELNIBONE and u != ELRIC)
SOLO: Final = 0
SORTS: Final = (FLYER_BITS, HORDE_BITS, KINSMEN, SOLO)
_IN_SOLO: Final = 1 << SORTS.index(SOLO)


@lru_cache(maxsize=4096)
def _sorts(hand: int) -> int:
    """Which of these sorts are in a stack, as bits."""
    return bits(k for k, sort in enumerate(SORTS) if hand & sort)


class Going:
    """A stack in hand. What depends on one area only is given for all neighbours, as bits.

    Attributes:
        s: the position.  leader, moving, here: who leads, who comes along, where they are.  down: who was set down here.
        hand: who comes along, as bits.  sorts: which sorts of pieces with rules of their own are among them.
        afloat: aboard a ship.  wings: everybody flies.  guarded: neighbours that may be entered only to fight (see
        `ground.guarded`).  friends: neighbours in which the player has pieces.
    """

    __slots__ = (
        "afloat",
        "down",
        "friends",
        "guarded",
        "hand",
        "here",
        "leader",
        "moving",
        "open",
        "s",
        "sorts",
        "wings",
    )

    def __init__(self, s: State, leader: int, down: tuple[int, ...] = ()) -> None:
        self.s = s
        self.leader = leader
        self.down = down
        self.moving = s.moving
        self.hand = hand = packed(s.moving)
        self.sorts = _sorts(hand) | _IN_SOLO if s.scenario.solo else _sorts(hand)
        self.here = here = s.place[leader]
        self.afloat = s.aboard[leader] != ASHORE
        self.wings = not hand & _WINGLESS
        me, beside = s.player, BESIDE[here]
        guarded = enemies(s, me) & beside
        if guarded:
            guarded &= ~wilds(s)
        self.guarded = guarded | enemy_walls(s, me) & beside
        self.friends = s.stands[me] & beside
        self.open = [-1, -1, -1]  # what `march.open_ways` found for each mode, whatever the intent

    def beside(self, mode: int) -> int:
        """The neighbours a stack could come to under this mode by what it is and where it is."""
        if self.afloat == (mode == MARCH):
            return 0
        if mode == LANDING:
            return BESIDE[self.here] & LANDS if BOARD.kind[self.here] == SEA else 0
        if mode == SAILING and not self.hand & FLEET_BITS:
            return 0
        return BESIDE[self.here]

    @property
    def wades(self) -> bool:
        """Whether the sea carries them: all walk the waves, or all fly over them; the one cannot rest where the other can."""
        return self.wings or not self.hand & _LANDLUBBERS

    def left(self, mode: int) -> int:
        """Movement points that are left for going under this mode; fewer than 0 for whoever was tired before."""
        if mode == MARCH:
            return LAND_MOVES - most_spent(self.s, self.moving)
        return limit(self.s, self.moving, mode) - spent_for(self.s, self.moving, mode)


def limit(s: State, moving: Sequence[int], mode: int) -> int:
    """The movement rate that applies: four by land, the slowest ship by sea. A landing is paid by the ship, or out of
    the four points of those who land (`landing_by`)."""
    if mode == MARCH or (mode == LANDING and s.rules.landing_by == "feet"):
        return LAND_MOVES
    rate = 99
    for u in moving:
        x = u if KIND[u] == FLEET else s.aboard[u]
        if x != ASHORE and KIND[x] == FLEET and MOVE[x] < rate:
            rate = MOVE[x]
    return rate


def spent_for(s: State, moving: Sequence[int], mode: int) -> int:
    """Points already spent that count for this move: by sea those of everybody aboard, in a landing those who land."""
    if mode == SAILING:
        return most_spent(s, company(s, moving))
    if mode == LANDING and s.rules.landing_by == "feet":
        return most_spent(s, (u for u in moving if KIND[u] != FLEET))
    return most_spent(s, moving)


def cost_of(s: State, moving: Sequence[int], mode: int, a: int) -> int:
    """Movement points for one area: two for walking on a sea, otherwise one."""
    if mode == MARCH and BOARD.kind[a] == SEA and not flying(moving):
        return 2
    return 1


Closes = Callable[["Going", "Way"], int]


class Way(NamedTuple):
    """How a stack would go into the next area, and what for, with the rules that speak to that."""

    mode: int
    intent: int
    rules: tuple[Rule, ...]
    alike: tuple[tuple[Closes, ...], ...]  # by the area where it starts: what says the same whatever it goes for
    own: tuple[tuple[Closes, ...], ...]  # by the sorts of pieces in it: the others


class Rule(NamedTuple):
    """One rule of going: what it closes, why, and to which ways it speaks.

    `closes` gives areas as bits and may name more than the neighbours. It closes nothing but from the areas in `where`.
    `intents` is given where the answer depends on what a stack has in mind; such a rule may close nothing but to stacks
    with a sort of pieces, `who`.
    """

    closes: Closes
    tell: Callable[[Going, Way, int, list[Reason]], None]
    modes: tuple[int, ...] = (MARCH, SAILING, LANDING)
    intents: tuple[int, ...] = ()
    where: int = ALL
    who: int = EVERY

    def speaks(self, sorts: int) -> bool:
        """Whether it has anything to say to a stack with these sorts of pieces."""
        return self.who == EVERY or bool(sorts >> SORTS.index(self.who) & 1)
