"""Ships of no nation: the Chaos Fleet with Pyaray, and the Free Fleet. Sources: Chaosium [16.8], [16.9]; Avalon Hill 14.8, 14.9."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from ..kernel.steps import Auto, Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import balance, pieces, spells, tipped, words
from .actions import Action
from .board import BOARD, SEA
from .context import Context
from .ground import wild_for
from .pieces import ARMY, CHAOS_FLEET, HERO, KIND, PYARAY
from .state import ASHORE, LOST, State, box, cargo, drop_hand, foes_at, ids, lose, push, put
from .swords import sword_value

# ---- rising ---------------------------------------------------------------------------------------------------------


def nearest_seas(s: State, here: int, seat: int) -> list[int]:
    """The seas nearest to whoever calls a ship, where no enemy bars the water; several when they are as near."""
    if BOARD.kind[here] == SEA:
        return [here]
    far = BOARD.distances(here)
    open_ = [a for a in BOARD.seas if far[a] >= 0 and (wild_for(s, a) or not foes_at(s, a, seat))]
    near = min((far[a] for a in open_), default=-1)
    return [a for a in open_ if far[a] == near]


def rise(s: State, t: int, seat: int, here: int, cx: Context) -> None:
    """Pyaray with the Chaos Fleet, or the Free Fleet, comes to the nearest sea; its caller chooses among equals."""
    seas = nearest_seas(s, here, seat)
    if len(seas) > 1:
        push(s, (SURFACE, seat, t, here))
    elif seas:
        surface(s, t, seat, seas[0], cx)


def surface(s: State, t: int, seat: int, sea: int, cx: Context) -> None:
    """The ship is there."""
    from .mustered import draws, stand

    if t == PYARAY:
        if s.place[CHAOS_FLEET] < BOARD.size:
            founder(s, cx)
        stand(s, CHAOS_FLEET, seat, sea)
        stand(s, t, seat, sea)
        s.aboard[t] = CHAOS_FLEET
    else:
        stand(s, t, seat, sea)
    cx.tell("appears", unit=t, area=sea)
    draws(s, t, seat)


def _check_surface(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    seas = nearest_seas(s, f[3], f[1])
    if args[0] in seas:
        return True
    if why is not None:
        why.append(
            Reason(
                ("16.8", "14.8"),
                f"{words.unit(f[2])} comes to a sea nearest to its caller, and {words.area(args[0])} is not one.",
                f"Choose {words.listed([words.area(a) for a in seas])}.",
                tuple(BOARD.ids[a] for a in seas),
            )
        )
    return False


class SurfaceStep(Step):
    """Frame: (step, seat, ship or Pyaray, area of the caller). Several seas are as near: the caller chooses."""

    name = "surface"
    verbs: ClassVar[dict[str, Check]] = {"appear": _check_surface}

    def seat(self, s: State, f: Frame) -> int:
        return int(f[1])

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        return [Action("appear", (a,)) for a in nearest_seas(s, f[3], f[1])]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        surface(s, f[2], f[1], a.args[0], cx)


SURFACE: Final = SurfaceStep()


# ---- going ashore ---------------------------------------------------------------------------------------------------


def held_aboard(s: State, going: Sequence[int], why: Why) -> bool:
    """Whether nobody in a stack going ashore is an army that the Chaos Fleet never lets go ([16.8])."""
    if s.rules.chaos_fleet_armies != "stay":
        return True
    bound = [u for u in going if KIND[u] == ARMY and s.aboard[u] == CHAOS_FLEET]
    if not bound:
        return True
    if why is not None:
        why.append(
            Reason(
                ("16.8", "14.8"),
                f"{words.units(bound)} can never leave the Chaos Fleet.",
                "Set the armies down aboard, and let personalities try it.",
                ids(bound),
            )
        )
    return False


def leaving(s: State, going: Sequence[int]) -> tuple[int, ...]:
    """Who among those about to go ashore is aboard the Chaos Fleet."""
    return tuple(u for u in going if s.aboard[u] == CHAOS_FLEET)


def debark(s: State, off: Sequence[int], a: int) -> None:
    """Those who have left the Chaos Fleet for a shore must each make a heroic escape ([16.8] / 14.8)."""
    heroes = sorted((u for u in off if KIND[u] == HERO), key=lambda u: (-sword_value(s, u), u))
    if not heroes:
        return
    armies = tuple(u for u in off if KIND[u] == ARMY)
    push(s, *((LEAP, u, a) for u in heroes), (FOLLOWERS, heroes[0], armies, a))


class Leap(Auto):
    """Frame: (step, personality, area). One personality tries to get off the Chaos Fleet."""

    name = "leap"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        from .escapes import ESCAPE

        _, u, a = f
        if s.place[u] != a:
            return
        s.notes = (*s.notes, ("ashore", u, a))
        in_hand = s.moving
        put(s, u, LOST)
        s.moving = in_hand
        push(s, (ESCAPE, u, a))


LEAP: Final = Leap()


def landfall(s: State, u: int) -> int:
    """The shore for which an escaping personality has left the Chaos Fleet, or -1."""
    return next((int(n[2]) for n in s.notes if n[:2] == ("ashore", u)), -1)


class Followers(Auto):
    """Frame: (step, strongest personality, armies, area). Armies get off behind the strongest, or not at all (14.8)."""

    name = "followers"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        from .realms import check_nations

        _, lead, armies, a = f
        s.notes = tuple(n for n in s.notes if n[0] != "ashore")
        if s.place[lead] != a:
            gone = [u for u in armies if s.place[u] == a]
            for u in gone:
                lose(s, u)
            if gone:
                cx.tell("lost", units=tuple(gone), heroes=(), area=a)
        s.moving = tuple(u for u in s.moving if s.place[u] == a)
        check_nations(s, cx)


FOLLOWERS: Final = Followers()


# ---- sinking --------------------------------------------------------------------------------------------------------


def ebbs(s: State, cx: Context) -> None:
    """Pyaray and the Chaos Fleet go down when the Balance leans to Law ([16.8], [16.9] / 14.8, 14.9)."""
    if balance.dominant(s) != spells.LAW:
        return
    if s.place[CHAOS_FLEET] < BOARD.size:
        founder(s, cx)
    if s.place[PYARAY] < BOARD.size:
        drop_hand(s, PYARAY)
        tipped.abandon(s, PYARAY)
        for x in pieces.ARTIFACTS:
            if s.aboard[x] == PYARAY:
                box(s, x)
        box(s, PYARAY)
        cx.tell("goes down", unit=PYARAY)


def founder(s: State, cx: Context) -> None:
    """The Chaos Fleet sinks under its passengers: armies are lost, personalities must escape."""
    from .escapes import ESCAPE
    from .realms import TOLL

    ship = CHAOS_FLEET
    at = s.place[ship]
    frames: list[Frame] = []
    drowned = []
    for u in sorted(cargo(s, ship), key=lambda u: (-sword_value(s, u), u)):
        if KIND[u] == ARMY:
            drowned.append(u)
            lose(s, u)
        elif KIND[u] == HERO and u != PYARAY:
            put(s, u, LOST)
            s.aboard[u] = ASHORE
            frames.append((ESCAPE, u, at))
    box(s, ship)
    s.moving = tuple(u for u in s.moving if u != ship)
    cx.tell("goes down", unit=ship)
    if drowned or frames:
        cx.tell("lost", units=tuple(drowned), heroes=tuple(f[1] for f in frames), area=at)
    push(s, *frames, (TOLL,))
