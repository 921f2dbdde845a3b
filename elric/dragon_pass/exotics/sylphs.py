"""The Sylphs [25.2, 25.3]: they fly onto an enemy stack and hold it; they end with the Wind Children."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.combat.deaths import AFTER, bury, kill
from elric.dragon_pass.combat.factors import immune
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID, SUPERHEROES
from elric.dragon_pass.movement.going import POINT, points
from elric.dragon_pass.movement.holds import held, mine
from elric.dragon_pass.movement.stranded import ashore
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.effects import is_on
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import Caught, forget, noted, set_note, the_note
from elric.dragon_pass.position.state import DEAD, HELD, MOVEMENT, State, foes, lift, move, put
from elric.dragon_pass.position.steps import Action, Context, Why, no
from elric.kernel.bits import bits, ones

TO_SETTLE: Final = VERBS.add("settle", "hex", "Let the Sylphs settle on {0}")

SYLPHS: Final = BY_ID["sylphs"]
CHILDREN: Final = BY_ID["wind-children"]
_SETTLE: Final = tuple(TO_SETTLE(h) for h in range(HEXES.size))


def flight(s: State) -> int:
    """How many hexes they may still fly: off the roads half as many in the long storm, as they are no magicians [26.3]."""
    return points(s, SYLPHS) // (2 * POINT if is_on(s, "storm") else POINT)


def may_settle(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[25.3]"""
    there = args[0]
    if not s.of[s.player] >> SYLPHS & 1 or s.done >> SYLPHS & 1:
        return mine(s, SYLPHS, why) and held(s, SYLPHS, why)
    ok = True
    if not foes(s, s.player) >> there & 1:
        ok = no(why, "25.3", f"No enemy stands in {HEXES.names[there]}.", "Choose an enemy stack.")
    if HEXES.distance(s.place[SYLPHS], there) > flight(s):
        ok = no(why, "25.3", f"{HEXES.names[there]} is too far for them.", "Choose a nearer stack.")
    return ok


def settles(s: State) -> list[Action]:
    """Every enemy stack within reach."""
    if not s.of[s.player] >> SYLPHS & 1 or s.done >> SYLPHS & 1:
        return []
    return [_SETTLE[h] for h in ones(foes(s, s.player))]


def settles_at(s: State) -> list[Action]:
    """Every enemy stack on which they may settle."""
    if not s.of[s.player] >> SYLPHS & 1 or s.done >> SYLPHS & 1:
        return []
    return [_SETTLE[h] for h in ones(foes(s, s.player) & HEXES.disc(s.place[SYLPHS], flight(s)))]


def settle(s: State, args: tuple[int, ...], cx: Context) -> None:
    """They come down. Whom no magic touches they cannot hold: they fall back beside it, and have flown for nothing."""
    there, pile = args[0], s.piles[args[0]]
    s.left[SYLPHS] = 0
    s.done |= 1 << SYLPHS
    cx.tell("settled", seat=s.player, hex=there)
    if any(immune(s, u, pile) for u in pile):
        cx.tell("immune", seat=s.player, hex=there)
        s.shown |= bits(pile)
        return
    s.shown &= ~bits(pile)
    lift(s, pile, HELD)
    move(s, (SYLPHS,), there)
    leave_hex(s, cx)
    set_note(s, Caught(there, pile))


def release(s: State, cx: Context) -> None:
    """Whom they held is free again, where it stood."""
    if Caught not in s.notes:
        return
    caught = the_note(s, Caught)
    h, pile = caught.hex, caught.units
    if h in s.piles and s.place[SYLPHS] == h and len(s.piles[h]) == 1:
        return  # they sit there still
    forget(s, (Caught,))
    seat = s.owner[pile[0]]
    set_down(s, h, pile)
    cx.tell("freed", seat=seat, hex=h)


def leave_hex(s: State, cx: Context) -> None:
    """When the Sylphs leave the hex, the prisoners are free."""
    if Caught in s.notes and s.place[SYLPHS] != the_note(s, Caught).hex:
        release(s, cx)


def set_down(s: State, h: int, pile: tuple[int, ...]) -> None:
    """Whom the Sylphs held stands where it stood, or beside it where somebody else stands now."""
    if h in s.piles:
        ashore(s, pile, AROUND[h] | 1 << h)
    else:
        put(s, pile, h)


def spent(s: State, u: int, cx: Context) -> None:
    """If the Sylphs are slain, so is whom they held."""
    if Caught in s.notes:
        caught = the_note(s, Caught)
        there, pile = caught.hex, caught.units
        forget(s, (Caught,))
        heroes = tuple(v for v in pile if SUPERHEROES >> v & 1)  # [18.5] five Wounds alone kill them
        slain = tuple(v for v in pile if v not in heroes)
        for v in slain:
            s.place[v] = DEAD
        if slain:
            cx.tell("died", units=slain, hex=there, how="sylphs", seat=s.owner[pile[0]])
            bury(s, slain, cx, "sylphs")
        if heroes:
            set_down(s, there, heroes)


def children_slain(s: State, u: int, cx: Context) -> None:
    """[25.3] The Sylphs go with the Wind Children, and let go whom they held."""
    if s.place[SYLPHS] >= 0:
        held = noted(s, Caught)
        forget(s, (Caught,))
        kill(s, (SYLPHS,), cx, "wind")
        for caught in held:
            set_down(s, caught.hex, caught.units)


powers.add(TO_SETTLE, powers.Power(may_settle, settle, settles, frozenset({MOVEMENT}), settles_at))
powers.WHENEVER.append(leave_hex)
AFTER[SYLPHS] = spent
AFTER[CHILDREN] = children_slain


EVENTS.add("settled", "seat hex", words=lambda event, names: f"The Sylphs settle on {BOARD.where(event['hex'])}.")
EVENTS.add(
    "freed", "seat hex", words=lambda event, names: f"The stack at {BOARD.where(event['hex'])} is free of the Sylphs."
)
