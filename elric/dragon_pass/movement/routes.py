"""Where the company in hand can march, by the cheapest way to each hex [7.3, 11.1].

It reads what the marching side sees: its own stacks, the hexes that enemies hold, the ground, and effects that lie open.
"""

from __future__ import annotations

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.movement.going import company, pace
from elric.dragon_pass.movement.march import costs
from elric.dragon_pass.movement.spellbound import closed_hexes
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.water import held_up, pays_to_leave
from elric.dragon_pass.movement.zones import halting_hexes
from elric.dragon_pass.position.state import State, strangers


def routes(s: State) -> dict[int, tuple[int, ...]]:
    """Every hex where the company in hand may end its march, with the hexes that it goes through, that one last."""
    units = s.hand
    if not units:
        return {}
    start = s.place[units[0]]
    budget, kinds = pace(s, units), company(units)
    enemy, stops = strangers(s, s.player) | closed_hexes(s, units), halting_hexes(s, units)
    rows: dict[int, tuple[int, ...]] = {start: costs(s, kinds, units, start, pays_to_leave(s, units, start))}

    def cost(a: int, b: int) -> int:
        if enemy >> b & 1 or (a != start and stops >> a & 1):
            return -1
        if a not in rows:
            rows[a] = costs(s, kinds, units, a, held_up(s, units, a))
        return rows[a][HEXES.beside[a].index(b)]

    found = HEXES.routes(start, cost, budget)
    out = {}
    for h in found:
        if h == start or not fits(s, units, h):
            continue
        way, at = [], h
        while at != start:
            way.append(at)
            at = found[at][1]
        out[h] = tuple(reversed(way))
    return out
