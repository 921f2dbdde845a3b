"""What a scenario makes worth taking, holding and fetching, and how likely it is to be had, as everybody can see it.

What wins is read from the rules ([5.0], [14.1]-[14.7] / 4.91, 13); how much each thing is worth is ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from elric.young_kingdoms.combat.battle import TABLE, garrison_value, row
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, ELRIC, FIGHT, FLEET, HERO, KIND, WALKS_SEA
from elric.young_kingdoms.planning import plans
from elric.young_kingdoms.position.state import ASHORE, NEUTRAL, TURNS, State, areas_of, own_in
from elric.young_kingdoms.world import victory
from elric.young_kingdoms.world.terrain import IMRRYR, room

__all__ = ["CAPITAL", "CITY", "FREE", "GOAL", "SIEGE", "TAKEN", "assaults", "chance", "comes", "crush", "defence", "elric_worth", "far_off", "force", "goes_on", "guard", "helps", "host", "kings", "last_turn", "later", "long_shot", "only_way", "own",
           "prize", "raised", "ships", "siege", "strikes", "take"]  # fmt: skip

CITY: Final = 0.6
CAPITAL: Final = 2.5
TAKEN: Final = 12.0  # an enemy capital, where the capitals decide
GOAL: Final = 14.0  # what decides the scenario
FREE: Final = 1.0  # a capital that serves nobody: its captor draws a spell ([7.5.2] / 6.522)
_BACK: Final = 16.0  # a capital of one's own that the enemy has
SIEGE: Final = 3  # assaults that are looked ahead
_LATER: Final = 0.5  # what a city is worth that falls an assault later: others come to its help
_PATIENT: Final = 0.75  # the same to whoever wins by Imrryr alone
_HELPS: Final = 4  # turns before the end from which on whatever else is taken helps less and less
_TRY: Final = 0.1  # what is hoped against hope
_ELRIC: Final = 5.0
_DAY: Final = 4  # areas that are gone in a turn


def prize(s: State, seat: int, a: int) -> float:
    """What taking an area is worth to a seat, beyond who stands there."""
    if s.control[a] == seat or not BOARD.city[a]:
        return 0.0
    if a == IMRRYR and victory.imrryr_counts(s):
        return CAPITAL + (3 * GOAL if s.scenario.goal == "imrryr" else 2 * GOAL)
    holder = s.control[a]
    if not BOARD.capital[a]:
        return CITY if holder < NEUTRAL else 0.2
    if s.scenario.goal == "imrryr":
        return helps(s, seat, a) * (CAPITAL if holder < NEUTRAL else 1.0)
    nation = BOARD.nation[a]
    if s.scenario.goal == "capitals":
        k = 0 if victory.group_of(s, 0) == seat else 1
        kept = redoubt(s)
        if nation in s.scenario.groups[1 - k].nations:
            if k:
                return GOAL
            # whoever has sailed to one is not there when the last of his own is stormed
            return TAKEN if kept >= 0 and plans.overland(a)[kept] >= 0 else CAPITAL
        if nation in s.scenario.groups[k].nations:
            return CAPITAL if k else _BACK if kept >= 0 else 3 * GOAL
        return CAPITAL if holder < NEUTRAL else FREE
    owner = s.nation_owner[pieces.NATION_INDEX[nation]]
    if owner < NEUTRAL and owner != seat:
        return TAKEN
    if holder < NEUTRAL:
        return TAKEN if a in victory.capitals(s, holder) else CAPITAL
    return FREE


def guard(s: State, seat: int, a: int) -> float:
    """What it would cost a seat to lose a city of its own: what it is worth to the enemy who wants it most."""
    if s.control[a] != seat or not BOARD.capital[a]:
        return 0.0
    if a == IMRRYR and victory.imrryr_counts(s):
        return 3 * GOAL
    nation = BOARD.nation[a]
    if s.scenario.goal == "capitals":
        if a == redoubt(s) and s.turn > 1:  # in the first turn nobody stands before it yet
            return 3 * GOAL
        if seat == victory.group_of(s, 0):
            return TAKEN if any(nation in group.nations for group in s.scenario.groups) else CAPITAL
        return GOAL if nation in s.scenario.groups[0].nations else CAPITAL
    if s.scenario.goal == "imrryr":
        return CAPITAL
    mine = s.nation_owner[pieces.NATION_INDEX[nation]] == seat or a in victory.capitals(s, seat)
    return TAKEN if mine else CAPITAL


def redoubt(s: State) -> int:
    """Where the enemy must have three capitals, and one of them held to the end is enough: the one that is held best; -1 where
    none is held ([14.3] / 13.3)."""
    if s.scenario.goal != "capitals":
        return -1
    seat = victory.group_of(s, 0)
    held = [a for n in s.scenario.groups[0].nations if s.control[a := BOARD.main_city(n)] == seat]
    return max(held, key=lambda a: (own(s, a, seat), -a), default=-1)


def elric_worth(s: State, seat: int) -> float:
    """What it is worth to have Elric: he opens Imrryr, or keeps it shut."""
    if not s.scenario.elric or not victory.imrryr_counts(s):
        return _ELRIC
    if s.scenario.goal == "imrryr" and victory.group_of(s, 0) == seat:
        return 2.5 * _ELRIC * helps(s, seat)
    return 1.5 * _ELRIC


def kings(s: State) -> list[int]:
    """The two sorcerers whom a duel is about; nobody elsewhere ([14.7])."""
    if s.scenario.goal != "duel":
        return []
    return [pieces.INDEX[u] for group in s.scenario.groups for u in group.pieces]


# ---- strength, as everybody can see it ------------------------------------------------------------------------------


def own(s: State, a: int, seat: int) -> int:
    """What a seat's pieces in an area are worth on land, before spells and dice."""
    return sum(FIGHT[u] for u in own_in(s, a, seat) if KIND[u] != FLEET)


