"""A position: where every counter is, whose it is, what color the ground has, and what is under way. Plain data that copies fast."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from elric.kernel.bits import bits, ones
from elric.kernel.clauses import Ruleset
from elric.kernel.notes import Notes
from elric.kernel.state import copier
from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.colors import BLACK, GRAY, WHITE
from elric.sorcerer.components.scenarios import MOST_SIDES, Scenario
from elric.sorcerer.components.units import COLOR, COUNT, FANE, SHIR, STACKING, UNITS
from elric.sorcerer.position.notes import flux

if TYPE_CHECKING:
    from elric.kernel.steps import Frame

SETUP, MOVEMENT, ATTRITION, COMBAT = range(4)
PHASES: Final = ("setup", "movement", "attrition", "combat")
POOL: Final = -1  # not in the game, or to be conjured again
CUP: Final = -2  # to be drawn [17.14, 17.24]
GONE: Final = -3  # for good
HIDDEN: Final = -4  # where only the owner knows: `State.hidden` has the hex
NOBODY: Final = -1
PRINTED: Final = tuple(bits(h for h in range(HEXES.size) if BOARD.printed[h] == color) for color in range(GRAY + 1))


@dataclass(slots=True, eq=False, repr=False)
class State:
    """A position. Sets of counters and of hexes are bits.

    Attributes:
        player: the seat whose turn it is (in a solitaire game an automatic color's side too).
        order: the seats in the order of this turn; `alive` those still in the game.
        place: hex of each counter, or POOL, CUP, GONE, HIDDEN.  owner: its side, NOBODY for none.
        piles: the counters of each hex that has any.  at: by side, the hexes where it has counters.  of: by side, its counters there.
        depleted, pinned: counters.  inside: demonic infantry on garrison [14.2].
        paint: the color of each hex as it lies; `ground` is what it counts as (Flux makes it Gray), `cells` the same by color.
        vortex: hexes.  makers: (hex, Sorcerer) of those made in this phase [8.0].
        spent: points by counter; `alone` has left a hex alone in this phase, `stale` was restored after it had spent something.
        hand: counters taken up, the first one leads.  load: Stones that it carries.
        turning: (hex, color, Sorcerer) to be converted when the phase ends.  mending: Sorcerers who restore themselves.
        struck: Sorcerers and fortresses that lost a step in this phase.
        primes: Prime Sorcerer by seat, NOBODY before he is named.  points: by seat.  powers: colors by side.
        fane: the color of White units in this phase, WHITE or what the die gave.
        hidden: hex of each counter that hides.  ambush: counters that came out in this phase and strike doubly.
        notes: notes of single rules, by kind (see `position.notes`).
        to_place: counters still to be set up.
    """

    scenario: Scenario
    rules: Ruleset
    turn: int = 0
    player: int = 0
    seat: int = 0
    phase: int = SETUP
    agenda: tuple[Frame, ...] = ()
    outcome: tuple[int, str, str, str] | None = None
    order: tuple[int, ...] = ()
    alive: int = 0
    place: list[int] = field(default_factory=lambda: [POOL] * COUNT)
    owner: list[int] = field(default_factory=lambda: [NOBODY] * COUNT)
    piles: dict[int, tuple[int, ...]] = field(default_factory=dict)
    at: list[int] = field(default_factory=lambda: [0] * MOST_SIDES)
    of: list[int] = field(default_factory=lambda: [0] * MOST_SIDES)
    depleted: int = 0
    pinned: int = 0
    inside: int = 0
    paint: bytearray = field(default_factory=lambda: bytearray(BOARD.printed))
    ground: bytearray = field(default_factory=lambda: bytearray(BOARD.printed))
    cells: list[int] = field(default_factory=lambda: list(PRINTED))
    vortex: int = 0
    makers: tuple[tuple[int, int], ...] = ()
    spent: dict[int, int] = field(default_factory=dict)
    alone: int = 0
    stale: int = 0
    hand: tuple[int, ...] = ()
    load: tuple[int, ...] = ()
    turning: tuple[tuple[int, int, int], ...] = ()
    mending: int = 0
    struck: int = 0
    primes: tuple[int, ...] = ()
    points: tuple[Fraction, ...] = ()
    powers: tuple[int, ...] = ()
    fane: int = WHITE
    hidden: dict[int, int] = field(default_factory=dict)
    ambush: int = 0
    notes: Notes = field(default_factory=dict)
    to_place: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.order = tuple(range(self.scenario.seats))
        self.alive = (1 << self.scenario.seats) - 1
        self.primes = (NOBODY,) * self.scenario.seats
        self.points = (Fraction(0),) * self.scenario.seats
        self.powers = tuple(side.powers for side in self.scenario.sides)

    def copy(self) -> State:
        """An independent copy."""
        return _copied(self)


_copied: Final = copier(State)


def put(s: State, u: int, h: int, side: int) -> None:
    """A counter that is on no hex comes to one, for a side."""
    s.piles[h] = (*s.piles.get(h, ()), u)
    s.at[side] |= 1 << h
    s.of[side] |= 1 << u
    s.place[u] = h
    s.owner[u] = side


def move(s: State, units: tuple[int, ...], there: int) -> None:
    """Counters of one side that stand together go to another hex."""
    side, here = s.owner[units[0]], s.place[units[0]]
    take_out(s, units, here, side)
    s.piles[there] = s.piles.get(there, ()) + units
    s.at[side] |= 1 << there
    for u in units:
        s.place[u] = there


def lift(s: State, unit: int, to: int) -> None:
    """A counter leaves the board; as it is taken from the pool again, it is whole."""
    side, here = s.owner[unit], s.place[unit]
    if here == HIDDEN:
        del s.hidden[unit]
    else:
        take_out(s, (unit,), here, side)
    bit = 1 << unit
    s.of[side] &= ~bit
    s.place[unit] = to
    s.depleted &= ~bit
    s.pinned &= ~bit
    s.inside &= ~bit
    s.mending &= ~bit
    s.ambush &= ~bit
    if to == POOL:
        s.owner[unit] = NOBODY
        s.spent.pop(unit, None)
        s.alone &= ~bit
        s.stale &= ~bit
    if unit in s.hand:
        s.hand = tuple([v for v in s.hand if v != unit])


def take_out(s: State, units: tuple[int, ...], here: int, side: int) -> None:
    rest = tuple([u for u in s.piles[here] if u not in units])
    if rest:
        s.piles[here] = rest
    else:
        del s.piles[here]
    if not any(s.owner[u] == side for u in rest):
        s.at[side] &= ~(1 << here)


def force(s: State, side: int, h: int) -> tuple[int, ...]:
    """The counters of a side in a hex, hidden ones not among them."""
    owner = s.owner
    return tuple([u for u in s.piles.get(h, ()) if owner[u] == side])


def sides_at(s: State, h: int) -> list[int]:
    """The sides that have counters in a hex."""
    bit = 1 << h
    return [k for k in range(MOST_SIDES) if s.at[k] & bit]


def foes(s: State, side: int) -> int:
    """The hexes where enemies of a side stand. Automatic colors have one enemy, the player."""
    if side and s.scenario.alone:
        return s.at[0]
    others = s.at[:]
    others[side] = 0
    a, b, c, d, e, f, g = others  # MOST_SIDES of them; a loop takes twice as long
    return a | b | c | d | e | f | g


def enemies_in(s: State, side: int, h: int) -> list[int]:
    """The sides that a side may fight in a hex."""
    bit = 1 << h
    if side and s.scenario.alone:
        return [0] if s.at[0] & bit else []
    return [k for k in range(MOST_SIDES) if k != side and s.at[k] & bit]


def color_of(s: State, u: int) -> int:
    """The color of a magical unit now: White ones have that of Fane's die [19.33]."""
    color = COLOR[u]
    return s.fane if color == WHITE else color


def powers_of(s: State, u: int) -> int:
    """The colors of a Sorcerer, as bits [12.0]. Fane has White, and that of the die [19.33]."""
    return 1 << WHITE | 1 << s.fane if u == FANE else UNITS[u].powers


def repaint(s: State) -> None:
    """Make `ground` and `cells` from `paint` and what Flux takes away [24.0, 24.2]."""
    gone = flux(s)
    s.ground = bytearray(GRAY if c == gone else c for c in s.paint) if gone >= 0 else s.paint[:]
    s.cells = [0] * (GRAY + 1)
    for h in range(HEXES.size):
        s.cells[s.ground[h]] |= 1 << h


def paint(s: State, h: int, color: int) -> None:
    """A hex has another color from now on."""
    s.cells[s.ground[h]] &= ~(1 << h)
    s.paint[h] = color
    s.ground[h] = GRAY if color == flux(s) else color
    s.cells[s.ground[h]] |= 1 << h


def here_of(s: State, u: int) -> int:
    """Where a counter is, hidden or not; below 0 off the board."""
    h = s.place[u]
    return s.hidden[u] if h == HIDDEN else h


def hidden_at(s: State, side: int, h: int) -> tuple[int, ...]:
    """The counters of a side that hide in a hex."""
    return tuple([u for u, there in s.hidden.items() if there == h and s.owner[u] == side])


def stackers(s: State, side: int, h: int) -> tuple[int, ...]:
    """Who counts against the limit of a side's stack in a hex [10.1, 20.5, 23.5]."""
    found = tuple([u for u in force(s, side, h) if STACKING >> u & 1])
    return (*found, *[u for u in hidden_at(s, side, h) if STACKING >> u & 1]) if s.hidden else found


def black_seat(s: State) -> int:
    """The seat of Shir; -1 where he does not play."""
    return next((k for k, side in enumerate(s.scenario.sides) if SHIR in side.sorcerers), -1)


def on_board(s: State, side: int) -> tuple[int, ...]:
    """All counters of a side on the map that are to be seen."""
    return ones(s.of[side])


__all__ = ["ATTRITION", "BLACK", "COMBAT", "CUP", "GONE", "HIDDEN", "MOVEMENT", "NOBODY", "PHASES", "POOL", "SETUP", "State", "black_seat", "color_of", "enemies_in",
           "foes", "force", "here_of", "hidden_at", "lift", "move", "on_board", "paint", "powers_of", "put", "repaint", "sides_at",
           "stackers"]  # fmt: skip
