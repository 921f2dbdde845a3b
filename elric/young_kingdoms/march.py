"""The one rule for moving a stack into an area, by land, by sea or onto a coast. Sources: Chaosium [7.0]-[7.5], [9.5],
[10.1], [10.9]; Avalon Hill 6-6.591, 8.5, 9.1, 9.92.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..kernel.verdict import Reason, Why
from . import control, hands, hordes, overrun, pieces, words
from .battle import all_stand_aside
from .board import BOARD, LAND, MOUNTAIN, SEA
from .chaos_fleet import held_aboard
from .ground import IMRRYR, besieged, carriers, company, guarded, most_spent, wild_for
from .pieces import FLEET, FLIES, HERO, KIND, LAND_MOVES, MOVE, WALKS_SEA
from .solo import may_enter
from .state import ASHORE, NEUTRAL, State, cargo, foes_at, ids
from .wings import can_come_down, flying, sky_enemy

MARCH: Final = 0


SAILING: Final = 1


LANDING: Final = 2


def on_foot(s: State, leader: int) -> bool:
    """Whether a leader is on no ship."""
    return s.aboard[leader] == ASHORE


def walking_sea(moving: Sequence[int]) -> bool:
    """All walk the waves, or all fly over them: the one cannot rest where the other can."""
    return all(WALKS_SEA[u] or KIND[u] == pieces.ARTIFACT for u in moving) or flying(moving)


def cost_of(s: State, moving: Sequence[int], mode: int, a: int) -> int:
    """Movement points for one area: two for walking on a sea, otherwise one."""
    if mode == MARCH and BOARD.kind[a] == SEA and not flying(moving):
        return 2
    return 1


def limit(s: State, moving: Sequence[int], mode: int) -> int:
    """The movement rate that applies: four by land, the slowest ship by sea. A landing is paid by the ship, or out of
    the four points of those who land (`landing_by`)."""
    if mode == MARCH or (mode == LANDING and s.rules.landing_by == "feet"):
        return LAND_MOVES
    rate = 99
    for u in moving:
        x = u if KIND[u] == FLEET else s.aboard[u]
        if x != ASHORE and KIND[x] == FLEET and MOVE[x] < rate:
            rate = MOVE[x]
    return rate


def spent_for(s: State, moving: Sequence[int], mode: int) -> int:
    """Points already spent that count for this move: by sea those of everybody aboard, in a landing those who land."""
    if mode == SAILING:
        return most_spent(s, company(s, moving))
    if mode == LANDING and s.rules.landing_by == "feet":
        return most_spent(s, (u for u in moving if KIND[u] != FLEET))
    return most_spent(s, moving)


def go(s: State, leader: int, a: int, mode: int, attack: bool, why: Why, sway: bool = False) -> bool:
    """The one rule for moving a stack into an area, whatever the way and the intent (`sway`: to win Elric over)."""
    here = s.place[leader]
    if a not in BOARD.touch[here]:
        if why is not None:
            why.append(_apart(here, a))
        return False
    if (mode == MARCH) != on_foot(s, leader):
        if why is None:
            return False
        if mode == MARCH:
            why.append(
                Reason(
                    ("7.3", "6.3"), "This stack is aboard ship.", "Sail on, or land first.", ids(carriers(s, s.moving))
                )
            )
        else:
            why.append(Reason(("7.3", "6.3"), "This stack is not aboard a ship.", "Board one of your fleets first."))
        return False
    if mode == SAILING and not any(KIND[u] == FLEET for u in s.moving):
        if why is not None:
            why.append(Reason(("7.3", "6.3"), "No fleet is part of this stack.", "Let a fleet join, or board one."))
        return False
    if mode == LANDING and (BOARD.kind[a] != LAND or BOARD.kind[here] != SEA):
        if why is not None:
            why.append(
                Reason(
                    ("7.3", "6.31"),
                    "Landing means going from a ship at sea onto a coast.",
                    "Choose a coast beside this sea." if BOARD.kind[here] == SEA else "In port, step ashore.",
                )
            )
        return False
    ok = True
    for part in (_way, _points, _bound, _leaving, _arriving):
        if not part(s, here, a, mode, attack, sway, why):
            if why is None:
                return False
            ok = False
    if not control.parted(s, here, s.moving, why):
        if why is None:
            return False
        ok = False
    if ok and hands.opposed(s, company(s, s.moving) if mode == SAILING else s.moving, a):
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


def _apart(here: int, a: int) -> Reason:
    if BOARD.kind[a] == MOUNTAIN:
        return Reason(
            ("7.5.3", "6.53"), "Nobody crosses the mountains, not even on wings.", "Go round them.", (BOARD.ids[a],)
        )
    return Reason(
        ("7.0", "6"),
        f"{words.area(a)} does not touch {words.area(here)}.",
        "Go there one area at a time.",
        (BOARD.ids[here], BOARD.ids[a]),
    )


def _way(s: State, here: int, a: int, mode: int, attack: bool, sway: bool, why: Why) -> bool:
    """The way itself: walking on water, wings, harbours, a personality on every ship."""
    if mode == SAILING:
        return _sea_way(s, here, a, why)
    if mode == LANDING:
        return True
    moving = s.moving
    sea = BOARD.kind[a] == SEA
    if sea and not walking_sea(moving):
        if why is None:
            return False
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
        return False
    if not flying(moving) or sway:
        return True
    if attack:
        if sea and why is not None:
            why.append(
                Reason(
                    ("7.4.1", "6.41"),
                    "Flyers end their move on land or on a friendly ship, so they cannot attack over open water.",
                    "Attack from a ship of yours.",
                    (BOARD.ids[a],),
                )
            )
        return not sea
    if sky_enemy(s, a, s.player):
        if why is not None:
            why.append(
                Reason(
                    ("7.4.1", "6.41"),
                    f"Enemies who fly themselves bar the sky over {words.area(a)}.",
                    "Fly round it, or attack.",
                    (BOARD.ids[a],),
                )
            )
        return False
    if can_come_down(s, a, LAND_MOVES - most_spent(s, moving) - 1, moving):
        return True
    if why is not None:
        where = (
            "From there" if sea or not guarded(s, a, s.player) else f"Enemies stand in {words.area(a)}, and from there"
        )
        why.append(
            Reason(
                ("7.4.1", "6.41"),
                f"{where} the flyers could reach neither free land nor a ship of yours with room this turn.",
                "Take a shorter way.",
                (BOARD.ids[a],),
            )
        )
    return False


def _sea_way(s: State, here: int, a: int, why: Why) -> bool:
    """Ships: out of port by the anchor, into port from it, and a personality aboard each ([7.5.9], [7.3] / 6.59, 6.32)."""
    ok = True
    if BOARD.kind[a] == SEA and BOARD.kind[here] == LAND and a not in BOARD.ports[here]:
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
    if BOARD.kind[a] == LAND and here not in BOARD.ports[a] and not down_river(s, here, a):
        if why is None:
            return False
        ok = False
        if s.rules.lormyr_river and BOARD.special[a] == "lormyr_river":
            why.append(
                Reason(
                    ("", "5.41"),
                    f"Nobody sails up the river to {words.area(a)}; it carries ships down to the ports only.",
                    "Go ashore in a port and walk.",
                    (BOARD.ids[a],),
                )
            )
        else:
            why.append(
                Reason(
                    ("7.5.9", "6.59"),
                    f"{words.area(a)} has no harbour on this sea.",
                    "Land the troops there instead, or make for a port.",
                    (BOARD.ids[a],),
                )
            )
    for x in s.moving:
        if KIND[x] == FLEET and not any(KIND[u] == HERO for u in cargo(s, x)):
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
    return ok


def down_river(s: State, here: int, a: int) -> bool:
    """Lormyr's own fleets go down the river from its capital to its ports (5.4, 5.41)."""
    return (
        bool(s.rules.lormyr_river)
        and BOARD.special[here] == "lormyr_river"
        and BOARD.nation[a] == BOARD.nation[here]
        and bool(BOARD.ports[a])
    )


