"""The rules for moving a stack into the next area, by land, by sea or onto a coast. Sources: Chaosium [7.0]-[7.5], [9.5],
[10.1], [10.9]; Avalon Hill 6-6.591, 8.5, 9.1, 9.92.

Each rule names the neighbours that it closes to a stack, all at once, and tells why it closes one of them. So what is legal
and why something is not are two questions to the same rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from ..kernel.verdict import Reason, Why
from . import control, hands, hordes, overrun, pieces, solo, words
from .battle import all_stand_aside
from .board import BOARD, LAND, MOUNTAIN, SEA
from .chaos_fleet import held_aboard
from .going import (
    ALL,
    ATTACK,
    BIT,
    CITIES,
    LANDING,
    LANDS,
    MARCH,
    PEACE,
    SAILING,
    SEAS,
    SWAY,
    Going,
    bits,
    cost_of,
    limit,
    spent_for,
)
from .ground import IMRRYR, besieged, carriers, company, guarded, wild_for
from .imrryr import may_enter_imrryr, sea_wall
from .pieces import ARTIFACT, FLEET, FLIES, HERO, KIND, MAGIC, WALKS_SEA
from .state import NEUTRAL, State, cargo, foes_at, ids
from .wings import can_come_down, sky_enemy

__all__ = ["LANDING", "MARCH", "SAILING", "WAYS", "attack_mode", "cost_of", "down_river", "go", "limit", "open_ways"]

Closes = Callable[["Going", "Way"], int]


class Way(NamedTuple):
    """How a stack would go into the next area, and what for, with the rules that speak to that; those that say the same
    whatever it goes for stand in `alike`, the others in `own`."""

    mode: int
    intent: int
    rules: tuple[Rule, ...]
    alike: tuple[Closes, ...]
    own: tuple[Closes, ...]


class Rule(NamedTuple):
    """One rule of going: what it closes, why, and to which ways it speaks.

    `closes` gives areas as bits and may name more than the neighbours. `intents` is given where the answer depends on what
    a stack has in mind.
    """

    closes: Closes
    tell: Callable[[Going, Way, int, list[Reason]], None]
    modes: tuple[int, ...] = (MARCH, SAILING, LANDING)
    intents: tuple[int, ...] = ()


# ---- the way itself: walking on water, wings, harbours, a personality on every ship ---------------------------------


def _waters(g: Going, way: Way) -> int:
    return 0 if g.wades else SEAS


def _tell_waters(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    bad = [u for u in g.moving if not (WALKS_SEA[u] or FLIES[u] or KIND[u] == ARTIFACT)]
    if bad:
        why.append(
            Reason(
                ("7.3", "6.3"),
                f"{words.units(bad)} cannot cross the sea without a ship; it would be the end of them.",
                "Board a fleet, or leave them behind.",
                ids(bad),
            )
        )
        return
    why.append(
        Reason(
            ("7.4.1", "6.41"),
            "Those who walk on the sea and those who fly over it do not travel together.",
            "Send them separately.",
            ids(g.moving),
        )
    )


def _wings(g: Going, way: Way) -> int:
    if not g.wings:
        return 0
    if way.intent == ATTACK:
        return SEAS
    s, after = g.s, g.left(MARCH) - 1
    near = BOARD.near[g.here]
    return bits(a for a in near if sky_enemy(s, a, s.player) or not can_come_down(s, a, after, g.moving))


def _tell_wings(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    s = g.s
    sea = BOARD.kind[a] == SEA
    if way.intent == ATTACK:
        text = "Flyers end their move on land or on a friendly ship, so they cannot attack over open water."
        fix = "Attack from a ship of yours."
    elif sky_enemy(s, a, s.player):
        text = f"Enemies who fly themselves bar the sky over {words.area(a)}."
        fix = "Fly round it, or attack."
    else:
        free = sea or not guarded(s, a, s.player)
        where = "From there" if free else f"Enemies stand in {words.area(a)}, and from there"
        text = f"{where} the flyers could reach neither free land nor a ship of yours with room this turn."
        fix = "Take a shorter way."
    why.append(Reason(("7.4.1", "6.41"), text, fix, (BOARD.ids[a],)))


# Out of port by the anchor, into port from it.
_HARBOURS: Final = tuple(
    bits(BOARD.ports[here]) if BOARD.kind[here] == LAND else SEAS | bits(a for a in near if here in BOARD.ports[a])
    for here, near in enumerate(BOARD.near)
)


def _anchors(g: Going, way: Way) -> int:
    river = (a for a in BOARD.near[g.here] if down_river(g.s, g.here, a)) if BOARD.special[g.here] else ()
    return ALL & ~(_HARBOURS[g.here] | bits(river))


def _tell_anchors(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    clause = ("7.5.9", "6.59")
    look: tuple[str, ...] = (BOARD.ids[a],)
    if BOARD.kind[a] == SEA:
        text = f"The harbour of {words.area(g.here)} does not open on {words.area(a)}."
        fix = "Sail out by the sea that has the anchor."
        look = (BOARD.ids[g.here], *look)
    elif g.s.rules.lormyr_river and BOARD.special[a] == "lormyr_river":
        clause = ("", "5.41")
        text = f"Nobody sails up the river to {words.area(a)}; it carries ships down to the ports only."
        fix = "Go ashore in a port and walk."
    else:
        text = f"{words.area(a)} has no harbour on this sea."
        fix = "Land the troops there instead, or make for a port."
    why.append(Reason(clause, text, fix, look))


def down_river(s: State, here: int, a: int) -> bool:
    """Lormyr's own fleets go down the river from its capital to its ports (5.4, 5.41)."""
    return (
        bool(s.rules.lormyr_river)
        and BOARD.special[here] == "lormyr_river"
        and BOARD.nation[a] == BOARD.nation[here]
        and bool(BOARD.ports[a])
    )


