"""Armies that are alike: it makes no difference which of them is moved, held back or lost.

Of actions that differ only in that, `legal_actions()` lists one; `verdict` and `push` take any of them.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from elric.kernel import running
from elric.kernel.bits import bits, ones
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, KIND
from elric.young_kingdoms.movement.stack import STACK
from elric.young_kingdoms.position.state import MOVEMENT, STEPPED, State

# What makes two armies alike: equal tuples.
Likeness = tuple[object, ...]

_ARMIES: Final = tuple(bits(u for u in n.pieces if KIND[u] == ARMY) for n in pieces.NATIONS)


def likeness(s: State, unit: int) -> Likeness:
    """What there is about a piece. Two armies with the same are alike; anything else is like nothing but itself."""
    if KIND[unit] != ARMY:
        return (unit,)
    if s.place[unit] >= BOARD.size:
        return (-1, pieces.NATION[unit], s.place[unit], s.owner[unit])
    frame = s.agenda[-1] if s.agenda else None
    battle = s.battle
    # what a piece has done this turn matters while it may still move; afterwards only who came to the relief of a siege
    moving = s.phase == MOVEMENT
    did = (
        s.flags[unit] if moving else s.flags[unit] & STEPPED if isinstance(battle, BattleState) and battle.sortie else 0
    )
    return (
        -1,
        pieces.NATION[unit],
        s.place[unit],
        s.owner[unit],
        s.aboard[unit],
        s.spent[unit] if moving else 0,
        did,
        s.band[unit],
        unit in s.moving,
        frame is not None and frame.step is STACK and unit in frame.set_down,
        isinstance(battle, BattleState)
        and (
            unit in battle.units[0],
            unit in battle.units[1],
            unit in battle.held,
            unit in battle.out,
            unit in battle.eaten,
        ),
    )


def meaning(s: State, action: Action) -> tuple[str, tuple[Likeness, ...]]:
    """What an action means, whichever of armies that are alike it names."""
    kinds = VERBS[action.verb].takes
    return action.verb, tuple(likeness(s, x) if k == "piece" else (x,) for k, x in zip(kinds, action.args, strict=True))


def alike(s: State, action: Action) -> list[Action]:
    """All legal actions that mean the same as a legal one, itself included, in the order of their pieces; none if it is
    not legal."""
    if not _legal(s, action):
        return []
    choices = [
        _peers(s, x) if k == "piece" else (x,) for k, x in zip(VERBS[action.verb].takes, action.args, strict=True)
    ]
    same = (Action(action.verb, args) for args in product(*choices) if len(set(args)) == len(set(action.args)))
    return [x for x in same if x == action or _legal(s, x)]


def _peers(s: State, u: int) -> tuple[int, ...]:
    """The armies that are like a piece, itself included; of anything else only itself."""
    if KIND[u] != ARMY:
        return (u,)
    mine = likeness(s, u)
    return tuple(x for x in ones(_ARMIES[pieces.NATION[u]]) if likeness(s, x) == mine)


def _legal(s: State, action: Action) -> bool:
    if not s.agenda:
        return False
    step, frame = running.top(s)
    check = step.verbs.get(action.verb)
    return check is not None and check(s, step.facts(s, frame), action.args, None)
