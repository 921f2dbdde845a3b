"""Who goes together: of each place one host with everybody who need not stay, on foot and aboard a ship; and single
personalities on an errand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from elric.kernel import running
from elric.young_kingdoms.artifacts.bonds import controller
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ELRIC, FIGHT, HERO, KIND, MAGIC, MOONGLUM, NATION
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.walk import STILL
from elric.young_kingdoms.legends.elric import may_part
from elric.young_kingdoms.planning.ways import reach
from elric.young_kingdoms.position.state import ASHORE, NEUTRAL, State, hand, own_in
from elric.young_kingdoms.world.terrain import is_besieged, room
from tests.rivals.elric_captain import aims, plans
from tests.rivals.elric_captain.plans import Plan
from tests.rivals.elric_captain.temper import EVEN, Temper

__all__ = ["alone", "calling", "companies", "garrison"]


def companies(g: Game, temper: Temper = EVEN) -> Iterator[tuple[Plan, State]]:
    """Every host that could be taken up, or the stack in hand, as a plan that goes nowhere yet, and the position with it in
    hand; the same gone aboard, where a ship lies ready."""
    s = g.state
    if plans.in_hand(s):
        yield from plans.on_foot_and_aboard(g, s, ())
        return
    ready = plans.leads(g)
    bound = {u for u in ready if any(at == s.place[u] for at, _ in calling(s, u))}
    for area in sorted({s.place[u] for u in ready}):
        if is_besieged(s, area, s.player):
            continue
        here = [u for u in ready if s.place[u] == area and u not in bound]
        for leader in sorted(here, key=lambda u: (FIGHT[u] == 0, -FIGHT[u], MAGIC[u] == 0, u))[:2]:
            found = _host(s, leader, bound, temper)
            if found is None:
                continue
            if not s.assaults >> area & 1:
                yield _nowhere(leader, found)
                yield from _crew(g, leader, bound, temper)
            break


def _nowhere(leader: int, found: tuple[list[Action], State]) -> tuple[Plan, State]:
    here = found[1].place[leader]
    return Plan(leader, here, tuple(found[0]), (), -1, (), (), here, None, -1, 99, 0), found[1]


def _crew(g: Game, leader: int, bound: set[int], temper: Temper) -> Iterator[tuple[Plan, State]]:
    """The host gone aboard one ship, with somebody left behind for every other ship that lies there."""
    s = g.state
    if s.aboard[leader] != ASHORE:
        return
    docked = [x for x in plans.ships(s, s.place[leader]) if room(s, x) > 0]
    if not docked:
        return
    mates = [
        u
        for u in plans.leads(g)
        if s.place[u] == s.place[leader] and u not in (leader, ELRIC, MOONGLUM, controller(s), *bound)
    ]
    behind = sorted((u for u in mates if FIGHT[u]), key=lambda u: (FIGHT[u], MAGIC[u], u))[: len(docked) - 1]
    found = _host(s, leader, bound | set(behind), temper)
    if found is None:
        return
    base, t = _nowhere(leader, found)
    yield from plans.embarked(g, t, base)


def alone(g: Game, leader: int) -> tuple[Plan, State] | None:
    """A personality taken up without company."""
    take = [Action("lead", (leader,))]
    t = plans.after(g.state, take)
    if t is None or not plans.in_hand(t):
        return None
    here = t.place[leader]
    return Plan(leader, here, tuple(take), (), -1, (), (), here, None, -1, 99, 0), t


def _host(s: State, leader: int, bound: set[int], temper: Temper) -> tuple[list[Action], State] | None:
    """The largest company of a leader that can go somewhere."""
    area = s.place[leader]
    here = [u for u in own_in(s, area, s.player) if u != leader and u not in bound]
    first = [Action("lead", (leader,))]
    u = plans.after(s, first)
    if u is None or not plans.in_hand(u):
        return None
    if s.aboard[leader] != ASHORE and not plans.can_go(u):  # in a port: ashore, with all who are aboard the same ship
        first.append(Action("ashore"))
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
    berths = max((room(s, x) for x in plans.ships(s, area)), default=0)
    seen = set()
    parting = [u for u in mates if u not in (ELRIC, MOONGLUM, voice)]
    for wanted in ([*mates, *armies], [*parting, *armies], [*mates, *armies[:berths]], armies, mates, []):
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
        a = Action("join", (u,))
        if plans.in_hand(t) and running.allowed(t, a):
            running.apply(t, a, STILL)
            actions.append(a)
    return actions


def garrison(s: State, a: int, temper: Temper = EVEN) -> int:
    """How many armies stay in an area: one in a city that would go back to its nation, and in a capital that an enemy host
    could reach as many as hold it, or a few."""
    seat = s.player
    if s.control[a] != seat or not BOARD.city[a]:
        return 0
    worth = aims.guard(s, seat, a)
    if s.scenario.goal == "imrryr" and worth > aims.GOAL:
        return max(5, temper.most) if temper.wide else 5
    least = 1 if plans.abroad(s, a) else 0
    if worth <= aims.CAPITAL:
        return least
    comes = max((temper.comes(s, o, a) for o in range(s.scenario.seats) if o != seat), default=0)
    if not comes:
        return least
    enough = next((k for k in range(1, temper.most) if aims.take(comes, k, BOARD.wall[a]) <= temper.safe), temper.most)
    return max(1, min(enough, temper.most))


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


def _comes(nation: int) -> int:
    return sum(FIGHT[u] for u in range(pieces.SIZE) if NATION[u] == nation and KIND[u] in (ARMY, HERO) and u != ELRIC)
