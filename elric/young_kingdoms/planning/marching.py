"""Where hosts should go: every attack by the lab's odds, with all who can come to it, every march by what it comes nearer
to and how strong the host would be there, weighed on one scale."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from elric.kernel.bits import ones
from elric.planning.definition import Campaign, TurnPlan
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import (
    ARMY,
    ELRIC,
    FIGHT,
    FLEET,
    HERO,
    KIND,
    LAND_MOVES,
    WALKS_SEA,
)
from elric.young_kingdoms.components.spells import STRENGTH
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.prospects import Coming, battle_of, who_comes
from elric.young_kingdoms.lab.risk import Risk, risk
from elric.young_kingdoms.lab.spec import BattleError
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.planning import aims, plans, told
from elric.young_kingdoms.planning.battles import had, held_back, value
from elric.young_kingdoms.planning.campaigns import GATES, NOTHING, promise
from elric.young_kingdoms.planning.companies import companies, follows, garrison, on_the_way, through_ports
from elric.young_kingdoms.planning.errands import errands
from elric.young_kingdoms.planning.plans import Plan
from elric.young_kingdoms.planning.reach import EMBARK, docks, piers, points, sailed, swayed, voyage, within
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.planning.ways import Route, may_meet, sure_reach
from elric.young_kingdoms.planning.weighed import Weighed
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import ASHORE, NEUTRAL, State, areas_of, hand, on_board, own_in
from elric.young_kingdoms.world.imrryr import may_enter_imrryr
from elric.young_kingdoms.world.terrain import IMRRYR, carriers, enemy_city, room

__all__ = ["Weighed", "plans_of"]

_ENOUGH: Final = 0.1  # a march must be better than standing still by so much
_CAMP: Final = 0.35  # what an army is worth that has no leader where one comes
_HELP: Final = 0.8  # what the chance is worth that needs other hosts of one's own
_NEIGHBOURS: Final = 9  # areas: how near to a goal these have to be
_FEW: Final = 12  # personalities weaker than this, and alone, go to the main host
_RALLY: Final = 4.0  # what that is worth
_NEARLY: Final = 0.995  # each area nearer than one has to be
_SWAY: Final = 0.4  # what of Elric is lost where he can be won over
_SWAYED: Final = 0.5  # the same of a campaign with him
_DARES: Final = 0.6  # what is feared for him still, each turn that he has waited longer than planned
_WAITED: Final = 0.6  # of a campaign with Elric, what is left of it if one waits for others
_TURNS: Final = 3  # turns later than planned that are told apart
_FERRY: Final = 1.5  # what it is worth that a ship comes to Elric, of what the scenario turns on
_STAKE: Final = 0.5  # what of a campaign is lost with a host that is beaten on the way
_ONWARD: Final = 0.7  # what a battle on the way is worth, of what a march there would be
_PRESS: Final = 0.9  # what a siege that can go on at once is worth, of one that begins
_NO_WAY: Final = 999
_WALK: Final = 0.02  # each movement point
_WILD: Final = 0.25  # each random attack
_ASKED: Final = 4  # battles that the lab is asked about at one decision
_HOPE: Final = 0.3  # what is won less often by all together is not tried by one alone
_LUCK: Final = 6  # who is weaker by more than this wins no battle by the dice
_SPELLS: Final = 2  # strength that spells may add, in hopes
_KING: Final = 16.0  # the other sorcerer, in a duel
_COASTS: Final = [a for a in BOARD.lands if any(BOARD.kind[x] != LAND for x in BOARD.near[a])]


class _Company(NamedTuple):
    """A host, where it stands, where it can go, and what ground it is looking at."""

    base: Plan
    t: State
    routes: Mapping[int, Route]
    lie: _Land


class _Comer(NamedTuple):
    """A host that can come to a battle: by which route, whom it takes along on the way, and whether it can only follow another."""

    host: _Company
    route: Route
    go: tuple[Action, ...]
    along: tuple[int, ...]
    late: bool = False

    @property
    def strength(self) -> int:
        return self.host.lie.mine + sum(FIGHT[u] for u in self.along)

    @property
    def units(self) -> tuple[int, ...]:
        return (*self.host.t.moving, *self.along)

    @property
    def via(self) -> int:
        """Where the first of them is taken along, or -1."""
        return self.host.t.place[self.along[0]] if self.along else -1


def plans_of(
    g: Game, viewer: int, temper: Temper = EVEN, plan: TurnPlan = NOTHING, *, others: bool = False
) -> Iterator[Weighed]:
    """What the seat that moves could do with the stack in hand, or with one that it takes up.

    Args:
        viewer: whose knowledge counts for the odds; -1 for what everybody knows.
        plan: what the seat goes for this turn; a host that is in none of its campaigns goes where it looks best.
        others: whether those count who can follow the stack in hand to a fight, as they did before it was taken up.
    """
    if g.scenario.solo:
        best = plans.best_alone(g, viewer >= 0)
        if best is not None:
            yield Weighed(best, 1.0)
        return
    field = _Field(g.state, temper, plan)
    hand_open = viewer >= 0  # an onlooker does not know who is sent to muster

    def ready(game: Game) -> list[_Company]:
        found = companies(game, temper, hand_open)
        return [_Company(base, t, sure_reach(t, hand_open), _Land(t, base, field)) for base, t in found]

    hosts, behind = ready(g), list[_Company]()
    if others and plans.in_hand(g.state) and (t := plans.after(g.state, [TO_HALT()])) is not None:
        halted = g.copy()
        halted.state = t
        behind = ready(halted)
    storm = [
        _Company(base, t, sure_reach(t, True), _Land(t, base, field))
        for host in (hosts if hand_open else ())
        for base, t in through_ports(host.t, host.base, host.routes)
    ]
    found = list(_attacks(g, hosts, storm, behind, viewer))
    yield from found
    yield from _gathers(hosts, storm, max((w.worth for w in found if w.plan.area == IMRRYR), default=0.0))
    ashore = {host.base.start: host.lie.worth(host.base.start)[0] for host in hosts if not host.lie.afloat}
    for host in hosts:
        yield from _marches(host)
        yield from _embarks(host, ashore)
    if hand_open:
        yield from errands(g, temper)


class _Field:
    """What is the same for every host of a position: what is worth taking and how it is defended, and where enemies stand.

    Attributes:
        goals: what each is worth, where, by whom it is defended, behind what wall, and how many come back to it a turn.
        foes: the strongest other seat in each area where there is one.
    """

    def __init__(self, s: State, temper: Temper, plan: TurnPlan = NOTHING) -> None:
        seat = s.player
        self.plan = plan
        self.temper = temper
        worth = [(p, a) for a in BOARD.lands if BOARD.city[a] and (p := temper.prize(s, seat, a)) > 0.5]
        worth += [(_KING, s.place[u]) for u in aims.kings(s) if s.owner[u] != seat and s.place[u] < BOARD.size]
        self.goals = [(p, a, *aims.defence(s, a, seat), aims.raised(s, a)) for p, a in worth]
        self.s = s
        self.theirs = [o for o in range(s.scenario.seats) if o != seat]
        self.foes: dict[int, int] = {}
        for o in self.theirs:
            for a in areas_of(s, o):
                self.foes[a] = max(self.foes.get(a, 0), aims.own(s, a, o))
        self._threats: dict[int, tuple[int, int]] = {}

    def threat(self, a: int) -> tuple[int, int]:
        """The strongest enemy host that could come to an area in a turn, and where it stands."""
        found = self._threats.get(a)
        if found is None:
            found = self._threats[a] = self.temper.threat(self.s, self.s.player, a)
        return found

    @cached_property
    def kept(self) -> dict[int, float]:
        """What could be lost of each place that is one's own and worth it, as it is held now."""
        s, seat = self.s, self.s.player
        mine = ((a, aims.guard(s, seat, a)) for a in BOARD.lands)
        return {
            a: worth * aims.take(self.threat(a)[0], aims.own(s, a, seat), BOARD.wall[a]) for a, worth in mine if worth
        }

    def elsewhere(self, a: int) -> float:
        """What the enemy host that threatens a place could take in another: it strikes at one of them only."""
        whence = self.threat(a)[1]
        return max((lost for b, lost in self.kept.items() if b != a and self.threat(b)[1] == whence), default=0.0)


