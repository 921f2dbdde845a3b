"""Shir, the Black Sorcerer [21.0], by the switch `shir`: a seat more in the games for two. His Bolts, his teleporting and his strength
stand with those of all others; here is what he alone does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from elric.sorcerer.components.colors import GRAY, WHITE
from elric.sorcerer.components.units import SHIR, STRENGTH, UNITS
from elric.sorcerer.magic.vortexes import seen_and_unseen, strike
from elric.sorcerer.movement.prices import can_pay, factor, pay
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import NOTES, Dead, forget, note_instead, noted, remember, set_note, the_note, unnote
from elric.sorcerer.position.state import GONE, State, foes, here_of, put
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.position.steps import Action, Context, Why, no

STRIKE, LEAVE = Action("strike"), Action("leave-vortex")
PRICE: Final = STRENGTH[next(u for u, unit in enumerate(UNITS) if unit.kind == 1)][0]  # of infantry [21.5]


@NOTES.one("black_way")
class BlackWay(NamedTuple):
    """The hex that the Black Sorcerer has entered last in this phase, and whether he has struck it [21.2]."""

    hex: int = -1
    struck: bool = False


@NOTES.many("undead")
class Undead(NamedTuple):
    """Infantry that he has raised [21.5]."""

    unit: int


def came(s: State, hand: tuple[int, ...], here: int, cx: Context) -> None:
    """A hex that he has entered he may strike once, and leave a vortex in."""
    if SHIR in hand:
        set_note(s, BlackWay(here_of(s, SHIR)))


def may_strike(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[21.2]"""
    u = s.hand[0]
    if u != SHIR:
        return no(why, "21.2", "Only the Black Sorcerer does that.")
    way = the_note(s, BlackWay)
    ok = True
    if way.hex != here_of(s, u) or way.struck:
        ok = no(why, "21.2", "He strikes a hex as he passes through it, once.", "Go on.")
    if s.ground[here_of(s, u)] == GRAY:
        ok = no(why, "21.2", "In Gray he is no vortex.", "Go on.")
    return ok


def blow(s: State, args: tuple[int, ...], cx: Context) -> None:
    """Everybody in the hex but himself is struck as by a vortex."""
    h = here_of(s, SHIR)
    set_note(s, BlackWay(h, True))
    strike(s, h, tuple(u for u in seen_and_unseen(s, h) if u != SHIR), cx)


def may_leave(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[21.2]"""
    u = s.hand[0]
    if u != SHIR:
        return no(why, "21.2", "Only the Black Sorcerer does that.")
    h = here_of(s, u)
    ok = True
    if s.ground[h] != WHITE or the_note(s, BlackWay).hex != h:
        ok = no(why, "21.2", "He leaves a vortex in a White hex that he has entered.", "Go into one.")
    if s.vortex >> h & 1:
        ok = no(why, "8.13", "There is one already.", "Go on.")
    return ok


def leave(s: State, args: tuple[int, ...], cx: Context) -> None:
    """A vortex, for nothing."""
    h = here_of(s, SHIR)
    s.vortex |= 1 << h
    cx.tell("vortex", seat=s.player, hex=h)


def may_raise(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[21.5]"""
    u, v = s.hand[0], args[0]
    ok = True
    if u != SHIR:
        return no(why, "21.5", "Only the Black Sorcerer raises the dead.")
    if s.ground[here_of(s, u)] != GRAY:
        ok = no(why, "21.5", "He raises them in Gray.", "Go to a Gray hex.")
    if foes(s, s.owner[u]) >> here_of(s, u) & 1:
        ok = no(why, "6.51", "He raises them as one conjures, and an enemy is in this hex.", "Go elsewhere.")
    if Dead(v) not in noted(s, Dead) or s.place[v] != GONE:
        ok = no(why, "21.5", "That is no infantry that was lost in combat.", "Choose one that was.")
    return can_pay(s, u, PRICE, why) and ok


def rise(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It fights for him."""
    (v,) = args
    pay(s, SHIR, PRICE)
    unnote(s, Dead(v))
    remember(s, Undead(v))
    h = here_of(s, SHIR)
    put(s, v, h, s.owner[SHIR])
    cx.tell("raised", seat=s.player, unit=v, hex=h)


def crumble(s: State, cx: Context) -> None:
    """[21.5] Who is not with him when a combat phase ends is dead again."""
    for one in noted(s, Undead):
        v, h = one.unit, here_of(s, one.unit)
        if 0 <= h != here_of(s, SHIR):  # in hiding, too
            if v not in s.hidden:
                cx.tell("lost", seat=s.owner[v], unit=v, hex=h)
            off(s, v, GONE)
    note_instead(s, Undead, [one for one in noted(s, Undead) if here_of(s, one.unit) >= 0])


def before_move(s: State, cx: Context) -> None:
    """What he has entered he has entered in this phase."""
    forget(s, (BlackWay,))


def offer_raise(s: State, u: int, have: int) -> Sequence[Action]:
    if u != SHIR or have < PRICE * factor(s, u):
        return ()
    return [Action("raise", (v,)) for v in sorted(one.unit for one in noted(s, Dead)) if may_raise(s, None, (v,), None)]


def _plays(s: State) -> bool:
    return bool(s.rules.shir)


def offer_strike(s: State, u: int, have: int) -> Sequence[Action]:
    return (STRIKE,) if u == SHIR and may_strike(s, None, (), None) else ()


def offer_leave(s: State, u: int, have: int) -> Sequence[Action]:
    return (LEAVE,) if u == SHIR and may_leave(s, None, (), None) else ()


hooks.add("strike", hooks.Task(may_strike, blow, offer_strike, played=_plays))
hooks.add("leave-vortex", hooks.Task(may_leave, leave, offer_leave, played=_plays))
hooks.add("raise", hooks.Task(may_raise, rise, offer_raise, played=_plays))
hooks.ENTERED.append(came)
hooks.AFTER_COMBAT.append(crumble)
hooks.BEFORE_MOVE.append(before_move)
