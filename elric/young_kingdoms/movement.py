"""The Movement phase: choose whom to move. Leaderless armies and fleets. Sources: Chaosium [7.0]-[7.3], Avalon Hill 6-6.32."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from heapq import heappop, heappush
from typing import ClassVar, Final

from ..kernel.steps import Auto, Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import pieces, words
from .actions import Action
from .arrival import arrive, lone_travellers, staying
from .board import BOARD, LAND, SEA
from .context import Context
from .ground import BOILING, STRAITS, TEETH, draws_attacks, enemy_city, wild_for
from .march import down_river
from .pieces import (
    ARMY,
    FLEET,
    FLEETS,
    HERO,
    HEROES,
    KIND,
    LAND_MOVES,
    MOVE,
)
from .realms import walk_in
from .stack import STACK
from .state import ASHORE, ATTACHED, HALTED, STEPPED, State, cargo, foes_at, ids, next_phase, push, put

_END: Final = Action("end")


_LEAD: Final = tuple(Action("lead", (u,)) for u in range(pieces.SIZE))


_HOME: Final = tuple(Action("home", (u,)) for u in range(pieces.SIZE))


# Armies of each nation are numbered in a row, so a slice of `place` finds them.
_ROW: Final = {n.index: (min(a), max(a) + 1) for n in pieces.NATIONS if (a := [u for u in n.pieces if KIND[u] == ARMY])}


@cache
def _march(u: int, a: int) -> Action:
    return Action("march", (u, a))


def _check_lead(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    mine = KIND[u] == HERO and s.owner[u] == s.player and s.place[u] < BOARD.size
    if mine and not s.flags[u] & HALTED and (s.spent[u] < LAND_MOVES or s.aboard[u] != ASHORE):
        return True
    if why is None:
        return False
    name = words.unit(u)
    if KIND[u] != HERO:
        why.append(
            Reason(
                ("7.2", "6.21"),
                f"{name} cannot lead: only a personality leads a stack.",
                "Take up a personality in the same place and let it join.",
                ids((u,)),
            )
        )
    elif s.owner[u] != s.player or s.place[u] >= BOARD.size:
        why.append(
            Reason(("7.0", "6"), f"{name} is not yours to move.", "Move one of your own personalities.", ids((u,)))
        )
    elif s.flags[u] & HALTED:
        why.append(
            Reason(
                ("7.2", "6.22"), f"{name} has already finished moving this turn.", "Wait for your next turn.", ids((u,))
            )
        )
    else:
        why.append(
            Reason(("7.2", "6.2"), f"{name} has no movement points left.", "Wait for your next turn.", ids((u,)))
        )
    return False


def _check_march(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    u, a = args
    here = s.place[u]
    if (
        KIND[u] == ARMY
        and s.owner[u] == s.player
        and here < BOARD.size
        and a in BOARD.touch[here]
        and s.spent[u] == 0
        and not s.flags[u] & HALTED
        and not s.flags[u] & ATTACHED
        and s.aboard[u] == ASHORE
    ):
        nation = pieces.NATIONS[pieces.NATION[u]].id
        if (
            BOARD.nation[here] == nation == BOARD.nation[a]
            and BOARD.kind[a] == LAND
            and not foes_at(s, a, s.player)
            and not foes_at(s, here, s.player)
            and not (enemy_city(s, a, s.player) and BOARD.wall[a])
            and not (draws_attacks(s, a) and BOARD.wild[a])
            and not pieces.NATIONS[pieces.NATION[u]].horde
        ):
            return True
    if why is None:
        return False
    name = words.unit(u)
    if KIND[u] != ARMY or s.owner[u] != s.player or here >= BOARD.size:
        why.append(Reason(("7.2", "6.21"), f"{name} is not an army of yours on the board.", "", ids((u,))))
        return False
    nation = pieces.NATIONS[pieces.NATION[u]].id
    if a not in BOARD.touch[here]:
        why.append(
            Reason(
                ("7.0", "6"),
                f"{words.area(a)} does not border on {words.area(here)}.",
                "An army without a leader goes one province.",
                (BOARD.ids[here], BOARD.ids[a]),
            )
        )
    if s.flags[u] & ATTACHED and not s.spent[u]:
        why.append(
            Reason(
                ("7.3", "6.22"),
                f"{name} was set down by a leader this turn and stays where it was left.",
                "Send a personality to lead it, or wait for your next turn.",
                ids((u,)),
            )
        )
    if s.spent[u] or s.flags[u] & HALTED:
        why.append(
            Reason(
                ("7.2", "6.21"),
                f"{name} has already moved; without a leader it has one movement point.",
                "Send a personality to lead it.",
                ids((u,)),
            )
        )
    if s.aboard[u] != ASHORE:
        why.append(
            Reason(("7.3", "6.321"), f"{name} is aboard a ship.", "Let a personality lead it ashore.", ids((u,)))
        )
    if BOARD.nation[here] != nation or BOARD.nation[a] != nation or BOARD.kind[a] != LAND:
        why.append(
            Reason(
                ("7.2", "6.21"),
                f"{name} may move without a leader only inside its own country.",
                "Send a personality to lead it.",
                (BOARD.ids[here], BOARD.ids[a]),
            )
        )
    if foes_at(s, a, s.player) or enemy_city(s, a, s.player):
        why.append(
            Reason(
                ("10.1", "9.11"),
                "Armies without a leader do not attack.",
                "Send a personality to lead them.",
                (BOARD.ids[a],),
            )
        )
    if foes_at(s, here, s.player):
        why.append(
            Reason(
                ("10.9.4", "9.941"),
                f"{name} is face to face with the enemy and cannot walk away without a leader.",
                "Send a personality, or fight.",
                (BOARD.ids[here],),
            )
        )
    if not why:
        why.append(Reason(("7.2", "6.21"), f"{name} needs a leader for that.", "Send a personality to lead it."))
    return False


def _check_home(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    if (
        KIND[u] == FLEET
        and s.owner[u] == s.player
        and s.place[u] < BOARD.size
        and s.spent[u] == 0
        and not s.flags[u] & HALTED
        and not any(KIND[x] == HERO for x in cargo(s, u))
        and way_home(s, u)
    ):
        return True
    if why is None:
        return False
    name = words.unit(u)
    if KIND[u] != FLEET or s.owner[u] != s.player or s.place[u] >= BOARD.size:
        why.append(Reason(("7.3", "6.321"), f"{name} is not a fleet of yours on the board.", "", ids((u,))))
    elif any(KIND[x] == HERO for x in cargo(s, u)):
        why.append(
            Reason(
                ("7.3", "6.321"),
                f"{name} has a personality aboard and need not drift home.",
                "Take up the personality and sail.",
                ids((u,)),
            )
        )
    elif s.spent[u] or s.flags[u] & HALTED:
        why.append(
            Reason(("7.3", "6.31"), f"{name} has already sailed this turn.", "Wait for your next turn.", ids((u,)))
        )
    else:
        why.append(
            Reason(
                ("7.3", "6.321"),
                f"{name} has no open way towards a home port, or is in one already.",
                "Put a personality aboard to sail elsewhere.",
                ids((u,)),
            )
        )
    return False


def _check_end(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return True


class MovementPhase(Step):
    """Nothing is being moved: choose whom to move, or end the phase."""

    name = "movement"
    verbs: ClassVar[dict[str, Check]] = {
        "lead": _check_lead,
        "march": _check_march,
        "home": _check_home,
        "end": _check_end,
    }

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        me = s.player
        owner, place, flags = s.owner, s.place, s.flags
        for u in HEROES:
            if owner[u] == me and place[u] < 240 and not flags[u] & HALTED:
                yield _LEAD[u]
        for n in pieces.NATIONS:
            if s.nation_owner[n.index] != me or n.horde:
                continue
            lo, hi = _ROW[n.index]
            for here in BOARD.home.get(n.id, ()):
                u = place.find(here, lo, hi)
                while u >= 0 and (s.spent[u] or flags[u] & HALTED or s.aboard[u] != ASHORE or owner[u] != me):
                    u = place.find(here, u + 1, hi)
                if u >= 0:
                    for a in BOARD.near[here]:
                        if BOARD.nation[a] == n.id:
                            yield _march(u, a)
        for u in FLEETS:
            if owner[u] == me and place[u] < 240:
                yield _HOME[u]
        yield _END

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        verb, args = a
        if verb == "lead":
            take_up(s, args[0])
        elif verb == "march":
            u, to = args
            cx.tell("march", units=(u,), area=s.place[u], to_area=to)
            put(s, u, to)
            s.spent[u] = 1
            s.flags[u] |= STEPPED
            walk_in(s, to, cx)
        elif verb == "home":
            sail_home(s, args[0], cx)
        else:
            s.agenda = ()
            lone_travellers(s)
            staying(s)
            next_phase(s)


MOVEMENT_PHASE: Final = MovementPhase()


def take_up(s: State, u: int) -> None:
    """Begin to move a leader, with the whole ship's company when it is aboard one."""
    ship = s.aboard[u]
    if ship == ASHORE:
        s.moving = (u,)
    else:
        s.moving = (u, ship, *(x for x in cargo(s, ship) if x != u))
    push(s, (STACK, u, ()))


