"""Show me: what could be done from here, step by step, on a copy that is thrown away.

The copy is the position as the seat that decides knows it (`Game.resampled`): what that seat cannot see is dealt anew, and
dice fall by a luck of their own. The real game is never touched, and tells nothing it would not tell anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from elric.tutor.definition import Scene
from elric.young_kingdoms.components import pieces, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement.terrain import points_left
from elric.young_kingdoms.position.story import sentence
from elric.young_kingdoms.teaching import sense
from elric.young_kingdoms.teaching.phrases import phrase

MOST: Final = 12
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
        says = f"{phrase(a)}." if g.seat == seat else f"The other side decides: {_small(phrase(a))}."
        yield [a], says, _areas(g, a)
        # a battle is shown to its end, a spell until the magician is done; anything else is one decision
        over = g.step == "combat" or g.phase != "combat" if fighting else a.verb != "cast"
        if g.seat is None or over:
            return


def _march(g: Game) -> Iterator[Move]:
    """Take up a stack if none is in hand, take it where it should go, halt."""
    if g.step == "movement":
        area = sense.stack_to_move(g)
        if area < 0:
            yield [Action("end")], "Nothing needs to move: end the phase.", ()
            return
        leader = sense.best_leader(g, area)
        actions = sense.takes_along(g, leader)
        along = words.units(a.args[0] for a in actions[1:])
        says = f"Click {words.area(area)}: {words.unit(leader)} leads {along} from there."
        yield actions, says, (BOARD.ids[area],)
        if g.step != "stack":
            return
    yield from _aboard(g)
    for a in sense.steps_to_take(g):
        if g.step != "stack":
            return
        goal = BOARD.ids[a.args[0]]
        says = f"{phrase(a)}."
        if a.verb == "attack":
            strength = sum(pieces.FIGHT[u] for u in g.state.moving)
            says = (
                f"Attack {words.area(a.args[0])}, {strength} against {sense.defence(g, a.args[0])} before the dice. "
                "The battle waits for the Combat phase."
            )
            yield [a], says, (goal,)
        else:
            left = max(0, points_left(g.state) - 1)
            spare = "none is left" if not left else "one is left" if left == 1 else f"{words.number(left)} are left"
            yield [a], f"{says} That costs one point; {spare}.", (goal,)
    if g.step == "stack" and g.verdict(Action("halt")):
        yield [Action("halt")], "Halt. The next stack can be taken up.", ()


def _aboard(g: Game) -> Iterator[Move]:
    """Where no march leads on and a ship lies ready: leave behind what has no room, and board."""
    found = sense.ship_to_board(g)
    if found is None:
        return
    ship, crowd = found
    if crowd:
        yield [Action("drop", (u,)) for u in crowd], f"Leave {words.units(crowd)} behind: there is no room aboard.", ()
    yield [Action("board", (ship,))], f"Board {words.unit(ship)}.", _areas(g, Action("board", (ship,)))


def _areas(g: Game, a: Action) -> tuple[str, ...]:
    """Where an action happens."""
    for kind, x in zip(VERBS[a.verb], a.args, strict=True):
        if kind == "area":
            return (BOARD.ids[x],)
        if kind == "piece" and g.state.place[x] < BOARD.size:
            return (BOARD.ids[g.state.place[x]],)
    return ()


def _small(text: str) -> str:
    """A phrase inside a sentence: names keep their capital, "Ready" does not."""
    return text[:1].lower() + text[1:]


__all__ = ["MOST", "Scene", "example"]