class _Land:
    """How good it is for the stack in hand to stand somewhere."""

    def __init__(self, t: State, base: Plan, field: _Field) -> None:
        self.t = t
        self.field = field
        self.temper = field.temper
        self.seat = seat = t.player
        self.afloat = bool(carriers(t, t.moving)) or base.ship >= 0
        self.mine, self.moving = plans.strength(t), set(t.moving)
        self.armies = any(KIND[u] == ARMY for u in t.moving)
        self.leads = opens = may_enter_imrryr(t, self.moving, IMRRYR)
        self.docks = {} if self.afloat else docks(t, seat)
        self.piers = () if self.afloat else piers(t, seat)
        fighters = sum(FIGHT[u] for u in t.moving if KIND[u] == HERO)
        self.afloat_mine = min(self.mine, fighters + max(self.docks.values(), default=0))
        joined = (c for c in field.plan.campaigns for u in c.hosts if u in self.moving or t.place[u] == base.start)
        self.campaign = c = next(joined, None)
        # a stroke at Imrryr that was put off is not put off for ever: its hosts hurry, and less is feared for Elric
        self.overdue = t.turn + c.due - c.by if c is not None and c.aim.needs >= 0 < c.by else 0
        self.follow = self._follow(base)
        others = self._others(base)
        self.goals: list[tuple[float, Sequence[int], Sequence[int], int, int, int, int, int]] = []
        main = max(others, key=lambda x: x[1], default=(-1, 0, 0))
        few = self.campaign is None and not self.armies and self.mine < _FEW and main[1] > max(self.mine, _FEW / 2)
        if few and t.scenario.seats > 1 and t.scenario.goal != "duel":
            walks = all(WALKS_SEA[u] for u in t.moving)
            far = aims.far_off(main[0]) if walks else self._far(main[0])
            self.goals.append((_RALLY, far, far, main[0], 0, 0, 0, 0))
        for worth, a, theirs, wall, back in () if self.goals else field.goals:
            if a == IMRRYR and not opens:
                continue
            far = aims.far_off(a)
            land = plans.overland(a)
            near = (x for x in others if 0 <= far[x[0]] <= _NEIGHBOURS)
            help_ = sum(on_foot if 0 <= land[at] <= _NEIGHBOURS else by_ship for at, on_foot, by_ship in near)
            self.goals.append((worth, self._far(a), land, a, theirs, wall, back, help_))
        mine = t.owner[ELRIC] == seat and t.place[ELRIC] < BOARD.size and not opens
        if mine and aims.prize(t, seat, IMRRYR) > aims.GOAL and _can_storm_imrryr(t, seat):
            at = _meeting(t, seat, t.place[ELRIC])
            self.goals.append((aims.GOAL, self._far(at), self._far(at), at, 0, 0, 0, 0))
        at = t.place[ELRIC]
        far = [plans.overland(port)[at] for port in docks(t, seat)] if mine and BOARD.kind[at] == LAND else [0]
        shut_in = not any(0 <= steps <= 2 * LAND_MOVES for steps in far)
        self.fetched = at if shut_in and self.afloat and aims.only_way(t, seat, IMRRYR) else -1
        self.reach = LAND_MOVES * aims.turns_left(t)
        # whoever walks away from Elric gives him up
        self.beside_elric = aims.elric_worth(t, seat) if follows(t) else 0.0
        # what is to be held is not left for Elric's sake, nor is he hidden in the last turn, from which nobody can use him any more
        hides = ELRIC in self.moving and not (c is not None and c.aim.hold) and aims.turns_left(t) > 1
        self.swayed = swayed(t, seat) if hides else 0
        stake = max(_SWAY * aims.elric_worth(t, seat), _SWAYED * promise(c) if c is not None else 0.0)
        self.at_stake = _DARES**self.overdue * stake

    def _follow(self, base: Plan) -> int:
        """What could come after a company that has just gone aboard, on the other ships there."""
        if base.ship < 0 or not base.take:
            return 0
        t = self.t
        rest = [u for u in own_in(t, base.start, self.seat) if u not in self.moving]
        leaders = sum(KIND[u] == HERO and FIGHT[u] > 0 for u in rest)
        berths = sorted((room(t, x) for x in plans.ships(t, base.start) if x not in self.moving), reverse=True)
        armies = sum(KIND[u] == ARMY for u in rest)
        return sum(FIGHT[u] for u in rest if KIND[u] == HERO) + min(armies, sum(berths[:leaders])) if leaders else 0

    def _others(self, base: Plan) -> list[tuple[int, int, int]]:
        """One's other hosts that have a leader: the area, and the strength of each on foot and by ship."""
        t = self.t
        found = []
        for a in areas_of(t, self.seat):
            there = [u for u in own_in(t, a, self.seat) if u not in self.moving]
            heroes = sum(FIGHT[u] for u in there if KIND[u] == HERO)
            armies = sum(FIGHT[u] for u in there if KIND[u] == ARMY)
            if heroes and heroes + armies > 1:
                aboard = sum(FIGHT[u] for u in there if KIND[u] == ARMY and t.aboard[u] != ASHORE)
                berths = sum(max(0, room(t, x)) for x in plans.ships(t, a) if x not in self.moving)
                sails = any(t.aboard[u] != ASHORE for u in there) or berths > 0
                found.append((a, heroes + armies, heroes + min(armies, aboard + berths) if sails else 0))
        return found

    def _far(self, goal: int) -> Sequence[int]:
        """Areas to a goal, from everywhere; on foot over land, or by a ship that lies somewhere."""
        if self.afloat:
            return aims.far_off(goal)
        return _crossing(goal, self.piers)

    def onward(self, a: int, more: int = 0) -> tuple[float, int, int]:
        """How near that is to what is worth taking: how good, how many areas are left, and to where."""
        if (c := self.campaign) is not None:
            return max(self._in_time(c, a), self._ferry(a))
        best = self._ferry(a)
        by_sea, later = self.mine if self.afloat else self.afloat_mine, aims.later(self.t, self.seat)
        for worth, far, land, goal, theirs, wall, back, help_ in self.goals:
            steps = far[a]
            if 0 <= steps <= self.reach:
                if 0 <= land[a] <= steps + (EMBARK if self.afloat else 0):
                    mine = self.mine + max(more, self.follow) + _SPELLS
                else:  # those who stand on the shore do not come along
                    mine = by_sea + self.follow + _SPELLS
                hope = 1.0
                if theirs or wall:
                    hope = aims.chance(mine, theirs, wall, back, later)
                    if help_:
                        hope = max(hope, _HELP * aims.chance(mine + help_, theirs, wall, back, later))
                if hope >= self.temper.least(self.t, self.seat, goal, worth):
                    best = max(best, (worth * hope * self.temper.nearer**steps, -steps, goal))
        return best

    def _ferry(self, a: int) -> tuple[float, int, int]:
        """The same to bring a ship to Elric, who has none on his continent, and without whom Imrryr is not entered."""
        if self.fetched < 0 or (steps := self._far(self.fetched)[a]) < 0:
            return 0.0, 0, -1
        return _FERRY * aims.GOAL * self.temper.nearer**steps, -steps, self.fetched

    def _in_time(self, c: Campaign, a: int) -> tuple[float, int, int]:
        """The same for a host that is in a campaign: all places from which it comes in time are nearly as good."""
        goal = c.aim.place
        if c.aim.needs >= 0 and (not self.leads or (c.due and len(c.hosts) > 1)):
            # whoever leads the way, and all who follow, go there first
            goal = self._meets
        steps = self._far(goal)[a]
        if steps < 0:
            return 0.0, 0, -1
        on_foot = BOARD.kind[goal] == LAND and plans.overland(goal)[a] >= 0
        if self.afloat and BOARD.kind[a] == LAND and a != goal and not on_foot:
            steps += LAND_MOVES  # who has landed has to go aboard again
        turns = 0 if c.aim.hold else c.due - self.overdue - (goal != c.aim.place)  # who is to hold a place stays there
        late = max(0, steps - LAND_MOVES * max(0, turns))
        return promise(c) * _WAITED ** self.later(a) * self.temper.nearer**late * _NEARLY**steps, -steps, goal

    @cached_property
    def _meets(self) -> int:
        """Where it meets whoever leads the way that its campaign needs."""
        c, place = self.campaign, self.t.place
        assert c is not None
        return _meeting(self.t, self.seat, place[c.aim.needs], [place[u] for u in c.hosts])

    def dares(self, r: Route) -> bool:
        """Whether the dangers of a way may be run: those of the wilderness by whoever leads the way into Imrryr, who would else be
        shut in by it."""
        opens = self.leads and self.campaign is not None and self.campaign.aim.needs >= 0
        return not r.risk or (opens and set(r.risk) == {"random attack"})

    def later(self, a: int) -> int:
        """How many turns later than planned whoever leads the way into Imrryr strikes that goes there first, as if nobody stood in the
        way."""
        c = self.campaign
        if c is None or c.aim.needs < 0 or not self.leads:
            return 0
        ashore = BOARD.kind[a] == LAND
        walks = not self.afloat and all(WALKS_SEA[u] for u in self.moving)
        rate = min((points(self.t, x) for x in carriers(self.t, self.t.moving)), default=LAND_MOVES)
        ports = piers(self.t, self.seat)
        if self.afloat and ashore:  # the ship waits where they land
            far = plans.overland(a)
            coast = min(_COASTS, key=lambda b: far[b] if far[b] >= 0 else _NO_WAY)
            ports = (*ports, (coast, EMBARK if BOARD.ports[coast] else LAND_MOVES, rate))
        turns = range(c.due, c.due + _TURNS)
        each = LAND_MOVES if ashore else rate
        there = (within(a, ports, walks or not ashore, each * turn, walks) for turn in turns)
        by = (turn for turn, places in zip(turns, there, strict=True) if places >> c.aim.place & 1)
        return next(by, c.due + (_TURNS if ports else 0)) - c.due  # whoever has no ship is late nowhere

    def worth(self, a: int) -> tuple[float, int, int]:
        """The same with friends and enemies thought of."""
        t = self.t
        friends = unled = 0
        led = False
        for u in own_in(t, a, self.seat):
            if u not in self.moving and KIND[u] != FLEET:
                friends += FIGHT[u]
                led = led or KIND[u] == HERO
                unled += KIND[u] == ARMY
        stay = garrison(t, a, self.temper)
        friends = max(0, friends - stay)
        best, steps, goal = self.onward(a, friends)
        camp = 0.0 if led or self.armies else _CAMP * max(0, unled - stay)
        danger = self.temper.fear * max(0, self.beside(a) - self.mine - friends)
        danger += self.exposed(a)
        stays = self.siege(a) + self.beside_elric if a == t.place[t.moving[0]] else 0.0
        return best + self.temper.join * min(friends, 12) + camp - danger + self.guard(a) + stays, steps, goal

    def exposed(self, a: int) -> float:
        """What is lost to a stronger voice where Elric stands: there, or later, where Imrryr is out of reach."""
        return self.at_stake if self.swayed >> a & 1 or (self.swayed and self.later(a)) else 0.0

    def beside(self, a: int) -> int:
        """The strongest enemy host next to an area."""
        return max((self.field.foes.get(x, 0) for x in BOARD.near[a]), default=0)

    def siege(self, a: int) -> float:
        """What it is worth to stay before a city that can be stormed again this turn."""
        if not enemy_city(self.t, a, self.seat):
            return 0.0
        theirs, wall = aims.defence(self.t, a, self.seat)
        later = aims.later(self.t, self.seat)
        return (
            _PRESS
            * self.temper.prize(self.t, self.seat, a)
            * aims.siege(
                self.mine + _SPELLS, theirs, wall, aims.assaults(self.t, self.seat, a), aims.raised(self.t, a), later
            )
        )

    def guard(self, a: int) -> float:
        """What it is worth to be in a city of one's own that would fall without."""
        worth = aims.guard(self.t, self.seat, a)
        if not worth:
            return 0.0
        threat, _ = self.field.threat(a)
        if not threat:
            return 0.0
        wall, here = BOARD.wall[a], aims.own(self.t, a, self.seat)
        others = here if a != self.t.place[self.t.moving[0]] else max(0, here - self.mine)
        without, with_them = (worth * aims.take(threat, x, wall) for x in (others, others + self.mine))
        elsewhere = self.field.elsewhere(a)
        return self.temper.guard * (max(elsewhere, without) - max(elsewhere, with_them))


