"""Where stacks could go, as the coach sees it: whole sequences of legal actions, each attack with the lab's odds.

Everything is found by the rules' own steps and by the lab, on the position as somebody may know it who sees this page: what
is looked at is either public or the seat's own. A plan stops where dice or a drawn spell come in, since nobody knows what
follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from elric.kernel import running
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, FLEET, HERO, KIND, MAGIC
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.prospects import battle_of, coming
from elric.young_kingdoms.lab.risk import Risk, risk
from elric.young_kingdoms.lab.spec import BattleError
from elric.young_kingdoms.lab.walk import STILL, Asked
from elric.young_kingdoms.movement.terrain import IMRRYR, besieged, carriers, enemy_city, room
from elric.young_kingdoms.position.state import ASHORE, FACE_UP, HIDDEN, State, own_in
from elric.young_kingdoms.teaching.decision import leader as leader_of
from elric.young_kingdoms.teaching.ways import Route, reach

__all__ = [
    "Plan", "abroad", "after", "assaults", "attacks", "begins", "best", "best_leader", "can_go", "embarked", "forget", "guards", "in_hand",
    "joining", "leaderless", "leads", "on_foot_and_aboard", "overland", "ships", "stacks", "strength", "takes_along", "targets",
]  # fmt: skip

GOING: Final = frozenset(("step", "sail", "land", "attack", "fly", "sway", "board"))
STACKS: Final = 3  # stacks worked out at a decision which stack to move
_ATTACKS: Final = 2  # attacks asked the lab about for each of them
_CLOSE: Final = 2  # areas: how near an enemy must be for a city to be held
_KEPT: dict[tuple[Any, ...], tuple[Plan, ...]] = {}
_MOST: Final = 24


class Plan(NamedTuple):
    """What a stack could do.

    Attributes:
        leader: who leads it.  start: where it stands.
        take: takes the stack up; empty when it is in hand.  left: pieces set down, for want of room aboard or to hold a city.
        ship: the ship that it boards, or -1.  ready: sets pieces down and goes aboard.
        go: the way, one area at a time; empty when the plan is to stay.
        area: where it leads.  risk: the lab's figures where it leads to an attack, else None.
        goal: the area that it comes nearer to (-1: none), and `far` how many areas are left.
        cost: in movement points.
    """

    leader: int
    start: int
    take: tuple[Action, ...]
    left: tuple[int, ...]
    ship: int
    ready: tuple[Action, ...]
    go: tuple[Action, ...]
    area: int
    risk: Risk | None
    goal: int
    far: int
    cost: int

    @property
    def actions(self) -> tuple[Action, ...]:
        """All of it, in order."""
        return (*self.take, *self.ready, *self.go)

    @property
    def good(self) -> bool:
        """Whether it is an attack that is won more often than not."""
        return self.risk is not None and 2 * self.risk.win > 1

    @property
    def rank(self) -> tuple[Any, ...]:
        """To sort by: attacks by the lab, the best first; then marches, those that come nearest."""
        r = self.risk
        if r is not None:
            return (0, -r.win, -(r.falls or 0), self.cost, self.area, self.start)
        return (1, self.far, self.cost, self.area, self.start)


def forget() -> None:
    """Forget every position asked about, for whoever measures."""
    _KEPT.clear()


# ---- the best of them -----------------------------------------------------------------------------------------------


def assaults(g: Game, viewer: int) -> tuple[Plan, ...]:
    """Attacks that the seat could begin now with the stack in hand, or with a stack it could take up: by the lab, the best
    first.

    Args:
        viewer: whose knowledge counts; an onlooker's when -1.
    """
    found: dict[tuple[int, int], Plan] = {}
    for p in _all(g, viewer):
        if p.risk is not None:
            found.setdefault((p.start, p.area), p)
    return tuple(found.values())


def best(g: Game, viewer: int) -> Plan | None:
    """The plan to recommend: the attack that is won most often if it is won more often than not, else the march that comes
    nearest to something worth going to; None when there is neither."""
    found = _all(g, viewer)
    good = next((p for p in found if p.good), None)
    return good or next((p for p in found if p.risk is None), None)


def _all(g: Game, viewer: int) -> tuple[Plan, ...]:
    key = (g.state.key(), viewer)
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        made = _of_stack(g, g.state, (), viewer) if in_hand(g.state) else _of_all(g, viewer)
        found = _KEPT[key] = tuple(sorted(made, key=lambda p: p.rank))
    return found


def in_hand(s: State) -> bool:
    """Whether a stack is being moved."""
    return bool(s.agenda) and s.agenda[-1][0].name == "stack"


def _of_all(g: Game, viewer: int) -> Iterator[Plan]:
    """Plans of the stacks that could be taken up, those nearest to something worth going to first."""
    s = g.state
    wanted = targets(s)
    starts: dict[int, int] = {}
    for a in leads(g):
        starts[s.place[a]] = 0
    for area in starts:
        starts[area] = min((far for t in wanted if (far := BOARD.distances(area)[t]) >= 0), default=99)
    looked = 0
    for area in sorted(starts, key=lambda a: (starts[a], a)):
        if besieged(s, area, s.player) or (s.scenario.solo and area in wanted):
            continue  # shut in; or what lies hidden here is searched for first
        leader = best_leader(g, area)
        for actions in _companies(s, leader, hold=True):
            t = after(s, actions)
            if t is None or not can_go(t):
                continue
            if any(KIND[u] == ARMY for u in t.moving) or s.scenario.solo or _alone(s, leader):
                yield from _of_stack(g, t, actions, viewer)
            break
        looked += 1
        if looked == STACKS:
            return


def stacks(g: Game) -> Iterator[tuple[Plan, State]]:
    """Every stack that could be taken up, or the one in hand, as a plan that goes nowhere yet, and the position with it in
    hand: on foot, and gone aboard where a ship lies ready."""
    s = g.state
    if in_hand(s):
        yield from on_foot_and_aboard(g, s, ())
        return
    for area in sorted({s.place[u] for u in leads(g)}):
        if besieged(s, area, s.player):
            continue
        leader = best_leader(g, area)
        for actions in _companies(s, leader, hold=True):
            t = after(s, actions)
            if t is not None and can_go(t):
                yield from on_foot_and_aboard(g, t, actions)
                break


def on_foot_and_aboard(g: Game, t: State, take: Sequence[Action]) -> Iterator[tuple[Plan, State]]:
    leader = leader_of(t)
    here = t.place[leader]
    if t.assaults >> here & 1:
        return
    base = Plan(leader, here, tuple(take), (), -1, (), (), here, None, -1, 99, 0)
    yield base, t
    yield from embarked(g, t, base)


def _alone(s: State, leader: int) -> bool:
    """Whether a leader has no army where he stands: then he may go to one."""
    return not any(KIND[u] == ARMY for u in own_in(s, s.place[leader], s.player))


# ---- taking a stack up ----------------------------------------------------------------------------------------------


def leads(g: Game) -> list[int]:
    """Who could take a stack up now."""
    return [a.args[0] for a in g.legal_actions() if a.verb == "lead"]


def best_leader(g: Game, area: int) -> int:
    """Who would lead a stack out of an area: the strongest with movement left, -1 when nobody can."""
    ready = set(leads(g))
    here = [u for u in own_in(g.state, area, g.state.player) if u in ready]
    return max(here, key=lambda u: (FIGHT[u], MAGIC[u] == 0, -u), default=-1)


def takes_along(g: Game, leader: int) -> list[Action]:
    """What to play to take up a leader with a company that can go somewhere: every army that can come, else also the
    personalities there whom he needs, else as many armies as a ship has room for, else nobody. Every action is legal in its
    turn."""
    first: list[Action] = []
    for actions in _companies(g.state, leader):
        first = first or actions
        t = after(g.state, actions)
        if t is not None and can_go(t):
            return actions
    return first or [Action("lead", (leader,))]


def can_go(t: State) -> bool:
    """Whether the stack in hand can go anywhere as it stands, on its feet or aboard a ship that does not sink under it."""
    if not in_hand(t):
        return False
    armies = sum(KIND[u] == ARMY for u in t.moving)
    return any(a.verb in GOING and (a.verb != "board" or armies <= room(t, a.args[0])) for a in running.legal(t))


def _companies(s: State, leader: int, hold: bool = False) -> Iterator[list[Action]]:
    """Companies for a leader, the one that is wanted first. `hold`: an army stays where it holds a city against an enemy who
    is near."""
    here = [u for u in own_in(s, s.place[leader], s.player) if u != leader]
    aboard = s.aboard[leader] != ASHORE
    mates = [u for u in here if KIND[u] == HERO and (s.aboard[u] != ASHORE) == aboard]
    armies = [u for u in here if KIND[u] == ARMY and s.aboard[u] == ASHORE and s.spent[u] <= s.spent[leader]]
    if aboard:
        armies = []
    if hold and ((len(armies) > 1 and _held(s, s.place[leader])) or (armies and abroad(s, s.place[leader]))):
        armies = armies[:-1]
    berths = max((room(s, x) for x in ships(s, s.place[leader])), default=0)
    seen = set()
    for wanted in (armies, [*mates, *armies], armies[:berths], [*mates, *armies[:berths]], mates, []):
        actions = joining(s, leader, wanted)
        if actions and tuple(actions) not in seen:
            seen.add(tuple(actions))
            yield actions


def guards(s: State, p: Plan) -> bool:
    """Whether a plan leaves exactly one army behind, to hold a city against an enemy who is near."""
    going = {a.args[0] for a in p.take if a.args}
    stay = [u for u in own_in(s, p.start, s.player) if KIND[u] == ARMY and u not in going]
    return bool(p.take) and len(stay) == 1 and _held(s, p.start)


def abroad(s: State, a: int) -> bool:
    """Whether a city of the player's is another nation's, and so goes back to it without an army ([10.9.1] / 9.91)."""
    if not BOARD.city[a] or s.control[a] != s.player:
        return False
    nation = pieces.NATION_INDEX.get(BOARD.nation[a], -1)
    return nation < 0 or s.nation_owner[nation] != s.player


def _held(s: State, a: int) -> bool:
    """Whether a city of the player's would be left to an enemy who is near, or go back to its nation."""
    if not BOARD.city[a] or s.control[a] != s.player:
        return False
    if abroad(s, a):
        return True
    far = BOARD.distances(a)
    return any(
        0 < far[x] <= _CLOSE
        for o in range(s.scenario.seats)
        if o != s.player
        for x in BOARD.lands
        if s.who[x] >> o & 1 and any(KIND[u] == ARMY for u in own_in(s, x, o))
    )


