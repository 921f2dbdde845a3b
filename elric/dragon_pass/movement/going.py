"""What a step costs, in half points: ground, water, ridges and roads for each kind of going (pp. 11, 17, 18, 21, 24-43)."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, COUNTS, DRAGONS, UNITS, Unit
from elric.dragon_pass.movement.stacking import LIMIT
from elric.dragon_pass.position.notes import HoundLoosed
from elric.dragon_pass.position.state import State
from elric.kernel.bits import bits

PLAIN, HERO, FLYER, TUSK, DINOSAUR, MAGE, ZOMBIE, STONE, TRACHODON = range(9)
OFF: Final = -1  # a step that cannot be made
POINT: Final = 2  # one movement point in halves
NEWT: Final = 1024  # in `roads`: a dragonewt road has been crossed this Move

ETHILRIST: Final = BY_ID["sir-ethilrist"]
MOUNTED: Final = 10  # he rides the Hound until he lets it loose [46.1]

Row = tuple[int, ...]


def _going(unit: Unit) -> int:
    if unit.flies:
        return FLYER
    if unit.hero:
        return HERO
    if unit.kind_id == "tusk-riders":
        return TUSK
    if unit.corps == "Dinosaurs":
        return DINOSAUR if not unit.magician else TRACHODON
    if unit.kind_id == "stone-man":
        return STONE
    if unit.kind_id in ("delecti-the-necromancer", "zombie"):
        return ZOMBIE
    return MAGE if unit.magician and unit.kind_id != "cannon-cult" else PLAIN  # [30.1] no magic rule 6


GOING: Final = tuple(
    1 << _going(unit) for unit in UNITS
)  # each unit's kind as a bit: a company's is the sum of its own
WADERS: Final = 1 << MAGE | 1 << TRACHODON  # kinds that walk on water [21.6]
FREE: Final = 1 << HERO | 1 << FLYER | 1 << STONE  # kinds to which all ground is open
ROADLESS: Final = 1 << FLYER | 1 << TUSK  # kinds that gain nothing on roads [24.2, 38.1, 39.5]
SUPERS: Final = frozenset(u for u, unit in enumerate(UNITS) if unit.superhero)


def company(units: tuple[int, ...], magic: bool = True) -> int:
    """The kinds of going of units that march together, as bits: the carrier's where one carries the others [7.7]; a
    Superhero makes all ground open to his stack [18.4]. Without magic in the scenario magicians wade as others do [21.6, 65.1]."""
    kinds = 0
    if len(units) > 1 and (carrier := bearer(units)) >= 0:
        return GOING[carrier]
    for u in units:
        kinds |= GOING[u]
    if kinds & 1 << HERO and kinds != 1 << HERO and not SUPERS.isdisjoint(units):
        return 1 << HERO
    return kinds if magic or not kinds & WADERS else kinds & ~WADERS | 1 << PLAIN


FORDS: Final = bits(
    u for u, unit in enumerate(UNITS) if unit.magician and unit.kind_id != "cannon-cult"
)  # who make a ford [21.6, 30.1]
DWARF: Final = BY_ID["the-dwarf"]
INVENTIONS: Final = bits(u for u, unit in enumerate(UNITS) if unit.corps == "The Dwarf" and not unit.hero)
HERDS: Final = bits(u for u, unit in enumerate(UNITS) if unit.kind_id == "horse-herd")
LADEN: Final = 16  # how far a Dragon goes with its master [38.1]
_ROOM: Final = {"dragon": 1, "pteranodon": 1, "giant": 2, "stone-man": LIMIT}  # how many each carries
_BEARS: Final = {u: _ROOM[unit.kind_id] for u, unit in enumerate(UNITS) if unit.kind_id in _ROOM}
BEARERS: Final = bits(_BEARS)
CARRIERS: Final = BEARERS | HERDS
HERD_BONUS: Final = 2  # [9.8] what the plus on a herd says


def bearer(units: tuple[int, ...]) -> int:
    """The one of a company that carries all the others [7.7, 29.3, 32.5, 38.1, 40.2]; -1 where none does. A Dragon obeys whoever
    stands with it, and so passes from unit to unit [38.2]."""
    for u in units:
        if BEARERS >> u & 1:
            riders = [v for v in units if v != u]
            if any(BEARERS >> v & 1 for v in riders):
                return -1
            if UNITS[u].kind == "giant carrier" and not all(UNITS[v].human for v in riders):
                return -1
            load = sum(COUNTS[v] for v in riders) if UNITS[u].kind_id == "stone-man" else len(riders)
            return u if load <= _BEARS[u] else -1
    return -1


def points_of_riders(s: State, units: tuple[int, ...]) -> int | None:
    """What a company with a carrier may still march, in halves; None where nobody is carried. Herds carry two units each, two
    hexes farther [31.3]; others carry at their own pace."""
    carrier = bearer(units)
    if carrier >= 0:
        if DRAGONS >> carrier & 1 and carrier not in s.left:
            return min(points(s, carrier), LADEN * POINT * (2 if s.forced else 1))
        return points(s, carrier)
    herds = [u for u in units if HERDS >> u & 1]
    riders = [u for u in units if not HERDS >> u & 1]
    if not herds or not riders or len(riders) > 2 * len(herds) or any(BEARERS >> u & 1 for u in riders):
        return None
    return min([points(s, u) + (0 if u in s.left else HERD_BONUS * POINT) for u in riders])


def _cost(kind: int, here: int, there: int, leaving: bool) -> int:
    """What one kind of going pays for a step, in halves: two points for thick ground [11.3], one up or down a slope [11.4], half of
    one along a road, whatever the ground [11.6]; Tusk Riders go through woods and over ridges as over open ground, and do not go
    farther on roads [39.5]."""
    if BOARD.along_road(here, there):
        return POINT if ROADLESS >> kind & 1 else 1
    if FREE >> kind & 1:
        return POINT
    # [11.2] one point to leave here river, on top of the next hex
    out = POINT if leaving and BOARD.river >> here & 1 and not WADERS >> kind & 1 else 0
    if kind == ZOMBIE and BOARD.river >> there & 1:
        return OFF
    cost = POINT
    thick = BOARD.thick >> there & 1
    if kind == TUSK and BOARD.wood >> there & 1:
        thick = 0
    if kind in (DINOSAUR, TRACHODON) and BOARD.marsh >> there & 1:
        thick = 0
    if thick or (BOARD.climbs(here, there) and kind != TUSK):
        cost = 2 * POINT
    return cost + out


def _row(kinds: int, here: int, leaving: bool) -> Row:
    mine = [k for k in range(TRACHODON + 1) if kinds >> k & 1]
    out = []
    for b in BESIDE[here]:
        costs = [_cost(k, here, b, leaving) for k in mine] if b >= 0 else [OFF]
        out.append(OFF if OFF in costs else max(costs))
    return tuple(out)


# Rows that have been asked for, by kinds of going: the ground of the board does not change.
_ROWS: Final[tuple[dict[int, list[Row | None]], ...]] = ({}, {})


def row(kinds: int, here: int, leaving: bool) -> Row:
    """What each of the six steps from a hex costs a company; `leaving`: whether it came to this hex in this Move."""
    rows = _ROWS[leaving].get(kinds)
    if rows is None:
        rows = _ROWS[leaving][kinds] = [None] * HEXES.size
    found = rows[here]
    if found is None:
        found = rows[here] = _row(kinds, here, leaving)
    return found


def may_drift(a: int, b: int) -> bool:
    """Whether the ground lets a march end by drifting from a to b: difficult, but never up a ridge [11.1, 11.5]."""
    return bool((BOARD.thick | BOARD.river) >> b & 1) and not BOARD.climbs(a, b)


def points(s: State, unit: int) -> int:
    """What a unit may still march in this Move, in halves."""
    left = s.left.get(unit)
    if left is not None:
        return left
    factor = MOUNTED if unit == ETHILRIST and HoundLoosed not in s.notes else UNITS[unit].mf
    found = factor * (2 * POINT if s.forced else POINT)
    if INVENTIONS >> unit & 1 and DWARF in s.hand and unit in s.hand:
        found *= 2  # [29.1] all factors of his inventions, when they are with him
    if s.half >> unit & 1:
        found //= 2
    if s.goats and UNITS[unit].kind == "physical" and any(goat == unit for _, goat in s.goats):
        found *= 2
    return found


def pace(s: State, units: tuple[int, ...]) -> int:
    """What a company may still march, in halves: as its slowest unit [7.6], or as its carrier [7.7]."""
    if len(units) > 1 and s.of[s.owner[units[0]]] & CARRIERS and (found := points_of_riders(s, units)) is not None:
        return found
    return min([points(s, u) for u in units])
