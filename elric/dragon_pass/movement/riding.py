"""Carriers and whom they carry [7.7]: who may be taken up, and what becomes of those who alight."""

from __future__ import annotations

from elric.dragon_pass.movement.going import CARRIERS
from elric.dragon_pass.position.notes import Carried, the_note
from elric.dragon_pass.position.state import State


def has_mount(units: tuple[int, ...]) -> bool:
    """Whether a carrier is in a company."""
    return any(CARRIERS >> u & 1 for u in units)


def has_marched(s: State, u: int) -> bool:
    """Whether a unit has marched by itself in this Move, and not been carried."""
    return u in s.left and not the_note(s, Carried).units >> u & 1


def alight(s: State, units: tuple[int, ...]) -> None:
    """Who was carried goes no farther by himself [7.7]."""
    carried = the_note(s, Carried).units
    for u in units:
        if carried >> u & 1:
            s.left[u] = 0
            s.done |= 1 << u
