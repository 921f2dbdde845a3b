"""The one answer to where a stack in hand may go next, by land, by sea or onto a coast. Sources: Chaosium [7.0]-[7.5], [9.5],
[10.1], [10.9]; Avalon Hill 6-6.591, 8.5, 9.1, 9.92.

Each rule (crossing, entering) names the neighbours that it closes to a stack, all at once, and tells why it closes one of
them. So what is legal and why something is not are two questions to the same rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel.verdict import Reason, Why
from . import hands, words
from .areas import BIT
from .board import BOARD, MOUNTAIN, SEA
from .crossing import CROSSING
from .entering import CLOSES_MOST, ENTERING
from .going import ATTACK, LANDING, MARCH, PEACE, SAILING, SORTS, SWAY, Closes, Going, Way, cost_of, limit
from .ground import carriers, company
from .state import ids

__all__ = ["LANDING", "MARCH", "SAILING", "WAYS", "attack_mode", "cost_of", "go", "limit", "open_ways"]


def _ways() -> dict[tuple[int, int], Way]:
    """Every way there is, with the rules that speak to it."""
    out = {}
    for mode in (MARCH, SAILING, LANDING):
        for intent in (PEACE, ATTACK, SWAY):
            rules = [r for r in (*CROSSING, *ENTERING) if mode in r.modes and (not r.intents or intent in r.intents)]
            alike = [r for r in rules if not r.intents]
            own = [r for r in rules if r.intents]
            alike.sort(key=lambda r: r.closes not in CLOSES_MOST)
            own.sort(key=lambda r: r.closes not in CLOSES_MOST)
            out[mode, intent] = Way(
                mode,
                intent,
                tuple(rules),
                tuple(tuple(r.closes for r in alike if r.where >> a & 1) for a in range(BOARD.size)),
                tuple(tuple(r.closes for r in own if r.speaks(sorts)) for sorts in range(1 << len(SORTS))),
            )
    return out


WAYS: Final = _ways()


def open_ways(g: Going, way: Way) -> int:
    """The areas into which a stack may go this way, as bits: the one answer to what is legal."""
    free = g.open[way.mode]
    if free < 0:
        free = g.open[way.mode] = _left_open(g, way, g.beside(way.mode), way.alike[g.here])
    if free:
        free = _left_open(g, way, free, way.own[g.sorts])
        if free & g.friends:
            free &= ~_opposed(g, way, free)
    return free


def _left_open(g: Going, way: Way, free: int, rules: Sequence[Closes]) -> int:
    for closes in rules:
        if not free:
            break
        closed = closes(g, way)
        if closed:
            free &= ~closed
    return free


def _opposed(g: Going, way: Way, free: int) -> int:
    """Where magicians would meet friends with spells of the opposite alignment ([9.5] / 8.5)."""
    # whoever is aboard goes with the ship, in hand or not
    moving = company(g.s, g.moving) if way.mode == SAILING else g.moving
    return hands.opposing(g.s, moving, free)


def go(g: Going, a: int, way: Way, why: Why) -> bool:
    """Whether the stack in hand may go into an area this way, with every rule that closes it."""
    if why is None:
        return bool(open_ways(g, way) >> a & 1)
    if not g.beside(way.mode) >> a & 1:
        why.append(_elsewhere(g, a, way.mode))
        return False
    before = len(why)
    for rule in way.rules:
        if rule.where >> g.here & 1 and rule.speaks(g.sorts) and rule.closes(g, way) >> a & 1:
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
