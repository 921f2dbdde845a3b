"""The rules for leaving one area for the next: waters, wings, harbours, crews, points, sieges. Sources: Chaosium [7.2]-[7.5],
[10.9], [11.0]; Avalon Hill 6.2-6.59, 9.92, 9.94, 10.31.
"""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import bits
from elric.kernel.rules import no
from elric.kernel.verdict import Offer, Reason
from elric.young_kingdoms.components.areas import ALL, BESIDE, LANDS, SEAS
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.pieces import ARTIFACT, FLEET, FLIES, HERO, KIND, WALKS_SEA
from elric.young_kingdoms.march import overrun
from elric.young_kingdoms.march.facts import (
    A_HORDE,
    ATTACK,
    FACED,
    FLYERS,
    MARCH,
    PEACE,
    SAILING,
    STORMED,
    Going,
    Plain,
    Rule,
    Terms,
    Way,
    cost_of,
    who_is_tired,
)
from elric.young_kingdoms.march.flyers import barred_skies, past_return
from elric.young_kingdoms.nations import hordes
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.fixes import NOTHING, act, each, later, wait
from elric.young_kingdoms.position.state import ATTACHED, cargo, ids
from elric.young_kingdoms.world.terrain import is_guarded, wild_for

# ---- the way itself: walking on water, wings, harbours, a personality on every ship ---------------------------------


def _waters(terms: Terms) -> int:
    _, _, wades, *_ = terms
    return 0 if wades else SEAS