def _can_storm_imrryr(t: State, seat: int) -> bool:
    """Whether all that a seat has would do."""
    mine = sum(FIGHT[u] for u in ones(on_board(t, seat)) if KIND[u] != FLEET)
    return t.scenario.goal == "imrryr" or mine > sum(aims.defence(t, IMRRYR, seat)) + 6


def _meeting(t: State, seat: int, place: int, hosts: Sequence[int] = ()) -> int:
    """Where those who go to Imrryr meet whoever leads the way there: in the port from which he sails, or where he is if he is at
    sea or no ship lies within his reach; or, a turn and more from Imrryr, at sea on his way.

    Args:
        hosts: where those stand who are to meet him.
    """
    land = plans.overland(place)
    ports = [
        (land[port] + embark + voyage(port, embark)[IMRRYR], port)
        for port, embark, _ in piers(t, seat)
        if land[port] >= 0 <= voyage(port, embark)[IMRRYR]
    ]
    ashore = BOARD.kind[place] == LAND
    at = min(ports, default=(0, place))[1] if ashore else place
    if GATES >> at & 1 or (ashore and not ports):
        return at
    ways = [voyage(at, EMBARK) if ashore else sailed(at)]
    ways += [sailed(x) for x in hosts if BOARD.kind[x] != LAND and x != at]
    seas = (a for a in ones(GATES) if BOARD.kind[a] != LAND and all(far[a] >= 0 for far in ways))
    return min(seas, key=lambda a: (ways[0][a], max(far[a] for far in ways), sailed(a)[IMRRYR]), default=at)


