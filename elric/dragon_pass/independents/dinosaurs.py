"""Dinosaurs [32.1]: scattered over the board by lot; each joins the first who ends a Move beside it."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.units import corps
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.notes import Lair, note_instead, noted, remember
from elric.dragon_pass.position.state import State, put, strangers
from elric.dragon_pass.position.steps import Context, frame, push

BEASTS: Final = corps("Dinosaurs")
WILDS: Final = tuple(h for h in range(HEXES.size) if h not in BOARD.place_at and not BOARD.water >> h & 1)


def scatter(s: State, cx: Context) -> None:
    """Before the first Turn each is given a hex where nobody stands."""
    if "dinosaurs" not in s.scenario.peoples:
        return
    lairs: dict[int, int] = {}
    for u in BEASTS:
        free = [h for h in WILDS if h not in s.piles and h not in lairs.values()]
        lairs[u] = cx.one_of(free)
    remember(s, *(Lair(u, h) for u, h in lairs.items()))


def joins(s: State, cx: Context) -> None:
    """At the end of a Move: a beast joins the mover whose unit stands beside it."""
    wild = []
    for beast in noted(s, Lair):
        u, h = beast.unit, beast.hex
        if not s.at[s.player] & (AROUND[h] | 1 << h):
            wild.append(beast)
            continue
        s.owner[u] = s.player
        if fits(s, (u,), h) and not strangers(s, s.player) >> h & 1:
            put(s, (u,), h)
            cx.tell("arrives", seat=s.player, units=(u,), hex=h)
        else:
            push(s, frame("muster", s.player, (u,), AROUND[h]))
    note_instead(s, Lair, wild)


powers.AT_BEGIN.append(scatter)
powers.AFTER_MOVE.append(joins)
