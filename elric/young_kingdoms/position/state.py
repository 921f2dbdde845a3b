"""The whole position as slots and small ints, cheap to copy. No rules live here.

Units by index (see pieces), areas by index (see board), spells by index (see spells), seats from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Final

from elric.kernel.bits import bits, ones, packed
from elric.kernel.clauses import Ruleset
from elric.kernel.native import mypyc_attr
from elric.kernel.notes import Notes
from elric.kernel.state import copier
from elric.kernel.steps import Frame
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import ALL, BIT
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import COUNTER_BITS, EVERY, HERO_BITS, ONE
from elric.young_kingdoms.components.scenarios import Scenario
from elric.young_kingdoms.position.steps import frame_of
from elric.young_kingdoms.position.whereabouts import CAST as CAST
from elric.young_kingdoms.position.whereabouts import CONTAINER as CONTAINER
from elric.young_kingdoms.position.whereabouts import DISCARD as DISCARD
from elric.young_kingdoms.position.whereabouts import FACE_UP as FACE_UP
from elric.young_kingdoms.position.whereabouts import GONE as GONE
from elric.young_kingdoms.position.whereabouts import HELD_OPEN as HELD_OPEN
from elric.young_kingdoms.position.whereabouts import HIDDEN as HIDDEN
from elric.young_kingdoms.position.whereabouts import IN_HAND as IN_HAND
from elric.young_kingdoms.position.whereabouts import PENDING as PENDING
from elric.young_kingdoms.position.whereabouts import SACRIFICED as SACRIFICED
from elric.young_kingdoms.position.whereabouts import Whereabouts

TURNS: Final = 10  # the Turn Track, [3.3] / 2.3

# Owners that are no seat.
NEUTRAL: Final = 4
NOBODY: Final = 5
OWNERS: Final = 5  # rows of the count table: seats 0 to 3, and neutrals

_N: Final = BOARD.size

# Places that are no area come after the areas.
AWAY: Final = _N  # on the Turn Track (Elric with the Four-Who-Are-One)
LOST: Final = _N + 1  # lost in play; may come back by replacement
BOX: Final = _N + 2  # not in the game yet, or back in the box and musterable

ASHORE: Final = 255  # `aboard` of a unit that is on no ship and has no bearer

# Bits of `flags`.
ATTACHED: Final = 1  # joined or left a leader this turn
STEPPED: Final = 2  # has moved this player-turn
HALTED: Final = 4  # its leader called a halt without moving on
CAST_NOW: Final = 8  # cast a spell (cleared by the player-turn or the game-turn)
USED: Final = 16  # its combat value counted in a battle this Combat phase (the black swords)
# The upper three bits: what somebody aboard a ship had spent this turn when he had come aboard, at most 7.
WALKED: Final = 32

PHASES: Final = (
    "setup",
    "appearance",
    "replacement",
    "movement",
    "search",
    "magic",
    "combat",
    "muster",
    "drift",
    "over",
)
(SETUP, APPEARANCE, REPLACEMENT, MOVEMENT, SEARCH, MAGIC, COMBAT, MUSTER, DRIFT, OVER) = range(10)

# The bits in `who` of everybody hostile to an owner. The last one is for whoever is no owner (a monster is -1).
HOSTILE: Final = tuple((1 << OWNERS) - 1 & ~(1 << o) for o in range(OWNERS + 1))
# Which pieces bar the way for an owner, as bits. Artifacts never do, nor do Elric, Moonglum and Brut while they wait for a
# voice to follow; what belongs to nobody is not on the board.
BARS: Final = (
    *(COUNTER_BITS for _ in range(NEUTRAL)),
    COUNTER_BITS & ~bits((pieces.ELRIC, pieces.MOONGLUM, pieces.BRUT)),
    0,
)


@mypyc_attr(allow_interpreted_subclasses=True)  # so that `__new__` leaves `__init__` alone, as in Python
@dataclass(slots=True, eq=False, repr=False)
class State:
    """A position. `copy()` is cheap; nothing in it is shared that ever changes.

    Where a piece is and whose it is stands twice, by piece (`place`, `owner`) and as bits (`at` by place, `of` by owner), so
    that a rule can ask about many pieces at once; `put`, `move`, `give` and `own` keep both. `who` has the owners in an area that
    bar the way, as bits, and `stands` the areas where an owner does. `sides` has the group of the scenario that each seat
    plays, -1 before it is chosen.

    `rested` has the armies that surely have not stirred since the Movement phase began (`flags.rest`), as bits: ashore, nothing spent,
    not picked up nor set down. Others may be as rested; who asks looks at those one by one. It follows from the rest, so it is
    no part of what a position is (`FIELDS`).
    """

    scenario: Scenario
    rules: Ruleset
    turn: int = 0
    phase: int = SETUP
    order: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    player: int = 0
    seat: int = 0
    agenda: tuple[Frame, ...] = ()
    place: bytearray = field(default_factory=lambda: bytearray([BOX]) * pieces.SIZE)
    owner: bytearray = field(default_factory=lambda: bytearray([NOBODY]) * pieces.SIZE)
    aboard: bytearray = field(default_factory=lambda: bytearray([ASHORE]) * pieces.SIZE)
    spent: bytearray = field(default_factory=lambda: bytearray(pieces.SIZE))
    flags: bytearray = field(default_factory=lambda: bytearray(pieces.SIZE))
    band: bytearray = field(default_factory=lambda: bytearray(pieces.SIZE))
    at: list[int] = field(default_factory=lambda: [0] * BOX + [EVERY])
    of: list[int] = field(default_factory=lambda: [0] * OWNERS + [EVERY])
    who: bytearray = field(default_factory=lambda: bytearray(_N))
    stands: list[int] = field(default_factory=lambda: [0] * OWNERS)
    control: bytearray = field(default_factory=lambda: bytearray([NOBODY]) * _N)
    nation_owner: bytearray = field(default_factory=lambda: bytearray([NEUTRAL]) * len(pieces.NATIONS))
    spell_at: Whereabouts = field(default_factory=Whereabouts)
    balance: int = 0
    tipped: int = 0
    ends: int = 0
    horn: int = 0
    moving: tuple[int, ...] = ()
    assaults: int = 0
    found: int = 0
    battle: Any = None
    tries: tuple[tuple[int, int, int, int], ...] = ()
    flights: tuple[tuple[int, int, int], ...] = ()
    notes: Notes = field(default_factory=dict)
    outcome: tuple[Any, ...] | None = None
    rested: int = field(default=0, compare=False)
    worn: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        self.order = tuple(range(self.scenario.seats))
        self.sides = (-1,) * self.scenario.seats

    def copy(self) -> State:
        """An independent copy."""
        return _copied(self)

    def key(self) -> tuple[Any, ...]:
        """Everything that makes two positions the same, hashable."""
        values = (getattr(self, name) for name in FIELDS if name not in ("rules", "scenario", "notes"))
        plain = (bytes(v) if isinstance(v, bytearray) else tuple(v) if isinstance(v, list) else v for v in values)
        return (*plain, tuple(self.notes.items()), self.rules.name, self.scenario.key)


_copied: Final = copier(State)
FIELDS: Final = tuple(one.name for one in fields(State) if one.compare)  # what a position is made of


# ---- placing pieces -------------------------------------------------------------------------------------------------


def put(s: State, unit: int, area: int) -> None:
    """Move a piece to an area, or to BOX, LOST or AWAY."""
    at, old, bit, owner = s.at, s.place[unit], ONE[unit], s.owner[unit]
    at[old] ^= bit
    at[area] |= bit
    s.place[unit] = area
    s.rested &= EVERY ^ bit
    bars = bit & BARS[owner]
    if bars and old < _N:
        _leave(s, owner, old)
    if area < _N:
        if bars:
            s.who[area] |= 1 << owner
            s.stands[owner] |= BIT[area]
        if bit & HERO_BITS:
            # what a personality bears goes wherever he goes, whatever brought him there
            for x in pieces.ARTIFACTS:
                if s.aboard[x] == unit:
                    at[s.place[x]] ^= ONE[x]
                    at[area] |= ONE[x]
                    s.place[x] = area
    elif unit in s.moving:
        s.moving = tuple(x for x in s.moving if x != unit)


def move(s: State, units: tuple[int, ...], area: int) -> int:
    """Move pieces of one owner who stand together into another area, as `put` moves one. Who has gone, as bits."""
    at, place, aboard = s.at, s.place, s.aboard
    here, owner = place[units[0]], s.owner[units[0]]
    together = packed(units)
    for x in pieces.ARTIFACTS:
        if aboard[x] in units and place[x] == here:
            together |= ONE[x]
            place[x] = area
    for u in units:
        place[u] = area
    at[here] ^= together
    at[area] |= together
    s.rested &= EVERY ^ together
    if together & BARS[owner]:
        _leave(s, owner, here)
        s.who[area] |= 1 << owner
        s.stands[owner] |= BIT[area]
    return together


def give(s: State, unit: int, owner: int) -> None:
    """Change who commands a piece, and what it bears."""
    here, before = s.place[unit], s.owner[unit]
    own(s, unit, owner)
    if here < _N:
        if ONE[unit] & BARS[before]:
            _leave(s, before, here)
        if ONE[unit] & BARS[owner]:
            s.who[here] |= 1 << owner
            s.stands[owner] |= BIT[here]
    for x in pieces.ARTIFACTS:
        if s.aboard[x] == unit:
            own(s, x, owner)


def own(s: State, u: int, owner: int) -> None:
    """Say whose a piece is that bars nobody's way: off the board, or an artifact."""
    s.of[s.owner[u]] ^= ONE[u]
    s.of[owner] |= ONE[u]
    s.owner[u] = owner