def _unmanned(g: Going) -> list[int]:
    """Ships without a personality aboard; every one needs one ([7.3] / 6.32)."""
    return [x for x in g.moving if KIND[x] == FLEET and not any(KIND[u] == HERO for u in cargo(g.s, x))]


def _crews(g: Going, way: Way) -> int:
    return ALL if _unmanned(g) else 0


def _tell_crews(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    for x in _unmanned(g):
        why.append(
            Reason(
                ("7.3", "6.32"),
                f"{words.unit(x)} has no personality aboard, and every fleet needs one.",
                "Put a personality aboard, or leave that fleet.",
                ids((x,)),
            )
        )


# ---- points, and leaving a place ------------------------------------------------------------------------------------


def _points(g: Going, way: Way) -> int:
    left = g.left(way.mode)
    if left < 1:
        return ALL
    return SEAS if left < 2 and way.mode == MARCH and not g.wings else 0


def _tell_points(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    s = g.s
    cost, left, spent = cost_of(s, g.moving, way.mode, a), g.left(way.mode), spent_for(s, g.moving, way.mode)
    why.append(
        Reason(
            ("7.2", "6.2") if way.mode == MARCH else ("7.3", "6.31"),
            f"That costs {words.points(cost)}, and this stack has {words.points(max(0, left))} left.",
            "Leave the tired units behind, or wait for your next turn.",
            ids(u for u in company(s, g.moving) if s.spent[u] == spent),
        )
    )


_HORDES: Final = frozenset(u for n in pieces.NATIONS if n.horde for u in n.pieces)


def _search(g: Going, way: Way) -> int:
    """A horde that is still looking for its place goes there and nowhere else."""
    if _HORDES.isdisjoint(g.moving):
        return 0
    u = hordes.bound(g.s, g.moving)
    if u < 0:
        return 0
    if way.mode != MARCH or way.intent != PEACE:
        return ALL
    goal = hordes.sought_by(g.s, u)
    return ALL & ~bits(a for a in BOARD.near[g.here] if hordes.on_the_way(g.s, g.here, a, goal))


def _tell_search(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    why.append(hordes.refusal(g.s, hordes.bound(g.s, g.moving)))


def _siege(g: Going, way: Way) -> int:
    """Nobody leaves a siege but by the harbour, or on wings ([10.9.4] / 9.942)."""
    if g.wings or not besieged(g.s, g.here, g.s.player):
        return 0
    return LANDS if way.mode == SAILING else ALL


def _tell_siege(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    why.append(
        Reason(
            ("10.9.4", "9.942"),
            f"{words.area(g.here)} is besieged; nobody leaves it by land.",
            "Break out in the Combat phase.",
            (BOARD.ids[g.here],),
        )
    )


def _riding_on(g: Going, way: Way) -> int:
    """Riding on past an enemy just attacked ([10.9.2] / 9.92)."""
    s, here = g.s, g.here
    if not s.assaults >> here & 1 or wild_for(s, here) or besieged(s, here, s.player):
        return 0
    if g.wings and not g.afloat and BOARD.kind[here] == SEA:
        return 0  # they passed over somebody else's attack; they could neither join it nor come down
    return 0 if overrun.diverted(s, here) else ALL


def _tell_riding_on(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    why.append(
        Reason(
            ("10.9.2", "9.92"),
            "To ride on past the enemy you must leave a personality and at least "
            f"{overrun.to_divert(g.s, g.here)} in combat value to hold him.",
            "Set down enough of the stack here first, or stay and fight.",
            (BOARD.ids[g.here],),
        )
    )


# ---- arriving -------------------------------------------------------------------------------------------------------


def _nobody(g: Going, way: Way) -> int:
    """An attack needs an enemy, or a neutral city that does not yield to ships alone ([10.1] / 9.1)."""
    closed = ALL & ~g.guarded
    if way.mode != SAILING:
        for a in CITIES[g.here]:
            if g.s.control[a] == NEUTRAL:
                closed &= ~BIT[a]
    return closed


def _tell_nobody(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    if not foes_at(g.s, a, g.s.player):
        clause = ("10.1", "9.1")
        text = f"There is nobody to attack in {words.area(a)}."
        fix = "Simply move there."
    else:
        clause = ("7.3", "6.331" if BOARD.kind[a] == SEA else "7.21")
        text = f"In the wilderness of {words.area(a)} an enemy must be found before he can be fought."
        fix = "Enter, and search for the enemy in the Search phase."
    why.append(Reason(clause, text, fix, (BOARD.ids[a],)))


_MAY_STAND_ASIDE: Final = frozenset(
    u for u in range(pieces.SIZE) if KIND[u] == ARTIFACT or (pieces.NATION[u] == pieces.MELNIBONE and u != pieces.ELRIC)
)


def _kinsmen(g: Going, way: Way) -> int:
    if not _MAY_STAND_ASIDE.issuperset(g.moving):
        return 0
    return bits(a for a in BOARD.near[g.here] if all_stand_aside(g.s, a, g.moving))


def _tell_kinsmen(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    why.append(
        Reason(
            ("12.0", "11"),
            "No Melnibonean but Elric attacks his own people or Imrryr.",
            "Take somebody along who will fight.",
            ids(g.moving),
        )
    )


def _enemies(g: Going, way: Way) -> int:
    """Where enemies stand, or hold a wall, one comes only to fight; flyers pass over them ([7.3] / 6.33)."""
    return 0 if g.wings and way.mode == MARCH else g.guarded


def _tell_enemies(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    s = g.s
    foes = foes_at(s, a, s.player) and not wild_for(s, a)
    what = "Enemies stand in" if foes else "The enemy holds the walls of"
    why.append(
        Reason(("7.3", "6.33"), f"{what} {words.area(a)}; you may enter only to fight.", "Attack it.", (BOARD.ids[a],))
    )


def _imrryr(g: Going, way: Way) -> int:
    return 0 if IMRRYR not in BOARD.touch[g.here] or may_enter_imrryr(g.s, g.moving, IMRRYR) else BIT[IMRRYR]


def _tell_imrryr(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    why.append(sea_wall(g.s, a))


def _solo(g: Going, way: Way) -> int:
    if not g.s.scenario.solo:
        return 0
    attack = way.intent == ATTACK
    return bits(a for a in BOARD.near[g.here] if not solo.may_enter(g.s, g.moving, a, attack, None))


def _tell_solo(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    solo.may_enter(g.s, g.moving, a, way.intent == ATTACK, why)


def _chaos_fleet(g: Going, way: Way) -> int:
    return 0 if held_aboard(g.s, g.moving, None) else ALL


def _tell_chaos_fleet(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    held_aboard(g.s, g.moving, why)


def _parted(g: Going, way: Way) -> int:
    return 0 if control.parted(g.s, g.here, g.moving, None) else ALL


def _tell_parted(g: Going, way: Way, a: int, why: list[Reason]) -> None:
    control.parted(g.s, g.here, g.moving, why)


# ---- all of them ----------------------------------------------------------------------------------------------------

_RULES: Final = (
    Rule(_waters, _tell_waters, modes=(MARCH,)),
    Rule(_wings, _tell_wings, modes=(MARCH,), intents=(PEACE, ATTACK)),
    Rule(_anchors, _tell_anchors, modes=(SAILING,)),
    Rule(_crews, _tell_crews, modes=(SAILING,)),
    Rule(_points, _tell_points),
    Rule(_search, _tell_search, intents=(PEACE, ATTACK, SWAY)),
    Rule(_siege, _tell_siege),
    Rule(_riding_on, _tell_riding_on),
    Rule(_nobody, _tell_nobody, intents=(ATTACK,)),
    Rule(_kinsmen, _tell_kinsmen, intents=(ATTACK,)),
    Rule(_enemies, _tell_enemies, intents=(PEACE,)),
    Rule(_imrryr, _tell_imrryr),
    Rule(_solo, _tell_solo, intents=(PEACE, ATTACK, SWAY)),
    Rule(_chaos_fleet, _tell_chaos_fleet, modes=(LANDING,)),
    Rule(_parted, _tell_parted),
)


def _ways() -> dict[tuple[int, int], Way]:
    """Every way there is, with the rules that speak to it."""
    out = {}
    for mode in (MARCH, SAILING, LANDING):
        for intent in (PEACE, ATTACK, SWAY):
            rules = [r for r in _RULES if mode in r.modes and (not r.intents or intent in r.intents)]
            alike = [r.closes for r in rules if not r.intents]
            own = [r.closes for r in rules if r.intents]
            out[mode, intent] = Way(mode, intent, tuple(rules), tuple(alike), tuple(own))
    return out


WAYS: Final = _ways()


def open_ways(g: Going, way: Way) -> int:
    """The areas into which a stack may go this way, as bits: the one answer to what is legal."""
    mode = way.mode
    free = g.open[mode]
    if free < 0:
        free = g.beside(mode)
        if free:
            for closes in way.alike:
                closed = closes(g, way)
                if closed:
                    free &= ~closed
                    if not free:
                        break
        g.open[mode] = free
    if free:
        for closes in way.own:
            closed = closes(g, way)
            if closed:
                free &= ~closed
                if not free:
                    return 0
        free &= ~_opposed(g, way, free)
    return free


_MAGICIANS: Final = frozenset(u for u in range(pieces.SIZE) if MAGIC[u])


def _opposed(g: Going, way: Way, free: int) -> int:
    """Where magicians would meet friends with spells of the opposite alignment ([9.5] / 8.5)."""
    if _MAGICIANS.isdisjoint(g.moving):
        return 0
    free &= g.friends
    if not free:
        return 0
    s = g.s
    moving = company(s, g.moving) if way.mode == SAILING else g.moving
    return bits(a for a in BOARD.near[g.here] if free >> a & 1 and hands.opposed(s, moving, a))


def go(g: Going, a: int, way: Way, why: Why) -> bool:
    """Whether the stack in hand may go into an area this way, with every rule that closes it."""
    if why is None:
        return bool(open_ways(g, way) >> a & 1)
    if not g.beside(way.mode) >> a & 1:
        why.append(_elsewhere(g, a, way.mode))
        return False
    before = len(why)
    for rule in way.rules:
        if rule.closes(g, way) >> a & 1:
            rule.tell(g, way, a, why)
    if len(why) > before:
        return False
    if _opposed(g, way, BIT[a]):
        why.append(
            Reason(
                ("9.5", "8.5"),
                f"Your magicians in {words.area(a)} hold spells of the opposite alignment.",
                "Keep Law and Chaos apart.",
                (BOARD.ids[a],),
            )
        )
        return False
    return True


def _elsewhere(g: Going, a: int, mode: int) -> Reason:
    """Why an area is not among those a stack could come to at all."""
    here = g.here
    if a not in BOARD.touch[here]:
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
    if g.afloat and mode == MARCH:
        return Reason(
            ("7.3", "6.3"), "This stack is aboard ship.", "Sail on, or land first.", ids(carriers(g.s, g.moving))
        )
    if not g.afloat and mode != MARCH:
        return Reason(("7.3", "6.3"), "This stack is not aboard a ship.", "Board one of your fleets first.")
    if mode == SAILING:
        return Reason(("7.3", "6.3"), "No fleet is part of this stack.", "Let a fleet join, or board one.")
    return Reason(
        ("7.3", "6.31"),
        "Landing means going from a ship at sea onto a coast.",
        "Choose a coast beside this sea." if BOARD.kind[here] == SEA else "In port, step ashore.",
    )


def attack_mode(afloat: bool, a: int) -> int:
    """How an attack on this area would be made: on foot, ship against ship, or by landing."""
    if not afloat:
        return MARCH
    return SAILING if BOARD.kind[a] == SEA else LANDING