@lru_cache(4096)
def _crossing(goal: int, docks: tuple[tuple[int, int, int], ...]) -> Sequence[int]:
    """Areas to a goal, from everywhere, over land, or by a ship from one of these places, where going aboard is like so many."""
    land = plans.overland(goal)
    if not docks:
        return land
    best = [far if far >= 0 else _NO_WAY for far in land]
    for dock, embark, _ in docks:
        sea = voyage(dock, embark)[goal]
        if sea >= 0:
            more = sea + embark
            for a, far in enumerate(plans.overland(dock)):
                if far >= 0 and far + more < best[a]:
                    best[a] = far + more
    return tuple(far if far < _NO_WAY else -1 for far in best)


# ---- attacks --------------------------------------------------------------------------------------------------------


def _attacks(
    g: Game, hosts: Sequence[_Company], storm: Sequence[_Company], behind: Sequence[_Company], viewer: int
) -> Iterator[Weighed]:
    """Battles that could be begun, with all who could come to them; those that look best are asked the lab about.

    Args:
        storm: Elric's host as it would sail into Imrryr today from a port that it goes to.
        behind: who can only follow to a fight that another host begins.
    """
    fields: dict[int, dict[tuple[int, bool, bool], _Comer]] = {}
    for late, host in (*((False, h) for h in (*hosts, *storm)), *((True, h) for h in behind)):
        if not any(FIGHT[u] for u in host.t.moving):
            continue
        for r in host.routes.values():
            if r.risk or r.area == host.base.start or not plans.begins(host.t, r):
                continue
            if host.base.go and r.area != IMRRYR:
                continue
            if late and r.area not in fields:
                continue
            there = fields.setdefault(r.area, {})
            comer = _Comer(host, r, *on_the_way(host.t, r.actions, host.lie.temper), late)
            key = host.base.start, host.lie.afloat and host.base.ship < 0, late  # who is aboard already comes besides
            old = there.get(key)
            if old is None or (old.strength, -old.route.cost) < (comer.strength, -r.cost):
                there[key] = comer
    asked = (
        fields
        if plans.in_hand(g.state)
        else [a for a in fields if not _hopeless(g.state, a, fields[a].values(), viewer)]
    )
    looks = sorted(asked, key=lambda a: (-_look(g.state, a, [c for c in fields[a].values() if not c.late]), a))
    for a in looks[:_ASKED]:
        able = sorted(fields[a].values(), key=lambda c: (c.late, -c.strength, c.host.base.start))
        yield from _battle(g, a, _agreed(g.state, able, viewer), viewer)