def _leave(s: State, owner: int, area: int) -> None:
    """Somebody of this owner has left an area; he may have been the last."""
    if not s.at[area] & s.of[owner] & BARS[owner]:
        s.who[area] &= ~(1 << owner)
        s.stands[owner] &= ALL ^ BIT[area]


def foes_at(s: State, area: int, seat: int) -> bool:
    """Whether pieces hostile to `seat` stand in an area: another seat's, or neutrals that defend themselves."""
    return s.who[area] & HOSTILE[seat] > 0


def foe_at(s: State, area: int, seat: int) -> int:
    """The hostile owner in an area, or -1. Where two are there, the one in the open (not the city's holder)."""
    best = -1
    hostile = s.who[area] & HOSTILE[seat]
    while hostile:
        first = hostile & -hostile
        hostile ^= first
        if best < 0 or s.control[area] == best:
            best = first.bit_length() - 1
    return best


def units_in(s: State, area: int) -> tuple[int, ...]:
    """Every piece in an area."""
    return ones(s.at[area])


def own_in(s: State, area: int, owner: int) -> tuple[int, ...]:
    """The pieces of one owner in an area, artifacts included."""
    return ones(s.at[area] & s.of[owner])


def heroes_in(s: State, area: int, owner: int) -> tuple[int, ...]:
    """The personalities of one owner in an area."""
    return ones(s.at[area] & s.of[owner] & HERO_BITS)


