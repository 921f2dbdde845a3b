"""Going aboard and ashore. Sources: Chaosium [7.1], [7.3]; Avalon Hill 6.1, 6.3, 6.31."""

from __future__ import annotations

from typing import Final

from elric.kernel.rules import no
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import BIT
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.notation import VERBS
from elric.young_kingdoms.components.pieces import ARMY, ARMY_BITS, ARTIFACTS, FLEET, HERO, KIND, LAND_MOVES, WALKS_SEA
from elric.young_kingdoms.legends import elric as control
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.magic.chaos_fleet import debark, held_aboard, who_leaves
from elric.young_kingdoms.march import overrun
from elric.young_kingdoms.march.arrival import arrive
from elric.young_kingdoms.march.facts import A_HORDE, FACED, Going, landers
from elric.young_kingdoms.march.flyers import all_fly, deck_room, flyers, past_return
from elric.young_kingdoms.nations import hordes
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, act, each, later, wait
from elric.young_kingdoms.position.state import (
    STEPPED,
    State,
    cargo,
    disembark,
    embark,
    ids,
    own_in,
    push,
    put,
)
from elric.young_kingdoms.position.steps import frame_of
from elric.young_kingdoms.world.terrain import fleet_left, most_spent, room, wild_for

TO_BOARD: Final = VERBS.add("board", "piece", "Board {0}", shown=True, wished=True)
TO_ASHORE: Final = VERBS.add("ashore", "", "Go ashore", shown=True)


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


def mates(s: State, ship: int) -> list[int]:
    """The fleets in one stack with a ship, itself among them."""
    here, band = s.place[ship], s.band[ship]
    return [x for x in own_in(s, here, s.owner[ship]) if KIND[x] == FLEET and s.band[x] == band]


def _may_overload(s: State, ship: int, armies: int) -> bool:
    """Whether more armies than a ship has room for may go aboard, and sink it. Where the fleets of a stack are reckoned
    together they are not overloaded while others of them have room ([7.1] / 6.1)."""
    if s.rules.overload == "all-sink":
        return armies > sum(max(0, room(s, x)) for x in mates(s, ship))
    return bool(s.rules.overload == "sinks")


