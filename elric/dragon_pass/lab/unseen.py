"""What lies face down [7.6]: every counter that could lie there is weighed, as it is as likely as any other.

The chance of each odds is exact as long as few lie so in one battle, else it is estimated by dealing them many times. What follows
from them is told by one deal for each column of the table, the likeliest.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from random import Random
from typing import Final, NamedTuple

from elric.dragon_pass.combat.factors import BAT
from elric.dragon_pass.combat.reckoning import reckon
from elric.dragon_pass.components.units import CF, COUNT, DRAGONS, MAGICIANS, MGF, UNCOUNTED, UNITS
from elric.dragon_pass.description.view import crowds_dragon, renamed_battle, renamed_state, unseen_away
from elric.dragon_pass.lab.walk import fighters_of
from elric.dragon_pass.movement.stacking import dragons_crowded
from elric.dragon_pass.position.notes import Unseen, UnseenBat, set_note
from elric.dragon_pass.position.state import Segment, State, sees
from elric.kernel.bits import bits, ones
from elric.lab.chances import merged

Sums = tuple[int, ...]

COUNTED: Final = (
    4  # counters face down in one battle of which every deal is counted: the deals grow tenfold with each more
)
_DRAWN: Final = 1000  # deals of which the chances are estimated where there are more


class Deal(NamedTuple):
    """One way in which the hidden counters may lie: its chance among all, the position and the battle."""

    chance: Fraction
    state: State
    battle: Segment


_Way = tuple[int, tuple[tuple[int, ...], ...]]  # how many deals are like this one, and who is dealt to each stack


class _Hand(NamedTuple):
    """Counters dealt to the stacks so far: how many places each has left, what they add up to, and one such deal."""

    left: tuple[int, ...]
    sums: tuple[Sums, ...]
    units: tuple[tuple[int, ...], ...]


def veil(s: State, seat: int | None) -> tuple[State, int]:
    """A position in which nothing can be read off what a seat does not see, and the counters that it does not see, as bits.

    What is hidden is dealt in one fixed order. Hidden magicians count as spent: whether there are any is not known.
    """
    hidden = 0
    swap = list(range(COUNT))
    for side in s.order:
        if side == seat:
            continue
        away = bits(unseen_away(s, side, seat))
        for kind in (UNCOUNTED, ~UNCOUNTED):
            these = [u for u in ones((s.of[side] | away) & kind) if away >> u & 1 or not sees(s, u, seat)]
            hidden |= bits(these)
            slots = sorted(these, key=lambda u: s.place[u])
            roomy = [u for u in slots if not crowds_dragon(s, u)]
            for u in [u for u in these if DRAGONS >> u & 1]:
                slot = roomy.pop(0)
                swap[slot] = u
                slots.remove(slot)
                these.remove(u)
            for slot, u in zip(slots, these, strict=True):
                swap[slot] = u
    if not hidden:
        return s, 0
    t = renamed_state(s, swap)
    for h, pile in t.piles.items():
        rest = sorted(u for u in pile if hidden >> u & 1)
        t.piles[h] = (*(u for u in pile if not hidden >> u & 1), *rest)
    t.cast |= hidden
    set_note(t, Unseen(hidden))
    if hidden >> BAT & 1:
        set_note(t, UnseenBat())
    return t, hidden


def deals(s: State, battle: Segment, hidden: int) -> list[Deal]:
    """The deals of what is hidden in a battle: for each column of the table one, the likeliest, with the chance of all."""
    stacks = _slots(battle, hidden)
    if not stacks:
        return [Deal(Fraction(1), s, battle)]
    found = _every_way(s, stacks, hidden) if sum(map(len, stacks)) <= COUNTED else _some_ways(s, stacks, hidden)
    order = [u for kind in (UNCOUNTED, ~UNCOUNTED) for units in stacks for u in units if kind >> u & 1]
    by_column: dict[int, tuple[int, int, list[int]]] = {}
    for ways, groups in found:
        swap = _swap(order, [u for units in groups for u in units])
        dealt, fought = renamed_state(s, swap), renamed_battle(battle, swap)
        if any(dragons_crowded(units, ()) for _, units in (*fought.attackers, *fought.defenders)):
            continue
        column = reckon(dealt, fought).column
        total, best, example = by_column.get(column, (0, 0, swap))
        by_column[column] = (total + ways, max(best, ways), swap if ways > best else example)
    every = sum(total for total, _, _ in by_column.values())
    return [
        Deal(Fraction(total, every), renamed_state(s, swap), renamed_battle(battle, swap))
        for _, (total, _, swap) in sorted(by_column.items())
    ]


def _kinds(s: State, stacks: list[tuple[int, ...]], hidden: int) -> Iterator[tuple[list[int], list[int]]]:
    """Counters that count for stacking and such as do not lie apart: of each kind who may lie in a battle, and how many in each stack."""
    for kind in (UNCOUNTED, ~UNCOUNTED):
        pool = [u for u in ones(hidden & kind) if s.owner[u] == s.owner[stacks[0][0]]]
        yield pool, [sum(kind >> u & 1 for u in units) for units in stacks]


def _every_way(s: State, stacks: list[tuple[int, ...]], hidden: int) -> list[_Way]:
    found: list[_Way] = [(1, ())]
    for pool, sizes in _kinds(s, stacks, hidden):
        found = [(ways * more, (*done, *units)) for ways, done in found for more, units in _dealt(pool, sizes)]
    return found


def _some_ways(s: State, stacks: list[tuple[int, ...]], hidden: int) -> list[_Way]:
    """Deals drawn by chance, the same whenever the same is asked."""
    chance, kinds = Random(0), list(_kinds(s, stacks, hidden))
    return [(1, tuple(tuple(chance.sample(pool, sum(sizes))) for pool, sizes in kinds)) for _ in range(_DRAWN)]


def _slots(battle: Segment, hidden: int) -> list[tuple[int, ...]]:
    """The hidden counters of each stack in a battle."""
    groups = [units for _, units in (*battle.attackers, *battle.defenders)] + [units for _, units, *_ in battle.casters]
    found = [tuple(u for u in units if hidden >> u & 1) for units in groups]
    return [units for units in dict.fromkeys(found) if units]


def unseen_in(battle: Segment, hidden: int) -> int:
    """The hidden counters in a battle, as bits."""
    return bits(u for u in fighters_of(battle) if hidden >> u & 1)


# Counters that change a battle by more than their factors are told apart one by one.
_SINGLE = tuple(
    u for u, unit in enumerate(UNITS)
    if unit.superhero or unit.kind in ("dragon", "illusion", "zombie", "giant carrier") or unit.hero or not unit.counts
)  # fmt: skip
_ONE_BY_ONE = {u: 1 << k for k, u in enumerate(_SINGLE)}


def _kind(u: int) -> Sums:
    """What counts of a counter in a battle; counters that are alike in this need not be told apart."""
    unit = UNITS[u]
    return CF[u], MGF[u], int(unit.moon), MAGICIANS >> u & 1, int(unit.reflects), _ONE_BY_ONE.get(u, 0)


def _dealt(pool: list[int], sizes: list[int]) -> list[tuple[int, tuple[tuple[int, ...], ...]]]:
    """Every way to deal some of a pool to stacks, ways that add up to the same as one: (how many, an example)."""
    alike: dict[Sums, list[int]] = {}
    for u in pool:
        alike.setdefault(_kind(u), []).append(u)
    nothing: Sums = (0, 0, 0, 0, 0, 0)
    hands = [(1, _Hand(tuple(sizes), (nothing,) * len(sizes), ((),) * len(sizes)))]
    for kind, units in alike.items():
        hands = merged(
            ((dealt.left, dealt.sums), ways * more, dealt)
            for ways, hand in hands
            for more, dealt in _ways_to_deal(hand, kind, units)
        )
    return [(ways, hand.units) for ways, hand in hands if not any(hand.left)]


def _ways_to_deal(hand: _Hand, kind: Sums, units: list[int]) -> list[tuple[int, _Hand]]:
    """Every number of counters alike that each stack may be given."""
    out = [(1, hand, 0)]
    for k in range(len(hand.left)):
        out = [
            (ways * comb(len(units) - used, n), _with(had, k, kind, units[used : used + n]), used + n)
            for ways, had, used in out
            for n in range(min(had.left[k], len(units) - used) + 1)
        ]
    return [(ways, dealt) for ways, dealt, _ in out]


def _with(hand: _Hand, k: int, kind: Sums, units: list[int]) -> _Hand:
    if not units:
        return hand
    n = len(units)
    sums = tuple(a + n * b for a, b in zip(hand.sums[k], kind, strict=True))
    return _Hand(
        (*hand.left[:k], hand.left[k] - n, *hand.left[k + 1 :]),
        (*hand.sums[:k], sums, *hand.sums[k + 1 :]),
        (*hand.units[:k], (*hand.units[k], *units), *hand.units[k + 1 :]),
    )


def _swap(slots: list[int], units: list[int]) -> list[int]:
    """The renaming of counters that puts some into the places of others."""
    swap = list(range(COUNT))
    for slot, u in zip(slots, units, strict=True):
        k = swap.index(u)
        swap[slot], swap[k] = swap[k], swap[slot]
    return swap
