"""What follows a battle: fallen cities, garrisons, nations that fall apart. Sources: Chaosium [6.0], [10.9.1];
Avalon Hill 5.3, 9.91, 9.931.
"""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import ones
from elric.kernel.steps import Frame
from elric.young_kingdoms.combat.battle import KINSMEN, MONSTER, TABLE, Battle, spent_strength
from elric.young_kingdoms.combat.heroic_escape import ESCAPES
from elric.young_kingdoms.combat.losses import LOSSES, due, heads, losers, remove
from elric.young_kingdoms.combat.ports import home_again
from elric.young_kingdoms.combat.retreat import RETREAT
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, CONJURERS, FIGHT, HERO, KIND
from elric.young_kingdoms.legends.elric import greet
from elric.young_kingdoms.legends.melniboneans import swords_thirst
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.nations.control import (
    besieged_again,
    check_garrisons,
    check_nations,
    check_orphans,
    take_city,
)
from elric.young_kingdoms.nations.mustered import relieve
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.notes import forget
from elric.young_kingdoms.position.state import (
    CAST,
    CAST_NOW,
    DISCARD,
    HELD_OPEN,
    IN_HAND,
    NEUTRAL,
    State,
    next_phase,
    own_in,
    push,
    unflag,
    units_in,
)
from elric.young_kingdoms.position.steps import Auto
from elric.young_kingdoms.turn import solo


class Aftermath(Auto):
    """The field is settled: a fallen city changes hands, the battle is closed."""

    name = "aftermath"

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        b: Battle = s.battle
        s.battle = b.outer
        a = b.area
        for u in b.conjured:
            # what was drawn to save him serves in this battle only (8.22)
            for i in ones(s.spell_at.there.get(CAST + u, 0)):
                s.spell_at[i] = DISCARD
        if b.sally >= 0 and b.loser == 0:
            home_again(s, b)
        if b.attacker != MONSTER:
            me = b.attacker
            cleared = b.loser == 1 and (b.fell or not BOARD.wall[a])
            if cleared and BOARD.city[a] and s.control[a] != me and not _manned(s, a, me):
                mine = own_in(s, a, me)
                if any(KIND[u] == ARMY or (KIND[u] == HERO and s.rules.heroes_capture) for u in mine):
                    take_city(s, a, me, cx)
                elif s.control[a] < NEUTRAL:
                    cx.tell("no garrison", area=a, seat=me)
            if BOARD.city[a] and spent_strength(s, a):
                besieged_again(s, a)
            if b.defender == NEUTRAL and s.control[a] >= NEUTRAL:
                s.notes = (*s.notes, ("stormed", a))
            if s.scenario.solo:
                solo.after_battle(s, b, cx)
        elif s.scenario.solo and b.monster >= 0:
            solo.after_monster(s, b, cx)
        # a nation may have lost its last personality, or Melniboneans who stood aside have gone over
        if b.out or not KINSMEN.isdisjoint(b.units[0] + b.units[1]):
            check_nations(s, cx)


AFTER: Final = Aftermath()


def _manned(s: State, a: int, seat: int) -> bool:
    """Whether armies or personalities of another seat are in an area."""
    return any(KIND[u] in (ARMY, HERO) and s.owner[u] < NEUTRAL and s.owner[u] != seat for u in units_in(s, a))


_OF_A_COMBAT: Final = frozenset(("fought", "faced", "seekers", "conjure", "trail"))


def end_combat(s: State, cx: Context) -> None:
    """The Combat phase is over: swords are checked, unused spells return, garrisons counted."""
    for u in CONJURERS:
        if s.flags[u] & CAST_NOW and ("conjure", u) in s.notes:
            # no battle came of it
            s.flags[u] &= ~CAST_NOW
    forget(s, _OF_A_COMBAT)
    there = s.spell_at.there
    casters = sorted([at - CAST for at in there if CAST <= at < HELD_OPEN]) if max(there) >= CAST else []
    for u in casters:
        s.flags[u] &= ~CAST_NOW
        for i in ones(there[CAST + u]):
            s.spell_at[i] = IN_HAND + u
    s.assaults = 0
    s.found = 0
    if s.rules.cast_limit == "player-turn":
        unflag(s, CAST_NOW)
    next_phase(s)
    for u in casters:
        # its caster may meanwhile have fallen back to friends of the other alignment
        hands.settle_alignment(s, s.place[u], s.owner[u])
    swords_thirst(s, cx)
    greet(s, cx)
    relieve(s, cx)
    check_garrisons(s, cx)
    check_nations(s, cx)
    check_orphans(s, cx)


def suffer(s: State, cx: Context) -> None:
    """Apply a battle's result to the loser, then escapes, retreat and what follows."""
    b: Battle = s.battle
    if b.eaten:
        remove(s, b.eaten, cx)
        b = s.battle
    n = TABLE[b.row].losses
    assault = b.loser == 1 and bool(b.wall or b.base)
    in_heads = False
    if b.attacker == MONSTER and b.loser == 0:
        n = 0
    elif b.fell or n < 0:
        remove(s, losers(s, b), cx)
        n = 0
    elif assault and s.rules.failed_assault_halves:
        n = (len(heads(s, b, losers(s, b))) + 1) // 2
        in_heads = True
    elif assault and s.rules.wall_damage == "difference":
        n = b.difference
    chosen = n > 0 and _left_to_choose(s, n, in_heads, cx)
    tail: list[Frame] = [(RETREAT, b.loser), (AFTER,)]
    if chosen or s.battle.out:
        tail = [(ESCAPES, b.loser), (ESCAPES, 1 - b.loser), *tail]
    if chosen:
        tail = [(LOSSES, b.loser, n, in_heads), *tail]
    push(s, *tail)


def _left_to_choose(s: State, n: int, in_heads: bool, cx: Context) -> bool:
    """Take off what has to go without a choice. True where there is one, and it is the loser's."""
    b: Battle = s.battle
    worth = due(s, b, in_heads)
    cx.tell("due", side=b.loser, count=n, heads=in_heads, worth=tuple(worth.items()))
    if n >= sum(worth.values()):
        remove(s, worth, cx)
        return False
    if b.seat(b.loser) < NEUTRAL:
        return True
    # neutrals lose their weakest first
    for u in sorted(worth, key=lambda u: (FIGHT[u], u)):
        if worth[u] <= n:
            remove(s, (u,), cx)
            n -= worth[u]
    return False