def on_board(s: State, owner: int) -> int:
    """The pieces of one owner that are in some area, as bits."""
    at = s.at
    return s.of[owner] & (EVERY ^ (at[AWAY] | at[LOST] | at[BOX]))


def areas_of(s: State, owner: int) -> list[int]:
    """The areas in which an owner has pieces that bar the way."""
    return list(ones(s.stands[owner]))


def enemies(s: State, seat: int) -> int:
    """The areas in which pieces hostile to a seat stand, as bits."""
    a, b, c, d = _OTHERS[seat]
    stands = s.stands
    return stands[a] | stands[b] | stands[c] | stands[d]


_OTHERS: Final = tuple(tuple(o for o in range(OWNERS) if o != seat) for seat in range(NEUTRAL))


def cargo(s: State, ship: int) -> list[int]:
    """What is aboard a ship, or carried by a bearer."""
    aboard = s.aboard
    out = []
    u = aboard.find(ship)
    while u >= 0:
        if u != ship:
            out.append(u)
        u = aboard.find(ship, u + 1)
    return out


def spent_ashore(s: State, u: int) -> int:
    """What somebody aboard had spent this turn when he had come aboard ([7.3] / 6.31)."""
    return s.flags[u] // WALKED


def embark(s: State, u: int, ship: int) -> None:
    """Put somebody aboard a ship: what he has spent so far comes off what the ship may sail ([7.3] / 6.31)."""
    s.aboard[u] = ship
    s.flags[u] = s.flags[u] % WALKED + WALKED * min(s.spent[u], 7)
    s.rested &= EVERY ^ ONE[u]