def home_ports(s: State, ship: int) -> list[int]:
    """Ports of a fleet's own nation that its commander holds and no enemy besieges."""
    n = pieces.NATION[ship]
    if n < 0:
        return []
    return [
        a
        for a in BOARD.home.get(pieces.NATIONS[n].id, ())
        if BOARD.ports[a] and s.control[a] == s.owner[ship] and not foes_at(s, a, s.owner[ship])
    ]


def in_home_port(s: State, ship: int) -> bool:
    """Whether a fleet lies in a port of its own nation, besieged or not: there it waits for a personality (6.321)."""
    n, at = pieces.NATION[ship], s.place[ship]
    return n >= 0 and BOARD.nation[at] == pieces.NATIONS[n].id and bool(BOARD.ports[at])


def way_home(s: State, ship: int) -> list[int]:
    """The safest, then shortest, way from a fleet to its nearest home port; empty when there is none or it is there.

    Areas without the start. Safest: fewest dangerous seas (Boiling Sea, Serpent's Teeth, Straits of Chaos); enemies bar
    the way altogether (Chaosium [7.3], Avalon Hill 6.321).
    """
    start = s.place[ship]
    goals = set(home_ports(s, ship))
    if not goals or in_home_port(s, ship):
        return []
    me = s.owner[ship]
    queue: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, start, ())]
    done: set[int] = set()
    while queue:
        danger, far, at, path = heappop(queue)
        if at in done:
            continue
        done.add(at)
        if at in goals:
            return list(path)
        for b in BOARD.near[at]:
            if b in done:
                continue
            if BOARD.kind[b] == SEA:
                if BOARD.kind[at] == LAND and b not in BOARD.ports[at]:
                    continue
                if foes_at(s, b, me) and not wild_for(s, b):
                    continue
            elif b not in goals or not (at in BOARD.ports[b] or down_river(s, at, b)):
                continue
            heappush(queue, (danger + (b in (BOILING, TEETH, STRAITS)), far + 1, b, (*path, b)))
    return []


def sail_home(s: State, ship: int, cx: Context) -> None:
    """Send a fleet without a personality towards home, as far as its movement goes."""
    s.flags[ship] |= HALTED
    push(s, (HOMEWARD, ship))


class Homeward(Auto):
    """Frame: (step, ship). One area nearer home; what lies in wait there comes first, then the fleet sails on."""

    name = "homeward"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        ship = f[1]
        here = s.place[ship]
        if here >= BOARD.size or s.spent[ship] >= MOVE[ship]:
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
        push(s, f)
        arrive(s, here, way[0], going, False, cx)


HOMEWARD: Final = Homeward()
