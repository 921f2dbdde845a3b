"""Garrisons [14.2]: one demonic infantry inside a fortress of its color."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel.bits import ones
from elric.sorcerer.components.units import DEMON, FORTRESS, KIND, UNITS
from elric.sorcerer.movement.prices import can_pay, pay
from elric.sorcerer.position import hooks
from elric.sorcerer.position.state import State, color_of, force, here_of, powers_of
from elric.sorcerer.position.steps import Action, Context, Why, no

PRICE: Final = 15


def castle(s: State, side: int, h: int) -> int:
    """The fortress of a side in a hex; -1 for none."""
    return next((u for u in force(s, side, h) if KIND[u] == FORTRESS), -1)


def may_garrison(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[14.2]"""
    u, v = s.hand[0], args[0]
    h, side = here_of(s, u), s.owner[u]
    if KIND[v] != DEMON or s.owner[v] != side or s.place[v] != h:
        return why is not None and no(
            why, "14.2", f"{UNITS[v].name} is no demonic infantry of yours in his hex.", "Bring one."
        )
    fort = castle(s, side, h)
    ok = True
    if fort < 0 or color_of(s, fort) != color_of(s, v):
        ok = no(why, "14.2", "A garrison needs a fortress of its own color.", "Lead it to one.")
    if not powers_of(s, u) >> color_of(s, v) & 1:
        ok = no(why, "14.2", "The Sorcerer must have the color.", "Send one who has it.")
    if any(s.inside >> w & 1 for w in force(s, side, h)):
        ok = no(why, "14.2", "One demonic infantry is inside already.", "No more than one.")
    return can_pay(s, u, PRICE, why) and ok


def garrison(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It is inside."""
    u, v = s.hand[0], args[0]
    pay(s, u, PRICE)
    s.inside |= 1 << v
    cx.tell("garrison", seat=s.player, unit=v, hex=s.place[v])


def offer(s: State, u: int, have: int) -> Sequence[Action]:
    h = s.place[u]
    if have < PRICE or h < 0 or castle(s, s.owner[u], h) < 0:
        return ()
    return [Action("garrison", (v,)) for v in s.piles[h] if may_garrison(s, None, (v,), None)]


def empty_fallen(s: State, cx: Context) -> None:
    """The end of a phase: who is inside a fortress that is lost is inside no more."""
    for u in ones(s.inside):
        if s.place[u] < 0 or castle(s, s.owner[u], s.place[u]) < 0:
            s.inside &= ~(1 << u)


hooks.add("garrison", hooks.Task(may_garrison, garrison, offer))
hooks.AT_REST.append(empty_fallen)
