"""What follows a battle: fallen cities, garrisons, nations that fall apart. Sources: Chaosium [6.0], [10.9.1];
Avalon Hill 5.3, 9.91, 9.931.
"""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import ones
from elric.kernel.steps import Frame
from elric.young_kingdoms.combat.battle import KINSMEN, MONSTER, TABLE, BattleState, spent_strength
from elric.young_kingdoms.combat.heroic_escape import ESCAPES
from elric.young_kingdoms.combat.losses import LOSSES, due, heads, losers, remove
from elric.young_kingdoms.combat.ports import home_again
from elric.young_kingdoms.combat_phase.retreat import RETREAT
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, CONJURERS, FIGHT, HERO, KIND
from elric.young_kingdoms.legends.elric import greet
from elric.young_kingdoms.legends.melniboneans import swords_thirst
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.nations import solo
from elric.young_kingdoms.nations.control import (
    besieged_again,
    check_garrisons,
    check_nations,
    check_orphans,
    take_city,
)
from elric.young_kingdoms.position import telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.flags import unflag
from elric.young_kingdoms.position.notes import (
    Conjures,
    Faced,
    Fought,
    Searching,
    Stormed,
    Trail,
    forget,
    noted,
    remember,
)
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
    units_in,
)
from elric.young_kingdoms.position.steps import Auto
from elric.young_kingdoms.reinforcements.mustered import relieve


class Aftermath(Auto):
    """The field is settled: a fallen city changes hands, the battle is closed."""

    name = "aftermath"
    of_battle = True

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        battle: BattleState = s.battle
        s.battle = battle.outer
        area = battle.area
        for u in battle.conjured:
            # what was drawn to save him serves in this battle only (8.22)
            for i in ones(s.spell_at.there.get(CAST + u, 0)):
                s.spell_at[i] = DISCARD
        if battle.sally >= 0 and battle.loser == 0:
            home_again(s, battle)
        if battle.attacker != MONSTER:
            me = battle.attacker
            cleared = battle.loser == 1 and (battle.fell or not BOARD.wall[area]) and not battle.beside
            if cleared and BOARD.city[area] and s.control[area] != me and not _is_manned(s, area, me):
                mine = own_in(s, area, me)
                if any(KIND[u] == ARMY or (KIND[u] == HERO and s.rules.heroes_capture) for u in mine):
                    take_city(s, area, me, cx)
                elif s.control[area] < NEUTRAL:
                    cx.tell("no garrison", area=area, seat=me)
            if BOARD.city[area] and spent_strength(s, area):
                besieged_again(s, area)
            if battle.defender == NEUTRAL and s.control[area] >= NEUTRAL:
                remember(s, Stormed(area))
            if s.scenario.solo:
                solo.after_battle(s, battle, cx)
        elif s.scenario.solo and battle.monster >= 0:
            solo.after_monster(s, battle, cx)
        # a nation may have lost its last personality, or Melniboneans who stood aside have gone over
        if battle.out or not KINSMEN.isdisjoint(battle.units[0] + battle.units[1]):
            check_nations(s, cx)


AFTER: Final = Aftermath()


def _is_manned(s: State, a: int, seat: int) -> bool:
    """Whether armies or personalities of another seat are in an area."""
    return any(KIND[u] in (ARMY, HERO) and s.owner[u] < NEUTRAL and s.owner[u] != seat for u in units_in(s, a))


_OF_A_COMBAT: Final = frozenset((Fought, Faced, Searching, Conjures, Trail))


def end_combat(s: State, cx: Context) -> None:
    """The Combat phase is over: swords are checked, unused spells return, garrisons counted."""
    for u in CONJURERS:
        if s.flags[u] & CAST_NOW and Conjures(u) in noted(s, Conjures):
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
    battle: BattleState = s.battle
    if battle.eaten:
        remove(s, battle.eaten, cx)
        battle = s.battle
    to_lose = TABLE[battle.row].losses
    assault = battle.loser == 1 and bool(battle.wall or battle.base)
    in_heads = False
    if battle.attacker == MONSTER and battle.loser == 0:
        to_lose = 0
    elif battle.fell or to_lose < 0:
        remove(s, losers(s, battle), cx)
        to_lose = 0
    elif assault and s.rules.failed_assault_halves:
        to_lose = (len(heads(s, battle, losers(s, battle))) + 1) // 2
        in_heads = True
    elif assault and s.rules.wall_damage == "difference":
        to_lose = battle.difference
    chosen = to_lose > 0 and _left_to_choose(s, to_lose, in_heads, cx)
    tail: list[Frame] = [RETREAT.frame(battle.loser), AFTER.frame()]
    if chosen or s.battle.out:
        tail = [ESCAPES.frame(battle.loser), ESCAPES.frame(1 - battle.loser), *tail]
    if chosen:
        tail = [LOSSES.frame(battle.loser, to_lose, in_heads), *tail]
    push(s, *tail)


def _left_to_choose(s: State, to_lose: int, in_heads: bool, cx: Context) -> bool:
    """Take off what has to go without a choice. True where there is one, and it is the loser's."""
    battle: BattleState = s.battle
    worth = due(s, battle, in_heads)
    cx.tell("due", side=battle.loser, count=to_lose, heads=in_heads, worth=tuple(worth.items()))
    if to_lose >= sum(worth.values()):
        remove(s, worth, cx)
        return False
    if battle.seat(battle.loser) < NEUTRAL:
        return True
    # neutrals lose their weakest first
    for u in sorted(worth, key=lambda u: (FIGHT[u], u)):
        if worth[u] <= to_lose:
            remove(s, (u,), cx)
            to_lose -= worth[u]
    return False


EVENTS.add(
    "due",
    "side count heads worth",
    words=lambda e, n: (
        f"The {'defenders' if e['side'] == 1 else 'attackers'} are to lose {words.number(e['count'])}"
        f"{', counted by the head' if e['heads'] else ''}."
    ),
    clause=("10.7", "9.7"),
)
EVENTS.add(
    "no garrison",
    "area seat",
    words=lambda e, n: f"{telling.seat(e, n):has|have} no army to hold {words.area(e['area'])}.",
    clause=("10.9", "9.91"),
)