def joining(s: State, leader: int, wanted: Sequence[int]) -> list[Action]:
    """What takes a leader up with those of these who may come; nothing when he cannot lead."""
    t = s.copy()
    first = Action("lead", (leader,))
    if not _do(t, first):
        return []
    actions = [first]
    for u in wanted:
        a = Action("join", (u,))
        if in_hand(t) and _do(t, a):
            actions.append(a)
    return actions


def after(s: State, actions: Sequence[Action]) -> State | None:
    """The position after these; None when one of them is not legal."""
    t = s.copy()
    return t if all(_do(t, a) for a in actions) else None


def _do(t: State, a: Action) -> bool:
    """Carry out an action on a copy; False when it is illegal, or would call on chance. The copy is of no use then."""
    if not running.allowed(t, a):
        return False
    try:
        running.apply(t, a, STILL)
    except Asked:
        return False
    return True


# ---- where a stack could go -----------------------------------------------------------------------------------------


def _of_stack(g: Game, t: State, take: Sequence[Action], viewer: int) -> Iterator[Plan]:
    """Plans of a stack that is in hand in `t`, `take` having been played on the game's own position."""
    leader = leader_of(t)
    here = t.place[leader]
    if t.assaults >> here & 1:
        return  # it stands before the enemy
    base = Plan(leader, here, tuple(take), (), -1, (), (), here, None, -1, 99, 0)
    found = reach(t)
    open_ = list(attacks(g, t, base, found, viewer))
    yield from open_
    march = _march(t, base, found)
    if march is not None:
        yield march
    elif not any(p.good for p in open_):
        yield from _by_sea(g, t, base, viewer)


