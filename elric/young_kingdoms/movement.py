"""Movement: leading stacks by land, sea and air. Sources: Chaosium [7.0]-[7.5], Avalon Hill 6.

A stack is moved one area at a time. A leader is taken up (`lead`), picks up and sets down others (`join`, `drop`), goes
on (`step`, `sail`, `land`, `fly`, `attack`), boards ships (`board`, `ashore`) and is put down again (`halt`). So every
way of splitting and uniting stacks can be played, while no single decision has more than a few dozen choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import ClassVar, Final

from ..kernel.steps import Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import magic, pieces, spells, words
from .actions import Action
from .board import BOARD, LAND, MOUNTAIN, SEA
from .context import Context
from .pieces import (
    ARMY,
    ARTIFACTS,
    FIGHT,
    FLEET,
    FLEETS,
    FLIES,
    HERO,
    HEROES,
    KIND,
    LAND_MOVES,
    MOVE,
    WALKS_SEA,
)
from .state import (
    ASHORE,
    ATTACHED,
    HALTED,
    NEUTRAL,
    STEPPED,
    State,
    cargo,
    foe_at,
    foes_at,
    ids,
    own_in,
    push,
    put,
    units_in,
)

_END: Final = Action("end")
_HALT: Final = Action("halt")
_ASHORE: Final = Action("ashore")
_LEAD: Final = tuple(Action("lead", (u,)) for u in range(pieces.SIZE))
_JOIN: Final = tuple(Action("join", (u,)) for u in range(pieces.SIZE))
_DROP: Final = tuple(Action("drop", (u,)) for u in range(pieces.SIZE))
_BOARD: Final = tuple(Action("board", (u,)) for u in range(pieces.SIZE))
_HOME: Final = tuple(Action("home", (u,)) for u in range(pieces.SIZE))
_STEP: Final = tuple(Action("step", (a,)) for a in range(BOARD.size))
_SAIL: Final = tuple(Action("sail", (a,)) for a in range(BOARD.size))
_LANDING: Final = tuple(Action("land", (a,)) for a in range(BOARD.size))
_ATTACK: Final = tuple(Action("attack", (a,)) for a in range(BOARD.size))

BOILING: Final = BOARD.special_area("boiling_sea")
TEETH: Final = BOARD.special_area("serpents_teeth")
STRAITS: Final = BOARD.special_area("straits_of_chaos")
IMRRYR: Final = BOARD.special_area("imrryr")

# Armies of each nation are numbered in a row, so a slice of `place` finds them.
_ROW: Final = {n.index: (min(a), max(a) + 1) for n in pieces.NATIONS if (a := [u for u in n.pieces if KIND[u] == ARMY])}


# ---- questions others ask too ---------------------------------------------------------------------------------------


def wild_for(s: State, a: int) -> bool:
    """Whether enemies may stand side by side here unnoticed: wilderness land, or a wild sea where the edition has it."""
    if BOARD.kind[a] == SEA:
        return BOARD.wild[a] and bool(s.rules.wild_seas)
    return BOARD.wild[a] or magic.turned_wild(s, a)


def draws_attacks(s: State, a: int) -> bool:
    """Whether passing here may call up a random attack: wilderness, and the Straits of Chaos."""
    return (BOARD.wild[a] or magic.turned_wild(s, a)) and s.tipped != spells.LAW


def holder(s: State, a: int) -> int:
    """The seat that holds the city of an area, NEUTRAL for nobody's city, NOBODY where there is no city."""
    return s.control[a]


def enemy_city(s: State, a: int, seat: int) -> bool:
    """Whether another seat holds a city here."""
    c = s.control[a]
    return c < NEUTRAL and c != seat


def besieged(s: State, a: int, seat: int) -> bool:
    """Whether this seat's pieces in an area are shut up in their city by an enemy around it."""
    return s.control[a] == seat and BOARD.wall[a] > 0 and foes_at(s, a, seat) and not wild_for(s, a)


def strength(units: Iterable[int]) -> int:
    """Sum of combat values that could fight."""
    return sum(FIGHT[u] for u in units)


def carriers(s: State, moving: Sequence[int]) -> list[int]:
    """The ships in a moving stack."""
    return [u for u in moving if KIND[u] == FLEET]


