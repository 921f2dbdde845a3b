"""Converting hexes [9.0]: White to a color, and for the White Sorcerer a color to White. Fifteen points; it happens when the phase ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel.bits import ones
from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.colors import GRAY, NAMES, WHEEL, WHITE
from elric.sorcerer.components.units import ALLOWANCE, FANE, SHIR
from elric.sorcerer.movement.prices import can_pay, pay
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import flux
from elric.sorcerer.position.state import State, foes, here_of, powers_of
from elric.sorcerer.position.state import paint as lay
from elric.sorcerer.position.steps import Action, Context, Why, no

PRICE: Final = ALLOWANCE[0][0]
CONVERT: Final = tuple(Action("convert", (c,)) for c in range(WHITE + 1))


def choices(s: State, u: int, where: int) -> int:
    """The colors to which a Sorcerer may convert a hex, as bits [9.13, 9.21]. A hex of a color that was made White goes back to it
    only [9.22]; what Flux has taken is closed [24.1]."""
    ground = s.paint[where]
    if u == FANE:
        return 1 << WHITE if ground < WHITE and s.ground[where] != GRAY else 0
    if ground != WHITE:
        return 0
    found = powers_of(s, u) & WHEEL
    if BOARD.printed[where] != WHITE:
        found &= 1 << BOARD.printed[where]
    gone = flux(s)
    return found & ~(1 << gone) if gone >= 0 else found


def may_convert(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[9.1, 9.2, 9.3]"""
    (color,) = args
    u = s.hand[0]
    h = here_of(s, u)
    ok = True
    if u == SHIR:
        return no(why, "21.0", "The Black Sorcerer converts nothing.")
    if u in s.hidden:
        ok = no(why, "20.4", "Under a Cloak nobody converts.", "Let him appear first.")
    if not choices(s, u, h) >> color & 1:
        if s.ground[h] == GRAY:
            ok = no(why, "9.31", "Gray hexes are never converted.", "Go to a White hex.")
        elif u == FANE:
            ok = no(why, "9.21", "The White Sorcerer makes hexes of a color White.", "Go to a hex of a color.")
        elif s.paint[h] != WHITE:
            ok = no(why, "9.12", "Only White hexes are converted, and each once.", "Go to a White hex.")
        elif flux(s) == color:
            ok = no(why, "24.1", f"The magic of {NAMES[color]} is gone for this turn.", "Choose another color.")
        elif BOARD.printed[h] != WHITE:
            ok = no(why, "9.22", "This hex was made White, and goes back to its own color only.", "Choose that color.")
        else:
            ok = no(why, "9.13", "He converts to one of his own colors.", "Choose one of them.")
    if foes(s, s.owner[u]) >> h & 1:
        ok = no(why, "9.32", "An enemy is in this hex.", "Drive him out first.")
    if s.spent.get(u, 0) or s.depleted >> u & 1:
        ok = no(
            why,
            "9.11",
            "It takes a full Sorcerer who begins the phase here, and all of his fifteen points.",
            "Begin with it next turn.",
        )
    return can_pay(s, u, PRICE, why) and ok


def convert(s: State, args: tuple[int, ...], cx: Context) -> None:
    """He spends everything; a vortex or a city changes nothing [9.33]."""
    u = s.hand[0]
    h = here_of(s, u)
    pay(s, u, PRICE)
    s.turning = (*[x for x in s.turning if x[0] != h], (h, args[0], u))  # the last word of the owner counts (R35)
    cx.tell("converts", seat=s.player, hex=h)


def offer(s: State, u: int, have: int) -> Sequence[Action]:
    if have < PRICE or not (able := choices(s, u, here_of(s, u))):
        return ()
    return [CONVERT[c] for c in ones(able) if may_convert(s, None, (c,), None)]


def take_effect(s: State, cx: Context) -> None:
    """The end of the phase [9.11]: the hexes have their new colors; one that loses its color has no fortress of it any more to lose."""
    for h, color, _ in s.turning:
        lay(s, h, color)
        cx.tell("converted", hex=h, color=color)
    s.turning = ()


hooks.add("convert", hooks.Task(may_convert, convert, offer))
hooks.AFTER_MOVE.append(take_effect)