def host(s: State, a: int, seat: int) -> int:
    """The strongest other seat in an area."""
    return max((own(s, a, o) for o in range(s.scenario.seats) if o != seat and s.who[a] >> o & 1), default=0)


def ships(s: State, a: int, owner: int) -> int:
    """What fleets in a port add to the defence of it, where they do ([10.9.5] / 9.961)."""
    if not s.rules.port_fleets_help or s.control[a] != owner:
        return 0
    return sum(FIGHT[u] for u in own_in(s, a, owner) if KIND[u] == FLEET)


def defence(s: State, a: int, seat: int) -> tuple[int, int]:
    """Who defends an area against a seat, and behind what wall."""
    holder = s.control[a] if BOARD.city[a] else NEUTRAL + 1
    wall = BOARD.wall[a] if holder != seat and holder <= NEUTRAL else 0
    there = host(s, a, seat)
    if holder == NEUTRAL:
        home = sum(FIGHT[u] for u in own_in(s, a, NEUTRAL) if KIND[u] != FLEET and u != ELRIC)
        there = max(there, (home or garrison_value(a)) + ships(s, a, NEUTRAL))
    elif holder < NEUTRAL and holder != seat:
        there = max(there, own(s, a, holder) + ships(s, a, holder))
    return there, wall


def comes(s: State, enemy: int, a: int) -> tuple[int, int]:
    """The strongest host of another seat that could be in an area within a turn, and where it stands (-1: nobody): one that
    somebody leads, over land, or aboard ships that are there."""
    most, place = 0, -1
    for at, there, by_land in _hosts(s, enemy, a):
        able = there if by_land else [u for u in there if s.aboard[u] != ASHORE]
        strong = sum(FIGHT[u] for u in able if KIND[u] != FLEET)
        if strong > most:
            most, place = strong, at
    return most, place


def strikes(s: State, enemy: int, a: int) -> tuple[int, int]:
    """Upper estimate of the same: with all units that cross the sea on foot, and armies that could go aboard a ship there."""
    walkers = most = 0
    place = -1
    for at, there, by_land in _hosts(s, enemy, a):
        heroes = sum(FIGHT[u] for u in there if KIND[u] == HERO and WALKS_SEA[u])
        walkers += heroes
        if by_land:
            strong = sum(FIGHT[u] for u in there if KIND[u] != FLEET) - heroes
        else:
            armies = sum(FIGHT[u] for u in there if KIND[u] == ARMY)
            aboard = sum(FIGHT[u] for u in there if KIND[u] == ARMY and s.aboard[u] != ASHORE)
            berths = sum(max(0, room(s, x)) for x in plans.ships(s, at))
            strong = min(armies, aboard + berths)
        if strong > most:
            most, place = strong, at
    return walkers + most, place


def _hosts(s: State, enemy: int, a: int) -> Iterator[tuple[int, Sequence[int], bool]]:
    """Where another seat has units that somebody leads within a turn of an area: the place, the units, whether over land."""
    land, sea = plans.overland(a), far_off(a)
    for at in areas_of(s, enemy):
        if 0 <= sea[at] <= _DAY:
            there = own_in(s, at, enemy)
            if any(KIND[u] == HERO and FIGHT[u] for u in there):
                yield at, there, 0 <= land[at] <= _DAY


