"""Where hosts should go: every attack by the lab's odds, with all who can come to it, every march by what it comes nearer
to and how strong the host would be there, weighed on one scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from elric.kernel import running
from elric.kernel.bits import ones
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ELRIC, FIGHT, FLEET, FLEET_BITS, HERO, KIND, WALKS_SEA
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.prospects import Coming, battle_of, who_comes
from elric.young_kingdoms.lab.risk import Risk, risk
from elric.young_kingdoms.lab.spec import BattleError
from elric.young_kingdoms.planning.ways import Route, reach
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import ASHORE, NEUTRAL, State, areas_of, on_board, own_in
from elric.young_kingdoms.world.imrryr import imrryr_fallen
from elric.young_kingdoms.world.terrain import IMRRYR, carriers, enemy_city, points_left, room
from tests.rivals.elric_captain import aims, plans, tips
from tests.rivals.elric_captain.companies import companies, garrison
from tests.rivals.elric_captain.errands import errands
from tests.rivals.elric_captain.plans import Plan
from tests.rivals.elric_captain.temper import EVEN, Temper
from tests.rivals.elric_captain.weighed import Guess, Weighed

__all__ = ["Weighed", "guessed", "pick_up", "plans_of", "value"]

_ENOUGH: Final = 0.1  # a march must be better than standing still by so much
_CAMP: Final = 0.35  # what an army is worth that has no leader where one comes
_HELP: Final = 0.8  # what the chance is worth that needs other hosts of one's own
_NEIGHBOURS: Final = 9  # areas: how near to a goal these have to be
_FEW: Final = 12  # personalities weaker than this, and alone, go to the main host
_RALLY: Final = 4.0  # what that is worth
_ONWARD: Final = 0.7  # what a battle on the way is worth, of what a march there would be
_CHASE: Final = 0.1
_BEATEN: Final = 0.2  # what a point of a beaten enemy's strength is worth
_SIEGE: Final = 0.35  # what an assault is worth that is won without the city's fall, of the city
_LULL: Final = 0.2  # what such an assault is worth all the same where the next one would not take the city
_PRESS: Final = 0.9  # what a siege that can go on at once is worth, of one that begins
_GUESSED: Final = -2  # as a viewer: the lab is not asked
_EMBARK: Final = 3  # areas that going aboard and ashore is like
_NO_WAY: Final = 999
_WALK: Final = 0.02  # each movement point
_ASKED: Final = 4  # battles that the lab is asked about at one decision
_SPELLS: Final = 2  # strength that spells may add, in hopes
_LOOTED: Final = 0.15  # what a city is worth that one cannot hold
_KING: Final = 16.0  # the other sorcerer, in a duel


class _Company(NamedTuple):
    """A host, where it stands, where it can go, and what ground it is looking at."""

    base: Plan
    t: State
    routes: Mapping[int, Route]
    lie: _Land


def plans_of(g: Game, viewer: int, exact: bool = True, temper: Temper = EVEN) -> Iterator[Weighed]:
    """What the seat that moves could do with the stack in hand, or with one that it takes up.

    Args:
        viewer: whose knowledge counts for the odds.  exact: whether the lab is asked for them, or the map.
    """
    if g.scenario.solo:
        best = plans.best(g, viewer)
        if best is not None:
            yield Weighed(best, 1.0)
        return
    field = _Field(g.state, temper)
    hosts = [_Company(base, t, reach(t), _Land(t, base, field)) for base, t in companies(g, temper)]
    yield from _attacks(g, hosts, viewer if exact else _GUESSED)
    ashore = {host.base.start: host.lie.worth(host.base.start)[0] for host in hosts if host.base.ship < 0}
    for host in hosts:
        yield from _marches(host)
        yield from _embarks(host, ashore)
    yield from errands(g, temper)


class _Field:
    """What is the same for every host of a position: what is worth taking and how it is defended, and where enemies stand.

    Attributes:
        goals: what each is worth, where, by whom it is defended and behind what wall.
        foes: the strongest other seat in each area where there is one.
    """

    def __init__(self, s: State, temper: Temper) -> None:
        seat = s.player
        self.temper = temper
        worth = [(p, a) for a in BOARD.lands if BOARD.city[a] and (p := temper.prize(s, seat, a)) > 0.5]
        worth += [(_KING, s.place[u]) for u in aims.kings(s) if s.owner[u] != seat and s.place[u] < BOARD.size]
        self.goals = [(p, a, *aims.defence(s, a, seat)) for p, a in worth]
        self.s = s
        self.theirs = [o for o in range(s.scenario.seats) if o != seat]
        self.foes: dict[int, int] = {}
        for o in self.theirs:
            for a in areas_of(s, o):
                self.foes[a] = max(self.foes.get(a, 0), aims.own(s, a, o))
        self._threats: dict[int, int] = {}

    def threat(self, a: int) -> int:
        """The strongest enemy host that could come to an area in a turn."""
        found = self._threats.get(a)
        if found is None:
            found = self._threats[a] = max((self.temper.comes(self.s, o, a) for o in self.theirs), default=0)
        return found


class _Land:
    """How good it is for the stack in hand to stand somewhere."""

    def __init__(self, t: State, base: Plan, field: _Field) -> None:
        self.t = t
        self.field = field
        self.temper = field.temper
        self.seat = seat = t.player
        self.afloat = bool(carriers(t, t.moving)) or base.ship >= 0
        self.mine = plans.strength(t)
        self.moving = set(t.moving)
        self.armies = any(KIND[u] == ARMY for u in t.moving)
        opens = ELRIC in self.moving or imrryr_fallen(t)
        reach_ = 4 * aims.turns_left(t)
        self.docks = {} if self.afloat else _docks(t)
        fighters = sum(FIGHT[u] for u in t.moving if KIND[u] == HERO)
        self.afloat_mine = min(self.mine, fighters + max(self.docks.values(), default=0))
        self.follow = self._follow(base)
        others = self._others(base)
        self.goals: list[tuple[float, Sequence[int], Sequence[int], int, int, int, int]] = []
        main = max(others, key=lambda x: x[1], default=(-1, 0, 0))
        few = not self.armies and self.mine < _FEW and main[1] > max(self.mine, _FEW / 2)
        if few and t.scenario.seats > 1 and t.scenario.goal != "duel":
            walks = all(WALKS_SEA[u] for u in t.moving)
            far = aims.far_off(main[0]) if walks else self._far(main[0])
            self.goals.append((_RALLY, far, far, main[0], 0, 0, 0))
        for worth, a, theirs, wall in () if self.goals else field.goals:
            if a == IMRRYR and not opens:
                continue
            far = aims.far_off(a)
            land = plans.overland(a)
            near = (x for x in others if 0 <= far[x[0]] <= _NEIGHBOURS)
            help_ = sum(on_foot if 0 <= land[at] <= _NEIGHBOURS else by_ship for at, on_foot, by_ship in near)
            self.goals.append((worth, self._far(a), land, a, theirs, wall, help_))
        mine = t.owner[ELRIC] == seat and t.place[ELRIC] < BOARD.size and not opens
        if mine and aims.prize(t, seat, IMRRYR) > aims.GOAL and _can_storm_imrryr(t, seat):
            at = t.place[ELRIC]
            self.goals.append((aims.GOAL, self._far(at), self._far(at), at, 0, 0, 0))
        self.reach = reach_

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
        return _crossing(goal, tuple(self.docks))

    def onward(self, a: int, more: int = 0) -> tuple[float, int, int]:
        """How near that is to what is worth taking: how good, how many areas are left, and to where."""
        best = (0.0, 0, -1)
        by_sea = self.mine if self.afloat else self.afloat_mine
        for worth, far, land, goal, theirs, wall, help_ in self.goals:
            steps = far[a]
            if 0 <= steps <= self.reach:
                if 0 <= land[a] <= steps + (_EMBARK if self.afloat else 0):
                    mine = self.mine + max(more, self.follow) + _SPELLS
                else:  # those who stand on the shore do not come along
                    mine = by_sea + self.follow + _SPELLS
                hope = 1.0
                if theirs or wall:
                    hope = aims.chance(mine, theirs, wall)
                    if help_:
                        hope = max(hope, _HELP * aims.chance(mine + help_, theirs, wall))
                if hope >= self.temper.hope:
                    best = max(best, (worth * hope * self.temper.nearer**steps, -steps, goal))
        return best

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
        foes = self.field.foes
        beside = max((foes.get(x, 0) for x in BOARD.near[a]), default=0)
        danger = self.temper.fear * max(0, beside - self.mine - friends)
        stays = self.siege(a) if a == t.place[t.moving[0]] else 0.0
        return best + self.temper.join * min(friends, 12) + camp - danger + self.guard(a) + stays, steps, goal

    def siege(self, a: int) -> float:
        """What it is worth to stay before a city that can be stormed again this turn."""
        if not enemy_city(self.t, a, self.seat):
            return 0.0
        theirs, wall = aims.defence(self.t, a, self.seat)
        return _PRESS * self.temper.prize(self.t, self.seat, a) * aims.chance(self.mine + _SPELLS, theirs, wall)

    def guard(self, a: int) -> float:
        """What it is worth to be in a city of one's own that would fall without."""
        worth = aims.guard(self.t, self.seat, a)
        if not worth:
            return 0.0
        threat = self.field.threat(a)
        if not threat:
            return 0.0
        wall, here = BOARD.wall[a], aims.own(self.t, a, self.seat)
        others = here if a != self.t.place[self.t.moving[0]] else max(0, here - self.mine)
        return (
            self.temper.guard * worth * (aims.take(threat, others, wall) - aims.take(threat, others + self.mine, wall))
        )


