"""Pieces that come to the board alone, and the ships that rise from the sea: the Free Fleet, and Pyaray with the Chaos Fleet.
Sources: Chaosium [11.0], [16.8], [16.9]; Avalon Hill 10.5, 14.8, 14.9.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.steps import Check
from elric.kernel.verdict import Why
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import CHAOS_FLEET, HERO, KIND, MAGIC, PYARAY
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.magic.chaos_fleet import founder
from elric.young_kingdoms.position import fields, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import choose
from elric.young_kingdoms.position.state import State, foes_at, give, own, push, put, refresh
from elric.young_kingdoms.position.steps import Step
from elric.young_kingdoms.world.terrain import wild_for

TO_APPEAR: Final = VERBS.add("appear", "area", "Let {who} appear {at}", shown=True, obvious=True)


def stand(s: State, unit: int, seat: int, a: int) -> None:
    """A piece stands ready in an area for a seat."""
    if s.place[unit] < BOARD.size:
        give(s, unit, seat)
    else:
        own(s, unit, seat)
    put(s, unit, a)
    refresh(s, unit)


def draws(s: State, t: int, seat: int) -> None:
    """A mustered magician draws a full hand; in the solo game nobody does ([9.1], [14.1] / 8.1, 13.1 F)."""
    if KIND[t] == HERO and MAGIC[t] and not s.scenario.solo:
        push(s, hands.DRAW.frame(seat, t, MAGIC[t], False))


def nearest_seas(s: State, here: int, seat: int) -> list[int]:
    """The seas nearest to whoever calls a ship, where no enemy bars the water; several when they are as near."""
    if BOARD.kind[here] == SEA:
        return [here]
    far = BOARD.distances(here)
    open_ = [a for a in BOARD.seas if far[a] >= 0 and (wild_for(s, a) or not foes_at(s, a, seat))]
    near = min((far[a] for a in open_), default=-1)
    return [a for a in open_ if far[a] == near]


def rise(s: State, called: int, seat: int, here: int, cx: Context) -> None:
    """Pyaray with the Chaos Fleet, or the Free Fleet, comes to the nearest sea; its caller chooses among equals."""
    seas = nearest_seas(s, here, seat)
    if len(seas) > 1:
        push(s, SURFACE.frame(seat, called, here))
    elif seas:
        surface(s, called, seat, seas[0], cx)


def surface(s: State, called: int, seat: int, sea: int, cx: Context) -> None:
    """The ship is there."""
    if called == PYARAY:
        if s.place[CHAOS_FLEET] < BOARD.size:
            founder(s, cx)
        stand(s, CHAOS_FLEET, seat, sea)
        stand(s, called, seat, sea)
        s.aboard[called] = CHAOS_FLEET
    else:
        stand(s, called, seat, sea)
    cx.tell("appears", unit=called, area=sea)
    draws(s, called, seat)


def _check_surface(s: State, frame: SurfaceFrame, args: tuple[int, ...], why: Why) -> bool:
    seas = nearest_seas(s, frame.area, frame.seat)
    if args[0] in seas:
        return True
    return why is not None and choose(
        why,
        ("16.8", "14.8"),
        f"{words.unit(frame.piece):comes|come} to a sea nearest to its caller, not to {words.area(args[0])}.",
        "appear",
        seas,
    )


class SurfaceFrame(NamedTuple):
    step: Step
    seat: int
    piece: int
    area: int


class SurfaceStep(Step):
    """Several seas are as near: the caller chooses."""

    name = "surface"
    holds = SurfaceFrame
    asks = "seat"
    words = (fields.SEAT, fields.PIECE, fields.AREA)
    verbs: ClassVar[dict[str, Check]] = {"appear": _check_surface}

    def candidates(self, s: State, frame: SurfaceFrame) -> Iterable[Action]:
        seat, area = frame.seat, frame.area
        return [TO_APPEAR(a) for a in nearest_seas(s, area, seat)]

    def do(self, s: State, frame: SurfaceFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        surface(s, frame.piece, frame.seat, action.args[0], cx)


SURFACE: Final = SurfaceStep()


EVENTS.add(
    "appears",
    "unit area",
    words=lambda e, n: f"{words.unit(e['unit']):appears|appear} {words.inside(e['area'])}.",
    clause=("12.1", "11.11"),
)
