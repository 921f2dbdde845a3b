"""The Movement phase: choose whom to move. Leaderless armies and fleets. Sources: Chaosium [7.0]-[7.3], Avalon Hill 6-6.32."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.memo import kept
from elric.kernel.rules import always, no
from elric.kernel.steps import Check, Deed, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import ALL, SEAS
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import (
    ARMIES,
    ARMY,
    EVERY,
    FLEET,
    FLEET_BITS,
    FLEETS,
    HERO,
    HERO_BITS,
    HEROES,
    KIND,
    LAND_MOVES,
    MOVE,
    ONE,
)
from elric.young_kingdoms.march.arrival import arrive, lone_travellers, roll_for_who_stays
from elric.young_kingdoms.march.leaving import runs_down
from elric.young_kingdoms.movement.company import TO_LEAD
from elric.young_kingdoms.movement.stack import STACK
from elric.young_kingdoms.movement.without_leader import led_by, may_march
from elric.young_kingdoms.nations.control import walk_in
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, act, each, wait
from elric.young_kingdoms.position.state import (
    ASHORE,
    ATTACHED,
    AWAY,
    BOX,
    HALTED,
    LOST,
    STEPPED,
    State,
    cargo,
    enemies,
    foes_at,
    ids,
    next_phase,
    push,
    put,
)
from elric.young_kingdoms.position.steps import TO_END, Auto, Step
from elric.young_kingdoms.world.imrryr import may_enter_imrryr
from elric.young_kingdoms.world.terrain import BOILING, STRAITS, TEETH, sail_left, wilds

TO_MARCH: Final = VERBS.add("march", "piece area", "March {0} to {1}", shown=True, wished=True)
TO_HOME: Final = VERBS.add("home", "piece", "Send {0} home", shown=True, wished=True)


_LEAD: Final = tuple(TO_LEAD(u) for u in range(pieces.SIZE))


_HOME: Final = tuple(TO_HOME(u) for u in range(pieces.SIZE))


# The armies of each nation, and where they may march without a leader. Hordes have no home to march in.
_ARMIES: Final = tuple(bits(u for u in n.pieces if KIND[u] == ARMY) for n in pieces.NATIONS)
_HOMELAND: Final = tuple(0 if n.horde else bits(BOARD.home.get(n.id, ())) for n in pieces.NATIONS)
# Where an army without a leader may go: into the land areas of its own country beside it, where no wilderness strikes.
_INLAND: Final = tuple(
    bits(a for a in near if BOARD.kind[a] == LAND and BOARD.nation[a] == BOARD.nation[here] and not BOARD.wild[a])
    for here, near in enumerate(BOARD.near)
)


def _each_way(u: int) -> Callable[[int], tuple[Action, ...]]:
    """An army's marches into each of some areas, given as bits."""
    return kept(64)(lambda to: tuple(TO_MARCH(u, a) for a in ones(to)))


# By the army's number, and by its bit.
_MARCH: Final = {u: _each_way(u) for u in ARMIES}
_MARCH_OF: Final = {ONE[u]: _MARCH[u] for u in ARMIES}


def _leads(s: State) -> list[Action]:
    """Which of the player's personalities can still lead a stack on this turn."""
    at, flags, spent, aboard = s.at, s.flags, s.spent, s.aboard
    there = s.of[s.player] & HERO_BITS & (EVERY ^ (at[AWAY] | at[LOST] | at[BOX]))
    return [_LEAD[u] for u in ones(there) if not flags[u] & HALTED and (spent[u] < LAND_MOVES or aboard[u] != ASHORE)]


_DONE: Final = HALTED | ATTACHED  # stays where it was left this turn


