"""Stacks that take armies up on their way, as the coach sees them: the march to where they stand, and what follows with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.planning.ways import sure_reach
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.world.terrain import carriers
from tests.rivals.elric_captain import marches
from tests.rivals.elric_captain.marches import Plan

__all__ = ["gathered"]

_CAMPS: Final = 1  # places looked at for each stack: the cheapest to reach


def gathered(g: Game, t: State, base: Plan, viewer: int) -> Iterator[Plan]:
    """Attacks with armies that are taken along on the way, and where a personality has come to armies without a leader the
    march with them."""
    if carriers(t, t.moving) or t.scenario.solo or t.assaults >> base.start & 1:
        return
    camps: list[tuple[int, int, tuple[Action, ...]]] = []
    if not base.take:
        camps.append((0, base.start, ()))
    camps += sorted(
        (r.cost, r.area, r.actions)
        for r in sure_reach(t, viewer >= 0).values()
        if not r.attack and not r.risk and BOARD.kind[r.area] == LAND and _near_an_enemy(t, r.area)
    )
    looked = 0
    for cost, camp, way in camps:
        there = marches.waiting(t, camp)
        if not there:
            continue
        u = marches.after(t, way)
        if u is None or not marches.in_hand(u):
            continue
        joins = [a for x in there if marches.do(u, a := Action("join", (x,)))]
        if not joins:
            continue
        with_them = base._replace(area=camp, via=camp, along=tuple(a.args[0] for a in joins))
        beyond = sure_reach(u, viewer >= 0)
        for p in marches.attacks(g, u, with_them, beyond, viewer):
            yield p._replace(go=(*way, *joins, *p.go), cost=cost + p.cost)
        if not way and marches.alone_at_camp(t, camp) and (march := marches.march(u, with_them, beyond)) is not None:
            yield march._replace(go=(*joins, *march.go))
        looked += 1
        if looked == _CAMPS:
            return


def _near_an_enemy(t: State, a: int) -> bool:
    """Whether another player could be attacked from an area."""
    return any(BOARD.kind[x] == LAND and marches.against_somebody(t, x) for x in BOARD.near[a])
