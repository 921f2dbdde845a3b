"""Reckoning a battle: the game's own steps up to the dice, the dice in whole numbers, the game's own steps after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import lcm

from elric.kernel.failure import ElricError
from elric.lab.chances import merged, tally
from elric.young_kingdoms.combat.battle import BattleState, total
from elric.young_kingdoms.combat_phase.resolution import COUNTER, RESOLVE, falls, has_survivors
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.lab import dice
from elric.young_kingdoms.lab.alike import likeness, same_at_the_dice
from elric.young_kingdoms.lab.leaf import ALL, Leaf
from elric.young_kingdoms.lab.odds import Odds, Opening
from elric.young_kingdoms.lab.onward import ambush
from elric.young_kingdoms.lab.policy import Policy
from elric.young_kingdoms.lab.unseen import Unseen
from elric.young_kingdoms.lab.walk import STILL, Walker
from elric.young_kingdoms.legends.melniboneans import swords_drawn
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.position.state import CONTAINER, State

Totals = tuple[int, int]


class ReckonError(ElricError, ValueError):
    """A battle that never comes to the dice has no odds."""


def reckon(start: State, sides: tuple[Policy, Policy], draws: tuple[int, int] = (0, 0)) -> Odds:
    """The odds of a battle.

    Args:
        start: `start.battle` begun, units held back, the REVEAL frame on top of the agenda.
        sides: policy of attacker and defender.  draws: unseen spells each side has laid.
    """
    walker = Walker(sides, sum(draws))
    parts: list[tuple[Fraction, int, Leaf]] = []
    openings: list[Opening] = []
    clouds: list[tuple[Fraction, Unseen, State]] = []
    starts = _starts(walker, start, draws != (0, 0))
    for some in starts:
        walker.forget()
        weight, s = some[0]
        if draws == (0, 0):
            found = [_known(some)]
        else:
            unseen = Unseen(s, [i for i, at in enumerate(s.spell_at) if at == CONTAINER], draws)
            clouds.append((weight, unseen, s))
            found = list(_clouded(s, unseen, weight))
        openings += found
        for opening in found:
            each = opening.share / dice.WHOLE
            leaves_ = _leaves(walker, opening)
            parts.extend((each if x.share is ALL else each * x.share, w, x) for w, x in leaves_)
    whole = lcm(*(f.denominator for f, _, _ in parts))
    leaves = [(f.numerator * (whole // f.denominator) * w, x) for f, w, x in parts]
    return Odds(
        start, leaves, whole, openings, sides, draws, starts[0][0][1], walker.loose,
        partial(_balance_afterwards, clouds) if clouds else None, partial(ambush, walker, leaves, whole),
    )  # fmt: skip


def _starts(walker: Walker, start: State, clouded: bool) -> list[list[tuple[Fraction, State]]]:
    """Where the battle can stand before the counterspells, each with its chance; or before the dice, those together of
    which only the totals tell one from another."""
    found = list(walker.to(start.copy(), COUNTER if clouded else RESOLVE))
    if not all(s.agenda for _, s in found):
        raise ReckonError("The battle is over before the dice are thrown.")
    if clouded:
        return [[x] for x in merged((likeness(s, True), weight, s) for weight, s in found)]
    some: dict[object, list[tuple[Fraction, State]]] = {}
    for weight, s in found:
        some.setdefault(same_at_the_dice(s), []).append((weight, s))
    return list(some.values())


def _key(s: State, battle: BattleState, d: int) -> tuple[int, ...]:
    """What matters of a difference: loser, row, whether the city falls, and the difference where walls go by it."""
    if d < 0:
        return (0, dice.row_of(d), False, 0)
    if not (battle.wall or battle.base):
        return (1, dice.row_of(d), False, 0)
    return (1, dice.row_of(d), falls(s, battle, d), d if s.rules.wall_damage == "difference" else 0)


def _walkover(sums: Totals, loser: int) -> Callable[[State], None]:
    return lambda t: RESOLVE.walkover(t, sums, loser, STILL)


def _result(sums: Totals, roll: Totals) -> Callable[[State], None]:
    return lambda t: RESOLVE.result(t, sums, [roll], STILL)


def _known(some: list[tuple[Fraction, State]]) -> Opening:
    """How a battle stands whose spells are all known, in positions that differ in their totals."""
    unit = Fraction(1, lcm(*(f.denominator for f, _ in some)))
    totals = tally(((total(s, s.battle, 0), total(s, s.battle, 1)), int(share / unit)) for share, s in some)
    s = some[0][1]
    walkover: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for both, weight in totals.items():
        empty = next((k for k in (0, 1) if not both[k] and not has_survivors(s, s.battle, k)), -1)
        if empty >= 0:
            walkover[empty][both[0] - both[1]] = weight
    return Opening(unit, totals, walkover, s)


def _clouded(s: State, unseen: Unseen, share: Fraction) -> Iterator[Opening]:
    """How a battle can stand in which spells nobody can see take part, by whom eaters have swallowed."""
    battle: BattleState = s.battle
    void = tuple(i for side in battle.laid for i, _ in side)
    bases: dict[tuple[int, ...], tuple[State, Totals]] = {}

    def bare(eaten: tuple[int, ...]) -> tuple[bool, bool]:
        t = s.copy()
        t.battle = c = battle._replace(eaten=eaten, void=void)
        both = (total(t, c, 0), total(t, c, 1))
        bases[eaten] = (t, both)
        return (not both[0] and not has_survivors(t, c, 0), not both[1] and not has_survivors(t, c, 1))

    for course in unseen.courses(bare):
        trial, both = bases[course.eaten]
        gap = both[0] - both[1]
        totals = {(both[0] + extra, both[1]): weight for extra, weight in course.ahead.items()}
        lost, won = ({gap + extra: weight for extra, weight in hollow.items()} for hollow in course.hollow)
        yield Opening(share / unseen.total, totals, (lost, won), trial)


def _leaves(walker: Walker, opening: Opening) -> Iterator[tuple[int, Leaf]]:
    """(weight out of dice.WHOLE, leaf) of a battle that stands so before the dice."""
    s = opening.state
    battle: BattleState = s.battle
    for loser in (0, 1):
        weight = sum(opening.walkover[loser].values())
        if weight:
            for x in walker.after(s, _walkover(next(iter(opening.totals)), loser)):
                yield weight * dice.WHOLE, x
    left = (has_survivors(s, battle, 0), has_survivors(s, battle, 1))
    done: dict[tuple[int, ...], list[Leaf]] = {}
    for weight, d in merged((_key(s, battle, d), weight, d) for d, weight in opening.thrown().items()):
        key = _key(s, battle, d)
        # with nobody left on the losing side all rows of the table are alike
        alike = key if left[key[0]] else (key[0], key[2])
        if alike not in done:
            done[alike] = walker.after(s, _result((max(0, d), max(0, -d)), (1, 1)))
        for x in done[alike]:
            yield weight, x if x.row == key[1] else x.at_row(key[1], abs(d))


def _balance_afterwards(unseen: list[tuple[Fraction, Unseen, State]]) -> tuple[dict[int, Fraction], Fraction]:
    """Where unseen spells and seen ones together leave the Balance, and how likely they tip the world."""
    found: list[tuple[int, bool, Fraction]] = []
    seen: dict[tuple[int, int, int], tuple[int, bool]] = {}
    for weight, drawn, s in unseen:
        swords = swords_drawn(s, s.battle)
        for (net, calm), w in drawn.pulls().items():
            key = (id(s), net, calm)
            if key not in seen:
                t = s.copy()
                pulls = [(spells.CHAOS if net > 0 else spells.LAW, abs(net)), (spells.NEUTRAL, calm), *swords]
                balance.shift(t, pulls, STILL)
                seen[key] = (t.balance, t.tipped != s.tipped)
            found.append((*seen[key], weight * w / drawn.ways))
    return tally((at, p) for at, _, p in found), sum((p for _, tips, p in found if tips), Fraction(0))