def _marches(s: State, out: list[Action]) -> None:
    """Add where the player's armies may march without a leader. Of those of a nation in one place one is as good as another:
    the first that has its one point still stands for all, those apart who have just come ashore."""
    me, at, unstirred = s.player, s.at, s.rested
    mine, clear = s.of[me] & (EVERY ^ s.worn), ALL ^ enemies(s, me)
    stands = s.stands[me] & clear
    serving = s.nation_owner
    nation = serving.find(me)
    while nation >= 0:
        local = mine & _ARMIES[nation]
        if local:
            for here in ones(stands & _HOMELAND[nation]):
                armies = at[here] & local
                if armies:
                    to = _INLAND[here] & clear
                    # the fresh ones are alike; the others, few, are looked at one by one
                    first = armies & unstirred
                    if first != armies:
                        _march_apart(s, (first & -first) | (armies ^ first), to, out)
                    elif to:
                        out += _MARCH_OF[first & -first](to)
        nation = serving.find(me, nation + 1)


def _march_apart(s: State, armies: int, to: int, out: list[Action]) -> None:
    """Add the marches of armies in one place: of those that may march the first of each kind."""
    spent, seen = s.spent, 0
    while armies:
        lowest = armies & -armies
        armies ^= lowest
        u = lowest.bit_length() - 1
        if not spent[u]:
            flags = s.flags[u]
            if not (flags & _DONE or s.aboard[u] != ASHORE or seen >> flags & 1):
                out += _MARCH[u](to)
                seen |= 1 << flags


def _inland(s: State, here: int) -> int:
    """Where armies may march from an area of their own country, as bits: away from no enemy and towards none (`_barriers`)."""
    barred, clear = _barriers(s)
    return 0 if barred >> here & 1 else _INLAND[here] & clear


def _barriers(s: State) -> tuple[int, int]:
    """Where enemies stand, and where one may march without a leader: anywhere else. As bits."""
    barred = enemies(s, s.player)
    return barred, ALL ^ barred


def _stuck(s: State) -> int:
    """The flags of a fleet that stays where it is this turn: it has drifted, or a leader has left it (where the edition
    binds it to once a turn, [7.3])."""
    return _DONE if s.rules.attach_once else HALTED


@kept(4096)
def _abroad(places: bytes) -> int:
    """The fleets that are on the board and in no port of their own nation, as bits, by where all fleets are."""
    return bits(x for x, at in zip(FLEETS, places, strict=True) if at < BOARD.size and at not in _AT_HOME[x])


def _drifts(s: State) -> list[Action]:
    """Which of the player's fleets may drift home: not there yet, nobody to command them, points left, and a way open."""
    out: list[Action] = []
    # most fleets lie at home, and asking about each of them takes three times as long
    abroad = _abroad(bytes(s.place[_FIRST_FLEET:_LAST_FLEET])) & s.of[s.player]
    if abroad:
        stuck = _stuck(s)
        for x in ones(abroad):
            if (
                not s.flags[x] & stuck
                and s.aboard.find(x, 0, len(HEROES)) < 0
                and sail_left(s, x) > 0
                and way_home(s, x)
            ):
                out.append(_HOME[x])
    return out


# Pieces are numbered by kind, so the fleets stand side by side, and the personalities come first.
_FIRST_FLEET: Final = FLEETS[0]
_LAST_FLEET: Final = FLEETS[-1] + 1


