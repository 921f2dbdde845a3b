"""Armies that are alike: it makes no difference which of them is moved, held back or lost.

Of actions that differ only in that, `legal_actions()` lists one; `verdict` and `push` take any of them.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from elric.kernel import running
from elric.kernel.bits import bits, ones
from elric.young_kingdoms.combat.battle import Battle
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, KIND
from elric.young_kingdoms.movement.stack import STACK
from elric.young_kingdoms.position.state import MOVEMENT, STEPPED, State

# What makes two armies alike: equal tuples.
Likeness = tuple[object, ...]

_ARMIES: Final = tuple(bits(u for u in n.pieces if KIND[u] == ARMY) for n in pieces.NATIONS)


def likeness(s: State, u: int) -> Likeness:
    """What there is about a piece. Two armies with the same are alike; anything else is like nothing but itself."""
    if KIND[u] != ARMY:
        return (u,)
    if s.place[u] >= BOARD.size:
        return (-1, pieces.NATION[u], s.place[u], s.owner[u])
    step, *held = s.agenda[-1] if s.agenda else (None,)
    b = s.battle
    # what a piece has done this turn matters while it may still move; afterwards only who came to the relief of a siege
    moving = s.phase == MOVEMENT
    did = s.flags[u] if moving else s.flags[u] & STEPPED if isinstance(b, Battle) and b.sortie else 0
    return (
        -1,
        pieces.NATION[u],
        s.place[u],
        s.owner[u],
        s.aboard[u],
        s.spent[u] if moving else 0,
        did,
        s.band[u],
        u in s.moving,
        step is STACK and u in held[1],
        isinstance(b, Battle) and (u in b.units[0], u in b.units[1], u in b.held, u in b.out, u in b.eaten),
    )


def meaning(s: State, a: Action) -> tuple[str, tuple[Likeness, ...]]:
    """What an action means, whichever of armies that are alike it names."""
    kinds = VERBS[a.verb]
    return a.verb, tuple(likeness(s, x) if k == "piece" else (x,) for k, x in zip(kinds, a.args, strict=True))


def alike(s: State, a: Action) -> list[Action]:
    """All legal actions that mean the same as a legal one, itself included, in the order of their pieces; none if it is
    not legal."""
    if not _legal(s, a):
        return []
    choices = [_peers(s, x) if k == "piece" else (x,) for k, x in zip(VERBS[a.verb], a.args, strict=True)]
    same = (Action(a.verb, args) for args in product(*choices) if len(set(args)) == len(set(a.args)))
    return [x for x in same if x == a or _legal(s, x)]


def _peers(s: State, u: int) -> tuple[int, ...]:
    """The armies that are like a piece, itself included; of anything else only itself."""
    if KIND[u] != ARMY:
        return (u,)
    mine = likeness(s, u)
    return tuple(x for x in ones(_ARMIES[pieces.NATION[u]]) if likeness(s, x) == mine)


def _legal(s: State, a: Action) -> bool:
    if not s.agenda:
        return False
    step, frame = running.top(s)
    check = step.verbs.get(a.verb)
    return check is not None and check(s, step.facts(s, frame), a.args, None)
