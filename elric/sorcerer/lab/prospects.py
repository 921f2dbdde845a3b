"""What is at hand in a position: hexes where both stand, hexes that somebody can enter, Bolts that can be flung."""

from __future__ import annotations

from collections.abc import Iterator

from elric.kernel.bits import ones
from elric.sorcerer.combat.attrition import at_risk
from elric.sorcerer.combat.joint import contested_hexes
from elric.sorcerer.components.units import FORTRESSES, HUMAN, KIND, MAGICAL, SORCERER, SORCERERS
from elric.sorcerer.lab.battle import Battle, JoinedBolt, at_hand
from elric.sorcerer.lab.law import Law
from elric.sorcerer.lab.reach import Reach
from elric.sorcerer.lab.risks import STORM, WEAR, Risk, over
from elric.sorcerer.magic import bolts
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.movement.stacking import is_crowded
from elric.sorcerer.position.state import ATTRITION, MOVEMENT, State, color_of, enemies_in, foes, force, powers_of

MOST_MARCHES, MOST_BOLTS = 8, 8


def here(s: State, seat: int) -> Iterator[Battle]:
    """The hexes where both stand already."""
    worn = s.phase in (MOVEMENT, ATTRITION)
    for h in contested_hexes(s):
        sides = [k for k in range(len(s.at)) if s.at[k] >> h & 1]
        side = seat if seat in sides else sides[0]
        for other in enemies_in(s, side, h):
            yield at_hand(s, side, h, other, (), (), worn)


def companies(s: State, seat: int) -> Iterator[tuple[int, ...]]:
    """Who could go together: each by himself, a Sorcerer with a magical unit of his color, with two of them, with infantry."""
    for h in ones(s.at[seat]):
        there = [
            u
            for u in force(s, seat, h)
            if not FORTRESSES >> u & 1 and not s.pinned >> u & 1 and points_to_spend(s, u) > 0
        ]
        for u in there:
            if not s.inside >> u & 1:
                yield (u,)
            if KIND[u] == SORCERER:
                mine = [
                    v for v in there if KIND[v] == HUMAN or (MAGICAL >> v & 1 and powers_of(s, u) >> color_of(s, v) & 1)
                ]
                yield from ((u, v) for v in mine)
                yield from ((u, v, w) for k, v in enumerate(mine) for w in mine[k + 1 :])


def marches(s: State, seat: int) -> list[Battle]:
    """Hexes of enemies that a company of the mover can enter in this phase, the best for him first."""
    found: dict[tuple[int, int], tuple[float, Battle]] = {}
    enemies = foes(s, seat)
    for company in companies(s, seat):
        for h in ones(Reach(s, company).hexes & enemies & ~(1 << s.place[company[0]])):
            for other in enemies_in(s, seat, h):
                b = at_hand(s, seat, h, other, company, (), True)
                if is_crowded(b.state, seat, h):
                    continue
                gain = float(Law(b).gain)
                if gain > found.get((h, other), (-1e9, b))[0]:
                    found[h, other] = gain, b
    best = sorted(found.values(), key=lambda row: -row[0])
    return [b for _, b in best[:MOST_MARCHES]]


def bolts_to_fling(s: State, seat: int) -> list[Battle]:
    """Bolts of single Sorcerers of the mover from where they stand, the best first."""
    found: list[tuple[float, int, Battle]] = []
    for u in ones(s.of[seat] & SORCERERS & ~s.pinned):
        if points_to_spend(s, u) < bolts.PRICE or bolts.has_no_bolts(s):
            continue
        for h in ones(bolts.targets(s, u)):
            for color in ones(bolts.bolt_colors(s, u, h)):
                for other in enemies_in(s, seat, h):
                    b = at_hand(s, seat, h, other, (), (JoinedBolt(color, (u,)),))
                    found.append((float(Law(b).gain), len(found), b))
    found.sort(reverse=True)
    return [b for _, _, b in found[:MOST_BOLTS]]


def threatened_stacks(s: State, seat: int) -> Iterator[Risk]:
    """Stacks of a seat that attrition or vortexes may strike."""
    for h in ones(s.at[seat]):
        if at_risk(s, seat, h):
            yield over(s, seat, h, WEAR)
    if s.vortex:
        yield from (over(s, seat, h, STORM) for h in ones(s.at[seat]))


__all__ = ["bolts_to_fling", "companies", "here", "marches", "threatened_stacks"]