@cache
def force(ahead: int) -> float:
    """How often a side wins whose total is so much ahead before the dice (behind, below 0)."""
    if ahead > 5 or ahead < -5:
        return 1.0 if ahead > 0 else 0.0
    won = sum(ahead + x - y > 0 for x in range(6) for y in range(6))
    return won / (36 - sum(ahead + x == y for x in range(6) for y in range(6)))


@cache
def take(mine: int, theirs: int, wall: int) -> float:
    """How often a city falls to one assault ([7.5.2], [10.6] / 6.52, 9.6)."""
    return crush(mine, theirs, wall) if wall else force(mine - theirs)


@cache
def crush(mine: int, theirs: int, wall: int) -> float:
    """How often nobody is left of those who are attacked ([10.6] / 9.6)."""
    need = theirs + wall
    fell = 0
    for x in range(6):
        for y in range(6):
            ahead = mine + x - need - y
            losses = TABLE[row(ahead)].losses if ahead > 0 else 0
            fell += losses < 0 or losses >= need
    return fell / 36


@cache
def siege(mine: int, theirs: int, wall: int, turns: int, raised: int = 0, later: float = _LATER) -> float:
    """How far so much strength may hope to take a city by an assault a turn: each that is won thins the defenders out, one
    that is lost ends it, and a city taken later is worth less. `raised`: how many armies come back to it each turn."""
    if turns <= 0 or not wall:
        return force(mine - theirs) if turns > 0 else 0.0
    need, found = theirs + wall, 0.0
    for x in range(6):
        for y in range(6):
            ahead = mine + x - need - y
            if ahead > 0:
                losses = TABLE[row(ahead)].losses
                if losses < 0 or losses >= need:
                    found += 1
                elif losses and theirs:
                    found += later * siege(mine, max(0, theirs - losses) + raised, wall, turns - 1, raised, later)
                else:
                    found += later * siege(mine, theirs, wall, turns - 1, raised, later) if turns > 1 else 0.0
    return found / 36


def goes_on(mine: int, theirs: int, wall: int, turns: int, raised: int, later: float) -> float:
    """How far an assault that is won, and the city stands, may hope for those that follow: it has thinned the defenders out."""
    losses = TABLE[row(max(1, mine - theirs - wall))].losses
    thinned = 0 if losses < 0 else max(0, theirs - losses)
    return later * siege(mine, thinned + raised, wall, turns, raised, later)


def chance(mine: int, theirs: int, wall: int, raised: int = 0, later: float = _LATER) -> float:
    """How far so much strength may hope to have an area: at one stroke, or by a siege that thins the defenders out."""
    return siege(mine, theirs, wall, SIEGE, raised, later)


def raised(s: State, a: int) -> int:
    """How many armies come back each turn to a city that is besieged: one to the capital of its nation, if a player has it ([6.0] / 5)."""
    n = pieces.NATION_INDEX.get(BOARD.nation[a], -1)
    return int(n >= 0 and s.control[a] == s.nation_owner[n] < NEUTRAL and BOARD.main_city(BOARD.nation[a]) == a)


@cache
def far_off(goal: int) -> tuple[int, ...]:
    """Areas from everywhere to an area, over land and sea."""
    return tuple(BOARD.distances(goal))


def only_way(s: State, seat: int, a: int) -> bool:
    """Whether a seat wins by taking an area and by nothing else ([14.2] / 13.2)."""
    return a == IMRRYR and s.scenario.goal == "imrryr" and seat == victory.group_of(s, 0) and s.control[a] != seat


def long_shot(mine: int, meets: int) -> float:
    """What the hope for the only way to win is never less than: whoever does not try loses too."""
    return _TRY * min(1.0, mine / max(1, meets)) ** 2


def helps(s: State, seat: int, a: int = -1) -> float:
    """What is left of the worth of a place, of a battle there, or of anything else (-1), to whoever wins by Imrryr alone: it has to
    help him there in the turns to come ([14.2] / 13.2)."""
    if a == IMRRYR or not only_way(s, seat, IMRRYR):
        return 1.0
    return min(1.0, (turns_left(s) - 1) / _HELPS)


def later(s: State, seat: int) -> float:
    """What a place is worth to a seat that falls an assault later."""
    return _PATIENT if only_way(s, seat, IMRRYR) else _LATER


def assaults(s: State, seat: int, a: int) -> int:
    """How many assaults on a place a seat looks ahead: all that are left, where nothing else wins."""
    left = turns_left(s)
    return left if only_way(s, seat, a) else min(SIEGE, left)


def turns_left(s: State) -> int:
    """How many turns are to be played, this one counted."""
    return last_turn(s) - s.turn + 1


def last_turn(s: State) -> int:
    """The turn with which the game ends, as things stand."""
    return min(int(s.ends), TURNS) if s.tipped else TURNS
