"""Reinforcements [62.1, 62.3, 62.5]: units that come back from the dead pile, those first that died first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from elric.dragon_pass.combat import deaths
from elric.dragon_pass.components.board import AROUND, BOARD
from elric.dragon_pass.components.units import LUNAR, MAGICIANS, SARTAR, UNITS
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.state import State
from elric.dragon_pass.position.steps import frame, push
from elric.kernel.bits import ones

Wanted = tuple[tuple[Callable[[int], bool], int], ...]
OFF_BOARD, CAVALRY, STRAGGLERS, SIMPLICITY = 1, 3, 4, 5  # the numbers of the book's list
SOUTH_SOLDIERS: Final = 4  # the day on which they come
PROVINCIAL: Final = 5
MUSTER_DAY: Final = 7
EVERY: Final = 3


def horse(unit: int) -> bool:
    """Whether a unit is cavalry."""
    return UNITS[unit].arm == "cavalry"


def foot(unit: int) -> bool:
    """Whether a unit is infantry."""
    return UNITS[unit].arm == "foot"


def magician(unit: int) -> bool:
    """Whether a unit is a magician and no hero."""
    return bool(MAGICIANS >> unit & 1) and not UNITS[unit].hero


KINDS: Final = (horse, foot, magician)
SIX: Final = 6


def cyclical(unit: int) -> bool:
    """Whether a unit's magic goes by the moon."""
    return UNITS[unit].moon


def from_the_dead(s: State, seat: int, wanted: Wanted) -> tuple[int, ...]:
    """Units of a side from the dead pile, so many of each kind, in the order in which they died."""
    out: list[int] = []
    coming = {u for step, *data in s.agenda if step.name == "muster" for u in data[1]}
    for kind, count in wanted:
        out += [u for u in s.dead if s.owner[u] == seat and kind(u) and u not in out and u not in coming][:count]
    return tuple(out)


def around(*places: str) -> int:
    """The hexes of places and those beside them, as bits."""
    found = 0
    for place in places:
        for h in ones(BOARD.places[place].bits):
            found |= AROUND[h] | 1 << h
    return found


def come(s: State, cx: Any) -> None:
    """At the beginning of a Move: what the scenario's reinforcements bring to its side."""
    rules, seat = s.scenario.reserves, s.player
    if not rules or not s.rules.reserves:
        return
    capital = {LUNAR: "furthest", SARTAR: "boldhome"}.get(seat, "wintertop")
    if OFF_BOARD in rules and seat == SARTAR and s.turn == SOUTH_SOLDIERS:
        bring(s, ((horse, 5), (foot, 4), (magician, 2)), around("stone-cross"))
    if OFF_BOARD in rules and seat == LUNAR and s.turn == PROVINCIAL:
        bring(s, ((horse, 3), (foot, 6), (cyclical, 2)), around("furthest"))
    if SIMPLICITY in rules and s.turn % EVERY == 0:
        bring(s, ((foot, 2), (horse, 1)), around(capital))
    if STRAGGLERS in rules:
        remuster(s, around(capital))
    if CAVALRY in rules and s.turn == MUSTER_DAY:
        riders = from_the_dead(s, seat, ((horse, 99),))
        held = [place for place, holder in sorted(s.holder.items()) if holder == seat and counts(place)]
        for place, rider in zip(held, riders, strict=False):
            push(s, frame("muster", seat, (rider,), around(place)))


def fallen(s: State, units: tuple[int, ...], enemies: tuple[int, ...], how: str) -> None:
    """[62.4] The written record of the dead: how many of each type each side has lost."""
    if STRAGGLERS not in s.scenario.reserves:
        return
    record = dict(s.marks.get("record", ()))
    for u in units:
        for k, kind in enumerate(KINDS):
            if kind(u) and s.owner[u] >= 0:
                key = s.owner[u] * len(KINDS) + k
                record[key] = record.get(key, 0) + 1
    s.marks["record"] = tuple(record.items())


def remuster(s: State, hexes: int) -> None:
    """[62.4] Six dead of a kind bring one of them back."""
    record, back = dict(s.marks.get("record", ())), dict(s.marks.get("stragglers", ()))
    for k, kind in enumerate(KINDS):
        key = s.player * len(KINDS) + k
        due = record.get(key, 0) // SIX - back.get(key, 0)
        if due > 0:
            back[key] = back.get(key, 0) + due
            bring(s, ((kind, due),), hexes)
    if back:
        s.marks["stragglers"] = tuple(back.items())


def counts(place: str) -> bool:
    """Whether a place gives a cavalry on the seventh day: forts, cities and towns, and Wintertop."""
    return BOARD.places[place].kind in ("fort", "walled city", "town") or place == "wintertop"


def bring(s: State, wanted: Wanted, hexes: int) -> None:
    """Those of the side that moves who come back, put where they arrive."""
    units = from_the_dead(s, s.player, wanted)
    if units:
        push(s, frame("muster", s.player, units, hexes))


powers.BEFORE_MOVE.append(come)
deaths.MOURNED.append(fallen)
