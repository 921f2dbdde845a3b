"""What a stack can be led to do: taken up, marched, put aboard, brought to an attack with the lab's odds. The coach's plans
(`plans`) and those of armies that are taken along on the way (`gathering`) are made of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from elric.kernel import running
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ELRIC, FIGHT, FLEET, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.risk import Risk
from elric.young_kingdoms.lab.walk import STILL, ChanceAsked
from elric.young_kingdoms.movement.company import TO_DROP, TO_JOIN, TO_LEAD
from elric.young_kingdoms.movement.ships import TO_BOARD
from elric.young_kingdoms.planning.ways import Route
from elric.young_kingdoms.position.state import FACE_UP, HIDDEN, State, own_in
from elric.young_kingdoms.world.terrain import IMRRYR, carriers, enemy_city, room

_CLOSE: Final = 2  # areas: how near an enemy must be for a city to be held


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
        along: who is taken along on the way, in `via` (-1: nobody, nowhere).
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
    along: tuple[int, ...] = ()
    via: int = -1

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


def in_hand(s: State) -> bool:
    """Whether a stack is being moved."""
    return bool(s.agenda) and s.agenda[-1].step.name == "stack"


def after(s: State, actions: Sequence[Action]) -> State | None:
    """The position after these; None when one of them is not legal."""
    t = s.copy()
    return t if all(do(t, a) for a in actions) else None


def legal_part(s: State, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Of these actions the first ones that are legal one after another."""
    t, out = s.copy(), []
    for a in actions:
        if not running.allowed(t, a):
            break
        out.append(a)
        try:
            running.apply(t, a, STILL)
        except ChanceAsked:
            break
        if not t.agenda or t.agenda[-1].step is not s.agenda[-1].step or t.seat != s.seat:
            break
    return tuple(out)


def as_far(s: State, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Of these actions those that can be carried out one after another, as far as can be seen before luck falls."""
    t, found = s.copy(), []
    for a in actions:
        carried = _carry_out(t, a)
        if carried is False:
            break
        found.append(a)
        if carried is None:
            break
    return tuple(found)


def legal_run(g: Game, actions: Sequence[Action]) -> bool:
    """Whether actions are legal one after another, as far as can be seen before luck falls."""
    t = g.state.copy()
    for a in actions:
        carried = _carry_out(t, a)
        if carried is not True:
            return carried is None
    return True


def do(t: State, a: Action) -> bool:
    """Carry out an action on a copy; False when it is illegal, or would call on chance. The copy is of no use then."""
    return _carry_out(t, a) is True


def _carry_out(t: State, a: Action) -> bool | None:
    """Carry out an action on a copy: False when it is illegal, None when it calls on chance."""
    if not running.allowed(t, a):
        return False
    try:
        running.apply(t, a, STILL)
    except ChanceAsked:
        return None
    return True


def joining(s: State, leader: int, wanted: Sequence[int]) -> list[Action]:
    """What takes a leader up with those of these who may come; nothing when he cannot lead."""
    t = s.copy()
    first = TO_LEAD(leader)
    if not do(t, first):
        return []
    actions = [first]
    for u in wanted:
        a = TO_JOIN(u)
        if in_hand(t) and do(t, a):
            actions.append(a)
    return actions


def begins(t: State, r: Route) -> bool:
    """Whether going there begins a battle: with another player, whose wall may be stormed when nobody mans it, or with those who
    hold a city for themselves, as Imrryr is held in some scenarios."""
    if not against_somebody(t, r.area):
        return r.attack and BOARD.city[r.area]
    return r.attack or (enemy_city(t, r.area, t.player) and BOARD.wall[r.area] > 0)


def march(t: State, base: Plan, found: Any) -> Plan | None:
    """Alone: the way that comes nearest to something worth going to."""
    fars = [(goal, BOARD.distances(goal)) for goal in targets(t)]
    now = min((f[base.start] for _, f in fars if f[base.start] >= 0), default=99)
    afloat = bool(carriers(t, t.moving))
    ways = [
        (f[r.area], goal, r)
        for goal, f in fars
        for r in found.values()
        if not r.attack and bearable(t, r) and 0 <= f[r.area] < now and (afloat or BOARD.kind[r.area] == LAND)
    ]
    if not ways:
        return None
    far, goal, r = min(ways, key=lambda w: (w[0], not BOARD.capital[w[1]], w[2].cost, w[2].area, w[1]))
    return base._replace(go=r.actions, area=r.area, goal=goal, far=far, cost=r.cost)


def strength(t: State) -> int:
    """What the stack in hand brings to a battle on land, before spells and dice."""
    return sum(FIGHT[u] for u in t.moving if KIND[u] != FLEET)


def embarked(g: Game, t: State, base: Plan, lone: bool = False) -> Iterator[tuple[Plan, State]]:
    """The stack gone aboard a ship beside it, with as many armies as there is room for.

    Args:
        lone: whether personalities who have no army go aboard, as those do who go with Elric or to him.
    """
    if carriers(t, t.moving):
        return
    armies = [u for u in t.moving if KIND[u] == ARMY]
    able = [u for u in ships(t, base.start) if ELRIC in t.moving or (room(t, u) > 0 if armies else lone)]
    for ship in sorted(able, key=lambda u: (not in_port(t, base.start, u), -room(t, u), u)):
        left = armies[room(t, ship) :]
        ready = (*(TO_DROP(u) for u in left), TO_BOARD(ship))
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
    """The player's ships that could be boarded from an area: in its port, or off its coast. One full of armies still takes
    personalities ([7.1] / 6.1)."""
    if BOARD.kind[a] != LAND:
        return []
    beside = (a, *(x for x in BOARD.near[a] if BOARD.kind[x] != LAND))
    return [u for x in beside for u in own_in(s, x, s.player) if KIND[u] == FLEET]


def in_port(s: State, a: int, ship: int) -> bool:
    """Whether a ship lies where going aboard costs one point, and not all of them ([7.3] / 6.31)."""
    return s.place[ship] == a or s.place[ship] in BOARD.ports[a]


def bearable(s: State, r: Route) -> bool:
    """Whether the dangers of a way may be run: alone, those of the wilderness are what one goes for."""
    return not r.risk or (s.scenario.solo and "perilous sea" not in r.risk)


def abroad(s: State, a: int) -> bool:
    """Whether a city of the player's is another nation's, and so goes back to it without an army ([10.9.1] / 9.91)."""
    if not BOARD.city[a] or s.control[a] != s.player:
        return False
    nation = pieces.NATION_INDEX.get(BOARD.nation[a], -1)
    return nation < 0 or s.nation_owner[nation] != s.player


def held_by_armies(s: State, a: int) -> bool:
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