def _agreed(s: State, able: Sequence[_Comer], viewer: int) -> list[_Comer]:
    """Of these, the first of which comes in any case, those who can come together for all the viewer knows: magicians who hold
    opposed spells keep apart."""
    found = [*able[:1]]
    for comer in able[1:]:
        coming = [u for c in found for u in c.units]
        if comer.host.base.leader not in coming and may_meet(s, comer.units, coming, viewer >= 0):
            found.append(comer)
    return found


def _hopeless(s: State, a: int, able: Collection[_Comer], viewer: int) -> bool:
    """Whether all who can come are weaker by more than dice, and the strength of the spells that the viewer knows they hold,
    could make good: the lab, which takes longest where much is hidden, need not be asked which stack to take up for it."""
    theirs, wall = aims.defence(s, a, s.player)
    mine = sum(c.strength for c in able) + (aims.own(s, a, s.player) if s.assaults >> a & 1 else 0)
    if viewer >= 0:
        mine += sum(STRENGTH[i] for c in able for u in c.units for i in hand(s, u))
    return mine + _LUCK < theirs + wall


def _look(s: State, a: int, able: Collection[_Comer]) -> float:
    """How good a battle looks on the map."""
    seat = s.player
    mine = sum(c.strength for c in able) + (aims.own(s, a, seat) if s.assaults >> a & 1 else 0)
    theirs, wall = aims.defence(s, a, seat)
    hope = aims.chance(mine + _SPELLS, theirs, wall, aims.raised(s, a), aims.later(s, seat))
    if aims.only_way(s, seat, a):
        hope = max(hope, aims.long_shot(mine, theirs + wall))
    led = aims.elric_worth(s, seat) if s.place[ELRIC] == a and seat != s.owner[ELRIC] < NEUTRAL else 0.0
    return (aims.prize(s, seat, a) + 0.2 * theirs) * hope + led * aims.crush(mine, theirs, wall)


