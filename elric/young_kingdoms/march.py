"""The one rule for moving a stack into an area, by land, by sea or onto a coast. Sources: Chaosium [7.0]-[7.5], [9.5],
[10.1], [10.9]; Avalon Hill 6-6.591, 8.5, 9.1, 9.92.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel.verdict import Reason, Why
from . import hands, pieces, words
from .board import BOARD, LAND, MOUNTAIN, SEA
from .ground import IMRRYR, besieged, carriers, enemy_city, most_spent, strength, wild_for
from .pieces import (
    FLEET,
    FLIES,
    HERO,
    KIND,
    LAND_MOVES,
    MOVE,
    WALKS_SEA,
)
from .state import (
    ASHORE,
    NEUTRAL,
    State,
    foe_at,
    foes_at,
    ids,
    own_in,
    units_in,
)

MARCH: Final = 0


SAILING: Final = 1


LANDING: Final = 2


def on_foot(s: State, leader: int) -> bool:
    return s.aboard[leader] == ASHORE


def flying(moving: Sequence[int]) -> bool:
    return all(FLIES[u] or KIND[u] == pieces.ARTIFACT for u in moving)


def walking_sea(moving: Sequence[int]) -> bool:
    """All walk the waves, or all fly over them: the one cannot rest where the other can."""
    return all(WALKS_SEA[u] or KIND[u] == pieces.ARTIFACT for u in moving) or flying(moving)


def cost_of(s: State, moving: Sequence[int], mode: int, a: int) -> int:
    if mode == MARCH and BOARD.kind[a] == SEA and not flying(moving):
        return 2
    return 1


def limit(s: State, moving: Sequence[int], mode: int) -> int:
    """The movement rate that applies: four by land, the slowest ship by sea; a landing is paid by the ship."""
    if mode == MARCH:
        return LAND_MOVES
    rate = 99
    for u in moving:
        x = u if KIND[u] == FLEET else s.aboard[u]
        if x != ASHORE and KIND[x] == FLEET and MOVE[x] < rate:
            rate = MOVE[x]
    return rate


def go(s: State, leader: int, a: int, mode: int, attack: bool, why: Why) -> bool:
    """The one rule for moving a stack into an area, whatever the way and the intent."""
    here = s.place[leader]
    moving = s.moving
    ok = True
    kind = BOARD.kind[a]
    me = s.player

    if a not in BOARD.touch[here]:
        if why is None:
            return False
        if kind == MOUNTAIN:
            why.append(
                Reason(
                    ("7.5.3", "6.53"),
                    "Nobody crosses the mountains, not even on wings.",
                    "Go round them.",
                    (BOARD.ids[a],),
                )
            )
        else:
            why.append(
                Reason(
                    ("7.0", "6"),
                    f"{words.area(a)} does not touch {words.area(here)}.",
                    "Go there one area at a time.",
                    (BOARD.ids[here], BOARD.ids[a]),
                )
            )
        return False

    if (mode == MARCH and not on_foot(s, leader)) or (mode != MARCH and on_foot(s, leader)):
        if why is None:
            return False
        if mode == MARCH:
            why.append(
                Reason(
                    ("7.3", "6.3"), "This stack is aboard ship.", "Sail on, or land first.", ids(carriers(s, moving))
                )
            )
        else:
            why.append(Reason(("7.3", "6.3"), "This stack is not aboard a ship.", "Board one of your fleets first."))
        return False

    # The way itself.
    if mode == MARCH and kind == SEA:
        if not walking_sea(moving):
            if why is None:
                return False
            ok = False
            bad = [u for u in moving if not (WALKS_SEA[u] or FLIES[u] or KIND[u] == pieces.ARTIFACT)]
            if bad:
                why.append(
                    Reason(
                        ("7.3", "6.3"),
                        f"{words.units(bad)} cannot cross the sea without a ship; it would be the end of them.",
                        "Board a fleet, or leave them behind.",
                        ids(bad),
                    )
                )
            else:
                why.append(
                    Reason(
                        ("7.4.1", "6.41"),
                        "Those who walk on the sea and those who fly over it do not travel together.",
                        "Send them separately.",
                        ids(moving),
                    )
                )
        elif attack and flying(moving):
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("7.4.1", "6.41"),
                    "Flyers end their move on land or on a friendly ship, so they cannot attack over open water.",
                    "Attack from a ship of yours.",
                    (BOARD.ids[a],),
                )
            )
        elif flying(moving) and not _safe_flight(s, a, LAND_MOVES - most_spent(s, moving) - 1):
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("7.4.1", "6.41"),
                    "From there the flyers could reach neither land nor a ship of yours this turn.",
                    "Take a shorter way over the water.",
                    (BOARD.ids[a],),
                )
            )
    if mode == SAILING:
        ships = [u for u in moving if KIND[u] == FLEET]
        if not ships:
            if why is None:
                return False
            why.append(Reason(("7.3", "6.3"), "No fleet is part of this stack.", "Let a fleet join, or board one."))
            return False
        if kind == SEA and BOARD.kind[here] == LAND and a not in BOARD.ports[here]:
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("7.5.9", "6.59"),
                    f"The harbour of {words.area(here)} does not open on {words.area(a)}.",
                    "Sail out by the sea that has the anchor.",
                    (BOARD.ids[here], BOARD.ids[a]),
                )
            )
        if kind == LAND and here not in BOARD.ports[a] and not _down_river(s, here, a, ships):
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("7.5.9", "6.59"),
                    f"{words.area(a)} has no harbour on this sea.",
                    "Land the troops there instead, or make for a port.",
                    (BOARD.ids[a],),
                )
            )
        for x in ships:
            if not any(s.aboard[u] == x and KIND[u] == HERO for u in moving):
                if why is None:
                    return False
                ok = False
                why.append(
                    Reason(
                        ("7.3", "6.32"),
                        f"{words.unit(x)} has no personality aboard, and every fleet needs one.",
                        "Put a personality aboard, or leave that fleet.",
                        ids((x,)),
                    )
                )
    if mode == LANDING and (kind != LAND or BOARD.kind[here] != SEA):
        if why is None:
            return False
        why.append(
            Reason(
                ("7.3", "6.31"),
                "Landing means going from a ship at sea onto a coast.",
                "Choose a coast beside this sea." if BOARD.kind[here] == SEA else "In port, step ashore.",
            )
        )
        return False

    # Movement points.
    cost = cost_of(s, moving, mode, a)
    left = limit(s, moving, mode) - most_spent(s, moving)
    if cost > left:
        if why is None:
            return False
        ok = False
        slow = [u for u in moving if s.spent[u] == most_spent(s, moving)]
        why.append(
            Reason(
                ("7.2", "6.2") if mode == MARCH else ("7.3", "6.31"),
                f"That costs {words.points(cost)}, and this stack has {words.points(max(0, left))} left.",
                "Leave the tired units behind, or wait for your next turn.",
                ids(slow),
            )
        )

    # Leaving: a siege, or an enemy just attacked.
    if not BOARD.wild[here] and foes_at(s, here, me) and not (BOARD.kind[here] == SEA and wild_for(s, here)):
        if besieged(s, here, me) and not (mode == SAILING and kind == SEA):
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("10.9.4", "9.942"),
                    f"{words.area(here)} is besieged; nobody leaves it by land.",
                    "Break out in the Combat phase.",
                    (BOARD.ids[here],),
                )
            )
        elif s.assaults >> here & 1 and not _diverted(s, here, moving):
            if why is None:
                return False
            ok = False
            need = int(s.rules.overrun_ratio) * strength(
                u for u in units_in(s, here) if s.owner[u] == foe_at(s, here, me)
            )
            why.append(
                Reason(
                    ("10.9.2", "9.92"),
                    f"To ride on past the enemy you must leave a personality and at least {need} in combat value to hold him.",
                    "Set down enough of the stack here first, or stay and fight.",
                    (BOARD.ids[here],),
                )
            )

    # Arriving.
    foes = foes_at(s, a, me) and not wild_for(s, a)
    city = enemy_city(s, a, me)
    guarded = foes or (city and BOARD.wall[a] > 0)
    if attack:
        neutral = BOARD.city[a] and s.control[a] == NEUTRAL and mode != SAILING
        if not guarded and not neutral:
            if why is None:
                return False
            ok = False
            if foes_at(s, a, me):
                why.append(
                    Reason(
                        ("7.3", "7.21"),
                        f"In the wilderness of {words.area(a)} an enemy must be found before he can be fought.",
                        "Enter, and search for the enemy in the Search phase.",
                        (BOARD.ids[a],),
                    )
                )
            else:
                why.append(
                    Reason(
                        ("10.1", "9.1"),
                        f"There is nobody to attack in {words.area(a)}.",
                        "Simply move there.",
                        (BOARD.ids[a],),
                    )
                )
        if mode == SAILING and kind == LAND and guarded:
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("10.9.5", "9.962"),
                    "Ships do not force a harbour; the troops aboard storm it from the boats.",
                    "Attack by landing.",
                    (BOARD.ids[a],),
                )
            )
    elif guarded:
        if why is None:
            return False
        ok = False
        what = "Enemies stand in" if foes else "The enemy holds the walls of"
        why.append(
            Reason(
                ("7.3", "6.33"), f"{what} {words.area(a)}; you may enter only to fight.", "Attack it.", (BOARD.ids[a],)
            )
        )
    if a == IMRRYR and s.control[a] != me and not _pilot(s, moving, a):
        if why is None:
            return False
        ok = False
        if s.control[a] < NEUTRAL:
            why.append(
                Reason(
                    ("7.5.9", "6.591"),
                    "Only a stack with a Melnibonean finds the way through the sea-maze of Imrryr.",
                    "Bring a Melnibonean.",
                    (BOARD.ids[a],),
                )
            )
        else:
            why.append(
                Reason(
                    ("7.5.9", "6.591"),
                    "Only a stack with Elric in it can pass the five gates of Imrryr's sea wall.",
                    "Win control of Elric first.",
                    (BOARD.ids[a],),
                )
            )
    if ok and hands.opposed(s, moving, a):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.5", "8.5"),
                f"Your magicians in {words.area(a)} hold spells of the opposite alignment.",
                "Keep Law and Chaos apart.",
                (BOARD.ids[a],),
            )
        )
    return ok


def _down_river(s: State, here: int, a: int, ships: Sequence[int]) -> bool:
    """Lormyr's own fleets go down the river from its capital (5.4, 5.41)."""
    return (
        bool(s.rules.lormyr_river)
        and BOARD.special[here] == "lormyr_river"
        and BOARD.nation[a] == BOARD.nation[here]
        and bool(BOARD.ports[a])
    )


