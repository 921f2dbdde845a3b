"""Spells nobody can see: every way they could fall, in whole numbers.

Spells that a viewer cannot see lie in the container, in other hands, or face down; each set of them is as likely. So
the spells a side has laid unseen are a draw without replacement from that pool. The six or so that change the battle's
course (eaters, Dispel Magic) are gone through one by one; all others only add a number, and the numbers of all draws
together are the coefficients of a polynomial. A polynomial is held in one long integer, one digit of 64 bits for each
power: multiplying by a power is a shift, and adding polynomials is adding integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb
from typing import Final

from ..young_kingdoms import spells
from ..young_kingdoms.battle import Battle
from ..young_kingdoms.clash import bitten, struck
from ..young_kingdoms.pieces import CHAOS_SHIELD
from ..young_kingdoms.state import HELD_OPEN, State
from .policy import rank, strength

_BITS: Final = 64
_MID: Final = 96  # the digit that stands for the power 0; what spells add stays far below it
_CALM: Final = 192  # digits to one point of Neutral pull
_DISPEL: Final = 3 * _CALM  # what one Dispel Magic pulls

Eaten = tuple[int, ...]
Polynomial = int


def fits(b: Battle, i: int) -> bool:
    """Whether a spell could have been laid for a battle by a magician ([9.3] / 8.3)."""
    if spells.ALIGN[i] == spells.OTHER or spells.ACTS[i] in ("book", "quaolnargn"):
        return False
    return not spells.EATER[i] or (spells.EATS_AT_SEA[i] if b.sea else spells.EATS_ON_LAND[i])


@dataclass(slots=True)
class _Kind:
    """Spells that do the same: what one adds for either side, its pull, and how many there are."""

    order: tuple[int, int, int]
    value: tuple[int, int]
    pull: tuple[int, int]  # (alignment, points)
    balo: bool
    pool: int
    laid: list[int]
    held: list[int]  # maintained: out of reach of Dispel Magic, and they pull no more


@dataclass(slots=True)
class Course:
    """One course a battle can take. `ahead`: how much the spells put the attacker ahead -> weight; `hollow`: the part of
    it in which a side that has nobody left has no strength from spells either, attacker's and defender's."""

    eaten: Eaten
    ahead: dict[int, int]
    hollow: tuple[dict[int, int], dict[int, int]]


@dataclass(slots=True)
class _Split:
    """One way the spells that change the course can fall: what is left to draw, and how far Dispel Magic reaches."""

    weight: int
    draws: tuple[int, int]
    reach: tuple[int, int]
    eaten: Eaten
    pulls: int  # power of what the eaters and Dispels of this split pull


class Unseen:
    """The draws of one battle, at its COUNTER step.

    Args:
        s: position, `s.battle` with the spells that are known.  pool: spells that may lie anywhere unseen.
        draws: how many unseen spells each side has laid.
    """

    def __init__(self, s: State, pool: Sequence[int], draws: tuple[int, int]) -> None:
        self.s = s
        self.b: Battle = s.battle
        self.pool = [i for i in pool if fits(self.b, i)]
        most = len(self.pool)
        self.draws = (min(draws[0], most), min(draws[1], most - min(draws[0], most)))
        self.eaters = [i for i in self.pool if spells.EATER[i]]
        self.dispels = sum(spells.ACTS[i] == "dispel" for i in self.pool)
        known = [
            (1 - struck(self.b, side, i), i) for side in (0, 1) for i, _ in self.b.laid[side] if i not in self.b.void
        ]
        self.known = [(side, i, s.spell_at[i] >= HELD_OPEN) for side, i in known]
        self._tables: dict[tuple[object, ...], dict[tuple[int, int], Polynomial]] = {}

    @cached_property
    def balo(self) -> bool:
        """Whether Balo may come to the dance: then every weight counts two rolls."""
        return any(spells.ACTS[i] == "balo" for i in self.pool) or any(
            spells.ACTS[i] == "balo" for _, i, _ in self.known
        )

    @cached_property
    def ways(self) -> int:
        """How many draws there are."""
        n, (a, b) = len(self.pool), self.draws
        return comb(n, a) * comb(n - a, b)

    @property
    def total(self) -> int:
        """What the weights of all courses add up to."""
        return self.ways * (2 if self.balo else 1)

    def courses(self, empty: Callable[[Eaten], tuple[bool, bool]]) -> list[Course]:
        """Every course with its weights. `empty` says of each side whether it has nobody left when these are eaten, and
        no strength but its spells'."""
        ahead: dict[Eaten, Polynomial] = {}
        hollow: tuple[dict[Eaten, Polynomial], dict[Eaten, Polynomial]] = ({}, {})
        asked: dict[Eaten, tuple[bool, bool]] = {}
        for x in self._splits():
            whole = self._table(x.reach, (False, False), False)
            ahead[x.eaten] = ahead.get(x.eaten, 0) + x.weight * whole[x.draws]
            if x.eaten not in asked:
                asked[x.eaten] = empty(x.eaten)
            gone = asked[x.eaten]
            if gone[0]:
                part = self._table(x.reach, (True, False), False)
                hollow[0][x.eaten] = hollow[0].get(x.eaten, 0) + x.weight * part[x.draws]
            if gone[1]:
                # when both have nothing at all the attacker is the loser, and has been counted
                part = self._table(x.reach, (False, True), False)
                both = self._table(x.reach, (True, True), False) if gone[0] else {}
                h = part[x.draws] - both.get(x.draws, 0)
                hollow[1][x.eaten] = hollow[1].get(x.eaten, 0) + x.weight * h
        return [
            Course(e, _digits(p), (_digits(hollow[0].get(e, 0)), _digits(hollow[1].get(e, 0))))
            for e, p in ahead.items()
        ]

    def pulls(self) -> dict[tuple[int, int], int]:
        """How the spells of the battle pull the Balance: (towards Chaos less towards Law, towards the middle) -> weight
        out of `ways`."""
        out: Polynomial = 0
        for x in self._splits():
            out += (x.weight * self._table(x.reach, (False, False), True)[x.draws]) << (_BITS * (x.pulls + _MID))
        found: dict[tuple[int, int], int] = {}
        for d, w in _digits(out).items():
            at = d - _MID + _CALM // 2
            net, calm = at % _CALM - _CALM // 2, at // _CALM
            found[net, calm] = found.get((net, calm), 0) + w
        return found

    # ---- the spells that change the course --------------------------------------------------------------------------

    def _splits(self) -> Iterator[_Split]:
        s, b = self.s, self.b
        n0, n1 = self.draws
        fixed = [[i for side, i, kept in self.known if side == o and spells.EATER[i] and not kept] for o in (0, 1)]
        kept = [[i for side, i, k in self.known if side == o and spells.EATER[i] and k] for o in (0, 1)]
        known = [sum(side == o and spells.ACTS[i] == "dispel" for side, i, _ in self.known) for o in (0, 1)]
        plain = [
            sum(side == o and not k and not spells.EATER[i] and spells.ACTS[i] != "dispel" for side, i, k in self.known)
            for o in (0, 1)
        ]
        bites = {
            (o, i): ()
            if spells.ALIGN[i] == spells.CHAOS and CHAOS_SHIELD in b.units[1 - o]
            else tuple(bitten(s, b, i, b.units[1 - o]))
            for o in (0, 1)
            for i in {*self.eaters, *fixed[o], *kept[o]}
            if (spells.EATS_AT_SEA[i] and b.sea) or (spells.EATS_ON_LAND[i] and not b.sea)
        }
        for where in product((0, 1, 2), repeat=len(self.eaters)):
            e0, e1 = where.count(0), where.count(1)
            if e0 > n0 or e1 > n1:
                continue
            mine = [
                sorted(
                    [*fixed[o], *(i for i, w in zip(self.eaters, where, strict=True) if w == o)],
                    key=lambda i: (*rank(s, i), -i),
                    reverse=True,
                )
                for o in (0, 1)
            ]
            for x0 in range(min(self.dispels, n0 - e0) + 1):
                for x1 in range(min(self.dispels - x0, n1 - e1) + 1):
                    draws = (n0 - e0 - x0, n1 - e1 - x1)
                    d0, d1 = x0 + known[0], x1 + known[1]
                    # the attacker's Dispels act first; when nothing else is left they undo the defender's
                    undone1 = min(d1, max(0, d0 - len(mine[1]) - draws[1] - plain[1]))
                    acts1 = d1 - undone1
                    undone0 = min(d0, max(0, acts1 - len(mine[0]) - draws[0] - plain[0]))
                    live = (mine[0][acts1:], mine[1][d0:])
                    eaten: list[int] = []
                    for o in (0, 1):
                        for i in (*live[o], *kept[o]):
                            eaten.extend(u for u in bites.get((o, i), ()) if u not in eaten)
                    pulls = sum(_power(i) for o in (0, 1) for i in live[o]) + (d0 - undone0 + acts1) * _DISPEL
                    yield _Split(
                        comb(self.dispels, x0) * comb(self.dispels - x0, x1),
                        draws,
                        (max(0, acts1 - len(mine[0])), max(0, d0 - len(mine[1]))),
                        tuple(sorted(eaten)),
                        pulls,
                    )

    # ---- the spells that only add -----------------------------------------------------------------------------------

    @cached_property
    def _kinds(self) -> tuple[list[_Kind], list[_Kind]]:
        """The plain spells, strongest first: once by what they add, once by what they pull."""
        s, b = self.s, self.b
        shielded = (CHAOS_SHIELD in b.units[1], CHAOS_SHIELD in b.units[0])
        by: tuple[dict[object, _Kind], dict[object, _Kind]] = ({}, {})

        def kinds_of(i: int) -> tuple[_Kind, _Kind]:
            order = rank(s, i)
            v = strength(s, i)
            chaos = spells.ALIGN[i] == spells.CHAOS
            value = (0 if chaos and shielded[0] else v, 0 if chaos and shielded[1] else v)
            pull = (spells.ALIGN[i], spells.PULL[i])
            balo = spells.ACTS[i] == "balo"
            adds = by[0].setdefault(
                (order[:2], value, balo), _Kind((*order[:2], 0), value, (0, 0), balo, 0, [0, 0], [0, 0])
            )
            pulls = by[1].setdefault((order, pull), _Kind(order, value, pull, False, 0, [0, 0], [0, 0]))
            return adds, pulls

        for i in self.pool:
            if not spells.EATER[i] and spells.ACTS[i] != "dispel":
                for k in kinds_of(i):
                    k.pool += 1
        for side, i, kept in self.known:
            if not spells.EATER[i] and spells.ACTS[i] != "dispel":
                for k in kinds_of(i):
                    (k.held if kept else k.laid)[side] += 1
        adds = sorted(by[0].values(), key=lambda k: k.order, reverse=True)
        return adds, sorted(by[1].values(), key=lambda k: k.order, reverse=True)

    def _table(
        self, reach: tuple[int, int], mute: tuple[bool, bool], pulling: bool
    ) -> dict[tuple[int, int], Polynomial]:
        key = (reach, mute, pulling)
        if key not in self._tables:
            self._tables[key] = self._draw(reach, mute, pulling)
        return self._tables[key]

    def _draw(
        self, reach: tuple[int, int], mute: tuple[bool, bool], pulling: bool
    ) -> dict[tuple[int, int], Polynomial]:
        """Plain spells drawn by each side -> polynomial in what they do. `reach`: so many of the strongest of a side are
        undone. `mute`: only draws in which that side's spells add nothing."""
        n0, n1 = self.draws
        r0, r1 = reach
        states: dict[tuple[int, int], Polynomial] = {(0, 0): 1 << (_BITS * _MID)}
        seen0 = seen1 = 0
        for kind in self._kinds[pulling]:
            n = kind.pool
            a0, a1 = kind.laid
            h0, h1 = kind.held
            v0, v1 = kind.value
            unit = kind.pull[1] * (_CALM if kind.pull[0] == spells.NEUTRAL else kind.pull[0])
            new: dict[tuple[int, int], Polynomial] = {}
            for (k0, k1), poly in states.items():
                t0, t1 = seen0 + k0, seen1 + k1
                for i in range(min(n, n0 - k0) + 1):
                    c0 = max(0, t0 + a0 + i - r0) - max(0, t0 - r0)
                    for j in range(min(n - i, n1 - k1) + 1):
                        c1 = max(0, t1 + a1 + j - r1) - max(0, t1 - r1)
                        if pulling:
                            power, term = unit * (c0 + c1), poly
                        else:
                            s0, s1 = v0 * (c0 + h0), v1 * (c1 + h1)
                            power = s0 - s1
                            loud = (mute[0] and s0) or (mute[1] and s1)
                            if loud and not kind.balo:
                                continue
                            term = 0 if loud else poly
                        term = term << (_BITS * power) if power >= 0 else term >> (_BITS * -power)
                        if kind.balo:
                            term += poly
                        w = comb(n, i) * comb(n - i, j)
                        at = (k0 + i, k1 + j)
                        new[at] = new.get(at, 0) + (term * w if w > 1 else term)
            states = new
            seen0 += a0
            seen1 += a1
        for x0 in range(n0 + 1):
            for x1 in range(n1 + 1):
                states.setdefault((x0, x1), 0)
        return states


def _power(i: int) -> int:
    """The power that stands for a spell's pull."""
    return spells.PULL[i] * (_CALM if spells.ALIGN[i] == spells.NEUTRAL else spells.ALIGN[i]) if _pulls(i) else 0


def _pulls(i: int) -> bool:
    return spells.ALIGN[i] != spells.OTHER


def _digits(poly: Polynomial) -> dict[int, int]:
    """The powers of a polynomial and their weights."""
    if not poly:
        return {}
    size = (poly.bit_length() + _BITS - 1) // _BITS
    digits = memoryview(poly.to_bytes(size * (_BITS // 8), "little")).cast("Q").tolist()
    return {n - _MID: w for n, w in enumerate(digits) if w}
