"""Garrisons whom a march passes [13.9]: who of them may sally, and who has to stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.units import DRAGONS
from elric.dragon_pass.movement.zones import unable
from elric.dragon_pass.position.state import State, foes
from elric.dragon_pass.position.steps import frame, push
from elric.kernel.bits import bits, ones

if TYPE_CHECKING:
    from elric.dragon_pass.movement.march import MarchFrame


def kept_elsewhere(s: State, h: int) -> bool:
    """Whether friends in another hex of the same city keep it, so that all who stand in this one may go out."""
    place = BOARD.place_at.get(h)
    return place is not None and len(place.hexes) > 1 and bool(s.at[s.owner[s.piles[h][0]]] & place.bits & ~(1 << h))


def can_sally(s: State, h: int) -> bool:
    """Whether a garrison can spare a unit that can attack and has not sallied in this Move: one at least stays."""
    pile = s.piles[h]
    if len(pile) < 2 and not kept_elsewhere(s, h):
        return False
    bound = s.sallied | unable(s) | DRAGONS
    return any(not bound >> u & 1 for u in pile)


def call_garrisons(s: State, n: int, units: tuple[int, ...], f: MarchFrame) -> None:
    """Every garrison that a march passes is asked whether it sallies: once for a company."""
    asked = f.asked
    forts = foes(s, s.player) & BOARD.walls & HEXES.around[n] & ~asked
    ready = [h for h in ones(forts) if can_sally(s, h)]
    if not ready:
        return
    if s.hand:
        s.agenda = (*s.agenda[:-1], frame("march", asked | bits(ready)))
    push(s, *(frame("sally", h, n, ()) for h in ready))
