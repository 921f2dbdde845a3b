"""Whether the ruler of a spell's target is asked if he covers it [21.5, 38.5]: by what everybody sees [7.6].

Were he asked only when he has somebody who can, the question itself would tell that a magician or a Dragon lies face down, and
its absence that none does. So he is asked wherever the faces that lie open leave it possible; with nobody able he can only say
no. Nothing here may depend on which counter lies in which place face down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from elric.dragon_pass.combat.factors import CANNON, DRAGON_RANGE, TRANSFORMER, friend_of
from elric.dragon_pass.components.board import AROUND, HEXES
from elric.dragon_pass.components.units import DRAGONS, MAGICIANS, MF, RF, SUPERHEROES, UNITS
from elric.dragon_pass.magic.spells import busy
from elric.dragon_pass.position.state import COMBAT, HELD, Segment, State, face_down
from elric.kernel.bits import bits, ones

_REFLECT: Final = bits(u for u, unit in enumerate(UNITS) if unit.reflects)
_COVER: Final = MAGICIANS & ~(1 << CANNON)  # who may cover [21.5, 30.1]


def is_asked(s: State, battle: Segment) -> bool:
    """Whether the target's ruler is asked."""
    there = [d for d, _ in battle.defenders if d in s.piles]
    if any(surely_immune(s, d) for d in there):
        return False
    return any(_may_be_covered(s, t, battle) or _may_be_shielded(s, t) for t in battle.aims if t in there)


def surely_immune(s: State, t: int) -> bool:
    """Whether everybody sees that no magic touches the stack of a hex [18.3, 38.4, 38.5]."""
    pile = s.piles[t]
    hidden = face_down(s, s.owner[pile[0]])
    seen = s.of[s.owner[pile[0]]] & DRAGONS & ~hidden
    if any((AROUND[t] | 1 << t) >> s.place[d] & 1 for d in ones(seen)):
        return True
    if any(hidden >> u & 1 for u in pile):
        return False  # a Superhero's friend may be there
    return any(SUPERHEROES >> u & 1 and friend_of(s, u) not in pile for u in pile)


def _may_be_covered(s: State, target: int, battle: Segment) -> bool:
    """Whether a magician in range may be there, and no face that lies open makes the target magical itself."""
    pile = s.piles[target]
    seat = s.owner[pile[0]]
    hidden = face_down(s, seat)
    if any((MAGICIANS | _REFLECT) >> u & 1 and not hidden >> u & 1 for u in pile):
        return False
    aimed = busy(s, battle)
    spent = s.cast | s.waded | s.still | s.early | s.struck
    farther = _farther(s, seat)
    for u in ones(s.of[seat] & _COVER & ~hidden & ~spent):
        if s.place[u] not in aimed and HEXES.distance(s.place[u], target) <= farther(RF[u]):
            return True
    far = farther(max((RF[u] for u in ones((hidden | _away(s, seat)) & _COVER)), default=-99))
    places = {s.place[u] for u in ones(hidden & ~s.struck)} - aimed
    return any(HEXES.distance(h, target) <= far for h in places)


def _away(s: State, seat: int) -> int:
    """A seat's counters that are off the board for a while, as bits: any of them might be one that lies face down."""
    return bits(u for u, place in enumerate(s.place) if place == HELD and s.owner[u] == seat)


def _farther(s: State, seat: int) -> Callable[[int], int]:
    """How far a range may reach at most, with a Dragon or the Transformer that its ruler has [30.2, 38.3]."""
    there = s.owner[TRANSFORMER] == seat and (s.place[TRANSFORMER] >= 0 or s.place[TRANSFORMER] == HELD)
    times = 2 if there else 1
    more = DRAGON_RANGE if s.of[seat] & DRAGONS else 0
    return lambda far: far * times + more


def _may_be_shielded(s: State, t: int) -> bool:
    """Whether a Dragon may be where it can fly to the target [38.5]."""
    seat = s.owner[s.piles[t][0]]
    hidden = face_down(s, seat)
    dragons = s.of[seat] & DRAGONS
    if not dragons or not s.scenario.exotic or s.phase != COMBAT:
        return False
    free = [u for u in ones(dragons & ~hidden & ~s.still) if HEXES.distance(s.place[u], t) <= MF[u] + 1]
    return bool(dragons & hidden or free)
