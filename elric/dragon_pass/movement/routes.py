"""Where the company in hand can march, by the cheapest way to each hex [7.3, 11.1].

It reads what the marching side sees: its own stacks, the hexes that enemies hold, the ground, and effects that lie open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.movement.going import OFF, company, pace, row
from elric.dragon_pass.movement.march import costs
from elric.dragon_pass.movement.spellbound import closed_hexes
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.water import held_up, pays_to_leave
from elric.dragon_pass.movement.zones import halting_hexes
from elric.dragon_pass.position.state import State, strangers
from elric.kernel.bits import bits, ones
from elric.kernel.memo import kept

_NONE: Final = (OFF,) * 6  # steps from where a march stops
_EMPTY: Final = -1  # no hex of the board
_MARCHES: Final = 1024  # ways that are kept: the same companies are asked for again after each march of another


class _March(NamedTuple):
    """A march over the bare board, and who stands in its way, as far as it could reach."""

    start: int
    budget: int
    kinds: int
    pays: bool  # whether it pays for leaving the water where it starts
    closed: int = 0
    stops: int = 0
    dry: int = 0  # river hexes that others are helped over


def routes(s: State) -> dict[int, tuple[int, ...]]:
    """Every hex where the company in hand may end its march, with the hexes that it goes through, that one last."""
    units = s.hand
    if not units:
        return {}
    start, kinds = s.place[units[0]], company(units, s.scenario.magic)
    closed, stops = strangers(s, s.player) | closed_hexes(s, units), halting_hexes(s, units)
    march = _March(start, pace(s, units), kinds, pays_to_leave(s, units, start), closed, stops)
    if s.effects:  # they may change what a step costs
        ways = _ways(
            march, lambda h: costs(s, march.kinds, units, h, march.pays if h == start else held_up(s, units, h))
        )
    else:
        near = _near(march[:3])
        dry = bits(h for h in ones(s.at[s.player] & BOARD.river & near) if not held_up(s, units, h))
        ways = _usual(march._replace(closed=closed & near, stops=stops & near, dry=dry))
    fit = fits(s, units, _EMPTY)  # alike on all hexes where nobody is
    return {h: way for h, way in ways.items() if (fits(s, units, h) if h in s.piles else fit)}


def _ways(march: _March, steps: Callable[[int], tuple[int, ...]]) -> Mapping[int, tuple[int, ...]]:
    """The cheapest way to each hex, where there is room or not."""
    start, stops = march.start, march.stops & ~(1 << march.start)
    found = HEXES.routes(start, lambda h: _NONE if stops >> h & 1 else steps(h), march.budget, march.closed)
    ways: dict[int, tuple[int, ...]] = {start: ()}
    for h, (_, before) in found.items():
        if h != start:
            ways[h] = (*ways[before], h)
    del ways[start]
    return ways


@kept(_MARCHES)
def _usual(march: _March) -> Mapping[int, tuple[int, ...]]:
    """The ways where no effect is on."""
    start, kinds, pays, dry = march.start, march.kinds, march.pays, march.dry
    return _ways(march, lambda h: row(kinds, h, pays if h == start else not dry >> h & 1))


@kept(_MARCHES)
def _near(march: tuple[int, int, int]) -> int:
    """The hexes that a march could come to if nobody were in its way, and no water, as bits."""
    start, budget, kinds = march
    return bits(HEXES.routes(start, lambda h: row(kinds, h, False), budget))
