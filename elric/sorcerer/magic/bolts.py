"""Magic Bolts [7.0]: flung at enemies at any distance, alone or joined by others, and resolved at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.sorcerer.combat.losses import SHIELD, Shielding, strike
from elric.sorcerer.combat.strength import Clash, bolt, clash, default_lead, defence, sorcerers
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.colors import BLACK, GRAY, NAMES, NO_COLOR, WHEEL, WHITE, dominated_colors
from elric.sorcerer.components.notation import SIDE_WORDS
from elric.sorcerer.components.units import SHIR, SORCERERS, UNITS
from elric.sorcerer.movement.prices import can_pay, factor, pay, points_to_spend
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import flux, who_is_cloaked
from elric.sorcerer.position.state import State, enemies_in, foes, here_of, powers_of
from elric.sorcerer.position.steps import Action, Auto, Context, Frame, Step, Why, always, drop, frame, no, push

PRICE: Final = 5
FLING: Final = Action("fling")


def reach(s: State, u: int) -> int:
    """The colors of ground at which a Sorcerer may fling, as bits [7.0]: his own and what they dominate; for the Black one Gray [21.3]."""
    if u == SHIR:
        return 1 << GRAY
    powers = powers_of(s, u) & WHEEL
    return powers | dominated_colors(powers)


def bolt_colors(s: State, u: int, target: int) -> int:
    """The colors that a Sorcerer's Bolt may have from where he stands, at a hex, as bits [7.11]."""
    ground = s.ground[here_of(s, u)]
    if u == SHIR:
        return 1 << BLACK if ground == GRAY else 0
    powers = powers_of(s, u) & WHEEL
    if ground == WHITE:
        there = s.ground[target]
        found = powers & (1 << there | 1 << (there - 1) % 6)
        gone = flux(s)
        return found & ~(1 << gone) if gone >= 0 else found
    return powers & (1 << ground)


def friends(s: State, side: int) -> int:
    """The hexes at which a side flings no Bolts, since its own counters are there, seen or not [7.11]; as bits."""
    return s.at[side] | bits(h for u, h in s.hidden.items() if s.owner[u] == side)


def targets(s: State, u: int) -> int:
    """The hexes at which a Sorcerer may fling: enemies seen there, no friends, the ground within his reach."""
    side = s.owner[u]
    found = 0
    for color in ones(reach(s, u)):
        found |= s.cells[color]
    return found & foes(s, side) & ~friends(s, side)


def has_no_bolts(s: State) -> bool:
    """Whether the scenario has no Bolts [17.15]."""
    return bool(s.scenario.story == "tour")


def offer(s: State, u: int, have: int) -> Sequence[Action]:
    if have < PRICE * factor(s, u) or s.pinned >> u & 1 or has_no_bolts(s):
        return ()
    side, hexes = s.owner[u], targets(s, u)
    if not hexes or (s.ground[here_of(s, u)] != WHITE and not bolt_colors(s, u, 0)):
        return ()  # off White its color is the same wherever it flies
    return [
        Action("bolt", (h, color, other)) for h in ones(hexes) for color in ones(bolt_colors(s, u, h)) for other in enemies_in(s, side, h)
    ]  # fmt: skip