def _battle(g: Game, a: int, able: Sequence[_Comer], viewer: int) -> Iterator[Weighed]:
    """An attack by the strongest host that can come, with the others to follow where that is better; with Elric's sword, and
    with it held back where that is better."""
    s = g.state
    first, chief = able[0], able[0].host
    temper = chief.lie.temper
    chosen = [(all_in, len(able))] if (all_in := _odds(g, a, able, viewer)) is not None else []
    if (
        len(able) > 1
        and all_in is not None
        and all_in.win >= _HOPE
        and (alone := _odds(g, a, able[:1], viewer)) is not None
    ):
        chosen.insert(0, (alone, 1))
    for odds, n in [*chosen]:
        sheathed = held_back(odds) if isinstance(odds, Risk) else None
        if sheathed is not None:
            chosen.append((sheathed, n))
    before = 0.0
    besieged = enemy_city(s, a, s.player) and s.who[a] >> s.player & 1
    if s.assaults >> a & 1 or besieged:  # it is fought in any case, or can be: what counts is what one adds to it
        was = _odds(g, a, (), viewer)
        before = value(s, a, was, (), temper) if was is not None else 0.0
    for odds, n in chosen:
        coming_ = [u for c in able[:n] for u in c.units]
        worth = value(s, a, odds, coming_, temper) - before
        lie = chief.lie
        there = aims.own(s, a, s.player) if s.assaults >> a & 1 else 0
        onward = _after(chief, a, there, had(s, a, odds, coming_)) - _staked(chief, a, odds)
        if aims.only_way(s, s.player, IMRRYR):  # who wins there alone keeps his hosts together
            worth += 0.3 * max(0.0, before)
        # walls that nobody mans are stormed in Combat: one stays before them
        go = (*chief.base.go, *first.go, *(() if first.route.attack else (TO_HALT(),)))
        yield Weighed(
            chief.base._replace(
                go=go,
                area=a,
                risk=odds if isinstance(odds, Risk) else None,
                cost=first.route.cost,
                along=first.along or chief.base.along,
                via=first.via if first.along else chief.base.via,
            ),
            worth + onward + lie.guard(a) - _left_open(able[:n], a, float(odds.win)),
            _together(chief, [c.host for c in able[1:n]], a, odds) if n > 1 else "",
            together=n,
            campaign=lie.campaign,
        )


def _left_open(able: Sequence[_Comer], a: int, win: float) -> float:
    """What is left open by hosts that go to a fight: of the places that one enemy host could strike at the worst, and as often as
    he is not beaten where it is he who is fought."""
    worst: dict[int, float] = {}
    for comer in able:
        host = comer.host
        _, whence = host.lie.field.threat(host.base.start)
        cost = host.lie.guard(host.base.start) * (1 - win if whence == a else 1.0)
        worst[whence] = max(worst.get(whence, 0.0), cost)
    return sum(worst.values())


