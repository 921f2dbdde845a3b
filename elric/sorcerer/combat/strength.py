"""What a force is worth [13.0], told line by line, and what one force has against another. The one place that adds up.

A force is the counters of one side in one hex. Its color is that of its magical units, and picks the line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from elric.sorcerer.components.colors import GRAY, LINE_NAMES, NO_COLOR, VALUE, WHITE, ahead, line
from elric.sorcerer.components.table import PIN, result
from elric.sorcerer.components.units import FORTRESS, HUMAN, KIND, SHIR, SORCERER, STRENGTH, UNITS
from elric.sorcerer.position.state import State, color_of, force, powers_of

IN_GRAY: Final = 1  # what a full magical unit is worth there [13.3]


class Line(NamedTuple):
    """A part of a total: what it is called, what it adds, and the clause."""

    words: str
    adds: int
    clause: str


class Total(NamedTuple):
    """What a force is worth: the sum, its color (NO_COLOR without magic), and how it comes about."""

    sum: int
    color: int
    lines: tuple[Line, ...]


def augmentation(s: State, color: int, h: int) -> int:
    """What a stack with a magical unit of a color adds in a hex [5.22]."""
    ground = s.ground[h]
    if ground == WHITE:
        return int(s.rules.white_augmentation)
    return VALUE[color][ground]


def printed_strength(s: State, u: int) -> int:
    """The strength of the side of a counter that is up."""
    return STRENGTH[u][s.depleted >> u & 1]


def sorcerers(s: State, side: int, h: int) -> tuple[int, ...]:
    """The Sorcerers of a side in a hex."""
    return tuple([u for u in force(s, side, h) if KIND[u] == SORCERER])


def who_attacks(s: State, side: int, h: int) -> tuple[int, ...]:
    """The counters of a side that may attack in a hex: those that are not pinned [13.5], a fortress only with a Sorcerer of its
    color [14.13]."""
    there = force(s, side, h)
    able = [u for u in there if not s.pinned >> u & 1]
    held = 0
    for u in there:
        if KIND[u] == SORCERER:
            held |= powers_of(s, u)
    return tuple([u for u in able if KIND[u] != FORTRESS or held >> color_of(s, u) & 1])


def default_lead(s: State, units: Iterable[int]) -> int:
    """The Sorcerer who takes part where nobody was asked: the only one, or the strongest; NO_COLOR for none."""
    found = [u for u in units if KIND[u] == SORCERER]
    return max(found, key=lambda u: (printed_strength(s, u), -u), default=-1)


def total(s: State, units: tuple[int, ...], where: int, lead: int, sudden: int = 0) -> Total:
    """What some counters of one side are worth in a hex; magical units alone bring a color [12.15].

    Args:
        units: the counters; of their Sorcerers only `lead` takes part [10.3].
        sudden: those who attack at double strength, as bits [19.24, 23.3].
    """
    gray = s.ground[where] == GRAY
    lines: list[Line] = []
    color = NO_COLOR
    others = 0
    for u in units:
        kind = KIND[u]
        if kind == SORCERER:
            continue
        worth = printed_strength(s, u)
        if kind != HUMAN:
            color = color_of(s, u)
            if gray:
                worth = min(worth, IN_GRAY)
        elif sudden >> u & 1:
            worth *= 2
        others += worth
        lines.append(Line(UNITS[u].name, worth, "13.3" if gray and kind != HUMAN else "13.0"))
    if lead == SHIR and lead in units:
        full = printed_strength(s, SHIR)
        lines.append(Line(UNITS[SHIR].name, full if gray else full // 2, "21.4"))
        return Total(others + lines[-1].adds, NO_COLOR, tuple(lines))
    sum_ = others
    if lead in units:
        adds, clause = _sorcerer(s, lead, others, len(lines) > 0, color, gray)
        sum_ += adds
        lines.append(Line(UNITS[lead].name, adds, clause))
    if color != NO_COLOR:
        more = augmentation(s, color, where)
        sum_ += more
        lines.append(Line("color", more, "5.22"))
    return Total(sum_, color, tuple(lines))


def _sorcerer(s: State, lead: int, others: int, company: bool, color: int, gray: bool) -> tuple[int, str]:
    """What the Sorcerer who takes part adds, and why [12.1]: halved once at most, then no more than the others have (R18, R19)."""
    worth = printed_strength(s, lead)
    if not company:
        return worth // 2, "12.12"
    if gray:
        return min(worth // 2, others), "12.13"
    if color == NO_COLOR:
        return min(worth // 2, others), "12.14"
    if powers_of(s, lead) >> color & 1:
        return min(worth, others), "12.11"
    return min(worth // 2, others), "12.16"


def defence(s: State, side: int, h: int, lead: int) -> Total:
    """What a side is worth against an attack in a hex: everybody, pinned or not [13.5, 13.14]."""
    return total(s, force(s, side, h), h, lead)


def attack(s: State, side: int, h: int, lead: int, sudden: int = 0) -> Total:
    """What a side's attack is worth in a hex, with those of its counters at double strength that are told, as bits."""
    return total(s, who_attacks(s, side, h), h, lead, sudden)


def bolt(s: State, throwers: Iterable[int], h: int, color: int) -> Total:
    """What a Bolt is worth [7.12]: the printed strength of all who fling it, and the augmentation of its color there."""
    lines = [Line(UNITS[u].name, printed_strength(s, u), "7.12") for u in throwers]
    if color != NO_COLOR:
        lines.append(Line("color", augmentation(s, color, h), "5.22"))
    return Total(sum(one.adds for one in lines), color, tuple(lines))


class Clash(NamedTuple):
    """One force against another: the differential and the line, without a die."""

    attack: Total
    defence: Total
    differential: int
    line: int

    def result(self, die: int) -> int:
        """What a die comes to [13.4]."""
        return result(self.differential, self.line, die)

    def words(self, die: int, result: int) -> str:
        """The fight in a row: "7 against 4 is +3 on Good; the die shows 6: 2 steps"."""
        what = "pinned" if result == PIN else "nothing" if not result else f"{result} step{'s' if result > 1 else ''}"
        on = LINE_NAMES[self.line]
        return f"{self.attack.sum} against {self.defence.sum} is {ahead(self.differential)} on {on}; the die shows {die}: {what}"


def clash(attacker: Total, defender: Total) -> Clash:
    """Steps 1 to 5 of the procedure [13.0]."""
    return Clash(attacker, defender, attacker.sum - defender.sum, line(attacker.color, defender.color))


__all__ = [
    "Clash", "Line", "Total", "attack", "augmentation", "bolt", "clash", "default_lead", "defence", "printed_strength",
    "sorcerers", "total", "who_attacks",
]  # fmt: skip