def _points(s: State, here: int, a: int, mode: int, attack: bool, sway: bool, why: Why) -> bool:
    moving = s.moving
    cost = cost_of(s, moving, mode, a)
    spent = spent_for(s, moving, mode)
    left = limit(s, moving, mode) - spent
    if cost <= left:
        return True
    if why is not None:
        slow = [u for u in company(s, moving) if s.spent[u] == spent]
        why.append(
            Reason(
                ("7.2", "6.2") if mode == MARCH else ("7.3", "6.31"),
                f"That costs {words.points(cost)}, and this stack has {words.points(max(0, left))} left.",
                "Leave the tired units behind, or wait for your next turn.",
                ids(slow),
            )
        )
    return False


def _bound(s: State, here: int, a: int, mode: int, attack: bool, sway: bool, why: Why) -> bool:
    """A horde that is still looking for its place goes there and nowhere else."""
    u = hordes.bound(s, s.moving)
    if u < 0 or (mode == MARCH and not attack and not sway and hordes.on_the_way(s, here, a, hordes.sought_by(s, u))):
        return True
    if why is not None:
        why.append(hordes.refusal(s, u))
    return False


def _leaving(s: State, here: int, a: int, mode: int, attack: bool, sway: bool, why: Why) -> bool:
    """Leaving a siege, or riding on past an enemy just attacked ([10.9.2], [10.9.4] / 9.92, 9.942)."""
    me = s.player
    if wild_for(s, here):
        return True
    if foes_at(s, here, me) and besieged(s, here, me):
        if (mode == SAILING and BOARD.kind[a] == SEA) or flying(s.moving):
            return True
        if why is not None:
            why.append(
                Reason(
                    ("10.9.4", "9.942"),
                    f"{words.area(here)} is besieged; nobody leaves it by land.",
                    "Break out in the Combat phase.",
                    (BOARD.ids[here],),
                )
            )
        return False
    if not s.assaults >> here & 1 or overrun.diverted(s, here):
        return True
    if BOARD.kind[here] == SEA and mode == MARCH and flying(s.moving):
        return True  # they passed over somebody else's attack; they could neither join it nor come down
    if why is not None:
        why.append(
            Reason(
                ("10.9.2", "9.92"),
                "To ride on past the enemy you must leave a personality and at least "
                f"{overrun.to_divert(s, here)} in combat value to hold him.",
                "Set down enough of the stack here first, or stay and fight.",
                (BOARD.ids[here],),
            )
        )
    return False


