"""What a step costs, in half points: ground, water, ridges and roads for each kind of going (pp. 11, 17, 18, 21, 24-43)."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, UNITS, Unit
from elric.dragon_pass.position.state import State

PLAIN, HERO, FLYER, TUSK, DINOSAUR, MAGE, ZOMBIE, STONE = range(8)
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
        return DINOSAUR if not unit.magician else MAGE
    if unit.kind_id == "stone-man":
        return STONE
    if unit.kind_id == "delecti-the-necromancer":
        return ZOMBIE
    return MAGE if unit.magician else PLAIN


GOING: Final = tuple(
    1 << _going(unit) for unit in UNITS
)  # each unit's kind as a bit: a company's is the sum of its own
FREE: Final = 1 << HERO | 1 << FLYER | 1 << STONE  # kinds to which all ground is open
SUPERS: Final = frozenset(u for u, unit in enumerate(UNITS) if unit.superhero)


def company(units: tuple[int, ...]) -> int:
    """The kinds of going of units that march together, as bits. A Superhero makes all ground open to his stack [18.4]."""
    kinds = 0
    for u in units:
        kinds |= GOING[u]
    if kinds & 1 << HERO and kinds != 1 << HERO and not SUPERS.isdisjoint(units):
        return 1 << HERO
    return kinds


def _cost(kind: int, here: int, there: int, leaving: bool) -> int:
    """What one kind of going pays for a step, in halves."""
    road = BOARD.along_road(here, there)
    if kind == FLYER:
        return POINT
    if road and kind != TUSK:
        return 1
    if kind in (HERO, STONE):
        return POINT
    # [11.2] one point to leave here river, on top of the next hex
    out = POINT if leaving and BOARD.river >> here & 1 and kind != MAGE else 0
    if kind == ZOMBIE and BOARD.river >> there & 1:
        return OFF
    cost = POINT
    thick = BOARD.thick >> there & 1
    if kind == TUSK and BOARD.wood >> there & 1:
        thick = 0
    if kind == DINOSAUR and BOARD.marsh >> there & 1:
        thick = 0
    if thick or (BOARD.climbs(here, there) and kind != TUSK):
        cost = 2 * POINT
    return cost + out


def _row(kinds: int, here: int, leaving: bool) -> Row:
    mine = [k for k in range(8) if kinds >> k & 1]
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


def points(s: State, u: int) -> int:
    """What a unit may still march in this Move, in halves."""
    left = s.left.get(u)
    if left is not None:
        return left
    factor = MOUNTED if u == ETHILRIST and "hound" not in s.marks else UNITS[u].mf
    found = factor * (2 * POINT if s.forced else POINT)
    if s.half >> u & 1:
        found //= 2
    if s.goats and any(goat == u for _, goat in s.goats):
        found *= 2
    return found


def pace(s: State, units: tuple[int, ...]) -> int:
    """What a company may still march, in halves: as its slowest unit [7.6]."""
    return min([points(s, u) for u in units])