def _docks(t: State) -> dict[int, int]:
    """Where armies could go aboard a ship, with the room there ([7.3] / 6.31)."""
    found: dict[int, int] = {}
    for x in ones(on_board(t, t.player) & FLEET_BITS):
        berths = room(t, x)
        if berths > 0:
            at = t.place[x]
            for a in (at,) if BOARD.kind[at] == LAND else [b for b in BOARD.near[at] if BOARD.kind[b] == LAND]:
                found[a] = found.get(a, 0) + berths
    return dict(sorted(found.items()))


def _can_storm_imrryr(t: State, seat: int) -> bool:
    """Whether all that a seat has would do."""
    theirs, wall = aims.defence(t, IMRRYR, seat)
    mine = sum(FIGHT[u] for u in ones(on_board(t, seat)) if KIND[u] != FLEET)
    return t.scenario.goal == "imrryr" or mine > theirs + wall + 6


@lru_cache(4096)
def _crossing(goal: int, docks: tuple[int, ...]) -> Sequence[int]:
    """Areas to a goal, from everywhere, over land, or by a ship from one of these places."""
    land = plans.overland(goal)
    if not docks:
        return land
    sea = aims.far_off(goal)
    best = [far if far >= 0 else _NO_WAY for far in land]
    for dock in docks:
        if sea[dock] >= 0:
            more = sea[dock] + _EMBARK
            for a, far in enumerate(plans.overland(dock)):
                if far >= 0 and far + more < best[a]:
                    best[a] = far + more
    return tuple(far if far < _NO_WAY else -1 for far in best)


