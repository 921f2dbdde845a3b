"""Show me: what could be done from here, step by step, on a copy that is thrown away.

The copy is the position as the seat that decides knows it (`Game.resampled`): what that seat cannot see is dealt anew, and
dice fall by a luck of their own. The real game is never touched, and tells nothing it would not tell anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from elric.tutor.definition import Scene
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.planning import advised, told
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.story import sentence
from elric.young_kingdoms.teaching import sense
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.world.terrain import points_left

MOST: Final = 12
_ONLOOKER: Final = -1  # an example of movement names no spell, and its figures know of none
_MARCH: Final = ("movement", "stack")
_UNTOLD: Final = frozenset(("phase", "player-turn", "game-turn", "lead", "halt", "step", "sail", "attack"))


def example(g: Game, seed: int, names: Mapping[int, str] | None = None) -> list[Scene]:
    """An example from here, as far as the decision that waits reaches; empty when the game is over.

    Args:
        g: the game; it is not changed.
        seed: for what is made up: hidden spells, dice.
        names: the players by seat, for the sentences.
    """
    if g.seat is None:
        return []
    copy = g.resampled(g.seat, seed)
    scenes: list[Scene] = []
    for actions, says, look in _moves(copy, g.seat):
        told = len(copy.events)
        for a in actions:
            if copy.verdict(a):
                copy.push(a)
        happened = [
            sentence(e, names or {})
            for e in copy.story(g.seat, told)
            if e["kind"] not in _UNTOLD and actions[-1].verb not in ("lead", "join")
        ]
        scenes.append(Scene(copy.copy(), " ".join([says, *(x for x in happened if x)]), look))
    return scenes


Move = tuple[list[Action], str, tuple[str, ...]]


def _moves(g: Game, seat: int) -> Iterator[Move]:
    """What to play next on `g`, which has moved on each time the next move is asked for."""
    if g.step in _MARCH:
        yield from _march(g)
        return
    fighting = g.phase == "combat"
    for _ in range(MOST):
        a = sense.sensible(g)
        says = f"{phrase(a)}." if g.seat == seat else f"The other side decides: {words.within(phrase(a))}."
        yield [a], says, _areas(g, a)
        # a battle is shown to its end, a spell until the magician is done; anything else is one decision
        over = g.step == "combat" or g.phase != "combat" if fighting else a.verb != "cast"
        if g.seat is None or over:
            return


def _march(g: Game) -> Iterator[Move]:
    """What the coach would do with a stack: take it up if none is in hand, take it where it should go, halt."""
    best = advised.best(g, _ONLOOKER)
    if best is None:
        stop = next((a for a in g.legal_actions() if a.verb in ("halt", "end")), None)
        if stop is not None:
            yield [stop], f"{phrase(stop)}.", ()
        return
    plan = best.plan
    start = words.area(plan.start)
    if plan.take:
        along = words.units([u for a in plan.take[1:] if (u := a.args[0]) not in plan.left])
        alone = f"Click {start}: {words.unit(plan.leader):goes|go} alone."
        says = f"Click {start}: {words.unit(plan.leader):leads|lead} {along} from there."
        yield list(plan.take), says if plan.take[1:] else alone, (BOARD.ids[plan.start],)
    if plan.left:
        yield list(plan.ready[:-1]), f"Leave {words.units(plan.left)} behind: there is no room aboard.", ()
    if plan.ship >= 0:
        yield [plan.ready[-1]], f"Board {words.unit(plan.ship)}.", _areas(g, plan.ready[-1])
    joins = [a for a in plan.go if a.verb == "join"]
    for a in plan.go:
        if g.step != "stack":
            return
        if a.verb == "halt":
            break
        if a.verb == "join":
            if a is joins[0]:
                here = BOARD.ids[plan.via if plan.via >= 0 else plan.start]
                yield joins, f"Take {words.units(plan.along)} along.", (here,)
            continue
        goal = (BOARD.ids[a.args[0]],)
        if a is plan.go[-1] and plan.risk is not None:
            yield [a], f"{phrase(a)}: {told.won(plan.risk.win)}. The battle waits for the Combat phase.", goal
        else:
            left = max(0, points_left(g.state) - 1)
            spare = "none is left" if not left else "one is left" if left == 1 else f"{words.number(left)} are left"
            yield [a], f"{phrase(a)}. That costs one point; {spare}.", goal
    if g.step == "stack" and g.verdict(TO_HALT()):
        yield [TO_HALT()], "Halt. The next stack can be taken up.", ()


def _areas(g: Game, a: Action) -> tuple[str, ...]:
    """Where an action happens."""
    for kind, x in zip(VERBS[a.verb].takes, a.args, strict=True):
        if kind == "area":
            return (BOARD.ids[x],)
        if kind == "piece" and g.state.place[x] < BOARD.size:
            return (BOARD.ids[g.state.place[x]],)
    return ()


__all__ = ["MOST", "Scene", "example"]