def _after(chief: _Company, a: int, there: int, hope: float) -> float:
    """What it is worth to stand in a place after a fight there, instead of going on with what the host was about: a host that
    strikes at its aim before all are there who should strike together gives up what they would do, unless it may hope for as
    much alone."""
    lie, start = chief.lie, chief.base.start
    c = lie.campaign
    if c is not None and c.aim.place == a:
        alone = not c.due or hope * c.aim.worth >= _waited(c)
        spared = lie.at_stake if lie.swayed >> start & 1 else 0.0  # Elric is not where he could be won over
        return (0.0 if c.aim.hold or alone else -promise(c)) + spared
    much = _ONWARD if c is None else 1.0
    onward = much * (lie.onward(a, there)[0] - lie.onward(start)[0] - lie.siege(start))
    return onward + lie.exposed(start) - lie.exposed(a)


def _waited(c: Campaign) -> float:
    """What a campaign is worth that is put off: whoever leads the way into Imrryr may be won over or struck down meanwhile."""
    return promise(c) * (_WAITED if c.aim.needs >= 0 else 1.0)


def _staked(chief: _Company, a: int, odds: Risk) -> float:
    """What a campaign loses if its host is beaten elsewhere on the way, or Elric, whom it needs, is lost by his sword."""
    c = chief.lie.campaign
    if c is None or c.aim.place == a:
        return 0.0
    lost = 1 - float(odds.win)
    if c.aim.needs >= 0:
        lost += sum(float(sword.turns) for sword in odds.battle.odds().swords if sword.bearer == "elric")
    return _STAKE * min(1.0, lost) * promise(c)


def _together(chief: _Company, others: Sequence[_Company], a: int, odds: Risk) -> str:
    who = words.units([chief.base.leader, *(h.base.leader for h in others)])
    return f"{words.cap(who):goes|go} against {words.area(a)} together: with all who can come I {_wins(odds)}."


def _wins(odds: Risk) -> str:
    falls = Fraction(odds.falls) if odds.falls is not None else None
    return told.won(Fraction(odds.win)).removeprefix("you ") + told.fall(falls)


def _odds(g: Game, a: int, able: Sequence[_Comer], viewer: int) -> Risk | None:
    s = g.state
    units: list[int] = []
    sea = -1
    for comer in able:
        who = who_comes(comer.host.t, comer.route)
        sea = who.sea if not units else sea
        units += [u for u in (*who.units, *comer.along) if u not in units]
    try:
        return risk(g, s.player, battle_of(able[0].host.t if able else s, a, Coming(tuple(units), sea), viewer))
    except BattleError:
        return None


def _gathers(hosts: Sequence[_Company], storm: Sequence[_Company], worth: float) -> Iterator[Weighed]:
    """Who can be in the port from which Elric's host could sail into Imrryr today, and still go aboard with it: they come first.

    Args:
        worth: what it is worth to sail with those who are there.
    """
    for elric in storm:
        t, port = elric.t, elric.base.via
        ship = next(a.args[0] for a in elric.base.go if a.verb == "board")
        most = min(LAND_MOVES, points(t, ship) - elric.routes[IMRRYR].cost) - EMBARK
        come: dict[int, tuple[int, _Company, Route]] = {}
        for host in hosts:
            r = host.routes.get(port)
            heroes = sum(FIGHT[u] for u in host.t.moving if KIND[u] == HERO)
            if (
                host.base.start in (port, elric.base.start)
                or not set(elric.t.moving).isdisjoint(host.t.moving)
                or r is None
                or r.attack
                or r.risk
                or r.cost > most
                or not heroes
            ):
                continue
            if host.base.start not in come or heroes > come[host.base.start][0]:
                come[host.base.start] = heroes, host, r
        theirs, wall = aims.defence(t, IMRRYR, t.player)
        together = elric.lie.mine + sum(heroes for heroes, _, _ in come.values()) + _SPELLS
        left, later = aims.assaults(t, t.player, IMRRYR), aims.later(t, t.player)
        hope = aims.siege(together, theirs, wall, left, aims.raised(t, IMRRYR), later)
        all_in = hope * elric.lie.temper.prize(t, t.player, IMRRYR)
        c = elric.lie.campaign
        if c is not None and c.due and all_in < _waited(c):
            continue
        for heroes, host, r in come.values():
            base = host.base._replace(go=(*r.actions, TO_HALT()), area=port, goal=port, far=0, cost=r.cost)
            why = f", to sail to {words.area(IMRRYR)} with Elric"
            who = words.units([u for u in host.t.moving if KIND[u] in (HERO, ARMY)])
            said = f"{words.cap(who):goes|go} to {words.area(port)}{why}."
            yield Weighed(base, max(worth, all_in) + _ENOUGH * heroes, said, said, purpose=why, campaign=c)