# ---- attacks --------------------------------------------------------------------------------------------------------


def _attacks(g: Game, hosts: Sequence[_Company], viewer: int) -> Iterator[Weighed]:
    """Battles that could be begun, with all who could come to them; those that look best are asked the lab about."""
    fields: dict[int, dict[int, _Company]] = {}
    for host in hosts:
        if not any(FIGHT[u] for u in host.t.moving):
            continue
        for r in host.routes.values():
            if r.risk or r.area == host.base.start or not plans.begins(host.t, r):
                continue
            there = fields.setdefault(r.area, {})
            old = there.get(host.base.start)
            if old is None or (old.lie.mine, -old.routes[r.area].cost) < (host.lie.mine, -r.cost):
                there[host.base.start] = host
    looks = sorted(fields, key=lambda a: (-_look(g.state, a, fields[a]), a))
    for a in looks[:_ASKED]:
        able = sorted(fields[a].values(), key=lambda h: (-h.lie.mine, h.base.start))
        yield from _battle(g, a, able, viewer)


def _look(s: State, a: int, able: Mapping[int, _Company]) -> float:
    """How good a battle looks on the map."""
    seat = s.player
    mine = sum(h.lie.mine for h in able.values()) + (aims.own(s, a, seat) if s.assaults >> a & 1 else 0)
    theirs, wall = aims.defence(s, a, seat)
    return (aims.prize(s, seat, a) + 0.2 * theirs) * aims.chance(mine + _SPELLS, theirs, wall)


