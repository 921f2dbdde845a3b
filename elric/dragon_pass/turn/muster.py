"""Units that come to the board in the middle of a game: arrivals [64.1], allies, and those who return."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.position.state import State, foes, put
from elric.dragon_pass.position.steps import Frame, Step, Why, drop, no
from elric.dragon_pass.turn.setup import PLACE, TAKE
from elric.kernel.bits import ones


def room(s: State, f: Frame) -> list[int]:
    """The hexes where the next unit may be put: those named, free of enemies, within the limit."""
    u = f[2][0]
    seat: int = f[1]
    return [h for h in ones(f[3] & ~foes(s, seat)) if fits(s, (u,), h)]


def may_place(s: State, f: Any, args: tuple[int, ...], why: Why) -> bool:
    """[64.1, 7.6]"""
    found = room(s, f)
    if args[0] in found:
        return True
    names = tuple(HEXES.names[h] for h in found)
    return no(why, "64.1", "They come where they are said to come, where there is room and no enemy.",
              "Choose one of those hexes.", names, tuple(f"place {n}" for n in names))  # fmt: skip


def may_take(s: State, f: Any, args: tuple[int, ...], why: Why) -> bool:
    """[64.1]"""
    return args[0] in f[2][1:] or no(why, "64.1", "That unit is not among those that come, or is next already.")


class Muster(Step):
    """Frame: (step, seat, the units that come, the hexes as bits). Who finds no room waits for the next Move."""

    name = "muster"
    verbs: ClassVar = {"place": may_place, "take": may_take}

    def live(self, s: State, f: Frame) -> bool:
        return bool(f[2]) and bool(room(s, f))

    def seat(self, s: State, f: Frame) -> int:
        return int(f[1])

    def legal(self, s: State, f: Frame) -> list[Any]:
        return [*(PLACE[h] for h in room(s, f)), *(TAKE[u] for u in f[2][1:])]

    def candidates(self, s: State, x: Any) -> Iterable[Any]:
        return [*(PLACE[h] for h in ones(x[3])), *(TAKE[u] for u in x[2])]

    def do(self, s: State, f: Frame, a: Any, cx: Any) -> None:
        u = a[1][0] if a[0] == "take" else f[2][0]
        rest = tuple(v for v in f[2] if v != u)
        if a[0] == "take":
            s.agenda = (*s.agenda[:-1], (f[0], f[1], (u, *rest), f[3]))
            return
        s.owner[u] = f[1]
        if u in s.dead:
            s.dead = tuple(v for v in s.dead if v != u)
        put(s, (u,), a[1][0])
        cx.tell("arrives", seat=f[1], units=(u,), hex=a[1][0])
        drop(s)
        if rest:
            s.agenda = (*s.agenda, (f[0], f[1], rest, f[3]))


MUSTER = Muster()
