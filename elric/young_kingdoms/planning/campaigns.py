"""Campaigns of Elric: what a scenario makes worth taking, each host's reach by its own ways, and the plan of a turn made of both.

What is counted lies on the table: the strength of hosts and garrisons, walls, ships. What the enemy could bring to a place in
the meantime is counted in part, for he has other things to do ([7.2], [7.3], [10.6] / 6.2, 6.3, 9.6).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from elric.planning.choosing import campaigns, choose
from elric.planning.definition import Aim, Arrow, Campaign, Host, TurnPlan
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.pieces import ARMY, ELRIC, FIGHT, FLEET, HERO, KIND, LAND_MOVES, MOVE, WALKS_SEA
from elric.young_kingdoms.planning import aims
from elric.young_kingdoms.planning.companies import garrison, keepers
from elric.young_kingdoms.planning.marches import ships
from elric.young_kingdoms.planning.reach import EMBARK, on_foot, piers, points, within
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.position.state import ASHORE, HALTED, NEUTRAL, TURNS, State, areas_of, own_in
from elric.young_kingdoms.world.imrryr import may_enter_imrryr
from elric.young_kingdoms.world.terrain import IMRRYR, is_besieged, room

__all__ = ["GATES", "NOTHING", "eager", "hosts_of", "promise", "threats", "turn_plan"]

NOTHING: Final = TurnPlan()
SOONER: Final = 0.8  # what an aim is worth that is had a turn later
_TURNS: Final = 4  # turns looked ahead
_SPELLS: Final = 2  # strength that spells may add, in hopes
_COME: Final = 0.4  # of the enemies who could come to help in time, how many are counted on to come
_AHEAD: Final = 2  # turns in which enemies could gather before a place that is to be held
_EFFORT: Final = 0.03  # what it costs to send a point of strength anywhere
_FEARED: Final = 0.2  # a city that falls less often is not drawn as threatened
_LIKELY: Final = 0.5  # a newcomer is led to a city that falls more often
_ALL: Final = 20.0  # how many times more than it is worth, so that everybody goes for it
_ELRIC: Final = "elric"  # the aim to beat whoever leads him
_CHASE: Final = 1  # turns after which he is elsewhere
GATES: Final = sum(
    1 << a
    for a in range(BOARD.size)
    if within(a, ((a, EMBARK, LAND_MOVES),), BOARD.kind[a] != LAND, LAND_MOVES) >> IMRRYR & 1
)  # whence one sails into Imrryr within a turn
_WANTED: Final = 0.55  # aims worth less are no aims


def turn_plan(s: State, seat: int, last: TurnPlan = NOTHING, temper: Temper = EVEN) -> TurnPlan:
    """What a seat goes for with all its hosts, from what lies on the table.

    Args:
        last: what it went for before, which is kept unless something is clearly better.
    """
    turns = max(1, min(_TURNS, aims.turns_left(s)))
    hosts = [h for h in hosts_of(s, seat, turns, temper) if not is_besieged(s, h.place, seat)]
    knowing = [h for h in hosts if may_enter_imrryr(s, own_in(s, h.place, seat), IMRRYR)]
    leads = max(knowing, key=lambda h: (h.place == s.place[ELRIC], h.strength, -h.key)).key if knowing else -1
    wanted = list(_aims(s, seat, leads, temper))
    kept = aims.redoubt(s)
    if kept >= 0 and s.control[kept] == seat and s.turn > 1:
        wanted.append(
            Aim(f"hold {BOARD.ids[kept]}", kept, aims.guard(s, seat, kept), last=aims.last_turn(s), hold=True)
        )
    if not wanted or not hosts:
        return TurnPlan(dropped=tuple((c, "lost") for c in last.campaigns))
    guide = next((h for h in knowing if h.key == leads), None)
    hosts = [h if guide is None or h in knowing else _led(h, guide) for h in hosts]
    others = [h for o in range(s.scenario.seats) if o != seat for h in hosts_of(s, o, turns, temper)]
    stay = aims.own(s, kept, seat) - sum(h.strength for h in hosts if h.place == kept) if kept >= 0 else 0
    foes = [_gathered(others, kept, turn) for turn in range(turns)] if kept >= 0 else []
    grounds = {a.key: _Ground.of(s, seat, a, others, turns, temper) for a in wanted if not a.hold}

    def prospect(aim: Aim, mine: int, turn: int) -> float:
        if aim.hold:
            wall, left = BOARD.wall[aim.place], min(aims.SIEGE, aims.turns_left(s))
            without, with_them = (aims.siege(foes[turn], there, wall, left, 1) for there in (stay, stay + mine))
            return without - with_them
        ground = grounds[aim.key]
        theirs = ground.theirs[turn]
        if aim.key == _ELRIC:
            return aims.crush(mine, theirs, ground.wall) if turn <= _CHASE else 0.0
        left, later = ground.left[turn], ground.later
        hope = aims.siege(mine + _SPELLS, theirs, ground.wall, left, ground.back, later) if mine else 0.0
        if mine and ground.only:
            hope = max(hope, aims.long_shot(mine, theirs + ground.wall))
        return hope if hope >= ground.least else 0.0

    def meets(aim: Aim, turn: int) -> int:
        return foes[turn] if aim.hold else grounds[aim.key].theirs[turn] + grounds[aim.key].wall

    def make(some: Iterable[Aim], free: Sequence[Host]) -> list[Campaign]:
        return campaigns(some, free, prospect, meets, SOONER, costs.__getitem__)

    costs = _Costs(s, seat, hosts, temper)
    plan = choose(wanted, hosts, make, last)
    by_key = {h.key: h for h in hosts}
    dated = {c.aim.key: c.by for c in last.campaigns}
    found = (_drawn(c, by_key, min(s.turn + c.due, dated.get(c.aim.key, TURNS))) for c in plan.campaigns)
    return TurnPlan(tuple(found), plan.worth, plan.dropped)


def eager(s: State, seat: int) -> Temper:
    """The temper of a newcomer's first march: all for the enemy city that is likeliest to fall at once to those who can come, where
    one is more likely to fall than not."""
    best, found = _LIKELY, EVEN
    for a in BOARD.lands:
        if BOARD.city[a] and s.control[a] < NEUTRAL and s.control[a] != seat:
            temper = EVEN._replace(goal=a, pull=_ALL)
            for c in turn_plan(s, seat, temper=temper).campaigns:
                if c.aim.place == a and not c.due and c.chance > best:
                    best, found = c.chance, temper
    return found


class _Ground(NamedTuple):
    """What a place is like to whoever strikes at it, found once, for it is asked about with every set of hosts.

    Attributes:
        theirs: the strength that meets one there, by turns from now.  wall: behind what wall.  left: assaults that are looked ahead, by
            turns from now.  back: armies that come back to it each turn.
        only: whether nothing else wins.  later: what it is worth an assault later.  least: with less of a chance it is no aim.
    """

    theirs: Sequence[int]
    wall: int
    left: Sequence[int]
    back: int
    only: bool
    later: float
    least: float

    @classmethod
    def of(cls, s: State, seat: int, aim: Aim, others: Sequence[Host], turns: int, temper: Temper) -> _Ground:
        a = aim.place
        there, wall = aims.defence(s, a, seat)
        most, last = aims.assaults(s, seat, a), aims.turns_left(s)
        return cls(
            [there + int(_COME * sum(_help(h, a, turn) for h in others)) for turn in range(turns)],
            wall,
            [min(most, last - turn) for turn in range(turns)],
            aims.raised(s, a),
            aims.only_way(s, seat, a),
            aims.later(s, seat),
            temper.least(s, seat, a, aim.worth),
        )


class _Costs(dict[Host, float]):
    """What it costs at home that a host goes, found once for each. One enemy host strikes at one place only: those who stand
    where it could share what it may take."""

    def __init__(self, s: State, seat: int, hosts: Sequence[Host], temper: Temper) -> None:
        super().__init__()
        self.s, self.seat, self.temper = s, seat, temper
        self.threats = {
            h.place: temper.threat(s, seat, h.place)
            for h in hosts
            if aims.guard(s, seat, h.place) and h.place != aims.redoubt(s)  # to hold that is an aim of its own
        }

    def __missing__(self, host: Host) -> float:
        s, seat, a = self.s, self.seat, host.place
        cost = _EFFORT * host.strength
        if a in self.threats:
            threat, whence = self.threats[a]
            here, wall = aims.own(s, a, seat), BOARD.wall[a]
            left = max(0, here - host.strength)
            taken = aims.guard(s, seat, a) * (aims.take(threat, left, wall) - aims.take(threat, here, wall))
            cost += self.temper.guard * taken / sum(other == whence for _, other in self.threats.values())
        self[host] = cost
        return cost


def _aims(s: State, seat: int, leads: int, temper: Temper) -> Iterable[Aim]:
    """What is worth taking; Imrryr only for whoever has somebody who knows the way in ([7.5.9] / 6.591), and else whoever leads
    Elric, who is free when that one falls ([12.1.2] / 11.12)."""
    for a in BOARD.lands:
        worth = temper.prize(s, seat, a) if BOARD.city[a] else 0.0
        if worth >= _WANTED and (a != IMRRYR or leads >= 0):
            yield Aim(BOARD.ids[a], a, worth, needs=leads if a == IMRRYR else -1, last=aims.last_turn(s))
    at = s.place[ELRIC]
    held = at < BOARD.size and seat != s.owner[ELRIC] < NEUTRAL and BOARD.kind[at] == LAND and at != IMRRYR
    if held and aims.only_way(s, seat, IMRRYR):
        yield Aim(_ELRIC, at, temper.elric * aims.elric_worth(s, seat), last=aims.last_turn(s))


def hosts_of(s: State, seat: int, turns: int, temper: Temper = EVEN) -> list[Host]:
    """The hosts of a seat, one a place with somebody to lead it, and where each can be by when. Armies that hold the place are
    no part of it."""
    found = []
    berths = piers(s, seat)
    for a in areas_of(s, seat):
        here = own_in(s, a, seat)
        leaders = [u for u in here if KIND[u] == HERO and FIGHT[u]]
        if not leaders or (s.player == seat and a == IMRRYR and keepers(s, seat)):
            continue
        afloat = BOARD.kind[a] != LAND
        armies = [u for u in here if KIND[u] == ARMY]
        stay = min(len(armies), garrison(s, a, temper) if s.player == seat else _least(s, seat, a))
        fighters = sum(FIGHT[u] for u in leaders)
        strength = fighters + sum(FIGHT[u] for u in armies[stay:])
        aboard = sum(FIGHT[u] for u in armies if s.aboard[u] != ASHORE)
        room_here = sum(max(0, room(s, x)) for x in ships(s, a)) if s.player == seat else _room(s, seat, a)
        carried = aboard + max(0, room_here) if not afloat else aboard
        by_sea = fighters + min(strength - fighters, carried)
        walkers = all(WALKS_SEA[u] for u in leaders) and strength == fighters
        rate = min((MOVE[u] for u in here if KIND[u] == FLEET), default=LAND_MOVES) if afloat else LAND_MOVES
        # in its own turn it has what points are left to it
        ready = [s.spent[u] for u in leaders if not s.flags[u] & HALTED and s.spent[u] < LAND_MOVES]
        gone = min(ready, default=rate) if s.player == seat else 0
        # in the turn in which it lands it goes less far where those aboard pay for that ([7.3] / 6.31)
        lands = min((points(s, u) for u in here if KIND[u] == FLEET), default=LAND_MOVES) if afloat else LAND_MOVES
        left = lands - gone
        over_sea, walks = afloat or walkers, walkers and not afloat
        reach = tuple(within(a, berths, over_sea, max(0, left + turn * rate), walks) for turn in range(turns))
        found.append(Host(max(leaders, key=lambda u: (u != ELRIC, FIGHT[u], -u)), a, strength, reach,
                          strength if afloat else by_sea, ~0 if afloat or walkers else on_foot(a)))  # fmt: skip
    return found


def _least(s: State, seat: int, a: int) -> int:
    return int(s.control[a] == seat and BOARD.city[a])


def _room(s: State, seat: int, a: int) -> int:
    near = (a, *(x for x in BOARD.near[a] if BOARD.kind[x] != LAND))
    return sum(max(0, room(s, u)) for x in near for u in own_in(s, x, seat) if KIND[u] == FLEET)


def threats(s: State, seat: int) -> list[Arrow]:
    """Where enemies could come next turn to a capital of the seat that would rather likely fall to them."""
    mine = [a for a in BOARD.lands if aims.guard(s, seat, a) > aims.CAPITAL]
    return [
        Arrow(BOARD.ids[h.place], BOARD.ids[a], 1, "threat")
        for o in range(s.scenario.seats)
        for h in (hosts_of(s, o, 1) if o != seat else ())
        for a in mine
        if h.place != a
        and h.reach[0] >> a & 1
        and aims.take(h.brings(a), aims.own(s, a, seat), BOARD.wall[a]) >= _FEARED
    ]


def promise(c: Campaign) -> float:
    """What a campaign is worth to whoever takes part, before what it costs."""
    return c.aim.worth * c.chance * SOONER**c.due


def _led(host: Host, guide: Host) -> Host:
    """A host that does not know the way through Imrryr's sea wall is there a turn after it can have met the one that does, where that
    one sails in within a turn."""
    met = [bool(there & its & GATES) for there, its in zip(host.reach, guide.reach, strict=True)]
    bit = 1 << IMRRYR
    reach = tuple(there & ~bit | (bit if k and met[k - 1] else 0) for k, there in enumerate(host.reach))
    return Host(host.key, host.place, host.strength, reach, host.afloat, host.fast)


def _gathered(hosts: Sequence[Host], place: int, turn: int) -> int:
    """What enemy hosts could bring to a place together, by a turn after that one: the strongest, and of the others those who are
    counted on to come."""
    able = sorted((h.brings(place) for h in hosts if 0 <= h.due(place) <= turn + _AHEAD), reverse=True)
    return able[0] + int(_COME * sum(able[1:])) if able else 0


def _help(host: Host, place: int, turn: int) -> int:
    """What an enemy host could bring to a place before it is struck at in a turn; one that is there counts already."""
    if not turn or host.place == place or not 0 <= host.due(place) < turn:
        return 0
    return host.brings(place)


def _drawn(c: Campaign, hosts: dict[int, Host], by: int) -> Campaign:
    """The campaign with its arrows, and the turn in which it was first to be struck at."""
    arrows = []
    for key in c.hosts:
        h = hosts[key]
        due = h.due(c.aim.place)
        if h.place == c.aim.place:
            continue
        how = "march" if h.fast >> c.aim.place & 1 and BOARD.kind[h.place] == LAND else "sail"
        arrows.append(
            Arrow(
                BOARD.ids[h.place],
                BOARD.ids[c.aim.place],
                c.due,
                "strike" if due == c.due == 0 and not c.aim.hold else how,
            )
        )
    return replace(c, arrows=tuple(arrows), by=by)