def may_bolt(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[7.0, 7.11, 7.12]"""
    h, color, other = args
    return _may_fling(s, s.hand[0], h, color, other, why)


def _may_fling(s: State, unit: int, where: int, color: int, other: int, why: Why) -> bool:
    side = s.owner[unit]
    if why is None:
        return (
            not has_no_bolts(s) and not s.pinned >> unit & 1 and bool(targets(s, unit) >> where & 1) and bool(bolt_colors(s, unit, where) >> color & 1)
            and other in enemies_in(s, side, where) and can_pay(s, unit, PRICE, None)
        )  # fmt: skip
    ok = True
    name, ground = HEXES.names[where], s.ground[where]
    if has_no_bolts(s):
        ok = no(why, "17.15", "In this scenario Bolts are not flung.")
    if s.pinned >> unit & 1:
        ok = no(why, "13.5", "A pinned Sorcerer flings no Bolts.", "Take the pin off.", do=("unpin",))
    if not reach(s, unit) >> ground & 1:
        far = "Gray hexes" if unit == SHIR else "hexes of his colors, and of those that they dominate"
        words = f"{name} is {NAMES[ground]}: his Bolts reach {far}."
        ok = no(why, "21.3" if unit == SHIR else "7.0", words, "Choose another hex.", name)
    elif not bolt_colors(s, unit, where) >> color & 1:
        if unit == SHIR:
            ok = no(why, "21.3", "His Bolts are Black, and fly from Gray hexes.", "Fling such a one.")
        elif flux(s) == color:
            ok = no(why, "24.1", f"The magic of {NAMES[color]} is gone for this turn.", "Choose another color.")
        else:
            words = "A Bolt has the color of the hex it leaves, one of his own; from White, one of his that is the target's or dominates it."
            ok = no(why, "7.11", words, "Choose another color, or fling from another hex.")
    if friends(s, side) >> where & 1:
        ok = no(why, "7.11", f"Friends stand in {name}.", "Choose a hex without friends.", name)
    if other not in enemies_in(s, side, where):
        there = tuple(f"bolt {name} {NAMES[color]} {SIDE_WORDS[k]}" for k in enemies_in(s, side, where))
        ok = no(why, "7.0", f"No such enemy is seen in {name}.", "Choose one who is seen.", name, there)
    return can_pay(s, unit, PRICE, why) and ok


class Aim(NamedTuple):
    """The frame of a Bolt before it is flung: the side it is aimed at, its hex, the Bolt's color, and who flings it."""

    step: Any
    side: int
    hex: int
    color: int
    throwers: tuple[int, ...]


def fling_at(s: State, args: tuple[int, ...], cx: Context) -> None:
    """He announces a Bolt and pays; others who can make the same may join [7.12]."""
    h, color, other = args
    u = s.hand[0]
    pay(s, u, PRICE)
    go_on(s, Aim(VOLLEY, other, h, color, (u,)))


def helpers(s: State, f: Aim) -> list[int]:
    """The Sorcerers who may join a Bolt: the same color at the same hex, five points each."""
    mine = s.of[s.player] & SORCERERS
    if s.hidden:
        for u in who_is_cloaked(s):
            mine |= (1 << u & SORCERERS) if s.owner[u] == s.player else 0
    return [
        u for u in ones(mine)
        if u not in f.throwers and points_to_spend(s, u) >= PRICE * factor(s, u) and _may_fling(s, u, f.hex, f.color, f.side, None)
    ]  # fmt: skip


def may_join(s: State, f: Aim, args: tuple[int, ...], why: Why) -> bool:
    """[7.12]"""
    u = args[0]
    if why is None:
        return u in helpers(s, f)
    if s.owner[u] != s.player or not SORCERERS >> u & 1 or u in f.throwers:
        return no(why, "7.12", f"{UNITS[u].name} is no other Sorcerer of yours.", "Fling it.", do=("fling",))
    return _may_fling(s, u, f.hex, f.color, f.side, why)


class Volley(Step):
    """A Bolt is announced: others join, or it is flung."""

    name = "volley"
    verbs: ClassVar = {"join": may_join, "fling": always}
    holds = Aim

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [*(Action("join", (u,)) for u in helpers(s, x)), FLING]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        drop(s)
        if a.verb == "join":
            pay(s, a.args[0], PRICE)
            go_on(s, f._replace(throwers=f.throwers + a.args))
        else:
            push(s, _next(s, f))


def go_on(s: State, f: Aim) -> None:
    """Whoever may join is asked; where nobody may, it is flung."""
    push(s, f if helpers(s, f) else _next(s, f))


def _next(s: State, f: Aim) -> Frame:
    """The next frame of a Bolt: the owner names his Sorcerer where he has several, else it flies."""
    there = sorcerers(s, f.side, f.hex)
    if len(there) > 1 and not (f.side and s.scenario.alone):
        return Shielding(SHIELD, f.side, f.hex, f.color, f.throwers)
    return frame("flight", f.side, f.hex, f.color, f.throwers, default_lead(s, there))


class Flying(NamedTuple):
    """The frame of a Bolt in flight: as `Aim`, and the Sorcerer who takes part against it, -1 for none."""

    step: Any
    side: int
    hex: int
    color: int
    throwers: tuple[int, ...]
    lead: int


def odds(s: State, side: int, h: int, color: int, throwers: Sequence[int], lead: int) -> Clash:
    """A Bolt against a force."""
    return clash(bolt(s, throwers, h, color if color < BLACK else NO_COLOR), defence(s, side, h, lead))


class Flight(Auto):
    """A Bolt strikes."""

    name = "flight"
    holds = Flying

    def run(self, s: State, f: Frame, cx: Context) -> None:
        met = odds(s, f.side, f.hex, f.color, f.throwers, f.lead)
        die = cx.die()
        result = met.result(die)
        cx.tell("bolt", seat=s.player, hex=f.hex, color=f.color, die=die, result=result, words=met.words(die, result))
        by = (s.player,) if result > 0 else ()
        strike(s, f.side, f.hex, result, f.lead, by, cx)


VOLLEY, FLIGHT = Volley(), Flight()
hooks.add("bolt", hooks.Task(may_bolt, fling_at, offer))

__all__ = [
    "FLIGHT", "Aim", "Flying", "bolt_colors", "odds", "reach", "targets",
]  # fmt: skip
