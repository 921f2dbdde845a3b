"""Who goes together: of each place one host with everybody who need not stay, on foot and aboard a ship; and single
personalities on an errand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from elric.kernel import running
from elric.kernel.bits import ones
from elric.young_kingdoms.artifacts.bonds import controller
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import (
    ARMY,
    ELRIC,
    FIGHT,
    FLEET,
    HERO,
    HERO_BITS,
    HEROES,
    KIND,
    LAND_MOVES,
    MAGIC,
    MOONGLUM,
    NATION,
    WALKS_SEA,
)
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.walk import STILL
from elric.young_kingdoms.legends.elric import may_part
from elric.young_kingdoms.movement.company import TO_DROP, TO_JOIN, TO_LEAD
from elric.young_kingdoms.movement.ships import TO_ASHORE, TO_BOARD
from elric.young_kingdoms.planning import aims, plans
from elric.young_kingdoms.planning.plans import Plan
from elric.young_kingdoms.planning.reach import EMBARK, piers, stranded
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.planning.ways import Route, may_meet, reach
from elric.young_kingdoms.position.state import ASHORE, HALTED, NEUTRAL, State, cargo, hand, on_board, own_in
from elric.young_kingdoms.world.terrain import IMRRYR, carriers, is_besieged, points_left, room

__all__ = ["DAY", "alone", "awaited", "called", "calling", "companies", "follows", "garrison", "keepers", "on_the_way", "pick_up",
           "through_ports", "to_call"]  # fmt: skip

DAY: Final = 4  # areas that are gone in a turn, about
_COMES: Final = 0.9  # what a point of strength that can be mustered is worth
_LATER: Final = 0.8  # each turn that it takes
_MUCH: Final = 2  # how many times more what comes must be worth than a member of a host


def companies(g: Game, temper: Temper = EVEN, hand_open: bool = True) -> Iterator[tuple[Plan, State]]:
    """Every host that could be taken up, or the stack in hand, as a plan that goes nowhere yet, and the position with it in
    hand; the same gone aboard, where a ship lies ready."""
    s = g.state
    if plans.in_hand(s):
        yield from plans.on_foot_and_aboard(g, s, ())
        return
    ready = plans.leads(g)
    bound = {u for u in ready if hand_open and _sent(s, u)} | keepers(s, s.player)
    # all for one goal, and magic left aside: who adds little else would bar the way for others who may hold what is opposed
    if temper.goal >= 0 and not hand_open:
        bound |= {
            u
            for u in ready
            if MAGIC[u] > FIGHT[u] and any(s.place[x] == s.place[u] and FIGHT[x] > FIGHT[u] for x in ready)
        }
    for area in sorted({s.place[u] for u in ready}):
        if is_besieged(s, area, s.player):
            continue
        here = [u for u in ready if s.place[u] == area and u not in bound]
        fetches = _fetches(s, area)
        here.sort(key=lambda u: (u != fetches, FIGHT[u] == 0, -FIGHT[u], MAGIC[u] == 0, u))
        # in a port those ashore and those aboard are two hosts
        for some in ([u for u in here if s.aboard[u] == ASHORE], [u for u in here if s.aboard[u] != ASHORE]):
            for leader in some[:2]:
                found = _host(s, leader, bound, temper)
                if found is None:
                    continue
                if not s.assaults >> area & 1:
                    yield _nowhere(leader, found)
                    yield from _crew(g, leader, found, bound, temper)
                    barred = _barred(s, found[1].moving) if hand_open else set()
                    for without in (barred, _tired(s, leader, found[1].moving)):
                        fewer = _host(s, leader, bound | without, temper) if without else None
                        if fewer is not None:
                            yield _nowhere(leader, fewer)
                            yield from _crew(g, leader, fewer, bound | without, temper)
                    yield from _leaving(s, area, some, temper)
                break


def _fetches(s: State, area: int) -> int:
    """Whom Elric follows who is aboard while he is ashore, or on foot at sea while he is aboard, or -1: nobody else could take him
    anywhere."""
    voice = controller(s)
    if voice < 0 or s.place[ELRIC] != area or s.owner[ELRIC] != s.player:
        return -1
    afloat = BOARD.kind[area] != LAND
    return voice if (s.aboard[ELRIC] != ASHORE) == afloat == (s.aboard[voice] == ASHORE) else -1


def _barred(s: State, moving: Sequence[int]) -> set[int]:
    """Who would bar Elric's way by the spells that he or she holds: magicians of opposed ones are near, and may not be met on it
    ([9.5] / 8.5)."""
    if ELRIC not in moving:
        return set()
    far = aims.far_off(s.place[ELRIC])
    mine = ones(on_board(s, s.player) & HERO_BITS)
    near = [u for u in mine if u not in moving and s.place[u] != s.place[ELRIC] and 0 <= far[s.place[u]] <= DAY]
    return {u for u in moving if KIND[u] == HERO and u != controller(s) and not may_meet(s, (u,), near, True)}


def _tired(s: State, leader: int, moving: Sequence[int]) -> set[int]:
    """Who has come far today in ships that lie at sea, and keeps the others from going farther ([7.3] / 6.31)."""
    at_sea = BOARD.kind[s.place[leader]] != LAND
    return {u for u in moving if at_sea and s.spent[u] > s.spent[leader]}


def _nowhere(leader: int, found: tuple[list[Action], State]) -> tuple[Plan, State]:
    here = found[1].place[leader]
    return Plan(leader, here, tuple(found[0]), (), -1, (), (), here, None, -1, 99, 0), found[1]


def _crew(
    g: Game, leader: int, found: tuple[list[Action], State], bound: set[int], temper: Temper
) -> Iterator[tuple[Plan, State]]:
    """The host gone aboard one ship, with somebody left behind for every other ship that lies there."""
    s = g.state
    if s.aboard[leader] != ASHORE:  # those who have come ashore for Elric go aboard again with him
        if found[1].aboard[leader] == ASHORE:
            base, t = _nowhere(leader, found)
            yield from plans.embarked(g, t, base)
        return
    docked = plans.ships(s, s.place[leader])
    if not docked:
        return
    spare = sum(room(s, x) > 0 for x in docked)
    mates = [
        u
        for u in plans.leads(g)
        if s.place[u] == s.place[leader] and u not in (leader, ELRIC, MOONGLUM, controller(s), *bound)
    ]
    behind = sorted((u for u in mates if FIGHT[u]), key=lambda u: (FIGHT[u], MAGIC[u], u))[: max(0, spare - 1)]
    crew = _host(s, leader, bound | set(behind), temper)
    if crew is None:
        return
    base, t = _nowhere(leader, crew)
    yield from plans.embarked(g, t, base, lone=aims.only_way(s, s.player, IMRRYR))


def _leaving(s: State, area: int, ready: Sequence[int], temper: Temper) -> Iterator[tuple[Plan, State]]:
    """Those who walk over the sea, without the armies that cannot come along."""
    walkers = [u for u in ready if WALKS_SEA[u] and s.aboard[u] == ASHORE]
    there = own_in(s, area, s.player)
    if not walkers or not any(KIND[u] == ARMY for u in there) or not stranded(s, s.player, area):
        return
    found = _host(s, max(walkers, key=lambda u: (FIGHT[u], -u)), {u for u in there if u not in walkers}, temper)
    if found is not None:
        yield _nowhere(found[1].moving[0], found)


def through_ports(t: State, base: Plan, routes: Mapping[int, Route]) -> Iterator[tuple[Plan, State]]:
    """Elric's host gone to a port and aboard there with all who wait in it, ready to sail into Imrryr in the same turn: only those in
    one stack with him come in, and while he waits for them near there a stronger voice can win him over ([7.5.9], [12.1.2] /
    6.591, 11.122)."""
    if ELRIC not in t.moving or carriers(t, t.moving) or aims.prize(t, t.player, IMRRYR) <= aims.GOAL:
        return
    for port, embark, _ in piers(t, t.player):
        r = routes.get(port)
        if embark > EMBARK or (port != base.start and (r is None or r.attack or r.risk)):
            continue
        x = plans.after(t, r.actions) if r is not None and port != base.start else t
        if x is None or not plans.in_hand(x):
            continue
        way = () if x is t or r is None else r.actions
        for ship in sorted(plans.ships(x, port), key=lambda u: (-room(x, u), u)):
            found = _aboard_in(x, base._replace(go=way, via=port), ship)
            if found is not None:
                yield found
                break


def _aboard_in(x: State, base: Plan, ship: int) -> tuple[Plan, State] | None:
    """A host in a port gone aboard a ship there, with whoever waits there and can go aboard, and the other ships that are manned; None
    where it does not come into Imrryr so."""
    port, berths = base.via, room(x, ship)
    mine = [u for u in x.moving if KIND[u] == ARMY]
    left = mine[berths:]
    wait = [u for u in own_in(x, port, x.player) if u not in x.moving]
    ashore = [u for u in wait if x.aboard[u] == ASHORE]
    armies = [u for u in ashore if KIND[u] == ARMY][: max(0, berths - len(mine))]
    heroes = [u for u in ashore if KIND[u] == HERO and FIGHT[u]]
    # whoever has come far today keeps the ship from sailing far ([7.3] / 6.31)
    for most in sorted({x.spent[u] for u in heroes} | {0}, reverse=True):
        if most + EMBARK > LAND_MOVES:
            continue
        more = [*(TO_DROP(u) for u in left), *_joined(x, [u for u in heroes if x.spent[u] <= most] + armies)]
        y = plans.after(x, (*more, TO_BOARD(ship)))
        if y is None or not plans.in_hand(y):
            continue
        convoy = _joined(y, [u for u in wait if KIND[u] == FLEET])
        for joined in (convoy, []) if convoy else ([],):
            z = plans.after(y, joined)
            if z is not None and plans.in_hand(z) and IMRRYR in reach(z):
                along = tuple(u for u in z.moving if u not in x.moving and KIND[u] != FLEET)
                return base._replace(go=(*base.go, *more, TO_BOARD(ship), *joined), along=along), z
    return None


def alone(g: Game, leader: int) -> tuple[Plan, State] | None:
    """A personality taken up without company."""
    take = [TO_LEAD(leader)]
    t = plans.after(g.state, take)
    if t is None or not plans.in_hand(t):
        return None
    here = t.place[leader]
    return Plan(leader, here, tuple(take), (), -1, (), (), here, None, -1, 99, 0), t


def _host(s: State, leader: int, bound: set[int], temper: Temper) -> tuple[list[Action], State] | None:
    """The largest company of a leader that can go somewhere."""
    area = s.place[leader]
    here = [u for u in own_in(s, area, s.player) if u != leader and u not in bound]
    first = [TO_LEAD(leader)]
    u = plans.after(s, first)
    if u is None or not plans.in_hand(u):
        return None
    in_port = s.aboard[leader] != ASHORE and BOARD.kind[area] == LAND
    fetches = leader == _fetches(s, area)
    if in_port and (fetches or not plans.can_go(u)):  # ashore, with all who are aboard the same ship
        first.append(TO_ASHORE())
    elif fetches:
        first += [*_joined(u, [x for x in here if FIGHT[x]]), TO_BOARD(s.aboard[ELRIC])]
    if len(first) > 1:
        u = plans.after(s, first)
        if u is None or not plans.in_hand(u):
            return None
    aboard = u.aboard[leader] != ASHORE
    here = [x for x in here if x not in u.moving]
    voice = controller(s)  # Elric goes only with whom he follows
    mates = [x for x in here if KIND[x] == HERO and (s.aboard[x] != ASHORE) == aboard and (FIGHT[x] or x == voice)]
    mates.sort(key=lambda x: x != ELRIC)
    armies = [] if aboard else [x for x in here if KIND[x] == ARMY and s.aboard[x] == ASHORE]
    stay = garrison(s, area, temper)
    armies = armies[: max(0, len(armies) - stay)]
    # at sea and with Elric the ships beside come too, each with all who are aboard: only together do they land together
    together = aboard and (BOARD.kind[area] != LAND or ELRIC in u.moving)
    convoy = [x for x in here if KIND[x] == FLEET and cargo(s, x)] if together else []
    berths = max((room(s, x) for x in plans.ships(s, area)), default=0)
    seen = set()
    parting = [u for u in mates if u not in (ELRIC, MOONGLUM, voice)]
    for wanted in (
        *([[*convoy, *mates]] if convoy else ()),
        [*mates, *armies],
        [*parting, *armies],
        [*mates, *armies[:berths]],
        armies,
        mates,
        [],
    ):
        if tuple(wanted) in seen:
            continue
        seen.add(tuple(wanted))
        take = [*first, *_joined(u, wanted)]
        t = plans.after(s, take)
        if (
            t is not None
            and plans.can_go(t)
            and (reach(t) or plans.ships(s, area))
            and may_part(t, area, t.moving, None)
        ):
            return take, t
    return None


def _joined(s: State, wanted: Sequence[int]) -> list[Action]:
    """What brings those of these who may come into the stack in hand."""
    t = s.copy()
    actions = []
    for u in wanted:
        a = TO_JOIN(u)
        if plans.in_hand(t) and running.allowed(t, a):
            running.apply(t, a, STILL)
            actions.append(a)
    return actions


def keepers(s: State, seat: int) -> set[int]:
    """Who stays in Imrryr as long as whoever has it wins by it: those who leave it find the way back through the sea wall with
    Elric alone, and the enemy whom he follows finds it too ([7.5.9] / 6.591)."""
    if s.scenario.goal != "imrryr" or not aims.guard(s, seat, IMRRYR):
        return set()
    return {u for u in own_in(s, IMRRYR, seat) if KIND[u] == HERO and FIGHT[u]}


def garrison(s: State, a: int, temper: Temper = EVEN) -> int:
    """How many armies stay in an area: one in a city that would go back to its nation, and in a capital that an enemy host
    could reach as many as hold it, or a few."""
    seat = s.player
    if s.control[a] != seat or not BOARD.city[a]:
        return 0
    worth = aims.guard(s, seat, a)
    if worth > aims.GOAL:
        return max(5, temper.most) if temper.wide else 5
    least = 1 if plans.abroad(s, a) else 0
    if worth <= aims.CAPITAL:
        return least
    comes, _ = temper.threat(s, seat, a)
    if not comes:
        return least
    enough = next((k for k in range(1, temper.most) if aims.take(comes, k, BOARD.wall[a]) <= temper.safe), temper.most)
    return max(1, min(enough, temper.most))


def awaited(s: State, ship: int) -> bool:
    """Whether a ship that nobody is aboard lies where people of its own side with a leader, ashore within two marches of it, could
    go aboard again: without it they would not leave the continent."""
    at = s.place[ship]
    shores = [plans.overland(a) for a in (at, *BOARD.touch[at]) if BOARD.kind[a] == LAND]
    there = [s.place[u] for u in ones(on_board(s, s.player) & HERO_BITS) if FIGHT[u]]
    return any(0 <= far[a] <= 2 * DAY for far in shores for a in there)


def calling(s: State, u: int) -> list[tuple[int, int]]:
    """Capitals where a personality could muster a nation with a spell in hand, each with the strength that would come
    ([11.0] / 10.1, 10.12)."""
    found = []
    for i in hand(s, u):
        for name in spells.MUSTERS[i]:
            n = pieces.NATION_INDEX.get(name, -1)
            if n < 0 or pieces.NATIONS[n].horde or s.nation_owner[n] == s.player:
                continue
            at = BOARD.main_city(name)
            holder, owner = s.control[at], s.nation_owner[n]
            free = owner >= NEUTRAL and holder == NEUTRAL and not s.who[at] & ~(1 << s.player) & 0b1111
            if free or (owner < NEUTRAL and holder == s.player):
                found.append((at, _comes(n)))
    return found


def to_call(s: State, u: int) -> Iterator[tuple[int, int, Sequence[int]]]:
    """Capitals that a personality could set out for in time to muster a nation there, nobody else who could do it being nearer: each
    with the strength that would come, and how far it is from everywhere."""
    for at, comes in calling(s, u):
        far = aims.far_off(at) if WALKS_SEA[u] else plans.overland(at)
        if 0 <= far[s.place[u]] <= DAY * (aims.turns_left(s) - 1) and not _nearer(s, u, at):
            yield at, comes, far


def called(comes: int, areas: int) -> float:
    """What it is worth to muster so much strength so many areas from where one will be."""
    return _COMES * comes * _LATER ** -(-areas // DAY)


def _sent(s: State, u: int) -> bool:
    """Whether somebody is no member of a host: where he stands he can muster a nation, or what he could muster elsewhere is worth
    much more than what he fights with. Whoever leads Elric is sent nowhere: he would keep him from going anywhere."""
    if u in (ELRIC, controller(s)):
        return False
    if any(at == s.place[u] for at, _ in calling(s, u)):
        return True
    return any(called(comes, far[s.place[u]]) > _MUCH * FIGHT[u] for _, comes, far in to_call(s, u))


def _nearer(s: State, u: int, at: int) -> bool:
    """Whether somebody else who could muster there is nearer to it."""
    far = aims.far_off(at)
    mine = (far[s.place[u]], u)
    return any(
        (far[s.place[x]], x) < mine and any(there == at for there, _ in calling(s, x))
        for x in HEROES
        if x != u and s.owner[x] == s.player and s.place[x] < BOARD.size
    )


def _comes(nation: int) -> int:
    return sum(FIGHT[u] for u in range(pieces.SIZE) if NATION[u] == nation and KIND[u] in (ARMY, HERO) and u != ELRIC)


def pick_up(g: Game, temper: Temper = EVEN) -> list[Action]:
    """Whom the stack in hand could take along from where it stands: Elric, where he follows somebody of it, and the armies, but
    for those who hold the place."""
    s = g.state
    here = s.place[s.moving[0]]
    if s.assaults >> here & 1 or points_left(s) < 1 or carriers(s, s.moving):
        return []
    found = [*([ELRIC] if follows(s) else ()), *waiting(s, here, temper)]
    able = [TO_JOIN(u) for u in found if running.allowed(s, TO_JOIN(u))]
    t = plans.after(s, able) if able else None
    return able if t is not None and plans.in_hand(t) and plans.can_go(t) else []


def waiting(s: State, here: int, temper: Temper) -> list[int]:
    """The armies of a place that wait there to be taken along, but for those who hold it."""
    rest = [u for u in own_in(s, here, s.player) if u not in s.moving]
    # who stands there with them leads them himself, if he has not marched yet
    led = any(KIND[u] == HERO and FIGHT[u] and u != ELRIC and not s.flags[u] & HALTED for u in rest)
    armies = [u for u in rest if KIND[u] == ARMY and not led]
    return armies[: max(0, len(armies) - garrison(s, here, temper))]


def on_the_way(t: State, way: Sequence[Action], temper: Temper) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    """A way with everybody taken along who waits where it leads through, and who they are; the way as it is where nobody does,
    or where it cannot be gone with them."""
    between = {a.args[0] for a in way[:-1] if a.verb == "step"}
    if not any(KIND[u] == ARMY for a in between for u in own_in(t, a, t.player)):
        return tuple(way), ()
    walk = t.copy()
    gone: list[Action] = []
    along: list[int] = []
    for a in way:
        here = walk.place[walk.moving[0]]
        able = waiting(walk, here, temper) if here in between else ()
        for u in able:
            if plans.do(walk, TO_JOIN(u)):
                gone.append(TO_JOIN(u))
                along.append(u)
        if not plans.in_hand(walk) or not running.allowed(walk, a):
            return tuple(way), ()
        gone.append(a)
        if a is not way[-1] and not plans.do(walk, a):
            return tuple(way), ()
    return tuple(gone), tuple(along)


def follows(s: State) -> bool:
    """Whether Elric stands beside the stack in hand and follows somebody of it."""
    return (
        s.owner[ELRIC] == s.player
        and ELRIC not in s.moving
        and s.place[ELRIC] == s.place[s.moving[0]]
        and controller(s) in s.moving
    )
