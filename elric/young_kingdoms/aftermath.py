"""What follows a battle: fallen cities, garrisons, nations that fall apart. Sources: Chaosium [6.0], [10.9.1];
Avalon Hill 5.3, 9.91, 9.931.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel.steps import Auto, Frame
from . import pieces
from .battle import MONSTER, TABLE, Battle
from .board import BOARD
from .context import Context
from .escapes import ESCAPES
from .losses import LOSSES, cost, present, remove
from .pieces import ARMY, ARTIFACT, FIGHT, FLEET, KIND
from .realms import check_garrisons, check_nations, check_orphans, take_city
from .retreat import RETREAT
from .state import (
    CAST,
    HELD_OPEN,
    IN_HAND,
    NEUTRAL,
    State,
    foes_at,
    own_in,
    push,
)


class Aftermath(Auto):
    """The field is settled: a fallen city changes hands, the battle is closed."""

    name = "aftermath"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        s.battle = b.outer
        a = b.area
        if b.attacker != MONSTER:
            me = b.attacker
            cleared = b.loser == 1 and (b.fell or not (b.wall or b.base))
            if cleared and BOARD.city[a] and s.control[a] != me and not foes_at(s, a, me):
                armies = any(KIND[u] == ARMY for u in own_in(s, a, me))
                if b.fell or not BOARD.wall[a]:
                    if armies:
                        take_city(s, a, me, cx)
                    elif s.control[a] < NEUTRAL:
                        cx.tell("no garrison", area=a, seat=me)
        check_nations(s, cx)


AFTER: Final = Aftermath()


def end_combat(s: State, cx: Context) -> None:
    """The Combat phase is over: swords are checked, unused spells return, garrisons counted."""
    from .melniboneans import swords_thirst
    from .sequence import next_phase

    for i, at in enumerate(s.spell_at):
        if CAST <= at < HELD_OPEN:
            s.spell_at[i] = IN_HAND + (at - CAST)
            s.flags[at - CAST] &= ~8
    s.notes = tuple(n for n in s.notes if n[0] not in ("fought", "conjure", "trail"))
    s.assaults = 0
    s.found = 0
    for u in range(pieces.SIZE):
        s.flags[u] &= ~16
    next_phase(s)
    swords_thirst(s, cx)
    check_garrisons(s, cx)
    check_nations(s, cx)
    check_orphans(s, cx)


def suffer(s: State, cx: Context) -> None:
    """Apply a battle's result to the loser, then escapes, retreat and what follows."""
    b: Battle = s.battle
    remove(s, b.eaten, cx)
    b = s.battle
    losing = present(s, b, b.loser)
    seat = b.seat(b.loser)
    losses = TABLE[b.row][1]
    tail: list[Frame] = [(ESCAPES, b.loser), (ESCAPES, 1 - b.loser), (RETREAT, b.loser), (AFTER,)]
    if b.loser == 0 and b.attacker == MONSTER:
        push(s, *tail)
        return
    if b.fell or losses < 0:
        remove(s, losing, cx)
        push(s, *tail)
        return
    if b.loser == 1 and (b.wall or b.base):
        if seat < NEUTRAL or losing:
            if s.rules.failed_assault_halves:
                counters = [u for u in losing if KIND[u] != ARTIFACT and (KIND[u] != FLEET or s.rules.port_fleets_help)]
                need = (len(counters) + 1) // 2
                _take_losses(s, seat, need, True, losing, tail, cx)
                return
            _take_losses(s, seat, losses, False, losing, tail, cx)
            return
        push(s, *tail)
        return
    _take_losses(s, seat, losses, False, losing, tail, cx)


def _take_losses(
    s: State, seat: int, n: int, heads: bool, losing: Sequence[int], tail: list[Frame], cx: Context
) -> None:
    b: Battle = s.battle
    if n > 0 and losing:
        if heads:
            able = [u for u in losing if KIND[u] != ARTIFACT]
            if n >= len(able):
                remove(s, able, cx)
                n = 0
        elif n >= sum(cost(s, b, u) for u in losing):
            remove(s, [u for u in losing if cost(s, b, u)], cx)
            n = 0
        if n and seat >= NEUTRAL:
            # neutrals lose their weakest first
            for u in sorted((u for u in losing if KIND[u] != ARTIFACT), key=lambda u: (FIGHT[u], u)):
                c = 1 if heads else cost(s, b, u)
                if c and c <= n:
                    remove(s, (u,), cx)
                    n -= c
            n = 0
        if n:
            tail = [(LOSSES, b.loser, n, heads), *tail]
    push(s, *tail)
