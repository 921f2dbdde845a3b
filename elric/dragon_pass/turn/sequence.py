"""The order of play [7.1]: a Turn is a Move for each side, and a Move is early magic, movement, combat."""

from __future__ import annotations

from typing import NamedTuple

from elric.dragon_pass.combat.factors import DAYS
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.effects import expire
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import BeatenBack, Carried, forget
from elric.dragon_pass.position.rulers import leader
from elric.dragon_pass.position.state import COMBAT, COMING, EARLY, MOVEMENT, State
from elric.dragon_pass.position.steps import Auto, Context, Frame, frame, push
from elric.dragon_pass.turn.conquest import conquests
from elric.dragon_pass.turn.horde import of_the_horde
from elric.dragon_pass.turn.victory import after_move, at_once, decide, note_holders


class Begin(Auto):
    """The armies stand: the first Turn begins."""

    name = "begin"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.turn = 1
        note_holders(s)
        if s.scenario.exotic:
            for hook in powers.AT_BEGIN:
                hook(s, cx)
        cx.tell("turn", turn=1, day=s.day)
        s.agenda = (frame("move", 0), *s.agenda)


class MoveFrame(NamedTuple):
    step: Auto
    place: int


class Move(Auto):
    """A side's Move."""

    name = "move"
    holds = MoveFrame

    def run(self, s: State, f: MoveFrame, cx: Context) -> None:
        turn_of = f.place
        s.player = s.order[turn_of]
        s.phase = MOVEMENT
        s.left = {}
        s.roads = {}
        s.moves += 1
        s.done = s.still
        s.hand = ()
        forget(s, (Carried, BeatenBack))
        s.cast = 0
        if turn_of == 0:
            s.early = 0  # [7.2] who used magic early does nothing more until the Turn ends
        s.waded = 0
        s.spells = ()
        s.forced = False
        s.sallied = 0
        cx.tell("move", seat=s.player, turn=s.turn)
        s.struck = 0
        s.phase = MOVEMENT
        push(
            s, frame("to movement"), frame("movement"), frame("to combat"), frame("combat"), frame("move ends", turn_of)
        )
        if s.scenario.magic:
            s.phase = EARLY
            push(s, frame("early"))
        for arrival in s.scenario.arrivals:
            if leader(s, arrival.side) == s.player and arrival.turn <= s.turn:
                units = tuple(u for u in arrival.units if s.place[u] == COMING and u not in of_the_horde(s))
                if units:
                    push(s, frame("muster", s.player, units, arrival.hexes))
        for hook in powers.BEFORE_MOVE:
            hook(s, cx)


class ToMovement(Auto):
    """Early magic is over: who used it does not march [7.2]."""

    name = "to movement"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.phase = MOVEMENT
        s.done = s.still | s.early
        s.spells = ()


class ToCombat(Auto):
    """Movement is over."""

    name = "to combat"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.phase = COMBAT
        s.spells = ()
        s.struck = 0
        s.left = {}
        s.roads = {}
        s.done = 0
        s.forced = False
        s.links = ()
        s.segments = ()
        s.locked = False
        s.fought = 0
        at_once(s, cx)
        if s.scenario.exotic:
            for hook in powers.BEFORE_COMBAT:
                hook(s, cx)


class MoveEndsFrame(NamedTuple):
    step: Auto
    place: int


class MoveEnds(Auto):
    """Combat is over: what the end of a Move brings, and whatever has to be decided about it."""

    name = "move ends"
    holds = MoveEndsFrame

    def run(self, s: State, f: MoveEndsFrame, cx: Context) -> None:
        s.links = ()
        s.segments = ()
        s.locked = False
        s.fought = 0
        s.shown = 0
        push(s, frame("move is over", f.place))
        for hook in powers.AFTER_MOVE:
            hook(s, cx)


class MoveIsOverFrame(NamedTuple):
    step: Auto
    place: int


class MoveIsOver(Auto):
    """The next side moves, or the Turn ends."""

    name = "move is over"
    holds = MoveIsOverFrame

    def run(self, s: State, f: MoveIsOverFrame, cx: Context) -> None:
        turn_of = f.place
        expire(s)
        after_move(s)
        at_once(s, cx)
        if turn_of + 1 < len(s.order):
            push(s, frame("move", turn_of + 1))
            return
        if s.outcome is None:
            decide(s, cx)
        if s.outcome is not None:
            return
        s.turn += 1
        if s.day >= 0:  # [7.5] seven days, each a phase of the moon
            s.day = (s.day + 1) % len(DAYS)
        cx.tell("turn", turn=s.turn, day=s.day)
        push(s, *conquests(s), frame("move", 0))


BEGIN, MOVE, TO_MOVEMENT, TO_COMBAT, MOVE_ENDS, MOVE_IS_OVER = (
    Begin(), Move(), ToMovement(), ToCombat(), MoveEnds(), MoveIsOver()
)  # fmt: skip


EVENTS.add(
    "turn",
    "turn day",
    words=lambda event, names: (
        f"Turn {event['turn']} begins" + (f": {DAYS[event['day']]} day." if event.get("day", -1) >= 0 else ".")
    ),
)
EVENTS.add("move", "seat turn")
