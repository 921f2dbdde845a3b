"""The one answer to where a stack in hand may go next, by land, by sea or onto a coast. Sources: Chaosium [7.0]-[7.5], [9.5],
[10.1], [10.9]; Avalon Hill 6-6.591, 8.5, 9.1, 9.92.

Each rule (crossing, entering) names the neighbours that it closes to a stack, all at once, and tells why it closes one of
them. So what is legal and why something is not are two questions to the same rule. Plain rules read nothing but a few terms
(where they are, points left, who can cross what): what they leave open on some terms is kept.
"""

from __future__ import annotations

from typing import Final

from elric.kernel.memo import kept
from elric.kernel.rules import no
from elric.kernel.verdict import Reason, Why
from elric.young_kingdoms.components.areas import ALL, BESIDE, BIT
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, SEA
from elric.young_kingdoms.components.pieces import LAND_MOVES, MAGICIAN_BITS
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.march.entering import ENTERING
from elric.young_kingdoms.march.facts import (
    ATTACK,
    FLYERS,
    LANDING,
    LANDLUBBERS,
    MARCH,
    PEACE,
    SAILING,
    SWAY,
    Going,
    Plain,
    Terms,
    Way,
    cost_of,
    limit,
    way,
)
from elric.young_kingdoms.march.leaving import CROSSING
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.fixes import NOTHING
from elric.young_kingdoms.position.state import ids
from elric.young_kingdoms.world.terrain import carriers, company, most_spent

__all__ = ["LANDING", "MARCH", "SAILING", "WAYS", "attack_mode", "cost_of", "go", "limit", "open_on_foot", "open_ways"]


_RULES: Final = (*CROSSING, *ENTERING)
WAYS: Final = {
    (mode, intent): way(mode, intent, _RULES) for mode in (MARCH, SAILING, LANDING) for intent in (PEACE, ATTACK, SWAY)
}


def open_ways(going: Going, way: Way) -> int:
    """The areas into which a stack may go this way, as bits: the one answer to what is legal."""
    mode = way.mode
    free = going.open[mode]
    if free < 0:
        free = going.open[mode] = going.beside(mode) & _plainly(going.terms(mode))
    # whom one meets there: the rules that every way asks (`entering`)
    if way.intent == ATTACK:
        free &= going.guarded if mode == SAILING else going.prey
    elif way.intent == PEACE and (mode != MARCH or not going.wings):
        free &= ALL ^ going.guarded
    for closes in way.special[going.about]:
        if not free:
            return 0
        free &= ALL ^ closes(going, way)
    if free & going.friends:
        free &= ALL ^ _areas_of_opposites(going, way, free)
    return free


@kept(8192)
def _plainly(terms: Terms) -> int:
    """What the plain rules leave open on these terms: the same terms, the same answer."""
    out = ALL
    for rule in _RULES:
        if isinstance(rule, Plain) and terms[0] in rule.modes:
            out &= ALL ^ rule.closes(terms)
    return out


def open_on_foot(going: Going) -> tuple[int, int]:
    """The areas that a stack on its feet may enter in peace, and those that it may attack, as bits: what `open_ways` answers to
    both, in half the time where nobody flies (of fifty stacks one has a flyer)."""
    about = going.about
    if about & FLYERS:
        return open_ways(going, _PEACE), open_ways(going, _ATTACK) if going.prey else 0
    s, moving, hand = going.s, going.moving, going.hand
    left = LAND_MOVES - (s.spent[going.leader] if len(moving) == 1 else most_spent(s, moving))
    if left < 1:
        return 0, 0
    wades = not hand & LANDLUBBERS or s.rules.plunge
    free = _afoot(going.here << 2 | (left > 1) << 1 | wades)
    step, storm = free & (ALL ^ going.guarded), free & going.prey
    if about:
        for closes in _PEACE.special[about]:
            if step:
                step &= ALL ^ closes(going, _PEACE)
        for closes in _ATTACK.special[about]:
            if storm:
                storm &= ALL ^ closes(going, _ATTACK)
    if hand & MAGICIAN_BITS and (step | storm) & going.friends:
        opposed = hands.areas_of_opposites(s, moving, step | storm)
        return step & (ALL ^ opposed), storm & (ALL ^ opposed)
    return step, storm


