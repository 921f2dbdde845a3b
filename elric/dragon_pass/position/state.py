"""A position: where every counter is, whose it is, and what is under way. Plain data that copies fast."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from elric.dragon_pass.components.board import HEXES, INDEX
from elric.dragon_pass.components.units import COUNT, NOBODY
from elric.dragon_pass.position.notes import Word, noted
from elric.kernel.bits import ones
from elric.kernel.clauses import Ruleset
from elric.kernel.memo import kept
from elric.kernel.notes import Notes
from elric.kernel.state import copier

if TYPE_CHECKING:
    from elric.dragon_pass.components.scenarios import Scenario
    from elric.kernel.steps import Frame

SETUP, EARLY, MOVEMENT, COMBAT = range(4)
PHASES: Final = ("setup", "early magic", "movement", "combat")
OUT: Final = -1  # not on the board, and not to come
DEAD: Final = -2  # in the dead pile
COMING: Final = -3  # to be placed, or to arrive later
HELD: Final = -4  # off the board for a while: under the Sylphs, or on the way as an emissary

assert HEXES.names[INDEX["0101"]] == "0101"


class Segment(NamedTuple):
    """One battle, rolled once: stacks with the units that were there when the battles were divided.

    Attributes:
        attackers, defenders: (hex, units) of each stack.
        links: (attacking hex, attacked hex): who fights whom.
        attacker: the seat that rolls.
        sally: whether it is a sally (13.9).
        casters: (hex, magicians, by how much their magic is divided, the hex that they aim at) of each stack that casts.
        covers: the defender's magicians who lend their magic.
    """

    attackers: tuple[tuple[int, tuple[int, ...]], ...]
    defenders: tuple[tuple[int, tuple[int, ...]], ...]
    links: tuple[tuple[int, int], ...]
    attacker: int
    sally: bool = False
    casters: tuple[tuple[int, tuple[int, ...], int, int], ...] = ()
    covers: tuple[int, ...] = ()

    @property
    def aims(self) -> tuple[int, ...]:
        """The hexes that its spells are aimed at, each once."""
        return tuple(dict.fromkeys(aim for *_, aim in self.casters))


class Effect(NamedTuple):
    """Something that lasts. `kind` names what (see `position.effects`), `on` are its units or hexes as bits; it ends with the
    Move of that number. `by`: what brought it about, where its kind does not say (see `movement.holds`)."""

    kind: str
    on: int
    ends: int
    by: str = ""


@dataclass(slots=True, eq=False, repr=False)
class State:
    """A position.

    Attributes:
        place: hex of each unit, or OUT, DEAD, COMING.
        owner: seat of each unit, NOBODY for Independents.
        piles: units of each hex that has any, the top one first.
        at: by seat, the hexes where it has units, as bits; at[3] those of Independents.
        of: by seat, its units on the board, as bits; of[3] those of nobody.
        tops: units that lie on top, as bits.
        left: movement that units which have moved have left, in half points.
        roads: by unit, half points spent on secondary roads this Move; 1024 more when a dragonewt road was crossed.
        hand: the units that are marching together now.
        done: units that cannot march any more in this phase, as bits.
        sallied: units that have sallied in this Move, as bits.
        links: attacks assigned so far; `segments` is what they became when the first was rolled.
        fought: units that have fought with swords in this Combat, as bits.
        shown: units whose counters lie open because they fight, as bits.
        holder: by place id, the seat that was last alone in it.
        tenure: by goal of the scenario, whole Turns it has held, and whether it held in all Moves of this Turn.
        dead: the dead pile, in the order of dying.
        moves: how many Moves have begun, the clock of what lasts.
        effects: what lasts; `still` and `half` are the units that it immobilises and halves, as bits.
        wounds: Wounds of Superheroes by unit.
        goats: (Superhero, the Scapegoat that he hunts).
        cast: units whose magic has been used in this Move, as bits; `early` those that used it before movement.
        waded: magicians that walked over water in this Move, as bits.
        spells: (caster's hex, target, how: alone, with a stretched range, or with swords), as aimed so far.
        struck: units that were a spell's target in this phase, as bits.
        notes: notes of single rules, by kind (see `position.notes`).
    """

    scenario: Scenario
    rules: Ruleset
    turn: int = 0
    day: int = -1
    order: tuple[int, ...] = ()
    player: int = 0
    seat: int = 0
    phase: int = SETUP
    agenda: tuple[Frame, ...] = ()
    place: list[int] = field(default_factory=lambda: [OUT] * COUNT)
    owner: list[int] = field(default_factory=lambda: [NOBODY] * COUNT)
    piles: dict[int, tuple[int, ...]] = field(default_factory=dict)
    at: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    of: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    tops: int = 0
    to_place: tuple[int, ...] = ()
    left: dict[int, int] = field(default_factory=dict)
    roads: dict[int, int] = field(default_factory=dict)
    hand: tuple[int, ...] = ()
    done: int = 0
    forced: bool = False
    forced_used: int = 0
    sallied: int = 0
    links: tuple[tuple[int, int], ...] = ()
    locked: bool = False
    segments: tuple[Segment, ...] = ()
    fought: int = 0
    shown: int = 0
    holder: dict[str, int] = field(default_factory=dict)
    tenure: tuple[tuple[int, bool], ...] = ()
    dead: tuple[int, ...] = ()
    notes: Notes = field(default_factory=dict)
    moves: int = 0
    effects: tuple[Effect, ...] = ()
    still: int = 0
    half: int = 0
    wounds: dict[int, int] = field(default_factory=dict)
    goats: tuple[tuple[int, int], ...] = ()
    cast: int = 0
    early: int = 0
    waded: int = 0
    spells: tuple[tuple[int, int, int], ...] = ()
    struck: int = 0
    outcome: tuple[int, str, str, str] | None = None  # winner (NOBODY: drawn), how, clause, words

    def __post_init__(self) -> None:
        self.order = tuple(range(self.scenario.seats))

    def copy(self) -> State:
        """An independent copy."""
        return _copied(self)


_copied: Final = copier(State)


def put(s: State, units: tuple[int, ...], h: int) -> None:
    """Units that are on no hex come to one, on top of what lies there, in their order."""
    below = s.piles.get(h, ())
    if below:
        s.tops &= ~(1 << below[0])
    s.piles[h] = units + below
    s.tops |= 1 << units[0]
    seat = s.owner[units[0]]
    s.at[seat] |= 1 << h
    for u in units:
        s.place[u] = h
        s.of[seat] |= 1 << u


def lift(s: State, units: tuple[int, ...], to: int) -> None:
    """Units leave the board."""
    for u in units:
        h = s.place[u]
        _take(s, (u,), h)
        s.of[s.owner[u]] &= ~(1 << u)
        s.place[u] = to


def _take(s: State, units: tuple[int, ...], h: int) -> None:
    pile = s.piles[h]
    s.tops &= ~(1 << pile[0])
    if len(units) == len(pile):
        del s.piles[h]
        s.at[s.owner[pile[0]]] &= ~(1 << h)
    else:
        rest = tuple([u for u in pile if u not in units])
        s.piles[h] = rest
        s.tops |= 1 << rest[0]


def move(s: State, units: tuple[int, ...], there: int) -> None:
    """Units that stand together go to another hex."""
    _take(s, units, s.place[units[0]])
    below = s.piles.get(there, ())
    if below:
        s.tops &= ~(1 << below[0])
    s.piles[there] = units + below
    s.tops |= 1 << units[0]
    s.at[s.owner[units[0]]] |= 1 << there
    for u in units:
        s.place[u] = there


@kept(4096)
def spread(hexes: int) -> int:
    """Every hex beside one of these, as bits: what zones of control are made of. Kept, as armies stand more than they move."""
    found = 0
    around = HEXES.around
    for h in ones(hexes):
        found |= around[h]
    return found


def at_peace(s: State, seat: int, other: int) -> bool:
    """Whether two rulers have given each other their word [69.2]."""
    given = noted(s, Word)
    return (seat, other) in given and (other, seat) in given


def enemies(s: State, seat: int) -> list[int]:
    """The seats that a seat is at war with."""
    return [k for k in s.order if k != seat and not (Word in s.notes and at_peace(s, seat, k))]


def foes(s: State, seat: int) -> int:
    """The hexes where enemies of a seat stand, as bits."""
    if Word in s.notes:
        return strangers(s, seat) & ~sum(s.at[k] for k in s.order if k != seat and at_peace(s, seat, k))
    return strangers(s, seat)


def strangers(s: State, seat: int) -> int:
    """The hexes where other rulers stand, enemies or not, as bits: nobody else can stand there."""
    found = 0
    for other in s.order:
        if other != seat:
            found |= s.at[other]
    return found


def who_musters(s: State) -> set[int]:
    """Who is being put on the board, unit by unit: reinforcements, allies, and those who come ashore."""
    return {u for frame in s.agenda if frame.step.name == "muster" for u in frame.units}


def face_down(s: State, seat: int) -> int:
    """The counters of a seat on the board whose faces nobody else sees [7.6], as bits: all that is hidden of a march [70.4]."""
    return 0 if s.rules.open_stacks else s.of[seat] & ~(s.tops | s.shown)


def sees(s: State, u: int, seat: int | None) -> bool:
    """Whether a seat sees the face of a counter on the board."""
    return bool(s.owner[u] == seat or (s.tops | s.shown) >> u & 1 or s.rules.open_stacks or s.owner[u] == NOBODY)
