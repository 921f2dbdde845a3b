"""Joint attrition [11.0]: two colors are drawn, and magical units there and in White may lose a step; then the vortexes run."""

from __future__ import annotations

from elric.kernel.bits import ones
from elric.sorcerer.combat.losses import lose_step
from elric.sorcerer.components.colors import ON_THE_WHEEL, VALUE, WHITE
from elric.sorcerer.components.scenarios import MOST_SIDES
from elric.sorcerer.components.units import KIND, MAGICAL, SORCERER
from elric.sorcerer.position.state import ATTRITION, State, color_of, force, hidden_at, powers_of
from elric.sorcerer.position.steps import Auto, Context, Frame, frame, push


def at_risk(s: State, side: int, h: int) -> tuple[int, ...]:
    """The magical units of a side in a hex that attrition may strike [11.1]: not garrisons [11.11], and not a single one with a full
    Sorcerer of its color [11.12, 12.3]. Under a Cloak they are in danger too [20.3]."""
    there = force(s, side, h) + (hidden_at(s, side, h) if s.hidden else ())
    found = tuple([u for u in there if MAGICAL >> u & 1 and not s.inside >> u & 1])
    if len(found) == 1:
        color = color_of(s, found[0])
        for u in there:
            if KIND[u] == SORCERER and not s.depleted >> u & 1 and powers_of(s, u) >> color & 1:
                return ()
    return found


def waste(s: State, colors: tuple[int, ...], cx: Context) -> None:
    """Each friendly stack in these colors rolls once [5.23, 11.14]; in White it is certain and nobody rolls."""
    grounds = s.cells[WHITE]
    for color in colors:
        grounds |= s.cells[color]
    for side in range(MOST_SIDES):
        hexes = s.at[side]
        for u in s.hidden:
            if s.owner[u] == side:
                hexes |= 1 << s.hidden[u]
        for h in ones(hexes & grounds):
            if these := at_risk(s, side, h):
                ground = s.ground[h]
                die = 0 if ground == WHITE else cx.die()
                if die <= VALUE[color_of(s, these[0])][ground]:
                    if not any(u in s.hidden for u in these):
                        if die:
                            cx.tell("wastes", seat=side, hex=h, die=die)
                        else:
                            cx.tell("wastes in white", seat=side, hex=h)
                    for u in these:
                        lose_step(s, u, (), cx, worn=True)


class Attrition(Auto):
    """Two markers are drawn [11.0], and the stacks roll."""

    name = "attrition"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.phase = ATTRITION
        s.struck = 0
        first = cx.chance.pick(ON_THE_WHEEL)
        left = [c for c in range(ON_THE_WHEEL) if c != first]
        second = left[cx.chance.pick(len(left))]
        cx.tell("attrition", color=first, other_color=second)
        waste(s, (first, second), cx)
        push(s, frame("vortexes"))


ATTRITION_STEP = Attrition()

__all__ = ["Attrition", "at_risk", "waste"]
