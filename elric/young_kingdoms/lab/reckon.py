"""Reckoning a battle: the game's own steps up to the dice, the dice in whole numbers, the game's own steps after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm

from elric.kernel.failure import ElricError
from elric.young_kingdoms.combat.battle import BattleState, total
from elric.young_kingdoms.combat_phase.resolution import COUNTER, RESOLVE, falls, has_survivors
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.lab import dice
from elric.young_kingdoms.lab.alike import Found, gather, likeness, same_at_the_dice
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
Results = dict[tuple[int, ...], tuple[int, int]]


class ReckonError(ElricError, ValueError):
    """A battle that never comes to the dice has no odds."""


def reckon(start: State, sides: tuple[Policy, Policy], draws: tuple[int, int] = (0, 0), port: int = 1) -> Odds:
    """The odds of a battle.

    Args:
        start: `start.battle` begun, units held back, the REVEAL frame on top of the agenda.
        sides: policy of attacker and defender.  draws: unseen spells each side has laid.  port: see Walker.
    """
    walker = Walker(sides, port, sum(draws))
    parts: list[tuple[Fraction, int, Leaf]] = []
    openings: list[Opening] = []
    shown: State | None = None
    clouds: list[tuple[Fraction, Unseen, State]] = []
    for some in _starts(walker, start, draws != (0, 0)):
        walker.forget()
        weight, s = some[0]
        shown = shown or s
        if draws == (0, 0):
            unit = Fraction(1, lcm(*(f.denominator for f, _ in some)))
            each = unit / dice.WHOLE
            found = list(_known_leaves(walker, some, unit, openings))
        else:
            unseen = Unseen(s, [i for i, at in enumerate(s.spell_at) if at == CONTAINER], draws)
            clouds.append((weight, unseen, s))
            each = weight / (dice.WHOLE * unseen.total)
            found = list(_unseen_leaves(walker, s, unseen, weight, openings))
        parts.extend((each if x.share is ALL else each * x.share, w, x) for w, x in found)
    whole = lcm(*(f.denominator for f, _, _ in parts))
    leaves = [(f.numerator * (whole // f.denominator) * w, x) for f, w, x in parts]
    return Odds(
        start,
        leaves,
        whole,
        openings,
        sides,
        (lambda: _balance_afterwards(clouds)) if clouds else None,
        draws,
        shown,
        walker.loose,
        lambda: ambush(walker, leaves, whole),
    )


def _starts(walker: Walker, start: State, clouded: bool) -> Iterator[list[tuple[Fraction, State]]]:
    """Where the battle can stand before the counterspells, each with its chance; or before the dice, those together of
    which only the totals tell one from another."""
    found: Found = {}
    some: dict[object, list[tuple[Fraction, State]]] = {}
    for weight, s in walker.to(start.copy(), COUNTER if clouded else RESOLVE):
        if not s.agenda:
            raise ReckonError("The battle is over before the dice are thrown.")
        if clouded:
            gather(found, likeness(s, True), weight, s)
        else:
            some.setdefault(same_at_the_dice(s), []).append((weight, s))
    yield from ([x] for x in found.values())
    yield from some.values()


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


def _known_leaves(
    walker: Walker, some: list[tuple[Fraction, State]], unit: Fraction, openings: list[Opening]
) -> Iterator[tuple[int, Leaf]]:
    """(weight in parts of `unit` and of dice.WHOLE, leaf) of a battle whose spells are all known, in positions that
    differ in their totals."""
    sums: dict[Totals, int] = {}
    for share, s in some:
        both = (total(s, s.battle, 0), total(s, s.battle, 1))
        sums[both] = sums.get(both, 0) + int(share / unit)
    s = some[0][1]
    battle: BattleState = s.battle
    left = (has_survivors(s, battle, 0), has_survivors(s, battle, 1))
    results: Results = {}
    thrown: dict[Totals, int] = {}
    for both, weight in sums.items():
        gap = both[0] - both[1]
        empty = 0 if not both[0] and not left[0] else 1 if not both[1] and not left[1] else -1
        if empty >= 0:
            openings.append(Opening(unit, {both: weight}, ({gap: weight}, {}) if not empty else ({}, {gap: weight}), s))
            for x in walker.after(s, _walkover(both, empty)):
                yield weight * dice.WHOLE, x
            continue
        thrown[both] = weight
        for d, w in dice.differences(gap):
            k = _key(s, battle, d)
            results[k] = (d, (results[k][1] if k in results else 0) + w * weight)
    if thrown:
        openings.append(Opening(unit, thrown, ({}, {}), s))
    for d, w in results.values():
        for x in walker.after(s, _result((max(0, d), max(0, -d)), (1, 1))):
            yield w, x


def _unseen_leaves(
    walker: Walker, s: State, unseen: Unseen, share: Fraction, openings: list[Opening]
) -> Iterator[tuple[int, Leaf]]:
    """(weight out of dice.WHOLE * unseen.total, leaf) of a battle in which spells nobody can see take part."""
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
        fight: BattleState = trial.battle
        for loser in (0, 1):
            weight = sum(course.hollow[loser].values())
            if weight:
                for x in walker.after(trial, _walkover(both, loser)):
                    yield weight * dice.WHOLE, x
        results: Results = {}
        thrown: dict[int, int] = {}
        found: dict[Totals, int] = {}
        hollow = course.hollow[0] or course.hollow[1]
        for extra, weight in course.ahead.items():
            pair = (both[0] + extra, both[1])
            found[pair] = weight
            if hollow:
                weight -= course.hollow[0].get(extra, 0) + course.hollow[1].get(extra, 0)
            for difference, v in dice.differences(pair[0] - pair[1]) if weight else ():
                thrown[difference] = thrown[difference] + v * weight if difference in thrown else v * weight
        for difference, weight in thrown.items():
            key = _key(trial, fight, difference)
            results[key] = (difference, (results[key][1] if key in results else 0) + weight)
        gap = both[0] - both[1]
        empty = ({gap + e: w for e, w in course.hollow[0].items()}, {gap + e: w for e, w in course.hollow[1].items()})
        openings.append(Opening(share / unseen.total, found, empty, trial))
        done: dict[tuple[int, ...], list[Leaf]] = {}
        for key, (difference, weight) in results.items():
            # with nobody left on the losing side all rows of the table are alike
            alike = key if has_survivors(trial, fight, key[0]) else (key[0], key[2])
            if alike not in done:
                done[alike] = walker.after(trial, _result((max(0, difference), max(0, -difference)), (1, 1)))
            for x in done[alike]:
                yield weight, x if x.row == key[1] else x.at_row(key[1], abs(difference))


def _balance_afterwards(unseen: list[tuple[Fraction, Unseen, State]]) -> tuple[dict[int, Fraction], Fraction]:
    """Where unseen spells and seen ones together leave the Balance, and how likely they tip the world."""
    out: dict[int, Fraction] = {}
    tips = Fraction(0)
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
            at, tipped = seen[key]
            p = weight * w / drawn.ways
            out[at] = out.get(at, Fraction(0)) + p
            tips += p if tipped else 0
    return out, tips
