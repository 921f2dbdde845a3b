"""Magic Flux [24.0], by the switch `flux`: after each Game-Turn but the last a color is drawn, and its hexes are Gray for the next."""

from __future__ import annotations

from elric.kernel.context import Context
from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.colors import ON_THE_WHEEL
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import Flux, set_note
from elric.sorcerer.position.state import State, repaint


def draw(s: State, cx: Context) -> None:
    """[24.0, 24.1] The markers of that color on converted hexes are gone for good; the hexes are what they were printed."""
    if not s.rules.flux:
        return
    color = cx.chance.pick(ON_THE_WHEEL)
    for h, lies in enumerate(s.paint):
        if lies == color and BOARD.printed[h] != color:
            s.paint[h] = BOARD.printed[h]
    set_note(s, Flux(color))
    repaint(s)
    cx.tell("flux", color=color)


hooks.GOES_ON.append(draw)