def _spent(s: State, units: Iterable[int]) -> int:
    spent = s.spent
    most = 0
    for u in units:
        if spent[u] > most:
            most = spent[u]
    return most


def points_left(s: State) -> int:
    """Movement points the stack now moving can still use, on land or with its ships."""
    ships = carriers(s, s.moving)
    if ships:
        return min(MOVE[x] for x in ships) - _spent(s, s.moving)
    return LAND_MOVES - _spent(s, s.moving)


# ---- the phase ------------------------------------------------------------------------------------------------------


def _check_lead(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    if KIND[u] == HERO and s.owner[u] == s.player and s.place[u] < BOARD.size and not s.flags[u] & HALTED:
        if s.spent[u] < LAND_MOVES or s.aboard[u] != ASHORE:
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
    verbs: ClassVar[dict[str, Check]] = {"lead": _check_lead, "march": _check_march, "home": _check_home, "end": _check_end}

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
                            yield Action("march", (u, a))
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
            from .sequence import next_phase
            from .wilderness import lone_travellers

            s.agenda = ()
            lone_travellers(s)
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


# ---- a stack being moved --------------------------------------------------------------------------------------------

MARCH: Final = 0
SAILING: Final = 1
LANDING: Final = 2


def _on_foot(s: State, leader: int) -> bool:
    return s.aboard[leader] == ASHORE


def _flying(moving: Sequence[int]) -> bool:
    return all(FLIES[u] or KIND[u] == pieces.ARTIFACT for u in moving)


def _walking_sea(moving: Sequence[int]) -> bool:
    """All walk the waves, or all fly over them: the one cannot rest where the other can."""
    return all(WALKS_SEA[u] or KIND[u] == pieces.ARTIFACT for u in moving) or _flying(moving)


def _cost(s: State, moving: Sequence[int], mode: int, a: int) -> int:
    if mode == MARCH and BOARD.kind[a] == SEA and not _flying(moving):
        return 2
    return 1


def _limit(s: State, moving: Sequence[int], mode: int) -> int:
    """The movement rate that applies: four by land, the slowest ship by sea; a landing is paid by the ship."""
    if mode == MARCH:
        return LAND_MOVES
    rate = 99
    for u in moving:
        x = u if KIND[u] == FLEET else s.aboard[u]
        if x != ASHORE and KIND[x] == FLEET and MOVE[x] < rate:
            rate = MOVE[x]
    return rate


def _go(s: State, leader: int, a: int, mode: int, attack: bool, why: Why) -> bool:
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

    if (mode == MARCH and not _on_foot(s, leader)) or (mode != MARCH and _on_foot(s, leader)):
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
        if not _walking_sea(moving):
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
        elif attack and _flying(moving):
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
        elif _flying(moving) and not _safe_flight(s, a, LAND_MOVES - _spent(s, moving) - 1):
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
    cost = _cost(s, moving, mode, a)
    left = _limit(s, moving, mode) - _spent(s, moving)
    if cost > left:
        if why is None:
            return False
        ok = False
        slow = [u for u in moving if s.spent[u] == _spent(s, moving)]
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
    if ok and magic.opposed(s, moving, a):
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


def _check_step(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return _go(s, f[1], args[0], MARCH, False, why)


def _check_sail(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return _go(s, f[1], args[0], SAILING, False, why)


def _check_land(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return _go(s, f[1], args[0], LANDING, False, why)


def attack_mode(s: State, leader: int, a: int) -> int:
    """How an attack on this area would be made: on foot, ship against ship, or by landing."""
    if _on_foot(s, leader):
        return MARCH
    return SAILING if BOARD.kind[a] == SEA else LANDING


def _check_attack(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return _go(s, f[1], args[0], attack_mode(s, f[1], args[0]), True, why)


def _check_join(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    leader = f[1]
    here = s.place[leader]
    if s.owner[u] == s.player and s.place[u] == here and u not in s.moving:
        if KIND[u] == FLEET:
            if (
                u not in f[2]
                and not _on_foot(s, leader)
                and any(KIND[x] == HERO for x in cargo(s, u))
                and not s.flags[u] & HALTED
            ):
                return True
        elif (
            u not in f[2]
            and (not BOARD.wild[here] or s.band[u] == s.band[leader])
            and (s.aboard[u] == ASHORE) == _on_foot(s, leader)
            and not (s.flags[u] & HALTED and KIND[u] != ARMY)
            and not (s.flags[u] & ATTACHED and s.rules.attach_once and KIND[u] == ARMY)
            and (s.aboard[u] == ASHORE or s.aboard[u] in s.moving)
            and not (FLIES[u] and BOARD.kind[here] == SEA and s.aboard[u] == ASHORE)
        ):
            return True
    if why is None:
        return False
    name = words.unit(u)
    if s.owner[u] != s.player or s.place[u] >= BOARD.size:
        why.append(Reason(("7.2", "6.21"), f"{name} is not yours.", "Lead your own units.", ids((u,))))
    elif u in s.moving:
        why.append(Reason(("7.2", "6.22"), f"{name} is in this stack already.", "", ids((u,))))
    elif s.place[u] != here:
        why.append(
            Reason(("7.2", "6.22"), f"{name} is not in {words.area(here)}.", "Move there to pick it up.", ids((u,)))
        )
    elif u in f[2]:
        why.append(
            Reason(
                ("7.3", "6.22"), f"{name} has just been set down here.", "Take that back, or move on first.", ids((u,))
            )
        )
    elif BOARD.wild[here] and s.band[u] != s.band[leader] and KIND[u] != FLEET:
        why.append(
            Reason(
                ("8.0", "7.21"),
                f"In this wilderness {name} has not been found yet.",
                "Search for friends in the Search phase.",
                ids((u,)),
            )
        )
    elif s.flags[u] & ATTACHED and s.rules.attach_once and KIND[u] == ARMY:
        why.append(
            Reason(
                ("7.3", "6.22"),
                f"{name} was set down once this turn and cannot be picked up again.",
                "Wait for your next turn.",
                ids((u,)),
            )
        )
    elif s.flags[u] & HALTED:
        why.append(
            Reason(("7.2", "6.22"), f"{name} has finished moving this turn.", "Wait for your next turn.", ids((u,)))
        )
    elif KIND[u] == FLEET and _on_foot(s, leader):
        why.append(Reason(("7.3", "6.31"), f"{name} is a ship: board it.", "Use Board.", ids((u,))))
    elif KIND[u] == FLEET:
        why.append(
            Reason(
                ("7.3", "6.32"), f"{name} has no personality aboard.", "Put a personality aboard it first.", ids((u,))
            )
        )
    else:
        why.append(
            Reason(
                ("7.3", "6.3"),
                f"{name} is {'aboard ship' if _on_foot(s, leader) else 'ashore'}, and this stack is not.",
                "Board or go ashore first.",
                ids((u,)),
            )
        )
    return False


def _check_drop(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    leader = f[1]
    here = s.place[leader]
    ok = u in s.moving and u != leader and not (KIND[u] == FLEET and u == s.aboard[leader])
    over_sea = ok and BOARD.kind[here] == SEA and _on_foot(s, leader) and not (WALKS_SEA[u] and not FLIES[u])
    if ok and not over_sea:
        return True
    if why is None:
        return False
    name = words.unit(u)
    if u not in s.moving:
        why.append(Reason(("7.2", "6.22"), f"{name} is not in this stack.", "", ids((u,))))
    elif over_sea:
        why.append(
            Reason(("7.4.1", "6.41"), f"{name} cannot be left over open water.", "Go on to land or a ship.", ids((u,)))
        )
    elif u == leader:
        why.append(Reason(("7.2", "6.21"), f"{name} leads this stack.", "Halt, and take up another leader.", ids((u,))))
    else:
        why.append(Reason(("7.3", "6.32"), f"{words.unit(leader)} is aboard this ship.", "Go ashore first.", ids((u,))))
    return False


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


def room(s: State, ship: int) -> int:
    """How many more armies a ship can carry."""
    return pieces.CARRY[ship] - sum(KIND[u] == ARMY for u in cargo(s, ship))


def _check_board(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (ship,) = args
    leader = f[1]
    here = s.place[leader]
    if KIND[ship] != FLEET or s.owner[ship] != s.player or s.place[ship] >= BOARD.size:
        if why is not None:
            why.append(
                Reason(
                    ("7.3", "6.3"),
                    f"{words.unit(ship)} is not a fleet of yours.",
                    "Board one of your own fleets.",
                    ids((ship,)),
                )
            )
        return False
    at = s.place[ship]
    if not _on_foot(s, leader):
        if why is not None:
            why.append(
                Reason(
                    ("7.3", "6.31"), "This stack is aboard ship already.", "Go ashore to change ships.", ids((ship,))
                )
            )
        return False
    if at != here and not (BOARD.kind[at] == SEA and BOARD.kind[here] == LAND and at in BOARD.touch[here]):
        if why is not None:
            why.append(
                Reason(
                    ("7.3", "6.31"),
                    f"{words.unit(ship)} lies in {words.area(at)}, out of reach.",
                    "Bring the ship to this port or to the sea beside it.",
                    ids((ship,)),
                )
            )
        return False
    ok = True
    armies = sum(KIND[u] == ARMY for u in s.moving)
    if armies > room(s, ship):
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
                "Break the siege first.",
                (BOARD.ids[here],),
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
            )
        )
    if ok and at != here and magic.opposed(s, s.moving, at):
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


def _check_ashore(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    leader = f[1]
    ok = True
    if _on_foot(s, leader) or BOARD.kind[s.place[leader]] != LAND:
        if why is not None:
            why.append(
                Reason(
                    ("7.3", "6.31"),
                    "Stepping ashore means leaving a ship that lies in port.",
                    "From the open sea, land on a coast.",
                )
            )
        return False
    ship = s.aboard[leader]
    if s.rules.ashore_cost and _spent(s, s.moving) + int(s.rules.ashore_cost) > MOVE[ship]:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("7.3", "6.31"),
                f"Going ashore costs {words.points(int(s.rules.ashore_cost))}, and the ship has none left.",
                "Wait for your next turn.",
                ids((ship,)),
            )
        )
    return ok


def _check_halt(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    leader = f[1]
    here = s.place[leader]
    if BOARD.kind[here] == SEA and _on_foot(s, leader) and any(FLIES[u] for u in s.moving):
        if not any(KIND[u] == FLEET for u in own_in(s, here, s.player)):
            if why is not None:
                why.append(
                    Reason(
                        ("7.4.1", "6.41"),
                        "Flyers must end their move on land or on a ship of yours.",
                        "Fly on.",
                        (BOARD.ids[here],),
                    )
                )
            return False
    return True


def _check_fly(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    from . import flight

    return flight.check(s, f, args, why)


class StackStep(Step):
    """A stack is in hand: where does it go, who comes along?"""

    name = "stack"
    verbs: ClassVar[dict[str, Check]] = {
        "step": _check_step,
        "sail": _check_sail,
        "land": _check_land,
        "attack": _check_attack,
        "join": _check_join,
        "drop": _check_drop,
        "board": _check_board,
        "ashore": _check_ashore,
        "fly": _check_fly,
        "halt": _check_halt,
    }

    def live(self, s: State, f: Frame) -> bool:
        """Whether the leader can still go on."""
        u = f[1]
        if u in s.moving and s.place[u] < BOARD.size and s.owner[u] == s.player and not s.flags[u] & HALTED:
            return True
        s.moving = ()
        return False

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        leader = f[1]
        here = s.place[leader]
        me = s.player
        moving = s.moving
        kinds = BOARD.kind
        near = BOARD.near[here]
        if s.aboard[leader] == ASHORE:
            for a in near:
                yield _STEP[a]
                if BOARD.city[a] or foes_at(s, a, me):
                    yield _ATTACK[a]
        else:
            at_sea = kinds[here] == SEA
            for a in near:
                yield _SAIL[a]
                if at_sea and kinds[a] == LAND:
                    yield _LANDING[a]
                if BOARD.city[a] or foes_at(s, a, me):
                    yield _ATTACK[a]
            if not at_sea:
                yield _ASHORE
        seen = set()
        place, owner, aboard = s.place, s.owner, s.aboard
        u = place.find(here)
        while u >= 0:
            if owner[u] == me and u not in moving:
                k = KIND[u]
                if k == FLEET:
                    yield _BOARD[u]
                    yield _JOIN[u]
                elif k == HERO:
                    yield _JOIN[u]
                elif k == ARMY:
                    same = (pieces.NATION[u], s.spent[u], aboard[u], s.flags[u], s.band[u], u in f[2])
                    if same not in seen:
                        seen.add(same)
                        yield _JOIN[u]
            u = place.find(here, u + 1)
        if aboard[leader] == ASHORE and kinds[here] == LAND:
            for x in FLEETS:
                if owner[x] == me and place[x] in near and kinds[place[x]] == SEA:
                    yield _BOARD[x]
        seen.clear()
        for u in moving:
            if u != leader:
                if KIND[u] == ARMY:
                    same = (pieces.NATION[u], s.spent[u], aboard[u], s.flags[u], 0)
                    if same in seen:
                        continue
                    seen.add(same)
                yield _DROP[u]
        if any(at < 2000 and at >= 1000 and spells.FLIES[i] for i, at in enumerate(s.spell_at)):
            from . import flight

            yield from flight.candidates(s, f)
        yield _HALT

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        verb, args = a
        leader = f[1]
        if verb == "step":
            advance(s, args[0], MARCH, False, cx)
        elif verb == "sail":
            advance(s, args[0], SAILING, False, cx)
        elif verb == "land":
            advance(s, args[0], LANDING, False, cx)
        elif verb == "attack":
            advance(s, args[0], attack_mode(s, leader, args[0]), True, cx)
        elif verb == "join":
            u = args[0]
            if KIND[u] == FLEET:
                s.moving = (*s.moving, u, *(x for x in cargo(s, u) if x not in s.moving))
            else:
                s.moving = (*s.moving, u)
        elif verb == "drop":
            self._set_down(s, leader, args[0])
        elif verb == "board":
            self._go_aboard(s, args[0], cx)
        elif verb == "ashore":
            self._go_ashore(s, cx)
        elif verb == "fly":
            from . import flight

            flight.fly(s, f, args, cx)
        else:
            halt(s, leader)

    def _set_down(self, s: State, leader: int, u: int) -> None:
        gone = {u}
        if KIND[u] == FLEET:
            gone.update(cargo(s, u))
        s.moving = tuple(x for x in s.moving if x not in gone)
        s.agenda = (*s.agenda[:-1], (STACK, leader, (*s.agenda[-1][2], *sorted(gone))))
        if s.flags[leader] & STEPPED:
            for x in gone:
                s.flags[x] |= ATTACHED
                if not s.rules.dropped_may_go_on and KIND[x] == HERO:
                    s.flags[x] |= HALTED

    def _go_aboard(self, s: State, ship: int, cx: Context) -> None:
        at = s.place[ship]
        cx.tell("board", units=s.moving, ship=ship, area=at)
        costs = [boarding_cost(s, u, ship) for u in s.moving]
        for u, c in zip(s.moving, costs, strict=True):
            s.spent[u] += c
            s.flags[u] |= STEPPED
            put(s, u, at)
            s.band[u] = 0
            s.aboard[u] = ship
        for x in ARTIFACTS:
            if s.aboard[x] in s.moving:
                put(s, x, at)
        s.moving = (*s.moving, ship, *(x for x in cargo(s, ship) if x not in s.moving))

    def _go_ashore(self, s: State, cx: Context) -> None:
        going = tuple(u for u in s.moving if KIND[u] != FLEET)
        cx.tell("ashore", units=going, area=s.place[going[0]])
        for u in going:
            s.aboard[u] = ASHORE
            s.spent[u] += int(s.rules.ashore_cost)
            s.flags[u] |= STEPPED
        s.moving = going


STACK: Final = StackStep()


def halt(s: State, leader: int) -> None:
    """End a stack's move; a leader that went nowhere is done for the turn, others may go on with what they have left."""
    here = s.place[leader]
    if BOARD.kind[here] == SEA and s.aboard[leader] == ASHORE and any(FLIES[u] for u in s.moving):
        deck = next(u for u in own_in(s, here, s.player) if KIND[u] == FLEET)
        for u in s.moving:
            s.aboard[u] = deck
    s.flags[leader] |= HALTED
    s.moving = ()
    s.agenda = s.agenda[:-1]


def advance(s: State, a: int, mode: int, attack: bool, cx: Context) -> None:
    """Move the stack in hand into an area, and call up whatever waits there."""
    moving = s.moving
    leader = s.agenda[-1][1]
    here = s.place[leader]
    if mode == LANDING:
        moving = tuple(u for u in moving if KIND[u] != FLEET)
    cost = _cost(s, moving, mode, a)
    if mode == SAILING:
        # whoever is aboard goes with the ship, in hand or not
        going = list(moving)
        for x in moving:
            if KIND[x] == FLEET:
                going.extend(u for u in cargo(s, x) if u not in moving)
    else:
        going = list(moving)
    cx.tell("attack" if attack else ("step", "sail", "land")[mode], units=tuple(going), area=here, to_area=a)
    band = leader + 1 if BOARD.wild[a] else 0
    for u in going:
        put(s, u, a)
        s.spent[u] += cost
        s.flags[u] |= STEPPED
        s.band[u] = band
        if mode == LANDING:
            s.aboard[u] = ASHORE
    for x in ARTIFACTS:
        if s.aboard[x] != ASHORE and s.aboard[x] in going:
            put(s, x, a)
    s.moving = moving
    s.agenda = (*s.agenda[:-1], (STACK, leader, ()))
    trail = next((n[1] for n in s.notes if n[0] == "trail" and n[3] == leader), ())
    s.notes = (*(n for n in s.notes if n[0] != "trail" or n[3] != leader), ("trail", (*trail, here), a, leader))
    if attack:
        s.assaults |= 1 << a
    else:
        walk_in(s, a, cx)
    if BOARD.kind[a] == SEA or BOARD.wild[a] or BOARD.kind[here] == SEA or s.tipped:
        from .wilderness import arrive

        arrive(s, here, a, tuple(going), mode == SAILING, cx)


def walk_in(s: State, a: int, cx: Context) -> None:
    """An army that enters an undefended enemy city without walls takes it."""
    if BOARD.city[a] and enemy_city(s, a, s.player) and not foes_at(s, a, s.player):
        if any(KIND[u] == ARMY for u in own_in(s, a, s.player)):
            from .combat import take_city

            take_city(s, a, s.player, cx)


# ---- fleets without a leader ----------------------------------------------------------------------------------------


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


def way_home(s: State, ship: int) -> list[int]:
    """The safest, then shortest, way from a fleet to its nearest home port; empty when there is none or it is there.

    Areas without the start. Safest: fewest dangerous seas (Boiling Sea, Serpent's Teeth, Straits of Chaos); enemies bar
    the way altogether (Chaosium [7.3], Avalon Hill 6.321).
    """
    start = s.place[ship]
    goals = set(home_ports(s, ship))
    if not goals or start in goals:
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
            elif b not in goals or at not in BOARD.ports[b]:
                continue
            heappush(queue, (danger + (b in (BOILING, TEETH, STRAITS)), far + 1, b, (*path, b)))
    return []


def sail_home(s: State, ship: int, cx: Context) -> None:
    """Move a fleet without a personality towards home, as far as it goes or until something stops it."""
    from .wilderness import arrive

    for a in way_home(s, ship)[: MOVE[ship]]:
        here = s.place[ship]
        going = (ship, *cargo(s, ship))
        cx.tell("home", units=going, area=here, to_area=a)
        for u in going:
            put(s, u, a)
            s.spent[u] += 1
            s.flags[u] |= STEPPED
        if BOARD.special[a] or BOARD.special[here]:
            before = len(s.agenda)
            arrive(s, here, a, going, True, cx)
            if len(s.agenda) != before:
                break
    s.flags[ship] |= HALTED


def army_count(units: Iterable[int]) -> int:
    """How many of these pieces are armies."""
    return sum(KIND[u] == ARMY for u in units)


__all__ = [n for n in globals() if not n.startswith("_") and n not in ("Any", "ARMIES")]