def _battle(g: Game, a: int, able: Sequence[_Company], viewer: int) -> Iterator[Weighed]:
    """An attack by the strongest host that can come, with the others to follow where that is better."""
    s = g.state
    chief = able[0]
    temper = chief.lie.temper
    chosen = [(_odds(g, a, able[:1], viewer), 1)]
    if len(able) > 1:
        chosen.append((_odds(g, a, able, viewer), len(able)))
    before = 0.0
    besieged = enemy_city(s, a, s.player) and s.who[a] >> s.player & 1
    if s.assaults >> a & 1 or besieged:  # it is fought in any case, or can be: what counts is what one adds to it
        was = _odds(g, a, (), viewer)
        before = value(s, a, was, (), temper) if was is not None else 0.0
    for odds, n in chosen:
        if odds is None:
            continue
        worth = value(s, a, odds, able[:n], temper) - before
        lie = chief.lie
        there = aims.own(s, a, s.player) if s.assaults >> a & 1 else 0
        onward = lie.onward(a, there)[0] - lie.onward(chief.base.start)[0] - lie.siege(chief.base.start)
        if before:
            worth += 0.3 * max(0.0, before)
        r = chief.routes[a]
        # walls that nobody mans are stormed in Combat: one stays before them
        go = r.actions if r.attack else (*r.actions, Action("halt"))
        yield Weighed(
            chief.base._replace(go=go, area=a, risk=odds if isinstance(odds, Risk) else None, cost=r.cost),
            worth + _ONWARD * onward + lie.guard(a) - sum(h.lie.guard(h.base.start) for h in able[:n]),
            _together(chief, able[1:n], a, odds) if n > 1 else "",
            together=n,
        )


def _together(chief: _Company, others: Sequence[_Company], a: int, odds: Risk | Guess) -> str:
    who = words.units([chief.base.leader, *(h.base.leader for h in others)])
    return f"{words.cap(who):goes|go} against {words.area(a)} together: with all who can come I {_wins(odds)}."


def _wins(odds: Risk | Guess) -> str:
    return tips.won(Fraction(odds.win)).removeprefix("you ")


def guessed(s: State, a: int, more: int = 0) -> Guess:
    """The odds of a battle that the player whose turn it is could fight, from what stands there and `more`."""
    mine = more + aims.own(s, a, s.player)
    theirs, wall = aims.defence(s, a, s.player)
    return Guess(aims.force(mine - theirs - wall), aims.take(mine, theirs, wall) if wall or BOARD.city[a] else None)


def _odds(g: Game, a: int, able: Sequence[_Company], viewer: int) -> Risk | Guess | None:
    s = g.state
    if viewer == _GUESSED:
        return guessed(s, a, sum(h.lie.mine for h in able))
    units: list[int] = []
    sea = -1
    for host in able:
        who = who_comes(host.t, host.routes[a])
        sea = who.sea if not units else sea
        units += [u for u in who.units if u not in units]
    try:
        return risk(g, s.player, battle_of(able[0].t if able else s, a, Coming(tuple(units), sea), viewer))
    except BattleError:
        return None


def value(s: State, a: int, r: Risk | Guess, able: Sequence[_Company], temper: Temper = EVEN) -> float:
    """What is won and lost in a battle, by its odds."""
    seat = s.player
    win = float(r.win)
    takes = float(r.falls) if r.falls is not None else win
    theirs = sum(_price(u) for o in range(s.scenario.seats) if o != seat for u in own_in(s, a, o))
    mine = sum(_price(u) for h in able for u in h.t.moving)
    heroes = sum(float(x) * _price(pieces.INDEX[u]) for u, x in r.heroes.items())
    killed = sum(float(x) * _price(pieces.INDEX[u]) for u, x in r.theirs.items())
    lost = (1 - win) * 0.3 * mine + heroes + float(r.trapped) * mine * 0.5
    goal = temper.prize(s, seat, a) * (1 if _can_hold(s, a, able) else _LOOTED)
    thins = 0.0
    if BOARD.wall[a] and takes < win:
        defence, wall = aims.defence(s, a, seat)
        strong = aims.own(s, a, seat) + sum(FIGHT[u] for h in able for u in h.t.moving if KIND[u] != FLEET)
        thins = _SIEGE * (win - takes) * (_LULL + (1 - _LULL) * aims.thinned(strong + _SPELLS, defence, wall))
    kings = sum(float(x) * _KING for u, x in r.theirs.items() if _is_king(s, pieces.INDEX[u], seat))
    kings -= sum(float(x) * _KING for u, x in r.heroes.items() if _is_king(s, pieces.INDEX[u], -1))
    return (
        (takes + thins) * goal + temper.kill * (win * (_CHASE + _BEATEN * theirs) + killed) + kings - temper.loss * lost
    )


