"""The Cloak of Invisibility [20.0], by the switch `cloak`: a Sorcerer takes units from the map, and keeps them where only their owner knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from elric.kernel.bits import ones
from elric.sorcerer.components.colors import WHITE
from elric.sorcerer.components.units import FORTRESS, KIND, SHIR, SORCERER, UNITS
from elric.sorcerer.magic.mending import answers, with_him
from elric.sorcerer.movement.prices import can_pay, pay, points_to_spend
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import Cloak, Kept, forget, note_instead, noted
from elric.sorcerer.position.state import HIDDEN, State, here_of, powers_of, take_out
from elric.sorcerer.position.steps import Action, Context, Frame, OfSide, Step, Why, always, drop, no, push
from elric.sorcerer.stories.hiding import come_out

PRICE, KEEPING = 3, 1  # points a unit [6.62, 20.1, 20.2]


def under(s: State, caster: int) -> tuple[int, ...]:
    """The units under the Cloak of a Sorcerer."""
    return next((one.units for one in noted(s, Cloak) if one.caster == caster), ())


def price(s: State) -> int:
    """What a unit costs him; before the first turn nothing, as if he had paid in the turn before [20.6]."""
    return PRICE if s.turn else 0


def may_cloak(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[20.1]"""
    u, v = s.hand[0], args[0]
    if not s.rules.cloak:
        return no(why, "20.0", "This game is played without the Cloak.")
    ok = True
    if v in s.hidden or v not in with_him(s, u) or KIND[v] == FORTRESS:
        return why is not None and no(
            why,
            "20.1",
            f"{UNITS[v].name} is nobody whom he can cloak here.",
            "Sorcerers, infantry, or units of his color that stand with him.",
        )
    if not answers(s, u, v):
        ok = no(why, "20.1", "Magical units must have his color.", "Choose another.")
    if s.ground[here_of(s, u)] != WHITE and not powers_of(s, u) >> s.ground[here_of(s, u)] & 1:
        ok = no(why, "20.1", "The Cloak is cast in White, or in a hex of his color.", "Go to one.")
    if s.inside >> v & 1:
        ok = no(why, "14.2", "A garrison is inside.", "Choose another.")
    return can_pay(s, u, price(s), why) and ok


def cast(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The unit is gone from the map."""
    u, v = s.hand[0], args[0]
    pay(s, u, price(s))
    h = s.place[v]
    side = s.owner[v]
    take_out(s, (v,), h, side)
    s.of[side] &= ~(1 << v)
    s.place[v] = HIDDEN
    s.hidden[v] = h
    cloaks = {one.caster: one for one in noted(s, Cloak)}
    note_instead(s, Cloak, {**cloaks, u: Cloak(u, (*under(s, u), v))}.values())
    s.hand = (u,)
    cx.tell("cloaked", seat=side, unit=v, hex=h)


def may_uncloak(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[20.3]"""
    return args[0] in under(s, s.hand[0]) or (
        why is not None and no(why, "20.3", f"{UNITS[args[0]].name} is not under his Cloak.", "Choose one who is.")
    )


def uncloak(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It is seen again."""
    come_out(s, args[0], cx)
    s.hand = s.hand[:1]
    tidy(s, cx)


def tidy(s: State, cx: Context) -> None:
    """Who is not with his Sorcerer any more appears [20.3]; who is lost is under no Cloak; who keeps none any more pays single prices [20.2]."""
    if Cloak not in s.notes:
        return
    for one in noted(s, Cloak):
        for v in one.units:
            if v in s.hidden and here_of(s, one.caster) != s.hidden[v]:
                come_out(s, v, cx)
    rest = [Cloak(one.caster, tuple(v for v in one.units if v in s.hidden)) for one in noted(s, Cloak)]
    note_instead(s, Cloak, [one for one in rest if one.units])
    note_instead(s, Kept, [one for one in noted(s, Kept) if under(s, one.caster)])


def came(s: State, hand: tuple[int, ...], here: int, cx: Context) -> None:
    tidy(s, cx)


def keep(s: State, cx: Context) -> None:
    """[20.2] The beginning of a movement phase: a point for each unit under it, or it appears; everything else costs double."""
    tidy(s, cx)
    kept = []
    for one in noted(s, Cloak):
        u, points = one.caster, len(one.units) * KEEPING
        if s.owner[u] == s.player:
            if points_to_spend(s, u) >= points:
                s.spent[u] = s.spent.get(u, 0) + points
                kept.append(Kept(u))
            else:
                for v in one.units:
                    come_out(s, v, cx)
    note_instead(s, Kept, kept)
    tidy(s, cx)


def ended(s: State, cx: Context) -> None:
    forget(s, (Kept,))
    tidy(s, cx)


def offer_cloak(s: State, u: int, have: int) -> Sequence[Action]:
    if not s.rules.cloak:
        return ()
    return [Action("cloak", (v,)) for v in with_him(s, u) if may_cloak(s, None, (v,), None)]


def offer_uncloak(s: State, u: int, have: int) -> Sequence[Action]:
    return [Action("uncloak", (v,)) for v in under(s, u)] if Cloak in s.notes else ()


# ---- before the first turn [20.6] ------------------------------------------------------------------------------------------


def may_lead(s: State, f: OfSide, args: tuple[int, ...], why: Why) -> bool:
    """[20.6]"""
    u = args[0]
    if s.owner[u] != f.side or KIND[u] != SORCERER or u == SHIR or s.place[u] < 0:
        return no(why, "20.6", "A Sorcerer of yours who stands on the map casts it.", "Choose one, or begin without.")
    return not s.hand or no(
        why, "20.6", "One Sorcerer of a side begins so, and he is chosen.", "Cloak units, or begin."
    )


def may_begin_so(s: State, f: OfSide, args: tuple[int, ...], why: Why) -> bool:
    """[20.1, 20.6]"""
    return may_cloak(s, f, args, why) if s.hand else no(why, "20.6", "A Sorcerer casts it.", "Choose him first.")


class Veil(Step):
    """Whether a side begins with a Cloak: which Sorcerer casts it, and whom he takes under it."""

    name = "veil"
    verbs: ClassVar = {"take": may_lead, "cloak": may_begin_so, "start": always}
    holds = OfSide

    def candidates(self, s: State, x: Any) -> list[Action]:
        mine = ones(s.of[x.side])
        casts = [Action("cloak", (v,)) for v in with_him(s, s.hand[0])] if s.hand else []
        return [*casts, *(Action("take", (u,)) for u in mine if KIND[u] == SORCERER), Action("start")]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        if a.verb == "take":
            s.hand = a.args
        elif a.verb == "cloak":
            cast(s, a.args, cx)
        else:
            s.hand = ()
            drop(s)


VEIL = Veil()


def set_up(s: State, cx: Context) -> None:
    """A side has set up its last counter."""
    if s.rules.cloak and any(may_lead(s, VEIL.frame(s.player), (u,), None) for u in ones(s.of[s.player])):
        push(s, VEIL.frame(s.player))


hooks.add("cloak", hooks.Task(may_cloak, cast, offer_cloak, played=lambda s: bool(s.rules.cloak)))
hooks.add("uncloak", hooks.Task(may_uncloak, uncloak, offer_uncloak, played=lambda s: bool(s.rules.cloak), free=True))
hooks.ENTERED.append(came)
hooks.DEPLOYED.append(set_up)
hooks.BEFORE_MOVE.append(keep)
hooks.AFTER_MOVE.append(ended)
hooks.AFTER_VORTEXES.append(tidy)
hooks.AT_REST.append(tidy)