# ---- marches --------------------------------------------------------------------------------------------------------


def _marches(host: _Company) -> Iterator[Weighed]:
    """The best place to go without a fight, if it is better than to stay, and the best with another goal."""
    base, lie, start = host.base, host.lie, host.base.start
    now = lie.worth(start)[0]
    best: dict[int, tuple[float, Route, int]] = {}
    for r in host.routes.values():
        if r.attack or not lie.dares(r) or (BOARD.kind[r.area] != LAND and not lie.afloat):
            continue
        there, steps, goal = lie.worth(r.area)
        gain = there - now - _WALK * r.cost - _WILD * len(r.risk)
        if gain > _ENOUGH and (goal not in best or gain > best[goal][0]):
            best[goal] = (gain, r, steps)
    for goal, (gain, r, steps) in sorted(best.items(), key=lambda x: (-x[1][0], x[0]))[:2]:
        said = _march_sentence(host, r.area, goal)
        # a host that has come to where it goes is put down, but where armies without a leader wait to be taken along
        others = [u for u in own_in(host.t, r.area, lie.seat) if u not in lie.moving]
        unled = any(KIND[u] == ARMY for u in others) and not any(KIND[u] == HERO and FIGHT[u] for u in others)
        go = r.actions if unled and not lie.afloat else (*r.actions, TO_HALT())
        yield Weighed(
            base._replace(go=go, area=r.area, goal=goal, far=-steps, cost=r.cost),
            gain,
            said,
            said,
            purpose=_for(host, r.area, goal),
            campaign=lie.campaign,
        )


def _march_sentence(host: _Company, area: int, goal: int) -> str:
    """Where a host marches and what for; all of it lies on the table."""
    t, base = host.t, host.base
    who = words.units([u for u in t.moving if KIND[u] in (HERO, ARMY)] or t.moving)
    aboard = f" aboard {words.unit(base.ship)}" if base.ship >= 0 else ""
    return f"{words.cap(who):goes|go}{aboard} to {words.area(area)}{_for(host, area, goal)}."


def _for(host: _Company, area: int, goal: int) -> str:
    t, lie = host.t, host.lie
    if (c := lie.campaign) is not None and c.aim.hold and goal == c.aim.place:
        return ", to hold it" if area == goal else f", to hold {words.area(goal)}"
    if c is not None and c.due and goal == c.aim.place != area:
        when = "next turn" if c.due == 1 else f"in {words.number(c.due)} turns"
        return f", to strike at {words.area(goal)} {when} with {c.brings} against {c.meets}"
    if lie.swayed >> host.base.start & ~(lie.swayed >> area) & 1:
        return ", where no stronger voice can win Elric over"
    if goal < 0:
        mates = any(u not in lie.moving and KIND[u] in (HERO, ARMY) for u in own_in(t, area, lie.seat))
        if lie.guard(area) > 0 or mates:
            return ", to guard it" if lie.guard(area) > 0 else ", to join those who stand there"
        return ", away from a stronger enemy" if lie.mine < lie.beside(host.base.start) > lie.beside(area) else ""
    there = "" if goal == area else f", towards {words.area(goal)}"
    link = "," if goal != area else ", to"
    if enemy_city(t, goal, lie.seat):
        kind = "an enemy capital" if BOARD.capital[goal] else "an enemy city"
        return f"{there}, {kind}" if there else f", {kind}"
    if aims.host(t, goal, lie.seat):
        return f"{there}, where the enemy stands"
    if t.place[ELRIC] == goal and t.owner[ELRIC] == lie.seat:
        return f"{there}, where Elric is" if there else f"{link} join Elric"
    if own_in(t, goal, lie.seat):
        return f"{there}, where more of mine are" if there else f"{link} join those who stand there"
    if BOARD.city[goal] and t.control[goal] == NEUTRAL:
        return f"{there}, a {'capital' if BOARD.capital[goal] else 'city'} that serves nobody"
    if c is not None and goal != c.aim.place:
        return f"{there}, where those who go to {words.area(c.aim.place)} meet"
    return there


def _embarks(host: _Company, ashore: Mapping[int, float]) -> Iterator[Weighed]:
    """To go aboard a ship off the coast, which takes the whole turn, and sail in the next."""
    base = host.base
    if base.ship < 0 or host.routes or not base.take:
        return
    c = host.lie.campaign
    if c is not None and plans.overland(c.aim.place)[base.start] >= 0:
        return  # who can march there does not lose a turn off the coast
    gain = host.lie.worth(host.t.place[base.ship])[0] - ashore.get(base.start, 0.0)
    if gain > _ENOUGH:
        who = words.units([u for u in host.t.moving if KIND[u] == HERO])
        said = f"{words.cap(who):goes|go} aboard {words.unit(base.ship)} off the coast, to sail next turn."
        due = c is not None and c.due > 0  # what is to be struck at next turn needs it
        yield Weighed(base, gain if due else min(gain, 1.0), said, said, campaign=c)
