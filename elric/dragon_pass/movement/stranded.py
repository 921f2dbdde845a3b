"""Who is put back on the board after a flood or the Sylphs' grip, and waits while there is no room for him [25.3, 26.6]."""

from __future__ import annotations

from elric.dragon_pass.position import powers
from elric.dragon_pass.position.notes import Stranded, note_instead, noted, remember
from elric.dragon_pass.position.state import HELD, OUT, State, spread
from elric.dragon_pass.position.steps import Context, frame, push


def ashore(s: State, units: tuple[int, ...], hexes: int) -> None:
    """Units come back to one of these hexes: now, or where there is no room, in a later Move of their side."""
    remember(s, *(Stranded(u, hexes) for u in units))
    push(s, frame("muster", s.owner[units[0]], units, hexes))


def who_waits(s: State) -> list[Stranded]:
    """Those who still wait."""
    return [one for one in noted(s, Stranded) if s.place[one.unit] in (HELD, OUT)]


def come_ashore(s: State, cx: Context) -> None:
    """At the beginning of a Move: those of its side who wait try again, a hex farther around."""
    left = []
    for one in who_waits(s):
        if s.owner[one.unit] == s.player:
            wider = one.hexes | spread(one.hexes)
            left.append(Stranded(one.unit, wider))
            push(s, frame("muster", s.player, (one.unit,), wider))
        else:
            left.append(one)
    note_instead(s, Stranded, left)


powers.BEFORE_MOVE.append(come_ashore)
