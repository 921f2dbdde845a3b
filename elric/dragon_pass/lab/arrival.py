"""What waits where a company could end its march: the enemies that it would have to fight there, and at what odds [12.1]."""

from __future__ import annotations

from collections.abc import Iterable

from elric.dragon_pass.combat.reckoning import reckon
from elric.dragon_pass.combat.table import odds_words
from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.board import AROUND
from elric.dragon_pass.game import Game
from elric.dragon_pass.lab.tell import number
from elric.dragon_pass.lab.unseen import veil
from elric.dragon_pass.movement.zones import must_fight, targets_of
from elric.dragon_pass.position.state import State, foes, move, spread
from elric.kernel.bits import ones

__all__ = ["forced_battles"]


def forced_battles(g: Game, ends: Iterable[int]) -> dict[int, str]:
    """The hexes among `ends` where the company in hand would have to fight [12.1, 14.2], each with the strengths and the odds:
    "4 against 8, 1:2". The company is reckoned by itself, with those who stand there, against every stack beside it.

    Args:
        g: the game, with a company in hand. It is judged by the eyes of whose company that is: where somebody lies face down
            whom he does not see, no odds are told.
        ends: where the march could end.
    """
    s, seat = g.state, g.seat
    near = spread(foes(s, s.player))
    risky = [h for h in ends if near >> h & 1] if s.hand else []
    if not risky:
        return {}
    seen, hidden = veil(s, seat)
    out = {}
    for h in risky:
        t = seen.copy()
        if t.place[t.hand[0]] != h:
            move(t, t.hand, h)
        if must_fight(t, t.player) >> h & 1:
            out[h] = _odds_of_arrival(t, h, hidden)
    return out


def _odds_of_arrival(s: State, there: int, hidden: int) -> str:
    """The strengths and the odds of a stack against all whom it may attack from a hex, no other stack helping it."""
    targets = targets_of(s, there) & AROUND[there]
    if any(hidden >> u & 1 for target in ones(targets) for u in s.piles[target]):
        return "not all of them are seen"
    (battle,) = join_battles(s, tuple((there, target) for target in ones(targets)), s.player)
    sums = reckon(s, battle)
    return f"{number(sums.attack)} against {number(sums.defence)}, {odds_words(sums.column)}"
