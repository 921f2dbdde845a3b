"""Vortexes [8.0]: made, destroyed, walked into; after attrition they run three hexes straight on, and breed in White."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, NamedTuple

from elric.kernel.bits import ones
from elric.sorcerer.combat.losses import destroy, lose_step
from elric.sorcerer.components.board import BOARD, HEXES, MOUNTAIN
from elric.sorcerer.components.colors import GRAY, WHEEL, WHITE
from elric.sorcerer.components.scenarios import MOST_SIDES
from elric.sorcerer.components.units import DRAGON, FANE, FORTRESS, HUMAN, KIND, SEVERAL, SHIR, SORCERER
from elric.sorcerer.movement.prices import can_pay, pay
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import who_is_cloaked
from elric.sorcerer.position.state import State, foes, force, here_of, hidden_at, powers_of
from elric.sorcerer.position.steps import Action, Auto, Context, Frame, Step, Why, drop, no, push

PRICE: Final = 5
RUN: Final = 3  # hexes [8.11]
VORTEX, QUENCH = Action("vortex"), Action("quench")


# ---- whom they strike ---------------------------------------------------------------------------------------------------


def safe(s: State, side: int, h: int, there: Iterable[int]) -> bool:
    """Whether a side's counters in a hex are all safe: with a Sorcerer of two or more colors [8.22], or in Gray."""
    return s.ground[h] == GRAY or any(SEVERAL >> u & 1 and u != SHIR for u in there)


def strike(s: State, where: int, units: tuple[int, ...], cx: Context) -> None:
    """A vortex strikes some counters in a hex [8.2, 8.21]; nobody scores for it [15.23]: humans and one-color Sorcerers lose a step, magical units are gone."""
    for side in range(MOST_SIDES):
        mine = tuple([u for u in units if s.owner[u] == side])
        if not mine:
            continue
        there = force(s, side, where) + (hidden_at(s, side, where) if s.hidden else ())
        if safe(s, side, where, there):
            continue
        castle = any(KIND[u] == FORTRESS for u in there)
        for u in mine:
            kind = KIND[u]
            if kind == FORTRESS or (castle and (kind in (HUMAN, SORCERER) or s.inside >> u & 1)):
                continue  # [8.22, 14.14, 14.21, 14.23] inside the fortress
            if s.scenario.story == "madness" and (u == FANE or (kind == HUMAN and s.powers[side] >> WHITE & 1)):
                continue  # [19.34]
            if kind >= DRAGON:
                destroy(s, u, (), cx)
            elif kind == HUMAN or (u != SHIR and not powers_of(s, u) >> s.ground[where] & 1 and not s.struck >> u & 1):
                lose_step(s, u, (), cx)


def walk_in(s: State, hand: tuple[int, ...], here: int, cx: Context) -> None:
    """Counters have come to a hex: a vortex there strikes them at once [6.37, 8.23]; its maker is safe from it in the phase in which he
    made it [8.0]."""
    h = here_of(s, hand[0])
    if s.vortex >> h & 1:
        strike(s, h, tuple([u for u in hand if (h, u) not in s.makers]), cx)


hooks.ENTERED.append(walk_in)


# ---- tasks --------------------------------------------------------------------------------------------------------------