def _pilot(s: State, moving: Sequence[int], a: int) -> bool:
    if pieces.ELRIC in moving or s.scenario.solo:
        return True
    if s.control[a] < NEUTRAL:
        return any(pieces.MELNIBONEAN[u] for u in moving)
    # 9.943: those already besieging may go on without him
    return False


def _diverted(s: State, here: int, moving: Sequence[int]) -> bool:
    left = [u for u in own_in(s, here, s.player) if u not in moving]
    foe = [u for u in units_in(s, here) if s.owner[u] == foe_at(s, here, s.player)]
    return any(KIND[u] == HERO for u in left) and strength(left) >= int(s.rules.overrun_ratio) * strength(foe)


def _safe_flight(s: State, a: int, left: int) -> bool:
    """Whether flyers over the sea at `a` can still end their move on land or on a friendly ship."""
    if left < 0:
        return False
    ring = {a}
    for _ in range(left + 1):
        for i in ring:
            if (
                BOARD.kind[i] == LAND
                and not (foes_at(s, i, s.player) and not wild_for(s, i))
                and not (enemy_city(s, i, s.player) and BOARD.wall[i])
                and i != IMRRYR
            ):
                return True
            if BOARD.kind[i] == SEA and any(KIND[u] == FLEET for u in own_in(s, i, s.player)):
                return True
        ring |= {j for i in ring for j in BOARD.near[i]}
    return False


def attack_mode(s: State, leader: int, a: int) -> int:
    """How an attack on this area would be made: on foot, ship against ship, or by landing."""
    if on_foot(s, leader):
        return MARCH
    return SAILING if BOARD.kind[a] == SEA else LANDING
