"""Going aboard and ashore. Sources: Chaosium [7.1], [7.3]; Avalon Hill 6.1, 6.3, 6.31."""

from __future__ import annotations

from ..kernel.steps import frame
from ..kernel.verdict import Reason, Why
from . import control, hands, hordes, pieces, words
from .arrival import arrive
from .board import BOARD, LAND, SEA
from .chaos_fleet import debark, held_aboard, leaving
from .context import Context
from .fixes import NOTHING, act, because, each, later, wait
from .going import Going
from .ground import besieged, most_spent, room, wild_for
from .pieces import ARMY, ARMY_BITS, ARTIFACTS, FLEET, HERO, KIND, LAND_MOVES, MOVE
from .state import ASHORE, STEPPED, State, cargo, foes_at, ids, push, put
from .wings import deck_room, flyers


def boarding_cost(s: State, u: int, ship: int) -> int:
    """Movement points for one piece to go aboard ([7.3] / 6.31)."""
    here = s.place[u]
    if BOARD.kind[here] == SEA:
        return 1
    if s.place[ship] == here or s.place[ship] in BOARD.ports[here]:
        return 1
    if KIND[u] == HERO and s.rules.embark_heroes:
        return int(s.rules.embark_heroes)
    return 4


def check_board(s: State, g: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether the stack in hand may go aboard a ship in this port or in a sea beside it ([7.1], [7.3] / 6.1, 6.31)."""
    (ship,) = args
    here = g.here
    if KIND[ship] != FLEET or s.owner[ship] != s.player or s.place[ship] >= BOARD.size:
        if why is not None:
            why.append(
                because(
                    ("7.3", "6.3"),
                    f"{words.unit(ship)} is not a fleet of yours.",
                    ("Board one of your own fleets.", ("board",)),
                    "A fleet of yours must lie in this port or off this coast.",
                    look=ids((ship,)),
                )
            )
        return False
    at = s.place[ship]
    if g.afloat:
        if why is not None:
            why.append(
                because(
                    ("7.3", "6.31"),
                    "This stack is aboard ship already.",
                    ("Go ashore to change ships.", ("ashore",)),
                    "Ships are changed in port.",
                    look=ids((ship,)),
                )
            )
        return False
    if at != here and not (BOARD.kind[at] == SEA and BOARD.kind[here] == LAND and at in BOARD.touch[here]):
        if why is not None:
            why.append(
                Reason(
                    ("7.3", "6.31"),
                    f"{words.unit(ship)} lies in {words.area(at)}, out of reach.",
                    "A ship must lie in this port or in a sea beside it.",
                    ids((ship,)),
                )
            )
        return False
    ok = True
    if at != here and not control.parted(s, here, s.moving, why):
        if why is None:
            return False
        ok = False
    seeker = hordes.bound(s, s.moving)
    if seeker >= 0:
        if why is None:
            return False
        ok = False
        why.append(hordes.refusal(s, seeker))
    if BOARD.kind[here] == SEA and flyers(s.moving) > deck_room(s, ship):
        if why is None:
            return False
        ok = False
        why.append(
            because(
                ("7.4.1", "6.41"),
                f"{words.unit(ship)} has no room left for flyers to come down on.",
                ("Fly on to land, or to a ship with room.", ("step",)),
                NOTHING,
                look=ids((ship,)),
            )
        )
    armies = (g.hand & ARMY_BITS).bit_count()
    if armies and s.rules.overload == "refused" and armies > room(s, ship):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("7.1", "6.1"),
                f"{words.unit(ship)} has room for {words.number(max(0, room(s, ship)))} more "
                f"arm{'y' if room(s, ship) == 1 else 'ies'}, and this stack has {words.number(armies)}. An overloaded ship sinks.",
                "Set some armies down first.",
                ids((ship,)),
                do=each("drop", (u for u in s.moving if KIND[u] == ARMY)),
            )
        )
    tired = [u for u in s.moving if KIND[u] != pieces.ARTIFACT and s.spent[u] + boarding_cost(s, u, ship) > LAND_MOVES]
    if tired:
        if why is None:
            return False
        ok = False
        most = max(boarding_cost(s, u, ship) for u in tired)
        why.append(
            Reason(
                ("7.3", "6.31"),
                f"Boarding here costs {words.points(most)}, more than {words.units(tired)} "
                f"{'has' if len(tired) == 1 else 'have'} left.",
                "In a port it costs one; on an open coast armies must start there fresh.",
                ids(tired),
            )
        )
    if BOARD.kind[here] == LAND and besieged(s, here, s.player) and at != here:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("10.9.4", "9.942"),
                f"{words.area(here)} is besieged; only ships in its own harbour can be reached.",
                "Break the siege first, in the Combat phase.",
                (BOARD.ids[here],),
                do=later("combat", act("fight", here)),
            )
        )
    if (
        ok
        and foes_at(s, here, s.player)
        and not besieged(s, here, s.player)
        and not wild_for(s, here)
        and s.assaults >> here & 1
    ):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("10.1", "9.1"),
                "An attack has begun here; it must be fought out first.",
                "Halt, and fight in the Combat phase.",
                (BOARD.ids[here],),
                do=("halt", *later("combat", act("fight", here))),
            )
        )
    if ok and at != here and hands.opposed(s, s.moving, at):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.5", "8.5"),
                "Magicians aboard hold spells of the opposite alignment.",
                "Keep Law and Chaos apart.",
                ids((ship,)),
            )
        )
    return ok


def check_ashore(s: State, g: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether the stack in hand may step from its ship onto the quay ([7.3] / 6.31)."""
    ok = True
    if not g.afloat or BOARD.kind[g.here] != LAND:
        if why is not None:
            why.append(
                because(
                    ("7.3", "6.31"),
                    "Stepping ashore means leaving a ship that lies in port.",
                    ("From the open sea, land on a coast.", ("land",)),
                    NOTHING,
                )
            )
        return False
    ship = s.aboard[g.leader]
    if s.rules.ashore_cost and most_spent(s, s.moving) + int(s.rules.ashore_cost) > MOVE[ship]:
        if why is None:
            return False
        ok = False
        why.append(
            because(
                ("7.3", "6.31"),
                f"Going ashore costs {words.points(int(s.rules.ashore_cost))}, and the ship has none left.",
                wait(act("lead", g.leader)),
                NOTHING,
                look=ids((ship,)),
            )
        )
    return held_aboard(s, s.moving, why) and ok


def go_aboard(s: State, ship: int, cx: Context) -> None:
    """Take the stack in hand aboard; whoever is on the ship already comes into the same hand."""
    at = s.place[ship]
    here = s.place[s.moving[0]]
    cx.tell("board", units=s.moving, ship=ship, area=at)
    costs = [boarding_cost(s, u, ship) for u in s.moving]
    for u, c in zip(s.moving, costs, strict=True):
        s.spent[u] += c
        s.flags[u] |= STEPPED
        put(s, u, at)
        s.band[u] = s.band[ship]
        s.aboard[u] = ship
    for x in ARTIFACTS:
        if s.aboard[x] in s.moving:
            put(s, x, at)
    s.moving = (*s.moving, ship, *(x for x in cargo(s, ship) if x not in s.moving))
    if at != here:
        arrive(s, here, at, s.moving, True, cx)
    if room(s, ship) < 0:
        push(s, frame("overload", ship))


def go_ashore(s: State, cx: Context) -> None:
    """Set the stack in hand on the quay; its ships stay behind."""
    going = tuple(u for u in s.moving if KIND[u] != FLEET)
    cx.tell("ashore", units=going, area=s.place[going[0]])
    off = leaving(s, going)
    for u in going:
        s.aboard[u] = ASHORE
        s.spent[u] += int(s.rules.ashore_cost)
        s.flags[u] |= STEPPED
    s.moving = going
    if off:
        debark(s, off, s.place[going[0]])
