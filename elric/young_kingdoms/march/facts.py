"""The stack in hand and the ground around it: what the rules of movement read, found once for a decision.

Areas are bits here, so that a rule speaks about all neighbours of a stack at once. Sources: Chaosium [7.0]-[7.4], Avalon Hill
6-6.41.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from elric.kernel.bits import bits
from elric.kernel.verdict import Reason
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import ALL, BESIDE, LANDS
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import (
    ARTIFACT,
    ARTIFACT_BITS,
    ELRIC,
    EVERY,
    FLEET,
    FLEET_BITS,
    FLYER_BITS,
    HORDE_BITS,
    KIND,
    KINSMEN_BITS,
    LAND_MOVES,
    MOVE,
    ONE,
    WALKS_SEA,
)
from elric.young_kingdoms.march.flyers import all_fly
from elric.young_kingdoms.position.state import ASHORE, HOSTILE, State, cargo, enemies, spent_ashore
from elric.young_kingdoms.world.terrain import IMRRYR, cities_of, fleet_left, most_spent, sail_left, wilds

# Under what a stack goes: on its feet or wings, by ship, or from a ship at sea onto a coast.
MARCH: Final = 0
SAILING: Final = 1
LANDING: Final = 2

# With what in mind: in peace, to fight, or to win Elric over.
PEACE: Final = 0
ATTACK: Final = 1
SWAY: Final = 2


LANDLUBBERS: Final = bits(u for u in range(pieces.SIZE) if not (WALKS_SEA[u] or KIND[u] == ARTIFACT))
_WINGLESS: Final = EVERY & ~FLYER_BITS & ~ARTIFACT_BITS

# What some rules speak to alone, as bits: those who fly; a horde; Melniboneans who spare their own people; the neighbourhood
# of Imrryr; the solo scenario; enemies here; an attack that has begun here; Elric here.
FLYERS: Final = 1
A_HORDE: Final = 2
KIN: Final = 4
BY_IMRRYR: Final = 8
SOLO: Final = 16
FACED: Final = 32
STORMED: Final = 64
BY_ELRIC: Final = 128
_EVERYTHING: Final = 256
_OF_PLACES: Final = tuple(BY_IMRRYR * (IMRRYR in BOARD.touch[a]) for a in range(BOARD.size))


def _of_pieces(hand: int) -> int:
    return FLYERS * (hand & FLYER_BITS > 0) | A_HORDE * (hand & HORDE_BITS > 0) | KIN * (hand & KINSMEN_BITS > 0)


_OF_ONE: Final = tuple(map(_of_pieces, ONE))


class Going:
    """A stack in hand. What depends on one area only is given for all neighbours, as bits.

    Attributes:
        s: the position.  leader, moving, here: who leads, who comes along, where they are.  down: who was set down here.
        hand: who comes along, as bits.  about: what there is about it to which some rules speak alone.
        afloat: aboard a ship.  wings: everybody flies.  guarded: neighbours that may be entered only to fight (see
        `ground.is_guarded`).  prey: those, and those with a city that may be attacked though nobody stands there: one that no seat
        holds, or another seat's walls.  friends: neighbours in which the player has pieces.
    """

    __slots__ = (
        "about",
        "afloat",
        "down",
        "friends",
        "guarded",
        "hand",
        "here",
        "leader",
        "moving",
        "open",
        "prey",
        "s",
        "wings",
    )

    def __init__(self, s: State, leader: int, down: tuple[int, ...] = ()) -> None:
        self.s = s
        self.leader = leader
        self.down = down
        self.moving = moving = s.moving
        if len(moving) == 1:
            hand, about = ONE[leader], _OF_ONE[leader]
        else:
            # found anew each time: stacks are too many to be kept, one in ten was found again
            hand = 0
            for u in moving:
                hand |= ONE[u]
            about = _of_pieces(hand)
        self.hand = hand
        self.here = here = s.place[leader]
        self.afloat = s.aboard[leader] != ASHORE
        self.wings = not hand & _WINGLESS
        about |= _OF_PLACES[here]
        if s.scenario.solo:
            about |= SOLO
        me, beside = s.player, BESIDE[here]
        if s.who[here] & HOSTILE[me]:
            about |= FACED
        if s.assaults >> here & 1:
            about |= STORMED
        if s.place[ELRIC] == here:
            about |= BY_ELRIC
        self.about = about
        guarded = enemies(s, me) & beside
        if guarded:
            guarded &= ALL ^ wilds(s)
        self.guarded = guarded
        self.prey = guarded | cities_of(bytes(s.control))[me].storm & beside
        self.friends = s.stands[me] & beside
        self.open = [-1, -1, -1]  # what the plain rules leave open, for each mode

    def beside(self, mode: int) -> int:
        """The neighbours a stack could come to under this mode by what it is and where it is."""
        if self.afloat == (mode == MARCH):
            return 0
        if mode == LANDING:
            return BESIDE[self.here] & LANDS if BOARD.kind[self.here] == SEA else 0
        if mode == SAILING and not self.hand & FLEET_BITS:
            return 0
        return BESIDE[self.here]

    def terms(self, mode: int) -> Terms:
        """What the plain rules read."""
        if mode == MARCH and len(self.moving) == 1:
            left = LAND_MOVES - self.s.spent[self.leader]
        else:
            left = self.left(mode)
        wades = self.wings or not self.hand & LANDLUBBERS
        if not wades and self.s.rules.plunge:
            wades = not self.hand & FLYER_BITS
        river: bool = self.s.rules.lormyr_river
        return mode, self.here, wades, self.wings, 2 if left > 1 else left if left > 0 else 0, river

    def left(self, mode: int) -> int:
        """Movement points that are left for going under this mode; fewer than 0 for whoever was tired before."""
        s, moving = self.s, self.moving
        if mode == MARCH:
            return LAND_MOVES - most_spent(s, moving)
        if mode == SAILING:
            return fleet_left(s, [u for u in moving if KIND[u] == FLEET])
        if mode == LANDING and s.rules.landing_by == "ship":
            return fleet_left(s, landers(s, moving))
        return LAND_MOVES - most_spent(s, (u for u in moving if KIND[u] != FLEET))


def landers(s: State, moving: Sequence[int]) -> set[int]:
    """The ships from which some of a stack go ashore."""
    return {s.aboard[u] for u in moving if KIND[u] not in (FLEET, ARTIFACT) and s.aboard[u] != ASHORE}


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


def who_is_tired(s: State, moving: Sequence[int], mode: int) -> list[int]:
    """Who keeps a stack from going further under a mode: of ships that which has least left, with the most tired aboard,
    otherwise whoever has spent most."""
    if mode == MARCH or (mode == LANDING and s.rules.landing_by == "feet"):
        those = [u for u in moving if KIND[u] != FLEET]
        most = most_spent(s, those)
        return [u for u in those if s.spent[u] == most]
    ships = landers(s, moving) if mode == LANDING else {u for u in moving if KIND[u] == FLEET}
    slow = [x for x in ships if sail_left(s, x) == fleet_left(s, ships)]
    aboard = [u for x in slow for u in cargo(s, x)]
    most = max((spent_ashore(s, u) for u in aboard), default=0)
    return slow + [u for u in aboard if most and spent_ashore(s, u) == most]


def cost_of(s: State, moving: Sequence[int], mode: int, a: int) -> int:
    """Movement points for one area: two for walking on a sea, otherwise one."""
    if mode == MARCH and BOARD.kind[a] == SEA and not all_fly(moving):
        return 2
    return 1


# What the plain rules read: the mode; where the stack is; whether the sea carries it (all walk the waves, or all fly over them;
# the one cannot rest where the other can); whether it flies; its points, 2 standing for more; whether Lormyr's river runs.
Terms = tuple[int, int, bool, bool, int, bool]


class Way(NamedTuple):
    """How a stack would go into the next area, and what for, with the rules that speak to that.

    Attributes:
        special: of those that are not plain, the ones that have something to say, by what there is about a stack.
    """

    mode: int
    intent: int
    rules: tuple[Plain | Rule, ...]
    special: tuple[tuple[Callable[[Going, Way], int], ...], ...]


Tell = Callable[[Going, Way, int, list[Reason]], bool]


class Plain(NamedTuple):
    """A rule of going that reads nothing but the terms: what it closes, why, and to which modes it speaks.

    `closes` gives areas as bits and may name more than the neighbours.
    """

    closes: Callable[[Terms], int]
    tell: Tell
    modes: tuple[int, ...] = (MARCH, SAILING, LANDING)

    def closed(self, going: Going, way: Way) -> int:
        """What it closes to a stack."""
        return self.closes(going.terms(way.mode))


class Rule(NamedTuple):
    """Any other rule of going. It has something to say only under some of the circumstances in `when`, if any are named; where
    every way asks it, `open_ways` has its answer at hand (`at_hand`), which saves two calls for each list."""

    closes: Callable[[Going, Way], int]
    tell: Tell
    modes: tuple[int, ...] = (MARCH, SAILING, LANDING)
    intents: tuple[int, ...] = (PEACE, ATTACK, SWAY)
    when: int = 0
    at_hand: bool = False

    def closed(self, going: Going, way: Way) -> int:
        """What it closes to a stack."""
        return self.closes(going, way) if self.speaks(going.about) else 0

    def speaks(self, about: int) -> bool:
        """Whether it has anything to say to a stack about which there is this."""
        return not self.when or self.when & about > 0


def way(mode: int, intent: int, rules: Sequence[Plain | Rule]) -> Way:
    """A way, with those of all rules that speak to it."""
    mine = tuple(r for r in rules if mode in r.modes and (isinstance(r, Plain) or intent in r.intents))
    special = [r for r in mine if isinstance(r, Rule) and not r.at_hand]
    # what is quick to say is asked first: who stands there, before how one may leave
    ordered = tuple(tuple(r.closes for r in reversed(special) if r.speaks(about)) for about in range(_EVERYTHING))
    return Way(mode, intent, mine, ordered)