def may_make(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[8.0]"""
    u = s.hand[0]
    h = here_of(s, u)
    if why is None:
        return _can_make(s, u, h)
    ok = True
    if s.scenario.story == "stones":
        ok = no(why, "19.27", "In this scenario no vortexes are made.")
    if u == SHIR:
        ok = no(why, "21.2", "He leaves vortexes in White hexes that he enters, and makes no others.", "Go into one.")
    elif not powers_of(s, u) & WHEEL & 1 << s.ground[h]:
        words = "A vortex is made in a hex of the Sorcerer's own color, never in White or Gray."
        ok = no(why, "8.0", words, "Go to one first.")
    if foes(s, s.owner[u]) >> h & 1:
        ok = no(why, "8.0", "No vortex is made where an enemy stands.", "Go elsewhere.")
    if s.vortex >> h & 1:
        ok = no(why, "8.13", "There is a vortex already, and never two in one hex.", "Go elsewhere.")
    return can_pay(s, u, PRICE, why) and ok


def _can_make(s: State, u: int, h: int) -> bool:
    ground = s.ground[h]
    return (
        ground < WHITE and bool(powers_of(s, u) >> ground & 1) and not (s.vortex | foes(s, s.owner[u])) >> h & 1
        and s.scenario.story != "stones" and can_pay(s, u, PRICE, None)
    )  # fmt: skip


def make(s: State, args: tuple[int, ...], cx: Context) -> None:
    """A vortex rises where the Sorcerer stands."""
    u = s.hand[0]
    h = here_of(s, u)
    pay(s, u, PRICE)
    s.vortex |= 1 << h
    s.makers = (*s.makers, (h, u))
    cx.tell("vortex", seat=s.player, hex=h)


def may_quench(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[8.3, 8.31]"""
    u = s.hand[0]
    h = here_of(s, u)
    ok = True
    if not s.vortex >> h & 1:
        ok = no(why, "8.31", "There is no vortex here.", "Go into its hex first.")
    if not SEVERAL >> u & 1 and not powers_of(s, u) >> s.ground[h] & 1:
        words = "A Sorcerer of one color destroys vortexes in hexes of that color only."
        ok = no(why, "8.31", words, "Send one of several colors.")
    return ok and can_pay(s, u, 0 if u == SHIR else PRICE, why)


def quench(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The vortex in his hex is destroyed [8.31]; Shir pays nothing [21.2]."""
    u = s.hand[0]
    h = here_of(s, u)
    pay(s, u, 0 if u == SHIR else PRICE)
    s.vortex &= ~(1 << h)
    cx.tell("quenched", seat=s.player, hex=h)


hooks.add("vortex", hooks.Task(may_make, make, lambda s, u, have: (VORTEX,) if _can_make(s, u, here_of(s, u)) else ()))
hooks.add(
    "quench",
    hooks.Task(may_quench, quench, lambda s, u, have: (QUENCH,) if s.vortex and may_quench(s, None, (), None) else ()),
)


# ---- how they run -------------------------------------------------------------------------------------------------------


class Storm(NamedTuple):
    """The frame of running vortexes: hexes of those that still have to run, and of children that run next, oldest first."""

    step: Any
    todo: int
    young: tuple[int, ...]


def run(s: State, where: int, cx: Context) -> tuple[int, ...]:
    """One vortex runs [8.1, 8.11]; the hexes of its children."""
    die = cx.die()
    direction = BOARD.towards[die - 1]
    s.vortex &= ~(1 << where)
    children: list[int] = []
    here = where
    for _ in range(RUN):
        there, side = BOARD.sides[here][direction]
        if there < 0 or side == MOUNTAIN:  # [8.14]
            cx.tell("dies out", hex=where, die=die)
            return tuple(children)
        if here != where and s.ground[here] == WHITE and not s.vortex >> here & 1:  # [8.12] it passed through
            s.vortex |= 1 << here
            children.append(here)
        here = there
        if s.ground[here] == GRAY or s.vortex >> here & 1:  # [8.13, 8.15]
            cx.tell("dies out", hex=where, die=die)
            return tuple(children)
        strike(s, here, seen_and_unseen(s, here), cx)
    s.vortex |= 1 << here
    cx.tell("runs", hex=where, to_hex=here, die=die)
    return tuple(children)


def seen_and_unseen(s: State, h: int) -> tuple[int, ...]:
    """Every counter in a hex, also those under a Cloak [20.3]; infantry in hiding is out of play [19.24]."""
    return s.piles.get(h, ()) + tuple([u for u in who_is_cloaked(s) if s.hidden.get(u) == h])


class Vortexes(Auto):
    """The vortex segment [4.1B2]: children at once, the others in the order that the mover chooses [8.16]."""

    name = "vortexes"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        push(s, Storm(RUNNING, s.vortex, ()))


class Running(Auto):
    """The vortexes that still have to run."""

    name = "running"
    holds = Storm

    def run(self, s: State, f: Frame, cx: Context) -> None:
        todo, young = f.todo, f.young
        while young or todo:
            if young:
                h, *rest = young
                young = (*rest, *run(s, h, cx))
            elif todo & (todo - 1) and s.alive >> s.player & 1:
                push(s, Storm(WHIRL, todo, ()))
                return
            else:
                h = todo.bit_length() - 1
                todo ^= 1 << h
                young = run(s, h, cx)
        hooks.run(hooks.AFTER_VORTEXES, s, cx)


def may_whirl(s: State, f: Storm, args: tuple[int, ...], why: Why) -> bool:
    """[8.16]"""
    (h,) = args
    return bool(f.todo >> h & 1) or (
        why is not None and no(why, "8.16", f"In {HEXES.names[h]} is no vortex that still has to run.", "Choose one that has.",
                               do=tuple(f"whirl {HEXES.names[k]}" for k in ones(f.todo)))
    )  # fmt: skip


class Whirl(Step):
    """Which vortex runs next."""

    name = "whirl"
    verbs: ClassVar = {"whirl": may_whirl}
    holds = Storm

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [Action("whirl", (h,)) for h in ones(x.todo)]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        (h,) = a.args
        drop(s)
        push(s, Storm(RUNNING, f.todo & ~(1 << h), run(s, h, cx)))


VORTEXES, RUNNING, WHIRL = Vortexes(), Running(), Whirl()

__all__ = ["make", "quench", "run", "safe", "seen_and_unseen", "strike", "walk_in"]
