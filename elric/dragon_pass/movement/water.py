"""Over rivers [11.2, 21.6]: who pays for leaving one, who walks on water, and who makes a ford for others."""

from __future__ import annotations

from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.movement.going import FORDS, FREE, GOING, WADERS
from elric.dragon_pass.position.effects import under
from elric.dragon_pass.position.state import State
from elric.kernel.bits import bits


def pays_to_leave(s: State, units: tuple[int, ...], here: int) -> bool:
    """Whether a company pays for leaving where it stands: it came here in this Move [11.2]."""
    left = s.left
    for u in units:
        if u in left:
            return held_up(s, units, here)
    return False


def held_up(s: State, units: tuple[int, ...], here: int) -> bool:
    """Whether a company that comes to a hex pays for leaving it: no magician makes a ford for it there."""
    return not BOARD.river >> here & 1 or who_bridges(s, units, here) < 0


def who_bridges(s: State, units: tuple[int, ...], here: int) -> int:
    """The magician who makes a ford for a company of one or two [21.6], first one who has walked on water already; -1 where none
    does. It is a use of his magic: he has made none in this Move, nor in Early Magic [20.3, 7.2], and the water is not in flood."""
    if not s.scenario.magic or len(units) > 2 or (s.effects and under(s, "flood") >> here & 1):
        return -1
    able = [v for v in s.piles.get(here, ()) if FORDS >> v & 1 and v not in units and not (s.cast | s.early) >> v & 1]
    return max(able, key=lambda v: s.waded >> v & 1, default=-1)


def wade(s: State, units: tuple[int, ...], kinds: int, here: int, there: int) -> None:
    """Before a step: who walks on water for it, or makes a ford, has used his magic in this Move. `kinds`: how the company goes; in
    one that pays for the water a magician wades as the others do."""
    if BOARD.along_road(here, there):
        return
    if not kinds & ~(WADERS | FREE):
        if kinds & WADERS and BOARD.river >> there & 1:
            s.waded |= bits(u for u in units if GOING[u] & WADERS)
        return
    needed = BOARD.river >> here & 1 and not (s.effects and under(s, "ford") >> here & 1)
    if needed and any(u in s.left for u in units) and not pays_to_leave(s, units, here):
        s.waded |= 1 << who_bridges(s, units, here)