def _check_lead(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    (unit,) = args
    if _LEAD[unit] in _leads(s):
        return True
    if why is None:
        return False
    name = words.unit(unit)
    if KIND[unit] != HERO:
        return no(
            why,
            ("7.2", "6.21"),
            f"{name} cannot lead: only a personality leads a stack.",
            led_by(s, unit),
            ids((unit,)),
        )
    if s.owner[unit] != s.player or s.place[unit] >= BOARD.size:
        return no(
            why,
            ("7.0", "6"),
            f"{name:is|are} not yours to move.",
            (("Move one of your own personalities.", ("lead",)), NOTHING),
            ids((unit,)),
        )
    if s.flags[unit] & HALTED:
        return no(
            why,
            ("7.2", "6.22"),
            f"{name:has|have} already finished moving this turn.",
            (wait(act("lead", unit)), NOTHING),
            ids((unit,)),
        )
    return no(
        why,
        ("7.2", "6.2"),
        f"{name:has|have} no movement points left.",
        (wait(act("lead", unit)), NOTHING),
        ids((unit,)),
    )


def _check_march(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    unit, area = args
    here = s.place[unit]
    if KIND[unit] == ARMY and s.owner[unit] == s.player and here < BOARD.size:
        nation = pieces.NATIONS[pieces.NATION[unit]]
        at_home = BOARD.nation[here] == nation.id and not nation.horde
        tired = s.spent[unit] or s.flags[unit] & _DONE or s.aboard[unit] != ASHORE
        if at_home and not tired and _inland(s, here) >> area & 1:
            return True
    if why is None or not may_march(s, unit, area, why):
        return False
    return no(why, ("7.2", "6.21"), f"{words.unit(unit):needs|need} a leader for that.", led_by(s, unit))


def _check_home(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    (unit,) = args
    if _HOME[unit] in _drifts(s):
        return True
    if why is None:
        return False
    name = words.unit(unit)
    if KIND[unit] != FLEET or s.owner[unit] != s.player or s.place[unit] >= BOARD.size:
        return no(why, ("7.3", "6.321"), f"{name:is|are} not a fleet of yours on the board.", "", ids((unit,)))
    if any(KIND[x] == HERO for x in cargo(s, unit)):
        return no(
            why,
            ("7.3", "6.321"),
            f"{name:has|have} a personality aboard and need not drift home.",
            (
                ("Take up the personality and sail.", each("lead", (x for x in cargo(s, unit) if KIND[x] == HERO))),
                NOTHING,
            ),
            ids((unit,)),
        )
    if sail_left(s, unit) < 1 or s.flags[unit] & _stuck(s):
        return no(
            why,
            ("7.3", "6.31"),
            f"{name:has|have} already sailed this turn.",
            ("It may drift on in your next turn." if way_home(s, unit) else NOTHING,),
            ids((unit,)),
        )
    return no(
        why,
        ("7.3", "6.321"),
        f"{name:has|have} no open way towards a home port, or is in one already.",
        "With a personality aboard it could sail elsewhere.",
        ids((unit,)),
    )


def _lead(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    take_up(s, args[0])


def _march(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    unit, to = args
    if cx.events is not None:
        cx.tell("march", units=(unit,), area=s.place[unit], to_area=to)
    here = s.place[unit]
    put(s, unit, to)
    s.spent[unit] = 1
    s.worn |= ONE[unit]
    s.flags[unit] |= STEPPED
    walk_in(s, to, cx)
    if s.tipped:
        # an open spell may have made a country wild, or lie in wait itself
        arrive(s, here, to, (unit,), False, cx)


def _go_home(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    sail_home(s, args[0], cx)


def _end(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    s.agenda = ()
    lone_travellers(s)
    roll_for_who_stays(s)
    _down_the_river(s)
    next_phase(s)


_YARD: Final = BOARD.special_area("lormyr_river")


def _down_the_river(s: State) -> None:
    """Fleets built in Lormyr's inland capital go down to its ports: those that nobody has sent there go when movement ends
    (5.4)."""
    if _YARD < 0 or not s.rules.lormyr_river:
        return
    for x in ones(s.at[_YARD] & s.of[s.player] & FLEET_BITS):
        if s.spent[x] < MOVE[x] and way_home(s, x):
            push(s, HOMEWARD.frame(x))


class MovementPhase(Step):
    """Nothing is being moved: choose whom to move, or end the phase."""

    name = "movement"
    on_map = True
    public = True
    verbs: ClassVar[dict[str, Check]] = {
        "lead": _check_lead,
        "march": _check_march,
        "home": _check_home,
        "end": always,
    }
    deeds: ClassVar[dict[str, Deed]] = {"lead": _lead, "march": _march, "home": _go_home, "end": _end}

    def legal(self, s: State, frame: Frame) -> list[Action]:
        out = _leads(s)
        _marches(s, out)
        out += _drifts(s)
        out.append(TO_END())
        return out


MOVEMENT_PHASE: Final = MovementPhase()


def take_up(s: State, u: int) -> None:
    """Begin to move a leader, with the whole ship's company when it is aboard one."""
    ship = s.aboard[u]
    if ship == ASHORE:
        s.moving = (u,)
    else:
        s.moving = (u, ship, *(x for x in cargo(s, ship) if x != u))
    push(s, STACK.frame(u, ()))


# The ports of each nation; the last row is for ships of no nation.
_PORTS: Final = (*(tuple(a for a in BOARD.home.get(n.id, ()) if BOARD.ports[a]) for n in pieces.NATIONS), ())


def home_ports(s: State, ship: int) -> list[int]:
    """Ports of a fleet's own nation that its commander holds and no enemy besieges."""
    me = s.owner[ship]
    stack = (ship, *cargo(s, ship))
    return [
        a
        for a in _PORTS[pieces.NATION[ship]]
        if s.control[a] == me and not foes_at(s, a, me) and may_enter_imrryr(s, stack, a)
    ]


_AT_HOME: Final = {x: frozenset(_PORTS[pieces.NATION[x]]) for x in FLEETS}


def in_home_port(s: State, ship: int) -> bool:
    """Whether a fleet lies in a port of its own nation, besieged or not: there it waits for a personality (6.321)."""
    return s.place[ship] in _PORTS[pieces.NATION[ship]]


def way_home(s: State, ship: int) -> tuple[int, ...]:
    """The safest, then shortest, way from a fleet to its nearest home port; empty when there is none or it is there.

    Areas without the start. Safest: fewest dangerous seas (Boiling Sea, Serpent's Teeth, Straits of Chaos); enemies bar
    the way altogether (Chaosium [7.3], Avalon Hill 6.321).
    """
    if in_home_port(s, ship):
        return ()
    me = s.owner[ship]
    barred = enemies(s, me) & SEAS & ~wilds(s)
    return _safest(s.place[ship], tuple(home_ports(s, ship)), barred, bool(s.rules.lormyr_river))


@lru_cache(maxsize=4096)
def _safest(start: int, goals: tuple[int, ...], barred: int, river: bool) -> tuple[int, ...]:
    """The safest, then shortest, way by sea to the nearest of some ports, past seas that are barred."""
    if not goals:
        return ()
    queue: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, start, ())]
    done: set[int] = set()
    while queue:
        danger, far, at, path = heappop(queue)
        if at in done:
            continue
        done.add(at)
        if at in goals:
            return path
        for beside in BOARD.near[at]:
            if beside in done:
                continue
            if BOARD.kind[beside] == SEA:
                if BOARD.kind[at] == LAND and beside not in BOARD.ports[at]:
                    continue
                if barred >> beside & 1:
                    continue
            elif beside not in goals or not (at in BOARD.ports[beside] or (river and runs_down(at, beside))):
                continue
            heappush(queue, (danger + (beside in (BOILING, TEETH, STRAITS)), far + 1, beside, (*path, beside)))
    return ()


def sail_home(s: State, ship: int, cx: Context) -> None:
    """Send a fleet without a personality towards home, as far as its movement goes."""
    s.flags[ship] |= HALTED
    push(s, HOMEWARD.frame(ship))


class HomewardFrame(NamedTuple):
    step: Step
    ship: int


class Homeward(Auto):
    """One area nearer home; what lies in wait there comes first, then the fleet sails on."""

    name = "homeward"
    holds = HomewardFrame
    words = (fields.PIECE,)

    def run(self, s: State, frame: HomewardFrame, cx: Context) -> None:
        ship = frame.ship
        here = s.place[ship]
        if here >= BOARD.size or sail_left(s, ship) < 1:
            return
        way = way_home(s, ship)
        if not way:
            return
        going = (ship, *cargo(s, ship))
        cx.tell("home", units=going, area=here, to_area=way[0])
        for u in going:
            put(s, u, way[0])
            s.spent[u] += 1
            s.flags[u] |= STEPPED
        push(s, frame)
        arrive(s, here, way[0], going, False, cx)


HOMEWARD: Final = Homeward()


EVENTS.add("march", "units area to_area", words=telling.going("marches|march"), clause=("7.2", "6.2"))
EVENTS.add("home", "units area to_area", words=telling.going("drifts home|drift home"))
