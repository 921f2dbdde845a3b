"""Spells that are played the moment they come to light. Sources: Chaosium [9.3.1], [12.1.5], [16.4]; Avalon Hill 8.31, 11.15,
14.4.
"""

from __future__ import annotations

from typing import Final

from ..kernel.bits import ones
from ..kernel.steps import Auto, Frame, frame
from . import balance, control, hands, melniboneans, quaolnargn, spells
from .battle import TABLE, row
from .board import BOARD
from .bonds import controller
from .context import Context
from .escapes import ESCAPE, perish
from .pieces import ELRIC, FIGHT, HERO, KIND
from .realms import TOLL, check_nations
from .state import ASHORE, CONTAINER, DISCARD, LOST, USED, State, push, put
from .swords import sword_value


class Omen(Auto):
    """Frame: (step, spell, finder, seat). A spell acts on the personality who has drawn or found it
    ([9.3.1], [16.4] / 8.31, 14.4)."""

    name = "omen"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, i, u, seat = f
        acts = spells.ACTS[i]
        cx.tell("omen", spell=i, unit=u, seat=seat)
        if acts == "quaolnargn":
            quaolnargn.found(s, i, u, cx)
            return
        s.spell_at[i] = DISCARD
        if acts == "gate":
            gate(s, u, seat, cx)
        elif acts == "tower":
            tower(s, u, seat, cx)
        else:
            played(s, i, cx)
            again = acts == "reshuffle" and s.rules.reshuffle_draws_again and s.place[u] < BOARD.size
            if again and not _conjuring(s, u) and (s.battle is None or u not in s.battle.conjured):
                push(s, (hands.DRAW, seat, u, 1, False))


OMEN: Final = Omen()


def _conjuring(s: State, u: int) -> bool:
    """Whether what a personality draws next is drawn for the battle, and not for the hand (8.22)."""
    return bool(s.agenda) and s.agenda[-1][0].name == "conjure" and s.agenda[-1][1] == u


def played(s: State, i: int, cx: Context) -> None:
    """The spells that act on the world, whoever turns them up: Nightmare, Four-Who-Are-One, Reshuffle."""
    acts = spells.ACTS[i]
    if acts == "nightmare":
        melniboneans.nightmare(s, cx)
    elif acts == "four":
        control.call_away(s, cx)
    elif acts == "reshuffle":
        reshuffle(s, i, cx)


def turned_up(s: State, i: int, cx: Context) -> None:
    """A spell turned up by no personality: for an appearance of Elric, or for the drift of the Balance. What needs a
    finder does nothing; a Nightmare is dreamt when there is anybody to dream it."""
    armed = melniboneans.dreamer(s) != ASHORE
    if spells.ACTS[i] != "nightmare" or armed or controller(s) >= 0:
        played(s, i, cx)


def reshuffle(s: State, i: int, cx: Context) -> None:
    """All discards go back into the container; the Reshuffle itself is then discarded."""
    back = s.spell_at.there.get(DISCARD, 0) & ~(1 << i)
    for j in ones(back):
        s.spell_at[j] = CONTAINER
    cx.tell("refilled", count=back.bit_count())


def gate(s: State, u: int, seat: int, cx: Context) -> None:
    """The Shade Gate: the finder, alone, fights whatever is drawn next, and a survivor takes two spells."""
    if s.place[u] >= BOARD.size:
        return
    i = cx.draw(s)
    if i < 0:
        return
    s.spell_at[i] = DISCARD
    prize: Frame = (hands.DRAW, seat, u, 2, False)
    if spells.IMMEDIATE[i]:
        # nothing to fight: it acts, and the way is open
        push(s, (OMEN, i, u, seat), prize)
        return
    if spells.ALIGN[i] == spells.CHAOS and quaolnargn.shielded(s, u):
        # what waits there cannot harm whoever stands under the Chaos Shield ([16.8] / 14.8)
        cx.tell("shielded", spell=i)
        push(s, prize)
        return
    mine = sword_value(s, u)
    if spells.EATER[i]:
        losses = -1
        cx.tell("gate eaten", unit=u, spell=i)
    else:
        fights = spells.STRENGTH[i] and balance.works(i, -1, cx)
        guard = spells.STRENGTH[i] + balance.bonus(s, spells.ALIGN[i]) if fights else 0
        rolls = cx.contest(mine - guard)[-1]
        difference = mine + rolls[0] - guard - rolls[1]
        cx.tell("gate", unit=u, spell=i, mine=mine, guard=guard, rolls=rolls)
        if mine:
            s.flags[u] |= USED
        if difference > 0:
            push(s, prize)
            return
        losses = TABLE[row(-difference)][1]
        if s.rules.shade_gate_retreat_kills:
            perish(s, u, cx)
            check_nations(s, cx)
            return
        if 0 <= losses < mine or (losses == 0 and not mine):
            push(s, prize)
            return
    here = s.place[u]
    put(s, u, LOST)
    s.aboard[u] = ASHORE
    push(s, (ESCAPE, u, here), (TOLL,))


def tower(s: State, u: int, seat: int, cx: Context) -> None:
    """The Tower of Voilodion Gagnasdiak: 1-3 takes the finder for good, 6 yields two spells and a Nightmare."""
    if s.place[u] >= BOARD.size:
        return
    roll = cx.die()
    cx.tell("tower", unit=u, roll=roll)
    if roll <= 3 and u == ELRIC:
        control.lift(s)
        if s.rules.tower_elric == "at-once":
            push(s, frame("random appearance"))
    elif roll <= 3:
        perish(s, u, cx)
        check_nations(s, cx)
    elif roll == 6:
        push(s, (hands.DRAW, seat, u, 2, False))
        melniboneans.nightmare(s, cx)


def finder_of(s: State, units: list[int]) -> int:
    """Who comes upon a spell among several: the strongest personality, -1 when there is none."""
    return max((u for u in units if KIND[u] == HERO), key=lambda u: (FIGHT[u], -u), default=-1)