def _can_hold(s: State, a: int, able: Sequence[_Company]) -> bool:
    """Whether an army would be there to hold a city that falls ([10.9.1] / 9.91); at Imrryr it may be enough to be in."""
    if a == IMRRYR and s.rules.imrryr_wins == "at-once":
        return True
    there = (*own_in(s, a, s.player), *(u for h in able for u in h.t.moving))
    return any(KIND[u] == ARMY for u in there)


def _is_king(s: State, u: int, not_of: int) -> bool:
    """Whether the duel is about him."""
    return (
        s.scenario.goal == "duel" and s.owner[u] != not_of and any(pieces.IDS[u] in x.pieces for x in s.scenario.groups)
    )


def _price(u: int) -> float:
    return {ARMY: 1.0, HERO: 1.3, FLEET: 0.3}.get(KIND[u], 0.0) * max(1, FIGHT[u])


# ---- marches --------------------------------------------------------------------------------------------------------


def _marches(host: _Company) -> Iterator[Weighed]:
    """The best place to go without a fight, if it is better than to stay, and the best with another goal."""
    base, lie = host.base, host.lie
    start = base.start
    now = lie.worth(start)[0]
    best: dict[int, tuple[float, Route, int]] = {}
    for r in host.routes.values():
        if r.attack or r.risk or (BOARD.kind[r.area] != LAND and not lie.afloat):
            continue
        there, steps, goal = lie.worth(r.area)
        gain = there - now - _WALK * r.cost
        if gain > _ENOUGH and (goal not in best or gain > best[goal][0]):
            best[goal] = (gain, r, steps)
    for goal, (gain, r, steps) in sorted(best.items(), key=lambda x: (-x[1][0], x[0]))[:2]:
        said = _said(host, r.area, goal)
        yield Weighed(base._replace(go=r.actions, area=r.area, goal=goal, far=-steps, cost=r.cost), gain, said, said)


def _said(host: _Company, area: int, goal: int) -> str:
    """Where a host marches and what for; all of it lies on the table."""
    t, base = host.t, host.base
    who = words.units([u for u in t.moving if KIND[u] in (HERO, ARMY)] or t.moving)
    aboard = f" aboard {words.unit(base.ship)}" if base.ship >= 0 else ""
    return f"{words.cap(who):goes|go}{aboard} to {words.area(area)}{_for(host, area, goal)}."


def _for(host: _Company, area: int, goal: int) -> str:
    t, lie = host.t, host.lie
    if goal < 0:
        mates = any(u not in lie.moving and KIND[u] in (HERO, ARMY) for u in own_in(t, area, lie.seat))
        return ", to guard it" if lie.guard(area) > 0 else ", to join those who stand there" if mates else ""
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
    return there


def _embarks(host: _Company, ashore: Mapping[int, float]) -> Iterator[Weighed]:
    """To go aboard a ship off the coast, which takes the whole turn, and sail in the next."""
    base = host.base
    if base.ship < 0 or host.routes or not base.take:
        return
    gain = host.lie.worth(base.start)[0] - ashore.get(base.start, 0.0)
    if gain > _ENOUGH:
        who = words.units([u for u in host.t.moving if KIND[u] == HERO])
        said = f"{words.cap(who):goes|go} aboard {words.unit(base.ship)} off the coast, to sail next turn."
        yield Weighed(base, min(gain, 1.0), said, said)


def pick_up(g: Game, temper: Temper = EVEN) -> list[Action]:
    """Armies that the stack in hand could take along from where it stands: all but those who hold the place."""
    s = g.state
    here = s.place[s.moving[0]]
    if s.assaults >> here & 1 or points_left(s) < 1 or carriers(s, s.moving):
        return []
    armies = [u for u in own_in(s, here, s.player) if KIND[u] == ARMY and u not in s.moving]
    armies = armies[: max(0, len(armies) - garrison(s, here, temper))]
    able = [Action("join", (u,)) for u in armies if running.allowed(s, Action("join", (u,)))]
    t = plans.after(s, able) if able else None
    return able if t is not None and plans.in_hand(t) and plans.can_go(t) else []