def attacks(g: Game, t: State, base: Plan, found: Any, viewer: int) -> Iterator[Plan]:
    """Every attack on another player that lies open without danger on the way, with its odds."""
    if not any(FIGHT[u] for u in t.moving):
        return
    open_ = [r for r in found.values() if not r.risk and begins(t, r)]
    if base.take and len(open_) > _ATTACKS:
        # which stack to move is asked about many: each by the attacks that look best on the map
        open_ = sorted(open_, key=lambda r: (_seen(t, r.area), r.area))[:_ATTACKS]
    for r in open_:
        try:
            odds = risk(g, t.player, battle_of(t, r.area, coming(t, r), viewer))
        except BattleError:
            continue
        yield base._replace(go=r.actions, area=r.area, risk=odds, cost=r.cost)


def begins(t: State, r: Route) -> bool:
    """Whether going there begins a battle with another player: a wall that nobody mans may be stormed, too."""
    storm = enemy_city(t, r.area, t.player) and BOARD.wall[r.area] > 0
    return (r.attack or storm) and against_somebody(t, r.area)


def _seen(t: State, a: int) -> int:
    """What stands in an area against an attack, as everybody can see it."""
    wall = BOARD.wall[a] if enemy_city(t, a, t.player) else 0
    foes = (u for o in range(t.scenario.seats) if o != t.player for u in own_in(t, a, o))
    return wall + sum(FIGHT[u] for u in foes if KIND[u] != FLEET)