def _arriving(s: State, here: int, a: int, mode: int, attack: bool, sway: bool, why: Why) -> bool:
    me = s.player
    ok = True
    bar = guarded(s, a, me)
    if attack:
        neutral = BOARD.city[a] and s.control[a] == NEUTRAL and mode != SAILING
        if not bar and not neutral:
            if why is None:
                return False
            ok = False
            why.append(_nobody(s, a))
        if mode == SAILING and BOARD.kind[a] == LAND and bar:
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
        if all_stand_aside(s, a, s.moving):
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("12.0", "11"),
                    "No Melnibonean but Elric attacks his own people or Imrryr.",
                    "Take somebody along who will fight.",
                    ids(s.moving),
                )
            )
    elif bar and not sway and not (mode == MARCH and flying(s.moving)):
        if why is None:
            return False
        ok = False
        foes = foes_at(s, a, me) and not wild_for(s, a)
        what = "Enemies stand in" if foes else "The enemy holds the walls of"
        why.append(
            Reason(
                ("7.3", "6.33"), f"{what} {words.area(a)}; you may enter only to fight.", "Attack it.", (BOARD.ids[a],)
            )
        )
    if not may_enter_imrryr(s, s.moving, a):
        if why is None:
            return False
        ok = False
        why.append(sea_wall(s, a))
    if s.scenario.solo:
        ok = may_enter(s, s.moving, a, attack, why) and ok
    if mode == LANDING:
        ok = held_aboard(s, s.moving, why) and ok
    return ok


def _nobody(s: State, a: int) -> Reason:
    if not foes_at(s, a, s.player):
        return Reason(
            ("10.1", "9.1"), f"There is nobody to attack in {words.area(a)}.", "Simply move there.", (BOARD.ids[a],)
        )
    sea = BOARD.kind[a] == SEA
    return Reason(
        ("7.3", "6.331" if sea else "7.21"),
        f"In the wilderness of {words.area(a)} an enemy must be found before he can be fought.",
        "Enter, and search for the enemy in the Search phase.",
        (BOARD.ids[a],),
    )


def imrryr_fallen(s: State) -> bool:
    """Whether Imrryr has been taken: a player holds it who is not Melnibone's own ([7.5.9] / 6.591)."""
    holder = s.control[IMRRYR]
    return holder < NEUTRAL and holder != s.nation_owner[pieces.MELNIBONE]


def may_enter_imrryr(s: State, moving: Iterable[int], a: int) -> bool:
    """Whether a stack knows the way through Imrryr's sea wall; True for every other area."""
    if a != IMRRYR or s.control[a] == s.player or s.scenario.solo:
        return True
    stack = list(moving)
    return pieces.ELRIC in stack or (imrryr_fallen(s) and any(pieces.MELNIBONEAN[u] for u in stack))


def sea_wall(s: State, a: int) -> Reason:
    """Why a stack cannot enter Imrryr."""
    if imrryr_fallen(s):
        return Reason(
            ("7.5.9", "6.591"),
            "Only a stack with a Melnibonean finds the way through the sea-maze of Imrryr.",
            "Bring a Melnibonean.",
            (BOARD.ids[a],),
        )
    return Reason(
        ("7.5.9", "6.591"),
        "Only a stack with Elric in it can pass the five gates of Imrryr's sea wall.",
        "Win control of Elric first.",
        (BOARD.ids[a],),
    )


def attack_mode(s: State, leader: int, a: int) -> int:
    """How an attack on this area would be made: on foot, ship against ship, or by landing."""
    if on_foot(s, leader):
        return MARCH
    return SAILING if BOARD.kind[a] == SEA else LANDING
