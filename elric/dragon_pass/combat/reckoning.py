"""The strengths of one battle, line by line: the one place where factors are reckoned. Play, coach and lab all read it.

Strengths are whole numbers in SCALE parts of a factor, so that halves, thirds and quarters stay exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from elric.dragon_pass.combat.factors import (
    DELECTI,
    DRAGON_RANGE,
    DWARF,
    GIFTS,
    ILLUSIONS,
    SCALE,
    TRANSFORMER,
    ZOMBIES,
    Said,
    cf,
    immune,
    mgf,
    plain_cf,
)
from elric.dragon_pass.combat.table import column, odds_words
from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.units import CF, DRAGONS, HEROES, MAGICIANS, RF, SUPERHEROES, UNITS
from elric.dragon_pass.position.effects import under
from elric.dragon_pass.position.notes import Unseen, the_note
from elric.dragon_pass.position.state import Segment, State
from elric.kernel.bits import bits, ones


class Line(NamedTuple):
    """One unit's share of a battle.

    Attributes:
        unit: which.
        attacks: on which side.
        factor: its share, in SCALE parts.
        why: what made it so, each as (words, clause).
        ground: how much of it comes of ground that helps to attack; in a Trade only ground that helps to defend is a loss [12.6].
    """

    unit: int
    attacks: bool
    factor: int
    why: tuple[tuple[str, str], ...]
    ground: int = 0

    @property
    def value(self) -> Fraction:
        """Its share in factors."""
        return Fraction(self.factor, SCALE)


class Ground(NamedTuple):
    """What the ground does for one defending stack: by how much it multiplies, by how much without its walls, and why."""

    times: int
    bare: int
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


def ground(s: State, target: int, links: tuple[tuple[int, int], ...]) -> Ground:
    """What the ground does for the defenders of a hex [11.2, 13.2-13.7], against these attackers."""
    board = BOARD
    why: list[tuple[str, str]] = []
    count = 0
    if board.thick >> target & 1:
        count += 1
        why.append(
            (
                "in forest"
                if board.wood >> target & 1
                else "in marsh"
                if board.marsh >> target & 1
                else "in the delta",
                "13.3",
            )
        )
    behind = bool(board.walls >> target & 1) and not (s.effects and under(s, "breach") >> target & 1)
    if behind:
        count += 1
        why.append(("behind walls", "13.7"))
    # [13.6] one attacker from open ground, and neither river nor ridgeline counts against any
    river = board.river & ~under(s, "ford") if s.effects else board.river  # [42.8]
    top = board.high >> target & 1
    ways: list[int] = []
    sides: tuple[int, int] = (0, 0)
    for a, t in links:
        if t != target:
            continue
        uphill = int(bool(top and not board.high >> a & 1))
        wet = int(bool(river >> a & 1))
        ways.append(uphill + wet)
        sides = (sides[0] | uphill, sides[1] | wet)
    if hard := hardest(ways):
        count += hard
        if sides[0]:
            why.append(("on top of a ridge, attacked from the slope", "13.4"))
        if sides[1]:
            why.append(("attacked from the river", "13.2"))
    elif any(sides):
        why.append(("attacked from open ground too: ridge and river do not count", "13.6"))
    halved = bool(river >> target & 1)
    if halved:
        why.append(("on the river", "11.2"))
    times = 1 + min(count, 2)
    if count > 1:
        why.append(("difficulties together", "13.5"))
    return Ground(times, 1 + min(count - behind, 2), halved, behind, tuple(why))


def hardest(ways: Sequence[int]) -> int:
    """The difficulties of water and height that count, of those on each attacker's side: the most of them, and none where one
    side is open [13.6]."""
    return max(ways) if ways and min(ways) else 0


def lift_of(units: list[int]) -> tuple[int, int]:
    """(what heroes add to each plain unit of a stack, the stack's heroes as bits) [17.2]."""
    heroes = 0
    for u in units:
        if HEROES >> u & 1:
            heroes |= 1 << u
    return heroes.bit_count(), heroes


def reckon(s: State, battle: Segment, tell: bool = False) -> Reckoning:
    """The strengths and the column of a battle, with a line for each unit where they are wanted."""
    lines: list[Line] = []
    grounds: dict[int, Ground] = {}
    simple = plain_cf(s)
    swords, magic = bool(battle.attackers), bool(battle.casters) and not lost_on(s, battle)
    defence = 0
    for d, units in battle.defenders:
        there = [u for u in units if s.place[u] >= 0]
        if not there:
            continue
        if swords:
            g = grounds[d] = ground(s, d, battle.links)
            defence += _defending(s, there, g, simple, lines if tell else None)
        if magic:
            defence += warding(s, d, there, lines if tell else None)
    for u in battle.covers if magic else ():
        if s.place[u] >= 0:
            pile = _beside(s, (u,))
            target = min((HEXES.distance(s.place[u], t), t) for t in battle.aims)[1]
            mates = tuple(v for v in pile if v != TRANSFORMER) if doubles_range(s, pile, [u], 1, target) else pile
            share, why = mgf(s, u, target, mates)  # [19.5] the Glowline lifts what it sends within the Glowline alone
            plus = sum(HEROES >> v & 1 for v in pile) * SCALE if not HEROES >> u & 1 else 0
            defence += share + plus
            if tell:
                because = (*why, *_lifted(plus), ("covers the target with its magic", "21.5"))
                lines.append(Line(u, False, share + plus, because))
    if swords and magic:
        defence //= 2  # [21.3] half the sum of both
        if tell:
            lines = [
                x if x.attacks else x._replace(factor=x.factor // 2, why=(*x.why, ("half the sum", "21.3")))
                for x in lines
            ]
    attack = 0
    gone = slain_by_dragons(s, battle) if battle.casters else ()
    for a, units in battle.attackers:
        there = [u for u in units if s.place[u] >= 0 and u not in gone]
        if there:
            attack += _attacking(s, battle, a, there, grounds, simple, lines if tell else None)
    for _, units, share, aim in battle.casters if magic else ():
        attack += casting(s, units, share, aim, lines if tell else None)
    if swords and s.scenario.exotic:
        attack, defence = conjured(s, battle, attack, defence, lines if tell else None)
    which = column(attack, defence, s.rules.odds_rounding, s.rules.below_table)
    return Reckoning(attack, defence, which, tuple(lines), grounds)


def conjured(s: State, battle: Segment, attack: int, defence: int, lines: list[Line] | None) -> tuple[int, int]:
    """What Dragons and Illusions do to the odds: with a Dragon they are even [9.6]; an Illusionary Army is worth half of those
    whom it faces, two or three as much as they [48.3]; all zombies of an army count in its every battle [43.3]."""
    ours = [u for _, units in battle.attackers for u in units if s.place[u] >= 0]
    theirs = [u for _, units in battle.defenders for u in units if s.place[u] >= 0]
    if (DRAGONS | ILLUSIONS | ZOMBIES) & bits((*ours, *theirs)) == 0:
        return attack, defence
    for side, attacks in ((ours, True), (theirs, False)):
        dead = [u for u in side if ZOMBIES >> u & 1]
        if dead:
            more = [u for u in ones(s.of[s.owner[dead[0]]] & ZOMBIES) if u not in side]
            attack, defence = (
                (attack + 2 * SCALE * len(more), defence) if attacks else (attack, defence + 2 * SCALE * len(more))
            )
            if lines is not None:
                lines += [Line(u, attacks, 2 * SCALE, (("all zombies count in every battle", "43.3"),)) for u in more]
    mine, yours = [u for u in ours if ILLUSIONS >> u & 1], [u for u in theirs if ILLUSIONS >> u & 1]
    if mine:
        worth = defence if len(mine) > 1 else defence // 2
        attack += worth
        if lines is not None:
            lines += [Line(u, True, worth // len(mine), (("an Illusion: by whom it faces", "48.3"),)) for u in mine]
    elif yours:
        worth = attack if len(yours) > 1 else attack // 2
        defence += worth
        if lines is not None:
            lines += [Line(u, False, worth // len(yours), (("an Illusion: by whom it faces", "48.3"),)) for u in yours]
    if DRAGONS & bits((*ours, *theirs)):
        even = max(attack, defence, SCALE)
        if lines is not None:
            dragons = [u for u in (*ours, *theirs) if DRAGONS >> u & 1]
            lines += [Line(u, u in ours, even, (("with a Dragon the odds are always even", "9.6"),)) for u in dragons]
        return even, even
    return attack, defence


def _defending(s: State, there: list[int], here: Ground, simple: bool, lines: list[Line] | None) -> int:
    """The swords of one defending stack, its ground counted."""
    more, heroes = lift_of(there)
    total = 0
    for u in there:
        why: Said = ()
        if simple and not heroes and lines is None:
            share = CF[u] * SCALE
        else:
            share, why = cf(s, u, there)
        if u == TRANSFORMER and len(there) == 1:
            share, why = 0, (("the Transformer cannot defend itself", "30.2"),)
        wet = here.halved and not heroes & (1 << u | SUPERHEROES)  # [17.3, 18.4] open ground to them
        share = share * here.times // (2 if wet else 1)
        plus = more * SCALE if more and not heroes >> u & 1 else 0
        total += share + plus
        if lines is not None:
            lines.append(Line(u, False, share + plus, (*why, *here.why, *_lifted(plus))))
    return total


def _attacking(s: State, battle: Segment, a: int, there: list[int], grounds: dict[int, Ground], simple: bool,
               lines: list[Line] | None) -> int:  # fmt: skip
    """The swords of one attacking stack: doubled downhill [13.4], but not out of a fort [13.7]; a hero's as the ground multiplies
    his foe [17.3, 18.4]. Heroes lift it who stand there and may not attack [17.2], but none who stays behind in a sally."""
    aims = [t for h, t in battle.links if h == a and t in grounds]
    down = bool((BOARD.high & ~BOARD.walls) >> a & 1) and bool(aims) and all(not BOARD.high >> t & 1 for t in aims)
    mates = there if battle.sally or s.place[there[0]] != a else list(_beside(s, there))
    more, heroes = lift_of(mates)
    total = 0
    for u in there:
        why: Said = ()
        if simple and not heroes and lines is None:
            share = CF[u] * SCALE
        else:
            share, why = cf(s, u, mates)
        if u in GIFTS and any(DWARF in s.piles.get(t, ()) for t in aims):
            share, why = 0, (*why, ("the Dwarf's gifts do not harm him or his stack", "29.1"))
        times, clause = _open_to(u, heroes, [grounds[t] for t in aims]) if heroes and aims else (1, "")
        plus = more * SCALE if more and not heroes >> u & 1 else 0
        worth = share * times * (2 if down else 1) + plus
        total += worth
        if lines is not None:
            opened: Said = (("difficult ground is open to him", clause),) if clause else ()
            above: Said = (("from the top of a ridge down on the slope", "13.4"),) if down else ()
            lines.append(Line(u, True, worth, (*why, *opened, *above, *_lifted(plus)), worth - share - plus))
    return total


def _open_to(u: int, heroes: int, aims: list[Ground]) -> tuple[int, str]:
    """By how much an attacker's own CF is multiplied because difficult ground is open to him, and the clause."""
    if heroes & SUPERHEROES:
        times, clause = max(g.times for g in aims), "18.4"
    elif heroes >> u & 1:
        times, clause = max(g.bare for g in aims), "17.3"
    else:
        return 1, ""
    return (times, clause) if times > 1 else (1, "")


def warding(s: State, d: int, there: list[int], lines: list[Line] | None = None) -> int:
    """The magic of a stack that is under a spell: the sum of its MgF, doubled behind walls [13.7]."""
    more, heroes = lift_of(there)
    walls = bool(BOARD.walls >> d & 1) and not (s.effects and under(s, "breach") >> d & 1)
    total = 0
    if any(ZOMBIES >> u & 1 for u in there) and DELECTI not in there and s.place[DELECTI] >= 0:
        there = [*there, DELECTI]  # [43.4]
    for u in there:
        share, why = mgf(s, u, mates=there)
        if walls:
            share, why = 2 * share, (*why, ("behind walls", "13.7"))
        plus = more * SCALE if more and not heroes >> u & 1 else 0
        total += share + plus
        if lines is not None:
            lines.append(Line(u, False, share + plus, (*why, *_lifted(plus))))
    return total


def _beside(s: State, units: Sequence[int]) -> tuple[int, ...]:
    """Who stands in the hex of these: where a position is only weighed, they and whoever of the others is seen."""
    pile = s.piles[s.place[units[0]]]
    unseen = the_note(s, Unseen).units
    return tuple(u for u in pile if not unseen >> u & 1 or u in units) if unseen else pile


def casting(s: State, units: tuple[int, ...], share: int, target: int, lines: list[Line] | None = None) -> int:
    """The magic that a stack sends at a hex; `share`: by how much a stretched range divides it [21.4]."""
    there = [u for u in units if s.place[u] >= 0]
    if not there:
        return 0
    pile = _beside(s, there)
    heroes = sum(HEROES >> u & 1 for u in pile)
    mates = tuple(u for u in pile if u != TRANSFORMER) if doubles_range(s, pile, there, share, target) else pile
    total = 0
    for u in there:
        value, why = mgf(s, u, target, mates)
        plus = heroes * SCALE if not HEROES >> u & 1 else 0
        if u in GIFTS and DWARF in s.piles.get(target, ()):
            value, plus, why = 0, 0, (("the Dwarf's gifts do not harm him or his stack", "29.1"),)
        value = (value + plus) // share
        total += value
        if lines is not None:
            divided: Said = ((f"divided by {share} to reach farther", "21.4"),) if share > 1 else ()
            lines.append(Line(u, True, value, (*why, *_lifted(plus), *divided)))
    return total


def doubles_range(s: State, pile: tuple[int, ...], there: list[int], share: int, target: int) -> bool:
    """[30.2, 9.7] Whether the Transformer doubles the range of a spell and so not its strength: when it would not reach otherwise.
    With the Dwarf it does both."""
    if TRANSFORMER not in pile or DWARF in pile:
        return False
    more = DRAGON_RANGE if any(DRAGONS >> u & 1 for u in pile) else 0
    plain = [RF[u] + more for u in there]
    return HEXES.distance(s.place[there[0]], target) > (sum(plain) if share > 1 else min(plain))


def lost_on(s: State, battle: Segment) -> int:
    """The defended hexes, as bits, that keep the magic out of a battle: one die falls for all who are in it, so it adds nothing where
    one is whom no magic touches [18.3, 38.4, 38.5]."""
    if not battle.casters:
        return 0
    return bits(
        d for d, _ in battle.defenders if any(immune(s, u, pile) for pile in (s.piles.get(d, ()),) for u in pile)
    )


def slain_by_dragons(s: State, battle: Segment) -> tuple[int, ...]:
    """The casters who aim at a Dragon, and die of it before anything is rolled [38.4]."""
    # [38.5] one that has flown there since, to shield them, was not aimed at
    dragons = {d for d, units in battle.defenders if any(DRAGONS >> u & 1 and s.place[u] == d for u in units)}
    return tuple(u for _, units, _, aim in battle.casters if aim in dragons for u in units if s.place[u] >= 0)


def magical(pile: tuple[int, ...]) -> bool:
    """Whether a stack counts as magical: somebody in it has a range or may reflect [21.1]."""
    return any(MAGICIANS >> u & 1 or UNITS[u].reflects for u in pile)


def _lifted(plus: int) -> Said:
    return ((f"+{plus // SCALE} for the heroes in its stack", "17.2"),) if plus else ()


__all__ = [
    "SCALE",
    "Ground",
    "Line",
    "Reckoning",
    "casting",
    "ground",
    "immune",
    "lost_on",
    "magical",
    "reckon",
    "slain_by_dragons",
    "warding",
]