def _march(t: State, base: Plan, found: Any) -> Plan | None:
    """The way that comes nearest to something worth going to that the stack outweighs, or is even with, as everybody can
    see; for a personality alone, to an army that has no leader."""
    open_ = [r for r in found.values() if not r.attack and bearable(t, r)]
    solo = t.scenario.solo
    if not solo and not any(KIND[u] in (ARMY, FLEET) for u in t.moving):
        camps = [r for r in open_ if leaderless(t, r.area)]
        if not camps:
            return None
        r = min(camps, key=lambda r: (r.cost, r.area))
        return base._replace(go=r.actions, area=r.area, goal=r.area, far=0, cost=r.cost)
    afloat = bool(carriers(t, t.moving))
    mine = strength(t)
    steps = _far if afloat or solo else overland
    wanted = [goal for goal in targets(t) if solo or _seen(t, goal) <= mine]
    fars = [(goal, steps(goal)) for goal in wanted]
    now = min((f[base.start] for _, f in fars if f[base.start] >= 0), default=99)
    if now == 99 and not afloat and not solo:
        # no way over land: to where a ship lies ready
        fars = [(a, overland(a)) for a in BOARD.lands if ships(t, a)]
        now = min((f[base.start] for _, f in fars if f[base.start] >= 0), default=99)
    ways = [
        (f[r.area], goal, r)
        for goal, f in fars
        for r in open_
        if 0 <= f[r.area] < now and (afloat or BOARD.kind[r.area] == LAND) and (solo or _stands(t, r.area))
    ]
    if not ways:
        return None
    far, goal, r = min(ways, key=lambda w: (w[0], not BOARD.capital[w[1]], w[2].cost, w[2].area, w[1]))
    return base._replace(go=r.actions, area=r.area, goal=goal, far=far, cost=r.cost)


def strength(t: State) -> int:
    """What the stack in hand brings to a battle on land, before spells and dice."""
    return sum(FIGHT[u] for u in t.moving if KIND[u] != FLEET)


def _stands(t: State, a: int) -> bool:
    """Whether the stack in hand would be no weaker there than any enemy stack beside it, as everybody can see them."""
    mine = strength(t)
    return all(
        mine >= sum(FIGHT[u] for u in own_in(t, x, o) if KIND[u] != FLEET)
        for x in BOARD.near[a]
        for o in range(t.scenario.seats)
        if o != t.player and t.who[x] >> o & 1
    )


