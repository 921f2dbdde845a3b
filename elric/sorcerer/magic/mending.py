"""Restoring and freeing: depleted units [6.52], the Sorcerer himself [12.42], pins [6.53]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.sorcerer.components.units import COUNT, HUMAN, KIND, SORCERER, UNITS
from elric.sorcerer.movement.prices import can_pay, factor, pay
from elric.sorcerer.position import hooks
from elric.sorcerer.position.state import State, color_of, foes, force, here_of, hidden_at, powers_of
from elric.sorcerer.position.steps import Action, Context, Why, no

OTHERS, SELF, PINS = 2, 3, 3  # points [6.61]
RESTORE: Final = tuple(Action("restore", (u,)) for u in range(COUNT))
MEND, UNPIN = Action("mend"), Action("unpin")


def with_him(s: State, u: int) -> tuple[int, ...]:
    """The counters of his side in a Sorcerer's hex, himself among them."""
    h = here_of(s, u)
    return force(s, s.owner[u], h) + (hidden_at(s, s.owner[u], h) if s.hidden else ())


def answers(s: State, u: int, v: int) -> bool:
    """Whether a Sorcerer has power over a friend: humans and Sorcerers are anybody's, magical units need his color."""
    return KIND[v] in (HUMAN, SORCERER) or bool(powers_of(s, u) >> color_of(s, v) & 1)


def may_restore(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.52, 12.41, 12.42]"""
    u, v = s.hand[0], args[0]
    if v not in with_him(s, u) or not s.depleted >> v & 1:
        return why is not None and no(
            why, "6.52", f"{UNITS[v].name} is no depleted unit of yours in his hex.", "Go to it first."
        )
    if KIND[v] == SORCERER:
        words = "A Sorcerer restores himself alone, nobody else can."
        return no(why, "12.42", words, "Choose another unit.", do=("mend",) if u == v else ())
    ok = True
    if not answers(s, u, v):
        ok = no(why, "6.52", "Magical units are restored by a Sorcerer of their color.", "Send one who has it.")
    if foes(s, s.owner[u]) >> here_of(s, u) & 1:
        ok = no(why, "6.52", "Nothing is restored where an enemy stands.", "Go away with it first.")
    return can_pay(s, u, OTHERS, why) and ok


def restore(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It is whole again; who had spent points keeps the lower allowance for this phase."""
    u, v = s.hand[0], args[0]
    pay(s, u, OTHERS)
    s.depleted &= ~(1 << v)
    if s.spent.get(v, 0):
        s.stale |= 1 << v
    cx.tell("restores", seat=s.player, unit=v)


def may_mend(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[12.42]"""
    u = s.hand[0]
    if not s.depleted >> u & 1:
        return no(why, "12.42", "He is not depleted.")
    ok = True
    if s.mending >> u & 1:
        ok = no(why, "12.42", "He has done so already; it takes effect when the phase ends.")
    if foes(s, s.owner[u]) >> here_of(s, u) & 1:
        ok = no(why, "6.52", "No Sorcerer is restored where an enemy stands.", "Go away first.")
    return can_pay(s, u, SELF, why) and ok


def mend(s: State, args: tuple[int, ...], cx: Context) -> None:
    """He will be whole when the phase ends."""
    pay(s, s.hand[0], SELF)
    s.mending |= 1 << s.hand[0]


def whom_to_free(s: State, u: int) -> list[int]:
    """The pinned friends whom a Sorcerer can free, himself among them (R8, R9)."""
    return [v for v in with_him(s, u) if s.pinned >> v & 1 and answers(s, u, v)]


def may_unpin(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.53]"""
    u = s.hand[0]
    ok = True
    if not s.pinned or not whom_to_free(s, u):
        ok = no(
            why, "6.53", "Nobody is pinned here whom he could free.", "Go to them first; magical units need his color."
        )
    return can_pay(s, u, PINS, why) and ok


def unpin(s: State, args: tuple[int, ...], cx: Context) -> None:
    """All whom he can free are free."""
    u = s.hand[0]
    pay(s, u, PINS)
    for v in whom_to_free(s, u):
        s.pinned &= ~(1 << v)
    cx.tell("frees", seat=s.player, hex=here_of(s, u))


def offer_restore(s: State, u: int, have: int) -> Sequence[Action]:
    if have < OTHERS * factor(s, u) or (not s.depleted & s.of[s.player] and not s.hidden):
        return ()
    return [RESTORE[v] for v in with_him(s, u) if s.depleted >> v & 1 and may_restore(s, None, (v,), None)]


hooks.add("restore", hooks.Task(may_restore, restore, offer_restore))
hooks.add(
    "mend",
    hooks.Task(
        may_mend, mend, lambda s, u, have: (MEND,) if s.depleted >> u & 1 and may_mend(s, None, (), None) else ()
    ),
)
hooks.add(
    "unpin",
    hooks.Task(may_unpin, unpin, lambda s, u, have: (UNPIN,) if s.pinned and may_unpin(s, None, (), None) else ()),
)