def _tell_waters(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    bad = [u for u in going.moving if not (WALKS_SEA[u] or FLIES[u] or KIND[u] == ARTIFACT)]
    if bad:
        return no(
            why,
            ("7.3", "6.3"),
            f"{words.units(bad)} cannot cross the sea without a ship: armies would drown, personalities have to escape.",
            (
                ("Board a fleet.", ("board",)),
                ("Leave them behind: set them down.", each("drop", (u for u in bad if u != going.leader))),
                "They need a fleet in a port of this province or off its coast.",
            ),
            ids(bad),
        )
    return no(
        why,
        ("7.4.1", "6.41"),
        "Those who walk on the sea and those who fly over it do not travel together.",
        (
            (
                "Set some of them down, and send them separately.",
                each("drop", (u for u in going.moving if u != going.leader)),
            ),
            NOTHING,
        ),
        ids(going.moving),
    )


def _wings(going: Going, way: Way) -> int:
    if not going.wings:
        return 0  # somebody among them does not fly
    if way.intent == ATTACK:
        return SEAS
    s, near = going.s, BESIDE[going.here]
    return near & barred_skies(s, s.player) | past_return(s, going.moving, near, going.left(MARCH) - 1)


def _tell_wings(going: Going, way: Way, area: int, why: list[Reason]) -> bool:
    s = going.s
    sea = BOARD.kind[area] == SEA
    if way.intent == ATTACK:
        text = "Flyers end their move on land or on a friendly ship, so they cannot attack over open water."
        fixes: tuple[Offer, ...] = ("Only from a ship can they be fought.",)
    elif barred_skies(s, s.player) >> area & 1:
        text = f"Enemies who fly themselves bar the sky over {words.area(area)}."
        fixes = (("Attack.", (act("attack", area),)), ("Fly round it.", ("step",)), NOTHING)
    else:
        free = sea or not is_guarded(s, area, s.player)
        where = "From there" if free else f"Enemies stand {words.inside(area)}, and from there"
        text = f"{where} the flyers could reach neither free land nor a ship of yours with room this turn."
        fixes = (("Take a shorter way.", ("step",)), NOTHING)
    return no(why, ("7.4.1", "6.41"), text, fixes, (BOARD.ids[area],))


# Out of port by the anchor, into port from it: what is closed to ships.
_NO_HARBOUR: Final = tuple(
    (SEAS & ~bits(BOARD.ports[here])) | LANDS
    if BOARD.kind[here] == LAND
    else bits(a for a in near if BOARD.kind[a] == LAND and here not in BOARD.ports[a])
    for here, near in enumerate(BOARD.near)
)


def _anchors(terms: Terms) -> int:
    _, here, *_, river = terms
    closed = _NO_HARBOUR[here]
    # Lormyr's own fleets go down the river from its capital to its ports (5.4, 5.41)
    return closed & ~bits(a for a in BOARD.near[here] if runs_down(here, a)) if river else closed


def _tell_anchors(going: Going, way: Way, area: int, why: list[Reason]) -> bool:
    clause = ("7.5.9", "6.59")
    look: tuple[str, ...] = (BOARD.ids[area],)
    do: tuple[str, ...]
    if BOARD.kind[area] == SEA:
        text = f"The harbour of {words.area(going.here)} does not open on {words.area(area)}."
        fix, do = "Sail out by the sea that has the anchor.", each("sail", BOARD.ports[going.here])
        look = (BOARD.ids[going.here], *look)
    elif going.s.rules.lormyr_river and BOARD.special[area] == "lormyr_river":
        clause = ("", "5.41")
        text = f"Nobody sails up the river to {words.area(area)}; it carries ships down to the ports only."
        fix, do = "The way up is on foot, from a port.", ()
    elif BOARD.kind[going.here] == LAND:
        text = f"No ship sails overland: from the harbour {words.inside(going.here)} there is only the way out to sea."
        fix, do = "Sail out by the sea that has the anchor.", each("sail", BOARD.ports[going.here])
    else:
        text = f"{words.area(area):has|have} no harbour on this sea."
        fix, do = "Land the troops there instead.", (act("land", area),)
    return no(why, clause, text, fix, look, do)


def runs_down(here: int, a: int) -> bool:
    """Whether Lormyr's river runs from here down to this port of the nation (5.41)."""
    return BOARD.special[here] == "lormyr_river" and BOARD.nation[a] == BOARD.nation[here] and bool(BOARD.ports[a])


def _unmanned_ships(going: Going) -> list[int]:
    """Ships without a personality aboard; every one needs one ([7.3] / 6.32)."""
    return [x for x in going.moving if KIND[x] == FLEET and not any(KIND[u] == HERO for u in cargo(going.s, x))]


def _crews(going: Going, way: Way) -> int:
    return ALL if _unmanned_ships(going) else 0


def _tell_crews(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    ok = True
    for x in _unmanned_ships(going):
        ok = no(
            why,
            ("7.3", "6.32"),
            f"{words.unit(x):has|have} no personality aboard, and every fleet needs one.",
            (("Leave that fleet behind: set it down.", (act("drop", x),)), "A personality must board it first."),
            ids((x,)),
        )
    return ok


def _left_behind(going: Going, way: Way) -> int:
    """Where fleets are picked up and left once a turn, one that was stays there, whoever is aboard it ([7.3])."""
    return ALL if going.s.rules.attach_once and going.s.flags[going.s.aboard[going.leader]] & ATTACHED else 0


def _tell_left_behind(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    ship = going.s.aboard[going.leader]
    return no(
        why,
        ("7.3", "6.22"),
        f"{words.unit(ship):was|were} picked up or set down by a leader this turn and stays where it was left.",
        (("Go ashore.", ("ashore",)), wait(act("lead", going.leader)), NOTHING),
        ids((ship,)),
    )


# ---- points, and leaving a place ------------------------------------------------------------------------------------


def _points(terms: Terms) -> int:
    mode, _, _, wings, left, _ = terms
    if left >= 2:
        return 0
    if left < 1:
        return ALL
    return SEAS if mode == MARCH and not wings else 0


def _tell_points(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    s = going.s
    cost, left = cost_of(s, going.moving, way.mode, a), going.left(way.mode)
    slow = who_is_tired(s, going.moving, way.mode)
    return no(
        why,
        ("7.2", "6.2") if way.mode == MARCH else ("7.3", "6.31"),
        f"That costs {words.points(cost)}, and this stack has {words.points(max(0, left))} left.",
        (
            *([] if going.leader in slow else [("Leave the tired units behind.", each("drop", slow))]),
            wait(act("lead", going.leader)),
            NOTHING,
        ),
        ids(slow),
    )


def _search(going: Going, way: Way) -> int:
    """A horde that is still looking for its place goes there, or wanders where it may, and nowhere else."""
    u = hordes.bound(going.s, going.moving)
    if u < 0:
        return 0
    if way.mode != MARCH or way.intent != PEACE:
        return ALL
    goal = hordes.sought_by(going.s, u)
    on_the_way = bits(a for a in BOARD.near[going.here] if hordes.on_the_way(going.s, going.here, a, goal))
    return ALL & ~on_the_way & ~hordes.where_to_wander(going.s, u)


def _tell_search(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    return hordes.refusal(going.s, hordes.bound(going.s, going.moving), why)


def _siege(going: Going, way: Way) -> int:
    """Nobody leaves a siege but by the harbour, or on wings ([10.9.4] / 9.942)."""
    if going.wings or not overrun.shut_in(going.s, going.here, going.moving):
        return 0
    return LANDS if way.mode == SAILING else ALL


def _tell_siege(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    return no(
        why,
        ("10.9.4", "9.942"),
        f"{words.area(going.here):is|are} besieged; nobody leaves it by land.",
        "Break out in the Combat phase.",
        (BOARD.ids[going.here],),
        later("combat", act("fight", going.here)),
    )


def _riding_on(going: Going, way: Way) -> int:
    """Riding on past an enemy just attacked ([10.9.2] / 9.92)."""
    s, here = going.s, going.here
    if wild_for(s, here) or overrun.shut_in(s, here, going.moving):
        return 0
    if going.wings and not going.afloat and BOARD.kind[here] == SEA:
        return 0  # they passed over somebody else's attack; they could neither join it nor come down
    return 0 if overrun.is_diverted(s, here) else ALL


def _tell_riding_on(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    return overrun.held_up(going.s, going.here, going.leader, why)


CROSSING: Final = (
    Plain(_waters, _tell_waters, modes=(MARCH,)),
    Rule(_wings, _tell_wings, modes=(MARCH,), intents=(PEACE, ATTACK), when=FLYERS),
    Plain(_anchors, _tell_anchors, modes=(SAILING,)),
    Rule(_crews, _tell_crews, modes=(SAILING,)),
    Rule(_left_behind, _tell_left_behind, modes=(SAILING,)),
    Plain(_points, _tell_points),
    Rule(_search, _tell_search, when=A_HORDE),
    Rule(_siege, _tell_siege, when=FACED),
    Rule(_riding_on, _tell_riding_on, when=STORMED),
)