def check_board(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether the stack in hand may go aboard a ship in this port or in a sea beside it ([7.1], [7.3] / 6.1, 6.31)."""
    (ship,) = args
    here = going.here
    if KIND[ship] != FLEET or s.owner[ship] != s.player or s.place[ship] >= BOARD.size:
        return why is not None and no(
            why,
            ("7.3", "6.3"),
            f"{words.unit(ship):is|are} not a fleet of yours.",
            (
                ("Board one of your own fleets.", ("board",)),
                "A fleet of yours must lie in this port or off this coast.",
            ),
            ids((ship,)),
        )
    at = s.place[ship]
    if going.afloat and not _ship_to_ship(s, going, ship, why):
        return False
    if at != here and not (BOARD.kind[at] == SEA and BOARD.kind[here] == LAND and at in BOARD.touch[here]):
        return why is not None and no(
            why,
            ("7.3", "6.31"),
            f"{words.unit(ship):lies|lie} {words.inside(at)}, out of reach.",
            "A ship must lie in this port or in a sea beside it.",
            ids((ship,)),
        )
    ok = at == here or control.may_part(s, here, s.moving, why)
    seeker = hordes.bound(s, s.moving) if going.about & A_HORDE else -1
    if seeker >= 0:
        ok = hordes.refusal(s, seeker, why)
    if BOARD.kind[here] == SEA and flyers(s.moving) > deck_room(s, ship):
        ok = why is not None and no(
            why,
            ("7.4.1", "6.41"),
            f"{words.unit(ship):has|have} no room left for flyers to come down on.",
            (("Fly on to land, or to a ship with room.", ("step",)), NOTHING),
            ids((ship,)),
        )
    armies = (going.hand & ARMY_BITS).bit_count()
    if armies > room(s, ship) and not _may_overload(s, ship, armies):
        ok = why is not None and no(
            why,
            ("7.1", "6.1"),
            f"{words.unit(ship):has|have} room for {words.number(max(0, room(s, ship)))} more "
            f"arm{'y' if room(s, ship) == 1 else 'ies'}, and this stack has {words.number(armies)}. An overloaded ship sinks.",
            "Set some armies down first.",
            ids((ship,)),
            each("drop", (u for u in s.moving if KIND[u] == ARMY)),
        )
    most = max(LAND_MOVES, pieces.MOVE[ship]) if going.afloat else LAND_MOVES
    tired = []
    for u in s.moving:
        if s.spent[u] + boarding_cost(s, u, ship) > most and KIND[u] not in (FLEET, pieces.ARTIFACT):
            tired.append(u)
    if tired:
        most = max(boarding_cost(s, u, ship) for u in tired)
        ok = why is not None and no(
            why,
            ("7.3", "6.31"),
            f"Boarding here costs {words.points(most)}, more than {words.units(tired)} "
            f"{'has' if len(tired) == 1 else 'have'} left.",
            "In a port it costs one; on an open coast armies must start there fresh.",
            ids(tired),
        )
    if at != here and going.about & FACED and BOARD.kind[here] == LAND and overrun.shut_in(s, here, s.moving):
        ok = why is not None and no(
            why,
            ("10.9.4", "9.942"),
            f"{words.area(here):is|are} besieged; only ships in its own harbour can be reached.",
            "Break the siege first, in the Combat phase.",
            (BOARD.ids[here],),
            later("combat", act("fight", here)),
        )
    if (
        ok
        and going.about & FACED
        and s.assaults >> here & 1
        and not wild_for(s, here)
        and not overrun.shut_in(s, here, s.moving)
        and not overrun.is_diverted(s, here)
    ):
        ok = overrun.held_up(s, here, going.leader, why)
    if ok and at != here and hands.meets_opposites(s, s.moving, at):
        ok = why is not None and no(
            why,
            ("9.5", "8.5"),
            "Magicians aboard hold spells of the opposite alignment.",
            "Keep Law and Chaos apart.",
            ids((ship,)),
        )
    return ok and (not going.afloat or held_aboard(s, s.moving, why))


def _ship_to_ship(s: State, going: Going, ship: int, why: Why) -> bool:
    """Whether those aboard one ship may go over to this one: where both lie in one sea (ruling "ship-to-ship")."""
    if s.place[ship] != going.here or ship in going.moving or BOARD.kind[going.here] != SEA:
        if why is None:
            return False
        aboard = "that ship" if ship in going.moving else "ship"
        port = BOARD.kind[going.here] == LAND
        return no(
            why,
            ("7.3", "6.31"),
            f"This stack is aboard {aboard} already.",
            (
                ("Go ashore to change ships.", ("ashore",) if port else ()),
                "Ships are changed in port." if port else "Ships are changed where both lie in one sea.",
            ),
            ids((ship,)),
        )
    if s.band[ship] != s.band[going.leader]:
        return why is not None and no(
            why,
            ("8.0", "7.21"),
            f"In this wilderness {words.unit(ship):has|have} not been found yet.",
            "A search for friends finds it.",
            ids((ship,)),
        )
    return True


def _check_overboard(s: State, going: Going, why: Why) -> bool:
    """Whether the stack in hand may leave its ship at sea: on wings, or on foot over the waves ([7.3], [7.4.1] / 6.3, 6.41)."""
    party = [u for u in going.moving if KIND[u] != FLEET]
    bad = [u for u in party if not (WALKS_SEA[u] or KIND[u] == pieces.ARTIFACT)]
    if bad and not all_fly(party):
        return why is not None and no(
            why,
            ("7.3", "6.3"),
            "At sea only those leave a ship who all walk the waves or all fly, and "
            f"{words.units(bad)} cannot go along.",
            (("Set them down aboard first.", each("drop", bad)), ("Land on a coast.", ("land",)), NOTHING),
            ids(bad),
        )
    if bad and past_return(s, party, BIT[going.here], LAND_MOVES - most_spent(s, party)):
        return why is not None and no(
            why,
            ("7.4.1", "6.41"),
            "From there the flyers could reach neither free land nor a ship of yours with room this turn.",
            "Stay aboard until land is nearer.",
            ids(bad),
        )
    return held_aboard(s, s.moving, why)


def check_ashore(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether the stack in hand may step from its ship onto the quay ([7.3] / 6.31), or leave it at sea."""
    ok = True
    if going.afloat and BOARD.kind[going.here] == SEA:
        return _check_overboard(s, going, why)
    if not going.afloat:
        return no(
            why,
            ("7.3", "6.31"),
            "This stack is on no ship that it could leave.",
            (("Board one of your fleets first.", ("board",)), NOTHING),
        )
    ships = landers(s, s.moving)
    if fleet_left(s, ships) < int(s.rules.ashore_cost):
        ok = why is not None and no(
            why,
            ("7.3", "6.31"),
            f"Setting people ashore costs the ship {words.points(int(s.rules.ashore_cost))}, and none is left.",
            (wait(act("lead", going.leader)), NOTHING),
            ids(sorted(ships)),
        )
    return held_aboard(s, s.moving, why) and ok


def go_aboard(s: State, ship: int, cx: Context) -> None:
    """Take the stack in hand aboard; whoever is on the ship already comes into the same hand."""
    at = s.place[ship]
    here = s.place[s.moving[0]]
    cx.tell("board", units=tuple(u for u in s.moving if KIND[u] != FLEET), ship=ship, area=at)
    going = tuple(u for u in s.moving if KIND[u] != FLEET)
    off = who_leaves(s, going)
    costs = [boarding_cost(s, u, ship) for u in going]
    for u, c in zip(going, costs, strict=True):
        s.spent[u] += c
        s.flags[u] |= STEPPED
        put(s, u, at)
        s.band[u] = s.band[ship]
        if KIND[u] != pieces.ARTIFACT:
            embark(s, u, ship)
    for x in ARTIFACTS:
        if s.aboard[x] in going:
            put(s, x, at)
    s.moving = (*going, ship, *(x for x in cargo(s, ship) if x not in going))
    if at != here:
        arrive(s, here, at, s.moving, True, cx)
    if room(s, ship) < 0:
        push(s, frame_of("overload", ship))
    if off:
        debark(s, off, at)


def go_ashore(s: State, cx: Context) -> None:
    """Set the stack in hand on the quay, or at sea on the waves or in the air; its ships stay behind."""
    going = tuple(u for u in s.moving if KIND[u] != FLEET)
    cx.tell("ashore", units=going, area=s.place[going[0]])
    off = who_leaves(s, going)
    for ship in landers(s, going) if BOARD.kind[s.place[going[0]]] == LAND else ():
        s.spent[ship] += int(s.rules.ashore_cost)
    for u in going:
        disembark(s, u)
        s.flags[u] |= STEPPED
    s.moving = going
    if off:
        debark(s, off, s.place[going[0]])


EVENTS.add(
    "board",
    "units ship area",
    words=lambda e, n: f"{words.units(e['units']):goes|go} aboard {words.unit(e['ship'])}.",
    clause=("7.3", "6.31"),
)
EVENTS.add(
    "ashore",
    "units area",
    words=lambda e, n: (
        f"{words.units(e['units']):leaves|leave} the ship {words.inside(e['area'])}."
        if BOARD.kind[e["area"]] == SEA
        else f"{words.units(e['units']):steps|step} ashore {words.inside(e['area'])}."
    ),
    clause=("7.3", "6.31"),
)
