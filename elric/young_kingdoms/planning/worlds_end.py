"""The Cosmic Balance as a plan: to tip it for whoever would win at the world's end, and to set it right for whoever would
lose ([5.0], [13.1], [13.4], [13.5], [16.7] / 4.91 C and D, 12.1, 12.44, 12.5, 14.71)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from elric.kernel.chance import SeededChance
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.spells import ALIGN, CHAOS, LAW
from elric.young_kingdoms.description.view import resample
from elric.young_kingdoms.lab.walk import STILL
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.position.state import DISCARD, TURNS, State
from elric.young_kingdoms.world import victory

__all__ = ["WorldsEnd"]

_TIPPED: Final = 8.0  # what it is worth that the world ends as one likes
_RESTORED: Final = 20.0
_DEALS: Final = 8


class WorldsEnd:
    """How the world would end for a seat, as far as it knows: the mean of a few deals of what lies hidden from it."""

    def __init__(self, s: State, seat: int) -> None:
        self.s, self.seat = s, seat

    @cached_property
    def _deals(self) -> list[State]:
        """Positions that the seat cannot tell from the real one, always the same."""
        return [resample(self.s, self.seat, SeededChance(seed)) for seed in range(_DEALS)]

    @cached_property
    def _leads(self) -> bool:
        """Whether the seat would win by what it holds if the game ended now; that lies open."""
        t: State = self.s.copy()
        victory.finish(t, STILL)
        return t.outcome is not None and t.outcome[0] == self.seat

    def chances(self, side: int, spent: Iterable[int] = ()) -> tuple[float, float]:
        """How often the seat, and how often anybody else, would win if the world ended on a side now, these spells having been
        used; nobody does otherwise."""
        spent = tuple(spent)
        winners = [_winner(deal, side, spent) for deal in self._deals]
        mine = winners.count(self.seat)
        return mine / _DEALS, (_DEALS - mine - winners.count(-1)) / _DEALS

    def tilt(self, used: Iterable[int]) -> float:
        """What it is worth that these spells, used in a battle, move the Balance: much where that tips it, little on the way there,
        below 0 where somebody else would win."""
        s, used = self.s, tuple(used)
        pull = sum(spells.PULL[i] * ALIGN[i] for i in used if ALIGN[i] in (LAW, CHAOS))
        if s.tipped or not pull or s.turn + balance.WORLD_END_TURNS > TURNS or s.scenario.solo:
            return 0.0
        side = CHAOS if pull > 0 else LAW
        left = int(s.rules.balance_arm) + 1 - side * s.balance
        near = min(1.0, abs(pull) / max(1, left))
        mine, theirs = self.chances(side, used)
        return _TIPPED * near**2 * (mine * (not self._leads) - theirs)

    def restoring(self, legal: Iterable[Action]) -> Iterator[tuple[Action, float, str]]:
        """To set the Balance right before the world ends as somebody else likes: by spells enough, or by the Horn; each with its worth
        and its reason."""
        s = self.s
        if not s.tipped or s.ends > TURNS or self.chances(s.tipped)[0] > 1 / 2:
            return
        legal = tuple(legal)
        given = sorted((a for a in legal if a.verb == "sacrifice"), key=lambda a: (-spells.VALUE[a.args[1]], a.args))
        cards = {a.args[1]: a for a in given}
        if cards and balance.sacrificed_strength(s) + sum(spells.VALUE[i] for i in cards) >= balance.sacrifice_needed(
            s
        ):
            yield next(iter(cards.values())), _RESTORED, "That sets the Balance right before the world ends."
        for a in legal:
            if a.verb == "blow":
                yield a, _RESTORED - 1, "As the world stands, it ends badly for you."


def _winner(s: State, side: int, spent: Iterable[int]) -> int:
    t: State = s.copy()
    t.tipped = side
    for i in spent:
        t.spell_at[i] = DISCARD
    victory.world_ends(t, STILL)
    return int(t.outcome[0]) if t.outcome is not None else -1