@kept(1024)
def _afoot(terms: int) -> int:
    """The neighbours that the plain rules leave open to a stack without wings, by where it is, whether it has two points left
    or one, and whether the sea carries it."""
    here = terms >> 2
    return BESIDE[here] & _plainly((MARCH, here, bool(terms & 1), False, 2 if terms & 2 else 1, False))


_PEACE: Final = WAYS[MARCH, PEACE]
_ATTACK: Final = WAYS[MARCH, ATTACK]


def _areas_of_opposites(going: Going, way: Way, free: int) -> int:
    """Where magicians would meet friends with spells of the opposite alignment ([9.5] / 8.5)."""
    if way.mode == SAILING:
        # whoever is aboard goes with the ship, in hand or not
        return hands.areas_of_opposites(going.s, company(going.s, going.moving), free)
    return hands.areas_of_opposites(going.s, going.moving, free) if going.hand & MAGICIAN_BITS else 0


def go(going: Going, area: int, way: Way, why: Why) -> bool:
    """Whether the stack in hand may go into an area this way, with every rule that closes it."""
    if why is None:
        return bool(open_ways(going, way) >> area & 1)
    if not going.beside(way.mode) >> area & 1:
        return _elsewhere(going, area, way.mode, why)
    ok = True
    for rule in way.rules:
        if rule.closed(going, way) >> area & 1:
            ok = rule.tell(going, way, area, why) and ok
    if ok and _areas_of_opposites(going, way, BIT[area]):
        return hands.of_both_sides(area, why)
    return ok


def _elsewhere(going: Going, area: int, mode: int, why: list[Reason]) -> bool:
    """Why an area is not among those a stack could come to at all."""
    here = going.here
    if area not in BOARD.touch[here]:
        if BOARD.kind[area] == MOUNTAIN:
            return no(
                why,
                ("7.5.3", "6.53"),
                "Nobody crosses the mountains, not even on wings.",
                "The way leads round them.",
                (BOARD.ids[area],),
            )
        return no(
            why,
            ("7.0", "6"),
            f"{words.area(here)} and {words.area(area)} do not touch.",
            "The way there goes one area at a time.",
            (BOARD.ids[here], BOARD.ids[area]),
        )
    if going.afloat and mode == MARCH:
        return no(
            why,
            ("7.3", "6.3"),
            "This stack is aboard ship.",
            (("Go ashore first.", ("ashore",)), ("Land first.", ("land",)), ("Sail on.", ("sail",)), NOTHING),
            ids(carriers(going.s, going.moving)),
        )
    if not going.afloat and mode != MARCH:
        return no(
            why,
            ("7.3", "6.3"),
            "This stack is not aboard a ship.",
            (
                ("Board one of your fleets first.", ("board",)),
                "A fleet of yours must lie in this port or off this coast.",
            ),
        )
    if mode == SAILING:
        return no(why, ("7.3", "6.3"), "No fleet is part of this stack.", (("Let a fleet join.", ("join",)), NOTHING))
    return no(
        why,
        ("7.3", "6.31"),
        "Landing means going from a ship at sea onto a coast.",
        (
            ("Choose a coast beside this sea.", ("land",))
            if BOARD.kind[here] == SEA
            else ("In port, step ashore.", ("ashore",)),
            NOTHING,
        ),
    )


def attack_mode(afloat: bool, a: int) -> int:
    """How an attack on this area would be made: on foot, ship against ship, or by landing."""
    if not afloat:
        return MARCH
    return SAILING if BOARD.kind[a] == SEA else LANDING
