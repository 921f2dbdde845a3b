"""Show me: what could be done from here, step by step, on a copy that is thrown away.

The copy is the position as the seat that decides knows it (`Game.resampled`): what that seat cannot see is dealt anew, and
dice fall by a luck of their own. The real game is never touched, and tells nothing it would not tell anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from elric.tutor.definition import Scene
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.planning import advised
from elric.young_kingdoms.planning.told import won
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.story import sentence
from elric.young_kingdoms.teaching import sense
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.world.terrain import points_left

MOST: Final = 12
_ONLOOKER: Final = -1  # an example of movement names no spell, and its figures know of none
_MARCH: Final = ("movement", "stack")
# What is done in one scene: who is taken up with whom, who comes along from one place, who stays.
_TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {"lead": ("join", "ashore"), "join": ("join",), "drop": ("drop",)}
_UNTOLD: Final = frozenset(("phase", "player-turn", "game-turn", "lead", "halt", "step", "sail", "attack"))


def example(g: Game, seed: int, names: Mapping[int, str] | None = None, told: Sequence[Action] = ()) -> list[Scene]:
    """An example from here, as far as the decision that waits reaches; empty when the game is over.

    Args:
        g: the game; it is not changed.
        seed: for what is made up: hidden spells, dice.
        names: the players by seat, for the sentences.
        told: what the coach has just said to do, which is shown.
    """
    if g.seat is None:
        return []
    copy = g.resampled(g.seat, seed)
    scenes: list[Scene] = []
    for actions, says, look in _moves(copy, g.seat, told):
        before = len(copy.events)
        for a in actions:
            if copy.verdict(a):
                copy.push(a)
        happened = [
            sentence(e, names or {})
            for e in copy.story(g.seat, before)
            if e["kind"] not in _UNTOLD and actions[-1].verb not in ("lead", "join")
        ]
        scenes.append(Scene(copy.copy(), " ".join([says, *(x for x in happened if x)]), look))
    return scenes


Move = tuple[list[Action], str, tuple[str, ...]]


def _moves(g: Game, seat: int, told: Sequence[Action]) -> Iterator[Move]:
    """What to play next on `g`, which has moved on each time the next move is asked for."""
    if g.step in _MARCH:
        yield from _march(g, told)
        return
    fighting = g.phase == "combat"
    for n in range(MOST):
        a = told[n] if n < len(told) and g.verdict(told[n]) else sense.sensible(g)
        says = f"{phrase(a)}." if g.seat == seat else f"The other side decides: {words.within(phrase(a))}."
        yield [a], says, _areas(g, a)
        # a battle is shown to its end, a spell until the magician is done; anything else is one decision
        over = g.step == "combat" or g.phase != "combat" if fighting else a.verb != "cast"
        if g.seat is None or over:
            return


def _march(g: Game, told: Sequence[Action]) -> Iterator[Move]:
    """What the coach would do with a stack: take it up if none is in hand, take it where it should go, halt."""
    best = None if told else advised.best(g, _ONLOOKER)
    risk = best.plan.risk if best is not None else None
    left: list[Action] = [*(told or (best.actions if best is not None else ()))]
    if not left or left[0].verb in ("halt", "end"):
        left = []
        yield from (([a], f"{phrase(a)}.", ()) for a in g.legal_actions() if a.verb in ("halt", "end"))
    while left and (g.step == "stack" or left[0].verb == "lead"):
        a = left[0]
        group = [left.pop(0)]
        while left and left[0].verb in _TOGETHER.get(a.verb, ()):
            group.append(left.pop(0))
        units = [x.args[0] for x in group if x.args]
        if a.verb == "halt":
            break
        if a.verb == "lead":
            here, who, along = words.area(g.state.place[units[0]]), words.unit(units[0]), words.units(units[1:])
            goes = f"{who:leads|lead} {along} from there" if units[1:] else f"{who:goes|go} alone"
            yield group, f"Click {here}: {goes}.", _areas(g, a)
        elif a.verb in ("join", "drop"):
            room = ": there is no room aboard" if left and left[0].verb == "board" else ""
            says = (
                f"Take {words.units(units)} along" if a.verb == "join" else f"Leave {words.units(units)} behind{room}"
            )
            yield group, f"{says}.", _areas(g, a)
        elif a.verb == "attack":
            odds = f": {won(risk.win)}" if risk is not None else ""
            yield group, f"{phrase(a)}{odds}. The battle waits for the Combat phase.", _areas(g, a)
        elif a.verb in ("step", "sail", "land"):
            more = max(0, points_left(g.state) - 1)
            spare = "none is left" if not more else "one is left" if more == 1 else f"{words.number(more)} are left"
            yield group, f"{phrase(a)}. That costs one point; {spare}.", _areas(g, a)
        else:
            yield group, f"{phrase(a)}.", _areas(g, a)
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
