"""The strengths of one battle, line by line: the one place where factors are reckoned. Play, coach and lab all read it.

Strengths are whole numbers in SCALE parts of a factor, so that halves, thirds and quarters stay exact.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from elric.dragon_pass.combat.table import column, odds_words
from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import CF, HEROES, SUPERHEROES, UNITS
from elric.dragon_pass.position.state import Segment, State

SCALE: Final = 24


class Line(NamedTuple):
    """One unit's share of a battle.

    Attributes:
        unit: which.
        attacks: on which side.
        factor: its share, in SCALE parts.
        why: what made it so, each as (words, clause).
    """

    unit: int
    attacks: bool
    factor: int
    why: tuple[tuple[str, str], ...]

    @property
    def value(self) -> Fraction:
        """Its share in factors."""
        return Fraction(self.factor, SCALE)


class Ground(NamedTuple):
    """What the ground does for one defending stack: by how much it multiplies, and why."""

    times: int
    halved: bool
    walls: bool
    why: tuple[tuple[str, str], ...]


class Reckoning(NamedTuple):
    """A battle reckoned.

    Attributes:
        attack, defence: the sums, in SCALE parts.
        column: of the table (`combat.table.column`).
        lines: each unit's share; empty unless asked for.
        grounds: by defended hex, what the ground does.
    """

    attack: int
    defence: int
    column: int
    lines: tuple[Line, ...]
    grounds: dict[int, Ground]

    @property
    def odds(self) -> str:
        """The odds in words."""
        return odds_words(self.column)


def ground(s: State, d: int, links: tuple[tuple[int, int], ...], walls: bool = True) -> Ground:
    """What the ground does for the defenders of a hex [11.2, 13.2-13.7], against these attackers."""
    board = BOARD
    why: list[tuple[str, str]] = []
    count = 0
    if board.thick >> d & 1:
        count += 1
        why.append(
            ("in forest" if board.wood >> d & 1 else "in marsh" if board.marsh >> d & 1 else "in the delta", "13.3")
        )
    behind = walls and bool(board.walls >> d & 1)
    if behind:
        count += 1
        why.append(("behind walls", "13.7"))
    # [13.6] one attacker from open ground, and neither river nor ridgeline counts against any
    top = board.high >> d & 1
    most = 9
    sides: tuple[int, int] = (0, 0)
    for a, t in links:
        if t != d:
            continue
        uphill = int(bool(top and not board.high >> a & 1))
        wet = int(bool(board.river >> a & 1) and not board.river >> d & 1)
        most = min(most, uphill + wet)
        sides = (sides[0] | uphill, sides[1] | wet)
    if 0 < most < 9:
        count += most
        if sides[0]:
            why.append(("on top of a ridge, attacked from the slope", "13.4"))
        if sides[1]:
            why.append(("attacked from the river", "13.2"))
    elif most == 0 and any(sides):
        why.append(("attacked from open ground too: ridge and river do not count", "13.6"))
    halved = bool(board.river >> d & 1)
    if halved:
        why.append(("on the river", "11.2"))
    times = 1 + min(count, 2)
    if count > 1:
        why.append(("difficulties together", "13.5"))
    return Ground(times, halved, behind, tuple(why))


def lift_of(units: tuple[int, ...]) -> tuple[int, int]:
    """(what heroes add to each plain unit of a stack, the stack's heroes as bits) [17.2]."""
    heroes = 0
    for u in units:
        if HEROES >> u & 1:
            heroes |= 1 << u
    return heroes.bit_count(), heroes


def reckon(s: State, battle: Segment, tell: bool = False) -> Reckoning:
    """The strengths and the column of a battle, with a line for each unit where they are wanted."""
    lines: list[Line] = []
    place, links = s.place, battle.links
    grounds: dict[int, Ground] = {}
    defence = 0
    for d, units in battle.defenders:
        there = [u for u in units if place[u] >= 0]
        if not there:
            continue
        g = grounds[d] = ground(s, d, links)
        more, heroes = lift_of(tuple(there)) if len(there) > 1 else (0, 0)
        for u in there:
            # [11.2] halved on a river; a unit on it is never doubled by water, but a wood or wall would count still
            share = CF[u] * g.times * SCALE
            if g.halved:
                share //= 2
            plus = more * SCALE if more and not heroes >> u & 1 else 0
            defence += share + plus
            if tell:
                lines.append(Line(u, False, share + plus, _why(u, g.why, g.times, plus)))
    attack = 0
    for a, units in battle.attackers:
        there = [u for u in units if place[u] >= 0]
        if not there:
            continue
        aims = [t for h, t in links if h == a and t in grounds]
        down = (
            bool(aims) and bool(BOARD.high >> a & 1) and all(not BOARD.high >> t & 1 for t in aims) and not battle.sally
        )
        more, heroes = lift_of(tuple(there))
        for u in there:
            share, why = _attacker(u, down, heroes, there, [grounds[t] for t in aims])
            plus = more * SCALE if more and not heroes >> u & 1 else 0
            attack += share + plus
            if tell:
                lines.append(Line(u, True, share + plus, _why(u, why, 1, plus)))
    which = column(attack, defence, s.rules.odds_rounding, s.rules.below_table)
    return Reckoning(attack, defence, which, tuple(lines), grounds)


def _attacker(
    u: int, down: bool, heroes: int, there: list[int], aims: list[Ground]
) -> tuple[int, tuple[tuple[str, str], ...]]:
    """An attacking unit's own share: doubled downhill [13.4]; a hero's as much as the ground doubles his foe [17.3, 18.4]."""
    times = 2 if down else 1
    why: tuple[tuple[str, str], ...] = (("from the top of a ridge down on the slope", "13.4"),) if down else ()
    if heroes and aims:
        supers = heroes & SUPERHEROES
        if supers:
            best = max(g.times for g in aims)
            clause = "18.4"
        elif heroes >> u & 1:
            best = max(g.times - (1 if g.walls and g.times < 3 else 0) for g in aims)
            clause = "17.3"
        else:
            return CF[u] * times * SCALE, why
        if best > times:
            times = best
            why = (*why, ("difficult ground is open to him", clause))
    return CF[u] * times * SCALE, why


def _why(u: int, ground_why: tuple[tuple[str, str], ...], times: int, plus: int) -> tuple[tuple[str, str], ...]:
    first: tuple[tuple[str, str], ...] = ((f"combat factor {CF[u]} of {UNITS[u].name}", "8.2"),)
    lifted = ((f"+{plus // SCALE} for the heroes in its stack", "17.2"),) if plus else ()
    return (*first, *ground_why, *lifted)
