"""The order of play [4.0]: a Game-Turn is a player-turn for each; a player-turn is movement, attrition with vortexes, combat."""

from __future__ import annotations

from typing import Any, NamedTuple

from elric.kernel.bits import ones
from elric.sorcerer.components.colors import clockwise
from elric.sorcerer.magic.conversion import take_effect
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import Freed, Halted, forget
from elric.sorcerer.position.state import MOVEMENT, State
from elric.sorcerer.position.steps import Auto, Context, Frame, OfSide, frame, push
from elric.sorcerer.turn.victory import judge, turn_over


class Begin(Auto):
    """Everybody is set up: the first turn begins."""

    name = "begin"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.turn = 1
        push(s, frame("turn"))
        hooks.run(hooks.AT_BEGIN, s, cx)


class Turn(Auto):
    """A Game-Turn."""

    name = "turn"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        cx.tell("turn", turn=s.turn)
        push(s, frame("move", 0))
        hooks.run(hooks.BEFORE_TURN, s, cx)


class Place(NamedTuple):
    """The frame of a player-turn: its place in the order of the turn."""

    step: Any
    place: int


def fresh_phase(s: State) -> None:
    """What counts for one phase only is forgotten."""
    s.spent = {}
    s.alone = s.stale = s.struck = s.mending = 0
    s.makers = s.turning = s.hand = s.load = ()
    forget(s, (Halted, Freed))


class Move(Auto):
    """A player-turn [4.1, 4.2]; when all have had theirs, the turn ends."""

    name = "move"
    holds = Place

    def run(self, s: State, f: Frame, cx: Context) -> None:
        if f.place >= len(s.order):
            push(s, frame("turn ends"))
            hooks.run(hooks.LATE_IN_TURN, s, cx)
            return
        seat = s.order[f.place]
        push(s, frame("move", f.place + 1))
        if not s.alive >> seat & 1:
            return
        s.player = seat
        s.phase = MOVEMENT
        fresh_phase(s)
        cx.tell("moves", seat=seat)
        push(s, frame("movement"), frame("movement ends"), frame("attrition"), frame("rest"), frame("combat"))
        hooks.run(hooks.BEFORE_MOVE, s, cx)


class MovementEnds(Auto):
    """What takes effect when movement ends: conversions [9.11], Sorcerers restored by themselves [12.42], the lost buried [16.1]."""

    name = "movement ends"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        for u in ones(s.mending & s.depleted):
            cx.tell("restores", seat=s.owner[u], unit=u)
        s.depleted &= ~s.mending
        s.mending = 0
        hooks.run(hooks.AFTER_MOVE, s, cx)
        fresh_phase(s)
        if s.outcome is None:
            hooks.run(hooks.AT_REST, s, cx)


class Rest(Auto):
    """Attrition and vortexes are over: Prime Sorcerers whom a vortex took are buried."""

    name = "rest"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        hooks.run(hooks.AT_REST, s, cx)


class TurnEnds(Auto):
    """The Game-Turn Interphase [4.1G]: has the game lasted, who moves first next."""

    name = "turn ends"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        hooks.run(hooks.AFTER_TURN, s, cx)
        if s.outcome is None and s.scenario.turns and s.turn >= s.scenario.turns and not s.scenario.story:
            judge(s, s.scenario.clause, cx)
        elif s.outcome is None:
            turn_over(s, cx)
        if s.outcome is not None:
            return
        hooks.run(hooks.GOES_ON, s, cx)
        if s.alive.bit_count() > 2 and s.scenario.story != "madness":
            next_order(s, cx)
        s.turn += 1
        push(s, frame("turn"))


def next_order(s: State, cx: Context) -> None:
    """A die for a color: whose it is moves first, the others as they come clockwise [4.3]; nobody's color changes nothing. The Black
    Sorcerer has none, and stays last [21.1]."""
    first = cx.die() - 1
    cx.tell("order", color=first)
    mine = {seat: s.powers[seat] for seat in s.order if s.alive >> seat & 1}
    if not any(powers >> first & 1 for powers in mine.values()):
        return
    wheel = clockwise(first)
    found = dict.fromkeys(seat for color in wheel for seat, powers in mine.items() if powers >> color & 1)
    s.order = (*found, *[seat for seat in s.order if seat not in found])


BEGIN, TURN, MOVE, MOVEMENT_ENDS, REST, TURN_ENDS = Begin(), Turn(), Move(), MovementEnds(), Rest(), TurnEnds()

__all__ = ["OfSide", "fresh_phase", "next_order", "take_effect"]
