"""Spells nobody can see: every way they could fall, in whole numbers.

Spells that a viewer cannot see lie in the container, in other hands, or face down; each set of them is as likely. So
the spells a side has laid unseen are a draw without replacement from that pool. The six or so that change the battle's
course (eaters, Dispel Magic) are gone through one by one; all others only add a number, and the numbers of all draws
together are the coefficients of a polynomial. A polynomial is held in one long integer, one digit of 64 bits for
each power: multiplying by a power is a shift, and adding polynomials is adding integers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import comb
from typing import Final, NamedTuple

from elric.lab.chances import tally
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.combat_phase.resolution import prey_of, struck_side
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.pieces import CHAOS_SHIELD
from elric.young_kingdoms.lab.policy import rank, strength
from elric.young_kingdoms.position.state import HELD_OPEN, State

_WIDE: Final = 64
_FAR: Final = 96  # digit of the power 0 where pulls are counted; a battle's pull stays far below it
_CALM: Final = 192  # digits to one point of Neutral pull
_DISPEL: Final = 3 * _CALM  # what one Dispel Magic pulls

Eaten = tuple[int, ...]
_Like = tuple[tuple[int, int, int], tuple[int, int], bool]  # the first three fields of `_Kind`
Polynomial = int


def fits(battle: BattleState, i: int) -> bool:
    """Whether a spell could have been laid for a battle by a magician ([9.3] / 8.3)."""
    if spells.ALIGN[i] == spells.OTHER or spells.ACTS[i] in ("book", "quaolnargn"):
        return False
    return not spells.EATER[i] or (spells.EATS_AT_SEA[i] if battle.sea else spells.EATS_ON_LAND[i])


@dataclass(frozen=True, slots=True)
class _Kind:
    """Spells that do the same: what one adds for either side (or how it pulls the Balance), and how many there are."""

    order: tuple[int, int, int]
    value: tuple[int, int]
    balo: bool
    pool: int
    laid: tuple[int, int]
    held: tuple[int, int]  # maintained: out of reach of Dispel Magic, and they pull no more


@dataclass(slots=True)
class BattleCourse:
    """One course a battle can take. `ahead`: how much the spells put the attacker ahead -> weight; `hollow`: the part of
    it in which a side that has nobody left has no strength from spells either, attacker's and defender's."""

    eaten: Eaten
    ahead: dict[int, int]
    hollow: tuple[dict[int, int], dict[int, int]]


class _Split(NamedTuple):
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
        self.b: BattleState = s.battle
        self.pool = [i for i in pool if fits(self.b, i)]
        most = len(self.pool)
        self.draws = (min(draws[0], most), min(draws[1], most - min(draws[0], most)))
        self.eaters = [i for i in self.pool if spells.EATER[i]]
        self.dispels = sum(spells.ACTS[i] == "dispel" for i in self.pool)
        known = [
            (1 - struck_side(self.b, side, i), i)
            for side in (0, 1)
            for i, _ in self.b.laid[side]
            if i not in self.b.void
        ]
        self.known = [(side, i, s.spell_at[i] >= HELD_OPEN) for side, i in known]
        self._caps: dict[tuple[int, int], tuple[int, int]] = {}
        self._tables: dict[tuple[tuple[int, int], tuple[bool, bool]], dict[tuple[int, int], Polynomial]] = {}

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

    def courses(self, empty: Callable[[Eaten], tuple[bool, bool]]) -> list[BattleCourse]:
        """Every course with its weights. `empty` says of each side whether it has nobody left when these are eaten, and
        no strength but its spells'."""
        splits = tally(((x.reach, x.draws, x.eaten), x.weight) for x in self._splits())
        for reach, draws, _ in splits:
            cap = self._caps.get(reach, (0, 0))
            self._caps[reach] = (max(cap[0], draws[0]), max(cap[1], draws[1]))
        gone = {eaten: empty(eaten) for eaten in dict.fromkeys(eaten for *_, eaten in splits)}

        def drawn(first: bool, second: bool) -> dict[Eaten, Polynomial]:
            """What is drawn where these have nobody left, by whom eaters swallow: of theirs what adds nothing."""
            return tally(
                (eaten, weight * self._drawn(draws, reach, (first, second)))
                for (reach, draws, eaten), weight in splits.items()
                if gone[eaten][0] >= first and gone[eaten][1] >= second
            )

        ahead, lost, both = drawn(False, False), drawn(True, False), drawn(True, True)
        # when both have nothing at all the attacker is the loser
        won = {eaten: part - both.get(eaten, 0) for eaten, part in drawn(False, True).items()}

        def read(p: Polynomial) -> dict[int, int]:
            return _digits(p, self._mid)

        return [BattleCourse(e, read(p), (read(lost.get(e, 0)), read(won.get(e, 0)))) for e, p in ahead.items()]

    def pulls(self) -> dict[tuple[int, int], int]:
        """How the spells of the battle pull the Balance: (towards Chaos less towards Law, towards the middle) -> weight
        out of `ways`."""
        out: Polynomial = 0
        for x in self._splits():
            drawn = _draw(self._kinds[1], self.draws, x.reach, (False, False), _FAR).get(x.draws, 0)
            out += (x.weight * drawn) << (_WIDE * (x.pulls + _FAR))
        half = _CALM // 2
        digits = _digits(out, 2 * _FAR).items()
        return tally((((d + half) % _CALM - half, (d + half) // _CALM), w) for d, w in digits)

    @cached_property
    def _mid(self) -> int:
        """The digit that stands for 0: further from the end than anything the spells could add."""
        most = max((strength(self.s, i) for i in self.pool), default=0)
        known = sum(strength(self.s, i) for _, i, _ in self.known)
        return most * max(self.draws) + known + 1

    # ---- the spells that change the course --------------------------------------------------------------------------

    def _splits(self) -> Iterator[_Split]:
        s, battle = self.s, self.b
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
            if spells.ALIGN[i] == spells.CHAOS and CHAOS_SHIELD in battle.units[1 - o]
            else tuple(prey_of(s, battle, i, battle.units[1 - o]))
            for o in (0, 1)
            for i in {*self.eaters, *fixed[o], *kept[o]}
            if (spells.EATS_AT_SEA[i] and battle.sea) or (spells.EATS_ON_LAND[i] and not battle.sea)
        }
        order = sorted({*self.eaters, *fixed[0], *fixed[1]}, key=lambda i: (*rank(s, i), -i), reverse=True)
        swallowed: dict[tuple[object, object], tuple[Eaten, int]] = {}
        for where in product((0, 1, 2), repeat=len(self.eaters)):
            left0, left1 = n0 - where.count(0), n1 - where.count(1)
            if left0 < 0 or left1 < 0:
                continue
            at = dict(zip(self.eaters, where, strict=True))
            mine0 = [i for i in order if at.get(i) == 0 or i in fixed[0]]
            mine1 = [i for i in order if at.get(i) == 1 or i in fixed[1]]
            m0, m1 = len(mine0), len(mine1)
            for x0 in range(min(self.dispels, left0) + 1):
                d0, draw0 = x0 + known[0], left0 - x0
                for x1 in range(min(self.dispels - x0, left1) + 1):
                    d1, draw1 = x1 + known[1], left1 - x1
                    # the attacker's Dispels act first; when nothing else is left they undo the defender's
                    spare = d0 - m1 - draw1 - plain[1]
                    acts1 = d1 - min(d1, spare) if spare > 0 else d1
                    spare = acts1 - m0 - draw0 - plain[0]
                    undone0 = min(d0, spare) if spare > 0 else 0
                    live = (tuple(mine0[acts1:]), tuple(mine1[d0:]))
                    if live not in swallowed:
                        eaten = {u for o in (0, 1) for i in (*live[o], *kept[o]) for u in bites.get((o, i), ())}
                        swallowed[live] = (tuple(sorted(eaten)), sum(_power(i) for o in (0, 1) for i in live[o]))
                    prey, pulled = swallowed[live]
                    yield _Split(
                        comb(self.dispels, x0) * comb(self.dispels - x0, x1),
                        (draw0, draw1),
                        (acts1 - m0 if acts1 > m0 else 0, d0 - m1 if d0 > m1 else 0),
                        prey,
                        pulled + (d0 - undone0 + acts1) * _DISPEL,
                    )

    # ---- the spells that only add -----------------------------------------------------------------------------------

    @cached_property
    def _kinds(self) -> tuple[tuple[_Kind, ...], tuple[_Kind, ...]]:
        """The plain spells, strongest first: once by what they add, once by what they pull."""
        s, b = self.s, self.b
        shielded = (CHAOS_SHIELD in b.units[1], CHAOS_SHIELD in b.units[0])
        # how many of a kind are in the pool, laid by attacker and defender, kept open by attacker and defender
        adds: dict[_Like, list[int]] = {}
        pulls: dict[_Like, list[int]] = {}
        rows = [(0, i) for i in self.pool] + [(1 + side + 2 * kept, i) for side, i, kept in self.known]
        for at, spell in rows:
            if spells.EATER[spell] or spells.ACTS[spell] == "dispel":
                continue
            order = rank(s, spell)
            v = strength(s, spell)
            chaos = spells.ALIGN[spell] == spells.CHAOS
            value = (0 if chaos and shielded[0] else v, 0 if chaos and shielded[1] else v)
            balo = spells.ACTS[spell] == "balo"
            adds.setdefault(((*order[:2], 0), value, balo), [0] * 5)[at] += 1
            if at < 3:
                # those kept open pull no more; what the defender adds is subtracted, so his pull has the other sign
                pulls.setdefault((order, (_power(spell), -_power(spell)), False), [0] * 5)[at] += 1

        def sort(found: dict[_Like, list[int]]) -> tuple[_Kind, ...]:
            kinds = [_Kind(*k, n[0], (n[1], n[2]), (n[3], n[4])) for k, n in found.items()]
            return tuple(sorted(kinds, key=lambda k: k.order, reverse=True))

        return sort(adds), sort(pulls)

    def _drawn(self, draws: tuple[int, int], reach: tuple[int, int], mute: tuple[bool, bool]) -> Polynomial:
        """What so many plain spells drawn by each side add."""
        key = (reach, mute)
        if key not in self._tables:
            self._tables[key] = _draw(self._kinds[0], self._caps[reach], reach, mute, self._mid)
        return self._tables[key].get(draws, 0)


@lru_cache(maxsize=512)
def _draw(
    kinds: tuple[_Kind, ...],
    most: tuple[int, int],
    reach: tuple[int, int],
    mute: tuple[bool, bool],
    mid: int,
) -> dict[tuple[int, int], Polynomial]:
    """Plain spells drawn by each side, `most` at most -> polynomial in what they do. It knows nothing of the battle, so
    battles with the same spells unseen share it.

    `reach`: so many of the strongest of a side are undone. `mute`: only draws in which that side's spells add nothing.
    """
    # by how many the attacker has drawn, times `wide`, and the defender
    wide = most[1] + 1
    states: dict[int, Polynomial] = {0: 1 << (_WIDE * mid)}
    seen = [0, 0]
    for kind in kinds:
        pool, balo = kind.pool, kind.balo
        first, second = (
            _shifts(_WIDE * kind.value[o], pool, most[o], seen[o] - reach[o], kind.laid[o], kind.held[o])
            for o in (0, 1)
        )
        # with nobody left to add to, only what adds nothing may be drawn; Balo adds nothing when he does not dance
        if mute[0] and not balo:
            first = tuple([row[: row.count(0)] for row in first])
        if mute[1] and not balo:
            second = tuple([row[: row.count(0)] for row in second])
        ways = _ways(pool, most[0], most[1])
        new: dict[int, Polynomial] = {}
        for k, poly in states.items():
            two = second[k % wide]
            for one, row in zip(first[k // wide], ways, strict=False):
                at = k
                for other, w in zip(two, row, strict=False):
                    s = one - other
                    term = poly << s if s > 0 else poly >> -s if s else poly
                    if balo:
                        term = poly if (mute[0] and one) or (mute[1] and other) else term + poly
                    if w > 1:
                        term *= w
                    if at in new:
                        new[at] += term
                    else:
                        new[at] = term
                    at += 1
                k += wide
        states = new
        seen[0] += kind.laid[0]
        seen[1] += kind.laid[1]
    return {divmod(k, wide): poly for k, poly in states.items()}


@lru_cache(maxsize=4096)
def _shifts(worth: int, pool: int, most: int, beyond: int, laid: int, held: int) -> tuple[tuple[int, ...], ...]:
    """What drawing i of a kind adds for a side that has drawn k spells before, by k and i. `beyond`: how many stronger
    spells it had laid openly, less those that Dispel Magic undoes; `laid`, `held`: known ones of this kind."""
    out = []
    for k in range(most + 1):
        before = beyond + k
        none = held - max(0, before)
        out.append(tuple([worth * (max(0, before + laid + i) + none) for i in range(min(pool, most - k) + 1)]))
    return tuple(out)


def _power(i: int) -> int:
    """The power that stands for a spell's pull."""
    if spells.ALIGN[i] == spells.OTHER:
        return 0
    return spells.PULL[i] * (_CALM if spells.ALIGN[i] == spells.NEUTRAL else spells.ALIGN[i])


@lru_cache(maxsize=512)
def _ways(n: int, most0: int, most1: int) -> tuple[tuple[int, ...], ...]:
    """How many ways there are to take i of n for one side and j for the other, by i and j."""
    return tuple(
        [tuple([comb(n, i) * comb(n - i, j) for j in range(min(n - i, most1) + 1)]) for i in range(min(n, most0) + 1)]
    )


def _digits(poly: Polynomial, mid: int) -> dict[int, int]:
    """The powers of a polynomial and their weights."""
    size = (poly.bit_length() + _WIDE - 1) // _WIDE
    digits = memoryview(poly.to_bytes(size * (_WIDE // 8), sys.byteorder)).cast("Q").tolist()
    if sys.byteorder == "big":
        digits.reverse()
    return {n - mid: w for n, w in enumerate(digits) if w}
