"""One honest line about a battle, as one seat sees it: for the coach, a tooltip, a player in a hurry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from elric.lab.say import often
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.prospects import battle_at
from elric.young_kingdoms.position import words

FEW = 2  # heroes named in the sentence


@dataclass(frozen=True, slots=True)
class Risk:
    """What a seat lets itself in for. Chances are exact for what the seat can see; what it cannot see is a draw from
    everything that may lie hidden.

    Attributes:
        battle: the battle asked about, for the lab.  attacks: whether the seat is the attacker.
        win: the chance that the seat's side has the higher total.  falls: that the city falls, None where there is none
        to fall.  trapped: that this side loses and has no way out.
        heroes: this side's personalities who may be lost for good -> chance, the greatest first.
        theirs: the same for the other side.  sentence: all of it in one line.
    """

    battle: Battle
    attacks: bool
    win: Fraction
    falls: Fraction | None
    trapped: Fraction
    heroes: Mapping[str, Fraction]
    theirs: Mapping[str, Fraction]
    sentence: str

    @property
    def notes(self) -> tuple[str, ...]:
        """What is not counted: asked for seldom, and it takes as long as all the rest."""
        return tuple(self.battle.odds().notes)


def risk(game: Game, seat: int, battle: Battle | str, attack: Sequence[str] = ()) -> Risk:
    """The risk of a battle for one seat, with nothing that seat may not know.

    Args:
        game: the position.  seat: who asks.
        battle: an area's id, or a battle from `elric.battles(game, seat)`.
        attack: ids of the active player's pieces that would come there, besides those who are there already.

    Raises:
        BattleError: why there is no such battle.
    """
    fought = battle if isinstance(battle, Battle) else battle_at(game, battle, seat, [pieces.INDEX[u] for u in attack])
    odds = fought.odds()
    fight = fought.start.battle
    side = 1 if fight.seat(1) == seat else 0
    lost = {k: h.dies for k, h in sorted(odds.heroes.items(), key=lambda kh: (-kh[1].dies, kh[0])) if h.dies}
    mine = {k: p for k, p in lost.items() if odds.heroes[k].side == side}
    theirs = {k: p for k, p in lost.items() if odds.heroes[k].side != side}
    trapped = odds.chance(lambda x: x.loser == side and x.trapped)
    city = odds.falls if fight.wall or fight.base else None
    said = _sentence(fought, side, odds.win[side], city, mine, trapped, sum(odds.draws))
    return Risk(fought, side == 0, odds.win[side], city, trapped, mine, theirs, said)


def _sentence(
    battle: Battle,
    side: int,
    win: Fraction,
    falls: Fraction | None,
    mine: Mapping[str, Fraction],
    trapped: Fraction,
    unseen: int,
) -> str:
    where = words.area(battle.area)
    parts = [f"You win {often(win)}"]
    if falls is not None:
        parts.append(f"{where:falls|fall} {often(falls)}" if falls else f"{where} cannot fall")
    named = [f"{words.unit(pieces.INDEX[u]):is|are} lost {often(p)}" for u, p in list(mine.items())[:FEW]]
    if len(mine) > FEW:
        named.append(
            f"{words.number(len(mine) - FEW)} more of yours {'is' if len(mine) - FEW == 1 else 'are'} in danger"
        )
    if named:
        parts.append(words.listed(named))
    if trapped:
        parts.append(f"there is no way out {often(trapped)}")
    tail = f"; {words.number(unseen)} unseen spell{'' if unseen == 1 else 's'} counted in" if unseen else ""
    return "; ".join(parts) + tail + "."