def _by_sea(g: Game, t: State, base: Plan, viewer: int) -> Iterator[Plan]:
    """The stack gone aboard a ship beside it: where it could attack, or sail."""
    for sea, x in embarked(g, t, base):
        found = reach(x)
        yield from attacks(g, x, sea, found, viewer)
        if (sail := _march(x, sea, found)) is not None:
            yield sail


def embarked(g: Game, t: State, base: Plan) -> Iterator[tuple[Plan, State]]:
    """The stack gone aboard a ship beside it, with as many armies as there is room for."""
    armies = [u for u in t.moving if KIND[u] == ARMY]
    if not armies or carriers(t, t.moving):
        return
    for ship in sorted(ships(t, base.start), key=lambda u: (not _in_port(t, base.start, u), -room(t, u), u)):
        left = armies[room(t, ship) :]
        ready = (*(Action("drop", (u,)) for u in left), Action("board", (ship,)))
        x = after(t, ready)
        if x is None or not in_hand(x):
            continue
        sea = base._replace(left=tuple(left), ship=ship, ready=ready)
        if base.take and left:  # whoever would be left behind need not be taken up
            take = tuple(a for a in base.take if not a.args or a.args[0] not in left)
            sea = sea._replace(take=take, left=(), ready=ready[-1:])
            if after(g.state, sea.actions) is None:
                continue
        yield sea, x
        return


def ships(s: State, a: int) -> list[int]:
    """The player's ships with room that could be boarded from an area: in its port, or off its coast."""
    if BOARD.kind[a] != LAND:
        return []
    beside = (a, *(x for x in BOARD.near[a] if BOARD.kind[x] != LAND))
    return [u for x in beside for u in own_in(s, x, s.player) if KIND[u] == FLEET and room(s, u) > 0]


def _in_port(s: State, a: int, ship: int) -> bool:
    """Whether a ship lies where going aboard costs one point, and not all of them ([7.3] / 6.31)."""
    return s.place[ship] == a or s.place[ship] in BOARD.ports[a]


def leaderless(s: State, a: int) -> bool:
    """Whether an army of the player's stands here and nobody leads it."""
    mine = own_in(s, a, s.player)
    return any(KIND[u] == ARMY for u in mine) and not any(KIND[u] == HERO for u in mine)


def bearable(s: State, r: Route) -> bool:
    """Whether the dangers of a way may be run: alone, those of the wilderness are what one goes for."""
    return not r.risk or (s.scenario.solo and "perilous sea" not in r.risk)


# ---- what is worth going to -----------------------------------------------------------------------------------------


def targets(s: State) -> list[int]:
    """Areas worth going to by the scenario's aim: other players' cities and pieces; alone, where something lies hidden or a
    monster waits, and Melnibone once a Dragon Master has been won."""
    if s.scenario.solo:
        if any(s.owner[u] == s.player and s.place[u] < BOARD.size for u in pieces.DRAGONMASTERS):
            return [IMRRYR]
        return [a for a in BOARD.lands if HIDDEN + a in s.spell_at or FACE_UP + a in s.spell_at]
    return [a for a in BOARD.lands if against_somebody(s, a) and not BOARD.wild[a]]


def against_somebody(s: State, a: int) -> bool:
    """Whether an attack there would be on another player, not on neutrals."""
    return enemy_city(s, a, s.player) or any(s.who[a] >> o & 1 for o in range(s.scenario.seats) if o != s.player)


def _far(goal: int) -> list[int]:
    return BOARD.distances(goal)


@cache
def overland(goal: int) -> tuple[int, ...]:
    """Provinces from everywhere to an area, over land only; -1 where no way leads."""
    far = [-1] * BOARD.size
    far[goal] = 0
    ring = [goal]
    while ring:
        beyond = []
        for a in ring:
            for b in BOARD.near[a]:
                if far[b] < 0 and BOARD.kind[b] == LAND:
                    far[b] = far[a] + 1
                    beyond.append(b)
        ring = beyond
    return tuple(far)
