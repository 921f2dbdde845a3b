"""The enemy's best reply: with how much he can stand beside a hex in his next Move, and what whoever is found there then loses.

Ways are reckoned over the bare board; what stands in them is left aside, so that a reply is thought rather too strong than too
weak.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elric.dragon_pass.combat.reckoning import SCALE
from elric.dragon_pass.combat.table import column
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.units import HEROES, MAGICIANS, SUPERHEROES, UNITS
from elric.dragon_pass.movement.going import FREE, GOING, POINT
from elric.dragon_pass.planning.fields import reach
from elric.dragon_pass.planning.tables import CHANCES, PUSHED
from elric.kernel.bits import ones

if TYPE_CHECKING:
    from elric.dragon_pass.planning.look import Look

__all__ = ["Threats", "magicians_only"]

_WOUNDS: Final = 5
_THEIRS: Final = 0.7  # how much the enemy cares for his own losses beside ours
_PACE: Final = 5  # MF of a stack of which nothing is seen
_FACES: Final = 2  # hexes beside a stack that stay open to the enemy however many friends are near


def magicians_only(units: tuple[int, ...]) -> bool:
    """Whether nobody among these is worth more in a fight than behind it."""
    return all(MAGICIANS >> u & 1 and not HEROES >> u & 1 for u in units)


class Threats:
    """What the enemies of a seat can do to it in their next Move.

    Args:
        look: the position as the seat knows it.
        gone: enemy stacks, as bits, that are taken for beaten.
    """

    def __init__(self, look: Look, gone: int = 0) -> None:
        self.look = look
        s = look.s
        found = []
        for h in ones(look.enemy & ~gone):
            pile = s.piles[h]
            seen = [u for u in pile if not look.hidden >> u & 1]
            if len(seen) == len(pile) and magicians_only(pile):
                continue
            pace = min([UNITS[u].mf for u in seen], default=_PACE) * POINT
            ends = reach((h, pace, bool(seen) and all(GOING[u] & FREE for u in seen)))
            found.append((look.swords(h), sum([_stake(look, u) for u in pile]), HEXES.spread(ends) | ends))
        found.sort(reverse=True)
        self._comers = found
        self.within = 0  # hexes beside which some enemy can stand
        for *_, near in found:
            self.within |= near

    def against(self, h: int, own: int, friends: int = 0) -> tuple[float, float]:
        """With how many CF the enemy can attack a hex, and what he ventures by it.

        Args:
            own: where own units will stand, as bits.  friends: own companies that can still come beside it.
        """
        room = (AROUND[h] & ~own).bit_count()
        room = max(min(room, _FACES), room - friends)
        total = stakes = 0.0
        for swords, stake, near in self._comers:
            if near >> h & 1:
                if not room:
                    break
                total += swords
                stakes += stake
                room -= 1
        return total, stakes

    def loss(self, h: int, swords: float, worth: float, own: int, friends: int = 0) -> float:
        """What the enemy can expect to win by attacking so many CF, worth so much, in a hex: 0 where he had better not."""
        if not self.within >> h & 1:
            return 0.0
        attack, stakes = self.against(h, own, friends)
        difficult = (BOARD.walls >> h & 1) + (BOARD.thick >> h & 1) + (BOARD.high >> h & 1)
        defence = max(0.5, swords * (1 + min(difficult, 2)) / (2 if BOARD.river >> h & 1 else 1))
        out, back, trade, driven, killed = CHANCES[column(round(attack * SCALE), round(defence * SCALE))]
        pushed = 0.0 if BOARD.walls >> h & 1 else PUSHED
        ours = killed + driven * pushed + trade * (attack >= defence)
        theirs = out + back * PUSHED + trade * min(1.0, defence / max(0.5, attack))
        return max(0.0, ours * worth - _THEIRS * theirs * stakes)


def _stake(look: Look, u: int) -> float:
    """What an enemy ventures with a unit in an attack: a Superhero no more than a Wound [18.5]."""
    return look.worth(u) / (_WOUNDS if SUPERHEROES >> u & 1 and not look.hidden >> u & 1 else 1)
