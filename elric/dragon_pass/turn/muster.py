"""Units that come to the board in the middle of a game: arrivals [64.1], allies, and those who return."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.notation import Action
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import Expected, Stranded, strike_out
from elric.dragon_pass.position.state import State, put, strangers
from elric.dragon_pass.position.steps import Context, Step, Why, drop, no
from elric.dragon_pass.turn.setup import PLACE, TAKE
from elric.kernel.bits import ones


def room(s: State, f: MusterFrame) -> list[int]:
    """The hexes where the next unit may be put: those named, free of enemies, within the limit."""
    seat, units, hexes = f.seat, f.units, f.hexes
    u = units[0]
    return [h for h in ones(hexes & ~strangers(s, seat)) if fits(s, (u,), h)]


def may_place(s: State, f: MusterFrame, args: tuple[int, ...], why: Why) -> bool:
    """[64.1, 7.6]"""
    found = room(s, f)
    if args[0] in found:
        return True
    names = tuple(HEXES.names[h] for h in found)
    return no(why, "64.1", "They come where they are said to come, where there is room and no enemy.",
              "Choose one of those hexes.", names, tuple(f"place {n}" for n in names))  # fmt: skip


def may_take(s: State, f: MusterFrame, args: tuple[int, ...], why: Why) -> bool:
    """[64.1]"""
    return args[0] in f.units[1:] or no(why, "64.1", "That unit is not among those that come, or is next already.")


class MusterFrame(NamedTuple):
    step: Step
    seat: int
    units: tuple[int, ...]
    hexes: int


class Muster(Step):
    """Who finds no room waits for the next Move."""

    name = "muster"
    holds = MusterFrame
    asks = "seat"
    verbs: ClassVar = {"place": may_place, "take": may_take}

    def live(self, s: State, f: MusterFrame) -> bool:
        return bool(f.units) and bool(room(s, f))

    def legal(self, s: State, f: MusterFrame) -> list[Action]:
        return [*(PLACE[h] for h in room(s, f)), *(TAKE[u] for u in f.units[1:])]

    def candidates(self, s: State, x: MusterFrame) -> Iterable[Action]:
        return [*(PLACE[h] for h in ones(x.hexes)), *(TAKE[u] for u in x.units)]

    def do(self, s: State, f: MusterFrame, action: Action, cx: Context) -> None:
        step, seat, units, hexes = f.step, f.seat, f.units, f.hexes
        u = action[1][0] if action[0] == "take" else units[0]
        rest = tuple(v for v in units if v != u)
        if action[0] == "take":
            s.agenda = (*s.agenda[:-1], step.frame(seat, (u, *rest), hexes))
            return
        s.owner[u] = seat
        if u in s.dead:
            s.dead = tuple(v for v in s.dead if v != u)
        put(s, (u,), action[1][0])
        strike_out(s, Stranded, u)
        strike_out(s, Expected, u)
        cx.tell("arrives", seat=seat, units=(u,), hex=action[1][0])
        drop(s)
        powers.stir(s)
        if rest:
            s.agenda = (*s.agenda, step.frame(seat, rest, hexes))


MUSTER = Muster()


_NAMED: Final = 4


def _told_arrives(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    units, where = event["units"], f" at {BOARD.where(event['hex'])}" if event["hex"] >= 0 else ""
    if len(units) > _NAMED:
        return (
            f"{', '.join(UNITS[u].name for u in units[: _NAMED - 1])} and {len(units) - _NAMED + 1} more arrive{where}."
        )
    return f"{telling.does(units, 'arrives', 'arrive')}{where}."


EVENTS.add("arrives", "seat units hex", words=_told_arrives)