def disembark(s: State, u: int) -> None:
    """Take somebody off his ship."""
    s.aboard[u] = ASHORE
    s.flags[u] %= WALKED


def refresh(s: State, u: int) -> None:
    """A piece stands ashore as if it had done nothing yet."""
    s.aboard[u] = ASHORE
    s.band[u] = 0
    s.flags[u] = 0
    s.spent[u] = 0
    s.worn &= EVERY ^ ONE[u]


def lose(s: State, u: int) -> None:
    """Take a piece off the board as lost. What it carried is not touched."""
    put(s, u, LOST)
    s.aboard[u] = ASHORE
    s.flags[u] = 0
    s.spent[u] = 0
    s.worn &= EVERY ^ ONE[u]


def box(s: State, u: int) -> None:
    """Put a piece back in the box: it may be mustered again."""
    put(s, u, BOX)
    own(s, u, NOBODY)
    s.aboard[u] = ASHORE
    s.flags[u] = 0


# ---- spells ---------------------------------------------------------------------------------------------------------


def hand(s: State, u: int) -> list[int]:
    """The spells a personality holds, in index order."""
    return list(ones(s.spell_at.there.get(IN_HAND + u, 0)))


def hand_size(s: State, u: int) -> int:
    """How many spells a personality holds."""
    return s.spell_at.there.get(IN_HAND + u, 0).bit_count()


def drop_hand(s: State, u: int) -> None:
    """Discard everything a personality holds."""
    for i in hand(s, u):
        s.spell_at[i] = DISCARD


def container(s: State) -> list[int]:
    """Spells not yet drawn."""
    return list(ones(s.spell_at.there.get(CONTAINER, 0)))


def holders(s: State, seat: int) -> list[int]:
    """The personalities of a seat who hold spells, wherever they are."""
    there = s.spell_at.there
    return [u for u in ones(s.of[seat] & HERO_BITS) if IN_HAND + u in there]


def held_by(s: State, seat: int) -> list[int]:
    """The spells a seat's personalities hold, in index order."""
    there = s.spell_at.there
    held = 0
    for u in ones(s.of[seat] & HERO_BITS):
        held |= there.get(IN_HAND + u, 0)
    return list(ones(held))


# ---- agenda ---------------------------------------------------------------------------------------------------------


def push(s: State, *frames: Frame) -> None:
    """Put frames on the agenda so that the first one given comes first."""
    s.agenda = s.agenda + frames[::-1]


def pop(s: State) -> Frame:
    """Take the top frame off."""
    frame = s.agenda[-1]
    s.agenda = s.agenda[:-1]
    return frame


def swap(s: State, *frames: Frame) -> None:
    """Replace the top frame."""
    s.agenda = s.agenda[:-1] + frames[::-1]


def next_phase(s: State) -> None:
    """The next phase of the player-turn comes after everything now on the agenda."""
    if s.outcome is None:
        s.agenda = (frame_of("begin phase", s.phase + 1), *s.agenda)


def ids(units: Iterable[int]) -> tuple[str, ...]:
    """Unit ids for the words of a verdict."""
    return tuple(pieces.IDS[u] for u in units)
